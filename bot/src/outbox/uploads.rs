//! Whether the homeserver takes files.

use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tracing::{info, warn};

/// How uploads went of late.
#[derive(Debug, Default)]
pub struct Uploads {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the last one failed, which the log knows.
    failing: bool,
    /// Until when there is no use in trying.
    paused_until: Option<Instant>,
}

impl Uploads {
    /// Whether nothing is to be uploaded now.
    pub fn are_paused(&self) -> bool {
        let until = self.state().paused_until;
        until.is_some_and(|until| Instant::now() < until)
    }

    /// Notes that one has succeeded, and for how long none is to be tried since it took too long.
    pub fn succeeded(&self, pause: Option<Duration>) {
        let mut state = self.state();
        state.paused_until = pause.map(|pause| Instant::now() + pause);
        if std::mem::take(&mut state.failing) {
            info!("files are taken again");
        }
    }

    /// Notes that one has failed, and for how long none is to be tried. The log is told once.
    pub fn failed(&self, reason: impl fmt::Display, pause: Option<Duration>) {
        let mut state = self.state();
        let until = pause.map(|pause| Instant::now() + pause);
        state.paused_until = until.max(state.paused_until);
        if !std::mem::replace(&mut state.failing, true) {
            warn!("the homeserver takes no files, so boards go out as text: {reason}");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_outlives_other_failures_but_not_a_quick_success() {
        let uploads = Uploads::default();
        uploads.failed("too large", None);
        assert!(!uploads.are_paused());
        uploads.failed("too slow", Some(Duration::from_secs(60)));
        uploads.failed("too large", None);
        assert!(uploads.are_paused());
        uploads.succeeded(None);
        assert!(!uploads.are_paused());
        uploads.succeeded(Some(Duration::from_secs(60)));
        assert!(uploads.are_paused(), "it was slow");
    }
}
