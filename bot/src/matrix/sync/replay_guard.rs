//! The place of an encrypted message in its Megolm session, for protection against replays.
//!
//! The SDK decrypts the same ciphertext as often as it arrives, under any event id, and returns only the
//! content. So the event is fetched as it is on the homeserver, decrypted once more, and has to have the same
//! content.

use std::collections::{HashMap, HashSet};

use matrix_sdk::{
    Room,
    config::RequestConfig,
    deserialized_responses::{TimelineEvent, VerificationLevel, VerificationState},
    encryption::vodozemac::megolm::MegolmMessage,
    ruma::{
        EventId,
        api::client::{message::get_message_events, room::get_room_event},
        events::{AnySyncTimelineEvent, room::encrypted::OriginalSyncRoomEncryptedEvent},
        serde::Raw,
    },
};
use serde_json::Value;

use super::{
    event_filter::{self, RelevantEvent, TextMessage, UndecryptableEvent},
    read_form, request_filter,
    slow_rooms::SlowRooms,
};
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        failure::Failure,
        session::{Session, session_error::SessionError},
    },
    store::MegolmIndex,
};

/// Events per request for encrypted events of a room.
const EVENTS_PER_PAGE: u32 = 100;
/// Maximum requests for one room.
const MAX_LOOKUP_PAGES: usize = 10;

/// The state of an encrypted line's event on the homeserver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OriginalEvent {
    /// It is there, with this Megolm index.
    Encrypted(MegolmIndex),
    /// Somebody else than its sender has redacted it.
    Redacted,
}

/// Returns the original events of lines that came encrypted between two tokens, by event id. Lines without one must be
/// dropped: the homeserver shows another event, or they hide its thread.
pub(super) async fn original_events(
    session: &Session,
    slow: &mut SlowRooms,
    room: &Room,
    (since, until): (Option<&str>, &str),
    lines: &[&TextMessage],
) -> Result<HashMap<String, OriginalEvent>, SessionError> {
    let mut events = encrypted_events(session, slow, room, (since, until), lines).await?;
    let mut originals = HashMap::new();
    for line in lines {
        if let Some(json) = events.remove(&line.event)
            && let Some(original) = original(session, room, &json, line).await?
        {
            originals.insert(line.event.clone(), original);
        }
    }
    Ok(originals)
}

/// Returns the events of lines that came encrypted between two tokens, as they are on the homeserver, by event id.
pub(super) async fn encrypted_events(
    session: &Session,
    slow: &mut SlowRooms,
    room: &Room,
    (since, until): (Option<&str>, &str),
    lines: &[&TextMessage],
) -> Result<HashMap<String, String>, SessionError> {
    let mut shown = HashMap::new();
    if let (Some(since), [_, _, ..]) = (since, lines) {
        let showing = show(room, (since, until), lines, &mut shown);
        slow.limit(room.room_id(), showing).await;
    }
    for line in lines {
        if !shown.contains_key(&line.event)
            && let Some(json) = event(session, room, &line.event).await?
        {
            shown.insert(line.event.clone(), json);
        }
    }
    Ok(shown)
}

/// Adds the events of some lines to `shown`, by id and as they are on the homeserver: reads the encrypted
/// events after one token and up to another. Forwards, as backwards the homeserver may wait for other servers
/// (see `backfill.rs`). Lines that are missing, because a request failed, are fetched one by one.
async fn show(
    room: &Room,
    (since, until): (&str, &str),
    lines: &[&TextMessage],
    shown: &mut HashMap<String, String>,
) {
    let mut wanted: HashSet<&str> = lines.iter().map(|line| line.event.as_str()).collect();
    let mut from = Some(since.to_owned());
    for _ in 0..MAX_LOOKUP_PAGES {
        let (Some(start), false) = (from, wanted.is_empty()) else {
            break;
        };
        let mut request = get_message_events::v3::Request::forward(room.room_id().to_owned());
        request.from = Some(start.clone());
        request.to = Some(until.to_owned());
        request.limit = EVENTS_PER_PAGE.into();
        request.filter = request_filter::of_encrypted();
        let config = RequestConfig::new().disable_retry();
        let client = room.client();
        let Ok(page) = client.send(request).with_request_config(config).await else {
            break;
        };
        for event in page.chunk {
            let id: Option<String> = event.get_field("event_id").ok().flatten();
            if let Some(id) = id.filter(|id| wanted.remove(id.as_str())) {
                shown.insert(id, event.json().get().to_owned());
            }
        }
        from = page.end.filter(|end| *end != start);
    }
}

