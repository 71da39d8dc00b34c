mod backfill;
mod key_senders;
mod odd_ids;
mod replay_guard;

use std::{error::Error, time::Duration};

use lobby::{
    Greeting, Incoming, JoinTime, Person,
    clocks::{OutOfTime, RoomAccess},
    job::Upgrade,
};
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
use wiremock::{
    Mock, MockGuard, ResponseTemplate,
    matchers::{method, path_regex, query_param},
};

use super::*;
use crate::{
    clock::now,
    error_chain::ErrorChain,
    matrix::mocked::{
        BOT, Mocked, RAW_VALUE_KEY, in_time, joined, joined_and_made, member, rate_limit, raw,
        refusal, room, state, user, written,
    },
    matrix::rooms::invitations::Reply,
    store::{MegolmIndex, SeenEvent},
};

const ALICE: &str = "@alice:example.org";
const BOB: &str = "@bob:example.org";

fn timeline(room: JoinedRoomBuilder, events: &[Value]) -> JoinedRoomBuilder {
    room.add_timeline_bulk(events.iter().map(raw::<AnySyncTimelineEvent>))
}

/// Returns the texts of lines; other arrivals in debug format.
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

/// Mounts an answer to requests for missed events in some rooms.
async fn tells_of_missed(mocked: &Mocked, rooms: &str, answer: ResponseTemplate) -> MockGuard {
    let rooms = format!("/rooms/(!|%21){rooms}[^/]*/messages$");
    let asked = Mock::given(method("GET")).and(path_regex(rooms));
    let asked = asked.respond_with(answer);
    asked.mount_as_scoped(mocked.server.server()).await
}

#[tokio::test]
async fn talk_among_people_needs_no_members() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    for (event, body, is_read) in [
        ("$1", "nothing for a bot", false),
        ("$2", "Icebreaker: help", true),
    ] {
        let line = written(event, ALICE, body, json!({}));
        let received = mocked
            .receives(&mut inbox, |sync| {
                sync.add_joined_room(timeline(joined(), &[line]));
            })
            .await;
        assert_eq!(received.arrivals.len(), usize::from(is_read), "{body}");
        assert_eq!(inbox.people.has(room()), is_read, "{body}");
    }
}

/// Clients write mentions so without Markdown.
#[tokio::test]
async fn a_mentioned_name_is_read_as_an_id() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let mentioned = json!({ "m.mentions": { "user_ids": [BOB] } });
    let in_thread = |mut content: Value| {
        content["m.relates_to"] = json!({
            "rel_type": "m.thread",
            "event_id": "$root",
            "is_falling_back": true,
            "m.in_reply_to": { "event_id": "$last" }
        });
        content
    };
    let events = [
        written("$1", ALICE, "!challenge Bob", mentioned.clone()),
        written("$2", ALICE, "!challenge Bob", json!({})),
        written("$3", ALICE, "accept", in_thread(json!({}))),
        // Names that Bob no longer has.
        written("$4", ALICE, "accept", in_thread(mentioned.clone())),
        written("$5", ALICE, "!accept", mentioned),
    ];
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(timeline(joined(), &events));
    });
    let expected = [
        "!challenge @bob:example.org",
        "!challenge Bob",
        "accept",
        "@? accept",
    ];
    assert_eq!(bodies(&received.await), expected);
}

#[tokio::test]
async fn a_line_arrives_once_with_its_context() {
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
        megolm_index: None,
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
async fn a_rejected_sync_token_starts_over() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let rejected = Mock::given(method("GET"))
        .and(path_regex("/sync$"))
        .and(query_param("since", "s0"))
        .respond_with(refusal(400, "M_UNKNOWN"))
        .with_priority(1);
    rejected.expect(1).mount(mocked.server.server()).await;
    let hello = |id: &str| timeline(joined(), &[written(id, ALICE, "!help", json!({}))]);
    let first = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(hello("$1"));
        })
        .await;
    assert_eq!(first.arrivals, [], "sent before the bot started over");
    let next = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(hello("$2"));
        })
        .await;
    assert_eq!(bodies(&next), ["!help"]);
    let since = mocked.asked("/sync", "since").await;
    assert_eq!(since, [Some("s0".to_owned()), None, Some(first.token)]);
}

