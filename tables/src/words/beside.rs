//! What stands beside a board, in words.

use games::{
    Fact, Seat, run,
    scene::{Beside, Holder, Item, Lattice, Piece, Scene},
};

use super::{listed, small};
use crate::wording::Wording;

/// What stands beside a board, in its order: empty stocks only where that says something.
pub fn facts(wording: &Wording, scene: &Scene) -> Vec<Fact> {
    let mut facts = Vec::new();
    for beside in &scene.beside {
        match beside {
            Beside::Stock { holder, items } => {
                let items = items
                    .iter()
                    .map(|item| told(wording, scene.lattice, *holder, item));
                let fact = match holder {
                    Holder::Reserve(seat) => Fact::new("words-reserve").with("seat", *seat),
                    Holder::Lost(seat) => Fact::new("words-lost").with("seat", *seat),
                    Holder::Captured(seat) => Fact::new("words-captured").with("seat", *seat),
                    Holder::Pool => Fact::new("words-pool"),
                    Holder::Hand => Fact::new("words-hand"),
                    Holder::Bank => Fact::new("words-bank"),
                    Holder::Outside => Fact::new("words-outside"),
                };
                facts.push(fact.with("items", listed(items)));
            }
            Beside::Lives {
                seat,
                on_board,
                in_reserve,
            } => facts.push(
                Fact::new("words-lives")
                    .with("seat", *seat)
                    .with("board", *on_board)
                    .with("reserve", *in_reserve),
            ),
            // All sets of a player stand in one line, after what was captured.
            Beside::Set { .. } => {}
            Beside::Damage { now, limit, target } => {
                let damage = run::Message::DamageNow {
                    damage: *now,
                    limit: *limit,
                    target: *target,
                };
                facts.push(damage.into());
            }
            Beside::Deck { count } => {
                let count = usize::from(*count);
                facts.push(run::Message::Stack { count }.into());
            }
        }
    }
    facts.extend(
        Seat::BOTH
            .into_iter()
            .filter_map(|seat| sets(wording, scene, seat)),
    );
    facts
}

/// How much a player still misses for each set that wins.
fn sets(wording: &Wording, scene: &Scene, of: Seat) -> Option<Fact> {
    let mut told = Vec::new();
    for beside in &scene.beside {
        if let Beside::Set {
            seat,
            needed,
            missing,
        } = beside
            && *seat == of
        {
            let marbles = needed.iter();
            let marbles = marbles.map(|(piece, count)| wording.say(&marble(*piece, *count), &[]));
            let fact = Fact::new("words-set").with("marbles", listed(marbles));
            told.push(wording.say(&fact.with("missing", *missing), &[]));
        }
    }
    let fact = Fact::new("words-sets").with("seat", of);
    (!told.is_empty()).then(|| fact.with("sets", told.join("; ")))
}

/// Some things of one kind, as somebody holds them.
fn told(wording: &Wording, lattice: Lattice, holder: Holder, item: &Item) -> String {
    let fact = match (lattice, item.pieces.as_slice()) {
        (Lattice::Hex, pile) => {
            let pile: String = pile.iter().map(|piece| piece.letter).collect();
            let fact = Fact::new("words-item").with("pile", pile);
            fact.with("count", item.count)
        }
        (Lattice::Tiles, [piece, ..]) => marble(*piece, item.count),
        (_, pieces) => {
            let letters: String = pieces.iter().map(|piece| small(piece.letter)).collect();
            // Breakers are one of a kind, tokens are not.
            if holder == Holder::Outside {
                return letters;
            }
            let fact = Fact::new("words-token").with("colour", letters);
            fact.with("count", item.count)
        }
    };
    wording.say(&fact, &[])
}

fn marble(piece: Piece, count: u8) -> Fact {
    let fact = Fact::new("words-marble").with("colour", piece.letter.to_string());
    fact.with("count", count)
}
