//! Tests of the backfill of events that were missed during a pause.

use super::*;
use crate::matrix::mocked::members;
use crate::matrix::room_requests::ROOM_OUTAGE_TIMEOUT;
use crate::matrix::rooms::members::Members;
use crate::matrix::sync::backfill::{Gap, read_gaps};

/// A line by Alice with its own id as text.
fn help(event: &str) -> Value {
    written(event, ALICE, &format!("!help {event}"), json!({}))
}

/// A page of lines by Alice, and the token of the next one.
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

/// A room with a limited timeline of one line.
fn limited(room: JoinedRoomBuilder, event: &str) -> JoinedRoomBuilder {
    let room = timeline(room, &[help(event)]);
    room.set_timeline_limited().set_timeline_prev_batch("p0")
}

#[tokio::test]
async fn missed_events_are_read_forwards_once() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    // The first page is empty; the last one repeats an event of the response.
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
    // Backwards, the homeserver would wait for other servers.
    let direction = mocked.asked("/messages", "dir").await;
    assert_eq!(direction, vec![Some("f".to_owned()); 3]);
}

#[tokio::test]
async fn a_room_with_too_many_missed_events_is_incomplete() {
    for (count, incomplete) in [(999, 0), (1_000, 1)] {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        let events: Vec<String> = (0..count).map(|number| format!("$m{number}")).collect();
        let events: Vec<&str> = events.iter().map(String::as_str).collect();
        let asked = mocked.server.mock_room_messages().ignore_access_token();
        let answer = asked.ok(page(&events, None));
        answer.mock_once().mount().await;
        let received = mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(limited(joined(), "$last"));
            })
            .await;
        assert_eq!(received.arrivals.len(), count + 1);
        assert_eq!(received.synced.unwrap().incomplete_rooms.len(), incomplete);
    }
}

/// The token of the next page counts depths, so that page could begin with old events of great depth.
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

#[tokio::test]
async fn rooms_that_hang_are_read_after_others() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    // More rooms than are asked about concurrently.
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
    assert_eq!(received.synced, None);

    drop(hanging);
    let _answering = tells_of_missed(&mocked, "hangs", answer).await;
    let received = in_time(inbox.next()).await.unwrap();
    let rest = [["!help $missed", "!help $late"]; 12].concat();
    assert_eq!(bodies(&received), rest);
    assert!(received.synced.is_some());
    assert_ne!(received.token, since);
    assert_eq!(mocked.asked("/sync", "since").await.len(), 2);
}

#[tokio::test]
async fn rooms_that_have_failed_are_read_last() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let failing = RoomId::parse("!fails:example.org").unwrap();
    let before = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(joined());
        sync.add_joined_room(JoinedRoomBuilder::new(&failing));
    });
    let since = before.await.token;
    inbox.session.failing_backfills.note_past_failure(&failing);
    let chunk = json!({ "start": "s", "chunk": [help("$missed")] });
    let answer = ResponseTemplate::new(200).set_body_json(&chunk);
    let _answering = tells_of_missed(&mocked, "fails", answer).await;
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(limited(JoinedRoomBuilder::new(&failing), "$late"));
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(room()), &[help("$now")]));
        })
        .await;
    assert_eq!(bodies(&received), ["!help $now"]);
    assert_eq!(received.token, since, "a kill now must not lose the rest");
    assert!(mocked.asked("/messages", "to").await.is_empty());
    let rest = in_time(inbox.next()).await.unwrap();
    assert_eq!(bodies(&rest), ["!help $missed", "!help $late"]);
}

#[tokio::test]
async fn rooms_follow_those_with_many_members() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let large = RoomId::parse("!large:example.org").unwrap();
    let before = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(JoinedRoomBuilder::new(&large));
        sync.add_joined_room(joined());
    });
    let since = before.await.token;
    let members = Members::made_up(50_001);
    inbox.people.insert(&large, &members, usize::MAX);
    let asked = mocked.server.mock_room_messages().ignore_access_token();
    asked.ok(page(&["$missed"], None)).mock_once().mount().await;
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(timeline(JoinedRoomBuilder::new(&large), &[help("$1")]));
            sync.add_joined_room(limited(JoinedRoomBuilder::new(room()), "$2"));
        })
        .await;
    assert_eq!(bodies(&received), ["!help $1"]);
    assert_eq!(received.token, since, "a kill now must not lose the rest");
    let rest = in_time(inbox.next()).await.unwrap();
    assert_eq!(bodies(&rest), ["!help $missed", "!help $2"]);
    assert!(rest.synced.is_some());
    assert_eq!(mocked.asked("/messages", "to").await.len(), 1);
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
    // The rest of that room is read.
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
    let rooms = received.synced.unwrap().incomplete_rooms;
    assert_eq!(rooms, [room().as_str()], "events are missing");
    let time_left = inbox.session.missed_events_time.lock().left();
    assert!(time_left < ROOM_OUTAGE_TIMEOUT, "{time_left:?}");
}

#[tokio::test]
async fn large_missed_events_are_read_in_turns() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let large: Vec<OwnedRoomId> = (10..22)
        .map(|number| RoomId::parse(format!("!large{number}:example.org")).unwrap())
        .collect();
    let before = mocked.receives(&mut inbox, |sync| {
        for room in &large {
            sync.add_joined_room(JoinedRoomBuilder::new(room));
        }
    });
    let since = before.await.token;
    let filling = written("$large", ALICE, &"x".repeat(1_000_000), json!({}));
    let mut chunk = vec![filling; 12];
    chunk.push(help("$missed"));
    let answer = ResponseTemplate::new(200).set_body_json(json!({ "start": "s", "chunk": chunk }));
    let _answering = tells_of_missed(&mocked, "large", answer).await;
    let mut received = mocked
        .receives(&mut inbox, |sync| {
            for room in &large {
                sync.add_joined_room(limited(JoinedRoomBuilder::new(room), "$late"));
            }
        })
        .await;
    let mut said = 0;
    let mut parts = 1;
    while received.token == since {
        said += bodies(&received).len();
        parts += 1;
        received = tokio::time::timeout(Duration::from_secs(60), inbox.next())
            .await
            .expect("all parts come")
            .unwrap();
    }
    said += bodies(&received).len();
    assert_eq!(said, 24);
    assert!(parts > 1);
}

/// The SDK's store is asked for them in each room, also in those without missed events.
#[tokio::test]
async fn missed_events_are_read_without_push_rules() {
    let (mocked, inbox) = enters_room(joined().add_state_bulk(members().iter().map(raw))).await;
    let line = written("$1", ALICE, "!help", json!({}));
    let page = json!({ "chunk": [line], "start": "s1" });
    let page = ResponseTemplate::new(200).set_body_json(page);
    let _asked = tells_of_missed(&mocked, "", page).await;
    let known = inbox.room_for_tests(room());
    assert!(known.push_context().await.unwrap().is_some());
    let gaps = vec![Gap::between(known, "s1", "s2")];
    let missed = read_gaps(&inbox.session, gaps).await;
    let events = &missed.get(room()).unwrap().events;
    assert_eq!(events.len(), 1);
    assert!(events[0].push_actions().is_none());
}
