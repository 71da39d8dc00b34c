//! The tags of a record: players, date and result.

use jiff::civil::Date;

use super::{LineReader, Record, RecordError, name};
use crate::{
    outcome::{Outcome, State},
    seat::Seat,
};

/// The keys of the names, in the order of the seats.
const SEATS: [&str; 2] = ["first", "second"];

/// The tags of a record, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The names of the players in the order of their seats, each at most [`MAX_NAME_CHARS`](super::MAX_NAME_CHARS)
    /// characters long; empty if unknown.
    pub players: Vec<String>,
    /// The day on which the game ended.
    pub date: Option<Date>,
    /// The result, or that the game is unfinished.
    pub ending: Option<Termination>,
}

/// The result of a game with its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// A game that is not over.
    Unfinished,
    /// The end by the rules, with the winner, if any.
    Rules(Option<Seat>),
    /// The resignation of this seat, a win for the other.
    Resigned(Seat),
    /// A win for the other seat, as this one ran out of time.
    TimedOut(Seat),
    /// A draw by agreement.
    Agreed,
    /// An abandoned game, without a winner.
    Abandoned,
}

impl Termination {
    const ALL: [Termination; 10] = [
        Termination::Rules(Some(Seat::First)),
        Termination::Rules(Some(Seat::Second)),
        Termination::Rules(None),
        Termination::Resigned(Seat::First),
        Termination::Resigned(Seat::Second),
        Termination::TimedOut(Seat::First),
        Termination::TimedOut(Seat::Second),
        Termination::Agreed,
        Termination::Abandoned,
        Termination::Unfinished,
    ];

    /// Returns the winner, if any.
    pub fn winner(self) -> Option<Seat> {
        match self {
            Termination::Rules(winner) => winner,
            Termination::Resigned(loser) | Termination::TimedOut(loser) => Some(loser.other()),
            Termination::Agreed | Termination::Abandoned | Termination::Unfinished => None,
        }
    }

    /// Returns the state to show where the turns don't imply it.
    pub fn state(self) -> Option<State> {
        match self {
            Termination::Unfinished | Termination::Rules(_) => None,
            Termination::Resigned(loser) | Termination::TimedOut(loser) => {
                Some(State::Won(loser.other()))
            }
            Termination::Agreed => Some(State::NobodyWon),
            Termination::Abandoned => Some(State::Still),
        }
    }

    /// Returns the value of the `result` line.
    fn result(self) -> &'static str {
        match (self, self.winner()) {
            (Termination::Unfinished, _) => "unfinished",
            (_, Some(Seat::First)) => "first-won",
            (_, Some(Seat::Second)) => "second-won",
            (_, None) => "nobody-won",
        }
    }

    /// Returns the value of the `termination` line, if any.
    fn termination(self) -> Option<&'static str> {
        match self {
            Termination::Unfinished => None,
            Termination::Rules(_) => Some("rules"),
            Termination::Resigned(_) => Some("resigned"),
            Termination::TimedOut(_) => Some("time"),
            Termination::Agreed => Some("agreed"),
            Termination::Abandoned => Some("abandoned"),
        }
    }

    fn read(lines: &mut LineReader) -> Result<Termination, RecordError> {
        let result = lines.header("result")?;
        let possible = Termination::ALL.into_iter();
        let possible: Vec<Termination> = possible.filter(|end| end.result() == result).collect();
        match possible.as_slice() {
            [] => {
                let known = "first-won, second-won, nobody-won, unfinished";
                return Err(lines.fail(format!("{result:?} is none of {known}")));
            }
            [Termination::Unfinished] => return Ok(Termination::Unfinished),
            _ => {}
        }
        let termination = lines.header("termination")?;
        let mut fitting = possible.iter();
        let fitting = fitting.find(|end| end.termination() == Some(termination));
        fitting.copied().ok_or_else(|| {
            let known = possible.iter().filter_map(|end| end.termination());
            let known = known.collect::<Vec<_>>().join(", ");
            lines.fail(format!(
                "{termination:?} does not go with {result}: {known}"
            ))
        })
    }

    /// Returns the reason why the result contradicts the outcome of the turns, if it does.
    fn contradiction(self, seats: usize, outcome: Option<Outcome>) -> Option<String> {
        let by_rules = outcome.map(|outcome| Termination::Rules(outcome.winner));
        match (self, by_rules) {
            (Termination::Rules(_), Some(known)) if self == known => None,
            (_, Some(known)) => Some(format!(
                "by the rules these turns lead to {}",
                known.result()
            )),
            (Termination::Rules(_), None) => {
                Some("by the rules the game is not over after these turns".to_owned())
            }
            (Termination::Resigned(_) | Termination::TimedOut(_) | Termination::Agreed, None)
                if seats < 2 =>
            {
                Some("who plays alone has nobody to lose to or to agree with".to_owned())
            }
            (_, None) => None,
        }
    }
}

