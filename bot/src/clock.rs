//! The clock, in UTC.

#[cfg(feature = "matrix")]
use std::time::Duration;

use jiff::Timestamp;

/// Maximum duration of one sleep: the clock can be put forward, and the computer can be suspended.
#[cfg(feature = "matrix")]
const MAX_SLEEP: Duration = Duration::from_secs(60 * 60);

/// Returns the current time in whole seconds, as it is stored.
pub fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

/// Waits until a point in time.
#[cfg(feature = "matrix")]
pub async fn until(at: Timestamp) {
    loop {
        let left = Timestamp::now().duration_until(at);
        match Duration::try_from(left) {
            Ok(left) if !left.is_zero() => tokio::time::sleep(left.min(MAX_SLEEP)).await,
            Ok(_) | Err(_) => return,
        }
    }
}

#[cfg(all(test, feature = "matrix"))]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[tokio::test]
    async fn a_past_moment_needs_no_wait() {
        let waited = tokio::time::timeout(MAX_SLEEP, async {
            until(Timestamp::MIN).await;
            until(now()).await;
        });
        assert!(waited.await.is_ok());
    }

    #[tokio::test]
    async fn a_moment_to_come_is_waited_for() {
        let at = Timestamp::now() + SignedDuration::from_millis(300);
        until(at).await;
        assert!(Timestamp::now() >= at);
    }
}
