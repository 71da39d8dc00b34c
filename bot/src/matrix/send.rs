//! Sending: turns a message into an event.

pub(super) mod direct;
pub(super) mod thread_roots;
mod upload;

use lobby::Message;
use serde_json::{Value, json};
use tracing::debug;

use matrix_sdk::{
    Room, RoomState,
    ruma::{RoomId, exports::http::StatusCode},
};

use self::upload::Uploaded;
use super::{
    failure::Failure, rooms::members::is_alone_with, session::Session,
    sync::event_filter::AUTOMATED,
};
use crate::{
    attachment::Attachment,
    config::MessageType,
    error_chain::ErrorChain,
    outbox::{Messenger, SendError, UploadError},
    store::SentMessage,
};

impl Session {
    /// Sends a message, with its file if that is uploaded, and returns the event id. Idempotent: the
    /// homeserver recognises a repeated transaction id.
    ///
    /// # Errors
    ///
    /// If the message is not sent; the error says whether a retry makes sense.
    pub async fn send_message(
        &self,
        message: &Message,
        file: Option<&str>,
        transaction: &str,
    ) -> Result<String, SendError> {
        let joins = &self.invitations.turns;
        joins.wait_for_joins().await;
        let room = self.room(&message.room)?;
        if let Some(user) = &message.private_to
            && !is_alone_with(&room, user).await.map_err(Failure::from)?
        {
            let reason = "the room is no direct message with this user";
            return Err(SendError::Refused(ErrorChain::new(reason)));
        }
        let file: Option<Uploaded> = file
            .map(serde_json::from_str)
            .transpose()
            .map_err(|error| SendError::Failed(ErrorChain::new(error)))?;
        let captioned = file.as_ref().and_then(|file| file.label.turns);
        let captioned = captioned.map(|turns| message.with_caption(turns));
        let mut content = content(
            captioned.as_ref().unwrap_or(message),
            file,
            self.message_type,
        );
        self.remote_keys.prepare(&room).await?;
        let root = message.thread.as_ref();
        let sent = match send_content(&room, &content, transaction).await {
            Err(error) if is_bad_request(&error) && self.is_root_gone(&room, root).await? => {
                // The homeserver has deleted old events, and takes nothing in their threads.
                relate(&mut content, None, message.reply_to.as_deref());
                send_content(&room, &content, transaction).await
            }
            Err(error) if is_blocked(&error) && self.client.whoami().await.is_ok() => {
                return Err(SendError::Failed(ErrorChain::new(error)));
            }
            sent => sent,
        };
        let event = sent.map_err(Failure::from).inspect_err(|failure| {
            if failure.is_rate_limit() {
                joins.note_limited_message();
            }
        })?;
        // Replies to it are meant for the thread's game, also outside of the thread.
        if let Some(root) = root {
            self.thread_roots.insert(&message.room, &event, root);
        }
        Ok(event)
    }

    /// Notes the threads of messages that were sent before a restart, the oldest first.
    pub fn restore_threads(&self, sent: &[SentMessage]) {
        for SentMessage {
            room,
            event,
            thread,
        } in sent
        {
            self.thread_roots.insert(room, event, thread);
        }
    }

    /// Returns the room, if the bot is in it.
    pub(super) fn room(&self, id: &str) -> Result<Room, SendError> {
        let Ok(id) = RoomId::parse(id) else {
            return Err(SendError::Refused(ErrorChain::new("invalid room id")));
        };
        match self.client.get_room(&id) {
            Some(room) if room.state() == RoomState::Joined => Ok(room),
            // The SDK knows all rooms of the bot: nothing is sent before the first sync response.
            Some(_) | None => Err(SendError::Refused(ErrorChain::new(
                "the bot is not in this room",
            ))),
        }
    }
}

/// Sends the content of a message, and returns the event id.
async fn send_content(
    room: &Room,
    content: &Value,
    transaction: &str,
) -> Result<String, matrix_sdk::Error> {
    let sending = room.send_raw("m.room.message", content.clone());
    let sent = sending.with_transaction_id(transaction.into()).await?;
    Ok(sent.response.event_id.to_string())
}

