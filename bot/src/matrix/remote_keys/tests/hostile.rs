//! Events that would leave the SDK unable to send, to sync or to go on.

use std::{fs, path::Path, time::SystemTime};

use hmac::{Hmac, Mac};
use matrix_sdk::{
    RoomState,
    deserialized_responses::{VerificationLevel, VerificationState},
    encryption::vodozemac::megolm,
    ruma::{UserId, events::room::encrypted::OriginalSyncRoomEncryptedEvent, user_id},
};
use matrix_sdk_test::InvitedRoomBuilder;
use sha2::Sha256;

use matrix_sdk_base::crypto::store::types::BackupDecryptionKey;

use super::*;
use crate::matrix::{
    Inbox,
    mocked::{BOT, BotKeys, RAW_VALUE_KEY, state},
};

fn hmac(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut hmac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    for part in parts {
        hmac.update(part);
    }
    hmac.finalize().into_bytes().to_vec()
}

/// Replaces the ratchet key of a first Olm message by zeros, and signs it again with the key of its chain. Nothing can
/// be encrypted in the session then.
fn without_ratchet_key(session: &Value, mut body: Vec<u8>) -> Vec<u8> {
    let chain_key: Vec<u8> =
        serde_json::from_value(session["sending_ratchet"]["symmetric_key_ratchet"]["key"].clone())
            .unwrap();
    // HKDF of the message key; the second block is the key of the MAC.
    let message_key = hmac(&chain_key, &[&[1]]);
    let extracted = hmac(&[0], &[&message_key]);
    let info = b"OLM_KEYS";
    let first = hmac(&extracted, &[info, &[1]]);
    let second = hmac(&extracted, &[&first, info, &[2]]);
    let message = PreKeyMessage::from_bytes(&body).unwrap();
    let key = message.message().ratchet_key().to_bytes();
    let mut windows = body.windows(key.len());
    let at = windows.position(|window| window == key).unwrap();
    body.get_mut(at..at + key.len()).unwrap().fill(0);
    // The message inside begins with its version and the tag and length of the ratchet key.
    let end = body.len() - 8;
    let mac = hmac(&second, &[body.get(at - 3..end).unwrap()]);
    body.truncate(end);
    body.extend(&mac[..8]);
    assert!(PreKeyMessage::from_bytes(&body).is_ok());
    body
}

/// Returns a phone's request for the key of a session of the bot.
fn key_request(owner: &str, bot: &BotKeys, session: &Value) -> Value {
    json!({
        "type": "m.room_key_request",
        "sender": owner,
        "content": {
            "action": "request",
            "request_id": "1",
            "requesting_device_id": "PHONE",
            "body": {
                "algorithm": "m.megolm.v1.aes-sha2",
                "room_id": room(),
                "sender_key": bot.curve().to_base64(),
                "session_id": session,
            },
        },
    })
}

/// Returns the bytes of the files in a folder.
fn size(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).unwrap();
    files
        .map(|file| file.unwrap().metadata().unwrap().len())
        .sum()
}

/// Joins the bot to the room, where it writes to a phone; returns it with the rest.
async fn writes_to_a_phone(owner: &str) -> (Mocked, Session, Phone) {
    let mocked = Mocked::new().await;
    let phone = Phone::uploaded(&mocked, owner).await;
    let session = enters(&mocked).await;
    says(&mocked, &session).await;
    (mocked, session, phone)
}

/// Returns a value of more levels than the SDK's database reads, and its form with as many objects that serde_json can
/// read as JSON in a text: the reader of a text counts levels anew.
fn deep_value() -> (String, Value) {
    let mut plain = "1".to_owned();
    let mut boxed = json!(1);
    for _ in 0..11 {
        plain = format!("{}{plain}{}", "[".repeat(100), "]".repeat(100));
        let object = json!({ RAW_VALUE_KEY: boxed.to_string() });
        boxed = (0..100).fold(object, |value, _| json!([value]));
    }
    (plain, boxed)
}

/// Makes a device with a signed value that is deeper than the SDK's database reads.
fn deep_phone(owner: &str) -> Phone {
    let account = Account::new();
    let curve = account.curve25519_key();
    let (plain, boxed) = deep_value();
    let mut phone = Phone::with_field((owner, "PHONE"), account, curve, &plain);
    phone.device_keys["org.example"] = boxed;
    phone
}

