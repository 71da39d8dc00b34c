//! Reading what other servers have a say in: entries with ids that cannot be read are left out, and hide no others.

use std::collections::BTreeMap;

use ruma_common::{OwnedDeviceId, OwnedUserId, serde::Raw};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::value::{RawValue, Value as JsonValue, to_raw_value};

/// An entry of a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry<T> {
    Read(T),
    #[allow(dead_code)]
    Unreadable(IgnoredAny),
}

/// Reads a list without the entries that cannot be read.
pub(crate) fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let entries = Vec::<Entry<T>>::deserialize(deserializer)?;
    let read = entries.into_iter().filter_map(|entry| match entry {
        Entry::Read(entry) => Some(entry),
        Entry::Unreadable(_) => None,
    });
    Ok(read.collect())
}

/// Reads a map without the entries whose key cannot be read.
pub(crate) fn map<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Ord + TryFrom<String>,
    V: Deserialize<'de>,
{
    let entries = BTreeMap::<String, V>::deserialize(deserializer)?;
    let read = entries.into_iter().filter_map(|(key, value)| Some((K::try_from(key).ok()?, value)));
    Ok(read.collect())
}

/// Reads a map without the entries whose key or value cannot be read.
pub(crate) fn readable<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Ord + TryFrom<String>,
    V: DeserializeOwned,
{
    let entries: BTreeMap<K, Box<RawValue>> = map(deserializer)?;
    let read = entries
        .into_iter()
        .filter_map(|(key, value)| Some((key, serde_json::from_str(value.get()).ok()?)));
    Ok(read.collect())
}

/// The devices of a user that are read. Each is verified and stored, and their server decides how many there are.
const MAX_DEVICES: usize = 100;

/// Maximum length of a device id in bytes. Each message to a room saves those of all devices that have its key.
const MAX_DEVICE_ID_BYTES: usize = 128;

/// Maximum size of a device or a one-time key in bytes. All devices of a user are read again and again.
const MAX_DEVICE_BYTES: usize = 4 << 10;

/// Maximum size of a cross-signing key with its signatures in bytes.
const MAX_SIGNING_KEY_BYTES: usize = 32 << 10;

/// Maximum number of values in a device or a one-time key, counted by what goes before them. A usual device has 20; each
/// takes up to 700 bytes of memory, however short its text.
const MAX_DEVICE_VALUES: usize = 60;

/// Maximum number of values in a cross-signing key. Each signature is one, and homeservers show only those of its user.
const MAX_SIGNING_KEY_VALUES: usize = 100;

fn is_within<T>(value: &Raw<T>, max_bytes: usize, max_values: usize) -> bool {
    let json = value.json().get();
    let values = json.bytes().filter(|byte| matches!(byte, b',' | b'{' | b'['));
    json.len() <= max_bytes && values.count() <= max_values
}

/// Reads devices by user without what cannot be read of them, and without those that are too large.
pub(crate) fn devices<'de, D, T>(
    deserializer: D,
) -> Result<BTreeMap<OwnedUserId, BTreeMap<OwnedDeviceId, Raw<T>>>, D::Error>
where
    D: Deserializer<'de>,
{
    let users: BTreeMap<OwnedUserId, BTreeMap<OwnedDeviceId, Raw<T>>> = readable(deserializer)?;
    let users = users.into_iter().map(|(user, mut devices)| {
        devices.retain(|id, device| {
            id.as_str().len() <= MAX_DEVICE_ID_BYTES
                && is_within(device, MAX_DEVICE_BYTES, MAX_DEVICE_VALUES)
        });
        (user, devices.into_iter().take(MAX_DEVICES).collect())
    });
    Ok(users.collect())
}

/// Reads cross-signing keys by user without what cannot be read of them, and without those that are too large.
pub(crate) fn signing_keys<'de, D, T>(
    deserializer: D,
) -> Result<BTreeMap<OwnedUserId, Raw<T>>, D::Error>
where
    D: Deserializer<'de>,
{
    let mut keys: BTreeMap<OwnedUserId, Raw<T>> = readable(deserializer)?;
    keys.retain(|_, key| is_within(key, MAX_SIGNING_KEY_BYTES, MAX_SIGNING_KEY_VALUES));
    Ok(keys)
}

/// Reads events without those that have no type.
pub(crate) fn events<'de, D, T>(deserializer: D) -> Result<Vec<Raw<T>>, D::Error>
where
    D: Deserializer<'de>,
{
    let mut events = Vec::<Raw<T>>::deserialize(deserializer)?;
    events.retain(|event| matches!(event.get_field::<String>("type"), Ok(Some(_))));
    Ok(events)
}

/// Levels of an event at which unreadable values are replaced: its fields, those of its content, and those of the
/// content before it in its unsigned data.
const LEVELS: usize = 3;