#[tokio::test]
async fn a_rejected_token_of_the_sdk_starts_over() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let first = mocked.receives(&mut inbox, |_| {}).await;
    let rejected = Mock::given(method("GET"))
        .and(path_regex("/sync$"))
        .and(query_param("since", &first.token))
        .respond_with(refusal(400, "M_INVALID_PARAM"))
        .with_priority(1);
    rejected.expect(1).mount(mocked.server.server()).await;
    // As after a restore.
    let mut inbox = inbox.session.clone().inbox(None, Vec::new());
    mocked.receives(&mut inbox, |_| {}).await;
    let since = mocked.asked("/sync", "since").await;
    assert_eq!(since, [Some("s0".to_owned()), Some(first.token), None]);
}

#[tokio::test]
async fn a_reply_to_a_board_joins_its_thread() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    inbox
        .session
        .thread_roots
        .insert(room().as_str(), "$board", "$root");
    let reply = |event: &str| json!({ "m.relates_to": { "m.in_reply_to": { "event_id": event } } });
    let events = [
        written("$1", ALICE, "b2", reply("$board")),
        written("$2", ALICE, "!help", reply("$other")),
        written("$3", ALICE, "b2", reply("$other")),
    ];
    let received = mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(timeline(joined(), &events));
        })
        .await;
    let threads = received.arrivals.iter();
    let threads = threads.map(|arrival| match &arrival.incoming {
        Incoming::Line(line) => line.thread.as_deref(),
        other => panic!("{other:?}"),
    });
    assert_eq!(threads.collect::<Vec<_>>(), [Some("$root"), None]);
}

#[tokio::test]
async fn events_not_for_the_bot_are_dropped() {
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
        greeting: Some(Greeting::Room),
        at: JoinTime {
            requested: None,
            dated: jiff::Timestamp::from_millisecond(1).ok(),
        },
    };
    assert_eq!(
        bodies(&received),
        [format!("{came_in:?}"), "!help now".into()]
    );
}

#[tokio::test]
async fn events_before_the_first_start_are_dropped() {
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
        assert_eq!(received.synced.is_some(), event == "$2");
    }
}

#[tokio::test]
async fn a_response_tells_the_time_of_its_request() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let failing = mocked.server.mock_sync();
    let failing = failing.respond_with(ResponseTemplate::new(502));
    failing.mock_once().mount().await;
    let body = json!({ "next_batch": "s1" });
    let held = ResponseTemplate::new(200).set_body_json(body);
    let held = held.set_delay(Duration::from_millis(2500));
    let held = mocked.server.mock_sync().respond_with(held);
    held.mock_once().mount().await;
    let received = in_time(inbox.next()).await.unwrap();
    let requested = received.synced.unwrap().requested;
    let age = requested.duration_until(now()).as_secs();
    assert!((2..=3).contains(&age), "{age} s");
}

#[tokio::test]
async fn rooms_share_the_time_for_members() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let hanging = ResponseTemplate::new(200).set_delay(Duration::from_secs(300));
    let identity = ResponseTemplate::new(200).set_body_json(json!({ "user_id": BOT }));
    for (path, answer) in [("hanging.*/members$", hanging), ("/whoami$", identity)] {
        let asked = Mock::given(path_regex(path)).respond_with(answer);
        let asked = asked.with_priority(1);
        asked.mount(mocked.server.server()).await;
    }
    let rooms = [1, 2, 3].map(|number| format!("!hanging{number}:example.org"));
    let ids = rooms.iter().map(|id| RoomId::parse(id).unwrap());
    let builders = || ids.clone().map(|id| JoinedRoomBuilder::new(&id));
    mocked
        .receives(&mut inbox, |sync| {
            builders().chain([joined()]).for_each(|room| {
                sync.add_joined_room(room);
            });
        })
        .await;
    let line = [written("$1", ALICE, "!help", json!({}))];
    let begin = Instant::now();
    let received = mocked
        .receives(&mut inbox, |sync| {
            builders().chain([joined()]).for_each(|room| {
                sync.add_joined_room(timeline(room, &line));
            });
        })
        .await;
    assert!(begin.elapsed() >= MEMBERS_TIMEOUT);
    assert_eq!(bodies(&received), ["!help"]);
}

