//! A position in words, for who listens to it.

mod beside;

use std::collections::BTreeMap;

use games::{
    Diagram, Fact, Seat,
    scene::{Ground, Lattice, Mark, Next, Point, Scene},
};

use crate::wording::Wording;

/// What a board shows, in lines: who stands where, what the last turn changed, what stands beside it.
pub fn board(wording: &Wording, diagram: &Diagram) -> Vec<String> {
    let Diagram {
        players,
        last,
        scene,
        ..
    } = diagram;
    let last = last.as_ref().map(|last| {
        let fact = Fact::new("words-last").with("seat", last.seat);
        fact.with("action", last.text.replace(';', ", "))
    });
    let board = match scene.lattice {
        Lattice::Hex => pieces(wording, scene),
        Lattice::Tiles => marbles(scene),
        Lattice::Square => structures(wording, scene),
    };
    let facts = last.into_iter().chain(board);
    let facts = facts.chain(beside::facts(wording, scene));
    facts.map(|fact| wording.say(&fact, players)).collect()
}

/// The structures with who stands on them and can step there, and the spaces for more of them.
fn structures(wording: &Wording, scene: &Scene) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut free = Vec::new();
    for point in &scene.points {
        let next = nearing(wording, point);
        let Ground::Tile {
            colour,
            number,
            strength,
            token,
        } = &point.ground
        else {
            free.push(match next {
                None => point.name.clone(),
                Some(next) => {
                    let space = Fact::new("words-free-space");
                    let space = space.with("space", point.name.as_str());
                    wording.say(&space.with("next", next), &[])
                }
            });
            continue;
        };
        let on = point.pieces.iter().map(|piece| small(piece.letter));
        let kind = if number.is_some() { "ice" } else { "fort" };
        facts.push(
            Fact::new("words-structure")
                .with("space", point.name.as_str())
                .with("kind", kind)
                .with("colour", small(*colour))
                .with("strength", *strength)
                .with("token", if *token { "yes" } else { "no" })
                .with("on", listed(on))
                .with("next", next),
        );
    }
    if !free.is_empty() {
        facts.push(Fact::new("words-free").with("spaces", free.join("; ")));
    }
    facts.extend(marked(scene, Mark::Last, "words-changed"));
    facts.extend(marked(scene, Mark::Due, "words-due"));
    facts
}

/// The breakers on the board that can step to a space, with their odds there.
fn nearing(wording: &Wording, point: &Point) -> Option<String> {
    let inside = point.next.iter().filter(|next| next.inside);
    let words = inside.map(|Next { piece, odds, .. }| match odds {
        None => small(piece.letter),
        Some(odds) => {
            let fact = Fact::new("words-odds").with("breaker", small(piece.letter));
            let fact = fact.with("least", odds.least);
            wording.say(&fact.with("percent", odds.percent), &[])
        }
    });
    listed(words)
}

/// The pieces of both sides by what they lie on, those of one kind together.
fn pieces(wording: &Wording, scene: &Scene) -> Vec<Fact> {
    let mut facts = Vec::new();
    for seat in Seat::BOTH {
        let mut kinds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for point in &scene.points {
            let top = point.pieces.last();
            if let Some(top) = top.filter(|top| top.owner == Some(seat)) {
                let own = point.pieces.iter().all(|piece| piece.owner == top.owner);
                let kind = match own {
                    true => point.pieces.iter().map(|piece| piece.letter).collect(),
                    false => format!("over-{}", top.letter),
                };
                kinds.entry(kind).or_default().push(&point.name);
            }
        }
        if kinds.is_empty() {
            facts.push(Fact::new("words-no-pieces").with("seat", seat));
        }
        facts.extend(kinds.into_iter().map(|(kind, spots)| {
            Fact::new("words-pieces")
                .with("seat", seat)
                .with("pile", kind)
                .with("spots", spots.join(", "))
        }));
    }
    let covering = |point: &&Point| match point.pieces.as_slice() {
        [lowest, above @ ..] => above.iter().any(|piece| piece.owner != lowest.owner),
        [] => false,
    };
    facts.extend(scene.points.iter().filter(covering).map(|point| {
        let pieces = point.pieces.iter().map(|piece| {
            let fact = Fact::new("words-piece").with("piece", piece.letter.to_string());
            wording.say(&fact.with("seat", piece.owner.unwrap_or(Seat::First)), &[])
        });
        Fact::new("words-under")
            .with("spot", point.name.as_str())
            .with("pieces", listed(pieces))
    }));
    facts.extend(marked(scene, Mark::Last, "words-changed"));
    facts.extend(marked(scene, Mark::Due, "words-due"));
    facts
}

/// The marbles by colour, and the rings that are left.
fn marbles(scene: &Scene) -> Vec<Fact> {
    let on = |letter: char| {
        let is_on = move |point: &&Point| point.pieces.iter().any(|piece| piece.letter == letter);
        names(scene.points.iter().filter(is_on))
    };
    let colours = ['W', 'G', 'B'].map(|letter| (letter, on(letter)));
    let colours = colours.into_iter().filter(|(_, spots)| spots.is_some());
    let mut facts: Vec<Fact> = colours
        .map(|(letter, spots)| {
            let fact = Fact::new("words-marbles").with("colour", letter.to_string());
            fact.with("spots", spots)
        })
        .collect();
    let vacant = scene.points.iter().filter(|point| point.pieces.is_empty());
    facts.push(
        Fact::new("words-rings")
            .with("count", scene.points.len())
            .with("spots", names(vacant)),
    );
    facts.extend(marked(scene, Mark::Last, "words-changed"));
    facts.extend(marked(scene, Mark::Due, "words-can-capture"));
    facts
}

/// What is said about the places with a mark, if there are any.
fn marked(scene: &Scene, mark: Mark, code: &'static str) -> Option<Fact> {
    let spots = names(scene.points.iter().filter(|point| point.mark == mark));
    spots.map(|spots| Fact::new(code).with("spots", spots))
}

fn names<'a>(points: impl Iterator<Item = &'a Point>) -> Option<String> {
    listed(points.map(|point| point.name.clone()))
}

/// A list, unless there is nothing in it.
fn listed(words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn small(letter: char) -> String {
    letter.to_lowercase().to_string()
}
