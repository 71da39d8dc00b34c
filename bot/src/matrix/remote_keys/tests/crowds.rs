//! Rooms with more devices than get a room key.

use matrix_sdk::{encryption::vodozemac::olm::OlmMessage, ruma::UserId};
use serde_json::Map;

use super::*;
use crate::{clock, matrix::Inbox};

pub(super) const SERVER: &str = "crowd.example";
const DEVICES_OF_USER: usize = 5;
const MAX_DEVICES: usize = 40;

/// Makes keys of new devices of all these users: their device keys and one-time keys.
pub(super) fn new_devices(users: &[String], prefix: &str) -> [Map<String, Value>; 2] {
    let mut keys = [Map::new(), Map::new()];
    for user in users {
        let mut of_user = [Map::new(), Map::new()];
        for number in 0..DEVICES_OF_USER {
            let id = format!("{prefix}{number}");
            let account = Account::new();
            let curve = account.curve25519_key();
            let phone = Phone::with_field((user, &id), account, curve, "null");
            let [device_keys, one_time_keys] = &mut of_user;
            device_keys.insert(id.clone(), phone.device_keys);
            one_time_keys.insert(id, phone.one_time_key);
        }
        for (all, of_user) in keys.iter_mut().zip(of_user) {
            all.insert(user.clone(), Value::Object(of_user));
        }
    }
    keys
}

/// Has the homeserver return these keys of the users that a request names, rather than those with a higher number.
pub(super) async fn upload(mocked: &Mocked, keys: [Map<String, Value>; 2], number: u8) {
    let paths = [
        ("/keys/query$", "device_keys"),
        ("/keys/claim$", "one_time_keys"),
    ];
    for ((path, field), keys) in paths.into_iter().zip(keys) {
        let answer = move |request: &Request| {
            let body: Value = request.body_json().unwrap();
            let named = body[field].as_object().unwrap().keys();
            let keys = named.map(|user| (user.clone(), keys[user].clone()));
            let keys = Value::Object(keys.collect());
            ResponseTemplate::new(200).set_body_json(json!({ field: keys, "failures": {} }))
        };
        Mock::given(path_regex(path))
            .and(body_string_contains(SERVER))
            .respond_with(answer)
            .with_priority(number)
            .mount(mocked.server.server())
            .await;
    }
}

/// Returns the bot's Olm messages to a device, in their order.
fn olm_messages(sent: &[Value], owner: &str) -> Vec<PreKeyMessage> {
    let contents = sent.iter().map(|body| &body["messages"][owner]["PHONE"]);
    let contents = contents.filter(|content| content.is_object());
    contents
        .map(|content| {
            let mut ciphertexts = content["ciphertext"].as_object().unwrap().values();
            let body = ciphertexts.next().unwrap()["body"].as_str().unwrap();
            PreKeyMessage::from_base64(body).unwrap()
        })
        .collect()
}

/// Joins the bot to the room with a crowd of users, each with devices of this prefix; lowers the limit of devices that
/// get a room key.
async fn enters_a_crowd(mocked: &Mocked, prefix: &str) -> (Vec<String>, Session) {
    let crowd: Vec<String> = (0..20)
        .map(|number| format!("@user{number}:{SERVER}"))
        .collect();
    upload(mocked, new_devices(&crowd, prefix), 4).await;
    let session = enters_with(mocked, &crowd).await;
    let machine = session.remote_keys.machine().await.unwrap();
    machine.set_max_room_key_devices(MAX_DEVICES);
    (crowd, session)
}

/// Replaces the devices of all these users by new ones.
async fn replace_devices(
    mocked: &Mocked,
    inbox: &mut Inbox,
    crowd: &[String],
    (prefix, number): (&str, u8),
) {
    change_devices(mocked, inbox, crowd, (new_devices(crowd, prefix), number)).await;
}

/// Replaces the keys of all these users.
async fn change_devices(
    mocked: &Mocked,
    inbox: &mut Inbox,
    crowd: &[String],
    (keys, number): ([Map<String, Value>; 2], u8),
) {
    upload(mocked, keys, number).await;
    let changed = mocked.receives(inbox, |sync| {
        for user in crowd {
            sync.add_change_device(&UserId::parse(user).unwrap());
        }
    });
    changed.await;
}

