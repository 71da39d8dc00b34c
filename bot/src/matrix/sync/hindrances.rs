//! Events by which somebody keeps users from writing in a room. They count also if they were taken back before the next
//! lookup, as while the bot is off: the stored state does not show them then.

use matrix_sdk::{
    deserialized_responses::TimelineEvent,
    ruma::{RoomId, UserId, events::TimelineEventType},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::power_levels;
use crate::matrix::rooms::{
    player_access::{MEGOLM, POLICY_TYPES, RETENTION, hides_messages},
    server_rules::separates,
};

/// A state event by which its sender may keep users from writing in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hindrance {
    room: String,
    /// The bot's user id.
    own: String,
    kind: HindranceKind,
    event: StateEvent,
}

/// A way to keep users from writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HindranceKind {
    Removal,
    PowerLevels,
    ServerAcl,
    PolicyServer,
    Encryption,
    GuestAccess,
    Retention,
    StateReset,
    /// A user's own leave.
    Departure,
    /// Power levels or server rules that are not read, as there are too many.
    Unread,
}

/// Maximum size in bytes of the power levels and server rules of a room that are read of one response: each takes a
/// while for each player there.
const MAX_RULES: usize = 64 << 10;

/// Maximum number of events of a room that are kept for a later lookup.
const MAX_LATER: usize = 100;

/// A state event, as far as it is read here.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct StateEvent {
    r#type: String,
    state_key: String,
    sender: String,
    content: Value,
    #[serde(default)]
    unsigned: Value,
}

impl StateEvent {
    /// Returns the way in which the event may keep users out; `None` if it cannot.
    fn kind(&self) -> Option<HindranceKind> {
        match (self.r#type.as_str(), self.state_key.as_str()) {
            ("m.room.member", user) if user != self.sender => Some(HindranceKind::Removal),
            ("m.room.member", _) if self.is_departure() => Some(HindranceKind::Departure),
            ("m.room.power_levels", "") => Some(HindranceKind::PowerLevels),
            ("m.room.server_acl", "") => Some(HindranceKind::ServerAcl),
            ("m.room.encryption", "") => Some(HindranceKind::Encryption),
            ("m.room.guest_access", "") => Some(HindranceKind::GuestAccess),
            (RETENTION, "") => Some(HindranceKind::Retention),
            (policy, "") if POLICY_TYPES.contains(&policy) => Some(HindranceKind::PolicyServer),
            _ => None,
        }
    }

    /// Returns whether it is a membership by which a joined user leaves.
    fn is_departure(&self) -> bool {
        let before = self.unsigned.pointer("/prev_content/membership");
        let was_joined = before.is_some_and(|before| before == "join");
        // Synapse 1.163 adds made-up content if the sender of the event before wants it.
        let is_own = self
            .unsigned
            .get("prev_sender")
            .is_some_and(|sender| *sender == self.sender);
        let now = self.content.get("membership");
        now.is_some_and(|now| now == "leave") && (was_joined || is_own)
    }
}

impl Hindrance {
    /// Reads a state event of a room; `None` if it can keep nobody out.
    pub(in crate::matrix) fn of_state(room: &RoomId, event: &str, own: &UserId) -> Option<Self> {
        let event: StateEvent = serde_json::from_str(event).ok()?;
        // Only the present rules count.
        let event = StateEvent {
            unsigned: Value::Null,
            ..event
        };
        Some(Self {
            room: room.to_string(),
            own: own.to_string(),
            kind: event.kind()?,
            event,
        })
    }

    /// Returns the room.
    pub fn room(&self) -> &str {
        &self.room
    }

    /// Returns the events of a room that concern players for a later lookup, each once. Of too many, none is read any
    /// more.
    pub fn for_later(events: Vec<Self>, is_player: impl Fn(&str) -> bool) -> Vec<Self> {
        let mut later = Vec::new();
        for event in events {
            let user = event.event.state_key.as_str();
            if !user.is_empty() && !is_player(user) {
                continue;
            }
            let event = event.shortened();
            if later.contains(&event) {
                continue;
            }
            if later.len() == MAX_LATER {
                return event.any().into();
            }
            later.push(event);
        }
        later
    }

