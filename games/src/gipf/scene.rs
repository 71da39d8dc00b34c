//! The board as a scene, and what is asked of the mover.

use std::ops::ControlFlow;

use super::{
    action::Action,
    moves::Move,
    piece::{Kind, Piece, Pile},
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
    /// them, or of too many the ones that are wanted most.
    fn listed_choices(&self) -> Vec<Spots> {
        let mut choices = Vec::new();
        let _ = self.each_row_choice(|taken| {
            choices.push(taken);
            ControlFlow::Continue(())
        });
        if choices.len() <= FEW {
            return choices;
        }
        let rows = self.rows(self.mover);
        let mut wanted: Vec<Spots> = rows
            .flat_map(|row| self.wanted_most(&row, &choices))
            .collect();
        let mut seen = Vec::new();
        wanted.retain(|taken| {
            !seen.contains(taken) && {
                seen.push(*taken);
                true
            }
        });
        wanted.truncate(FEW);
        wanted
    }

    /// Of the ways to deal with a row: clear only what must go, capture most and keep own stacks,
    /// capture all, keep all own stacks, and clear everything.
    fn wanted_most(&self, row: &Row, choices: &[Spots]) -> Vec<Spots> {
        let own = self.planes.of(self.mover);
        let of_row = || {
            choices
                .iter()
                .copied()
                .filter(|taken| row.spots.covers(*taken))
        };
        let captured = |taken: Spots| self.haul(taken).captured.count_all();
        let fewest = of_row().min_by_key(|taken| taken.len());
        let best = of_row().max_by_key(|taken| (captured(*taken), usize::MAX - taken.len()));
        let keeping = of_row().min_by_key(|taken| ((*taken & own).len(), taken.len()));
        let all = of_row().max_by_key(|taken| taken.len());
        [fewest, best, keeping, all].into_iter().flatten().collect()
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
                margin.push(tell_pile(spot, &pile));
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
        prompt.notes = self.warnings();
        if matches!(self.phase, Phase::Announced { .. }) {
            prompt = prompt.yes_or_no();
        }
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
                0 => self.ask_enter_or_use(),
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

    /// The question of MATRX GIPF once all GIPF pieces have entered: with an example of a use where both are
    /// possible.
    fn ask_enter_or_use(&self) -> Fact {
        let entering = self.can_enter();
        let using = self.show_use().filter(|_| entering);
        let using = using.map(|played| self.write(played).to_string());
        Fact::new("gipf-ask-move").with("use", using.unwrap_or_else(|| "-".to_owned()))
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
            .with("stacks", yes(has_stacks))
            .with("loaded", yes(!self.planes.loaded().is_empty()));
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

    /// Whether a move of the mover wins the game.
    fn wins_by(&self, played: Move) -> bool {
        let mut after = *self;
        after.make(played, &mut |_| {});
        Rules::outcome(&after).is_some_and(|outcome| outcome.winner == Some(self.mover))
    }

    /// The row that clearing these spots deals with, where there are several; `-` otherwise.
    fn row_of(&self, taken: Spots) -> String {
        let mut rows = self.rows(self.mover);
        let several = self.rows(self.mover).count() > 1;
        let row = rows.find(|row| several && row.spots.covers(taken));
        row.map_or_else(|| "-".to_owned(), |row| row.to_string())
    }

    /// The rows that are none any more when these spots, of another one, are cleared; `-` for none.
    fn rows_broken_by(&self, taken: Spots) -> String {
        let mut after = *self;
        after.planes.clear(taken);
        let left: Vec<Row> = after.rows(self.mover).collect();
        let broken = self.rows(self.mover).filter(|row| {
            !row.spots.covers(taken) && !left.iter().any(|it| it.spots.meets(row.spots))
        });
        let broken: Vec<String> = broken.map(|row| row.to_string()).collect();
        match broken.is_empty() {
            true => "-".to_owned(),
            false => broken.join(" "),
        }
    }

    fn choice(&self, taken: Spots) -> Choice {
        let haul = self.haul(taken);
        let text = |pieces: Reserve| pieces.as_pieces();
        let played = Move::Row(taken);
        Choice {
            action: self.write(played).to_string(),
            what: Fact::new("gipf-choice-row")
                .with("loses", yes(self.loses_by(played)))
                .with("wins", yes(self.wins_by(played)))
                .with("row", self.row_of(taken))
                .with("breaks", self.rows_broken_by(taken))
                .with("regained", text(haul.regained))
                .with("captured", text(haul.captured))
                .with("spent", text(haul.spent)),
        }
    }
}

/// What lies on a spot where a potential has landed on others.
fn tell_pile(spot: Coord, pile: &Pile) -> Fact {
    let mut under: Vec<Piece> = pile.pieces().to_vec();
    let top = under.pop();
    let colour = |piece: Option<&Piece>| match piece.map(|piece| piece.owner) {
        Some(Seat::Second) => "black",
        Some(Seat::First) | None => "white",
    };
    let letters =
        |pieces: &[Piece]| -> String { pieces.iter().map(|piece| piece.kind.letter()).collect() };
    let mixed = under
        .iter()
        .any(|piece| Some(piece.owner) != under.first().map(|it| it.owner));
    Fact::new("gipf-pile")
        .with("spot", spot.to_string())
        .with("top", letters(top.as_slice()))
        .with("colour", colour(top.as_ref()))
        .with("under", letters(&under))
        .with(
            "below",
            if mixed {
                "mixed"
            } else {
                colour(under.first())
            },
        )
        .with("pieces", pile.to_string())
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
