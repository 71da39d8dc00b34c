//! The board as a scene, and what is asked of the mover.

use super::{
    action::Action,
    marble::Colour,
    position::{Position, Ring},
};
use crate::{
    game::{Choice, Fact, Game, Prompt, Seat},
    hex::Board,
    scene::{self, Ground, Lattice, Mark, Scene},
};

impl Position {
    pub(super) fn draw(&self) -> Scene {
        let board = Board::zertz();
        let jumpers: Vec<_> = match self.outcome {
            Some(_) => Vec::new(),
            None => self.captures().iter().map(start).collect(),
        };
        let points = self.rings().map(|(at, ring)| {
            let (x, y) = board.place(at);
            scene::Point {
                name: at.to_string(),
                x,
                y,
                ground: Ground::Spot,
                pieces: match ring {
                    Ring::Marble(colour) => vec![seen(colour)],
                    Ring::Vacant | Ring::Gone => Vec::new(),
                },
                next: Vec::new(),
                mark: match jumpers.contains(&Some(at)) {
                    true => Mark::Due,
                    false => Mark::None,
                },
            }
        });
        Scene {
            lattice: Lattice::Tiles,
            points: points.collect(),
        }
    }

    /// The pool, and what the players have captured.
    pub(super) fn tell_margin(&self) -> Vec<Fact> {
        let mut margin = vec![Fact::new("zertz-pool").with("marbles", self.pool.as_marbles())];
        margin.extend(Seat::BOTH.map(|seat| {
            let marbles = self.captured[seat.index()];
            Fact::new("zertz-owned")
                .with("seat", seat)
                .with("marbles", marbles.as_marbles())
        }));
        margin
    }

    pub(super) fn ask(&self) -> Option<Prompt> {
        if self.outcome.is_some() {
            return None;
        }
        let captures = self.captures();
        if captures.is_empty() {
            let code = match self.pool.is_empty() {
                true => "zertz-ask-own",
                false => "zertz-ask-place",
            };
            let takes_off = |action: &Action| matches!(action, Action::Place { off: Some(_), .. });
            let how = match self.example().as_ref().map_or(0, Action::intricacy) {
                0 => "off",
                1 if self.actions().iter().any(takes_off) => "some-off",
                1 => "none-off",
                _ => "claim",
            };
            let ask = Fact::new(code).with("seat", self.mover).with("how", how);
            return Some(Prompt::new(ask, vec![]));
        }
        let ask = Fact::new("zertz-ask-capture")
            .with("seat", self.mover)
            .with("count", captures.len())
            .with("rings", rings(captures.get(captures.len() / 2)));
        let choices = match captures.len() <= super::FEW {
            true => captures.iter().map(choice).collect(),
            false => Vec::new(),
        };
        Some(Prompt::new(ask, choices))
    }
}

/// The ring from which a capture starts.
fn start(capture: &Action) -> Option<crate::hex::Coord> {
    match capture {
        Action::Capture { from, .. } => Some(*from),
        Action::Place { .. } => None,
    }
}

/// The rings of a capture, as they may be typed: `d1-d3-d5`.
fn rings(capture: Option<&Action>) -> String {
    let Some(Action::Capture { from, jumps }) = capture else {
        return String::new();
    };
    let ends = jumps.iter().map(|jump| jump.to.to_string());
    let rings: Vec<String> = [from.to_string()].into_iter().chain(ends).collect();
    rings.join("-")
}

fn choice(capture: &Action) -> Choice {
    let marbles: String = match capture {
        Action::Capture { jumps, .. } => {
            let colours = jumps.iter().filter_map(|jump| jump.over);
            colours.map(Colour::letter).collect()
        }
        Action::Place { .. } => String::new(),
    };
    Choice {
        action: capture.to_string(),
        what: Fact::new("zertz-choice-capture")
            .with("count", marbles.len())
            .with("marbles", marbles),
    }
}

fn seen(colour: Colour) -> scene::Piece {
    scene::Piece {
        letter: colour.letter(),
        owner: None,
    }
}
