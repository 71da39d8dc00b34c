//! Playing strength levels of the computer.

use std::{fmt, str::FromStr};

use super::message::Message;
use crate::fact::Illegal;

/// The playing strength of the computer, from 1 (knows the rules) to 6 (full strength).
///
/// ```
/// use games::search::Level;
/// let level: Level = "3".parse()?;
/// assert_eq!(level.number(), 3);
/// assert!(Level::LOWEST < level && level < Level::HIGHEST);
/// assert_eq!("7".parse::<Level>().unwrap_err().code(), "search-no-such-level");
/// # Ok::<(), games::Illegal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 6] = [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6)];

    /// The weakest level, 1.
    pub const LOWEST: Level = Level(1);

    /// The strongest level, 6.
    pub const HIGHEST: Level = Level(6);

    /// Returns its number, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Level {
    type Error = Illegal;

    /// # Errors
    /// `search-no-such-level`.
    fn try_from(number: u8) -> Result<Level, Illegal> {
        let level = Level::ALL.into_iter().find(|level| level.0 == number);
        level.ok_or_else(|| no_such_level(&number.to_string()))
    }
}

impl FromStr for Level {
    type Err = Illegal;

    /// # Errors
    /// `search-no-such-level`.
    fn from_str(text: &str) -> Result<Level, Illegal> {
        let number: u8 = text.parse().map_err(|_| no_such_level(text))?;
        Level::try_from(number).map_err(|_| no_such_level(text))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The limits and handicaps of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    /// Search depth in turns.
    pub(super) depth: u32,
    /// Thinking time on an ordinary core, in milliseconds. It is converted to a node limit; no
    /// clock is read.
    pub(super) millis: u64,
    /// Share of overlooked moves, in 256ths.
    pub(super) overlooks: u8,
    /// Maximum error of the evaluation, in hundredths of a piece.
    pub(super) blur: u16,
}

/// A depth in turns beyond any real search: no depth limit.
pub(super) const MAX_DEPTH: u32 = 99;

impl Level {
    /// Returns its limits and handicaps.
    pub(super) fn skill(self) -> Skill {
        let (depth, millis, overlooks, blur) = match self.0 {
            1 => (1, 10, 160, 100),
            2 => (1, 10, 40, 5),
            3 => (MAX_DEPTH, 3, 12, 3),
            4 => (MAX_DEPTH, 30, 0, 0),
            5 => (MAX_DEPTH, 400, 0, 0),
            _ => (MAX_DEPTH, 5_000, 0, 0),
        };
        Skill {
            depth,
            millis,
            overlooks,
            blur,
        }
    }
}

fn no_such_level(text: &str) -> Illegal {
    let refusal = Message::NoSuchLevel {
        text: text.into(),
        lowest: Level::LOWEST.0,
        highest: Level::HIGHEST.0,
    };
    refusal.into()
}
