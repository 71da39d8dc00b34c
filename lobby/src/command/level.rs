//! Names of the computer's levels.

use games::search::Level;

use crate::command::CommandError;

/// The names of the levels, weakest first.
const LEVEL_NAMES: [&str; Level::ALL.len()] =
    ["beginner", "easy", "medium", "hard", "expert", "master"];

/// Returns the name of a level.
pub fn level_name(level: Level) -> &'static str {
    let mut names = Level::ALL.into_iter().zip(LEVEL_NAMES);
    let found = names.find(|(other, _)| *other == level);
    found.map_or("", |(_, name)| name)
}

/// Returns the level of a name.
pub fn named_level(name: &str) -> Option<Level> {
    let mut names = Level::ALL.into_iter().zip(LEVEL_NAMES);
    let found = names.find(|(_, known)| known.eq_ignore_ascii_case(name));
    found.map(|(level, _)| level)
}

/// Parses the name or the number of a level.
pub(super) fn read_level(text: &str) -> Result<Level, CommandError> {
    let level = named_level(text).map_or_else(|| text.parse(), Ok);
    level.map_err(|_| CommandError::Level {
        text: text.to_owned(),
    })
}
