//! Rooms whose place another one takes: what is on there goes on in the new one.

use games::Fact;

use super::Tables;
use crate::{
    errand::{Errand, Upgrade},
    line::Line,
    table::Table,
    traffic::Effect,
};

impl Table {
    /// A line about this table as it would be now: where the room has been upgraded since, there is nothing to
    /// reply to in the new one, and no thread, until somebody writes there.
    pub(super) fn followed(&self, line: &Line) -> Line {
        let mut line = line.clone();
        if self.room != line.room {
            line.room.clone_from(&self.room);
            line.thread = None;
            line.direct = true;
        }
        line
    }

    /// The first line about a table that has come here from another room is the root of its thread.
    pub(super) fn take_thread(&mut self, line: &Line) {
        if self.thread.is_none() && !line.direct {
            let root = line.thread.as_ref().unwrap_or(&line.event);
            self.thread = Some(root.clone());
        }
    }
}

impl Tables {
    /// Sends the bot after the games of a room.
    pub(super) fn upgraded(&mut self, upgrade: &Upgrade) -> Vec<Effect> {
        let is_idle = self.seating.open_in(&upgrade.room).next().is_none();
        if is_idle || upgrade.room == upgrade.successor {
            return Vec::new();
        }
        if !self.settings.access.is_room_allowed(&upgrade.successor) {
            return self.followed(upgrade, false);
        }
        vec![Effect::Errand(Errand::Follow(upgrade.clone()))]
    }

    /// Lets everything that is on in a room go on in the one that takes its place, or ends it where the bot
    /// does not get in.
    pub(super) fn followed(&mut self, upgrade: &Upgrade, is_there: bool) -> Vec<Effect> {
        let Upgrade { room, successor } = upgrade;
        let is_allowed = self.settings.access.is_room_allowed(successor);
        if !is_there || !is_allowed {
            let mut effects = self.end_tables(room);
            if !effects.is_empty() {
                effects.push(self.saying(room, &Fact::new("upgraded-ended")));
            }
            return effects;
        }
        let mut moved = Vec::new();
        let mut effects = Vec::new();
        let here: Vec<u32> = self.seating.open_in(room).map(|table| table.id).collect();
        for id in here {
            effects.extend(self.seating.edit(id, |table| {
                table.room.clone_from(successor);
                // The thread stays behind; the next line about the table is the root of another one.
                table.thread = None;
                Effect::Save(table.save())
            }));
            moved.push(format!("t{id}"));
        }
        if let Some(first) = moved.first() {
            let moved = Fact::new("upgraded-moved")
                .with("tables", moved.join(", "))
                .with("first", first.as_str())
                .with("prefix", self.settings.prefix.as_str());
            effects.push(self.saying(successor, &moved));
        }
        effects
    }
}
