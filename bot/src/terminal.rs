//! What is said at the terminal. Whoever reads it may have gone, or the disk it goes to may be full: that
//! is no reason to stop, for the exit code tells the same.

use std::{
    fmt::Display,
    io::{self, Write},
};

/// Says what was asked for.
pub fn say(line: impl Display) {
    let _unheard = writeln!(io::stdout(), "{line}");
}

/// Says what is wrong.
pub fn complain(problem: impl Display) {
    let _unheard = writeln!(io::stderr(), "icebreaker: {problem}");
}