#[tokio::test]
async fn deep_device_keys_mute_nobody() {
    let [owner, ..] = MEMBERS;
    let mocked = Mocked::new().await;
    deep_phone(owner)
        .upload(&mocked, owner, Duration::ZERO)
        .await;
    let session = enters(&mocked).await;
    let others: BTreeSet<String> = MEMBERS.into_iter().skip(1).map(str::to_owned).collect();
    for _ in 0..2 {
        assert!(says(&mocked, &session).await.is_superset(&others));
    }
}

#[tokio::test]
async fn deep_device_keys_in_a_room_key_stop_no_sync() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let phone = deep_phone(owner);
    let mut key = megolm::GroupSession::new(megolm::SessionConfig::version_1());
    let event = json!({
        "type": "m.room_key",
        "content": {
            "algorithm": "m.megolm.v1.aes-sha2",
            "room_id": room(),
            "session_id": key.session_id(),
            "session_key": key.session_key().to_base64(),
        },
        "sender_device_keys": phone.device_keys,
    });
    let mut bot = BotKeys::read(&mocked).await;
    let room_key = bot.encrypt(owner, &phone.account, event);
    let content = json!({ "msgtype": "m.text", "body": "hello" });
    let payload = json!({ "type": "m.room.message", "room_id": room(), "content": content });
    let message = json!({
        "type": "m.room.encrypted",
        "event_id": "$1",
        "sender": owner,
        "origin_server_ts": 2,
        "content": {
            "algorithm": "m.megolm.v1.aes-sha2",
            "session_id": key.session_id(),
            "ciphertext": key.encrypt(payload.to_string()).to_base64(),
        },
    });
    for _ in 0..2 {
        let received = mocked.receives(&mut inbox, |sync| {
            sync.add_to_device_event(room_key.clone());
            let room = JoinedRoomBuilder::new(room());
            sync.add_joined_room(room.add_timeline_event(raw(&message)));
        });
        received.await;
    }
}

/// The owner of the key has begun the session.
#[tokio::test]
async fn a_copied_device_key_takes_no_session() {
    let [owner, _, copier] = MEMBERS;
    let (mocked, session, phone) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut bot = BotKeys::read(&mocked).await;
    let event = json!({ "type": "m.dummy", "content": {} });
    let dummy = bot.encrypt(owner, &phone.account, event);
    let curve = phone.account.curve25519_key();
    let copy = Phone::new(copier, Account::new(), curve);
    copy.upload(&mocked, copier, Duration::ZERO).await;
    let began = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(dummy);
        sync.add_change_device(&UserId::parse(copier).unwrap());
    });
    began.await;
    says(&mocked, &session).await;
    let sent = bodies(&mocked, "/sendToDevice/m.room.encrypted/").await;
    // A message of a session that another user has begun is none of these.
    olm_message(&sent, copier);
}

#[tokio::test]
async fn an_unusable_ratchet_key_stops_nothing() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, phone) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut bot = BotKeys::read(&mocked).await;
    let event = json!({ "type": "m.dummy", "content": {} });
    let poison = bot.forge(owner, &phone.account, event, without_ratchet_key);
    let sent = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(poison);
    });
    sent.await;
    let written = bodies(&mocked, "/send/m.room.encrypted/").await;
    let request = key_request(owner, &bot, &written[0]["session_id"]);
    let asked = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(request);
    });
    asked.await;
    says(&mocked, &session).await;
}

#[tokio::test]
async fn verifications_that_cancel_each_other_are_harmless() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis();
    let request = |event: &str| {
        json!({
            "type": "m.room.message",
            "event_id": event,
            "sender": owner,
            "origin_server_ts": u64::try_from(now).unwrap(),
            "content": {
                "msgtype": "m.key.verification.request",
                "body": "verify me",
                "from_device": "PHONE",
                "methods": ["m.sas.v1"],
                "to": BOT,
            },
        })
    };
    // A second message of the same session would be one too many.
    let rotation = json!({ "algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": 1 });
    let encryption = state(ALICE, "m.room.encryption", "", rotation);
    let written = bodies(&mocked, "/send/").await.len();
    let asked = mocked.receives(&mut inbox, |sync| {
        let room = JoinedRoomBuilder::new(room());
        let room = room.add_timeline_event(raw(&encryption));
        let room = room.add_timeline_event(raw(&request("$1")));
        sync.add_joined_room(room.add_timeline_event(raw(&request("$2"))));
    });
    asked.await;
    mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(bodies(&mocked, "/send/").await.len(), written);
}

