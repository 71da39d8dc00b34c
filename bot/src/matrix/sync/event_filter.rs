//! The event filter: a pure function from the JSON of a room's events to the lines that concern the bot.
//!
//! Only the few needed fields of an event are parsed, because malformed other fields, which anybody can send,
//! must neither hide a good line nor stop the bot.

use jiff::Timestamp;
use lobby::{Person, names};
use serde::Deserialize;
use serde_json::Value;

use super::mention;

/// Fields that mark automated messages (MSC3955), under the unstable and the stable name. They are ignored,
/// as two bots alone in a room would answer each other for ever.
pub(crate) const AUTOMATED: [&str; 2] = ["org.matrix.msc1767.automated", "m.automated"];

/// Maximum number of mentions that are read.
const MAX_MENTIONED: usize = 10;

/// An event of a room's timeline that passes the event filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RelevantEvent {
    /// The bot has joined.
    Joined {
        /// The id of the join event.
        event: String,
        /// The time at which the bot joined, as the server through which it did tells it.
        at: Option<Timestamp>,
    },
    /// A line of a user.
    Line(TextMessage),
    /// A message that somebody else than its sender has redacted.
    Redacted {
        /// The id of the message.
        event: String,
        /// The sender of the message.
        sender: String,
        /// The time at which it was sent, as the sender's homeserver tells.
        sent: Option<Timestamp>,
    },
}

/// A line as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TextMessage {
    pub(super) event: String,
    pub(super) sender: String,
    /// The root event of the thread.
    pub(super) thread: Option<String>,
    /// The event it replies to, besides what lines in threads name for clients without threads.
    pub(super) replied_to: Option<String>,
    /// The plain text, without the quotation that replies start with.
    pub(super) body: String,
    /// The same as HTML, if the client sent it.
    pub(super) html: Option<String>,
    /// The ids of the users whom it mentions, as the client tells; the author of the replied-to message can be among them.
    pub(super) mentioned: Vec<String>,
    /// The time at which it was sent, as the sender's homeserver tells.
    pub(super) sent: Option<Timestamp>,
}

impl TextMessage {
    /// Returns whether the line begins with the bot's name, and the rest of it, with mentions as whole user
    /// ids.
    pub(super) fn said(&self, bot: &Person) -> (bool, String) {
        let said = names::spoken(&mention::with_user_ids(&self.body, self.html.as_deref()));
        let behind = mention::behind_name(&said, bot).map(names::spoken);
        match behind.filter(|behind| !behind.is_empty()) {
            Some(behind) => (true, behind),
            None => (false, said),
        }
    }
}

/// The unencrypted parts of a message that cannot be decrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UndecryptableEvent {
    pub(super) event: String,
    pub(super) sender: String,
    /// The root event of the thread, which is not encrypted.
    pub(super) thread: Option<String>,
}

impl UndecryptableEvent {
    /// Reads an encrypted event; `None` for a state event, or for one with a relation that no new text has.
    pub(super) fn read(json: &str) -> Option<Self> {
        let event: Event = serde_json::from_str(json).ok()?;
        let is_new = event.state_key.is_none() && may_begin_thread(&event.content);
        is_new.then(|| Self {
            thread: thread(&event.content),
            event: event.event_id,
            sender: event.sender,
        })
    }

    /// Returns whether the decrypted line hides the thread of its event. Homeservers would take no thread below the
    /// event.
    pub(super) fn hides_thread_of(&self, line: &TextMessage) -> bool {
        self.thread.is_some() && self.thread != line.thread
    }
}

#[derive(Deserialize)]
struct Event {
    event_id: String,
    sender: String,
    #[serde(rename = "type")]
    kind: String,
    state_key: Option<String>,
    #[serde(default)]
    origin_server_ts: Value,
    content: Value,
    #[serde(default)]
    unsigned: Value,
}

/// Returns the index of the bot's last join among events of a room, in which it was before them or not.
pub(super) fn last_join<'e>(
    events: impl IntoIterator<Item = &'e str>,
    own: &str,
    mut is_in: bool,
) -> Option<usize> {
    let mut last = None;
    for (index, json) in events.into_iter().enumerate() {
        let event = serde_json::from_str::<Event>(json);
        if event.is_ok_and(|event| joins(&event, own, &mut is_in)) {
            last = Some(index);
        }
    }
    last
}

