//! Terminal output. Write errors, as of a closed pipe or a full disk, are ignored: the exit code still
//! reports the result.

use std::{
    fmt::Display,
    io::{self, Write},
};

/// Prints a line to standard output.
pub fn say(line: impl Display) {
    let _unheard = writeln!(io::stdout(), "{line}");
}

/// Prints an error to standard error.
pub fn print_error(problem: impl Display) {
    let _unheard = writeln!(io::stderr(), "icebreaker: {problem}");
}
