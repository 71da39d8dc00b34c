//! The harness of the end-to-end tests: a real homeserver ([`Homeserver`]), independent clients ([`Client`])
//! and the real program ([`Bot`]), each a process of its own that ends with the tests.
//!
//! Steps wait for the event they need, with the timeout [`PATIENCE`], and not for a fixed time; on a timeout
//! they report what was received instead.

mod bot;
pub mod chaos;
mod client;
mod disk;
mod homeserver;
mod leash;
pub mod load;
mod message;
mod party;
mod proxy;

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use games::Live;

pub use bot::{Bot, Ended, Program};
pub use client::{Client, NewRoom};
pub use disk::Disk;
pub use homeserver::{Homeserver, Limits, get};
pub use message::Message;
pub use party::Party;
pub use proxy::{Exchange, Fault, Proxy, Request};

/// Timeout of a step. After an outage the bot's retry delay is up to 30 s, and with eight other busy
/// processes on each core, a start takes another 30 s.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Plays a legal action in a copy of a game, with the forced answers that the bot gives at once.
///
/// # Panics
///
/// If the action is illegal.
pub fn play_as_bot(live: &mut Live, action: &str) {
    live.play(action).expect("a listed action can be played");
    while let Some(answer) = live.forced_answer() {
        live.play(&answer).expect("a forced answer can be played");
    }
}

/// Returns the path of a tool in a Python environment made by `scripts/setup-python`.
fn python_tool(environment: &str, tool: &str) -> PathBuf {
    let cache = env::var_os("ICEBREAKER_CACHE").map_or_else(
        || PathBuf::from(env::var_os("HOME").unwrap_or_default()).join(".cache/icebreaker"),
        PathBuf::from,
    );
    let path = cache.join(environment).join("bin").join(tool);
    assert!(
        path.exists(),
        "{} is missing: run scripts/setup-python first",
        path.display()
    );
    path
}

/// Changes an SQLite database that is not in use.
#[track_caller]
fn change_database(file: &Path, sql: &str) {
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])";
    let status = Command::new(python_tool("nio-venv", "python"))
        .args(["-c", script])
        .arg(file)
        .arg(sql)
        .status();
    assert!(status.expect("python can be started").success());
}

/// Returns the path of a file in this crate's folder.
fn source_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the folder of the programs that cargo has built along with this one.
pub fn built_programs() -> PathBuf {
    let mut folder = env::current_exe().expect("a program knows where it lies");
    folder.pop();
    if folder.ends_with("deps") {
        folder.pop();
    }
    folder
}