#[tokio::test]
async fn leaving_a_room_arrives_without_an_event() {
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
async fn pending_invitations_arrive_again_after_a_restart() {
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
    let busy = rate_limit(Duration::from_millis(700));
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

/// Returns the error with which receiving ends after this answer.
async fn ends(answer: ResponseTemplate) -> SessionError {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    mocked.server.mock_sync().respond_with(answer).mount().await;
    let error = in_time(inbox.next()).await.unwrap_err();
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<ErrorChain>());
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
        "the homeserver rejected the session: [401 / M_UNKNOWN_TOKEN] sorry"
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

/// Checks the access of Bob to a room.
async fn check_access(rest: JoinedRoomBuilder, expected: RoomAccess) {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(rest);
    });
    received.await;
    let access = inbox.session.room_access(room().as_str(), BOB).await;
    assert_eq!(access, Some(expected));
}

#[tokio::test]
async fn a_policy_server_can_keep_anybody_out() {
    let policy = |sender: &str, kind: &str, via: Value| {
        let content = json!({ "via": via, "public_keys": { "ed25519": "x" } });
        joined().add_state_event(raw(&state(sender, kind, "", content)))
    };
    for kind in ["m.room.policy", "org.matrix.msc4284.policy"] {
        let set = policy(ALICE, kind, json!("example.com"));
        check_access(set, RoomAccess::Unverifiable).await;
        let own = policy(BOB, kind, json!("example.com"));
        check_access(own, RoomAccess::CanWrite).await;
        let unset = policy(ALICE, kind, Value::Null);
        check_access(unset, RoomAccess::CanWrite).await;
    }
    let content = json!({ "via": "example.com" });
    let own = state(BOB, "m.room.policy", "", content.clone());
    let another = state(ALICE, "org.matrix.msc4284.policy", "", content);
    let both = joined().add_state_bulk([own, another].iter().map(raw));
    check_access(both, RoomAccess::Unverifiable).await;
}

#[tokio::test]
async fn a_short_retention_keeps_others_out() {
    for (sender, lifetime, expected) in [
        (ALICE, 1, RoomAccess::KeptOut),
        (BOB, 1, RoomAccess::CanWrite),
        (ALICE, 86_400_000, RoomAccess::CanWrite),
    ] {
        let content = json!({ "max_lifetime": lifetime });
        let set = state(sender, "m.room.retention", "", content);
        check_access(joined().add_state_event(raw(&set)), expected).await;
    }
}

#[tokio::test]
async fn power_levels_that_only_homeservers_read_can_mute() {
    for (level, access) in [
        (json!(50), RoomAccess::KeptOut),
        (json!("50"), RoomAccess::KeptOut),
        (json!(50.0), RoomAccess::KeptOut),
        (json!("5_0"), RoomAccess::KeptOut),
        (json!(0), RoomAccess::CanWrite),
        (json!(0.0), RoomAccess::CanWrite),
    ] {
        let users = json!({ ALICE: 100, "@x:bad domain": 0 });
        let content = json!({ "events_default": level, "users": users });
        let levels = state(ALICE, "m.room.power_levels", "", content);
        check_access(joined().add_state_event(raw(&levels)), access).await;
    }
}

#[tokio::test]
async fn nobody_loses_on_time_in_rooms_of_old_versions() {
    for (made, access) in [
        (json!({ "room_version": "1" }), RoomAccess::Unverifiable),
        (json!({ "room_version": "2" }), RoomAccess::Unverifiable),
        (json!({}), RoomAccess::Unverifiable),
        (json!({ "room_version": "3" }), RoomAccess::CanWrite),
        (
            json!({ "room_version": "1", "additional_creators": 5 }),
            RoomAccess::Unverifiable,
        ),
    ] {
        check_access(joined_and_made(made), access).await;
    }
}

#[tokio::test]
async fn a_room_that_a_tombstone_names_in_vain_is_not_greeted() {
    let (old, other) = ("!old:example.org", "!other:example.org");
    let stranger = "@mallory:example.org";
    for (predecessor, sender, greeted) in [
        (old, ALICE, true),
        (other, ALICE, false),
        (old, stranger, false),
    ] {
        let mocked = Mocked::new().await;
        let mut inbox = mocked.inbox().await;
        let upgrade = Upgrade::new(old, room().as_str(), sender);
        let expected = &inbox.session.predecessors;
        expected.lock().insert(room().to_owned(), upgrade);
        let made = json!({ "room_version": "11", "predecessor": { "room_id": predecessor } });
        let join = json!({ "membership": "join" });
        let rest = timeline(
            joined_and_made(made),
            &[state(BOT, "m.room.member", BOT, join)],
        );
        let received = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(rest);
        });
        let arrivals = received.await.arrivals;
        let [arrival] = &arrivals[..] else {
            panic!("{arrivals:?}");
        };
        let Incoming::Joined { greeting, .. } = arrival.incoming else {
            panic!("{arrival:?}");
        };
        assert_eq!(greeting.is_some(), greeted, "{predecessor} {sender}");
    }
}

