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
/// Number of members of rooms that are fetched again at once.
const MAX_MEMBERS: u32 = 20_000;
/// Time after which a further member may be: all after ten minutes.
const MEMBER_INTERVAL: Duration = Duration::from_millis(30);
/// Number that a larger room counts as, so that others don't wait long for it.
const MAX_COST: u32 = 5_000;
/// Time after which a room's list of members is forgotten.
const MEMBERS_TTL: Duration = Duration::from_secs(60 * 60);
/// Time after which the check of a room is forgotten.
const CHECK_TTL: Duration = Duration::from_secs(10 * 60);

/// The time left for checks, and the rooms that had them.
#[derive(Debug)]
pub(super) struct StateChecks {
    left: Duration,
    refilled: Instant,
    /// The last check of each room.
    checked: HashMap<OwnedRoomId, Instant>,
    /// The last time at which the members of a room were to be fetched again.
    fetched_members: HashMap<OwnedRoomId, Instant>,
    /// The rooms whose members are to be fetched again later, with their number.
    due_members: HashMap<OwnedRoomId, usize>,
    /// The number of members that may be fetched again, and when it was that.
    members_left: (u32, Instant),
    /// The number of rooms whose members are to be fetched again after the present response.
    member_lists: usize,
}

impl Default for StateChecks {
    fn default() -> Self {
        Self {
            left: MAX_TIME,
            refilled: Instant::now(),
            checked: HashMap::new(),
            fetched_members: HashMap::new(),
            due_members: HashMap::new(),
            members_left: (MAX_MEMBERS, Instant::now()),
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

    /// Returns whether the members of a room, of this number, may be fetched again now; otherwise they are due later, after
    /// those of other rooms that are due.
    pub(super) fn may_fetch_members(&mut self, room: &RoomId, count: usize, now: Instant) -> bool {
        self.due_members.insert(room.to_owned(), count);
        self.next_due(now).as_deref() == Some(room) && self.take_members(room, now)
    }

    /// Takes the rooms whose members are due, at the beginning of a response. Rooms with a recent list come after others,
    /// and large ones after small ones.
    pub(super) fn take_due_members(&mut self, now: Instant) -> Vec<OwnedRoomId> {
        self.fetched_members
            .retain(|_, at| now.saturating_duration_since(*at) < MEMBERS_TTL);
        self.member_lists = 0;
        let mut due = Vec::new();
        while let Some(room) = self.next_due(now)
            && self.take_members(&room, now)
        {
            due.push(room);
        }
        due
    }

    /// Returns the room whose members are fetched next. Those of a room are, once in a while.
    fn next_due(&self, now: Instant) -> Option<OwnedRoomId> {
        let is_over = |at: &Instant| now.saturating_duration_since(*at) >= MEMBERS_INTERVAL;
        let due = self.due_members.iter();
        let due = due.map(|(room, count)| (self.fetched_members.get(room), count, room));
        let due = due.filter(|(at, ..)| at.is_none_or(is_over));
        due.min().map(|(.., room)| room.clone())
    }

    /// Takes the members of a room that is due, if they may be fetched now.
    fn take_members(&mut self, room: &RoomId, now: Instant) -> bool {
        let (left, at) = self.members_left;
        let passed = now.saturating_duration_since(at).as_millis() / MEMBER_INTERVAL.as_millis();
        let more = u32::try_from(passed).unwrap_or(u32::MAX);
        let left = left.saturating_add(more).min(MAX_MEMBERS);
        self.members_left = (left, at + MEMBER_INTERVAL.saturating_mul(more));
        let count = self.due_members.get(room).copied().unwrap_or_default();
        let cost = u32::try_from(count).unwrap_or(MAX_COST).clamp(1, MAX_COST);
        if cost > left || self.member_lists == MAX_MEMBER_LISTS {
            return false;
        }
        self.members_left.0 -= cost;
        self.member_lists += 1;
        self.due_members.remove(room);
        self.fetched_members.insert(room.to_owned(), now);
        true
    }

    /// Forgets a room that was left.
    pub(super) fn forget(&mut self, room: &RoomId) {
        self.checked.remove(room);
        self.fetched_members.remove(room);
        self.due_members.remove(room);
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
        assert!(checks.may_fetch_members(room, 40, begin));
        assert!(!checks.may_fetch_members(room, 40, begin));
        assert!(checks.take_due_members(begin).is_empty());
        assert_eq!(checks.take_due_members(minutes(1)), [room]);
        assert!(!checks.may_fetch_members(room, 40, minutes(1)));
        assert_eq!(checks.take_due_members(minutes(2)), [room]);
        assert!(checks.take_due_members(minutes(3)).is_empty());
        assert!(checks.may_fetch_members(room, 40, minutes(3)));
    }

    #[test]
    fn large_rooms_are_fetched_after_small_ones() {
        let mut checks = StateChecks::default();
        let begin = checks.members_left.1;
        let minutes = |count| begin + MEMBERS_INTERVAL * count;
        let ids = ["!a:x", "!b:x", "!c:x", "!d:x", "!e:x"];
        let [one, two, three, large, small] = ids.map(|id| RoomId::parse(id).unwrap());
        for room in [&one, &two, &three] {
            assert!(checks.may_fetch_members(room, 5_000, begin));
        }
        assert!(checks.may_fetch_members(&small, 1_000, begin));
        // It counts as 5,000, of which 4,000 are left.
        assert!(!checks.may_fetch_members(&large, 900_000, begin));
        assert!(!checks.may_fetch_members(&small, 1_000, begin));
        assert_eq!(checks.take_due_members(minutes(1)), [&*large, &*small]);
        assert!(!checks.may_fetch_members(&large, 900_000, minutes(1)));
        assert!(checks.take_due_members(minutes(2)).is_empty());
        assert_eq!(checks.take_due_members(minutes(4)), [large]);
    }

    #[test]
    fn rooms_that_are_due_come_first() {
        let mut checks = StateChecks::default();
        let begin = checks.members_left.1;
        let (first, other) = (room_id!("!a:x"), room_id!("!b:x"));
        for number in 0..4 {
            let room = RoomId::parse(format!("!{number}:x")).unwrap();
            assert!(checks.may_fetch_members(&room, 5_000, begin));
        }
        assert!(!checks.may_fetch_members(first, 500, begin));
        let mut fetched = 0;
        // Forks of another room, one a second, do not hold it up.
        for second in 1..120 {
            let now = begin + Duration::from_secs(second);
            fetched += usize::from(checks.take_due_members(now).contains(&first.to_owned()));
            checks.may_fetch_members(other, 40, now);
        }
        assert_eq!(fetched, 1);
    }

    #[test]
    fn few_member_lists_are_fetched_at_once() {
        let begin = Instant::now();
        let mut checks = StateChecks::default();
        let rooms = (0..12).map(|number| RoomId::parse(format!("!{number}:x")).unwrap());
        let fetched = rooms.filter(|room| checks.may_fetch_members(room, 40, begin));
        assert_eq!(fetched.count(), MAX_MEMBER_LISTS);
        let mut later = 0;
        for second in 1..4 {
            let due = checks.take_due_members(begin + Duration::from_secs(second));
            assert!(due.len() <= MAX_MEMBER_LISTS);
            later += due.len();
        }
        assert_eq!(later, 7);
    }
}
