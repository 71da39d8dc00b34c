//! The rate limit on invitations that the bot sends to a user, whatever they are for.

use std::sync::Arc;

use lobby::access::Quota;
use parking_lot::Mutex;

use crate::clock;

/// Maximum invitations of one user in an hour.
const MAX_INVITES_PER_HOUR: usize = 3;

/// The times at which users were invited, or refused an invitation, within the last hour, by user id. Not stored.
#[derive(Clone, Debug)]
pub(in crate::matrix) struct InviteRateLimit {
    invited: Arc<Mutex<Quota>>,
    refused: Arc<Mutex<Quota>>,
}

impl Default for InviteRateLimit {
    fn default() -> Self {
        Self {
            invited: Arc::new(Mutex::new(Quota::new(MAX_INVITES_PER_HOUR))),
            refused: Arc::new(Mutex::new(Quota::new(1))),
        }
    }
}

impl InviteRateLimit {
    /// Returns whether the rate limit allows another invitation of a user.
    pub(in crate::matrix) fn may(&self, user: &str) -> bool {
        self.invited.lock().allows(user, clock::now())
    }

    /// Counts an invitation.
    pub(in crate::matrix) fn note(&self, user: &str) {
        self.invited.lock().note(user, clock::now());
    }

    /// Returns whether an invitation of a user was refused within the last hour.
    pub(in crate::matrix) fn is_refused(&self, user: &str) -> bool {
        !self.refused.lock().allows(user, clock::now())
    }

    /// Notes that an invitation of a user was refused.
    pub(in crate::matrix) fn note_refusal(&self, user: &str) {
        self.refused.lock().note(user, clock::now());
    }
}
