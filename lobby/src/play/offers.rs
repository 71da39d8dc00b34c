//! Refusals of offers between the players of a game.

use games::Seat;

use crate::{
    access::permission,
    challenges::lapse::is_here,
    context::Context,
    players::PlayerData,
    refusal::Refusal,
    tables::{Playing, Table, TableIndex, table::seat_at},
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
