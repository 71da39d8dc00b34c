//! `quiet`: threads in which the bot listens only to the players.

use crate::{
    command::Switch,
    context::Context,
    play::watching::{saved_and_said, watched},
    refusal::{Answer, refuse},
    tables::{Table, TableIndex, lookup},
    text::messages::{QuietMessage, TableId},
};

/// Shows or sets whether the bot ignores everybody but the players in the thread of a game. Players set it, and those
/// who may change the room.
pub fn quiet(cx: &Context<'_>, tables: &mut TableIndex, switch: Option<Switch>) -> Answer {
    if cx.line.direct {
        return refuse(QuietMessage::Direct);
    }
    let id = watched(cx, tables)?;
    if !cx.line.may_change_room {
        lookup::seat_at(cx, tables, id)?;
    }
    let game = lookup::game_on(cx, tables, id)?;
    if let Some(switch) = switch {
        game.notes.audience.quiet = switch == Switch::On;
    }
    let table = TableId(id);
    let told = if game.notes.audience.quiet {
        QuietMessage::On { table }
    } else {
        QuietMessage::Off { table }
    };
    if switch.is_none() {
        return Ok(vec![cx.say(told)]);
    }
    saved_and_said(cx, tables, id, told)
}

/// Returns whether the bot ignores the sender of a line, as the thread is left to the players of a game in progress.
/// Admins and those who may change the room are never ignored.
pub fn is_unheard(cx: &Context<'_>, tables: &TableIndex) -> bool {
    let Some(root) = cx.line.thread.as_deref() else {
        return false;
    };
    let is_quiet = |table: &Table| {
        table
            .playing()
            .is_some_and(|game| game.notes.audience.quiet)
    };
    let mut here = tables.in_thread(&cx.line.room, Some(root));
    let quiet = here.find(|table| is_quiet(table));
    let is_ignorable = !cx.line.may_change_room && !cx.config.access.is_admin(cx.sender());
    is_ignorable && quiet.is_some_and(|table| table.seat_of(cx.sender()).is_none())
}
