//! Positions in words, for screen readers.

mod beside;

use std::collections::BTreeMap;

use games::{
    Diagram, Fact, Seat,
    scene::{Ground, Lattice, Mark, Next, Point, Scene},
};

use crate::text::{
    messages::{StructureKind, WordsMessage},
    wording::Wording,
};

/// Describes a board in lines: the pieces, the changes of the last turn, the side panel.
pub fn board(wording: &Wording, diagram: &Diagram) -> Vec<String> {
    let Diagram {
        players,
        last,
        scene,
        ..
    } = diagram;
    let last = last.as_ref().map(|last| {
        let action = last.text.replace(';', ", ");
        WordsMessage::Last {
            seat: last.seat,
            action,
        }
    });
    let board = match scene.lattice {
        Lattice::Hex => pieces(wording, scene),
        Lattice::Rings => marbles(scene),
        Lattice::Square => structures(wording, scene),
    };
    let changed = marked(scene, Mark::Last).map(|spots| WordsMessage::Changed { spots });
    let due = marked(scene, Mark::Due).map(|spots| match scene.lattice {
        Lattice::Rings => WordsMessage::CanCapture { spots },
        Lattice::Hex | Lattice::Square => WordsMessage::Due { spots },
    });
    let words = last.into_iter().chain(board).chain(changed).chain(due);
    let words = words.map(Fact::from);
    let words = words.chain(beside::words(wording, scene));
    words.map(|words| wording.say(&words, players)).collect()
}

/// Describes the structures with the breakers on them or able to step there, and the free spaces.
fn structures(wording: &Wording, scene: &Scene) -> Vec<WordsMessage> {
    let mut words = Vec::new();
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
                    let space = point.name.clone();
                    wording.say(&WordsMessage::FreeSpace { space, next }.into(), &[])
                }
            });
            continue;
        };
        let on = point.pieces.iter().map(|piece| small(piece.letter));
        let kind = match number {
            Some(_) => StructureKind::Ice,
            None => StructureKind::Fort,
        };
        words.push(WordsMessage::Structure {
            space: point.name.clone(),
            kind,
            colour: small(*colour),
            strength: *strength,
            token: *token,
            on: listed(on),
            next,
        });
    }
    if !free.is_empty() {
        let spaces = free.join("; ");
        words.push(WordsMessage::Free { spaces });
    }
    words
}

/// Lists the breakers on the board that can step to a space, with their odds there.
fn nearing(wording: &Wording, point: &Point) -> Option<String> {
    let inside = point.next.iter().filter(|next| next.inside);
    let words = inside.map(|Next { piece, odds, .. }| match odds {
        None => small(piece.letter),
        Some(odds) => {
            let odds = WordsMessage::Odds {
                breaker: small(piece.letter),
                odds: *odds,
            };
            wording.say(&odds.into(), &[])
        }
    });
    listed(words)
}

/// Lists the pieces of both sides, grouped by kind of pile.
fn pieces(wording: &Wording, scene: &Scene) -> Vec<WordsMessage> {
    let mut words = Vec::new();
    for seat in Seat::BOTH {
        let mut kinds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for point in &scene.points {
            let top = point.pieces.last();
            if let Some(top) = top.filter(|top| top.owner == Some(seat)) {
                let own = point.pieces.iter().all(|piece| piece.owner == top.owner);
                let kind = if own {
                    point.pieces.iter().map(|piece| piece.letter).collect()
                } else {
                    format!("over-{}", top.letter)
                };
                kinds.entry(kind).or_default().push(&point.name);
            }
        }
        if kinds.is_empty() {
            words.push(WordsMessage::NoPieces { seat });
        }
        words.extend(kinds.into_iter().map(|(pile, spots)| WordsMessage::Pieces {
            seat,
            pile,
            spots: spots.join(", "),
        }));
    }
    let covering = |point: &&Point| match point.pieces.as_slice() {
        [lowest, above @ ..] => above.iter().any(|piece| piece.owner != lowest.owner),
        [] => false,
    };
    words.extend(scene.points.iter().filter(covering).map(|point| {
        let pieces = point.pieces.iter().map(|piece| {
            let piece = WordsMessage::Piece {
                piece: piece.letter,
                seat: piece.owner.unwrap_or(Seat::First),
            };
            wording.say(&piece.into(), &[])
        });
        WordsMessage::Under {
            spot: point.name.clone(),
            pieces: listed(pieces),
        }
    }));
    words
}

/// Lists the marbles by colour, and counts the rings left on the board.
fn marbles(scene: &Scene) -> Vec<WordsMessage> {
    let on = |letter: char| {
        let is_on = move |point: &&Point| point.pieces.iter().any(|piece| piece.letter == letter);
        names(scene.points.iter().filter(is_on))
    };
    let colours = ['W', 'G', 'B'].map(|letter| (letter, on(letter)));
    let colours = colours.into_iter().filter(|(_, spots)| spots.is_some());
    let colours = colours.map(|(colour, spots)| WordsMessage::Marbles { colour, spots });
    let mut words: Vec<WordsMessage> = colours.collect();
    let vacant = scene.points.iter().filter(|point| point.pieces.is_empty());
    words.push(WordsMessage::Rings {
        count: scene.points.len(),
        spots: names(vacant),
    });
    words
}

/// Lists the places with a mark, if any.
fn marked(scene: &Scene, mark: Mark) -> Option<String> {
    names(scene.points.iter().filter(|point| point.mark == mark))
}

fn names<'a>(points: impl Iterator<Item = &'a Point>) -> Option<String> {
    listed(points.map(|point| point.name.clone()))
}

/// Joins a list with commas; `None` if it is empty.
fn listed(words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn small(letter: char) -> String {
    letter.to_lowercase().to_string()
}
