//! All settings of rooms and persons: set, stored, listed, reset and refused.

use jiff::SignedDuration;
use lobby::{
    Features, Incoming, ProfileZone, Settings,
    preferences::{Places, Setting},
    wording::Language,
};

use crate::room::{Chat, Place, settings};

/// Values of each setting, as they are typed and as they are listed.
const VALUES: &[(&str, &[(&str, &str)])] = &[
    ("prefix", &[(".", "."), ("?!", "?!"), ("~~~", "~~~")]),
    (
        "boards",
        &[("text", "text"), ("Wide", "wide"), ("picture", "picture")],
    ),
    ("theme", &[("dark", "dark"), ("LIGHT", "light")]),
    (
        "game",
        &[("zertz", "zertz-basic"), ("gipf-basic", "gipf-basic")],
    ),
    ("level", &[("hard", "hard"), ("6", "master")]),
    (
        "clock",
        &[
            ("3d", "3d"),
            ("normal", "normal"),
            ("2d+12h/4d", "2d+12h/4d"),
            ("none", "none"),
        ],
    ),
    ("zone", &[("europe/paris", "Europe/Paris"), ("utc", "UTC")]),
    (
        "quiet",
        &[("22-7", "22:00-07:00"), ("hours 23:30-8:15", "23:30-08:15")],
    ),
    ("notify", &[("off", "off")]),
    ("digest", &[("daily", "daily"), ("weekly", "weekly")]),
    ("confirm", &[("on", "on")]),
    ("results", &[("private", "private")]),
    ("day", &[("on", "on")]),
];

/// Values that no setting accepts.
const NO_VALUES: &[&str] = &["no such value", "-5", "é"];

/// The defaults, where they are listed.
fn default_of(name: &str) -> &'static str {
    match name {
        "prefix" => "!",
        "boards" => "picture",
        "theme" => "light",
        "game" => "matrx",
        "level" => "easy",
        "clock" => "none",
        "zone" => "UTC",
        "results" => "public",
        "notify" => "on",
        _ => "off",
    }
}

/// The line of a setting in the list, as an id with arguments; the prefix of the room is given.
fn listed(chat: &mut Chat, place: Place, name: &str, prefix: &str) -> String {
    let list = chat.ask("alice", place, &format!("{prefix}settings"));
    let mut lines = list
        .lines()
        .filter(|line| line.contains(&format!(" name={name} ")));
    let line = lines
        .next()
        .unwrap_or_else(|| panic!("{name} is not in {list}"));
    assert_eq!(lines.next(), None);
    line.to_owned()
}

fn check_value(chat: &mut Chat, place: Place, name: &str, prefix: &str, value: &str, by: &str) {
    let line = listed(chat, place, name, prefix);
    assert!(line.ends_with(&format!(" value={value}")), "{line}");
    assert!(line.contains(&format!(" origin={by} ")), "{line}");
}

/// Sets every setting to its values where it exists, and resets it.
fn check_all(place: Place, first_prefix: &str, is_here: impl Fn(Places) -> bool) {
    let mut chat = Chat::new();
    let here = Setting::ALL
        .iter()
        .filter(|setting| is_here(setting.places()));
    for setting in here {
        let name = setting.word();
        let (_, values) = VALUES.iter().find(|(known, _)| *known == name).unwrap();
        let mut prefix = first_prefix.to_owned();
        check_value(&mut chat, place, name, &prefix, default_of(name), "default");
        for (typed, value) in *values {
            let told = chat.ask("alice", place, &format!("{prefix}set {name} {typed}"));
            assert!(told.starts_with("setting-told change=set "), "{told}");
            if name == "prefix" {
                prefix = (*value).to_owned();
            }
            check_value(&mut chat, place, name, &prefix, value, "you");
            chat.restart();
            check_value(&mut chat, place, name, &prefix, value, "you");
        }
        for value in NO_VALUES {
            let refused = chat.ask("alice", place, &format!("{prefix}set {name} {value}"));
            assert!(!refused.starts_with("setting-told"), "{refused}");
        }
        let told = chat.ask("alice", place, &format!("{prefix}set {name} default"));
        assert!(told.starts_with("setting-told change=reset "), "{told}");
        check_value(
            &mut chat,
            place,
            name,
            first_prefix,
            default_of(name),
            "default",
        );
        let is_set = |key: &String| !key.starts_with("direct/");
        assert!(
            !chat.settings.keys().any(is_set),
            "{name}: {:?}",
            chat.settings
        );
    }
}

