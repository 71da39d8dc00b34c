//! Where an encrypted message stands in its Megolm session.
//!
//! The SDK decrypts the same ciphertext as often as it comes, under whatever event id, and hands out
//! only what was in it. So the event is fetched as it is on the server, decrypted once more, and has
//! to say the same.

use matrix_sdk::{
    Room,
    deserialized_responses::{TimelineEvent, VerificationLevel, VerificationState},
    ruma::{
        EventId,
        api::client::room::get_room_event,
        serde::{Base64, base64::Standard},
    },
};
use serde_json::Value;

use super::{
    gate::{self, Passed, Written},
    late,
    session::{Session, SessionError},
};
use crate::{seldom::seldom, store::Sealed};

/// How an event came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// For everybody to read.
    Open,
    /// Encrypted; its place is to be asked for.
    Unknown,
    /// Encrypted, at this place.
    Sealed(Sealed),
}

/// The place of a line that came encrypted; `None` if the homeserver does not show what it was, and
/// the line has to be left out.
pub(super) async fn place(
    session: &Session,
    room: &Room,
    written: &Written,
) -> Result<Option<Sealed>, SessionError> {
    let Ok(id) = EventId::parse(&written.event) else {
        return Ok(None);
    };
    let question = async || {
        let request = get_room_event::v3::Request::new(room.room_id().to_owned(), id.clone());
        let response = room.client().send(request).await?;
        Ok(response.event)
    };
    let event = session.ask(room, question).await?;
    let Some(event) = event else {
        return Ok(None);
    };
    let json = event.json().get();
    let same = match late::decrypt(room, json).await? {
        Some(event) => {
            let passed = gate::pass([event.raw().json().get()], &session.own);
            passed == [Passed::Line(written.clone())]
        }
        None => false,
    };
    let place = read(json).filter(|_| same);
    if place.is_none() {
        let room = room.room_id().as_str();
        seldom!(
            room,
            warn!(
                room,
                event = written.event,
                "an encrypted line is left out, for the homeserver shows another event in its place"
            )
        );
    }
    Ok(place)
}

/// Whether somebody has sent what another user has encrypted. Whoever acts upon it as the first takes
/// the place from the message of the other.
pub(super) fn is_borrowed(event: &TimelineEvent) -> bool {
    let borrowed = VerificationState::Unverified(VerificationLevel::MismatchedSender);
    event
        .encryption_info()
        .is_some_and(|info| info.verification_state == borrowed)
}

/// The place of an encrypted event; `None` if it is not one.
pub(super) fn read(json: &str) -> Option<Sealed> {
    let event: Value = serde_json::from_str(json).ok()?;
    let text = |pointer: &str| event.pointer(pointer)?.as_str();
    let ciphertext = Base64::<Standard>::parse(text("/content/ciphertext")?).ok()?;
    Some(Sealed {
        session: text("/content/session_id")?.to_owned(),
        index: index(ciphertext.as_bytes())?,
    })
}

/// The number in a Megolm message: after the version, 3, the tag 8, and then seven bits in every byte,
/// the lowest first (the format is part of the message's signature).
fn index(message: &[u8]) -> Option<u32> {
    let [3, 8, number @ ..] = message else {
        return None;
    };
    let mut index = 0_u64;
    for (place, byte) in number.iter().take(5).enumerate() {
        index |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return u32::try_from(index).ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_is_read_from_a_message() {
        let check = |message: &[u8], expected| assert_eq!(index(message), expected, "{message:?}");
        check(&[3, 8, 0, 0x12, 1], Some(0));
        check(&[3, 8, 127, 0x12], Some(127));
        check(&[3, 8, 0x80, 1, 0x12], Some(128));
        check(&[3, 8, 0xff, 0xff, 0xff, 0xff, 0x0f], Some(u32::MAX));
        check(&[3, 8, 0xff, 0xff, 0xff, 0xff, 0x1f], None);
        check(&[3, 8, 0xff, 0xff, 0xff, 0xff, 0xff, 1], None);
        check(&[3, 8, 0x80], None);
        check(&[3, 8], None);
        check(&[4, 8, 0], None);
        check(&[3, 0x12, 0], None);
        check(&[], None);
    }

    #[test]
    fn the_place_is_the_same_under_every_event_id() {
        let event = |id: &str, ciphertext: &str| {
            let content = json!({ "session_id": "abc", "ciphertext": ciphertext });
            read(&json!({ "event_id": id, "content": content }).to_string())
        };
        let first = event("$1", "AwgFEgE").unwrap();
        assert_eq!((first.session.as_str(), first.index), ("abc", 5));
        assert_eq!(event("$2", "AwgFEgE="), Some(first));
        assert_eq!(event("$1", "?"), None);
        assert_eq!(read("{}"), None);
    }
}
