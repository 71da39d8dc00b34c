//! The state of uploads: paused after a slow one.

use std::{
    fmt,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tracing::{info, warn};

/// The outcome of recent uploads.
#[derive(Debug, Default)]
pub struct UploadHealth {
    state: Mutex<UploadState>,
}

#[derive(Debug, Default)]
struct UploadState {
    /// `true` if the last one failed, which is logged once.
    failing: bool,
    /// The end of the pause.
    paused_until: Option<Instant>,
}

impl UploadHealth {
    /// Returns whether uploads are paused.
    pub fn is_paused(&self) -> bool {
        let until = self.state.lock().paused_until;
        until.is_some_and(|until| Instant::now() < until)
    }

    /// Records a success, and the pause to make after a slow one.
    pub fn succeeded(&self, pause: Option<Duration>) {
        let mut state = self.state.lock();
        state.paused_until = pause.map(|pause| Instant::now() + pause);
        if std::mem::take(&mut state.failing) {
            info!("uploads accepted again");
        }
    }

    /// Records a failure and the pause to make; only the first of a series is logged.
    pub fn failed(&self, reason: impl fmt::Display, pause: Option<Duration>) {
        let mut state = self.state.lock();
        let until = pause.map(|pause| Instant::now() + pause);
        state.paused_until = until.max(state.paused_until);
        if !std::mem::replace(&mut state.failing, true) {
            warn!(error = %reason, "upload failed: sending boards as text");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_quick_success_ends_a_pause() {
        let uploads = UploadHealth::default();
        uploads.failed("too large", None);
        assert!(!uploads.is_paused());
        uploads.failed("too slow", Some(Duration::from_secs(60)));
        uploads.failed("too large", None);
        assert!(uploads.is_paused());
        uploads.succeeded(None);
        assert!(!uploads.is_paused());
        uploads.succeeded(Some(Duration::from_secs(60)));
        assert!(uploads.is_paused(), "it was slow");
    }
}
