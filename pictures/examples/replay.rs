//! Makes a film or a page of a game: of a record, or of a hundred turns at random. Who plays there, the
//! record tells, unless other names are given.
//!
//! ```sh
//! cargo run --release -p pictures --example replay -- GAME|RECORD-FILE OUT.gif|OUT.html [light|dark] [NAME…]
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "an example that finds something amiss stops"
)]

#[path = "../benches/random.rs"]
mod random;

use std::{process::ExitCode, time::Instant};

use games::{Diagram, Entry, Record, Seat, Termination};
use pictures::{Limits, Replay, Theme, Words, film, page};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, file, rest @ ..] = args.as_slice() else {
        eprintln!("replay GAME|RECORD-FILE OUT.gif|OUT.html [light|dark] [NAME…]");
        return ExitCode::from(2);
    };
    match replay(game, file, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{game}: {reason}");
            ExitCode::from(2)
        }
    }
}

fn replay(game: &str, file: &str, rest: &[String]) -> Result<(), String> {
    let record: Record = match Entry::find(game) {
        Some(entry) => random::game(entry, 100),
        None => {
            let text = std::fs::read_to_string(game).map_err(|error| error.to_string())?;
            text.parse().map_err(|error| format!("{error}"))?
        }
    };
    let theme = match rest.first().map(String::as_str) {
        Some("dark") => Theme::Dark,
        _ => Theme::Light,
    };
    let players = match rest.get(1..) {
        Some(names @ [_, ..]) => names.to_vec(),
        _ if !record.tags.players.is_empty() => record.tags.players.clone(),
        _ => vec!["alice".to_owned(), "Bob the Builder".to_owned()],
    };
    let players = match Entry::find(&record.game).map(|entry| entry.seats) {
        Some(1) => &players[..1],
        _ => &players[..],
    };
    let title = format!("{}: {}", record.game, players.join(", "));
    let replay = Replay {
        record: &record,
        table: Some(7),
        players,
        ended: record.tags.ending.and_then(Termination::state),
    };
    let begin = Instant::now();
    let bytes = match file.ends_with(".html") {
        true => {
            let labels = LABELS.map(|(name, label)| (name.to_owned(), label.to_owned()));
            let result = result(&record);
            let words = words(&title, &result, &labels);
            page(&replay, &words, &Limits::NONE).map(|page| page.file.into_bytes())
        }
        false => film(&replay, theme, &Limits::NONE).map(|film| film.file.bytes),
    };
    let bytes = bytes.map_err(|error| error.to_string())?;
    let (turns, size) = (record.turns.len(), bytes.len());
    eprintln!("{game}: {turns} turns, {size} bytes, {:?}", begin.elapsed());
    std::fs::write(file, bytes).map_err(|error| format!("{file}: {error}"))
}

/// Returns the way the game ended, as far as its record tells.
fn result(record: &Record) -> String {
    let how = match record.tags.ending {
        None => return String::new(),
        Some(Termination::Unfinished) => return "The game goes on.".to_owned(),
        Some(Termination::Rules(_)) => "by the rules",
        Some(Termination::Resigned(_)) => "the other one resigned",
        Some(Termination::TimedOut(_)) => "the other one ran out of time",
        Some(Termination::Agreed) => "agreed",
        Some(Termination::Abandoned) => "abandoned",
    };
    let winner = match record.tags.ending.and_then(Termination::winner) {
        None => "Nobody",
        Some(Seat::First) => "The first player",
        Some(Seat::Second) => "The second player",
    };
    match record.tags.date {
        Some(date) => format!("{winner} won ({how}), on {date}."),
        None => format!("{winner} won ({how})."),
    }
}

/// The labels of the page.
const LABELS: [(&str, &str); 12] = [
    ("board", "Board"),
    ("controls", "Controls"),
    ("first", "To the start"),
    ("back", "Back"),
    ("next", "On"),
    ("last", "To the end"),
    ("play", "Play"),
    ("pause", "Pause"),
    ("slider", "Turn"),
    ("theme", "Light or dark"),
    ("turns", "Turns"),
    ("start", "Start"),
];

/// The words of the page, in plain English.
fn words<'a>(title: &'a str, result: &'a str, labels: &'a [(String, String)]) -> Words<'a> {
    Words {
        language: "en",
        title,
        result,
        labels,
        moment: &|diagram: &Diagram, turns| match &diagram.last {
            None => format!("Start of {turns} turns"),
            Some(last) => format!("Turn {} of {turns}: {}", last.number, last.text),
        },
        position: &|diagram: &Diagram| {
            let on_board = diagram.scene.points.iter().map(|point| point.pieces.len());
            format!("{} pieces on the board", on_board.sum::<usize>())
        },
    }
}
