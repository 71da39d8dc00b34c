//! What one sync response brings, as plain data.

use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

use matrix_sdk::ruma::RoomId;
use tables::{Incoming, Line};

use super::{invitations::Invitation, verification::Verification};
use crate::store::{Sealed, SeenEvent, Undecrypted};

/// What one sync response brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// Where receiving goes on, once everything here is dealt with.
    pub token: String,
    /// What concerns the bot, in order within each room.
    pub arrivals: Vec<Arrival>,
    /// The invitations that nobody has replied to.
    pub invitations: Vec<Invitation>,
    /// Who wants to verify the bot.
    pub verifications: Vec<Verification>,
    /// The messages whose keys do not come, of which the tables have not been told yet.
    pub unreadable: Vec<Line>,
    /// The events that wait for their keys from now on.
    pub undecrypted: Vec<Undecrypted>,
    /// The ids of the events that no longer wait for their keys.
    pub settled: Vec<String>,
    /// When it came.
    pub at: Option<Instant>,
}

impl Received {
    /// Sorts what was written so that each room has its first event before any has its second. In a room, the
    /// order stays.
    pub(crate) fn take_turns(&mut self) {
        let is_event = |arrival: &Arrival| arrival.event.is_some();
        let Some(begin) = self.arrivals.iter().position(is_event) else {
            return;
        };
        // News of the response itself stays before or after the events.
        let end = self.arrivals.iter().rposition(is_event).unwrap_or(begin);
        let mut counts = HashMap::<String, usize>::new();
        let mut turns: Vec<(usize, Arrival)> = Vec::new();
        for arrival in self.arrivals.drain(begin..=end) {
            let room = arrival.event.as_ref().map(|event| event.room.clone());
            let turn = counts.entry(room.unwrap_or_default()).or_default();
            turns.push((*turn, arrival));
            *turn += 1;
        }
        turns.sort_by_key(|(turn, _)| *turn);
        let sorted = turns.into_iter().map(|(_, arrival)| arrival);
        self.arrivals.splice(begin..begin, sorted);
    }
}

/// Something that concerns the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The event that tells of it; `None` if the response itself does, as of a room that was left.
    pub event: Option<SeenEvent>,
    /// What happened.
    pub incoming: Incoming,
}

impl Arrival {
    /// What an event of a room tells.
    pub(super) fn of(event: String, room: &RoomId, incoming: Incoming) -> Self {
        Self {
            event: Some(SeenEvent {
                event,
                room: room.to_string(),
                sealed: None,
            }),
            incoming,
        }
    }

    /// The same, encrypted at this place.
    pub(super) fn sealed(mut self, place: Sealed) -> Self {
        if let Some(event) = &mut self.event {
            event.sealed = Some(place);
        }
        self
    }

    /// The same with its place, if it is one of these events that came encrypted: one without a place
    /// is left out.
    pub(super) fn placed(
        mut self,
        sealed: &HashSet<String>,
        places: &mut HashMap<String, Sealed>,
    ) -> Option<Self> {
        if let Some(event) = &mut self.event
            && sealed.contains(&event.event)
        {
            event.sealed = Some(places.remove(&event.event)?);
        }
        Some(self)
    }
}
