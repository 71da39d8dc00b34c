//! The UGI engine: the rules and the computer player on standard input and output, one command a line, after
//! the conventions of UGI, the Universal Game Interface.
//!
//! | command | answer |
//! | --- | --- |
//! | `ugi` | the engine's name and options, then `ugiok` |
//! | `isready` | `readyok`, also during a search |
//! | `setoption name NAME value VALUE` | nothing; see below |
//! | `uginewgame` | nothing; the position is that of `position startpos` |
//! | `position startpos\|fen POSITION [moves M1 M2 …]` | nothing |
//! | `go [movetime MS] [depth N] [nodes N] [infinite]` | `info …` after each depth, then `bestmove ACTION [ACTION …]` |
//! | `stop` | the `bestmove` of the running search; nothing if none runs |
//! | `query p1turn` | `response true` when the first seat is to move, else `response false` |
//! | `query gameover` | `response true` or `response false` |
//! | `query result` | `response p1win`, `p2win`, `draw` or `none`; a run that is lost is `p2win` |
//! | `d` | the board as text |
//! | `fen` | the position text, a turn in progress with ` moves ` and its actions |
//! | `moves` | every legal action, one a line |
//! | `play ACTION` | `played ACTION`, and `result …` when the game is over |
//! | `perft N` | `nodes COUNT`; no other command is answered until then |
//! | `quit` | the `bestmove` of the running search, if any, and the end |
//!
//! A line that cannot be executed is answered by `error CODE …: SENTENCE` and changes nothing.
//!
//! # Options
//!
//! | name | value |
//! | --- | --- |
//! | `Game` | the game of `position startpos`, also by its short name such as `zertz` |
//! | `Level` | the level of play, 1 to 6 |
//! | `Threads` | search threads, 1 to 256, but never more than run at once; see below |
//! | `Hash` | maximum size of the transposition table, in MiB |
//! | `Seed` | the random seed, 64 hexadecimal characters; see below |
//! | `Target` | the target of the next run, `-` for none |
//! | `Dice` | the next dice of a run, such as `4,2`; they stay set until the next position or action has used them |
//!
//! With more than one thread, the same line need not lead to the same turn. The seed decides between turns
//! that are as good as each other, and what a weak level overlooks; in a run, deal and dice come from it. It
//! is random if none is set.
//!
//! # Thinking
//!
//! `go` searches for the turn to be made, or the rest of it, in any game for two. Its bounds replace those of
//! the level: `depth` replaces the depth, and each of the others the number of positions; of several bounds,
//! the one that is reached first ends the search. Without any, the level decides, so that the same seed,
//! level and position lead to the same turn, with one thread. A search may end before all bounds, where there
//! is nothing more to be found out, also with `infinite`.
//!
//! `info depth D score S nodes N nps N time MS pv ACTION …` reports the best line so far, the principal
//! variation. The score is for the side to move: `cp S` in hundredths of a basic piece or of a white marble;
//! `wins N`, with the N-th of its own turns, the one to be made now being the first; `loses N`, with that or
//! with the answer to it. `time` is in milliseconds. `bestmove` is a whole turn, without anything behind it.
//!
//! During a search, only `isready`, `stop`, `quit`, `ugi` and queries of the position are answered; all other
//! commands are refused. When the input ends, a search runs on to its bounds, and without any it stops.
//!
//! Lists of actions are separated by spaces, or by `;` where one of them holds a space: see
//! [`games::actions`].

mod conversation;
mod current_position;
mod go;
mod options;
mod search;
#[cfg(test)]
mod tests;

use std::{
    io::{self, BufRead, BufReader, Write},
    process::ExitCode,
    sync::mpsc::{self, SyncSender},
    thread,
};

use conversation::Conversation;

use crate::terminal;

/// Capacity of the event channel.
const MAX_QUEUED_LINES: usize = 64;

/// An event for the conversation to react to.
#[derive(Debug, PartialEq, Eq)]
enum Event {
    /// A line of input.
    Line(String),
    /// The end of the input.
    InputEnded,
    /// A completed depth of the search: its `info` line.
    Info(String),
    /// The end of the search: the turn, or `None` in a game that cannot be searched.
    BestTurn(Option<String>),
}

/// Runs the engine on standard input until `quit` or its end.
pub fn run() -> ExitCode {
    let input = BufReader::new(io::stdin());
    terminal::end(converse(input, io::stdout().lock(), rand::random()))
}

/// Answers an input until `quit` or its end; the result of a search that still runs is written, too.
fn converse(
    input: impl BufRead + Send + 'static,
    mut out: impl Write,
    seed: [u8; 32],
) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(MAX_QUEUED_LINES);
    listen(input, sender.clone())?;
    let mut conversation = Conversation::new(seed, sender);
    for event in events {
        let answer = conversation.react(event);
        if !answer.is_empty() {
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
        if conversation.is_over() {
            break;
        }
    }
    Ok(())
}

/// Reads lines on a thread of its own, so that search results can be written meanwhile.
fn listen(input: impl BufRead + Send + 'static, events: SyncSender<Event>) -> io::Result<()> {
    let hear = move || {
        for line in input.split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // The receiver is gone once the conversation is over.
        let _over = events.send(Event::InputEnded);
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(hear)
        .map(drop)
}
