//! What the run calls by names of its own.

use super::{BREAKERS, breakers, code::Code, structure::Colour};
use crate::{
    fact::Fact,
    prompt::{Explained, Term},
};

/// Words that are explained, each under the word that its sentence is found by.
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

/// The words of the game, and the custom breakers under their numbers, `k1` and so on, and their names.
pub(super) fn terms() -> Vec<Term> {
    let words = Term::all(|term| Fact::new(Code::Term).with("term", term), WORDS);
    let all = Colour::ALL.into_iter().zip(&BREAKERS);
    let custom = all.flat_map(|(colour, of_colour)| {
        (1..).zip(*of_colour).flat_map(move |(number, breaker)| {
            let code = breakers::code(colour, number);
            let about = Fact::new(Code::BreakerAbout).with("custom", code.as_str());
            [code, breaker.name.to_owned()].map(|name| Term {
                name,
                about: about.clone(),
            })
        })
    });
    words.into_iter().chain(custom).collect()
}
