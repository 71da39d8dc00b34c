//! Challenges of a breaker against a structure: strength, boost and outcome.
//!
//! Step numbers are those of *Making a run* in the rulebook.

use super::{
    boost::{self, Boosting},
    breakers::{Base, View},
    event::Event,
    matrix::Tile,
    measure::{Measure, Rolls},
    position::{Challenge, Kept, Phase, Position, Question},
    refusal::Refusal,
    space::Space,
    structure::Colour,
};
use crate::dice::Dice;

impl Position {
    /// Returns the formula of a breaker's strength in a challenge; `also` is where a structure is
    /// about to be installed.
    ///
    /// # Errors
    /// The reason why that choice can't be made.
    pub(super) fn base(
        &self,
        breaker: Colour,
        choice: Option<&'static str>,
        also: Option<Space>,
    ) -> Result<Base, Refusal> {
        let mut view = self.view(breaker);
        view.also = also;
        if let Some(word) = choice {
            return match self.choice(breaker) {
                Some(choice) if choice.word == word => (choice.strength)(&view),
                _ => Err(Refusal::NoChoice {
                    acting: self.named(breaker),
                    word,
                }),
            };
        }
        let kept = self.kept(breaker).strength;
        Ok(kept.map_or_else(|| self.formula(&view), Base::Set))
    }

    /// Returns a breaker's own formula, without kept values.
    fn formula(&self, view: &View<'_>) -> Base {
        match self.breaker(view.breaker) {
            Some(custom) => (custom.strength)(view),
            None => Base::Die(0),
        }
    }

    /// Returns the formulas of the adjacent breakers, for their sum.
    fn neighbour_formulas(&self, breaker: Colour) -> impl Iterator<Item = Base> {
        let others = self.view(breaker).next_to();
        others.map(|other| self.formula(&self.view(other)))
    }

    /// Rolls the dice of a strength.
    pub(super) fn roll(&self, breaker: Colour, base: Base, dice: &mut Dice) -> Rolls {
        let count = self.dice_for(breaker, base);
        let die = |_| dice.roll().unwrap_or_default();
        (0..count).map(die).fold(Rolls::default(), Rolls::with)
    }

    /// Returns the number of dice of a strength.
    pub(super) fn dice_for(&self, breaker: Colour, base: Base) -> usize {
        match base {
            Base::Die(_) => 1,
            Base::Fixed(_) | Base::Set(_) => 0,
            Base::Sum => {
                let others = self.neighbour_formulas(breaker);
                others.filter(|base| matches!(base, Base::Die(_))).count()
            }
        }
    }

    /// Returns the value of a strength with the dice rolled.
    fn value(&self, breaker: Colour, base: Base, rolls: &Rolls) -> i32 {
        let mut dice = rolls.numbers().map(i32::from);
        let mut number = |base| match base {
            Base::Die(more) => dice.next().unwrap_or(0) + i32::from(more),
            Base::Fixed(number) | Base::Set(number) => i32::from(number),
            Base::Sum => 0,
        };
        match base {
            Base::Sum => {
                let others = self.neighbour_formulas(breaker);
                others.map(|base| number(base).max(0)).sum()
            }
            base => number(base),
        }
    }

    /// Returns the bonus lent by nearby custom breakers; each lends at most once.
    fn lent(&self, breaker: Colour) -> u8 {
        let lends = |other: Colour| {
            let loan = self.breaker(other)?.lends.as_ref()?;
            let distance = self.view(other).distance_to(breaker)?;
            (distance <= loan.within).then_some(loan.bonus)
        };
        if self.is_custom() {
            Colour::ALL.into_iter().filter_map(lends).sum()
        } else {
            0
        }
    }

