//! Storage of settings: those of rooms and those of persons.

use std::collections::BTreeMap;

use crate::{
    day::Day,
    key::Key,
    preferences::{
        setting::{Setting, SettingValue},
        values::{ChosenValue, Origin, SettingValues},
        words::{LevelName, Listing},
        zone::Zone,
    },
    traffic::Effect,
};

/// A room or a person with settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'a> {
    /// The room with this id.
    Room(&'a str),
    /// The person with this user id.
    Person(&'a str),
}

impl Owner<'_> {
    fn key(self) -> Key {
        match self {
            Owner::Room(room) => Key::Room(room.to_owned()),
            Owner::Person(user) => Key::Player(user.to_owned()),
        }
    }
}

/// The settings of all rooms and persons.
#[derive(Debug, Default)]
pub struct Preferences {
    rooms: BTreeMap<String, SettingValues>,
    persons: BTreeMap<String, SettingValues>,
    /// The days on which the profiles of persons were read; in memory only.
    profiles_read: BTreeMap<String, Day>,
}

impl Preferences {
    /// Restores the stored settings of a room or a person.
    pub fn recall(&mut self, owner: Owner<'_>, settings: SettingValues) {
        self.insert(owner, settings);
    }

    /// Returns the settings of a room or a person.
    pub fn of(&self, owner: Owner<'_>) -> &SettingValues {
        static DEFAULT: SettingValues = SettingValues {
            chosen: BTreeMap::new(),
            posted: None,
        };
        let settings = match owner {
            Owner::Room(room) => self.rooms.get(room),
            Owner::Person(user) => self.persons.get(user),
        };
        settings.unwrap_or(&DEFAULT)
    }

    /// Returns the settings of a room.
    pub fn room(&self, room: &str) -> &SettingValues {
        self.of(Owner::Room(room))
    }

    /// Returns the time zone of a person: their own, that of their profile, or UTC.
    pub fn zone_of(&self, user: &str) -> Zone {
        let own = self.person(user).find(SettingValue::zone);
        own.unwrap_or(Zone::UTC)
    }

    /// Returns the settings of a person.
    pub fn person(&self, user: &str) -> &SettingValues {
        self.of(Owner::Person(user))
    }

    /// Sets a value; `None` if it is set already. A value that can only be the default resets the setting. A room that
    /// turns on the daily post gets its first one for `today`.
    pub fn set(
        &mut self,
        owner: Owner<'_>,
        value: SettingValue,
        by: Origin,
        today: Day,
    ) -> Option<Effect> {
        if value.is_only_default() {
            return self.reset(owner, value.setting());
        }
        self.change(owner, |settings| {
            let chosen = settings.chosen.get(&value.setting());
            if chosen.is_some_and(|chosen| chosen.value == value && !is_replaced(chosen, &by)) {
                return;
            }
            if value.setting() == Setting::Day {
                settings.posted.get_or_insert(today.before());
            }
            settings
                .chosen
                .insert(value.setting(), ChosenValue { value, by });
        })
    }

    /// Resets a setting to its default; `None` if it is not set.
    pub fn reset(&mut self, owner: Owner<'_>, setting: Setting) -> Option<Effect> {
        self.change(owner, |settings| {
            settings.chosen.remove(&setting);
            if setting == Setting::Day {
                settings.posted = None;
            }
        })
    }

    /// Notes the level of a person's game against the computer, for the next one; a level they have set stays.
    pub fn note_level(&mut self, user: &str, level: LevelName) -> Option<Effect> {
        self.derive(
            user,
            Some(SettingValue::Level(level)),
            Setting::Level,
            &Origin::LastGame,
        )
    }

    /// Notes the time zone in a person's profile, or that there is none; a zone they have set stays. Nothing is noted
    /// about a person whose profile was not asked for, as they may have been forgotten since.
    pub fn note_profile(&mut self, user: &str, zone: Option<Zone>) -> Option<Effect> {
        self.profiles_read.get(user)?;
        self.derive(
            user,
            zone.map(SettingValue::Zone),
            Setting::Zone,
            &Origin::Profile,
        )
    }

    /// Sets or resets a value that a person has not chosen as such; `None` if nothing changes.
    fn derive(
        &mut self,
        user: &str,
        value: Option<SettingValue>,
        setting: Setting,
        by: &Origin,
    ) -> Option<Effect> {
        self.change(Owner::Person(user), |settings| {
            let chosen = settings.chosen.get(&setting);
            let is_chosen =
                chosen.is_some_and(|chosen| chosen.by != *by && chosen.by != Origin::Unknown);
            match value {
                _ if is_chosen => {}
                Some(value) => {
                    let by = by.clone();
                    settings.chosen.insert(setting, ChosenValue { value, by });
                }
                None => {
                    settings.chosen.remove(&setting);
                }
            }
        })
    }

