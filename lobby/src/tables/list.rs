//! The list of tables of a room, one line each.

use games::{Live, Seat};

use crate::{
    context::{Context, Environment},
    message::list_item,
    preferences::Zone,
    tables::{Table, TableIndex},
    terms::Challenge,
    text::messages::{ListMessage, ListedAlone, ListedDuel, TableId, TableMessage},
    traffic::Effect,
};

/// Maximum number of items in a list of tables.
pub const MAX_LISTED: usize = 20;

/// Returns lists below their headings; items beyond the maximum are only counted. `None` without any item.
pub fn listed(env: &Environment<'_>, lists: Vec<(String, Vec<String>)>) -> Option<String> {
    let all: usize = lists.iter().map(|(_, items)| items.len()).sum();
    let mut left = MAX_LISTED;
    let mut lines = Vec::new();
    for (heading, items) in lists {
        let shown: Vec<&String> = items.iter().take(left).collect();
        left -= shown.len();
        if shown.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(heading);
        lines.extend(shown.into_iter().map(|item| list_item(item)));
    }
    let count = all.saturating_sub(MAX_LISTED);
    lines.extend((count > 0).then(|| env.sentence(ListMessage::More { count })));
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Lists the open tables of a room, and finished ones with a requested rematch.
pub fn list(cx: &Context<'_>, tables: &TableIndex) -> Effect {
    let here = tables.current_in(&cx.line.room);
    let items = here.filter_map(|table| open_line(cx, table));
    let items: Vec<String> = items.collect();
    let nothing = || {
        cx.sentence(if cx.line.direct {
            cx.prefixed(TableMessage::NothingOn)
        } else {
            cx.prefixed(ListMessage::Nothing)
        })
    };
    let text = listed(cx, vec![(cx.sentence(ListMessage::Open), items)]);
    cx.reply(text.unwrap_or_else(nothing))
}

/// Returns the list line of an open table, or of a finished one with a requested rematch.
pub fn open_line(env: &Environment<'_>, table: &Table) -> Option<String> {
    match table.over().and_then(|over| over.rematch) {
        Some(request) => Some(rematch_line(env, table, request.by)),
        None => table.is_open().then(|| list_line(env, table)),
    }
}

/// Returns the list line of a requested rematch.
fn rematch_line(env: &Environment<'_>, table: &Table, asker: Seat) -> String {
    let game = table.entry().map_or("", |entry| entry.id);
    let line = ListMessage::Rematch {
        table: TableId(table.id),
        game,
        from: table.name_of(asker),
        to: table.name_of(asker.other()),
    };
    env.sentence(line)
}

/// Returns the list line of a table.
pub fn list_line(env: &Environment<'_>, table: &Table) -> String {
    let message = match table.challenge() {
        Some(challenge) => challenge_line(TableId(table.id), challenge, env.zone()),
        None => game_line(table),
    };
    env.sentence(message)
}

/// Returns the list line of a challenge.
fn challenge_line(table: TableId, challenge: &Challenge, zone: Zone) -> ListMessage {
    let (game, from) = (challenge.game.clone(), challenge.from.name.clone());
    let options = challenge.special_options();
    match &challenge.to {
        Some(to) => ListMessage::Challenge {
            table,
            game,
            options,
            from,
            to: to.name.clone(),
        },
        None if challenge.is_seek() => ListMessage::Seek {
            table,
            game,
            options,
            from,
            until: zone.show_day(challenge.seek_until()),
        },
        None => ListMessage::Anyone {
            table,
            game,
            options,
            from,
        },
    }
}

/// Returns the list line of a game.
fn game_line(at: &Table) -> ListMessage {
    let table = TableId(at.id);
    let game = at.live().map_or("", |live| live.entry().id);
    let (white, black) = (at.name_of(Seat::First), at.name_of(Seat::Second));
    let alone = ListedAlone {
        table,
        game,
        runner: at.lone_player().to_owned(),
    };
    match (at.players().len(), at.is_playing()) {
        (_, true) if at.is_puzzle() => ListMessage::Puzzle(alone),
        (_, false) if at.is_puzzle() => ListMessage::PuzzleOver(alone),
        (_, true) if at.is_lesson() => ListMessage::Lesson(alone),
        (_, false) if at.is_lesson() => ListMessage::LessonOver(alone),
        (1, true) => ListMessage::Run { table, game, white },
        (1, false) => ListMessage::RunOver { table, game, white },
        (_, true) if at.contest().is_none() => {
            let mover = at.live().and_then(Live::to_move);
            ListMessage::Duel {
                table,
                game,
                white,
                black,
                mover: mover.map(|seat| at.name_of(seat)).unwrap_or_default(),
            }
        }
        (_, is_on) => {
            let duel = ListedDuel {
                table,
                game,
                white,
                black,
            };
            if is_on {
                ListMessage::DuelWaits(duel)
            } else {
                ListMessage::DuelOver(duel)
            }
        }
    }
}
