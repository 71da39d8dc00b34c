//! Messages of the help and of the rules, and pointers to what can be done next.

use games::{Seat, Typed};
use serde::Serialize;

use crate::text::messages::TableId;

/// Suggestions after a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AgainMessage {
    /// After a game with a newer one in its thread.
    Past { table: TableId },
    /// After a contest.
    Contest,
    /// After a run of the day.
    Day,
    /// After a run in a room.
    RunHere,
    /// After a run in a direct message.
    Run,
    /// After a duel without a move.
    DuelUnplayed,
    /// After a duel.
    Duel,
    /// After a lesson.
    Lesson,
    /// After a puzzle.
    Puzzle,
}

/// A refusal of a command.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum CommandMessage {
    /// Refusal: no such command.
    Unknown { word: Typed, near: Option<String> },
    /// Refusal: no such game, but one of a similar name.
    UnknownGame {
        text: Typed,
        game: &'static str,
        near: String,
    },
    /// Refusal: a surplus word.
    TooMuch { extra: Typed, form: &'static str },
    /// Refusal: a missing word.
    TooLittle { form: &'static str },
    /// Refusal: a text that is no clock.
    Clock { text: Typed },
    /// Refusal: only the computer has levels.
    LevelOfPerson,
}

/// An answer to everyday words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PhraseMessage {
    /// Answer to a greeting.
    Greeting { player: String },
    /// Answer to thanks.
    Thanks { player: String },
    /// Ways to learn a game.
    HowToPlay,
    /// Ways to learn the game in progress.
    HowToGoOn { game: &'static str },
    /// Commands that start a game.
    NewGame,
    /// Commands that end a game.
    Leave,
}

/// A message of `help`, except those about single commands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum HelpMessage {
    /// Overview in a room.
    Overview { topics: String },
    /// Overview in a direct message.
    Direct { topics: String },
    /// Beginning of the overview in the place of a puzzle.
    AtPuzzle,
    /// Heading of the list of commands.
    Commands,
    /// Heading of a group of commands.
    Group { group: &'static str },
    /// A command in the list.
    Line { form: String, what: String },
    /// Below the list of commands: topics and games.
    Topics { topics: String, games: String },
    /// Heading of the list of admin commands.
    Admin,
    /// In the overview for admins: a pointer to their commands.
    AdminMore,
    /// Refusal: no such topic.
    NoSuchTopic {
        text: Typed,
        near: Option<String>,
        topics: String,
        games: String,
    },
    /// Note: a game shares its name with the explained word.
    GameOfThatName { game: &'static str },
    /// The rows and columns of a board.
    BoardLines { game: &'static str },
    /// Heading of paragraphs about a family of games.
    OfGames { family: &'static str },
    /// Topic: playing with others and with the computer.
    TopicPlay,
    /// Topic: levels of the computer.
    TopicLevels { first: u8 },
    /// Topic: options of a game.
    TopicOptions,
    /// Topic: notation of positions.
    TopicPosition,
    /// The settings of rooms and persons.
    TopicSettings,
    /// Heading of the custom breakers.
    TopicBreakers,
    /// The custom breakers of a colour.
    BreakersOf { colour: &'static str, names: String },
    /// Notation of moves: every game.
    Notation,
    /// Notation of moves: MATRX GIPF.
    NotationMatrx,
    /// Notation of moves: GIPF.
    NotationGipf,
    /// Notation of moves: boards with dots.
    NotationBoard,
    /// Notation of moves: ZÈRTZ.
    NotationZertz,
    /// Notation of moves: runs.
    NotationRun,
    /// Notation of moves: numbered answers.
    NotationNumber,
    /// Pictures of boards with dots.
    BoardPicturesHex,
    /// Boards with dots as text.
    BoardTextHex,
    /// Boards with dots as narrow text.
    BoardNarrowHex,
    /// Pictures of ZÈRTZ.
    BoardPicturesZertz,
    /// ZÈRTZ as text.
    BoardTextZertz,
    /// Pictures of runs.
    BoardPicturesRun,
    /// Runs as text.
    BoardTextRun,
    /// Boards in words.
    BoardWords,
}

/// A message of `next`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum NextMessage {
    /// No reading position and no game here.
    Nothing,
    /// The game is over.
    Over,
    /// The other player's turn.
    OthersTurn { seat: Seat },
    /// Heading of a question the user has to answer.
    Waits,
}

/// A message around the steps of the rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum TeachMessage {
    /// Name of the first player in pictures.
    First,
    /// Name of the second player in pictures.
    Second,
    /// Text between two pictures.
    Another,
    /// An action played in a picture.
    Typed { seat: Seat, action: String },
    /// Heading of the steps in the overview.
    Steps,
    /// A step in the overview.
    Step { number: usize, title: String },
    /// Heading of a step.
    Heading {
        number: usize,
        count: usize,
        title: String,
    },
    /// Below the overview: how to read on.
    Overview { first: Option<usize>, last: usize },
    /// Below a step: the next one.
    Next { number: usize, title: String },
    /// Below the last step.
    End { first: Option<usize>, last: usize },
    /// Refusal: no such step.
    NoSuchStep { count: usize },
    /// After a sample turn: how to start a game.
    PlayNext { game: &'static str },
}
