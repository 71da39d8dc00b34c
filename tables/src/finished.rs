//! A game that is over: its text, which is small, and the positions only while somebody looks at
//! them. A bot has far more games that are over than games that are on.

use std::cell::OnceCell;

use games::{Entry, Live, Record};

use crate::terms::Occasion;

/// A game that is over.
#[derive(Debug)]
pub struct Finished {
    record: String,
    /// What the record leads to, once somebody has asked; `None` if it cannot be played through.
    live: OnceCell<Option<Live>>,
}

impl Finished {
    /// A game that has just ended.
    pub fn new(live: Live) -> Finished {
        Finished {
            record: live.record().to_string(),
            live: OnceCell::from(Some(live)),
        }
    }

    /// A game from its text, which is not played through yet.
    ///
    /// # Errors
    /// The text is damaged, or of a game or of rules that this version does not know.
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
                    record,
                    live: OnceCell::new(),
                })
            }
        }
    }

    /// The game as a text record.
    pub fn record(&self) -> &str {
        &self.record
    }

    /// The game, played through; `None` if the rules of this version refuse its record.
    pub fn live(&self) -> Option<&Live> {
        let replay = || Live::replay(&self.record.parse().ok()?).ok();
        self.live.get_or_init(replay).as_ref()
    }

    /// Lets go of everything but the text.
    pub fn fold(&mut self) {
        self.live.take();
    }

    /// Whether there is nothing but the text.
    #[cfg(test)]
    pub fn is_folded(&self) -> bool {
        self.live.get().is_none()
    }
}
