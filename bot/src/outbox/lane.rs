//! Lanes: the queues of a room, one for films and pages, one for all other messages.

use crate::store::Envelope;

/// A queue of messages that are sent in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lane {
    pub(super) room: String,
    kind: LaneKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LaneKind {
    Messages,
    /// Films and pages of whole games.
    Replays,
}

impl Lane {
    /// The lane of a message.
    pub(super) fn of(message: &Envelope) -> Self {
        let kind = if message.is_replay {
            LaneKind::Replays
        } else {
            LaneKind::Messages
        };
        let room = message.room.clone();
        Self { room, kind }
    }

    /// The lanes of a room.
    pub(super) fn all(room: &str) -> [Self; 2] {
        [LaneKind::Messages, LaneKind::Replays].map(|kind| Self {
            room: room.to_owned(),
            kind,
        })
    }
}