/// Returns whether the homeserver finds a mistake in a message, such as a relation to an event that it doesn't have.
fn is_bad_request(error: &matrix_sdk::Error) -> bool {
    let answer = error.as_client_api_error();
    answer.is_some_and(|answer| answer.status_code == StatusCode::BAD_REQUEST)
}

/// Returns whether a refusal isn't the homeserver's, but that of a proxy, which may filter requests by their text.
fn is_blocked(error: &matrix_sdk::Error) -> bool {
    let answer = error.as_client_api_error();
    answer.is_some_and(|answer| {
        let is_refusal = answer.status_code.is_client_error();
        let is_passing = matches!(
            answer.status_code,
            StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS
        );
        is_refusal && !is_passing && answer.error_kind().is_none()
    })
}

impl Messenger for Session {
    async fn can_reuse_upload(&self, room: &str, file: &str) -> bool {
        Session::can_reuse_upload(self, room, file).await
    }

    async fn upload(&self, room: &str, file: Attachment) -> Result<String, UploadError> {
        Session::upload(self, room, file).await
    }

    async fn send_message(
        &self,
        message: &Message,
        file: Option<&str>,
        transaction: &str,
    ) -> Result<String, SendError> {
        Session::send_message(self, message, file, transaction).await
    }

    async fn show_typing(&self, room: &str, typing: bool) {
        if let Ok(room) = self.room(room)
            && let Err(error) = room.typing_notice(typing).await
        {
            debug!(
                room = %room.room_id(),
                error = %Failure::from(error).reason(),
                "cannot send typing notice"
            );
        }
    }
}

impl From<Failure> for SendError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(reason) => Self::Refused(reason),
            Failure::Internal(reason) => Self::Failed(reason),
            Failure::Unreachable { reason, after } => Self::Unreachable { reason, after },
            // The receiving side ends the program; the message is sent in the next session.
            Failure::SessionOver(reason)
            | Failure::SoftLogout(reason)
            | Failure::Unwritable(reason) => Self::Unreachable {
                reason,
                after: None,
            },
        }
    }
}

/// Builds the content of the event.
fn content(message: &Message, file: Option<Uploaded>, message_type: MessageType) -> Value {
    let mentions = match message.mentions.as_slice() {
        [] => json!({}),
        users => json!({ "user_ids": users }),
    };
    let mut content = json!({
        "msgtype": message_type.as_str(),
        "body": message.plain(),
        "format": "org.matrix.custom.html",
        "formatted_body": message.html(),
        "m.mentions": mentions,
        AUTOMATED[0]: true,
    });
    if let Some(file) = file {
        file.describe(&mut content);
    }
    let (thread, reply_to) = (message.thread.as_deref(), message.reply_to.as_deref());
    relate(&mut content, thread, reply_to);
    fit(&mut content);
    content
}

/// Replaces the relations: the message's thread, and the event it replies to.
fn relate(content: &mut Value, thread: Option<&str>, reply_to: Option<&str>) {
    match (thread, reply_to) {
        // The reply is for clients without threads.
        (Some(root), reply_to) => {
            content["m.relates_to"] = json!({
                "rel_type": "m.thread",
                "event_id": root,
                "is_falling_back": true,
                "m.in_reply_to": { "event_id": reply_to.unwrap_or(root) },
            });
        }
        (None, Some(event)) => {
            content["m.relates_to"] = json!({ "m.in_reply_to": { "event_id": event } });
        }
        (None, None) => {
            if let Some(content) = content.as_object_mut() {
                content.remove("m.relates_to");
            }
        }
    }
}

