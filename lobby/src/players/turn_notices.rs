//! Turn notices: direct messages that tell a player of the games which wait for their turn.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use crate::{key::Key, traffic::Effect};

/// Shortest time between two notices to a player.
const NOTICE_INTERVAL: SignedDuration = SignedDuration::from_hours(6);

/// The notices that are due, and the last one to each player.
#[derive(Debug, Default)]
pub struct TurnNotices {
    last: BTreeMap<String, Timestamp>,
    due: BTreeSet<(Timestamp, String)>,
    /// The times at which the queued notices are due, by player.
    queued: BTreeMap<String, Timestamp>,
}

impl TurnNotices {
    /// Restores the stored time of a player's last notice.
    pub fn recall(&mut self, user: String, last: Timestamp) {
        self.last.insert(user, last);
    }

    /// Returns whether no notice has told a player of a turn that began at a moment.
    pub fn is_untold(&self, user: &str, began: Timestamp) -> bool {
        self.last.get(user).is_none_or(|last| *last < began)
    }

    /// Queues a notice for a player whose turn began at a moment, unless the last notice has told of it.
    pub fn note_turn(&mut self, user: &str, began: Timestamp, now: Timestamp) {
        if !self.is_untold(user, began) {
            return;
        }
        self.queue(user, self.earliest(user, now));
    }

    /// Has the queued notice of a player who is back early sent soon.
    pub fn bring_forward(&mut self, user: &str, now: Timestamp) {
        if self.queued.contains_key(user) {
            self.queue(user, self.earliest(user, now));
        }
    }

    fn earliest(&self, user: &str, now: Timestamp) -> Timestamp {
        let last = self.last.get(user).copied();
        let earliest = last.and_then(|last| last.checked_add(NOTICE_INTERVAL).ok());
        earliest.unwrap_or(now).max(now)
    }

    /// Takes the player whose notice is due first.
    pub fn take_due(&mut self, now: Timestamp) -> Option<String> {
        let first = self.due.first().filter(|(at, _)| *at <= now)?.clone();
        self.unqueue(&first.1);
        Some(first.1)
    }

    /// Puts off the notice that was taken for a player.
    pub fn put_off(&mut self, user: &str, until: Timestamp) {
        self.queue(user, until);
    }

    /// Notes that a player was told of all games that wait, also of those of a queued notice.
    pub fn note_sent(&mut self, user: &str, now: Timestamp) -> Effect {
        self.unqueue(user);
        self.last.insert(user.to_owned(), now);
        Effect::set(Key::TurnNotice(user.to_owned()), &now)
    }

    /// Deletes what is known of a player.
    pub fn forget(&mut self, user: &str) -> Option<Effect> {
        self.unqueue(user);
        let last = self.last.remove(user);
        last.map(|_| Effect::Unset(Key::TurnNotice(user.to_owned())))
    }

    /// Queues a notice, unless one is queued for the player that is due earlier.
    fn queue(&mut self, user: &str, at: Timestamp) {
        if self.queued.get(user).is_none_or(|queued| at < *queued) {
            self.unqueue(user);
            self.queued.insert(user.to_owned(), at);
            self.due.insert((at, user.to_owned()));
        }
    }

    fn unqueue(&mut self, user: &str) {
        if let Some((user, at)) = self.queued.remove_entry(user) {
            self.due.remove(&(at, user));
        }
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
    fn an_earlier_notice_replaces_a_queued_one() {
        let mut notices = TurnNotices::default();
        notices.put_off("@a:x", at(100));
        notices.note_turn("@a:x", at(1), at(2));
        assert_eq!(notices.take_due(at(2)).as_deref(), Some("@a:x"));
        assert_eq!(notices.take_due(at(100)), None);
        notices.put_off("@a:x", at(100));
        notices.bring_forward("@a:x", at(3));
        notices.bring_forward("@b:x", at(3));
        assert_eq!(notices.take_due(at(3)).as_deref(), Some("@a:x"));
        assert_eq!(notices.take_due(at(100)), None);
    }

    #[test]
    fn a_digest_replaces_a_queued_notice() {
        let mut notices = TurnNotices::default();
        notices.recall("@a:x".into(), at(0));
        notices.note_turn("@a:x", at(1), at(1));
        notices.note_sent("@a:x", at(3));
        assert_eq!(notices.take_due(at(8)), None);
        notices.note_turn("@a:x", at(4), at(8));
        assert_eq!(notices.take_due(at(8)), None);
        assert_eq!(notices.take_due(at(9)).as_deref(), Some("@a:x"));
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
