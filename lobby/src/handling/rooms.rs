//! Rooms the bot joins and leaves: games end when it is removed, but not when it leaves of its own accord.

use games::Fact;
use jiff::SignedDuration;

use super::Lobby;
use crate::{
    job::Job,
    messages::{TableId, hello::HelloMessage, limit::LimitMessage},
    traffic::Effect,
};

/// Time to keep the games of a room the bot has left.
const LEFT_ROOM_RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);

impl Lobby {
    /// Greets a room; after a return to one it had left of its own accord, games go on.
    pub(super) fn joined(&mut self, room: &str, direct: bool) -> Vec<Effect> {
        let Some(back) = self.players.clear_left(room) else {
            return self.greeting(room, direct);
        };
        let open = self.tables.open_in(room);
        let tables: Vec<TableId> = open.map(|table| TableId(table.id)).collect();
        let Some(first) = tables.first().copied() else {
            return [vec![back], self.greeting(room, direct)].concat();
        };
        let tables = TableId::listed(&tables);
        let said = Fact::from(HelloMessage::Again { tables, first });
        let said = said.with("prefix", self.settings.prefix.as_str());
        vec![back, self.saying(room, &said)]
    }

    /// Ends the games of a room the bot is no longer in, unless it left of its own accord.
    pub(super) fn left(&mut self, room: &str) -> Vec<Effect> {
        if self.players.has_left(room) {
            Vec::new()
        } else {
            self.end_tables(room)
        }
    }

    /// Leaves a room with too much state, reports that there, and keeps its games.
    pub(super) fn leave_too_large(&mut self, room: &str) -> Vec<Effect> {
        let games = self.tables.open_in(room).filter(|table| !table.is_run());
        let said = LimitMessage::RoomTooLarge {
            count: games.count(),
        };
        vec![
            self.players.note_left(room, self.now),
            self.saying(room, &said.into()),
            Effect::Job(Job::LeaveRoom(room.to_owned())),
        ]
    }

    /// Resumes a room that could not be left.
    pub(super) fn left_too_large(&mut self, room: &str, left: bool) -> Vec<Effect> {
        if left {
            Vec::new()
        } else {
            self.players.clear_left(room).into_iter().collect()
        }
    }

    /// Ends the games of rooms to which the bot was not invited back in time.
    pub(super) fn end_kept(&mut self) -> Vec<Effect> {
        let before = self
            .now
            .checked_sub(LEFT_ROOM_RETENTION)
            .unwrap_or_default();
        let mut effects = Vec::new();
        for room in self.players.rooms_left_before(before) {
            effects.extend(self.players.clear_left(&room));
            effects.extend(self.end_tables(&room));
        }
        effects
    }
}
