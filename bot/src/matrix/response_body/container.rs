//! The JSON objects and arrays of responses in which lists are limited.

/// Limits of a list. Sizes are in bytes; in lists of keys, the values inside count as well.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListLimits {
    /// Maximum size of an entry.
    pub(super) entry: usize,
    /// Size at which the list is full.
    pub(super) list: usize,
    /// Size of the list up to which it doesn't count for what the lists of a response have in common.
    pub(super) free: usize,
    /// Maximum size of entries that a full list takes.
    pub(super) small: usize,
    /// Size that a smaller entry counts as, since it takes as much memory.
    pub(super) min_entry: usize,
}

impl ListLimits {
    /// Returns limits for which other lists don't count.
    const fn new(entry: usize, list: usize) -> Self {
        Self {
            entry,
            list,
            free: usize::MAX,
            small: 0,
            min_entry: 0,
        }
    }
}

/// Messages between devices: several times what clients send with room keys and verifications. Synapse has a hundred in a
/// response, other homeservers more.
pub(super) const TO_DEVICE_EVENTS: ListLimits = ListLimits::new(32 << 10, 16 << 20);
/// The bot's account data.
pub(super) const ACCOUNT_DATA: ListLimits = ListLimits::new(1 << 20, 4 << 20);
/// The state of one invitation. Events have 64 KiB, and Synapse writes them with escapes, at most three times as long.
pub(super) const INVITE_STATE: ListLimits = ListLimits::new(256 << 10, 512 << 10);
/// The state of a room, and its members, some 20,000, of which a hundred don't count for other rooms.
pub(super) const ROOM_STATE: ListLimits = ListLimits {
    free: 160 << 10,
    small: 1,
    min_entry: 1_600,
    ..ListLimits::new(MAX_EVENT, 32 << 20)
};
/// The timeline of a room. Events have the one before and those that relate to them with them. Large messages don't
/// push out moves, which are small.
pub(super) const TIMELINE: ListLimits = ListLimits {
    free: 32 << 10,
    small: 4 << 10,
    ..ListLimits::new(MAX_EVENT, 1 << 20)
};
/// Missed events of a room. Synapse sends a thousand.
pub(super) const MISSED_EVENTS: ListLimits = ListLimits {
    small: 8 << 10,
    ..ListLimits::new(MAX_EVENT, 8 << 20)
};
/// Maximum size of an event of a room with its relations, which others make: those of 100,000 events.
const MAX_EVENT: usize = 8 << 20;
/// Size of a room's settings up to which they don't count for what rooms have in common.
pub(super) const FREE_SETTINGS: usize = 256 << 10;
/// Maximum size of a room's settings in a response, more than are kept of one.
pub(super) const MAX_ROOM_SETTINGS: usize = 2 << 20;
/// Maximum size of the settings of rooms in a response, besides what is free in each.
pub(super) const MAX_SETTINGS: usize = 32 << 20;
/// A user's devices; a usual one has 1 KiB and 20 values.
pub(super) const USER_DEVICES: ListLimits = ListLimits {
    free: 16 << 10,
    ..ListLimits::new(12 << 10, 1 << 20)
};
/// Cross-signing keys of one kind of all users.
pub(super) const SIGNING_KEYS: ListLimits = ListLimits {
    small: 4 << 10,
    ..ListLimits::new(64 << 10, 512 << 10)
};
/// The one-time keys of a device; a usual one has 250 bytes and six values, and one is asked for.
pub(super) const ONE_TIME_KEYS: ListLimits = ListLimits::new(2 << 10, 2 << 10);

/// A JSON object or array on the way to one of the limited lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Container {
    #[default]
    Response,
    MembersResponse,
    ToDevice,
    ToDeviceEvents,
    AccountData,
    AccountDataEvents,
    Rooms,
    Invitations,
    Invitation,
    InviteState,
    InviteStateEvents,
    RoomUpdates,
    RoomUpdate,
    RoomState,
    RoomStateEvents,
    Timeline,
    TimelineEvents,
    MissedEvents,
    DeviceKeys,
    UserDevices,
    SigningKeys,
    Claims,
    UserClaims,
    OneTimeKeys,
}

impl Container {
    /// Returns the container that opens in this one, after this key; `None` for all that need not be read.
    pub(super) fn child(self, key: &[u8]) -> Option<Self> {
        Some(match (self, key) {
            (Self::Response, b"to_device") => Self::ToDevice,
            (Self::ToDevice, b"events") => Self::ToDeviceEvents,
            (Self::Response, b"account_data") => Self::AccountData,
            (Self::AccountData, b"events") => Self::AccountDataEvents,
            (Self::Response, b"rooms") => Self::Rooms,
            (Self::Rooms, b"invite") => Self::Invitations,
            (Self::Invitations, _) => Self::Invitation,
            (Self::Invitation, b"invite_state") => Self::InviteState,
            (Self::InviteState, b"events") => Self::InviteStateEvents,
            (Self::Rooms, b"join" | b"leave") => Self::RoomUpdates,
            (Self::RoomUpdates, _) => Self::RoomUpdate,
            (Self::RoomUpdate, b"state" | b"state_after" | b"org.matrix.msc4222.state_after") => {
                Self::RoomState
            }
            (Self::RoomState, b"events") | (Self::MembersResponse, b"chunk") => {
                Self::RoomStateEvents
            }
            (Self::RoomUpdate, b"timeline") => Self::Timeline,
            (Self::Timeline, b"events") => Self::TimelineEvents,
            (Self::Response, b"chunk") => Self::MissedEvents,
            (Self::Response, b"device_keys") => Self::DeviceKeys,
            (Self::DeviceKeys, _) => Self::UserDevices,
            (Self::Response, b"master_keys" | b"self_signing_keys" | b"user_signing_keys") => {
                Self::SigningKeys
            }
            (Self::Response, b"one_time_keys") => Self::Claims,
            (Self::Claims, _) => Self::UserClaims,
            (Self::UserClaims, _) => Self::OneTimeKeys,
            _ => return None,
        })
    }

    /// Returns the limits of a limited list.
    pub(super) fn limits(self) -> Option<ListLimits> {
        Some(match self {
            Self::ToDeviceEvents => TO_DEVICE_EVENTS,
            Self::AccountDataEvents => ACCOUNT_DATA,
            Self::InviteStateEvents => INVITE_STATE,
            Self::RoomStateEvents => ROOM_STATE,
            Self::TimelineEvents => TIMELINE,
            Self::MissedEvents => MISSED_EVENTS,
            Self::UserDevices => USER_DEVICES,
            Self::SigningKeys => SIGNING_KEYS,
            Self::OneTimeKeys => ONE_TIME_KEYS,
            _ => return None,
        })
    }

    /// Returns whether entries are events of a room, of which the state that any member can set is shortened.
    pub(super) fn has_room_events(self) -> bool {
        matches!(
            self,
            Self::RoomStateEvents | Self::TimelineEvents | Self::MissedEvents
        )
    }
}
