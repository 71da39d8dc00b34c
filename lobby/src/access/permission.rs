//! Permissions of users: to invite, to play, to administer, to change a room.

use crate::{
    access::Trust,
    command::{ADMIN_FORMS, CommandForm},
    context::{Context, Environment},
    players::PlayerData,
    refusal::{Refusal, refuse},
    text::messages::{AccessMessage, RoomSetting},
};

/// Returns whether an invitation to a room is accepted.
pub fn may_invite(env: &Environment<'_>, players: &PlayerData, user: &str, room: &str) -> bool {
    let access = &env.config.access;
    access.may_invite(user) && access.is_room_allowed(room) && !players.is_blocked(user)
}

/// Returns the decision on a request to verify the bot.
pub fn trust(env: &Environment<'_>, players: &PlayerData, user: &str) -> Trust {
    let access = &env.config.access;
    if access.is_denied(user) || (players.is_blocked(user) && !access.is_admin(user)) {
        Trust::Ignored
    } else if access.may_verify(user) {
        Trust::Confirmed
    } else {
        Trust::Refused
    }
}

/// Returns whether the bot ignores a user or a room. Direct messages have no id that could be in the configuration
/// before the bot makes them, so only the list of denied rooms holds for them.
pub fn is_ignored(cx: &Context<'_>, players: &PlayerData) -> bool {
    let access = &cx.config.access;
    let user = cx.sender();
    let is_room_ignored = if cx.line.direct {
        access.is_room_denied(&cx.line.room)
    } else {
        !access.is_room_allowed(&cx.line.room)
    };
    access.is_denied(user)
        || is_room_ignored
        || (players.is_blocked(user) && !access.is_admin(user))
}

/// Returns whether a user may play, and is not blocked.
pub fn may_play(env: &Environment<'_>, players: &PlayerData, user: &str) -> bool {
    let access = &env.config.access;
    access.is_admin(user) || (access.may_play(user) && !players.is_blocked(user))
}

/// Checks the permission to change settings of a room: only those who may change the room itself.
pub fn check_may_change_room(cx: &Context<'_>, what: RoomSetting) -> Result<(), Refusal> {
    if cx.line.direct || cx.line.may_change_room {
        return Ok(());
    }
    refuse(cx.prefixed(AccessMessage::MayNotChangeRoom { what }))
}

/// Returns whether a line is written by an admin where admin commands are accepted.
pub fn is_from_admin(cx: &Context<'_>) -> bool {
    let access = &cx.config.access;
    let room = access.admin_room.as_ref();
    access.is_admin(cx.sender()) && (cx.line.direct || room == Some(&cx.line.room))
}

/// Returns the admin commands that the sender of a line can use.
pub fn admin_forms(cx: &Context<'_>) -> &'static [CommandForm] {
    if is_from_admin(cx) { ADMIN_FORMS } else { &[] }
}
