//! Scenes: boards as plain data for renderers, without characters, colours or language.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A board to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The geometry of the points.
    pub lattice: Lattice,
    /// All points, in the order of their names.
    pub points: Vec<Point>,
    /// The changes of the board by the last turn, in order.
    pub changes: Vec<BoardChange>,
    /// The rows that wait for a decision.
    pub rows: Vec<OpenRow>,
    /// The side panel, in order.
    pub beside: Vec<Beside>,
}

impl Scene {
    /// Creates a scene without changes and side panel.
    pub fn new(lattice: Lattice, points: Vec<Point>) -> Scene {
        Scene {
            lattice,
            points,
            changes: Vec::new(),
            rows: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// Returns the point with this name.
    pub fn point(&self, name: &str) -> Option<&Point> {
        self.points.iter().find(|point| point.name == name)
    }

    /// Marks everything that has changed since another scene.
    pub fn marked_since(mut self, before: &Scene) -> Scene {
        for point in &mut self.points {
            let old = before.point(&point.name);
            let changed = match old {
                Some(old) => old.pieces != point.pieces || old.ground != point.ground,
                None => point.ground != Ground::Free,
            };
            if changed && point.mark == Mark::None {
                point.mark = Mark::Last;
            }
        }
        if self.lattice == Lattice::Square {
            self.changes = self.steps_since(before);
        }
        self
    }

    /// Adds changes of the board, and marks the piece that has entered: where it comes to rest on a spot of a
    /// piece of its own kind, comparing boards does not show it.
    pub fn with_changes(mut self, changes: impl IntoIterator<Item = BoardChange>) -> Scene {
        self.changes.extend(changes);
        let rests = self.changes.iter().filter_map(|deed| match deed {
            BoardChange::Enter { at, .. } => Some(at),
            _ => None,
        });
        for name in rests {
            let rest = self.points.iter_mut().find(|point| point.name == *name);
            if let Some(rest) = rest.filter(|it| it.mark == Mark::None && !it.pieces.is_empty()) {
                rest.mark = Mark::Last;
            }
        }
        self
    }

    /// Returns the moves of pieces since another scene. On a grid of squares, each piece is the only one with its
    /// letter.
    fn steps_since(&self, before: &Scene) -> Vec<BoardChange> {
        let mut changes = Vec::new();
        for to in &self.points {
            for piece in &to.pieces {
                let mut points = before.points.iter();
                let at = || to.name.clone();
                changes.extend(match points.find(|point| point.pieces.contains(piece)) {
                    Some(from) if from.name == to.name => None,
                    Some(from) => Some(BoardChange::Go {
                        path: vec![from.name.clone(), at()],
                    }),
                    None => Some(BoardChange::Place { at: at() }),
                });
            }
        }
        changes
    }
}

/// The geometry of the `x` and `y` of a [`Point`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lattice {
    /// Columns of hexagons: one step in `x` is a column, two steps in `y` are one point of it.
    Hex,
    /// Rings beside each other, some of which may be missing; steps as for hexagons.
    Rings,
    /// A grid of squares: one step is one space, north is up.
    Square,
}

/// One place of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The name in notation.
    pub name: String,
    /// The steps to the right.
    pub x: i32,
    /// The steps upwards.
    pub y: i32,
    /// The kind of the place.
    pub ground: Ground,
    /// The pieces on it, from bottom to top.
    pub pieces: Vec<ScenePiece>,
    /// The pieces that can come there with the next action, where that is worth showing.
    pub next: Vec<Next>,
    /// The highlight of the place.
    pub mark: Mark,
}

/// The kind of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ground {
    /// A place in play.
    Spot,
    /// A place on the rim from which pieces enter.
    Dot,
    /// An empty space where a structure may be installed.
    Free,
    /// A structure.
    Tile {
        /// The letter of its colour, upper case.
        colour: char,
        /// The number written on it; `None` for a fort.
        number: Option<u8>,
        /// The current strength.
        strength: u8,
        /// `true` if a token lies on it.
        token: bool,
    },
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenePiece {
    /// The letter of its kind, upper case.
    pub letter: char,
    /// The owner; `None` where both players use the same pieces.
    pub owner: Option<Seat>,
}

/// A piece that can come to a place with the next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// The piece.
    pub piece: ScenePiece,
    /// `true` if it comes from another place of the board, `false` from outside.
    pub inside: bool,
    /// The odds of success; `None` if no die is rolled.
    pub odds: Option<RollOdds>,
}

/// The odds of a die roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollOdds {
    /// The lowest roll that succeeds; `None` if there is no single threshold.
    pub least: Option<u8>,
    /// The chance of success, in per cent.
    pub percent: u8,
}

/// The highlight of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// No highlight.
    None,
    /// A change by the last turn.
    Last,
    /// A part of the pending decision.
    Due,
}

/// A change of the board by an action, for renderers. Places are given by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardChange {
    /// The entry of a piece from the rim, which pushes the pieces in its way.
    Enter {
        /// The dot.
        from: String,
        /// The place where the piece came to rest.
        at: String,
        /// The place where the furthest piece came to rest: the same if nothing was pushed.
        end: String,
    },
    /// The move of a piece over these places, with a stop at each.
    Go {
        /// The places from the first to the last.
        path: Vec<String>,
    },
    /// The placement of a piece.
    Place {
        /// The place.
        at: String,
    },
    /// The removal of pieces from the board.
    Leave {
        /// The place.
        at: String,
        /// The pieces removed, from bottom to top.
        pieces: Vec<ScenePiece>,
        /// `true` if they were captured, `false` if they were taken back.
        captured: bool,
    },
    /// The removal of a place of the board.
    TakeOff {
        /// The place as it was; no pieces are on it.
        place: Point,
    },
}

/// A row of places that waits for a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenRow {
    /// The places, from one end to the other.
    pub spots: Vec<String>,
    /// The numbers of the answers that deal with it, where there are several rows.
    pub answers: Vec<usize>,
}

/// An element of the side panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beside {
    /// A stock of pieces.
    Stock {
        /// The holder of the pieces, and their purpose.
        holder: Holder,
        /// The pieces.
        items: Vec<Item>,
    },
    /// Pieces of which a player must not lose all.
    Lives {
        /// The owner.
        seat: Seat,
        /// The number on the board.
        on_board: u8,
        /// The number in reserve.
        in_reserve: u8,
    },
    /// A set of pieces that wins the game once they are captured.
    Set {
        /// The collector.
        seat: Seat,
        /// The number needed of each piece.
        needed: Vec<(ScenePiece, u8)>,
        /// The number that is missing.
        missing: u8,
    },
    /// Damage, which ends the game at a limit.
    Damage {
        /// The current damage.
        now: u8,
        /// The damage with which the game is lost.
        limit: u8,
        /// The maximum damage of the goal that the player has set.
        target: Option<u8>,
    },
    /// A deck of cards face down.
    Deck {
        /// The number of cards.
        count: u8,
    },
}

/// The holder of pieces, and their purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holder {
    /// The reserve of a player, to enter.
    Reserve(Seat),
    /// The lost pieces of a player, out of the game.
    Lost(Seat),
    /// The captures of a player.
    Captured(Seat),
    /// The common pool, to place.
    Pool,
    /// The hand of the only player, to spend.
    Hand,
    /// The bank, from which the hand is filled.
    Bank,
    /// The pieces of the only player outside the board.
    Outside,
}

/// A number of equal items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The pieces of one item, from bottom to top.
    pub pieces: Vec<ScenePiece>,
    /// The number written on each item, if any.
    pub number: Option<u8>,
    /// The number of items.
    pub count: u8,
}
