//! The rules of the games: pure values, without clock, input, output or hidden randomness.
//!
//! A game is a type of positions that implements [`Rules`] (moves), [`Game`] (notation), [`HostedPosition`] and
//! [`Hosted`] (what a host needs); the [`CATALOG`] lists all of them behind one object-safe interface, [`Play`].
//! [`Live`] is a game in progress with its [`Record`], the text from which its position can always be
//! rebuilt.
//!
//! ```
//! use games::{CATALOG, Entry, Live, Seed};
//!
//! // A duel from its start, one turn.
//! let mut duel = Live::start(Entry::find("matrx").unwrap(), "-", None)?;
//! duel.play("Gb2")?;
//! assert_eq!(duel.position_text(), "matrx b b2=G G2T6Z6D6Y6P6 G3T6Z6D6Y6P6");
//!
//! // Refusals carry a code and change nothing.
//! assert_eq!(duel.play("Gb2 please").unwrap_err().code(), "gipf-unreadable");
//! assert_eq!(duel.play("Te1").unwrap_err().code(), "gipf-gipf-first");
//!
//! // A solitaire is dealt and rolled from a seed.
//! let mut run = Live::start(Entry::find("run").unwrap(), "target=7", Some(Seed([7; 32])))?;
//! run.play("k m13")?;
//!
//! // Every game can be used without knowing its rules.
//! for entry in CATALOG {
//!     let game = Live::start(entry, "-", Some(Seed([1; 32])))?;
//!     assert!(!game.legal_actions().is_empty());
//! }
//! # Ok::<(), games::Illegal>(())
//! ```

#![cfg_attr(
    test,
    allow(clippy::too_many_lines, reason = "a test may list many cases")
)]

pub mod action_kind;
pub mod actions;
pub mod analysis;
pub mod catalog;
pub mod common;
pub mod contest;
pub mod diagram;
pub mod dice;
pub mod fact;
pub mod frames;
pub mod game;
pub mod gipf;
pub mod hex;
pub mod hosted;
pub mod layout;
pub mod live;
pub mod message;
mod notation;
pub mod outcome;
pub mod perft;
pub mod prompt;
pub mod puzzles;
pub mod record;
pub mod rules;
pub mod run;
pub mod scene;
pub mod search;
pub mod seat;
pub mod seen_messages;
pub mod spots;
pub mod teach;
pub mod zertz;

pub use action_kind::ActionKind;
pub use analysis::{Judged, analyse, make_sure, tipped};
pub use catalog::{CATALOG, Entry, Play, PlayStep, read_position, unknown_game};
pub use common::{Common, PositionPart, StartError};
pub use contest::{Contest, Means};
pub use diagram::Diagram;
pub use dice::{Dice, Seed};
pub use fact::{Arg, Fact, Illegal};
pub use game::{Game, Played, Step};
pub use hosted::{Hosted, HostedPosition, MAX_LISTED};
pub use layout::Layout;
pub use live::{Live, Possible};
pub use message::{Message, Typed};
pub use outcome::{Outcome, Reason, Revealed, SolitaireScore, Turn};
pub use prompt::{Choice, FigureRow, Figures, Parts, Prompt, RowKind, Term};
pub use puzzles::Puzzle;
pub use record::{Date, Record, RecordError, Tags, Termination};
pub use rules::Rules;
pub use scene::Scene;
pub use search::{Advice, Level, SearchLimits, SearchResult, Value};
pub use seat::Seat;
pub use seen_messages::SeenMessages;