#[test]
fn rooms_keep_all_their_settings() {
    check_all(Place::Room, "!", |places| places != Places::Persons);
}

#[test]
fn persons_keep_all_their_settings() {
    check_all(Place::Direct, "", |places| places != Places::Rooms);
}

#[test]
fn a_setting_is_refused_in_the_wrong_place() {
    let mut chat = Chat::new();
    for setting in Setting::ALL {
        let name = setting.word();
        let value = VALUES.iter().find(|(known, _)| *known == name).unwrap().1[0].0;
        let (place, prefix, refusal) = match setting.places() {
            Places::Rooms => (Place::Direct, "", "setting-only-in-rooms"),
            Places::Persons => (Place::Room, "!", "setting-only-in-direct"),
            Places::Both => continue,
        };
        for value in [value, "default", ""] {
            let refused = chat.ask("alice", place, &format!("{prefix}set {name} {value}"));
            assert!(refused.starts_with(refusal), "{refused}");
        }
        let list = chat.ask("alice", place, &format!("{prefix}settings"));
        assert!(!list.contains(&format!(" name={name} ")), "{list}");
    }
    assert!(chat.settings.keys().all(|key| key.starts_with("direct/")));
}

#[test]
fn settings_of_a_room_need_power() {
    let mut chat = Chat::new();
    chat.powerless = vec!["bob".to_owned()];
    chat.ask("alice", Place::Room, "!set theme dark");
    let before = chat.settings.clone();
    for (name, values) in VALUES {
        let setting = Setting::named(name).unwrap();
        if setting.places() == Places::Persons {
            continue;
        }
        for value in [values[0].0, "default"] {
            let refused = chat.ask("bob", Place::Room, &format!("!set {name} {value}"));
            assert!(
                refused.starts_with("access-may-not-change-room"),
                "{refused}"
            );
        }
    }
    assert_eq!(chat.settings, before);
    // Everybody sees them, and who set them.
    let list = chat.ask("bob", Place::Room, "!settings");
    assert!(
        list.contains("by=alice form=light|dark name=theme origin=person"),
        "{list}"
    );
}

#[test]
fn older_commands_change_the_same_settings() {
    let mut chat = Chat::new();
    for (line, name, value) in [
        ("boards wide", "boards", "wide"),
        ("theme dark", "theme", "dark"),
        ("confirm on", "confirm", "on"),
        ("me off", "results", "private"),
        ("zone Asia/Tokyo", "zone", "Asia/Tokyo"),
        ("clock slow", "clock", "slow"),
        ("digest weekly", "digest", "weekly"),
        ("notify off", "notify", "off"),
    ] {
        chat.ask("alice", Place::Direct, line);
        check_value(&mut chat, Place::Direct, name, "", value, "you");
    }
    chat.ask("alice", Place::Room, "!day on");
    check_value(&mut chat, Place::Room, "day", "!", "on", "you");
    chat.ask("alice", Place::Room, "!set day default");
    let day = chat.ask("alice", Place::Room, "!day");
    assert!(day.ends_with("day-not-posted prefix=!"), "{day}");
}

#[test]
fn a_room_answers_to_its_own_prefix() {
    let mut chat = Chat::new();
    let told = chat.ask("alice", Place::Room, "!set prefix ..");
    assert!(told.contains(" prefix=.. "), "{told}");
    assert_eq!(chat.say("bob", Place::Room, "!help"), None);
    let board = chat.ask("bob", Place::Room, "..boards");
    assert!(board.contains(" prefix=.. "), "{board}");
    let challenge = chat.ask("bob", Place::Room, "..challenge anyone");
    assert!(challenge.contains(" prefix=.. "), "{challenge}");
    // Other rooms have the operator's.
    assert!(
        chat.say("bob", Place::OtherRoom("!other"), "!help")
            .is_some()
    );
    // By the bot's name nobody is locked out.
    let mut line = chat.line("alice", Place::Room, "set prefix default");
    line.by_name = true;
    chat.happens(&lobby::Incoming::Line(line));
    assert!(chat.say("bob", Place::Room, "!help").is_some());
    assert!(chat.settings.is_empty());
}

