//! Draws a board into a file, to be looked at: a game or a position text, then actions, each after
//! ` ; `.
//!
//! ```sh
//! cargo run -p pictures --example look -- board.png light "matrx ; g a1 b2"
//! ```

use std::process::ExitCode;

use games::{Diagram, Entry, Live, Seed};
use pictures::{Theme, png};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, theme, game] = args.as_slice() else {
        eprintln!("look FILE light|dark \"GAME-OR-POSITION ; ACTION ; …\"");
        return ExitCode::from(2);
    };
    match look(file, theme, game) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{game:?}: {reason}");
            ExitCode::from(2)
        }
    }
}

fn look(file: &str, theme: &str, game: &str) -> Result<(), String> {
    let mut actions = game.split(" ; ");
    let start = actions.next().unwrap_or_default();
    let seed = Some(Seed([3; 32]));
    let live = match Entry::find(start) {
        Some(entry) => Live::start(entry, "-", seed),
        None => Live::set_up(start, seed),
    };
    let mut live = live.map_err(|illegal| illegal.to_string())?;
    for action in actions {
        let played = live.play(action);
        played.map_err(|illegal| format!("{action}: {illegal}"))?;
    }
    let theme = match theme {
        "dark" => Theme::Dark,
        _ => Theme::Light,
    };
    let names = ["alice", "Bob the Builder"].map(str::to_owned);
    let players = match live.entry().seats {
        1 => &names[..1],
        _ => &names[..],
    };
    let picture = png(&[&Diagram::of(&live, Some(7), players)], theme);
    std::fs::write(file, picture.bytes).map_err(|error| format!("{file}: {error}"))
}
