//! The rules on standard input and output, one command a line, after the conventions of UGI.
//!
//! | command | answer |
//! | --- | --- |
//! | `ugi` | who this is and its options, then `ugiok` |
//! | `isready` | `readyok` |
//! | `setoption name Game value matrx` | nothing; the game of `position startpos` |
//! | `setoption name Target value 7` | nothing; the target of the next run, `-` for none |
//! | `setoption name Seed value HEX` | nothing; where a run's deal and dice come from |
//! | `setoption name Dice value 4,2` | nothing; the next dice |
//! | `position startpos\|fen POSITION [moves M1 M2 …]` | nothing |
//! | `d` | the board as text |
//! | `fen` | the position text, a turn in progress with ` moves ` and its actions |
//! | `moves` | every legal action, one a line |
//! | `play ACTION` | `played ACTION`, and `result …` when the game is over |
//! | `perft N` | `nodes COUNT` |
//! | `quit` | the end |
//!
//! Actions behind `moves` are separated by spaces or by `;`. Dice laid ready stay so until the next
//! position or action has used them.
//! A line that cannot be carried out is answered by `error CODE …: SENTENCE` and changes nothing.

use std::{
    io::{self, BufRead, Write},
    process::ExitCode,
};

use games::{Arg, CATALOG, Dice, Entry, Illegal, Play, Seat, Seed, Turn, gipf, read_position};
use tables::{draw, wording::Wording};

