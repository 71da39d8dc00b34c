use std::{error::Error, time::Duration};

use matrix_sdk::{
    ruma::{
        EventId, RoomId,
        api::error::Error as ApiError,
        events::{AnySyncTimelineEvent, AnyTimelineEvent},
    },
    test_utils::mocks::RoomMessagesResponseTemplate,
};
use matrix_sdk_test::{InvitedRoomBuilder, JoinedRoomBuilder, LeftRoomBuilder};
use serde_json::{Value, json};
use tables::{Incoming, Person};
use wiremock::{
    Mock, MockGuard, ResponseTemplate,
    matchers::{method, path_regex},
};

use super::*;
use crate::{
    cause::Cause,
    matrix::mocked::{
        BOT, Mocked, in_time, joined, member, raw, refusal, room, state, user, written,
    },
    store::{Sealed, SeenEvent},
};

const ALICE: &str = "@alice:example.org";
const BOB: &str = "@bob:example.org";

fn timeline(room: JoinedRoomBuilder, events: &[Value]) -> JoinedRoomBuilder {
    room.add_timeline_bulk(events.iter().map(raw::<AnySyncTimelineEvent>))
}

/// What is written in these lines; other arrivals as they are.
fn bodies(received: &Received) -> Vec<String> {
    let arrivals = received.arrivals.iter();
    arrivals
        .map(|arrival| match &arrival.incoming {
            Incoming::Line(line) => line.body.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

fn person(id: &str, name: &str) -> Person {
    Person {
        id: id.into(),
        name: name.into(),
    }
}

#[tokio::test]
async fn a_line_arrives_once_with_all_that_belongs_to_it() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let thread = json!({ "m.relates_to": { "rel_type": "m.thread", "event_id": "$root" } });
    let events = [
        written("$1", ALICE, "!help", thread),
        written("$2", BOB, "nothing for a bot", json!({})),
    ];
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(timeline(joined(), &events));
        })
        .await;
    let [arrival] = received.arrivals.as_slice() else {
        panic!("{:?}", received.arrivals);
    };
    let event = SeenEvent {
        event: "$1".into(),
        room: room().to_string(),
        sealed: None,
    };
    assert_eq!(arrival.event, Some(event));
    let Incoming::Line(line) = &arrival.incoming else {
        panic!("{arrival:?}");
    };
    assert_eq!(line.room, room().as_str());
    assert_eq!((line.event.as_str(), line.body.as_str()), ("$1", "!help"));
    assert_eq!(line.thread.as_deref(), Some("$root"));
    assert_eq!(line.sender, person(ALICE, "Alice"));
    let mut people = Vec::from(line.people.clone());
    people.sort_by(|one, other| one.id.cmp(&other.id));
    assert_eq!(
        people,
        [person(ALICE, "Alice"), person(BOB, "Bob")],
        "the bot is no player"
    );
    assert!(
        line.may_change_room && !line.direct,
        "alice has made the room"
    );

    let next = mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(next.arrivals, []);
    let since = mocked.asked("/sync", "since").await;
    assert_eq!(since, [Some("s0".to_owned()), Some(received.token)]);
}

#[tokio::test]
async fn what_is_not_written_for_the_bot_does_not_arrive() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let edit = json!({
        "m.new_content": { "msgtype": "m.text", "body": "!help" },
        "m.relates_to": { "rel_type": "m.replace", "event_id": "$0" },
    });
    let own_join = state(BOT, "m.room.member", BOT, json!({ "membership": "join" }));
    let events = [
        written("$before", ALICE, "!help before the bot came in", json!({})),
        own_join,
        written("$notice", ALICE, "!help", json!({ "msgtype": "m.notice" })),
        written("$edit", ALICE, "* !help", edit),
        written("$own", BOT, "!help", json!({})),
        written("$after", ALICE, "!help now", json!({})),
    ];
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(timeline(joined(), &events));
        })
        .await;
    let came_in = Incoming::Joined {
        room: room().to_string(),
        direct: false,
    };
    assert_eq!(
        bodies(&received),
        [format!("{came_in:?}"), "!help now".into()]
    );
}

