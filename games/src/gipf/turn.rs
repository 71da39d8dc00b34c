//! A turn: rows, extra move owed, the move, extra move earned, rows again (sections D, E, H.1).

use super::{
    action::{Action, Taken},
    entry::Push,
    piece::{Kind, Piece, Pile},
    position::{Half, Phase, Position},
};
use crate::{
    game::{Fact, Illegal, Outcome, Played, Revealed, Step, Turn},
    hex::Coord,
};

impl Position {
    /// Plays one action; see [`crate::Game::play`].
    pub(super) fn play_action(&self, action: &Action) -> Played<Position> {
        let mut next = self.clone();
        let mut facts = Vec::new();
        let canonical = match (self.phase, action) {
            (Phase::Over(_), _) => return Err(Illegal::new("gipf-over")),
            (Phase::Rows(_), Action::Row(taken)) => next.deal_with_row(taken, &mut facts)?,
            (Phase::Rows(_), _) => {
                let rows: Vec<String> = self
                    .rows(self.mover)
                    .iter()
                    .map(|row| row.to_string())
                    .collect();
                return Err(Illegal::new("gipf-row-first").with("rows", rows.join(" ")));
            }
            (Phase::Extra(_), Action::GiveUp) => next.give_up_extra(&mut facts),
            (Phase::Extra(_), Action::Extra { from, to }) => {
                next.extra_move(*from, *to, &mut facts)?
            }
            // The plus may be left out: nothing else can be meant.
            (
                Phase::Extra(_),
                Action::Move {
                    kind: None | Some(Kind::Tamsk),
                    from,
                    to,
                },
            ) => next.extra_move(*from, *to, &mut facts)?,
            (Phase::Extra(_), _) => return Err(Illegal::new("gipf-extra-first")),
            (Phase::Move, Action::Move { kind, from, to }) => {
                next.make_move(*kind, *from, *to, &mut facts)?
            }
            (Phase::Move, Action::Row(_)) => return Err(Illegal::new("gipf-no-row")),
            (Phase::Move, Action::Extra { .. } | Action::GiveUp) => {
                return Err(Illegal::new("gipf-no-extra"));
            }
        };
        let turn = next.settle();
        Ok(Step {
            position: next,
            action: canonical,
            facts,
            turn,
            revealed: Revealed::Nothing,
        })
    }

    /// The same position with the turn at the first part that asks the mover for something.
    pub(super) fn settled(mut self) -> Position {
        self.phase = Phase::Rows(Half::Before);
        let all_captured = |seat| self.remaining(seat, Kind::Gipf) == 0;
        if let Some(loser) = [self.mover.other(), self.mover]
            .into_iter()
            .find(|s| all_captured(*s))
        {
            let outcome = Outcome {
                winner: Some(loser.other()),
                reason: "gipf-captured",
            };
            self.phase = Phase::Over(outcome);
        }
        self.settle();
        self
    }

    /// Goes on to the next part of the turn that asks somebody for something, through the end of
    /// the turn if need be.
    fn settle(&mut self) -> Turn {
        let mut turn = Turn::GoesOn;
        loop {
            match self.phase {
                Phase::Over(_) => {
                    return if turn == Turn::GoesOn {
                        Turn::Complete
                    } else {
                        turn
                    };
                }
                Phase::Rows(half) => {
                    if !self.rows(self.mover).is_empty() {
                        return turn;
                    }
                    self.phase = match half {
                        Half::Before => Phase::Extra(Half::Before),
                        Half::After => {
                            self.mover = self.mover.other();
                            turn = Turn::Complete;
                            Phase::Rows(Half::Before)
                        }
                    };
                }
                Phase::Extra(half) => {
                    if self.extra_is_due() {
                        return turn;
                    }
                    self.phase = match half {
                        Half::Before => Phase::Move,
                        Half::After => Phase::Rows(Half::After),
                    };
                }
                Phase::Move => {
                    if self.can_move() {
                        return turn;
                    }
                    let winner = Some(self.mover.other());
                    self.phase = Phase::Over(Outcome {
                        winner,
                        reason: "gipf-no-move",
                    });
                    return if turn == Turn::GoesOn {
                        Turn::BrokenOff
                    } else {
                        turn
                    };
                }
            }
        }
    }

    /// Whether the mover's own TAMSK-stack stands on the centre (H.1.1, H.1.3).
    fn extra_is_due(&self) -> bool {
        self.pile(Coord::E5)
            .is_some_and(|pile| pile.is_stack_of(Kind::Tamsk, self.mover))
    }

    /// Whether the mover has any entry or, with no GIPF piece in reserve, any move with a
    /// potential (I.2).
    fn can_move(&self) -> bool {
        let reserve = self.reserve(self.mover);
        let entry = !reserve.enterable().is_empty() && !self.pushes().is_empty();
        entry
            || reserve.count(Kind::Gipf) == 0
                && self
                    .occupied()
                    .any(|(spot, _)| !self.targets(spot).is_empty())
    }

    /// Every action that is possible now, in canonical form.
    pub(super) fn actions(&self) -> Vec<Action> {
        match self.phase {
            Phase::Over(_) => Vec::new(),
            Phase::Rows(_) => self.row_choices().into_iter().map(Action::Row).collect(),
            Phase::Extra(_) => {
                let entered = self.pushes().into_iter();
                entered
                    .map(|push| Action::Extra {
                        from: push.written_from(),
                        to: push.end,
                    })
                    .chain([Action::GiveUp])
                    .collect()
            }
            Phase::Move => {
                let pushes = self.pushes();
                let mut actions = Vec::new();
                for kind in self.reserve(self.mover).enterable() {
                    actions.extend(pushes.iter().map(|push| written(Some(kind), *push)));
                }
                if self.reserve(self.mover).count(Kind::Gipf) == 0 {
                    for (from, pile) in self.occupied() {
                        let kind = pile.top().map(|piece| piece.kind);
                        let moved = |to| Action::Move {
                            kind,
                            from: Some(from),
                            to,
                        };
                        actions.extend(self.targets(from).into_iter().map(moved));
                    }
                }
                actions
            }
        }
    }

