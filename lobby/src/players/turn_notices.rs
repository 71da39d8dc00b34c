//! Turn notices: direct messages that tell a player of the games which wait for their turn.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use crate::{key::Key, traffic::Effect};

/// Shortest time between two notices to a player.
const INTERVAL: SignedDuration = SignedDuration::from_hours(6);

/// The notices that are due, and the last one to each player.
#[derive(Debug, Default)]
pub struct TurnNotices {
    last: BTreeMap<String, Timestamp>,
    due: BTreeSet<(Timestamp, String)>,
    /// The players with a notice that is due.
    queued: BTreeSet<String>,
}

impl TurnNotices {
    /// Restores the stored time of a player's last notice.
    pub fn recall(&mut self, user: String, last: Timestamp) {
        self.last.insert(user, last);
    }

    /// Queues a notice for a player whose turn began at a moment, unless the last notice has told of it.
    pub fn note_turn(&mut self, user: &str, began: Timestamp, now: Timestamp) {
        let last = self.last.get(user).copied();
        if last >= Some(began) || !self.queued.insert(user.to_owned()) {
            return;
        }
        let earliest = last.and_then(|last| last.checked_add(INTERVAL).ok());
        let at = earliest.unwrap_or(now).max(now);
        self.due.insert((at, user.to_owned()));
    }

    /// Takes the player whose notice is due first.
    pub fn take_due(&mut self, now: Timestamp) -> Option<String> {
        let first = self.due.first().filter(|(at, _)| *at <= now)?.clone();
        self.due.remove(&first);
        self.queued.remove(&first.1);
        Some(first.1)
    }

    /// Puts off the notice that was taken for a player.
    pub fn put_off(&mut self, user: &str, until: Timestamp) {
        if self.queued.insert(user.to_owned()) {
            self.due.insert((until, user.to_owned()));
        }
    }

    /// Notes that a player was told of all games that wait.
    pub fn note_sent(&mut self, user: &str, now: Timestamp) -> Effect {
        self.last.insert(user.to_owned(), now);
        Effect::set(Key::TurnNotice(user.to_owned()), &now)
    }

    /// Deletes what is known of a player.
    pub fn forget(&mut self, user: &str) -> Option<Effect> {
        if self.queued.remove(user) {
            self.due.retain(|(_, other)| other != user);
        }
        let last = self.last.remove(user);
        last.map(|_| Effect::Unset(Key::TurnNotice(user.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours)
    }

    #[test]
    fn notices_are_six_hours_apart() {
        let mut notices = TurnNotices::default();
        notices.note_turn("@a:x", at(0), at(1));
        notices.note_turn("@a:x", at(1), at(1));
        assert_eq!(notices.take_due(at(1)).as_deref(), Some("@a:x"));
        assert_eq!(notices.take_due(at(1)), None);
        notices.note_sent("@a:x", at(1));
        notices.note_turn("@a:x", at(2), at(3));
        assert_eq!(notices.take_due(at(6)), None);
        assert_eq!(notices.take_due(at(7)).as_deref(), Some("@a:x"));
    }

    #[test]
    fn no_turn_is_told_twice() {
        let mut notices = TurnNotices::default();
        notices.recall("@a:x".into(), at(2));
        notices.note_turn("@a:x", at(1), at(20));
        assert_eq!(notices.take_due(at(20)), None);
        notices.note_turn("@a:x", at(19), at(20));
        assert!(notices.forget("@a:x").is_some());
        assert_eq!(notices.take_due(at(20)), None);
    }
}
