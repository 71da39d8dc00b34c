//! Answers that nobody but the sender of a line sees.

use crate::{
    context::Context,
    message::{Block, Message},
    players::PlayerData,
    traffic::Effect,
};

/// Returns the direct message with the sender of a line, which may be the room of the line; `None` if none is
/// known. On a shared screen it is always the room of the line.
pub fn room<'a>(cx: &Context<'a>, players: &'a PlayerData) -> Option<&'a str> {
    if cx.line.direct || cx.config.is_shared_screen {
        Some(&cx.line.room)
    } else {
        players.direct_rooms().of(cx.sender())
    }
}

/// Returns an answer in the direct message with the sender.
pub fn privately(cx: &Context<'_>, players: &PlayerData, room: &str, blocks: Vec<Block>) -> Effect {
    if room == cx.line.room {
        return cx.answer(blocks);
    }
    let own = players.preferences().person(cx.sender());
    Effect::SendMessage(Message {
        appearance: own.appearance_or(cx.appearance_of_room(players, room)),
        private_to: Some(cx.sender().to_owned()),
        ..Message::new(room, blocks)
    })
}
