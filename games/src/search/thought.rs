//! What a thinker is told, and what comes of it.

use super::{level::Level, why::Reason};
use crate::dice::Seed;

/// What a thinker is told. The same orders in the same position lead to the same turn, as long as
/// nobody stops it and it has one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// How well it plays.
    pub level: Level,
    /// How many turns it looks ahead at most, those of both seats counted; 1 is its own turn. What
    /// is about to be taken then is looked at all the same. `None`: what the level gives, which for
    /// the highest is without a bound.
    pub depth: Option<u32>,
    /// How many positions it looks at, at most. `None`: what the level gives.
    pub nodes: Option<u64>,
    /// How many bytes the table of positions that it has looked at may take.
    pub hash: usize,
    /// How many threads look at positions, at least 1. With more of them the same orders can lead to another turn,
    /// for it depends on which of them is faster.
    pub threads: usize,
    /// What decides between turns that are as good as each other, and what a weak level overlooks.
    pub seed: Seed,
}

impl Orders {
    /// The bytes of the table of positions when nothing else is said: 64 MiB.
    pub const HASH: usize = 64 << 20;

    /// Everything as the level gives it.
    pub const fn new(level: Level, seed: Seed) -> Orders {
        Orders {
            level,
            depth: None,
            nodes: None,
            hash: Orders::HASH,
            threads: 1,
            seed,
        }
    }
}

/// How good a position is for the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// By how much it stands better, in hundredths of a basic piece of GIPF, or of a white marble.
    Score(i32),
    /// It wins with the so many-th of its own turns: 1 is the one to be made now.
    Wins(u32),
    /// The game is lost with the so many-th of its own turns, or with the answer to it.
    Loses(u32),
}

/// What the computer has found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The actions of the whole turn as they are written in records: until it is no longer this
    /// seat's to act, the game is over, or it waits for a contest.
    pub turn: Vec<String>,
    /// How good the position is for the seat to move, that turn being played.
    pub value: Value,
    /// To how many turns everything has been looked at, at least; see [`Orders::depth`].
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// How it expects the game to go on: this turn and what comes after it.
    pub line: Vec<String>,
    /// Why, most important first. Only in the thought that is given in the end.
    pub why: Vec<Reason>,
}
