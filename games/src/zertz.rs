//! ZÈRTZ (Kris Burm): a board that gets smaller, and marbles that belong to both.
//!
//! A turn is a capture, if there is any, or a placement: a marble from the pool onto a vacant ring,
//! after which a ring that can be slid away is taken off. A marble captures by jumping over a
//! neighbouring one onto the vacant ring behind it, and goes on while it can. Rings that a placement
//! cuts off, all of them full, can be claimed with their marbles. Who first owns a winning set has
//! won; see [`Variant::winning_sets`].
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
//! Whoever plays on and on needs no texts: a [`Move`] is a whole turn in 16 bytes.
//!
//! ```
//! use games::{Dice, Rules, zertz::{Position, Variant}};
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
mod isolate;
mod marble;
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
pub use marble::{Colour, Marbles};
pub use moves::{Jumps, Move, Placement};
pub use position::{Position, Ring};
pub use variant::Variant;

use crate::{
    dice::Dice,
    game::{Fact, Game, Illegal, Outcome, Parts, Played, Prompt, Revealed, Seat, Step},
    perft,
    rules::Rules,
    scene::{Deed, Scene},
    search::{self, Orders, Thought, Watch},
    teach::Teaching,
};

/// The most answers that are offered as a numbered list, or named in a refusal.
const FEW: usize = 9;

/// The start of a game, which has no options.
///
/// # Errors
/// `unknown-option` for any other options than `-`.
pub fn start(variant: Variant, options: &str) -> Result<Position, Illegal> {
    match options {
        "-" => Ok(Position::start(variant)),
        other => Err(Illegal::new("unknown-option").with("text", other)),
    }
}

impl Game for Position {
    type Action = Action;

    const LEGEND: &'static str = "zertz-legend";
    const CHANCE: bool = false;

    fn to_move(&self) -> Option<Seat> {
        Rules::to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Rules::outcome(self)
    }

    fn legal_actions(&self) -> Vec<Action> {
        let moves = self.moves();
        moves.iter().map(|legal| self.write(*legal)).collect()
    }

    fn play(&self, action: &Action, dice: &mut Dice) -> Played<Position> {
        let played = self.read(action)?;
        let (mut position, mut events) = (*self, Vec::new());
        let turn = position.play_unchecked(played, dice, &mut |event| events.push(event));
        Ok(Step {
            position,
            action: self.write(played),
            facts: event::facts(&events),
            turn,
            revealed: Revealed::Nothing,
        })
    }

    fn deeds(&self, action: &Action) -> Vec<Deed> {
        self.deeds_of(action)
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        Some(perft::perft(self, depth))
    }

    /// A placement is a marble, its ring, and the ring that is taken off.
    fn parts(&self, action: &Action) -> Option<Parts> {
        match action {
            Action::Place {
                colour,
                at,
                off: Some(off),
                claim: Claim::Unsaid,
            } => Some(Parts {
                heads: [
                    "zertz-moves-any-marble",
                    "zertz-moves-any-ring",
                    "zertz-moves-any-off",
                ]
                .map(Fact::new)
                .to_vec(),
                parts: vec![colour.letter().to_string(), at.to_string(), off.to_string()],
            }),
            _ => None,
        }
    }

    fn kind(&self, action: &Action) -> Fact {
        match action {
            Action::Capture { .. } => Fact::new("zertz-moves-capture"),
            Action::Place { colour, .. } => {
                Fact::new("zertz-moves-place").with("colour", colour.letter())
            }
        }
    }

    fn teaching(_id: &str) -> &'static Teaching {
        &teach::TEACHING
    }

    fn example(&self) -> Option<Action> {
        let moves = self.moves();
        let plainest = moves.iter().map(|legal| legal.intricacy()).min()?;
        let plain = |legal: &Move| legal.intricacy() == plainest;
        let plain: Vec<Move> = moves.into_iter().filter(plain).collect();
        plain.get(plain.len() / 2).map(|legal| self.write(*legal))
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
    "zertz-unreadable",
    "zertz-over",
    "zertz-capture-first",
    "zertz-no-capture",
    "zertz-no-such-ring",
    "zertz-ring-gone",
    "zertz-not-vacant",
    "zertz-no-marble",
    "zertz-not-a-jump",
    "zertz-jump-over-nothing",
    "zertz-other-marble",
    "zertz-ends-there",
    "zertz-goes-on",
    "zertz-none-in-pool",
    "zertz-none-captured",
    "zertz-off-missing",
    "zertz-off-same",
    "zertz-not-free",
    "zertz-nothing-free",
    "zertz-nothing-to-claim",
    "zertz-claim-whole",
    "zertz-too-many",
    // What happened.
    "zertz-placed",
    "zertz-claimed",
    "zertz-captured",
    "zertz-passed",
    // Questions and answers.
    "zertz-ask-place",
    "zertz-ask-own",
    "zertz-ask-capture",
    "zertz-choice-capture",
    // Kinds of actions.
    "zertz-moves-capture",
    "zertz-moves-place",
    "zertz-moves-any-marble",
    "zertz-moves-any-ring",
    "zertz-moves-any-off",
    // Beside the board.
    "zertz-pool",
    "zertz-owned",
    // Teaching.
    "zertz-legend",
    // Ends.
    "zertz-won",
    "zertz-filled",
    "zertz-stuck",
];
