//! The events of a turn, each the message that players get.

use serde::{Serialize, Serializer};

use super::{
    piece::PieceKind,
    planes::Entering,
    reserve::Reserve,
    row::Row,
    spot::{as_name, as_names},
};
use crate::{
    hex::Coord,
    message,
    seat::Seat,
    spots::{Spot, Spots},
};

/// A push of a piece from a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pushed {
    /// The dot.
    pub dot: Coord,
    /// The spot where the furthest piece came to rest.
    #[serde(serialize_with = "as_name")]
    pub end: Spot,
    /// `true` if a piece was in the way.
    pub pushes: bool,
}

/// A cleared row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub struct ClearedRow {
    /// The player.
    pub seat: Seat,
    /// The row before it was cleared.
    pub row: Option<Row>,
    /// The cleared spots.
    #[serde(serialize_with = "as_names")]
    pub spots: Spots,
    /// Own pieces that returned to the reserve.
    pub regained: Reserve,
    /// Enemy pieces that left the game.
    pub captured: Reserve,
    /// The number of enemy GIPF pieces of GIPF captured (GIPF, 2.B.2).
    pub gipfs: u8,
    /// The number of own GIPF pieces taken back as single pieces.
    pub own_gipfs: u8,
}

/// An effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event {
    /// An entry (section D).
    Entered {
        /// The mover.
        seat: Seat,
        /// The piece or pieces.
        piece: Entering,
        /// The push.
        #[serde(flatten)]
        pushed: Pushed,
    },
    /// The loss of potentials that have not entered (GIPF with potentials, A.3).
    PotentialsLost {
        /// The owner.
        seat: Seat,
        /// The pieces.
        pieces: Reserve,
    },
    /// An extra move (H.1).
    Extra {
        /// The mover.
        seat: Seat,
        /// The push.
        #[serde(flatten)]
        pushed: Pushed,
    },
    /// An extra move given up.
    ExtraGivenUp {
        /// The mover.
        seat: Seat,
    },
    /// A move of a potential on the board (section H).
    Moved {
        /// The mover.
        seat: Seat,
        /// The kind of the potential.
        piece: PieceKind,
        /// The start.
        #[serde(serialize_with = "as_name")]
        from: Spot,
        /// The target.
        #[serde(serialize_with = "as_name")]
        to: Spot,
    },
    /// The announcement of a jump (GIPF with potentials, C.2).
    JumpAnnounced {
        /// The mover.
        seat: Seat,
        /// The start.
        #[serde(serialize_with = "as_name")]
        from: Spot,
        /// The target.
        #[serde(serialize_with = "as_name")]
        to: Spot,
    },
    /// A challenge of the announced jump.
    Contested {
        /// The challenger.
        seat: Seat,
        /// The spot of the potential.
        #[serde(serialize_with = "as_name")]
        spot: Spot,
        /// The number of jumps that the challenger may still challenge.
        count: u8,
    },
    /// A failed challenge.
    Upheld {
        /// The player of the jump.
        seat: Seat,
    },
    /// A successful challenge.
    Neutralised {
        /// The player of the jump.
        seat: Seat,
        /// The spot of the removed potential.
        #[serde(serialize_with = "as_name")]
        spot: Spot,
    },
    /// A cleared row of single pieces (section E).
    RowCleared(ClearedRow),
    /// A row with stacks, which left a choice. Counted separately: a player who has dealt with some knows how.
    RowOfStacksCleared(ClearedRow),
    /// The loss of own potentials with a row (GIPF with potentials, A.5).
    Spent {
        /// The owner.
        seat: Seat,
        /// The pieces.
        pieces: Reserve,
    },
    /// The return to play of pieces below removed ones (H.3.3).
    Freed {
        /// The spots with White's pieces on top now.
        #[serde(serialize_with = "as_names")]
        white: Spots,
        /// The spots with Black's pieces on top now.
        #[serde(serialize_with = "as_names")]
        black: Spots,
    },
    /// Rows of GIPF pieces left on the board (GIPF, 2.B.1).
    RowsLeft {
        /// The player.
        seat: Seat,
    },
}

impl message::Message for Event {
    const AREA: &'static str = "gipf";
}

/// Serializes the letter of a piece, `BZ` for a loaded piece. A GIPF piece of two is a `G`.
impl Serialize for Entering {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Entering::Pair(PieceKind::Basic) => PieceKind::Gipf.serialize(serializer),
            Entering::Single(kind) | Entering::Pair(kind) => kind.serialize(serializer),
            Entering::Loaded(kind) => {
                let letters = format!("{}{}", PieceKind::Basic.letter(), kind.letter());
                serializer.serialize_str(&letters)
            }
        }
    }
}
