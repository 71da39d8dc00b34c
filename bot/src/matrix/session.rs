//! Logging in once, and coming back as the same device after every restart.

use std::{fs, io, path::PathBuf, sync::Arc, time::Duration};

use matrix_sdk::{
    Client, ClientBuildError, SessionMeta, SessionTokens,
    authentication::matrix::MatrixSession,
    config::RequestConfig,
    encryption::{BackupDownloadStrategy, EncryptionSettings},
    ruma::UserId,
    store::{StateStoreDataKey, StateStoreDataValue},
};
use serde::{Deserialize, Serialize};
use tokio::sync::RwLock;
use tracing::{info, warn};

use super::{
    asking::Unanswered,
    direct::Invited,
    failure::{Failure, chain},
    invitations::Invitations,
    leaving::Leaving,
    receive::Inbox,
    store_key,
    verification::Verifications,
};
use crate::{
    backoff::Backoff,
    config::{Config, Login, Matrix, MessageType, Secret},
    metrics::Metrics,
    state_folder::StateFolder,
    store::Undecrypted,
};

/// What the folder holds: the session and the SDK's store.
const SESSION: &str = "session.json";
const STORE: &str = "sdk";
const UNUSED_STORE: &str = "sdk.unused";
/// The part of the SDK's store without which the session is worthless.
const KEYS: &str = "sdk/matrix-sdk-crypto.sqlite3";

/// The bot's session on the homeserver.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) client: Client,
    pub(super) own: String,
    pub(super) prefix: String,
    pub(super) message_type: MessageType,
    pub(super) recovery_key: Option<Secret>,
    pub(super) folder: StateFolder,
    /// Shared by those who open direct messages, as nobody has to wait for a server that is slow to
    /// be invited; held alone by who looks for one that was opened half.
    pub(super) opening: Arc<RwLock<()>>,
    pub(super) invited: Invited,
    pub(super) unanswered: Unanswered,
    pub(super) invitations: Invitations,
    pub(super) verifications: Verifications,
    pub(super) leaving: Leaving,
    pub(super) metrics: Metrics,
}

