//! The state events of a room in a sync response.

use matrix_sdk::sync::{JoinedRoomUpdate, State};

/// Returns their JSON, the oldest first, mixed with other events of the timeline, which have no `state_key`.
/// Encrypted events are left out: they are no state, even if their content claims to be.
pub(in crate::matrix) fn events(
    update: &JoinedRoomUpdate,
) -> impl DoubleEndedIterator<Item = &str> {
    let (State::Before(state) | State::After(state)) = &update.state;
    let state = state.iter().map(|event| event.json().get());
    let timeline = update.timeline.events.iter();
    let timeline = timeline.filter(|event| event.encryption_info().is_none());
    state.chain(timeline.map(|event| event.raw().json().get()))
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use matrix_sdk::{
        deserialized_responses::{
            AlgorithmInfo, DecryptedRoomEvent, EncryptionInfo, TimelineEvent, VerificationState,
        },
        ruma::{serde::Raw, user_id},
    };

    use super::*;

    #[test]
    fn encrypted_events_are_not_state() {
        let forged = r#"{"type":"m.room.tombstone","state_key":"","event_id":"$f"}"#;
        let real = r#"{"type":"m.room.tombstone","state_key":"","event_id":"$r"}"#;
        let info = EncryptionInfo {
            sender: user_id!("@mallory:x").to_owned(),
            sender_device: None,
            forwarder: None,
            algorithm_info: AlgorithmInfo::MegolmV1AesSha2 {
                curve25519_key: "key".to_owned(),
                sender_claimed_keys: BTreeMap::new(),
                session_id: None,
            },
            verification_state: VerificationState::Verified,
        };
        let decrypted = DecryptedRoomEvent {
            event: Raw::from_json_string(forged.to_owned()).unwrap(),
            encryption_info: Arc::new(info),
            unsigned_encryption_info: None,
        };
        let mut update = JoinedRoomUpdate::default();
        update.timeline.events = vec![
            TimelineEvent::from_plaintext(Raw::from_json_string(real.to_owned()).unwrap()),
            TimelineEvent::from_decrypted(decrypted, None),
        ];
        assert_eq!(events(&update).collect::<Vec<_>>(), [real]);
    }
}
