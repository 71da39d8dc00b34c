//! Messages of leaderboards and of statistics, and about their deletion.

use games::Reason;
use serde::Serialize;

use crate::{
    day::Day,
    text::messages::{RunEnd, TableId, TimeLeft},
};

/// A message about the run of the day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DayMessage {
    /// Refusal: the seed is secret until the day is over.
    SeedLater(TimeLeft),
    /// Refusal: today's run is finished.
    Tried {
        #[serde(flatten)]
        left: TimeLeft,
        #[serde(flatten)]
        end: RunEnd,
    },
    /// Refusal: today's run is finished, and its result was deleted.
    TriedForgotten(TimeLeft),
    /// Refusal: today's run is in progress in another direct message.
    Elsewhere { table: TableId },
    /// Refusal: the leaderboard of the day is posted only in rooms.
    NeedsRoom,
    /// After another run: today's run is still available.
    StillFree(TimeLeft),
    /// Heading of the text to share.
    ToShare,
    /// Text to share.
    Share {
        day: Day,
        bar: String,
        #[serde(flatten)]
        end: RunEnd,
        row: usize,
        late: bool,
    },
    /// Heading of today's leaderboard.
    SoFar { day: Day },
    /// Today's leaderboard is empty.
    Nobody { day: Day },
    /// Columns of the leaderboard.
    Columns,
    /// End of a run in the leaderboard.
    End { reason: Reason },
    /// Below today's leaderboard: the sender's try, runs in progress, and the time left.
    Foot {
        own: OwnTry,
        count: usize,
        #[serde(flatten)]
        left: TimeLeft,
    },
    /// The room gets the daily leaderboard.
    Posted,
    /// The room does not get the daily leaderboard.
    NotPosted,
    /// Heading of the posted leaderboard.
    Over { day: Day },
    /// Below the posted leaderboard: the next run.
    Next,
    /// The daily leaderboard was turned on.
    On,
    /// The daily leaderboard was turned off.
    Off,
}

/// The state of the sender's try at the run of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum OwnTry {
    /// Used up.
    Done,
    /// In progress.
    On,
    /// Not begun.
    Free,
}

/// A message about the deletion of a player's data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ForgetMessage {
    /// Question: delete the data, which ends these tables?
    Sure { tables: Option<String> },
    /// The deletion was cancelled.
    Off,
    /// Note to other players: a table was ended.
    Left { table: TableId },
    /// Note to other players: tables were ended.
    LeftSeveral { tables: String },
    /// The data was deleted.
    Done,
    /// The placeholder name of a forgotten player.
    Somebody,
}

/// A message of a leaderboard.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LeaderboardMessage {
    /// Heading of the leaderboard of runs.
    Runs { kind: RunKind, r#where: Scope },
    /// Columns of the leaderboard of runs.
    Columns,
    /// Below it: the meaning of the columns.
    Foot,
    /// Heading of the leaderboard of duels.
    Duels { r#where: Scope },
    /// Heading of the leaderboard of duels of a game.
    DuelsOf { game: String, r#where: Scope },
    /// Columns of the leaderboard of duels.
    DuelsColumns,
    /// Below it: the meaning of the columns.
    DuelsFoot,
    /// No finished run of the kind.
    Empty { kind: RunKind, r#where: Scope },
    /// No finished duel or run.
    EmptyUsual { r#where: Scope },
    /// No finished duel of the game.
    EmptyGame { game: String, r#where: Scope },
}

/// The kind of runs on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RunKind {
    /// Runs with plain breakers.
    Basic,
    /// Runs with custom breakers.
    Custom,
}

/// The players on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The members of the room.
    Here,
    /// All players.
    All,
}

/// A message of a player's own statistics.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum MeMessage {
    /// Heading.
    Runs { name: String },
    /// Runs with plain breakers.
    Basic(RunFigures),
    /// Runs with custom breakers.
    Custom(RunFigures),
    /// Runs that don't count in statistics.
    Uncounted { count: usize },
    /// Streak of days with a run of the day.
    Days { now: usize, best: usize },
    /// Today's run is finished.
    TodayDone(RunEnd),
    /// Today's run is finished, and its result was deleted.
    TodayGone,
    /// Today's run is in progress.
    TodayOn { table: TableId },
    /// Today's run is available.
    TodayFree(TimeLeft),
    /// All duels.
    Duels(DuelCounts),
    /// Duels of a game.
    DuelsOf {
        game: &'static str,
        #[serde(flatten)]
        duels: DuelCounts,
    },
    /// Heading of the results against the computer.
    Computer,
    /// The place where results against the computer are shown.
    ComputerElsewhere,
    /// Results against the computer: of a game and level.
    ComputerOf {
        game: &'static str,
        level: u8,
        won: usize,
        drawn: usize,
        lost: usize,
    },
    /// The player is listed publicly.
    Listed,
    /// The player is not listed publicly.
    Unlisted,
    /// The public listing was turned on.
    On,
    /// The public listing was turned off.
    Off,
}

/// Statistics of a player's runs; `damage` and `steps` are those of the best won run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct RunFigures {
    pub runs: usize,
    pub won: usize,
    pub damage: u8,
    pub steps: u32,
    pub average: String,
    pub now: usize,
    pub best: usize,
}

/// Statistics of a player's duels.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct DuelCounts {
    pub count: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    pub now: usize,
    pub best: usize,
}
