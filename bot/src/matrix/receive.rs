//! Receiving: one sync response after another, turned into what concerns the bot.
//!
//! This is an own loop over `sync_once`: the SDK's loop rests for a second after a quick response,
//! and its event handlers run after it has noted the response as dealt with.

mod borrowed;
mod requests;
#[cfg(test)]
mod tests;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Instant,
};

use matrix_sdk::{
    Room, RoomState,
    deserialized_responses::TimelineEvent,
    ruma::{OwnedRoomId, RoomId},
    store::StoreError,
    sync::{JoinedRoomUpdate, State, SyncResponse},
};
use tables::{Incoming, Line, Person};
use tracing::{debug, info};

use super::{
    direct, encryption,
    failure::Failure,
    gate::{self, Passed, Written},
    invitations::{self, Invitation},
    late::Late,
    leaving::LeftRooms,
    missed::{Attempt, Gap, Missed, missed},
    people::{Members, People},
    received::{Arrival, Received},
    sealed,
    session::Session,
    session_error::{SessionError, failed},
    slow_rooms::SlowRooms,
    state,
    state_size::StateSizes,
    trim, upgrade, verification,
};
use crate::{seldom::seldom, store::Undecrypted};

/// The events that tell who is in a room, can come in, or has power there.
const ABOUT_PEOPLE: [&str; 3] = ["m.room.member", "m.room.join_rules", "m.room.power_levels"];

impl Session {
    /// What comes in after `token`, and what can be read by now of events that came before.
    pub fn inbox(&self, token: Option<String>, undecrypted: Vec<Undecrypted>) -> Inbox {
        Inbox::new(self.clone(), token, undecrypted)
    }
}

/// The incoming side of a session.
#[derive(Debug)]
pub struct Inbox {
    session: Session,
    token: Option<String>,
    started: bool,
    people: People,
    left_rooms: LeftRooms,
    state_sizes: StateSizes,
    /// Rooms of which the SDK will fetch the members itself, large as they are.
    untrimmed: HashSet<OwnedRoomId>,
    /// Lines in sessions whose key came from another user than their sender.
    borrowed_lines: Vec<Line>,
    late: Late,
    /// The rooms that the bot was in after the last response.
    joined: HashSet<OwnedRoomId>,
    /// Whether the SDK's store is new while the token is not: then it has to learn the rooms that
    /// the bot is in.
    rooms_unknown: bool,
    /// The last response, if it is not dealt with in all rooms.
    unfinished: Option<Unfinished>,
    /// Rooms in which encrypted lines are asked for singly.
    slow: SlowRooms,
}

/// A response of which some rooms are left until the others are served: what was missed in them takes long
/// to come.
#[derive(Debug)]
struct Unfinished {
    response: SyncResponse,
    at: Instant,
    rooms: HashSet<OwnedRoomId>,
}

impl Inbox {
    pub(super) fn new(
        session: Session,
        token: Option<String>,
        undecrypted: Vec<Undecrypted>,
    ) -> Self {
        let rooms = session.client.joined_rooms();
        let joined: HashSet<_> = rooms.iter().map(|room| room.room_id().to_owned()).collect();
        Self {
            session,
            rooms_unknown: token.is_some() && joined.is_empty(),
            token,
            started: false,
            people: People::default(),
            left_rooms: LeftRooms::default(),
            state_sizes: StateSizes::default(),
            untrimmed: HashSet::new(),
            borrowed_lines: Vec::new(),
            late: Late::new(undecrypted),
            joined,
            unfinished: None,
            slow: SlowRooms::default(),
        }
    }

    /// The next sync response, or a part of it. Outages are waited out. If this is dropped before it is
    /// done, or what it returns is not dealt with, the next start of the program gets the same again.
    ///
    /// # Errors
    ///
    /// If the homeserver has ended the session, another bot plays on the account, or the SDK's store is
    /// damaged or cannot be written.
    pub async fn next(&mut self) -> Result<Received, SessionError> {
        let lease = self.session.lease.clone();
        tokio::select! {
            lost = lease.lost() => Err(lost),
            received = self.receive() => received,
        }
    }

    #[cfg(test)]
    pub(super) fn lease(&self) -> &super::lease::Lease {
        &self.session.lease
    }

    async fn receive(&mut self) -> Result<Received, SessionError> {
        if let Some(unfinished) = self.unfinished.take() {
            let Unfinished {
                response,
                at,
                rooms,
            } = unfinished;
            let arrivals = self.last_arrivals(&response, &rooms).await?;
            return self.finish(response, at, arrivals).await;
        }
        if self.started {
            // What the last response told of leaving rooms is dealt with.
            let client = &self.session.client;
            self.left_rooms.forget(client, &self.joined).await;
        }
        let response = self.response().await?;
        self.session.lease.check(&response.account_data).await?;
        let at = Instant::now();
        self.slow.begin_response();
        // What was written before the bot's first start is not meant for it.
        let Some(token) = self.token.clone() else {
            return self.finish(response, at, Vec::new()).await;
        };
        let (mut arrivals, rooms) = self.arrivals(&response).await?;
        if !rooms.is_empty() {
            if !arrivals.is_empty() {
                let (undecrypted, settled) = self.late.changes();
                self.unfinished = Some(Unfinished {
                    response,
                    at,
                    rooms,
                });
                return Ok(Received {
                    token,
                    arrivals,
                    unreadable: std::mem::take(&mut self.borrowed_lines),
                    undecrypted,
                    settled,
                    at: Some(at),
                    ..Received::default()
                });
            }
            arrivals = self.last_arrivals(&response, &rooms).await?;
        }
        self.finish(response, at, arrivals).await
    }