#[tokio::test]
async fn withheld_keys_fill_no_store() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let folder = mocked.path("sdk");
    let before = size(&folder);
    let sent = mocked.receives(&mut inbox, |sync| {
        for number in 0..20 {
            sync.add_to_device_event(json!({
                "type": "m.room_key.withheld",
                "sender": "@eve:evil.example",
                "content": {
                    "algorithm": "m.megolm.v1.aes-sha2",
                    "code": "m.unverified",
                    "reason": "none",
                    "room_id": "!elsewhere:evil.example",
                    "sender_key": Account::new().curve25519_key().to_base64(),
                    "session_id": format!("{number}"),
                    "more": "x".repeat(50_000),
                },
            }));
        }
    });
    sent.await;
    let more = size(&folder).saturating_sub(before);
    assert!(more < 500_000, "{more} bytes");
}

#[tokio::test]
async fn bundles_of_room_keys_fill_no_store() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, phone) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let content = json!({
        "room_id": "!elsewhere:evil.example",
        "file": {
            "v": "v2",
            "url": "mxc://evil.example/bundle",
            "key": {
                "kty": "oct",
                "key_ops": ["encrypt", "decrypt"],
                "alg": "A256CTR",
                "k": "aWF6-32KGYaC3A_FEUCk1Bt0JA37zP0wrStgmdCaW-0",
                "ext": true,
            },
            "iv": "w+sE15fzSc0AAAAAAAAAAA",
            "hashes": { "sha256": "fdSLu/YkRx3Wyh3KQabP3rd6+SFiKg5lsJZQHtkSAYA" },
        },
    });
    let event = json!({
        "type": "io.element.msc4268.room_key_bundle",
        "content": content,
        "sender_device_keys": phone.device_keys,
    });
    let mut bot = BotKeys::read(&mocked).await;
    let bundle = bot.encrypt(owner, &phone.account, event);
    let sent = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(bundle);
    });
    sent.await;
    let removed = mocked.change_keys("DELETE FROM received_room_key_bundle");
    assert_eq!(removed.await, 0);
}

#[tokio::test]
async fn refused_verifications_are_not_repeated() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    Mock::given(path_regex("/sendToDevice/m.key.verification.cancel/"))
        .respond_with(refusal(413, "M_TOO_LARGE"))
        .mount(mocked.server.server())
        .await;
    for id in ["v1".to_owned(), "x".repeat(60_000)] {
        let content = json!({
            "from_device": "PHONE",
            "method": "org.example",
            "transaction_id": id,
        });
        let start = json!({
            "type": "m.key.verification.start",
            "sender": owner,
            "content": content,
        });
        let received = mocked.receives(&mut inbox, |sync| {
            sync.add_to_device_event(start);
        });
        received.await;
    }
    let sent = bodies(&mocked, "/sendToDevice/m.key.verification.cancel/").await;
    // The mocked homeserver includes the first event in each response.
    assert_eq!(sent.len(), 2);
    for body in sent {
        assert_eq!(body["messages"][owner]["PHONE"]["transaction_id"], "v1");
    }
}

#[tokio::test]
async fn large_messages_between_devices_are_not_read() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    Mock::given(path_regex("/sendToDevice/m.key.verification.cancel/"))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})))
        .mount(mocked.server.server())
        .await;
    let start = |id: &str, size: usize| {
        let content = json!({
            "from_device": "PHONE",
            "method": "org.example",
            "transaction_id": id,
            "more": "x".repeat(size),
        });
        json!({ "type": "m.key.verification.start", "sender": owner, "content": content })
    };
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(start("large", 300_000));
        sync.add_to_device_event(start("small", 1));
    });
    received.await;
    let sent = bodies(&mocked, "/sendToDevice/m.key.verification.cancel/").await;
    let answered: Vec<_> = sent
        .iter()
        .map(|body| &body["messages"][owner]["PHONE"]["transaction_id"])
        .collect();
    assert_eq!(answered, ["small"]);
}

