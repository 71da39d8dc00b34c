//! Arrivals: lines, joins and room upgrades in a sync response, and in the backfill of missed events before
//! it.

use std::collections::{HashMap, HashSet};

use lobby::{Greeting, Incoming, JoinTime, Line, Person, RedactedMessage};
use matrix_sdk::{
    Room, RoomState,
    deserialized_responses::TimelineEvent,
    ruma::{EventId, OwnedRoomId, RoomId},
    sync::{JoinedRoomUpdate, State, SyncResponse},
};
use tracing::debug;

use super::{Inbox, mentioned_names};
use crate::clock::now;
use crate::logging::rate_limited::log_rate_limited;
use crate::matrix::{
    rooms::{join_successor, members::Members},
    send::direct,
    session::session_error::SessionError,
    sync::{
        backfill::{Attempt, Backfilled, Gap, backfill},
        event_filter::{self, RelevantEvent, TextMessage, UndecryptableEvent},
        hindrances::hindrances,
        pending_decryption::LateEvent,
        received::Arrival,
        replay_guard,
    },
};

/// Event types that change the members of a room, who can join or read it, their power, the servers that take part, or
/// whether clients let them write.
const ABOUT_PEOPLE: [&str; 11] = [
    "m.room.tombstone",
    "m.room.encryption",
    "m.room.member",
    "m.room.join_rules",
    "m.room.guest_access",
    "m.room.retention",
    "m.room.history_visibility",
    "m.room.power_levels",
    "m.room.server_acl",
    "m.room.policy",
    "org.matrix.msc4284.policy",
];

/// Maximum number of members of rooms whose arrivals are passed on at once, besides those of the last room: each line
/// carries them.
const MAX_PEOPLE_AT_ONCE: usize = 50_000;

impl Inbox {
    /// Returns the arrivals of a response, and the deferred rooms, whose arrivals follow later.
    pub(super) async fn arrivals(
        &mut self,
        response: &SyncResponse,
    ) -> Result<(Vec<Arrival>, HashSet<OwnedRoomId>), SessionError> {
        for (id, update) in &response.rooms.joined {
            if is_about_people(update) {
                self.people.forget(id);
            }
        }
        let mut arrivals = self.late_arrivals().await?;
        // Leaving is idempotent for the lobby, so its event is not looked up.
        for room in response.rooms.left.keys() {
            self.session.predecessors.lock().remove(room);
            self.session.invitations.forget(room);
        }
        let left = response.rooms.left.keys().map(ToString::to_string);
        arrivals.extend(left.map(|room| Arrival {
            event: None,
            incoming: Incoming::Left { room },
        }));
        let rooms = response.rooms.joined.iter().collect();
        let (more, slow) = self.joined_arrivals(rooms, Attempt::First).await?;
        arrivals.extend(more);
        Ok((arrivals, slow))
    }

    /// Returns the arrivals of events whose room keys were late. Beyond a number of members, they follow later.
    async fn late_arrivals(&mut self) -> Result<Vec<Arrival>, SessionError> {
        let mut arrivals = Vec::new();
        let mut rooms = HashSet::new();
        let (mut people, mut deferred) = (0, Vec::new());
        let mut taken = self
            .pending_decryptions
            .take_decrypted(&self.session)
            .await?;
        self.pending_decryptions.note_no_choices(&mut taken);
        for late in taken {
            let id = late.room.room_id().to_owned();
            if people > MAX_PEOPLE_AT_ONCE && !rooms.contains(&id) {
                deferred.push(late.waiting);
                continue;
            }
            arrivals.extend(self.late_arrival(&late).await?);
            self.pending_decryptions.settle(late.waiting);
            if rooms.insert(id.clone()) {
                people += self.people.count(&id);
            }
        }
        self.pending_decryptions.defer(deferred);
        Ok(arrivals)
    }