/// Truncates a message that would be refused as too large: an event has at most 64 KiB, encryption adds a
/// third and more, and homeservers add fields of their own.
fn fit(content: &mut Value) {
    /// Maximum bytes of the content as JSON.
    const MAX_CONTENT_BYTES: usize = 44 << 10;
    let size = |content: &Value| content.to_string().len();
    if size(content) > MAX_CONTENT_BYTES
        && let Some(content) = content.as_object_mut()
    {
        content.remove("format");
        content.remove("formatted_body");
    }
    while size(content) > MAX_CONTENT_BYTES
        && let Some(body) = content["body"].as_str()
        && body.chars().count() > 1
    {
        // Some characters take more than one byte.
        let kept: String = body.chars().take(body.chars().count() * 4 / 5).collect();
        content["body"] = json!(format!("{kept}…"));
    }
}

#[cfg(test)]
mod tests {
    use lobby::{Appearance, Block};
    use matrix_sdk_test::JoinedRoomBuilder;
    use wiremock::{
        Mock, ResponseTemplate,
        matchers::{body_string_contains, method, path_regex},
    };

    use super::*;
    use crate::{
        attachment::FileLabel,
        matrix::{
            mocked::{BOT, Mocked, members, raw, refusal, room, state},
            send::upload::UploadedSource,
        },
    };

    fn message(thread: Option<&str>, reply_to: Option<&str>, mentions: &[&str]) -> Message {
        Message {
            room: "!r".into(),
            thread: thread.map(str::to_owned),
            reply_to: reply_to.map(str::to_owned),
            asked_by: None,
            mentions: mentions.iter().map(|&id| id.into()).collect(),
            blocks: vec![Block::Text("1 < 2".into())],
            table: None,
            starts_clock: None,
            asks: None,
            private_to: None,
            appearance: Appearance::default(),
        }
    }

    #[test]
    fn content_has_text_html_and_configured_type() {
        let said = content(&message(None, None, &[]), None, MessageType::Notice);
        let expected = json!({
            "msgtype": "m.notice", "body": "1 < 2", "format": "org.matrix.custom.html",
            "formatted_body": "<p>1 &lt; 2</p>", "m.mentions": {},
            "org.matrix.msc1767.automated": true,
        });
        assert_eq!(said, expected);
        assert_eq!(
            content(&message(None, None, &[]), None, MessageType::Text)["msgtype"],
            "m.text"
        );
    }

    #[test]
    fn a_file_stands_above_what_is_said() {
        let label = |name: &str, mimetype: &str, pixels| FileLabel {
            name: name.into(),
            mimetype: mimetype.into(),
            size: 7,
            pixels,
            turns: None,
        };
        let said = |label, source| {
            let file = Uploaded { label, source };
            content(&message(None, None, &[]), Some(file), MessageType::Notice)
        };
        let plain = UploadedSource::Plain {
            url: "mxc://x/y".into(),
        };
        let picture = said(label("b.png", "image/png", Some((720, 700))), plain);
        let expected = json!({
            "msgtype": "m.image", "filename": "b.png", "url": "mxc://x/y",
            "info": {
                "mimetype": "image/png", "size": 7, "w": 720, "h": 700,
                "org.matrix.msc4230.is_animated": false,
            },
            "body": "1 < 2", "format": "org.matrix.custom.html",
            "formatted_body": "<p>1 &lt; 2</p>", "m.mentions": {},
            "org.matrix.msc1767.automated": true,
        });
        assert_eq!(picture, expected);
        let sealed = UploadedSource::Encrypted {
            file: json!({ "url": "mxc://x/z" }),
        };
        let page = said(label("b.html", "text/html", None), sealed);
        assert_eq!(page["msgtype"], "m.file");
        assert_eq!(page["file"]["url"], "mxc://x/z");
        assert_eq!(page["info"], json!({ "mimetype": "text/html", "size": 7 }));
        assert_eq!(page.get("url"), None);
    }

