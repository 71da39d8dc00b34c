//! A breaker against a structure: strength, boost, and what comes of it. Step numbers are those
//! of *Making a run* in the rulebook.

use super::{
    facts::Event,
    position::{Challenge, Phase, Position},
    space::Space,
    structure::{Colour, Structure},
};

impl Position {
    /// The strength of a breaker against a structure after a roll and before a boost (step 3).
    /// The one place where it is computed.
    pub(super) fn strength(breaker: Colour, against: Structure, die: u8) -> u8 {
        die.saturating_add(u8::from(breaker == against.colour))
    }

    /// A roll against a structure (step 3). It is settled at once unless the runner can choose
    /// to lift a strength that is too low.
    pub(super) fn challenge(
        &mut self,
        breaker: Colour,
        space: Space,
        structure: Structure,
        die: u8,
        log: &mut impl FnMut(Event),
    ) {
        let challenge = Challenge {
            breaker,
            space,
            structure,
            strength: Position::strength(breaker, structure, die),
        };
        log(Event::Rolled { die, challenge });
        if !challenge.breaks() && challenge.need() <= self.hand.of(structure.colour) {
            self.phase = Phase::Asked(challenge);
        } else {
            self.settle(challenge, log);
        }
    }

    /// Discards the tokens that are needed to the bank and breaks the structure (steps 3 and 4).
    pub(super) fn boost(&mut self, challenge: Challenge, log: &mut impl FnMut(Event)) {
        let (tokens, colour) = (challenge.need(), challenge.structure.colour);
        if self.hand.take(colour, tokens) {
            self.bank.add(colour, tokens);
            log(Event::Boosted { challenge, tokens });
            let strength = challenge.strength.saturating_add(tokens);
            self.settle(
                Challenge {
                    strength,
                    ..challenge
                },
                log,
            );
        }
    }

    /// Moves the breaker or keeps it out, and looks whether the run has ended (steps 4 to 7).
    pub(super) fn settle(&mut self, challenge: Challenge, log: &mut impl FnMut(Event)) {
        if challenge.breaks() {
            log(Event::Broken(challenge));
            self.move_in(challenge, log);
        } else {
            let held = challenge.structure.is_fort();
            log(if held {
                Event::FortHeld(challenge)
            } else {
                Event::FailedIce(challenge)
            });
            self.damage = self.damage.saturating_add(1);
            log(Event::Damage { total: self.damage });
            if !held {
                self.move_in(challenge, log);
            }
        }
        self.phase = match self.verdict() {
            Some(end) => Phase::Over(end),
            None => Phase::Step,
        };
    }

    /// Moves the breaker onto the structure, where it takes the token (steps 4 and 5).
    fn move_in(&mut self, challenge: Challenge, log: &mut impl FnMut(Event)) {
        let Challenge { breaker, space, .. } = challenge;
        self.breakers[breaker.index()] = Some(space);
        if self.matrix.take_token(space) {
            let colour = challenge.structure.colour;
            self.hand.add(colour, 1);
            log(Event::Token {
                breaker,
                colour,
                have: self.hand.of(colour),
            });
        }
    }
}