impl Tags {
    /// Returns the lines of the tags, each with its key and value.
    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let names = SEATS.into_iter().zip(&self.players);
        let names = names.map(|(key, player)| (key, name::quoted(player)));
        let date = self.date.map(|date| ("date", date.to_string()));
        let result = self
            .ending
            .map(|ending| ("result", ending.result().to_owned()));
        let termination = self.ending.and_then(Termination::termination);
        let termination = termination.map(|how| ("termination", how.to_owned()));
        names.chain(date).chain(result).chain(termination).collect()
    }

    /// Parses the lines of the tags, each of which may be missing.
    pub(super) fn read(lines: &mut LineReader) -> Result<Tags, RecordError> {
        let mut tags = Tags::default();
        for key in SEATS {
            // A second player without a first one is no valid line.
            if !lines.is_next(key) {
                break;
            }
            let player = name::unquoted(lines.header(key)?);
            tags.players
                .push(player.map_err(|reason| lines.fail(reason))?);
        }
        if lines.is_next("date") {
            let text = lines.header("date")?;
            let refusal = || lines.fail(format!("{text:?} is no day like 2026-11-21"));
            tags.date = Some(read_date(text).ok_or_else(refusal)?);
        }
        if lines.is_next("result") {
            tags.ending = Some(Termination::read(lines)?);
        }
        Ok(tags)
    }
}

impl Record {
    /// Checks that either no player is named or all are.
    pub(crate) fn check_players(&self, seats: usize) -> Result<(), RecordError> {
        let named = self.tags.players.len();
        if named == 0 || named == seats {
            return Ok(());
        }
        Err(RecordError {
            line: self.line_of_tags() + named.min(seats),
            reason: format!("{named} players at a game for {seats}"),
        })
    }

    /// Checks that the result agrees with the outcome of the turns.
    pub(crate) fn check_ending(
        &self,
        seats: usize,
        outcome: Option<Outcome>,
    ) -> Result<(), RecordError> {
        let wrong = self.tags.ending;
        let wrong = wrong.and_then(|ending| ending.contradiction(seats, outcome));
        let Some(reason) = wrong else {
            return Ok(());
        };
        let mut lines = self.tags.lines().into_iter();
        let place = lines.position(|(key, _)| key == "result");
        Err(RecordError {
            line: self.line_of_tags() + place.unwrap_or_default(),
            reason,
        })
    }
}

/// Parses a day in the form in which it is written, and in no other one.
fn read_date(text: &str) -> Option<Date> {
    let date: Date = text.parse().ok()?;
    (date.year() >= 0 && date.to_string() == text).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valid_date_is_read_and_written_unchanged() {
        for text in [
            "2026-11-21",
            "2026-01-31",
            "2026-04-30",
            "2026-12-01",
            "2028-02-29",
            "2000-02-29",
            "9999-12-31",
            "0000-01-01",
        ] {
            let date = read_date(text).map(|date| date.to_string());
            assert_eq!(date.as_deref(), Some(text));
        }
    }

    #[test]
    fn an_invalid_date_is_refused() {
        for text in [
            "",
            "-",
            "2026",
            "2026-11",
            "2026-00-10",
            "2026-13-01",
            "2026-11-00",
            "2026-11-31",
            "2026-12-32",
            "2026-02-29",
            "1900-02-29",
            "2026-1-1",
            "+2026-11-21",
            "2026-+1-21",
            "10000-01-01",
            "2026-11-21-1",
            "2026-11-21 12:00",
            "21.11.2026",
        ] {
            assert_eq!(read_date(text), None, "{text}");
        }
    }
}
