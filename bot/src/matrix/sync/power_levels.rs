//! Power levels that homeservers read but the SDK does not, such as `50.0` in rooms up to version 5, or levels of ids
//! that no user can have. The SDK would go by the default levels instead.

use matrix_sdk::ruma::{
    UserId,
    events::room::power_levels::{RoomPowerLevelsEventContent, SyncRoomPowerLevelsEvent},
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Returns whether the SDK cannot read an event with power levels.
pub(super) fn is_unreadable(event: &str) -> bool {
    serde_json::from_str::<SyncRoomPowerLevelsEvent>(event).is_err()
}

/// Returns power levels; `None` if they cannot be read at all.
pub(super) fn read(mut content: Map<String, Value>) -> Option<RoomPowerLevelsEventContent> {
    if let Some(users) = content.get_mut("users").and_then(Value::as_object_mut) {
        users.retain(|id, _| UserId::parse(id).is_ok());
    }
    content.values_mut().for_each(make_readable);
    RoomPowerLevelsEventContent::deserialize(content).ok()
}

/// Cuts the fractions off a level, or those in a list, as Synapse does.
fn make_readable(levels: &mut Value) {
    match levels {
        Value::Object(levels) => levels.values_mut().for_each(make_readable),
        level => {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "only whole numbers are levels"
            )]
            let whole = level.as_f64().map(|level| level as i64);
            if let Some(whole) = whole.filter(|_| level.is_f64()) {
                *level = whole.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(content: Value, expected: Option<Value>) {
        let levels = read(content.as_object().unwrap().clone());
        let expected = expected.map(|content| serde_json::from_value(content).unwrap());
        let as_text = |levels: Option<RoomPowerLevelsEventContent>| format!("{levels:?}");
        assert_eq!(as_text(levels), as_text(expected), "{content}");
    }

    #[test]
    fn fractions_of_levels_are_cut_off() {
        let content = json!({ "ban": 50.9, "kick": -1.9, "events": { "m.room.message": 50.0 } });
        let expected = json!({ "ban": 50, "kick": -1, "events": { "m.room.message": 50 } });
        check(content, Some(expected));
    }

    #[test]
    fn levels_of_impossible_users_are_left_out() {
        let users = json!({ "users": { "@a:x": 50, "@b:bad domain": 0, "": 0 } });
        check(users, Some(json!({ "users": { "@a:x": 50 } })));
    }

    #[test]
    fn levels_that_are_no_numbers_are_not_read() {
        check(json!({ "events_default": "5_0" }), None);
        check(json!({ "events_default": [50] }), None);
        check(json!({ "users": 50 }), None);
    }
}
