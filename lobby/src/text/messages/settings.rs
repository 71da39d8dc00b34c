//! Messages about the settings of rooms and persons.

use games::Typed;
use serde::Serialize;

use crate::text::messages::{Changed, Place};

/// A message about settings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum SettingMessage {
    /// The heading of the list.
    Heading { place: Place },
    /// A line of the list.
    Line {
        name: &'static str,
        value: String,
        origin: SettingOrigin,
        by: Option<String>,
        form: &'static str,
    },
    /// The end of the list.
    Foot,
    /// A setting after a change, or as it is.
    Told {
        name: &'static str,
        value: String,
        form: &'static str,
        change: Changed,
        place: Place,
    },
    /// The time in a zone.
    Time { time: String },
    /// Refusal: no such setting.
    Unknown { text: Typed, near: Option<String> },
    /// Refusal: no such value.
    BadValue {
        text: Typed,
        name: &'static str,
        form: &'static str,
    },
    /// Refusal: no prefix.
    BadPrefix { text: Typed, signs: String },
    /// Refusal: no time zone.
    UnknownZone {
        text: Typed,
        near: Option<&'static str>,
    },
    /// Refusal: no span of hours.
    BadHours { text: Typed },
    /// Refusal: a setting of rooms in a direct message.
    OnlyInRooms,
    /// Refusal: a setting of persons in a room.
    OnlyInDirect,
    /// Refusal: the operator has switched it off.
    SwitchedOff { name: &'static str },
    /// Refusal: the operator allows no fast clocks.
    NoFastClocks,
    /// Refusal: more time would be gained each turn than the clock begins with.
    IncrementAboveBank,
}

/// The origin of a setting's value.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SettingOrigin {
    /// The default.
    Default,
    /// The reader set it.
    You,
    /// Somebody else set it.
    Person,
    /// It is not known any more.
    Unknown,
    /// The last game against the computer.
    LastGame,
    /// The profile.
    Profile,
}
