//! The JSON objects and arrays of responses in which lists are limited.

/// Maximum size of a message between devices in bytes, twice what Synapse lets its own users send.
pub(super) const MAX_TO_DEVICE_EVENT: usize = 128 << 10;
/// Maximum size of the messages between devices in one response in bytes. Synapse sends a hundred.
pub(super) const MAX_TO_DEVICE_EVENTS: usize = 16 << 20;
/// Maximum size of an event of an invitation in bytes. Events have 64 KiB, and Synapse writes them with escapes, at most
/// three times as long.
pub(super) const MAX_INVITE_EVENT: usize = 256 << 10;
/// Maximum size of an event of a room in bytes, with the one before it and those that relate to it.
pub(super) const MAX_ROOM_EVENT: usize = 1 << 20;
/// Maximum size of missed events of a room in bytes. Synapse sends a thousand.
pub(super) const MAX_ROOM_EVENTS: usize = 16 << 20;
/// Maximum size of the state of one invitation in bytes.
pub(super) const MAX_INVITE_STATE: usize = 512 << 10;
/// Maximum size of a device in bytes; a usual one has one KiB.
pub(super) const MAX_DEVICE: usize = 4 << 10;
/// Maximum size of the one-time keys of a device in bytes; a usual one has 250 bytes, and one is asked for.
pub(super) const MAX_ONE_TIME_KEY: usize = 1 << 10;
/// Maximum size of a user's devices in bytes.
pub(super) const MAX_DEVICES: usize = 1 << 20;
/// Maximum size of a cross-signing key in bytes.
pub(super) const MAX_SIGNING_KEY: usize = 64 << 10;

/// A JSON object or array on the way to one of the limited lists.
#[derive(Clone, Copy, Debug)]
pub(super) enum Container {
    Response,
    ToDevice,
    ToDeviceEvents,
    Rooms,
    Invitations,
    Invitation,
    InviteState,
    InviteStateEvents,
    DeviceKeys,
    UserDevices,
    SigningKeys,
    Claims,
    UserClaims,
    OneTimeKeys,
    RoomEvents,
}

impl Container {
    /// Returns the container that opens in this one, after this key; `None` for all that need not be read.
    pub(super) fn child(self, key: &[u8]) -> Option<Self> {
        Some(match (self, key) {
            (Self::Response, b"to_device") => Self::ToDevice,
            (Self::ToDevice, b"events") => Self::ToDeviceEvents,
            (Self::Response, b"rooms") => Self::Rooms,
            (Self::Rooms, b"invite") => Self::Invitations,
            (Self::Invitations, _) => Self::Invitation,
            (Self::Invitation, b"invite_state") => Self::InviteState,
            (Self::InviteState, b"events") => Self::InviteStateEvents,
            (Self::Response, b"device_keys") => Self::DeviceKeys,
            (Self::DeviceKeys, _) => Self::UserDevices,
            (Self::Response, b"master_keys" | b"self_signing_keys" | b"user_signing_keys") => {
                Self::SigningKeys
            }
            (Self::Response, b"chunk") => Self::RoomEvents,
            (Self::Response, b"one_time_keys") => Self::Claims,
            (Self::Claims, _) => Self::UserClaims,
            (Self::UserClaims, _) => Self::OneTimeKeys,
            _ => return None,
        })
    }

    /// Returns the maximum sizes of an entry and of all entries, for a limited list.
    pub(super) fn limits(self) -> Option<(usize, usize)> {
        match self {
            Self::ToDeviceEvents => Some((MAX_TO_DEVICE_EVENT, MAX_TO_DEVICE_EVENTS)),
            Self::InviteStateEvents => Some((MAX_INVITE_EVENT, MAX_INVITE_STATE)),
            Self::UserDevices => Some((MAX_DEVICE, MAX_DEVICES)),
            Self::OneTimeKeys => Some((MAX_ONE_TIME_KEY, MAX_ONE_TIME_KEY)),
            Self::RoomEvents => Some((MAX_ROOM_EVENT, MAX_ROOM_EVENTS)),
            Self::SigningKeys => Some((MAX_SIGNING_KEY, usize::MAX)),
            _ => None,
        }
    }
}
