//! The glossary of the run.

use super::{BREAKERS, breaker_name::BreakerName, message::Message, structure::Colour};
use crate::prompt::{Explained, Term};

/// Glossary entries: the key of the explanation with the words that lead to it.
const WORDS: &[Explained] = &[
    ("power-up", &["power-up", "token", "hand"]),
    ("bank", &["bank"]),
    ("boost", &["boost"]),
    ("hold", &["hold"]),
    ("pass", &["pass"]),
    ("use", &["use", "ability", "abilities"]),
    ("pay", &["pay", "price"]),
    ("target", &["target"]),
    ("damage", &["damage", "brain damage", "brain death"]),
    ("structure", &["structure", "matrix", "data stack"]),
    ("ice", &["ice"]),
    ("fort", &["fort", "data fort"]),
    ("breaker", &["breaker", "ice breaker", "plain breaker"]),
    ("k", &["k", "black breaker"]),
    ("g", &["g", "green breaker"]),
    ("r", &["r", "red breaker"]),
    ("b", &["b", "blue breaker"]),
    (
        "way",
        &["n", "e", "s", "w", "north", "east", "south", "west"],
    ),
    ("choice", &["sum", "blade", "lattice"]),
    ("swap", &["swap"]),
    ("weaken", &["weaken"]),
    ("seed", &["seed"]),
];

/// Returns the explained terms, and the custom breakers by number (`k1` …) and by name.
pub(super) fn terms() -> Vec<Term> {
    let words = Term::all(|term| Message::Term { term }, WORDS);
    let custom = custom_breakers().flat_map(|(custom, name)| {
        [custom.to_string(), name.to_owned()].map(|name| Term {
            name,
            about: Message::BreakerAbout { custom }.into(),
        })
    });
    words.into_iter().chain(custom).collect()
}

fn custom_breakers() -> impl Iterator<Item = (BreakerName, &'static str)> {
    let all = Colour::ALL.into_iter().zip(&BREAKERS);
    all.flat_map(|(colour, of_colour)| {
        let numbered = (1..).zip(*of_colour);
        numbered.map(move |(number, breaker)| (BreakerName::new(colour, number), breaker.name))
    })
}
