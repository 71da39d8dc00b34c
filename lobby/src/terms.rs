//! Terms of the game room: purposes of tables, challenges, requests and endings.

use std::{fmt, str::FromStr};

use games::Entry;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    clocks::{InvalidTimeControl, TimeControl},
    day::Day,
    person::Person,
};

/// The purpose of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// A game for its own sake.
    #[default]
    Free,
    /// A run whose deal and dice follow from a seed word, so that it can be repeated.
    Word,
    /// The run of a day.
    Day(Day),
    /// A contest that decides something for the table with this number.
    Contest(u32),
    /// A lesson: one person plays all sides to explore a position, without effect on statistics.
    Lesson,
    /// A puzzle: finding the best turn in a position; with a day, the puzzle of that day.
    Puzzle(Option<Day>),
}

impl Occasion {
    /// Returns the day whose puzzle it is.
    pub fn puzzle_day(self) -> Option<Day> {
        match self {
            Occasion::Puzzle(day) => day,
            _ => None,
        }
    }

    /// Returns the day whose run it is.
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

    /// Checks the number of people at a table of a game: one for each seat, but one for all seats of a lesson.
    ///
    /// # Errors
    /// If the number differs, with the expected one.
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

/// A challenge without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// The challenger.
    pub from: Person,
    /// The challenged user; `None` means anyone.
    pub to: Option<Person>,
    /// The game's id in the CATALOG.
    pub game: String,
    /// The seat the challenger takes.
    pub side: Side,
    /// The options of the record.
    pub options: String,
    /// The clock of the game, if it is played with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// `true` if vacations and weekends do not stop the clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// The time of the challenge.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    pub asked: Timestamp,
    /// The time of the last move of its room's games to a successor, which its people may not have joined yet.
    #[serde(
        default,
        with = "jiff::fmt::serde::timestamp::second::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub moved: Option<Timestamp>,
    /// The kind of the challenge.
    #[serde(default, skip_serializing_if = "ChallengeKind::is_usual")]
    pub kind: ChallengeKind,
}

impl Challenge {
    /// Returns whether it is a standing offer.
    pub fn is_seek(&self) -> bool {
        self.kind == ChallengeKind::Seek
    }

    /// Returns whether vacations and weekends do not stop its clock, though they stop others like it.
    pub fn is_strict(&self) -> bool {
        self.strict && self.clock.is_some_and(TimeControl::is_in_days)
    }

    /// Returns the options of its game, if it has any, such as a handicap.
    pub fn special_options(&self) -> Option<String> {
        (self.options != "-").then(|| self.options.clone())
    }

    /// Returns the moment at which it expires, if it is a standing offer.
    pub fn seek_until(&self) -> Timestamp {
        let end = self.asked.checked_add(ChallengeKind::SEEK_LIFETIME);
        end.unwrap_or(Timestamp::MAX)
    }

    /// Returns the user ids of the challenger and of the user challenged by name.
    pub fn people(&self) -> Vec<&str> {
        let people = [&self.from].into_iter().chain(&self.to);
        people.map(|person| person.id.as_str()).collect()
    }
}

/// A choice of the clock of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockChoice {
    /// No clock.
    Untimed,
    /// A clock with this time control.
    Timed(TimeControl),
}

impl ClockChoice {
    /// The word for no clock.
    const UNTIMED: &'static str = "none";

    /// Returns the time control; `None` for no clock.
    pub fn time_control(self) -> Option<TimeControl> {
        match self {
            ClockChoice::Untimed => None,
            ClockChoice::Timed(control) => Some(control),
        }
    }
}

impl fmt::Display for ClockChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClockChoice::Untimed => f.write_str(ClockChoice::UNTIMED),
            ClockChoice::Timed(control) => control.fmt(f),
        }
    }
}

impl FromStr for ClockChoice {
    type Err = InvalidTimeControl;

    /// Parses `none` or a time control.
    fn from_str(text: &str) -> Result<ClockChoice, InvalidTimeControl> {
        if text == ClockChoice::UNTIMED {
            return Ok(ClockChoice::Untimed);
        }
        text.parse().map(ClockChoice::Timed)
    }
}

/// The kind of a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeKind {
    /// To a user by name or to anyone, for as long as the operator has set.
    #[default]
    Usual,
    /// A standing offer to anyone.
    Seek,
}

impl ChallengeKind {
    /// Lifetime of standing offers.
    pub const SEEK_LIFETIME: SignedDuration = SignedDuration::from_hours(14 * 24);

    /// Returns the lifetime of a challenge; `usual` is that of the usual ones.
    pub fn lifetime(self, usual: SignedDuration) -> SignedDuration {
        match self {
            ChallengeKind::Usual => usual,
            ChallengeKind::Seek => ChallengeKind::SEEK_LIFETIME,
        }
    }

    /// Returns whether it is the usual kind, which is not stored.
    fn is_usual(&self) -> bool {
        *self == ChallengeKind::Usual
    }
}

/// A challenger's choice of seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The first seat.
    White,
    /// The second seat.
    Black,
    /// A random seat, drawn when the challenge is accepted.
    Random,
}

impl Side {
    /// Returns the word users type.
    pub fn word(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
            Side::Random => "random",
        }
    }

    /// Returns the side left for the other player.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
            Side::Random => Side::Random,
        }
    }
}

/// A request that needs an answer. Seats are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    /// A draw offered by this seat.
    Draw(u8),
    /// A takeback of its last action requested by this seat.
    Takeback(u8),
    /// A pause of the clock requested by this seat.
    Pause(u8),
}

impl Pending {
    /// Returns the requesting seat.
    pub fn by(self) -> u8 {
        match self {
            Pending::Draw(by) | Pending::Takeback(by) | Pending::Pause(by) => by,
        }
    }
}

/// An action for which a confirmation was requested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The action, as typed.
    pub action: String,
    /// The time of the request.
    pub asked: Timestamp,
}

/// The seat to move, and the time from which it has been its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnStart {
    /// The seat, 0 or 1.
    pub seat: u8,
    /// The time at which its turn began.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    pub at: Timestamp,
}

/// The result of a contest, as a player reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ContestResult {
    /// A win of the reporting player.
    Won,
    /// A loss of the reporting player.
    Lost,
    /// A tie.
    Tied,
}

impl ContestResult {
    /// Returns the matching report of the other player.
    pub fn seen_by_the_other(self) -> ContestResult {
        match self {
            ContestResult::Won => ContestResult::Lost,
            ContestResult::Lost => ContestResult::Won,
            ContestResult::Tied => ContestResult::Tied,
        }
    }

    /// Returns the word users type.
    pub fn word(self) -> &'static str {
        match self {
            ContestResult::Won => "won",
            ContestResult::Lost => "lost",
            ContestResult::Tied => "tied",
        }
    }

    /// Parses the word.
    pub fn from_word(word: &str) -> Option<ContestResult> {
        let all = [ContestResult::Won, ContestResult::Lost, ContestResult::Tied];
        all.into_iter().find(|report| report.word() == word)
    }
}

/// The way a table's game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game; the outcome follows from the record.
    Rules,
    /// By resignation of this seat.
    Resigned(u8),
    /// By the time of this seat, which is up.
    TimedOut(u8),
    /// By agreement on a draw.
    Agreed,
    /// Without a winner, as this seat did not make its first turn in time.
    NotBegun(u8),
    /// Without a winner, as nobody moved for a long time.
    Idle,
    /// Without a winner: a player or the bot has left, or a lesson, puzzle or contest was closed.
    Abandoned,
}
