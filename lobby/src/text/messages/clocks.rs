//! Messages about clocks, vacations and pauses.

use games::Seat;
use serde::Serialize;

use crate::text::messages::TableId;

/// A message about the clock of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClockMessage {
    /// The time of both players; `away` says why that of the player to move stands.
    Left {
        white: String,
        white_left: String,
        black: String,
        black_left: String,
        away: ClockStop,
    },
    /// The time control of a game.
    Terms {
        kind: ClockKind,
        bank: String,
        increment: String,
        cap: String,
        strict: bool,
    },
    /// The time for the first turn of the player to move.
    FirstTurn {
        seat: Seat,
        left: String,
        away: ClockStop,
    },
    /// Reminder: little time is left.
    Reminder { seat: Seat, left: String },
    /// Reminder: little time is left for the first turn.
    ReminderFirst { seat: Seat, left: String },
    /// The time is up, but a message of the player can't be decrypted yet.
    WaitsForKey { seat: Seat, minutes: i64 },
    /// Question to both players of a game without moves for a long time.
    Idle {
        table: TableId,
        days: i64,
        left: i64,
    },
    /// Question to both players of a contest that they have not settled for a long time.
    IdleContest {
        table: TableId,
        days: i64,
        left: i64,
    },
    /// A vacation began by itself, as the time of the player to move was up.
    AutomaticVacation { seat: Seat, days_left: i64 },
    /// The agreed pause is over after its longest time, and the clock runs after a notice.
    PauseEnding { seat: Seat, left: String },
    /// The agreed pause is over after a notice.
    PauseEnded { seat: Seat },
    /// The agreed pause is over after its longest time while a contest decides who moves next.
    PauseEndingContest { left: String },
    /// The agreed pause is over after a notice while a contest decides who moves next.
    PauseEndedContest,
    /// A move arrived after the flag's fall, but was sent before it.
    LateMove { seat: Seat },
    /// Somebody has deleted a message that was sent before the flag's fall, before it arrived.
    DeletedMove { seat: Seat },
    /// Reason: the player has run out of time, but may have been kept from moving.
    Excused { seat: Seat },
    /// Reason: a move was sent in time and arrived late.
    SentInTime { seat: Seat },
    /// Reason: boards were rejected for so long that the game ends without a result.
    BoardsRejected { time: String },
    /// An admin has added time to all clocks.
    Added { time: String },
    /// Refusal: the added time is no duration, or too long.
    CannotAdd { most: i64 },
}

/// The reason why the time of the player to move stands.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClockStop {
    /// It does not stand.
    Runs,
    /// The player is on vacation.
    Vacation,
    /// It is a weekend that does not count.
    Weekend,
    /// The players have agreed on a pause.
    Pause,
    /// A contest decides.
    Contest,
}

/// The kind of a time control.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    /// The same time for each turn.
    Turn,
    /// A time for the whole game, and more with each turn.
    Bonus,
    /// The same, up to a cap.
    Capped,
}

/// A message about vacations and weekends.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum VacationMessage {
    /// The vacation has begun; it ends at a time.
    Begun { end: String, days_left: i64 },
    /// The user is on vacation.
    On { end: String, days_left: i64 },
    /// The user is not on vacation.
    Off {
        days_left: i64,
        automatic: bool,
        weekends: bool,
    },
    /// The vacation has ended before its time.
    Ended { days_left: i64 },
    /// Refusal: there is no vacation to end.
    NotOn,
    /// Refusal: not so much vacation is left this year.
    TooLong { days_left: i64 },
    /// Refusal: too many vacations have begun lately.
    TooMany { limit: usize },
    /// A vacation begins by itself when the time is up, or not.
    Automatic { on: bool },
    /// Weekends count from the next week on, or not.
    Weekends { skipped: bool },
    /// Refusal: that is set already.
    WeekendsAlready { skipped: bool },
}

/// A message about a pause by agreement.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PauseMessage {
    /// A player asks for a pause.
    Asked { name: String, other: String },
    /// The clock stands from now on.
    Begun { days: i64 },
    /// A player goes on.
    Ended { name: String, other: String },
    /// A player is back and the other may be away: the clock runs after a notice.
    Ending {
        name: String,
        other: String,
        left: String,
    },
    /// The other player does not agree.
    Declined { name: String },
    /// Refusal: the game has no clock.
    NoClock,
    /// Refusal: the clock stands already.
    Already,
    /// Refusal: the clock runs.
    NotPaused,
    /// Refusal: the clock is that of the contest for which the game waits.
    AtContest {
        table: TableId,
        command: &'static str,
    },
}