/// Why there is no session, or no more.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The homeserver does not accept the password, the token or the session.
    #[error("the homeserver refuses the session: {0}")]
    Refused(String),
    /// The homeserver wants to see the password again. The next session, on the same device, goes
    /// on where this one has ended.
    #[error("the homeserver has let the session expire: {0}")]
    SoftLogout(String),
    /// The state folder holds another account's session.
    #[error("the state folder belongs to {0}; give this account a folder of its own")]
    OtherUser(String),
    /// What is stored of the session cannot be read.
    #[error("{} is damaged; remove it to log in as a new device", .0.display())]
    Damaged(PathBuf),
    /// The encryption keys cannot be read.
    #[error(
        "{} is damaged ({reason}); move it away to log in as a new device, which the recovery key \
         makes trusted",
        path.display()
    )]
    Keys {
        /// The folder they are in.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The access token does not fit.
    #[error("the access token cannot be used: {0}")]
    Token(String),
    /// The state folder cannot be used.
    #[error("the state folder cannot be used: {0}")]
    Io(#[from] io::Error),
    /// What the SDK has to remember, such as keys, cannot be written: most often the disk is full.
    #[error("the folder sdk cannot be written: {0}")]
    Unwritable(String),
    /// Something in the SDK failed.
    #[error("the Matrix SDK failed: {0}")]
    Sdk(String),
}

/// The content of `session.json`.
#[derive(Clone, Serialize, Deserialize)]
struct Saved {
    user_id: String,
    device_id: String,
    access_token: String,
    /// Whether the homeserver does not accept the token any more, but knows the device.
    #[serde(default)]
    expired: bool,
}

impl Session {
    /// Logs in, or restores the session of the last run. Receiving goes on after `token`; until
    /// the homeserver can be reached, a first login is tried again and again.
    ///
    /// # Errors
    ///
    /// If the homeserver refuses, or the state folder does not fit.
    pub async fn connect(
        config: &Config,
        folder: &StateFolder,
        token: Option<&str>,
        metrics: Metrics,
    ) -> Result<Self, SessionError> {
        let matrix = &config.matrix;
        let client = match saved_session(matrix, folder).await? {
            Some(saved) => {
                let client = build(matrix, folder).await?;
                note_token(&client, token).await?;
                if saved.expired {
                    log_in_again(matrix, folder, &client, &saved).await?;
                } else {
                    restore(&client, &saved).await?;
                    info!(
                        user = saved.user_id,
                        device = saved.device_id,
                        "session restored"
                    );
                }
                client
            }
            None => log_in(matrix, folder).await?,
        };
        Ok(Self {
            client,
            own: matrix.user.clone(),
            prefix: config.chat.prefix.clone(),
            message_type: config.chat.message_type,
            recovery_key: matrix.recovery_key.clone(),
            folder: folder.clone(),
            opening: Arc::default(),
            invited: Invited::default(),
            unanswered: Unanswered::default(),
            invitations: Invitations::default(),
            verifications: Verifications::default(),
            leaving: Leaving::default(),
            metrics,
        })
    }

    /// The SDK's store cannot be read.
    pub(super) fn damaged(&self, reason: String) -> SessionError {
        SessionError::Keys {
            path: self.folder.join(STORE),
            reason,
        }
    }

    /// What comes in after `token`, and what can be read by now of events that came before.
    pub fn inbox(&self, token: Option<String>, undecrypted: Vec<Undecrypted>) -> Inbox {
        Inbox::new(self.clone(), token, undecrypted)
    }
}

/// The session of the last run, if there is one that this run can use.
async fn saved_session(
    matrix: &Matrix,
    folder: &StateFolder,
) -> Result<Option<Saved>, SessionError> {
    let Some(json) = folder.read(SESSION)? else {
        return Ok(None);
    };
    let Ok(mut saved) = serde_json::from_str::<Saved>(&json) else {
        return Err(SessionError::Damaged(folder.join(SESSION)));
    };
    if saved.user_id != matrix.user {
        return Err(SessionError::OtherUser(saved.user_id));
    }
    if !folder.join(KEYS).exists() {
        warn!("the encryption keys are lost: logging in as a new device");
        return Ok(None);
    }
    if let Login::AccessToken(token) = &matrix.login
        && token.reveal() != saved.access_token
    {
        let (_, device_id) = who_am_i(matrix, token).await?;
        if device_id != saved.device_id {
            return Err(SessionError::Token(format!(
                "it belongs to the device {device_id}, the state folder to {}; remove {} to start \
                 anew",
                saved.device_id,
                folder.join(SESSION).display(),
            )));
        }
        saved.access_token = token.reveal().to_owned();
        saved.expired = false;
        save(folder, &saved)?;
    }
    Ok(Some(saved))
}

async fn build(matrix: &Matrix, folder: &StateFolder) -> Result<Client, SessionError> {
    let store = store_key::unlocked(folder, STORE)?;
    Client::builder()
        .homeserver_url(&matrix.homeserver)
        // The address in the configuration counts, whatever the server calls itself.
        .respect_login_well_known(false)
        .sqlite_store_with_config_and_cache_path(store, None::<PathBuf>)
        .with_encryption_settings(EncryptionSettings {
            auto_enable_cross_signing: true,
            backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
            auto_enable_backups: false,
        })
        .request_config(requests())
        .build()
        .await
        .map_err(|error| match failed_build(&error) {
            SessionError::Sdk(reason) if is_damage(&reason) => SessionError::Keys {
                path: folder.join(STORE),
                reason,
            },
            error => error,
        })
}

/// What SQLite says of a file that is no longer a database; the SDK hands on nothing but words.
pub(super) fn is_damage(reason: &str) -> bool {
    reason.contains("malformed") || reason.contains("not a database")
}

/// Without the SDK's silent repetitions, which can last 15 minutes: whoever asks tries again, and
/// tells the log.
fn requests() -> RequestConfig {
    RequestConfig::new().disable_retry()
}

fn failed_build(error: &ClientBuildError) -> SessionError {
    failed(Failure::of_store(chain(error)))
}

/// Lets receiving go on after this token: the SDK notes its own before anybody has dealt with the
/// events; ours is the one up to which that is done.
async fn note_token(client: &Client, token: Option<&str>) -> Result<(), SessionError> {
    let Some(token) = token else { return Ok(()) };
    let value = StateStoreDataValue::SyncToken(token.to_owned());
    client
        .state_store()
        .set_kv_data(StateStoreDataKey::SyncToken, value)
        .await
        .map_err(|error| failed(Failure::of_store(chain(&error))))
}

async fn restore(client: &Client, saved: &Saved) -> Result<(), SessionError> {
    client
        .restore_session(sdk_session(saved)?)
        .await
        .map_err(|error| failed(error.into()))
}

fn sdk_session(saved: &Saved) -> Result<MatrixSession, SessionError> {
    let user_id = UserId::parse(&saved.user_id)
        .map_err(|error| SessionError::Sdk(format!("{}: {error}", saved.user_id)))?;
    Ok(MatrixSession {
        meta: SessionMeta {
            user_id,
            device_id: saved.device_id.as_str().into(),
        },
        tokens: SessionTokens {
            access_token: saved.access_token.clone(),
            refresh_token: None,
        },
    })
}

/// A new device: whatever the SDK has stored for an older one is put aside.
async fn log_in(matrix: &Matrix, folder: &StateFolder) -> Result<Client, SessionError> {
    if folder.join(STORE).exists() {
        if folder.join(UNUSED_STORE).exists() {
            fs::remove_dir_all(folder.join(UNUSED_STORE))?;
        }
        fs::rename(folder.join(STORE), folder.join(UNUSED_STORE))?;
    }
    match &matrix.login {
        Login::Password(password) => log_in_with_password(matrix, folder, password).await,
        Login::AccessToken(token) => {
            let (user_id, device_id) = who_am_i(matrix, token).await?;
            let saved = Saved {
                user_id,
                device_id,
                access_token: token.reveal().to_owned(),
                expired: false,
            };
            let client = build(matrix, folder).await?;
            restore(&client, &saved).await?;
            save(folder, &saved)?;
            info!(
                user = saved.user_id,
                device = saved.device_id,
                "access token accepted"
            );
            Ok(client)
        }
    }
}

async fn log_in_with_password(
    matrix: &Matrix,
    folder: &StateFolder,
    password: &Secret,
) -> Result<Client, SessionError> {
    let client = build(matrix, folder).await?;
    let saved = show_password(matrix, &client, password, None).await?;
    if saved.user_id != matrix.user {
        return Err(SessionError::OtherUser(saved.user_id));
    }
    save(folder, &saved)?;
    info!(user = saved.user_id, device = saved.device_id, "logged in");
    Ok(client)
}

/// Gets a new token for a device whose token has expired. Its keys and sessions stay what they are.
async fn log_in_again(
    matrix: &Matrix,
    folder: &StateFolder,
    client: &Client,
    expired: &Saved,
) -> Result<(), SessionError> {
    let Login::Password(password) = &matrix.login else {
        return Err(SessionError::Token(format!(
            "it has expired; set a new one of the device {}",
            expired.device_id
        )));
    };
    let saved = show_password(matrix, client, password, Some(&expired.device_id)).await?;
    save(folder, &saved)?;
    info!(
        user = saved.user_id,
        device = saved.device_id,
        "logged in again"
    );
    Ok(())
}

/// Logs in with the password, as a new device or as a known one.
async fn show_password(
    matrix: &Matrix,
    client: &Client,
    password: &Secret,
    device: Option<&str>,
) -> Result<Saved, SessionError> {
    until_reached(async || {
        let login = client
            .matrix_auth()
            .login_username(&matrix.user, password.reveal());
        let login = match device {
            Some(device) => login.device_id(device),
            None => login.initial_device_display_name(&matrix.device_name),
        };
        login.send().await.map_err(Failure::from)
    })
    .await?;
    let Some(session) = client.matrix_auth().session() else {
        return Err(SessionError::Sdk("no session after the login".to_owned()));
    };
    Ok(Saved {
        user_id: session.meta.user_id.to_string(),
        device_id: session.meta.device_id.to_string(),
        access_token: session.tokens.access_token,
        expired: false,
    })
}

/// Notes that the token in the state folder has expired, so that the next session gets a new one.
///
/// # Errors
///
/// If the state folder cannot be used.
pub fn note_expired(folder: &StateFolder) -> Result<(), SessionError> {
    let json = folder.read(SESSION)?.unwrap_or_default();
    let Ok(mut saved) = serde_json::from_str::<Saved>(&json) else {
        return Err(SessionError::Damaged(folder.join(SESSION)));
    };
    saved.expired = true;
    save(folder, &saved)
}

/// The user and the device of an access token.
async fn who_am_i(matrix: &Matrix, token: &Secret) -> Result<(String, String), SessionError> {
    // The question needs a session, of which only the token counts: one without a store will do.
    let client = Client::builder()
        .homeserver_url(&matrix.homeserver)
        .request_config(requests())
        .build()
        .await
        .map_err(|error| failed_build(&error))?;
    let asking = Saved {
        user_id: matrix.user.clone(),
        device_id: "UNKNOWN".to_owned(),
        access_token: token.reveal().to_owned(),
        expired: false,
    };
    restore(&client, &asking).await?;
    let answer = until_reached(async || client.whoami().await.map_err(Failure::from)).await;
    let answer = answer.map_err(|error| match error {
        // There is no password to show instead.
        SessionError::SoftLogout(reason) => SessionError::Token(reason),
        error => error,
    })?;
    if answer.user_id != *matrix.user {
        return Err(SessionError::Token(format!(
            "it belongs to {}",
            answer.user_id
        )));
    }
    match answer.device_id {
        Some(device) => Ok((matrix.user.clone(), device.to_string())),
        None => Err(SessionError::Token("it belongs to no device".to_owned())),
    }
}

/// Asks until the homeserver answers.
async fn until_reached<T>(ask: impl AsyncFn() -> Result<T, Failure>) -> Result<T, SessionError> {
    let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(30));
    let mut warned = false;
    loop {
        match ask().await {
            Err(Failure::Unreachable { reason, after }) => {
                if !warned {
                    warn!("the homeserver cannot be reached, trying again: {reason}");
                    warned = true;
                }
                let wait = backoff.step();
                tokio::time::sleep(after.unwrap_or_default().max(wait)).await;
            }
            answer => return answer.map_err(failed),
        }
    }
}

/// An error while the session starts.
pub(super) fn failed(failure: Failure) -> SessionError {
    match failure {
        Failure::SessionOver(reason) | Failure::Refused(reason) => SessionError::Refused(reason),
        Failure::SoftLogout(reason) => SessionError::SoftLogout(reason),
        Failure::Unwritable(reason) => SessionError::Unwritable(reason),
        Failure::Unreachable { reason, .. } | Failure::Internal(reason) => {
            SessionError::Sdk(reason)
        }
    }
}

fn save(folder: &StateFolder, saved: &Saved) -> Result<(), SessionError> {
    let json = serde_json::to_string_pretty(saved).map_err(io::Error::other)?;
    Ok(folder.write(SESSION, &json)?)
}
