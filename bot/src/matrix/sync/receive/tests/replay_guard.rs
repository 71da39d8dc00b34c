//! Tests of encrypted lines.

use jiff::SignedDuration;
use lobby::UndecryptedFrom;
use matrix_sdk::{Client, ruma::api::client::keys::get_keys};

use super::*;
use crate::{clock::now, matrix::sync::pending_decryption::PendingDecryptions, store::Undecrypted};

/// Returns the event that brings the room key to the bot, and Alice's events in an encrypted room, as the
/// homeserver sends them.
async fn encrypted(mocked: &Mocked, lines: &[(&str, &str)]) -> (Value, Vec<Value>) {
    let server = &mocked.server;
    let builder = server.client_builder_for_crypto_end_to_end(user(ALICE), "ALICEBOX".into());
    let alice = builder.build().await;
    alice.update_tracked_users_for_testing([user(BOT)]).await;
    server
        .mock_sync()
        .ok_and_run(&alice, |sync| {
            sync.add_joined_room(encrypted_room());
        })
        .await;
    query_keys(&alice).await;
    let (_mounted, key) = server.mock_capture_put_to_device(user(ALICE)).await;
    let room = alice.get_room(room()).unwrap();
    let mut events = Vec::new();
    for (id, body) in lines {
        let id = EventId::parse(id).unwrap();
        let sending = server.mock_room_send().ignore_access_token();
        let (sent, sending) = sending.ok_with_capture(id, user(ALICE));
        let _mounted = sending.mount_as_scoped().await;
        let line = json!({ "msgtype": "m.text", "body": body });
        room.send_raw("m.room.message", line).await.unwrap();
        events.push(sent.await.unwrap().deserialize_as_unchecked().unwrap());
    }
    let key = key.await.deserialize_as_unchecked().unwrap();
    (key, events)
}

/// Queries the keys of other users, as the SDK doesn't (see vendor/README.md).
async fn query_keys(client: &Client) {
    let machine = client.olm_machine_for_testing().await;
    let machine = machine.as_ref().unwrap();
    for (_, id, query) in machine.key_queries_by_server(|_| true).await.unwrap() {
        let mut request = get_keys::v3::Request::new();
        request.device_keys = query.device_keys;
        let answer = client.send(request).await.unwrap();
        machine.mark_request_as_sent(&id, &answer).await.unwrap();
    }
}

fn encrypted_room() -> JoinedRoomBuilder {
    let algorithm = json!({ "algorithm": "m.megolm.v1.aes-sha2" });
    joined().add_state_event(raw(&state(ALICE, "m.room.encryption", "", algorithm)))
}

/// Joins the bot to an encrypted room and uploads its keys; returns the sync token.
pub(super) async fn enters(mocked: &Mocked, inbox: &mut Inbox) -> String {
    let received = mocked.receives(inbox, |sync| {
        sync.add_joined_room(encrypted_room());
    });
    received.await.token
}

#[tokio::test]
async fn encrypted_lines_have_their_megolm_index() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help"), ("$2", "!tables")]).await;
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
        })
        .await;
    assert_eq!(bodies(&received), ["!help", "!tables"]);
    let session = &events[0]["content"]["session_id"];
    for (index, arrival) in (0..).zip(&received.arrivals) {
        let place = MegolmIndex {
            session: session.as_str().unwrap().into(),
            sender: ALICE.into(),
            index,
        };
        let event = arrival.event.as_ref().unwrap();
        assert_eq!(event.megolm_index, Some(place), "{}", event.event);
    }
    assert_eq!(received.undecrypted, []);
    // The homeserver may never answer about a room.
    let requests = mocked.server.received_requests().await.unwrap();
    let mut paths = requests.iter().map(|request| request.url.path());
    assert!(!paths.any(|path| path.contains("/event/") || path.ends_with("/messages")));
}

