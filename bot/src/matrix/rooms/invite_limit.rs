//! The rate limit on invitations that the bot sends to a user, whatever they are for.

use std::sync::Arc;

use lobby::access::Quota;
use parking_lot::Mutex;

use crate::clock;

/// Maximum invitations of one user in an hour.
const MAX_INVITES_PER_HOUR: usize = 3;

/// The times at which users were invited within the last hour, by user id. Not stored.
#[derive(Clone, Debug)]
pub(in crate::matrix) struct InviteRateLimit(Arc<Mutex<Quota>>);

impl Default for InviteRateLimit {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Quota::new(MAX_INVITES_PER_HOUR))))
    }
}

impl InviteRateLimit {
    /// Returns whether the rate limit allows another invitation of a user.
    pub(in crate::matrix) fn may(&self, user: &str) -> bool {
        self.0.lock().allows(user, clock::now())
    }

    /// Counts an invitation.
    pub(in crate::matrix) fn note(&self, user: &str) {
        self.0.lock().note(user, clock::now());
    }
}
