//! `mine`: the sender's games in all rooms, those that wait for the sender first.

use std::cmp::Reverse;

use games::Means;
use jiff::{SignedDuration, Timestamp};

use crate::{
    challenges::waiting::has_request_to,
    clocks::{format_duration, status::turn_time},
    context::Context,
    message::Block,
    names::permalink,
    person::Person,
    players::PlayerData,
    refusal::{Answer, Refusal},
    rooms::direct_answer,
    tables::{Stage, Table, TableIndex, list::listed},
    terms::Pending,
    text::{
        boards,
        messages::{
            AskedFor, MineMessage, NoticeKind, PlayedAlone, TableId, TimeKind, WaitingTime,
        },
    },
};

/// Lists the sender's open games in all rooms, and requests to the sender. The answer goes to the sender's direct
/// message.
pub fn mine(cx: &Context<'_>, tables: &TableIndex, players: &PlayerData) -> Answer {
    let room = place_of_answer(cx, players)?;
    let (waiting, others): (Vec<&Table>, Vec<&Table>) = own_tables(cx, tables, players)
        .into_iter()
        .partition(|table| waits_for(table, cx.sender()));
    let lines = |tables: Vec<&Table>| -> Vec<String> {
        let lines = tables.into_iter();
        lines
            .map(|table| cx.sentence(line(cx, players, table, link(cx, table, room))))
            .collect()
    };
    let groups = vec![
        (cx.sentence(MineMessage::Waiting), lines(waiting)),
        (cx.sentence(MineMessage::Others), lines(others)),
    ];
    let text = listed(cx, groups);
    let nothing = || cx.sentence(cx.prefixed_for_rooms(MineMessage::Nothing));
    let blocks = vec![Block::Text(text.unwrap_or_else(nothing))];
    Ok(vec![direct_answer::privately(cx, players, room, blocks)])
}

/// Returns the list of what waits for the sender of a direct message, unasked; `None` if nothing does.
pub fn waiting(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    kind: NoticeKind,
) -> Option<String> {
    let room = &cx.line.room;
    let own = own_tables(cx, tables, players).into_iter();
    let waiting = own.filter(|table| waits_for(table, cx.sender()));
    let lines = waiting.map(|table| cx.sentence(line(cx, players, table, link(cx, table, room))));
    let heading = cx.sentence(MineMessage::NoticeHeading { kind });
    let list = listed(cx, vec![(heading, lines.collect())])?;
    let end = cx.sentence(MineMessage::NoticeEnd { kind });
    Some(format!("{list}\n\n{end}"))
}

/// Shows the board of the first game that waits for the sender, in the sender's direct message.
pub fn next(cx: &Context<'_>, tables: &TableIndex, players: &PlayerData) -> Answer {
    let room = place_of_answer(cx, players)?;
    let own = own_tables(cx, tables, players).into_iter();
    let mut waiting = own.filter(|table| waits_for(table, cx.sender()));
    let next = waiting.find_map(|table| Some((table, table.playing()?)));
    let blocks = match next {
        None => vec![Block::Text(cx.sentence(MineMessage::NoneWaiting))],
        Some((table, game)) => {
            let mut blocks = vec![
                Block::Text(caption(cx, players, table)),
                Block::Position(boards::position(cx, table, &game.live, false)),
            ];
            blocks.extend(boards::figures(cx, &game.live, &table.names(), false));
            let mut asked = vec![boards::prompt_text(cx, table, &game.live)];
            let link = link(cx, table, room);
            asked.extend(link.map(|link| cx.sentence(MineMessage::PlayThere { link })));
            blocks.push(Block::Text(asked.join("\n")));
            blocks
        }
    };
    Ok(vec![direct_answer::privately(cx, players, room, blocks)])
}

/// Returns the room of an answer that only the sender sees.
fn place_of_answer<'a>(cx: &Context<'a>, players: &'a PlayerData) -> Result<&'a str, Refusal> {
    direct_answer::room(cx, players).ok_or_else(|| MineMessage::NoDirect.into())
}

/// Returns the sender's games in progress and the tables with a request to the sender. Those that wait for the
/// sender come first, games with others before games alone; the shortest time left on the clock comes first, then
/// the longest turn.
fn own_tables<'t>(
    cx: &Context<'_>,
    tables: &'t TableIndex,
    players: &PlayerData,
) -> Vec<&'t Table> {
    let user = cx.sender();
    let own = tables.of_user(user);
    let mut own: Vec<&Table> = own
        .filter(|table| table.is_playing() || has_request_to(table, user))
        .collect();
    own.sort_by_cached_key(|table| {
        let left = turn_time(cx, players, table).map(|turn| turn.left);
        (
            !waits_for(table, user),
            table.is_playing() && (table.is_lesson() || opponent(table, user).is_none()),
            left.unwrap_or(SignedDuration::MAX),
            Reverse(waiting_time(table, cx.now).unwrap_or(SignedDuration::MAX)),
            table.id,
        )
    });
    own
}

