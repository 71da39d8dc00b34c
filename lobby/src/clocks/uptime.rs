//! The time of clocks, which stops while the bot is down or without a homeserver.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{clocks::clock_time::ClockTime, key::Key, traffic::Effect};

/// Longest time between two sync responses that is no outage. The homeserver holds a sync request for 30 s.
const MAX_SYNC_INTERVAL: SignedDuration = SignedDuration::from_mins(2);

/// Shortest time by which the system clock must be behind the last sync response to count as put back.
const MIN_STEP_BACK: SignedDuration = SignedDuration::from_secs(10);

/// Interval at which the time of the last sync response is stored. A kill makes at most that much of an outage
/// out of time that the bot was up.
const STORE_INTERVAL: SignedDuration = SignedDuration::from_mins(1);

/// Age at which outages are merged, as no clock asks for moments before them.
const MERGE_AFTER: SignedDuration = SignedDuration::from_hours(24 * 120);

/// Time that no clock counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Outage {
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    from: Timestamp,
    length: SignedDuration,
}

impl Outage {
    /// Returns the part of it before a moment.
    fn before(&self, at: Timestamp) -> SignedDuration {
        let elapsed = self.from.duration_until(at);
        elapsed.clamp(SignedDuration::ZERO, self.length)
    }
}

/// The outages so far, and the last sync response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uptime {
    /// The sum of earlier outages and of the time that admins have added.
    added: SignedDuration,
    outages: Vec<Outage>,
    #[serde(with = "jiff::fmt::serde::timestamp::second::optional")]
    last_sync: Option<Timestamp>,
    /// The arrival of the last sync response. Handling it may take until an outage ends.
    #[serde(skip)]
    last_arrival: Option<Timestamp>,
    /// The time up to which all events are known.
    #[serde(skip)]
    known_until: Option<Timestamp>,
    #[serde(skip)]
    stored: Option<Timestamp>,
}

impl Uptime {
    /// Restores the stored outages.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn recall(&mut self, value: &str) -> Result<(), String> {
        *self = serde_json::from_str(value).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Returns the clocks' time at a moment. It stops in an outage that has not ended yet: the lines of the first
    /// response after it are handled before the response is noted.
    pub fn clock_time(&self, at: Timestamp) -> ClockTime {
        let last = self.last_sync.filter(|last| is_outage(*last, at));
        let at = last.unwrap_or(at);
        let outages = self.outages.iter().map(|outage| outage.before(at));
        let outages = outages.fold(self.added, SignedDuration::saturating_add);
        ClockTime::new(at.checked_sub(outages).unwrap_or(Timestamp::MIN))
    }

    /// Returns the moment of a clocks' time that is not earlier than the last outage.
    pub fn wall_time(&self, time: ClockTime) -> Timestamp {
        let lengths = self.outages.iter().map(|outage| outage.length);
        let outages = lengths.fold(self.added, SignedDuration::saturating_add);
        time.timestamp()
            .checked_add(outages)
            .unwrap_or(Timestamp::MAX)
    }

    /// Returns the arrival of the last sync response; after a start, the time at which it was handled.
    pub fn last_response(&self) -> Option<Timestamp> {
        self.last_arrival.or(self.last_sync)
    }

    /// Notes the arrival of a sync response that is handled.
    pub fn note_arrival(&mut self, arrived: Timestamp) {
        self.last_arrival = Some(arrived);
    }

    /// Returns the clocks' time up to which all events are known.
    pub fn known_until(&self) -> Option<ClockTime> {
        self.known_until.map(|at| self.clock_time(at))
    }

    /// Returns the start of the outage that ended at a moment.
    pub fn outage_until(&self, end: Timestamp) -> Option<Timestamp> {
        let last = self.outages.last()?;
        let from = last.from;
        (from.checked_add(last.length).ok() == Some(end)).then_some(from)
    }

    /// Notes a sync response with all events up to its request; a long time since the last one was an outage.
    /// Returns what has to be stored.
    pub fn note_sync(&mut self, at: Timestamp, requested: Timestamp) -> Option<Effect> {
        let last = self.last_sync.unwrap_or(at);
        let length = last.duration_until(at);
        let is_outage = is_outage(last, at);
        if is_outage {
            self.outages.push(Outage { from: last, length });
            self.merge_old(at);
        }
        self.last_sync = Some(last.max(at));
        self.known_until = self.known_until.max(Some(requested));
        let is_due = |stored: Timestamp| stored.duration_until(at) >= STORE_INTERVAL;
        let must_store = is_outage || self.stored.is_none_or(is_due);
        must_store.then(|| self.store(at))
    }

    /// Notes the present time. If the system clock was put back, the clocks go on from where they were. Returns what
    /// has to be stored.
    pub fn note_time(&mut self, at: Timestamp) -> Option<Effect> {
        let last = self.last_sync?;
        if at.duration_until(last) < MIN_STEP_BACK {
            return None;
        }
        let reached = self.clock_time(last);
        // Outages that end after now never happened: the clock was ahead.
        self.outages.retain_mut(|outage| {
            outage.length = outage.before(at);
            !outage.length.is_zero()
        });
        self.added = SignedDuration::ZERO;
        self.last_sync = Some(at);
        self.last_arrival = None;
        self.known_until = None;
        self.added = self.clock_time(at).since(reached);
        Some(self.store(at))
    }

