//! The open requests of tables, and closed ones to which an answer may still be on its way.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use crate::{
    clocks::TimeControl,
    tables::Table,
    terms::{Challenge, Side},
    text::messages::Offer,
};

/// Age up to which users may answer a closed request because they have not seen yet that it is closed.
const CLOSED_REQUEST_TTL: SignedDuration = SignedDuration::from_mins(10);

/// The same if the open request is another user's. Shorter, as in busy rooms challenges are closed all the time.
const OTHER_ASKER_TTL: SignedDuration = SignedDuration::from_mins(2);

/// Time after which a request at a table can be accepted by its number even if the user's homeserver dates the message
/// before it.
const MAX_CLOCK_LAG: SignedDuration = SignedDuration::from_mins(2);

/// The kind of an open request; a table can have one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum OpenKind {
    /// A challenge, or a request at a table, which is accepted or declined.
    Agreement,
    /// A jump that is announced, which is allowed or neutralised.
    Jump,
}

impl OpenKind {
    const ALL: [OpenKind; 2] = [OpenKind::Agreement, OpenKind::Jump];
}

/// The open requests as last stored, by table and kind, and those closed lately, by room.
#[derive(Debug, Default)]
pub struct RequestLog {
    open: HashMap<(u32, OpenKind), OpenRequest>,
    /// The number of the last request. Numbers are times in microseconds or above, so that they differ from those before
    /// a restart.
    last_number: u64,
    by_room: HashMap<String, Vec<ClosedRequest>>,
}

/// A part of a room in which a request may have been made.
#[derive(Clone, Copy, Debug)]
pub enum RequestPlace<'p> {
    /// Anywhere.
    Room,
    /// A thread, by its root.
    Thread(&'p str),
    /// A table.
    Table(u32),
}

/// An open request.
#[derive(Debug)]
struct OpenRequest {
    request: TableRequest,
    number: u64,
    /// The time at which it was made.
    made: Timestamp,
    /// The time from which users can have seen it: at first that at which it was made.
    shown: Timestamp,
}

/// A challenge, a request at a table, or the question about an announced jump.
#[derive(Clone, Debug)]
struct TableRequest {
    room: String,
    /// The id of the asker, empty once they are forgotten.
    asker: String,
    /// The id of the user who could accept it; `None` means anyone.
    to: Option<String>,
    /// The number of the table.
    table: u32,
    /// The thread of the table.
    thread: Option<String>,
    /// The terms of the challenge, unless it was a request at a table.
    terms: Option<ChallengeTerms>,
    /// The kind of the request at the table, unless it was a challenge or a jump.
    offer: Option<Offer>,
}

/// The terms of a challenge's game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ChallengeTerms {
    game: String,
    side: Side,
    options: String,
    clock: Option<TimeControl>,
    strict: bool,
}

/// A closed request.
#[derive(Debug)]
pub struct ClosedRequest {
    request: TableRequest,
    /// The id of the user who has answered it.
    answered_by: Option<String>,
    /// The time at which it was closed.
    closed: Timestamp,
    /// The ids of the users who have been told that it is closed.
    told: Vec<String>,
}

impl RequestLog {
    /// Notes the requests of a table that is loaded.
    pub fn note_loaded(&mut self, table: &Table) {
        for kind in OpenKind::ALL {
            let request = TableRequest::of(table, kind).map(|request| OpenRequest {
                request,
                number: 0,
                made: Timestamp::MIN,
                shown: Timestamp::MIN,
            });
            self.open
                .extend(request.map(|request| ((table.id, kind), request)));
        }
    }

