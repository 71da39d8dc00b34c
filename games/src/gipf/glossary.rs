//! The glossary of this family of games.

use super::message::Message;
use crate::prompt::{Explained, Term};

/// The explained words, grouped under the key of their explanation.
const WORDS: &[Explained] = &[
    ("T", &["T", "TT", "tamsk", "tamsk potential"]),
    ("Z", &["Z", "ZZ", "zertz", "zertz potential"]),
    ("D", &["D", "DD", "dvonn", "dvonn potential"]),
    ("Y", &["Y", "YY", "yinsh", "yinsh potential"]),
    ("P", &["P", "PP", "punct", "punct potential"]),
    ("G", &["G", "gipf", "gipf piece"]),
    ("B", &["B", "BB", "basic piece", "single piece"]),
    ("potential", &["potential"]),
    ("loaded", &["loaded piece", "loaded", "BZ", "BT"]),
    ("stack", &["stack"]),
    ("spot", &["spot"]),
    ("dot", &["dot"]),
    ("line", &["line"]),
    ("enter", &["enter", "push"]),
    ("use", &["use"]),
    ("row", &["row", "x", "star", "leave"]),
    ("extra", &["extra move", "extra", "+", "+x"]),
    ("reserve", &["reserve"]),
    ("capture", &["capture"]),
    ("challenge", &["jump", "heads"]),
];

/// Returns the terms of the glossary.
pub(super) fn terms() -> Vec<Term> {
    Term::all(|term| Message::Term { term }, WORDS)
}
