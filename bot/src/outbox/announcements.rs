//! Messages that announce a request at a table, which users can answer only once they have seen it.

use std::{collections::HashMap, sync::Arc};

use jiff::Timestamp;
use lobby::Message;
use parking_lot::Mutex;

use crate::clock::now;

/// The tables whose requests are announced, with the time at which the announcement began to be sent for the last time;
/// `None` while it waits.
#[derive(Clone, Debug, Default)]
pub(super) struct Announcements {
    sent: Arc<Mutex<HashMap<u32, Option<Timestamp>>>>,
}

impl Announcements {
    /// Notes that a message waits to be sent, also after a failed attempt.
    pub(super) fn wait(&self, message: &Message) {
        self.note(message, None);
    }

    /// Notes that an attempt to send a message begins, after which users may see it.
    pub(super) fn begin(&self, message: &Message) {
        self.note(message, Some(now()));
    }

    /// Forgets a message that is never sent.
    pub(super) fn give_up(&self, message: &Message) {
        if let Some(table) = message.asks {
            self.sent.lock().remove(&table);
        }
    }

    fn note(&self, message: &Message, sent: Option<Timestamp>) {
        if let Some(table) = message.asks {
            self.sent.lock().insert(table, sent);
        }
    }

    /// Returns the announcements since the last call, and again those that wait.
    pub(super) fn take(&self) -> Vec<(u32, Option<Timestamp>)> {
        let mut all = self.sent.lock();
        let taken = all.iter().map(|(table, sent)| (*table, *sent)).collect();
        all.retain(|_, sent| sent.is_none());
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announcement(table: u32) -> Message {
        Message {
            room: "!r".into(),
            thread: None,
            reply_to: None,
            asked_by: None,
            mentions: Vec::new(),
            blocks: Vec::new(),
            table: None,
            starts_clock: None,
            asks: Some(table),
            is_private: false,
            appearance: lobby::Appearance::default(),
        }
    }

    #[test]
    fn waiting_announcements_are_told_until_they_are_sent() {
        let all = Announcements::default();
        all.wait(&announcement(1));
        assert_eq!(all.take(), [(1, None)]);
        let before = now();
        all.begin(&announcement(1));
        let taken = all.take();
        assert!(matches!(taken.as_slice(), [(1, Some(at))] if *at >= before));
        assert_eq!(all.take(), []);
        // The homeserver has refused it for now.
        all.wait(&announcement(1));
        assert_eq!(all.take(), [(1, None)]);
    }
}
