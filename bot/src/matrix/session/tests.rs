use std::{error::Error, fs};

use matrix_sdk::{
    ruma::api::error::Error as ApiError, test_utils::mocks::LoginResponseTemplate200,
};
use serde_json::{Value, json};
use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

use super::*;
use crate::{
    matrix::{
        mocked::{BOT, DEVICE, Mocked, TOKEN, refusal, user},
        session::device::{KEYS_FILE, UNUSED_STORE_DIR, note_expired},
    },
    state_folder::StateFolder,
    store::change_database,
};

fn stored(mocked: &Mocked) -> Value {
    let json = fs::read_to_string(mocked.path(SESSION_FILE)).unwrap();
    serde_json::from_str(&json).unwrap()
}

/// Mounts an answer that names the user and the device of an access token.
async fn belongs_to(mocked: &Mocked, user: &str, device: Option<&str>) {
    let answer = json!({ "user_id": user, "device_id": device });
    let answer = ResponseTemplate::new(200).set_body_json(answer);
    let asked = mocked.server.mock_who_am_i().ignore_access_token();
    let asked = asked.respond_with(answer);
    asked.mock_once().mount().await;
}

#[tokio::test]
async fn the_bot_logs_in_once_per_device() {
    let mocked = Mocked::new().await;
    // A second login would be refused.
    mocked.takes_a_login().await;
    let config = mocked.config("PASSWORD", "secret");
    for token in [None, Some("s5")] {
        let session = mocked.connect(&config, token).await.unwrap();
        let device = session.client.device_id().unwrap();
        assert_eq!(device.as_str(), DEVICE);
        let expected = json!({
            "user_id": BOT,
            "device_id": DEVICE,
            "access_token": TOKEN,
            "expired": false,
        });
        assert_eq!(stored(&mocked), expected);
    }
}

#[tokio::test]
async fn another_spelling_of_the_account_is_named() {
    let mocked = Mocked::new().await;
    let other = user("@Bot:example.org");
    let login = LoginResponseTemplate200::new(TOKEN, DEVICE, other);
    let login = mocked.server.mock_login().ok_with(login);
    login.mock_once().mount().await;
    let logout = Mock::given(path_regex("/logout$"));
    logout
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})))
        .expect(1)
        .mount(mocked.server.server())
        .await;
    let config = mocked.config("PASSWORD", "secret");
    let error = mocked.connect(&config, None).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the homeserver logged in @Bot:example.org; set [matrix] user to that"
    );
    assert_eq!(
        StateFolder::take(&mocked.path(""))
            .unwrap()
            .read(SESSION_FILE)
            .unwrap(),
        None
    );
}

#[tokio::test]
async fn a_wrong_password_is_refused_without_storing() {
    let mocked = Mocked::new().await;
    let no = mocked
        .server
        .mock_login()
        .respond_with(refusal(403, "M_FORBIDDEN"));
    no.mount().await;
    let config = mocked.config("PASSWORD", "wrong");
    let error = mocked.connect(&config, None).await.unwrap_err();
    assert!(matches!(error, SessionError::Refused(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the homeserver rejected the session: [403 / M_FORBIDDEN] sorry"
    );
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<ErrorChain>());
    assert!(cause.is_some_and(|cause| cause.downcast_ref::<ApiError>().is_some()));
    assert!(!mocked.path(SESSION_FILE).exists());
}

#[tokio::test]
async fn a_homeserver_that_is_away_is_waited_for() {
    let mocked = Mocked::new().await;
    let away = mocked.server.mock_login().error500();
    away.mock_once().mount().await;
    mocked.takes_a_login().await;
    let config = mocked.config("PASSWORD", "secret");
    mocked.connect(&config, None).await.unwrap();
    assert_eq!(stored(&mocked)["device_id"], DEVICE);
}

#[tokio::test]
async fn an_expired_session_keeps_its_device() {
    let mocked = Mocked::new().await;
    mocked.takes_a_login().await;
    let config = mocked.config("PASSWORD", "secret");
    mocked.connect(&config, None).await.unwrap();
    let folder = StateFolder::take(&mocked.path("")).unwrap();
    note_expired(&folder).unwrap();
    drop(folder);
    assert_eq!(stored(&mocked)["expired"], true);

    let token = mocked.config("ACCESS_TOKEN", TOKEN);
    let error = mocked.connect(&token, None).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot use the access token: it has expired; set a new token of device ICEBOX"
    );

    let again = LoginResponseTemplate200::new("another", DEVICE, user(BOT));
    let again = mocked
        .server
        .mock_login()
        .body_matches_partial_json(json!({ "device_id": DEVICE }))
        .ok_with(again);
    again.mock_once().mount().await;
    mocked.connect(&config, None).await.unwrap();
    let stored = stored(&mocked);
    assert_eq!(stored["access_token"], "another");
    assert_eq!(stored["expired"], false);
    assert!(
        !mocked.path(UNUSED_STORE_DIR).exists(),
        "its keys are the same"
    );
}

