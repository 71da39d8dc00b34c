//! The events of one sync response that concern the bot, as plain data.

use std::{collections::HashMap, time::Instant};

use jiff::Timestamp;
use lobby::{Incoming, Line, Synced};
use matrix_sdk::ruma::RoomId;

use crate::{
    matrix::{
        rooms::invitations::Invitation, session::verification::Verification,
        sync::hindrances::Hindrance,
    },
    store::{MegolmIndex, SeenEvent, Undecrypted},
};

/// A sync response, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// The sync token to continue from, once everything here is stored.
    pub token: String,
    /// Lines, joins and upgrades, in order within each room.
    pub arrivals: Vec<Arrival>,
    /// The pending invitations.
    pub invitations: Vec<Invitation>,
    /// Requests to verify the bot.
    pub verifications: Vec<Verification>,
    /// The messages whose room keys are overdue, of which the tables have not been told yet.
    pub unreadable: Vec<Line>,
    /// The events that wait for their room keys from now on.
    pub undecrypted: Vec<Undecrypted>,
    /// The ids of the events that no longer wait for their keys.
    pub settled: Vec<String>,
    /// The time of the request and the state of the rooms, in the last part of a response.
    pub synced: Option<Synced>,
    /// The rooms in which the right to write may have changed.
    pub changed_rooms: Vec<String>,
    /// The events by which somebody may keep users out of rooms.
    pub hindrances: Vec<Hindrance>,
    /// The time of the response.
    pub at: Option<Instant>,
}

impl Received {
    /// Returns whether a tombstone of a room is among the arrivals.
    pub fn upgrades(&self, room: &str) -> bool {
        let mut arrivals = self.arrivals.iter();
        arrivals.any(|arrival| {
            matches!(&arrival.incoming, Incoming::Upgraded(upgrade) if upgrade.room == room)
        })
    }

    /// Sorts the events round-robin: each room has its first event before any has its second. Within a room,
    /// the order stays.
    pub(crate) fn take_turns(&mut self) {
        let is_event = |arrival: &Arrival| arrival.event.is_some();
        let Some(begin) = self.arrivals.iter().position(is_event) else {
            return;
        };
        // Arrivals without an event, of the response itself, stay before or after the events.
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
    /// The event that reports it; `None` if the response itself does, as for a room that was left.
    pub event: Option<SeenEvent>,
    /// The arrival as the lobby takes it.
    pub incoming: Incoming,
}

impl Arrival {
    /// Creates the arrival of an unencrypted event.
    pub(super) fn of(event: String, room: &RoomId, incoming: Incoming) -> Self {
        Self {
            event: Some(SeenEvent {
                event,
                room: room.to_string(),
                megolm_index: None,
            }),
            incoming,
        }
    }

    /// Adds the time at which a line arrived that was decrypted later, and the one from which it counts.
    pub(super) fn delivered_at(mut self, delivered: Timestamp, since: Timestamp) -> Self {
        if let Incoming::Line(line) = &mut self.incoming {
            line.delivered = Some(delivered);
            line.received = Some(since);
        }
        self
    }

    /// Adds the event's place in its Megolm session.
    pub(super) fn with_megolm_index(mut self, place: MegolmIndex) -> Self {
        if let Some(event) = &mut self.event {
            event.megolm_index = Some(place);
        }
        self
    }
}
