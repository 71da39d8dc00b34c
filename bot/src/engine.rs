//! The rules and the computer player on standard input and output, one command a line, after the
//! conventions of UGI, the Universal Game Interface.
//!
//! | command | answer |
//! | --- | --- |
//! | `ugi` | who this is and its options, then `ugiok` |
//! | `isready` | `readyok`, also while it thinks |
//! | `setoption name NAME value VALUE` | nothing; see below |
//! | `uginewgame` | nothing; the position is that of `position startpos` |
//! | `position startpos\|fen POSITION [moves M1 M2 …]` | nothing |
//! | `go [movetime MS] [depth N] [nodes N] [infinite]` | `info …` after each depth, then `bestmove ACTION [ACTION …]` |
//! | `stop` | the `bestmove` of what it thinks about; nothing if it does not |
//! | `query p1turn` | `response true` when the first seat is to move, else `response false` |
//! | `query gameover` | `response true` or `response false` |
//! | `query result` | `response p1win`, `p2win`, `draw` or `none`; a run that is lost is `p2win` |
//! | `d` | the board as text |
//! | `fen` | the position text, a turn in progress with ` moves ` and its actions |
//! | `moves` | every legal action, one a line |
//! | `play ACTION` | `played ACTION`, and `result …` when the game is over |
//! | `perft N` | `nodes COUNT`; nothing else is answered until it has counted |
//! | `quit` | the `bestmove` of what it thinks about, if it does, and the end |
//!
//! A line that cannot be carried out is answered by `error CODE …: SENTENCE` and changes nothing.
//!
//! # Options
//!
//! | name | value |
//! | --- | --- |
//! | `Game` | the game of `position startpos`, also by its short name such as `zertz` |
//! | `Level` | how well it plays, 1 to 6 |
//! | `Threads` | how many threads look at positions, 1 to 256, but never more than the machine runs at once; with more than one, the same line need not lead to the same turn |
//! | `Hash` | how many MiB it may take to remember positions it has looked at |
//! | `Seed` | 64 hexadecimal characters: what decides between turns that are as good as each other, and what a weak level overlooks; in a run, where deal and dice come from. By chance if none is set |
//! | `Target` | the target of the next run, `-` for none |
//! | `Dice` | the next dice of a run, such as `4,2`; they stay laid ready until the next position or action has used them |
//!
//! # Thinking
//!
//! `go` thinks about the turn to be made, or the rest of it, in any game for two. What it names takes
//! the place of what the level gives: `depth` that of its depth, and each of the others that of its
//! number of positions; of several bounds the one that is reached first counts. Without any the level decides, so that the
//! same seed, level and position lead to the same turn, with one thread. It may end before all bounds, where there is
//! nothing more to be found out, also with `infinite`.
//!
//! `info depth D score S nodes N nps N time MS pv ACTION …` tells the best so far. The score is for
//! who is to move: `cp S` in hundredths of a basic piece or of a white marble; `wins N`, with the
//! N-th of its own turns, the one to be made now being the first; `loses N`, with that or with the
//! answer to it. `time` is in milliseconds. `bestmove` is a whole turn, without anything behind it.
//!
//! Meanwhile only `isready`, `stop`, `quit`, `ugi` and what tells of the position are answered;
//! everything else is refused. When the input ends, thinking goes on to its bounds, and without any
//! it stops.
//!
//! Lists of actions are separated by spaces, or by `;` where one of them holds a space: see
//! [`games::actions`].

mod conversation;
mod go;
mod line;
mod options;
#[cfg(test)]
mod tests;
mod thinking;

use std::{
    io::{self, BufRead, BufReader, Write},
    process::ExitCode,
    sync::mpsc::{self, SyncSender},
    thread,
};

use conversation::Conversation;

use crate::terminal;

/// So many things that have happened can wait to be dealt with.
const WAITING: usize = 64;

/// What the engine reacts to.
#[derive(Debug, PartialEq, Eq)]
enum Event {
    /// A line has come in.
    Line(String),
    /// No more lines will come.
    InputEnded,
    /// Thinking has come a depth further: the line to be told.
    Info(String),
    /// Thinking is over: the turn, unless this is no game that can be thought about.
    Thought(Option<String>),
}

/// Answers standard input until `quit` or its end.
pub fn run() -> ExitCode {
    let input = BufReader::new(io::stdin());
    // Who does not listen any more has gone: there is nobody to complain to.
    if let Err(problem) = converse(input, io::stdout().lock(), rand::random())
        && problem.kind() != io::ErrorKind::BrokenPipe
    {
        terminal::complain(problem);
        return crate::exit::FAILURE.into();
    }
    ExitCode::SUCCESS
}

/// Answers an input until `quit` or its end, and whatever it thinks about then is said.
fn converse(
    input: impl BufRead + Send + 'static,
    mut out: impl Write,
    seed: [u8; 32],
) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(WAITING);
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

/// Hears lines on a thread of its own, so that what is thought about can be told meanwhile.
fn listen(input: impl BufRead + Send + 'static, events: SyncSender<Event>) -> io::Result<()> {
    let hear = move || {
        for line in input.split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).into_owned();
            if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // Nobody is there to be told when the conversation is over.
        let _over = events.send(Event::InputEnded);
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(hear)
        .map(drop)
}
