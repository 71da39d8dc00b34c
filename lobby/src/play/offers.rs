//! Refusals of offers between the players of a game.

use games::Seat;
use jiff::{SignedDuration, Timestamp};

use crate::{
    access::permission,
    challenges::lapse::is_here,
    context::Context,
    players::PlayerData,
    refusal::Refusal,
    tables::{Playing, Table, TableIndex, saved::AbsentPlayer, table::seat_at},
    terms::Pending,
    text::messages::{AnswerMessage, OfferMessage},
};

/// Returns whether the other player will never answer, having left the room or lost the permission to play.
pub fn is_other_gone(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    id: u32,
    own: Seat,
) -> bool {
    let seats = tables.get(id).map(Table::players).unwrap_or_default();
    let other = seats.get(own.other().index());
    let other = other.filter(|other| !other.is_computer());
    other.is_some_and(|other| {
        !is_here(cx.line, &other.id) || !permission::may_play(cx, players, &other.id)
    })
}

/// Time that a player who isn't in the room has to return, from the first request to end their game. They may not
/// have followed an upgrade yet, and a server can make the bot believe for a while that they have left.
const RETURN_TIMEOUT: SignedDuration = SignedDuration::from_hours(24);

/// The other player of a game, as seen by one who asks to end it.
pub enum OtherPlayer {
    /// In the room.
    Here,
    /// Not in the room, and may return until then.
    Away(Timestamp),
    /// Not in the room for too long, or without the permission to play.
    Gone,
}

/// Returns whether the other player can answer, and notes when they were missed first.
pub fn opponent(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
    own: Seat,
) -> OtherPlayer {
    let other = tables.get(id).map(Table::players).unwrap_or_default();
    let other = other.get(own.other().index()).cloned();
    let Some(other) = other.filter(|other| !other.is_computer()) else {
        return OtherPlayer::Here;
    };
    if !permission::may_play(cx, players, &other.id) {
        return OtherPlayer::Gone;
    }
    let is_here = is_here(cx.line, &other.id);
    let Some(game) = tables.playing_mut(id) else {
        return OtherPlayer::Here;
    };
    if is_here {
        game.notes.absent = None;
        return OtherPlayer::Here;
    }
    let first = AbsentPlayer { since: cx.now };
    let absent = game.notes.absent.get_or_insert_with(|| Box::new(first));
    let until = absent
        .since
        .checked_add(RETURN_TIMEOUT)
        .unwrap_or(Timestamp::MAX);
    if until <= cx.now {
        OtherPlayer::Gone
    } else {
        OtherPlayer::Away(until)
    }
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
