//! The look of boards, and its settings per room and player.

use crate::{
    access::permission,
    command::{Change, View},
    context::Context,
    line::Line,
    look::{Boards, Theme},
    message::{Block, Figures},
    play::report,
    players::{PlayerData, PlayerWish, RoomWish},
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
        let mut lines = words::board(cx.text, &board.diagram);
        let side_panel = live.side_panel_without_picture();
        lines.extend(side_panel.iter().map(|fact| cx.text.say(fact, &names)));
        Block::Text(lines.join("\n"))
    } else {
        Block::Position(board)
    };
    let mut blocks = vec![Block::Text(list::list_line(cx, table)), board];
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
            let asked = task.into_iter().chain([boards::question(cx, table, live)]);
            blocks.push(Block::Text(asked.collect::<Vec<_>>().join("\n")));
        }
        Stage::Over(over) => {
            blocks.extend(report::farewell(cx, tables, players, table, over, live))
        }
        Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => {}
    }
    let mut answer = cx.answer(blocks);
    if let (Some(View::As(boards)), Effect::SendMessage(message)) = (view, &mut answer) {
        message.look.boards = boards;
    }
    Ok(vec![answer])
}

/// Shows or sets the form of boards: of a room, or of the writer in direct messages.
pub fn change_boards(cx: &Context<'_>, players: &mut PlayerData, change: Change<Boards>) -> Answer {
    check_may_change_look(cx, &change)?;
    let set = match change {
        Change::Tell => None,
        Change::Set(boards) => wish(cx, players, |wish| *wish.boards = Some(boards)),
        Change::Reset => wish(cx, players, |wish| *wish.boards = None),
    };
    let cx = &cx.shown(players);
    let boards = cx.look.boards;
    let told = BoardsMessage::Told {
        change: change.into(),
        r#where: place(cx.line),
        boards,
    };
    Ok(set_and_said(cx, set, told))
}

/// Shows or sets the colours of pictures, with the same scope.
pub fn change_theme(cx: &Context<'_>, players: &mut PlayerData, change: Change<Theme>) -> Answer {
    check_may_change_look(cx, &change)?;
    let set = match change {
        Change::Tell => None,
        Change::Set(theme) => wish(cx, players, |wish| *wish.theme = Some(theme)),
        Change::Reset => wish(cx, players, |wish| *wish.theme = None),
    };
    let cx = &cx.shown(players);
    let theme = cx.look.theme;
    let told = BoardsMessage::ThemeTold {
        change: change.into(),
        r#where: place(cx.line),
        theme,
    };
    Ok(set_and_said(cx, set, told))
}

/// Checks the permission to change the look; showing it needs none.
fn check_may_change_look<T>(cx: &Context<'_>, change: &Change<T>) -> Result<(), Refusal> {
    match change {
        Change::Tell => Ok(()),
        Change::Set(_) | Change::Reset => permission::check_may_change_room(cx, RoomSetting::Look),
    }
}

/// Changes the settings that apply where a line was written; returns the effect that stores them if they
/// differ.
fn wish(
    cx: &Context<'_>,
    players: &mut PlayerData,
    change: impl FnOnce(LookWish),
) -> Option<Effect> {
    if cx.line.direct {
        let old = players.player(cx.sender());
        let mut wish = old.clone();
        change(LookWish::from(&mut wish));
        (wish != old).then(|| players.set_player(cx.sender(), wish))
    } else {
        let old = players.room(&cx.line.room);
        let mut wish = old.clone();
        change(LookWish::from(&mut wish));
        (wish != old).then(|| players.set_room(&cx.line.room, wish))
    }
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

/// The look settings of a room or a player.
struct LookWish<'a> {
    boards: &'a mut Option<Boards>,
    theme: &'a mut Option<Theme>,
}

impl<'a> From<&'a mut RoomWish> for LookWish<'a> {
    fn from(wish: &'a mut RoomWish) -> LookWish<'a> {
        LookWish {
            boards: &mut wish.boards,
            theme: &mut wish.theme,
        }
    }
}

impl<'a> From<&'a mut PlayerWish> for LookWish<'a> {
    fn from(wish: &'a mut PlayerWish) -> LookWish<'a> {
        LookWish {
            boards: &mut wish.boards,
            theme: &mut wish.theme,
        }
    }
}
