//! Puzzles: positions from the computer's own games in which one turn is clearly the best one.
//!
//! They are found by a program (`games/examples/puzzles`, `docs/engine.md`) and kept as text in
//! `games/puzzles`, one a line:
//!
//! ```text
//! POSITION | TURN | THEME | WORTH | NEXT | DEPTH | LINE
//! ```
//!
//! the actions of the best turn, what it is about, what the position is worth with it and with the next
//! best turn, how many turns ahead one has to look to find it, and how the game goes on then. Actions are
//! separated by `;`. What a position is worth is `wins 2`, `loses 1` (see [`Value`]), `+340` in hundredths
//! of a piece, or, in a run, the chance to win it, `62%`.

mod message;

use std::{fmt, str::FromStr, sync::LazyLock};

use crate::{
    catalog::{Entry, read_position},
    dice::Seed,
    fact::{Fact, Illegal},
    layout::Layout,
    live::Live,
    scene::Ground,
    search::Value,
};

pub use message::Message;

/// Games whose puzzles are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// GIPF in its versions.
    Gipf,
    /// MATRX GIPF.
    Matrx,
    /// ZÈRTZ.
    Zertz,
    /// The run.
    Run,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 4] = [Family::Gipf, Family::Matrx, Family::Zertz, Family::Run];

    /// How it is called in files and in what is stored.
    pub const fn id(self) -> &'static str {
        match self {
            Family::Gipf => "gipf",
            Family::Matrx => "matrx",
            Family::Zertz => "zertz",
            Family::Run => "run",
        }
    }

    /// The family of a game; nothing if there are no puzzles of it.
    pub fn of(entry: &Entry) -> Option<Family> {
        let is_of = |family: &Family| entry.id.starts_with(family.id());
        Family::ALL.into_iter().find(is_of)
    }

    /// Its puzzles as they are stored.
    pub const fn text(self) -> &'static str {
        match self {
            Family::Gipf => include_str!("../puzzles/gipf.txt"),
            Family::Matrx => include_str!("../puzzles/matrx.txt"),
            Family::Zertz => include_str!("../puzzles/zertz.txt"),
            Family::Run => include_str!("../puzzles/run.txt"),
        }
    }

    /// Its puzzles, in the order of the file.
    pub fn puzzles(self) -> &'static [Puzzle] {
        static ALL: LazyLock<[Vec<Puzzle>; 4]> =
            LazyLock::new(|| Family::ALL.map(|family| lines(family).flatten().collect()));
        ALL.get(self as usize).map_or(&[], Vec::as_slice)
    }

    /// The boards of its puzzles.
    pub fn layouts(self) -> &'static [Layout] {
        static ALL: LazyLock<[Vec<Layout>; 4]> = LazyLock::new(|| {
            Family::ALL.map(|family| {
                let puzzles = family.puzzles().iter();
                let boards = puzzles.filter_map(|puzzle| read_position(&puzzle.position).ok());
                boards.map(|board| board.layout()).collect()
            })
        });
        ALL.get(self as usize).map_or(&[], Vec::as_slice)
    }
}

/// The lines of a file that are no remarks, each read. One that cannot be read is left out of the
/// puzzles; a test finds it.
fn lines(family: Family) -> impl Iterator<Item = Result<Puzzle, NoPuzzle>> {
    let lines = family.text().lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(str::parse)
}

/// What a puzzle is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// The game can be won.
    Win,
    /// All other turns lose.
    Escape,
    /// A GIPF piece can be captured.
    Gipf,
    /// Pieces can be captured at once.
    Capture,
    /// Pieces can be captured soon, whatever is answered.
    Prepare,
    /// Own pieces can be saved.
    Save,
    /// Marbles are given away for better ones.
    Sacrifice,
    /// Of several captures one is the best.
    Marbles,
    /// A step of a run is the best.
    Step,
    /// Power-ups are spent, or kept.
    Boost,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 10] = [
        Theme::Win,
        Theme::Escape,
        Theme::Gipf,
        Theme::Capture,
        Theme::Prepare,
        Theme::Save,
        Theme::Sacrifice,
        Theme::Marbles,
        Theme::Step,
        Theme::Boost,
    ];

    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Theme::Win => "win",
            Theme::Escape => "escape",
            Theme::Gipf => "gipf",
            Theme::Capture => "capture",
            Theme::Prepare => "prepare",
            Theme::Save => "save",
            Theme::Sacrifice => "sacrifice",
            Theme::Marbles => "marbles",
            Theme::Step => "step",
            Theme::Boost => "boost",
        }
    }
}

/// What a position is worth to the one who has to find the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// In a game for two.
    Value(Value),
    /// In a run, the chance to win it, in percent.
    Chance(u8),
}

