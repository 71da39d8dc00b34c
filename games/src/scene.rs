//! What a board looks like, as plain data: no characters, no colours, no language.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// How the points lie.
    pub lattice: Lattice,
    /// Every point, in the order of its name.
    pub points: Vec<Point>,
    /// What the last turn did, in order.
    pub deeds: Vec<Deed>,
    /// What waits for a decision.
    pub rows: Vec<Row>,
    /// What stands beside the board, in order.
    pub beside: Vec<Beside>,
}

impl Scene {
    /// A board at which nothing has happened, with nothing beside it.
    pub fn new(lattice: Lattice, points: Vec<Point>) -> Scene {
        Scene {
            lattice,
            points,
            deeds: Vec::new(),
            rows: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// The point with this name.
    pub fn point(&self, name: &str) -> Option<&Point> {
        self.points.iter().find(|point| point.name == name)
    }

    /// The same scene, with a mark on everything that has changed since another one.
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
            self.deeds = self.steps_since(before);
        }
        self
    }

    /// The same scene with what was done, and with a mark on what has entered: where it came to rest on a spot of
    /// its own kind, nothing else tells.
    pub fn with_deeds(mut self, deeds: impl IntoIterator<Item = Deed>) -> Scene {
        self.deeds.extend(deeds);
        let rests = self.deeds.iter().filter_map(|deed| match deed {
            Deed::Enter { at, .. } => Some(at),
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

    /// Where the pieces went since another scene. On a grid of squares each is the only one with its
    /// letter.
    fn steps_since(&self, before: &Scene) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for to in &self.points {
            for piece in &to.pieces {
                let mut points = before.points.iter();
                let at = || to.name.clone();
                deeds.extend(match points.find(|point| point.pieces.contains(piece)) {
                    Some(from) if from.name == to.name => None,
                    Some(from) => Some(Deed::Go {
                        path: vec![from.name.clone(), at()],
                    }),
                    None => Some(Deed::Place { at: at() }),
                });
            }
        }
        deeds
    }
}

/// How the `x` and `y` of a [`Point`] are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lattice {
    /// Columns of hexagons: one step in `x` is one column, two steps in `y` one point of it.
    Hex,
    /// Hexagonal tiles beside each other, some of which may be missing: steps as for hexagons.
    Tiles,
    /// A grid of squares: one step is one space, north is up.
    Square,
}

/// One place of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// Its name in notation.
    pub name: String,
    /// Steps to the right.
    pub x: i32,
    /// Steps upwards.
    pub y: i32,
    /// What kind of place it is.
    pub ground: Ground,
    /// The pieces on it, from bottom to top.
    pub pieces: Vec<Piece>,
    /// The pieces that can come there with the next action, where that is worth showing.
    pub next: Vec<Next>,
    /// Whether something happened there or is to be done there.
    pub mark: Mark,
}

/// What a place is.
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
        /// Letter of its colour, upper case.
        colour: char,
        /// Its number as written on it; `None` for a fort.
        number: Option<u8>,
        /// Its strength now.
        strength: u8,
        /// Whether a token lies on it.
        token: bool,
    },
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Letter of its kind, upper case.
    pub letter: char,
    /// Whose it is; nobody's where both players use the same pieces.
    pub owner: Option<Seat>,
}

/// A piece that can come to a place with the next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// The piece.
    pub piece: Piece,
    /// Whether it comes from another place of the board, rather than from outside.
    pub inside: bool,
    /// Its odds there; nothing where nothing has to be rolled.
    pub odds: Option<Rolls>,
}

/// What has to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolls {
    /// The lowest number on the die that will do; `None` where it is not a matter of one number.
    pub least: Option<u8>,
    /// How likely that is, in per cent.
    pub percent: u8,
}

/// Why a place is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// Nothing.
    None,
    /// The last turn changed it.
    Last,
    /// It is part of what has to be dealt with now.
    Due,
}

/// What an action did to the board. Places are told by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// A piece came in from the rim and pushed on what was in its way.
    Enter {
        /// The dot.
        from: String,
        /// Where it came to rest.
        at: String,
        /// Where the furthest piece ended: the same place if nothing was pushed.
        end: String,
    },
    /// A piece went over these places, from the first to the last, resting at each.
    Go {
        /// Where it stood, rested and ended.
        path: Vec<String>,
    },
    /// A piece was laid down.
    Place {
        /// Where.
        at: String,
    },
    /// Pieces left the board.
    Leave {
        /// From where.
        at: String,
        /// Those that left, from bottom to top.
        pieces: Vec<Piece>,
        /// Whether they were captured, rather than taken back.
        captured: bool,
    },
    /// A place was taken off the board, as it was then.
    TakeOff {
        /// The place; no pieces are on it.
        place: Point,
    },
}

/// Places in a line that have to be dealt with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The places, from one end to the other.
    pub spots: Vec<String>,
    /// The numbers of the answers that deal with it, where there are several rows.
    pub answers: Vec<usize>,
}

/// Something that stands beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beside {
    /// Pieces that somebody holds.
    Stock {
        /// Who holds them, and for what.
        holder: Holder,
        /// What they are.
        items: Vec<Item>,
    },
    /// Pieces that must not be lost, one and all.
    Lives {
        /// Whose they are.
        seat: Seat,
        /// How many of them are on the board.
        on_board: u8,
        /// How many of them are in reserve.
        in_reserve: u8,
    },
    /// Pieces that win the game once they are captured.
    Set {
        /// Who may collect them.
        seat: Seat,
        /// How many of each are needed.
        needed: Vec<(Piece, u8)>,
        /// How many are missing.
        missing: u8,
    },
    /// Damage that ends the game.
    Damage {
        /// So much of it there is.
        now: u8,
        /// With so much the game is lost.
        limit: u8,
        /// With more than this the player does not reach the goal that was set.
        target: Option<u8>,
    },
    /// Cards face down.
    Deck {
        /// How many there are.
        count: u8,
    },
}

/// Who holds pieces, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holder {
    /// A player, to enter them.
    Reserve(Seat),
    /// Nobody any more: these pieces of a player are out of the game.
    Lost(Seat),
    /// A player, who has captured them.
    Captured(Seat),
    /// Everybody, to place them.
    Pool,
    /// The only player, to spend them.
    Hand,
    /// The bank, from which the hand is filled.
    Bank,
    /// The only player, outside the board.
    Outside,
}

/// Some things of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// What one of them is, from bottom to top.
    pub pieces: Vec<Piece>,
    /// What is written on one of them, if anything is.
    pub number: Option<u8>,
    /// How many there are.
    pub count: u8,
}
