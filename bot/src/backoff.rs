//! Exponential backoff for retries.

use std::time::Duration;

/// Retry delays that double from a first one up to a longest one.
#[derive(Clone, Debug)]
pub struct Backoff {
    first: Duration,
    next: Duration,
    longest: Duration,
}

impl Backoff {
    /// Creates a backoff with its first and its longest delay.
    pub fn new(first: Duration, longest: Duration) -> Self {
        Self {
            first,
            next: first,
            longest,
        }
    }

    /// Returns the next delay and doubles the one after it.
    pub fn step(&mut self) -> Duration {
        let wait = self.next;
        self.next = (self.next * 2).min(self.longest);
        wait
    }

    /// Resets to the first delay, after a success.
    pub fn reset(&mut self) {
        self.next = self.first;
    }
}

/// The delays as `backon` takes them: without an end.
impl Iterator for Backoff {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        Some(self.step())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_doubles_up_to_the_longest() {
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(3));
        let waits: Vec<u128> = (0..5).map(|_| backoff.step().as_millis()).collect();
        assert_eq!(waits, [500, 1000, 2000, 3000, 3000]);
        backoff.reset();
        assert_eq!(backoff.step(), Duration::from_millis(500));
    }
}