    /// Notes the state in which a table was stored, if it still exists, after a command of the user `by`. Earlier
    /// requests that it no longer has are closed. Returns the number of new ones.
    pub fn note_stored(
        &mut self,
        id: u32,
        table: Option<&Table>,
        now: Timestamp,
        by: Option<&str>,
    ) -> Option<u64> {
        let time = u64::try_from(now.as_microsecond()).unwrap_or_default();
        let number = time.max(self.last_number + 1);
        for kind in OpenKind::ALL {
            let request = table.and_then(|table| TableRequest::of(table, kind));
            let before = self.open.get(&(id, kind)).map(|open| &open.request);
            if before
                .zip(request.as_ref())
                .is_some_and(|(before, now)| before.is_same(now))
            {
                continue;
            }
            if let Some(closed) = self.open.remove(&(id, kind)).map(|open| open.request) {
                let answered_by = by.filter(|by| closed.is_answered_by(by, table));
                self.add(ClosedRequest {
                    answered_by: answered_by.map(str::to_owned),
                    request: closed,
                    closed: now,
                    told: Vec::new(),
                });
            }
            if let Some(request) = request {
                self.last_number = number;
                let open = OpenRequest {
                    request,
                    number,
                    made: now,
                    shown: now,
                };
                self.open.insert((id, kind), open);
            }
        }
        (self.last_number == number).then_some(number)
    }

    /// Notes from when on users can have seen the announcement of requests; `None` while it isn't sent.
    pub fn note_announced(&mut self, number: u64, shown: Option<Timestamp>) {
        let open = self.open.values_mut();
        for open in open.filter(|open| open.number == number) {
            open.shown = shown.unwrap_or(Timestamp::MAX);
        }
    }

    /// Returns whether an answer sent at some time was sent before users could see the request of a table.
    pub fn is_unseen(&self, id: u32, sent: Option<Timestamp>) -> bool {
        self.is_unseen_kind(id, OpenKind::Agreement, sent)
    }

    fn is_unseen_kind(&self, id: u32, kind: OpenKind, sent: Option<Timestamp>) -> bool {
        let shown = self.open.get(&(id, kind)).map(|open| open.shown);
        shown.zip(sent).is_some_and(|(shown, sent)| sent < shown)
    }

    /// Returns whether an answer sent at some time was sent before users could see the jump announced at a table.
    pub fn is_unseen_jump(&self, id: u32, sent: Option<Timestamp>) -> bool {
        self.is_unseen_kind(id, OpenKind::Jump, sent)
    }

    /// Returns whether the jump announced at a table is newer than its request, or may be after a restart.
    pub fn is_jump_newer(&self, id: u32) -> bool {
        let number = |kind| self.open.get(&(id, kind)).map(|open| open.number);
        number(OpenKind::Jump) >= number(OpenKind::Agreement)
    }

    /// Returns whether an answer with the number of a table was sent before users could see its request, by the clock of
    /// their homeserver as long as that may be right.
    pub fn is_unseen_by_number(&self, id: u32, sent: Option<Timestamp>, now: Timestamp) -> bool {
        let open = self.open.get(&(id, OpenKind::Agreement));
        let is_recent = |open: &OpenRequest| now.duration_since(open.shown) < MAX_CLOCK_LAG;
        self.is_unseen(id, sent) && open.is_some_and(is_recent)
    }

    /// Returns the number of the request of a table whose announcement isn't sent yet. Another announcement of one that
    /// users have seen would keep those whose homeserver's clock is late from answering.
    pub fn unannounced(&self, id: u32) -> Option<u64> {
        let open = self.open.get(&(id, OpenKind::Agreement))?;
        (open.shown == Timestamp::MAX).then_some(open.number)
    }

    /// Returns the number and the time of the request of a table.
    pub fn request(&self, id: u32) -> Option<(u64, Timestamp)> {
        let open = self.open.get(&(id, OpenKind::Agreement))?;
        Some((open.number, open.made))
    }

    /// Notes that the challenge of a table has expired.
    pub fn note_expired(&mut self, id: u32) {
        self.open.remove(&(id, OpenKind::Agreement));
    }