    async fn late_arrival(&mut self, late: &LateEvent) -> Result<Vec<Arrival>, SessionError> {
        let LateEvent {
            room,
            encrypted,
            event,
            place,
            waiting,
        } = late;
        // Prevents a player from sending several moves and choosing among them later.
        let since = if waiting.is_choice {
            now()
        } else {
            waiting.since
        };
        let mut arrivals = Vec::new();
        let json = event.raw().json().get();
        for passed in event_filter::filter_events([json], &self.session.own, true) {
            if matches!(&passed, RelevantEvent::Line(line) if replay_guard::hides_thread(room, encrypted, line))
            {
                continue;
            }
            let arrival = self.arrival(room, passed).await?;
            let arrival = arrival.filter(|arrival| !has_departed(arrival));
            let arrival = arrival.map(|arrival| arrival.delivered_at(waiting.since, since));
            arrivals.extend(arrival.map(|arrival| arrival.with_megolm_index(place.clone())));
        }
        Ok(arrivals)
    }

    /// Returns the arrivals in deferred rooms, and those of them that are deferred again.
    pub(super) async fn last_arrivals(
        &mut self,
        response: &SyncResponse,
        rooms: &HashSet<OwnedRoomId>,
    ) -> Result<(Vec<Arrival>, HashSet<OwnedRoomId>), SessionError> {
        let joined = response.rooms.joined.iter();
        let rooms = joined.filter(|(id, _)| rooms.contains(*id)).collect();
        self.joined_arrivals(rooms, Attempt::Last).await
    }

    /// Returns the arrivals in these rooms, and the rooms that are too slow.
    async fn joined_arrivals(
        &mut self,
        rooms: Vec<(&OwnedRoomId, &JoinedRoomUpdate)>,
        attempt: Attempt,
    ) -> Result<(Vec<Arrival>, HashSet<OwnedRoomId>), SessionError> {
        let mut missed = self.backfill(&rooms, attempt).await?;
        missed.extend(std::mem::take(&mut self.kept_gaps));
        let mut arrivals = Vec::new();
        let mut slow = HashSet::new();
        let mut people = 0;
        for (id, update) in rooms {
            if people > MAX_PEOPLE_AT_ONCE {
                if let Some(gap @ Backfilled::Events(_)) = missed.remove(id) {
                    self.kept_gaps.insert(id.clone(), gap);
                }
                slow.insert(id.clone());
                continue;
            }
            let mut events = match missed.remove(id) {
                Some(Backfilled::Events(missed)) => {
                    if missed.is_cut {
                        self.cut_gaps.insert(id.clone());
                    }
                    if missed.is_broken {
                        self.note_broken_gap(id, update);
                    }
                    missed.events
                }
                Some(Backfilled::Slow) => {
                    slow.insert(id.clone());
                    continue;
                }
                None => Vec::new(),
            };
            let Some(room) = self.session.client.get_room(id) else {
                continue;
            };
            if self.broken_sync.is_unreadable(id) {
                continue;
            }
            if let Some((event, mut upgrade)) = join_successor::upgrade_in(id, update) {
                upgrade.already_joined = self.is_in(&upgrade.successor);
                arrivals.push(Arrival::of(event, id, Incoming::Upgraded(upgrade)));
            }
            let was_joined = self.was_joined(id);
            events.extend_from_slice(&update.timeline.events);
            self.hindrances
                .extend(hindrances(id, &events, &self.session.own));
            let since_join = self.since_join(&events, was_joined);
            self.keep_borrowed(&room, since_join).await?;
            events.retain(|event| !replay_guard::is_borrowed(event));
            self.keep_undecrypted(&room, self.since_join(&events, was_joined));
            let passed = self.pass(&events, update, was_joined);
            let here = self
                .arrivals_in(&room, passed, &encrypted_forms(&events))
                .await?;
            if !here.is_empty() {
                people += self.people.count(id);
            }
            arrivals.extend(here);
        }
        Ok((arrivals, slow))
    }

    /// Reads the missed events of limited timelines, in rooms that the bot was in before.
    async fn backfill(
        &self,
        rooms: &[(&OwnedRoomId, &JoinedRoomUpdate)],
        attempt: Attempt,
    ) -> Result<HashMap<OwnedRoomId, Backfilled>, SessionError> {
        let Some(since) = self.token.as_deref() else {
            return Ok(HashMap::new());
        };
        let limited = rooms.iter().filter(|(id, update)| {
            let is_asked = self.kept_gaps.contains_key(*id);
            update.timeline.limited && self.was_joined(id) && !is_asked
        });
        let gaps = limited.filter_map(|(id, update)| {
            let room = self.session.client.get_room(id)?;
            Gap::before(&update.timeline, room, since)
        });
        let kept = self.kept_gaps.values().map(Backfilled::size).sum();
        backfill(&self.session, gaps.collect(), attempt, kept).await
    }

