//! The command line.

use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::{Shell, generate};
use icebreaker::{
    config::{Config, ConfigError},
    console::{self, JournalLocation},
    exit, terminal, ugi,
};

/// A Matrix bot that hosts MATRX GIPF duels and the solitaire Matrix run.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Configuration file [default: config.toml, if it exists].
    #[arg(long, value_name = "PATH", global = true)]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot.
    #[cfg(feature = "matrix")]
    Run,
    /// Play in the terminal. Games go on where you left them.
    Console {
        /// Keep games in this folder [default: icebreaker/console in $XDG_DATA_HOME or ~/.local/share].
        #[arg(long, value_name = "FOLDER")]
        state: Option<PathBuf>,
        /// Keep nothing, and start without games.
        #[arg(long, conflicts_with = "state")]
        fresh: bool,
    },
    /// Run the game engine for another program, over standard input and output.
    Engine,
    /// Check the configuration.
    CheckConfig,
    /// Print a shell completion script.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write the man pages into a folder.
    Man {
        /// The folder, such as /usr/local/share/man/man1.
        folder: PathBuf,
    },
    /// Check the health of the running bot at [http] listen; exit code 0 if healthy.
    #[cfg(feature = "matrix")]
    Health,
    /// Back up the database into a new file, also while the bot runs.
    #[cfg(feature = "matrix")]
    Backup {
        /// The backup file; it must not exist.
        file: PathBuf,
    },
    /// Restore a backup; the bot must be stopped.
    #[cfg(feature = "matrix")]
    Restore {
        /// A file written by `backup`.
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let file = arguments.config.as_deref();
    let result = match arguments.command {
        #[cfg(feature = "matrix")]
        Command::Run => Config::load(file, env::vars_os()).map(|config| {
            icebreaker::logging::start(&config.log);
            icebreaker::serve::run(&config)
        }),
        Command::Console { state, fresh } => Ok(console::run(match state {
            Some(folder) => JournalLocation::Folder(folder),
            None if fresh => JournalLocation::Memory,
            None => JournalLocation::Default,
        })),
        Command::Engine => Ok(ugi::run()),
        Command::CheckConfig => Config::load(file, env::vars_os()).map(|config| {
            for warning in &config.warnings {
                terminal::print_error(warning);
            }
            let user = &config.matrix.user;
            terminal::say(format_args!("The configuration for {user} is valid."));
            ExitCode::SUCCESS
        }),
        Command::Completions { shell } => {
            Ok(terminal::end(io::stdout().write_all(&completions(shell))))
        }
        Command::Man { folder } => Ok(manual(&folder)),
        #[cfg(feature = "matrix")]
        Command::Health => icebreaker::config::Http::required(file, env::vars_os()).map(health),
        #[cfg(feature = "matrix")]
        Command::Backup { file: target } => Config::load_state(file, env::vars_os())
            .map(|state| icebreaker::backup_command::back_up(&state, &target)),
        #[cfg(feature = "matrix")]
        Command::Restore { file: source } => Config::load_state(file, env::vars_os())
            .map(|state| icebreaker::backup_command::restore(&state, &source)),
    };
    result.unwrap_or_else(|error: ConfigError| {
        terminal::print_error(error);
        exit::USAGE.into()
    })
}

#[cfg(feature = "matrix")]
fn health(address: std::net::SocketAddr) -> ExitCode {
    match icebreaker::monitoring::listener::check_health(address) {
        Ok(()) => {
            terminal::say("ok");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            terminal::print_error(format_args!("{address}: {problem}"));
            exit::FAILURE.into()
        }
    }
}

fn completions(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    generate(shell, &mut Arguments::command(), "icebreaker", &mut text);
    text
}

/// Writes the manual pages of the program and of its commands.
fn manual(folder: &Path) -> ExitCode {
    match clap_mangen::generate_to(Arguments::command(), folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::print_error(format_args!("{}: {error}", folder.display()));
            exit::USAGE.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_manual_page() {
        Arguments::command().debug_assert();
        let folder = tempfile::tempdir().unwrap();
        let _done = manual(folder.path());
        let mut pages: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|page| page.unwrap().file_name().into_string().unwrap())
            .collect();
        pages.sort();
        assert!(pages.contains(&"icebreaker.1".to_owned()), "{pages:?}");
        for command in Arguments::command().get_subcommands() {
            let page = format!("icebreaker-{}.1", command.get_name());
            assert!(pages.contains(&page), "{page}: {pages:?}");
        }
    }
}
