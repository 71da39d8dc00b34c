//! From a loose setup to a position: what every position of a run has in common.

use super::{
    matrix::{Matrix, Tile},
    position::{Challenge, End, Phase, Position},
    space::Space,
    stack::Stack,
    structure::{Colour, Structure},
    tokens::Tokens,
};
use crate::game::Illegal;

/// A run as somebody wrote it down, which need not be possible.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) matrix: Vec<Tile>,
    pub(super) breakers: [Option<Space>; 4],
    pub(super) hand: Tokens,
    pub(super) bank: Tokens,
    pub(super) damage: u8,
    /// Top first.
    pub(super) stack: Vec<Structure>,
    pub(super) target: Option<u8>,
    pub(super) roll: Option<Roll>,
    pub(super) ending: Option<Ending>,
}

/// A roll that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roll {
    pub(super) breaker: Colour,
    pub(super) space: Space,
    pub(super) strength: u8,
}

/// The word with which a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Won,
    Dead,
    Lost,
    Jacked,
}

/// The most damage there can be: a price of two on top of nine.
const MOST_DAMAGE: u8 = 11;

impl Setup {
    /// The position, when the game can come to it.
    pub(super) fn check(self) -> Result<Position, Illegal> {
        let stack = Stack::of(self.stack);
        let Some(matrix) = Matrix::of(self.matrix) else {
            return Err(Illegal::new("run-position-structures"));
        };
        check_structures(&matrix, &stack)?;
        check_distances(&matrix)?;
        check_breakers(&matrix, &self.breakers)?;
        check_tokens(&matrix, &self.hand, &self.bank)?;
        if self.damage > MOST_DAMAGE {
            return Err(Illegal::new("run-position-damage").with("damage", self.damage));
        }
        let mut position = Position {
            matrix,
            breakers: self.breakers,
            hand: self.hand,
            bank: self.bank,
            damage: self.damage,
            stack,
            target: self.target,
            phase: Phase::Step,
        };
        let asked = match self.roll {
            Some(roll) => Some(position.check_roll(roll)?),
            None => None,
        };
        position.phase = position.check_ending(asked, self.ending)?;
        Ok(position)
    }
}

/// Every structure once, in the matrix or in the stack, and the stack as it can be dealt.
fn check_structures(matrix: &Matrix, stack: &Stack) -> Result<(), Illegal> {
    let installed = matrix.tiles().iter().map(|tile| tile.structure);
    let found: Vec<Structure> = installed.chain(stack.downwards()).collect();
    if found.len() != Structure::COUNT || !Structure::all().all(|one| found.contains(&one)) {
        return Err(Illegal::new("run-position-structures"));
    }
    if stack.can_be_dealt() {
        Ok(())
    } else {
        Err(Illegal::new("run-position-stack"))
    }
}

/// At most three structures around each.
fn check_distances(matrix: &Matrix) -> Result<(), Illegal> {
    let crowded = |tile: &&Tile| matrix.count_around(tile.space) > Matrix::MOST_AROUND;
    match matrix.tiles().iter().find(crowded) {
        Some(tile) => {
            Err(Illegal::new("run-position-crowded").with("space", tile.space.to_string()))
        }
        None => Ok(()),
    }
}

/// Every breaker outside or on a structure of its own, from which it has taken the token.
fn check_breakers(matrix: &Matrix, breakers: &[Option<Space>; 4]) -> Result<(), Illegal> {
    for (colour, place) in Colour::ALL.into_iter().zip(breakers) {
        let Some(space) = place else { continue };
        let refused = |code| {
            Err(Illegal::new(code)
                .with("breaker", colour.letter())
                .with("space", space.to_string()))
        };
        let here = breakers.iter().filter(|other| *other == place).count();
        match matrix.at(*space) {
            Some(tile) if here == 1 && !tile.token => {}
            Some(_) if here == 1 => return refused("run-position-token"),
            _ => return refused("run-position-breakers"),
        }
    }
    Ok(())
}

/// Five tokens of each colour in bank, hand and matrix together.
fn check_tokens(matrix: &Matrix, hand: &Tokens, bank: &Tokens) -> Result<(), Illegal> {
    for colour in Colour::ALL {
        let lying = |tile: &&Tile| tile.token && tile.structure.colour == colour;
        let lying = matrix.tiles().iter().filter(lying).count();
        let count = lying + usize::from(hand.of(colour)) + usize::from(bank.of(colour));
        if count != usize::from(Tokens::EACH) {
            return Err(Illegal::new("run-position-tokens")
                .with("colour", colour.letter())
                .with("count", count));
        }
    }
    Ok(())
}

impl Position {
    /// The challenge that a roll belongs to: an unoccupied structure next to the breaker, a
    /// strength that a die can give, too low, and enough tokens to lift it.
    fn check_roll(&self, roll: Roll) -> Result<Challenge, Illegal> {
        let Roll {
            breaker,
            space,
            strength,
        } = roll;
        let refused = Illegal::new("run-position-ask")
            .with("breaker", breaker.letter())
            .with("space", space.to_string())
            .with("strength", strength);
        let Some(tile) = self.matrix.at(space) else {
            return Err(refused);
        };
        let structure = tile.structure;
        let challenge = Challenge {
            breaker,
            space,
            structure,
            strength,
        };
        let next = self
            .place(breaker)
            .is_none_or(|from| from.is_next_to(space));
        let rolled = (1..=6).any(|die| Position::strength(breaker, structure, die) == strength);
        let liftable = challenge.need() <= self.hand.of(structure.colour);
        let fits = next && rolled && liftable && !challenge.breaks();
        if fits && self.breaker_on(space).is_none() {
            Ok(challenge)
        } else {
            Err(refused)
        }
    }

    /// The phase, when the word at the end, or none, is what the rules make of the rest.
    fn check_ending(
        &self,
        asked: Option<Challenge>,
        ending: Option<Ending>,
    ) -> Result<Phase, Illegal> {
        let verdict = self.verdict();
        let phase = match (asked, ending, verdict) {
            (None, None, None) => Phase::Step,
            (Some(challenge), None, None) => Phase::Asked(challenge),
            (asked, Some(Ending::Jacked), None) => Phase::Over(End::Jacked(asked)),
            (None, Some(Ending::Won), Some(End::Won))
            | (None, Some(Ending::Dead), Some(End::Dead))
            | (None, Some(Ending::Lost), Some(End::Lost)) => match verdict {
                Some(end) => Phase::Over(end),
                None => Phase::Step,
            },
            _ => {
                let expected = verdict.map_or("-", End::name);
                return Err(Illegal::new("run-position-result").with("expected", expected));
            }
        };
        Ok(phase)
    }
}
