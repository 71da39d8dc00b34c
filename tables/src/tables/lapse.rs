//! Challenges that come to an end without an answer: they wait for some days only, and go with whoever
//! leaves the room or may not play any more. Nothing is said about it until somebody answers.

use games::Fact;

use super::{Refusal, Tables};
use crate::{
    chat::{Effect, Line},
    names,
    saved::{Challenge, Side},
    table::{Stage, Table},
};

const DAY: u64 = 24 * 60 * 60;

impl Tables {
    /// Has challenges lapse that have waited for too long, and lets go of those that lapsed as long
    /// ago. Those that were stored without a time wait from now on.
    pub(super) fn lapse_late(&mut self, time: u64) -> Vec<Effect> {
        let patience = DAY.saturating_mul(self.settings.limits.challenge_days.into());
        let mut dated = Vec::new();
        for table in self.tables.values_mut() {
            if let Stage::Challenge(challenge) | Stage::Lapsed(challenge) = &mut table.stage
                && challenge.asked.is_none()
            {
                challenge.asked = Some(time);
                dated.push(Effect::Save(table.save()));
            }
        }
        let is_late = |table: &Table| {
            let (challenge, periods) = match &table.stage {
                Stage::Challenge(challenge) => (challenge, 1),
                Stage::Lapsed(challenge) => (challenge, 2),
                Stage::Playing(_) | Stage::Over(_) | Stage::Dropped => return false,
            };
            let asked = challenge.asked.unwrap_or(time);
            asked.saturating_add(patience.saturating_mul(periods)) <= time
        };
        let late = self.numbers(is_late);
        dated.extend(self.lapse(late));
        dated
    }

    /// Has challenges lapse of those, and to those, who may not play any more.
    pub(super) fn lapse_barred(&mut self) -> Vec<Effect> {
        let barred = self.numbers(|table| match &table.stage {
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
        let left = self.numbers(|table| match &table.stage {
            Stage::Challenge(challenge) if table.room == line.room => {
                let mut people = challenge.people().into_iter();
                people.any(|user| !is_here(line, user))
            }
            _ => false,
        });
        self.lapse(left)
    }

    /// Lets go of the lapsed challenges of a user, and of those to that user.
    pub(super) fn drop_lapsed(&mut self, user: &str) -> Vec<Effect> {
        let theirs =
            self.numbers(|table| matches!(table.stage, Stage::Lapsed(_)) && table.concerns(user));
        self.lapse(theirs)
    }

    fn numbers(&self, fits: impl Fn(&Table) -> bool) -> Vec<u32> {
        let tables = self.tables.values().filter(|table| fits(table));
        tables.map(|table| table.id).collect()
    }

    /// Has challenges lapse, and lets go of those that have lapsed before.
    pub(super) fn lapse(&mut self, numbers: impl IntoIterator<Item = u32>) -> Vec<Effect> {
        let lapsed = numbers.into_iter().filter_map(|id| {
            let mut table = self.tables.remove(&id)?;
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
            let name = from.name.as_str();
            return Fact::new("other-may-not-play").with("name", name).into();
        }
        let code = match is_here(line, &from.id) {
            true => "challenge-lapsed",
            false => "challenge-gone",
        };
        Fact::new(code)
            .with("from", from.name.as_str())
            .with("table", format!("t{id}"))
            .with("prefix", self.settings.prefix.as_str())
            .with("again", asked_anew(challenge, &line.sender.id))
            .into()
    }
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
    line.people.iter().any(|person| person.id == user)
}
