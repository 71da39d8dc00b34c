//! Login: once as a new device, and again as the same one when its token has expired.

use std::{fs, io, time::Duration};

use backon::Retryable;
use matrix_sdk::{Client, ruma::api::client::keys::get_keys};
use tracing::{info, warn};

use super::{
    device::{
        STORE_DIR, Saved, SdkClient, UNUSED_STORE_DIR, build, device_with_keys, failed_build,
        http_client, requests, restore, save,
    },
    session_error::{SessionError, TokenError, failed},
};
use crate::{
    backoff::Backoff,
    config::{Login, Matrix, Secret},
    error_chain::ErrorChain,
    matrix::{failure::Failure, response_body::cut_rooms::CutRooms},
    state_folder::StateFolder,
};

/// Logs in as a new device. An older device's SDK store is moved aside.
pub(super) async fn log_in(
    matrix: &Matrix,
    folder: &StateFolder,
) -> Result<SdkClient, SessionError> {
    match &matrix.login {
        Login::Password(password) => {
            set_store_aside(folder).await?;
            log_in_with_password(matrix, folder, password).await
        }
        Login::AccessToken(token) => log_in_with_token(matrix, folder, token).await,
    }
}

/// Moves an older device's SDK store aside. A store without keys, as after a failed login, doesn't replace one there.
async fn set_store_aside(folder: &StateFolder) -> io::Result<()> {
    let (store, unused) = (folder.join(STORE_DIR), folder.join(UNUSED_STORE_DIR));
    if !store.exists() {
        return Ok(());
    }
    if unused.exists() {
        if matches!(device_with_keys(folder).await, Ok(None)) {
            return fs::remove_dir_all(store);
        }
        fs::remove_dir_all(&unused)?;
    }
    fs::rename(store, unused)
}

/// Uses the device of an access token, which must have no encryption keys: they would be another client's or lost, and
/// the homeserver goes on to give the old one-time keys to others, so that the bot couldn't read their messages.
async fn log_in_with_token(
    matrix: &Matrix,
    folder: &StateFolder,
    token: &Secret,
) -> Result<SdkClient, SessionError> {
    let client = token_client(matrix, token).await?;
    let saved = Saved {
        device_id: who_am_i(matrix, &client).await?,
        ..unknown_device(matrix, token)
    };
    if has_encryption_keys(&client, &saved.device_id).await? {
        return Err(SessionError::Token(TokenError::UsedDevice(saved.device_id)));
    }
    set_store_aside(folder).await?;
    let sdk = build(matrix, folder).await?;
    restore(&sdk.client, &saved).await?;
    save(folder, &saved)?;
    info!(
        user = saved.user_id,
        device = saved.device_id,
        "access token accepted"
    );
    Ok(sdk)
}

/// Returns whether the homeserver has encryption keys of a device of the account.
async fn has_encryption_keys(client: &Client, device: &str) -> Result<bool, SessionError> {
    let Some(user) = client.user_id() else {
        return Ok(false);
    };
    let mut request = get_keys::v3::Request::new();
    request.device_keys.insert(user.to_owned(), Vec::new());
    let answer =
        retry_until_reached(async || client.send(request.clone()).await.map_err(Failure::from))
            .await?;
    let devices = answer.device_keys.get(user);
    Ok(devices.is_some_and(|devices| devices.keys().any(|known| known == device)))
}

async fn log_in_with_password(
    matrix: &Matrix,
    folder: &StateFolder,
    password: &Secret,
) -> Result<SdkClient, SessionError> {
    let sdk = build(matrix, folder).await?;
    let client = &sdk.client;
    let saved = request_session(matrix, client, password, None).await?;
    if saved.user_id != matrix.user {
        // Otherwise each start would leave a device in the account.
        if let Err(error) = client.matrix_auth().logout().await {
            warn!(%error, "cannot log out");
        }
        return Err(SessionError::OtherId(saved.user_id));
    }
    save(folder, &saved)?;
    info!(user = saved.user_id, device = saved.device_id, "logged in");
    Ok(sdk)
}

