//! Arrivals: the lines, joins and upgrades in a response, and in what was missed before it.

use std::collections::{HashMap, HashSet};

use matrix_sdk::{
    Room, RoomState,
    deserialized_responses::TimelineEvent,
    ruma::{OwnedRoomId, RoomId},
    sync::{JoinedRoomUpdate, State, SyncResponse},
};
use tables::{Incoming, Line, Person};
use tracing::debug;

use super::Inbox;
use crate::matrix::{
    direct,
    gate::{self, Passed, Written},
    missed::{Attempt, Gap, Missed, missed},
    people::Members,
    received::Arrival,
    sealed,
    session_error::SessionError,
    upgrade,
};

/// The events that tell who is in a room, can come in, or has power there.
const ABOUT_PEOPLE: [&str; 3] = ["m.room.member", "m.room.join_rules", "m.room.power_levels"];

impl Inbox {
    /// The arrivals of a response, but for rooms that are left until later.
    pub(super) async fn arrivals(
        &mut self,
        response: &SyncResponse,
    ) -> Result<(Vec<Arrival>, HashSet<OwnedRoomId>), SessionError> {
        let mut arrivals = Vec::new();
        for (room, event, place) in self.late.decrypted(&self.session).await? {
            if sealed::is_borrowed(&event) {
                self.keep_borrowed(&room, &[event]).await?;
                continue;
            }
            for passed in gate::pass([event.raw().json().get()], &self.session.own) {
                let arrival = self.arrival(&room, passed).await?;
                arrivals.extend(arrival.map(|arrival| arrival.sealed(place.clone())));
            }
        }
        // Leaving is idempotent for the tables, so the event that tells of it is not looked for.
        let left = response.rooms.left.keys().map(ToString::to_string);
        arrivals.extend(left.map(|room| Arrival {
            event: None,
            incoming: Incoming::Left { room },
        }));
        let rooms = response.rooms.joined.iter().collect();
        let (more, slow) = self
            .joined_arrivals(response, rooms, Attempt::First)
            .await?;
        arrivals.extend(more);
        Ok((arrivals, slow))
    }

    /// The arrivals in rooms that were left until now.
    pub(super) async fn last_arrivals(
        &mut self,
        response: &SyncResponse,
        rooms: &HashSet<OwnedRoomId>,
    ) -> Result<Vec<Arrival>, SessionError> {
        let joined = response.rooms.joined.iter();
        let rooms = joined.filter(|(id, _)| rooms.contains(*id)).collect();
        let (arrivals, _) = self.joined_arrivals(response, rooms, Attempt::Last).await?;
        Ok(arrivals)
    }

    /// The arrivals in these rooms, and the rooms that take too long.
    async fn joined_arrivals(
        &mut self,
        response: &SyncResponse,
        rooms: Vec<(&OwnedRoomId, &JoinedRoomUpdate)>,
        attempt: Attempt,
    ) -> Result<(Vec<Arrival>, HashSet<OwnedRoomId>), SessionError> {
        let mut missed = self.missed(&rooms, attempt).await?;
        let mut arrivals = Vec::new();
        let mut slow = HashSet::new();
        for (id, update) in rooms {
            let mut events = match missed.remove(id) {
                Some(Missed::Events(events)) => events,
                Some(Missed::Slow) => {
                    slow.insert(id.clone());
                    continue;
                }
                None => Vec::new(),
            };
            let Some(room) = self.session.client.get_room(id) else {
                continue;
            };
            if is_about_people(update) {
                self.people.forget(id);
            }
            if let Some((event, mut upgrade)) = upgrade::of(id, update) {
                upgrade.was_there = self.is_in(&upgrade.successor);
                arrivals.push(Arrival::of(event, id, Incoming::Upgraded(upgrade)));
            }
            let was_joined = self.was_joined(id);
            events.extend_from_slice(&update.timeline.events);
            self.keep_borrowed(&room, self.since_join(&events)).await?;
            events.retain(|event| !sealed::is_borrowed(event));
            self.keep_undecrypted(&room, &events);
            let passed = self.pass(&events, update, was_joined);
            arrivals.extend(
                self.arrivals_in(&room, passed, &sealed_ids(&events), &response.next_batch)
                    .await?,
            );
        }
        Ok((arrivals, slow))
    }

    /// The events missed in those of some rooms that the bot has been in.
    async fn missed(
        &self,
        rooms: &[(&OwnedRoomId, &JoinedRoomUpdate)],
        attempt: Attempt,
    ) -> Result<HashMap<OwnedRoomId, Missed>, SessionError> {
        let Some(since) = self.token.as_deref() else {
            return Ok(HashMap::new());
        };
        let limited = rooms
            .iter()
            .filter(|(id, update)| update.timeline.limited && self.was_joined(id));
        let gaps = limited.filter_map(|(id, update)| {
            let room = self.session.client.get_room(id)?;
            Gap::before(&update.timeline, room, since)
        });
        missed(&self.session, gaps.collect(), attempt).await
    }

    /// Returns whether the bot is in a room.
    fn is_in(&self, room: &str) -> bool {
        let room = RoomId::parse(room).ok();
        let room = room.and_then(|id| self.session.client.get_room(&id));
        room.is_some_and(|room| room.state() == RoomState::Joined)
    }

