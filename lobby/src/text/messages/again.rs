//! Messages with suggestions after a game.

use serde::Serialize;

use crate::text::messages::TableId;

/// Suggestions after a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AgainMessage {
    /// After a game with a newer one in its thread.
    Past { table: TableId },
    /// After a contest.
    Contest,
    /// After a run of the day.
    Day,
    /// After a run in a room.
    RunHere,
    /// After a run in a direct message.
    Run,
    /// After a duel without a move.
    DuelUnplayed,
    /// After a duel.
    Duel,
    /// After a lesson.
    Lesson,
    /// After a puzzle.
    Puzzle,
}