#[tokio::test]
async fn nothing_of_the_time_before_the_first_start_arrives() {
    let mocked = Mocked::new().await;
    mocked.takes_a_login().await;
    let session = mocked
        .connect(&mocked.config("PASSWORD", "secret"), None)
        .await;
    let mut inbox = session.unwrap().inbox(None, Vec::new());
    for (event, expected) in [("$1", vec![]), ("$2", vec!["!help".to_owned()])] {
        let events = [written(event, ALICE, "!help", json!({}))];
        let received = mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(timeline(joined(), &events));
            })
            .await;
        assert_eq!(bodies(&received), expected);
    }
}

/// A line by Alice that says its own id.
fn help(event: &str) -> Value {
    written(event, ALICE, &format!("!help {event}"), json!({}))
}

/// A page of lines by Alice, and where the next one begins.
fn page(events: &[&str], end: Option<&str>) -> RoomMessagesResponseTemplate {
    let events = events.iter().map(|event| {
        let mut line = help(event);
        line["room_id"] = json!(room());
        raw::<AnyTimelineEvent>(&line)
    });
    let mut page = RoomMessagesResponseTemplate::default().events(events.collect());
    page.end = end.map(str::to_owned);
    page
}

/// A room whose timeline is this line only, which is not all that was written.
fn limited(room: JoinedRoomBuilder, event: &str) -> JoinedRoomBuilder {
    let room = timeline(room, &[help(event)]);
    room.set_timeline_limited().set_timeline_prev_batch("p0")
}

#[tokio::test]
async fn missed_events_are_read_forwards_once() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    // The first page is empty; the last one has what has come with the response, too.
    let pages: [(&str, Option<&str>, &[&str]); 3] = [
        ("s0", Some("p1"), &[]),
        ("p1", Some("p2"), &["$1", "$2"]),
        ("p2", None, &["$3", "$4"]),
    ];
    for (from, end, events) in pages {
        let asked = mocked.server.mock_room_messages().ignore_access_token();
        let answer = asked.match_from(from).ok(page(events, end));
        answer.mock_once().mount().await;
    }
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(limited(joined(), "$4"));
        })
        .await;
    let expected = ["!help $1", "!help $2", "!help $3", "!help $4"];
    assert_eq!(bodies(&received), expected);
    let to = mocked.asked("/messages", "to").await;
    assert_eq!(to, vec![Some("p0".to_owned()); 3]);
    // Backwards, the homeserver waits for others.
    let direction = mocked.asked("/messages", "dir").await;
    assert_eq!(direction, vec![Some("f".to_owned()); 3]);
}

/// The token of a next page counts depths, so that page could begin with old events of great depth.
#[tokio::test]
async fn events_from_before_a_pause_stay_unread() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    for (from, end, events) in [("s0", Some("t7-3_0"), ["$1"]), ("t7-3_0", None, ["$old"])] {
        let asked = mocked.server.mock_room_messages().ignore_access_token();
        let answer = asked.match_from(from).ok(page(&events, end));
        answer.mount().await;
    }
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(limited(joined(), "$2"));
        })
        .await;
    assert_eq!(bodies(&received), ["!help $1", "!help $2"]);
}

/// Has the homeserver answer about what was missed in some rooms as it says.
async fn tells_of_missed(mocked: &Mocked, rooms: &str, answer: ResponseTemplate) -> MockGuard {
    let rooms = format!("/rooms/(!|%21){rooms}[^/]*/messages$");
    let asked = Mock::given(method("GET")).and(path_regex(rooms));
    let asked = asked.respond_with(answer);
    asked.mount_as_scoped(mocked.server.server()).await
}

#[tokio::test]
async fn rooms_that_hang_are_read_after_others() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    // More than are asked about at once.
    let slow: Vec<OwnedRoomId> = (10..22)
        .map(|number| RoomId::parse(format!("!hangs{number}:example.org")).unwrap())
        .collect();
    let before = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(joined());
        for room in &slow {
            sync.add_joined_room(JoinedRoomBuilder::new(room));
        }
    });
    let since = before.await.token;
    let chunk = json!({ "start": "s", "chunk": [help("$missed")] });
    let answer = ResponseTemplate::new(200).set_body_json(&chunk);
    let hanging = answer.clone().set_delay(Duration::from_secs(300));
    let hanging = tells_of_missed(&mocked, "hangs", hanging).await;
    let received = mocked
        .receives(&mut inbox, |sync| {
            for room in &slow {
                sync.add_joined_room(limited(JoinedRoomBuilder::new(room), "$late"));
            }
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &[help("$now")]));
        })
        .await;
    assert_eq!(bodies(&received), ["!help $now"]);
    assert_eq!(received.token, since, "a kill now must not lose the rest");

    drop(hanging);
    let _answering = tells_of_missed(&mocked, "hangs", answer).await;
    let received = in_time(inbox.next()).await.unwrap();
    let rest = [["!help $missed", "!help $late"]; 12].concat();
    assert_eq!(bodies(&received), rest);
    assert_ne!(received.token, since);
    assert_eq!(mocked.asked("/sync", "since").await.len(), 2);
}

