//! Lines in Megolm sessions whose room key came from other users than their sender. They wait for the sender's own key.

use lobby::{Incoming, Line};
use matrix_sdk::{Room, deserialized_responses::TimelineEvent};

use super::Inbox;
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        session::session_error::SessionError,
        sync::{
            event_filter::{self, RelevantEvent},
            replay_guard,
        },
    },
};

impl Inbox {
    /// Keeps the lines to the bot in Megolm sessions whose room key came from other users than their sender.
    pub(super) async fn keep_borrowed(
        &mut self,
        room: &Room,
        events: &[TimelineEvent],
    ) -> Result<(), SessionError> {
        let id = room.room_id();
        for event in events
            .iter()
            .filter(|event| replay_guard::is_borrowed(event))
        {
            let Some(json) = replay_guard::encrypted_form(event) else {
                continue;
            };
            let Some(line) = self.line_to_bot(room, event).await? else {
                continue;
            };
            log_rate_limited!(
                id.as_str(),
                warn!(
                    room = %id,
                    event = line.event,
                    user = line.sender.id,
                    "encrypted message waits: another user sent the room key of its session"
                )
            );
            self.pending_decryptions.keep(id, &json, &self.session.own);
        }
        Ok(())
    }

    /// Returns the line in a decrypted event; `None` if it isn't one to the bot.
    pub(super) async fn line_to_bot(
        &mut self,
        room: &Room,
        event: &TimelineEvent,
    ) -> Result<Option<Line>, SessionError> {
        let Some(written) = self.read_message(event) else {
            return Ok(None);
        };
        let arrival = self.arrival(room, RelevantEvent::Line(written)).await?;
        Ok(arrival.and_then(|arrival| match arrival.incoming {
            Incoming::Line(line) => Some(line),
            _ => None,
        }))
    }

    /// Returns the message in a decrypted event.
    fn read_message(&self, event: &TimelineEvent) -> Option<event_filter::TextMessage> {
        let json = event.raw().json().get();
        let passed = event_filter::filter_events([json], &self.session.own, true);
        passed.into_iter().find_map(|passed| match passed {
            RelevantEvent::Line(written) => Some(written),
            _ => None,
        })
    }
}