/// Has the bot speak four times, each time to other devices of the crowd.
async fn speaks_to_changing_devices(mocked: &Mocked, session: &Session, crowd: &[String]) {
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    for devices in [("B", 3), ("C", 2), ("D", 1)] {
        says(mocked, session).await;
        forget_waits(session);
        replace_devices(mocked, &mut inbox, crowd, devices).await;
    }
    says(mocked, session).await;
}

/// Lets the next message wait for keys as long as the first one, which takes longer on a slow machine.
fn forget_waits(session: &Session) {
    let requests = &session.remote_keys.requests;
    requests.send_modify(|requests| requests.waited.clear());
}

/// The SDK keeps 200 requests at a time.
#[tokio::test]
async fn a_crowd_keeps_nobody_out_of_verification() {
    let [owner, ..] = MEMBERS;
    let mocked = Mocked::new().await;
    Phone::uploaded(&mocked, owner).await;
    let (crowd, session) = enters_a_crowd(&mocked, "A").await;
    says(&mocked, &session).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let request = |user: &str, device: &str, flow: &str| {
        let content = json!({
            "from_device": device,
            "methods": ["m.sas.v1"],
            "timestamp": clock::now().as_millisecond(),
            "transaction_id": flow,
        });
        json!({ "type": "m.key.verification.request", "sender": user, "content": content })
    };
    let received = mocked.receives(&mut inbox, |sync| {
        for (user, number) in crowd
            .iter()
            .flat_map(|user| (0..15).map(move |it| (user, it)))
        {
            sync.add_to_device_event(request(user, "A0", &format!("{user}{number}")));
        }
        sync.add_to_device_event(request(owner, "PHONE", "own"));
    });
    received.await;
    let encryption = session.client.encryption();
    let owner = UserId::parse(owner).unwrap();
    let kept = encryption.get_verification_request(&owner, "own").await;
    assert!(kept.is_some());
    let mut of_crowd = 0;
    for (user, number) in crowd
        .iter()
        .flat_map(|user| (0..15).map(move |it| (user, it)))
    {
        let flow = format!("{user}{number}");
        let user = UserId::parse(user).unwrap();
        let request = encryption.get_verification_request(&user, flow).await;
        of_crowd += u32::from(request.is_some());
    }
    assert!((100..200).contains(&of_crowd), "{of_crowd}");
}

/// Returns the number of Curve25519 keys whose sessions are in memory.
async fn cached_session_keys(session: &Session) -> usize {
    let machine = session.remote_keys.machine().await.unwrap();
    machine.cached_session_keys().await
}

/// The sessions of most devices are removed from memory between the messages.
#[tokio::test]
async fn many_devices_leave_room_keys_to_others() {
    let [owner, ..] = MEMBERS;
    let mocked = Mocked::new().await;
    let mut phone = Phone::uploaded(&mocked, owner).await;
    let (crowd, session) = enters_a_crowd(&mocked, "A").await;
    speaks_to_changing_devices(&mocked, &session, &crowd).await;
    // Of four times as many, besides those of the members.
    assert!(cached_session_keys(&session).await <= 2 * MAX_DEVICES);

    let sent = bodies(&mocked, "/sendToDevice/m.room.encrypted/").await;
    let devices = |user: &String| -> BTreeSet<String> {
        let of_user = sent
            .iter()
            .filter_map(|body| body["messages"][user].as_object());
        of_user
            .flat_map(|devices| devices.keys().cloned())
            .collect()
    };
    let devices: Vec<String> = crowd.iter().flat_map(devices).collect();
    for prefix in ["A", "B", "C", "D"] {
        let count = devices.iter().filter(|id| id.starts_with(prefix)).count();
        assert!(
            (30..MAX_DEVICES).contains(&count),
            "{count} devices {prefix}"
        );
    }
    let mut messages = olm_messages(&sent, owner).into_iter();
    let (bot, first) = olm_message(&sent, owner);
    let made = phone
        .account
        .create_inbound_session(SessionConfig::version_1(), bot, &first);
    let mut reader = made.unwrap().session;
    messages.next();
    let read = messages.map(|message| reader.decrypt(&OlmMessage::PreKey(message)).unwrap());
    assert_eq!(read.count(), 3);
}

