//! The messages of ZÈRTZ.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use super::marble::{MarbleColour, Marbles};
use crate::{
    hex::Coord,
    message::{self, Typed},
    seat::Seat,
};

/// A message of ZÈRTZ: a refusal, an event, a question, or an explanation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Message {
    /// Refusal: not an action in notation.
    Unreadable { text: Typed },
    /// Refusal: the game is over.
    Over,
    /// Refusal: capturing is compulsory (E.1).
    CaptureFirst { captures: String },
    /// Refusal: there is nothing to capture.
    NoCapture,
    /// Refusal: the board has no ring of this name.
    NoSuchRing { ring: Coord },
    /// Refusal: the ring has already been removed.
    RingGone { ring: Coord },
    /// Refusal: the ring has a marble.
    NotVacant { ring: Coord },
    /// Refusal: the ring has no marble that could jump.
    NoMarble { ring: Coord },
    /// Refusal: the rings are not two apart in a straight line.
    NotAJump { from: Coord, to: Coord },
    /// Refusal: the ring between has no marble.
    JumpOverNothing { ring: Coord },
    /// Refusal: the captured marble has another colour than was said.
    OtherMarble {
        from: Coord,
        to: Coord,
        colour: MarbleColour,
    },
    /// Refusal: no further jump is possible from here.
    EndsThere { ring: Coord },
    /// Refusal: a capture goes on while it can (E.2).
    GoesOn { ring: Coord, captures: String },
    /// Refusal: the pool has no marble of this colour.
    NoneInPool {
        colour: MarbleColour,
        marbles: Marbles,
    },
    /// Refusal: the pool is empty, and none of this colour was captured.
    NoneCaptured {
        colour: MarbleColour,
        marbles: Marbles,
    },
    /// Refusal: a ring must be removed as well (D.2).
    OffMissing { ring: Coord, rings: Vec<Coord> },
    /// Refusal: the ring to remove is the one with the new marble.
    OffSame { ring: Coord, rings: Vec<Coord> },
    /// Refusal: the ring can't be slid away (D.3).
    NotFree { ring: Coord, rings: Vec<Coord> },
    /// Refusal: no ring can be slid away.
    NothingFree { ring: Coord, rings: Vec<Coord> },
    /// Refusal: this placement isolates no rings.
    NothingToClaim,
    /// Refusal: isolated groups are claimed whole.
    ClaimWhole { groups: String },
    /// Refusal of a position: more marbles of a colour than the game has.
    TooMany { colour: MarbleColour, count: u8 },
    /// A marble was placed, and a ring removed unless none was free.
    Placed {
        seat: Seat,
        colour: MarbleColour,
        ring: Coord,
        off: Option<Coord>,
    },
    /// Isolated rings were claimed with their marbles.
    Claimed {
        seat: Seat,
        rings: Vec<Coord>,
        marbles: Marbles,
        count: usize,
    },
    /// A marble jumped, once or several times.
    Captured {
        seat: Seat,
        from: Coord,
        to: Coord,
        marbles: Marbles,
        count: usize,
    },
    /// A player who can neither capture nor place is passed over.
    Passed { seat: Seat },
    /// The only free ring was removed, although the action named none.
    OnlyRing { ring: Coord },
    /// The only capture that begins as written was made to its end.
    OnlyCapture { action: String },
    /// Question: a placement from the pool.
    AskPlace { seat: Seat, how: How },
    /// Question: a placement of one of the player's own marbles, as the pool is empty.
    AskOwn { seat: Seat, how: How },
    /// Question: the choice of a capture.
    AskCapture(CaptureQuestion),
    /// Question: the choice among more captures than are counted.
    AskCaptureMany(CaptureQuestion),
    /// Answer: a capture.
    ChoiceCapture { count: usize, marbles: Marbles },
    /// Heading of listed actions: captures.
    MovesCapture,
    /// Heading of listed actions: placements of a marble.
    MovesPlace { colour: MarbleColour },
    /// Heading of parts of actions: marbles to place.
    MovesAnyMarble,
    /// Heading of parts of actions: rings to place them on.
    MovesAnyRing,
    /// Heading of parts of actions: rings to remove.
    MovesAnyOff,
    /// Beside the board: the pool.
    Pool { marbles: Marbles },
    /// Beside the board: the marbles a player has captured.
    Owned { seat: Seat, marbles: Marbles },
    /// Explanation of the board and the notation.
    Legend,
    /// Explanation of a word.
    Term { term: &'static str },
    /// Reason for a turn: it captures marbles.
    WhyCaptures { marbles: Marbles },
    /// Reason for a turn: it forces a capture of these marbles.
    WhyForces { marbles: Marbles },
    /// Reason for a turn: these are captured next, in answer to the forced capture.
    WhyAnswers { marbles: Marbles },
    /// Reason for a turn: the opponent has nothing to capture.
    WhyGivesNothing,
    /// ZertzEnd: a winning set (F).
    Won { set: Marbles },
    /// ZertzEnd: the board is full (G.2).
    Filled { set: Marbles },
    /// ZertzEnd: a draw, as neither player can capture or place.
    Stuck { set: Marbles },
}

/// The arguments of a question about captures.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct CaptureQuestion {
    pub seat: Seat,
    pub count: usize,
    pub marbles: usize,
}

/// The parts that a placement needs in this position.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// A marble and a ring to remove.
    Off,
    /// A marble, and for some placements a ring to remove.
    SomeOff,
    /// A marble alone, as no ring can be removed.
    NoneOff,
    /// A marble and a claim of rings.
    Claim,
}

impl message::Message for Message {
    const AREA: &'static str = "zertz";
}