    /// Resolves a challenge with the dice rolled (step 3). It is settled at once unless the runner
    /// can boost a strength that is too low.
    pub(super) fn challenge(
        &mut self,
        breaker: Colour,
        space: Space,
        base: Base,
        rolls: Rolls,
        log: &mut impl FnMut(Event),
    ) {
        let Some(tile) = self.matrix.at(space) else {
            return;
        };
        let (measure, challenge) = self.measured(breaker, tile, base, rolls);
        let die = rolls.numbers().next().unwrap_or_default();
        log(if measure.is_plain() {
            let bonus = measure.bonus;
            Event::Rolled {
                die,
                bonus,
                challenge,
            }
        } else {
            Event::Measured { measure, challenge }
        });
        if !challenge.breaks() && self.boosting(challenge).is_some() {
            self.phase = Phase::Asked(Question::Boost(challenge));
        } else {
            self.settle(challenge, log);
        }
    }

    /// Returns a challenge of an installed structure with the dice rolled, and the components of
    /// its strength (step 3).
    pub(super) fn measured(
        &self,
        breaker: Colour,
        tile: &Tile,
        base: Base,
        rolls: Rolls,
    ) -> (Measure, Challenge) {
        let measure = Measure {
            custom: self.custom_name(breaker),
            dice: rolls,
            base: self.value(breaker, base, &rolls),
            bonus: u8::from(breaker == tile.structure.colour),
            kept: self.kept(breaker).bonus,
            lent: self.lent(breaker),
        };
        let challenge = Challenge {
            breaker,
            space: tile.space,
            structure: tile.structure,
            strength: measure.strength(),
            against: tile.strength(),
        };
        (measure, challenge)
    }

    /// Returns the tokens with which a challenge breaks the structure, if they are in hand (step 3).
    pub(super) fn boosting(&self, challenge: Challenge) -> Option<Boosting> {
        let pay = match self.breaker(challenge.breaker) {
            Some(custom) => custom.boost,
            None => boost::own_colour,
        };
        pay(&self.hand, challenge.structure.colour, challenge.need())
    }

    /// Discards the tokens of a boost to the bank and breaks the structure (steps 3 and 4).
    pub(super) fn boost(&mut self, challenge: Challenge, log: &mut impl FnMut(Event)) {
        let Some(boosting) = self.boosting(challenge) else {
            return;
        };
        self.hand.give(boosting.tokens, &mut self.bank);
        let strength = challenge.strength.saturating_add(boosting.points);
        let challenge = Challenge {
            strength,
            ..challenge
        };
        log(Event::boosted(challenge, boosting));
        self.settle(challenge, log);
    }

    /// Settles a challenge: moves the breaker or keeps it out, then checks for the end (steps 4 to
    /// 7).
    pub(super) fn settle(&mut self, challenge: Challenge, log: &mut impl FnMut(Event)) {
        *challenge.breaker.of_mut(&mut self.kept) = Kept::default();
        if challenge.breaks() {
            log(Event::Broken(challenge.into()));
            self.enter(challenge.breaker, challenge.space, log);
        } else {
            let held = challenge.structure.is_fort();
            log(if held {
                Event::FortHeld(challenge.into())
            } else {
                Event::FailedIce(challenge.into())
            });
            self.suffer(1, log);
            if !held {
                self.enter(challenge.breaker, challenge.space, log);
            }
        }
        self.phase = self.next_phase();
    }

    /// Adds brain damage.
    pub(super) fn suffer(&mut self, damage: u8, log: &mut impl FnMut(Event)) {
        self.damage = self.damage.saturating_add(damage);
        let total = self.damage;
        log(Event::Damage { damage, total });
    }

    /// Returns the phase after an action: the next step or the end.
    pub(super) fn next_phase(&self) -> Phase {
        self.verdict().map_or(Phase::Step, Phase::Over)
    }

    /// Moves a breaker onto a structure and takes its token (steps 4 and 5).
    pub(super) fn enter(
        &mut self,
        breaker: Colour,
        space: Space,
        log: &mut (impl FnMut(Event) + ?Sized),
    ) {
        *breaker.of_mut(&mut self.breakers) = Some(space);
        if let Some(colour) = self.matrix.take_token(space) {
            self.hand.add(colour, 1);
            log(Event::Token {
                breaker,
                colour,
                have: self.hand.of(colour),
            });
        }
    }
}
