//! `preview`: the board after a move that is not played.

use games::{Arg, Illegal, Live, Puzzle, Revealed};

use crate::{
    command::answer_number,
    context::Context,
    message::Block,
    play::turn::play_all,
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    rooms::direct_answer,
    tables::{Playing, Table, TableIndex, lookup},
    text::{
        boards,
        messages::{ComputerMessage, ContestMessage, Place, PreviewMessage, TableId, TableMessage},
    },
};

/// Shows the board after a move of the sender, whose turn it is. In a room the answer goes to the sender's direct
/// message.
pub fn preview(cx: &Context<'_>, tables: &TableIndex, players: &PlayerData, text: &str) -> Answer {
    let table = lookup::playing(cx, tables)?;
    let game = own_turn(cx, tables, table)?;
    let Some(room) = direct_answer::room(cx, players) else {
        return refuse(PreviewMessage::NoDirect);
    };
    let after = after_move(table, &game.live, text)?;
    let place = if room == cx.line.room {
        Place::Direct
    } else {
        Place::Room
    };
    let caption = PreviewMessage::Shown {
        table: TableId(table.id),
        actions: new_actions(&game.live, &after),
        place,
    };
    let blocks = vec![
        Block::Text(cx.sentence(caption)),
        Block::Position(boards::past_position(cx, table, &after, false)),
    ];
    Ok(vec![direct_answer::privately(cx, players, room, blocks)])
}

/// Returns the game at a table if it is the sender's turn.
fn own_turn<'t>(
    cx: &Context<'_>,
    tables: &TableIndex,
    table: &'t Table,
) -> Result<&'t Playing, Refusal> {
    let own = lookup::seat_at(cx, tables, table.id)?;
    let Some(game) = table.playing() else {
        return Err(lookup::game_over(cx, table.id).into());
    };
    if let Some(contest) = table.contest() {
        let other = lookup::contest_of(tables, table.id);
        let waits = ContestMessage::Waits {
            by: contest.by.text(),
            table: other.map(|other| TableId(other.id)),
        };
        return Err(Refusal::from(waits).at(table.id));
    }
    match game.live.to_move() {
        Some(seat) if seat != own => {
            let refusal = if table.computer_to_move().is_some() {
                Refusal::from(ComputerMessage::Thinks { seat })
            } else {
                Refusal::from(TableMessage::NotYourTurn { seat })
            };
            Err(refusal.at(table.id))
        }
        _ => Ok(game),
    }
}

/// Returns the game after the actions of a line, or after the answer with that number.
///
/// # Errors
/// If they are illegal, or would reveal a die or a structure.
pub fn after_move(table: &Table, live: &Live, text: &str) -> Result<Live, Refusal> {
    let at_table = |refusal: Refusal| refusal.at(table.id);
    let answers = live.prompt().map(|prompt| prompt.choices);
    let picked =
        answer_number(text).and_then(|number| answers.as_ref()?.get(number.checked_sub(1)?));
    let text = picked.map_or(text, |choice| choice.action.as_str());
    let mut after = live.clone();
    // In a run, a refusal of a second action would tell what the first one has rolled or revealed.
    let played = if live.entry().chance {
        after.play(text)
    } else {
        play_all(&mut after, text)
    };
    played.map_err(|illegal| at_table(refused(table, live, illegal)))?;
    let count = after.actions() - live.actions();
    if after.revealed_by_last(count) == Revealed::Nothing {
        return Ok(after);
    }
    let actions = new_actions(live, &after);
    Err(at_table(PreviewMessage::Reveals { actions }.into()))
}

/// Returns the refusal of an illegal move. At a puzzle, an example in it must not be the solution.
fn refused(table: &Table, live: &Live, Illegal(mut refused): Illegal) -> Refusal {
    let puzzle = Puzzle::of(live).filter(|_| table.is_puzzle());
    for (name, arg) in &mut refused.args {
        let is_example = matches!(name.as_ref(), "example" | "pushing");
        if is_example && puzzle.is_some_and(|puzzle| puzzle.turn.contains(&arg.to_string())) {
            *arg = Arg::None;
        }
    }
    refused.into()
}

/// Returns the actions that one game has beyond another, in canonical notation.
pub fn new_actions(before: &Live, after: &Live) -> String {
    let actions = after.record().turns.iter().flatten();
    let actions: Vec<&str> = actions.skip(before.actions()).map(String::as_str).collect();
    actions.join("; ")
}