impl Worth {
    /// In a game for two, what a search says.
    pub const fn value(self) -> Option<Value> {
        match self {
            Worth::Value(value) => Some(value),
            Worth::Chance(_) => None,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Value(Value::Wins(turns)) => write!(f, "wins {turns}"),
            Worth::Value(Value::Loses(turns)) => write!(f, "loses {turns}"),
            Worth::Value(Value::Score(score)) => write!(f, "{score:+}"),
            Worth::Chance(percent) => write!(f, "{percent}%"),
        }
    }
}

impl FromStr for Worth {
    type Err = NoPuzzle;

    fn from_str(text: &str) -> Result<Worth, NoPuzzle> {
        let read = || {
            if let Some(percent) = text.strip_suffix('%') {
                return Some(Worth::Chance(percent.parse().ok()?));
            }
            Some(Worth::Value(match text.split_once(' ') {
                Some(("wins", turns)) => Value::Wins(turns.parse().ok()?),
                Some(("loses", turns)) => Value::Loses(turns.parse().ok()?),
                Some(_) => return None,
                None => Value::Score(text.parse().ok()?),
            }))
        };
        read().ok_or_else(|| NoPuzzle("worth", text.to_owned()))
    }
}

/// A position in which one turn is clearly the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its position text.
    pub position: String,
    /// The actions of the turn, as they are written in records.
    pub turn: Vec<String>,
    /// What it is about.
    pub theme: Theme,
    /// What the position is worth with that turn.
    pub worth: Worth,
    /// What it is worth with the best of all other turns.
    pub next: Worth,
    /// How many turns ahead one has to look to find it, those of both sides counted, its own included.
    pub depth: u32,
    /// How the game is expected to go on after that turn.
    pub line: Vec<String>,
}

/// A line that is no puzzle: which part of it is wrong, and what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPuzzle(&'static str, String);

impl fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no {} of a puzzle", self.1, self.0)
    }
}

impl std::error::Error for NoPuzzle {}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle {
            position,
            turn,
            theme,
            worth,
            next,
            depth,
            line,
        } = self;
        let (turn, theme) = (turn.join(";"), theme.as_str());
        write!(
            f,
            "{position} | {turn} | {theme} | {worth} | {next} | {depth}"
        )?;
        write!(f, " | {}", line.join(";"))
    }
}

impl FromStr for Puzzle {
    type Err = NoPuzzle;

    fn from_str(text: &str) -> Result<Puzzle, NoPuzzle> {
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        let [position, turn, theme, worth, next, depth, line] = parts.as_slice() else {
            return Err(NoPuzzle("line", text.to_owned()));
        };
        let actions = |text: &str| {
            let actions = text.split(';').filter(|action| !action.is_empty());
            actions.map(str::to_owned).collect::<Vec<_>>()
        };
        let named = |known: &Theme| known.as_str() == *theme;
        let theme_of = Theme::ALL.into_iter().find(named);
        Ok(Puzzle {
            position: (*position).to_owned(),
            turn: actions(turn),
            theme: theme_of.ok_or_else(|| NoPuzzle("theme", (*theme).to_owned()))?,
            worth: worth.parse()?,
            next: next.parse()?,
            depth: depth
                .parse()
                .map_err(|_| NoPuzzle("depth", (*depth).to_owned()))?,
            line: actions(line),
        })
    }
}