    /// Returns any events of the room, by which users may have been kept out or have left.
    fn any(self) -> [Self; 2] {
        let content = || StateEvent {
            r#type: String::new(),
            state_key: String::new(),
            sender: String::new(),
            content: Value::Null,
            unsigned: Value::Null,
        };
        [HindranceKind::Unread, HindranceKind::GuestAccess].map(|kind| Self {
            kind,
            event: content(),
            ..self.clone()
        })
    }

    /// Returns the event without power levels and server rules, each of which takes a while to read, and without what has
    /// been read.
    fn shortened(mut self) -> Self {
        self.event.content = match self.kind {
            HindranceKind::PowerLevels | HindranceKind::ServerAcl => {
                self.kind = HindranceKind::Unread;
                Value::Null
            }
            HindranceKind::Removal | HindranceKind::StateReset | HindranceKind::Departure => {
                json!({ "membership": self.event.content.get("membership") })
            }
            _ => self.event.content,
        };
        self.event.unsigned = Value::Null;
        self
    }

    /// Returns whether the event is a user's own leave of a room.
    pub fn is_departure(&self, room: &str, user: &str) -> bool {
        self.kind == HindranceKind::Departure && self.room == room && self.event.sender == user
    }

    /// Returns whether the event keeps a user out of a room by somebody else's doing.
    pub fn keeps_out(&self, room: &str, user: &str) -> bool {
        self.room == room && self.event.sender != user && self.applies_to(user)
    }

    /// Returns the reset of a user's membership to an old one, in which they had left by themselves.
    pub(super) fn state_reset(room: &RoomId, user: &str) -> Self {
        Self {
            room: room.to_string(),
            own: String::new(),
            kind: HindranceKind::StateReset,
            event: StateEvent {
                r#type: "m.room.member".to_owned(),
                state_key: user.to_owned(),
                sender: String::new(),
                content: json!({ "membership": "leave" }),
                unsigned: Value::Null,
            },
        }
    }

    /// Returns whether users leave because of the event, as if by themselves.
    pub fn makes_leave(&self) -> bool {
        matches!(
            self.kind,
            HindranceKind::GuestAccess | HindranceKind::StateReset
        )
    }

    fn applies_to(&self, user: &str) -> bool {
        let content = &self.event.content;
        match self.kind {
            HindranceKind::Removal | HindranceKind::StateReset => {
                let membership = content["membership"].as_str();
                self.event.state_key == user && matches!(membership, Some("leave" | "ban"))
            }
            // While the bot is muted, players may not see what it says about their turn.
            HindranceKind::PowerLevels => mutes(content, user) || mutes(content, &self.own),
            // Redacted rules, which allow no server, are only seen as the content before others.
            HindranceKind::ServerAcl => {
                let redacted = json!({});
                let was_redacted = self.event.unsigned.get("prev_content") == Some(&redacted);
                self.shuts_out_server_of(user, content)
                    || (was_redacted && self.shuts_out_server_of(user, &redacted))
            }
            HindranceKind::PolicyServer => content["via"].is_string(),
            HindranceKind::Encryption => content["algorithm"] != MEGOLM,
            HindranceKind::GuestAccess => content["guest_access"] != "can_join",
            HindranceKind::Retention => hides_messages(content),
            HindranceKind::Departure => false,
            HindranceKind::Unread => true,
        }
    }

    fn shuts_out_server_of(&self, user: &str, rules: &Value) -> bool {
        let users = UserId::parse(user).ok().zip(UserId::parse(&self.own).ok());
        users.is_some_and(|(user, own)| separates(rules, user.server_name(), own.server_name()))
    }
}

/// Returns whether power levels with this content may let a user send no messages or no encrypted ones. Homeservers
/// read some that the SDK does not.
fn mutes(content: &Value, user: &str) -> bool {
    let user = UserId::parse(user).ok();
    let levels = content.as_object().cloned().and_then(power_levels::read);
    let Some((user, levels)) = user.zip(levels) else {
        return true;
    };
    let level = levels.users.get(&user).unwrap_or(&levels.users_default);
    let mut kinds = [
        TimelineEventType::RoomMessage,
        TimelineEventType::RoomEncrypted,
    ]
    .iter();
    kinds.any(|kind| level < levels.events.get(kind).unwrap_or(&levels.events_default))
}