#[tokio::test]
async fn a_folder_of_another_account_is_left_alone() {
    let mocked = Mocked::new().await;
    let config = mocked.config("PASSWORD", "secret");
    drop(StateFolder::take(&mocked.path("")).unwrap());
    let foreign = json!({
        "user_id": "@other:example.org",
        "device_id": DEVICE,
        "access_token": TOKEN,
        "expired": false,
    });
    fs::write(mocked.path(SESSION_FILE), foreign.to_string()).unwrap();
    let error = mocked.connect(&config, None).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the state folder belongs to @other:example.org; set another [state] folder for this account"
    );
    assert_eq!(stored(&mocked), foreign);
}

#[tokio::test]
async fn a_damaged_session_is_told_with_its_cause() {
    let mocked = Mocked::new().await;
    let config = mocked.config("PASSWORD", "secret");
    drop(StateFolder::take(&mocked.path("")).unwrap());
    fs::write(mocked.path(SESSION_FILE), "{ half").unwrap();
    let error = mocked.connect(&config, None).await.unwrap_err();
    let told = error.to_string();
    assert!(
        told.ends_with("session.json is damaged; remove it to log in as a new device"),
        "{told}"
    );
    assert!(
        error
            .source()
            .is_some_and(<dyn Error>::is::<serde_json::Error>)
    );
}

#[tokio::test]
async fn lost_keys_make_a_new_device() {
    let mocked = Mocked::new().await;
    let config = mocked.config("PASSWORD", "secret");
    mocked.takes_a_login().await;
    mocked.connect(&config, None).await.unwrap();
    fs::remove_file(mocked.path(KEYS_FILE)).unwrap();
    let new = LoginResponseTemplate200::new("another", "NEWBOX", user(BOT));
    mocked
        .server
        .mock_login()
        .ok_with(new)
        .mock_once()
        .mount()
        .await;
    let session = mocked.connect(&config, None).await.unwrap();
    assert_eq!(session.client.device_id().unwrap().as_str(), "NEWBOX");
    assert_eq!(stored(&mocked)["device_id"], "NEWBOX");
    assert!(mocked.path(UNUSED_STORE_DIR).exists() && mocked.path(KEYS_FILE).exists());
}

