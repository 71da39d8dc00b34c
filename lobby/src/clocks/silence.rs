//! Boards that start a player's time, and those that the homeserver rejects, as if somebody has muted the bot. Without
//! its board a turn takes no time, so a game in which that lasts too long has no result.

use crate::{
    clocks::{ClockTime, expire, format_duration},
    context::{Context, Environment},
    job::TimedBoard,
    players::PlayerData,
    rooms::LeftRooms,
    tables::TableIndex,
    text::messages::ClockMessage,
    traffic::Effect,
};

/// Starts the time of a turn, as the homeserver has accepted the board that asks for it. In a room that the bot is
/// about to leave it starts after the return.
pub fn delivered(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    left: &LeftRooms,
    board: &TimedBoard,
) -> Vec<Effect> {
    let now = env.uptime.clock_time(board.at);
    let here = tables
        .get(board.table)
        .filter(|table| !left.contains(&table.room));
    let here = here.map(|table| table.id);
    let Some(mut table) = here.and_then(|id| tables.remove(id)) else {
        return Vec::new();
    };
    let clock = table.clock_mut();
    let is_started = clock.is_some_and(|clock| clock.start(board.actions, now));
    let saved = tables.insert_and_save(table);
    if !is_started {
        return Vec::new();
    }
    let ended = end_after_silence(env, tables, players, board.table, now);
    ended.unwrap_or_else(|| vec![saved])
}

/// Notes that the homeserver has rejected the board that asks for a turn, except in a room that the bot has left or is
/// about to leave.
pub fn rejected(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    left: &LeftRooms,
    board: &TimedBoard,
) -> Vec<Effect> {
    let now = env.uptime.clock_time(board.at);
    let here = tables
        .get(board.table)
        .filter(|table| !left.contains(&table.room));
    let here = here.map(|table| table.id);
    let Some(mut table) = here.and_then(|id| tables.remove(id)) else {
        return Vec::new();
    };
    let clock = table.clock_mut();
    let is_new = clock.is_some_and(|clock| clock.note_rejected(board.actions, now));
    let saved = tables.insert_and_save(table);
    is_new.then_some(saved).into_iter().collect()
}

/// Ends a game whose player moves too late, or after the boards of its turns were rejected for too long.
pub fn end_before_move(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Option<Vec<Effect>> {
    if let Some(lost) = expire::lose_after_wait(cx, tables, players, id) {
        return Some(lost);
    }
    let seat = tables.get(id)?.seat_of(cx.sender())?;
    if tables.get(id)?.clock()?.mover() != Some(seat) {
        return None;
    }
    end_after_silence(cx, tables, players, id, cx.arrival())
}

fn end_after_silence(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    now: ClockTime,
) -> Option<Vec<Effect>> {
    let silence = tables.get(id)?.clock()?.excessive_silence(now)?;
    let time = format_duration(silence);
    let why = ClockMessage::Silenced { time }.into();
    Some(expire::end_without_result(env, tables, players, id, &[why]))
}
