//! The bot's device: its stored session in the state folder, and the SDK's client for it.

use std::{io, sync::Arc, time::Duration};

use matrix_sdk::{
    Client, ClientBuildError, HttpError, SessionMeta, SessionTokens, SqliteCryptoStore,
    SqliteEventCacheStore, SqliteMediaStore, SqliteStateStore, SqliteStoreConfig, ThreadingSupport,
    authentication::matrix::MatrixSession,
    config::{RequestConfig, StoreConfig},
    cross_process_lock::CrossProcessLockConfig,
    encryption::{BackupDownloadStrategy, EncryptionSettings},
    reqwest,
    ruma::{IdParseError, UserId},
    store::{StateStoreDataKey, StateStoreDataValue},
};
use matrix_sdk_base::{BaseClient, DmRoomDefinition, crypto::store::CryptoStore};
use serde::{Deserialize, Serialize};

use super::{
    session_error::{SessionError, failed, is_damage},
    store_key,
};
use crate::{
    config::Matrix,
    error_chain::ErrorChain,
    matrix::{
        failure::Failure,
        remote_keys::RemoteKeys,
        response_body::{self, cut_rooms::CutRooms},
    },
    state_folder::StateFolder,
};

/// Names in the state folder: the session and the SDK's store.
pub(super) const SESSION_FILE: &str = "session.json";
pub(super) const STORE_DIR: &str = "sdk";
pub(super) const UNUSED_STORE_DIR: &str = "sdk.unused";
/// The part of the SDK's store without which the session is worthless.
pub(super) const KEYS_FILE: &str = "sdk/matrix-sdk-crypto.sqlite3";

/// Timeout of requests without one of their own.
const HTTP_TIMEOUT: Duration = Duration::from_secs(30);

/// The content of `session.json`.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) user_id: String,
    pub(super) device_id: String,
    pub(super) access_token: String,
    /// `true` after a soft logout: the homeserver rejects the token, but knows the device.
    pub(super) expired: bool,
}

impl Saved {
    /// Parses the content of the session file.
    pub(super) fn read(json: &str, folder: &StateFolder) -> Result<Self, SessionError> {
        serde_json::from_str(json).map_err(|source| SessionError::Damaged {
            path: folder.join(SESSION_FILE),
            source,
        })
    }
}

/// The SDK's client.
pub(super) struct SdkClient {
    pub(super) client: Client,
    /// The part of it that has the keys.
    pub(super) remote_keys: RemoteKeys,
    pub(super) cut_rooms: CutRooms,
}

/// Opens the SDK's store and returns its client.
pub(super) async fn build(
    matrix: &Matrix,
    folder: &StateFolder,
) -> Result<SdkClient, SessionError> {
    let base = open_store(&store_key::encrypted_store_config(folder, STORE_DIR)?)
        .await
        .map_err(|error| failed_store(folder, failed_build(error)))?;
    let cut_rooms = CutRooms::default();
    let client = Client::builder()
        .homeserver_url(&matrix.homeserver)
        .http_client(http_client(cut_rooms.clone())?)
        // The configured address is used, even if the server's well-known file names another.
        .respect_login_well_known(false)
        .base_client(base.clone())
        .with_encryption_settings(EncryptionSettings {
            auto_enable_cross_signing: true,
            backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
            auto_enable_backups: false,
        })
        // Keys in a bundle that an inviter sends are taken unsigned, for any session, in any number.
        .with_enable_share_history_on_invite(false)
        .request_config(requests())
        .build()
        .await
        .map_err(failed_build)?;
    Ok(SdkClient {
        remote_keys: RemoteKeys::new(&client, base),
        client,
        cut_rooms,
    })
}

/// Returns the device whose keys the SDK's store has; `None` if it has none, as after a failed login.
pub(super) async fn device_with_keys(folder: &StateFolder) -> Result<Option<String>, SessionError> {
    let keys = folder.join(KEYS_FILE).metadata();
    if !keys.is_ok_and(|keys| keys.len() > 0) {
        return Ok(None);
    }
    let config = store_key::encrypted_store_config(folder, STORE_DIR)?;
    let store = SqliteCryptoStore::open_with_config(&config)
        .await
        .map_err(|error| failed_store(folder, failed_build(error.into())))?;
    let account = store
        .load_account()
        .await
        .map_err(|error| failed_store(folder, failed(Failure::of_store(error))))?;
    Ok(account.map(|account| account.device_id().to_string()))
}

fn failed_store(folder: &StateFolder, error: SessionError) -> SessionError {
    match error {
        SessionError::Sdk(source) if is_damage(&source) => SessionError::Keys {
            path: folder.join(STORE_DIR),
            source,
        },
        error => error,
    }
}

