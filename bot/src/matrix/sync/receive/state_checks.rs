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
/// Maximum members of rooms that are fetched again at once.
const MAX_MEMBERS: u64 = 20_000;
/// Time after which a further member may be: all after ten minutes.
const MEMBER_INTERVAL: Duration = Duration::from_millis(30);
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
    due_members: HashMap<OwnedRoomId, u64>,
    /// The number of members that may be fetched again, and when it was that.
    members_left: (u64, Instant),
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
    pub(super) fn may_fetch_members(&mut self, room: &RoomId, count: u64, now: Instant) -> bool {
        let may_fetch = !self.has_recent_members(room, now) && self.take_members(count, now);
        if may_fetch {
            self.due_members.remove(room);
            self.fetched_members.insert(room.to_owned(), now);
        } else {
            self.due_members.insert(room.to_owned(), count);
        }
        may_fetch
    }

    /// Takes the rooms whose members are due, at the beginning of a response. Rooms with a recent list come after others,
    /// and large ones after small ones.
    pub(super) fn take_due_members(&mut self, now: Instant) -> Vec<OwnedRoomId> {
        self.fetched_members
            .retain(|_, at| now.saturating_duration_since(*at) < MEMBERS_TTL);
        let waiting = self.due_members.iter();
        let waiting = waiting.filter(|(room, _)| !self.has_recent_members(room, now));
        let mut waiting: Vec<(Option<Instant>, u64, OwnedRoomId)> = waiting
            .map(|(room, count)| {
                (
                    self.fetched_members.get(room).copied(),
                    *count,
                    room.clone(),
                )
            })
            .collect();
        waiting.sort();
        let mut due = Vec::new();
        for (_, count, room) in waiting {
            if !self.take_members(count, now) {
                break;
            }
            self.due_members.remove(&room);
            self.fetched_members.insert(room.clone(), now);
            due.push(room);
        }
        due
    }

    fn has_recent_members(&self, room: &RoomId, now: Instant) -> bool {
        let at = self.fetched_members.get(room);
        at.is_some_and(|at| now.saturating_duration_since(*at) < MEMBERS_INTERVAL)
    }

    /// Returns whether this many members may be fetched now.
    fn take_members(&mut self, count: u64, now: Instant) -> bool {
        let (left, at) = self.members_left;
        let passed = now.saturating_duration_since(at);
        let more = u64::try_from(passed.as_millis() / MEMBER_INTERVAL.as_millis());
        let left = left.saturating_add(more.unwrap_or(MAX_MEMBERS));
        if left >= MAX_MEMBERS {
            self.members_left = (MAX_MEMBERS, now);
        } else if left > self.members_left.0 {
            self.members_left = (left, now);
        }
        let count = count.clamp(1, MAX_MEMBERS);
        let is_left = self.members_left.0 >= count;
        if is_left {
            self.members_left.0 -= count;
        }
        is_left
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
        let begin = Instant::now();
        let minutes = |count| begin + MEMBERS_INTERVAL * count;
        let mut checks = StateChecks::default();
        let [large, larger, small] = ["!a:x", "!b:x", "!c:x"].map(|id| RoomId::parse(id).unwrap());
        assert!(checks.may_fetch_members(&large, 15_000, begin));
        assert!(!checks.may_fetch_members(&larger, 900_000, begin));
        assert!(checks.may_fetch_members(&small, 4_000, begin));
        for room in [&large, &small] {
            assert!(!checks.may_fetch_members(room, 4_000, begin));
        }
        // The one whose turn it is waits until enough members may be fetched.
        assert!(checks.take_due_members(minutes(2)).is_empty());
        assert_eq!(checks.take_due_members(minutes(11)), [larger]);
        assert_eq!(checks.take_due_members(minutes(14)), [large]);
        assert_eq!(checks.take_due_members(minutes(17)), [small]);
    }
}
