//! Receiving: one sync response after another, turned into what concerns the bot.
//!
//! This is an own loop over `sync_once`: the SDK's loop rests for a second after a quick response,
//! and its event handlers run after it has noted the response as dealt with.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use matrix_sdk::{
    Room,
    config::SyncSettings,
    deserialized_responses::TimelineEvent,
    ruma::{
        OwnedRoomId, RoomId,
        api::client::filter::{Filter, FilterDefinition, RoomEventFilter, RoomFilter},
        events::{AnySyncTimelineEvent, room::encrypted::OriginalSyncRoomEncryptedEvent},
        presence::PresenceState,
        serde::Raw,
    },
    sync::{JoinedRoomUpdate, State, SyncResponse},
};
use tables::{Incoming, Line};
use tracing::{debug, info, warn};

use super::{
    encryption,
    failure::Failure,
    gate::{self, Passed, Written},
    invitations::Invitations,
    mention,
    people::{self, People},
    session::{Session, SessionError},
};
use crate::backoff::Backoff;

/// How long the server may keep a request when nothing happens.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many missed events of a room come after a pause; the server's own limit is 10.
const TIMELINE: u32 = 100;
/// How many undecryptable events are kept, and how long, in case their key comes late.
const UNDECRYPTED: usize = 100;
const KEY_PATIENCE: Duration = Duration::from_secs(600);

/// What one sync response brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// Where receiving goes on, once everything here is dealt with.
    pub token: String,
    /// What concerns the bot, in order within each room.
    pub arrivals: Vec<Arrival>,
}

/// Something that concerns the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The id of the event.
    pub event: String,
    /// The room's id.
    pub room: String,
    /// What happened.
    pub incoming: Incoming,
}

/// The incoming side of a session.
#[derive(Debug)]
pub struct Inbox {
    session: Session,
    invitations: Invitations,
    token: Option<String>,
    started: bool,
    people: People,
    undecrypted: VecDeque<Undecrypted>,
}

#[derive(Debug)]
struct Undecrypted {
    room: OwnedRoomId,
    event: Raw<AnySyncTimelineEvent>,
    since: Instant,
}

impl Inbox {
    pub(super) fn new(session: Session, token: Option<String>) -> Self {
        Self {
            session,
            invitations: Invitations::default(),
            token,
            started: false,
            people: People::default(),
            undecrypted: VecDeque::new(),
        }
    }

    /// The next sync response. Outages are waited out. If this is dropped before it is done,
    /// nothing is lost: the next call asks for the same again.
    ///
    /// # Errors
    ///
    /// If the homeserver has ended the session.
    pub async fn next(&mut self) -> Result<Received, SessionError> {
        let response = self.response().await?;
        let arrivals = match self.token {
            Some(_) => self.arrivals(&response).await,
            // What was written before the bot's first start is not meant for it.
            None => Vec::new(),
        };
        for room in response.rooms.invited.keys() {
            if let Some(room) = self.session.client.get_room(room) {
                self.invitations.accept(room);
            }
        }
        if !self.started {
            self.start();
        }
        self.token = Some(response.next_batch.clone());
        Ok(Received {
            token: response.next_batch,
            arrivals,
        })
    }

    /// What is done once, as soon as the homeserver has answered.
    fn start(&mut self) {
        self.started = true;
        info!("receiving");
        for room in self.session.client.invited_rooms() {
            self.invitations.accept(room);
        }
        tokio::spawn(encryption::set_up(self.session.clone()));
    }

