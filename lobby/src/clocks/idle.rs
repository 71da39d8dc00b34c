//! Times in which nothing happens in a game, after which its players are asked and the game ends.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::clocks::{clock_time::ClockTime, event::ClockEvent};

/// Time after which the players of a game without a time control, or of a contest, are asked about it.
pub const IDLE_NOTICE: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Time after which a game without a time control ends, or one whose board or contest is waited for.
pub const IDLE_END: SignedDuration = SignedDuration::from_hours(28 * 24);

/// A time in which nothing happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleTime {
    /// Its start; `None` while the clock is stopped.
    pub since: Option<ClockTime>,
    /// `true` once the players were asked.
    #[serde(default)]
    pub asked: bool,
}

impl IdleTime {
    /// Begins the time.
    pub fn since(now: ClockTime) -> IdleTime {
        IdleTime {
            since: Some(now),
            asked: false,
        }
    }
}

/// Returns what follows from a time in which nothing happens.
pub fn event_after(idle: SignedDuration, asked: bool) -> Option<ClockEvent> {
    match asked {
        _ if idle >= IDLE_END => Some(ClockEvent::IdleEnd),
        false if idle >= IDLE_NOTICE => Some(ClockEvent::IdleNotice),
        _ => None,
    }
}

/// Returns the moment at which something follows from a time in which nothing happens.
pub fn due_after(since: ClockTime, asked: bool) -> ClockTime {
    since.after(if asked { IDLE_END } else { IDLE_NOTICE })
}
