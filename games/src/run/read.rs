//! Validation of written actions: from an action to a legal move, or to the reason of its refusal.

use super::{
    action::{Action, Move, Toward, What},
    breakers::Ability,
    position::{Challenge, Phase, Position, Question},
    power_ups::PowerUps,
    refusal::{self, Refusal},
    space::Space,
    structure::Colour,
};

impl Position {
    /// Returns the move that an action means in this position.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    pub(super) fn move_of(&self, action: Action) -> Result<Move, Refusal> {
        match (self.phase, action) {
            (Phase::Over(_), _) => Err(Refusal::Over),
            (_, Action::Quit) => Ok(action),
            (
                Phase::Step,
                Action::Step {
                    breaker,
                    to,
                    choice,
                },
            ) => self.read_step(breaker, to, choice),
            (Phase::Step, Action::Use { breaker, what, pay }) => {
                self.read_use(breaker, what.canonical(), pay)
            }
            (Phase::Step, Action::Pass) => Err(Refusal::NothingToPass),
            (Phase::Step, Action::Boost | Action::Hold) => Err(Refusal::NothingAsked),
            (Phase::Asked(question), action) => self.read_answer(question, action),
        }
    }

    /// Reads the answer to a question: `boost` or `hold`, or a structure within reach or `pass`.
    fn read_answer(&self, question: Question, action: Action) -> Result<Move, Refusal> {
        match (question, action) {
            (Question::Boost(_), Action::Boost | Action::Hold) => Ok(action),
            (Question::Boost(Challenge { breaker, space, .. }), _) => {
                Err(Refusal::AnswerFirst { breaker, space })
            }
            (
                Question::Reach {
                    breaker: reaching, ..
                },
                Action::Step {
                    breaker,
                    to,
                    choice,
                },
            ) if breaker == reaching => self.read_step(breaker, to, choice),
            (Question::Reach { .. }, Action::Pass) => Ok(action),
            (Question::Reach { breaker, .. }, _) => Err(Refusal::ReachFirst { breaker }),
        }
    }

    /// Returns the destination space of a step.
    fn toward(&self, breaker: Colour, to: Toward) -> Result<Space, Refusal> {
        match to {
            Toward::Space(space) => Ok(space),
            Toward::Way(way) => {
                let from = self.place(breaker);
                let from = from.ok_or(Refusal::OutsideWay { breaker })?;
                from.next(way).ok_or(Refusal::Edge { breaker, from, way })
            }
        }
    }

    /// Checks a step or a challenge within reach, with its choice.
    fn read_step(
        &self,
        breaker: Colour,
        to: Toward,
        choice: Option<&'static str>,
    ) -> Result<Move, Refusal> {
        let space = self.toward(breaker, to)?;
        self.may_go(breaker, space)?;
        self.base(breaker, choice, Some(space))?;
        Ok(Action::Step {
            breaker,
            to: Toward::Space(space),
            choice,
        })
    }

    /// Checks a use of an ability; the move names the price where there is a choice.
    fn read_use(
        &self,
        breaker: Colour,
        what: What,
        pay: Option<PowerUps>,
    ) -> Result<Move, Refusal> {
        let ability = self.ability(breaker, &what)?;
        (ability.may)(&self.view(breaker), &what)?;
        let tokens = self.payment(breaker, ability, &what, pay)?;
        Ok(Action::Use {
            breaker,
            what,
            pay: ability.tokens.is_open().then_some(tokens),
        })
    }

    /// Returns the ability that takes an argument of this form.
    pub(super) fn ability(
        &self,
        breaker: Colour,
        what: &What,
    ) -> Result<&'static Ability, Refusal> {
        let acting = self.named(breaker);
        let Some(entry) = self.breaker(breaker) else {
            return Err(Refusal::PlainBreaker { breaker });
        };
        if entry.abilities.is_empty() {
            return Err(Refusal::NoAbility(acting));
        }
        let fitting = entry.abilities.iter().find(|a| a.form.fits(what));
        fitting.ok_or_else(|| {
            let examples: Vec<_> = entry.examples().collect();
            Refusal::UseForm {
                acting,
                examples: examples.join(", "),
            }
        })
    }

    /// Returns the tokens to pay: those named, or the only possible ones.
    fn payment(
        &self,
        breaker: Colour,
        ability: &Ability,
        what: &What,
        pay: Option<PowerUps>,
    ) -> Result<PowerUps, Refusal> {
        let acting = self.named(breaker);
        let payments = ability.tokens.payments(what);
        if let Some(named) = pay
            && !payments.contains(&named)
        {
            return Err(Refusal::WrongPrice {
                acting,
                cost: refusal::listed(&payments),
            });
        }
        let wanted = payments
            .iter()
            .filter(|tokens| pay.is_none_or(|pay| pay == **tokens));
        let mut can = wanted.filter(|tokens| self.hand.has(tokens));
        match (can.next(), can.next()) {
            (Some(tokens), None) => Ok(*tokens),
            (Some(_), Some(_)) => Err(Refusal::NamePrice {
                acting,
                example: ability.example,
            }),
            (None, _) => {
                let cost = pay.map_or(payments, |pay| vec![pay]);
                Err(Refusal::MissingTokens {
                    acting,
                    cost: refusal::listed(&cost),
                    have: self.hand,
                })
            }
        }
    }
}
