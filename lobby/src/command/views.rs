//! Parser of `board [picture|text|wide|words]`, `boards`, `theme` and `replay [page] [tN]`.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{
    command::{CommandError, table_number},
    look::Boards,
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
pub struct ReplayWish {
    /// The form of the replay.
    pub form: ReplayForm,
    /// The table's number, if one was named.
    pub table: Option<u32>,
}

pub(super) fn parse_view(rest: &str) -> Result<Option<View>, CommandError> {
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

pub(super) fn parse_replay(rest: &str) -> Result<ReplayWish, CommandError> {
    let mut wish = ReplayWish::default();
    for word in rest.split_whitespace() {
        match table_number(word) {
            Some(table) if wish.table.is_none() => wish.table = Some(table),
            None if word.eq_ignore_ascii_case("page") && wish.form == ReplayForm::Film => {
                wish.form = ReplayForm::Page;
            }
            _ => return Err(CommandError::form("replay", word)),
        }
    }
    Ok(wish)
}
