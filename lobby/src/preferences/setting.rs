//! The declaration of all settings.

use std::fmt;

use crate::{
    appearance::{Boards, Theme},
    command::Switch,
    preferences::{
        quiet_hours::QuietHours,
        room_prefix::RoomPrefix,
        words::{Digest, DuelId, LevelName, Listing},
        zone::Zone,
    },
    terms::ClockChoice,
};

/// The places in which a setting exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Rooms.
    Rooms,
    /// Persons, who set it in their direct message.
    Persons,
    /// Rooms and persons.
    Both,
}

/// A request about settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingRequest {
    /// List all settings of the place.
    List,
    /// Show one.
    Show(Setting),
    /// Set one to a value.
    Set(SettingValue),
    /// Reset one to its default.
    Reset(Setting),
}

/// Declares settings: for each a name, its accessor, the type of its values, its word, its places, and the accepted
/// values as in the syntax of a command.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident $getter:ident($value:ty): $word:literal, $places:ident, $accepted:literal;)*) => {
        /// A setting.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Setting {
            $($(#[$doc])* $name,)*
        }

        /// A setting with a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum SettingValue {
            $($(#[$doc])* $name($value),)*
        }

        impl Setting {
            /// All settings, in the order of lists.
            pub const ALL: &'static [Setting] = &[$(Setting::$name),*];

            /// Returns the word users type.
            pub fn word(self) -> &'static str {
                match self {
                    $(Setting::$name => $word,)*
                }
            }

            /// Returns the places in which it exists.
            pub fn places(self) -> Places {
                match self {
                    $(Setting::$name => Places::$places,)*
                }
            }

            /// Returns the accepted values, as in the syntax of a command.
            pub fn accepted(self) -> &'static str {
                match self {
                    $(Setting::$name => $accepted,)*
                }
            }

            /// Parses a value, in small letters.
            pub fn parse(self, text: &str) -> Option<SettingValue> {
                match self {
                    $(Setting::$name => text.parse().ok().map(SettingValue::$name),)*
                }
            }
        }

        impl SettingValue {
            /// Returns the setting.
            pub fn setting(self) -> Setting {
                match self {
                    $(SettingValue::$name(_) => Setting::$name,)*
                }
            }

            $($(#[$doc])*
            pub fn $getter(self) -> Option<$value> {
                match self {
                    SettingValue::$name(value) => Some(value),
                    _ => None,
                }
            })*
        }

        impl fmt::Display for SettingValue {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(SettingValue::$name(value) => fmt::Display::fmt(value, f),)*
                }
            }
        }
    };
}

settings! {
    /// The prefix of commands.
    Prefix prefix(RoomPrefix): "prefix", Rooms, "SYMBOLS";
    /// The form of boards.
    Boards boards(Boards): "boards", Both, "picture|text|wide";
    /// The colours of pictures.
    Theme theme(Theme): "theme", Both, "light|dark";
    /// The game of challenges that name none.
    Game game(DuelId): "game", Both, "GAME";
    /// The level of the computer in games that name none.
    Level level(LevelName): "level", Both, "LEVEL";
    /// The clock of challenges that name none.
    Clock clock(ClockChoice): "clock", Both, "normal|slow|3d|none";
    /// The time zone in which times are shown.
    Zone zone(Zone): "zone", Both, "ZONE";
    /// The hours without notices and digests.
    Quiet quiet(QuietHours): "quiet", Persons, "22:00-07:00|off";
    /// The direct message that tells of games which wait for a turn.
    Notify notify(Switch): "notify", Persons, "on|off";
    /// The interval of messages with what waits.
    Digest digest(Digest): "digest", Persons, "daily|weekly|off";
    /// The question before each move in games for two.
    Confirm confirm(Switch): "confirm", Persons, "on|off";
    /// The listing in leaderboards and other public lists.
    Results results(Listing): "results", Persons, "public|private";
    /// The daily post of the leaderboard.
    Day day(Switch): "day", Rooms, "on|off";
}

impl SettingValue {
    /// Returns whether it is the default of a setting that only rooms or only persons have, so that setting it is a
    /// reset.
    pub fn is_only_default(self) -> bool {
        match self {
            SettingValue::Quiet(hours) => hours == QuietHours::Off,
            SettingValue::Notify(switch) => switch == Switch::On,
            SettingValue::Digest(digest) => digest == Digest::Off,
            SettingValue::Results(listing) => listing == Listing::Public,
            SettingValue::Confirm(switch) | SettingValue::Day(switch) => switch == Switch::Off,
            SettingValue::Prefix(_)
            | SettingValue::Boards(_)
            | SettingValue::Theme(_)
            | SettingValue::Game(_)
            | SettingValue::Level(_)
            | SettingValue::Clock(_)
            | SettingValue::Zone(_) => false,
        }
    }
}

impl Setting {
    /// Other words for settings.
    const ALIASES: [(&str, Setting); 5] = [
        ("hours", Setting::Quiet),
        ("me", Setting::Results),
        ("timezone", Setting::Zone),
        ("tz", Setting::Zone),
        ("stats", Setting::Results),
    ];

    /// Returns the setting with a word, in small letters.
    pub fn named(word: &str) -> Option<Setting> {
        let mut all = Setting::ALL.iter().copied();
        let alias = Setting::ALIASES.iter().find(|(alias, _)| *alias == word);
        all.find(|setting| setting.word() == word)
            .or(alias.map(|(_, setting)| *setting))
    }

    /// Returns whether it exists in rooms.
    pub fn is_of_rooms(self) -> bool {
        matches!(self.places(), Places::Rooms | Places::Both)
    }

    /// Returns whether it exists for persons.
    pub fn is_of_persons(self) -> bool {
        matches!(self.places(), Places::Persons | Places::Both)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_found_by_its_word() {
        for setting in Setting::ALL {
            assert_eq!(Setting::named(setting.word()), Some(*setting));
            assert!(setting.is_of_rooms() || setting.is_of_persons());
            assert_eq!(setting.parse("no such value"), None);
        }
        assert_eq!(Setting::named("weather"), None);
        assert_eq!(Setting::named("tz"), Some(Setting::Zone));
    }
}
