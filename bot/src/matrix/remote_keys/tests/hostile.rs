//! Events that would leave the SDK unable to send, to sync or to go on.

use std::{fs, path::Path, time::SystemTime};

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::*;
use crate::matrix::mocked::BotKeys;

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
    let account = Account::new();
    let curve = account.curve25519_key();
    let phone = Phone::new(owner, account, curve);
    phone.upload(&mocked, owner, Duration::ZERO).await;
    let session = enters(&mocked).await;
    says(&mocked, &session).await;
    (mocked, session, phone)
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
    let request = json!({
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
                "session_id": written[0]["session_id"],
            },
        },
    });
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
    let mut database = mocked.key_database().await;
    let bundles = sqlx::query("SELECT * FROM received_room_key_bundle");
    assert!(bundles.fetch_all(&mut database).await.unwrap().is_empty());
}
