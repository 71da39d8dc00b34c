//! The console: the same tables at a terminal, without an account or a network. A `journal` keeps the games.
//!
//! All people at the terminal share one room, and each has a direct message with the bot for runs and
//! lessons; the prompt shows the destination of the next line, and at a keyboard whose turn it is. Commands need no
//! prefix. At a keyboard, the player to move speaks next; `/as NAME` changes the speaker, `/room` returns to the
//! room, and `/room t2` goes to a table.
//! `/picture FILE` writes the last board as clients show it. Lines from a file or a pipe are executed as they
//! are.

mod commands;
mod completion;
mod error;
mod journal;
mod output;
mod place;
mod session;
mod style;
mod wait;

use std::{
    env,
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use rustyline::{CompletionType, Editor, error::ReadlineError, history::DefaultHistory};

use self::{
    completion::Completions,
    error::ConsoleError,
    journal::{Journal, JournalError},
    session::Console,
};
use crate::{exit, logging::escaped, terminal};

/// The place of the journal, in which games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalLocation {
    /// In the user's data folder.
    Default,
    /// In this folder.
    Folder(PathBuf),
    /// In memory only.
    Memory,
}

impl JournalLocation {
    fn open(self) -> Result<Journal, JournalError> {
        match self {
            JournalLocation::Memory => Ok(Journal::default()),
            JournalLocation::Folder(folder) => Journal::open(&folder),
            JournalLocation::Default => {
                let home = data_home(
                    env::var_os("XDG_DATA_HOME").map(PathBuf::from),
                    env::home_dir(),
                );
                Journal::open(&home.ok_or(JournalError::NoHome)?.join("icebreaker/console"))
            }
        }
    }
}

/// Returns the user's data folder by the XDG Base Directory Specification, which ignores relative paths.
fn data_home(data: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    let home = || Some(home?.join(".local/share"));
    let folder = data.filter(|data| data.is_absolute()).or_else(home)?;
    folder.is_absolute().then_some(folder)
}

/// Runs the console until the input ends.
pub fn run(location: JournalLocation) -> ExitCode {
    let journal = match location.open() {
        Ok(journal) => journal,
        Err(error) => {
            terminal::print_error(error);
            return exit::USAGE.into();
        }
    };
    let keyboard = io::stdin().is_terminal();
    let mut console = Console::new(journal, keyboard);
    let ended = console.start().and_then(|()| {
        if keyboard {
            run_interactive(&mut console)
        } else {
            run_script(&mut console)
        }
    });
    terminal::end(ended.map_err(|error| match &error {
        ConsoleError::Terminal(cause) => io::Error::new(cause.kind(), error.to_string()),
        ConsoleError::Journal(_) => io::Error::other(error),
    }))
}

/// Executes the lines of a file or a pipe.
fn run_script(console: &mut Console) -> Result<(), ConsoleError> {
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        writeln!(
            io::stdout(),
            "\n{}> {}",
            console.prompt(),
            escaped(line.trim())
        )?;
        if !console.execute_line(&line)? {
            break;
        }
    }
    Ok(())
}

/// Executes lines from the keyboard, with editing, completion and a history.
fn run_interactive(console: &mut Console) -> Result<(), ConsoleError> {
    let config = rustyline::Config::builder().completion_type(CompletionType::List);
    let editor = Editor::<Completions, DefaultHistory>::with_default(config.build());
    let mut editor = editor.map_err(io::Error::other)?;
    let history = console.journal.history();
    // The game goes on without a history.
    let _ = history.as_ref().map(|file| editor.load_history(file));
    loop {
        let prompt = format!("{}> ", console.prompt());
        let styled = style::prompt(&prompt);
        editor.set_helper(Some(console.completions()));
        match editor.readline(&(prompt, styled)) {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                let _ = history.as_ref().map(|file| editor.append_history(file));
                if !console.execute_line(&line)? {
                    return Ok(());
                }
            }
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(io::Error::other(error).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_data_folders_are_ignored() {
        let path = |text: &str| Some(PathBuf::from(text));
        let default = path("/home/ann/.local/share");
        assert_eq!(data_home(None, path("/home/ann")), default);
        assert_eq!(data_home(path("data"), path("/home/ann")), default);
        assert_eq!(data_home(path("/data"), None), path("/data"));
        assert_eq!(data_home(None, None), None);
        assert_eq!(data_home(None, path("")), None);
    }
}