/// Has a phone ask so many times for the key of the bot's session; returns the number of answers.
async fn asks_for_keys(mocked: &Mocked, inbox: &mut Inbox, owner: &str, times: usize) -> usize {
    Mock::given(path_regex("/sendToDevice/"))
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({})))
        .mount(mocked.server.server())
        .await;
    let answers = async || {
        let sent = bodies(mocked, "/sendToDevice/m.room.encrypted/").await;
        let to_phone = sent.iter().map(|body| &body["messages"][owner]["PHONE"]);
        to_phone.filter(|content| content.is_object()).count()
    };
    let before = answers().await;
    let bot = BotKeys::read(mocked).await;
    let written = bodies(mocked, "/send/m.room.encrypted/").await;
    let requests = (0..times).map(|number| {
        let mut request = key_request(owner, &bot, &written[0]["session_id"]);
        request["content"]["request_id"] = json!(format!("{number}"));
        request
    });
    receives_once(mocked, inbox, requests.collect()).await;
    answers().await - before
}

/// Has the bot receive messages between devices, once, and what it answers sent.
async fn receives_once(mocked: &Mocked, inbox: &mut Inbox, messages: Vec<Value>) {
    // Otherwise, the mocked homeserver includes them in each response.
    let response = json!({ "next_batch": "s2", "to_device": { "events": messages } });
    Mock::given(path_regex("/sync$"))
        .respond_with(ResponseTemplate::new(200).set_body_json(response))
        .up_to_n_times(1)
        .mount(mocked.server.server())
        .await;
    in_time(inbox.next()).await.unwrap();
    mocked.receives(inbox, |_| {}).await;
}

#[tokio::test]
async fn refused_key_requests_use_up_no_limit() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let bot = BotKeys::read(&mocked).await;
    let written = bodies(&mocked, "/send/m.room.encrypted/").await;
    let requests = (0..200).map(|number| {
        // One half for made-up sessions, the other from made-up devices.
        let is_made_up = number % 2 == 0;
        let session = json!("made-up");
        let session = if is_made_up {
            &session
        } else {
            &written[0]["session_id"]
        };
        let mut request = key_request(owner, &bot, session);
        request["content"]["request_id"] = json!(format!("refused {number}"));
        if !is_made_up {
            request["content"]["requesting_device_id"] = json!("NONE");
        }
        request
    });
    receives_once(&mocked, &mut inbox, requests.collect()).await;
    assert_eq!(asks_for_keys(&mocked, &mut inbox, owner, 1).await, 1);
}

/// A device could have any number of them kept, and served all at once when it uploads a key.
#[tokio::test]
async fn key_requests_without_a_session_are_ignored() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let machine = session.remote_keys.machine().await.unwrap();
    // The session is lost, in memory and in the store.
    machine.set_max_room_key_devices(0);
    mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(machine.cached_session_keys().await, 0);
    machine.set_max_room_key_devices(5_000);
    mocked.change_keys("DELETE FROM session").await;
    let claims = async || {
        let claims = bodies(&mocked, "/keys/claim").await.into_iter();
        claims
            .filter(|body| body["one_time_keys"][owner].is_object())
            .count()
    };
    let before = claims().await;
    assert_eq!(asks_for_keys(&mocked, &mut inbox, owner, 5).await, 0);
    assert_eq!(claims().await, before);

    let sent = async || bodies(&mocked, "/sendToDevice/").await.len();
    let before_session = sent().await;
    says(&mocked, &session).await;
    assert_eq!(claims().await, before + 1);
    mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(sent().await, before_session);
    // From now on, they are served.
    assert_eq!(asks_for_keys(&mocked, &mut inbox, owner, 5).await, 5);
}

#[tokio::test]
async fn few_key_requests_of_a_user_are_served() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    assert_eq!(asks_for_keys(&mocked, &mut inbox, owner, 30).await, 10);
    assert_eq!(asks_for_keys(&mocked, &mut inbox, owner, 1).await, 0);
}