    async fn response(&self) -> Result<SyncResponse, SessionError> {
        let mut backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(30));
        let mut outage: Option<Instant> = None;
        loop {
            let failure = match self.session.client.sync_once(self.settings()).await {
                Ok(response) => {
                    if let Some(since) = outage {
                        info!("the homeserver answers again after {:.0?}", since.elapsed());
                    }
                    return Ok(response);
                }
                Err(error) => Failure::from(error),
            };
            if let Failure::SessionOver(reason) = failure {
                return Err(SessionError::Refused(reason));
            }
            if outage.is_none() {
                warn!("receiving failed, trying again: {}", failure.reason());
                outage = Some(Instant::now());
            }
            let wait = match failure {
                Failure::Unreachable {
                    after: Some(after), ..
                } => after.max(backoff.step()),
                _ => backoff.step(),
            };
            tokio::time::sleep(wait).await;
        }
    }

    fn settings(&self) -> SyncSettings {
        let mut timeline = RoomEventFilter::default();
        // At the very first start, nothing of the past is acted upon.
        timeline.limit = Some(if self.token.is_some() { TIMELINE } else { 1 }.into());
        let mut room = RoomFilter::default();
        room.timeline = timeline;
        room.ephemeral = RoomEventFilter::ignore_all();
        let mut filter = FilterDefinition::default();
        filter.room = room;
        filter.presence = Filter::ignore_all();
        let settings = SyncSettings::new()
            .filter(filter.into())
            .set_presence(PresenceState::Offline)
            .timeout(if self.started {
                PATIENCE
            } else {
                Duration::ZERO
            });
        match &self.token {
            Some(token) => settings.token(token.clone()),
            None => settings,
        }
    }

    async fn arrivals(&mut self, response: &SyncResponse) -> Vec<Arrival> {
        let mut arrivals = Vec::new();
        if !response.to_device.is_empty() {
            self.try_late_keys(&mut arrivals).await;
        }
        for (id, update) in &response.rooms.joined {
            let Some(room) = self.session.client.get_room(id) else {
                continue;
            };
            if update.timeline.limited {
                debug!(room = %id, "some missed events are beyond reach");
            }
            if has_new_members(update) {
                self.people.forget(id);
            }
            for event in &update.timeline.events {
                self.keep_undecrypted(id, event);
            }
            for passed in self.pass(update) {
                arrivals.extend(self.arrival(&room, passed).await);
            }
        }
        arrivals
    }

    fn pass(&self, update: &JoinedRoomUpdate) -> Vec<Passed> {
        let own = &self.session.own;
        let timeline = update
            .timeline
            .events
            .iter()
            .map(|event| event.raw().json().get());
        let mut passed = gate::pass(timeline, own);
        if !passed
            .iter()
            .any(|passed| matches!(passed, Passed::Joined { .. }))
        {
            // So much has been written since the join that it is no longer in the timeline.
            let (State::Before(state) | State::After(state)) = &update.state;
            let state = state.iter().map(|event| event.json().get());
            let joins = gate::pass(state, own)
                .into_iter()
                .filter(|passed| matches!(passed, Passed::Joined { .. }));
            passed.splice(0..0, joins);
        }
        passed
    }

    async fn arrival(&mut self, room: &Room, passed: Passed) -> Option<Arrival> {
        let members = self.people.of(room).await;
        let direct = members.direct;
        let id = room.room_id().to_string();
        let written = match passed {
            Passed::Joined { event } => {
                let incoming = Incoming::Joined {
                    room: id.clone(),
                    direct,
                };
                return Some(Arrival {
                    event,
                    room: id,
                    incoming,
                });
            }
            Passed::Line(written) => written,
        };
        if !direct && !self.is_addressed(&written) {
            return None;
        }
        let sender = members
            .people
            .iter()
            .find(|person| person.id == written.sender)
            .cloned()
            .unwrap_or_else(|| people::person(&written.sender, None));
        let body = mention::with_user_ids(
            &written.body,
            written.html.as_deref(),
            &written.mentions,
            &members.people,
        );
        debug!(
            room = id,
            event = written.event,
            sender = sender.id,
            body,
            "line"
        );
        let line = Line {
            room: id.clone(),
            direct,
            event: written.event.clone(),
            thread: written.thread,
            sender,
            people: members.people.clone(),
            body,
            seed: rand::random(),
        };
        Some(Arrival {
            event: written.event,
            room: id,
            incoming: Incoming::Line(line),
        })
    }

    /// Whether a line in a room with several people could be for the bot.
    fn is_addressed(&self, written: &Written) -> bool {
        written.thread.is_some()
            || written.body.trim_start().starts_with(&self.session.prefix)
            || written.mentions.contains(&self.session.own)
    }

    fn keep_undecrypted(&mut self, room: &RoomId, event: &TimelineEvent) {
        if event.kind.is_utd() {
            debug!(%room, "an event cannot be decrypted yet");
            self.undecrypted.truncate(UNDECRYPTED - 1);
            self.undecrypted.push_front(Undecrypted {
                room: room.to_owned(),
                event: event.raw().clone(),
                since: Instant::now(),
            });
        }
    }

    /// Keys can come after the events that need them.
    async fn try_late_keys(&mut self, arrivals: &mut Vec<Arrival>) {
        self.undecrypted
            .retain(|waiting| waiting.since.elapsed() < KEY_PATIENCE);
        for _ in 0..self.undecrypted.len() {
            // From the oldest on; those that have to wait on keep their order.
            let Some(waiting) = self.undecrypted.pop_back() else {
                return;
            };
            let Some(room) = self.session.client.get_room(&waiting.room) else {
                continue;
            };
            let encrypted = waiting
                .event
                .cast_ref_unchecked::<OriginalSyncRoomEncryptedEvent>();
            match room.decrypt_event(encrypted, None).await {
                Ok(event) if !event.kind.is_utd() => {
                    for passed in gate::pass([event.raw().json().get()], &self.session.own) {
                        arrivals.extend(self.arrival(&room, passed).await);
                    }
                }
                _ => self.undecrypted.push_front(waiting),
            }
        }
    }
}

/// Whether the members of a room may differ from what they were before.
fn has_new_members(update: &JoinedRoomUpdate) -> bool {
    let (State::Before(state) | State::After(state)) = &update.state;
    let timeline = update
        .timeline
        .events
        .iter()
        .map(|event| event.raw().get_field("type"));
    let mut kinds = timeline.chain(state.iter().map(|event| event.get_field("type")));
    update.timeline.limited
        || kinds.any(|kind: Result<Option<String>, _>| {
            kind.is_ok_and(|kind| kind.as_deref() == Some("m.room.member"))
        })
}
