//! Private rooms: those of the bot and one user, which nobody else can enter uninvited.

use matrix_sdk::{
    Room, RoomMemberships,
    ruma::{
        UserId,
        events::{
            StateEventType,
            room::{
                history_visibility::HistoryVisibility,
                join_rules::JoinRule,
                power_levels::{RoomPowerLevels, UserPowerLevel},
            },
        },
    },
};

/// Returns whether one of the two has created the room, nobody else has power there or has been there, and nobody can
/// join or read uninvited. The current members do not matter here.
pub(in crate::matrix) async fn is_private(room: &Room, user: &UserId) -> bool {
    let made = room.creators().unwrap_or_default();
    let both = [room.own_user_id(), user];
    let made_by_them = !made.is_empty() && made.iter().all(|maker| both.contains(&&**maker));
    made_by_them
        && room.join_rule().is_some_and(|rule| is_closed(&rule))
        && !is_readable_by_all(room.history_visibility())
        && others_have_no_power(&room.power_levels_or_default().await, &both)
        && !has_former_members(room, &both).await
}

/// Returns whether others were invited or members before, or knock. A member can set `m.room.third_party_invite`, leave, come
/// back uninvited and read what was said meanwhile; former members can knock.
async fn has_former_members(room: &Room, both: &[&UserId]) -> bool {
    let former = RoomMemberships::LEAVE | RoomMemberships::BAN | RoomMemberships::KNOCK;
    let client = room.client();
    let store = client.state_store();
    let users = store.get_user_ids(room.room_id(), former).await;
    !users.is_ok_and(|users| users.iter().all(|user| both.contains(&&**user)))
}

/// The state events that decide who is let in, who has power, and where the room goes on.
const GOVERNING: [StateEventType; 5] = [
    StateEventType::RoomJoinRules,
    StateEventType::RoomPowerLevels,
    StateEventType::RoomHistoryVisibility,
    StateEventType::RoomGuestAccess,
    StateEventType::RoomTombstone,
];

/// Returns whether users need an invitation to join.
fn is_closed(rule: &JoinRule) -> bool {
    matches!(rule, JoinRule::Invite | JoinRule::Knock | JoinRule::Private)
}

/// Returns whether users can read the room without joining.
fn is_readable_by_all(history: Option<HistoryVisibility>) -> bool {
    history == Some(HistoryVisibility::WorldReadable)
}

/// Returns whether all other users can neither remove users nor govern the room.
fn others_have_no_power(levels: &RoomPowerLevels, both: &[&UserId]) -> bool {
    let may_rule = |level: UserPowerLevel| {
        let governing = GOVERNING.into_iter().map(|kind| levels.for_state(kind));
        let mut needed = [levels.ban, levels.kick, levels.state_default]
            .into_iter()
            .chain(governing);
        needed.any(|needed| level >= needed)
    };
    let mut others = levels.users.keys().filter(|user| !both.contains(&&***user));
    let anybody = UserPowerLevel::Int(levels.users_default);
    !may_rule(anybody) && !others.any(|user| may_rule(levels.for_user(user)))
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::{
        events::room::power_levels::{RoomPowerLevelsEventContent, RoomPowerLevelsSource},
        int,
        room_version_rules::AuthorizationRules,
        user_id,
    };

    use super::*;

    #[test]
    fn a_world_readable_room_is_not_private() {
        assert!(is_readable_by_all(Some(HistoryVisibility::WorldReadable)));
        assert!(!is_readable_by_all(Some(HistoryVisibility::Shared)));
        assert!(!is_readable_by_all(None));
    }

    #[test]
    fn nobody_else_has_power_in_a_private_room() {
        let both = [user_id!("@bot:x"), user_id!("@alice:x")];
        let rules = AuthorizationRules::V11;
        let check = |change: &dyn Fn(&mut RoomPowerLevelsEventContent), expected| {
            let mut content = RoomPowerLevelsEventContent::new(&rules);
            change(&mut content);
            let source = RoomPowerLevelsSource::Original(content);
            let levels = RoomPowerLevels::new(source, &rules, []);
            assert_eq!(others_have_no_power(&levels, &both), expected, "{levels:?}");
        };
        check(&|_| {}, true);
        check(
            &|levels| {
                levels.users.insert(both[1].to_owned(), int!(100));
            },
            true,
        );
        check(
            &|levels| {
                levels
                    .users
                    .insert(user_id!("@mallory:x").to_owned(), int!(50));
            },
            false,
        );
        check(&|levels| levels.users_default = int!(50), false);
        check(
            &|levels| {
                levels.events.insert("m.room.join_rules".into(), int!(0));
            },
            false,
        );
    }
}