/// Accomplices can share the keys of a device.
#[tokio::test]
async fn a_session_stays_with_its_first_user() {
    let [owner, other, ..] = MEMBERS;
    let mocked = Mocked::new().await;
    let account = Account::new();
    let curve = account.curve25519_key();
    let phone = Phone::new(owner, account, curve);
    let answer = json!({ "device_keys": { owner: { "PHONE": phone.device_keys } } });
    Mock::given(path_regex("/keys/query$"))
        .and(body_string_contains(owner))
        .respond_with(ResponseTemplate::new(200).set_body_json(answer))
        .with_priority(1)
        .mount(mocked.server.server())
        .await;
    let session = enters(&mocked).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut bot = BotKeys::read(&mocked).await;
    let mut olm = bot.begin(&phone.account);
    let mut dummy = |bot: &mut BotKeys, user: &str| {
        let event = json!({ "type": "m.dummy", "content": {} });
        let text = bot.payload(user, &phone.account, event);
        vec![bot.encrypt_in(&mut olm, user, &phone.account, &text)]
    };
    let first = dummy(&mut bot, owner);
    receives_between_devices(&mocked, &mut inbox, first).await;
    says(&mocked, &session).await;
    let second = dummy(&mut bot, other);
    receives_between_devices(&mocked, &mut inbox, second).await;
    assert_eq!(asks_for_keys(&mocked, &mut inbox, owner, 1).await, 1);
}

/// Joins the bot to the room; it has the private keys of its account.
async fn has_secrets() -> (Mocked, Session, Inbox) {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let encryption = session.client.encryption();
    encryption.wait_for_e2ee_initialization_tasks().await;
    let status = encryption.cross_signing_status().await;
    assert!(status.is_some_and(|status| status.is_complete()));
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    mocked.receives(&mut inbox, |_| {}).await;
    (mocked, session, inbox)
}

/// The ids are as long as a message between devices lets them be.
#[tokio::test]
async fn strangers_who_ask_for_secrets_are_not_kept() {
    let (mocked, session, mut inbox) = has_secrets().await;
    let encryption = session.client.encryption();
    let tracked = async || encryption.tracked_users().await.unwrap();
    let before = tracked().await;
    let asked = mocked.receives(&mut inbox, |sync| {
        for sender in [
            "@a:evil.example".to_owned(),
            format!("@{}:evil.example", "x".repeat(300)),
        ] {
            let content = json!({
                "action": "request",
                "name": "m.cross_signing.master",
                "request_id": "1",
                "requesting_device_id": "D",
            });
            sync.add_to_device_event(
                json!({ "type": "m.secret.request", "sender": sender, "content": content }),
            );
        }
    });
    asked.await;
    assert_eq!(tracked().await, before);
}

#[tokio::test]
async fn plain_secrets_make_no_requests() {
    let (mocked, _session, mut inbox) = has_secrets().await;
    let asked = async || mocked.asked("m.secret_storage.default_key", "").await.len();
    let before = asked().await;
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(json!({
            "type": "m.secret.send",
            "sender": "@eve:evil.example",
            "content": { "request_id": "1", "secret": "x" },
        }));
    });
    received.await;
    assert_eq!(asked().await, before);
}

#[tokio::test]
async fn few_verifications_run_at_a_time() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let received = mocked.receives(&mut inbox, |sync| {
        for number in 0..30 {
            let content = json!({
                "from_device": "PHONE",
                "transaction_id": format!("v{number}"),
                "method": "m.sas.v1",
                "key_agreement_protocols": ["curve25519-hkdf-sha256"],
                "hashes": ["sha256"],
                "message_authentication_codes": ["hkdf-hmac-sha256.v2"],
                "short_authentication_string": ["decimal", "emoji"],
            });
            sync.add_to_device_event(
                json!({ "type": "m.key.verification.start", "sender": owner, "content": content }),
            );
        }
    });
    received.await;
    let cancelled = bodies(&mocked, "/sendToDevice/m.key.verification.cancel/").await;
    let ids: BTreeSet<String> = cancelled
        .iter()
        .map(|body| body["messages"][owner]["PHONE"]["transaction_id"].to_string())
        .collect();
    assert_eq!(ids.len(), 20);
}