    /// Notes that the homeserver has failed at the missed events of a room.
    fn note_broken_gap(&mut self, id: &RoomId, update: &JoinedRoomUpdate) {
        let room = self.session.client.get_room(id);
        let until = update.timeline.prev_batch.as_deref();
        if let (Some(room), Some(since), Some(until)) = (room, &self.token, until) {
            self.broken_sync.note_gap(Gap::between(room, since, until));
        }
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

    /// Returns the arrivals among the events of a room; `encrypted` are the encrypted forms of those that were decrypted.
    async fn arrivals_in(
        &mut self,
        room: &Room,
        passed: Vec<RelevantEvent>,
        encrypted: &HashMap<String, String>,
    ) -> Result<Vec<Arrival>, SessionError> {
        let mut arrivals = Vec::new();
        for passed in passed {
            let line = match &passed {
                RelevantEvent::Line(line) => Some(line.clone()),
                _ => None,
            };
            let Some(arrival) = self.arrival(room, passed).await? else {
                continue;
            };
            let event = arrival.event.as_ref();
            arrivals.extend(match event.and_then(|it| encrypted.get(&it.event)) {
                Some(form) => line.and_then(|line| with_place(room, arrival, &line, form)),
                None => Some(arrival),
            });
        }
        Ok(arrivals)
    }

    /// Returns the events of a room's update that pass the event filter.
    fn pass(
        &self,
        events: &[TimelineEvent],
        update: &JoinedRoomUpdate,
        was_joined: bool,
    ) -> Vec<RelevantEvent> {
        let own = &self.session.own;
        let sent = events.iter().map(|event| event.raw().json().get());
        let mut passed = event_filter::filter_events(sent, own, was_joined);
        let is_join = |passed: &RelevantEvent| matches!(passed, RelevantEvent::Joined { .. });
        if !was_joined && !passed.iter().any(is_join) {
            // More has been written since the join than fits into the timeline.
            let (State::Before(state) | State::After(state)) = &update.state;
            let state = state.iter().map(|event| event.json().get());
            let state = event_filter::filter_events(state, own, false);
            passed.splice(0..0, state.into_iter().filter(is_join));
        }
        passed
    }

    /// Keeps the undecryptable ones of some events.
    fn keep_undecrypted(&mut self, room: &Room, events: &[TimelineEvent]) {
        let undecrypted = events.iter().filter(|event| event.kind.is_utd());
        for event in undecrypted {
            let room = room.room_id();
            let id = event.event_id();
            log_rate_limited!(
                room.as_str(),
                info!(%room, event = id.as_deref().map(EventId::as_str), "decryption failed: waiting for the room key")
            );
            let json = event.raw().json().get();
            self.pending_decryptions.keep(room, json, &self.session.own);
        }
    }

    /// Returns the events from the bot's last join on; all, if it is not among them.
    pub(super) fn since_join<'e>(
        &self,
        events: &'e [TimelineEvent],
        was_joined: bool,
    ) -> &'e [TimelineEvent] {
        let sent = events.iter().map(|event| event.raw().json().get());
        let join = event_filter::last_join(sent, &self.session.own, was_joined);
        events.get(join.unwrap_or(0)..).unwrap_or_default()
    }

    /// Returns the root event of a line's thread. A plain reply to a message that the bot sent in a thread, as clients
    /// without threads write it, belongs there.
    fn thread_of(&self, room: &RoomId, written: &TextMessage) -> Option<String> {
        let of_reply = || {
            let replied_to = written.replied_to.as_deref()?;
            self.session
                .thread_roots
                .thread_of(room.as_str(), replied_to)
        };
        written.thread.clone().or_else(of_reply)
    }

    /// Returns whether a line is surely not for the bot, so that the members of a large room that changes need not be read
    /// for it.
    async fn is_for_others(&mut self, room: &Room, written: &TextMessage) -> bool {
        let id = room.room_id();
        let Some(members) = self.people.bot_of_group(room).await else {
            return false;
        };
        let mut written = written.clone();
        written.thread = self.thread_of(id, &written);
        let line = line(id, written, &members.person(&self.session.own), &members);
        !line.could_be_for_bot(&self.session.prefix)
    }

    /// Turns a passed event into an arrival; `None` if it does not concern the lobby.
    pub(super) async fn arrival(
        &mut self,
        room: &Room,
        passed: RelevantEvent,
    ) -> Result<Option<Arrival>, SessionError> {
        let id = room.room_id();
        if let RelevantEvent::Line(written) = &passed
            && self.is_for_others(room, written).await
        {
            return Ok(None);
        }
        let members = self.members(room).await?;
        Ok(match (passed, members) {
            // The bot opened this room for a user and greets them with the answer to their command.
            (RelevantEvent::Joined { .. }, _) if direct::is_own(room) => None,
            (RelevantEvent::Joined { .. }, None) if room.state() != RoomState::Joined => None,
            // Also without the members: games that were kept for the room go on.
            (RelevantEvent::Joined { event, at: dated }, members) => {
                let is_direct = members.is_some_and(|members| members.direct);
                let greeting = if is_direct {
                    Greeting::Direct
                } else {
                    Greeting::Room
                };
                let requested = self.session.invitations.join_requests.take(id);
                // The bot leaves a false successor without a word.
                let is_false = self.session.is_false_successor(room).await;
                let joined = Incoming::Joined {
                    room: id.to_string(),
                    greeting: (!is_false).then_some(greeting),
                    at: JoinTime { requested, dated },
                };
                Some(Arrival::of(event, id, joined))
            }
            (
                RelevantEvent::Redacted {
                    event,
                    sender,
                    sent,
                },
                _,
            ) => {
                let room = id.to_string();
                let message = RedactedMessage { room, sender, sent };
                Some(Arrival::of(event, id, Incoming::Redacted(message)))
            }
            (RelevantEvent::Line(_), None) => None,
            (RelevantEvent::Line(mut written), Some(members)) => {
                written.thread = self.thread_of(id, &written);
                mentioned_names::replace_names(room, &mut written).await;
                let event = written.event.clone();
                let line = line(id, written, &members.person(&self.session.own), &members);
                if !line.could_be_for_bot(&self.session.prefix) {
                    return Ok(None);
                }
                let Line { sender, body, .. } = &line;
                debug!(room = %id, event, user = sender.id, body, "message received");
                Some(Arrival::of(event, id, Incoming::Line(line)))
            }
        })
    }
}

