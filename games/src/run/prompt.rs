//! Questions to the runner.

use super::{
    action::Action,
    event::Event,
    message::{After, Ending, Message, Standing},
    odds::Chance,
    position::{Challenge, Phase, Position, Question, RunEnd},
    space::Space,
    structure::Colour,
};
use crate::{
    dice::Dice,
    game::Game,
    prompt::{Choice, Prompt},
};

/// Number of answers from which they are no longer listed.
const MAX_CHOICES: usize = 9;

impl Position {
    /// Returns the pending question.
    pub(super) fn question(&self) -> Option<Prompt> {
        match self.phase {
            Phase::Over(_) => None,
            Phase::Step => Some(self.prompt_step()),
            Phase::Asked(Question::Boost(challenge)) => Some(self.ask_boost(challenge)),
            Phase::Asked(Question::Reach { breaker, within }) => {
                Some(self.ask_reach(breaker, within))
            }
        }
    }

    /// Returns the question for the next step with the odds. Abilities that would end the run are
    /// notes, repeated each time. Those that reach nothing are left out.
    fn prompt_step(&self) -> Prompt {
        let is_fatal = |message: &Message| matches!(message, Message::NowFatal { .. });
        let is_vain = |message: &Message| matches!(message, Message::NowReach { far: 0, .. });
        let all = self.abilities_now().into_iter();
        let all = all.filter(|message| !is_vain(message));
        let (notes, details): (Vec<_>, Vec<_>) = all.partition(is_fatal);
        Prompt {
            figures: self.step_figures(),
            notes: notes.into_iter().map(Into::into).collect(),
            details: details.into_iter().map(Into::into).collect(),
            ..Prompt::new(self.ask_step().into(), Vec::new())
        }
    }

    fn ask_step(&self) -> Message {
        let uses: Vec<Colour> = self.users().collect();
        let standing = Standing {
            damage: self.damage,
            limit: super::BRAIN_DEATH,
            target: self.target,
            stack: self.stack.count(),
            outside: self.outside(),
        };
        if uses.is_empty() {
            return Message::Step(standing);
        }
        Message::StepCustom { standing, uses }
    }

    /// Returns the question for a structure within reach; few of them are listed as answers with
    /// `pass`.
    fn ask_reach(&self, breaker: Colour, within: u8) -> Prompt {
        let spaces: Vec<Space> = self.reachable(breaker, within).collect();
        let ask = Message::AskReach {
            breaker,
            within,
            count: spaces.len(),
        };
        if spaces.len() >= MAX_CHOICES {
            let figures = self.reach_figures(breaker, within).into_iter();
            return Prompt {
                figures: figures.collect(),
                ..Prompt::new(ask.into(), Vec::new())
            };
        }
        let tiles = spaces.iter().filter_map(|space| self.matrix.at(*space));
        let challenges = tiles.filter_map(|tile| {
            let odds = self.odds(breaker, tile.space, None).ok()?;
            let boosted = odds.improved().map(Chance::percent);
            let what = Message::ChoiceReach {
                space: tile.space,
                structure: tile.structure,
                strength: tile.strength(),
                boosted: boosted.unwrap_or(0),
                odds: odds.plain.into(),
            };
            Some(choice(Action::step_to(breaker, tile.space), what))
        });
        let pass = choice(Action::Pass, Message::ChoicePass);
        Prompt::new(ask.into(), challenges.chain([pass]).collect())
    }

    /// Returns the question for a boost; tokens are listed unless all are of the structure's colour.
    fn ask_boost(&self, challenge: Challenge) -> Prompt {
        let (colour, kind) = (challenge.structure.colour, challenge.structure.into());
        let after = self.after(Action::Boost, challenge);
        let boosting = self.boosting(challenge);
        let spent = boosting
            .iter()
            .flat_map(|boosting| boosting.tokens.counts());
        let spent: Vec<char> = spent.map(|(colour, _)| colour.letter()).collect();
        let (ask, boost) = match boosting {
            Some(boosting) if !boosting.is_plain(colour) => {
                let tokens = boosting.tokens;
                let ask = Message::AskMixed {
                    challenge,
                    kind,
                    tokens,
                    red_twice: boosting.counts_twice(),
                    have: self.hand,
                };
                (ask, Message::ChoiceBoostMixed { tokens, after })
            }
            _ => {
                let tokens = challenge.need();
                let ask = Message::Ask {
                    challenge,
                    kind,
                    need: tokens,
                    colour,
                    have: self.hand.of(colour),
                };
                let boost = Message::ChoiceBoost {
                    tokens,
                    colour,
                    after,
                };
                (ask, boost)
            }
        };
        let after = self.after(Action::Hold, challenge);
        let hold = Message::ChoiceHold { kind, after };
        let choices = vec![choice(Action::Boost, boost), choice(Action::Hold, hold)];
        Prompt {
            letters: letters(colour, &spent),
            ..Prompt::new(ask.into(), choices).yes_or_no()
        }
    }

    /// Returns the consequences of an answer: damage, the breaker's place, tokens in hand, a token
    /// found, and the end if any.
    fn after(&self, answer: Action, challenge: Challenge) -> After {
        let mut after = self.clone();
        let mut found = None;
        let played = after.act(&answer, &mut Dice::none(), &mut |event| {
            if let Event::Token { colour, .. } = event {
                found = Some(colour);
            }
        });
        let end = match (played, after.phase) {
            (Ok(_), Phase::Over(end)) => Some(end.ending()),
            _ => None,
        };
        After {
            damage: after.damage,
            place: after.place(challenge.breaker),
            hand: after.hand,
            found,
            end,
        }
    }
}

impl RunEnd {
    /// Returns the end as used in messages.
    pub(super) fn ending(self) -> Ending {
        match self {
            RunEnd::Won => Ending::Won,
            RunEnd::Dead => Ending::Dead,
            RunEnd::Lost => Ending::Lost,
            RunEnd::Jacked(_) => Ending::Jacked,
        }
    }
}

/// Returns the letters that answer the question for a boost: those of the answers, of yes and no, of the structure's
/// colour, and of the colours to be spent. A letter of the hand that is not spent answers nothing.
fn letters(structure: Colour, spent: &[char]) -> Vec<(char, String)> {
    let structure = structure.letter();
    let boosts = ['b', 'y', structure]
        .into_iter()
        .chain(spent.iter().copied());
    let boosts = boosts.map(|letter| (letter, Action::Boost));
    let holds = ['h', 'n'].map(|letter| (letter, Action::Hold));
    boosts
        .chain(holds)
        .map(|(letter, action)| (letter, action.to_string()))
        .collect()
}

/// Returns an answer with its description.
fn choice(action: Action, what: Message) -> Choice {
    Choice {
        action: action.to_string(),
        what: what.into(),
    }
}
