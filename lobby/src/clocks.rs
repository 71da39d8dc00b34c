//! Clocks of games that last for days: time controls, the time that counts, and what follows once it is up.

mod absence;
mod clock;
mod clock_time;
pub(crate) mod commands;
pub(crate) mod expire;
mod notation;
pub(crate) mod pause;
mod statistics;
pub(crate) mod status;
mod time_control;
mod uptime;

pub use absence::{Absence, Absences};
pub use clock::{Clock, ClockEvent, MAX_PAUSE, TurnTime};
pub use clock_time::ClockTime;
pub use notation::{parse_duration, written};
pub use statistics::ClockStatistics;
pub use time_control::{InvalidTimeControl, TimeControl};
pub use uptime::Uptime;
