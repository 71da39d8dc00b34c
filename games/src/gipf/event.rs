//! What happens in a turn, and as which fact it is told.

use super::{
    code::Code,
    piece::Kind,
    planes::Entering,
    position::name,
    reserve::Reserve,
    row::{Haul, Row},
};
use crate::{
    fact::Fact,
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
    /// The fact that tells of it.
    pub(super) fn fact(self) -> Fact {
        match self {
            Event::Entered {
                seat,
                entering,
                pushed,
            } => pushed
                .fact(Code::Entered, seat)
                .with("piece", entering.letters()),
            Event::PotentialsLost { seat, pieces } => Fact::new(Code::PotentialsLost)
                .with("seat", seat)
                .with("pieces", pieces.as_pieces()),
            Event::Extra { seat, pushed } => pushed.fact(Code::Extra, seat),
            Event::ExtraGivenUp { seat } => Fact::new(Code::ExtraGivenUp).with("seat", seat),
            Event::Moved {
                seat,
                kind,
                from,
                to,
            } => Fact::new(Code::Moved)
                .with("seat", seat)
                .with("piece", kind.letter())
                .with("from", name(from).to_string())
                .with("to", name(to).to_string()),
            Event::JumpAnnounced { seat, from, to } => Fact::new(Code::JumpAnnounced)
                .with("seat", seat)
                .with("from", name(from).to_string())
                .with("to", name(to).to_string()),
            Event::Contested { seat, spot, left } => Fact::new(Code::Contested)
                .with("seat", seat)
                .with("spot", name(spot).to_string())
                .with("count", left),
            Event::Upheld { seat } => Fact::new(Code::Upheld).with("seat", seat),
            Event::Neutralised { seat, spot } => Fact::new(Code::Neutralised)
                .with("seat", seat)
                .with("spot", name(spot).to_string()),
            Event::RowDealt {
                seat,
                row,
                stacks,
                taken,
                gipfs,
                own_gipfs,
                haul,
            } => row_dealt(stacks)
                .with("seat", seat)
                .with("row", row.map(|row| row.to_string()))
                .with("gipfs", gipfs)
                .with("own-gipfs", own_gipfs)
                .with("spots", names(taken))
                .with("regained", haul.regained.as_pieces())
                .with("captured", haul.captured.as_pieces()),
            Event::Spent { seat, pieces } => Fact::new(Code::Spent)
                .with("seat", seat)
                .with("pieces", pieces.as_pieces()),
            Event::Freed { white, black } => Fact::new(Code::Freed)
                .with("white", names(white))
                .with("black", names(black)),
            Event::RowsLeft { seat } => Fact::new(Code::RowsLeft).with("seat", seat),
        }
    }
}

/// Rows in which something could be chosen are counted by themselves: whoever has dealt with some knows how.
fn row_dealt(stacks: bool) -> Fact {
    Fact::new(match stacks {
        true => Code::RowOfStacksDealt,
        false => Code::RowDealt,
    })
}

impl Pushed {
    fn fact(self, code: Code, seat: Seat) -> Fact {
        Fact::new(code)
            .with("seat", seat)
            .with("dot", self.dot.to_string())
            .with("end", name(self.end).to_string())
            .with("pushes", if self.pushes { "yes" } else { "no" })
    }
}

impl Entering {
    /// What enters: its letter, `BZ` for a loaded piece. A GIPF piece of two is a `G`.
    fn letters(self) -> String {
        match self {
            Entering::Pair(Kind::Basic) => Kind::Gipf.letter().to_string(),
            Entering::Single(kind) | Entering::Pair(kind) => kind.letter().to_string(),
            Entering::Loaded(kind) => format!("{}{}", Kind::Basic.letter(), kind.letter()),
        }
    }
}

fn names(spots: Spots) -> Vec<String> {
    spots.iter().map(|spot| name(spot).to_string()).collect()
}
