//! Parser of `rules [GAME] [STEP | all]`.

use crate::command::CommandError;

/// The part of the rules to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesPart {
    /// The goal, and a list of the steps.
    Overview,
    /// The step with this number, counted from 1.
    Step(usize),
    /// All steps.
    All,
}

/// Parses `GAME`, `GAME 3` or `GAME all`; without a game, the one of the table is meant.
pub(super) fn parse(rest: &str) -> Result<(Option<String>, RulesPart), CommandError> {
    let part = |word: &str| match word.parse() {
        Ok(number) => Some(RulesPart::Step(number)),
        Err(_) if word.eq_ignore_ascii_case("all") => Some(RulesPart::All),
        Err(_) => None,
    };
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words.as_slice() {
        [] => Ok((None, RulesPart::Overview)),
        [word] => Ok(match part(word) {
            Some(part) => (None, part),
            None => (Some((*word).to_owned()), RulesPart::Overview),
        }),
        [game, word] if part(word).is_some() => {
            let part = part(word).unwrap_or(RulesPart::Overview);
            Ok((Some((*game).to_owned()), part))
        }
        [_, extra @ ..] => Err(CommandError::form("rules", &extra.join(" "))),
    }
}
