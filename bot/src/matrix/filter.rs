//! What the homeserver is asked for: everything else that is written into a room is neither sent to the
//! bot nor kept.

use matrix_sdk::ruma::{
    UInt,
    api::client::filter::{Filter, FilterDefinition, RoomEventFilter, RoomFilter},
};

/// What is said, and what is needed to read it.
const SAID: [&str; 3] = ["m.room.message", "m.room.encrypted", "m.key.verification.*"];
/// What a room is, and who is in it with what power.
const STATE: [&str; 9] = [
    "m.room.create",
    "m.room.member",
    "m.room.power_levels",
    "m.room.join_rules",
    "m.room.history_visibility",
    "m.room.encryption",
    "m.room.name",
    "m.room.canonical_alias",
    "m.room.tombstone",
];

/// What sync responses bring, with so many events of each room at most.
pub(super) fn of_sync(timeline: UInt) -> FilterDefinition {
    let mut state = RoomEventFilter::default();
    state.types = Some(STATE.map(str::to_owned).to_vec());
    let mut room = RoomFilter::default();
    room.state = state;
    room.timeline = of_timeline();
    room.timeline.limit = Some(timeline);
    room.ephemeral = RoomEventFilter::ignore_all();
    let mut filter = FilterDefinition::default();
    filter.room = room;
    filter.presence = Filter::ignore_all();
    filter
}

/// What counts of everything that happens in a room.
pub(super) fn of_timeline() -> RoomEventFilter {
    let mut timeline = RoomEventFilter::default();
    let types = SAID.into_iter().chain(STATE);
    timeline.types = Some(types.map(str::to_owned).collect());
    timeline
}

/// What came encrypted.
pub(super) fn of_encrypted() -> RoomEventFilter {
    let mut encrypted = RoomEventFilter::default();
    encrypted.types = Some(vec!["m.room.encrypted".to_owned()]);
    encrypted
}
