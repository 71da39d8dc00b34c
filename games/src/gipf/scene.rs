//! The board as a scene, and what is asked of the mover.

use std::ops::ControlFlow;

use super::{
    action::Action,
    moves::Move,
    piece::{Kind, Piece},
    position::{CENTRE, Half, Phase, Position, name},
    reserve::Reserve,
    row::Row,
};
use crate::{
    game::{Choice, Fact, Prompt, Seat},
    hex::Coord,
    rules::Rules,
    scene::{self, Beside, Deed, Ground, Holder, Item, Lattice, Mark, Scene},
    spots::{Spot, Spots},
};

/// The most answers that are offered as a numbered list.
const FEW: usize = 9;

impl Position {
    pub(super) fn draw(&self) -> Scene {
        let board = self.board();
        let due = match self.part() {
            Phase::Rows(_) => self.rows(self.mover).flat_map(|row| row.spots).collect(),
            Phase::Extra(_) => Spots::from(CENTRE),
            Phase::Announced { from, to } | Phase::Contested { from, to } => {
                Spots::from(from) | to.into()
            }
            Phase::Move | Phase::Over(_) => Spots::NONE,
        };
        let points = board.points().iter().map(|point| {
            let (x, y) = board.place(*point);
            let spot = self.area().spot(*point);
            let pile = self.pile(*point).unwrap_or_default();
            scene::Point {
                name: point.to_string(),
                x,
                y,
                ground: if board.is_dot(*point) {
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

    /// The rows of the mover, each with the numbers of the answers that deal with it.
    fn open_rows(&self) -> Vec<scene::Row> {
        if !matches!(self.phase, Phase::Rows(_)) {
            return Vec::new();
        }
        let choices = self.listed_choices();
        let row = |row: super::Row| scene::Row {
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

    /// The ways to deal with the rows of the mover that are offered as a numbered list: all of
    /// them, unless they are too many.
    fn listed_choices(&self) -> Vec<Spots> {
        let mut choices = Vec::new();
        let too_many = self.each_row_choice(|taken| {
            choices.push(taken);
            match choices.len() > FEW {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match too_many {
            ControlFlow::Break(()) => Vec::new(),
            ControlFlow::Continue(()) => choices,
        }
    }

    /// Reserves, pieces out of the game, and the pieces that must not be lost.
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
                    items: Kind::ALL
                        .into_iter()
                        .filter_map(|kind| item(&[kind], owner, lost.count(kind)))
                        .collect(),
                });
            }
            if self.variant.needs_gipf() {
                let gipfs = match self.variant.is_matrx() {
                    true => self.planes.topped_by(Kind::Gipf),
                    false => self.planes.topped_by(Kind::Basic) & self.planes.stacks(),
                };
                beside.push(Beside::Lives {
                    seat: owner,
                    on_board: (gipfs & self.planes.of(owner)).len() as u8,
                    in_reserve: self.reserve(owner).count(Kind::Gipf),
                });
            }
        }
        beside
    }

    /// The pieces of a reserve as they can enter: potentials of MATRX GIPF as stacks, and one that is
    /// left by itself.
    fn items(&self, reserve: &Reserve, owner: Seat) -> Vec<Item> {
        let of = |kind: Kind| {
            let count = reserve.count(kind);
            match self.variant.is_matrx() && kind.entering() == 2 {
                true => [
                    item(&[kind, kind], owner, count / 2),
                    item(&[kind], owner, count % 2),
                ],
                false => [item(&[kind], owner, count), None],
            }
        };
        Kind::ALL.into_iter().flat_map(of).flatten().collect()
    }

    /// What an action in canonical form does to the board.
    pub(super) fn deeds_of(&self, action: &Action) -> Vec<Deed> {
        let enter = |board: &Position, from: Option<Coord>, to: Coord| {
            let pushes = board.read_push(from, to).unwrap_or_default();
            let deed = pushes.first().map(|push| Deed::Enter {
                from: board.ways().get(*push).dot.to_string(),
                at: name(board.ways().get(*push).rest).to_string(),
                end: board.write_push(*push).1.to_string(),
            });
            deed.into_iter().collect()
        };
        let leave = |spot: Coord, pieces: &[Piece]| Deed::Leave {
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
                vec![Deed::Go { path }]
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
                    .map(|piece| Deed::Leave {
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

    /// Reserves, pieces out of the game, and what lies under a piece that landed on others.
    pub(super) fn tell_margin(&self) -> Vec<Fact> {
        let mut margin = Vec::new();
        for seat in Seat::BOTH {
            let reserve = self.reserve(seat);
            let reserve = match self.variant.is_matrx() {
                true => reserve.as_stacks(seat),
                false => reserve.as_singles(seat),
            };
            margin.push(
                Fact::new("gipf-reserve")
                    .with("seat", seat)
                    .with("pieces", reserve),
            );
        }
        for seat in Seat::BOTH {
            let lost = self.lost(seat);
            if !lost.is_empty() {
                let lost = lost.as_pieces();
                margin.push(
                    Fact::new("gipf-lost")
                        .with("seat", seat)
                        .with("pieces", lost),
                );
            }
        }
        for (spot, pile) in self.occupied() {
            if pile.pieces().len() > pile.removable().len() {
                margin.push(
                    Fact::new("gipf-pile")
                        .with("spot", spot.to_string())
                        .with("pieces", pile.to_string()),
                );
            }
        }
        margin
    }

    /// What is done: a piece enters or is used, or a part of the turn besides the move.
    pub(super) fn kind_of(&self, action: &Action) -> Fact {
        match action {
            Action::Row(_) | Action::Leave => Fact::new("gipf-moves-row"),
            Action::Extra { .. } | Action::GiveUp => Fact::new("gipf-moves-extra"),
            Action::Allow | Action::Neutralise | Action::Neutralised | Action::Upheld => {
                Fact::new("gipf-moves-answer")
            }
            Action::Move { kind, from, .. } => {
                let letter = kind.unwrap_or(Kind::Basic).letter();
                if from.is_some_and(|from| self.board().is_spot(from)) {
                    return Fact::new("gipf-moves-use").with("piece", letter);
                }
                let loaded = kind.is_some_and(Kind::is_potential) && !self.variant.is_matrx();
                let piece = if loaded {
                    format!("B{letter}")
                } else {
                    letter.to_string()
                };
                Fact::new("gipf-moves-enter").with("piece", piece)
            }
        }
    }

    pub(super) fn ask(&self) -> Option<Prompt> {
        let fact = |code| Fact::new(code).with("seat", self.mover);
        let (ask, choices) = match self.part() {
            Phase::Over(_) => return None,
            Phase::Move => (self.ask_move().with("seat", self.mover), Vec::new()),
            Phase::Extra(Half::Before) => (fact("gipf-ask-extra-owed"), Vec::new()),
            Phase::Extra(Half::After) => (fact("gipf-ask-extra"), Vec::new()),
            Phase::Rows(_) => self.ask_row(),
            Phase::Announced { from, to } => self.ask_jump(from, to),
            Phase::Contested { .. } => {
                let ask = Fact::new("gipf-ask-contest")
                    .with("seat", self.mover.other())
                    .with("by", self.challenges.by.text())
                    .with("game", self.challenges.by.text());
                (ask, Vec::new())
            }
        };
        let mut prompt = Prompt::new(ask, choices);
        // Rows that may stay and that the mover may deal with before going on.
        let only_rows = prompt.ask.code == "gipf-ask-only-rows";
        if self.phase == Phase::Rows(Half::Before) && self.part() != self.phase && !only_rows {
            prompt
                .notes
                .push(fact("gipf-row-may-go").with("rows", self.row_names()));
        }
        Some(prompt)
    }

    /// What may enter, and what a potential can do.
    fn ask_move(&self) -> Fact {
        let reserve = self.reserve(self.mover);
        let potentials = reserve.except(Kind::Basic).except(Kind::Gipf);
        match self.variant {
            _ if self.variant.is_matrx() => match reserve.count(Kind::Gipf) {
                0 => Fact::new("gipf-ask-move"),
                count => Fact::new("gipf-ask-gipf").with("count", count),
            },
            _ if self.enterable() == 0 => Fact::new(match self.can_use_potential() {
                true => "gipf-ask-only-jumps",
                false => "gipf-ask-only-rows",
            }),
            _ if !self.has_begun(self.mover) => Fact::new("gipf-ask-begin"),
            _ if !potentials.is_empty() => Fact::new("gipf-ask-loaded")
                .with("count", reserve.count(Kind::Basic))
                .with("pieces", potentials.as_pieces())
                .with("gipf", yes(self.check_in_reserve(Kind::Gipf).is_ok()))
                .with("jumps", yes(self.can_use_potential())),
            _ => Fact::new("gipf-ask-enter")
                .with("count", reserve.count(Kind::Basic))
                .with("gipf", yes(self.check_in_reserve(Kind::Gipf).is_ok()))
                .with("jumps", yes(self.can_use_potential())),
        }
    }

    fn ask_jump(&self, from: Spot, to: Spot) -> (Fact, Vec<Choice>) {
        let challenger = self.mover.other();
        let about = |code| {
            Fact::new(code)
                .with("seat", challenger)
                .with("from", name(from).to_string())
                .with("to", name(to).to_string())
                .with("by", self.challenges.by.text())
                .with("game", self.challenges.by.text())
                .with("count", self.challenges_left(challenger))
        };
        let choice = |action: Action, code| Choice {
            action: action.to_string(),
            what: about(code),
        };
        let choices = vec![
            choice(Action::Allow, "gipf-choice-allow"),
            choice(Action::Neutralise, "gipf-choice-neutralise"),
        ];
        (about("gipf-ask-jump"), choices)
    }

    fn ask_row(&self) -> (Fact, Vec<Choice>) {
        let due = self.any_row_is_due();
        let rows: Vec<Row> = self.rows(self.mover).collect();
        let stacks = self.planes.stacks();
        let has_stacks = rows.iter().any(|row| row.spots.meets(stacks));
        let code = match due {
            _ if self.variant.is_matrx() => "gipf-ask-row",
            true => "gipf-ask-row-of-gipf",
            false => "gipf-ask-leave",
        };
        let ask = Fact::new(code)
            .with("seat", self.mover)
            .with("count", rows.len())
            .with("rows", self.row_names())
            .with("stacks", yes(has_stacks));
        let choices = self.listed_choices();
        if choices.is_empty() {
            return (ask, Vec::new());
        }
        let leave = Choice {
            action: Action::Leave.to_string(),
            what: Fact::new("gipf-choice-leave"),
        };
        let choices = choices.iter().map(|taken| self.choice(*taken));
        (ask, choices.chain((!due).then_some(leave)).collect())
    }

    /// Whether a move of the mover wins the game for the other side.
    pub(super) fn loses_by(&self, played: Move) -> bool {
        let mut after = *self;
        after.make(played, &mut |_| {});
        let outcome = Rules::outcome(&after);
        outcome.is_some_and(|outcome| outcome.winner == Some(self.mover.other()))
    }

    fn choice(&self, taken: Spots) -> Choice {
        let haul = self.haul(taken);
        let text = |pieces: Reserve| pieces.as_pieces();
        let played = Move::Row(taken);
        Choice {
            action: self.write(played).to_string(),
            what: Fact::new("gipf-choice-row")
                .with("loses", yes(self.loses_by(played)))
                .with("regained", text(haul.regained))
                .with("captured", text(haul.captured))
                .with("spent", text(haul.spent)),
        }
    }
}

/// So many of these pieces on each other, if there are any.
fn item(kinds: &[Kind], owner: Seat, count: u8) -> Option<Item> {
    let piece = |kind: &Kind| Piece { kind: *kind, owner }.seen();
    (count > 0).then(|| Item {
        pieces: kinds.iter().map(piece).collect(),
        number: None,
        count,
    })
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

impl Piece {
    /// The piece as a scene shows it.
    fn seen(self) -> scene::Piece {
        scene::Piece {
            letter: self.kind.letter(),
            owner: Some(self.owner),
        }
    }
}