/// Answers standard input until `quit` or its end.
pub fn run() -> ExitCode {
    let mut engine = Engine::new(rand::random());
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line);
        if line.trim() == "quit" {
            break;
        }
        let answer = engine.answer(&line);
        if !answer.is_empty()
            && writeln!(out, "{answer}")
                .and_then(|()| out.flush())
                .is_err()
        {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// One conversation.
struct Engine {
    wording: Wording,
    game: &'static Entry,
    options: String,
    seed: Seed,
    dice: Dice,
    /// Results laid ready since the last position.
    laid: Vec<u8>,
    line: Moves,
}

/// A position and the actions of the turn in progress.
struct Moves {
    position: Box<dyn Play>,
    turn_start: String,
    turn: Vec<String>,
}

impl Moves {
    fn from(position: Box<dyn Play>) -> Moves {
        Moves {
            turn_start: position.text(),
            position,
            turn: Vec::new(),
        }
    }

    fn play(&mut self, action: &str, dice: &mut Dice) -> Result<String, Illegal> {
        let step = self.position.play(action, dice)?;
        self.position = step.position;
        if step.turn == Turn::GoesOn {
            self.turn.push(step.action.clone());
        } else {
            self.turn.clear();
            self.turn_start = self.position.text();
        }
        Ok(step.action)
    }

    /// Takes a list of actions apart: at `;`, or else at spaces, where an action of this game may
    /// itself hold one.
    fn split(&self, actions: &str) -> Vec<String> {
        if actions.contains(';') {
            let parts = actions.split(';').map(str::trim);
            return parts
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect();
        }
        let mut parts: Vec<String> = Vec::new();
        for word in actions.split_whitespace() {
            match parts.last_mut() {
                Some(part) if !self.position.reads(part) => *part = format!("{part} {word}"),
                _ => parts.push(word.to_owned()),
            }
        }
        parts
    }

    fn text(&self) -> String {
        match self.turn.as_slice() {
            [] => self.turn_start.clone(),
            turn => format!("{} moves {}", self.turn_start, turn.join(" ")),
        }
    }
}

impl Engine {
    fn new(seed: [u8; 32]) -> Engine {
        Engine {
            wording: Wording::english(),
            game: Entry::FIRST,
            options: "-".to_owned(),
            seed: Seed(seed),
            dice: Dice::none(),
            laid: Vec::new(),
            line: Moves::from(Box::new(gipf::Position::start(gipf::Variant::Matrx))),
        }
    }

    fn answer(&mut self, line: &str) -> String {
        let (word, rest) = line
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let answer = match word {
            "" => Ok(String::new()),
            "ugi" => alone(rest).map(|()| introduction()),
            "isready" => alone(rest).map(|()| "readyok".to_owned()),
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "d" => alone(rest).map(|()| self.drawing()),
            "fen" => alone(rest).map(|()| self.line.text()),
            "moves" => alone(rest).map(|()| self.line.position.legal_actions().join("\n")),
            "play" => self.play(rest),
            "perft" => self.perft(rest),
            word => Err(Illegal::new("engine-unknown-command").with("text", Arg::quoted(word))),
        };
        answer.unwrap_or_else(|illegal| {
            format!(
                "error {illegal}: {}",
                self.wording.say(&illegal.0, &colours())
            )
        })
    }

    fn set_option(&mut self, rest: &str) -> Result<String, Illegal> {
        let (name, value) = rest
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "))
            .ok_or_else(|| {
                Illegal::new("engine-bad-form").with("form", "setoption name NAME value VALUE")
            })?;
        let bad = || {
            Illegal::new("engine-bad-value")
                .with("name", name)
                .with("text", Arg::quoted(value))
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                self.game = Entry::find(value).ok_or_else(|| games::unknown_game(value))?;
                self.options = "-".to_owned();
            }
            "target" if value == "-" => self.options = "-".to_owned(),
            "target" => match value.parse::<u8>() {
                Ok(target) if target <= 9 => self.options = format!("target={target}"),
                _ => return Err(bad()),
            },
            "seed" => self.seed = Seed::from_hex(value).ok_or_else(bad)?,
            "dice" => {
                let dice: Option<Vec<u8>> = value
                    .split(',')
                    .map(|die| die.trim().parse().ok().filter(|die| (1..=6).contains(die)))
                    .collect();
                self.laid = dice.ok_or_else(bad)?;
                self.dice.lay(self.laid.iter().copied());
            }
            _ => return Err(Illegal::new("engine-unknown-option").with("text", Arg::quoted(name))),
        }
        Ok(String::new())
    }

    fn set_position(&mut self, rest: &str) -> Result<String, Illegal> {
        let (position, actions) = match rest.split_once(" moves ") {
            Some((position, actions)) => (position.trim(), actions.trim()),
            None => (rest, ""),
        };
        let mut dice = Dice::from_seed(self.seed);
        let position = match position.split_once(' ') {
            None if position == "startpos" => self.game.start(&self.options, &mut dice)?,
            Some(("fen", text)) => read_position(text.trim())?,
            _ => {
                let form = "position startpos|fen POSITION [moves M1 M2 ...]";
                return Err(Illegal::new("engine-bad-form").with("form", form));
            }
        };
        // Dice that were laid ready stay ready, unless the line is refused after all.
        dice.lay(self.laid.iter().copied());
        let mut line = Moves::from(position);
        for action in line.split(actions) {
            line.play(&action, &mut dice)?;
        }
        self.laid.clear();
        self.line = line;
        self.dice = dice;
        Ok(String::new())
    }

    fn play(&mut self, action: &str) -> Result<String, Illegal> {
        let action = self.line.play(action, &mut self.dice)?;
        self.laid.clear();
        let mut answer = format!("played {action}");
        if let Some(outcome) = self.line.position.outcome() {
            let winner = match outcome.winner {
                Some(Seat::First) => "first",
                Some(Seat::Second) => "second",
                None => "-",
            };
            answer.push_str(&format!("\nresult {winner} {}", outcome.reason));
        }
        Ok(answer)
    }

    fn perft(&self, depth: &str) -> Result<String, Illegal> {
        let form = || Illegal::new("engine-bad-form").with("form", "perft N");
        let depth: u32 = depth.parse().map_err(|_| form())?;
        if !self.line.turn.is_empty() {
            return Err(Illegal::new("engine-perft-in-turn"));
        }
        let nodes = self.line.position.perft(depth);
        let nodes = nodes.ok_or_else(|| Illegal::new("engine-perft-chance"))?;
        Ok(format!("nodes {nodes}"))
    }

    fn drawing(&self) -> String {
        let scene = self.line.position.scene();
        let margin = self.line.position.margin();
        let margin = margin.iter().map(|fact| self.wording.say(fact, &colours()));
        let margin: Vec<String> = margin.collect();
        format!("{}\n\n{}", draw::text::draw(&scene), margin.join("\n"))
    }
}

