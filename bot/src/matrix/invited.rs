//! How often somebody is invited, whoever or whatever asks for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tables::access::Quota;

use crate::clock;

/// How often somebody is invited in an hour.
const INVITATIONS: usize = 3;

/// When users have been invited within the last hour, by user id. It is not stored.
#[derive(Clone, Debug)]
pub(super) struct Invited(Arc<Mutex<Quota>>);

impl Default for Invited {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Quota::new(INVITATIONS))))
    }
}

impl Invited {
    /// Whether somebody may be invited once more.
    pub(super) fn may(&self, user: &str) -> bool {
        self.locked().allows(user, clock::now())
    }

    pub(super) fn note(&self, user: &str) {
        self.locked().note(user, clock::now());
    }

    fn locked(&self) -> MutexGuard<'_, Quota> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
