//! Parser of commands about clocks: `pause`, `resume`, `vacation [10d|end|auto on|auto off]`, `weekends pause|play`.

use jiff::SignedDuration;

use crate::{
    clocks::parse_duration,
    command::{Command, CommandError, without_arguments},
};

/// A request about the sender's vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationRequest {
    /// Show it, and what is left this year.
    Show,
    /// Begin one of this length, in whole days.
    Begin(SignedDuration),
    /// End it.
    End,
    /// Set whether one begins by itself when the time is up.
    Automatic(bool),
}

/// Parses a command about clocks; `None` if it is another one.
pub(super) fn parse(name: &'static str, rest: &str) -> Option<Result<Command, CommandError>> {
    match name {
        "pause" => Some(without_arguments(Command::Pause, name, rest)),
        "resume" => Some(without_arguments(Command::Resume, name, rest)),
        "vacation" => Some(parse_vacation(rest).map(Command::Vacation)),
        "weekends" => Some(parse_weekends(rest).map(Command::Weekends)),
        _ => None,
    }
}

/// Parses the text after `vacation`.
fn parse_vacation(rest: &str) -> Result<VacationRequest, CommandError> {
    let text = rest.to_lowercase();
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        [] => Ok(VacationRequest::Show),
        ["end" | "off" | "stop" | "over"] => Ok(VacationRequest::End),
        ["auto", "on"] => Ok(VacationRequest::Automatic(true)),
        ["auto", "off"] => Ok(VacationRequest::Automatic(false)),
        [number, "day" | "days"] => days(&format!("{number}d"), rest),
        [text] if text.bytes().all(|byte| byte.is_ascii_digit()) => days(&format!("{text}d"), rest),
        [text] => days(text, rest),
        _ => Err(CommandError::form("vacation", rest)),
    }
}

/// Parses a number of whole days.
fn days(text: &str, rest: &str) -> Result<VacationRequest, CommandError> {
    let length =
        parse_duration(text).filter(|length| text.ends_with('d') && *length > SignedDuration::ZERO);
    let begin = length.map(VacationRequest::Begin);
    begin.ok_or_else(|| CommandError::form("vacation", rest))
}

/// Parses the text after `weekends`.
fn parse_weekends(rest: &str) -> Result<bool, CommandError> {
    match rest.to_lowercase().as_str() {
        "pause" | "off" => Ok(true),
        "play" | "on" => Ok(false),
        _ => Err(CommandError::form("weekends", rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vacations_are_whole_days() {
        let days = |days: i64| {
            Ok(VacationRequest::Begin(SignedDuration::from_hours(
                24 * days,
            )))
        };
        for text in ["10d", "10 days", "10", "10D"] {
            assert_eq!(parse_vacation(text), days(10), "{text}");
        }
        assert_eq!(parse_vacation(""), Ok(VacationRequest::Show));
        assert_eq!(parse_vacation("END"), Ok(VacationRequest::End));
        assert_eq!(
            parse_vacation("auto off"),
            Ok(VacationRequest::Automatic(false))
        );
        for text in ["0d", "36h", "soon", "10d now", "auto", "9999999"] {
            assert!(parse_vacation(text).is_err(), "{text}");
        }
    }

    #[test]
    fn weekends_pause_or_play() {
        assert_eq!(parse_weekends("pause"), Ok(true));
        assert_eq!(parse_weekends("Play"), Ok(false));
        assert!(parse_weekends("").is_err());
    }
}
