//! The pace of direct messages that nobody has asked for.

use jiff::{SignedDuration, Timestamp};

/// Interval of such messages: half of the rate limit that homeservers set by default.
const SEND_INTERVAL: SignedDuration = SignedDuration::from_secs(10);

/// Maximum number of messages at once, after a time without any.
const BURST: i32 = 3;

/// The pace of digests and turn notices together.
#[derive(Debug, Default)]
pub struct NoticePace {
    /// The earliest time of the next one, unless a burst is left.
    next: Option<Timestamp>,
}

impl NoticePace {
    /// Returns whether a message may be sent now.
    pub fn is_free(&self, now: Timestamp) -> bool {
        self.next.is_none_or(|next| next <= now)
    }

    /// Notes a message.
    pub fn note_sent(&mut self, now: Timestamp) {
        let earliest = now.checked_sub(SEND_INTERVAL * (BURST - 1));
        let earliest = earliest.unwrap_or(Timestamp::MIN);
        let from = self.next.unwrap_or(earliest).max(earliest);
        self.next = from.checked_add(SEND_INTERVAL).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_comes_before_the_interval() {
        let mut pace = NoticePace::default();
        let mut now = Timestamp::UNIX_EPOCH;
        let mut sent = 0;
        while pace.is_free(now) {
            pace.note_sent(now);
            sent += 1;
        }
        assert_eq!(sent, BURST);
        now += SEND_INTERVAL;
        assert!(pace.is_free(now));
        pace.note_sent(now);
        assert!(!pace.is_free(now));
    }
}