    /// Adds a closed request, and forgets old ones.
    fn add(&mut self, closed: ClosedRequest) {
        let now = closed.closed;
        self.by_room.retain(|_, requests| {
            requests.retain(|other| {
                other.is_younger(CLOSED_REQUEST_TTL, now) && !other.is_repeated_by(&closed)
            });
            !requests.is_empty()
        });
        let here = self.by_room.entry(closed.request.room.clone());
        here.or_default().push(closed);
    }

    /// Returns the requests closed lately in a room.
    pub fn recent(&self, room: &str, now: Timestamp) -> impl Iterator<Item = &ClosedRequest> {
        let here = self.by_room.get(room).into_iter().flatten();
        here.filter(move |closed| closed.is_younger(CLOSED_REQUEST_TTL, now))
    }

    /// Returns whether a request to a user in particular, or also a challenge `to_anyone`, was closed lately at a place
    /// in a room, of which they have not been told; they are told now.
    pub fn tell(
        &mut self,
        room: &str,
        place: &RequestPlace<'_>,
        to_anyone: bool,
        user: &str,
        now: Timestamp,
    ) -> bool {
        let mut is_news = false;
        for closed in self.by_room.get_mut(room).into_iter().flatten() {
            let may_be_meant = closed.may_answer(user, to_anyone, now) && closed.is_at(place);
            if may_be_meant && !closed.told.iter().any(|told| told == user) {
                is_news = true;
                closed.told.push(user.to_owned());
            }
        }
        is_news
    }

    /// Deletes the requests to a user, and their id from their own.
    pub fn forget(&mut self, user: &str) {
        let is_to = |request: &TableRequest| request.to.as_deref() == Some(user);
        self.open.retain(|_, open| !is_to(&open.request));
        for requests in self.by_room.values_mut() {
            requests.retain(|closed| !is_to(&closed.request));
            let answered = requests.iter_mut().map(|closed| &mut closed.answered_by);
            for answered_by in answered.filter(|by| by.as_deref() == Some(user)) {
                *answered_by = None;
            }
            for closed in requests {
                closed.told.retain(|told| told != user);
            }
        }
        let closed = self.by_room.values_mut().flatten();
        let closed = closed.map(|closed| &mut closed.request);
        let open = self.open.values_mut().map(|open| &mut open.request);
        for request in open.chain(closed) {
            request.forget_asker(user);
        }
    }
}

impl ClosedRequest {
    /// Returns whether an answer of a user may be meant for this request, rather than for the open one of a table.
    pub fn may_be_meant(&self, table: &Table, user: &str, now: Timestamp) -> bool {
        let TableRequest { asker, to, .. } = &self.request;
        let is_of_same = table.asker().is_some_and(|it| it.id == *asker) || asker.is_empty();
        let ttl = if is_of_same {
            CLOSED_REQUEST_TTL
        } else {
            OTHER_ASKER_TTL
        };
        let challenge = table.challenge();
        asker != user
            && !self.is_of_jump()
            && to.as_deref().is_none_or(|to| to == user)
            && !self.was_answered_by(user)
            && self.is_younger(ttl, now)
            && self.is_another_than_at(table)
            && !self.is_like(challenge)
    }

    /// Returns whether a user who has not answered it may do so without having seen that it is closed: one asked by
    /// name, or anyone by a challenge `to_anyone`.
    fn may_answer(&self, user: &str, to_anyone: bool, now: Timestamp) -> bool {
        let (is_asked, ttl) = match self.request.to.as_deref() {
            Some(to) => (to == user, CLOSED_REQUEST_TTL),
            None => (to_anyone && self.request.asker != user, OTHER_ASKER_TTL),
        };
        is_asked && self.is_younger(ttl, now) && !self.was_answered_by(user)
    }