#[tokio::test]
async fn joins_are_dated_by_their_requests() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    mocked.receives_invitation(&mut inbox, &[]).await;
    let earliest = jiff::Timestamp::now();
    let invitation = Invitation {
        room: room().to_string(),
        inviter: Some(ALICE.to_owned()),
    };
    inbox.session.reply(&invitation, Reply::Accept);
    let requested = async {
        while mocked.asked("/join", "").await.is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    in_time(requested).await;
    let latest = jiff::Timestamp::now();
    let join = state(BOT, "m.room.member", BOT, json!({ "membership": "join" }));
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(timeline(joined(), &[join]));
    });
    let arrivals = received.await.arrivals;
    let [arrival] = &arrivals[..] else {
        panic!("{arrivals:?}");
    };
    let Incoming::Joined { at, .. } = arrival.incoming else {
        panic!("{arrival:?}");
    };
    let requested = at.requested.expect("the bot has asked");
    assert!(earliest <= requested && requested <= latest);
}

/// Has the bot enter a room; returns it with the homeserver.
async fn enters_room(rest: JoinedRoomBuilder) -> (Mocked, Inbox) {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(rest);
    });
    received.await;
    (mocked, inbox)
}

/// Has the homeserver answer so to requests of a path.
async fn shows(mocked: &Mocked, path: impl AsRef<str>, answer: ResponseTemplate) {
    let asked = Mock::given(method("GET")).and(path_regex(path.as_ref()));
    asked
        .respond_with(answer)
        .mount(mocked.server.server())
        .await;
}

/// Checks whether Bob, who has joined at time 1 as far as the bot was told, is kept out by a state reset after which the
/// homeserver answers so about his membership and the power levels.
async fn check_reset(membership: ResponseTemplate, levels: ResponseTemplate, expected: bool) {
    let (mocked, inbox) = enters_room(joined()).await;
    for (kind, answer) in [
        ("member/.*", membership),
        ("power_levels/?", levels),
        (
            "(server_acl|tombstone|encryption|policy)/?",
            no_state(404, "M_NOT_FOUND"),
        ),
    ] {
        let path = format!(r"/state/(m\.room|org\.matrix\.msc4284)\.{kind}$");
        shows(&mocked, path, answer).await;
    }
    let is_kept_out_by_reset = inbox
        .session
        .is_kept_out_by_reset(room().as_str(), BOB)
        .await;
    assert_eq!(is_kept_out_by_reset, expected);
}

/// Clients aren't told that redacted server rules allow no server.
#[tokio::test]
async fn redacted_server_rules_keep_a_player_out() {
    let bob = "@bob:other.example";
    for (redacted_by, user, expected) in [
        (Some(ALICE), bob, true),
        (Some(bob), bob, false),
        (Some(ALICE), BOB, false),
        (None, bob, false),
    ] {
        let rules = json!({ "allow": ["*"] });
        let mut event = state(ALICE, "m.room.server_acl", "", rules);
        let (mocked, inbox) = enters_room(timeline(joined(), &[event.clone()])).await;
        if let Some(sender) = redacted_by {
            event["content"] = json!({});
            event["unsigned"] = json!({ "redacted_because": { "sender": sender } });
        }
        shows(
            &mocked,
            "/state/m.room.server_acl/?$",
            ResponseTemplate::new(200).set_body_json(event),
        )
        .await;
        let is_out = inbox.session.is_kept_out_by_reset(room().as_str(), user);
        assert_eq!(is_out.await, expected, "{redacted_by:?} {user}");
    }
}

