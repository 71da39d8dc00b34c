//! The family of GIPF (Kris Burm): MATRX GIPF, and GIPF in its three versions, with or without potentials.
//!
//! Two players push pieces from the rim into a hexagonal board. Four neighbouring pieces of one colour are
//! a
//! *row*: its owner takes the own pieces of the unbroken run back into the reserve and captures the enemy
//! pieces in it. A player without GIPF pieces, or without a move, has lost. The differences are data and
//! small decisions in [`Variant`]:
//!
//! | | MATRX GIPF | GIPF |
//! | --- | --- | --- |
//! | a single piece | the rest of a stack | a basic piece, `B` |
//! | a stack | two potentials of one kind, `TT` | GIPF piece `BB`, loaded piece `BZ` |
//! | the piece to protect | `G`, a single in rows | `BB`, which may stay in rows |
//! | first entries | the three `G` | `BB` in the tournament version, then loaded pieces |
//! | a taken own potential | returns to the reserve | leaves the game |
//!
//! The top piece of a stack on the board has one use of its own:
//!
//! | piece | effect |
//! | --- | --- |
//! | T TAMSK | pushed onto e5, it gives an extra move: it is pushed in again from any dot |
//! | Z ZÈRTZ | jumps over a run of pieces onto the first empty spot behind it |
//! | Y YINSH | slides along a line over empty spots |
//! | D DVONN | runs along a line onto the first piece, if that is an enemy D |
//! | P PÜNCT | the same with an enemy P |
//!
//! One row can take the last GIPF pieces of both sides. In GIPF (2.C) the side that takes the row wins; in
//! MATRX GIPF (E.2, I.1) its own piece returns to the reserve and is not lost.
//!
//! The order of a turn: own rows, an owed extra move, the move, an earned extra move, own rows again; see
//! [`Phase`].
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
mod challenges;
mod clearing;
mod contest;
mod entry;
mod evaluate;
mod event;
mod example;
mod glossary;
mod layout;
mod lines;
mod message;
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
mod spot;
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

pub use action::{Action, TakenRow};
pub use event::{ClearedRow, Event, Pushed};
pub use lines::Push;
pub use message::{
    DeciderArguments, GipfPlace, Instead, JumpQuestion, Message, MoveKind, PileColour, RowQuestion,
};
pub use moves::Move;
pub use options::start;
pub use piece::{Piece, PieceKind, Pile};
pub use planes::Entering;
pub use position::{GipfEnd, Half, Lack, Phase, Position};
pub use reserve::Reserve;
pub use row::{Row, RowYield};
pub use variant::Variant;

use crate::{
    action_kind::ActionKind,
    contest::Contest,
    fact::{Fact, Illegal},
    game::Game,
    hosted::{Hosted, HostedPosition},
    layout::Layout,
    prompt::{Parts, Prompt, Term},
    scene::{BoardChange, Scene},
    search::{self, ProgressCallback, SearchLimits, SearchResult, Value},
    teach::Teaching,
};

impl Game for Position {
    type Action = Action;

    const CHANCE: bool = false;

    fn read(&self, action: &Action) -> Result<Move, Illegal> {
        Ok(self.move_of(action)?)
    }

    fn write(&self, played: Move) -> Action {
        self.action_of(played)
    }

    fn facts(events: &[Event]) -> Vec<Fact> {
        events.iter().map(|event| Fact::from(*event)).collect()
    }
}

impl HostedPosition for Position {
    fn agreed_topics(&self) -> usize {
        self.agreed_to_teach()
    }

    fn has_piece(&self, capital: char) -> bool {
        PieceKind::from_letter(capital).is_some_and(|kind| self.has_kind(kind))
    }

    fn ending(&self) -> Option<Fact> {
        self.tell_end()
    }

    fn awaits_reply(&self) -> bool {
        matches!(self.phase, Phase::Announced { .. })
    }

    fn contest(&self) -> Option<Contest> {
        self.open_contest()
    }

    fn opening(&self) -> Vec<Fact> {
        self.agreed().into_iter().map(Fact::from).collect()
    }

    fn think(
        &self,
        limits: &SearchLimits,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Option<SearchResult> {
        search::think(self, limits, on_progress)
    }

    fn prompt(&self) -> Option<Prompt> {
        self.ask()
    }

    fn warnings(&self) -> Vec<Fact> {
        self.threats().into_iter().map(Fact::from).collect()
    }

    fn scene(&self) -> Scene {
        self.draw()
    }

    fn layout(&self) -> Layout {
        self.lay_out()
    }

    fn side_panel(&self) -> Vec<Fact> {
        self.tell_side_panel().into_iter().map(Fact::from).collect()
    }
}

impl Hosted for Position {
    fn legend() -> Fact {
        Message::Legend.into()
    }

    fn changes(&self, action: &Action) -> Vec<BoardChange> {
        self.changes_of(action)
    }

    fn kind(&self, action: &Action) -> (ActionKind, Fact) {
        let (kind, heading) = self.kind_of(action);
        (kind, heading.into())
    }

    fn teaching(id: &str) -> &'static Teaching {
        Variant::from_id(id).unwrap_or(Variant::Matrx).teaching()
    }

    fn glossary() -> Vec<Term> {
        glossary::terms()
    }

    fn example(&self) -> Option<Action> {
        self.example_move().map(|played| self.action_of(played))
    }

    fn example_after(&self, refused: &Fact) -> Option<Action> {
        self.example_move_after(refused)
            .map(|played| self.action_of(played))
    }

    fn parts(&self, action: &Action) -> Option<Parts> {
        self.parts_of(action)
    }

    fn price(&self, action: &Action) -> Option<Fact> {
        self.price_of(action).map(Fact::from)
    }

    fn exchanged(options: &str) -> String {
        options::exchanged(options)
    }

    fn second_best_value(
        &self,
        turn: &[Action],
        limits: &SearchLimits,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Option<Value> {
        search::second_best_value(self, turn, limits, on_progress)
    }

    fn explain(&self, line: &[Action], turn: usize, worth: Option<Value>) -> Vec<Fact> {
        search::explain(self, line, turn, worth)
    }
}
