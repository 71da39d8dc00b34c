//! Validation of a run that was read: the invariants of every position.

use super::{
    breakers::Trace,
    matrix::{Matrix, Tile},
    message::Ending,
    position::{Challenge, Kept, Phase, Position, Question, RunEnd},
    power_ups::PowerUps,
    refusal::Refusal,
    space::Space,
    stack::Stack,
    structure::{Colour, Structure},
};

/// A pending question as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked {
    /// A roll that waits for `boost` or `hold`.
    Roll {
        breaker: Colour,
        space: Space,
        strength: u8,
    },
    /// A challenge within a distance.
    Reach(u8),
}

/// Maximum damage: a price of two on top of nine.
const MAX_DAMAGE: u8 = 11;

impl Position {
    /// Returns a position that was read, with its question or end, if it can occur in a game.
    ///
    /// # Errors
    /// The first invariant that is violated.
    pub(super) fn checked(
        mut self,
        asked: Option<Asked>,
        ending: Option<Ending>,
    ) -> Result<Position, Refusal> {
        check_structures(&self.matrix, &self.stack)?;
        check_distances(&self.matrix)?;
        check_tokens(&self.matrix, &self.hand, &self.bank)?;
        let damage = self.damage;
        Refusal::PositionDamage { damage }.when(damage > MAX_DAMAGE)?;
        self.check_breakers()?;
        self.check_kept()?;
        self.check_lowered()?;
        let asked = asked.map(|asked| self.check_asked(asked)).transpose()?;
        self.phase = self.check_ending(asked, ending)?;
        Ok(self)
    }
}

/// Checks that every structure occurs once, in the matrix or in the stack, and that the stack can
/// be dealt.
fn check_structures(matrix: &Matrix, stack: &Stack) -> Result<(), Refusal> {
    let installed = matrix.tiles().iter().map(|tile| tile.structure);
    let found: Vec<Structure> = installed.chain(stack.downwards()).collect();
    let is_complete = Structure::all().all(|one| found.contains(&one));
    Refusal::PositionStructures.when(found.len() != Structure::COUNT || !is_complete)?;
    Refusal::PositionStack.when(!stack.can_be_dealt())
}

/// Checks that at most three structures are adjacent to each.
fn check_distances(matrix: &Matrix) -> Result<(), Refusal> {
    let crowded = |tile: &&Tile| matrix.count_around(tile.space) > Matrix::MAX_NEIGHBOURS;
    match matrix.tiles().iter().find(crowded) {
        Some(tile) => Err(Refusal::PositionCrowded { space: tile.space }),
        None => Ok(()),
    }
}

/// Checks that there are five tokens of each colour in bank, hand and matrix together.
fn check_tokens(matrix: &Matrix, hand: &PowerUps, bank: &PowerUps) -> Result<(), Refusal> {
    for colour in Colour::ALL {
        let lying = |tile: &&Tile| tile.token && tile.structure.colour == colour;
        let lying = matrix.tiles().iter().filter(lying).count();
        let count = lying + usize::from(hand.of(colour)) + usize::from(bank.of(colour));
        let wrong = count != usize::from(PowerUps::PER_COLOUR);
        Refusal::PositionTokens { colour, count }.when(wrong)?;
    }
    Ok(())
}

impl Position {
    /// Returns the lasting effects of the custom breakers, each with its breaker.
    fn traces(&self) -> impl Iterator<Item = (Colour, Trace)> {
        Colour::ALL.into_iter().flat_map(|breaker| {
            let traces = self.breaker(breaker).map(|custom| custom.leaves);
            let traces = traces.unwrap_or_default().iter();
            traces.map(move |trace| (breaker, *trace))
        })
    }

    /// Checks that every breaker is outside or on a structure whose token it has taken, alone there
    /// unless a custom breaker can join others.
    fn check_breakers(&self) -> Result<(), Refusal> {
        let company = self.traces().any(|(_, trace)| trace == Trace::Company);
        for breaker in Colour::ALL {
            let Some(space) = self.place(breaker) else {
                continue;
            };
            let alone = company || self.breakers_on(space).count() == 1;
            match self.matrix.at(space) {
                Some(tile) if alone && !tile.token => {}
                Some(_) if alone => return Err(Refusal::PositionToken { breaker, space }),
                _ => return Err(Refusal::PositionBreakers { breaker, space }),
            }
        }
        Ok(())
    }

