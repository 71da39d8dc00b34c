//! Users who send the bot the key of a Megolm session: only they count as senders of its messages.

use matrix_sdk::{
    encryption::vodozemac::{megolm, olm::Account},
    ruma::{RoomId, events::room::encrypted::OriginalSyncRoomEncryptedEvent},
};

use super::{replay_guard::enters, *};
use crate::matrix::{mocked::BotKeys, sync::replay_guard::is_borrowed};

const MALLORY: &str = "@mallory:example.org";

/// Builds the message by which a user sends the bot a key of a room, from a device that nobody knows.
fn room_key(bot: &mut BotKeys, room: &RoomId, sender: &str, key: &megolm::GroupSession) -> Value {
    let content = json!({
        "algorithm": "m.megolm.v1.aes-sha2",
        "room_id": room,
        "session_id": key.session_id(),
        "session_key": key.session_key().to_base64(),
    });
    let event = json!({ "type": "m.room_key", "content": content });
    bot.encrypt(sender, &Account::new(), event)
}

/// Has the bot receive an event between devices.
async fn receives_key(mocked: &Mocked, inbox: &mut Inbox, event: Value) {
    let received = mocked.receives(inbox, |sync| {
        sync.add_to_device_event(event);
    });
    received.await;
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
    assert!(read.encryption_info().is_some(), "undecrypted");
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
    let from_alice = room_key(&mut bot, room(), ALICE, &session);
    let first = command(&mut session);
    let from_mallory = room_key(&mut bot, room(), MALLORY, &session);
    let second = command(&mut session);

    receives_key(&mocked, &mut inbox, from_mallory).await;
    for (sender, expected) in [(MALLORY, true), (ALICE, false), (BOB, false)] {
        check_sender(&inbox, sender, &second, expected).await;
    }
    receives_key(&mocked, &mut inbox, from_alice).await;
    for (sender, expected) in [(MALLORY, true), (ALICE, true), (BOB, false)] {
        check_sender(&inbox, sender, &second, expected).await;
    }
    // Mallory's key begins later, so she may not be able to read this one.
    for (sender, expected) in [(MALLORY, false), (ALICE, true), (BOB, false)] {
        check_sender(&inbox, sender, &first, expected).await;
    }
}

/// All of them are read for each message between devices with the key.
#[tokio::test]
async fn few_senders_of_a_server_are_noted() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let mut bot = BotKeys::read(&mocked).await;
    let mut session = megolm::GroupSession::new(megolm::SessionConfig::version_1());
    let made_up: Vec<String> = (10..41)
        .map(|number| format!("@z{number}:example.org"))
        .collect();
    for sender in &made_up {
        let key = room_key(&mut bot, room(), sender, &session);
        receives_key(&mocked, &mut inbox, key).await;
    }
    let message = command(&mut session);
    for (sender, expected) in [(&made_up[29], true), (&made_up[30], false)] {
        check_sender(&inbox, sender, &message, expected).await;
    }
    // Alice and Bob are in the room; their keys come in one response.
    let members = inbox.room_for_tests(room());
    members.sync_members().await.unwrap();
    let from = [ALICE, BOB].map(|sender| room_key(&mut bot, room(), sender, &session));
    let received = mocked.receives(&mut inbox, |sync| {
        for key in from {
            sync.add_to_device_event(key);
        }
    });
    received.await;
    let message = command(&mut session);
    for (sender, expected) in [(ALICE, true), (BOB, true), (&made_up[30], false)] {
        check_sender(&inbox, sender, &message, expected).await;
    }
}

#[tokio::test]
async fn keys_of_other_rooms_replace_no_key() {
    let other = RoomId::parse("!other:example.org").unwrap();
    for is_first in [true, false] {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        enters(&mocked, &mut inbox).await;
        let mut bot = BotKeys::read(&mocked).await;
        let mut session = megolm::GroupSession::new(megolm::SessionConfig::version_1());
        let mut keys = [
            room_key(&mut bot, &other, MALLORY, &session),
            room_key(&mut bot, room(), ALICE, &session),
        ];
        if !is_first {
            keys.reverse();
        }
        for key in keys {
            receives_key(&mocked, &mut inbox, key).await;
        }
        check_sender(&inbox, ALICE, &command(&mut session), true).await;
        check_sender(&inbox, MALLORY, &command(&mut session), false).await;
    }
}

/// Moves the session of another room into the row of the room's own, as the SDK stored it before.
async fn store_over_each_other(mocked: &Mocked) {
    let over = "UPDATE inbound_group_session SET data = \
                (SELECT data FROM inbound_group_session ORDER BY length(session_id) DESC LIMIT 1)";
    assert_eq!(mocked.change_keys(over).await, 2);
    let longest = "DELETE FROM inbound_group_session WHERE length(session_id) = \
                   (SELECT max(length(session_id)) FROM inbound_group_session)";
    assert_eq!(mocked.change_keys(longest).await, 1);
}

#[tokio::test]
async fn keys_return_to_rows_of_other_rooms() {
    let other = RoomId::parse("!other:example.org").unwrap();
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let mut bot = BotKeys::read(&mocked).await;
    let mut session = megolm::GroupSession::new(megolm::SessionConfig::version_1());
    let from_alice = room_key(&mut bot, room(), ALICE, &session);
    let from_mallory = room_key(&mut bot, &other, MALLORY, &session);
    let again = room_key(&mut bot, room(), ALICE, &session);
    for key in [from_alice, from_mallory] {
        receives_key(&mocked, &mut inbox, key).await;
    }
    store_over_each_other(&mocked).await;
    receives_key(&mocked, &mut inbox, again).await;
    check_sender(&inbox, ALICE, &command(&mut session), true).await;
    check_sender(&inbox, MALLORY, &command(&mut session), false).await;
}

/// Another member's key of her session is faster than her own, also than her message.
#[tokio::test]
async fn lines_wait_for_the_key_of_their_sender() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let mut bot = BotKeys::read(&mocked).await;
    let mut session = megolm::GroupSession::new(megolm::SessionConfig::version_1());
    let from_alice = room_key(&mut bot, room(), ALICE, &session);
    let from_mallory = room_key(&mut bot, room(), MALLORY, &session);
    let line = json!({
        "type": "m.room.encrypted",
        "event_id": "$1",
        "sender": ALICE,
        "origin_server_ts": 2,
        "content": command(&mut session),
    });
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
