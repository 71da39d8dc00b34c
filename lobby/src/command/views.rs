//! Parser of `board [picture|text|wide|words]`, `show TURN`, `history [TURN]`, `boards`, `theme` and `replay [page] [tN]`.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{
    appearance::Boards,
    command::{Command, CommandError, table_number},
    message::ReplayForm,
};

/// The form of a single board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// One of the forms of boards in messages.
    As(Boards),
    /// A description in words.
    Words,
}

/// A turn of a game, after which the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnRequest {
    /// The start, before the first turn.
    First,
    /// The newest one.
    Last,
    /// The one with this number, counted from 1; 0 is the start.
    Number(usize),
    /// The one so many turns after the one shown before.
    Later(usize),
    /// The one so many turns before it.
    Earlier(usize),
}

/// A request about a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<T> {
    /// Show the current value.
    Tell,
    /// Set a value.
    Set(T),
    /// Reset to the default.
    Reset,
}

/// A request for a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayRequest {
    /// The form of the replay.
    pub form: ReplayForm,
    /// The table's number, if one was named.
    pub table: Option<u32>,
}

/// Parses a turn: its number, `first`, `last`, `+1` or `-1`.
fn read_turn(word: &str) -> Option<TurnRequest> {
    match word.to_lowercase().as_str() {
        "first" => Some(TurnRequest::First),
        "last" => Some(TurnRequest::Last),
        word => match (word.strip_prefix('+'), word.strip_prefix('-')) {
            (Some(digits), _) => read_number(digits).map(TurnRequest::Later),
            (_, Some(digits)) => read_number(digits).map(TurnRequest::Earlier),
            _ => read_number(word).map(TurnRequest::Number),
        },
    }
}

/// Parses digits without a sign.
fn read_number(digits: &str) -> Option<usize> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| digits.parse().ok()).flatten()
}

/// Parses nothing or the number of a turn.
pub(super) fn parse_history(rest: &str) -> Result<Option<usize>, CommandError> {
    match read_number(rest) {
        None if !rest.is_empty() => Err(CommandError::form("history", rest)),
        number => Ok(number),
    }
}

pub(super) fn parse_show(rest: &str) -> Result<TurnRequest, CommandError> {
    read_turn(rest).ok_or_else(|| CommandError::form("show", rest))
}

/// Parses a turn, which `board` shows like `show`, or the form of a board.
pub(super) fn parse_board(rest: &str) -> Result<Command, CommandError> {
    match read_turn(rest) {
        Some(turn) => Ok(Command::Show(turn)),
        None => parse_view(rest).map(Command::Board),
    }
}

fn parse_view(rest: &str) -> Result<Option<View>, CommandError> {
    match rest.to_lowercase().as_str() {
        "" => Ok(None),
        "words" => Ok(Some(View::Words)),
        word => match word.parse() {
            Ok(boards) => Ok(Some(View::As(boards))),
            Err(_) => Err(CommandError::form("board", rest)),
        },
    }
}

/// Parses nothing, a value or `default`.
pub(super) fn parse_change<T: FromStr>(
    rest: &str,
    name: &'static str,
) -> Result<Change<T>, CommandError> {
    match rest.to_lowercase().as_str() {
        "" => Ok(Change::Tell),
        "default" => Ok(Change::Reset),
        word => match word.parse() {
            Ok(value) => Ok(Change::Set(value)),
            Err(_) => Err(CommandError::form(name, rest)),
        },
    }
}

pub(super) fn parse_replay(rest: &str) -> Result<ReplayRequest, CommandError> {
    let mut request = ReplayRequest::default();
    for word in rest.split_whitespace() {
        match table_number(word) {
            Some(table) if request.table.is_none() => request.table = Some(table),
            None if word.eq_ignore_ascii_case("page") && request.form == ReplayForm::Film => {
                request.form = ReplayForm::Page;
            }
            _ => return Err(CommandError::form("replay", word)),
        }
    }
    Ok(request)
}
