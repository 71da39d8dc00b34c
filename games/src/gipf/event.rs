//! The events of a turn, and their messages.

use serde::{Serialize, Serializer};

use super::{
    message::Message,
    piece::PieceKind,
    planes::Entering,
    reserve::Reserve,
    row::{Row, RowYield},
    spot::{name, names},
};
use crate::{
    hex::Coord,
    seat::Seat,
    spots::{Spot, Spots},
};

/// A push of a piece from a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// The dot.
    pub dot: Coord,
    /// The spot where the furthest piece came to rest.
    pub end: Spot,
    /// `true` if a piece was in the way.
    pub pushes: bool,
}

/// An effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An entry (section D).
    Entered {
        /// The mover.
        seat: Seat,
        /// The piece or pieces.
        entering: Entering,
        /// The push.
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
        kind: PieceKind,
        /// The start.
        from: Spot,
        /// The target.
        to: Spot,
    },
    /// The announcement of a jump (GIPF with potentials, C.2).
    JumpAnnounced {
        /// The mover.
        seat: Seat,
        /// The start.
        from: Spot,
        /// The target.
        to: Spot,
    },
    /// A challenge of the announced jump.
    Contested {
        /// The challenger.
        seat: Seat,
        /// The spot of the potential.
        spot: Spot,
        /// The number of jumps that the challenger may still challenge.
        left: u8,
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
        spot: Spot,
    },
    /// A row dealt with (section E).
    RowDealt {
        /// The player.
        seat: Seat,
        /// The row before it was cleared.
        row: Option<Row>,
        /// `true` if it had stacks, which left a choice.
        stacks: bool,
        /// The cleared spots.
        taken: Spots,
        /// The number of enemy GIPF pieces of GIPF captured (GIPF, 2.B.2).
        gipfs: u8,
        /// The number of own GIPF pieces taken back as single pieces.
        own_gipfs: u8,
        /// The pieces taken.
        row_yield: RowYield,
    },
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
        white: Spots,
        /// The spots with Black's pieces on top now.
        black: Spots,
    },
    /// Rows of GIPF pieces left on the board (GIPF, 2.B.1).
    RowsLeft {
        /// The player.
        seat: Seat,
    },
}

impl Event {
    /// Returns the message of the event.
    pub(super) fn message(self) -> Message {
        match self {
            Event::Entered {
                seat,
                entering,
                pushed,
            } => entered(seat, entering, pushed),
            Event::PotentialsLost { seat, pieces } => Message::PotentialsLost { seat, pieces },
            Event::Extra { seat, pushed } => extra(seat, pushed),
            Event::ExtraGivenUp { seat } => Message::ExtraGivenUp { seat },
            Event::Moved {
                seat,
                kind,
                from,
                to,
            } => Message::Moved {
                seat,
                piece: kind,
                from: name(from),
                to: name(to),
            },
            Event::JumpAnnounced { seat, from, to } => Message::JumpAnnounced {
                seat,
                from: name(from),
                to: name(to),
            },
            Event::Contested { seat, spot, left } => Message::Contested {
                seat,
                spot: name(spot),
                count: left,
            },
            Event::Upheld { seat } => Message::Upheld { seat },
            Event::Neutralised { seat, spot } => Message::Neutralised {
                seat,
                spot: name(spot),
            },
            Event::RowDealt {
                seat,
                row,
                stacks,
                taken,
                gipfs,
                own_gipfs,
                row_yield,
            } => row_dealt(seat, row, taken, row_yield, [gipfs, own_gipfs], stacks),
            Event::Spent { seat, pieces } => Message::Spent { seat, pieces },
            Event::Freed { white, black } => Message::Freed {
                white: names(white),
                black: names(black),
            },
            Event::RowsLeft { seat } => Message::RowsLeft { seat },
        }
    }
}

fn entered(seat: Seat, piece: Entering, pushed: Pushed) -> Message {
    Message::Entered {
        seat,
        piece,
        dot: pushed.dot,
        end: name(pushed.end),
        pushes: pushed.pushes,
    }
}

fn extra(seat: Seat, pushed: Pushed) -> Message {
    Message::Extra {
        seat,
        dot: pushed.dot,
        end: name(pushed.end),
        pushes: pushed.pushes,
    }
}

/// Returns the message of a row. Rows with a choice have a message of their own, as they are counted
/// separately: a player who has dealt with some knows how.
fn row_dealt(
    seat: Seat,
    row: Option<Row>,
    taken: Spots,
    row_yield: RowYield,
    [gipfs, own_gipfs]: [u8; 2],
    stacks: bool,
) -> Message {
    let spots = names(taken);
    let RowYield {
        regained, captured, ..
    } = row_yield;
    if stacks {
        Message::RowOfStacksDealt {
            seat,
            row,
            spots,
            regained,
            captured,
            gipfs,
            own_gipfs,
        }
    } else {
        Message::RowDealt {
            seat,
            row,
            spots,
            regained,
            captured,
            gipfs,
            own_gipfs,
        }
    }
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
