//! Checks before a line is dispatched: permissions, rate limits, and detection of loops with other bots.

use games::Entry;

use crate::{
    access::{AccessGate, CommandTime, gate::Admission},
    clocks::Clock,
    command::{
        Command, CommandError,
        addressing::{ParsedLine, Request},
        phrase_wording,
    },
    context::Context,
    play::turn::begins_with_action,
    tables::{Table, TableIndex, lookup},
    text::messages::AccessMessage,
    traffic::Effect,
};

/// Returns the reply to a line that is not to be dispatched, which may be empty; `None` if it is. Late moves are admitted
/// like moves of players whose turn it is.
pub fn check_access(
    cx: &Context<'_>,
    tables: &TableIndex,
    access: &mut AccessGate,
    heard: &ParsedLine,
    is_late_move: bool,
) -> Option<Vec<Effect>> {
    let user = cx.sender();
    if cx.config.access.is_admin(user) {
        return None;
    }
    let is_stranger = !cx.config.access.may_play(user);
    if is_stranger && !asks_to_be_forgotten(cx, heard) {
        return Some(not_invited_to_play(cx, access));
    }
    let cost = heard.request.cost();
    let limits = &cx.config.limits;
    let is_awaited = is_late_move || (cost == 1 && is_awaited(tables, &cx.line.room, user));
    match access.admit(cx.line, limits, cost, is_awaited, command_time(cx)) {
        Admission::Allowed => check_bot_loop(cx, tables, access, heard),
        other => Some(warned(cx, other)),
    }
}

/// Returns whether a line asks for the deletion of the sender's data where everybody may, also blocked and denied users.
pub fn asks_to_be_forgotten(cx: &Context<'_>, heard: &ParsedLine) -> bool {
    cx.line.direct && matches!(heard.request, Request::Command(Command::Forget))
}

/// Returns the time of a line for rate limits.
fn command_time(cx: &Context<'_>) -> CommandTime {
    CommandTime {
        now: cx.now,
        last_response: cx.uptime.last_response().unwrap_or(cx.now),
    }
}

/// Returns whether it is a user's turn in a game on a clock in a room, also if the board is still on its way.
fn is_awaited(tables: &TableIndex, room: &str, user: &str) -> bool {
    games_on_clocks(tables, room).any(|(table, clock)| {
        let mover = clock.mover();
        mover.is_some() && table.seat_of(user) == mover
    })
}

/// Returns whether a user plays a game on a clock in a room.
pub fn plays_on_a_clock(tables: &TableIndex, room: &str, user: &str) -> bool {
    games_on_clocks(tables, room).any(|(table, _)| table.seat_of(user).is_some())
}

fn games_on_clocks<'t>(
    tables: &'t TableIndex,
    room: &str,
) -> impl Iterator<Item = (&'t Table, &'t Clock)> {
    let clock = |table: &'t Table| table.clock().filter(|clock| clock.has_control());
    tables
        .open_in(room)
        .filter_map(move |table| Some((table, clock(table)?)))
}

/// Returns the warning about a line that is not dispatched, if there is one.
fn warned(cx: &Context<'_>, admission: Admission) -> Vec<Effect> {
    match admission {
        Admission::Warned(warning) => vec![cx.say(warning)],
        Admission::Allowed | Admission::Ignored => Vec::new(),
    }
}

/// Reports missing permission to play, once a day in a direct message and never in a room.
fn not_invited_to_play(cx: &Context<'_>, access: &mut AccessGate) -> Vec<Effect> {
    let today = cx.today();
    if cx.line.direct && access.note_refusal(cx.sender(), today) {
        vec![cx.say(AccessMessage::MayNotPlay)]
    } else {
        Vec::new()
    }
}

/// Stops replying in a conversation that only another bot could lead.
fn check_bot_loop(
    cx: &Context<'_>,
    tables: &TableIndex,
    access: &mut AccessGate,
    heard: &ParsedLine,
) -> Option<Vec<Effect>> {
    if !cx.line.direct || could_be_meant(cx, tables, heard) {
        access.note_known_line(&cx.line.room);
        return None;
    }
    let (room, today) = (&cx.line.room, cx.today());
    let admission = if is_small_talk(heard) {
        access.note_small_talk(room, phrase_wording(cx.words()), today)
    } else {
        access.note_unknown_line(room, today)
    };
    match admission {
        Admission::Allowed => None,
        other => Some(warned(cx, other)),
    }
}

/// Returns whether a line is what people also say to each other, and bots to bots.
fn is_small_talk(heard: &ParsedLine) -> bool {
    matches!(&heard.request, Request::Command(Command::Phrase(phrase)) if phrase.is_small_talk())
}

/// Returns whether a line is a command or could be a move.
fn could_be_meant(cx: &Context<'_>, tables: &TableIndex, heard: &ParsedLine) -> bool {
    match &heard.request {
        Request::Command(_) | Request::Administer(_) => !is_small_talk(heard),
        Request::Unclear(CommandError::Unknown { text, .. }) => {
            let table = lookup::playing(cx, tables).ok();
            let live = table.and_then(Table::live);
            let first = text.split(';').next().unwrap_or_default().trim();
            live.is_some_and(|live| begins_with_action(live, text))
                || games::CATALOG
                    .iter()
                    .any(|entry: &Entry| entry.reads(first))
        }
        Request::Unclear(_) => false,
    }
}
