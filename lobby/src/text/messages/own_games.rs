//! Messages about a user's games in all rooms, and about the games of others.

use serde::Serialize;

use crate::text::messages::TableId;

/// A message about the sender's games in all rooms.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum MineMessage {
    /// Heading: games that wait for the sender.
    Waiting,
    /// Heading of a list that nobody has asked for.
    NoticeHeading { kind: NoticeKind },
    /// The command that ends such lists, below one.
    NoticeEnd { kind: NoticeKind },
    /// Heading: the other games.
    Others,
    /// The sender has no open game.
    Nothing,
    /// A game for two, with the number of its turn.
    Game {
        table: TableId,
        game: &'static str,
        opponent: String,
        turns: usize,
        #[serde(flatten)]
        time: WaitingTime,
        link: Option<String>,
    },
    /// A game that the sender plays alone.
    Alone {
        table: TableId,
        game: &'static str,
        kind: PlayedAlone,
        link: Option<String>,
    },
    /// A challenge to the sender.
    Challenged {
        table: TableId,
        game: String,
        opponent: String,
        link: Option<String>,
    },
    /// A request of the opponent that the sender has to answer.
    Requested {
        table: TableId,
        game: &'static str,
        opponent: String,
        request: AskedFor,
        link: Option<String>,
    },
    /// Caption of the board of a game for two.
    Next {
        table: TableId,
        game: &'static str,
        opponent: String,
    },
    /// No game waits for the sender.
    NoneWaiting,
    /// Below the board of a game in another place.
    PlayThere { link: String },
    /// Refusal: the sender has no direct message for the answer.
    NoDirect,
}

/// A direct message that nobody has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// It has been the reader's turn for a while.
    Turn,
    /// The digest of the day or week.
    Digest,
}

/// A game that one person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlayedAlone {
    /// A run.
    Run,
    /// A puzzle.
    Puzzle,
    /// A lesson.
    Lesson,
}

/// The object of a request to the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AskedFor {
    /// A draw.
    Draw,
    /// A takeback.
    Takeback,
    /// A pause of the clock.
    Pause,
    /// A rematch.
    Rematch,
}

/// The meaning of a time in a list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeKind {
    /// The time left on the clock.
    Left,
    /// The time for which it has been a player's turn.
    Since,
    /// No time is known, or less than a minute.
    Unknown,
}

/// Fields of a message: a time with its meaning.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct WaitingTime {
    pub clock: TimeKind,
    pub time: String,
}

/// A message about a user's games, for others.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum UserMessage {
    /// Heading: a user's open games here.
    Games { name: String },
    /// A user has no open game here.
    NoGames { name: String },
    /// Heading: the sender's open games with a user.
    GamesWithYou { name: String },
    /// The sender has no open game with a user.
    NoGamesWithYou { name: String },
    /// Heading: a user's public results.
    Stats { name: String },
    /// A user has no public results.
    NoStats { name: String },
    /// Refusal: a user hides games and results.
    Private { name: String },
}
