//! The scene of the board, and the question to the mover.

use super::{
    action::{Action, Claim},
    marble::{MarbleColour, Marbles},
    message::{CaptureQuestion, How, Message},
    moves::{Move, Placement},
    position::{Position, Ring},
};
use crate::{
    MAX_LISTED,
    hex::{Board, Coord, Direction},
    prompt::{Choice, Prompt},
    rules::Rules,
    scene::{self, Beside, BoardChange, Ground, Holder, Item, Lattice, Mark, Scene},
    seat::Seat,
    spots::{Area, Spots},
};

impl Position {
    pub(super) fn draw(&self) -> Scene {
        let jumpers = match self.end {
            Some(_) => Spots::NONE,
            None => self.jumpers(),
        };
        let jumps = |at| {
            Area::ZERTZ
                .spot(at)
                .is_some_and(|spot| jumpers.contains(spot))
        };
        let points = self.rings().map(|(at, ring)| scene::Point {
            pieces: match ring {
                Ring::Marble(colour) => vec![seen(colour)],
                Ring::Vacant | Ring::Gone => Vec::new(),
            },
            mark: if jumps(at) { Mark::Due } else { Mark::None },
            ..vacant(at)
        });
        Scene {
            beside: self.stocks(),
            ..Scene::new(Lattice::Rings, points.collect())
        }
    }

    /// Stocks beside the board: the pool, the captured marbles, and the missing marbles of each
    /// winning set.
    fn stocks(&self) -> Vec<Beside> {
        let stock = |holder, marbles: Marbles| Beside::Stock {
            holder,
            items: counted(marbles)
                .map(|(piece, count)| Item {
                    pieces: vec![piece],
                    number: None,
                    count,
                })
                .collect(),
        };
        let mut beside = vec![stock(Holder::Pool, self.pool)];
        for seat in Seat::BOTH {
            let captured = *seat.of(&self.captured);
            beside.push(stock(Holder::Captured(seat), captured));
            beside.extend(self.variant.winning_sets().map(|set| {
                Beside::Set {
                    seat,
                    needed: counted(set).collect(),
                    missing: MarbleColour::ALL
                        .map(|colour| set.count(colour).saturating_sub(captured.count(colour)))
                        .iter()
                        .sum(),
                }
            }));
        }
        beside
    }

    /// Returns the changes to the board by an action in canonical form.
    pub(super) fn changes_of(&self, action: &Action) -> Vec<BoardChange> {
        match action {
            Action::Capture { from, jumps } => {
                let board = Board::ZERTZ;
                let path = std::iter::once(*from).chain(jumps.iter().map(|jump| jump.to));
                let path: Vec<Coord> = path.collect();
                let over = path.array_windows().filter_map(|[from, to]| {
                    let way = |way: &Direction| {
                        let over = board.next(*from, *way)?;
                        (board.next(over, *way)? == *to).then_some(over)
                    };
                    Direction::ALL.iter().find_map(way)
                });
                let taken = over.filter_map(|at| self.leaves(at));
                let path = path.iter().map(Coord::to_string).collect();
                std::iter::once(BoardChange::Go { path })
                    .chain(taken)
                    .collect()
            }
            Action::Place {
                at,
                off,
                claim,
                colour,
            } => {
                let mut changes = vec![BoardChange::Place { at: at.to_string() }];
                changes.extend(off.map(takes_off));
                if let Claim::Rings(rings) = claim {
                    for ring in rings {
                        // The marble placed in this turn may be claimed with the others.
                        let placed = (ring.at == *at).then(|| left(ring.at, *colour));
                        changes.extend(self.leaves(ring.at).or(placed));
                        changes.push(takes_off(ring.at));
                    }
                }
                changes
            }
        }
    }

    /// The capture of a ring's marble by the mover, as a change to the board.
    fn leaves(&self, at: Coord) -> Option<BoardChange> {
        Some(left(at, self.marble(at)?))
    }

    /// The messages beside the board: the pool and the captured marbles.
    pub(super) fn tell_side_panel(&self) -> Vec<Message> {
        let pool = Message::Pool { marbles: self.pool };
        let owned = Seat::BOTH.map(|seat| Message::Owned {
            seat,
            marbles: *seat.of(&self.captured),
        });
        [pool].into_iter().chain(owned).collect()
    }

    pub(super) fn ask(&self) -> Option<Prompt> {
        if self.end.is_some() {
            return None;
        }
        if self.can_capture() {
            return Some(self.ask_capture());
        }
        let moves = self.moves();
        let takes_off = |placed: &Move| match placed {
            Move::Place(Placement { off, .. }) | Move::Isolate(Placement { off, .. }, _) => {
                off.is_some()
            }
            Move::Capture(..) => false,
        };
        let how = match moves.iter().map(|legal| legal.notation_complexity()).min() {
            None | Some(0) => How::Off,
            Some(1) if moves.iter().any(takes_off) => How::SomeOff,
            Some(1) => How::NoneOff,
            Some(_) => How::Claim,
        };
        let seat = self.mover;
        let ask = if self.pool.is_empty() {
            Message::AskOwn { seat, how }
        } else {
            Message::AskPlace { seat, how }
        };
        Some(Prompt::new(ask.into(), vec![]))
    }

    fn ask_capture(&self) -> Prompt {
        let mut moves = self.first_moves(MAX_LISTED + 1);
        let is_cut = moves.len() > MAX_LISTED;
        moves.truncate(MAX_LISTED);
        let question = CaptureQuestion {
            seat: self.mover,
            count: moves.len(),
            marbles: self.jumpers().len(),
        };
        let ask = if is_cut {
            Message::AskCaptureMany(question)
        } else {
            Message::AskCapture(question)
        };
        let choices = if moves.len() <= super::MAX_CHOICES {
            let captures = moves.iter().map(|capture| self.action_of(*capture));
            captures.map(|capture| choice(&capture)).collect()
        } else {
            Vec::new()
        };
        Prompt::new(ask.into(), choices)
    }
}

/// The removal of a captured marble from a ring.
fn left(at: Coord, colour: MarbleColour) -> BoardChange {
    BoardChange::Leave {
        at: at.to_string(),
        pieces: vec![seen(colour)],
        captured: true,
    }
}

fn choice(capture: &Action) -> Choice {
    let (mut marbles, mut count) = (Marbles::default(), 0usize);
    if let Action::Capture { jumps, .. } = capture {
        count = jumps.len();
        let over = jumps.iter().filter_map(|jump| jump.over);
        over.for_each(|colour| marbles.add(colour));
    }
    Choice {
        action: capture.to_string(),
        what: Message::ChoiceCapture { count, marbles }.into(),
    }
}

/// A ring without a marble.
fn vacant(at: Coord) -> scene::Point {
    let (x, y) = Board::ZERTZ.place(at);
    scene::Point {
        name: at.to_string(),
        x,
        y,
        ground: Ground::Spot,
        pieces: Vec::new(),
        next: Vec::new(),
        mark: Mark::None,
    }
}

fn takes_off(at: Coord) -> BoardChange {
    BoardChange::TakeOff { place: vacant(at) }
}

/// Iterates over the colours present, with their counts.
fn counted(marbles: Marbles) -> impl Iterator<Item = (scene::ScenePiece, u8)> {
    let count = move |colour| (seen(colour), marbles.count(colour));
    MarbleColour::ALL
        .into_iter()
        .map(count)
        .filter(|(_, count)| *count > 0)
}

fn seen(colour: MarbleColour) -> scene::ScenePiece {
    scene::ScenePiece {
        letter: colour.letter(),
        owner: None,
    }
}