/// Returns an event with `null` in place of values that serde_json cannot read, for a number beyond `f64` or more than
/// 127 levels. Homeservers pass them on, and what reads them fails or panics.
pub(crate) fn readable_event(json: Box<RawValue>) -> Box<RawValue> {
    readable_value(json, 0)
}

/// Returns a value at a level of an event.
fn readable_value(json: Box<RawValue>, level: usize) -> Box<RawValue> {
    if is_readable(json.get(), level) {
        return json;
    }
    let unreadable = || RawValue::NULL.to_owned();
    if level == LEVELS {
        return unreadable();
    }
    let Ok(fields) = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(json.get()) else {
        return unreadable();
    };
    let fields = fields.into_iter().map(|(key, value)| (key, readable_value(value, level + 1)));
    to_raw_value(&fields.collect::<BTreeMap<_, _>>()).unwrap_or_else(|_| unreadable())
}

/// Returns whether serde_json can read a value below a number of levels, which count towards its 127.
fn is_readable(json: &str, level: usize) -> bool {
    if level == 0 {
        return serde_json::from_str::<JsonValue>(json).is_ok();
    }
    let nested = format!("{}{json}{}", "[".repeat(level), "]".repeat(level));
    serde_json::from_str::<JsonValue>(&nested).is_ok()
}

fn with_readable<T>(event: Raw<T>) -> Raw<T> {
    Raw::from_json(readable_event(event.into_json()))
}

/// Reads events of rooms, without values that cannot be read.
pub(crate) fn room_events<'de, D, T>(deserializer: D) -> Result<Vec<Raw<T>>, D::Error>
where
    D: Deserializer<'de>,
{
    let events = Vec::<Raw<T>>::deserialize(deserializer)?;
    Ok(events.into_iter().map(with_readable).collect())
}

fn is_membership<T>(event: &Raw<T>) -> bool {
    event.get_field::<String>("type").is_ok_and(|kind| kind.as_deref() == Some("m.room.member"))
}

/// The events of an invitation that are read, and their size in bytes. The inviter's server decides what is in it.
const MAX_INVITE_EVENTS: usize = 50;
const MAX_INVITE_BYTES: usize = 256 << 10;

/// Reads the memberships of an invitation: the first ones, and the last, which is the invitation itself. The SDK takes
/// other events for the state of the room, also after a join, but the inviter's server can make them up.
pub(crate) fn invite_events<'de, D, T>(deserializer: D) -> Result<Vec<Raw<T>>, D::Error>
where
    D: Deserializer<'de>,
{
    let mut events = Vec::<Raw<T>>::deserialize(deserializer)?;
    events.retain(is_membership);
    let invitation = events.pop();
    let mut bytes = 0;
    events.truncate(MAX_INVITE_EVENTS);
    events.retain(|event| {
        bytes += event.json().get().len();
        bytes <= MAX_INVITE_BYTES
    });
    events.extend(invitation);
    Ok(events.into_iter().map(with_readable).collect())
}

/// Reads the memberships of an invitation; `None` for other rooms.
pub(crate) fn optional_invite_events<'de, D, T>(
    deserializer: D,
) -> Result<Option<Vec<Raw<T>>>, D::Error>
where
    D: Deserializer<'de>,
{
    #[derive(Deserialize)]
    #[serde(bound = "")]
    struct Events<T>(#[serde(deserialize_with = "invite_events")] Vec<Raw<T>>);

    let events = Option::<Events<T>>::deserialize(deserializer)?;
    Ok(events.map(|Events(events)| events))
}

/// Reads one-time keys by user, device and key without what cannot be read of them, and without those that are too large.
pub(crate) fn one_time_keys<'de, D, K, T>(
    deserializer: D,
) -> Result<BTreeMap<OwnedUserId, BTreeMap<OwnedDeviceId, BTreeMap<K, Raw<T>>>>, D::Error>
where
    D: Deserializer<'de>,
    K: Ord + TryFrom<String>,
{
    #[derive(Deserialize)]
    #[serde(bound = "K: Ord + TryFrom<String>")]
    struct Keys<K, T>(#[serde(deserialize_with = "readable")] BTreeMap<K, Raw<T>>);

    #[derive(Deserialize)]
    #[serde(bound = "K: Ord + TryFrom<String>")]
    struct Devices<K, T>(
        #[serde(deserialize_with = "readable")] BTreeMap<OwnedDeviceId, Keys<K, T>>,
    );

    let users: BTreeMap<OwnedUserId, Devices<K, T>> = readable(deserializer)?;
    let users = users.into_iter().map(|(user, Devices(devices))| {
        let devices = devices.into_iter().map(|(device, Keys(mut keys))| {
            keys.retain(|_, key| is_within(key, MAX_DEVICE_BYTES, MAX_DEVICE_VALUES));
            (device, keys)
        });
        (user, devices.collect())
    });
    Ok(users.collect())
}
