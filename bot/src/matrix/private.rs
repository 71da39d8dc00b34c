//! Whether a room is the bot's and one user's alone: not only now, but as long as both want it.

use matrix_sdk::{
    Room,
    ruma::{
        UserId,
        events::room::{
            join_rules::JoinRule,
            power_levels::{RoomPowerLevels, UserPowerLevel},
        },
    },
};

/// Whether one of them has made a room, nobody else has power there, and nobody can come in without
/// having been invited. Who is in it does not matter here.
pub(super) async fn is_private(room: &Room, user: &UserId) -> bool {
    let made = room.creators().unwrap_or_default();
    let both = [room.own_user_id(), user];
    let made_by_them = !made.is_empty() && made.iter().all(|maker| both.contains(&&**maker));
    made_by_them
        && room.join_rule().is_some_and(|rule| is_closed(&rule))
        && is_powerless_beside(&room.power_levels_or_default().await, &both)
}

/// Whether whoever comes in has to be invited.
fn is_closed(rule: &JoinRule) -> bool {
    matches!(rule, JoinRule::Invite | JoinRule::Knock | JoinRule::Private)
}

/// Whether everybody else could do no more than say something.
fn is_powerless_beside(levels: &RoomPowerLevels, both: &[&UserId]) -> bool {
    let may_rule = |level: UserPowerLevel| {
        [levels.ban, levels.kick, levels.state_default]
            .into_iter()
            .any(|needed| level >= needed)
    };
    let mut others = levels.users.keys().filter(|user| !both.contains(&&***user));
    !others.any(|user| may_rule(levels.for_user(user)))
}
