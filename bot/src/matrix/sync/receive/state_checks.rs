//! The budget of checks of state. A server whose rooms fork all the time must not hold up those of others.

use std::{collections::HashMap, time::Duration};

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use tokio::time::Instant;

/// Maximum time for the checks of a response.
const MAX_TIME: Duration = Duration::from_secs(4);
/// Minimum of that after many checks.
const MIN_TIME: Duration = Duration::from_millis(500);
/// Number of times as long as a check takes after which its time is there again.
const REFILL_FACTOR: u32 = 6;
/// Time after which the members of a room may be fetched again.
const MEMBERS_INTERVAL: Duration = Duration::from_secs(60);
/// Maximum rooms whose members are fetched again after a response.
const MAX_MEMBER_LISTS: usize = 5;
/// Time after which the check of a room is forgotten.
const CHECK_TTL: Duration = Duration::from_secs(10 * 60);

/// The time left for checks, and the rooms that had them.
#[derive(Debug)]
pub(super) struct StateChecks {
    left: Duration,
    refilled: Instant,
    /// The last check of each room.
    checked: HashMap<OwnedRoomId, Instant>,
    /// The last time at which members of a room were to be fetched again, and whether they are to be once more.
    members: HashMap<OwnedRoomId, (Instant, bool)>,
    /// The number of those of the present response.
    member_lists: usize,
}

impl Default for StateChecks {
    fn default() -> Self {
        Self {
            left: MAX_TIME,
            refilled: Instant::now(),
            checked: HashMap::new(),
            members: HashMap::new(),
            member_lists: 0,
        }
    }
}

impl StateChecks {
    /// Returns the time for the checks of a response.
    pub(super) fn available(&mut self, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.refilled);
        self.refilled = now;
        self.left = (self.left + passed / REFILL_FACTOR).min(MAX_TIME);
        self.checked
            .retain(|_, at| now.saturating_duration_since(*at) < CHECK_TTL);
        self.left.max(MIN_TIME)
    }

    /// Notes a check of these rooms from `begin` to `end`.
    pub(super) fn note(
        &mut self,
        rooms: impl Iterator<Item = OwnedRoomId>,
        begin: Instant,
        end: Instant,
    ) {
        self.left = self
            .left
            .saturating_sub(end.saturating_duration_since(begin));
        self.refilled = end;
        self.checked.extend(rooms.map(|room| (room, end)));
    }

    /// Returns the last check of a room: those without one precede others.
    pub(super) fn last_check(&self, room: &RoomId) -> Option<Instant> {
        self.checked.get(room).copied()
    }

    /// Returns whether the members of a room may be fetched again now; otherwise they are due later.
    pub(super) fn may_fetch_members(&mut self, room: &RoomId, now: Instant) -> bool {
        if let Some((_, is_due)) = self.members.get_mut(room) {
            *is_due = true;
            return false;
        }
        let is_due = self.member_lists >= MAX_MEMBER_LISTS;
        self.member_lists += usize::from(!is_due);
        self.members.insert(room.to_owned(), (now, is_due));
        !is_due
    }

    /// Takes the rooms whose members are due, at the beginning of a response.
    pub(super) fn take_due_members(&mut self, now: Instant) -> Vec<OwnedRoomId> {
        let mut due = Vec::new();
        self.members.retain(|room, (at, is_due)| {
            let is_over = now.saturating_duration_since(*at) >= MEMBERS_INTERVAL;
            if is_over && *is_due {
                if due.len() == MAX_MEMBER_LISTS {
                    return true;
                }
                due.push(room.clone());
                (*at, *is_due) = (now, false);
                return true;
            }
            !is_over
        });
        self.member_lists = due.len();
        due
    }

    /// Forgets a room that was left.
    pub(super) fn forget(&mut self, room: &RoomId) {
        self.checked.remove(room);
        self.members.remove(room);
    }
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::room_id;

    use super::*;

    #[test]
    fn checks_take_a_sixth_of_the_time() {
        let begin = Instant::now();
        let after = |seconds| begin + Duration::from_secs(seconds);
        let mut checks = StateChecks::default();
        let (room, other) = (room_id!("!a:x"), room_id!("!b:x"));
        assert_eq!(checks.available(begin), MAX_TIME);
        checks.note([room.to_owned()].into_iter(), begin, after(11));
        assert!(checks.last_check(room) > checks.last_check(other));
        assert_eq!(checks.available(after(11)), MIN_TIME);
        assert_eq!(checks.available(after(23)), Duration::from_secs(2));
        assert_eq!(checks.available(after(611)), MAX_TIME);
        assert_eq!(checks.last_check(room), None);
    }

    #[test]
    fn members_are_fetched_once_a_minute() {
        let begin = Instant::now();
        let minutes = |count| begin + MEMBERS_INTERVAL * count;
        let mut checks = StateChecks::default();
        let room = room_id!("!a:x");
        assert!(checks.may_fetch_members(room, begin));
        assert!(!checks.may_fetch_members(room, begin));
        assert!(checks.take_due_members(begin).is_empty());
        assert_eq!(checks.take_due_members(minutes(1)), [room]);
        assert!(!checks.may_fetch_members(room, minutes(1)));
        assert_eq!(checks.take_due_members(minutes(2)), [room]);
        assert!(checks.take_due_members(minutes(3)).is_empty());
        assert!(checks.may_fetch_members(room, minutes(3)));
    }

    #[test]
    fn few_member_lists_are_fetched_at_once() {
        let begin = Instant::now();
        let mut checks = StateChecks::default();
        let rooms = (0..12).map(|number| RoomId::parse(format!("!{number}:x")).unwrap());
        let fetched = rooms.filter(|room| checks.may_fetch_members(room, begin));
        assert_eq!(fetched.count(), MAX_MEMBER_LISTS);
        let mut later = 0;
        for minute in 1..4 {
            let due = checks.take_due_members(begin + MEMBERS_INTERVAL * minute);
            assert!(due.len() <= MAX_MEMBER_LISTS);
            later += due.len();
        }
        assert_eq!(later, 7);
    }
}