    #[test]
    fn an_oversized_message_is_cut_and_sent() {
        let said = |text: String| {
            let blocks = vec![Block::Text(text)];
            let message = Message {
                blocks,
                ..message(Some("$root"), None, &["@alice:x"])
            };
            content(&message, None, MessageType::Text)
        };
        let whole = said("a".repeat(15_000));
        assert!(whole["formatted_body"].as_str().unwrap().len() > 15_000);
        for text in ["a", "\"", "\u{1}", "⚀", "<"] {
            let cut = said(text.repeat(40_000));
            assert!(cut.to_string().len() <= 44 << 10);
            let body = cut["body"].as_str().unwrap();
            assert!(body.starts_with(text) && body.len() > 4_000, "{text}");
            assert_eq!(cut.get("formatted_body"), None);
            assert_eq!(cut["m.relates_to"]["event_id"], "$root");
        }
    }

    #[test]
    fn only_those_who_are_meant_are_notified() {
        let said = content(&message(None, None, &["@alice:x"]), None, MessageType::Text);
        assert_eq!(said["m.mentions"], json!({ "user_ids": ["@alice:x"] }));
    }

    #[test]
    fn content_relates_to_thread_or_replied_event() {
        let relation = |thread, reply_to| {
            content(&message(thread, reply_to, &[]), None, MessageType::Text)["m.relates_to"]
                .clone()
        };
        assert_eq!(
            relation(None, Some("$e")),
            json!({ "m.in_reply_to": { "event_id": "$e" } })
        );
        let in_thread = relation(Some("$root"), Some("$e"));
        let expected = json!({
            "rel_type": "m.thread", "event_id": "$root", "is_falling_back": true,
            "m.in_reply_to": { "event_id": "$e" },
        });
        assert_eq!(in_thread, expected);
        assert_eq!(
            relation(Some("$root"), None)["m.in_reply_to"]["event_id"],
            "$root"
        );
    }

    /// The SDK forgets rooms from which the bot was removed.
    #[tokio::test]
    async fn messages_to_unknown_rooms_are_refused() {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let message = message(None, None, &[]);
        let refused = session.send_message(&message, None, "t1").await;
        assert!(matches!(refused, Err(SendError::Refused(_))), "{refused:?}");
    }

