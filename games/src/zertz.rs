//! ZÈRTZ (Kris Burm): a shrinking board, and marbles that belong to both players.
//!
//! A turn is a capture, if there is any, or a placement: a marble from the pool onto a vacant ring, after
//! which a ring that can be slid away is taken off. A marble captures by jumping over a neighbouring one
//! onto the vacant ring behind it, and goes on while it can. Rings that a placement cuts off, all of them
//! full, can be claimed with their marbles. The first player to own a winning set wins; see
//! [`Variant::winning_sets`].
//!
//! ```
//! use games::{Dice, Game, zertz::{Position, Variant}};
//! let start = Position::start(Variant::Basic);
//! let step = start.play(&"w d4 d1".parse()?, &mut Dice::none())?;
//! assert_eq!(step.action.to_string(), "Wd4,d1");
//! let step = step.position.play(&"Bd3,a1".parse()?, &mut Dice::none())?;
//! // Capturing is compulsory.
//! let refused = step.position.play(&"Gb2,b1".parse()?, &mut Dice::none()).unwrap_err();
//! assert_eq!(refused.code(), "zertz-capture-first");
//! let step = step.position.play(&"d3-d5".parse()?, &mut Dice::none())?;
//! assert_eq!(step.action.to_string(), "x d3Wd5");
//! # Ok::<(), games::Illegal>(())
//! ```
//!
//! Search needs no text: a [`Move`] is a whole turn in 16 bytes.
//!
//! ```
//! use games::{Dice, Game, Rules, zertz::{Position, Variant}};
//! let mut position = Position::start(Variant::Basic);
//! let first = position.read(&"Wd4,d1".parse()?)?;
//! assert_eq!(position.write(first).to_string(), "Wd4,d1");
//! position.play_unchecked(first, &mut Dice::none(), &mut |_| {});
//! assert_eq!(position.moves().len(), 3 * (18 * 17 + 17 * 16));
//! # Ok::<(), games::Illegal>(())
//! ```

mod action;
mod capture;
mod evaluate;
mod event;
mod example;
mod glossary;
mod isolate;
mod layout;
mod marble;
mod message;
mod moves;
mod place;
mod position;
mod read;
mod scene;
mod teach;
mod text;
mod turn;
mod variant;
mod weights;
mod why;
mod write;

#[cfg(test)]
mod tests;

pub use action::{Action, Claim, Claimed, Jump};
pub use event::Event;
pub use marble::{MarbleColour, Marbles};
pub use message::{CaptureQuestion, How, Message};
pub use moves::{Jumps, Move, Placement};
pub use position::{Position, Ring};
pub use variant::Variant;

use std::ops::ControlFlow;

use position::ZertzEnd;

use crate::{
    action_kind::ActionKind,
    common::StartError,
    fact::{Fact, Illegal},
    game::Game,
    hosted::{Hosted, HostedPosition},
    layout::Layout,
    prompt::{Parts, Prompt, Term},
    rules::Rules,
    scene::{BoardChange, Scene},
    search::{self, ProgressCallback, SearchLimits, SearchResult, Value},
    teach::Teaching,
};

/// Maximum number of answers offered as a numbered list, or named in a refusal.
const MAX_CHOICES: usize = 9;

/// Returns the start of a game; ZÈRTZ has no options.
///
/// # Errors
/// [`StartError::UnknownOption`] for any options but `-`.
pub fn start(variant: Variant, options: &str) -> Result<Position, StartError> {
    match options {
        "-" => Ok(Position::start(variant)),
        other => Err(StartError::UnknownOption { text: other.into() }),
    }
}

impl Game for Position {
    type Action = Action;

    const CHANCE: bool = false;

    fn read(&self, action: &Action) -> Result<Move, Illegal> {
        self.move_of(action)
    }

    fn write(&self, played: Move) -> Action {
        self.action_of(played)
    }

    fn facts(events: &[Event]) -> Vec<Fact> {
        event::messages(events)
            .into_iter()
            .map(Fact::from)
            .collect()
    }
}

impl HostedPosition for Position {
    fn has_piece(&self, capital: char) -> bool {
        MarbleColour::from_letter(capital).is_some()
    }

    /// Includes the winning set of marbles.
    fn ending(&self) -> Option<Fact> {
        let end = self.end?;
        let set = Rules::outcome(self)?.winner.and_then(|winner| {
            let captured = *winner.of(&self.captured);
            let mut sets = self.variant.winning_sets().into_iter();
            sets.find(|set| captured.contains(*set))
        });
        let set = set.unwrap_or_default();
        let end = match end {
            ZertzEnd::Won(_) => Message::Won { set },
            ZertzEnd::Filled(_) => Message::Filled { set },
            ZertzEnd::Stuck => Message::Stuck { set },
        };
        Some(end.into())
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

    fn completed(&self, typed: &Action, played: &Action) -> Option<Fact> {
        let message = match (typed, played) {
            (
                Action::Place { off: None, .. },
                Action::Place {
                    off: Some(ring), ..
                },
            ) => Message::OnlyRing { ring: *ring },
            (Action::Capture { jumps: typed, .. }, Action::Capture { jumps: made, .. })
                if typed.len() < made.len() =>
            {
                let action = played.to_string();
                Message::OnlyCapture { action }
            }
            _ => return None,
        };
        Some(message.into())
    }

    /// The parts of a placement: a marble, its ring, and the ring that is taken off.
    fn parts(&self, action: &Action) -> Option<Parts> {
        match action {
            Action::Place {
                colour,
                at,
                off: Some(off),
                claim: Claim::Unsaid,
            } => Some(Parts {
                heads: [
                    Message::MovesAnyMarble,
                    Message::MovesAnyRing,
                    Message::MovesAnyOff,
                ]
                .map(Fact::from)
                .to_vec(),
                parts: vec![colour.letter().to_string(), at.to_string(), off.to_string()],
            }),
            _ => None,
        }
    }

    fn kind(&self, action: &Action) -> (ActionKind, Fact) {
        match *action {
            Action::Capture { .. } => (ActionKind::Capture, Message::MovesCapture.into()),
            Action::Place { colour, .. } => {
                (ActionKind::Place, Message::MovesPlace { colour }.into())
            }
        }
    }

    /// Prunes captures by prefix: the beginning of a capture has fewer jumps.
    fn each_action(
        &self,
        is_wanted: &dyn Fn(&Action) -> bool,
        visit: &mut dyn FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut show = |played: Move| {
            let action = self.action_of(played);
            if is_wanted(&action) {
                visit(action)
            } else {
                ControlFlow::Continue(())
            }
        };
        if self.end.is_some() || !self.can_capture() {
            return self.each_move(show);
        }
        let is_wanted = |begun: Move| is_wanted(&self.action_of(begun));
        self.each_wanted_capture(&is_wanted, &mut show)
    }

    fn glossary() -> Vec<Term> {
        glossary::terms()
    }

    fn teaching(_id: &str) -> &'static Teaching {
        &teach::TEACHING
    }

    fn example(&self) -> Option<Action> {
        self.example_move().map(|played| self.action_of(played))
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
