//! The bot's session: the same device after every restart.

pub(super) mod device;
pub(super) mod lease;
mod login;
pub(super) mod recovery;
pub(super) mod session_error;
mod store_key;
#[cfg(test)]
mod tests;
pub(super) mod verification;

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::{Duration, Instant},
};

use lobby::{access::Trust, job::Upgrade};
use matrix_sdk::{
    Client, Room,
    ruma::{OwnedRoomId, RoomId},
};
use parking_lot::Mutex;
use tokio::sync::{RwLock, watch};
use tracing::{info, warn};

use self::{
    device::{
        SESSION_FILE, STORE_DIR, Saved, SdkClient, build, device_with_keys, note_token, restore,
        save,
    },
    lease::Lease,
    login::{device_of_token, log_in, log_in_again},
    session_error::{SessionError, TokenError},
    verification::{Verification, Verifications},
};
use super::{
    failure::Failure,
    remote_keys::RemoteKeys,
    response_body::cut_rooms::CutRooms,
    room_requests::{FailingRooms, ROOM_OUTAGE_TIMEOUT},
    rooms::{
        invitations::{Invitation, Invitations, Reply},
        sent_invites::SentInvites,
    },
    send::thread_roots::ThreadRoots,
    time_budget::TimeBudget,
};
use crate::{
    config::{Config, Login, Matrix, MessageType, Secret},
    error_chain::ErrorChain,
    monitoring::metrics::Metrics,
    state_folder::StateFolder,
};

/// Time for events at the root of new threads that the homeserver doesn't show. It refills slowly once it is used up:
/// all rooms wait, and somebody can have the homeserver never answer about an event.
const UNSHOWN_ROOTS_TIMEOUT: Duration = Duration::from_secs(6);

/// The bot's session on the homeserver.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) client: Client,
    pub(super) remote_keys: RemoteKeys,
    /// Rooms of which the last response had more state than is read.
    pub(super) cut_rooms: CutRooms,
    /// Changes with each stored sync response. The SDK's channel of updates would keep whole responses for those who
    /// wait.
    pub(super) responses: Arc<watch::Sender<()>>,
    pub(super) own: String,
    pub(super) prefix: String,
    pub(super) message_type: MessageType,
    pub(super) recovery_key: Option<Secret>,
    pub(super) folder: StateFolder,
    /// Read-locked while direct messages are opened, so that they do not wait for each other's slow servers;
    /// write-locked for a search for a half-opened one.
    pub(super) opening: Arc<RwLock<()>>,
    pub(super) invited: SentInvites,
    /// The threads of sent messages, for plain replies to them.
    pub(super) thread_roots: ThreadRoots,
    /// Events that are known as possible roots of threads, each mapped to itself.
    pub(super) checked_roots: ThreadRoots,
    /// The time for events that the homeserver doesn't show.
    pub(super) root_time: Arc<Mutex<TimeBudget>>,
    /// Rooms about which the homeserver has failed.
    pub(super) unanswered: FailingRooms,
    /// The same for missed events, apart: new lines of such a room are still read.
    pub(super) failing_backfills: FailingRooms,
    /// The time for missed events of failing rooms.
    pub(super) missed_events_time: Arc<Mutex<TimeBudget>>,
    pub(super) invitations: Invitations,
    /// The rooms that the bot joins as successors, with the upgrades that they must fit.
    pub(super) predecessors: Arc<Mutex<HashMap<OwnedRoomId, Upgrade>>>,
    /// The rooms that the bot is leaving because an upgrade was false, until the homeserver tells that it has, with the
    /// time of the request.
    pub(super) leaving: Arc<Mutex<HashMap<OwnedRoomId, tokio::time::Instant>>>,
    pub(super) verifications: Verifications,
    pub(super) lease: Lease,
    pub(super) metrics: Metrics,
}

