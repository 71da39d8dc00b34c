//! `rules [GAME] [STEP | all]`.

use super::{CommandError, some};

/// How much of a game is to be explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The goal, and which steps there are.
    Overview,
    /// The step with this number, counted from 1.
    Step(usize),
    /// Every step.
    All,
}

/// `GAME`, `GAME 3` or `GAME all`; without a game, that of the table.
pub(super) fn parse(rest: &str) -> Result<(Option<String>, Part), CommandError> {
    let part = |word: &str| match word.parse() {
        Ok(number) => Some(Part::Step(number)),
        Err(_) if word.eq_ignore_ascii_case("all") => Some(Part::All),
        Err(_) => None,
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words.as_slice() {
        [] => Ok((None, Part::Overview)),
        [word] => Ok(match part(word) {
            Some(part) => (None, part),
            None => (Some((*word).to_owned()), Part::Overview),
        }),
        [game, word] if part(word).is_some() => {
            let part = part(word).unwrap_or(Part::Overview);
            Ok((Some((*game).to_owned()), part))
        }
        [_, extra @ ..] => Err(CommandError::Form {
            name: "rules",
            extra: some(&extra.join(" ")),
        }),
    }
}
