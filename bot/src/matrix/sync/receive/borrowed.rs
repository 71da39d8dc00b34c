//! Lines in Megolm sessions whose room key came from another user than their sender. They are never acted
//! upon; the sender is told that they cannot be read.

use lobby::{Incoming, Line};
use matrix_sdk::{Room, deserialized_responses::TimelineEvent};

use super::Inbox;
use crate::{
    logging::rate_limited::log_rate_limited,
    matrix::{
        session::session_error::SessionError,
        sync::{event_filter, replay_guard},
    },
};

impl Inbox {
    /// Keeps the lines to the bot in Megolm sessions whose room key came from another user than their sender.
    pub(super) async fn keep_borrowed(
        &mut self,
        room: &Room,
        events: &[TimelineEvent],
    ) -> Result<(), SessionError> {
        for event in events
            .iter()
            .filter(|event| replay_guard::is_borrowed(event))
        {
            for passed in event_filter::filter_events([event.raw().json().get()], &self.session.own)
            {
                let arrival = self.arrival(room, passed).await?;
                if let Some(Incoming::Line(line)) = arrival.map(|arrival| arrival.incoming) {
                    let Line { event, sender, .. } = &line;
                    log_rate_limited!(
                        &line.room,
                        warn!(
                            room = line.room,
                            event,
                            user = sender.id,
                            "ignored encrypted message: another user sent the room key of its session"
                        )
                    );
                    self.borrowed_lines.push(line);
                }
            }
        }
        Ok(())
    }
}
