//! The values of settings of one room or person, and their stored form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    appearance::Appearance,
    command::Switch,
    day::Day,
    preferences::{
        setting::{Setting, SettingValue},
        words::Listing,
    },
};

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It was set by the user with this id.
    Person(String),
    /// It was set by a user since forgotten, or before origins were stored.
    Unknown,
    /// It was that of the person's last game against the computer.
    LastGame,
    /// It is in the person's profile.
    Profile,
}

/// A value with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenValue {
    /// The value.
    pub value: SettingValue,
    /// Its origin.
    pub by: Origin,
}

/// The settings of one room or person that differ from the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredSettings", into = "StoredSettings")]
pub struct SettingValues {
    pub(super) chosen: BTreeMap<Setting, ChosenValue>,
    /// The last day whose leaderboard was posted or need not be; only where the daily post is on.
    pub(super) posted: Option<Day>,
}

/// The stored form of settings.
#[derive(Serialize, Deserialize)]
struct StoredSettings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    posted: Option<Day>,
    /// By word.
    #[serde(flatten)]
    settings: BTreeMap<String, StoredValue>,
}

/// The stored form of a value: with its origin, or as the first versions wrote it.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredValue {
    Chosen { value: String, by: Origin },
    Bare(serde_json::Value),
}

impl SettingValues {
    /// Returns the value of a setting with its origin, if it is set.
    pub fn chosen(&self, setting: Setting) -> Option<&ChosenValue> {
        self.chosen.get(&setting)
    }

    /// Returns the value of the setting that an accessor such as [`SettingValue::zone`] takes, if it is set.
    pub fn find<T>(&self, accessor: impl Fn(SettingValue) -> Option<T>) -> Option<T> {
        let mut values = self.chosen.values();
        values.find_map(|chosen| accessor(chosen.value))
    }

    /// Returns the appearance of boards, with that of another place or the default for what is not set.
    pub fn appearance_or(&self, other: Appearance) -> Appearance {
        Appearance {
            boards: self.find(SettingValue::boards).unwrap_or(other.boards),
            theme: self.find(SettingValue::theme).unwrap_or(other.theme),
        }
    }
}

impl From<SettingValues> for StoredSettings {
    fn from(settings: SettingValues) -> StoredSettings {
        let stored = settings.chosen.into_iter().map(|(setting, chosen)| {
            let ChosenValue { value, by } = chosen;
            let value = value.to_string();
            (setting.word().to_owned(), StoredValue::Chosen { value, by })
        });
        StoredSettings {
            posted: settings.posted,
            settings: stored.collect(),
        }
    }
}

impl TryFrom<StoredSettings> for SettingValues {
    type Error = String;

    fn try_from(stored: StoredSettings) -> Result<SettingValues, String> {
        let mut chosen = BTreeMap::new();
        for (word, stored) in stored.settings {
            let read = match stored {
                StoredValue::Chosen { value, by } => {
                    let setting = Setting::named(&word);
                    let value = setting.and_then(|setting| setting.parse(&value.to_lowercase()));
                    Some(value.map(|value| ChosenValue { value, by }))
                }
                StoredValue::Bare(value) => read_bare(&word, &value),
            };
            if let Some(read) = read {
                let read = read.ok_or_else(|| format!("{word:?} has no such value"))?;
                chosen.insert(read.value.setting(), read);
            }
        }
        // The first versions stored only the day.
        if stored.posted.is_some() {
            let on = ChosenValue {
                value: SettingValue::Day(Switch::On),
                by: Origin::Unknown,
            };
            chosen.entry(Setting::Day).or_insert(on);
        }
        Ok(SettingValues {
            chosen,
            posted: stored.posted,
        })
    }
}

/// Returns a value as the first versions wrote it; `None` if it is the default, `Some(None)` if it is unknown.
fn read_bare(word: &str, value: &serde_json::Value) -> Option<Option<ChosenValue>> {
    use serde_json::Value::{Bool, Null, Number, String};
    let read = match (word, value) {
        (_, Null | Bool(false)) => return None,
        ("unlisted", Bool(true)) => Some(SettingValue::Results(Listing::Private)),
        ("confirm", Bool(true)) => Some(SettingValue::Confirm(Switch::On)),
        ("level", Number(level)) => Setting::Level.parse(&level.to_string()),
        (word, String(value)) => Setting::named(word).and_then(|setting| setting.parse(value)),
        _ => None,
    };
    let by = if word == "level" {
        Origin::LastGame
    } else {
        Origin::Unknown
    };
    Some(read.map(|value| ChosenValue { value, by }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appearance::{Boards, Theme};

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn read(text: &str) -> Result<SettingValues, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn the_first_stored_form_is_still_read() {
        let room = read(r#"{"posted":"2026-11-20","boards":"text","theme":null}"#).unwrap();
        assert_eq!(room.posted, Some(day("2026-11-20")));
        assert_eq!(room.find(SettingValue::day), Some(Switch::On));
        assert_eq!(
            room.appearance_or(Appearance::default()).boards,
            Boards::Text
        );
        let text = r#"{"unlisted":true,"level":4,"confirm":true,"boards":null,"theme":"dark"}"#;
        let person = read(text).unwrap();
        assert_eq!(person.find(SettingValue::results), Some(Listing::Private));
        assert_eq!(person.find(SettingValue::confirm), Some(Switch::On));
        assert_eq!(person.find(SettingValue::theme), Some(Theme::Dark));
        let level = person.chosen(Setting::Level).unwrap();
        assert_eq!(
            (level.value.to_string().as_str(), &level.by),
            ("hard", &Origin::LastGame)
        );
        for text in [
            "[",
            r#"{"weather":"fine"}"#,
            r#"{"boards":"sideways"}"#,
            r#"{"level":9}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
