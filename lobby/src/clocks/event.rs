//! The events that follow from the time of a clock.

use games::Seat;

/// The event that follows from the time of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// The player's time is up.
    FlagFalls(Seat),
    /// A player has not made the first turn in time.
    NoFirstTurn(Seat),
    /// A reminder of the player is due.
    Reminder(Seat),
    /// The players of an idle game are to be asked.
    IdleNotice,
    /// An idle game ends.
    IdleEnd,
    /// A board that the homeserver has rejected is sent again.
    BoardRetry,
    /// The agreed pause is over.
    PauseEnd,
}