/// Bob deletes Alice's line before it arrives.
#[tokio::test]
async fn deleted_encrypted_lines_are_reported() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, mut events) = encrypted(&mocked, &[("$1", "!help")]).await;
    events[0]["content"] = json!({});
    events[0]["unsigned"] = json!({ "redacted_because": { "sender": BOB } });
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
        })
        .await;
    let [arrival] = &received.arrivals[..] else {
        panic!("{:?}", received.arrivals);
    };
    let Incoming::Redacted(message) = &arrival.incoming else {
        panic!("{arrival:?}");
    };
    assert_eq!(message.sender, ALICE);
    assert!(message.sent.is_some());
    assert_eq!(received.undecrypted, []);
}

#[tokio::test]
async fn an_undecrypted_line_waits_for_its_key() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help")]).await;
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
        })
        .await;
    assert_eq!(received.arrivals, []);
    let waiting: Vec<_> = received.undecrypted.iter().map(|one| &one.event).collect();
    assert_eq!(waiting, ["$1"]);
    let since = received.undecrypted[0].since;
    let from_alice = UndecryptedFrom {
        room: room().to_string(),
        user: ALICE.into(),
        since,
    };
    assert_eq!(received.synced.unwrap().undecrypted, [from_alice]);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let received = mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(received.arrivals, []);
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
        })
        .await;
    assert_eq!(bodies(&received), ["!help"]);
    assert_eq!(received.synced.unwrap().undecrypted, []);
    let Incoming::Line(line) = &received.arrivals[0].incoming else {
        panic!("{:?}", received.arrivals);
    };
    assert_eq!(line.received, Some(since));
    assert_eq!(received.settled, ["$1"]);
    let event = received.arrivals[0].event.as_ref().unwrap();
    assert!(
        event
            .megolm_index
            .as_ref()
            .is_some_and(|place| place.index == 0)
    );
}

/// Large events, of which a hundred can wait, would hold up all rooms at each response.
#[tokio::test]
async fn undecrypted_lines_wait_for_a_new_key() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help")]).await;
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_to_device_event(key);
    });
    received.await;
    mocked
        .change_keys(
            "UPDATE inbound_group_session SET session_id = CAST(X'00' || session_id AS BLOB)",
        )
        .await;
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
    });
    let [mut waiting] = received.await.undecrypted.try_into().unwrap();
    // Without a new key, it is tried again after another minute.
    waiting.since -= SignedDuration::from_mins(1);
    waiting.told = true;
    inbox.pending_decryptions = PendingDecryptions::new(vec![waiting.clone()]);
    mocked.receives(&mut inbox, |_| {}).await;
    mocked
        .change_keys("UPDATE inbound_group_session SET session_id = substr(session_id, 2)")
        .await;
    let received = mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(bodies(&received), [""; 0]);
    // After a restart, all are tried.
    inbox.pending_decryptions = PendingDecryptions::new(vec![waiting]);
    let received = mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(bodies(&received), ["!help"]);
}

/// Only the first of several waiting lines counts from its arrival, as Alice could choose among them, unless all become
/// readable at once.
#[tokio::test]
async fn a_line_behind_another_counts_from_its_key() {
    for is_first_readable in [true, false] {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        enters(&mocked, &mut inbox).await;
        let (_, unreadable) = encrypted(&mocked, &[("$0", "!help")]).await;
        let (key, events) = encrypted(&mocked, &[("$1", "!help"), ("$2", "!games")]).await;
        let begin = now();
        let waits = |event: &Value, is_choice| Undecrypted {
            event: event["event_id"].as_str().unwrap().to_owned(),
            room: room().to_string(),
            json: event.to_string(),
            since: begin - SignedDuration::from_mins(1),
            told: true,
            is_choice,
        };
        let first = if is_first_readable {
            &events[0]
        } else {
            &unreadable[0]
        };
        let stored = vec![waits(first, false), waits(&events[1], true)];
        inbox.pending_decryptions = PendingDecryptions::new(stored);
        let received = mocked
            .receives(&mut inbox, |sync| {
                sync.add_to_device_event(key);
            })
            .await;
        let Some(Incoming::Line(line)) = received.arrivals.last().map(|it| &it.incoming) else {
            panic!("{received:?}");
        };
        assert_eq!(line.body, "!games");
        let counts_from_arrival = line.received.unwrap() < begin;
        assert_eq!(counts_from_arrival, is_first_readable);
    }
}

