//! Finished games: a small text record, with positions only while somebody looks at them, as a bot has far more
//! finished games than games in progress.

use std::cell::OnceCell;

use games::{Entry, Live, Record};

use crate::terms::Occasion;

/// A finished game.
#[derive(Debug)]
pub struct Finished {
    entry: &'static Entry,
    record: String,
    /// Cache of the replayed game, filled on first use; `None` inside if the record cannot be replayed.
    live: OnceCell<Option<Live>>,
}

impl Finished {
    /// Creates a game that has just ended, with its positions cached.
    pub fn new(live: Live) -> Finished {
        Finished {
            entry: live.entry(),
            record: live.record().to_string(),
            live: OnceCell::from(Some(live)),
        }
    }

    /// Creates a game from its stored record, without replaying it.
    ///
    /// # Errors
    /// If the record is damaged, or names a game or rules that this version does not know.
    pub fn stored(record: String, players: usize, occasion: Occasion) -> Result<Finished, String> {
        let read: Record = record.parse().map_err(|error| format!("{error}"))?;
        let entry = Entry::find(&read.game).filter(|entry| entry.rules == read.rules);
        match entry {
            None => Err(format!(
                "{:?} with rules {} is unknown",
                read.game, read.rules
            )),
            Some(entry) => {
                occasion.check_players(entry, players)?;
                Ok(Finished {
                    entry,
                    record,
                    live: OnceCell::new(),
                })
            }
        }
    }

    /// Returns the catalog entry of the game.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Returns the text record.
    pub fn record(&self) -> &str {
        &self.record
    }

    /// Returns the replayed game; `None` if the rules of this version reject its record.
    pub fn live(&self) -> Option<&Live> {
        let replay = || Live::replay(&self.record.parse().ok()?).ok();
        self.live.get_or_init(replay).as_ref()
    }

    /// Evicts the positions; the record stays.
    pub fn evict_positions(&mut self) {
        self.live.take();
    }

    /// Returns whether the positions are evicted.
    #[cfg(test)]
    pub fn has_no_positions(&self) -> bool {
        self.live.get().is_none()
    }
}
