//! What the runner is asked.

use super::{
    action::Action,
    code::Code,
    event::{Event, kind},
    figures::with_chance,
    position::{Challenge, End, Phase, Position, Question},
    space::Space,
    structure::Colour,
};
use crate::{
    dice::Dice,
    fact::Fact,
    game::Game,
    prompt::{Choice, Prompt},
};

/// As many answers are too many to be listed.
const FEW: usize = 9;

impl Position {
    /// The question that the run waits with.
    pub(super) fn question(&self) -> Option<Prompt> {
        match self.phase {
            Phase::Over(_) => None,
            Phase::Step => Some(self.prompt_step()),
            Phase::Asked(Question::Boost(challenge)) => {
                let choices = vec![self.boost_choice(challenge), self.hold_choice(challenge)];
                Some(Prompt::new(self.ask(challenge), choices).yes_or_no())
            }
            Phase::Asked(Question::Reach { breaker, within }) => {
                Some(self.ask_reach(breaker, within))
            }
        }
    }

    /// The next step, with the odds; what would end the run is said each time.
    fn prompt_step(&self) -> Prompt {
        let is_fatal = |fact: &Fact| fact.code == Code::NowFatal.as_str();
        let (notes, details) = self.abilities_now().into_iter().partition(is_fatal);
        Prompt {
            figures: self.step_figures(),
            notes,
            details,
            ..Prompt::new(self.ask_step(), Vec::new())
        }
    }

    fn ask_step(&self) -> Fact {
        let uses = self.users().map(|breaker| breaker.to_string());
        let uses: Vec<String> = uses.collect();
        let ask = |code| {
            Fact::new(code)
                .with("damage", self.damage)
                .with("limit", super::BRAIN_DEATH)
                .with("target", self.target)
                .with("stack", self.stack.count())
                .with("outside", self.outside())
        };
        if uses.is_empty() {
            return ask(Code::Step);
        }
        ask(Code::StepCustom).with("uses", uses)
    }

    /// What is within reach, when that is little, and the other answer.
    fn ask_reach(&self, breaker: Colour, within: u8) -> Prompt {
        let spaces: Vec<Space> = self.reachable(breaker, within).collect();
        let ask = Fact::new(Code::AskReach)
            .with("breaker", breaker.letter())
            .with("within", within)
            .with("count", spaces.len());
        if spaces.len() >= FEW {
            let figures = self.reach_figures(breaker, within).into_iter();
            return Prompt {
                figures: figures.collect(),
                ..Prompt::new(ask, Vec::new())
            };
        }
        let tiles = spaces.iter().filter_map(|space| self.matrix.at(*space));
        let challenges = tiles.filter_map(|tile| {
            let odds = self.odds(breaker, tile.space, None).ok()?;
            let boosted = odds.is_lifted().then(|| odds.boosted.percent());
            let what = Fact::new(Code::ChoiceReach)
                .with("space", tile.space.to_string())
                .with("structure", tile.structure.to_string())
                .with("strength", tile.strength())
                .with("boosted", boosted.unwrap_or(0));
            Some(Choice {
                action: format!("{breaker} {}", tile.space),
                what: with_chance(what, odds.plain),
            })
        });
        let pass = Choice {
            action: Action::Pass.to_string(),
            what: Fact::new(Code::ChoicePass),
        };
        Prompt::new(ask, challenges.chain([pass]).collect())
    }

    fn ask(&self, challenge: Challenge) -> Fact {
        let structure = challenge.structure;
        let ask = |code| {
            Fact::new(code)
                .with("breaker", challenge.breaker.letter())
                .with("space", challenge.space.to_string())
                .with("structure", structure.to_string())
                .with("kind", kind(structure))
                .with("strength", challenge.strength)
                .with("against", challenge.against)
        };
        match self.boosting(challenge) {
            Some(boosting) if !boosting.is_plain(structure.colour) => ask(Code::AskMixed)
                .with("tokens", boosting.tokens.listed())
                .with(
                    "red-twice",
                    if boosting.counts_twice() { "yes" } else { "no" },
                )
                .with("have", self.hand.listed()),
            _ => ask(Code::Ask)
                .with("need", challenge.need())
                .with("colour", structure.colour.letter())
                .with("have", self.hand.of(structure.colour)),
        }
    }

    fn boost_choice(&self, challenge: Challenge) -> Choice {
        let (colour, need) = (challenge.structure.colour, challenge.need());
        let what = match self.boosting(challenge) {
            Some(boosting) if !boosting.is_plain(colour) => {
                Fact::new(Code::ChoiceBoostMixed).with("tokens", boosting.tokens.listed())
            }
            _ => Fact::new(Code::ChoiceBoost)
                .with("tokens", need)
                .with("colour", colour.letter()),
        };
        self.answer_choice(Action::Boost, challenge, what)
    }

    fn hold_choice(&self, challenge: Challenge) -> Choice {
        let kind = kind(challenge.structure);
        let what = Fact::new(Code::ChoiceHold).with("kind", kind);
        self.answer_choice(Action::Hold, challenge, what)
    }

    /// An answer with what it leads to: damage, where the breaker stands, the tokens in hand, the
    /// colour of one that is found with it, and how the run ends by it (`won`, `dead`, `lost`, or `-` when it goes on).
    fn answer_choice(&self, answer: Action, challenge: Challenge, what: Fact) -> Choice {
        let mut after = self.clone();
        let mut found = None;
        let played = after.act(&answer, &mut Dice::none(), &mut |event| {
            if let Event::Token { colour, .. } = event {
                found = Some(colour.letter());
            }
        });
        let end = match (played, after.phase) {
            (Ok(_), Phase::Over(end)) => Some(end.name()),
            _ => None,
        };
        let place = after.place(challenge.breaker);
        Choice {
            action: answer.to_string(),
            what: what
                .with("damage", after.damage)
                .with("place", place.map(|space| space.to_string()))
                .with("hand", after.hand.listed())
                .with("found", found)
                .with("end", end),
        }
    }
}

impl End {
    /// The word in position texts.
    pub(super) fn name(self) -> &'static str {
        match self {
            End::Won => "won",
            End::Dead => "dead",
            End::Lost => "lost",
            End::Jacked(_) => "jacked",
        }
    }
}
