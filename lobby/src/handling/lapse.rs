//! Expiry of challenges without an answer: after some days (TTL), or once a party leaves the room or may no
//! longer play. Expired challenges are reported only to a late reply.

use games::Fact;

use super::Lobby;
use crate::{
    line::Line,
    messages::{TableId, access::AccessMessage, challenge::ChallengeMessage},
    names,
    refusal::Refusal,
    table::{Stage, Table},
    terms::{Challenge, Side},
    traffic::Effect,
};

impl Lobby {
    /// Expires challenges past their lifetime, and removes expired ones after the same time again.
    pub(super) fn expire_unanswered(&mut self) -> Vec<Effect> {
        let late = self.tables.due(self.now);
        self.lapse(late)
    }

    /// Expires challenges by or to users who may no longer play.
    pub(super) fn expire_blocked(&mut self) -> Vec<Effect> {
        let barred = numbers(self.tables.all(), |table| match &table.stage {
            Stage::Challenge(challenge) => {
                let mut people = challenge.people().into_iter();
                people.any(|user| !self.may_play(user))
            }
            _ => false,
        });
        self.lapse(barred)
    }

    /// Expires challenges by or to users who have left the room of a line.
    pub(super) fn expire_left(&mut self, line: &Line) -> Vec<Effect> {
        if line.direct {
            return Vec::new();
        }
        let here = self.tables.open_in(&line.room);
        let left = numbers(here, |table| match &table.stage {
            Stage::Challenge(challenge) => {
                let mut people = challenge.people().into_iter();
                people.any(|user| !is_here(line, user))
            }
            _ => false,
        });
        self.lapse(left)
    }

    /// Removes the expired challenges by or to a user.
    pub(super) fn drop_expired(&mut self, user: &str) -> Vec<Effect> {
        let is_lapsed = |table: &Table| matches!(table.stage, Stage::Lapsed(_));
        let theirs = numbers(self.tables.of(user), is_lapsed);
        self.lapse(theirs)
    }

    /// Expires open challenges, and removes expired ones.
    pub(super) fn lapse(&mut self, numbers: impl IntoIterator<Item = u32>) -> Vec<Effect> {
        let expired = numbers.into_iter().filter_map(|id| {
            let mut table = self.tables.remove(id)?;
            table.stage = match table.stage {
                Stage::Challenge(challenge) => Stage::Lapsed(challenge),
                Stage::Lapsed(_) => Stage::Dropped,
                stage @ (Stage::Playing(_) | Stage::Over(_) | Stage::Dropped) => stage,
            };
            Some(self.tables.keep(table))
        });
        expired.collect()
    }

    /// Returns the refusal for an expired challenge, with the command for a new one.
    pub(super) fn expired(&self, line: &Line, id: u32, challenge: &Challenge) -> Refusal {
        let from = &challenge.from;
        if !self.may_play(&from.id) {
            let name = from.name.clone();
            return AccessMessage::OtherMayNotPlay { name }.into();
        }
        let is_here = is_here(line, &from.id);
        let (from, table) = (from.name.clone(), TableId(id));
        let again = asked_anew(challenge, &line.sender.id);
        let refusal = if is_here {
            ChallengeMessage::Lapsed { from, table, again }
        } else {
            ChallengeMessage::Gone { from, table, again }
        };
        let refusal = Fact::from(refusal);
        refusal.with("prefix", self.settings.prefix.as_str()).into()
    }
}

/// Returns the numbers of the matching tables.
fn numbers<'a>(tables: impl Iterator<Item = &'a Table>, fits: impl Fn(&Table) -> bool) -> Vec<u32> {
    let fitting = tables.filter(|table| fits(table));
    fitting.map(|table| table.id).collect()
}

/// Returns the arguments of a new challenge by a user for the same game.
fn asked_anew(challenge: &Challenge, user: &str) -> String {
    let (who, side) = match &challenge.to {
        Some(to) if challenge.from.id == user => (names::id(&to.id), challenge.side),
        None if challenge.from.id == user => ("anyone".to_owned(), challenge.side),
        _ => (names::id(&challenge.from.id), challenge.side.other()),
    };
    let mut words = vec![who.as_str(), challenge.game.as_str()];
    words.extend((side != Side::Random).then(|| side.word()));
    words.extend((challenge.options != "-").then_some(challenge.options.as_str()));
    words.join(" ")
}

/// Returns whether a user is still in the room of a line.
pub(super) fn is_here(line: &Line, user: &str) -> bool {
    line.people.get(user).is_some()
}
