//! The family of GIPF (Kris Burm): MATRX GIPF, and GIPF in its three versions, with potentials or
//! without.
//!
//! Two players push pieces from the rim into a hexagonal board. Four neighbouring pieces of one
//! colour are a *row*: its owner takes pieces of the unbroken run back into the reserve and captures
//! the enemy pieces in it. Who has lost all GIPF pieces, or cannot move, has lost. What differs is
//! data and small decisions in [`Variant`]:
//!
//! | | MATRX GIPF | GIPF |
//! | --- | --- | --- |
//! | a single piece | what is left of a stack | a basic piece, `B` |
//! | a stack | two potentials of one kind, `TT` | GIPF piece `BB`, loaded piece `BZ` |
//! | the piece to protect | `G`, a single in rows | `BB`, which may stay in rows |
//! | what enters first | the three `G` | `BB` in the tournament version, then loaded pieces |
//! | a taken own potential | returns to the reserve | leaves the game |
//!
//! The top piece of a stack on the board has one use of its own:
//!
//! | piece | what it does |
//! | --- | --- |
//! | T TAMSK | pushed onto e5, it gives an extra move: it is pushed in again from any dot |
//! | Z ZÈRTZ | jumps over a run of pieces onto the first empty spot behind it |
//! | Y YINSH | slides along a line over empty spots |
//! | D DVONN | runs along a line onto the first piece, when that is an enemy D |
//! | P PÜNCT | the same with an enemy P |
//!
//! The order of a turn: own rows, an extra move owed, the move, an extra move earned, own rows
//! again; see [`Phase`].
//!
//! ```
//! use games::{Dice, Game, gipf::{Position, Variant}};
//! let start = Position::start(Variant::Matrx);
//! let step = start.play(&"g a1 b2".parse()?, &mut Dice::none())?;
//! assert_eq!(step.action.to_string(), "Gb2");
//! assert_eq!(step.position.to_string(), "matrx b b2=G G2T6Z6D6Y6P6 G3T6Z6D6Y6P6");
//! let refused = step.position.play(&"Te1".parse()?, &mut Dice::none()).unwrap_err();
//! assert_eq!(refused.code(), "gipf-gipf-first");
//! # Ok::<(), games::Illegal>(())
//! ```

#![allow(
    clippy::indexing_slicing,
    reason = "what belongs to seats, spots and kinds stands in arrays that have a place for each of them"
)]

mod action;
mod contest;
mod entry;
mod evaluate;
mod event;
mod example;
mod lines;
mod moves;
mod options;
mod piece;
mod planes;
mod position;
mod potential;
mod prompt;
mod read;
mod reserve;
mod row;
mod scene;
mod teach;
mod tell;
mod text;
mod turn;
mod variant;
mod weights;
mod why;
mod write;

#[cfg(test)]
mod tests;

pub use action::{Action, Taken};
pub use event::{Event, Pushed};
pub use lines::Push;
pub use moves::Move;
pub use options::start;
pub use piece::{Kind, Piece, Pile};
pub use planes::Entering;
pub use position::{End, Half, Lack, Phase, Position};
pub use reserve::Reserve;
pub use row::{Haul, Row};
pub use variant::Variant;

use crate::{
    contest::Contest,
    dice::Dice,
    game::{Fact, Game, Outcome, Parts, Played, Prompt, Revealed, Seat, Step},
    perft, rules,
    scene::{Deed, Scene},
    search::{self, Orders, Thought, Watch},
    teach::Teaching,
};

impl Game for Position {
    type Action = Action;

    const LEGEND: &'static str = "gipf-legend";
    const CHANCE: bool = false;

    fn to_move(&self) -> Option<Seat> {
        rules::Rules::to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        rules::Rules::outcome(self)
    }

    fn legal_actions(&self) -> Vec<Action> {
        let moves = rules::Rules::moves(self).into_iter();
        moves.map(|played| self.write(played)).collect()
    }

    fn play(&self, action: &Action, _dice: &mut Dice) -> Played<Position> {
        let played = self.read(action)?;
        let (mut position, mut facts) = (*self, Vec::new());
        let turn = position.make(played, &mut |event| facts.push(event.fact()));
        Ok(Step {
            position,
            action: self.write(played),
            facts,
            turn,
            revealed: Revealed::Nothing,
        })
    }

    fn deeds(&self, action: &Action) -> Vec<Deed> {
        self.deeds_of(action)
    }

    fn kind(&self, action: &Action) -> Fact {
        self.kind_of(action)
    }

