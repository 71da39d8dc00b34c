//! Replays of games, whether over or not: all turns, or the last ones.

use std::ops::ControlFlow;

use games::{Diagram, Live, Record, RecordError, diagram::State};

/// A game to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    /// The record of the game.
    pub record: &'a Record,
    /// The number of its table, if it has one.
    pub table: Option<u32>,
    /// The names of the players in the order of their seats.
    pub players: &'a [String],
    /// The end, where the record does not contain it: a resignation or an agreed draw.
    pub ended: Option<State>,
}

/// Limits of a film or a page.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Maximum number of turns: the last ones of a longer game.
    pub max_turns: usize,
    /// Maximum size of the file, in bytes; fewer turns are shown of a game that takes more.
    pub max_bytes: usize,
    /// A cancellation check, called before every turn: returns `true` once nobody waits for the file.
    pub is_cancelled: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// No limits: any game is shown as a whole.
    pub const NONE: Limits<'static> = Limits {
        max_turns: usize::MAX,
        max_bytes: usize::MAX,
        is_cancelled: &|| false,
    };
}

/// A file, and the part of the game that it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<T> {
    /// The file.
    pub file: T,
    /// The number of turns shown, which are the last ones of the game.
    pub turns: usize,
}

/// The reason why a game is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A record that cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A cancelled replay: nobody waits for the file any more.
    #[error("cancelled")]
    Cancelled,
}

impl Replay<'_> {
    /// Calls `seen` with the board before the last `turns` turns and after each of them.
    ///
    /// # Errors
    /// If the record cannot be replayed, or the replay is cancelled.
    pub(crate) fn each(
        &self,
        turns: usize,
        is_cancelled: &dyn Fn() -> bool,
        mut seen: impl FnMut(&Diagram),
    ) -> Result<(), ReplayError> {
        let all = self.record.turns.len();
        let first = all.saturating_sub(turns);
        let mut cancelled = false;
        Live::retrace_while(self.record, &mut |live: &Live| {
            cancelled = is_cancelled();
            if cancelled {
                return ControlFlow::Break(());
            }
            let number = live.record().turns.len();
            if number >= first {
                let mut diagram = Diagram::past(live, self.table, self.players);
                if let Some(state) = self.ended
                    && number == all
                {
                    diagram.state = state;
                }
                seen(&diagram);
            }
            ControlFlow::Continue(())
        })?;
        if cancelled {
            return Err(ReplayError::Cancelled);
        }
        Ok(())
    }

    /// Makes a file of as many of the last turns as the limits allow; `make` receives their number.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn within<T>(
        &self,
        limits: &Limits<'_>,
        size: impl Fn(&T) -> usize,
        mut make: impl FnMut(usize) -> Result<T, ReplayError>,
    ) -> Result<Shown<T>, ReplayError> {
        let mut turns = self.record.turns.len().min(limits.max_turns);
        loop {
            let file = make(turns)?;
            let size = size(&file);
            if size <= limits.max_bytes || turns == 0 {
                return Ok(Shown { file, turns });
            }
            turns = fewer(turns, size, limits.max_bytes);
        }
    }
}

/// Returns a number of turns that is likely to fit where a larger number was too large: a tenth less than its
/// share of the size.
fn fewer(turns: usize, size: usize, max_bytes: usize) -> usize {
    let share = turns as u128 * max_bytes as u128 * 9 / (size.max(1) as u128 * 10);
    usize::try_from(share).map_or(0, |share| share.min(turns.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use games::Entry;

    use super::*;
    use crate::{Theme, film, random};

    fn replay(record: &Record) -> Replay<'_> {
        Replay {
            record,
            table: None,
            players: &[],
            ended: None,
        }
    }

    #[test]
    fn long_games_show_only_their_last_turns() {
        let record = random::game(Entry::find("gipf-basic").unwrap(), 12);
        let mut numbers = Vec::new();
        let seen = |diagram: &Diagram| {
            numbers.push(diagram.last.as_ref().map_or(0, |last| last.number));
        };
        replay(&record).each(3, &|| false, seen).unwrap();
        assert_eq!(numbers, [9, 10, 11, 12]);
    }

    #[test]
    fn a_file_too_large_shows_fewer_turns() {
        let record = random::game(Entry::find("gipf-basic").unwrap(), 40);
        let whole = film(&replay(&record), Theme::Light, &Limits::NONE).unwrap();
        assert_eq!(whole.turns, 40);
        let limits = Limits {
            max_bytes: whole.file.bytes.len() / 2,
            ..Limits::NONE
        };
        let cut = film(&replay(&record), Theme::Light, &limits).unwrap();
        assert!(cut.file.bytes.len() <= limits.max_bytes);
        assert!((5..40).contains(&cut.turns), "{} turns", cut.turns);
        let none = Limits {
            max_bytes: 0,
            ..Limits::NONE
        };
        let end = film(&replay(&record), Theme::Light, &none).unwrap();
        assert_eq!(end.turns, 0);
    }

    #[test]
    fn a_cancelled_film_ends_before_its_next_turn() {
        let record = random::game(Entry::find("gipf-basic").unwrap(), 12);
        let seen = Cell::new(0);
        let result = replay(&record).each(usize::MAX, &|| seen.get() == 4, |_| {
            seen.set(seen.get() + 1);
        });
        assert_eq!((result, seen.get()), (Err(ReplayError::Cancelled), 4));
        let limits = Limits {
            is_cancelled: &|| true,
            ..Limits::NONE
        };
        let film = film(&replay(&record), Theme::Light, &limits);
        assert_eq!(film, Err(ReplayError::Cancelled));
    }

    #[test]
    fn fewer_turns_are_always_fewer() {
        assert_eq!(fewer(300, 2000, 1000), 135);
        assert_eq!(fewer(1, 1001, 1000), 0);
        assert_eq!(fewer(2, 1001, 1000), 1);
    }
}
