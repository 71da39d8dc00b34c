//! Terminal output. Write errors, as of a closed pipe or a full disk, are ignored: the exit code still
//! reports the result.

use std::{
    fmt::Display,
    io::{self, Write},
    process::ExitCode,
};

use crate::exit;

/// Prints a line to standard output.
pub fn say(line: impl Display) {
    let _unheard = writeln!(io::stdout(), "{line}");
}

/// Prints an error to standard error.
pub fn print_error(problem: impl Display) {
    let _unheard = writeln!(io::stderr(), "icebreaker: {problem}");
}

/// Prints the error of writing the output and returns the exit code. A broken pipe is no error: the reader has
/// gone, as in `icebreaker console | head`.
pub fn end(written: io::Result<()>) -> ExitCode {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            print_error(error);
            exit::FAILURE.into()
        }
        _ => ExitCode::SUCCESS,
    }
}