    /// Checks that kept effects come from an ability.
    fn check_kept(&self) -> Result<(), Refusal> {
        for breaker in Colour::ALL {
            let Kept { strength, bonus } = self.kept(breaker);
            let bonus_fits = self.traces().any(|(by, trace)| match trace {
                Trace::AnyBonus(each) => bonus % each == 0,
                Trace::OwnBonus(each) => by == breaker && bonus % each == 0,
                _ => false,
            });
            let strength_fits = |strength| {
                self.traces().any(|(by, trace)| match trace {
                    Trace::Strength(least, most) => {
                        by == breaker && (least..=most).contains(&strength)
                    }
                    _ => false,
                })
            };
            let wrong = (bonus > 0 && !bonus_fits) || !strength.is_none_or(strength_fits);
            let breaker = self.custom_name(breaker);
            Refusal::PositionKept { breaker }.when(wrong)?;
        }
        Ok(())
    }

    /// Checks that structures are lowered by two at a time, and only while they have strength left.
    fn check_lowered(&self) -> Result<(), Refusal> {
        let can_be = self.traces().any(|(_, trace)| trace == Trace::Lowered);
        let wrong = |tile: &&Tile| {
            let most = tile.structure.strength() + 1;
            tile.lowered > 0 && (!can_be || !tile.lowered.is_multiple_of(2) || tile.lowered > most)
        };
        match self.matrix.tiles().iter().find(wrong) {
            Some(tile) => Err(Refusal::PositionLowered { space: tile.space }),
            None => Ok(()),
        }
    }

    /// Returns the pending question.
    fn check_asked(&self, asked: Asked) -> Result<Question, Refusal> {
        match asked {
            Asked::Roll {
                breaker,
                space,
                strength,
            } => {
                let challenge = self.check_roll(breaker, space, strength);
                challenge.map(Question::Boost).ok_or(Refusal::PositionAsk {
                    breaker,
                    space,
                    strength,
                })
            }
            Asked::Reach(within) => {
                let reaches = |breaker: &Colour| self.reach_of(*breaker) > 1;
                match Colour::ALL.into_iter().find(reaches) {
                    Some(breaker) if (1..=6).contains(&within) => {
                        Ok(Question::Reach { breaker, within })
                    }
                    _ => Err(Refusal::PositionReach { within }),
                }
            }
        }
    }

    /// Returns the maximum reach of a breaker's ability; 1 if it has none for that.
    fn reach_of(&self, breaker: Colour) -> u8 {
        let mut abilities = self.abilities(breaker).iter();
        if abilities.any(|ability| ability.rolls) {
            6
        } else {
            1
        }
    }

    /// Returns the challenge of a pending roll: an unoccupied structure next to the breaker or
    /// within its reach, a possible strength that is too low, and enough tokens to boost it.
    fn check_roll(&self, breaker: Colour, space: Space, strength: u8) -> Option<Challenge> {
        let tile = self.matrix.at(space)?;
        let challenge = Challenge {
            breaker,
            space,
            structure: tile.structure,
            strength,
            against: tile.strength(),
        };
        let steps = self.breaker(breaker).map_or(1, |custom| custom.steps);
        let reach = steps.max(self.reach_of(breaker));
        let near = self.view(breaker).distance(space)? <= reach;
        let own = u8::from(breaker == tile.structure.colour);
        let rolled = (1 + own..=6 + own).contains(&strength);
        let can_be = rolled || self.is_custom();
        let can_boost = self.boosting(challenge).is_some();
        let free = self.breaker_on(space).is_none();
        (near && can_be && can_boost && free && !challenge.breaks()).then_some(challenge)
    }

    /// Returns the phase if the written end, or none, agrees with the rules.
    fn check_ending(
        &self,
        asked: Option<Question>,
        ending: Option<Ending>,
    ) -> Result<Phase, Refusal> {
        match (asked, ending, self.verdict()) {
            (None, None, None) => Ok(Phase::Step),
            (Some(question), None, None) => Ok(Phase::Asked(question)),
            (asked, Some(Ending::Jacked), None) => Ok(Phase::Over(RunEnd::Jacked(asked))),
            (None, Some(ending), Some(end)) if ending == end.ending() => Ok(Phase::Over(end)),
            (.., verdict) => Err(Refusal::PositionResult {
                expected: verdict.map_or("-", |end| end.ending().name()),
            }),
        }
    }
}
