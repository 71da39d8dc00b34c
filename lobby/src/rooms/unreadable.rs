//! Undecryptable messages, whose key is missing or came from another user: senders who may have addressed the bot
//! are warned.

use crate::{
    access::{AccessGate, permission},
    context::Context,
    play::quiet,
    players::PlayerData,
    tables::TableIndex,
    text::messages::AccessMessage,
    traffic::Effect,
};

/// Warns a user that a message cannot be decrypted and how to fix it, once a day per room. Its text is
/// unknown, and in a room most messages are not for the bot.
pub fn unreadable(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &mut PlayerData,
    access: &mut AccessGate,
) -> Vec<Effect> {
    let user = cx.sender();
    if !could_be_a_command(cx, tables)
        || permission::is_ignored(cx, players)
        || quiet::is_unheard(cx, tables)
        || !permission::may_play(cx, players, user)
    {
        return Vec::new();
    }
    let today = cx.today();
    if players.is_told_unreadable(today, &cx.line.room, user)
        || !access.admit_notice(user, &cx.config.limits, cx.now)
    {
        return Vec::new();
    }
    let told = players.tell_unreadable(today, &cx.line.room, user);
    vec![told, cx.say(AccessMessage::Unreadable)]
}

/// Returns whether a line may be a command: it addresses the bot, is in a direct message or in the thread of
/// an open table, or its sender has an open table in the room.
fn could_be_a_command(cx: &Context<'_>, tables: &TableIndex) -> bool {
    let user = cx.sender();
    let mut open = tables.open_in(&cx.line.room);
    cx.line.direct
        || cx.called().is_some()
        || open.any(|table| {
            let in_thread = cx.line.thread.is_some() && cx.line.thread == table.thread;
            in_thread || table.concerns(user)
        })
}
