//! The scene of a board, and its side panel.

use super::{
    action::Action,
    message::{Message, PileColour},
    piece::{Piece, PieceKind, Pile},
    planes::Entering,
    position::{Phase, Position},
    reserve::Reserve,
    spot::{CENTRE, name},
};
use crate::{
    action_kind::ActionKind,
    hex::Coord,
    scene::{self, Beside, BoardChange, Ground, Holder, Item, Lattice, Mark, Scene},
    seat::Seat,
    spots::Spots,
};

impl Position {
    pub(super) fn draw(&self) -> Scene {
        let board = self.board();
        let due = match self.current_phase() {
            Phase::Rows(_) => self.rows(self.mover).flat_map(|row| row.spots).collect(),
            Phase::Extra(_) => Spots::from(CENTRE),
            Phase::Announced { from, to } | Phase::Contested { from, to } => {
                Spots::from(from) | to.into()
            }
            Phase::Move | Phase::Over(_) => Spots::NONE,
        };
        let points = board.points().map(|point| {
            let (x, y) = board.place(point);
            let spot = self.area().spot(point);
            let pile = self.pile(point).unwrap_or_default();
            scene::Point {
                name: point.to_string(),
                x,
                y,
                ground: if board.is_dot(point) {
                    Ground::Dot
                } else {
                    Ground::Spot
                },
                pieces: pile.pieces().iter().map(|piece| piece.seen()).collect(),
                next: Vec::new(),
                mark: if spot.is_some_and(|spot| due.contains(spot)) {
                    Mark::Due
                } else {
                    Mark::None
                },
            }
        });
        Scene {
            rows: self.open_rows(),
            beside: self.stocks(),
            ..Scene::new(Lattice::Hex, points.collect())
        }
    }

    /// Returns the rows of the mover, with the numbers of the answers that deal with each if there are several.
    fn open_rows(&self) -> Vec<scene::OpenRow> {
        if !matches!(self.phase, Phase::Rows(_)) {
            return Vec::new();
        }
        // With a single row, all answers deal with it.
        let choices = match self.rows(self.mover).count() {
            1 => Vec::new(),
            _ => self.listed_choices(),
        };
        let row = |row: super::Row| scene::OpenRow {
            spots: row
                .spots
                .iter()
                .map(|spot| name(spot).to_string())
                .collect(),
            answers: (1..)
                .zip(&choices)
                .filter(|(_, taken)| row.spots.covers(**taken))
                .map(|(number, _)| number)
                .collect(),
        };
        self.rows(self.mover).map(row).collect()
    }

    /// Returns the side panel of pictures: reserves, pieces out of the game, and the pieces that must not be
    /// lost.
    fn stocks(&self) -> Vec<Beside> {
        let mut beside = Vec::new();
        for owner in Seat::BOTH {
            beside.push(Beside::Stock {
                holder: Holder::Reserve(owner),
                items: self.items(self.reserve(owner), owner),
            });
            let lost = self.lost(owner);
            if !lost.is_empty() {
                beside.push(Beside::Stock {
                    holder: Holder::Lost(owner),
                    items: PieceKind::ALL
                        .into_iter()
                        .filter_map(|kind| item(&[kind], owner, lost.count(kind)))
                        .collect(),
                });
            }
            if self.variant.needs_gipf() {
                let (on_board, in_reserve) = self.gipfs(owner);
                beside.push(Beside::Lives {
                    seat: owner,
                    on_board,
                    in_reserve,
                });
            }
        }
        beside
    }

    /// Returns the pieces of a reserve as they can enter: potentials of MATRX GIPF as stacks, and a single
    /// remainder.
    fn items(&self, reserve: &Reserve, owner: Seat) -> Vec<Item> {
        let of = |kind: PieceKind| {
            let count = reserve.count(kind);
            if self.variant.is_matrx() && kind.entering() == 2 {
                [
                    item(&[kind, kind], owner, count / 2),
                    item(&[kind], owner, count % 2),
                ]
            } else {
                [item(&[kind], owner, count), None]
            }
        };
        PieceKind::ALL.into_iter().flat_map(of).flatten().collect()
    }

