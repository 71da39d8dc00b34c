//! Moves that were sent before a flag fell and arrived after it, as if a homeserver had held them up on their way.

use games::Seat;

use crate::{
    clocks::enforce::say_at,
    context::Context,
    players::PlayerData,
    tables::{Stage, Table, TableIndex, table::seat_index},
    terms::{End, Occasion},
    text::messages::ClockMessage,
    traffic::Effect,
};

/// Takes a loss on time back if the line is a move of the loser that was sent in time; `None` for other lines. The time
/// of sending is the word of the loser's homeserver, so the game has no result then.
pub fn excuse(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    action: &str,
) -> Option<Vec<Effect>> {
    let table = match cx.named {
        Some(id) => tables.get(id).filter(|table| table.room == cx.line.room),
        None => tables.of_line(cx.line),
    };
    let (id, seat) = table.and_then(|table| Some((table.id, late_mover(cx, table, action)?)))?;
    let mut table = tables.remove(id)?;
    if let Stage::Over(over) = &mut table.stage {
        over.end = End::Abandoned;
    }
    let mentions: Vec<&str> = table.players().iter().map(|it| it.id.as_str()).collect();
    let told = say_at(cx, &table, ClockMessage::LateMove { seat }, &mentions);
    Some(vec![
        tables.insert_and_save(table),
        players.drop_duel(id),
        told,
    ])
}

/// Returns the seat of the sender, if the line is a move that was sent in time in a game lost on time.
fn late_mover(cx: &Context<'_>, table: &Table, action: &str) -> Option<Seat> {
    let over = table.over().filter(|_| table.occasion == Occasion::Free)?;
    let seat = table.seat_of(cx.sender())?;
    let sent = cx.uptime.clock_time(cx.line.sent?);
    let is_late = over.end == End::TimedOut(seat_index(seat))
        && over
            .clock
            .as_deref()?
            .was_in_time(seat, sent, cx.clock_time());
    let mut live = over.game.live().filter(|_| is_late)?.without_last(0)?;
    live.play(action).is_ok().then_some(seat)
}
