use std::slice::from_ref;

use matrix_sdk::ruma::RoomId;
use serde_json::{Map, Value, json};

use super::{container::*, cut_rooms::Cut, *};

/// Opens a response.
fn open(path: &str, status: StatusCode) -> Box<dyn BodyReader> {
    let address = format!("https://example.org/_matrix/client/v3/{path}?timeout=0");
    reader(&Url::parse(&address).unwrap(), status, &CutRooms::default())
}

/// Reads a response in parts of this size.
fn read_at(path: &str, response: &str, size: usize) -> Value {
    let mut reader = open(path, StatusCode::OK);
    for part in response.as_bytes().chunks(size) {
        reader.read(part).unwrap();
    }
    serde_json::from_slice(&reader.into_body()).unwrap()
}

fn check_at(path: &str, response: &Value, expected: &Value) {
    for text in [
        response.to_string(),
        serde_json::to_string_pretty(response).unwrap(),
    ] {
        for size in [1, 7, 4_096, text.len()] {
            let read = read_at(path, &text, size);
            assert!(read == *expected, "in parts of {size}");
        }
    }
}

fn check(response: &Value, expected: &Value) {
    check_at("sync", response, expected);
}

fn event(size: usize) -> Value {
    json!({
        "type": "m.dummy",
        "content": { "events": [{ "to_device": "\"]}\\" }], "more": "x".repeat(size) },
    })
}

#[test]
fn large_messages_between_devices_are_dropped() {
    let large = TO_DEVICE_EVENTS.entry;
    let response = |sizes: &[usize]| {
        let events: Vec<Value> = sizes.iter().map(|size| event(*size)).collect();
        let to_device = json!({ "events": events, "more": [[event(large)]] });
        json!({ "events": [event(large)], "next_batch": "to_device", "to_device": to_device })
    };
    for (sizes, kept) in [
        (&[][..], &[][..]),
        (&[large], &[]),
        (&[large, 1, large, 2, large], &[1, 2]),
        (&[1, large, large, 2], &[1, 2]),
        (&[1, 2], &[1, 2]),
    ] {
        check(&response(sizes), &response(kept));
    }
    let many = response(&[large / 2; 1200]).to_string();
    let kept = read_at("sync", &many, 65_536);
    let kept = kept["to_device"]["events"].as_array().unwrap().len();
    assert!((1..1024).contains(&kept), "{kept}");
}

#[test]
fn large_states_of_invitations_are_dropped() {
    let response = |sizes: &[usize]| {
        let events: Vec<Value> = sizes.iter().map(|size| event(*size)).collect();
        let invitation = json!({ "invite_state": { "events": events } });
        let joined = json!({ "timeline": { "events": [event(INVITE_STATE.list)] } });
        let invite = json!({ "!1:example.org": invitation, "!2:example.org": invitation });
        json!({ "rooms": { "invite": invite, "join": { "!3:example.org": joined } } })
    };
    let (large, some) = (INVITE_STATE.entry, INVITE_STATE.list / 3);
    check(&response(&[1, large, 2]), &response(&[1, 2]));
    check(&response(&[1, 2, large]), &response(&[]));
    check(&response(&[1, some, some, some, 2]), &response(&[some, 2]));
}

#[test]
fn large_devices_of_a_query_are_dropped() {
    let device = |size: usize| json!({ "keys": { "device_keys": "x".repeat(size) } });
    let response = |devices: Value, keys: Value| {
        json!({
            "device_keys": { "@a:example.org": devices, "@b:example.org": {} },
            "master_keys": keys,
            "self_signing_keys": keys,
            "user_signing_keys": keys,
            "failures": { "device_keys": device(SIGNING_KEYS.entry) },
        })
    };
    let (large, huge) = (USER_DEVICES.entry, SIGNING_KEYS.entry);
    let whole = response(
        json!({ "A": device(large), "B": device(1), "C": device(huge), "D": device(2) }),
        json!({ "@a:example.org": device(large), "@b:example.org": device(huge) }),
    );
    let kept = response(
        json!({ "B": device(1), "D": device(2) }),
        json!({ "@a:example.org": device(large) }),
    );
    check_at("keys/query", &whole, &kept);
}

/// A list of room events, in its place in a response.
type InResponse = fn(&[Value]) -> Value;

