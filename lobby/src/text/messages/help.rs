//! Messages of `help`.

use games::Typed;
use serde::Serialize;

/// A message of `help`, except those about single commands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum HelpMessage {
    /// Overview in a room.
    Overview { topics: String },
    /// Overview in a direct message.
    Direct { topics: String },
    /// Heading of the list of commands.
    Commands,
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
    TopicLevels { usual: u8 },
    /// Topic: options of a game.
    TopicOptions,
    /// Topic: notation of positions.
    TopicPosition,
    /// Heading of the custom breakers.
    TopicBreakers,
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
