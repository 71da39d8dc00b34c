//! Boards that start a player's time, and those that the homeserver rejects, as if somebody has muted the bot. Without
//! its board a turn takes no time, so a game in which that lasts too long has no result.

use crate::{
    clocks::{Clock, ClockTime, enforce, format_duration},
    context::{Context, Environment},
    job::TimedBoard,
    players::PlayerData,
    rooms::LeftRooms,
    tables::TableIndex,
    text::messages::ClockMessage,
    traffic::Effect,
};

/// Starts the time of a turn, as the homeserver has accepted the board that asks for it.
pub fn delivered(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    left: &LeftRooms,
    board: &TimedBoard,
) -> Vec<Effect> {
    let now = env.uptime.clock_time(board.at);
    let saved = change_clock(tables, left, board, |clock| {
        clock.start(board.actions, now, board.event.clone())
    });
    let Some(saved) = saved else {
        return Vec::new();
    };
    let ended = end_after_rejections(env, tables, players, board.table, now);
    ended.unwrap_or_else(|| vec![saved])
}

/// Notes that the homeserver has rejected the board that asks for a turn.
pub fn rejected(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    left: &LeftRooms,
    board: &TimedBoard,
) -> Vec<Effect> {
    let now = env.uptime.clock_time(board.at);
    let saved = change_clock(tables, left, board, |clock| {
        clock.note_rejected(board.actions, now)
    });
    saved.into_iter().collect()
}

/// Changes the clock of a board's table, except in a room that the bot has left or is about to leave: there it goes on
/// after the return. Returns what has to be stored, if `change` returns that there is something.
fn change_clock(
    tables: &mut TableIndex,
    left: &LeftRooms,
    board: &TimedBoard,
    change: impl FnOnce(&mut Clock) -> bool,
) -> Option<Effect> {
    let table = tables.get(board.table);
    let id = table.filter(|table| !left.contains(&table.room))?.id;
    let mut table = tables.remove(id)?;
    let is_changed = table.clock_mut().is_some_and(change);
    let saved = tables.insert_and_save(table);
    is_changed.then_some(saved)
}

/// Ends a game whose player moves too late, or after the boards of its turns were rejected for too long.
pub fn end_before_move(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Option<Vec<Effect>> {
    if let Some(lost) = enforce::lose_after_wait(cx, tables, players, id) {
        return Some(lost);
    }
    let seat = tables.get(id)?.seat_of(cx.sender())?;
    if tables.get(id)?.clock()?.mover() != Some(seat) {
        return None;
    }
    end_after_rejections(cx, tables, players, id, cx.arrival())
}

fn end_after_rejections(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    now: ClockTime,
) -> Option<Vec<Effect>> {
    let rejected = tables.get(id)?.clock()?.excessive_rejection_time(now)?;
    let time = format_duration(rejected);
    let why = ClockMessage::BoardsRejected { time }.into();
    Some(enforce::end_without_result(
        env,
        tables,
        players,
        id,
        &[why],
    ))
}
