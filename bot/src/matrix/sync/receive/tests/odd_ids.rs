//! Malformed ids, which no homeserver should pass on, and Synapse does.

use matrix_sdk::{
    RoomMemberships, StateStoreExt,
    deserialized_responses::DisplayName,
    ruma::{
        OwnedDeviceKeyId, OwnedMxcUri,
        api::{IncomingResponse, client::keys},
        exports::http,
    },
};
use matrix_sdk_test::SyncResponseBuilder;
use serde_json::Value;

use super::*;

/// A sync response with a line of Alice.
fn with_line(next_batch: &str, mut rest: Value) -> Value {
    let line = written(&format!("${next_batch}"), ALICE, "!help", json!({}));
    let events = json!({ "events": [line], "limited": false, "prev_batch": "p" });
    rest["next_batch"] = next_batch.into();
    rest["rooms"]["join"][room().as_str()]["timeline"] = events;
    rest
}

/// Returns an inbox that has joined a room.
async fn joined_inbox(mocked: &Mocked) -> Inbox {
    let mut inbox = mocked.inbox().await;
    mocked
        .receives(&mut inbox, |sync| {
            sync.add_joined_room(joined());
        })
        .await;
    inbox
}

/// Has a response with this body received, and checks that the line of Alice in it is read.
async fn check_line_is_read(mocked: &Mocked, inbox: &mut Inbox, body: String) {
    Mock::given(path_regex("/sync$"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(body.clone(), "application/json"))
        .with_priority(1)
        .up_to_n_times(1)
        .mount(mocked.server.server())
        .await;
    let bodies = bodies(&in_time(inbox.next()).await.unwrap());
    let last = bodies.last().map(String::as_str);
    assert_eq!(last, Some("!help"), "{body:.200}");
}

#[tokio::test]
async fn odd_ids_hide_no_other_events() {
    let mocked = Mocked::new().await;
    let mut inbox = joined_inbox(&mocked).await;
    let long = format!("!{}:evil.example", "a".repeat(300));
    let ids = [
        "",
        "!",
        "foo",
        "foo:bar",
        "é:bar",
        ":",
        "@x:",
        "@x:bad domain",
        "@:b",
        "!foo:bad domain",
        "#foo:bar",
        &long,
    ];
    let all = |value: Value| -> Value {
        let entries = ids.iter().map(|id| ((*id).to_owned(), value.clone()));
        Value::Object(entries.collect())
    };
    let invited = all(json!({ "invite_state": { "events": [] } }));
    let written = all(json!({ "timeline": { "events": [], "limited": false, "prev_batch": "p" } }));
    let untyped = json!({ "type": 7, "sender": "@eve:evil.example", "content": {} });
    for (kind, rest) in [
        ("untyped", json!({ "to_device": { "events": [untyped] } })),
        ("changed", json!({ "device_lists": { "changed": ids } })),
        ("left", json!({ "device_lists": { "left": ids } })),
        ("invite", json!({ "rooms": { "invite": invited } })),
        ("join", json!({ "rooms": { "join": written } })),
        ("leave", json!({ "rooms": { "leave": written } })),
    ] {
        let body = with_line(kind, rest).to_string();
        check_line_is_read(&mocked, &mut inbox, body).await;
    }
}

/// JSON that reads as `RawValue`, but at some places of an event not as `Value`.
fn unreadable_json() -> [String; 4] {
    let number = format!("1{}", "0".repeat(400));
    let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    [number, nested(125), nested(126), nested(130)]
}

#[tokio::test]
async fn unreadable_json_hides_no_other_events() {
    let mocked = Mocked::new().await;
    let mut inbox = joined_inbox(&mocked).await;
    let content = json!({ "membership": "join", "displayname": "Eve", "x": "JUNK" });
    let member = state(
        "@eve:evil.example",
        "m.room.member",
        "@eve:evil.example",
        content,
    );
    let mut renamed = member.clone();
    renamed["unsigned"] = json!({ "prev_content": { "x": "JUNK" } });
    let content = json!({ "name": "JUNK" });
    let name = state("@eve:evil.example", "m.room.name", "", content);
    let here = room().as_str();
    let timeline = json!({ "events": [member], "limited": false, "prev_batch": "p" });
    let rest = [
        json!({ "invite": { "!x:evil.example": { "invite_state": { "events": [member, name] } } } }),
        json!({ "join": { here: { "state": { "events": [member, name] } } } }),
        json!({ "leave": { "!y:evil.example": { "timeline": timeline } } }),
    ];
    for junk in unreadable_json() {
        for (number, rooms) in rest.iter().enumerate() {
            let mut response = with_line(&format!("s{number}"), json!({ "rooms": rooms }));
            let events = &mut response["rooms"]["join"][here]["timeline"]["events"];
            *events = json!([member, renamed, name, events[0]]);
            let body = response.to_string().replace("\"JUNK\"", &junk);
            check_line_is_read(&mocked, &mut inbox, body).await;
        }
    }
    let here = inbox.room_for_tests(room());
    let eve = here.get_member_no_sync(user("@eve:evil.example")).await;
    assert_eq!(eve.unwrap().unwrap().display_name(), Some("Eve"));
}

#[tokio::test]
async fn odd_names_hide_no_other_events() {
    let mocked = Mocked::new().await;
    let mut inbox = joined_inbox(&mocked).await;
    let conditions = json!([{ "kind": "contains_display_name" }]);
    let rule = json!({ "rule_id": ".m.rule.contains_display_name", "default": true, "enabled": true,
        "conditions": conditions, "actions": ["notify"] });
    let rules = json!({ "type": "m.push_rules", "content": { "global": { "override": [rule] } } });
    let (eve, here) = ("@eve:evil.example", room().as_str());
    for (number, name) in ["\u{2068}\u{b}\u{202d}1", &"?".repeat(30_000)]
        .iter()
        .enumerate()
    {
        let named = |id: &str, membership: &str| {
            let content = json!({ "membership": membership, "displayname": name });
            state(eve, "m.room.member", id, content)
        };
        let topic = state(
            eve,
            "m.room.topic",
            "",
            json!({ "topic": "x", "body": "hi" }),
        );
        let line = written("$said", eve, "hi", json!({}));
        let left = json!({ "events": [line], "limited": false, "prev_batch": "p" });
        let invited = [named(eve, "join"), named(BOT, "invite"), topic];
        let rest = [
            json!({ "invite": { "!x:evil.example": { "invite_state": { "events": invited } } } }),
            json!({ "join": { here: { "state": { "events": [named(eve, "join")] } } } }),
            json!({ "leave": { "!y:evil.example": {
                "state": { "events": [named(eve, "join"), named(BOT, "leave")] },
                "timeline": left,
            } } }),
        ];
        for (kind, rooms) in rest.into_iter().enumerate() {
            let mut response = with_line(&format!("s{number}{kind}"), json!({ "rooms": rooms }));
            response["account_data"] = json!({ "events": [rules] });
            check_line_is_read(&mocked, &mut inbox, response.to_string()).await;
        }
    }
}

#[test]
fn overlong_key_ids_are_refused() {
    for length in [126, 127, 128, 200] {
        let key = format!("a{}:x", "é".repeat(length));
        assert_eq!(
            OwnedDeviceKeyId::try_from(key).is_err(),
            length > 127,
            "{length}"
        );
    }
    let server = [
        "a".repeat(63),
        "b".repeat(63),
        "c".repeat(63),
        "d".repeat(58),
    ]
    .join(".");
    assert_eq!(server.len(), 250);
    let uri = OwnedMxcUri::from(format!("mxc://{server}/media"));
    assert!(uri.parts().is_err());
}

/// Parses a response with this body.
fn read<R: IncomingResponse>(body: &Value) -> R {
    let body = serde_json::to_vec(body).unwrap();
    R::try_from_http_response(http::Response::builder().status(200).body(body).unwrap()).unwrap()
}

#[test]
fn malformed_keys_hide_no_others() {
    let key = json!({ "key": "k", "signatures": {} });
    let claimed: keys::claim_keys::v3::Response = read(&json!({ "one_time_keys": {
        ALICE: { "DEVICE": { "signed_curve25519:A": key, "nothing": key } },
        "@eve:evil.example": { "DEVICE": "x", "OTHER": { "signed_curve25519:A": key } },
        "@mallory:evil.example": "x",
        "@x:bad domain": { "DEVICE": { "signed_curve25519:A": key } },
    } }));
    let counts: Vec<(&str, usize)> = claimed
        .one_time_keys
        .iter()
        .map(|(user, devices)| (user.as_str(), devices.values().map(|keys| keys.len()).sum()))
        .collect();
    assert_eq!(counts, [(ALICE, 1), ("@eve:evil.example", 1)]);
    let queried: keys::get_keys::v3::Response = read(&json!({ "device_keys": {
        ALICE: { "DEVICE": {} },
        "@mallory:evil.example": "x",
        "@x:bad domain": {},
    } }));
    assert!(queried.device_keys.keys().eq([ALICE]));
    let device = |number: usize| (format!("D{number}"), json!({}));
    let many: Value = (0..900).map(device).collect();
    let queried: keys::get_keys::v3::Response =
        read(&json!({ "device_keys": { "@eve:evil.example": many } }));
    let counts: Vec<usize> = queried
        .device_keys
        .values()
        .map(|devices| devices.len())
        .collect();
    assert_eq!(counts, [100]);
}

/// The keys of all members are read for each message to an encrypted room.
#[test]
fn large_keys_of_devices_are_left_out() {
    let device = |size: usize| json!({ "x": "x".repeat(size) });
    let queried: keys::get_keys::v3::Response = read(&json!({
        "device_keys": {
            ALICE: { "LARGE": device(4_096), "SMALL": device(4_000), "MANY": vec![[0]; 40] },
        },
        "master_keys": { ALICE: device(30_000), "@eve:evil.example": device(33_000) },
        "self_signing_keys": { "@eve:evil.example": device(33_000) },
        "user_signing_keys": { "@eve:evil.example": device(33_000) },
    }));
    let devices = queried.device_keys.values().next().unwrap();
    assert!(devices.keys().eq(["SMALL"]));
    assert!(queried.master_keys.keys().eq([ALICE]));
    assert!(queried.self_signing_keys.is_empty() && queried.user_signing_keys.is_empty());
    let claimed: keys::claim_keys::v3::Response = read(&json!({ "one_time_keys": { ALICE: {
        "LARGE": { "signed_curve25519:A": device(4_096) },
        "SMALL": { "signed_curve25519:A": device(1_000), "signed_curve25519:B": device(5_000) },
    } } }));
    let devices = claimed.one_time_keys.values().next().unwrap();
    let counts: Vec<usize> = devices.values().map(|keys| keys.len()).collect();
    assert_eq!(counts, [0, 1]);
}

#[tokio::test]
async fn a_large_invitation_is_cut() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let padded = |number: usize| {
        let mut member = member(&format!("@m{number}:evil.example"), "M");
        member["content"]["pad"] = json!("x".repeat(1_000));
        member
    };
    let invite = state(
        ALICE,
        "m.room.member",
        BOT,
        json!({ "membership": "invite" }),
    );
    let invited = |sync: &mut SyncResponseBuilder| {
        let mut room = InvitedRoomBuilder::new(room());
        for number in 0..5_000 {
            room = room.add_state_event(raw(&padded(number)));
        }
        sync.add_invited_room(room.add_state_event(raw(&invite)));
    };
    let received = mocked.receives(&mut inbox, invited).await;
    let invitation = Invitation {
        room: room().to_string(),
        inviter: Some(ALICE.into()),
    };
    assert_eq!(received.invitations, [invitation]);
    let known = inbox.session.client.state_store();
    let known = known
        .get_user_ids(room(), RoomMemberships::ACTIVE)
        .await
        .unwrap();
    assert_eq!(known.len(), 51);
}

