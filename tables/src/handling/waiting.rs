//! What waits for whose consent: which table `accept`, `decline` and `withdraw` are meant for.

use games::Seat;

use super::{Refusal, Tables, refuse};
use crate::{
    line::Line,
    messages::challenge::ChallengeMessage,
    table::{Stage, Table, seat},
    terms::Challenge,
};

/// How a user has been asked for something; what concerns nobody else comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    /// At a table, by the other player: for a rematch, a draw or a takeback.
    AtTheTable,
    /// For a duel, by name.
    ByName,
    /// For a duel, like anyone.
    LikeAnyone,
}

impl Tables {
    /// The table that waits for the sender's consent, or else a challenge to somebody. In the thread
    /// of a table it is what was asked there.
    pub(super) fn awaiting(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let id = self.answered(line, named)?;
        match self.seating.get(id).map(|table| &table.stage) {
            Some(Stage::Lapsed(challenge)) => Err(self.lapsed(line, id, challenge)),
            _ => Ok(id),
        }
    }

    /// The same, and what has waited in vain.
    fn answered(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let user = &line.sender.id;
        if named.is_some() {
            return self.find(line, named, |_| true);
        }
        let in_thread = self.in_thread(line).is_some();
        let here = self.seating.in_room(&line.room);
        let tables = here.filter(|table| !in_thread || table.thread == line.thread);
        let waiting: Vec<(Asked, u32)> = tables
            .filter_map(|table| Some((asked(table, user)?, table.id)))
            .collect();
        let first = waiting.iter().map(|(asked, _)| *asked).min();
        // What was asked of the sender alone in several places is told apart by number only.
        let most = first.map(|first| match in_thread {
            true => first,
            false => first.max(Asked::ByName),
        });
        let fitting = waiting.iter().filter(|(asked, _)| Some(*asked) <= most);
        let fitting: Vec<u32> = fitting.map(|(_, id)| *id).collect();
        match fitting.as_slice() {
            [one] => Ok(*one),
            [] => self
                .find(line, None, |table| asked(table, user).is_some())
                .or_else(|refusal| self.lapsed_for(line).ok_or(refusal))
                .or_else(|refusal| self.challenged(line, None).map_err(|_| refusal)),
            several => Err(self.which_table(line, several)),
        }
    }

    /// The table at which the sender has asked for something, or else a challenge of somebody.
    pub(super) fn asking(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let asks = |table: &Table| asks(table, &line.sender.id);
        self.find_in_thread(line, named, asks)
            .map_or_else(|| self.find(line, named, asks), Ok)
            .or_else(|refusal| self.challenged(line, named).map_err(|_| refusal))
    }

    /// The newest table that fits of those in the thread where a line was written, when it names none:
    /// where one game waits for another, something may have been asked at either.
    fn find_in_thread(
        &self,
        line: &Line,
        named: Option<u32>,
        fits: impl Fn(&Table) -> bool,
    ) -> Option<u32> {
        let root = line.thread.as_deref().filter(|_| named.is_none())?;
        let mut newest = self.seating.in_thread(&line.room, Some(root)).rev();
        let found = newest.find(|table| fits(table));
        found.map(|table| table.id)
    }

    /// The newest challenge in the room that the sender could have answered before it lapsed.
    fn lapsed_for(&self, line: &Line) -> Option<u32> {
        let user = &line.sender.id;
        let mut newest = self.seating.in_room(&line.room).rev();
        let lapsed = newest.find(|table| match &table.stage {
            Stage::Lapsed(challenge) => check_challenged(challenge, user).is_ok(),
            _ => false,
        });
        lapsed.map(|table| table.id)
    }

    /// The table with a challenge that has not been answered.
    fn challenged(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        self.find(line, named, |table| {
            matches!(table.stage, Stage::Challenge(_))
        })
    }
}

/// What a table asks of a user and has no answer to yet.
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
            let by_the_other = asker(stage).is_some_and(|asker| asker != own);
            by_the_other.then_some(Asked::AtTheTable)
        }
        (_, None) => None,
    }
}

/// Whether a table asks something of this user in particular.
pub(super) fn is_asked(table: &Table, user: &str) -> bool {
    matches!(asked(table, user), Some(Asked::AtTheTable | Asked::ByName))
}

/// Whether this user has asked for something at a table that has not been answered.
pub(super) fn asks(table: &Table, user: &str) -> bool {
    match (&table.stage, table.seat_of(user)) {
        (Stage::Challenge(challenge), _) => challenge.from.id == user,
        (stage, own) => own.is_some() && asker(stage) == own,
    }
}

/// The seat that has asked for a draw, a takeback or a rematch.
pub(super) fn asker(stage: &Stage) -> Option<Seat> {
    match stage {
        Stage::Playing(game) => game.pending.map(|pending| seat(pending.by())),
        Stage::Over(game) => game.rematch,
        Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => None,
    }
}

/// Whether a challenge can be answered by a user.
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