/// As after an outdated password, an outage or a kill.
#[tokio::test]
async fn lost_keys_make_a_device_after_failed_logins() {
    let mocked = Mocked::new().await;
    let config = mocked.config("PASSWORD", "secret");
    mocked.takes_a_login().await;
    mocked.connect(&config, None).await.unwrap();
    // Restored by the operator after a first failed start without it.
    let session = fs::read(mocked.path(SESSION_FILE)).unwrap();
    fs::remove_file(mocked.path(SESSION_FILE)).unwrap();
    for _ in 0..2 {
        let no = refusal(403, "M_FORBIDDEN");
        let no = mocked.server.mock_login().respond_with(no);
        no.mock_once().mount().await;
        mocked.connect(&config, None).await.unwrap_err();
    }
    let kept = mocked
        .path(UNUSED_STORE_DIR)
        .join("matrix-sdk-crypto.sqlite3");
    let account = "UPDATE kv SET value = value WHERE key = 'account'";
    assert_eq!(change_database(&kept, account).await, 1);
    fs::write(mocked.path(SESSION_FILE), session).unwrap();

    let new = LoginResponseTemplate200::new("another", "NEWBOX", user(BOT));
    let new = mocked.server.mock_login().ok_with(new);
    new.mock_once().mount().await;
    let session = mocked.connect(&config, None).await.unwrap();
    assert_eq!(session.client.device_id().unwrap().as_str(), "NEWBOX");
    assert_eq!(stored(&mocked)["device_id"], "NEWBOX");
}

#[tokio::test]
async fn a_token_with_lost_keys_is_refused() {
    let mocked = Mocked::new().await;
    let config = mocked.config("ACCESS_TOKEN", TOKEN);
    belongs_to(&mocked, BOT, Some(DEVICE)).await;
    let session = mocked.connect(&config, None).await.unwrap();
    let sync = mocked.server.mock_sync();
    sync.ok_and_run(&session.client, |_| {}).await;
    drop(session);
    fs::remove_file(mocked.path(KEYS_FILE)).unwrap();
    belongs_to(&mocked, BOT, Some(DEVICE)).await;
    let error = mocked.connect(&config, None).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot use the access token: device ICEBOX already has encryption keys, of another client or of a lost \
         state folder; set the token of a new login"
    );
    assert!(!mocked.path(UNUSED_STORE_DIR).exists());

    belongs_to(&mocked, BOT, Some("NEWBOX")).await;
    mocked.connect(&config, None).await.unwrap();
    assert_eq!(stored(&mocked)["device_id"], "NEWBOX");
}

#[tokio::test]
async fn keys_that_cannot_be_read_are_told() {
    let mocked = Mocked::new().await;
    let config = mocked.config("PASSWORD", "secret");
    mocked.takes_a_login().await;
    mocked.connect(&config, None).await.unwrap();
    fs::write(mocked.path(KEYS_FILE), "no database at all. ".repeat(500)).unwrap();
    let error = mocked.connect(&config, None).await.unwrap_err();
    assert!(matches!(error, SessionError::Keys { .. }), "{error:?}");
    assert!(error.to_string().contains("sdk is damaged ("), "{error}");
    assert_eq!(stored(&mocked)["device_id"], DEVICE);
}

#[tokio::test]
async fn an_access_token_must_match_bot_and_device() {
    let mocked = Mocked::new().await;
    let config = mocked.config("ACCESS_TOKEN", TOKEN);
    let check = async |config: &Config, user, device, words: &str| {
        belongs_to(&mocked, user, device).await;
        let error = mocked.connect(config, None).await.unwrap_err();
        assert!(matches!(error, SessionError::Token(_)), "{error:?}");
        assert!(error.to_string().contains(words), "{error}");
    };
    let other = "@other:example.org";
    check(
        &config,
        other,
        Some(DEVICE),
        "it belongs to @other:example.org",
    )
    .await;
    check(&config, BOT, None, "it has no device").await;
    belongs_to(&mocked, BOT, Some(DEVICE)).await;
    mocked.connect(&config, None).await.unwrap();
    assert_eq!(stored(&mocked)["access_token"], TOKEN);
    // The same token is not checked again.
    mocked.connect(&config, None).await.unwrap();

    let config = mocked.config("ACCESS_TOKEN", "another");
    let words = "it belongs to device OTHERBOX, the state folder to ICEBOX; remove ";
    check(&config, BOT, Some("OTHERBOX"), words).await;
    assert_eq!(stored(&mocked)["access_token"], TOKEN);
    belongs_to(&mocked, BOT, Some(DEVICE)).await;
    mocked.connect(&config, None).await.unwrap();
    assert_eq!(stored(&mocked)["access_token"], "another");
}
