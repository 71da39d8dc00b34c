//! Refusals of offers between the players of a game.

use games::Seat;
use jiff::{SignedDuration, Timestamp};

use crate::{
    access::permission,
    challenges::lapse::is_here,
    context::Context,
    line::Line,
    person::Person,
    players::PlayerData,
    refusal::Refusal,
    tables::{
        Playing, Table, TableIndex,
        saved::AbsentPlayer,
        table::{seat_at, seat_index},
    },
    terms::Pending,
    text::messages::{AnswerMessage, OfferMessage},
    traffic::Effect,
};

/// Returns whether the other player can't answer, having left the room or lost the permission to play.
pub fn is_other_gone(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    id: u32,
    own: Seat,
) -> bool {
    other_player(tables, id, own).is_some_and(|other| {
        !is_here(cx.line, &other.id) || !permission::may_play(cx, players, &other.id)
    })
}

/// Returns the other player of a game, unless that is the computer.
fn other_player(tables: &TableIndex, id: u32, own: Seat) -> Option<&Person> {
    let seats = tables.get(id).map(Table::players).unwrap_or_default();
    let other = seats.get(own.other().index());
    other.filter(|other| !other.is_computer())
}

/// Time that a player who isn't in the room has to return, from the first request to end their game. They may not
/// have followed an upgrade yet.
const RETURN_TIMEOUT: SignedDuration = SignedDuration::from_hours(24);

/// The other player of a game, as seen by one who asks to end it.
pub enum OtherPlayer {
    /// In the room.
    Here,
    /// Not in the room, with the time until which they may return.
    Absent(Timestamp),
    /// Not in the room for too long, or without the permission to play.
    Gone,
}

/// Returns whether the other player can answer, and notes when they were first absent.
pub fn note_presence(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
    own: Seat,
) -> OtherPlayer {
    let Some(other) = other_player(tables, id, own) else {
        return OtherPlayer::Here;
    };
    if !permission::may_play(cx, players, &other.id) {
        return OtherPlayer::Gone;
    }
    let is_here = is_here(cx.line, &other.id);
    let Some(game) = tables.playing_mut(id) else {
        return OtherPlayer::Here;
    };
    let seat = seat_index(own.other());
    if is_here {
        game.notes.absent = None;
        return OtherPlayer::Here;
    }
    let first = || {
        Box::new(AbsentPlayer {
            seat,
            since: cx.now,
        })
    };
    let absent = game
        .notes
        .absent
        .take()
        .filter(|absent| absent.seat == seat);
    let since = game.notes.absent.insert(absent.unwrap_or_else(first)).since;
    let until = since.checked_add(RETURN_TIMEOUT).unwrap_or(Timestamp::MAX);
    // The time is shown in minutes.
    let until = Timestamp::from_second(until.as_second() / 60 * 60).unwrap_or(until);
    if until <= cx.now {
        OtherPlayer::Gone
    } else {
        OtherPlayer::Absent(until)
    }
}

/// Notes that the writer of a line is in its room, where another player has missed them.
pub fn note_return(line: &Line, tables: &mut TableIndex) -> Vec<Effect> {
    let user = line.sender.id.as_str();
    let is_missed = |table: &&Table| {
        let absent = table.playing().and_then(|game| game.notes.absent.as_ref());
        let seat = table.seat_of(user).map(seat_index);
        absent.is_some_and(|absent| Some(absent.seat) == seat)
    };
    let missed = tables.open_in(&line.room).filter(is_missed);
    let missed: Vec<u32> = missed.map(|table| table.id).collect();
    let back = missed.into_iter().filter_map(|id| {
        tables.playing_mut(id)?.notes.absent = None;
        Some(Effect::Save(tables.get(id)?.save()))
    });
    back.collect()
}

/// Returns the refusal of a request that nobody would answer.
pub fn other_gone(game: &Playing, own: Seat) -> Refusal {
    let other = game.players.get(own.other().index());
    let name = other.map(|other| other.name.clone());
    OfferMessage::OpponentLeft {
        other: name.unwrap_or_default(),
    }
    .into()
}

/// Returns the refusal of a new request while another is pending.
pub fn open_offer(pending: Pending, own: Seat) -> Refusal {
    let seat = seat_at(pending.by());
    match pending {
        _ if seat == own => OfferMessage::AskedAlready.into(),
        Pending::Draw(_) => AnswerMessage::DrawFirst { seat }.into(),
        Pending::Takeback(_) => AnswerMessage::TakebackFirst { seat }.into(),
        Pending::Pause(_) => AnswerMessage::PauseFirst { seat }.into(),
    }
}
