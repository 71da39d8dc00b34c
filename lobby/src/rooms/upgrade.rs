//! Room upgrades: games continue in the new room.

use std::collections::BTreeMap;

use crate::{
    access::{AccessGate, Trust, permission},
    context::Environment,
    job::{Job, JoinOutcome, Upgrade},
    line::Line,
    players::PlayerData,
    rooms::membership,
    tables::{Stage, Table, TableIndex},
    text::messages::{TableId, UpgradedMessage},
    traffic::Effect,
};

impl Table {
    /// Returns a line about this table adapted to its current room: after an upgrade there is nothing to reply to
    /// in the new room, and no thread, until somebody writes there.
    pub fn line_in_current_room(&self, line: &Line) -> Line {
        let mut line = line.clone();
        if self.room != line.room {
            line.room.clone_from(&self.room);
            line.thread = None;
            line.direct = true;
        }
        line
    }
}

/// The upgrades beyond the quota of their room or sender, the newest of each room, until there is a place for them. A
/// restart forgets them: it looks for tombstones itself.
#[derive(Debug, Default)]
pub struct PostponedUpgrades(BTreeMap<String, Upgrade>);

impl PostponedUpgrades {
    /// Processes the upgrades for which there is a place now.
    pub fn follow(
        &mut self,
        env: &Environment<'_>,
        tables: &TableIndex,
        players: &PlayerData,
        access: &mut AccessGate,
    ) -> Vec<Effect> {
        let postponed = std::mem::take(&mut self.0).into_values();
        let followed =
            postponed.flat_map(|upgrade| upgraded(env, tables, players, access, self, &upgrade));
        followed.collect()
    }
}

/// Queues the job that joins the successor of a room with open tables. A tombstone counts as an invitation into
/// the successor: if its sender may not invite, the games stay where they are.
pub fn upgraded(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    access: &mut AccessGate,
    postponed: &mut PostponedUpgrades,
    upgrade: &Upgrade,
) -> Vec<Effect> {
    let Upgrade {
        room,
        successor,
        sender,
        ..
    } = upgrade;
    let is_idle = tables.open_in(room).next().is_none();
    let is_ignored = permission::trust(env, players, sender) == Trust::Ignored;
    if is_idle || is_ignored || room == successor {
        return Vec::new();
    }
    if !access.admit_upgrade(room, sender, env.now) {
        postponed.0.insert(room.clone(), upgrade.clone());
        return Vec::new();
    }
    postponed.0.remove(room);
    if !permission::may_invite(env, players, sender, successor) {
        return vec![env.saying(room, UpgradedMessage::NotInvited)];
    }
    vec![Effect::Job(Job::JoinSuccessor(Upgrade {
        since: Some(env.now),
        ..upgrade.clone()
    }))]
}

/// Moves the games and settings of a room to its successor, or ends the games if the bot could not join. If the two
/// rooms do not name each other, or the sender of the tombstone is no moderator of the successor, all stays where it is.
pub fn successor_joined(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    access: &mut AccessGate,
    upgrade: &Upgrade,
    outcome: JoinOutcome,
) -> Vec<Effect> {
    let room = &upgrade.room;
    match outcome {
        JoinOutcome::Joined => {
            access.pass_on_upgrades(room, &upgrade.successor);
            let preferences = players.preferences_mut();
            let mut effects = preferences.move_room(room, &upgrade.successor);
            let env = &env.in_room(players, &upgrade.successor);
            effects.extend(move_tables(env, tables, room, &upgrade.successor));
            effects
        }
        JoinOutcome::NotLetIn => {
            let ends_tables = tables.open_in(room).any(|table| !table.is_run());
            let mut effects = membership::end_tables(env, tables, players, room);
            if ends_tables {
                effects.push(env.saying(room, UpgradedMessage::Ended));
            }
            effects
        }
        JoinOutcome::NotSuccessor => explain_stay(env, tables, room, UpgradedMessage::Elsewhere),
        JoinOutcome::NotModerated => explain_stay(env, tables, room, UpgradedMessage::NotModerated),
    }
}

/// Says in a room with open tables why games stay there.
fn explain_stay(
    env: &Environment<'_>,
    tables: &TableIndex,
    room: &str,
    why: UpgradedMessage,
) -> Vec<Effect> {
    let open = tables.open_in(room).next();
    let said = open.map(|_| env.saying(room, why));
    said.into_iter().collect()
}

/// Moves the open tables of a room to its successor, and reports that there.
pub fn move_tables(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    room: &str,
    successor: &str,
) -> Vec<Effect> {
    let mut moved = Vec::new();
    let mut effects = Vec::new();
    let here: Vec<u32> = tables.open_in(room).map(|table| table.id).collect();
    for id in here {
        effects.extend(tables.edit(id, |table| {
            table.room = successor.to_owned();
            // The thread stays behind; the next line about the table becomes the root of a new one.
            table.thread = None;
            match &mut table.stage {
                Stage::Playing(game) => game.notes.absent = None,
                Stage::Challenge(challenge) => challenge.moved = Some(env.now),
                Stage::Lapsed(_) | Stage::Over(_) | Stage::Dropped => {}
            }
            if let Some(clock) = table.clock_mut() {
                clock.change_room(env.clock_time());
            }
            Effect::Save(table.save())
        }));
        moved.push(TableId(id));
    }
    if let Some(first) = moved.first().copied() {
        let tables = TableId::listed(&moved);
        let moved = env.prefixed_for_rooms(UpgradedMessage::Moved { tables, first });
        effects.push(env.saying(successor, moved));
    }
    effects
}