/// The places of limited room events: those of a page, and the timeline of a room in a sync response.
const PLACES: [(&str, InResponse, ListLimits); 2] = [
    (
        "rooms/!a:example.org/messages",
        |events| json!({ "chunk": events, "end": "t1" }),
        MISSED_EVENTS,
    ),
    (
        "sync",
        |events| json!({ "rooms": { "join": { "!a:example.org": { "timeline": { "events": events } } } } }),
        TIMELINE,
    ),
];

#[test]
fn large_messages_hide_no_small_ones() {
    for (path, response, limits) in PLACES {
        let large = event(limits.list / 5);
        check_at(
            path,
            &response(from_ref(&large)),
            &response(from_ref(&large)),
        );
        let mut events = vec![large.clone(); 50];
        events.extend([event(1), event(2), large.clone()]);
        let fitting = limits.list / large.to_string().len();
        let mut kept = vec![large; fitting];
        kept.extend([event(1), event(2)]);
        let read = read_at(path, &response(&events).to_string(), 65_536);
        assert!(read == response(&kept), "{path}");
    }
}

#[test]
fn settings_of_a_page_have_a_maximum_size() {
    let (path, response, _) = PLACES[0];
    let mut setting = json!({ "type": "m.room.server_acl", "state_key": "" });
    setting["content"] = json!({ "allow": ["x".repeat(60_000)] });
    let mut events = vec![setting; 200];
    events.push(event(1));
    let read = read_at(path, &response(&events).to_string(), 65_536);
    let kept = read["chunk"].as_array().unwrap();
    assert!((100..150).contains(&kept.len()), "{}", kept.len());
    assert_eq!(kept.last(), Some(&event(1)));
}

/// The state of a room, in a sync response or among its members.
fn state_of(path: &str, events: &[Value]) -> Value {
    if path == "sync" {
        let state = json!({ "events": events });
        let joined = json!({ "!a:example.org": { "state": state, "state_after": state } });
        let left = json!({ "!a:example.org": { "state": state } });
        json!({ "rooms": { "join": joined, "leave": left } })
    } else {
        json!({ "chunk": events })
    }
}

/// A membership with padding, and its short form.
fn padded(user: &str, size: usize) -> [Value; 2] {
    ["x".repeat(size), String::new()].map(|pad| {
        let mut event = json!({
            "type": "m.room.member",
            "state_key": user,
            "sender": user,
            "event_id": "$1",
            "origin_server_ts": 1,
            "room_id": "!a:example.org",
            "content": { "membership": "leave", "displayname": "A \u{e9}" },
            "unsigned": { "prev_content": { "membership": "join" }, "prev_sender": "@b:example.org" },
        });
        if !pad.is_empty() {
            event["content"]["pad"] = pad.as_str().into();
            event["unsigned"]["prev_content"]["pad"] = pad.as_str().into();
            event["unsigned"]["age"] = 5.into();
        }
        event
    })
}

#[test]
fn memberships_are_shortened() {
    let [long, short] = padded("@a:example.org", 60_000);
    let other = json!({ "type": "m.room.server_acl", "state_key": "", "content": { "x": "x".repeat(60_000) } });
    let events = [
        other.clone(),
        long.clone(),
        long.clone(),
        short.clone(),
        other.clone(),
    ];
    let kept = [
        other.clone(),
        short.clone(),
        short.clone(),
        short.clone(),
        other,
    ];
    for path in ["sync", "rooms/!a:example.org/members"] {
        check_at(path, &state_of(path, &events), &state_of(path, &kept));
    }
    let state = "rooms/!a:example.org/state";
    check_at(state, &json!(events), &json!(kept));
    for (path, response, _) in PLACES {
        check_at(
            path,
            &response(from_ref(&long)),
            &response(from_ref(&short)),
        );
    }
}

#[test]
fn events_with_long_session_ids_are_left_out() {
    for (path, response, _) in PLACES {
        let content = json!({ "session_id": "x".repeat(1_000) });
        let unreadable = json!({ "type": "m.room.encrypted", "content": content });
        check_at(path, &response(&[unreadable]), &response(&[]));
    }
}

