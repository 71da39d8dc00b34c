//! Server-side filters of sync and `/messages` requests: events of all other types are neither sent to the bot nor
//! stored.

use matrix_sdk::ruma::{
    OwnedRoomId, UInt,
    api::client::filter::{Filter, FilterDefinition, RoomEventFilter, RoomFilter},
};

/// Event types of messages, including those needed to decrypt them.
const TIMELINE_TYPES: [&str; 3] = ["m.room.message", "m.room.encrypted", "m.key.verification.*"];
/// State event types of a room's settings, members, power levels, retention, servers and policy server.
const STATE_TYPES: [&str; 14] = [
    "m.room.create",
    "m.room.member",
    "m.room.power_levels",
    "m.room.server_acl",
    "m.room.policy",
    "org.matrix.msc4284.policy",
    "m.room.join_rules",
    "m.room.guest_access",
    "m.room.retention",
    "m.room.history_visibility",
    "m.room.encryption",
    "m.room.name",
    "m.room.canonical_alias",
    "m.room.tombstone",
];

/// Returns the filter of sync requests, with at most `timeline` events of each room.
pub(super) fn of_sync(timeline: UInt) -> FilterDefinition {
    let mut state = RoomEventFilter::default();
    state.types = Some(STATE_TYPES.map(str::to_owned).to_vec());
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

/// Returns whether a sync response has the state events of a type.
pub(super) fn is_state_type(kind: &str) -> bool {
    STATE_TYPES.contains(&kind)
}

/// Returns the filter of sync requests for these rooms only.
pub(super) fn of_rooms(rooms: Vec<OwnedRoomId>) -> FilterDefinition {
    let mut filter = of_sync(UInt::from(1u8));
    filter.room.rooms = Some(rooms);
    filter
}

/// Returns the filter of sync requests for no events of rooms.
pub(super) fn of_no_events() -> FilterDefinition {
    let mut filter = of_sync(UInt::from(1u8));
    filter.room.state.types = Some(Vec::new());
    filter.room.timeline.types = Some(Vec::new());
    filter
}

/// Returns the timeline filter: messages and state that the bot reads.
pub(super) fn of_timeline() -> RoomEventFilter {
    let mut timeline = RoomEventFilter::default();
    let types = TIMELINE_TYPES.into_iter().chain(STATE_TYPES);
    timeline.types = Some(types.map(str::to_owned).collect());
    timeline
}

/// Returns the timeline filter without state.
pub(super) fn of_messages() -> RoomEventFilter {
    let mut messages = RoomEventFilter::default();
    messages.types = Some(TIMELINE_TYPES.map(str::to_owned).to_vec());
    messages
}

/// Returns the timeline filter without any events. Synapse 1.163 ignores an empty list of types at `/messages`.
pub(super) fn of_nothing() -> RoomEventFilter {
    let mut nothing = RoomEventFilter::default();
    nothing.not_types = vec!["*".to_owned()];
    nothing
}