/// The same ciphertext, sent by Bob in another event.
fn copy_by_bob(event: &Value, id: &str) -> Value {
    let mut copy = event.clone();
    copy["sender"] = json!(BOB);
    copy["event_id"] = json!(id);
    copy
}

/// Returns the lines whose keys are overdue half a minute after a response.
async fn half_a_minute_after(
    mocked: &Mocked,
    inbox: &mut Inbox,
    waiting: Vec<Undecrypted>,
) -> Vec<(String, String)> {
    let older = waiting.into_iter().map(|event| Undecrypted {
        since: event.since - SignedDuration::from_secs(31),
        ..event
    });
    inbox.pending_decryptions = PendingDecryptions::new(older.collect());
    let received = mocked.receives(inbox, |_| {}).await;
    assert_eq!(bodies(&received), [""; 0]);
    let lines = received.unreadable.into_iter();
    lines.map(|line| (line.event, line.sender.id)).collect()
}

#[tokio::test]
async fn lines_in_another_users_session_are_unreadable() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let lines = [("$1", "!help"), ("$2", "talk")];
    let (key, events) = encrypted(&mocked, &lines).await;
    let copy = copy_by_bob(&events[0], "$copy");
    let talk = copy_by_bob(&events[1], "$talk");
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &[copy, talk]));
        })
        .await;
    assert_eq!(bodies(&received), [""; 0]);
    let waiting = received.undecrypted;
    let overdue = half_a_minute_after(&mocked, &mut inbox, waiting).await;
    assert_eq!(overdue, [("$copy".to_owned(), BOB.to_owned())]);
    // The copy has not used up the message index of Alice's line.
    let received = mocked
        .receives(&mut inbox, |sync| {
            let room = timeline(JoinedRoomBuilder::new(room()), &events[..1]);
            sync.add_joined_room(room);
        })
        .await;
    assert_eq!(bodies(&received), ["!help"]);
    assert!(received.unreadable.is_empty());
    let event = received.arrivals[0].event.as_ref().unwrap();
    let place = event.megolm_index.as_ref().unwrap();
    assert_eq!((place.sender.as_str(), place.index), (ALICE, 0));
}

#[tokio::test]
async fn late_lines_in_another_users_session_are_unreadable() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help")]).await;
    let copy = copy_by_bob(&events[0], "$copy");
    let received = mocked
        .receives(&mut inbox, |sync| {
            let events = [copy, events[0].clone()];
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
        })
        .await;
    let mut waiting = received.undecrypted;
    assert_eq!(waiting.len(), 2);
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
        })
        .await;
    assert_eq!(bodies(&received), ["!help"]);
    assert_eq!(received.settled, ["$1"]);
    waiting.retain(|event| event.event == "$copy");
    let overdue = half_a_minute_after(&mocked, &mut inbox, waiting).await;
    assert_eq!(overdue, [("$copy".to_owned(), BOB.to_owned())]);
}

#[tokio::test]
async fn late_lines_of_banned_users_are_ignored() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help")]).await;
    // The members are known before.
    let first = [written("$0", BOB, "!help", json!({}))];
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &first));
    });
    assert_eq!(bodies(&received.await), ["!help"]);
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
        })
        .await;
    assert_eq!(received.undecrypted.len(), 1);
    let ban = json!({ "membership": "ban" });
    let ban = [state(BOB, "m.room.member", ALICE, ban)];
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &ban));
        })
        .await;
    assert_eq!(bodies(&received), [""; 0]);
    assert_eq!(received.settled, ["$1"]);
}

#[tokio::test]
async fn copies_from_before_the_join_are_ignored() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help")]).await;
    let copy = copy_by_bob(&events[0], "$copy");
    let join = state(BOT, "m.room.member", BOT, json!({ "membership": "join" }));
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &[copy, join]));
        })
        .await;
    assert_eq!(received.undecrypted, []);
}