    fn make_move(
        &mut self,
        kind: Option<Kind>,
        from: Option<Coord>,
        to: Coord,
        facts: &mut Vec<Fact>,
    ) -> Result<Action, Illegal> {
        let canonical = match from {
            Some(from) if self.board().is_spot(from) => {
                let kind = self.check_potential(kind, from, to)?;
                self.move_potential(from, to);
                facts.push(
                    Fact::new("gipf-moved")
                        .with("seat", self.mover)
                        .with("piece", kind.letter())
                        .with("from", from.to_string())
                        .with("to", to.to_string()),
                );
                Action::Move {
                    kind: Some(kind),
                    from: Some(from),
                    to,
                }
            }
            _ => {
                let (kind, push) = self.read_entry(kind, from, to)?;
                self.reserves[self.mover.index()].enter(kind);
                self.push(push, Pile::entering(kind, self.mover));
                facts.push(
                    self.entered("gipf-entered", push)
                        .with("piece", kind.letter()),
                );
                written(Some(kind), push)
            }
        };
        self.phase = Phase::Extra(Half::After);
        Ok(canonical)
    }

    /// The one entry that the words can mean.
    fn read_entry(
        &self,
        kind: Option<Kind>,
        from: Option<Coord>,
        to: Coord,
    ) -> Result<(Kind, Push), Illegal> {
        let kinds = match kind {
            Some(kind) => {
                self.check_in_reserve(kind)?;
                vec![kind]
            }
            None => self.reserve(self.mover).enterable(),
        };
        let pushes = self.read_push(from, to)?;
        let readings: Vec<(Kind, Push)> = kinds
            .iter()
            .flat_map(|kind| pushes.iter().map(|push| (*kind, *push)))
            .collect();
        match readings.as_slice() {
            [] => Err(Illegal::new("gipf-reserve-empty")),
            [one] => Ok(*one),
            several => Err(ambiguous(
                several
                    .iter()
                    .map(|(kind, push)| written(Some(*kind), *push)),
            )),
        }
    }

    fn extra_move(
        &mut self,
        from: Option<Coord>,
        to: Coord,
        facts: &mut Vec<Fact>,
    ) -> Result<Action, Illegal> {
        let extra = |push: &Push| Action::Extra {
            from: push.written_from(),
            to: push.end,
        };
        let pushes = self.read_push(from, to)?;
        let [push] = pushes.as_slice() else {
            return Err(ambiguous(pushes.iter().map(extra)));
        };
        // The top piece leaves the centre before it is pushed in; the other one stays (H.1.2).
        if let Some(pile) = self.pile_mut(Coord::E5) {
            pile.take_top();
        }
        self.push(
            *push,
            Pile::single(Piece {
                kind: Kind::Tamsk,
                owner: self.mover,
            }),
        );
        facts.push(self.entered("gipf-extra", *push));
        Ok(extra(push))
    }

    fn give_up_extra(&mut self, facts: &mut Vec<Fact>) -> Action {
        if let Some(pile) = self.pile_mut(Coord::E5) {
            pile.take_top();
        }
        facts.push(Fact::new("gipf-extra-given-up").with("seat", self.mover));
        Action::GiveUp
    }

    fn entered(&self, code: &'static str, push: Push) -> Fact {
        Fact::new(code)
            .with("seat", self.mover)
            .with("dot", push.dot.to_string())
            .with("end", push.end.to_string())
            .with("pushes", if push.pushes { "yes" } else { "no" })
    }

    fn deal_with_row(&mut self, taken: &[Taken], facts: &mut Vec<Fact>) -> Result<Action, Illegal> {
        let taken = self.read_row(taken)?;
        let haul = self.haul(&taken);
        let freed = self.clear(&taken);
        let spots: Vec<String> = taken.iter().map(|taken| taken.spot.to_string()).collect();
        facts.push(
            Fact::new("gipf-row-dealt")
                .with("seat", self.mover)
                .with("spots", spots.join(" "))
                .with("regained", haul.regained.as_pieces())
                .with("captured", haul.captured.as_pieces()),
        );
        if !freed.is_empty() {
            let freed: Vec<String> = freed.iter().map(Coord::to_string).collect();
            facts.push(Fact::new("gipf-freed").with("spots", freed.join(" ")));
        }
        if self.remaining(self.mover.other(), Kind::Gipf) == 0 {
            // I.1: the game ends at once, whatever is left of the turn.
            let outcome = Outcome {
                winner: Some(self.mover),
                reason: "gipf-captured",
            };
            self.phase = Phase::Over(outcome);
        }
        Ok(Action::Row(taken))
    }
}

fn written(kind: Option<Kind>, push: Push) -> Action {
    Action::Move {
        kind,
        from: push.written_from(),
        to: push.end,
    }
}

fn ambiguous(readings: impl Iterator<Item = Action>) -> Illegal {
    let readings: Vec<String> = readings.map(|action| action.to_string()).collect();
    Illegal::new("gipf-ambiguous").with("readings", readings.join(" "))
}