/// Fetches an event from the homeserver; `None` if it does not answer.
async fn event(session: &Session, room: &Room, id: &str) -> Result<Option<String>, SessionError> {
    let Ok(id) = EventId::parse(id) else {
        return Ok(None);
    };
    let question = async || {
        let request = get_room_event::v3::Request::new(room.room_id().to_owned(), id.clone());
        let response = room.client().send(request).await?;
        let json = response.event.json().get();
        // Other members' replies in a thread below it are a part, which may be unreadable.
        Ok(read_form::short_event(json).unwrap_or_else(|| json.to_owned()))
    };
    session.ask(room, question).await
}

/// Returns the event of a line as the homeserver shows it in `json`; `None` if that has another content.
async fn original(
    session: &Session,
    room: &Room,
    json: &str,
    line: &TextMessage,
) -> Result<Option<OriginalEvent>, SessionError> {
    let passed = event_filter::filter_events([json], &session.own, true);
    if matches!(passed[..], [RelevantEvent::Redacted { .. }]) {
        return Ok(Some(OriginalEvent::Redacted));
    }
    let encrypted = UndecryptableEvent::read(json);
    // A relation is outside the ciphertext, and the decrypted content can hide it.
    if encrypted
        .as_ref()
        .is_some_and(|encrypted| hides_thread(room, encrypted, line))
    {
        return Ok(None);
    }
    let same = match decrypt(room, json).await? {
        Some(event) if encrypted.is_some() && !is_borrowed(&event) => {
            let json = event.raw().json().get();
            let passed = event_filter::filter_events([json], &session.own, true);
            passed == [RelevantEvent::Line(line.clone())]
        }
        _ => false,
    };
    let index = read(json).filter(|_| same);
    if index.is_none() {
        let room = room.room_id().as_str();
        log_rate_limited!(
            room,
            warn!(
                room,
                event = line.event,
                "ignored encrypted message: homeserver returned a different event"
            )
        );
    }
    Ok(index.map(OriginalEvent::Encrypted))
}

/// Returns, and logs, whether a decrypted line hides the thread of its event.
pub(super) fn hides_thread(
    room: &Room,
    encrypted: &UndecryptableEvent,
    line: &TextMessage,
) -> bool {
    let is_hidden = encrypted.hides_thread_of(line);
    if is_hidden {
        let room = room.room_id().as_str();
        log_rate_limited!(
            room,
            warn!(
                room,
                event = line.event,
                "ignored encrypted message: its text hides its thread"
            )
        );
    }
    is_hidden
}

/// Decrypts an event; `None` if its room key is missing.
///
/// # Errors
///
/// If the SDK's store cannot be written. That says nothing about the event.
pub(super) async fn decrypt(
    room: &Room,
    json: &str,
) -> Result<Option<TimelineEvent>, SessionError> {
    let Ok(raw) = Raw::<AnySyncTimelineEvent>::from_json_string(json.to_owned()) else {
        return Ok(None);
    };
    let encrypted = raw.cast_ref_unchecked::<OriginalSyncRoomEncryptedEvent>();
    match room.decrypt_event(encrypted, None).await {
        Ok(event) => {
            let is_readable = !event.kind.is_utd();
            Ok(is_readable.then_some(event))
        }
        Err(error) => match Failure::from(error) {
            Failure::Unwritable(reason) => Err(SessionError::Unwritable(reason)),
            _ => Ok(None),
        },
    }
}

/// Returns whether the room key of an encrypted event came from other users than its sender. Such an event waits for
/// the sender's own key. It may be a copy of another user's ciphertext: the sender may lack the key, and the answer
/// to a copy would tell them the content. It may also be the sender's own, if another member's key of that session
/// has arrived, and theirs not yet or only from a later message on. Nothing in the event distinguishes the two.
pub(super) fn is_borrowed(event: &TimelineEvent) -> bool {
    let borrowed = VerificationState::Unverified(VerificationLevel::MismatchedSender);
    event
        .encryption_info()
        .is_some_and(|info| info.verification_state == borrowed)
}

