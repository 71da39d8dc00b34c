//! The words of the game room: what tables are played for, what is asked and answered at them.

use games::Entry;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{day::Day, person::Person};

/// What a table is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// For itself.
    #[default]
    Free,
    /// A run whose deal and dice follow from a word, which can be made over and over.
    Word,
    /// The run of a day.
    Day(Day),
    /// To decide what the table with this number waits for.
    Contest(u32),
    /// To see what the rules allow in a position: one person plays all sides, and it counts nowhere.
    Lesson,
    /// To find the best turn in a position: the puzzle of a day, or any other.
    Puzzle(Option<Day>),
}

impl Occasion {
    /// The day whose puzzle it is.
    pub fn puzzle_day(self) -> Option<Day> {
        match self {
            Occasion::Puzzle(day) => day,
            _ => None,
        }
    }

    /// The day whose run it is.
    pub fn day(self) -> Option<Day> {
        match self {
            Occasion::Day(day) => Some(day),
            Occasion::Free
            | Occasion::Word
            | Occasion::Contest(_)
            | Occasion::Lesson
            | Occasion::Puzzle(_) => None,
        }
    }

    /// Whether so many people can be at a table of a game: one for each seat, and at a lesson one for
    /// all of them.
    ///
    /// # Errors
    /// How many were expected.
    pub fn check_players(self, entry: &Entry, players: usize) -> Result<(), String> {
        let expected = match self {
            Occasion::Lesson => 1,
            Occasion::Free
            | Occasion::Word
            | Occasion::Day(_)
            | Occasion::Contest(_)
            | Occasion::Puzzle(_) => entry.seats,
        };
        if players == expected {
            return Ok(());
        }
        Err(format!("{players} players at a game for {expected}"))
    }
}

/// A challenge that has not been answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Who asked.
    pub from: Person,
    /// Who was asked; `None` means anyone.
    pub to: Option<Person>,
    /// The game's id in the CATALOG.
    pub game: String,
    /// Which seat the challenger takes.
    pub side: Side,
    /// The options of the record.
    pub options: String,
    /// When it was asked.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    pub asked: Timestamp,
}

impl Challenge {
    /// The user ids of who asked and who was asked by name.
    pub fn people(&self) -> Vec<&str> {
        let people = [&self.from].into_iter().chain(&self.to);
        people.map(|person| person.id.as_str()).collect()
    }
}

/// Which seat a challenger wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first seat.
    White,
    /// The second seat.
    Black,
    /// Drawn by lot when the challenge is accepted.
    Random,
}

impl Side {
    /// As it is typed.
    pub fn word(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
            Side::Random => "random",
        }
    }

    /// What is left for the other player.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
            Side::Random => Side::Random,
        }
    }
}

/// Something asked for that needs an answer. Seats are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    /// This seat offers a draw.
    Draw(u8),
    /// This seat asks to take its last action back.
    Takeback(u8),
}

impl Pending {
    /// The seat that asks.
    pub fn by(self) -> u8 {
        match self {
            Pending::Draw(by) | Pending::Takeback(by) => by,
        }
    }
}

/// An action that has its price, and of which it was asked whether it is really meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The action, as it was typed.
    pub action: String,
    /// When that was asked.
    pub asked: Timestamp,
}

/// How a contest ended, as a player tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// The one who tells it has won.
    Won,
    /// The one who tells it has lost.
    Lost,
    /// Nobody has won.
    Tied,
}

impl Report {
    /// What the other player has to say to agree.
    pub fn seen_by_the_other(self) -> Report {
        match self {
            Report::Won => Report::Lost,
            Report::Lost => Report::Won,
            Report::Tied => Report::Tied,
        }
    }

    /// As it is typed.
    pub fn word(self) -> &'static str {
        match self {
            Report::Won => "won",
            Report::Lost => "lost",
            Report::Tied => "tied",
        }
    }

    /// Reads the word.
    pub fn from_word(word: &str) -> Option<Report> {
        let all = [Report::Won, Report::Lost, Report::Tied];
        all.into_iter().find(|report| report.word() == word)
    }
}

/// How a table's game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game; the record tells how.
    Rules,
    /// This seat gave up.
    Resigned(u8),
    /// Both agreed on a draw.
    Agreed,
    /// Without a winner, because a player or the bot has left the room.
    Abandoned,
}
