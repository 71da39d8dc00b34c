//! The plan of a match, read from the command line.

use std::{path::PathBuf, time::Duration};

use end_to_end::built_programs;
use games::{Dice, Entry, Level};

use crate::statistics::Sprt;

/// The help text.
pub const USAGE: &str = "\
usage: arena SIDE SIDE [OPTION ...]

A side is one of
  --level N               the computer player at that level, 1 to 6
  --engine COMMAND        a program that speaks the protocol of `icebreaker engine`, with its
                          arguments; words are separated by spaces
each of which may be followed by
  --with NAME=VALUE       sets an option of that side; any number of times

Options
  --game GAME             a game for two [matrx]
  --options OPTIONS       what is agreed on, as in records, such as black+2,zertz=3 [-]
  --games N               how many games, rounded up to pairs with exchanged sides [100]
  --opening N             so many turns at the beginning are random, the same for a pair [4]
  --movetime MS           how long a turn may be thought about
  --nodes N               how many positions may be looked at in a turn
  --depth N               how many turns may be looked ahead; of several bounds the first counts,
                          and without any each side does as it likes
  --patience S            who is silent for so long beyond the movetime has lost [60]
  --turns N               a game of so many turns is a draw [400]
  --at-once N             so many pairs are played at the same time [1]
  --seed N                where all chance comes from [1]
  --sprt ELO0 ELO1        ends as soon as it is clear which of the two differences is likelier
  --records FOLDER        writes the record of every game into a folder, which is made";

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two sides; results are from the first one's view.
    pub sides: [Side; 2],
    /// The game.
    pub game: &'static Entry,
    /// The options, in the notation of records.
    pub options: String,
    /// The number of pairs of games, with the same opening and exchanged sides.
    pub pairs: usize,
    /// The number of random turns at the beginning.
    pub opening: usize,
    /// The limits of a search.
    pub bounds: Bounds,
    /// Timeout of an answer, added to the movetime.
    pub patience: Duration,
    /// The maximum number of turns, after which a game is a draw.
    pub turns: usize,
    /// The number of pairs played in parallel.
    pub at_once: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The folder for the records.
    pub records: Option<PathBuf>,
}

/// One of the two sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its name in the report.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The options to set, with their values.
    pub with: Vec<(String, String)>,
}

impl Side {
    /// Creates a side of this program's computer player at a level.
    fn level(level: Level) -> Side {
        let program = built_programs().join("icebreaker");
        Side {
            name: format!("level {level}"),
            command: vec![program.display().to_string(), "engine".to_owned()],
            with: vec![("Level".to_owned(), level.to_string())],
        }
    }

    /// Creates a side of another program.
    fn engine(command: &str) -> Side {
        Side {
            name: command.to_owned(),
            command: command.split_whitespace().map(str::to_owned).collect(),
            with: Vec::new(),
        }
    }

    /// Adds an option to set, given as `NAME=VALUE`; `None` without a `=`.
    fn set(&mut self, setting: &str) -> Option<()> {
        let (name, value) = setting.split_once('=')?;
        self.name = format!("{} {setting}", self.name);
        self.with.push((name.to_owned(), value.to_owned()));
        Some(())
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// In milliseconds.
    pub movetime: Option<u64>,
    /// In positions.
    pub nodes: Option<u64>,
    /// In turns.
    pub depth: Option<u64>,
}

impl Bounds {
    /// Returns the `go` command.
    pub fn command(self) -> String {
        let bounds = [
            ("movetime", self.movetime),
            ("nodes", self.nodes),
            ("depth", self.depth),
        ];
        let told = bounds.map(|(word, bound)| {
            let told = bound.map(|bound| format!(" {word} {bound}"));
            told.unwrap_or_default()
        });
        format!("go{}", told.concat())
    }