    /// Returns whether the bot was in a room before the response.
    fn was_joined(&self, room: &RoomId) -> bool {
        self.rooms_unknown || self.joined.contains(room)
    }

    /// The arrivals among the events of a room; those in `sealed`, up to a token, came encrypted.
    async fn arrivals_in(
        &mut self,
        room: &Room,
        passed: Vec<Passed>,
        sealed: &HashSet<String>,
        until: &str,
    ) -> Result<Vec<Arrival>, SessionError> {
        let mut arrivals = Vec::new();
        let mut lines = Vec::new();
        for passed in passed {
            let line = match &passed {
                Passed::Line(line) if sealed.contains(&line.event) => Some(line.clone()),
                _ => None,
            };
            if let Some(arrival) = self.arrival(room, passed).await? {
                arrivals.push(arrival);
                lines.extend(line);
            }
        }
        let lines: Vec<&Written> = lines.iter().collect();
        let between = (self.token.as_deref(), until);
        let mut places =
            sealed::places(&self.session, &mut self.slow, room, between, &lines).await?;
        let arrivals = arrivals.into_iter();
        Ok(arrivals
            .filter_map(|arrival| arrival.placed(sealed, &mut places))
            .collect())
    }

    /// The events of a room's update that pass the gate.
    fn pass(
        &self,
        events: &[TimelineEvent],
        update: &JoinedRoomUpdate,
        was_joined: bool,
    ) -> Vec<Passed> {
        let own = &self.session.own;
        let mut passed = gate::pass(events.iter().map(|event| event.raw().json().get()), own);
        let is_join = |passed: &Passed| matches!(passed, Passed::Joined { .. });
        if !was_joined && !passed.iter().any(is_join) {
            // So much has been written since the join that it is no longer in the timeline.
            let (State::Before(state) | State::After(state)) = &update.state;
            let state = gate::pass(state.iter().map(|event| event.json().get()), own);
            passed.splice(0..0, state.into_iter().filter(is_join));
        }
        passed
    }

    /// Keeps what was written since the bot has been in the room.
    fn keep_undecrypted(&mut self, room: &Room, events: &[TimelineEvent]) {
        for event in self.since_join(events) {
            self.late.keep(room.room_id(), event, &self.session.own);
        }
    }

    /// The events from the bot's last coming into the room on; all, if it is not among them.
    pub(super) fn since_join<'e>(&self, events: &'e [TimelineEvent]) -> &'e [TimelineEvent] {
        let own = &self.session.own;
        let join = events
            .iter()
            .rposition(|event| gate::is_join(event.raw().json().get(), own));
        events.get(join.unwrap_or(0)..).unwrap_or_default()
    }

    pub(super) async fn arrival(
        &mut self,
        room: &Room,
        passed: Passed,
    ) -> Result<Option<Arrival>, SessionError> {
        let id = room.room_id();
        let members = self.members(room).await?;
        Ok(match (passed, members) {
            // The user for whom it was opened is greeted by the answer to their command.
            (Passed::Joined { .. }, _) if direct::is_own(room) => None,
            (Passed::Joined { .. }, None) if room.state() != RoomState::Joined => None,
            // Without the members too: games that were kept for the room go on.
            (Passed::Joined { event }, members) => {
                let joined = Incoming::Joined {
                    room: id.to_string(),
                    direct: members.is_some_and(|members| members.direct),
                };
                Some(Arrival::of(event, id, joined))
            }
            (Passed::Line(_), None) => None,
            (Passed::Line(written), Some(members)) => {
                let event = written.event.clone();
                let line = line(id, written, &members.person(&self.session.own), &members);
                if !line.could_be_for_bot(&self.session.prefix) {
                    return Ok(None);
                }
                let Line { sender, body, .. } = &line;
                debug!(room = %id, event, sender = sender.id, body, "line");
                Some(Arrival::of(event, id, Incoming::Line(line)))
            }
        })
    }
}

/// A line as it comes to the tables, with what it says to the bot.
fn line(room: &RoomId, written: Written, bot: &Person, members: &Members) -> Line {
    let (by_name, body) = written.said(bot);
    let sender = members.person(&written.sender);
    let may_change_room = members.may_change_room(&sender.id);
    Line {
        room: room.to_string(),
        direct: members.direct,
        event: written.event,
        thread: written.thread,
        sender,
        may_change_room,
        people: members.people.clone(),
        by_name,
        body,
        seed: rand::random(),
    }
}

/// The ids of the events that came encrypted.
fn sealed_ids(events: &[TimelineEvent]) -> HashSet<String> {
    let sealed = events
        .iter()
        .filter(|event| event.encryption_info().is_some());
    let ids = sealed.filter_map(TimelineEvent::event_id);
    ids.map(|id| id.to_string()).collect()
}

/// Returns whether an update may change the members of a room, who can join it, or their power.
fn is_about_people(update: &JoinedRoomUpdate) -> bool {
    let (State::Before(state) | State::After(state)) = &update.state;
    let timeline = update
        .timeline
        .events
        .iter()
        .map(|event| event.raw().get_field("type"));
    let mut kinds = timeline.chain(state.iter().map(|event| event.get_field("type")));
    update.timeline.limited
        || kinds.any(|kind: Result<Option<String>, _>| {
            let kind = kind.ok().flatten();
            kind.is_some_and(|kind| ABOUT_PEOPLE.contains(&kind.as_str()))
        })
}