/// Gets a new token for a device whose token has expired. Its keys and Megolm sessions stay.
pub(super) async fn log_in_again(
    matrix: &Matrix,
    folder: &StateFolder,
    client: &Client,
    expired: &Saved,
) -> Result<(), SessionError> {
    let Login::Password(password) = &matrix.login else {
        let device = expired.device_id.clone();
        return Err(SessionError::Token(TokenError::Expired(device)));
    };
    let saved = request_session(matrix, client, password, Some(&expired.device_id)).await?;
    save(folder, &saved)?;
    info!(
        user = saved.user_id,
        device = saved.device_id,
        "logged in again"
    );
    Ok(())
}

/// Logs in with the password, as a new device or as a known one, and returns the session.
async fn request_session(
    matrix: &Matrix,
    client: &Client,
    password: &Secret,
    device: Option<&str>,
) -> Result<Saved, SessionError> {
    retry_until_reached(async || {
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
        return Err(SessionError::Sdk(ErrorChain::new("no session after login")));
    };
    Ok(Saved {
        user_id: session.meta.user_id.to_string(),
        device_id: session.meta.device_id.to_string(),
        access_token: session.tokens.access_token,
        expired: false,
    })
}

/// Returns the device of an access token.
pub(super) async fn device_of_token(
    matrix: &Matrix,
    token: &Secret,
) -> Result<String, SessionError> {
    who_am_i(matrix, &token_client(matrix, token).await?).await
}

/// Returns a client without a store for requests that need nothing but the token.
async fn token_client(matrix: &Matrix, token: &Secret) -> Result<Client, SessionError> {
    let client = Client::builder()
        .homeserver_url(&matrix.homeserver)
        .http_client(http_client(CutRooms::default())?)
        .request_config(requests())
        .build()
        .await
        .map_err(failed_build)?;
    restore(&client, &unknown_device(matrix, token)).await?;
    Ok(client)
}

/// Returns the session of a token whose device is not known yet.
fn unknown_device(matrix: &Matrix, token: &Secret) -> Saved {
    Saved {
        user_id: matrix.user.clone(),
        device_id: "UNKNOWN".to_owned(),
        access_token: token.reveal().to_owned(),
        expired: false,
    }
}

/// Returns the device of a client that was made with a token.
async fn who_am_i(matrix: &Matrix, client: &Client) -> Result<String, SessionError> {
    let answer = retry_until_reached(async || client.whoami().await.map_err(Failure::from)).await;
    let answer = answer.map_err(|error| match error {
        // There is no password to log in with instead.
        SessionError::SoftLogout(cause) => SessionError::Token(TokenError::SoftLogout(cause)),
        error => error,
    })?;
    if answer.user_id != *matrix.user {
        let other = answer.user_id.to_string();
        return Err(SessionError::Token(TokenError::OtherUser(other)));
    }
    match answer.device_id {
        Some(device) => Ok(device.to_string()),
        None => Err(SessionError::Token(TokenError::NoDevice)),
    }
}

/// Retries a request with exponential backoff until the homeserver answers.
pub(super) async fn retry_until_reached<T>(
    ask: impl AsyncFn() -> Result<T, Failure>,
) -> Result<T, SessionError> {
    let backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(30));
    let mut warned = false;
    (|| ask())
        .retry(backoff)
        .when(|failure: &Failure| matches!(failure, Failure::Unreachable { .. }))
        .adjust(|failure: &Failure, delay| delay.map(|delay| failure.retry_delay(delay)))
        .notify(|failure: &Failure, _| {
            if !warned {
                warn!(error = %failure.reason(), "homeserver unreachable: retrying");
                warned = true;
            }
        })
        .await
        .map_err(failed)
}