/// Returns the events of a room by which somebody may keep users out; `own` is the bot's user id.
pub(super) fn hindrances(
    room: &RoomId,
    events: &[TimelineEvent],
    own: &str,
) -> impl Iterator<Item = Hindrance> {
    let plain = events
        .iter()
        .filter(|event| event.encryption_info().is_none());
    let mut rules = 0;
    plain.filter_map(move |event| {
        let json = event.raw().json().get();
        let mut event: StateEvent = serde_json::from_str(json).ok()?;
        let mut kind = event.kind()?;
        if matches!(kind, HindranceKind::PowerLevels | HindranceKind::ServerAcl) {
            rules += json.len();
            if rules > MAX_RULES {
                (kind, event.content) = (HindranceKind::Unread, Value::Null);
            }
        }
        Some(Hindrance {
            room: room.to_string(),
            own: own.to_owned(),
            kind,
            event,
        })
    })
}

#[cfg(test)]
impl Hindrance {
    /// Returns Alice's own leave.
    pub(crate) fn departure(room: &str) -> Self {
        let content = json!({ "membership": "leave" });
        let unsigned = json!({ "prev_content": { "membership": "join" } });
        Self::new(room, "m.room.member", "@alice:x", content, unsigned)
    }

    /// Returns the ban of a user by Alice.
    pub(crate) fn ban(room: &str, user: &str) -> Self {
        Self::by_alice(room, "m.room.member", user, json!({ "membership": "ban" }))
    }

    /// Returns the ban of all guests by Alice.
    pub(crate) fn guest_ban(room: &str) -> Self {
        let content = json!({ "guest_access": "forbidden" });
        Self::by_alice(room, "m.room.guest_access", "", content)
    }

    fn by_alice(room: &str, kind: &str, key: &str, content: Value) -> Self {
        Self::new(room, kind, key, content, Value::Null)
    }