impl Session {
    /// Logs in, or restores the session of the last run, and takes the lease of the account. Syncing goes on
    /// after `token`. An outage of the homeserver is waited out.
    ///
    /// # Errors
    ///
    /// If the homeserver refuses, the state folder does not fit, or another bot plays on the account.
    pub async fn connect(
        config: &Config,
        folder: &StateFolder,
        token: Option<&str>,
        metrics: Metrics,
    ) -> Result<Self, SessionError> {
        let matrix = &config.matrix;
        let SdkClient {
            client,
            remote_keys,
            cut_rooms,
        } = match saved_session(matrix, folder).await? {
            Some(saved) => {
                let sdk = build(matrix, folder).await?;
                let client = &sdk.client;
                note_token(client, token).await?;
                if saved.expired {
                    log_in_again(matrix, folder, client, &saved).await?;
                } else {
                    restore(client, &saved).await?;
                    info!(
                        user = saved.user_id,
                        device = saved.device_id,
                        "session restored"
                    );
                }
                sdk
            }
            None => log_in(matrix, folder).await?,
        };
        let lease = Lease::take(&client, folder).await?;
        Ok(Self {
            client,
            remote_keys,
            cut_rooms,
            responses: Arc::new(watch::Sender::new(())),
            lease,
            own: matrix.user.clone(),
            prefix: config.chat.prefix.clone(),
            message_type: config.chat.message_type,
            recovery_key: matrix.recovery_key.clone(),
            folder: folder.clone(),
            opening: Arc::default(),
            invited: SentInvites::default(),
            thread_roots: ThreadRoots::default(),
            checked_roots: ThreadRoots::default(),
            root_time: Arc::new(Mutex::new(TimeBudget::new(UNSHOWN_ROOTS_TIMEOUT))),
            unanswered: FailingRooms::new("lines"),
            failing_backfills: FailingRooms::new("missed events"),
            missed_events_time: Arc::new(Mutex::new(TimeBudget::new(ROOM_OUTAGE_TIMEOUT))),
            invitations: Invitations::default(),
            predecessors: Arc::default(),
            leaving: Arc::default(),
            verifications: Verifications::default(),
            metrics,
        })
    }

    /// Returns whether a state folder has a session of an earlier run.
    pub fn is_stored(folder: &StateFolder) -> bool {
        folder.join(SESSION_FILE).exists()
    }

    /// Returns a room that the SDK knows, whether the bot is in it or not.
    pub(super) fn known_room(&self, id: &str) -> Option<Room> {
        self.client.get_room(&RoomId::parse(id).ok()?)
    }

    /// Asks about a room until there is an answer; `None` if there is none, and the lines that need it are dropped. There
    /// is a timeout for failures and for each attempt.
    pub(super) async fn ask_within<T>(
        &self,
        room: &Room,
        timeout: Duration,
        question: impl AsyncFnMut() -> Result<T, Failure>,
    ) -> Result<Option<T>, SessionError> {
        self.unanswered.ask_within(room, timeout, question).await
    }

    /// Returns the rooms at which the homeserver has failed since a moment, so that lines are missing.
    pub(super) fn failed_since(&self, moment: Instant) -> BTreeSet<OwnedRoomId> {
        let rooms = [&self.unanswered, &self.failing_backfills];
        let failed = rooms.iter().flat_map(|rooms| rooms.failed_since(moment));
        failed.collect()
    }

    /// Replies to an invitation, in the background.
    pub fn reply(&self, invitation: &Invitation, reply: Reply) {
        self.invitations.reply(&self.client, invitation, reply);
    }

    /// Releases the account's lease, so that another bot can play.
    pub async fn release(&self) {
        self.lease.release().await;
    }

    /// Confirms or refuses a verification, in the background.
    pub fn answer(&self, asked: Verification, trust: Trust) {
        self.verifications.answer(&self.client, asked, trust);
    }

    /// Returns the error for a damaged store of the SDK.
    pub(super) fn damaged(&self, source: ErrorChain) -> SessionError {
        SessionError::Keys {
            path: self.folder.join(STORE_DIR),
            source,
        }
    }
}

/// Returns the session of the last run, if this run can use it.
async fn saved_session(
    matrix: &Matrix,
    folder: &StateFolder,
) -> Result<Option<Saved>, SessionError> {
    let Some(json) = folder.read(SESSION_FILE)? else {
        return Ok(None);
    };
    let mut saved = Saved::read(&json, folder)?;
    if saved.user_id != matrix.user {
        return Err(SessionError::OtherUser(saved.user_id));
    }
    if device_with_keys(folder).await?.as_ref() != Some(&saved.device_id) {
        warn!("encryption keys missing: logging in as a new device");
        return Ok(None);
    }
    if let Login::AccessToken(token) = &matrix.login
        && token.reveal() != saved.access_token
    {
        let device_id = device_of_token(matrix, token).await?;
        if device_id != saved.device_id {
            return Err(SessionError::Token(TokenError::OtherDevice {
                device: device_id,
                known: saved.device_id,
                session: folder.join(SESSION_FILE),
            }));
        }
        saved.access_token = token.reveal().to_owned();
        saved.expired = false;
        save(folder, &saved)?;
    }
    Ok(Some(saved))
}