    /// The rest of a response, when all rooms have been asked about.
    async fn finish(
        &mut self,
        response: SyncResponse,
        at: Instant,
        mut arrivals: Vec<Arrival>,
    ) -> Result<Received, SessionError> {
        let mut unreadable = std::mem::take(&mut self.borrowed_lines);
        unreadable.extend(self.unreadable().await?);
        let verifications = verification::of(&response, &self.session.own);
        let invitations = self.invitations(&response).await;
        arrivals.extend(self.measure(&response).await?);
        self.joined.extend(response.rooms.joined.into_keys());
        for room in response.rooms.left.keys() {
            self.joined.remove(room);
            self.people.forget(room);
            self.state_sizes.forget(room);
            self.untrimmed.remove(room);
        }
        self.rooms_unknown = false;
        if !self.started {
            self.start();
        }
        self.token = Some(response.next_batch.clone());
        let (undecrypted, settled) = self.late.changes();
        let metrics = &self.session.metrics;
        metrics.set_rooms(self.joined.len());
        metrics.set_undecrypted(self.late.len(), undecrypted.len());
        Ok(Received {
            token: response.next_batch,
            arrivals,
            invitations,
            verifications,
            unreadable,
            undecrypted,
            settled,
            at: Some(at),
        })
    }

    /// A room as the SDK knows it.
    #[cfg(test)]
    pub(super) fn room_for_tests(&self, id: &RoomId) -> Room {
        self.session.client.get_room(id).unwrap()
    }

    /// Bounds what is kept of the rooms of a response; returns the rooms that are too large.
    async fn measure(&mut self, response: &SyncResponse) -> Result<Vec<Arrival>, SessionError> {
        let mut too_large = Vec::new();
        for (id, update) in &response.rooms.joined {
            let Some(room) = self.session.client.get_room(id) else {
                continue;
            };
            if update.timeline.limited {
                self.untrimmed.insert(id.clone());
            }
            if state::events(update).next().is_none() {
                continue;
            }
            let levels = room.power_levels_or_default().await;
            if self.state_sizes.note(id, update, &levels) {
                seldom!(
                    id.as_str(),
                    warn!(room = %id, "leaving room: its state is larger than is stored")
                );
                too_large.push(Arrival {
                    event: None,
                    incoming: Incoming::RoomTooLarge {
                        room: id.to_string(),
                    },
                });
            }
            kept(trim::trim(&room, &levels, state::events(update)).await)?;
        }
        for id in std::mem::take(&mut self.untrimmed) {
            match self.session.client.get_room(&id) {
                Some(room) if room.are_members_synced() => {
                    let levels = room.power_levels_or_default().await;
                    kept(trim::trim_members(&room, &levels).await)?;
                }
                Some(_) => {
                    self.untrimmed.insert(id);
                }
                None => {}
            }
        }
        Ok(too_large)
    }

    /// What is done once, as soon as the homeserver has answered.
    fn start(&mut self) {
        self.started = true;
        info!("receiving");
        tokio::spawn(encryption::set_up(self.session.clone()));
    }

    /// The invitations of a response; at the start, all that wait.
    async fn invitations(&self, response: &SyncResponse) -> Vec<Invitation> {
        let client = &self.session.client;
        let rooms: Vec<Room> = if self.started {
            let new = response.rooms.invited.keys();
            new.filter_map(|id| client.get_room(id)).collect()
        } else {
            client.invited_rooms()
        };
        let mut invitations = Vec::new();
        for room in rooms {
            if self.joined.contains(room.room_id()) {
                let room = room.room_id().as_str();
                seldom!(room, warn!(room, "invited to a room that the bot was in"));
            }
            invitations.push(invitations::of(&room).await);
        }
        invitations
    }

    /// The arrivals of a response, but for rooms that are left until later.
    async fn arrivals(
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
        // What leaving leads to can be done twice, so the event that tells of it is not looked for.
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
    async fn last_arrivals(
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

    /// What of a room concerns the bot; these events of it, up to a token, came encrypted.
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

    /// What passes the gate of a room's update.
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
    fn since_join<'e>(&self, events: &'e [TimelineEvent]) -> &'e [TimelineEvent] {
        let own = &self.session.own;
        let join = events
            .iter()
            .rposition(|event| gate::is_join(event.raw().json().get(), own));
        events.get(join.unwrap_or(0)..).unwrap_or_default()
    }

    /// The messages whose keys do not come.
    async fn unreadable(&mut self) -> Result<Vec<Line>, SessionError> {
        let mut unreadable = Vec::new();
        for (room, unread) in self.late.overdue(&self.session) {
            if let Some(members) = self.members(&room).await? {
                unreadable.push(unread.line(room.room_id().as_str(), &members));
            }
        }
        Ok(unreadable)
    }

    /// The members of a room, unless the bot is no longer in it or nobody tells.
    async fn members(&mut self, room: &Room) -> Result<Option<Arc<Members>>, SessionError> {
        let people = &mut self.people;
        let question = async || people.of(room).await.map_err(Failure::from);
        self.session.ask(room, question).await
    }

    async fn arrival(
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

/// A failure to write the SDK's store ends the session.
fn kept(result: Result<(), StoreError>) -> Result<(), SessionError> {
    result.map_err(|error| failed(Failure::from(matrix_sdk::Error::from(error))))
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

/// Whether who is in a room, can come in or has power there may differ from what it was before.
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
