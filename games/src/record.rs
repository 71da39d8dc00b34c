//! Game records: header lines, an empty line, then one line for every turn.
//!
//! ```text
//! icebreaker-record: 1
//! game: matrx
//! rules: 1
//! options: -
//!
//! Gb2
//! Gi2
//! Ge1-e4;xc2,d3
//! ```
//!
//! A game with chance also has the line `seed: …` (64 hexadecimal characters; see [`crate::dice`]). A game
//! from a position text has, as the last line of the header, `position: …`: that text, in place of the
//! usual start; its options are `-`, as the text implies them. The actions of one turn are joined by `;`.
//! Later positions, deal and dice are not stored: replaying the record leads to the same position.
//!
//! Optional [`Tags`] describe the game. They are lines at the end of the header, in this order, each of
//! which may be missing:
//!
//! ```text
//! first: "alice"
//! second: "Bob \"the Builder\""
//! date: 2026-11-21
//! result: first-won
//! termination: resigned
//! ```
//!
//! `first` and `second` are the names of the players in the order of their seats; a solitaire has only the
//! first one. A name is in double quotes, with escapes as in a Rust string, so that it is one line whatever
//! it contains. `date` is the day in UTC on which the game ended. `result` is `first-won`, `second-won`,
//! `nobody-won` or `unfinished`, and `termination`, which the first three of them require, is the cause:
//! `rules`, `resigned` (by the other player), `time` (of the other player, which was up), `agreed` (by both) or
//! `abandoned`. A result that contradicts the turns is refused when the record is replayed.

mod name;
mod tags;

use std::fmt;

pub use jiff::civil::Date;
pub use name::MAX_NAME_CHARS;
pub use tags::{Tags, Termination};

use crate::dice::Seed;

/// The version of the format.
const VERSION: &str = "1";

/// A parsed game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options, `-` for none.
    pub options: String,
    /// The seed of deal and dice, in games with chance.
    pub seed: Option<Seed>,
    /// The position text of the start; `None` for the usual start.
    pub position: Option<String>,
    /// The players, the date and the result.
    pub tags: Tags,
    /// The actions of every turn; the last turn may be unfinished.
    pub turns: Vec<Vec<String>>,
}

/// An error of reading or replaying a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The cause.
    pub reason: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "icebreaker-record: {VERSION}")?;
        writeln!(f, "game: {}", self.game)?;
        writeln!(f, "rules: {}", self.rules)?;
        writeln!(f, "options: {}", self.options)?;
        if let Some(seed) = &self.seed {
            writeln!(f, "seed: {}", seed.to_hex())?;
        }
        if let Some(position) = &self.position {
            writeln!(f, "position: {position}")?;
        }
        for (key, value) in self.tags.lines() {
            writeln!(f, "{key}: {value}")?;
        }
        writeln!(f)?;
        self.turns
            .iter()
            .try_for_each(|turn| writeln!(f, "{}", turn.join(";")))
    }
}

impl std::str::FromStr for Record {
    type Err = RecordError;

    /// Parses the format of `Display`; the legality of actions is checked on replay.
    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut lines = LineReader {
            lines: text.lines().collect(),
            next: 0,
        };
        let version = lines.header("icebreaker-record")?;
        if version != VERSION {
            return Err(lines.fail(format!("version {version} is unknown, {VERSION} is known")));
        }
        let game = lines.header("game")?.to_owned();
        let rules = lines.header("rules")?;
        let rules = rules
            .parse()
            .map_err(|_| lines.fail(format!("{rules:?} is no number")))?;
        let options = lines.header("options")?.to_owned();
        let seed = if lines.is_next("seed") {
            let hex = lines.header("seed")?;
            let seed = Seed::from_hex(hex);
            Some(seed.ok_or_else(|| lines.fail("not 64 hexadecimal characters".to_owned()))?)
        } else {
            None
        };
        let position = if lines.is_next("position") {
            Some(lines.header("position")?.to_owned())
        } else {
            None
        };
        let tags = Tags::read(&mut lines)?;
        lines.next += 1;
        if lines.current() != Some("") {
            return Err(lines.fail("an empty line is missing after the header".to_owned()));
        }
        let mut turns = Vec::new();
        while lines.next < lines.lines.len() {
            let turn = lines.peek();
            lines.next += 1;
            let actions = turn.split(';').map(|action| action.trim().to_owned());
            let actions: Vec<String> = actions.collect();
            if actions.iter().any(String::is_empty) {
                return Err(lines.fail("an action is missing".to_owned()));
            }
            turns.push(actions);
        }
        Ok(Record {
            game,
            rules,
            options,
            seed,
            position,
            tags,
            turns,
        })
    }
}

impl Record {
    /// Returns the line of a turn by its index, counted from 1.
    pub(crate) fn line_of(&self, turn: usize) -> usize {
        self.line_of_tags() + self.tags.lines().len() + 1 + turn
    }

    /// Returns the line of the position.
    pub(crate) fn line_of_position(&self) -> usize {
        5 + usize::from(self.seed.is_some())
    }

    /// Returns the line of the first tag.
    fn line_of_tags(&self) -> usize {
        self.line_of_position() + usize::from(self.position.is_some())
    }
}

/// A cursor over the lines of a record.
struct LineReader<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> LineReader<'a> {
    fn peek(&self) -> &'a str {
        self.lines.get(self.next).copied().unwrap_or_default()
    }

    /// Returns whether the next line has this key.
    fn is_next(&self, key: &str) -> bool {
        let rest = self.peek().strip_prefix(key);
        rest.is_some_and(|rest| rest.starts_with(':'))
    }

    /// Returns the line read last.
    fn current(&self) -> Option<&'a str> {
        self.lines.get(self.next.checked_sub(1)?).copied()
    }

    fn header(&mut self, key: &str) -> Result<&'a str, RecordError> {
        let line = self.peek();
        self.next += 1;
        match line.split_once(": ") {
            Some((found, value)) if found == key && !value.trim().is_empty() => Ok(value.trim()),
            _ => Err(self.fail(format!("\"{key}: …\" is missing"))),
        }
    }

    fn fail(&self, reason: String) -> RecordError {
        RecordError {
            line: self.next,
            reason,
        }
    }
}
