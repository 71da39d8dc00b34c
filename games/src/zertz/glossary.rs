//! What ZÈRTZ calls by names of its own.

use super::message::Message;
use crate::prompt::{Explained, Term};

/// Words that are explained, each under the word that its sentence is found by.
const WORDS: &[Explained] = &[
    ("W", &["W", "white marble"]),
    ("G", &["G", "grey marble", "gray marble"]),
    ("B", &["B", "black marble"]),
    ("marble", &["marble", "pool"]),
    ("ring", &["ring"]),
    ("capture", &["capture", "jump"]),
    ("claim", &["claim", "isolate", "x", "leave"]),
    ("set", &["set"]),
];

/// The words of the game.
pub(super) fn terms() -> Vec<Term> {
    Term::all(|term| Message::Term { term }, WORDS)
}