fn alone(rest: &str) -> Result<(), Illegal> {
    if rest.is_empty() {
        return Ok(());
    }
    Err(Illegal::new("engine-too-much").with("text", Arg::quoted(rest)))
}

fn introduction() -> String {
    let mut lines = vec![
        format!("id name Icebreaker {}", env!("CARGO_PKG_VERSION")),
        "id author the Icebreaker developers".to_owned(),
    ];
    let games: Vec<String> = CATALOG
        .iter()
        .map(|entry| format!("var {}", entry.id))
        .collect();
    lines.push(format!(
        "option name Game type combo default {} {}",
        Entry::FIRST.id,
        games.join(" ")
    ));
    lines.push("option name Target type string default -".to_owned());
    lines.push("option name Seed type string".to_owned());
    lines.push("option name Dice type string".to_owned());
    lines.push("ugiok".to_owned());
    lines.join("\n")
}

/// What the players are called where there are none.
fn colours() -> Vec<String> {
    vec!["White".to_owned(), "Black".to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says the lines marked `>` and compares the answers with those that follow them.
    fn check(conversation: &str) {
        let mut engine = Engine::new([7; 32]);
        let mut answers: Vec<String> = Vec::new();
        for line in conversation
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            match line.strip_prefix("> ") {
                Some(command) => {
                    assert!(
                        answers.is_empty(),
                        "not expected before {command}: {answers:?}"
                    );
                    let answer = engine.answer(command);
                    answers = answer.lines().map(str::to_owned).collect();
                }
                None => {
                    assert!(!answers.is_empty(), "missing: {line}");
                    let answer = answers.remove(0);
                    let fits = match line.strip_suffix("...") {
                        Some(start) => answer.starts_with(start),
                        None => answer == line,
                    };
                    assert!(fits, "{answer} is not {line}");
                }
            }
        }
        assert!(answers.is_empty(), "{answers:?}");
    }

    #[test]
    fn a_turn_in_progress_is_shown_with_its_actions() {
        check(
            "> isready
             readyok
             > position fen matrx w b3=G,b4=g,c6=dd,e5=TT,g3=G,h2=DD,h3=g,h5=PP,i2=g,i3=dd,i4=G T4Z6D4Y6P4 T6Z6D2Y6P6
             > play +b2
             played +b2
             > fen
             matrx w b3=G,b4=g,c6=dd,e5=TT,g3=G,h2=DD,h3=g,h5=PP,i2=g,i3=dd,i4=G T4Z6D4Y6P4 T6Z6D2Y6P6 moves +b2
             > perft 1
             error engine-perft-in-turn...",
        );
    }

    #[test]
    fn a_bad_line_is_an_error_and_changes_nothing() {
        check(
            "> position startpos moves Gb2 Gi2
             > fen
             matrx w b2=G,i2=g G2T6Z6D6Y6P6 G2T6Z6D6Y6P6
             > play Tb3
             error gipf-gipf-first count=2...
             > position startpos moves Gb2 Gb2 Gb2 Gb2 Gb2 Gb2
             error gipf-...
             > position fen chess w -
             error unknown-game...
             > setoption name Dice value 7
             error engine-bad-value...
             > perft x
             error engine-bad-form...
             > hello
             error engine-unknown-command...
             > fen
             matrx w b2=G,i2=g G2T6Z6D6Y6P6 G2T6Z6D6Y6P6
             > position startpos
             > perft 2
             nodes 386",
        );
    }

    #[test]
    fn a_run_takes_the_dice_that_are_laid_ready() {
        check(
            "> setoption name Game value run
             > setoption name Target value 7
             > setoption name Seed value 0000000000000000000000000000000000000000000000000000000000000000
             > position startpos
             > setoption name Dice value 6
             > play k m13
             played k m13
             > perft 1
             error engine-perft-chance...
             > setoption name Dice value 6,5
             > position startpos moves k m13 gm14
             > play r n13 please
             error run-unreadable...",
        );
    }
}