    /// Returns whether a person's profile has to be read: once a day, unless they have set a time zone. Notes that it
    /// is.
    pub fn begin_reading_profile(&mut self, user: &str, today: Day) -> bool {
        let zone = self.person(user).chosen(Setting::Zone);
        let is_set = zone.is_some_and(|zone| zone.by != Origin::Profile);
        !is_set && self.profiles_read.insert(user.to_owned(), today) != Some(today)
    }

    /// Forgets the profiles read before a day.
    pub fn expire(&mut self, today: Day) {
        self.profiles_read.retain(|_, day| *day >= today);
    }

    /// Returns whether a person is left out of all public lists.
    pub fn is_unlisted(&self, user: &str) -> bool {
        self.person(user).find(SettingValue::results) == Some(Listing::Private)
    }

    /// Returns the rooms that want the leaderboard of a day and have not got it.
    pub fn rooms_without_leaderboard(&self, day: Day) -> impl Iterator<Item = &str> {
        let without = move |room: &SettingValues| room.posted.is_some_and(|posted| posted < day);
        let rooms = self.rooms.iter().filter(move |(_, room)| without(room));
        rooms.map(|(room, _)| room.as_str())
    }

    /// Notes that the leaderboard of a day was posted in a room, or need not be.
    pub fn note_posted(&mut self, room: &str, day: Day) -> Option<Effect> {
        self.change(Owner::Room(room), |settings| settings.posted = Some(day))
    }

    /// Moves the settings of a room to its successor, unless that has its own.
    pub fn move_room(&mut self, room: &str, successor: &str) -> Vec<Effect> {
        if self.rooms.contains_key(successor) {
            return Vec::new();
        }
        let Some(settings) = self.rooms.remove(room) else {
            return Vec::new();
        };
        let successor = Owner::Room(successor);
        let stored = Effect::set(successor.key(), &settings);
        self.insert(successor, settings);
        vec![Effect::Unset(Key::Room(room.to_owned())), stored]
    }

    /// Deletes a person's settings, and their id from those of rooms.
    pub fn forget(&mut self, user: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.profiles_read.remove(user);
        if self.persons.remove(user).is_some() {
            effects.push(Effect::Unset(Key::Player(user.to_owned())));
        }
        let theirs = Origin::Person(user.to_owned());
        for (room, settings) in &mut self.rooms {
            let chosen = settings.chosen.values_mut();
            let set: Vec<_> = chosen.filter(|chosen| chosen.by == theirs).collect();
            if !set.is_empty() {
                set.into_iter()
                    .for_each(|chosen| chosen.by = Origin::Unknown);
                effects.push(Effect::set(Key::Room(room.clone()), &*settings));
            }
        }
        effects
    }

    /// Changes the settings of a room or a person; returns the effect that stores them, if they differ.
    fn change(
        &mut self,
        owner: Owner<'_>,
        change: impl FnOnce(&mut SettingValues),
    ) -> Option<Effect> {
        let before = self.of(owner);
        let mut settings = before.clone();
        change(&mut settings);
        if settings == *before {
            return None;
        }
        let effect = if settings == SettingValues::default() {
            Effect::Unset(owner.key())
        } else {
            Effect::set(owner.key(), &settings)
        };
        self.insert(owner, settings);
        Some(effect)
    }

    /// Replaces the settings of a room or a person.
    fn insert(&mut self, owner: Owner<'_>, settings: SettingValues) {
        let (all, id) = match owner {
            Owner::Room(room) => (&mut self.rooms, room),
            Owner::Person(user) => (&mut self.persons, user),
        };
        if settings == SettingValues::default() {
            all.remove(id);
        } else {
            all.insert(id.to_owned(), settings);
        }
    }
}

