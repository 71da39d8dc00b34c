//! `show`: the board after an earlier turn. Nothing of the game changes, and nobody is asked or notified.

use std::ops::ControlFlow;

use games::Live;

use crate::{
    command::TurnRequest,
    context::Context,
    message::Block,
    play::viewed_turns::ViewedTurns,
    refusal::{Answer, refuse},
    tables::{
        Table, TableIndex,
        lookup::{self, begun},
    },
    text::{
        boards,
        messages::{HistoryMessage, TableId},
    },
};

/// Shows the board after a turn of a game, in progress or finished.
pub fn show(
    cx: &Context<'_>,
    tables: &TableIndex,
    viewed: &mut ViewedTurns,
    request: TurnRequest,
) -> Answer {
    let table = lookup::looked_at(cx, tables)?;
    let live = begun(table)?;
    let turns = live.record().turns.len();
    let before = viewed.last(cx.sender(), table.id);
    // A takeback may have removed the turn shown before.
    let before = before.map_or(turns, |turn| turn.min(turns));
    let turn = match request {
        TurnRequest::First => Some(0),
        TurnRequest::Last => Some(turns),
        TurnRequest::Number(number) => Some(number),
        TurnRequest::Later(count) => before.checked_add(count),
        TurnRequest::Earlier(count) => before.checked_sub(count),
    };
    let Some((turn, then)) = turn.and_then(|turn| Some((turn, after_turn(live, turn)?))) else {
        let last = command(cx, "show last");
        return refuse(HistoryMessage::NoSuchTurn { turns, last });
    };
    viewed.note(cx.sender(), table.id, turn);
    let caption = caption(cx, table, &then, turns);
    let board = boards::past_position(cx, table, &then, turn == turns);
    Ok(vec![cx.answer(vec![
        Block::Text(cx.text.say(&caption.into(), &table.names())),
        Block::Position(board),
    ])])
}

/// Replays a game up to a turn; `None` if there is no such turn.
fn after_turn(live: &Live, turn: usize) -> Option<Live> {
    let stop_there = &mut |then: &Live| {
        if then.record().turns.len() == turn {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let then = Live::retrace_while(live.record(), stop_there).ok()?;
    (then.record().turns.len() == turn).then_some(then)
}

/// Returns the turn that a board shows, and the commands for the next and the previous one.
fn caption(cx: &Context<'_>, table: &Table, then: &Live, turns: usize) -> HistoryMessage {
    let turn = then.record().turns.len();
    let table = TableId(table.id);
    let next = (turn < turns).then(|| command(cx, "show +1"));
    match then.last_turn() {
        None => HistoryMessage::Start { table, turns, next },
        Some((seat, actions)) => HistoryMessage::Shown {
            table,
            seat,
            turn,
            turns,
            actions: actions.replace(';', "; "),
            next,
            back: command(cx, "show -1"),
        },
    }
}

/// Returns a command as it is typed in the place of a line, with the table that the line names.
pub fn command(cx: &Context<'_>, text: &str) -> String {
    let prefix = cx.prefix();
    match cx.named {
        Some(id) => format!("{prefix}{} {text}", TableId(id)),
        None => format!("{prefix}{text}"),
    }
}
