//! From written actions to moves, or why the rules refuse them.

use super::{
    action::{Action, Toward, What},
    breakers::Ability,
    moves::Move,
    position::{Phase, Position, Question},
    refusal::{self, Refusal},
    space::Space,
    structure::Colour,
    tokens::Tokens,
};

impl Position {
    /// The move that an action is here.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    pub(super) fn move_of(&self, action: Action) -> Result<Move, Refusal> {
        match (self.phase, action) {
            (Phase::Over(_), _) => Err(Refusal::Over),
            (_, Action::Quit) => Ok(Action::Quit),
            (Phase::Step, action) => self.read_turn(action),
            (Phase::Asked(Question::Boost(_)), Action::Boost | Action::Hold) => Ok(action),
            (Phase::Asked(Question::Boost(challenge)), _) => Err(Refusal::AnswerFirst {
                breaker: challenge.breaker,
                space: challenge.space,
            }),
            (Phase::Asked(Question::Reach { breaker, within }), action) => {
                self.read_reach(breaker, within, action)
            }
        }
    }

    /// A step or an ability.
    fn read_turn(&self, action: Action) -> Result<Move, Refusal> {
        match action {
            Action::Step {
                breaker,
                to,
                choice,
            } => {
                let space = self.toward(breaker, to)?;
                self.may_step(breaker, space)?;
                self.read_choice(breaker, space, choice)
            }
            Action::Use { breaker, what, pay } => self.read_use(breaker, what.canonical(), pay),
            Action::Pass => Err(Refusal::NothingToPass),
            Action::Boost | Action::Hold | Action::Quit => Err(Refusal::NothingAsked),
        }
    }

    /// The structure that a breaker challenges from afar, or none.
    fn read_reach(&self, reaching: Colour, within: u8, action: Action) -> Result<Move, Refusal> {
        match action {
            Action::Step {
                breaker,
                to,
                choice,
            } if breaker == reaching => {
                let space = self.toward(breaker, to)?;
                self.may_reach(breaker, space, within)?;
                self.read_choice(breaker, space, choice)
            }
            Action::Pass => Ok(action),
            _ => Err(Refusal::ReachFirst { breaker: reaching }),
        }
    }

    /// The space to which a step leads.
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

    /// A step to a space that has been found to be possible, with the strength chosen for it.
    fn read_choice(
        &self,
        breaker: Colour,
        space: Space,
        choice: Option<&'static str>,
    ) -> Result<Move, Refusal> {
        self.base(breaker, choice, Some(space))?;
        Ok(Action::Step {
            breaker,
            to: Toward::Space(space),
            choice,
        })
    }

    /// A use of an ability; the price is named where there is a choice.
    fn read_use(&self, breaker: Colour, what: What, pay: Option<Tokens>) -> Result<Move, Refusal> {
        let ability = self.ability(breaker, &what)?;
        (ability.may)(&self.view(breaker), &what)?;
        let tokens = self.payment(breaker, ability, &what, pay)?;
        Ok(Action::Use {
            breaker,
            what,
            pay: ability.tokens.is_open().then_some(tokens),
        })
    }

    /// The ability for which this is named.
    pub(super) fn ability(
        &self,
        breaker: Colour,
        what: &What,
    ) -> Result<&'static Ability, Refusal> {
        let custom = self.custom_name(breaker);
        let Some(entry) = self.breaker(breaker) else {
            return Err(Refusal::PlainBreaker { breaker });
        };
        if entry.abilities.is_empty() {
            return Err(Refusal::NoAbility { breaker, custom });
        }
        let fitting = entry.abilities.iter().find(|a| a.form.fits(what));
        fitting.ok_or_else(|| {
            let examples: Vec<_> = entry.examples().collect();
            Refusal::UseForm {
                breaker,
                custom,
                examples: examples.join(", "),
            }
        })
    }

    /// The tokens that are paid: those named, or the only ones that can be.
    fn payment(
        &self,
        breaker: Colour,
        ability: &Ability,
        what: &What,
        pay: Option<Tokens>,
    ) -> Result<Tokens, Refusal> {
        let custom = self.custom_name(breaker);
        let payments = ability.tokens.payments(what);
        if let Some(named) = pay
            && !payments.contains(&named)
        {
            return Err(Refusal::WrongPrice {
                breaker,
                custom,
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
                breaker,
                custom,
                example: ability.example,
            }),
            (None, _) => {
                let cost = pay.map_or(payments, |pay| vec![pay]);
                Err(Refusal::MissingTokens {
                    breaker,
                    custom,
                    cost: refusal::listed(&cost),
                    have: self.hand.listed(),
                })
            }
        }
    }
}