    /// Returns a session that has joined the test room, which is not encrypted.
    async fn joined_unencrypted() -> (Mocked, Session) {
        let mocked = Mocked::new().await;
        mocked.takes_a_login().await;
        let config = mocked.config("PASSWORD", "secret");
        let session = mocked.connect(&config, None).await.unwrap();
        let mut inbox = session.clone().inbox(Some("s0".into()), Vec::new());
        let joins = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(JoinedRoomBuilder::new(room()));
        });
        joins.await;
        let encryption = Mock::given(path_regex("/state/m.room.encryption"));
        encryption
            .respond_with(refusal(404, "M_NOT_FOUND"))
            .mount(mocked.server.server())
            .await;
        (mocked, session)
    }

    #[tokio::test]
    async fn others_get_no_private_messages() {
        let [mut alice, bob, bot] = members();
        // Alice had invited Bob. She may have prepared a way back, so that he gets none either.
        for membership in ["leave", "ban", "knock"] {
            alice["content"]["membership"] = json!(membership);
            sends_privately(vec![alice.clone(), bob.clone(), bot.clone()], false).await;
        }
        sends_privately(vec![bob, bot], true).await;
    }

    /// Checks whether Bob gets private messages in a room with these memberships; Alice gets none.
    async fn sends_privately(members: Vec<Value>, to_bob: bool) {
        let (mocked, session) = joined_unencrypted().await;
        let server = mocked.server.server();
        let rules = json!({ "join_rule": "invite" });
        let mut state = vec![
            state(BOT, "m.room.create", "", json!({ "room_version": "11" })),
            state(BOT, "m.room.join_rules", "", rules),
        ];
        state.extend(members);
        let in_room = state.iter().cloned().map(|mut event| {
            event["room_id"] = json!(room());
            event
        });
        let in_room: Vec<Value> = in_room.collect();
        let list = ResponseTemplate::new(200).set_body_json(json!({ "chunk": in_room[2..] }));
        let asked = Mock::given(path_regex("/members$")).respond_with(list);
        asked.with_priority(1).mount(server).await;
        let mut inbox = session.clone().inbox(Some("s1".into()), Vec::new());
        let changes = mocked.receives(&mut inbox, |sync| {
            sync.add_joined_room(
                JoinedRoomBuilder::new(room()).add_state_bulk(state.iter().map(raw)),
            );
        });
        changes.await;
        let taken = ResponseTemplate::new(200).set_body_json(json!({ "event_id": "$sent" }));
        let sends = Mock::given(method("PUT")).and(path_regex("/send/m.room.message/"));
        sends.respond_with(taken).mount(server).await;
        for (user, is_sent) in [("@alice:example.org", false), ("@bob:example.org", to_bob)] {
            let message = Message {
                room: room().to_string(),
                private_to: Some(user.to_owned()),
                ..message(None, None, &[])
            };
            let sent = session.send_message(&message, None, user).await;
            assert_eq!(sent.is_ok(), is_sent, "{sent:?}");
        }
    }

    #[tokio::test]
    async fn a_purged_thread_is_answered_in_the_room() {
        let (mocked, session) = joined_unencrypted().await;
        let server = mocked.server.server();
        let refused = Mock::given(method("PUT")).and(body_string_contains("m.thread"));
        refused
            .respond_with(refusal(400, "M_UNKNOWN"))
            .mount(server)
            .await;
        let taken = ResponseTemplate::new(200).set_body_json(json!({ "event_id": "$sent" }));
        let sends = Mock::given(method("PUT")).and(path_regex("/send/m.room.message/"));
        sends.respond_with(taken).mount(server).await;
        let message = Message {
            room: room().to_string(),
            ..message(Some("$root"), Some("$line"), &[])
        };
        let send = async || session.send_message(&message, None, "t1").await;
        let shown = Mock::given(method("GET")).and(path_regex("/event/"));
        let answer = ResponseTemplate::new(200).set_body_json(json!({}));
        let is_shown = shown.respond_with(answer).mount_as_scoped(server).await;
        let refused = send().await;
        assert!(matches!(refused, Err(SendError::Refused(_))), "{refused:?}");
        drop(is_shown);
        let busy = Mock::given(method("GET")).and(path_regex("/event/"));
        let is_busy = busy
            .respond_with(refusal(502, "M_UNKNOWN"))
            .mount_as_scoped(server)
            .await;
        let unknown = send().await;
        let is_retried = matches!(unknown, Err(SendError::Unreachable { .. }));
        assert!(is_retried, "{unknown:?}");
        drop(is_busy);
        let gone = Mock::given(method("GET")).and(path_regex("/event/"));
        gone.respond_with(refusal(404, "M_NOT_FOUND"))
            .mount(server)
            .await;
        assert_eq!(send().await.unwrap(), "$sent");
        let thread = session.thread_roots.thread_of(room().as_str(), "$sent");
        assert_eq!(thread.as_deref(), Some("$root"));
    }

    #[tokio::test]
    async fn a_proxy_delays_only_what_it_blocks() {
        let (mocked, session) = joined_unencrypted().await;
        let server = mocked.server.server();
        let blocked = ResponseTemplate::new(403).set_body_string("<html>");
        let sends = Mock::given(method("PUT")).and(path_regex("/send/m.room.message/"));
        sends.respond_with(blocked).mount(server).await;
        let message = Message {
            room: room().to_string(),
            ..message(None, None, &[])
        };
        let sent = session.send_message(&message, None, "t1").await;
        assert!(
            matches!(sent, Err(SendError::Unreachable { .. })),
            "{sent:?}"
        );
        let is_up = ResponseTemplate::new(200).set_body_json(json!({ "user_id": "@bot:x" }));
        let is_up = Mock::given(path_regex("/account/whoami$")).respond_with(is_up);
        is_up.mount(server).await;
        let sent = session.send_message(&message, None, "t1").await;
        assert!(matches!(sent, Err(SendError::Failed(_))), "{sent:?}");
    }
}