/// Reads the place of an encrypted event; `None` for other events. The decryption reads the same message
/// index, however it is encoded.
pub(super) fn read(json: &str) -> Option<MegolmIndex> {
    let event: Value = serde_json::from_str(json).ok()?;
    let text = |pointer: &str| event.pointer(pointer)?.as_str();
    let message = MegolmMessage::from_base64(text("/content/ciphertext")?).ok()?;
    Some(MegolmIndex {
        session: text("/content/session_id")?.to_owned(),
        sender: text("/sender")?.to_owned(),
        index: message.message_index(),
    })
}

#[cfg(test)]
mod tests {
    use matrix_sdk::{
        encryption::vodozemac::megolm::{GroupSession, InboundGroupSession, SessionConfig},
        ruma::serde::{Base64, base64::Standard},
    };
    use serde_json::json;

    use super::*;

    fn event(id: &str, ciphertext: &str) -> Option<MegolmIndex> {
        from("@alice:x", id, ciphertext)
    }

    fn from(sender: &str, id: &str, ciphertext: &str) -> Option<MegolmIndex> {
        let content = json!({ "session_id": "abc", "ciphertext": ciphertext });
        read(&json!({ "event_id": id, "sender": sender, "content": content }).to_string())
    }

    /// A session in which `before` messages have been written, and the next message.
    fn written(before: u32) -> (InboundGroupSession, MegolmMessage) {
        let mut session = GroupSession::new(SessionConfig::version_1());
        let reader = InboundGroupSession::new(&session.session_key(), SessionConfig::version_1());
        for _ in 0..before {
            session.encrypt("before");
        }
        (reader, session.encrypt("!resign"))
    }

    #[test]
    fn the_index_does_not_depend_on_event_id() {
        for number in [0, 1, 127, 128, 300] {
            let (_, message) = written(number);
            let ciphertext = message.to_base64();
            let padding = "=".repeat(ciphertext.len().wrapping_neg() % 4);
            let padded = format!("{ciphertext}{padding}");
            let first = event("$1", &ciphertext).unwrap();
            assert_eq!((first.session.as_str(), first.index), ("abc", number));
            assert_eq!(event("$2", &padded), Some(first));
        }
    }

    #[test]
    fn another_sender_has_a_place_of_their_own() {
        let ciphertext = written(3).1.to_base64();
        let places = ["@alice:x", "@mallory:x"].map(|sender| from(sender, "$1", &ciphertext));
        assert_ne!(places[0], places[1]);
        let senders = places.map(|place| place.unwrap().sender);
        assert_eq!(senders, ["@alice:x", "@mallory:x"]);
    }

    /// The signature of a message does not cover the encoding of its index.
    #[test]
    fn the_index_does_not_depend_on_encoding() {
        let (mut reader, message) = written(5);
        let bytes = message.to_bytes();
        assert_eq!(bytes[..3], [3, 8, 5]);
        let with = |front: &[u8], number: &[u8]| [&[3], front, &[8], number, &bytes[3..]].concat();
        for bytes in [
            // A second index before it: the last one counts.
            with(&[8, 99], &[5]),
            // An unknown field.
            with(&[0x18, 1], &[5]),
            with(&[], &[0x85, 0]),
            with(&[], &[0x85, 0x80, 0x80, 0x80, 0x10]),
        ] {
            let again = MegolmMessage::from_bytes(&bytes).unwrap();
            let decrypted = reader.decrypt(&again).unwrap();
            assert_eq!(decrypted.plaintext, b"!resign", "{bytes:?}");
            let ciphertext = Base64::<Standard, _>::new(bytes.as_slice()).encode();
            let place = event("$again", &ciphertext).unwrap();
            assert_eq!(place.index, decrypted.message_index, "{bytes:?}");
        }
    }

    #[test]
    fn malformed_ciphertext_has_no_index() {
        for ciphertext in ["", "?", "AwgFEgE", "AwgF"] {
            assert_eq!(event("$1", ciphertext), None, "{ciphertext}");
        }
        assert_eq!(read("{}"), None);
    }
}