#[tokio::test]
async fn missed_events_that_never_come_are_left_out() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let before = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(joined());
    });
    let since = before.await.token;
    let is_up = ResponseTemplate::new(200).set_body_json(json!({ "user_id": BOT }));
    let is_up = Mock::given(path_regex("/account/whoami$")).respond_with(is_up);
    is_up.mount(mocked.server.server()).await;
    let hanging = ResponseTemplate::new(200).set_delay(Duration::from_secs(300));
    let _hanging = tells_of_missed(&mocked, "room", hanging).await;
    let sync = mocked.server.mock_sync().ok(|sync| {
        sync.add_joined_room(limited(JoinedRoomBuilder::new(room()), "$late"));
    });
    sync.mock_once().mount().await;
    let received = tokio::time::timeout(Duration::from_secs(100), inbox.next()).await;
    let received = received.expect("receiving goes on").unwrap();
    // What has come of that room is read.
    let events: Vec<_> = received
        .arrivals
        .iter()
        .map(|arrival| &arrival.event)
        .collect();
    let [Some(late)] = events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(late.event, "$late");
    assert_ne!(received.token, since);
}

#[tokio::test]
async fn that_a_room_was_left_is_told_by_no_event() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(joined());
        })
        .await;
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_left_room(LeftRoomBuilder::new(room()));
        })
        .await;
    let left = Arrival {
        event: None,
        incoming: Incoming::Left {
            room: room().to_string(),
        },
    };
    assert_eq!(received.arrivals, [left]);
}

#[tokio::test]
async fn invitations_are_told_once_and_at_the_start_all_that_wait() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let invited = |room: &str| {
        let invite = state(
            ALICE,
            "m.room.member",
            BOT,
            json!({ "membership": "invite" }),
        );
        let room = InvitedRoomBuilder::new(room.try_into().unwrap());
        room.add_state_event(raw(&member(ALICE, "Alice")))
            .add_state_event(raw(&invite))
    };
    let invitation = |room: &str| Invitation {
        room: room.into(),
        inviter: Some(ALICE.into()),
    };
    for name in ["!a:example.org", "!b:example.org"] {
        let received = mocked
            .receives(&mut inbox, |sync| {
                sync.add_invited_room(invited(name));
            })
            .await;
        assert_eq!(received.invitations, [invitation(name)]);
    }
    let received = mocked.receives(&mut inbox, |_| {}).await;
    assert_eq!(received.invitations, []);

    let mut inbox = inbox.session.clone().inbox(Some("s3".into()), Vec::new());
    let mut waiting = mocked.receives(&mut inbox, |_| {}).await.invitations;
    waiting.sort_by(|one, other| one.room.cmp(&other.room));
    assert_eq!(
        waiting,
        ["!a:example.org", "!b:example.org"].map(invitation)
    );
}

#[tokio::test]
async fn an_outage_is_waited_out() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let limit = json!({ "errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": 700 });
    let busy = ResponseTemplate::new(429).set_body_json(limit);
    let answers = [ResponseTemplate::new(502), busy];
    for answer in answers {
        let failing = mocked.server.mock_sync().respond_with(answer);
        failing.mock_once().mount().await;
    }
    let events = [written("$1", ALICE, "!help", json!({}))];
    let begin = Instant::now();
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(timeline(joined(), &events));
        })
        .await;
    assert_eq!(bodies(&received), ["!help"]);
    assert!(
        begin.elapsed() > Duration::from_millis(1200),
        "it was not left alone"
    );
    assert_eq!(mocked.asked("/sync", "since").await.len(), 3);
    assert_eq!(inbox.session.metrics.health(), Ok(()));
}

/// What Alice sends to an encrypted room, as it comes from the homeserver; before that comes the event that
/// brings the key to the bot.
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

fn encrypted_room() -> JoinedRoomBuilder {
    let algorithm = json!({ "algorithm": "m.megolm.v1.aes-sha2" });
    joined().add_state_event(raw(&state(ALICE, "m.room.encryption", "", algorithm)))
}