impl Puzzle {
    /// The puzzle whose position a game was set up from.
    pub fn of(live: &Live) -> Option<&'static Puzzle> {
        let position = live.record().position.as_ref()?;
        let puzzles = Family::of(live.entry())?.puzzles();
        puzzles.iter().find(|puzzle| puzzle.position == *position)
    }

    /// A game at its position. In a run, dice follow from a seed that is always the same.
    ///
    /// # Errors
    /// What is wrong with the position text.
    pub fn set_up(&self) -> Result<Live, Illegal> {
        Live::set_up(&self.position, Some(Seed([0; 32])))
    }

    /// The game after the turn; a run before it, for nobody knows what the dice will show.
    ///
    /// # Errors
    /// What is wrong with the position text, or with the turn.
    pub fn solved(&self) -> Result<Live, Illegal> {
        let mut live = self.set_up()?;
        if !live.entry().chance {
            for action in &self.turn {
                live.play(action)?;
            }
        }
        Ok(live)
    }

    /// Whether a game that has begun at its position has come to where the turn leads, in whatever order.
    pub fn is_solved_by(&self, live: &Live) -> bool {
        if live.entry().chance {
            let tried = live.record().turns.first().and_then(|turn| turn.first());
            return tried.is_some_and(|tried| self.is_alike(tried));
        }
        let solved = self.solved();
        solved.is_ok_and(|solved| solved.position_text() == live.position_text())
    }

    /// Whether an action of a run comes to the same as the solution: it is the same, or the same breaker
    /// goes onto something new as well, for nobody knows what that will be.
    fn is_alike(&self, tried: &str) -> bool {
        let Some(solution) = self.turn.first() else {
            return false;
        };
        let Ok(start) = self.set_up() else {
            return false;
        };
        let scene = start.scene();
        let is_new = |space: &str| {
            let mut points = scene.points.iter();
            !points.any(|point| point.name == space && matches!(point.ground, Ground::Tile { .. }))
        };
        match (tried.split_once(' '), solution.split_once(' ')) {
            (Some((breaker, space)), Some((other, found))) if breaker == other => {
                space == found || (is_new(space) && is_new(found))
            }
            _ => tried == solution,
        }
    }

    /// What is asked: the theme, without a word of how.
    pub fn ask(&self) -> Fact {
        let ask = match self.theme {
            Theme::Win => Message::Win {
                turns: match self.worth {
                    Worth::Value(Value::Wins(turns)) => Some(turns),
                    _ => None,
                },
            },
            Theme::Escape => Message::Escape,
            Theme::Gipf => Message::Gipf,
            Theme::Capture => Message::Capture,
            Theme::Prepare => Message::Prepare,
            Theme::Save => Message::Save,
            Theme::Sacrifice => Message::Sacrifice,
            Theme::Marbles => Message::Marbles,
            Theme::Step => Message::Step,
            Theme::Boost => Message::Boost,
        };
        ask.into()
    }

    /// Why the turn is the best one, most important first.
    pub fn why(&self) -> Vec<Fact> {
        let line: Vec<String> = self.turn.iter().chain(&self.line).cloned().collect();
        let live = self.set_up().ok();
        live.map_or_else(Vec::new, |live| {
            live.explain(&line, self.turn.len(), self.worth.value())
        })
    }

    /// How the action after so many of them begins, without telling all of it; nothing where there are only two
    /// answers.
    pub fn beginning(&self, made: usize) -> Option<&str> {
        let first = self.turn.get(made).filter(|_| self.theme != Theme::Boost)?;
        // A capture of ZÈRTZ begins with `x`, which tells nothing.
        let skipped = first.len() - first.strip_prefix("x ").unwrap_or(first).len();
        let ends = first.char_indices().skip(skipped + 1);
        let mut ends = ends.filter(|(_, c)| matches!(c, '-' | ',' | ' ' | 'A'..='Z'));
        let last = || first.char_indices().next_back().map(|(place, _)| place);
        let end = ends.next().map(|(place, _)| place).or_else(last)?;
        first.get(..end).filter(|beginning| !beginning.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_read_as_it_is_written() {
        for text in [
            "gipf-basic w b2=b - - | e1-e4;xb2,c3 | win | wins 2 | -120 | 3 | b2-b3;b5",
            "zertz-basic 1 a1 - - - | x d1Gd3 | marbles | +340 | loses 1 | 1 | ",
            "run m13=K1 | k m14 | step | 62% | 40% | 1 | ",
        ] {
            assert_eq!(text.parse::<Puzzle>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "a | b | c",
            "a | b | war | +1 | +0 | 1 | ",
            "a | b | win | 1 1 | +0 | 1 | ",
            "a | b | win | +1 | draws 1 | 1 | ",
            "a | b | win | +1 | +0 | deep | ",
        ] {
            assert!(text.parse::<Puzzle>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_who_is_to_win_is_told_with_which_turn() {
        let asked = |theme: &str| {
            let text = format!("a | b2 | {theme} | wins 2 | +0 | 1 | ");
            text.parse::<Puzzle>().unwrap().ask().to_string()
        };
        assert_eq!(asked("win"), "puzzle-ask-win turns=2");
        assert_eq!(asked("prepare"), "puzzle-ask-prepare");
    }

    #[test]
    fn the_beginning_of_an_action_tells_not_all_of_it() {
        for (action, beginning) in [
            ("e1-e4", "e1"),
            ("Zc3-f6", "Zc3"),
            ("Gb2", "Gb"),
            ("b2", "b"),
            ("xb2,c3", "xb2"),
            ("Wd4,d1", "Wd4"),
            ("x d1Gd3", "x d1"),
            ("k m14", "k"),
        ] {
            let text = format!("a | {action} | step | +1 | +0 | 1 | ");
            let puzzle: Puzzle = text.parse().unwrap();
            assert_eq!(puzzle.beginning(0), Some(beginning), "{action}");
        }
    }

    #[test]
    fn every_line_of_the_files_is_a_puzzle() {
        for family in Family::ALL {
            for line in lines(family) {
                assert!(line.is_ok(), "{family:?}: {line:?}");
            }
        }
    }
}