#[test]
fn rooms_of_too_many_memberships_are_named() {
    let cut_rooms = CutRooms::default();
    let excess = ROOM_STATE.free;
    let reader = FilteredBody::new("sync", usize::MAX).with_max_excess(excess);
    let mut reader = Box::new(reader.with_cut_rooms(cut_rooms.clone()));
    let [long, short] = padded("@a:example.org", 500);
    let usual = state_of("sync", &[long.clone(), long.clone()]);
    let usual = &usual["rooms"]["leave"]["!a:example.org"];
    let mut read = |part: String| reader.read(part.as_bytes()).unwrap();
    read(format!(
        r#"{{"rooms":{{"join":{{"!b:\u0000":{usual},"!c\u0000":{{"state":{{"events":[{long}"#
    ));
    for _ in 0..3 * excess / ROOM_STATE.min_entry {
        read(format!(",{long}"));
    }
    read(format!(r#"]}}}},"!d:e":{usual}}}}}}}"#));
    let read: Value = serde_json::from_slice(&reader.into_body()).unwrap();
    let joined = read["rooms"]["join"].as_object().unwrap();
    let events = |room: &str| joined[room]["state"]["events"].as_array().unwrap();
    let kept = events("!c\0").len() * ROOM_STATE.min_entry;
    assert!((excess..=2 * excess).contains(&kept), "{kept}");
    for whole in ["!b:\0", "!d:e"] {
        assert_eq!(events(whole), &[short.clone(), short.clone()]);
        assert_eq!(cut_rooms.take(<&RoomId>::try_from(whole).unwrap()), None);
    }
    let cut = <&RoomId>::try_from("!c\0").unwrap();
    assert_eq!(cut_rooms.take(cut), Some(Cut::Shared));
    assert_eq!(cut_rooms.take(cut), None);
}

#[test]
fn a_known_room_has_a_hundred_memberships() {
    let cut_rooms = CutRooms::default();
    let known = <&RoomId>::try_from("!a:example.org").unwrap();
    cut_rooms.note_joined([known.to_owned()]);
    let [long, _] = padded("@a:example.org", 500);
    let count = |cut_rooms: &CutRooms| {
        let reader = FilteredBody::new("sync", usize::MAX).with_cut_rooms(cut_rooms.clone());
        let response = json!({ "rooms": { "join": { "!a:example.org": {
            "state": { "events": vec![long.clone(); 1_000] },
        } } } });
        let mut reader = Box::new(reader);
        reader.read(response.to_string().as_bytes()).unwrap();
        let read: Value = serde_json::from_slice(&reader.into_body()).unwrap();
        let events = &read["rooms"]["join"]["!a:example.org"]["state"]["events"];
        events.as_array().unwrap().len()
    };
    assert!((100..110).contains(&count(&cut_rooms)));
    assert_eq!(cut_rooms.take(known), Some(Cut::Shared));
    cut_rooms.note_left(known);
    assert_eq!(count(&cut_rooms), 1_000);
    assert_eq!(cut_rooms.take(known), None);
}

#[test]
fn a_room_has_some_20_000_members() {
    let cut_rooms = CutRooms::default();
    let reader = FilteredBody::new("sync", usize::MAX).with_cut_rooms(cut_rooms.clone());
    let mut reader = Box::new(reader);
    let [_, short] = padded("@a:example.org", 0);
    let name = json!({ "type": "m.room.name", "state_key": "", "content": {} });
    let mut events = vec![short; 22_000];
    events.push(name.clone());
    let response = state_of("sync", &events).to_string();
    reader.read(response.as_bytes()).unwrap();
    let read: Value = serde_json::from_slice(&reader.into_body()).unwrap();
    let kept = read["rooms"]["join"]["!a:example.org"]["state"]["events"].as_array();
    let kept = kept.unwrap();
    assert!((20_000..21_000).contains(&kept.len()), "{}", kept.len());
    assert_eq!(kept.last(), Some(&name));
    let room = <&RoomId>::try_from("!a:example.org").unwrap();
    assert_eq!(cut_rooms.take(room), Some(Cut::Own));
}

#[test]
fn full_rooms_push_out_no_others() {
    let cut_rooms = CutRooms::default();
    let reader = FilteredBody::new("sync", usize::MAX).with_max_excess(TIMELINE.free);
    let mut reader = Box::new(reader.with_cut_rooms(cut_rooms.clone()));
    let small = vec![event(TIMELINE.small / 2); 100];
    let mut large = json!({ "type": "m.room.server_acl", "state_key": "" });
    large["content"] = json!({ "allow": ["x".repeat(60_000)] });
    let full = json!({ "timeline": { "events": small } });
    let honest = json!({
        "state": { "events": [large] },
        "timeline": { "events": [small[0], large] },
    });
    let joined = json!({ "!a:a": full, "!b:b": full, "!c:c": honest });
    let response = json!({ "rooms": { "join": joined } });
    reader.read(response.to_string().as_bytes()).unwrap();
    let read: Value = serde_json::from_slice(&reader.into_body()).unwrap();
    assert!(read == response);
    let honest = <&RoomId>::try_from("!c:c").unwrap();
    assert_eq!(cut_rooms.take(honest), None);
}

#[test]
fn keys_of_some_users_push_out_no_others() {
    let large = json!({ "keys": "x".repeat(USER_DEVICES.entry / 2), "x": vec![0; 20] });
    let small = json!({ "keys": "x".repeat(1_000), "x": vec![0; 20] });
    let users = |count: usize, entry: &Value| -> Map<String, Value> {
        (0..count)
            .map(|user| {
                (
                    format!("@{}{user}:a", entry["keys"].as_str().unwrap().len()),
                    entry.clone(),
                )
            })
            .collect()
    };
    let devices = |count: usize, device: &Value| {
        let devices: Map<String, Value> = (0..count)
            .map(|id| (format!("D{id}"), device.clone()))
            .collect();
        Value::from(devices)
    };
    let mut asked: Map<String, Value> = (0..200)
        .map(|user| (format!("@a{user}:a"), devices(30, &large)))
        .collect();
    asked.extend((0..50).map(|user| (format!("@b{user}:a"), devices(4, &small))));
    let keys: Map<String, Value> = users(200, &large)
        .into_iter()
        .chain(users(50, &small))
        .collect();
    let response = json!({ "device_keys": asked, "master_keys": keys, "self_signing_keys": keys, "user_signing_keys": keys });
    let read = read_at("keys/query", &response.to_string(), 65_536);
    for (user, devices) in asked.iter().filter(|(user, _)| user.starts_with("@b")) {
        assert_eq!(&read["device_keys"][user], devices);
    }
    for kind in ["master_keys", "self_signing_keys", "user_signing_keys"] {
        let read = read[kind].as_object().unwrap();
        assert_eq!(
            read.keys().filter(|user| user.starts_with("@1000")).count(),
            50
        );
        assert!(read.len() < 250);
    }
}

#[test]
fn large_one_time_keys_are_dropped() {
    let response = |keys: [&str; 2]| {
        let [large, small] = keys.map(|key| json!({ "curve:A": { "key": key } }));
        let claims = json!({ "@a:example.org": { "A": large, "B": small } });
        json!({ "one_time_keys": claims, "failures": {} })
    };
    let mut kept = response(["", "x"]);
    kept["one_time_keys"]["@a:example.org"]["A"] = json!({});
    check_at(
        "keys/claim",
        &response([&"x".repeat(USER_DEVICES.entry), "x"]),
        &kept,
    );
}

#[test]
fn other_responses_have_a_maximum_size() {
    for (path, max) in [
        ("profile/@a:example.org/m.tz", MAX_SMALL_BODY),
        ("keys/claim", MAX_KEYS_BODY),
        ("keys/query", MAX_KEYS_BODY),
        ("login", MAX_BODY),
    ] {
        let mut reader = open(path, StatusCode::OK);
        assert!(reader.read(&vec![b' '; max]).is_ok(), "{path}");
        let refused = reader.read(b" ").unwrap_err();
        assert!(is_too_large(&*refused), "{path}");
    }
    let mut keys = open("keys/query", StatusCode::OK);
    assert!(keys.read(&vec![b','; MAX_KEY_VALUES]).is_ok());
    assert!(keys.read(b",").is_err());
    let sent = "rooms/!a:example.org/send/m.room.message/1";
    let mut error = open(sent, StatusCode::FORBIDDEN);
    assert!(error.read(b" {").is_ok());
    let refused = error.read(&vec![b' '; MAX_SMALL_BODY]).unwrap_err();
    assert!(is_large_refusal(&*refused));
    let mut page = open(sent, StatusCode::FORBIDDEN);
    assert!(page.read(b" <html>{").is_ok());
    let refused = page.read(&vec![b' '; MAX_SMALL_BODY]).unwrap_err();
    assert!(!is_large_refusal(&*refused), "a page of a proxy");
}
