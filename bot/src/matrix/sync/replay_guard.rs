//! The place of an encrypted message in its Megolm session, for protection against replays.
//!
//! The SDK decrypts the same ciphertext as often as it arrives, under any event id. The encrypted form of an event, which
//! names its place, is a part of the decrypted one (see vendor/README.md): the homeserver, which may not answer about a
//! room, isn't asked for it.

use matrix_sdk::{
    Room,
    deserialized_responses::{TimelineEvent, VerificationLevel, VerificationState},
    encryption::vodozemac::megolm::MegolmMessage,
    ruma::{
        events::{AnySyncTimelineEvent, room::encrypted::OriginalSyncRoomEncryptedEvent},
        serde::Raw,
    },
};
use serde_json::Value;

use super::{
    event_filter::{TextMessage, UndecryptableEvent},
    read_form,
};
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{failure::Failure, session::session_error::SessionError},
    store::MegolmIndex,
};

/// Key of a decrypted event under which the SDK adds its encrypted form, as text.
const ENCRYPTED_FORM_KEY: &str = "org.icebreaker.encrypted_form";

/// Returns a decrypted event as it came; `None` for other events.
pub(super) fn encrypted_form(event: &TimelineEvent) -> Option<String> {
    event.encryption_info()?;
    let form: String = event.raw().get_field(ENCRYPTED_FORM_KEY).ok().flatten()?;
    // Other members' replies in a thread below it are a part, which may be unreadable.
    Some(read_form::short_event(&form).unwrap_or(form))
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

/// Reads the id of an encrypted event's Megolm session.
pub(super) fn session_id(json: &str) -> Option<String> {
    let event: Value = serde_json::from_str(json).ok()?;
    let id = event.pointer("/content/session_id")?.as_str()?;
    Some(id.to_owned())
}

/// Reads the place of an encrypted event in its Megolm session; `None` for other events. The decryption reads the same message
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