/// Returns whether a value gets another origin although it stays the same: one that nobody has set as such.
fn is_replaced(chosen: &ChosenValue, by: &Origin) -> bool {
    !matches!(chosen.by, Origin::Person(_)) && chosen.by != *by
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        appearance::{Boards, Theme},
        command::Switch,
    };

    const ALICE: Owner<'_> = Owner::Person("@alice:x");
    const ROOM: Owner<'_> = Owner::Room("!r");

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn alice() -> Origin {
        Origin::Person("@alice:x".into())
    }

    fn read(text: &str) -> Result<SettingValues, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn settings_are_stored_and_restored() {
        let mut all = Preferences::default();
        let today = day("2026-11-21");
        let value = SettingValue::Boards(Boards::Wide);
        let stored = all.set(ROOM, value, alice(), today);
        let Some(Effect::Set(Key::Room(_), text)) = stored else {
            panic!("the setting is not stored");
        };
        assert_eq!(
            text,
            r#"{"boards":{"value":"wide","by":{"person":"@alice:x"}}}"#
        );
        let mut restarted = Preferences::default();
        restarted.recall(ROOM, read(&text).unwrap());
        assert_eq!(restarted.room("!r"), all.room("!r"));
        assert_eq!(restarted.set(ROOM, value, alice(), today), None);
        let key = Key::Room("!r".into());
        assert_eq!(
            restarted.reset(ROOM, Setting::Boards),
            Some(Effect::Unset(key))
        );
        assert_eq!(restarted.reset(ROOM, Setting::Boards), None);
    }

    #[test]
    fn the_daily_post_begins_the_day_after() {
        let mut all = Preferences::default();
        let (today, tomorrow) = (day("2026-11-21"), day("2026-11-22"));
        all.set(ROOM, SettingValue::Day(Switch::On), alice(), today);
        let waiting =
            |all: &Preferences, day: Day| all.rooms_without_leaderboard(day.before()).count();
        assert_eq!(waiting(&all, today), 0);
        assert_eq!(waiting(&all, tomorrow), 1);
        assert!(all.note_posted("!r", today).is_some());
        assert_eq!(waiting(&all, tomorrow), 0);
        all.reset(ROOM, Setting::Day);
        assert_eq!(*all.room("!r"), SettingValues::default());
    }

    #[test]
    fn what_was_set_outlives_what_is_derived() {
        let mut all = Preferences::default();
        let today = day("2026-11-21");
        let level = |number: &str| number.parse::<LevelName>().unwrap();
        assert!(all.note_level("@alice:x", level("3")).is_some());
        all.set(ALICE, SettingValue::Level(level("5")), alice(), today);
        assert_eq!(all.note_level("@alice:x", level("1")), None);
        assert_eq!(
            all.person("@alice:x").find(SettingValue::level),
            Some(level("5"))
        );
        assert!(all.begin_reading_profile("@alice:x", today));
        assert!(!all.begin_reading_profile("@alice:x", today));
        let paris = "Europe/Paris".parse::<Zone>().unwrap();
        assert!(all.note_profile("@alice:x", Some(paris)).is_some());
        assert!(all.begin_reading_profile("@alice:x", day("2026-11-22")));
        assert!(all.note_profile("@alice:x", None).is_some());
        all.set(ALICE, SettingValue::Zone(Zone::UTC), alice(), today);
        assert!(!all.begin_reading_profile("@alice:x", day("2026-11-23")));
        assert_eq!(all.note_profile("@alice:x", Some(paris)), None);
    }

    #[test]
    fn rooms_with_settings_take_over_no_others() {
        let mut all = Preferences::default();
        let today = day("2026-11-21");
        let (dark, wide) = (
            SettingValue::Theme(Theme::Dark),
            SettingValue::Boards(Boards::Wide),
        );
        all.set(ROOM, dark, alice(), today);
        all.set(Owner::Room("!new"), wide, alice(), today);
        assert_eq!(all.move_room("!r", "!new"), []);
        assert!(all.room("!new").chosen(Setting::Theme).is_none());
        assert!(all.room("!r").chosen(Setting::Theme).is_some());
        all.reset(Owner::Room("!new"), Setting::Boards);
        assert_eq!(all.move_room("!r", "!new").len(), 2);
        assert!(all.room("!new").chosen(Setting::Theme).is_some());
        assert_eq!(*all.room("!r"), SettingValues::default());
    }

    #[test]
    fn a_forgotten_person_leaves_no_id() {
        let mut all = Preferences::default();
        let today = day("2026-11-21");
        let value = SettingValue::Theme(Theme::Dark);
        all.set(ROOM, value, alice(), today);
        all.set(ALICE, value, alice(), today);
        let effects = all.forget("@alice:x");
        assert_eq!(effects.len(), 2, "{effects:?}");
        assert_eq!(effects[0], Effect::Unset(Key::Player("@alice:x".into())));
        let by = &all.room("!r").chosen(Setting::Theme).unwrap().by;
        assert_eq!(*by, Origin::Unknown);
        assert_eq!(all.forget("@alice:x"), []);
    }
}