#[tokio::test]
async fn an_invitation_makes_up_no_room() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let made_up = [state(
        BOT,
        "m.room.create",
        "",
        json!({ "room_version": "1" }),
    )];
    let received = mocked.receives_invitation(&mut inbox, &made_up).await;
    assert_eq!(received.invitations.len(), 1);
    let received = mocked.receives(&mut inbox, |sync| {
        sync.add_joined_room(joined());
    });
    received.await;
    let room = inbox.session.client.get_room(room()).unwrap();
    let create = room.create_content().unwrap();
    assert_ne!(create.room_version.as_str(), "1");
    assert_ne!(create.creator, BOT);
}

#[tokio::test]
async fn a_reserved_key_holds_no_command() {
    let mocked = Mocked::new().await;
    let mut inbox = joined_inbox(&mocked).await;
    let hidden = json!({ "msgtype": "m.text", "body": "!games" }).to_string();
    let mut line = written("$hidden", ALICE, "", json!({}));
    line["content"] = json!({ RAW_VALUE_KEY: hidden });
    let other = written("$other", ALICE, "!help", json!({}));
    let received = mocked.receives(&mut inbox, |sync| {
        let room = JoinedRoomBuilder::new(room());
        sync.add_joined_room(timeline(room, &[line, other]));
    });
    assert_eq!(bodies(&received.await), ["!help"]);
}

/// Sets of members of one name are copied for each of them.
#[tokio::test]
async fn names_of_members_are_not_compared() {
    let mocked = Mocked::new().await;
    let mut inbox = mocked.inbox().await;
    let joined = |sync: &mut SyncResponseBuilder| {
        let members = [
            member(BOT, "Bot"),
            member(ALICE, "M"),
            member("@m:evil.example", "M"),
        ];
        let room = JoinedRoomBuilder::new(room()).add_state_bulk(members.iter().map(raw));
        sync.add_joined_room(room);
    };
    mocked.receives(&mut inbox, joined).await;
    let store = inbox.session.client.state_store();
    assert!(
        store
            .get_member_event(room(), user(ALICE))
            .await
            .unwrap()
            .is_some()
    );
    let of_name = store
        .get_users_with_display_name(room(), &DisplayName::new("M"))
        .await;
    assert!(of_name.unwrap().is_empty());
}
