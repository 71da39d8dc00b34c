//! Statistics of clocks, for the operator.

use jiff::SignedDuration;

/// Time after its moment from which a reminder or the fall of a flag is late.
const LATE_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// The numbers of what has followed from clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockStatistics {
    /// The fallen flags, including games cancelled as the first turn was not made.
    pub flags: u64,
    /// The reminders of players whose time was running out.
    pub reminders: u64,
    /// The flags and reminders among these that came late.
    pub late: u64,
}

impl ClockStatistics {
    /// Counts a fallen flag, and the delay with which it was noticed.
    pub(super) fn count_flag(&mut self, delay: SignedDuration) {
        self.flags += 1;
        self.count_delay(delay);
    }

    /// Counts a reminder and its delay.
    pub(super) fn count_reminder(&mut self, delay: SignedDuration) {
        self.reminders += 1;
        self.count_delay(delay);
    }

    fn count_delay(&mut self, delay: SignedDuration) {
        self.late += u64::from(delay > LATE_AFTER);
    }
}