    /// Returns the changes of the board by an action in canonical form.
    pub(super) fn changes_of(&self, action: &Action) -> Vec<BoardChange> {
        let enter = |board: &Position, from: Option<Coord>, to: Coord| {
            let pushes = board.read_push(from, to).unwrap_or_default();
            let deed = pushes.first().map(|push| BoardChange::Enter {
                from: push.path().dot.to_string(),
                at: name(push.path().rest).to_string(),
                end: board.write_push(*push).1.to_string(),
            });
            deed.into_iter().collect()
        };
        let leave = |spot: Coord, pieces: &[Piece]| BoardChange::Leave {
            at: spot.to_string(),
            pieces: pieces.iter().map(|piece| piece.seen()).collect(),
            captured: pieces.iter().any(|piece| piece.owner != self.mover),
        };
        let top = |spot: Coord| self.pile(spot).and_then(|pile| pile.top());
        match action {
            Action::Move {
                from: Some(from),
                to,
                ..
            } if self.board().is_spot(*from) => {
                let path = [from, to].map(Coord::to_string).to_vec();
                vec![BoardChange::Go { path }]
            }
            Action::Move { from, to, .. } => enter(self, *from, *to),
            Action::Extra { from, to } => {
                // The top piece leaves the centre before it is pushed in (H.1.2).
                let mut without = *self;
                without.leave_centre();
                enter(&without, *from, *to)
            }
            Action::GiveUp => top(Coord::E5)
                .map(|piece| leave(Coord::E5, &[piece]))
                .into_iter()
                .collect(),
            Action::Row(taken) => taken
                .iter()
                .filter_map(|taken| Some((taken.spot, self.pile(taken.spot)?)))
                .map(|(spot, pile)| leave(spot, pile.removable()))
                .collect(),
            // The potential leaves the game.
            Action::Neutralised => match self.phase {
                Phase::Contested { from, .. } => top(name(from))
                    .map(|piece| BoardChange::Leave {
                        at: name(from).to_string(),
                        pieces: vec![piece.seen()],
                        captured: true,
                    })
                    .into_iter()
                    .collect(),
                _ => Vec::new(),
            },
            Action::Leave | Action::Allow | Action::Neutralise | Action::Upheld => Vec::new(),
        }
    }

    /// Returns the side panel of texts: reserves, pieces out of the game, and the pieces under one that has
    /// landed.
    pub(super) fn tell_side_panel(&self) -> Vec<Message> {
        let mut side_panel = Vec::new();
        for seat in Seat::BOTH {
            let reserve = self.reserve(seat);
            let pieces = if self.variant.is_matrx() {
                reserve.as_stacks(seat)
            } else {
                reserve.as_singles(seat)
            };
            side_panel.push(Message::Reserve { seat, pieces });
        }
        for seat in Seat::BOTH {
            let pieces = self.lost(seat);
            if !pieces.is_empty() {
                side_panel.push(Message::Lost { seat, pieces });
            }
        }
        for (spot, pile) in self.occupied() {
            if pile.pieces().len() > pile.removable().len() {
                side_panel.push(tell_pile(spot, &pile));
            }
        }
        side_panel
    }

    /// Returns the kind by which an action can be filtered, and its heading.
    pub(super) fn kind_of(&self, action: &Action) -> (ActionKind, Message) {
        match action {
            Action::Row(_) | Action::Leave => (ActionKind::Row, Message::MovesRow),
            Action::Extra { .. } | Action::GiveUp => (ActionKind::Extra, Message::MovesExtra),
            Action::Allow | Action::Neutralise | Action::Neutralised | Action::Upheld => {
                (ActionKind::Answer, Message::MovesAnswer)
            }
            Action::Move { kind, from, .. } => {
                let piece = kind.unwrap_or(PieceKind::Basic);
                if from.is_some_and(|from| self.board().is_spot(from)) {
                    return (ActionKind::Use, Message::MovesUse { piece });
                }
                let loaded = piece.is_potential() && !self.variant.is_matrx();
                let piece = if loaded {
                    Entering::Loaded(piece)
                } else {
                    Entering::Single(piece)
                };
                (ActionKind::Enter, Message::MovesEnter { piece })
            }
        }
    }
}

/// Returns the message about a spot where a potential has landed on other pieces.
fn tell_pile(spot: Coord, pile: &Pile) -> Message {
    let mut under: Vec<Piece> = pile.pieces().to_vec();
    let top = under.pop();
    let colour = |piece: Option<&Piece>| match piece.map(|piece| piece.owner) {
        Some(Seat::Second) => PileColour::Black,
        Some(Seat::First) | None => PileColour::White,
    };
    let letters =
        |pieces: &[Piece]| -> String { pieces.iter().map(|piece| piece.kind.letter()).collect() };
    let mixed = under
        .iter()
        .any(|piece| Some(piece.owner) != under.first().map(|it| it.owner));
    Message::Pile {
        spot,
        top: letters(top.as_slice()),
        colour: colour(top.as_ref()),
        under: letters(&under),
        below: if mixed {
            PileColour::Mixed
        } else {
            colour(under.first())
        },
        mixed: Pile::of(under).to_string(),
    }
}

/// Returns an item of equal stacks of these pieces, if there are any.
fn item(kinds: &[PieceKind], owner: Seat, count: u8) -> Option<Item> {
    let piece = |kind: &PieceKind| Piece { kind: *kind, owner }.seen();
    (count > 0).then(|| Item {
        pieces: kinds.iter().map(piece).collect(),
        number: None,
        count,
    })
}

impl Piece {
    /// Converts the piece to one of a scene.
    fn seen(self) -> scene::ScenePiece {
        scene::ScenePiece {
            letter: self.kind.letter(),
            owner: Some(self.owner),
        }
    }
}