#[test]
fn games_take_what_is_set() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!set game gipf-basic");
    chat.ask("alice", Place::Room, "!clock 3d");
    let made = chat.ask("bob", Place::Room, "!challenge anyone");
    assert!(made.contains(" game=gipf-basic "), "{made}");
    assert!(
        made.ends_with("challenge-clock control=3d strict=no"),
        "{made}"
    );
    let made = chat.ask("bob", Place::Room, "!challenge anyone strict");
    assert!(
        made.ends_with("challenge-clock control=3d strict=yes"),
        "{made}"
    );
    let made = chat.ask("bob", Place::Room, "!challenge anyone matrx clock none");
    assert!(made.contains(" game=matrx "), "{made}");
    assert!(!made.contains("challenge-clock"), "{made}");
    // In a direct message, and where the room has none, the sender's count.
    chat.ask("bob", Place::Direct, "set game zertz");
    chat.ask("bob", Place::Direct, "set level hard");
    let begun = chat.ask("bob", Place::Direct, "play");
    assert!(begun.contains("game=zertz-basic"), "{begun}");
    assert!(begun.contains("level=4"), "{begun}");
    let made = chat.ask("bob", Place::OtherRoom("!other"), "!challenge anyone");
    assert!(made.contains(" game=zertz-basic "), "{made}");
}

#[test]
fn the_last_level_gives_way_to_a_set_one() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "play hard");
    check_value(&mut chat, Place::Direct, "level", "", "hard", "last-game");
    chat.ask("alice", Place::Direct, "set level expert");
    chat.ask("alice", Place::Direct, "resign");
    chat.ask("alice", Place::Direct, "resign");
    chat.ask("alice", Place::Direct, "play easy");
    check_value(&mut chat, Place::Direct, "level", "", "expert", "you");
}

#[test]
fn a_profile_gives_the_time_zone() {
    let mut chat = Chat::new();
    let alice = "@alice:example.org".to_owned();
    chat.profile_zones
        .insert(alice.clone(), "Asia/Tokyo".to_owned());
    chat.ask("alice", Place::Direct, "help");
    check_value(
        &mut chat,
        Place::Direct,
        "zone",
        "",
        "Asia/Tokyo",
        "profile",
    );
    let told = chat.ask("alice", Place::Direct, "zone");
    assert!(told.contains("JST"), "{told}");
    chat.happens(&Incoming::ProfileRead {
        user: alice.clone(),
        zone: ProfileZone::Unread,
    });
    // It is read again the next day.
    chat.profile_zones
        .insert(alice.clone(), "No/Where".to_owned());
    check_value(
        &mut chat,
        Place::Direct,
        "zone",
        "",
        "Asia/Tokyo",
        "profile",
    );
    chat.time += crate::room::HOUR * 24;
    chat.ask("alice", Place::Direct, "help");
    check_value(&mut chat, Place::Direct, "zone", "", "UTC", "default");
    // A zone that was set counts more, and one of the room is its own.
    chat.ask("alice", Place::Direct, "zone Europe/Paris");
    chat.profile_zones.insert(alice, "Asia/Tokyo".to_owned());
    chat.time += crate::room::HOUR * 24;
    chat.ask("alice", Place::Direct, "help");
    check_value(&mut chat, Place::Direct, "zone", "", "Europe/Paris", "you");
    check_value(&mut chat, Place::Room, "zone", "!", "UTC", "default");
}

#[test]
fn forget_me_deletes_settings_and_their_origin() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!set theme dark");
    chat.ask("alice", Place::Direct, "zone Europe/Paris");
    for _ in 0..2 {
        chat.ask("alice", Place::Direct, "forget me");
    }
    let settings = chat.settings.clone();
    assert_eq!(settings.len(), 1, "{settings:?}");
    assert!(
        settings.values().all(|value| !value.contains("alice")),
        "{settings:?}"
    );
    check_value(&mut chat, Place::Room, "theme", "!", "dark", "unknown");
}

#[test]
fn a_clock_gains_no_more_than_its_bank() {
    let mut chat = Chat::new();
    for line in ["!clock 1h+60d", "!challenge @bob 2d+3d"] {
        let refused = chat.ask("alice", Place::Room, line);
        assert_eq!(refused, "setting-increment-above-bank", "{line}");
    }
    let begun = chat.ask("alice", Place::Room, "!challenge @bob 3d strict");
    assert!(begun.contains("3d"), "{begun}");
}

