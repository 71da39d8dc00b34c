//! The form in which events of rooms are read from a response: large ones are cut to what the bot and the SDK read. The
//! rest may be of any depth or size, and other members write some of it, such as relations to an event.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// Maximum characters of a display name that are read; far fewer are shown.
pub(super) const MAX_DISPLAY_NAME: usize = 128;
/// Maximum bytes of the id of a Megolm session; real ones have 43.
const MAX_SESSION_ID: usize = 64;
/// Minimum bytes of an event that is shortened.
pub(in crate::matrix) const MIN_SHORTENED: usize = 600;
/// The fields of a redaction that are kept.
const REDACTION_FIELDS: [&str; 4] = ["type", "sender", "event_id", "origin_server_ts"];
/// The fields of a membership that are kept.
const MEMBERSHIP_FIELDS: [&str; 8] = [
    "type",
    "state_key",
    "sender",
    "event_id",
    "room_id",
    "origin_server_ts",
    "content",
    "unsigned",
];

/// The form in which an event of a room is read.
#[derive(Debug)]
pub(in crate::matrix) struct ReadForm {
    /// The event, if it is shortened.
    pub(in crate::matrix) short: Option<String>,
    /// `true` for an event that must not be read.
    pub(in crate::matrix) is_left_out: bool,
}

/// The fields of an event that decide about its form.
#[derive(Deserialize)]
struct Event<'e> {
    #[serde(rename = "type")]
    kind: String,
    #[serde(borrow)]
    state_key: Option<&'e RawValue>,
    #[serde(borrow)]
    content: Option<&'e RawValue>,
    #[serde(borrow)]
    unsigned: Option<&'e RawValue>,
}

/// The content of a membership.
#[derive(Deserialize, Serialize)]
struct ShortMembership<'e> {
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    membership: Option<&'e RawValue>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "short_name",
        default
    )]
    displayname: Option<String>,
    /// The mark of guests.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "short_name",
        default
    )]
    kind: Option<String>,
}

/// The unsigned data of an event that is kept.
#[derive(Deserialize)]
struct UnsignedFields<'e> {
    #[serde(borrow)]
    prev_content: Option<&'e RawValue>,
    #[serde(borrow)]
    prev_sender: Option<&'e RawValue>,
    #[serde(borrow)]
    redacted_because: Option<&'e RawValue>,
}

/// The content of an encrypted event.
#[derive(Deserialize)]
struct Encrypted {
    session_id: String,
}

/// Reads a display name, cut; `None` if it is no text.
fn short_name<'de, D>(deserializer: D) -> Result<Option<String>, D::Error>
where
    D: serde::Deserializer<'de>,
{
    let name = <&RawValue>::deserialize(deserializer)?;
    let name: Option<String> = serde_json::from_str(name.get()).ok();
    Ok(name.map(|name| name.chars().take(MAX_DISPLAY_NAME).collect()))
}

/// Returns the form in which an event of a room is read: without unsigned data that isn't read, and for memberships,
/// which any member may set, without content that isn't read. An encrypted event with a long session id is left out, as
/// the SDK keeps the ids of sessions without a key.
pub(in crate::matrix) fn read_form(json: &[u8]) -> ReadForm {
    let mut form = ReadForm {
        short: None,
        is_left_out: false,
    };
    if json.len() < MIN_SHORTENED {
        return form;
    }
    let Ok(event) = serde_json::from_slice::<Event<'_>>(json) else {
        return form;
    };
    let is_state = event.is_state();
    form.is_left_out = !is_state && has_long_session_id(&event);
    form.short = shortened(json, &event, is_state);
    form
}

/// Returns an event cut to what is read of it, whatever its size.
pub(in crate::matrix) fn short_event(json: &str) -> Option<String> {
    let event: Event<'_> = serde_json::from_str(json).ok()?;
    shortened(json.as_bytes(), &event, event.is_state())
}

