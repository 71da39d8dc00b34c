use std::fs;

use matrix_sdk_test::SyncResponseBuilder;
use wiremock::{Mock, ResponseTemplate, matchers::path_regex};

use super::*;
use crate::matrix::mocked::{DEVICE, Mocked, in_time};

const OTHER: &str = "OTHERBOX";

fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A lease held by another bot, whose last heartbeat is so many seconds old.
fn held_by(device: &str, seconds: i64) -> Value {
    json!({
        "device_id": device,
        "instance_id": "other",
        "heartbeat_ts": now() - seconds * 1_000,
    })
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
        let held = LeaseContent {
            holder: Instance {
                device_id: OTHER.to_owned(),
                instance_id: String::new(),
            },
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
async fn a_fresh_foreign_lease_refuses_the_start() {
    let (mocked, started) = start(held_by(OTHER, 100)).await;
    let error = started.unwrap_err();
    assert!(matches!(error, SessionError::AccountInUse(_)), "{error:?}");
    let told = error.to_string();
    assert_eq!(told, "another bot uses this account, as device OTHERBOX");
    check_holder(&mocked, OTHER);
}

#[tokio::test]
async fn one_device_in_two_state_folders_is_refused() {
    let (_mocked, started) = start(held_by(DEVICE, 100)).await;
    let error = started.unwrap_err();
    assert!(matches!(error, SessionError::AccountInUse(_)), "{error:?}");
}

#[tokio::test]
async fn a_restart_replaces_the_lease_after_a_crash() {
    let mocked = Mocked::new().await;
    let inbox = mocked.inbox().await;
    inbox.lease().heartbeats.abort();
    drop(inbox);
    let crashed = mocked.lease.lock().unwrap().clone();
    let config = mocked.config("PASSWORD", "secret");
    let again = mocked.connect(&config, None).await;
    assert!(again.is_ok(), "{again:?}");
    assert_ne!(*mocked.lease.lock().unwrap(), crashed);
}

/// Starts again after the file of the instances was changed; the bot may still run elsewhere.
async fn start_after(change: impl Fn(&str) -> String) -> (Mocked, Vec<Result<(), SessionError>>) {
    let mocked = Mocked::new().await;
    let inbox = mocked.inbox().await;
    inbox.lease().heartbeats.abort();
    drop(inbox);
    let instances = fs::read_to_string(mocked.path(INSTANCES_FILE)).unwrap();
    fs::write(mocked.path(INSTANCES_FILE), change(&instances)).unwrap();
    let config = mocked.config("PASSWORD", "secret");
    let mut starts = Vec::new();
    for _ in 0..2 * MAX_INSTANCES {
        starts.push(mocked.connect(&config, None).await.map(|_| ()));
    }
    (mocked, starts)
}

#[tokio::test]
async fn a_copy_of_the_state_folder_is_refused() {
    let copied_before_the_last_start = |instances: &str| {
        let (folder, _) = instances.split_once('\n').unwrap();
        format!("{folder}\nan earlier instance")
    };
    let (mocked, starts) = start_after(copied_before_the_last_start).await;
    for refused in starts {
        let refused = refused.unwrap_err();
        assert!(
            matches!(refused, SessionError::AccountInUse(_)),
            "{refused:?}"
        );
    }
    let instances = fs::read_to_string(mocked.path(INSTANCES_FILE)).unwrap();
    assert!(instances.ends_with("\nan earlier instance"), "{instances}");
}

#[tokio::test]
async fn a_copied_running_state_folder_is_refused() {
    let copied = |instances: &str| {
        let (_, instance) = instances.split_once('\n').unwrap();
        format!("7\n{instance}")
    };
    let (_mocked, starts) = start_after(copied).await;
    for refused in starts {
        let refused = refused.unwrap_err();
        assert!(
            matches!(refused, SessionError::AccountInUse(_)),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn a_second_instance_of_the_device_ends_it() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let other = held_by(DEVICE, 1);
    put(&mocked, other.clone());
    let sync = mocked.server.mock_sync().ok(move |response| {
        response.add_custom_global_account_data(json!({ "type": LEASE_TYPE, "content": other }));
    });
    sync.mock_once().mount().await;
    let ended = in_time(inbox.next()).await;
    assert!(
        matches!(&ended, Err(SessionError::TakenOver(device)) if device == DEVICE),
        "{ended:?}"
    );
}

#[tokio::test]
async fn any_other_lease_is_taken() {
    for lease in [
        Value::Null,
        json!({}),
        json!({ "device_id": 7, "heartbeat_ts": "soon" }),
        held_by(DEVICE, 181),
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
async fn a_foreign_holder_in_a_response_ends_it() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let own = mocked.lease.lock().unwrap().clone();
    let told = |lease: Value| {
        let event = json!({ "type": LEASE_TYPE, "content": lease });
        move |response: &mut SyncResponseBuilder| {
            response.add_custom_global_account_data(event);
        }
    };
    // This account data is older than the last heartbeat.
    mocked.receives(&mut inbox, told(held_by(OTHER, 1))).await;
    put(&mocked, held_by(OTHER, 1));
    mocked.receives(&mut inbox, told(own)).await;
    let sync = mocked.server.mock_sync().ok(told(held_by(OTHER, 1)));
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
    // However old the other heartbeat is, if it came later: that bot may have answered what comes now.
    let earlier = now() - 7_200_000;
    account.last_heartbeat.store(earlier, Ordering::Relaxed);
    put(&mocked, held_by(OTHER, 3_600));
    let (lose, lost_to) = watch::channel(None);
    in_time(keep(account, Arc::default(), lose, Duration::ZERO)).await;
    assert_eq!(lost_to.borrow().as_deref(), Some(OTHER));
    check_holder(&mocked, OTHER);
}

#[tokio::test]
async fn a_restored_homeserver_does_not_end_the_bot() {
    let mocked = Mocked::new().await;
    let inbox = mocked.inbox().await;
    let lease = inbox.lease();
    put(&mocked, held_by(OTHER, 90));
    let content = mocked.lease.lock().unwrap().clone();
    let event = json!({ "type": LEASE_TYPE, "content": content });
    let event = Raw::new(&event).unwrap().cast_unchecked();
    lease.check(&[event]).await.unwrap();
    let account = &lease.account;
    let taken = account.take(|lease| account.is_new(lease)).await;
    assert_eq!(taken.unwrap(), None);
    check_holder(&mocked, DEVICE);
}

#[tokio::test]
async fn the_instances_of_a_state_folder_are_remembered() {
    let mocked = Mocked::new().await;
    drop(mocked.inbox().await);
    let config = mocked.config("PASSWORD", "secret");
    for _ in 0..MAX_INSTANCES {
        let started = mocked.connect(&config, None).await.unwrap();
        started.lease.heartbeats.abort();
    }
    let instances = fs::read_to_string(mocked.path(INSTANCES_FILE)).unwrap();
    assert_eq!(instances.lines().count(), 1 + MAX_INSTANCES);
    let lease = mocked.lease.lock().unwrap().clone();
    let last = instances.lines().last();
    assert_eq!(last, lease["instance_id"].as_str());
}

#[tokio::test]
async fn a_release_lets_another_device_start_at_once() {
    let mocked = Mocked::new().await;
    let inbox = mocked.inbox().await;
    check_holder(&mocked, DEVICE);
    inbox.lease().release().await;
    let released = mocked.lease.lock().unwrap().clone();
    assert_eq!(released["last"]["device_id"], DEVICE);
    assert!(released.get("device_id").is_none(), "{released}");
    let account = &inbox.lease().account;
    let last = account.last_instance().await.unwrap();
    assert_eq!(last.as_ref(), Some(&account.own.instance_id));
    // A release does not remove another bot's lease.
    put(&mocked, held_by(OTHER, 1));
    inbox.lease().release().await;
    check_holder(&mocked, OTHER);
}