/// The bot learns that it is in an encrypted room, and the homeserver the bot's keys; returns the token.
async fn enters(mocked: &Mocked, inbox: &mut Inbox) -> String {
    let received = mocked.receives(inbox, |sync| {
        sync.add_joined_room(encrypted_room());
    });
    received.await.token
}

#[tokio::test]
async fn encrypted_lines_are_asked_for_together_and_know_their_places() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let since = enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help"), ("$2", "!tables")]).await;
    let shown = events.iter().map(|event| {
        let mut event = event.clone();
        event["room_id"] = json!(room());
        raw::<AnyTimelineEvent>(&event)
    });
    let page = RoomMessagesResponseTemplate::default().events(shown.collect());
    let asked = mocked.server.mock_room_messages().ignore_access_token();
    asked.ok(page).mock_once().mount().await;

    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
        })
        .await;
    assert_eq!(bodies(&received), ["!help", "!tables"]);
    let until = received.token.clone();
    assert_eq!(mocked.asked("/messages", "from").await, [Some(since)]);
    assert_eq!(mocked.asked("/messages", "to").await, [Some(until)]);
    assert_eq!(
        mocked.asked("/messages", "dir").await,
        [Some("f".to_owned())]
    );
    let session = &events[0]["content"]["session_id"];
    for (index, arrival) in (0..).zip(&received.arrivals) {
        let place = Sealed {
            session: session.as_str().unwrap().into(),
            sender: ALICE.into(),
            index,
        };
        let event = arrival.event.as_ref().unwrap();
        assert_eq!(event.sealed, Some(place), "{}", event.event);
    }
    assert_eq!(received.undecrypted, []);
}

/// Has the homeserver show each of some events, called `$1` and so on, once.
async fn tells_each(mocked: &Mocked, events: &[Value]) {
    for (number, event) in (1..).zip(events) {
        let mut event = event.clone();
        event["room_id"] = json!(room());
        Mock::given(method("GET"))
            .and(path_regex(format!(r"/event/(\$|%24){number}$")))
            .respond_with(ResponseTemplate::new(200).set_body_json(event))
            .expect(1)
            .mount(mocked.server.server())
            .await;
    }
}

#[tokio::test]
async fn encrypted_lines_are_asked_for_singly_where_they_are_not_shown_together() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let (key, events) = encrypted(&mocked, &[("$1", "!help"), ("$2", "!tables")]).await;
    let asked = mocked.server.mock_room_messages().ignore_access_token();
    asked.error500().mock_once().mount().await;
    tells_each(&mocked, &events).await;
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &events));
        })
        .await;
    assert_eq!(bodies(&received), ["!help", "!tables"]);
}

#[tokio::test]
async fn a_slow_room_is_asked_singly_at_once() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let lines = [
        ("$1", "!help"),
        ("$2", "!tables"),
        ("$3", "!games"),
        ("$4", "!me"),
    ];
    let (key, events) = encrypted(&mocked, &lines).await;
    let hanging = ResponseTemplate::new(200).set_delay(Duration::from_secs(300));
    let _hanging = tells_of_missed(&mocked, "room", hanging).await;
    tells_each(&mocked, &events).await;
    let mut key = Some(key);
    for (events, expected) in [
        (&events[..2], ["!help", "!tables"]),
        (&events[2..], ["!games", "!me"]),
    ] {
        let key = key.take();
        let received = mocked
            .receives(&mut inbox, |sync| {
                if let Some(key) = key {
                    sync.add_to_device_event(key);
                }
                sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), events));
            })
            .await;
        assert_eq!(bodies(&received), expected);
    }
    assert_eq!(mocked.asked("/messages", "dir").await.len(), 1);
}

#[tokio::test]
async fn what_cannot_be_decrypted_yet_waits_for_its_key() {
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
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
        })
        .await;
    assert_eq!(bodies(&received), ["!help"]);
    assert_eq!(received.settled, ["$1"]);
    let event = received.arrivals[0].event.as_ref().unwrap();
    assert!(event.sealed.as_ref().is_some_and(|place| place.index == 0));
}

