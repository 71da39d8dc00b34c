//! What the runner is asked.

use super::{
    action::Action,
    facts::kind,
    position::{Challenge, End, Phase, Position},
};
use crate::{
    dice::Dice,
    game::{Arg, Choice, Fact, Prompt},
};

impl Position {
    /// The question that the run waits with.
    pub(super) fn question(&self) -> Option<Prompt> {
        match self.phase {
            Phase::Over(_) => None,
            Phase::Step => Some(Prompt {
                ask: Fact::new("run-step")
                    .with("damage", self.damage)
                    .with("limit", super::BRAIN_DEATH)
                    .with("target", self.target_arg())
                    .with("stack", self.stack.count())
                    .with("outside", self.outside()),
                choices: Vec::new(),
            }),
            Phase::Asked(challenge) => Some(Prompt {
                ask: self.ask(challenge),
                choices: vec![self.boost_choice(challenge), self.hold_choice(challenge)],
            }),
        }
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
        Fact::new("run-ask")
            .with("breaker", challenge.breaker.letter())
            .with("space", challenge.space.to_string())
            .with("structure", structure.to_string())
            .with("kind", kind(structure))
            .with("strength", challenge.strength)
            .with("against", structure.strength())
            .with("need", challenge.need())
            .with("colour", structure.colour.letter())
            .with("have", self.hand.of(structure.colour))
    }

    fn boost_choice(&self, challenge: Challenge) -> Choice {
        let (colour, tokens) = (challenge.structure.colour, challenge.need());
        let what = Fact::new("run-choice-boost")
            .with("tokens", tokens)
            .with("colour", colour.letter())
            .with("left", self.hand.of(colour).saturating_sub(tokens))
            .with("end", self.end_after(Action::Boost));
        Choice {
            action: Action::Boost.to_string(),
            what,
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
