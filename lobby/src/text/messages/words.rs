//! Descriptions of positions in words.

use games::{Seat, scene::RollOdds};
use serde::Serialize;

/// A part of a position in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum WordsMessage {
    /// The last turn.
    Last { seat: Seat, action: String },
    /// Pieces of a kind on the board.
    Pieces {
        seat: Seat,
        pile: String,
        spots: String,
    },
    /// No pieces of a side on the board.
    NoPieces { seat: Seat },
    /// All pieces on a spot with covered ones.
    Under {
        spot: String,
        pieces: Option<String>,
    },
    /// A piece on a spot with covered pieces.
    Piece { piece: char, seat: Seat },
    /// Spots that the last turn changed.
    Changed { spots: String },
    /// Spots that require a decision now.
    Due { spots: String },
    /// Rings with marbles that can capture.
    CanCapture { spots: String },
    /// Pieces of a kind beside the board.
    Item { pile: String, count: u8 },
    /// Reserve of a side.
    Reserve { seat: Seat, items: Option<String> },
    /// Pieces that a side has lost.
    Lost { seat: Seat, items: Option<String> },
    /// GIPF pieces of a side.
    Lives { seat: Seat, board: u8, reserve: u8 },
    /// Marbles of a colour beside the board.
    Marble { colour: char, count: u8 },
    /// The pool.
    Pool { items: Option<String> },
    /// Marbles that a player has captured.
    Captured { seat: Seat, items: Option<String> },
    /// A winning set, and its missing marbles.
    Set {
        marbles: Option<String>,
        missing: u8,
    },
    /// All winning sets of a player.
    Sets { seat: Seat, sets: String },
    /// Rings with marbles of a colour.
    Marbles { colour: char, spots: Option<String> },
    /// Rings left on the board, and the vacant ones.
    Rings { count: usize, spots: Option<String> },
    /// A structure.
    Structure {
        space: String,
        kind: StructureKind,
        colour: String,
        strength: u8,
        token: bool,
        on: Option<String>,
        next: Option<String>,
    },
    /// Power-ups of a colour.
    Token { colour: String, count: u8 },
    /// Power-ups in hand.
    Hand { items: Option<String> },
    /// Power-ups in the bank.
    Bank { items: Option<String> },
    /// Breakers outside.
    Outside { items: Option<String> },
    /// A breaker beside a space, with its odds there.
    Odds {
        breaker: String,
        #[serde(flatten)]
        odds: RollOdds,
    },
    /// Spaces for new structures.
    Free { spaces: String },
    /// A space for a new structure beside a breaker.
    FreeSpace { space: String, next: String },
}

/// The kind of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StructureKind {
    /// Ice.
    Ice,
    /// A data fort.
    Fort,
}