/// Returns whether a table waits for a user: for a turn, the report of a contest, or the answer to a request.
pub fn waits_for(table: &Table, user: &str) -> bool {
    if has_request_to(table, user) {
        return true;
    }
    let (Some(game), Some(own)) = (table.playing(), table.seat_of(user)) else {
        return false;
    };
    match table.contest() {
        Some(contest) => contest.by == Means::Ourselves && own.of(&game.notes.reports).is_none(),
        None => game.live.to_move() == Some(own),
    }
}

/// Returns the time for which a table has waited.
fn waiting_time(table: &Table, now: Timestamp) -> Option<SignedDuration> {
    match &table.stage {
        Stage::Challenge(challenge) => Some(challenge.asked.duration_until(now)),
        Stage::Playing(game) => game.turn_age(now),
        Stage::Lapsed(_) | Stage::Over(_) | Stage::Dropped => None,
    }
}

/// Returns the other player at a table.
fn opponent<'t>(table: &'t Table, user: &str) -> Option<&'t Person> {
    table.players().iter().find(|player| player.id != user)
}

/// Returns the list line of a table, with a link to it.
fn line(cx: &Context<'_>, players: &PlayerData, at: &Table, link: Option<String>) -> MineMessage {
    let table = TableId(at.id);
    if let Some(challenge) = at.challenge() {
        return MineMessage::Challenged {
            table,
            game: challenge.game.clone(),
            opponent: challenge.from.name.clone(),
            link,
        };
    }
    let game = at.live().map_or("", |live| live.entry().id);
    let Some(opponent) = opponent(at, cx.sender()).filter(|_| !at.is_lesson()) else {
        let kind = match () {
            () if at.is_puzzle() => PlayedAlone::Puzzle,
            () if at.is_lesson() => PlayedAlone::Lesson,
            () => PlayedAlone::Run,
        };
        return MineMessage::Alone {
            table,
            game,
            kind,
            link,
        };
    };
    let opponent = opponent.name.clone();
    match request(at, cx.sender()) {
        Some(request) => MineMessage::Requested {
            table,
            game,
            opponent,
            request,
            link,
        },
        None => MineMessage::Game {
            table,
            game,
            opponent,
            turns: at.live().map_or(0, |live| live.record().turns.len()),
            time: time(cx, players, at),
            link,
        },
    }
}

/// Returns the caption of the board of a table: briefly, as the board shows the rest.
fn caption(cx: &Context<'_>, players: &PlayerData, table: &Table) -> String {
    cx.sentence(match line(cx, players, table, None) {
        MineMessage::Game {
            table,
            game,
            opponent,
            ..
        } => MineMessage::Next {
            table,
            game,
            opponent,
        },
        line => line,
    })
}

/// Returns the open request at a table to a user.
fn request(table: &Table, user: &str) -> Option<AskedFor> {
    if !has_request_to(table, user) {
        return None;
    }
    Some(match table.playing().and_then(|game| game.notes.pending) {
        Some(Pending::Draw(_)) => AskedFor::Draw,
        Some(Pending::Takeback(_)) => AskedFor::Takeback,
        Some(Pending::Pause(_)) => AskedFor::Pause,
        None => AskedFor::Rematch,
    })
}

/// Returns the time that the list shows for a game.
fn time(cx: &Context<'_>, players: &PlayerData, table: &Table) -> WaitingTime {
    let left = turn_time(cx, players, table).map(|turn| turn.left);
    let (clock, time) = match (left, waiting_time(table, cx.now)) {
        (Some(left), _) => (TimeKind::Left, left),
        (None, Some(age)) if age >= SignedDuration::from_mins(1) => (TimeKind::Since, age),
        (None, _) => (TimeKind::Unknown, SignedDuration::ZERO),
    };
    WaitingTime {
        clock,
        time: format_duration(time),
    }
}

/// Returns the link to a table; `None` for a game in the main timeline of the room of the answer.
fn link(cx: &Context<'_>, table: &Table, room: &str) -> Option<String> {
    let thread = table.thread.as_deref();
    let challenger = table.challenge().map(|challenge| &challenge.from);
    let others = table.people_playing().chain(challenger);
    let others = others.map(|person| person.id.as_str());
    let members = std::iter::once(cx.sender()).chain(others);
    let is_here = table.room == room && thread.is_none();
    // Nothing on a shared screen opens a link.
    let is_linked = !is_here && !cx.config.is_shared_screen;
    is_linked.then(|| permalink(&table.room, thread, members))
}
