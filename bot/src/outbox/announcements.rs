//! Messages that announce a challenge or another request, which users can answer only once they have seen it.

use std::{collections::HashMap, sync::Arc};

use jiff::Timestamp;
use parking_lot::Mutex;

use crate::clock::now;

/// The state of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Announcement {
    /// It waits to be sent.
    Waiting,
    /// Users may have seen it since this time.
    Sent(Timestamp),
    /// It is never sent.
    GivenUp,
}

/// The announcements of requests, by the number of the request ([`Message::asks`](lobby::Message::asks)).
#[derive(Clone, Debug, Default)]
pub(super) struct Announcements {
    by_request: Arc<Mutex<HashMap<u64, Announcement>>>,
}

impl Announcements {
    /// Notes that a message waits to be sent, also after a failed attempt.
    pub(super) fn wait(&self, asks: Option<u64>) {
        self.note(asks, Announcement::Waiting);
    }

    /// Notes that an attempt to send a message begins, after which users may see it.
    pub(super) fn begin(&self, asks: Option<u64>) {
        self.note(asks, Announcement::Sent(now()));
    }

    /// Notes that a message is never sent.
    pub(super) fn give_up(&self, asks: Option<u64>) {
        self.note(asks, Announcement::GivenUp);
    }

    fn note(&self, asks: Option<u64>, state: Announcement) {
        if let Some(request) = asks {
            self.by_request.lock().insert(request, state);
        }
    }

    /// Returns the requests announced since the last call, with the time from which on users may have seen them; and
    /// again those that wait.
    pub(super) fn take(&self) -> Vec<(u64, Option<Timestamp>)> {
        let mut all = self.by_request.lock();
        let shown = |state: &Announcement| match state {
            Announcement::Sent(at) => Some(*at),
            Announcement::Waiting | Announcement::GivenUp => None,
        };
        let taken = all.iter().map(|(request, state)| (*request, shown(state)));
        let taken = taken.collect();
        all.retain(|_, state| *state == Announcement::Waiting);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_announcements_are_told_until_they_are_sent() {
        let all = Announcements::default();
        all.wait(Some(1));
        assert_eq!(all.take(), [(1, None)]);
        let before = now();
        all.begin(Some(1));
        let taken = all.take();
        assert!(matches!(taken.as_slice(), [(1, Some(at))] if *at >= before));
        assert_eq!(all.take(), []);
        // The homeserver has refused it for now, and then for good.
        all.wait(Some(1));
        assert_eq!(all.take(), [(1, None)]);
        all.give_up(Some(1));
        assert_eq!(all.take(), [(1, None)]);
        assert_eq!(all.take(), []);
    }
}
