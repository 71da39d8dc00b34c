//! `settings` and `set`: lists and changes the settings of a room, or of a person in their direct message.

use games::{Entry, Fact, Typed, search, search::Level, unknown_game};

use crate::{
    access::{limits, permission},
    command::{CommandError, spelling},
    context::Context,
    message::{Block, list_item},
    names,
    players::PlayerData,
    preferences::{
        RoomPrefix,
        setting::{Setting, SettingRequest, SettingValue},
        store::Owner,
        values::{ChosenValue, Origin},
        words::{DuelId, LevelName},
        zone::Zone,
    },
    refusal::{Answer, Refusal, refuse},
    terms::ClockChoice,
    text::messages::{
        ChallengeMessage, Changed, CommandMessage, Place, RoomSetting, SettingMessage,
        SettingOrigin,
    },
    traffic::Effect,
};

/// The computer's level in the first game against it, where none is set.
pub const FIRST_LEVEL: Level = Level::ALL[1];

/// Lists, shows or changes settings.
pub fn settings(cx: &Context<'_>, players: &mut PlayerData, request: SettingRequest) -> Answer {
    let (set, setting, change) = match request {
        SettingRequest::List => return Ok(vec![list(cx, players)]),
        SettingRequest::Show(setting) => {
            check_place(cx, setting)?;
            (None, setting, Changed::None)
        }
        SettingRequest::Set(value) => {
            let setting = value.setting();
            check_place(cx, setting)?;
            check_allowed(cx, value)?;
            check_may_change(cx, setting)?;
            (set_here(cx, players, value), setting, Changed::Set)
        }
        SettingRequest::Reset(setting) => {
            check_place(cx, setting)?;
            check_may_change(cx, setting)?;
            (reset_here(cx, players, setting), setting, Changed::Reset)
        }
    };
    // A new prefix or zone holds for the answer already.
    let cx = &cx.with_new_settings(players);
    let told = SettingMessage::Told {
        name: setting.word(),
        value: value_here(cx, players, setting),
        form: setting.accepted(),
        change,
        place: place(cx),
    };
    let mut lines = vec![cx.sentence(cx.prefixed(told))];
    if setting == Setting::Zone {
        let time = cx.zone().show(cx.now);
        lines.push(cx.sentence(SettingMessage::Time { time }));
    }
    Ok(set
        .into_iter()
        .chain([cx.reply(lines.join("\n"))])
        .collect())
}

/// Sets a value in the place of a line, without a check; returns the effect that stores it if it differs.
pub fn set_here(cx: &Context<'_>, players: &mut PlayerData, value: SettingValue) -> Option<Effect> {
    let by = Origin::Person(cx.sender().to_owned());
    let today = cx.today();
    players.preferences_mut().set(owner(cx), value, by, today)
}

/// Resets a setting in the place of a line, without a check; returns the effect that stores it if it differs.
pub fn reset_here(cx: &Context<'_>, players: &mut PlayerData, setting: Setting) -> Option<Effect> {
    players.preferences_mut().reset(owner(cx), setting)
}

/// Sets a value of the sender, wherever the line was written; returns the effect that stores it if it differs.
pub fn set_own(cx: &Context<'_>, players: &mut PlayerData, value: SettingValue) -> Option<Effect> {
    let by = Origin::Person(cx.sender().to_owned());
    let own = Owner::Person(cx.sender());
    players.preferences_mut().set(own, value, by, cx.today())
}

/// Returns the value that a game gets in the place of a line: that of the room, or else the sender's.
pub fn usual<T>(
    cx: &Context<'_>,
    players: &PlayerData,
    accessor: impl Fn(SettingValue) -> Option<T>,
) -> Option<T> {
    let preferences = players.preferences();
    let here = preferences.of(owner(cx)).find(&accessor);
    here.or_else(|| preferences.person(cx.sender()).find(&accessor))
}

/// Returns the level of the computer for the sender: their own, or else that of the room.
pub fn usual_level(cx: &Context<'_>, players: &PlayerData) -> Option<Level> {
    let preferences = players.preferences();
    let own = preferences.person(cx.sender()).find(SettingValue::level);
    let level = own.or_else(|| preferences.of(owner(cx)).find(SettingValue::level));
    level.map(|LevelName(level)| level)
}

/// Returns the refusal for a text that is no value of a setting, or names none.
pub fn refused(cx: &Context<'_>, error: &CommandError) -> Option<Refusal> {
    let (setting, text) = match error {
        CommandError::UnknownSetting { text } => {
            let known = Setting::ALL.iter().map(|setting| setting.word().to_owned());
            let near = spelling::nearest(text, known, 1).pop();
            let text = Typed::new(text);
            return Some(cx.prefixed(SettingMessage::Unknown { text, near }).into());
        }
        CommandError::Setting { setting, text } => (Setting::named(setting)?, text),
        _ => return None,
    };
    let typed = Typed::new(text);
    let reason: Fact = match setting {
        Setting::Prefix => SettingMessage::BadPrefix {
            text: typed,
            signs: signs(),
        }
        .into(),
        Setting::Zone => SettingMessage::UnknownZone {
            text: typed,
            near: Zone::near(text).map(Zone::name),
        }
        .into(),
        Setting::Quiet => SettingMessage::BadHours { text: typed }.into(),
        Setting::Clock => CommandMessage::Clock { text: typed }.into(),
        Setting::Level => search::Message::NoSuchLevel {
            text: typed,
            lowest: Level::LOWEST.number(),
            highest: Level::HIGHEST.number(),
        }
        .into(),
        Setting::Game => match Entry::named(text) {
            Some(entry) => ChallengeMessage::NotADuel { game: entry.id }.into(),
            None => unknown_game(text).0,
        },
        Setting::Boards
        | Setting::Theme
        | Setting::Notify
        | Setting::Digest
        | Setting::Confirm
        | Setting::Results
        | Setting::Day => SettingMessage::BadValue {
            text: typed,
            name: setting.word(),
            form: setting.accepted(),
        }
        .into(),
    };
    Some(cx.prefixed(reason).into())
}

