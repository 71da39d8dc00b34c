//! Rooms whose place another one takes: what is on there goes on in the new one.

use games::Fact;

use super::Tables;
use crate::{
    chat::Effect,
    errand::{Errand, Upgrade},
    table::Table,
};

impl Tables {
    /// Sends the bot after the games of a room.
    pub(super) fn upgraded(&mut self, upgrade: &Upgrade) -> Vec<Effect> {
        let is_on = |table: &Table| table.room == upgrade.room && table.is_open();
        if !self.tables.values().any(is_on) || upgrade.room == upgrade.successor {
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
        let here = |table: &&mut Table| table.room == *room && table.is_open();
        for table in self.tables.values_mut().filter(here) {
            table.room.clone_from(successor);
            // The thread stays behind; the next line about the table is the root of another one.
            table.thread = None;
            effects.push(Effect::Save(table.save()));
            moved.push(format!("t{}", table.id));
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
