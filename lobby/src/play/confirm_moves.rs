//! `confirm`: a question before each move of a player who wants it, in games for two.

use crate::{
    command::Switch,
    context::Context,
    message::Block,
    play::{
        preview::{after_move, new_actions},
        turn::price_of,
    },
    players::PlayerData,
    preferences::{SettingValue, change},
    refusal::Answer,
    tables::TableIndex,
    terms::Warning,
    text::{boards, messages::ConfirmMessage},
    traffic::Effect,
};

/// Shows whether the sender confirms each move, or turns that on or off.
pub fn confirm(cx: &Context<'_>, players: &mut PlayerData, switch: Option<Switch>) -> Vec<Effect> {
    let set = switch.map(SettingValue::Confirm);
    let set = set.and_then(|value| change::set_own(cx, players, value));
    let told = if is_confirming(cx, players) {
        ConfirmMessage::On
    } else {
        ConfirmMessage::Off
    };
    set.into_iter().chain([cx.say(cx.prefixed(told))]).collect()
}

/// Returns whether the sender confirms each move.
fn is_confirming(cx: &Context<'_>, players: &PlayerData) -> bool {
    let own = players.preferences().person(cx.sender());
    own.find(SettingValue::confirm) == Some(Switch::On)
}

/// Shows the board after a legal move of a sender who confirms each one, and asks about it; `None` if the move is to
/// be played or refused at once.
pub fn ask_first(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
    text: &str,
) -> Option<Answer> {
    let table = tables.get(id)?;
    let (game, own) = table.playing().zip(table.seat_of(cx.sender()))?;
    let is_duel = game.players.len() == 2 && !table.is_lesson();
    let is_own_turn = game.live.to_move() == Some(own) && table.contest().is_none();
    if !is_confirming(cx, players) || !is_duel || !is_own_turn {
        return None;
    }
    // The warning about a price is a question of its own.
    let is_warned = game.is_warned_of(own, cx.now) == Some(text);
    let is_new_price = own.of(&game.notes.warned).is_none();
    if is_warned || (is_new_price && price_of(&game.live, text, true).is_some()) {
        return None;
    }
    let after = after_move(table, &game.live, text).ok()?;
    let actions = new_actions(&game.live, &after);
    // The same move again confirms it.
    if game.unconfirmed(own, cx.now) == Some(&actions) {
        return None;
    }
    let board = boards::past_position(cx, table, &after, false);
    let game = tables.playing_mut(id)?;
    game.close_questions();
    *own.of_mut(&mut game.notes.giving_up) = None;
    game.notes.unconfirmed = Some(Box::new(Warning {
        action: actions.clone(),
        asked: cx.now,
    }));
    let table = tables.get(id)?;
    let question = cx.sentence(ConfirmMessage::Asked { actions });
    let blocks = vec![Block::Text(question), Block::Position(board)];
    let answer = cx.answer_at(table, None, blocks);
    Some(Ok(vec![Effect::Save(table.save()), answer]))
}