/// The homeserver shows each of these events to whoever asks for it.
async fn shows(mocked: &Mocked, events: &[&Value]) {
    for event in events {
        let id = event["event_id"].as_str().unwrap();
        let path = format!(r"/event/(\$|%24){}$", &id[1..]);
        Mock::given(method("GET"))
            .and(path_regex(path))
            .respond_with(ResponseTemplate::new(200).set_body_json(event))
            .mount(mocked.server.server())
            .await;
    }
}

/// The same ciphertext, sent by Bob in another event.
fn copy_by_bob(event: &Value, id: &str) -> Value {
    let mut copy = event.clone();
    copy["sender"] = json!(BOB);
    copy["event_id"] = json!(id);
    copy
}

fn unreadable(received: &Received) -> Vec<(&str, &str)> {
    let lines = received.unreadable.iter();
    lines
        .map(|line| (line.event.as_str(), line.sender.id.as_str()))
        .collect()
}

#[tokio::test]
async fn lines_in_another_users_session_are_unreadable() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    enters(&mocked, &mut inbox).await;
    let lines = [("$1", "!help"), ("$2", "talk")];
    let (key, events) = encrypted(&mocked, &lines).await;
    shows(&mocked, &[&events[0]]).await;
    let copy = copy_by_bob(&events[0], "$copy");
    let talk = copy_by_bob(&events[1], "$talk");
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &[copy, talk]));
        })
        .await;
    assert_eq!(bodies(&received), [""; 0]);
    assert_eq!(unreadable(&received), [("$copy", BOB)]);
    // The copy has not used up what Alice sends.
    let received = mocked
        .receives(&mut inbox, |sync| {
            let room = timeline(JoinedRoomBuilder::new(room()), &events[..1]);
            sync.add_joined_room(room);
        })
        .await;
    assert_eq!(bodies(&received), ["!help"]);
    assert_eq!(unreadable(&received), []);
    let event = received.arrivals[0].event.as_ref().unwrap();
    let place = event.sealed.as_ref().unwrap();
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
    assert_eq!(unreadable(&received), []);
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_to_device_event(key);
        })
        .await;
    assert_eq!(bodies(&received), ["!help"]);
    assert_eq!(unreadable(&received), [("$copy", BOB)]);
    assert_eq!(received.settled, ["$copy", "$1"]);
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
    assert_eq!(unreadable(&received), []);
}

/// How receiving ends when the homeserver answers this.
async fn ends(answer: ResponseTemplate) -> SessionError {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    mocked.server.mock_sync().respond_with(answer).mount().await;
    let error = in_time(inbox.next()).await.unwrap_err();
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<Cause>());
    assert!(
        cause.is_some_and(|cause| cause.downcast_ref::<ApiError>().is_some()),
        "{error:?}"
    );
    error
}

#[tokio::test]
async fn a_session_that_is_over_ends_receiving() {
    let error = ends(refusal(401, "M_UNKNOWN_TOKEN")).await;
    assert!(matches!(error, SessionError::Refused(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the homeserver refuses the session: [401 / M_UNKNOWN_TOKEN] sorry"
    );
    let expired = json!({ "errcode": "M_UNKNOWN_TOKEN", "error": "old", "soft_logout": true });
    let error = ends(ResponseTemplate::new(401).set_body_json(expired)).await;
    assert!(matches!(error, SessionError::SoftLogout(_)), "{error:?}");
}

#[tokio::test]
async fn ids_with_nul_hide_no_other_events() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(joined());
        })
        .await;
    let odd = "@a\0b:evil.example";
    let events = [
        member(odd, "Odd"),
        written("$odd", odd, "!games", json!({})),
        written("$line", ALICE, "!help", json!({})),
    ];
    let body = json!({
        "next_batch": "s7",
        "device_lists": { "changed": [odd] },
        "rooms": {
            "invite": { "!a\0b:evil.example": { "invite_state": { "events": [] } } },
            "join": { room().as_str(): {
                "timeline": { "events": events, "limited": false, "prev_batch": "p" },
            } },
        },
    });
    Mock::given(path_regex("/sync$"))
        .respond_with(ResponseTemplate::new(200).set_body_json(body))
        .with_priority(1)
        .up_to_n_times(1)
        .mount(mocked.server.server())
        .await;
    let received = in_time(inbox.next()).await.unwrap();
    assert_eq!(bodies(&received), ["!games", "!help"]);
    let person = received.arrivals.iter().find_map(|it| match &it.incoming {
        Incoming::Line(line) => Some(line.sender.name.as_str()),
        _ => None,
    });
    assert_eq!(person, Some("Odd"));
}
