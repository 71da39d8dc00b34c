//! Cross-signing and recovery: the device is signed by its account, and its keys survive the loss of the
//! state folder.

use std::{
    collections::HashMap,
    io::{self, Write},
    time::Duration,
};

use backon::Retryable;
use futures_util::StreamExt;
use matrix_sdk::{
    Client,
    encryption::{
        recovery::{RecoveryError, RecoveryState},
        secret_storage::{ImportError, SecretStorageError},
    },
    ruma::{DeviceId, OwnedUserId, UserId, api::client::keys::get_keys},
};
use serde::Deserialize;
use tracing::{error, info, warn};

use super::Session;
use crate::backoff::Backoff;

/// Attempts at one recovery request while the homeserver fails.
const MAX_RECOVERY_ATTEMPTS: usize = 10;

/// Marker file from before a recovery key is made until it has been shown: if the program ends in between,
/// the next start makes another key.
const PENDING_FILE: &str = "recovery-pending";

/// The content of the marker file if the account had no key backup before.
const OWN_BACKUP: &str = "own backup";

/// The log line for a device that can't be signed.
const UNSIGNED: &str = "device not signed: another client made the account's identity; set up recovery there, set \
                        [matrix] recovery_key to its key, then restart";

/// Verifies the device and enables recovery. Runs in the background, after the first sync.
pub(in crate::matrix) async fn set_up(session: Session) {
    let client = &session.client;
    client
        .encryption()
        .wait_for_e2ee_initialization_tasks()
        .await;
    let state = known_state(client).await;
    let is_signed = match state {
        RecoveryState::Unknown => None,
        _ => publish(client).await,
    };
    match state {
        RecoveryState::Enabled if session.folder.join(PENDING_FILE).exists() => {
            warn!("recovery key was never printed: creating a new one");
            let renew = || {
                let client = client.clone();
                async move { client.encryption().recovery().reset_key().await }
            };
            make_key(&session, "", renew).await;
        }
        RecoveryState::Enabled if is_signed == Some(false) => error!("{UNSIGNED}"),
        RecoveryState::Enabled => {}
        RecoveryState::Unknown => warn!("recovery state unknown: retrying at the next start"),
        RecoveryState::Disabled => {
            if session.recovery_key.is_some() {
                warn!("recovery_key not used: recovery is not enabled for this account");
            }
            let pending = session.folder.read(PENDING_FILE).ok().flatten();
            let is_own = pending.as_deref() == Some(OWN_BACKUP);
            match retry(|| has_backup(client.clone())).await {
                Ok(true) if !is_own => {
                    error!("cannot enable recovery: the account has a key backup of another client")
                }
                // The key would restore nothing that the homeserver knows.
                Ok(_) if is_signed == Some(false) => error!("{UNSIGNED}"),
                Ok(_) => make_key(&session, OWN_BACKUP, || enable(client.clone())).await,
                Err(error) => error!(error = %error, "cannot enable recovery"),
            }
        }
        RecoveryState::Incomplete => recover(&session).await,
    }
}

/// Publishes the identity of the account if that is missing; returns whether this device is signed, if that is known.
async fn publish(client: &Client) -> Option<bool> {
    let published = retry(|| publish_identity(client.clone())).await;
    published
        .inspect_err(|error| {
            error!(error = %error, "cannot publish the account's keys: retrying at the next start");
        })
        .ok()
}

/// Publishes the identity of the account again, with the signature of this device, if the homeserver lacks one of them:
/// the SDK stores both before it uploads them, and doesn't try again. Returns whether the device is signed.
async fn publish_identity(client: Client) -> Result<bool, RecoveryError> {
    let encryption = client.encryption();
    let identity = encryption.cross_signing_status().await;
    let Some((user, device)) = client.user_id().zip(client.device_id()) else {
        return Ok(false);
    };
    let mut request = get_keys::v3::Request::new();
    request.device_keys.insert(user.to_owned(), Vec::new());
    let known = client
        .send(request)
        .await
        .map_err(matrix_sdk::Error::from)?;
    if is_signed(&known, user, device) {
        return Ok(true);
    }
    if !identity.is_some_and(|identity| identity.is_complete()) {
        return Ok(false);
    }
    encryption.bootstrap_cross_signing(None).await?;
    info!("published the account's keys, and signed this device");
    Ok(true)
}

/// The part of a device or key that names keys and signatures.
#[derive(Deserialize)]
struct Signed {
    keys: HashMap<String, String>,
    #[serde(default)]
    signatures: HashMap<OwnedUserId, HashMap<String, String>>,
}

/// Returns whether the homeserver shows an identity of a user that has signed a device.
fn is_signed(known: &get_keys::v3::Response, user: &UserId, device: &DeviceId) -> bool {
    let signed = || {
        known.master_keys.get(user)?;
        let signer: Signed = known
            .self_signing_keys
            .get(user)?
            .deserialize_as_unchecked()
            .ok()?;
        let device = known.device_keys.get(user)?.get(device)?;
        let device: Signed = device.deserialize_as_unchecked().ok()?;
        let signatures = device.signatures.get(user)?;
        Some(signer.keys.keys().any(|key| signatures.contains_key(key)))
    };
    signed().unwrap_or_default()
}