    /// Adds time to all clocks that run.
    pub fn add(&mut self, time: SignedDuration, at: Timestamp) -> Effect {
        self.added = self.added.saturating_add(time);
        self.store(at)
    }

    fn store(&mut self, at: Timestamp) -> Effect {
        self.stored = Some(at);
        Effect::set(Key::Uptime, self)
    }

    /// Adds up the outages before the time that clocks ask for.
    fn merge_old(&mut self, at: Timestamp) {
        let is_old = |outage: &&Outage| outage.from.duration_until(at) > MERGE_AFTER;
        let old = self
            .outages
            .iter()
            .filter(is_old)
            .map(|outage| outage.length);
        self.added = old.fold(self.added, SignedDuration::saturating_add);
        self.outages
            .retain(|outage| outage.from.duration_until(at) <= MERGE_AFTER);
    }
}

/// Returns whether the time between two sync responses was an outage.
fn is_outage(last: Timestamp, at: Timestamp) -> bool {
    last.duration_until(at) > MAX_SYNC_INTERVAL
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours)
    }

    /// An uptime after a sync response every minute between hours.
    fn synced(uptime: &mut Uptime, from: i64, to: i64) {
        let mut now = at(from);
        while now <= at(to) {
            uptime.note_sync(now, now);
            now += SignedDuration::from_mins(1);
        }
    }

    #[test]
    fn clocks_stand_during_an_outage() {
        let mut uptime = Uptime::default();
        synced(&mut uptime, 100, 101);
        synced(&mut uptime, 125, 126);
        let time = |hours| uptime.clock_time(at(hours));
        assert_eq!(time(101).since(time(100)), SignedDuration::from_hours(1));
        assert_eq!(time(125).since(time(101)), SignedDuration::ZERO);
        assert_eq!(time(113).since(time(101)), SignedDuration::ZERO);
        assert_eq!(time(126).since(time(100)), SignedDuration::from_hours(2));
        assert_eq!(uptime.wall_time(time(126)), at(126));
    }

    #[test]
    fn clocks_stand_before_the_end_of_an_outage() {
        let mut uptime = Uptime::default();
        synced(&mut uptime, 0, 1);
        let during = uptime.clock_time(at(30));
        assert_eq!(during, uptime.clock_time(at(1)));
        uptime.note_sync(at(30), at(30));
        assert_eq!(uptime.clock_time(at(30)), during);
    }

    /// Checks that clocks count the two hours of play around two steps of the system clock by `hours`.
    fn check_steps(hours: i64) {
        let mut uptime = Uptime::default();
        synced(&mut uptime, 100, 101);
        let began = uptime.clock_time(at(101));
        assert_eq!(uptime.note_time(at(101)), None);
        let stepped = uptime.note_time(at(101 + hours));
        assert_eq!(stepped.is_some(), hours < 0);
        assert_eq!(uptime.clock_time(at(101 + hours)), began);
        synced(&mut uptime, 101 + hours, 102 + hours);
        let played = uptime.clock_time(at(102 + hours)).since(began);
        assert_eq!(played, SignedDuration::from_hours(1), "{hours}");
        uptime.note_time(at(102));
        synced(&mut uptime, 102, 103);
        let played = uptime.clock_time(at(103)).since(began);
        assert_eq!(played, SignedDuration::from_hours(2), "{hours}");
        assert_eq!(uptime.wall_time(uptime.clock_time(at(103))), at(103));
    }

    #[test]
    fn steps_of_the_system_clock_take_no_time() {
        for hours in [-72, -1, 1, 720] {
            check_steps(hours);
        }
    }

    #[test]
    fn outages_survive_a_restart() {
        let mut uptime = Uptime::default();
        synced(&mut uptime, 0, 1);
        let Some(Effect::Set(_, stored)) = uptime.note_sync(at(5), at(5)) else {
            panic!("the outage is not stored");
        };
        let mut after = Uptime::default();
        after.recall(&stored).expect("it can be read");
        assert_eq!(after.clock_time(at(6)), uptime.clock_time(at(6)));
        after.note_sync(at(8), at(8));
        let time = |hours| after.clock_time(at(hours));
        assert_eq!(time(8).since(time(0)), SignedDuration::from_hours(1));
    }

    #[test]
    fn added_time_counts_for_running_clocks() {
        let mut uptime = Uptime::default();
        synced(&mut uptime, 0, 1);
        let began = uptime.clock_time(at(1));
        uptime.add(SignedDuration::from_hours(24), at(1));
        synced(&mut uptime, 1, 3);
        assert_eq!(
            uptime.clock_time(at(3)).since(began),
            SignedDuration::from_hours(-22)
        );
    }

    #[test]
    fn old_outages_are_merged() {
        let mut uptime = Uptime::default();
        for day in 0..300 {
            uptime.note_sync(at(24 * day), at(24 * day));
        }
        assert!(uptime.outages.len() <= 122, "{}", uptime.outages.len());
        let running = uptime
            .clock_time(at(24 * 299))
            .since(uptime.clock_time(at(24 * 298)));
        assert_eq!(running, SignedDuration::ZERO);
        assert_eq!(
            uptime.wall_time(uptime.clock_time(at(24 * 299))),
            at(24 * 299)
        );
    }
}