/// Returns the events that concern the bot among those of a joined room, in order. Events before the bot's
/// own join are dropped. The bot was in the room before them or not (`is_in`).
pub(super) fn filter_events<'e>(
    events: impl IntoIterator<Item = &'e str>,
    own: &str,
    mut is_in: bool,
) -> Vec<RelevantEvent> {
    let mut passed = Vec::new();
    for json in events {
        let Ok(event) = serde_json::from_str::<Event>(json) else {
            continue;
        };
        if joins(&event, own, &mut is_in) {
            passed.clear();
            passed.push(RelevantEvent::Joined {
                at: event.sent(),
                event: event.event_id,
            });
        } else if event.sender == own {
            continue;
        } else if event.is_redacted_by_others() {
            passed.push(RelevantEvent::Redacted {
                sent: event.sent(),
                event: event.event_id,
                sender: event.sender,
            });
        } else if let Some(written) = written(event) {
            passed.push(RelevantEvent::Line(written));
        }
    }
    passed
}

impl Event {
    /// Returns the time at which it was sent.
    fn sent(&self) -> Option<Timestamp> {
        let millis = self.origin_server_ts.as_i64()?;
        let time = Timestamp::from_millisecond(millis);
        // Dates too early to be read are old as well.
        time.ok().or((millis < 0).then_some(Timestamp::UNIX_EPOCH))
    }

    /// Returns whether it is a message that somebody else than its sender has redacted.
    fn is_redacted_by_others(&self) -> bool {
        let is_message = ["m.room.message", "m.room.encrypted"].contains(&self.kind.as_str());
        let redacted_by = text(&self.unsigned, "/redacted_because/sender");
        is_message && self.state_key.is_none() && redacted_by.is_some_and(|by| by != self.sender)
    }
}

/// Returns whether an event is the bot's join. A new display name, a join event as well, is none: the bot was in the room
/// before (`is_in`, which is updated). The content before, which homeservers add, doesn't prove that: Synapse 1.163 adds
/// made-up content if the sender of an invitation wants it. Nobody can join for somebody else, but an encrypted event can
/// claim to be any state event, and only its sender is verified.
fn joins(event: &Event, own: &str, is_in: &mut bool) -> bool {
    if event.kind != "m.room.member" || event.state_key.as_deref() != Some(own) {
        return false;
    }
    let is_join = text(&event.content, "/membership") == Some("join");
    if !is_join {
        *is_in = false;
        return false;
    }
    if event.sender != own {
        return false;
    }
    let was_in = *is_in && text(&event.unsigned, "/prev_content/membership") == Some("join");
    *is_in = true;
    !was_in
}

/// Returns whether an event is in a thread or can be the root of one. Homeservers refuse messages below events with
/// other relations, such as edits.
fn may_begin_thread(content: &Value) -> bool {
    thread(content).is_some() || text(content, "/m.relates_to/rel_type").is_none()
}

/// Reads a new text.
fn written(event: Event) -> Option<TextMessage> {
    let content = &event.content;
    let is_new_text = event.kind == "m.room.message"
        && event.state_key.is_none()
        && text(content, "/msgtype") == Some("m.text")
        && content.get("m.new_content").is_none()
        && !AUTOMATED
            .iter()
            .any(|mark| content.get(mark) == Some(&Value::Bool(true)))
        && may_begin_thread(content);
    if !is_new_text {
        return None;
    }
    let replied_to = text(content, "/m.relates_to/m.in_reply_to/event_id");
    let is_reply = replied_to.is_some();
    let is_fallback = content.pointer("/m.relates_to/is_falling_back") == Some(&Value::Bool(true));
    let body = text(content, "/body")?;
    let html = text(content, "/formatted_body")
        .filter(|_| text(content, "/format") == Some("org.matrix.custom.html"));
    Some(TextMessage {
        thread: thread(content),
        mentioned: mentioned(content),
        replied_to: replied_to.filter(|_| !is_fallback).map(str::to_owned),
        body: if is_reply {
            without_quotation(body)
        } else {
            body
        }
        .to_owned(),
        html: html.map(|html| {
            if is_reply {
                without_quoted_html(html)
            } else {
                html
            }
            .to_owned()
        }),
        sent: event.sent(),
        event: event.event_id,
        sender: event.sender,
    })
}