    /// Returns whether it was a challenge by the same user, to a user or to anyone, with other terms.
    pub fn is_replaced_by(&self, challenge: &Challenge) -> bool {
        let TableRequest { asker, to, .. } = &self.request;
        let is_to = |other: &str| {
            to.as_deref().is_none_or(|to| to == other) && !self.was_answered_by(other)
        };
        let is_settled = to.is_some() && self.answered_by.is_some();
        self.request.terms.is_some()
            && !is_settled
            && *asker == challenge.from.id
            && challenge.to.as_ref().is_none_or(|to| is_to(&to.id))
            && !self.is_like(Some(challenge))
    }

    fn is_at(&self, place: &RequestPlace<'_>) -> bool {
        match place {
            RequestPlace::Room => true,
            RequestPlace::Thread(root) => self.is_near(Some(root)),
            RequestPlace::Table(id) => self.request.table == *id,
        }
    }

    /// Returns whether it was made in a thread; any will do where there is none.
    pub fn is_near(&self, thread: Option<&str>) -> bool {
        thread.is_none() || self.request.thread.as_deref() == thread
    }

    fn was_answered_by(&self, user: &str) -> bool {
        self.answered_by.as_deref() == Some(user)
    }

    /// Returns whether it was the question about a jump, which nobody accepts or declines.
    fn is_of_jump(&self) -> bool {
        self.request.terms.is_none() && self.request.offer.is_none()
    }

    /// Returns whether it differs in kind from the request of a table, which would be its successor there. While a
    /// game is on, the table itself keeps its withdrawn requests.
    fn is_another_than_at(&self, table: &Table) -> bool {
        let request = &self.request;
        request.table != table.id || (table.is_over() && request.offer != table.stage.offer())
    }

    /// Returns whether an answer to it fits a challenge as well, which has the same terms.
    fn is_like(&self, challenge: Option<&Challenge>) -> bool {
        let own = self.request.terms.as_ref();
        own.is_some_and(|own| challenge.map(ChallengeTerms::of).as_ref() == Some(own))
    }

    /// Returns whether another request is the same one again.
    fn is_repeated_by(&self, other: &ClosedRequest) -> bool {
        self.request.key() == other.request.key()
    }

    fn is_younger(&self, ttl: SignedDuration, now: Timestamp) -> bool {
        now.duration_since(self.closed) < ttl
    }
}

impl TableRequest {
    fn of(table: &Table, kind: OpenKind) -> Option<Self> {
        let (asker, to) = match kind {
            OpenKind::Agreement => (table.asker()?, table.asked()),
            OpenKind::Jump => {
                let (jumper, other) = table.announcement()?;
                (jumper, Some(other))
            }
        };
        Some(Self {
            room: table.room.clone(),
            asker: asker.id.clone(),
            to: to.map(|asked| asked.id.clone()),
            table: table.id,
            thread: table.thread.clone(),
            terms: table.challenge().map(ChallengeTerms::of),
            offer: table.stage.offer().filter(|_| kind == OpenKind::Agreement),
        })
    }

    fn key(&self) -> (u32, Option<Offer>, &str, Option<&str>) {
        (self.table, self.offer, &self.asker, self.to.as_deref())
    }

    fn is_same(&self, other: &Self) -> bool {
        self.key() == other.key() && self.room == other.room
    }

    /// Returns whether a command of a user answered it, after which its table is as given.
    fn is_answered_by(&self, user: &str, table: Option<&Table>) -> bool {
        match &self.to {
            Some(to) => to == user,
            None => {
                let table = table.filter(|table| table.is_playing());
                self.asker != user && table.is_some_and(|table| table.seat_of(user).is_some())
            }
        }
    }

    fn forget_asker(&mut self, user: &str) {
        if self.asker == user {
            self.asker.clear();
        }
    }
}

impl ChallengeTerms {
    fn of(challenge: &Challenge) -> Self {
        Self {
            game: challenge.game.clone(),
            side: challenge.side,
            options: challenge.options.clone(),
            clock: challenge.clock,
            strict: challenge.is_strict(),
        }
    }
}
