//! What the runner is asked.

use super::{
    action::Action,
    facts::kind,
    position::{Challenge, End, Phase, Position, Question},
    space::Space,
    structure::Colour,
    tokens::Tokens,
};
use crate::{
    dice::Dice,
    game::{Arg, Choice, Fact, Prompt},
};

/// As many answers are too many to be listed.
const FEW: usize = 9;

impl Position {
    /// The question that the run waits with.
    pub(super) fn question(&self) -> Option<Prompt> {
        match self.phase {
            Phase::Over(_) => None,
            Phase::Step => Some(Prompt {
                ask: self.ask_step(),
                choices: Vec::new(),
            }),
            Phase::Asked(Question::Boost(challenge)) => Some(Prompt {
                ask: self.ask(challenge),
                choices: vec![self.boost_choice(challenge), self.hold_choice(challenge)],
            }),
            Phase::Asked(Question::Reach { breaker, within }) => {
                Some(self.ask_reach(breaker, within))
            }
        }
    }

    fn ask_step(&self) -> Fact {
        let uses = self.users().map(|breaker| breaker.to_string());
        let uses: Vec<String> = uses.collect();
        let ask = |code| {
            Fact::new(code)
                .with("damage", self.damage)
                .with("limit", super::BRAIN_DEATH)
                .with("target", self.target_arg())
                .with("stack", self.stack.count())
                .with("outside", self.outside())
        };
        if uses.is_empty() {
            return ask("run-step");
        }
        ask("run-step-custom").with("uses", uses.join(" "))
    }

    /// What is within reach, when that is little, and the other answer.
    fn ask_reach(&self, breaker: Colour, within: u8) -> Prompt {
        let spaces: Vec<Space> = self.reachable(breaker, within).collect();
        let ask = Fact::new("run-ask-reach")
            .with("breaker", breaker.letter())
            .with("within", within)
            .with("count", spaces.len());
        let mut choices = Vec::new();
        if spaces.len() < FEW {
            let tiles = spaces.iter().filter_map(|space| self.matrix.at(*space));
            choices.extend(tiles.map(|tile| {
                Choice {
                    action: format!("{breaker} {}", tile.space),
                    what: Fact::new("run-choice-reach")
                        .with("space", tile.space.to_string())
                        .with("structure", tile.structure.to_string())
                        .with("strength", tile.strength()),
                }
            }));
            choices.push(Choice {
                action: Action::Pass.to_string(),
                what: Fact::new("run-choice-pass"),
            });
        }
        Prompt { ask, choices }
    }

    /// The target as a number, `-` when none was set.
    pub(super) fn target_arg(&self) -> Arg {
        match self.target {
            Some(target) => Arg::from(target),
            None => Arg::from("-"),
        }
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
            Some(boosting) if !boosting.is_plain(structure.colour) => ask("run-ask-mixed")
                .with("tokens", boosting.tokens.spaced())
                .with("have", self.hand.spaced()),
            _ => ask("run-ask")
                .with("need", challenge.need())
                .with("colour", structure.colour.letter())
                .with("have", self.hand.of(structure.colour)),
        }
    }

    fn boost_choice(&self, challenge: Challenge) -> Choice {
        let (colour, need) = (challenge.structure.colour, challenge.need());
        let end = self.end_after(Action::Boost);
        let what = match self.boosting(challenge) {
            Some(boosting) if !boosting.is_plain(colour) => {
                let (mut left, mut spent) = (self.hand, Tokens::none());
                left.give(boosting.tokens, &mut spent);
                Fact::new("run-choice-boost-mixed")
                    .with("tokens", spent.spaced())
                    .with("left", left.spaced())
            }
            _ => Fact::new("run-choice-boost")
                .with("tokens", need)
                .with("colour", colour.letter())
                .with("left", self.hand.of(colour).saturating_sub(need)),
        };
        Choice {
            action: Action::Boost.to_string(),
            what: what.with("end", end),
        }
    }

    fn hold_choice(&self, challenge: Challenge) -> Choice {
        let what = Fact::new("run-choice-hold")
            .with("damage", self.damage.saturating_add(1))
            .with("kind", kind(challenge.structure))
            .with("end", self.end_after(Action::Hold));
        Choice {
            action: Action::Hold.to_string(),
            what,
        }
    }

    /// How an answer would end the run: `won`, `dead`, `lost`, or `-` when it goes on.
    fn end_after(&self, answer: Action) -> &'static str {
        let mut after = self.clone();
        let played = after.act(answer, &mut Dice::none(), &mut |_| {});
        match (played, after.phase) {
            (Ok(_), Phase::Over(end)) => end.name(),
            _ => "-",
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
