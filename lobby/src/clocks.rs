//! Clocks of games: `clock` decides what follows from the time, `enforce` carries it out. A game without a time control
//! has a clock as well, which ends it once it is idle.

mod absence;
mod clock;
mod clock_time;
pub(crate) mod commands;
mod duration;
pub(crate) mod enforce;
mod event;
mod idle;
pub(crate) mod late_move;
pub(crate) mod pause;
pub(crate) mod player_lookup;
pub(crate) mod redacted_move;
mod room_access;
mod statistics;
pub(crate) mod status;
mod time_control;
pub(crate) mod timed_boards;
mod uptime;

pub use absence::{Absence, Absences};
pub use clock::{Clock, MAX_PAUSE, TurnTime};
pub use clock_time::ClockTime;
pub use duration::{format_duration, parse_duration};
pub use event::ClockEvent;
pub use player_lookup::OutOfTime;
pub use room_access::RoomAccess;
pub use statistics::ClockStatistics;
pub use time_control::{InvalidTimeControl, TimeControl};
pub use uptime::Uptime;
