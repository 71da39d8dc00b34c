//! The command line.

use std::{env, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use icebreaker::{
    config::{Config, ConfigError},
    console, engine, exit,
};

/// A Matrix bot that hosts MATRX GIPF duels and the solitaire Matrix run.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// The configuration file [default: config.toml, if it exists].
    #[arg(long, value_name = "PATH", global = true)]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Be the bot in its rooms until told to stop.
    #[cfg(feature = "matrix")]
    Run,
    /// Play at this terminal.
    Console,
    /// Answer another program's questions about games, over standard input and output.
    Engine,
    /// Say whether the configuration can be used.
    CheckConfig,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let file = arguments.config.as_deref();
    let result = match arguments.command {
        #[cfg(feature = "matrix")]
        Command::Run => Config::load(file, env::vars_os()).map(|config| {
            icebreaker::logging::start(&config.log);
            icebreaker::run::run(&config)
        }),
        Command::Console => Ok(console::run()),
        Command::Engine => Ok(engine::run()),
        Command::CheckConfig => Config::load(file, env::vars_os()).map(|config| {
            println!("The configuration for {} can be used.", config.matrix.user);
            ExitCode::SUCCESS
        }),
    };
    result.unwrap_or_else(|error: ConfigError| {
        eprintln!("icebreaker: {error}");
        exit::USAGE.into()
    })
}