/// Returns whether the account has a key backup.
async fn has_backup(client: Client) -> Result<bool, RecoveryError> {
    let backups = client.encryption().backups();
    Ok(backups.fetch_exists_on_server().await?)
}

/// Enables recovery. Replaces a key backup of an interrupted attempt, whose key nobody has.
async fn enable(client: Client) -> Result<String, RecoveryError> {
    let encryption = client.encryption();
    let enabled = encryption.recovery().enable().await;
    if !matches!(enabled, Err(RecoveryError::BackupExistsOnServer)) {
        return enabled;
    }
    warn!("recovery setup was interrupted: replacing the key backup");
    encryption.backups().disable_and_delete().await?;
    encryption.recovery().enable().await
}

/// Makes a recovery key and shows it; `marker` is the content of the marker file until then.
async fn make_key<F>(session: &Session, marker: &str, make: impl Fn() -> F)
where
    F: Future<Output = Result<String, RecoveryError>>,
{
    if let Err(error) = session.folder.write(PENDING_FILE, marker) {
        error!(error = %error, "recovery not enabled: cannot write the state folder");
        return;
    }
    match retry(make).await {
        Ok(key) => match print_key(&session.own, &key) {
            Ok(()) => remove_pending_marker(session),
            Err(error) => {
                error!(error = %error, "cannot print recovery key: retrying at the next start")
            }
        },
        Err(error) => error!(error = %error, "cannot enable recovery"),
    }
}

/// Removes the marker of a recovery key that has not been shown.
fn remove_pending_marker(session: &Session) {
    if let Err(error) = session.folder.remove(PENDING_FILE) {
        warn!(
            file = PENDING_FILE,
            error = %error,
            "cannot remove file: the next start creates a new recovery key"
        );
    }
}

/// Verifies this device with the recovery key of an earlier one.
async fn recover(session: &Session) {
    let Some(key) = &session.recovery_key else {
        warn!(
            "device not verified: set [matrix] recovery_key to the key printed at the first start, then \
             restart"
        );
        return;
    };
    let recover = || {
        let (client, key) = (session.client.clone(), key.clone());
        async move { client.encryption().recovery().recover(key.reveal()).await }
    };
    match retry(recover).await {
        Ok(()) if publish(&session.client).await == Some(false) => error!("{UNSIGNED}"),
        Ok(()) => {
            info!("device verified with recovery key");
            remove_pending_marker(session);
        }
        Err(error) => error!(error = %error, "recovery failed: check recovery_key"),
    }
}

/// Returns the recovery state, once the homeserver has sent it.
async fn known_state(client: &Client) -> RecoveryState {
    let recovery = client.encryption().recovery();
    if recovery.state() == RecoveryState::Unknown {
        let mut states = Box::pin(recovery.state_stream());
        let known = async {
            while let Some(state) = states.next().await {
                if state != RecoveryState::Unknown {
                    break;
                }
            }
        };
        // On a timeout the state stays unknown, which the caller logs.
        let _is_in_time = tokio::time::timeout(Duration::from_secs(60), known)
            .await
            .is_ok();
    }
    recovery.state()
}

/// Returns whether a recovery request has failed for an outage or the homeserver's rate limit.
fn is_transient(error: &RecoveryError) -> bool {
    let sdk = match error {
        RecoveryError::Sdk(error)
        | RecoveryError::SecretStorage(
            SecretStorageError::Sdk(error)
            | SecretStorageError::ImportError {
                error: ImportError::Sdk(error),
                ..
            },
        ) => error,
        _ => return false,
    };
    let is_passing = |status: u16| matches!(status, 408 | 429 | 500..);
    matches!(sdk, matrix_sdk::Error::Http(_))
        && sdk.as_uiaa_response().is_none()
        && sdk
            .as_client_api_error()
            .is_none_or(|answer| is_passing(answer.status_code.as_u16()))
}

/// Retries a recovery request with exponential backoff, as long as its failures are transient.
async fn retry<T, F>(attempt: impl Fn() -> F) -> Result<T, RecoveryError>
where
    F: Future<Output = Result<T, RecoveryError>>,
{
    let backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(30));
    attempt
        .retry(backoff.take(MAX_RECOVERY_ATTEMPTS - 1))
        .when(is_transient)
        .notify(|error: &RecoveryError, _| {
            warn!(error = %error, "recovery setup failed: retrying");
        })
        .await
}

/// Prints the recovery key to standard output and nowhere else.
fn print_key(user: &str, key: &str) -> io::Result<()> {
    let line = "=".repeat(72);
    let text = format!(
        "\n{line}\nRECOVERY KEY of {user}, shown only this once:\n\n    {key}\n\nKeep it in a safe \
         place. If the state folder is ever lost, set it as\n[matrix] recovery_key, and the bot is \
         trusted again.\n{line}\n"
    );
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
