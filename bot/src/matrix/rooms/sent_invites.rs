//! The invitations that the bot has sent, and their quota: at most three an hour to a user, whatever they are for.

use std::sync::Arc;

use lobby::access::Quota;
use parking_lot::Mutex;

use crate::clock;

/// Maximum invitations sent to one user in an hour.
const MAX_INVITES_PER_HOUR: usize = 3;

/// The times at which users were invited, or refused an invitation, within the last hour, by user id. Not stored.
#[derive(Clone, Debug)]
pub(in crate::matrix) struct SentInvites {
    invited: Arc<Mutex<Quota>>,
    refused: Arc<Mutex<Quota>>,
}

impl Default for SentInvites {
    fn default() -> Self {
        Self {
            invited: Arc::new(Mutex::new(Quota::new(MAX_INVITES_PER_HOUR))),
            refused: Arc::new(Mutex::new(Quota::new(1))),
        }
    }
}

impl SentInvites {
    /// Returns whether the quota allows another invitation to a user.
    pub(in crate::matrix) fn allows(&self, user: &str) -> bool {
        self.invited.lock().allows(user, clock::now())
    }

    /// Counts an invitation to a user.
    pub(in crate::matrix) fn note(&self, user: &str) {
        self.invited.lock().note(user, clock::now());
    }

    /// Returns whether the homeserver refused an invitation to a user within the last hour.
    pub(in crate::matrix) fn is_refused(&self, user: &str) -> bool {
        !self.refused.lock().allows(user, clock::now())
    }

    /// Notes that the homeserver refused an invitation to a user.
    pub(in crate::matrix) fn note_refusal(&self, user: &str) {
        self.refused.lock().note(user, clock::now());
    }
}
