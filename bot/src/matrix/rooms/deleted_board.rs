//! Boards that somebody deletes before their player can have seen them.

use std::time::Duration;

use lobby::clocks::OutOfTime;
use matrix_sdk::ruma::{EventId, api::client::room::get_room_event};
use serde::Deserialize;
use tokio::time::timeout;

use super::state_reset::RedactionField;
use crate::matrix::session::Session;

/// Time limit for the homeserver to show an event.
const EVENT_TIMEOUT: Duration = Duration::from_secs(3);

/// An event, of which only the sender of its redaction is read.
#[derive(Debug, Deserialize)]
struct RedactableEvent {
    #[serde(default)]
    unsigned: RedactionField,
}

impl Session {
    /// Returns whether somebody else has deleted the board that asks a player for a turn. `false` if the homeserver
    /// cannot tell in time.
    pub async fn is_board_deleted(&self, due: &OutOfTime) -> bool {
        let board = due.board.as_ref().and_then(|id| EventId::parse(id).ok());
        let Some((room, board)) = self.known_room(&due.room).zip(board) else {
            return false;
        };
        let request = get_room_event::v3::Request::new(room.room_id().to_owned(), board);
        let Ok(Ok(response)) = timeout(EVENT_TIMEOUT, room.client().send(request)).await else {
            return false;
        };
        let event: Option<RedactableEvent> = serde_json::from_str(response.event.json().get()).ok();
        let redacted_by = event
            .as_ref()
            .and_then(|event| event.unsigned.redacted_by());
        redacted_by.is_some_and(|sender| sender != due.user)
    }
}