#[test]
fn the_operator_can_switch_features_off() {
    let with = |features| Settings {
        features,
        ..settings()
    };
    let mut chat = Chat::new();
    for line in ["!clock fast", "!challenge @bob fast", "!set clock 10m+20s"] {
        let refused = chat.ask("alice", Place::Room, line);
        assert_eq!(refused, "setting-no-fast-clocks", "{line}");
    }
    chat.ask("alice", Place::Room, "!clock 3d");
    chat.restart_with(with(Features {
        clocks: false,
        digests: false,
        ..Features::default()
    }));
    for line in ["!clock 3d", "!challenge @bob 3d", "!set clock default"] {
        let refused = chat.ask("alice", Place::Room, line);
        assert_eq!(refused, "setting-switched-off name=clock", "{line}");
    }
    let refused = chat.ask("alice", Place::Direct, "digest daily");
    assert_eq!(refused, "setting-switched-off name=digest");
    let list = chat.ask("alice", Place::Direct, "settings");
    assert!(
        !list.contains("name=clock") && !list.contains("name=digest"),
        "{list}"
    );
    // The clock of the room does not count any more.
    let made = chat.ask("alice", Place::Room, "!challenge @bob");
    assert!(!made.contains("challenge-clock"), "{made}");
    chat.restart_with(with(Features {
        fast_clocks: true,
        ..Features::default()
    }));
    let made = chat.ask("alice", Place::Room, "!challenge @bob fast");
    assert!(
        made.ends_with("challenge-clock control=fast strict=no"),
        "{made}"
    );
}

#[test]
fn settings_of_the_first_version_are_read() {
    let mut chat = Chat::new();
    let player = r#"{"unlisted":true,"level":4,"confirm":true,"boards":"wide","theme":null}"#;
    let room = r#"{"posted":"2026-11-20","boards":null,"theme":"dark"}"#;
    for (key, value) in [
        ("player/@alice:example.org", player),
        ("room/!room:example.org", room),
    ] {
        chat.settings.insert(key.to_owned(), value.to_owned());
    }
    chat.restart();
    check_value(
        &mut chat,
        Place::Direct,
        "results",
        "",
        "private",
        "unknown",
    );
    check_value(&mut chat, Place::Direct, "level", "", "hard", "last-game");
    check_value(&mut chat, Place::Direct, "boards", "", "wide", "unknown");
    check_value(&mut chat, Place::Room, "theme", "!", "dark", "unknown");
    check_value(&mut chat, Place::Room, "day", "!", "on", "unknown");
}

#[test]
fn every_value_is_worded() {
    let mut chat = Chat::new();
    chat.restart_with(Settings {
        language: Language::English,
        ..settings()
    });
    let list = chat.ask("alice", Place::Direct, "settings");
    assert!(list.contains("Quiet hours: `off` (default)."), "{list}");
    assert!(list.lines().count() <= 20, "{list}");
    let list = chat.ask("alice", Place::Room, "!settings");
    assert!(list.contains("Prefix: `!` (default)."), "{list}");
}

#[test]
fn a_digest_lists_what_waits_each_morning() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Direct, "digest daily");
    chat.ask("alice", Place::Direct, "notify off");
    let root = chat.duel();
    chat.restart();
    let day = SignedDuration::from_hours(24);
    let said = chat.wait(day);
    let [digest] = said.as_slice() else {
        panic!("one digest: {said:?}");
    };
    assert_eq!(digest.room, "!alice:example.org");
    let text = digest.plain();
    assert!(
        text.contains("mine-notice-heading kind=digest") && text.contains("table=t1"),
        "{text}"
    );
    assert!(text.contains("mine-notice-end kind=digest"), "{text}");
    // Nothing waits once bob is to move.
    chat.ask("alice", Place::Thread(&root), "Gb2");
    assert!(chat.wait(day).is_empty());
    chat.ask("bob", Place::Thread(&root), "Gi2");
    chat.ask("alice", Place::Direct, "set quiet 6-20");
    let hours = SignedDuration::from_hours(27);
    assert!(chat.wait(hours).is_empty(), "dropped, as it would be late");
    chat.ask("alice", Place::Direct, "quiet 6-10");
    let said = chat.wait(day);
    assert_eq!(said.len(), 1, "after the quiet hours: {said:?}");
    chat.ask("alice", Place::Direct, "set quiet off");
    chat.ask("alice", Place::Direct, "digest off");
    assert!(chat.wait(day).is_empty());
    assert!(!chat.settings.contains_key("digest/@alice:example.org"));
}

#[test]
fn operators_switch_reminders_off() {
    let mut chat = Chat::new();
    let mut without = settings();
    without.features.reminders = false;
    chat.restart_with(without);
    chat.sync();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white 3d");
    chat.ask("bob", Place::Room, "!accept");
    let said = chat.wait(SignedDuration::from_hours(74));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].plain().contains("end-not-begun"));
}