/// Builds the HTTP client as the SDK does, with limits for the bodies of responses.
pub(super) fn http_client(cut_rooms: CutRooms) -> Result<reqwest::Client, SessionError> {
    reqwest::Client::builder()
        .user_agent("matrix-rust-sdk")
        .min_tls_version(reqwest::tls::Version::TLS_1_2)
        .timeout(HTTP_TIMEOUT)
        // Elsewhere, requests would arrive without the token, or as others.
        .redirect(reqwest::redirect::Policy::custom(|redirect| {
            let target = redirect.url().origin().ascii_serialization();
            redirect.error(Redirected { target })
        }))
        .body_reader(Arc::new(move |url, status| {
            response_body::reader(url, status, &cut_rooms)
        }))
        .build()
        .map_err(|error| failed_build(HttpError::Reqwest(error).into()))
}

/// A redirect, which is not followed.
#[derive(Debug, thiserror::Error)]
#[error("redirected to {target}: is [matrix] homeserver its full address?")]
struct Redirected {
    target: String,
}

/// Opens the SDK's store as its builder does.
async fn open_store(config: &SqliteStoreConfig) -> Result<BaseClient, ClientBuildError> {
    let stores = StoreConfig::new(CrossProcessLockConfig::multi_process("main"))
        .state_store(SqliteStateStore::open_with_config(config).await?)
        .event_cache_store(SqliteEventCacheStore::open_with_config(config).await?)
        .media_store(SqliteMediaStore::open_with_config(config).await?)
        .crypto_store(SqliteCryptoStore::open_with_config(config).await?);
    let threads = ThreadingSupport::Disabled;
    Ok(BaseClient::new(
        stores,
        threads,
        DmRoomDefinition::MatrixSpec,
    ))
}

/// Request settings without the SDK's own silent retries, which can last 15 minutes: callers retry and log
/// it.
pub(super) fn requests() -> RequestConfig {
    RequestConfig::new().disable_retry()
}

pub(super) fn failed_build(error: ClientBuildError) -> SessionError {
    failed(Failure::of_store(error))
}

/// Sets the SDK's sync token to ours: the SDK stores its own before the events have been processed, while
/// ours is stored with their results.
pub(super) async fn note_token(client: &Client, token: Option<&str>) -> Result<(), SessionError> {
    let Some(token) = token else { return Ok(()) };
    let value = StateStoreDataValue::SyncToken(token.to_owned());
    client
        .state_store()
        .set_kv_data(StateStoreDataKey::SyncToken, value)
        .await
        .map_err(|error| failed(Failure::of_store(error)))
}

pub(super) async fn restore(client: &Client, saved: &Saved) -> Result<(), SessionError> {
    client
        .restore_session(sdk_session(saved)?)
        .await
        .map_err(|error| failed(error.into()))
}

/// An invalid user id.
#[derive(Debug, thiserror::Error)]
#[error("{user}")]
struct NoUserId {
    user: String,
    source: IdParseError,
}

fn sdk_session(saved: &Saved) -> Result<MatrixSession, SessionError> {
    let user_id = UserId::parse(&saved.user_id).map_err(|source| {
        let user = saved.user_id.clone();
        SessionError::Sdk(ErrorChain::new(NoUserId { user, source }))
    })?;
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

/// Marks the token in the state folder as expired, so that the next session gets a new one.
///
/// # Errors
///
/// If the state folder cannot be used.
pub fn note_expired(folder: &StateFolder) -> Result<(), SessionError> {
    let json = folder.read(SESSION_FILE)?.unwrap_or_default();
    let mut saved = Saved::read(&json, folder)?;
    saved.expired = true;
    save(folder, &saved)
}

pub(super) fn save(folder: &StateFolder, saved: &Saved) -> Result<(), SessionError> {
    let json = serde_json::to_string_pretty(saved).map_err(io::Error::other)?;
    Ok(folder.write(SESSION_FILE, &json)?)
}

#[cfg(test)]
mod tests {
    use wiremock::{Mock, MockServer, ResponseTemplate, matchers::any};

    use super::*;

    #[tokio::test]
    async fn redirects_are_not_followed() {
        let server = MockServer::start().await;
        let redirect = ResponseTemplate::new(301);
        let redirect = redirect.insert_header("Location", "https://elsewhere.example:8448/login");
        Mock::given(any())
            .respond_with(redirect)
            .mount(&server)
            .await;
        let client = http_client(CutRooms::default()).unwrap();
        let error = client.post(server.uri()).send().await.unwrap_err();
        let failure = Failure::from(HttpError::Reqwest(error));
        assert!(
            matches!(failure, Failure::Unreachable { .. }),
            "{failure:?}"
        );
        let reason = failure.reason().to_string();
        assert!(
            reason.contains("redirected to https://elsewhere.example:8448:"),
            "{reason}"
        );
    }
}
