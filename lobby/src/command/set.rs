//! Parser of `settings`, of `set NAME [VALUE|default]`, and of commands that are named after a setting, such as `zone`.

use crate::{
    command::{Command, CommandError, split_word, without_arguments},
    preferences::{QuietHours, Setting, SettingRequest, SettingValue},
};

/// Parses one of the commands; `None` if it is another one.
pub(super) fn parse(name: &'static str, rest: &str) -> Option<Result<Command, CommandError>> {
    let parsed = match name {
        "settings" => without_arguments(SettingRequest::List, name, rest),
        "set" => parse_set(rest),
        // At a table, it is about the clock there.
        "clock" if rest.is_empty() => return Some(Ok(Command::Clock)),
        name => parse_value(Setting::named(name)?, rest),
    };
    Some(parsed.map(Command::Settings))
}

/// Parses hours after `quiet`; `None` for the command about threads.
pub(super) fn parse_quiet_hours(
    name: &'static str,
    rest: &str,
) -> Option<Result<Command, CommandError>> {
    let hours = rest.parse().ok().filter(|_| name == "quiet");
    let hours = hours.filter(|hours| *hours != QuietHours::Off)?;
    let request = SettingRequest::Set(SettingValue::Quiet(hours));
    Some(Ok(Command::Settings(request)))
}

/// Parses the text after `set`; nothing lists all settings.
fn parse_set(rest: &str) -> Result<SettingRequest, CommandError> {
    let (name, text) = split_word(rest);
    if name.is_empty() {
        return Ok(SettingRequest::List);
    }
    let setting = Setting::named(&name.to_lowercase());
    let setting = setting.ok_or_else(|| CommandError::UnknownSetting {
        text: name.to_owned(),
    })?;
    parse_value(setting, text)
}

/// Parses nothing, a value or `default`.
fn parse_value(setting: Setting, text: &str) -> Result<SettingRequest, CommandError> {
    let lower = text.to_lowercase();
    match lower.as_str() {
        "" => Ok(SettingRequest::Show(setting)),
        "default" => Ok(SettingRequest::Reset(setting)),
        value => {
            // As in `set quiet hours 22-7`.
            let value = value.strip_prefix("hours ").unwrap_or(value);
            let read = setting.parse(value.trim());
            let read = read.ok_or_else(|| CommandError::Setting {
                setting: setting.word(),
                text: text.to_owned(),
            });
            read.map(SettingRequest::Set)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_shown_set_or_reset() {
        let written = |request: SettingRequest| match request {
            SettingRequest::List => "list".to_owned(),
            SettingRequest::Show(setting) => format!("show {}", setting.word()),
            SettingRequest::Set(value) => format!("{} {value}", value.setting().word()),
            SettingRequest::Reset(setting) => format!("reset {}", setting.word()),
        };
        for (rest, expected) in [
            ("", "list"),
            ("Zone", "show zone"),
            ("zone Europe/Paris", "zone Europe/Paris"),
            ("prefix .", "prefix ."),
            ("quiet hours 22-7", "quiet 22:00-07:00"),
            ("hours 22-7", "quiet 22:00-07:00"),
            ("LEVEL Hard", "level hard"),
            ("game ZÈRTZ", "game zertz-basic"),
            ("me off", "results private"),
            ("digest DEFAULT", "reset digest"),
        ] {
            assert_eq!(
                parse_set(rest).map(written).as_deref(),
                Ok(expected),
                "{rest}"
            );
        }
        let listed = Command::Settings(SettingRequest::List);
        assert_eq!(parse("settings", ""), Some(Ok(listed)));
        assert!(parse("settings", "now").is_some_and(|parsed| parsed.is_err()));
        assert!(parse("zone", "utc").is_some_and(|parsed| parsed.is_ok()));
        assert_eq!(parse("weekends", "play"), None);
        assert_eq!(parse_quiet_hours("quiet", "off"), None);
        let hours = parse_quiet_hours("quiet", "22:00-7");
        assert_eq!(hours, parse("set", "quiet 22-7"));
        assert_eq!(parse("clock", ""), Some(Ok(Command::Clock)));
        let text = "blue".to_owned();
        let setting = "theme";
        assert_eq!(
            parse_set("theme blue"),
            Err(CommandError::Setting { setting, text })
        );
        let text = "weather".to_owned();
        assert_eq!(
            parse_set("weather on"),
            Err(CommandError::UnknownSetting { text })
        );
    }
}