/// Returns the characters of prefixes, separated by spaces.
fn signs() -> String {
    let signs = RoomPrefix::CHARS.chars().map(String::from);
    signs.collect::<Vec<_>>().join(" ")
}

/// Returns the owner of the settings in the place of a line.
fn owner<'a>(cx: &Context<'a>) -> Owner<'a> {
    if cx.line.direct {
        Owner::Person(cx.sender())
    } else {
        Owner::Room(&cx.line.room)
    }
}

fn place(cx: &Context<'_>) -> Place {
    if cx.line.direct {
        Place::Direct
    } else {
        Place::Room
    }
}

/// Returns whether a setting exists where a line was written.
fn is_here(cx: &Context<'_>, setting: Setting) -> bool {
    if cx.line.direct {
        setting.is_of_persons()
    } else {
        setting.is_of_rooms()
    }
}

/// Returns whether the operator has switched a setting off.
fn is_off(cx: &Context<'_>, setting: Setting) -> bool {
    let features = cx.config.features;
    match setting {
        Setting::Clock => !features.clocks,
        Setting::Notify => !features.reminders,
        Setting::Digest => !features.digests,
        _ => false,
    }
}

/// Checks that a setting exists where a line was written, and that the operator has it on.
fn check_place(cx: &Context<'_>, setting: Setting) -> Result<(), Refusal> {
    if !is_here(cx, setting) {
        return refuse(match place(cx) {
            Place::Direct => SettingMessage::OnlyInRooms,
            Place::Room => SettingMessage::OnlyInDirect,
        });
    }
    if is_off(cx, setting) {
        let name = setting.word();
        return refuse(SettingMessage::SwitchedOff { name });
    }
    Ok(())
}

/// Checks that the operator allows a value.
fn check_allowed(cx: &Context<'_>, value: SettingValue) -> Result<(), Refusal> {
    match value {
        SettingValue::Clock(choice) => {
            limits::check_clock(cx, choice)?;
            limits::check_increment(choice)
        }
        _ => Ok(()),
    }
}

fn check_may_change(cx: &Context<'_>, setting: Setting) -> Result<(), Refusal> {
    let what = if setting.is_of_persons() {
        RoomSetting::Look
    } else {
        RoomSetting::Room
    };
    permission::check_may_change_room(cx, what)
}

/// Returns the settings of the place of a line, each with its value and origin.
fn list(cx: &Context<'_>, players: &PlayerData) -> Effect {
    let place = place(cx);
    let mut lines = vec![cx.sentence(SettingMessage::Heading { place })];
    let settings = Setting::ALL.iter().copied();
    for setting in settings.filter(|setting| is_here(cx, *setting) && !is_off(cx, *setting)) {
        let chosen = players.preferences().of(owner(cx)).chosen(setting);
        let (origin, by) = match chosen.map(|chosen: &ChosenValue| &chosen.by) {
            None => (SettingOrigin::Default, None),
            Some(Origin::Person(user)) if user == cx.sender() => (SettingOrigin::You, None),
            Some(Origin::Person(user)) => (SettingOrigin::Person, Some(name_of(cx, user))),
            Some(Origin::Unknown) => (SettingOrigin::Unknown, None),
            Some(Origin::LastGame) => (SettingOrigin::LastGame, None),
            Some(Origin::Profile) => (SettingOrigin::Profile, None),
        };
        let line = SettingMessage::Line {
            name: setting.word(),
            value: value_here(cx, players, setting),
            origin,
            by,
            form: setting.accepted(),
        };
        lines.push(list_item(&cx.sentence(cx.prefixed(line))));
    }
    lines.push(String::new());
    lines.push(cx.sentence(cx.prefixed(SettingMessage::Foot)));
    cx.answer(vec![Block::Text(lines.join("\n"))])
}

/// Returns the name of a user as the members of the room see it, or else the user id.
fn name_of(cx: &Context<'_>, user: &str) -> String {
    match cx.line.people.get(user) {
        Some(person) => names::shown(person),
        None => names::id(user),
    }
}

/// Returns the text of a setting's value where a line was written.
fn value_here(cx: &Context<'_>, players: &PlayerData, setting: Setting) -> String {
    let chosen = players.preferences().of(owner(cx)).chosen(setting);
    chosen.map_or_else(
        || default_of(cx, setting),
        |chosen| chosen.value.to_string(),
    )
}

/// Returns the text of a setting's default.
fn default_of(cx: &Context<'_>, setting: Setting) -> String {
    match setting {
        Setting::Prefix => cx.config.prefix.clone(),
        Setting::Boards => cx.config.boards.to_string(),
        Setting::Theme => crate::appearance::Theme::default().to_string(),
        Setting::Game => DuelId::USUAL.to_string(),
        Setting::Level => LevelName(FIRST_LEVEL).to_string(),
        Setting::Clock => ClockChoice::Untimed.to_string(),
        Setting::Zone => Zone::UTC.to_string(),
        Setting::Results => "public".to_owned(),
        Setting::Notify => "on".to_owned(),
        Setting::Quiet | Setting::Digest | Setting::Confirm | Setting::Day => "off".to_owned(),
    }
}
