//! The appearance of boards, and its settings per room and player.

use crate::{
    access::permission,
    appearance::{Boards, Theme},
    clocks::status,
    command::{Change, View},
    context::Context,
    line::Line,
    message::{Block, Figures},
    play::report,
    players::PlayerData,
    preferences::{Setting, SettingValue, change},
    puzzles::task::task,
    refusal::{Answer, Refusal},
    tables::{
        Stage, TableIndex, list,
        lookup::{self, begun},
    },
    text::{
        boards,
        messages::{BoardsMessage, Changed, Place, RoomSetting},
        words,
    },
    traffic::Effect,
};

/// Shows the board of a table, in another form than usual if one is given.
pub fn board(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    view: Option<View>,
) -> Answer {
    let table = lookup::looked_at(cx, tables)?;
    let live = begun(table)?;
    let names = table.names();
    let in_words = view == Some(View::Words);
    let board = boards::position(cx, table, live, false);
    let board = if in_words {
        let mut lines = words::board(cx.text.wording(), &board.diagram);
        let side_panel = live.position().side_panel_without_picture();
        lines.extend(side_panel.iter().map(|fact| cx.text.say(fact, &names)));
        Block::Text(lines.join("\n"))
    } else {
        Block::Position(board)
    };
    let mut blocks = vec![Block::Text(list::list_line(cx, table)), board];
    let is_in_thread = cx.line.thread.is_some() && cx.line.thread == table.thread;
    let shows_board = is_in_thread && !in_words && table.is_playing();
    if shows_board {
        // Text before a board is news, with which no newer board does away.
        blocks.reverse();
    }
    match &table.stage {
        Stage::Playing(_) => {
            let figures = boards::figures(cx, live, &names, false);
            blocks.extend(figures.and_then(|block| match block {
                // The description in words includes the odds that a picture shows.
                Block::Figures(Figures { unseen, .. }) if in_words => {
                    (!unseen.is_empty()).then_some(Block::Text(unseen))
                }
                block => Some(block),
            }));
            let task = task(table).map(|task| cx.text.say(&task, &names));
            let asked = task
                .into_iter()
                .chain([boards::prompt_text(cx, table, live)]);
            let asked = asked.chain(status::time_left(cx, players, table));
            blocks.push(Block::Text(asked.collect::<Vec<_>>().join("\n")));
        }
        Stage::Over(over) => {
            blocks.extend(report::farewell(cx, tables, players, table, over, live))
        }
        Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => {}
    }
    let mut answer = cx.answer(blocks);
    if let Effect::SendMessage(message) = &mut answer {
        if let Some(View::As(boards)) = view {
            message.appearance.boards = boards;
        }
        // The board that asked for the turn may never have arrived.
        message.starts_clock = report::clock_started(table).filter(|_| is_in_thread);
        message.table = (shows_board || message.starts_clock.is_some()).then_some(table.id);
        // Nor may they have been notified who are to move.
        let mover = table.turn().filter(|_| message.starts_clock.is_some());
        let mover = mover.filter(|(player, _)| player.id != cx.sender());
        message
            .mentions
            .extend(mover.map(|(player, _)| player.id.clone()));
    }
    Ok(vec![answer])
}

/// Shows or sets the form of boards: of a room, or of the writer in direct messages.
pub fn change_boards(cx: &Context<'_>, players: &mut PlayerData, change: Change<Boards>) -> Answer {
    let set = change_appearance(cx, players, change, Setting::Boards, SettingValue::Boards)?;
    let cx = &cx.with_new_settings(players);
    let told = BoardsMessage::Told {
        change: change.into(),
        r#where: place(cx.line),
        boards: cx.appearance.boards,
    };
    Ok(set_and_said(cx, set, told))
}

/// Shows or sets the colours of pictures, with the same scope.
pub fn change_theme(cx: &Context<'_>, players: &mut PlayerData, change: Change<Theme>) -> Answer {
    let set = change_appearance(cx, players, change, Setting::Theme, SettingValue::Theme)?;
    let cx = &cx.with_new_settings(players);
    let told = BoardsMessage::ThemeTold {
        change: change.into(),
        r#where: place(cx.line),
        theme: cx.appearance.theme,
    };
    Ok(set_and_said(cx, set, told))
}

/// Changes the appearance that applies where a line was written; returns the effect that stores it if it differs.
/// Showing it needs no permission.
fn change_appearance<T>(
    cx: &Context<'_>,
    players: &mut PlayerData,
    change: Change<T>,
    setting: Setting,
    value: impl FnOnce(T) -> SettingValue,
) -> Result<Option<Effect>, Refusal> {
    if !matches!(change, Change::Tell) {
        permission::check_may_change_room(cx, RoomSetting::Look)?;
    }
    Ok(match change {
        Change::Tell => None,
        Change::Set(wanted) => change::set_here(cx, players, value(wanted)),
        Change::Reset => change::reset_here(cx, players, setting),
    })
}

fn set_and_said(cx: &Context<'_>, set: Option<Effect>, said: BoardsMessage) -> Vec<Effect> {
    let said = cx.say(cx.prefixed(said));
    set.into_iter().chain([said]).collect()
}

/// Returns the scope of a setting changed by a line.
fn place(line: &Line) -> Place {
    if line.direct {
        Place::Direct
    } else {
        Place::Room
    }
}

impl<T> From<Change<T>> for Changed {
    fn from(change: Change<T>) -> Changed {
        match change {
            Change::Tell => Changed::None,
            Change::Set(_) => Changed::Set,
            Change::Reset => Changed::Reset,
        }
    }
}