/// Returns whether an event is state that only members with power can set: one of a kind, and no membership.
pub(in crate::matrix) fn is_setting(json: &[u8]) -> bool {
    serde_json::from_slice::<Event<'_>>(json).is_ok_and(|event| {
        event.is_state() && !event.is_repeatable() && event.kind != "m.room.member"
    })
}

impl Event<'_> {
    fn is_state(&self) -> bool {
        self.state_key.is_some_and(|key| key.get() != "null")
    }

    /// Returns whether there may be any number of such events in the state of a room.
    fn is_repeatable(&self) -> bool {
        self.state_key.is_some_and(|key| key.get() != r#""""#)
    }
}

fn has_long_session_id(event: &Event<'_>) -> bool {
    let content = event.content.filter(|_| event.kind == "m.room.encrypted");
    let content = content.and_then(|content| serde_json::from_str::<Encrypted>(content.get()).ok());
    content.is_some_and(|content| content.session_id.len() > MAX_SESSION_ID)
}

/// Returns an event cut to what is read of it.
fn shortened(json: &[u8], event: &Event<'_>, is_state: bool) -> Option<String> {
    let mut fields: BTreeMap<String, &RawValue> = serde_json::from_slice(json).ok()?;
    let is_member = is_state && event.kind == "m.room.member";
    let content = event.content.filter(|_| is_member);
    let content = content.and_then(short_membership);
    let unsigned = event
        .unsigned
        .map(|unsigned| short_unsigned(unsigned, is_member));
    if let Some(content) = &content {
        fields.insert("content".to_owned(), content);
    }
    if let Some(unsigned) = &unsigned {
        fields.insert("unsigned".to_owned(), unsigned);
    }
    if is_member {
        fields.retain(|name, _| MEMBERSHIP_FIELDS.contains(&name.as_str()));
    }
    serde_json::to_string(&fields).ok()
}

/// Returns the content of a membership cut to what is read of it; `None` if it is no object.
pub(super) fn short_membership(content: &RawValue) -> Option<Box<RawValue>> {
    let content: ShortMembership<'_> = serde_json::from_str(content.get()).ok()?;
    to_raw_value(&content).ok()
}

/// Returns unsigned data without relations to the event, which others make, and without replaced content other than of
/// memberships or of redacted settings, which is empty.
fn short_unsigned(unsigned: &RawValue, is_member: bool) -> Box<RawValue> {
    let Ok(kept) = serde_json::from_str::<UnsignedFields<'_>>(unsigned.get()) else {
        return empty_object();
    };
    let before = kept.prev_content;
    let before = before.filter(|before| is_member || is_empty(before));
    let fields = [
        ("prev_content", before.and_then(short_membership)),
        ("prev_sender", kept.prev_sender.map(ToOwned::to_owned)),
        (
            "redacted_because",
            kept.redacted_because.and_then(short_redaction),
        ),
    ];
    let fields: BTreeMap<&str, Box<RawValue>> = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
    to_raw_value(&fields).unwrap_or_else(|_| empty_object())
}

fn is_empty(content: &RawValue) -> bool {
    let fields = serde_json::from_str::<BTreeMap<String, &RawValue>>(content.get());
    fields.is_ok_and(|fields| fields.is_empty())
}

/// Returns a redaction without its reason.
fn short_redaction(redaction: &RawValue) -> Option<Box<RawValue>> {
    let mut fields: BTreeMap<String, &RawValue> = serde_json::from_str(redaction.get()).ok()?;
    let content = empty_object();
    fields.retain(|name, _| REDACTION_FIELDS.contains(&name.as_str()));
    fields.insert("content".to_owned(), &content);
    to_raw_value(&fields).ok()
}

