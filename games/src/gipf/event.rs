//! Events of a turn, and their messages.

use serde::{Serialize, Serializer};

use super::{
    message::Message,
    piece::Kind,
    planes::Entering,
    position::{name, names},
    reserve::Reserve,
    row::{Haul, Row},
};
use crate::{
    hex::Coord,
    seat::Seat,
    spots::{Spot, Spots},
};

/// A piece that was pushed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// From which dot.
    pub dot: Coord,
    /// Where the furthest piece came to rest.
    pub end: Spot,
    /// Whether any piece was in the way.
    pub pushes: bool,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece entered (section D).
    Entered {
        /// Whose.
        seat: Seat,
        /// What.
        entering: Entering,
        /// How.
        pushed: Pushed,
    },
    /// Potentials that have not entered are out of the game (GIPF with potentials, A.3).
    PotentialsLost {
        /// Whose.
        seat: Seat,
        /// Which.
        pieces: Reserve,
    },
    /// An extra move was made (H.1).
    Extra {
        /// By whom.
        seat: Seat,
        /// How.
        pushed: Pushed,
    },
    /// An extra move was given up.
    ExtraGivenUp {
        /// By whom.
        seat: Seat,
    },
    /// A potential moved on the board (section H).
    Moved {
        /// Whose.
        seat: Seat,
        /// Which.
        kind: Kind,
        /// From where.
        from: Spot,
        /// Where to.
        to: Spot,
    },
    /// A jump was announced (GIPF with potentials, C.2).
    JumpAnnounced {
        /// By whom.
        seat: Seat,
        /// From where.
        from: Spot,
        /// Where to.
        to: Spot,
    },
    /// The announced jump was challenged.
    Contested {
        /// By whom.
        seat: Seat,
        /// Where the potential stands.
        spot: Spot,
        /// How many jumps may still be challenged.
        left: u8,
    },
    /// The challenge failed.
    Upheld {
        /// Whose jump it is.
        seat: Seat,
    },
    /// The challenge succeeded.
    Neutralised {
        /// Whose jump it was.
        seat: Seat,
        /// Where the potential stood.
        spot: Spot,
    },
    /// A row was dealt with (section E).
    RowDealt {
        /// By whom.
        seat: Seat,
        /// The row, as it was.
        row: Option<Row>,
        /// Whether stacks lay in it, so that there was something to choose.
        stacks: bool,
        /// The spots that were cleared.
        taken: Spots,
        /// How many GIPF pieces of GIPF were captured with it (GIPF, 2.B.2).
        gipfs: u8,
        /// How many of one's own were taken back with it, as single pieces.
        own_gipfs: u8,
        /// What it brought.
        haul: Haul,
    },
    /// Own potentials have left the game with a row (GIPF with potentials, A.5).
    Spent {
        /// Whose.
        seat: Seat,
        /// Which.
        pieces: Reserve,
    },
    /// What lay under removed pieces counts again (H.3.3).
    Freed {
        /// Where White's pieces lie on top now.
        white: Spots,
        /// Where Black's do.
        black: Spots,
    },
    /// Rows of GIPF pieces stay (GIPF, 2.B.1).
    RowsLeft {
        /// Whose.
        seat: Seat,
    },
}

impl Event {
    /// The message that tells of it.
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
                haul,
            } => row_dealt(seat, row, taken, haul, [gipfs, own_gipfs], stacks),
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

/// Rows in which something could be chosen are counted by themselves: whoever has dealt with some knows how.
fn row_dealt(
    seat: Seat,
    row: Option<Row>,
    taken: Spots,
    haul: Haul,
    [gipfs, own_gipfs]: [u8; 2],
    stacks: bool,
) -> Message {
    let spots = names(taken);
    let Haul {
        regained, captured, ..
    } = haul;
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

/// In messages, its letter, `BZ` for a loaded piece. A GIPF piece of two is a `G`.
impl Serialize for Entering {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Entering::Pair(Kind::Basic) => Kind::Gipf.serialize(serializer),
            Entering::Single(kind) | Entering::Pair(kind) => kind.serialize(serializer),
            Entering::Loaded(kind) => {
                let letters = format!("{}{}", Kind::Basic.letter(), kind.letter());
                serializer.serialize_str(&letters)
            }
        }
    }
}
