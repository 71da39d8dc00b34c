//! Messages of players that somebody else has deleted before they arrived, as if to keep a move from counting.

use crate::{
    clocks::{
        Clock,
        late_move::{self, LostOnTime},
        player_lookup,
    },
    context::Environment,
    players::PlayerData,
    tables::{Table, TableIndex},
    text::messages::ClockMessage,
    traffic::{Effect, RedactedMessage},
};

/// Has the sender not lose on time where it is their turn, and takes back a loss since the message was sent: nobody can
/// tell whether it was a move.
pub fn redacted(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    message: &RedactedMessage,
) -> Vec<Effect> {
    let RedactedMessage { room, sender, sent } = message;
    let mover = |table: &Table| {
        let seat = table.seat_of(sender)?;
        (table.clock().and_then(Clock::mover) == Some(seat)).then_some((table.id, seat))
    };
    let turns: Vec<_> = tables.open_in(room).filter_map(mover).collect();
    let loss = |table: &Table| {
        let seat = late_move::loser_in_time(env, table, sender, (*sent)?)?;
        let table = table.id;
        Some(LostOnTime { table, seat })
    };
    let losses: Vec<LostOnTime> = tables.timed_out_in(room).filter_map(loss).collect();
    let mut effects = player_lookup::excuse(tables, &turns);
    for lost in losses {
        let told = |seat| ClockMessage::DeletedMove { seat };
        effects.extend(late_move::excuse(env, tables, players, lost, told));
    }
    effects
}
