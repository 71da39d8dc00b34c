//! What positions and moves are worth to the computer player.

use std::ops::ControlFlow;

use super::{marble::Marbles, moves::Move, position::Position};
use crate::{game::Game, rules::Rules, search::Evaluate, seat::Seat};

/// What a captured marble is worth, by its colour.
const WORTH: [i32; 3] = [100, 75, 60];

impl Evaluate for Position {
    const PACE: u64 = 1_500_000;
    const LOOKS_ON: i32 = 0;
    const PLACES: usize = 37 * 64;

    fn value(&self) -> i32 {
        let worth = |Marbles(counts): Marbles| -> i32 {
            let worth = counts.into_iter().zip(WORTH);
            worth.map(|(count, worth)| i32::from(count) * worth).sum()
        };
        let [first, second] = self.captured.map(worth);
        match self.mover {
            Seat::First => first - second,
            Seat::Second => second - first,
        }
    }

    fn is_loud(&self) -> bool {
        self.can_capture()
    }

    fn each_loud(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.is_loud() {
            true => self.each_move(visit),
            false => ControlFlow::Continue(()),
        }
    }

    fn is_contested(&self) -> bool {
        false
    }

    fn promise(&self, played: Move) -> i32 {
        match played {
            Move::Capture(_, jumps) => 1_000 * jumps.len() as i32,
            Move::Isolate(_, claimed) => 2_000 * claimed.len() as i32,
            Move::Place(_) => 0,
        }
    }

    fn place(&self, played: Move) -> usize {
        match played {
            Move::Capture(from, _) => from.index(),
            Move::Place(placement) | Move::Isolate(placement, _) => {
                64 * (1 + placement.colour as usize) + placement.at.index()
            }
        }
    }

    fn notation(&self, played: Move) -> String {
        self.write(played).to_string()
    }
}
