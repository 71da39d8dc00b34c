//! The time at which the turn of the player to move began.

use jiff::{SignedDuration, Timestamp};

use crate::{
    person::Person,
    tables::{Playing, Stage, Table, table::seat_index},
    terms::TurnStart,
};

impl Table {
    /// Notes whose turn it is after a change. A turn of several actions has begun before the first.
    pub fn note_turn(&mut self, now: Timestamp) {
        let Stage::Playing(game) = &mut self.stage else {
            return;
        };
        let seat = game.live.to_move().map(seat_index);
        let before = game.notes.turn_start.as_ref().map(|turn| turn.seat);
        if before != seat {
            game.notes.turn_start = seat.map(|seat| Box::new(TurnStart { seat, at: now }));
        }
    }

    /// Returns the person to move in a game of two people, and the start of the turn.
    pub fn turn(&self) -> Option<(&Person, Timestamp)> {
        let game = self.playing()?;
        let turn = game.notes.turn_start.as_ref()?;
        let mover = game.players.get(usize::from(turn.seat))?;
        let is_for_two = self.people_playing().count() == 2;
        is_for_two.then_some((mover, turn.at))
    }
}

impl Playing {
    /// Returns the time for which it has been the turn of the player to move; `None` for a game stored without it.
    pub fn turn_age(&self, now: Timestamp) -> Option<SignedDuration> {
        let turn = self.notes.turn_start.as_ref()?;
        Some(turn.at.duration_until(now))
    }
}
