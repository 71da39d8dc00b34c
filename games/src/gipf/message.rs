//! The messages of the family of GIPF besides its events.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

use serde::Serialize;

use super::{piece::PieceKind, planes::Entering, reserve::Reserve, row::Row};
use crate::{
    hex::Coord,
    message::{self, Typed},
    seat::Seat,
};

/// A message of the family of GIPF besides its events: a refusal, a question, or an explanation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Message {
    /// Refusal of options: the game has no handicap.
    NoHandicap { game: &'static str },
    /// Refusal of options: a repeated option.
    AgreedTwice { text: Typed },
    /// Refusal of options: not a number of pieces for a handicap.
    HandicapRange { text: Typed, most: u8 },
    /// Refusal of options: the game has no potentials to add.
    NoPotentials { game: &'static str },
    /// Refusal of options: not a number of potentials.
    PotentialsRange { text: Typed, fewest: u8, most: u8 },
    /// Refusal of options: the game has no jumps to challenge.
    NothingToChallenge,
    /// Refusal of options: not a number of challenges.
    ChallengesRange { text: Typed, most: u8 },
    /// Refusal of options: not a means to decide a jump.
    ChallengesBy { text: Typed, games: String },
    /// Refusal: not an action in notation.
    Unreadable { text: Typed },
    /// Refusal: the game is over.
    Over,
    /// Refusal: a first piece that is not a GIPF piece (GIPF, 3.2).
    BeginWithGipf,
    /// Refusal: GIPF pieces enter in the tournament version only.
    NoGipfEnters,
    /// Refusal: no GIPF piece enters after other pieces (GIPF, 3.4).
    SinglesOnly,
    /// Refusal: a GIPF piece is two basic pieces, and only one is left.
    OneInReserve,
    /// Refusal: the game is played without these potentials.
    NoSuchPotential { piece: PieceKind },
    /// Refusal: no such potential is left in reserve.
    NoPotentialLeft { piece: PieceKind },
    /// Refusal: ZÈRTZ potentials enter before TAMSK ones (GIPF with potentials, A.3).
    ZertzFirst { piece: PieceKind },
    /// Refusal: a jump waits for an answer (GIPF with potentials, C.2).
    JumpFirst,
    /// Refusal: a contest decides whether the jump happens.
    ContestFirst,
    /// Refusal: no jump waits for an answer.
    NoJump,
    /// Refusal: a compulsory row comes first (E.1).
    RowFirst { rows: Vec<Row> },
    /// Refusal: an optional row, which the player must clear or leave explicitly (GIPF, 2.B.1).
    RowOrLeave { rows: Vec<Row> },
    /// Refusal: the extra move comes first (H.1).
    ExtraFirst,
    /// Refusal: no row to deal with.
    NoRow,
    /// Refusal: no extra move to make.
    NoExtra,
    /// Refusal: GIPF pieces enter before anything else (F.5).
    GipfFirst { count: u8 },
    /// Refusal: no such piece is left in reserve.
    NoneInReserve { piece: PieceKind },
    /// Refusal: potentials enter in pairs, and only one is left (G.6).
    SingleInReserve { piece: PieceKind },
    /// Refusal: nothing in reserve can enter.
    ReserveEmpty { r#use: Instead },
    /// Refusal: the board has no such point.
    NoSuchPoint { point: Coord },
    /// Refusal: pieces enter from dots, and this is a spot.
    NotADot { point: Coord },
    /// Refusal: no piece may end on a dot.
    EndsOnDot { point: Coord },
    /// Refusal: no line from the dot leads to the spot.
    NotOnLine {
        dot: Coord,
        spot: Coord,
        lines: String,
    },
    /// Refusal: a spot without an adjacent dot, which nothing can enter without a push.
    NoDotBeside {
        spot: Coord,
        example: Option<String>,
        pushing: Option<String>,
    },
    /// Refusal: a full line (D.3).
    LineFull { point: Coord },
    /// Refusal: the entering piece comes to rest on another spot.
    RestsElsewhere {
        dot: Coord,
        spot: Coord,
        rest: Coord,
        written: String,
        letter: String,
    },
    /// Refusal: an ambiguous action.
    Ambiguous { readings: Vec<String> },
    /// Refusal: the spot is empty.
    NothingThere { spot: Coord },
    /// Refusal: the piece belongs to the opponent.
    NotYourPiece { spot: Coord },
    /// Refusal: a spot with another potential than named.
    OtherPieceThere { spot: Coord, piece: PieceKind },
    /// Refusal: only the top of a stack moves (G.1).
    NoStack { spot: Coord },
    /// Refusal: GIPF pieces never move by themselves.
    GipfStays { spot: Coord },
    /// Refusal: TAMSK potentials never move by themselves (H.1).
    TamskStays { spot: Coord },
    /// Refusal: the spots are on no common line.
    NotInLine { from: Coord, to: Coord },
    /// Refusal: a jump needs a piece to jump over (H.2).
    JumpOverNothing { spot: Coord },
    /// Refusal: no empty spot behind the pieces (H.2).
    JumpNoRoom { spot: Coord },
    /// Refusal: a jump ends on the first empty spot (H.2).
    JumpLandsElsewhere { spot: Coord },
    /// Refusal: a slide ends on an empty spot (H.4).
    SlideNotVacant { spot: Coord },
    /// Refusal: a piece is in the way.
    PathBlocked { spot: Coord },
    /// Refusal: the potential lands on enemies only, and the spot is empty (H.3, H.5).
    LandsOnNothing { spot: Coord },
    /// Refusal: the potential lands on enemies of its kind only (H.3, H.5).
    LandsOnOther { spot: Coord, piece: PieceKind },
    /// Refusal: the spots are not in one row.
    NotInRow { rows: Vec<Row> },
    /// Refusal: a star takes stacks only.
    NotAStack { spot: Coord },
    /// Refusal: single pieces of a row must be removed (E.1).
    SingleMustGo { spot: Coord },
    /// Refusal: four in a row would remain (E.1).
    RowNotBroken { row: Row },
    /// Refusal: a row of GIPF pieces stays without an action.
    RowStays,
    /// Refusal of a position: more pieces of a kind than the game has.
    TooMany {
        seat: Seat,
        piece: PieceKind,
        count: u8,
    },
    /// Refusal of a position: both sides have lost all GIPF pieces.
    NoGipf,
    /// Question of MATRX GIPF: a move, once all GIPF pieces have entered.
    AskMove {
        seat: Seat,
        way: MoveKind,
        r#use: Option<String>,
    },
    /// Question of MATRX GIPF: a GIPF piece to enter.
    AskGipf { seat: Seat, count: u8 },
    /// Question: a basic piece to enter.
    AskEnter {
        seat: Seat,
        count: u8,
        gipf: bool,
        jumps: bool,
    },
    /// Question: the first GIPF piece to enter.
    AskBegin { seat: Seat },
    /// Question: a loaded piece to enter.
    AskLoaded {
        seat: Seat,
        count: u8,
        pieces: Reserve,
        gipf: bool,
        jumps: bool,
    },
    /// Question: a jump, as nothing can enter.
    AskOnlyJumps { seat: Seat },
    /// Question: a row to deal with, as nothing can enter.
    AskOnlyRows { seat: Seat },
    /// Question: whether a row of GIPF pieces stays.
    AskLeave(RowQuestion),
    /// Question: whether a jump is challenged.
    AskJump(JumpQuestion),
    /// Answer: the jump happens.
    ChoiceAllow(JumpQuestion),
    /// Answer: the jump is challenged.
    ChoiceNeutralise(JumpQuestion),
    /// Question to both players: the outcome of a contest.
    AskContest {
        seat: Seat,
        #[serde(flatten)]
        decider: DeciderArguments,
    },
    /// Question: an extra move.
    AskExtra { seat: Seat },
    /// Question: an extra move before the turn.
    AskExtraOwed { seat: Seat },
    /// Question of MATRX GIPF: a row to deal with.
    AskRow(RowQuestion),
    /// Question of GIPF: a row to deal with.
    AskRowOfGipf(RowQuestion),
    /// Note on a question: a row may be dealt with first.
    RowMayGo { seat: Seat, rows: Vec<Row> },
    /// Note on a question: other rows may stay.
    RowMayStay { count: usize, rows: Vec<Row> },
    /// Note on a question: some ways of many are listed.
    RowWays { listed: usize, count: usize },
    /// Answer: the row stays.
    ChoiceLeave,
    /// Answer: the row is dealt with.
    ChoiceRow {
        loses: bool,
        wins: bool,
        row: Option<Row>,
        breaks: Vec<Row>,
        regained: Reserve,
        captured: Reserve,
        gipfs: u8,
        own_gipfs: u8,
        spent: Reserve,
    },
    /// Warning: few entries left for the mover.
    FewEntries { seat: Seat, count: u8, jumps: bool },
    /// Warning: few entries left for the opponent.
    FewEntriesOther { seat: Seat, count: u8 },
    /// Warning: one GIPF piece left to a player.
    LastGipf { seat: Seat, place: GipfPlace },
    /// Warning: an action that costs the potentials in reserve.
    PricePotentials { seat: Seat, pieces: Reserve },
    /// Heading of listed actions: pieces that enter.
    MovesEnter { piece: Entering },
    /// Heading of listed actions: potentials that move.
    MovesUse { piece: PieceKind },
    /// Heading of parts of actions: pieces to enter.
    MovesAnyPiece,
    /// Heading of parts of actions: places to enter them at.
    MovesAnyPlace,
    /// Heading of listed actions: extra moves.
    MovesExtra,
    /// Heading of listed actions: rows.
    MovesRow,
    /// Heading of listed actions: answers to a jump.
    MovesAnswer,
    /// Side panel: the reserve of a player.
    Reserve { seat: Seat, pieces: Vec<String> },
    /// Side panel: the lost pieces of a player.
    Lost { seat: Seat, pieces: Reserve },
    /// Side panel: pieces under a potential that has landed on them.
    Pile {
        spot: Coord,
        top: String,
        colour: PileColour,
        under: String,
        below: PileColour,
        mixed: String,
    },
    /// Explanation of the board and the notation.
    Legend,
    /// Explanation of a word.
    Term { term: &'static str },
    /// Explanation before the first move: a handicap.
    OpeningHandicap { seat: Seat, count: u8 },
    /// Explanation before the first move: potentials.
    OpeningPotentials { piece: PieceKind, count: u8 },
    /// Explanation before the first move: challenges of jumps.
    OpeningChallenges {
        count: u8,
        #[serde(flatten)]
        decider: DeciderArguments,
    },
    /// Reason for a turn: captured pieces.
    WhyTakes { count: u8 },
    /// Reason for a turn: captured GIPF pieces.
    WhyTakesGipf { count: u8 },
    /// Reason for a turn: own pieces returned to the reserve.
    WhyRegains { count: u8 },
    /// Reason for a turn: saved pieces; `all` if saved GIPF pieces are reported before.
    WhySaves { count: u8, all: bool },
    /// Reason for a turn: saved GIPF pieces.
    WhySavesGipf { count: u8 },
    /// Reason for a turn: more ways to make a row next.
    WhyThreatens { count: u8 },
    /// Reason for a turn: fewer ways to make a row for the opponent.
    WhyHinders { count: u8 },
    /// Reason for a turn: captures that are expected to follow, and fewer losses.
    WhyFollows { count: u8, lost: u8 },
    /// Reason for a turn: more own pieces in line with each other.
    WhyLines,
    /// Reason for a turn: fewer enemy pieces in line with each other.
    WhyBreaks,
    /// Reason for a turn: more of the middle of the board.
    WhyMiddle,
    /// GipfEnd: the loser has no GIPF piece (MATRX, I.1; GIPF, 2.C).
    Captured { stacks: Vec<Coord>, pieces: Reserve },
    /// GipfEnd: the loser has no move (MATRX, I.2).
    NoMove { stacks: Vec<Coord>, pieces: Reserve },
    /// GipfEnd: the loser has no piece in reserve (GIPF, 1.F).
    NoPiece { stacks: Vec<Coord>, pieces: Reserve },
}

/// The arguments of a question about rows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct RowQuestion {
    pub seat: Seat,
    pub count: usize,
    pub rows: Vec<Row>,
    pub owed: bool,
    pub stacks: bool,
    pub loaded: bool,
}

/// The arguments of the question about a jump, and of its answers.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct JumpQuestion {
    pub seat: Seat,
    pub from: Coord,
    pub to: Coord,
    #[serde(flatten)]
    pub decider: DeciderArguments,
    pub count: u8,
}

/// The means that decides challenges, as two arguments with the same value: sentences select by `by`, and the
/// renderer shows `game` as a game's name.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeciderArguments {
    pub by: &'static str,
    pub game: &'static str,
}

/// An alternative where nothing can enter.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// Use of a stack (MATRX, G.1).
    Stack,
    /// A jump (GIPF with potentials, A.4).
    Jump,
    /// Dealing with a row that may stay (GIPF, 2.B.1).
    Row,
}

/// The kinds of moves possible in MATRX GIPF.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// Entry of a stack.
    Enter,
    /// Use of a stack on the board.
    Use,
    /// Both kinds.
    Both,
}

/// The place of the last GIPF piece.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum GipfPlace {
    /// On the board.
    Board,
    /// In reserve.
    Reserve,
}

/// The colour of the pieces of a pile.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PileColour {
    /// White pieces only.
    White,
    /// Black pieces only.
    Black,
    /// Pieces of both colours.
    Mixed,
}

impl message::Message for Message {
    const AREA: &'static str = "gipf";
}
