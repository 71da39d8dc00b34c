//! Room upgrades: games continue in the new room.

use games::Fact;

use crate::{
    access::Trust,
    handling::Lobby,
    job::{FollowOutcome, Job, Upgrade},
    line::Line,
    messages::{TableId, upgraded::UpgradedMessage},
    table::Table,
    traffic::Effect,
};

impl Table {
    /// Returns a line about this table adapted to its current room: after an upgrade there is nothing to reply to
    /// in the new room, and no thread, until somebody writes there.
    pub fn followed(&self, line: &Line) -> Line {
        let mut line = line.clone();
        if self.room != line.room {
            line.room.clone_from(&self.room);
            line.thread = None;
            line.direct = true;
        }
        line
    }
}

impl Lobby {
    /// Queues the job that follows an upgraded room with open tables. A tombstone counts as an invitation into
    /// the successor: if its sender may not invite, the games stay where they are.
    pub(super) fn upgraded(&mut self, upgrade: &Upgrade) -> Vec<Effect> {
        let Upgrade {
            room,
            successor,
            sender,
            ..
        } = upgrade;
        let is_idle = self.tables.open_in(room).next().is_none();
        let is_ignored = self.trust(sender) == Trust::Ignored;
        if is_idle || is_ignored || room == successor {
            return Vec::new();
        }
        if !self.access.follow(room, sender, self.now) {
            return Vec::new();
        }
        if !self.may_invite(sender, successor) {
            return vec![self.saying(room, &UpgradedMessage::NotInvited.into())];
        }
        vec![Effect::Job(Job::Follow(Upgrade {
            since: Some(self.now),
            ..upgrade.clone()
        }))]
    }

    /// Moves the games of a room to its successor, or ends them if the bot could not join. If the two rooms do
    /// not name each other, the games stay where they are.
    pub(super) fn followed(&mut self, upgrade: &Upgrade, outcome: FollowOutcome) -> Vec<Effect> {
        let room = &upgrade.room;
        match outcome {
            FollowOutcome::Joined => self.move_tables(room, &upgrade.successor),
            FollowOutcome::NotLetIn => {
                let mut effects = self.end_tables(room);
                if !effects.is_empty() {
                    effects.push(self.saying(room, &UpgradedMessage::Ended.into()));
                }
                effects
            }
            FollowOutcome::NotSuccessor => {
                let open = self.tables.open_in(room).next();
                let said = open.map(|_| self.saying(room, &UpgradedMessage::Elsewhere.into()));
                said.into_iter().collect()
            }
        }
    }

    pub(super) fn move_tables(&mut self, room: &str, successor: &str) -> Vec<Effect> {
        let mut moved = Vec::new();
        let mut effects = Vec::new();
        let here: Vec<u32> = self.tables.open_in(room).map(|table| table.id).collect();
        for id in here {
            effects.extend(self.tables.edit(id, |table| {
                table.room = successor.to_owned();
                // The thread stays behind; the next line about the table becomes the root of a new one.
                table.thread = None;
                Effect::Save(table.save())
            }));
            moved.push(TableId(id));
        }
        if let Some(first) = moved.first().copied() {
            let tables = TableId::listed(&moved);
            let moved = Fact::from(UpgradedMessage::Moved { tables, first });
            let moved = moved.with("prefix", self.settings.prefix.as_str());
            effects.push(self.saying(successor, &moved));
        }
        effects
    }
}
