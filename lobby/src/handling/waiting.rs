//! Lookup of pending requests: the table that `accept`, `decline` or `withdraw` is meant for.

use super::Lobby;
use crate::{
    line::Line,
    messages::challenge::ChallengeMessage,
    refusal::{Refusal, refuse},
    table::{Stage, Table},
    terms::Challenge,
};

/// The kind of a request to a user, the most specific first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    /// By the other player at a table: a rematch, a draw or a takeback.
    AtTheTable,
    /// A challenge by name.
    ByName,
    /// A challenge to anyone.
    LikeAnyone,
}

impl Lobby {
    /// Returns the table with a request to the sender, or else a challenge to anybody; in the thread of a table,
    /// a request there.
    pub(super) fn awaiting(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let id = self.answered(line, named)?;
        match self.tables.get(id).map(|table| &table.stage) {
            Some(Stage::Lapsed(challenge)) => Err(self.expired(line, id, challenge)),
            _ => Ok(id),
        }
    }

    /// Returns such a table, or an expired challenge.
    fn answered(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let user = &line.sender.id;
        if named.is_some() {
            return self.find(line, named, |_| true);
        }
        let in_thread = self.in_thread(line).is_some();
        let here = self.tables.in_room(&line.room);
        let tables = here.filter(|table| !in_thread || table.thread == line.thread);
        let waiting: Vec<(Asked, u32)> = tables
            .filter_map(|table| Some((asked(table, user)?, table.id)))
            .collect();
        let first = waiting.iter().map(|(asked, _)| *asked).min();
        // Requests to the sender in particular, at several tables, are told apart by number only.
        let most = first.map(|first| {
            if in_thread {
                first
            } else {
                first.max(Asked::ByName)
            }
        });
        let fitting = waiting.iter().filter(|(asked, _)| Some(*asked) <= most);
        let fitting: Vec<u32> = fitting.map(|(_, id)| *id).collect();
        match fitting.as_slice() {
            [one] => Ok(*one),
            [] => self
                .find(line, None, |table| asked(table, user).is_some())
                .or_else(|refusal| self.expired_for(line).ok_or(refusal))
                .or_else(|refusal| self.challenged(line, None).map_err(|_| refusal)),
            several => Err(self.which_table(line, several)),
        }
    }

    /// Returns the table with a request of the sender, or else anybody's challenge.
    pub(super) fn asking(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let asks = |table: &Table| asks(table, &line.sender.id);
        self.find_in_thread(line, named, asks)
            .map_or_else(|| self.find(line, named, asks), Ok)
            .or_else(|refusal| self.challenged(line, named).map_err(|_| refusal))
    }

    /// Returns the newest matching table in the thread of a line that names none: when one game waits for
    /// another, either may have the request.
    fn find_in_thread(
        &self,
        line: &Line,
        named: Option<u32>,
        fits: impl Fn(&Table) -> bool,
    ) -> Option<u32> {
        let root = line.thread.as_deref().filter(|_| named.is_none())?;
        let mut newest = self.tables.in_thread(&line.room, Some(root)).rev();
        let found = newest.find(|table| fits(table));
        found.map(|table| table.id)
    }

    /// Returns the newest expired challenge in the room that the sender could have answered.
    fn expired_for(&self, line: &Line) -> Option<u32> {
        let user = &line.sender.id;
        let mut newest = self.tables.in_room(&line.room).rev();
        let expired = newest.find(|table| match &table.stage {
            Stage::Lapsed(challenge) => check_challenged(challenge, user).is_ok(),
            _ => false,
        });
        expired.map(|table| table.id)
    }

    /// Returns the table of an open challenge.
    fn challenged(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        self.find(line, named, |table| {
            matches!(table.stage, Stage::Challenge(_))
        })
    }
}

/// Returns the kind of a table's pending request to a user.
fn asked(table: &Table, user: &str) -> Option<Asked> {
    match (&table.stage, table.seat_of(user)) {
        (Stage::Challenge(challenge), _) => {
            check_challenged(challenge, user).ok()?;
            Some(match challenge.to {
                Some(_) => Asked::ByName,
                None => Asked::LikeAnyone,
            })
        }
        (stage, Some(own)) => {
            let by_the_other = stage.asker().is_some_and(|asker| asker != own);
            by_the_other.then_some(Asked::AtTheTable)
        }
        (_, None) => None,
    }
}

/// Returns whether a table has a request to this user in particular.
pub(super) fn is_asked(table: &Table, user: &str) -> bool {
    matches!(asked(table, user), Some(Asked::AtTheTable | Asked::ByName))
}

/// Returns whether a table has a pending request of this user.
pub(super) fn asks(table: &Table, user: &str) -> bool {
    match (&table.stage, table.seat_of(user)) {
        (Stage::Challenge(challenge), _) => challenge.from.id == user,
        (stage, own) => own.is_some() && stage.asker() == own,
    }
}

/// Checks that a user can answer a challenge.
pub(super) fn check_challenged(challenge: &Challenge, user: &str) -> Result<(), Refusal> {
    match &challenge.to {
        _ if challenge.from.id == user => refuse(ChallengeMessage::Own),
        Some(person) if person.id != user => {
            let name = person.name.clone();
            refuse(ChallengeMessage::ToAnother { name })
        }
        _ => Ok(()),
    }
}