/// Returns the ids of mentioned users.
fn mentioned(content: &Value) -> Vec<String> {
    let users = content.pointer("/m.mentions/user_ids");
    let users = users.and_then(Value::as_array).into_iter().flatten();
    let ids = users.filter_map(Value::as_str).take(MAX_MENTIONED);
    ids.map(str::to_owned).collect()
}

/// Returns the root event of an event's thread.
fn thread(content: &Value) -> Option<String> {
    let in_thread = text(content, "/m.relates_to/rel_type") == Some("m.thread");
    let root = text(content, "/m.relates_to/event_id");
    root.filter(|root| in_thread && is_event_id(root))
        .map(str::to_owned)
}

/// Returns whether a text is a valid event id: answers in a thread repeat its root, and a message with an
/// invalid one, which no homeserver takes, would be retried for ever.
fn is_event_id(text: &str) -> bool {
    let fits = |c: char| !c.is_whitespace() && !c.is_control();
    text.starts_with('$') && text.len() <= 255 && text.chars().all(fits)
}

fn text<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    value.pointer(pointer)?.as_str()
}

/// Removes the quoted message of a reply, with which older clients begin: lines that start with `> `, and an
/// empty line.
fn without_quotation(body: &str) -> &str {
    let mut rest = body;
    while rest.starts_with("> ") || rest.starts_with(">\n") {
        rest = rest.split_once('\n').map_or("", |(_, after)| after);
    }
    if rest.len() == body.len() {
        body
    } else {
        rest.strip_prefix('\n').unwrap_or(rest)
    }
}