/// Optional rules are those of which earlier releases stored no events.
#[tokio::test]
async fn optional_rules_set_unseen_keep_players_out() {
    let bob = "@bob:other.example";
    for (kind, content, sender, expected) in [
        ("m.room.policy", json!({ "via": "x.example" }), ALICE, true),
        ("m.room.policy", json!({ "via": "x.example" }), bob, false),
        ("m.room.policy", json!({}), ALICE, false),
        (
            "m.room.retention",
            json!({ "max_lifetime": 1 }),
            ALICE,
            true,
        ),
        ("m.room.retention", json!({}), ALICE, false),
        (
            "m.room.server_acl",
            json!({ "allow": ["example.org"] }),
            ALICE,
            true,
        ),
        ("m.room.server_acl", json!({ "allow": ["*"] }), ALICE, false),
    ] {
        let (mocked, inbox) = enters_room(joined()).await;
        let event = state(sender, kind, "", content.clone());
        shows(
            &mocked,
            format!("/state/{kind}/?$"),
            ResponseTemplate::new(200).set_body_json(event),
        )
        .await;
        let is_out = inbox.session.is_kept_out_by_reset(room().as_str(), bob);
        assert_eq!(is_out.await, expected, "{kind} {content} {sender}");
    }
}

/// Synapse tells nothing else of an unseen removal.
#[tokio::test]
async fn an_unseen_removal_of_the_bot_excuses_players() {
    for (rooms, expected) in [(json!([]), true), (json!([room()]), false)] {
        let (mocked, inbox) = enters_room(joined()).await;
        for (path, answer) in [
            ("/state/", no_state(500, "M_UNKNOWN")),
            (
                "/joined_rooms$",
                ResponseTemplate::new(200).set_body_json(json!({ "joined_rooms": rooms })),
            ),
        ] {
            shows(&mocked, path, answer).await;
        }
        let is_out = inbox.session.is_kept_out_by_reset(room().as_str(), BOB);
        assert_eq!(is_out.await, expected, "{rooms}");
    }
}

#[tokio::test]
async fn a_board_that_others_delete_excuses_its_player() {
    for (deleted_by, expected) in [(Some(ALICE), true), (Some(BOB), false), (None, false)] {
        let (mocked, inbox) = enters_room(joined()).await;
        let mut board = written("$board", BOT, "board", json!({}));
        board["room_id"] = json!(room());
        if let Some(sender) = deleted_by {
            board["content"] = json!({});
            board["unsigned"] = json!({ "redacted_because": { "sender": sender } });
        }
        shows(
            &mocked,
            "/event/",
            ResponseTemplate::new(200).set_body_json(board),
        )
        .await;
        let mut due = OutOfTime {
            table: 1,
            room: room().to_string(),
            user: BOB.to_owned(),
            board: Some("$board".to_owned()),
        };
        let session = &inbox.session;
        assert_eq!(session.is_board_deleted(&due).await, expected);
        due.board = None;
        assert!(!session.is_board_deleted(&due).await);
    }
}

fn no_state(status: u16, code: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_json(json!({ "errcode": code, "error": "none" }))
}

#[tokio::test]
async fn a_state_reset_keeps_a_player_out() {
    let shown = |event: Value| ResponseTemplate::new(200).set_body_json(event);
    let none = || no_state(404, "M_NOT_FOUND");
    let left = |sender: &str, at: u64| {
        let content = json!({ "membership": "leave" });
        let mut event = state(sender, "m.room.member", BOB, content);
        event["origin_server_ts"] = at.into();
        shown(event)
    };
    let there = || shown(member(BOB, "Bob"));
    check_reset(there(), none(), false).await;
    check_reset(none(), none(), true).await;
    check_reset(left(BOB, 1), none(), true).await;
    check_reset(left(ALICE, 2), none(), true).await;
    // This one comes with the next response.
    check_reset(left(BOB, 2), none(), false).await;
    let muted = json!({ "events_default": 50 });
    for (sender, expected) in [(ALICE, true), (BOB, false)] {
        let levels = shown(state(sender, "m.room.power_levels", "", muted.clone()));
        check_reset(there(), levels, expected).await;
    }
    let mut muting = state(ALICE, "m.room.power_levels", "", muted);
    muting["origin_server_ts"] = json!(-1);
    check_reset(there(), shown(muting), true).await;
    // An answer in another format says nothing.
    check_reset(shown(json!({ "membership": "leave" })), none(), false).await;
    // The bot itself was dropped.
    check_reset(no_state(403, "M_FORBIDDEN"), none(), true).await;
    check_reset(no_state(500, "M_UNKNOWN"), none(), false).await;
}