    /// Returns the timeout of an answer: the movetime and `patience`.
    pub fn time(self, patience: Duration) -> Duration {
        let movetime = self.movetime.map(Duration::from_millis);
        patience.saturating_add(movetime.unwrap_or_default())
    }
}

impl Plan {
    /// Reads the command line.
    ///
    /// # Errors
    /// If it is wrong, with the reason.
    pub fn read(mut words: impl Iterator<Item = String>) -> Result<Plan, String> {
        let mut sides: Vec<Side> = Vec::new();
        let mut plan = Plan {
            sides: Default::default(),
            game: Entry::FIRST,
            options: "-".to_owned(),
            pairs: 50,
            opening: 4,
            bounds: Bounds::default(),
            patience: Duration::from_secs(60),
            turns: 400,
            at_once: 1,
            seed: 1,
            sprt: None,
            records: None,
        };
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| format!("{word} wants more"));
            let value = next()?;
            match word.as_str() {
                "--level" => {
                    sides.push(Side::level(value.parse().map_err(|_| bad(&word, &value))?))
                }
                "--engine" => sides.push(Side::engine(&value)),
                "--with" => {
                    let side = sides.last_mut().ok_or("--with stands behind a side")?;
                    side.set(&value).ok_or_else(|| bad(&word, &value))?;
                }
                "--sprt" => {
                    let (elo0, elo1) = (number(&word, &value)?, number(&word, &next()?)?);
                    plan.sprt = Some(Sprt { elo0, elo1 });
                }
                _ => plan.set(&word, &value)?,
            }
        }
        plan.sides = <[Side; 2]>::try_from(sides).map_err(|_| "it takes two sides")?;
        plan.check()?;
        Ok(plan)
    }

    fn set(&mut self, word: &str, value: &str) -> Result<(), String> {
        match word {
            "--game" => self.game = Entry::named(value).ok_or_else(|| bad(word, value))?,
            "--options" => self.options = value.to_owned(),
            "--games" => self.pairs = number::<usize>(word, value)?.div_ceil(2),
            "--opening" => self.opening = number(word, value)?,
            "--movetime" => self.bounds.movetime = Some(number(word, value)?),
            "--nodes" => self.bounds.nodes = Some(number(word, value)?),
            "--depth" => self.bounds.depth = Some(number(word, value)?),
            "--patience" => self.patience = Duration::from_secs(number(word, value)?),
            "--turns" => self.turns = number(word, value)?,
            "--at-once" => self.at_once = number(word, value)?,
            "--seed" => self.seed = number(word, value)?,
            "--records" => self.records = Some(value.into()),
            _ => return Err(format!("{word} is no option")),
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        if self.game.seats != 2 {
            return Err(format!("{} is no game for two", self.game.id));
        }
        let start = self.game.start(&self.options, &mut Dice::none());
        start.map_err(|illegal| format!("--options {}: {illegal}", self.options))?;
        let bounds = [self.bounds.movetime, self.bounds.nodes, self.bounds.depth];
        if bounds.contains(&Some(0)) || self.pairs == 0 || self.at_once == 0 {
            return Err("there is nothing to be done with 0".to_owned());
        }
        if let Some(Sprt { elo0, elo1 }) = self.sprt
            && (elo0 >= elo1 || !(elo1 - elo0).is_finite())
        {
            return Err("--sprt wants the smaller difference first".to_owned());
        }
        if self.sides.iter().any(|side| side.command.is_empty()) {
            return Err("--engine wants a command".to_owned());
        }
        Ok(())
    }
}

fn bad(word: &str, value: &str) -> String {
    format!("{word} {value} cannot be")
}

fn number<T: std::str::FromStr>(word: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| bad(word, value))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Reads the plan of a command line.
    pub fn read(line: &str) -> Result<Plan, String> {
        Plan::read(line.split(' ').map(str::to_owned))
    }

    #[test]
    fn options_behind_a_side_concern_it_alone() {
        let plan = Plan::read(
            [
                "--engine",
                "icebreaker engine",
                "--with",
                "Level=3",
                "--level",
                "2",
                "--nodes",
                "9",
            ]
            .map(str::to_owned)
            .into_iter(),
        );
        let plan = plan.unwrap();
        let [first, second] = &plan.sides;
        assert_eq!(first.name, "icebreaker engine Level=3");
        assert_eq!(first.command, ["icebreaker", "engine"]);
        assert_eq!(first.with, [("Level".to_owned(), "3".to_owned())]);
        assert_eq!(second.name, "level 2");
        assert_eq!(plan.bounds.command(), "go nodes 9");
    }

    #[test]
    fn several_bounds_are_all_told() {
        let bounds = Bounds {
            movetime: Some(50),
            nodes: None,
            depth: Some(4),
        };
        assert_eq!(bounds.command(), "go movetime 50 depth 4");
        assert_eq!(
            bounds.time(Duration::from_secs(1)),
            Duration::from_millis(1050)
        );
        assert_eq!(Bounds::default().command(), "go");
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_why() {
        for (line, why) in [
            ("--level 1", "it takes two sides"),
            ("--level 1 --level 7", "--level 7 cannot be"),
            ("--level 1 --level 2 --level 3", "it takes two sides"),
            ("--level 1 --level 2 --game run", "run is no game for two"),
            ("--level 1 --level 2 --games", "--games wants more"),
            ("--level 1 --level 2 --sprt 5", "--sprt wants more"),
            (
                "--level 1 --level 2 --sprt 5 0",
                "--sprt wants the smaller difference first",
            ),
            (
                "--level 1 --level 2 --nodes 0",
                "there is nothing to be done with 0",
            ),
            ("--with Level=1 --level 2", "--with stands behind a side"),
            ("--level 1 --level 2 --fast 3", "--fast is no option"),
        ] {
            assert_eq!(read(line).unwrap_err(), why);
        }
        let wrong = read("--level 1 --level 2 --game matrx --options zertz=3");
        assert!(wrong.unwrap_err().contains("gipf-no-potentials"));
    }
}