/// Removes the same from HTML. Some clients quote HTML as it is, with the end of a quotation that its author has made up,
/// so the last end counts.
fn without_quoted_html(html: &str) -> &str {
    match html
        .trim_start()
        .strip_prefix("<mx-reply>")
        .and_then(|rest| rest.rsplit_once("</mx-reply>"))
    {
        Some((_, after)) => after,
        None => html,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BOT: &str = "@bot:x";

    fn bot() -> Person {
        let (id, name) = (BOT.into(), "Icebreaker".into());
        Person { id, name }
    }

    fn message(id: &str, content: Value) -> Value {
        json!({
            "type": "m.room.message", "event_id": id, "sender": "@alice:x",
            "origin_server_ts": 1, "content": content,
        })
    }

    fn line(id: &str, body: &str) -> Value {
        message(id, json!({ "msgtype": "m.text", "body": body }))
    }

    fn join(id: &str, unsigned: Value) -> Value {
        json!({
            "type": "m.room.member", "event_id": id, "sender": BOT, "state_key": BOT,
            "content": { "membership": "join" }, "unsigned": unsigned,
        })
    }

    fn pass_all(events: &[Value]) -> Vec<RelevantEvent> {
        let events: Vec<String> = events.iter().map(Value::to_string).collect();
        filter_events(events.iter().map(String::as_str), BOT, true)
    }

    /// Passes one message and checks its thread and body.
    fn check(content: Value, expected: Option<(Option<&str>, &str)>) {
        let passed = pass_all(&[message("$1", content.clone())]);
        let got = passed.first().map(|passed| match passed {
            RelevantEvent::Line(written) => (written.thread.as_deref(), written.body.as_str()),
            other => panic!("no line: {other:?}"),
        });
        assert_eq!(got, expected, "{content}");
    }

    #[test]
    fn only_new_texts_pass() {
        check(
            json!({ "msgtype": "m.text", "body": "!help" }),
            Some((None, "!help")),
        );
        for msgtype in ["m.notice", "m.emote", "m.image", ""] {
            check(json!({ "msgtype": msgtype, "body": "!help" }), None);
        }
        let edit = json!({ "rel_type": "m.replace", "event_id": "$0" });
        let new = json!({ "msgtype": "m.text", "body": "!help" });
        check(
            json!({ "msgtype": "m.text", "body": "* !help", "m.relates_to": edit }),
            None,
        );
        check(
            json!({ "msgtype": "m.text", "body": "* !help", "m.new_content": new }),
            None,
        );
    }

    #[test]
    fn automated_messages_do_not_pass() {
        for mark in AUTOMATED {
            let content = |said: bool| json!({ "msgtype": "m.text", "body": "!help", mark: said });
            check(content(true), None);
            check(content(false), Some((None, "!help")));
        }
    }

    #[test]
    fn events_about_a_command_do_not_repeat_it() {
        let of_kind = |kind: &str, content: Value| {
            let mut event = message("$2", content);
            event["type"] = json!(kind);
            event
        };
        let relation = |kind: &str| json!({ "rel_type": kind, "event_id": "$1", "key": "!help" });
        let text = |relation: Value| json!({ "msgtype": "m.text", "body": "!help", "m.relates_to": relation });
        for event in [
            of_kind(
                "m.reaction",
                json!({ "m.relates_to": relation("m.annotation") }),
            ),
            of_kind("m.reaction", text(relation("m.annotation"))),
            of_kind(
                "m.room.redaction",
                json!({ "redacts": "$1", "body": "!help" }),
            ),
            of_kind("m.room.encrypted", text(Value::Null)),
            of_kind("m.room.topic", text(Value::Null)),
            // A redacted line.
            message("$1", json!({})),
            message("$2", text(relation("m.replace"))),
        ] {
            assert_eq!(pass_all(std::slice::from_ref(&event)), [], "{event}");
        }
        let mut state = line("$2", "!help");
        state["state_key"] = json!("");
        assert_eq!(pass_all(&[state]), []);
    }

    #[test]
    fn messages_redacted_by_others_are_told() {
        for kind in ["m.room.message", "m.room.encrypted"] {
            for (by, is_told) in [("@ann:x", false), ("@ben:x", true)] {
                let mut event = message("$1", json!({}));
                event["type"] = json!(kind);
                event["sender"] = json!("@ann:x");
                event["origin_server_ts"] = json!(1000);
                event["unsigned"] = json!({ "redacted_because": { "sender": by } });
                let told = RelevantEvent::Redacted {
                    event: "$1".to_owned(),
                    sender: "@ann:x".to_owned(),
                    sent: Timestamp::from_second(1).ok(),
                };
                let expected: Vec<_> = is_told.then_some(told).into_iter().collect();
                assert_eq!(pass_all(&[event]), expected, "{kind} {by}");
            }
        }
    }

    #[test]
    fn dates_too_early_to_be_read_are_old() {
        let sent = |time: i64| {
            let mut event = line("$1", "!help");
            event["origin_server_ts"] = json!(time);
            match pass_all(&[event]).as_slice() {
                [RelevantEvent::Line(written)] => written.sent,
                other => panic!("{other:?}"),
            }
        };
        let most = (1 << 53) - 1;
        assert_eq!(sent(-most), Some(Timestamp::UNIX_EPOCH));
        assert_eq!(sent(-1_000), Timestamp::from_second(-1).ok());
        assert_eq!(sent(most), None);
    }

    #[test]
    fn encrypted_texts_can_begin_threads() {
        let is_read = |relation: Value| {
            let event = json!({
                "event_id": "$1", "sender": "@ann:x", "type": "m.room.encrypted",
                "content": { "m.relates_to": relation },
            });
            UndecryptableEvent::read(&event.to_string()).is_some()
        };
        assert!(is_read(Value::Null));
        assert!(is_read(
            json!({ "rel_type": "m.thread", "event_id": "$root" })
        ));
        assert!(is_read(json!({ "m.in_reply_to": { "event_id": "$1" } })));
        for kind in ["m.replace", "m.reference", "m.annotation", "x"] {
            assert!(!is_read(json!({ "rel_type": kind, "event_id": "$root" })));
        }
    }

    #[test]
    fn forged_relations_lead_nowhere() {
        let help = |relation: Value| json!({ "msgtype": "m.text", "body": "!help", "m.relates_to": relation });
        for relation in [
            json!({ "rel_type": ["m.thread"], "event_id": "$root" }),
            json!({ "rel_type": null, "m.in_reply_to": 7 }),
            json!(["m.replace"]),
        ] {
            check(help(relation), Some((None, "!help")));
        }
        for relation in [
            json!({ "rel_type": "m.thread" }),
            json!({ "rel_type": "m.thread", "event_id": 7 }),
            json!({ "rel_type": "m.thread", "event_id": ["$root"] }),
            json!({ "rel_type": "m.thread", "event_id": "root" }),
            json!({ "rel_type": "m.thread", "event_id": "$ro\u{0}ot" }),
            json!({ "rel_type": "m.thread", "event_id": format!("${}", "r".repeat(255)) }),
            json!({ "rel_type": "m.annotation", "event_id": "$root" }),
            json!({ "rel_type": "m.reference", "event_id": "$root" }),
        ] {
            check(help(relation), None);
        }
        // The quotation in a reply is never a command.
        let reply = json!({ "m.in_reply_to": { "event_id": "$1" } });
        for (body, expected) in [
            ("> <@alice:x> !resign\n\nlol", "lol"),
            ("> !resign\n> !resign\nlol", "lol"),
            (">!resign\nlol", ">!resign\nlol"),
            ("> !resign", ""),
        ] {
            check(
                json!({ "msgtype": "m.text", "body": body, "m.relates_to": reply }),
                Some((None, expected)),
            );
        }
    }

    #[test]
    fn a_leading_bot_name_is_recognised() {
        let check = |line: TextMessage, by_name, body: &str| {
            assert_eq!(line.said(&bot()), (by_name, body.to_owned()), "{line:?}");
        };
        let written = |body: &str| TextMessage {
            body: body.into(),
            ..TextMessage::default()
        };
        let unknown = "I like Icebreaker: it never loses";
        check(written(unknown), false, unknown);
        check(written("  !help"), false, "  !help");
        for body in ["@bot:x: help", "Icebreaker: help", "@icebreaker help"] {
            check(written(body), true, "help");
        }
        check(written("@bot:x: ``"), false, "@bot:x: ``");
        let mut line = written("Breaky: help");
        line.html = Some("<a href=\"https://matrix.to/#/@bot:x\">Breaky</a>: help".into());
        check(line, true, "help");
        // A user with the display name `!resign`.
        let mut line = written("!resign");
        line.html = Some("<a href=\"https://matrix.to/#/@eve:x\">!resign</a>".into());
        check(line, false, "@eve:x");
    }

    #[test]
    fn own_lines_do_not_pass() {
        let mut own = line("$1", "!help");
        own["sender"] = json!(BOT);
        assert_eq!(pass_all(&[own]), []);
    }

    #[test]
    fn malformed_events_are_skipped() {
        let mut events: Vec<String> = [
            json!({ "body": "no type" }),
            json!({ "msgtype": "m.text" }),
            json!({ "msgtype": "m.text", "body": 7 }),
            json!({ "msgtype": ["m.text"], "body": "a" }),
            json!("m.text"),
            json!(null),
        ]
        .into_iter()
        .map(|content| message("$bad", content).to_string())
        .collect();
        events.extend(["{", "[]"].map(str::to_owned));
        events.push(json!({ "type": "m.room.message" }).to_string());
        let odd = json!({
            "msgtype": "m.text", "body": "!help", "m.relates_to": 1, "m.mentions": { "user_ids": 2 },
            "format": "org.matrix.custom.html", "formatted_body": [],
        });
        events.push(message("$good", odd).to_string());
        let passed = filter_events(events.iter().map(String::as_str), BOT, true);
        let [RelevantEvent::Line(written)] = passed.as_slice() else {
            panic!("{passed:?}")
        };
        let read = (written.event.as_str(), written.body.as_str());
        assert_eq!(read, ("$good", "!help"));
    }

    #[test]
    fn nothing_from_before_the_join_passes() {
        let events = [
            line("$1", "!before"),
            join("$2", json!({ "prev_content": { "membership": "invite" } })),
            line("$3", "!after"),
            join(
                "$4",
                json!({ "prev_content": { "membership": "join", "displayname": "old" } }),
            ),
            line("$5", "!later"),
        ];
        let passed = pass_all(&events);
        let event = "$2".into();
        assert_eq!(passed[0], RelevantEvent::Joined { event, at: None });
        let ids: Vec<&str> = passed[1..]
            .iter()
            .map(|passed| match passed {
                RelevantEvent::Line(written) => written.event.as_str(),
                RelevantEvent::Joined { event, .. } | RelevantEvent::Redacted { event, .. } => {
                    event.as_str()
                }
            })
            .collect();
        assert_eq!(ids, ["$3", "$5"]);
    }

    /// Synapse 1.163 shows made-up content if the inviter wants it.
    #[test]
    fn an_invitation_cannot_hide_the_join() {
        let was_joined = json!({ "prev_content": { "membership": "join" } });
        let events = [line("$1", "!before"), join("$2", was_joined)].map(|event| event.to_string());
        let events = events.iter().map(String::as_str);
        let event = "$2".into();
        let joined = RelevantEvent::Joined { event, at: None };
        assert_eq!(filter_events(events.clone(), BOT, false), [joined]);
        assert_eq!(last_join(events.clone(), BOT, false), Some(1));
        assert_eq!(last_join(events, BOT, true), None);
    }

    #[test]
    fn somebody_elses_join_is_none_of_ours() {
        let mut other = join("$1", json!({}));
        other["state_key"] = json!("@alice:x");
        // A sender in an encrypted room can claim that the content is a state event.
        let mut forged = join("$1", json!({}));
        forged["sender"] = json!("@alice:x");
        let mut left = join("$2", json!({}));
        left["content"]["membership"] = json!("leave");
        assert_eq!(pass_all(&[other, forged, left]), []);
    }

    #[test]
    fn threads_are_known_and_quotations_are_stripped() {
        let thread = json!({
            "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
            "m.in_reply_to": { "event_id": "$0" },
        });
        check(
            json!({ "msgtype": "m.text", "body": "m e1", "m.relates_to": thread }),
            Some((Some("$root"), "m e1")),
        );
        let reply = json!({ "m.in_reply_to": { "event_id": "$0" } });
        for (body, expected) in [
            ("> <@bob:x> hello\n> world\n\n!help", "!help"),
            ("> <@bob:x> hello\n\n> not quoted", "> not quoted"),
            ("!help\n> x", "!help\n> x"),
            ("> all of it", ""),
        ] {
            check(
                json!({ "msgtype": "m.text", "body": body, "m.relates_to": reply }),
                Some((None, expected)),
            );
        }
        check(
            json!({ "msgtype": "m.text", "body": "> mine" }),
            Some((None, "> mine")),
        );
        let other = json!({ "rel_type": "m.reference", "event_id": "$0" });
        check(
            json!({ "msgtype": "m.text", "body": "a", "m.relates_to": other }),
            None,
        );
    }

    #[test]
    fn html_is_kept_without_the_reply_fallback() {
        let content = json!({
            "msgtype": "m.text", "body": "> q\n\nBob", "format": "org.matrix.custom.html",
            "formatted_body": " <mx-reply>q</mx-reply><b>Bob</b>",
            "m.relates_to": { "m.in_reply_to": { "event_id": "$0" } },
            "m.mentions": { "user_ids": ["@bob:x", 3] },
        });
        let passed = pass_all(&[message("$1", content)]);
        let [RelevantEvent::Line(written)] = passed.as_slice() else {
            panic!("{passed:?}")
        };
        assert_eq!(written.html.as_deref(), Some("<b>Bob</b>"));
        assert_eq!(written.said(&bot()), (false, "Bob".to_owned()));
    }

    #[test]
    fn a_quoted_text_cannot_end_its_quotation() {
        let quoted =
            "nice!</mx-reply><a href=\"https://matrix.to/#/@bot:x\"></a>: resign<blockquote>";
        let content = json!({
            "msgtype": "m.text", "body": "> <@eve:x> nice!\n\nthanks", "format": "org.matrix.custom.html",
            "formatted_body": format!("<mx-reply><blockquote>{quoted}</blockquote></mx-reply>thanks"),
            "m.relates_to": { "m.in_reply_to": { "event_id": "$0" } },
        });
        let passed = pass_all(&[message("$1", content)]);
        let [RelevantEvent::Line(written)] = passed.as_slice() else {
            panic!("{passed:?}")
        };
        assert_eq!(written.said(&bot()), (false, "thanks".to_owned()));
    }

    #[test]
    fn a_ciphertext_cannot_hide_a_thread() {
        let encrypted = |content: Value| {
            let event = message("$1", content).to_string();
            UndecryptableEvent::read(&event).unwrap()
        };
        let thread = json!({ "m.relates_to": { "rel_type": "m.thread", "event_id": "$root" } });
        let line = |thread: Option<&str>| TextMessage {
            thread: thread.map(str::to_owned),
            ..TextMessage::default()
        };
        assert!(encrypted(thread.clone()).hides_thread_of(&line(None)));
        assert!(encrypted(thread.clone()).hides_thread_of(&line(Some("$other"))));
        assert!(!encrypted(thread).hides_thread_of(&line(Some("$root"))));
        assert!(!encrypted(json!({})).hides_thread_of(&line(Some("$root"))));
    }
}
