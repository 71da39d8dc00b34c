//! Requests closed by their asker, or accepted by another user, to which an answer may still be on its way.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use crate::{tables::Table, terms::Challenge, text::messages::Offer};

/// Age up to which users may answer a closed request because they have not seen yet that it is closed.
const CLOSED_REQUEST_TTL: SignedDuration = SignedDuration::from_mins(10);

/// The requests closed lately, by room.
#[derive(Debug, Default)]
pub struct ClosedRequests {
    by_room: HashMap<String, Vec<ClosedRequest>>,
}

/// A challenge, or a request at a table, that its asker has closed or another user has accepted.
#[derive(Debug)]
pub struct ClosedRequest {
    /// The id of the asker.
    pub asker: String,
    /// The id of the user who could have accepted it; `None` means anyone.
    pub to: Option<String>,
    /// The id of the user who has accepted it, if it was a challenge to anyone.
    pub accepted_by: Option<String>,
    /// The number of the table.
    pub table: u32,
    /// The thread of the table.
    pub thread: Option<String>,
    /// The challenge, unless it was a request at a table.
    pub challenge: Option<Challenge>,
    /// The kind of the request at the table, unless it was a challenge.
    pub offer: Option<Offer>,
    /// The time at which it was closed.
    pub closed: Timestamp,
    /// `true` once the user whom it asked has been told that it is closed.
    pub is_told: bool,
}

impl ClosedRequests {
    /// Adds a request closed in a room, and forgets old ones.
    pub fn add(&mut self, room: &str, request: ClosedRequest) {
        let now = request.closed;
        self.by_room.retain(|_, requests| {
            requests.retain(|other| other.is_recent(now) && !other.is_repeated_by(&request));
            !requests.is_empty()
        });
        self.by_room
            .entry(room.to_owned())
            .or_default()
            .push(request);
    }

    /// Returns the recent requests by a user in a room.
    pub fn of_asker<'a>(
        &'a self,
        room: &str,
        asker: &'a str,
        now: Timestamp,
    ) -> impl Iterator<Item = &'a ClosedRequest> {
        let here = self.by_room.get(room).into_iter().flatten();
        here.filter(move |request| request.asker == asker && request.is_recent(now))
    }

    /// Returns whether a request to a user in particular was closed lately in a room, or in a thread of it, of which they
    /// have not been told; they are told now.
    pub fn tell(&mut self, room: &str, thread: Option<&str>, user: &str, now: Timestamp) -> bool {
        let mut is_news = false;
        for request in self.by_room.get_mut(room).into_iter().flatten() {
            let is_near = thread.is_none() || request.thread.as_deref() == thread;
            let is_to = request.to.as_deref() == Some(user);
            if is_near && is_to && request.is_recent(now) {
                is_news |= !request.is_told;
                request.is_told = true;
            }
        }
        is_news
    }

    /// Deletes the requests by and to a user.
    pub fn forget(&mut self, user: &str) {
        for requests in self.by_room.values_mut() {
            requests.retain(|request| request.asker != user && request.to.as_deref() != Some(user));
            let accepted = requests.iter_mut().map(|request| &mut request.accepted_by);
            for accepted_by in accepted.filter(|by| by.as_deref() == Some(user)) {
                *accepted_by = None;
            }
        }
    }
}

impl ClosedRequest {
    /// Returns whether a user could have accepted it, and has not.
    pub fn is_to(&self, user: &str) -> bool {
        self.to.as_deref().is_none_or(|to| to == user) && self.accepted_by.as_deref() != Some(user)
    }

    /// Returns whether it differs in kind from the request of a table, which would be its successor there. While a
    /// game is on, the table itself keeps its withdrawn requests.
    pub fn is_another_than_at(&self, table: &Table) -> bool {
        self.table != table.id || (table.is_over() && self.offer != table.stage.offer())
    }

    /// Returns whether an answer to it fits a challenge as well, which has the same terms.
    pub fn is_like(&self, challenge: Option<&Challenge>) -> bool {
        let terms = |of: &Challenge| {
            (
                of.game.clone(),
                of.side,
                of.options.clone(),
                of.clock,
                of.is_strict(),
            )
        };
        challenge.is_some() && self.challenge.as_ref().map(terms) == challenge.map(terms)
    }

    /// Returns whether another request is the same one again.
    fn is_repeated_by(&self, other: &ClosedRequest) -> bool {
        let key = |of: &ClosedRequest| (of.table, of.offer, of.asker.clone(), of.to.clone());
        key(self) == key(other)
    }

    fn is_recent(&self, now: Timestamp) -> bool {
        now.duration_since(self.closed) < CLOSED_REQUEST_TTL
    }
}