#[tokio::test]
async fn unreadable_olm_messages_take_little_time() {
    let [owner, other, ..] = MEMBERS;
    let (mocked, session, phone) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut bot = BotKeys::read(&mocked).await;
    let dummy = || json!({ "type": "m.dummy", "content": {} });
    let begun: Vec<Value> = (0..3)
        .map(|_| bot.encrypt(owner, &phone.account, dummy()))
        .collect();
    let unreadable = |user: &str, count: usize| -> Vec<Value> {
        (0..count)
            .map(|_| bot.unreadable(user, &phone.account))
            .collect()
    };
    let machine = session.client.olm_machine_for_testing().await;
    let machine = machine.as_ref().unwrap();
    let mut tries = 0;
    for (events, expected) in [
        (begun, 0),
        // Three with four sessions, one of which the bot has begun, then 17 with one.
        (unreadable(owner, 100), 3 * 4 + 17),
        // Another user with the same key, beside those that come again.
        (unreadable(other, 1), 4),
    ] {
        receives_between_devices(&mocked, &mut inbox, events).await;
        tries += expected;
        assert_eq!(machine.failed_olm_tries(), tries);
    }
}

/// Has the bot receive these messages between devices in one response.
async fn receives_between_devices(mocked: &Mocked, inbox: &mut Inbox, events: Vec<Value>) {
    let received = mocked.receives(inbox, |sync| {
        for event in events {
            sync.add_to_device_event(event);
        }
    });
    received.await;
}

fn room_key() -> Value {
    let key = megolm::GroupSession::new(megolm::SessionConfig::version_1());
    room_key_for(room().as_str(), &key)
}

fn room_key_for(room: &str, key: &megolm::GroupSession) -> Value {
    let content = json!({
        "algorithm": "m.megolm.v1.aes-sha2",
        "room_id": room,
        "session_id": key.session_id(),
        "session_key": key.session_key().to_base64(),
    });
    json!({ "type": "m.room_key", "content": content })
}

#[tokio::test]
async fn few_new_olm_sessions_of_a_user_are_kept() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let used_up = json!({ "next_batch": "s2", "device_unused_fallback_key_types": [] });
    Mock::given(path_regex("/sync$"))
        .respond_with(ResponseTemplate::new(200).set_body_json(used_up))
        .up_to_n_times(1)
        .mount(mocked.server.server())
        .await;
    in_time(inbox.next()).await.unwrap();
    mocked.receives(&mut inbox, |_| {}).await;
    let mut bot = BotKeys::read(&mocked).await;
    let account = Account::new();
    let room_keys: Vec<Value> = (0..260)
        .map(|_| bot.encrypt("@eve:evil.example", &account, room_key()))
        .collect();
    receives_between_devices(&mocked, &mut inbox, room_keys).await;
    assert_eq!(mocked.change_keys("DELETE FROM session").await, 50);
    // Messages beyond the limit are read nevertheless, up to another limit.
    let kept = mocked.change_keys("DELETE FROM inbound_group_session");
    assert_eq!(kept.await, 250);
}

#[tokio::test]
async fn members_have_olm_sessions_reserved() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, phone) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut bot = BotKeys::read(&mocked).await;
    let machine = session.client.olm_machine_for_testing().await;
    machine.as_ref().unwrap().set_max_new_sessions(0);
    mocked.change_keys("DELETE FROM session").await;
    let room_keys: Vec<Value> = (0..5)
        .map(|_| bot.encrypt(owner, &phone.account, room_key()))
        .collect();
    receives_between_devices(&mocked, &mut inbox, room_keys).await;
    assert_eq!(mocked.change_keys("DELETE FROM session").await, 3);
}

#[tokio::test]
async fn room_keys_of_a_user_are_limited() {
    let mocked = Mocked::new().await;
    let session = enters(&mocked).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut bot = BotKeys::read(&mocked).await;
    let machine = session.client.olm_machine_for_testing().await;
    machine.as_ref().unwrap().set_max_room_keys(20);
    for (user, count) in [("@eve:evil.example", 30), ("@bob:good.example", 1)] {
        let account = Account::new();
        let mut olm = bot.begin(&account);
        let room_keys: Vec<Value> = (0..count)
            .map(|_| {
                let text = bot.payload(user, &account, room_key());
                bot.encrypt_in(&mut olm, user, &account, &text)
            })
            .collect();
        receives_between_devices(&mocked, &mut inbox, room_keys).await;
    }
    let kept = mocked.change_keys("DELETE FROM inbound_group_session");
    assert_eq!(kept.await, 21);
}

