//! Clocks of games that last for days: time controls and the time they leave.

mod time_control;

pub use time_control::{InvalidTimeControl, TimeControl};