    fn teaching(id: &str) -> &'static Teaching {
        Variant::from_id(id).unwrap_or(Variant::Matrx).teaching()
    }

    fn example(&self) -> Option<Action> {
        self.show().map(|played| self.write(played))
    }

    fn parts(&self, action: &Action) -> Option<Parts> {
        self.parts_of(action)
    }

    fn ending(&self) -> Option<Fact> {
        self.tell_end()
    }

    fn price(&self, action: &Action) -> Option<Fact> {
        self.price_of(action)
    }

    fn contest(&self) -> Option<Contest> {
        self.open_contest()
    }

    fn opening(&self) -> Vec<Fact> {
        self.agreed()
    }

    fn exchanged(options: &str) -> String {
        options::exchanged(options)
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        Some(perft::perft(self, depth))
    }

    fn think(&self, orders: &Orders, watch: &mut Watch<'_>) -> Option<Thought> {
        search::think(self, orders, watch)
    }

    fn prompt(&self) -> Option<Prompt> {
        self.ask()
    }

    fn scene(&self) -> Scene {
        self.draw()
    }

    fn margin(&self) -> Vec<Fact> {
        self.tell_margin()
    }
}

/// The codes of every refusal, fact and question of this family, each of which has a sentence.
pub const CODES: &[&str] = &[
    // Refusals.
    "gipf-no-handicap",
    "gipf-agreed-twice",
    "gipf-handicap-range",
    "gipf-no-potentials",
    "gipf-potentials-range",
    "gipf-nothing-to-challenge",
    "gipf-challenges-range",
    "gipf-challenges-by",
    "gipf-unreadable",
    "gipf-over",
    "gipf-begin-with-gipf",
    "gipf-no-gipf-enters",
    "gipf-singles-only",
    "gipf-one-in-reserve",
    "gipf-no-such-potential",
    "gipf-no-potential-left",
    "gipf-zertz-first",
    "gipf-jump-first",
    "gipf-contest-first",
    "gipf-no-jump",
    "gipf-row-first",
    "gipf-row-or-leave",
    "gipf-extra-first",
    "gipf-no-row",
    "gipf-no-extra",
    "gipf-gipf-first",
    "gipf-none-in-reserve",
    "gipf-single-in-reserve",
    "gipf-reserve-empty",
    "gipf-no-such-point",
    "gipf-not-a-dot",
    "gipf-ends-on-dot",
    "gipf-not-on-line",
    "gipf-no-dot-beside",
    "gipf-line-full",
    "gipf-rests-elsewhere",
    "gipf-ambiguous",
    "gipf-nothing-there",
    "gipf-not-your-piece",
    "gipf-other-piece-there",
    "gipf-no-stack",
    "gipf-gipf-stays",
    "gipf-tamsk-stays",
    "gipf-not-in-line",
    "gipf-jump-over-nothing",
    "gipf-jump-no-room",
    "gipf-jump-lands-elsewhere",
    "gipf-slide-not-vacant",
    "gipf-path-blocked",
    "gipf-lands-on-nothing",
    "gipf-lands-on-other",
    "gipf-not-in-row",
    "gipf-not-a-stack",
    "gipf-single-must-go",
    "gipf-row-not-broken",
    "gipf-too-many",
    "gipf-no-gipf",
    // What happened.
    "gipf-entered",
    "gipf-moved",
    "gipf-extra",
    "gipf-extra-given-up",
    "gipf-row-dealt",
    "gipf-spent",
    "gipf-jump-announced",
    "gipf-contested",
    "gipf-upheld",
    "gipf-neutralised",
    "gipf-potentials-lost",
    "gipf-freed",
    "gipf-rows-left",
    // Questions and answers.
    "gipf-ask-move",
    "gipf-ask-gipf",
    "gipf-ask-enter",
    "gipf-ask-begin",
    "gipf-ask-loaded",
    "gipf-ask-leave",
    "gipf-ask-jump",
    "gipf-choice-allow",
    "gipf-choice-neutralise",
    "gipf-ask-contest",
    "gipf-ask-extra",
    "gipf-ask-extra-owed",
    "gipf-ask-row",
    "gipf-ask-row-of-gipf",
    "gipf-row-may-go",
    "gipf-few-entries",
    "gipf-last-gipf",
    "gipf-price-potentials",
    "gipf-row-stays",
    "gipf-ask-only-jumps",
    "gipf-ask-only-rows",
    "gipf-choice-leave",
    "gipf-choice-row",
    // Kinds of actions.
    "gipf-moves-enter",
    "gipf-moves-use",
    "gipf-moves-any-piece",
    "gipf-moves-any-place",
    "gipf-moves-extra",
    "gipf-moves-row",
    "gipf-moves-answer",
    // Beside the board.
    "gipf-reserve",
    "gipf-lost",
    "gipf-pile",
    // Teaching.
    "gipf-legend",
    "gipf-opening-handicap",
    "gipf-opening-potentials",
    "gipf-opening-challenges",
    // Ends.
    "gipf-captured",
    "gipf-no-move",
    "gipf-no-piece",
];