/// Returns whether the sender of a line isn't in its room any more, so that a late key brings back nothing of banned
/// users.
fn has_departed(arrival: &Arrival) -> bool {
    matches!(&arrival.incoming, Incoming::Line(line) if line.people.get(&line.sender.id).is_none())
}

/// Builds the line for the lobby, without the bot's name at its start.
fn line(room: &RoomId, written: TextMessage, bot: &Person, members: &Members) -> Line {
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
        received: None,
        delivered: None,
        sent: written.sent,
        seed: rand::random(),
    }
}

/// Returns the encrypted forms of the decrypted events, by id.
fn encrypted_forms(events: &[TimelineEvent]) -> HashMap<String, String> {
    let decrypted = events
        .iter()
        .filter(|event| event.encryption_info().is_some());
    let forms = decrypted.filter_map(|event| {
        let form = replay_guard::encrypted_form(event).unwrap_or_default();
        Some((event.event_id()?.to_string(), form))
    });
    forms.collect()
}

/// Adds the place in its Megolm session to a line that came encrypted; `None` if that doesn't show, if it isn't a line,
/// or if its text hides its thread.
fn with_place(room: &Room, arrival: Arrival, line: &TextMessage, form: &str) -> Option<Arrival> {
    let encrypted = UndecryptableEvent::read(form)?;
    let is_line = matches!(arrival.incoming, Incoming::Line(_));
    if !is_line || replay_guard::hides_thread(room, &encrypted, line) {
        return None;
    }
    Some(arrival.with_megolm_index(replay_guard::read(form)?))
}

/// Returns whether an update may change what is said of `ABOUT_PEOPLE`.
pub(super) fn is_about_people(update: &JoinedRoomUpdate) -> bool {
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
