//! The list of tables of a room, one line each.

use games::{Live, Seat};

use crate::{
    context::{Context, Environment},
    tables::{index::TableIndex, table::Table},
    terms::Challenge,
    text::messages::{ListMessage, TableId, TableMessage},
    traffic::Effect,
};

/// Lists the open tables of a room, and finished ones with a requested rematch.
pub fn list(cx: &Context<'_>, tables: &TableIndex) -> Effect {
    let here = tables.in_room(&cx.line.room);
    let lines = here.filter_map(|table| match table.over().and_then(|over| over.rematch) {
        Some(asker) => Some(rematch_line(cx, table, asker)),
        None => table.is_open().then(|| list_line(cx, table)),
    });
    let lines: Vec<String> = lines.collect();
    let text = if lines.is_empty() {
        cx.sentence(if cx.line.direct {
            cx.prefixed(TableMessage::NothingOn)
        } else {
            cx.prefixed(ListMessage::Nothing)
        })
    } else {
        lines.join("\n")
    };
    cx.reply(text)
}

/// Returns the list line of a requested rematch.
fn rematch_line(env: &Environment<'_>, table: &Table, asker: Seat) -> String {
    let names = table.names();
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let game = table.live().map_or("", |live| live.entry().id);
    let line = ListMessage::Rematch {
        table: TableId(table.id),
        game,
        from: name(asker),
        to: name(asker.other()),
    };
    env.sentence(line)
}

/// Returns the list line of a table.
pub fn list_line(env: &Environment<'_>, table: &Table) -> String {
    let message = match table.challenge() {
        Some(challenge) => challenge_line(TableId(table.id), challenge),
        None => game_line(table),
    };
    env.sentence(message)
}

/// Returns the list line of a challenge.
fn challenge_line(table: TableId, challenge: &Challenge) -> ListMessage {
    let (game, from) = (challenge.game.clone(), challenge.from.name.clone());
    match &challenge.to {
        Some(to) => ListMessage::Challenge {
            table,
            game,
            from,
            to: to.name.clone(),
        },
        None => ListMessage::Anyone { table, game, from },
    }
}

/// Returns the list line of a game.
fn game_line(at: &Table) -> ListMessage {
    let mut names = at.names().into_iter();
    let is_alone = names.len() == 1;
    let (white, black) = (names.next(), names.next());
    let (white, black) = (white.unwrap_or_default(), black.unwrap_or_default());
    let runner = at.lone_player().to_owned();
    let table = TableId(at.id);
    let game = at.live().map_or("", |live| live.entry().id);
    let is_on = at.is_playing();
    if at.is_puzzle() {
        return if is_on {
            ListMessage::Puzzle {
                table,
                game,
                runner,
            }
        } else {
            ListMessage::PuzzleOver {
                table,
                game,
                runner,
            }
        };
    }
    if at.is_lesson() {
        return if is_on {
            ListMessage::Lesson {
                table,
                game,
                runner,
            }
        } else {
            ListMessage::LessonOver {
                table,
                game,
                runner,
            }
        };
    }
    if is_alone {
        return if is_on {
            ListMessage::Run { table, game, white }
        } else {
            ListMessage::RunOver { table, game, white }
        };
    }
    duel_line(at, white, black)
}

/// Returns the list line of a duel.
fn duel_line(at: &Table, white: String, black: String) -> ListMessage {
    let table = TableId(at.id);
    let game = at.live().map_or("", |live| live.entry().id);
    if !at.is_playing() {
        return ListMessage::DuelOver {
            table,
            game,
            white,
            black,
        };
    }
    if at.contest().is_some() {
        return ListMessage::DuelWaits {
            table,
            game,
            white,
            black,
        };
    }
    let mover = match at.live().and_then(Live::to_move) {
        Some(Seat::First) => white.clone(),
        Some(Seat::Second) => black.clone(),
        None => String::new(),
    };
    ListMessage::Duel {
        table,
        game,
        white,
        black,
        mover,
    }
}
