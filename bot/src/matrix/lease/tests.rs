use matrix_sdk_test::SyncResponseBuilder;
use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

use super::*;
use crate::matrix::mocked::{DEVICE, Mocked, in_time};

const OTHER: &str = "OTHERBOX";

fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// The event as a device leaves it that has sent its last heartbeat so long ago, in seconds.
fn held_by(device: &str, seconds: i64) -> Value {
    json!({ "device_id": device, "heartbeat_ts": now() - seconds * 1_000 })
}

fn put(mocked: &Mocked, lease: Value) {
    *mocked.lease.lock().unwrap() = lease;
}

#[track_caller]
fn check_holder(mocked: &Mocked, device: &str) {
    assert_eq!(mocked.lease.lock().unwrap()["device_id"], device);
}

/// Returns the result of a start that finds this in the account data.
async fn start(lease: Value) -> (Mocked, Result<(), SessionError>) {
    let mocked = Mocked::new().await;
    mocked.takes_a_login().await;
    put(&mocked, lease);
    let config = mocked.config("PASSWORD", "secret");
    let started = mocked.connect(&config, None).await.map(|_| ());
    (mocked, started)
}

#[test]
fn a_heartbeat_is_fresh_for_three_minutes() {
    let at = Timestamp::constant(1_800_000_000, 0);
    let is_fresh = |age: i64| {
        let held = Held {
            device_id: OTHER.to_owned(),
            heartbeat_ts: at.as_millisecond().saturating_sub(age),
        };
        held.is_fresh(at)
    };
    assert!(is_fresh(0) && is_fresh(179_999) && !is_fresh(180_000));
    // A clock that is a little fast, and clocks that are wrong.
    assert!(is_fresh(-60_000));
    assert!(!is_fresh(-180_000) && !is_fresh(i64::MIN) && !is_fresh(i64::MAX));
}

#[tokio::test]
async fn a_fresh_lease_of_another_device_refuses_the_start() {
    let (mocked, started) = start(held_by(OTHER, 100)).await;
    let error = started.unwrap_err();
    assert!(matches!(error, SessionError::AccountInUse(_)), "{error:?}");
    let told = error.to_string();
    assert_eq!(
        told,
        "another bot plays on this account, as its device OTHERBOX"
    );
    check_holder(&mocked, OTHER);
}

#[tokio::test]
async fn any_other_lease_is_taken() {
    for lease in [
        Value::Null,
        json!({}),
        json!({ "device_id": 7, "heartbeat_ts": "soon" }),
        held_by(DEVICE, 1),
        held_by(OTHER, 181),
        held_by(OTHER, -3_600),
        held_by("LOGGEDOUT", 1),
    ] {
        let (mocked, started) = start(lease.clone()).await;
        assert!(started.is_ok(), "{lease}: {started:?}");
        check_holder(&mocked, DEVICE);
    }
}

#[tokio::test]
async fn a_response_that_names_another_holder_ends_the_bot() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let told = |device: &str| {
        let event = json!({ "type": KIND, "content": held_by(device, 1) });
        move |response: &mut SyncResponseBuilder| {
            response.add_custom_global_account_data(event);
        }
    };
    // This was so before the last heartbeat.
    mocked.receives(&mut inbox, told(OTHER)).await;
    put(&mocked, held_by(OTHER, 1));
    mocked.receives(&mut inbox, told(DEVICE)).await;
    let sync = mocked.server.mock_sync().ok(told(OTHER));
    sync.mock_once().mount().await;
    let ended = in_time(inbox.next()).await;
    assert!(
        matches!(&ended, Err(SessionError::TakenOver(device)) if device == OTHER),
        "{ended:?}"
    );
    check_holder(&mocked, OTHER);
}

#[tokio::test]
async fn a_heartbeat_after_an_outage_finds_another_holder() {
    let mocked = Mocked::new().await;
    let inbox = mocked.inbox().await;
    let account = inbox.lease().account.clone();
    let away = Mock::given(path_regex("/account_data/icebreaker.lease$"));
    let away = away.respond_with(ResponseTemplate::new(502));
    let away = away.up_to_n_times(1).with_priority(1).expect(1);
    let _mounted = away.mount_as_scoped(&mocked.server).await;
    // However long ago: the other one may have answered what comes now.
    put(&mocked, held_by(OTHER, 3_600));
    let (lose, lost_to) = watch::channel(None);
    in_time(keep(account, Arc::default(), lose, Duration::ZERO)).await;
    assert_eq!(lost_to.borrow().as_deref(), Some(OTHER));
    check_holder(&mocked, OTHER);
}

#[tokio::test]
async fn a_release_lets_another_device_start_at_once() {
    let mocked = Mocked::new().await;
    let inbox = mocked.inbox().await;
    check_holder(&mocked, DEVICE);
    inbox.lease().release().await;
    assert_eq!(*mocked.lease.lock().unwrap(), json!({}));
    // Nothing is taken from another bot.
    put(&mocked, held_by(OTHER, 1));
    inbox.lease().release().await;
    check_holder(&mocked, OTHER);
}
