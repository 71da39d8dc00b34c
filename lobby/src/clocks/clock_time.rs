//! Moments of the time that clocks count.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// A moment of the clocks' time: the time since the epoch without outages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClockTime(#[serde(with = "jiff::fmt::serde::timestamp::second::required")] Timestamp);

impl ClockTime {
    /// Creates the moment that a clock without outages would show.
    pub(super) fn new(time: Timestamp) -> ClockTime {
        ClockTime(time)
    }

    /// Returns the moment as a clock without outages would show it.
    pub(super) fn timestamp(self) -> Timestamp {
        self.0
    }

    /// Returns the moment after a time.
    pub fn after(self, time: SignedDuration) -> ClockTime {
        ClockTime(self.0.checked_add(time).unwrap_or(Timestamp::MAX))
    }

    /// Returns the time since an earlier moment; negative since a later one.
    pub fn since(self, earlier: ClockTime) -> SignedDuration {
        earlier.0.duration_until(self.0)
    }
}
