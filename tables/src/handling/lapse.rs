//! Challenges that come to an end without an answer: they wait for some days only, and go with whoever
//! leaves the room or may not play any more. Nothing is said about it until somebody answers.

use games::Fact;

use super::{Refusal, Tables};
use crate::{
    line::Line,
    messages::{TableId, access::AccessMessage, challenge::ChallengeMessage},
    names,
    table::{Stage, Table},
    terms::{Challenge, Side},
    traffic::Effect,
};

impl Tables {
    /// Has challenges lapse that have waited for too long, and lets go of those that lapsed as long
    /// ago.
    pub(super) fn lapse_late(&mut self) -> Vec<Effect> {
        let late = self.seating.due(self.now);
        self.lapse(late)
    }

    /// Has challenges lapse of those, and to those, who may not play any more.
    pub(super) fn lapse_barred(&mut self) -> Vec<Effect> {
        let barred = numbers(self.seating.all(), |table| match &table.stage {
            Stage::Challenge(challenge) => {
                let mut people = challenge.people().into_iter();
                people.any(|user| !self.may_play(user))
            }
            _ => false,
        });
        self.lapse(barred)
    }

    /// Has challenges lapse of those, and to those, who have left the room in which a line was written.
    pub(super) fn lapse_left(&mut self, line: &Line) -> Vec<Effect> {
        if line.direct {
            return Vec::new();
        }
        let here = self.seating.open_in(&line.room);
        let left = numbers(here, |table| match &table.stage {
            Stage::Challenge(challenge) => {
                let mut people = challenge.people().into_iter();
                people.any(|user| !is_here(line, user))
            }
            _ => false,
        });
        self.lapse(left)
    }

    /// Lets go of the lapsed challenges of a user, and of those to that user.
    pub(super) fn drop_lapsed(&mut self, user: &str) -> Vec<Effect> {
        let is_lapsed = |table: &Table| matches!(table.stage, Stage::Lapsed(_));
        let theirs = numbers(self.seating.of(user), is_lapsed);
        self.lapse(theirs)
    }

    /// Has challenges lapse, and lets go of those that have lapsed before.
    pub(super) fn lapse(&mut self, numbers: impl IntoIterator<Item = u32>) -> Vec<Effect> {
        let lapsed = numbers.into_iter().filter_map(|id| {
            let mut table = self.seating.remove(id)?;
            table.stage = match table.stage {
                Stage::Challenge(challenge) => Stage::Lapsed(challenge),
                Stage::Lapsed(_) => Stage::Dropped,
                stage @ (Stage::Playing(_) | Stage::Over(_) | Stage::Dropped) => stage,
            };
            Some(self.keep(table))
        });
        lapsed.collect()
    }

    /// Why a challenge cannot be answered any more, and how to ask anew.
    pub(super) fn lapsed(&self, line: &Line, id: u32, challenge: &Challenge) -> Refusal {
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

/// The numbers of those tables that fit.
fn numbers<'a>(tables: impl Iterator<Item = &'a Table>, fits: impl Fn(&Table) -> bool) -> Vec<u32> {
    let fitting = tables.filter(|table| fits(table));
    fitting.map(|table| table.id).collect()
}

/// How a user asks for the game of a challenge.
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

/// Whether a user is still in the room where a line was written.
pub(super) fn is_here(line: &Line, user: &str) -> bool {
    line.people.get(user).is_some()
}