/// PostgreSQL's integers have a sign and 32 bits, and its texts no NUL.
#[tokio::test]
async fn odd_room_keys_end_no_backup() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, phone) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let new = || megolm::GroupSession::new(megolm::SessionConfig::version_1());
    let mut late = serde_json::to_value(new().pickle()).unwrap();
    late["ratchet"]["counter"] = json!(u32::MAX);
    let late = megolm::GroupSession::from_pickle(serde_json::from_value(late).unwrap());
    let mut bot = BotKeys::read(&mocked).await;
    let room_keys = [(room().as_str(), late), ("!nul\0:example.org", new())]
        .map(|(room, key)| bot.encrypt(owner, &phone.account, room_key_for(room, &key)));
    receives_between_devices(&mocked, &mut inbox, room_keys.into()).await;

    let machine = session.remote_keys.machine().await.unwrap();
    let backup = machine.backup_machine();
    let key = BackupDecryptionKey::new().megolm_v1_public_key();
    key.set_version("1".to_owned());
    backup.enable_backup_v1(key).await.unwrap();
    let (_, request) = backup.backup().await.unwrap().unwrap();
    let rooms: Vec<&RoomId> = request.rooms.keys().map(Deref::deref).collect();
    assert_eq!(rooms, [room()]);
    let indices = request.rooms[room()].sessions.values();
    let indices = indices.map(|key| key.deserialize().unwrap().first_message_index);
    assert_eq!(indices.max(), Some(i32::MAX.try_into().unwrap()));
}

#[tokio::test]
async fn unparsable_olm_messages_are_saved_with_the_response() {
    let [owner, ..] = MEMBERS;
    let (mocked, session, phone) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    let mut bot = BotKeys::read(&mocked).await;
    let mut olm = bot.begin(&phone.account);
    mocked.change_keys("CREATE TABLE writes (number)").await;
    let trigger = "CREATE TRIGGER counted AFTER UPDATE ON session
                   BEGIN INSERT INTO writes VALUES (1); END";
    mocked.change_keys(trigger).await;
    let messages: Vec<Value> = (0..3)
        .map(|_| bot.encrypt_in(&mut olm, owner, &phone.account, "no event"))
        .collect();
    receives_between_devices(&mocked, &mut inbox, messages).await;
    assert_eq!(mocked.change_keys("DELETE FROM writes").await, 2);
}

#[tokio::test]
async fn members_who_leave_end_a_session_once() {
    let [owner, others @ ..] = MEMBERS;
    let (mocked, session, _) = writes_to_a_phone(owner).await;
    let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
    mocked.change_keys("CREATE TABLE writes (number)").await;
    let trigger = "CREATE TRIGGER counted AFTER UPDATE ON outbound_group_session
                   BEGIN INSERT INTO writes VALUES (1); END";
    mocked.change_keys(trigger).await;
    let left = mocked.receives(&mut inbox, |sync| {
        let events = others.map(|user| {
            let left = json!({ "membership": "leave" });
            let mut event = state(user, "m.room.member", user, left);
            event["unsigned"] = json!({ "prev_content": { "membership": "join" } });
            raw(&event)
        });
        sync.add_joined_room(JoinedRoomBuilder::new(room()).add_timeline_bulk(events));
    });
    left.await;
    assert_eq!(mocked.change_keys("DELETE FROM writes").await, 1);
}

#[tokio::test]
async fn invitations_mark_no_direct_messages() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let invite = json!({ "membership": "invite", "is_direct": true });
    let invite = state("@alice:example.org", "m.room.member", BOT, invite);
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_invited_room(InvitedRoomBuilder::new(room()).add_state_event(raw(&invite)));
    });
    received.await;
    let invited = inbox.room_for_tests(room());
    assert_eq!(invited.state(), RoomState::Invited);
    assert!(!invited.is_direct().await.unwrap());
}