/// Those stored are older then, so that numbers of messages would be used again.
#[tokio::test]
async fn sessions_stay_in_memory_after_a_failed_save() {
    let mocked = Mocked::new().await;
    let (crowd, session) = enters_a_crowd(&mocked, "A").await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    says(&mocked, &session).await;
    replace_devices(&mocked, &mut inbox, &crowd, ("B", 3)).await;
    // New sessions are stored, used ones are not.
    let failing = "CREATE TRIGGER failing BEFORE INSERT ON session
        WHEN EXISTS (SELECT 1 FROM session WHERE session_id = NEW.session_id)
        BEGIN SELECT RAISE(ABORT, 'out of order'); END";
    mocked.change_keys(failing).await;
    let refused = tries_to_say(&mocked, &session).await;
    assert!(refused.is_err(), "{refused:?}");
    mocked.change_keys("DROP TRIGGER failing").await;
    for devices in [("C", 2), ("D", 1)] {
        says(&mocked, &session).await;
        forget_waits(&session);
        replace_devices(&mocked, &mut inbox, &crowd, devices).await;
    }
    says(&mocked, &session).await;
    assert!(cached_session_keys(&session).await > 2 * MAX_DEVICES);
}

/// Deletes all stored devices and Olm sessions, and returns their numbers.
async fn count_keys(mocked: &Mocked) -> [usize; 2] {
    let devices = mocked.change_keys("DELETE FROM device").await;
    let sessions = mocked.change_keys("DELETE FROM session").await;
    [devices, sessions].map(|count| usize::try_from(count).unwrap())
}

/// Others could have the bot keep any number of made-up devices.
#[tokio::test]
async fn keys_of_users_who_left_are_deleted() {
    let mocked = Mocked::new().await;
    let (crowd, session) = enters_a_crowd(&mocked, "A").await;
    says(&mocked, &session).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let left = mocked.receives(&mut inbox, |sync| {
        let events = crowd.iter().map(|user| {
            raw(&state(
                user,
                "m.room.member",
                user,
                json!({ "membership": "leave" }),
            ))
        });
        sync.add_joined_room(JoinedRoomBuilder::new(room()).add_timeline_bulk(events));
    });
    left.await;
    let dropped = session.remote_keys.drop_tracked_users(0).await.unwrap();
    assert!(dropped >= crowd.len(), "{dropped}");
    let [devices, sessions] = count_keys(&mocked).await;
    assert!(
        devices < DEVICES_OF_USER && sessions <= devices,
        "{devices} {sessions}"
    );
}

#[tokio::test]
async fn unused_sessions_of_replaced_devices_are_deleted() {
    let mocked = Mocked::new().await;
    let (crowd, session) = enters_a_crowd(&mocked, "A").await;
    speaks_to_changing_devices(&mocked, &session, &crowd).await;
    let [devices, sessions] = count_keys(&mocked).await;
    assert!(sessions <= MAX_DEVICES, "{devices} {sessions}");
    assert!(sessions > 0 && devices >= crowd.len() * DEVICES_OF_USER);
}

/// Reading the devices of a crowd for each message would hold up all rooms.
#[tokio::test]
async fn devices_beyond_the_limit_are_not_read() {
    let mocked = Mocked::new().await;
    let (crowd, session) = enters_a_crowd(&mocked, "A").await;
    says(&mocked, &session).await;
    let machine = session.remote_keys.machine().await.unwrap();
    machine.set_max_room_key_devices(DEVICES_OF_USER - 1);
    mocked
        .change_keys("UPDATE device SET data = 'unreadable'")
        .await;
    let crowd: Vec<_> = crowd
        .iter()
        .map(|user| UserId::parse(user).unwrap())
        .collect();
    let users = || crowd.iter().map(Deref::deref);
    let missing = machine.get_missing_sessions(users()).await;
    assert!(missing.unwrap().is_none());
    let claims = machine.remote_key_claims(users(), |_| true).await;
    assert!(claims.unwrap().is_empty());
}

#[tokio::test]
async fn changed_devices_are_counted_again() {
    let mocked = Mocked::new().await;
    let (crowd, session) = enters_a_crowd(&mocked, "A").await;
    let last = crowd.last().unwrap();
    assert!(!says(&mocked, &session).await.contains(last));
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut keys = new_devices(&crowd, "B");
    for of_user in &mut keys {
        for (_, devices) in of_user.iter_mut().filter(|(user, _)| *user != last) {
            *devices = json!({});
        }
    }
    change_devices(&mocked, &mut inbox, &crowd, (keys, 3)).await;
    assert!(says(&mocked, &session).await.contains(last));
}
