//! The glossary of ZÈRTZ.

use super::message::Message;
use crate::prompt::{Explained, Term};

/// Glossary entries: the key of the explanation with the words that lead to it.
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

/// Returns the explained terms.
pub(super) fn terms() -> Vec<Term> {
    Term::all(|term| Message::Term { term }, WORDS)
}
