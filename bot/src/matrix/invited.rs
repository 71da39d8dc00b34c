//! How often somebody is invited, whoever or whatever asks for it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How often somebody is invited in an hour.
const INVITATIONS: usize = 3;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// When users have been invited within the last hour, by user id. It is not stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Invited(Arc<Mutex<HashMap<String, Vec<Instant>>>>);

impl Invited {
    /// Whether somebody may be invited once more.
    pub(super) fn may(&self, user: &str, now: Instant) -> bool {
        let mut invited = self.locked();
        invited.retain(|_, times| {
            times.retain(|at| now.saturating_duration_since(*at) < HOUR);
            !times.is_empty()
        });
        invited
            .get(user)
            .is_none_or(|times| times.len() < INVITATIONS)
    }

    pub(super) fn note(&self, user: &str, now: Instant) {
        self.locked().entry(user.to_owned()).or_default().push(now);
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Vec<Instant>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_invited_more_than_three_times_an_hour() {
        let (invited, begin) = (Invited::default(), Instant::now());
        let at = |minutes: u64| begin + Duration::from_secs(60 * minutes);
        for minutes in [0, 10, 50] {
            assert!(invited.may("@bob:x", at(minutes)));
            invited.note("@bob:x", at(minutes));
        }
        assert!(!invited.may("@bob:x", at(50)));
        assert!(!invited.may("@bob:x", at(59)));
        assert!(invited.may("@alice:x", at(59)), "others have not been");
        assert!(invited.may("@bob:x", at(60)));
        invited.note("@bob:x", at(60));
        assert!(!invited.may("@bob:x", at(69)), "in any hour");
        assert!(invited.may("@bob:x", at(70)));
        assert!(invited.may("@bob:x", at(200)) && invited.locked().is_empty());
    }
}