/// Returns an object without fields.
fn empty_object() -> Box<RawValue> {
    to_raw_value(&BTreeMap::<&str, ()>::new()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Checks the short form of an event of which some fields are kept.
    #[track_caller]
    fn check(event: &Value, expected: &Value) {
        let form = read_form(event.to_string().as_bytes());
        assert!(!form.is_left_out);
        let short: Value = serde_json::from_str(&form.short.unwrap()).unwrap();
        assert_eq!(short, *expected);
    }

    fn event(kind: &str, more: Value) -> Value {
        let mut event = json!({
            "type": kind,
            "sender": "@a:example.org",
            "event_id": "$1",
            "origin_server_ts": 1,
            "content": { "body": "x".repeat(700) },
        });
        let fields = event.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        event
    }

    #[test]
    fn relations_and_reasons_are_not_read() {
        let redaction = |content: Value| {
            json!({
                "type": "m.room.redaction",
                "sender": "@b:example.org",
                "event_id": "$2",
                "content": content,
            })
        };
        let padded = |mut redaction: Value| {
            redaction["pad"] = "x".repeat(10_000).into();
            redaction
        };
        let unsigned = json!({
            "m.relations": { "m.reference": { "chunk": ["$3"] } },
            "redacted_because": padded(redaction(json!({ "reason": "x".repeat(10_000) }))),
            "age": 7,
        });
        let message = event(
            "m.room.message",
            json!({ "unsigned": unsigned, "\u{e9}\n": 5 }),
        );
        let mut kept = message.clone();
        kept["unsigned"] = json!({ "redacted_because": redaction(json!({})) });
        check(&message, &kept);
    }

    #[test]
    fn a_short_event_is_read_below_deep_replies() {
        let deep = format!("{}{}", "[".repeat(130), "]".repeat(130));
        let event = json!({ "type": "m.room.encrypted", "sender": "@a:x" }).to_string();
        let replied = event.replace('}', &format!(r#","unsigned":{{"m.relations":{deep}}}}}"#));
        assert!(serde_json::from_str::<Value>(&replied).is_err());
        let short: Value = serde_json::from_str(&short_event(&replied).unwrap()).unwrap();
        let expected = json!({ "type": "m.room.encrypted", "sender": "@a:x", "unsigned": {} });
        assert_eq!(short, expected);
        assert_eq!(short_event("[]"), None);
    }

    #[test]
    fn memberships_of_any_depth_are_shortened() {
        let deep = format!("{}1e999{}", "[".repeat(500), "]".repeat(500));
        let text = format!(
            r#"{{"type":"m.room.member","state_key":"@a:b","content":{{"membership":"join","displayname":"A","kind":"guest","session_id":"{}","x":{deep}}},"x":{deep},"unsigned":{{"prev_content":{{"x":{deep},"membership":"invite"}}}}}}"#,
            "x".repeat(300)
        );
        let form = read_form(text.as_bytes());
        assert!(!form.is_left_out);
        let short: Value = serde_json::from_str(&form.short.unwrap()).unwrap();
        let expected = json!({
            "type": "m.room.member",
            "state_key": "@a:b",
            "content": { "membership": "join", "displayname": "A", "kind": "guest" },
            "unsigned": { "prev_content": { "membership": "invite" } },
        });
        assert_eq!(short, expected);
    }

    #[test]
    fn settings_of_a_room_are_read_whole() {
        let acl = event("m.room.server_acl", json!({ "state_key": "" }));
        check(&acl, &acl);
    }

    #[test]
    fn replaced_rules_that_were_redacted_are_read() {
        for (before, expected) in [
            (json!({}), json!({ "prev_content": {} })),
            (json!({ "allow": ["*"] }), json!({})),
        ] {
            let unsigned = json!({ "unsigned": { "prev_content": before }, "state_key": "" });
            let acl = event("m.room.server_acl", unsigned);
            let short = read_form(acl.to_string().as_bytes()).short.unwrap();
            let short: Value = serde_json::from_str(&short).unwrap();
            assert_eq!(short["unsigned"], expected);
        }
    }

    #[test]
    fn only_messages_with_long_session_ids_are_left_out() {
        let content = json!({ "content": { "session_id": "x".repeat(700) } });
        let encrypted = event("m.room.encrypted", content.clone());
        assert!(read_form(encrypted.to_string().as_bytes()).is_left_out);
        let message = event("m.room.message", content);
        assert!(!read_form(message.to_string().as_bytes()).is_left_out);
    }
}