    fn new(room: &str, kind: &str, key: &str, content: Value, unsigned: Value) -> Self {
        let event = StateEvent {
            r#type: kind.to_owned(),
            state_key: key.to_owned(),
            sender: "@alice:x".to_owned(),
            content,
            unsigned,
        };
        Self {
            room: room.to_owned(),
            own: "@bot:x".to_owned(),
            kind: event.kind().expect("an event that keeps users out"),
            event,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::mocked::{BOT, RAW_VALUE_KEY, raw, room, state};
    use matrix_sdk::ruma::serde::Raw;

    const ALICE: &str = "@alice:example.org";
    const BOB: &str = "@bob:other.example";

    /// Checks whether an event of Alice's keeps Bob out; it never does so by his own doing.
    #[track_caller]
    fn check(kind: &str, key: &str, content: Value, expected: bool) {
        for (sender, expected) in [(ALICE, expected), (BOB, false)] {
            let event = raw::<Value>(&state(sender, kind, key, content.clone()));
            let event = TimelineEvent::from_plaintext(Raw::cast_unchecked(event));
            let found: Vec<_> = hindrances(room(), &[event], BOT).collect();
            let is_out = |id: &str| found.iter().any(|it| it.keeps_out(id, BOB));
            assert_eq!(is_out(room().as_str()), expected, "{kind} {content}");
            assert!(!is_out("!other:example.org"));
        }
    }

    #[test]
    fn removals_keep_a_user_out() {
        for (membership, expected) in [("leave", true), ("ban", true), ("invite", false)] {
            let content = json!({ "membership": membership });
            check("m.room.member", BOB, content.clone(), expected);
            check("m.room.member", "@carol:example.org", content, false);
        }
    }

    #[test]
    fn a_reserved_key_hides_no_ban() {
        for value in [json!(1), json!("{}")] {
            let content = json!({ RAW_VALUE_KEY: value, "membership": "ban" });
            check("m.room.member", BOB, content, true);
        }
    }

    /// Synapse 1.163 shows made-up content before the event if its sender wants it.
    #[test]
    fn made_up_content_hides_no_departure() {
        for (sender, before, expected) in [
            (ALICE, "join", true),
            (ALICE, "invite", true),
            (BOB, "invite", false),
        ] {
            let content = json!({ "membership": "leave" });
            let mut left = state(ALICE, "m.room.member", ALICE, content);
            let before = json!({ "membership": before });
            left["unsigned"] = json!({ "prev_sender": sender, "prev_content": before });
            let left: StateEvent = serde_json::from_value(left).unwrap();
            let is_departure = left.kind() == Some(HindranceKind::Departure);
            assert_eq!(is_departure, expected, "{sender}");
        }
    }

    #[test]
    fn mutes_keep_a_user_out() {
        let check = |content, expected| check("m.room.power_levels", "", content, expected);
        check(json!({}), false);
        check(json!({ "events_default": 50 }), true);
        check(json!({ "events_default": 50, "users": { BOB: 50 } }), true);
        check(json!({ "events_default": 50, "users_default": 50 }), false);
        check(json!({ "users": { BOB: -1 } }), true);
        check(json!({ "users_default": -1 }), true);
        check(json!({ "users_default": "-1" }), true);
        check(json!({ "events": { "m.room.message": 50 } }), true);
        check(json!({ "events": { "m.room.message": 50.0 } }), true);
        check(json!({ "events_default": "50" }), true);
        check(json!({ "events_default": "0" }), false);
        check(json!({ "events_default": "5_0" }), true);
        check(json!({ "events": { "m.room.name": 50 } }), false);
    }

    #[test]
    fn too_many_rules_keep_a_user_out() {
        let names: Vec<String> = (0..3_000).map(|number| format!("{number}.x")).collect();
        let acl = json!({ "allow": ["*"], "deny": names });
        let event = raw::<Value>(&state(ALICE, "m.room.server_acl", "", acl));
        let event = TimelineEvent::from_plaintext(Raw::cast_unchecked(event));
        let is_out = |count: usize| {
            let events = vec![event.clone(); count];
            let mut found = hindrances(room(), &events, BOT);
            found.any(|it| it.keeps_out(room().as_str(), BOB))
        };
        assert!(!is_out(1));
        assert!(is_out(3));
    }

    #[test]
    fn of_many_later_events_any_keeps_a_user_out() {
        let bans = |count: usize| {
            let bans = (0..count).map(|number| Hindrance::ban("!r", &format!("@{number}:x")));
            Hindrance::for_later(bans.collect(), |user| user != "@0:x")
        };
        let is_out = |later: &[Hindrance]| later.iter().any(|it| it.keeps_out("!r", BOB));
        let few = bans(MAX_LATER + 1);
        assert_eq!(few.len(), MAX_LATER, "without the one who is no player");
        assert!(!is_out(&few));
        let many = bans(20_000);
        assert_eq!(many.len(), 2);
        assert!(many.iter().all(|it| it.keeps_out("!r", BOB)));
        assert_eq!([false, true], [0, 1].map(|place| many[place].makes_leave()));
        let again = [few.clone(), few.clone()].concat();
        assert_eq!(Hindrance::for_later(again, |_| true), few);
    }

    #[test]
    fn a_room_without_guests_keeps_a_user_out() {
        let access = |value: &str| json!({ "guest_access": value });
        check("m.room.guest_access", "", access("forbidden"), true);
        check("m.room.guest_access", "", access("can_join"), false);
    }

    #[test]
    fn rules_of_a_room_keep_a_user_out() {
        let check_acl = |deny: Value, expected| {
            let acl = json!({ "allow": ["*"], "deny": deny });
            check("m.room.server_acl", "", acl, expected);
        };
        check_acl(json!(["other.example"]), true);
        check_acl(json!(["other.example", 7]), true);
        check_acl(json!(["third.example"]), false);
        // The bot's own server: no board would arrive.
        check_acl(json!(["example.org"]), true);
        // Rules that were redacted before they were replaced.
        let replaced = json!({ "prev_content": {} });
        let content = json!({ "allow": ["*"] });
        let event = Hindrance::new("!r", "m.room.server_acl", "", content, replaced);
        assert!(event.keeps_out("!r", BOB));
        for kind in POLICY_TYPES {
            check(kind, "", json!({ "via": "example.com" }), true);
            check(kind, "", json!({}), false);
        }
        let encryption = |algorithm: &str| json!({ "algorithm": algorithm });
        check("m.room.encryption", "", encryption("org.example"), true);
        check("m.room.encryption", "", encryption(MEGOLM), false);
        let lifetime = |lifetime: Value| json!({ "max_lifetime": lifetime });
        check("m.room.retention", "", lifetime(json!(1)), true);
        check("m.room.retention", "", lifetime(json!("1")), true);
        check("m.room.retention", "", lifetime(json!(86_400_000)), false);
        check("m.room.retention", "", json!({}), false);
        check("m.room.name", "", json!({ "name": "Club" }), false);
    }
}
