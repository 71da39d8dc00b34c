//! The one try at the run of a day.

use crate::{
    context::{Context, Environment},
    day::Day,
    players::{OnceADay, PlayerData, results::RunResult},
    refusal::{Refusal, refuse},
    tables::{Table, TableIndex},
    text::messages::{DayMessage, TableId, TimeLeft},
};

/// The state of a player's try at the run of a day.
pub enum Try<'a> {
    /// Finished.
    Done(&'a RunResult),
    /// Finished, by a player who was forgotten since.
    Gone,
    /// In progress.
    On(&'a Table),
    /// Not begun.
    Free,
}

/// Returns the state of a player's try at the run of a day.
pub fn try_of<'t>(
    tables: &'t TableIndex,
    players: &'t PlayerData,
    day: Day,
    player: &str,
) -> Try<'t> {
    let is_it = |table: &&Table| table.occasion.day() == Some(day) && table.is_playing();
    if let Some(result) = players.result_of_day(day, player) {
        Try::Done(result)
    } else if let Some(table) = tables.of_user(player).find(is_it) {
        Try::On(table)
    } else if players.has_tried(day, OnceADay::Run, player) {
        Try::Gone
    } else {
        Try::Free
    }
}

/// Refuses a second try at today's run.
pub fn check_untried(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
) -> Result<(), Refusal> {
    let today = cx.today();
    let left = cx.time_left_today();
    match try_of(tables, players, today, cx.sender()) {
        Try::Done(result) => refuse(DayMessage::Tried {
            left,
            end: result.into(),
        }),
        Try::Gone => refuse(DayMessage::TriedForgotten(left)),
        Try::On(table) if table.room != cx.line.room => refuse(DayMessage::Elsewhere {
            table: TableId(table.id),
        }),
        Try::On(_) | Try::Free => Ok(()),
    }
}

/// Refuses to reveal the seed of a run that others can still play.
pub fn check_seed_free(env: &Environment<'_>, table: &Table) -> Result<(), Refusal> {
    match table.seed_hidden(env.now) {
        Some(minutes) => refuse(DayMessage::SeedLater(TimeLeft::of(minutes))),
        None => Ok(()),
    }
}
