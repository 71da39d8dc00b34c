use serde_json::{Value, json};

use super::{container::*, *};

fn address(path: &str) -> Url {
    let address = format!("https://example.org/_matrix/client/v3/{path}?timeout=0");
    Url::parse(&address).unwrap()
}

/// Reads a response in parts of this size.
fn read_at(path: &str, response: &str, size: usize) -> Value {
    let mut reader = reader(&address(path), StatusCode::OK);
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
    let large = MAX_TO_DEVICE_EVENT;
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
    let many = response(&[large / 2; 300]).to_string();
    let kept = read_at("sync", &many, 65_536);
    let kept = kept["to_device"]["events"].as_array().unwrap().len();
    assert!((1..256).contains(&kept), "{kept}");
}

#[test]
fn large_states_of_invitations_are_dropped() {
    let response = |sizes: &[usize]| {
        let events: Vec<Value> = sizes.iter().map(|size| event(*size)).collect();
        let invitation = json!({ "invite_state": { "events": events } });
        let joined = json!({ "timeline": { "events": [event(2 * MAX_INVITE_STATE)] } });
        let invite = json!({ "!1:example.org": invitation, "!2:example.org": invitation });
        json!({ "rooms": { "invite": invite, "join": { "!3:example.org": joined } } })
    };
    let (large, some) = (MAX_INVITE_EVENT, MAX_INVITE_STATE / 3);
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
            "failures": { "device_keys": device(MAX_SIGNING_KEY) },
        })
    };
    let (large, huge) = (MAX_DEVICE, MAX_SIGNING_KEY);
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

#[test]
fn pages_of_messages_have_a_maximum_size() {
    let size = MAX_ROOM_EVENT / 10;
    let response = |count: usize| json!({ "chunk": vec![event(size); count], "end": "t1" });
    let kept = MAX_ROOM_EVENTS / event(size).to_string().len();
    check_at("rooms/!a:example.org/messages", &response(3), &response(3));
    let text = response(300).to_string();
    let read = read_at("rooms/!a:example.org/messages", &text, 65_536);
    assert!(read == response(kept) || read == response(kept - 1));
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
        &response([&"x".repeat(MAX_DEVICE), "x"]),
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
        let mut reader = reader(&address(path), StatusCode::OK);
        assert!(reader.read(&vec![b' '; max]).is_ok(), "{path}");
        let refused = reader.read(b" ").unwrap_err();
        assert!(is_too_large(&*refused), "{path}");
    }
    let mut keys = reader(&address("keys/query"), StatusCode::OK);
    assert!(keys.read(&vec![b','; MAX_KEY_VALUES]).is_ok());
    assert!(keys.read(b",").is_err());
    let sent = address("rooms/!a:example.org/send/m.room.message/1");
    let mut error = reader(&sent, StatusCode::FORBIDDEN);
    let refused = error.read(&vec![b' '; MAX_SMALL_BODY + 1]).unwrap_err();
    assert!(is_large_refusal(&*refused));
}
