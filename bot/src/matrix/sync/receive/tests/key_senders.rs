//! Users who send the bot the key of a Megolm session: only they count as senders of its messages.

use matrix_sdk::{
    encryption::vodozemac::{
        Curve25519PublicKey, megolm,
        olm::{Account, SessionConfig},
    },
    ruma::{
        events::room::encrypted::OriginalSyncRoomEncryptedEvent,
        serde::{Base64, base64::Standard},
    },
};

use super::{
    replay_guard::{enters, tells_each},
    *,
};
use crate::matrix::{mocked::DEVICE, sync::replay_guard::is_borrowed};

const MALLORY: &str = "@mallory:example.org";

/// The public keys of the bot, as it has uploaded them.
struct BotKeys {
    curve: Curve25519PublicKey,
    ed25519: String,
    one_time_keys: Vec<Curve25519PublicKey>,
}

impl BotKeys {
    async fn read(mocked: &Mocked) -> Self {
        let requests = mocked.server.received_requests().await.unwrap();
        let uploads = requests
            .iter()
            .filter(|it| it.url.path().ends_with("/keys/upload"));
        let uploads: Vec<Value> = uploads.map(|it| it.body_json().unwrap()).collect();
        let field = |name: &str| {
            let mut found = uploads.iter().map(|body| &body[name]);
            found.find(|found| found.is_object()).expect("keys").clone()
        };
        let curve = |key: &Value| Curve25519PublicKey::from_base64(key.as_str().unwrap()).unwrap();
        let keys = field("device_keys")["keys"].clone();
        let one_time_keys = field("one_time_keys");
        let one_time_keys = one_time_keys.as_object().unwrap().values();
        Self {
            curve: curve(&keys[format!("curve25519:{DEVICE}")]),
            ed25519: keys[format!("ed25519:{DEVICE}")]
                .as_str()
                .unwrap()
                .to_owned(),
            one_time_keys: one_time_keys.map(|key| curve(&key["key"])).collect(),
        }
    }

    /// Builds the message by which a user sends the bot a room key, from a device that nobody knows.
    fn room_key(&mut self, sender: &str, key: &megolm::GroupSession) -> Value {
        let account = Account::new();
        let config = SessionConfig::version_1();
        let one_time_key = self.one_time_keys.pop().unwrap();
        let session = account.create_outbound_session(config, self.curve, one_time_key);
        let payload = json!({
            "type": "m.room_key",
            "content": {
                "algorithm": "m.megolm.v1.aes-sha2",
                "room_id": room(),
                "session_id": key.session_id(),
                "session_key": key.session_key().to_base64(),
            },
            "sender": sender,
            "recipient": BOT,
            "recipient_keys": { "ed25519": self.ed25519 },
            "keys": { "ed25519": account.ed25519_key().to_base64() },
        });
        let (kind, body) = session
            .unwrap()
            .encrypt(payload.to_string())
            .unwrap()
            .to_parts();
        let body = Base64::<Standard, _>::new(body).encode();
        json!({
            "type": "m.room.encrypted",
            "sender": sender,
            "content": {
                "algorithm": "m.olm.v1.curve25519-aes-sha2",
                "sender_key": account.curve25519_key().to_base64(),
                "ciphertext": { self.curve.to_base64(): { "type": kind, "body": body } },
            },
        })
    }
}

/// Encrypts a command.
fn command(session: &mut megolm::GroupSession) -> Value {
    let content = json!({ "msgtype": "m.text", "body": "!games" });
    let payload = json!({ "type": "m.room.message", "room_id": room(), "content": content });
    json!({
        "algorithm": "m.megolm.v1.aes-sha2",
        "session_id": session.session_id(),
        "ciphertext": session.encrypt(payload.to_string()).to_base64(),
    })
}

/// Checks whether a message, or a copy of it, counts as one of its sender.
async fn check_sender(inbox: &Inbox, sender: &str, content: &Value, expected: bool) {
    let event = json!({
        "type": "m.room.encrypted",
        "event_id": "$event",
        "sender": sender,
        "origin_server_ts": 2,
        "room_id": room(),
        "content": content,
    });
    let event = raw::<OriginalSyncRoomEncryptedEvent>(&event);
    let room = inbox.room_for_tests(room());
    let read = room.decrypt_event(&event, None).await.unwrap();
    let is_own = !is_borrowed(&read);
    assert_eq!(is_own, expected, "{sender}");
}

#[tokio::test]
async fn only_senders_of_a_key_write_with_it() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let mut bot = BotKeys::read(&mocked).await;
    let mut session = megolm::GroupSession::new(megolm::SessionConfig::version_1());
    let from_alice = bot.room_key(ALICE, &session);
    let first = command(&mut session);
    let from_mallory = bot.room_key(MALLORY, &session);
    let second = command(&mut session);

    let sent = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(from_mallory);
    });
    sent.await;
    for (sender, expected) in [(MALLORY, true), (ALICE, false), (BOB, false)] {
        check_sender(&inbox, sender, &second, expected).await;
    }
    let sent = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(from_alice);
    });
    sent.await;
    for (sender, expected) in [(MALLORY, true), (ALICE, true), (BOB, false)] {
        check_sender(&inbox, sender, &second, expected).await;
    }
    // Mallory's key begins later, so she may not be able to read this one.
    for (sender, expected) in [(MALLORY, false), (ALICE, true), (BOB, false)] {
        check_sender(&inbox, sender, &first, expected).await;
    }
}

/// Another member's key of her session is faster than her own, also than her message.
#[tokio::test]
async fn lines_wait_for_the_key_of_their_sender() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let mut bot = BotKeys::read(&mocked).await;
    let mut session = megolm::GroupSession::new(megolm::SessionConfig::version_1());
    let from_alice = bot.room_key(ALICE, &session);
    let from_mallory = bot.room_key(MALLORY, &session);
    let line = json!({
        "type": "m.room.encrypted",
        "event_id": "$1",
        "sender": ALICE,
        "origin_server_ts": 2,
        "content": command(&mut session),
    });
    tells_each(&mocked, std::slice::from_ref(&line)).await;
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(from_mallory);
        sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &[line]));
    });
    let received = received.await;
    assert_eq!(bodies(&received), [""; 0]);
    let waiting = received.undecrypted.iter();
    let waiting: Vec<_> = waiting.map(|event| event.event.as_str()).collect();
    assert_eq!(waiting, ["$1"]);

    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(from_alice);
    });
    let received = received.await;
    assert_eq!(bodies(&received), ["!games"]);
    assert_eq!(received.settled, ["$1"]);
    assert!(received.unreadable.is_empty());
}