#[tokio::test]
async fn tracked_users_share_an_encrypted_room() {
    let [owner, ..] = MEMBERS;
    let (_mocked, session, _) = writes_to_a_phone(owner).await;
    let keys = &session.remote_keys;
    let machine = keys.machine().await.unwrap();
    let before = machine.tracked_users().await.unwrap();
    assert!(before.len() > 1);
    let gone = user_id!("@gone:evil.example");
    machine.update_tracked_users([gone]).await.unwrap();
    assert_eq!(keys.drop_tracked_users(before.len() + 1).await.unwrap(), 0);
    assert_eq!(keys.drop_tracked_users(before.len()).await.unwrap(), 1);
    assert_eq!(machine.tracked_users().await.unwrap(), before);
    let of_gone = |user: &UserId| user == gone;
    let queries = machine.key_queries_by_server(of_gone).await.unwrap();
    assert!(queries.is_empty(), "the query is dropped, too");
    let stored = machine.store().load_tracked_users().await.unwrap();
    assert!(stored.iter().all(|user| user.user_id != gone));
}

/// Returns the first part of a Megolm session as the bot exports it, from a device.
fn exported(megolm: &megolm::GroupSession, device: &Account) -> Value {
    let config = megolm::SessionConfig::version_1();
    let inbound = megolm::InboundGroupSession::new(&megolm.session_key(), config);
    json!({
        "algorithm": "m.megolm.v1.aes-sha2",
        "room_id": room(),
        "session_id": megolm.session_id(),
        "session_key": inbound.export_at_first_known_index().to_base64(),
        "sender_key": device.curve25519_key().to_base64(),
        "sender_claimed_keys": { "ed25519": device.ed25519_key().to_base64() },
    })
}

/// Returns whether an encrypted message in the room may be a copy, as its sender has sent nobody its key.
async fn may_be_copy(inbox: &Inbox, sender: &str, session: &str, ciphertext: &str) -> bool {
    let event = json!({
        "type": "m.room.encrypted",
        "event_id": "$event",
        "sender": sender,
        "origin_server_ts": 2,
        "room_id": room(),
        "content": {
            "algorithm": "m.megolm.v1.aes-sha2",
            "session_id": session,
            "ciphertext": ciphertext,
        },
    });
    let event = raw::<OriginalSyncRoomEncryptedEvent>(&event);
    let room = inbox.room_for_tests(room());
    let read = room.decrypt_event(&event, None).await.unwrap();
    // With a copied device key, it isn't even read.
    read.encryption_info().is_none_or(|info| {
        let mismatched = VerificationLevel::MismatchedSender;
        info.verification_state == VerificationState::Unverified(mismatched)
    })
}

/// As from the key backup after the bot has lost its keys.
#[tokio::test]
async fn imported_keys_count_for_their_device() {
    let [owner, thief, other] = MEMBERS;
    for comes_first in [false, true] {
        let mocked = Mocked::new().await;
        let account = Account::new();
        let curve = account.curve25519_key();
        let phone = Phone::new(owner, account, curve);
        phone.upload(&mocked, owner, Duration::ZERO).await;
        let copy = Phone::new(thief, Account::new(), curve);
        copy.upload(&mocked, thief, Duration::ZERO).await;
        let session = enters(&mocked).await;
        says(&mocked, &session).await;
        let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
        let mut bot = BotKeys::read(&mocked).await;
        let mut megolm = megolm::GroupSession::new(megolm::SessionConfig::version_1());
        let imported = vec![serde_json::from_value(exported(&megolm, &phone.account)).unwrap()];
        let message = json!({ "type": "m.room.message", "room_id": room(), "content": {} });
        let ciphertext = megolm.encrypt(message.to_string()).to_base64();
        let id = megolm.session_id();
        let key = json!({
            "algorithm": "m.megolm.v1.aes-sha2",
            "room_id": room(),
            "session_id": id,
            "session_key": megolm.session_key().to_base64(),
        });
        let key = json!({ "type": "m.room_key", "content": key });
        let mut from_phone = vec![bot.encrypt(owner, &phone.account, key)];
        if comes_first {
            let key = std::mem::take(&mut from_phone);
            receives_between_devices(&mocked, &mut inbox, key).await;
        }
        let machine = session.client.olm_machine_for_testing().await;
        let store = machine.as_ref().unwrap().store();
        let imported = store.import_exported_room_keys(imported, |_, _| {}).await;
        assert_eq!(imported.unwrap().imported_count, 1);
        receives_between_devices(&mocked, &mut inbox, from_phone).await;
        for (sender, expected) in [(owner, false), (thief, true), (other, true)] {
            let is_copy = may_be_copy(&inbox, sender, &id, &ciphertext).await;
            assert_eq!(is_copy, expected, "{sender} {comes_first}");
        }
    }
}
