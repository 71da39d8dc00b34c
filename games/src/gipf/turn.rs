//! A turn: rows, extra move owed, the move, extra move earned, rows again (sections D, E, H.1).

use super::{
    action::{Action, Taken},
    entry::Push,
    piece::{Kind, Piece, Pile},
    position::{Half, Phase, Position},
};
use crate::{
    game::{Fact, Illegal, Outcome, Played, Revealed, Seat, Step, Turn},
    hex::Coord,
};

impl Position {
    /// Plays one action; see [`crate::Game::play`].
    pub(super) fn play_action(&self, action: &Action) -> Played<Position> {
        let mut next = self.clone();
        let mut facts = Vec::new();
        let mut turn = Turn::GoesOn;
        if !matches!(action, Action::Row(_)) {
            next.phase = self.part();
            if self.phase == Phase::Rows(Half::Before) {
                next.standing = self.standing_rows();
            }
        }
        let canonical = match (self.part(), action) {
            (Phase::Over(_), _) => return Err(Illegal::new("gipf-over")),
            // Rows that may stay are offered at the start of a turn and at its end.
            (_, Action::Row(taken)) if matches!(self.phase, Phase::Rows(_)) => {
                // A row that crosses this one may only now be dealt with to another end.
                next.standing.clear();
                next.deal_with_row(taken, &mut facts)?
            }
            (Phase::Rows(_), Action::Leave) if !self.any_row_is_due() => {
                facts.push(Fact::new("gipf-rows-left").with("seat", self.mover));
                next.hand_over();
                turn = Turn::Complete;
                Action::Leave
            }
            (Phase::Rows(_), _) => return Err(self.row_first()),
            (Phase::Announced { from, to } | Phase::Contested { from, to }, action) => {
                next.answer_jump(from, to, action, &mut facts)?
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
            (
                Phase::Move,
                Action::Allow | Action::Neutralise | Action::Neutralised | Action::Upheld,
            ) => return Err(Illegal::new("gipf-no-jump")),
            (Phase::Move, Action::Move { kind, from, to }) => {
                next.make_move(*kind, *from, *to, &mut facts)?
            }
            (Phase::Move, Action::Leave) if matches!(self.phase, Phase::Rows(_)) => {
                return Err(Illegal::new("gipf-row-stays"));
            }
            (Phase::Move, Action::Row(_) | Action::Leave) => {
                return Err(Illegal::new("gipf-no-row"));
            }
            (Phase::Move, Action::Extra { .. } | Action::GiveUp) => {
                return Err(Illegal::new("gipf-no-extra"));
            }
        };
        let turn = next.settle(turn);
        Ok(Step {
            position: next,
            action: canonical,
            facts,
            turn,
            revealed: Revealed::Nothing,
        })
    }

    /// What the mover has to do now. Before the move, rows that may stay do so when their owner
    /// goes on to what comes behind them.
    pub(super) fn part(&self) -> Phase {
        match self.phase {
            Phase::Rows(Half::Before) if self.any_row_is_due() => self.phase,
            Phase::Rows(Half::Before) if self.extra_is_due() => Phase::Extra(Half::Before),
            Phase::Rows(Half::Before) => Phase::Move,
            phase => phase,
        }
    }

    /// The refusal of anything else while there are rows to deal with.
    fn row_first(&self) -> Illegal {
        let rows = self.rows(self.mover);
        let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
        let code = match self.any_row_is_due() {
            true => "gipf-row-first",
            false => "gipf-row-or-leave",
        };
        Illegal::new(code).with("rows", rows.join(" "))
    }

    /// The same position with the turn at the first part that asks the mover for something.
    pub(super) fn settled(mut self) -> Position {
        self.phase = Phase::Rows(Half::Before);
        let all_captured =
            |seat| self.variant.needs_gipf() && self.has_begun(seat) && !self.has_gipf(seat);
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
        self.settle(Turn::GoesOn);
        self
    }

    /// Goes on to the next part of the turn that asks somebody for something, through the end of
    /// the turn if need be.
    fn settle(&mut self, mut turn: Turn) -> Turn {
        loop {
            match self.phase {
                Phase::Over(_) => {
                    self.standing.clear();
                    return if turn == Turn::GoesOn {
                        Turn::Complete
                    } else {
                        turn
                    };
                }
                Phase::Announced { .. } | Phase::Contested { .. } => return turn,
                Phase::Rows(half) => {
                    // A row that is let stand and has not changed could have been dealt with before
                    // the move, to the same end.
                    let asks = match half {
                        Half::Before => !self.rows(self.mover).is_empty(),
                        Half::After => self.has_new_row(),
                    };
                    if asks {
                        return turn;
                    }
                    match half {
                        Half::Before => self.phase = Phase::Extra(Half::Before),
                        Half::After => {
                            self.hand_over();
                            turn = Turn::Complete;
                        }
                    }
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
                    self.standing.clear();
                    let winner = Some(self.mover.other());
                    let reason = match self.reserve(self.mover).is_empty() {
                        true => "gipf-no-piece",
                        false => "gipf-no-move",
                    };
                    self.phase = Phase::Over(Outcome { winner, reason });
                    return if turn == Turn::GoesOn {
                        Turn::BrokenOff
                    } else {
                        turn
                    };
                }
            }
        }
    }

    /// Gives the turn to the other side.
    fn hand_over(&mut self) {
        self.mover = self.mover.other();
        self.phase = Phase::Rows(Half::Before);
        self.standing.clear();
    }

    /// Whether the mover's own TAMSK-stack stands on the centre (H.1.1, H.1.3).
    fn extra_is_due(&self) -> bool {
        self.pile(Coord::E5)
            .is_some_and(|pile| pile.is_stack_of(Kind::Tamsk, self.mover))
    }

    /// Whether the mover has any entry or any move with a potential (MATRX, I.2; GIPF, 1.F, with
    /// potentials, B.5).
    fn can_move(&self) -> bool {
        let entry = !self.enterable().is_empty() && !self.pushes().is_empty();
        entry || self.can_use_potential()
    }

    /// Whether the mover has any move with a potential, for which no GIPF piece of MATRX GIPF may
    /// be in reserve.
    pub(super) fn can_use_potential(&self) -> bool {
        let mut spots = self.occupied();
        self.reserve(self.mover).count(Kind::Gipf) == 0
            && spots.any(|(spot, _)| !self.targets(spot).is_empty())
    }

    /// Every action that is possible now, in canonical form.
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if matches!(self.phase, Phase::Rows(_)) {
            actions.extend(self.row_choices().into_iter().map(Action::Row));
        }
        match self.part() {
            Phase::Over(_) => {}
            Phase::Announced { .. } => actions.extend([Action::Allow, Action::Neutralise]),
            Phase::Contested { .. } => actions.extend([Action::Neutralised, Action::Upheld]),
            Phase::Rows(_) => {
                if !self.any_row_is_due() {
                    actions.push(Action::Leave);
                }
            }
            Phase::Extra(_) => {
                let pushes = self.pushes().into_iter();
                actions.extend(pushes.map(|push| Action::Extra {
                    from: push.written_from(),
                    to: push.end,
                }));
                actions.push(Action::GiveUp);
            }
            Phase::Move => {
                let pushes = self.pushes();
                for kind in self.enterable() {
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
            }
        }
        actions
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
                let action = Action::Move {
                    kind: Some(kind),
                    from: Some(from),
                    to,
                };
                if self.can_be_challenged(kind) {
                    facts.push(self.announce(from, to));
                    return Ok(action);
                }
                self.jump_off(from, to, facts);
                action
            }
            _ => {
                let (kind, push) = self.read_entry(kind, from, to)?;
                let lost = self.lost(self.mover);
                let entering = self.take_entering(kind);
                self.push(push, entering);
                facts.push(
                    self.entered("gipf-entered", push)
                        .with("piece", self.name(kind)),
                );
                let lost = self.lost(self.mover).without(&lost);
                if !lost.is_empty() {
                    let fact = Fact::new("gipf-potentials-lost");
                    facts.push(
                        fact.with("seat", self.mover)
                            .with("pieces", lost.as_pieces()),
                    );
                }
                written(Some(kind), push)
            }
        };
        self.phase = Phase::Extra(Half::After);
        Ok(canonical)
    }

    /// Makes a move with a potential that is allowed.
    pub(super) fn jump_off(&mut self, from: Coord, to: Coord, facts: &mut Vec<Fact>) {
        let kind = self.pile(from).and_then(Pile::top).map(|piece| piece.kind);
        self.move_potential(from, to);
        facts.push(
            Fact::new("gipf-moved")
                .with("seat", self.mover)
                .with("piece", kind.map_or('-', Kind::letter))
                .with("from", from.to_string())
                .with("to", to.to_string()),
        );
        self.phase = Phase::Extra(Half::After);
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
            None if !self.variant.is_matrx() => {
                self.check_in_reserve(Kind::Basic)?;
                vec![Kind::Basic]
            }
            None => self.enterable(),
        };
        let pushes = self.read_push(from, to)?;
        let readings: Vec<(Kind, Push)> = kinds
            .iter()
            .flat_map(|kind| pushes.iter().map(|push| (*kind, *push)))
            .collect();
        match readings.as_slice() {
            [] => Err(self.nothing_enters()),
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

    /// What enters as a piece of that kind: its letter, `BZ` for a loaded piece.
    fn name(&self, kind: Kind) -> String {
        match self.variant.is_matrx() || !kind.is_potential() {
            true => kind.letter().to_string(),
            false => format!("{}{}", Kind::Basic.letter(), kind.letter()),
        }
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
        let had_gipf = Seat::BOTH.map(|seat| self.has_gipf(seat));
        let freed = self.clear(&taken);
        let spots: Vec<String> = taken.iter().map(|taken| taken.spot.to_string()).collect();
        facts.push(
            Fact::new("gipf-row-dealt")
                .with("seat", self.mover)
                .with("spots", spots.join(" "))
                .with("regained", haul.regained.as_pieces())
                .with("captured", haul.captured.as_pieces()),
        );
        if !haul.spent.is_empty() {
            let spent = haul.spent.as_pieces();
            facts.push(
                Fact::new("gipf-spent")
                    .with("seat", self.mover)
                    .with("pieces", spent),
            );
        }
        if !freed.is_empty() {
            let freed: Vec<String> = freed.iter().map(Coord::to_string).collect();
            facts.push(Fact::new("gipf-freed").with("spots", freed.join(" ")));
        }
        let has_lost = |seat: &Seat| {
            let lost = had_gipf[seat.index()] && !self.has_gipf(*seat);
            lost && self.variant.needs_gipf()
        };
        // MATRX, I.1; GIPF, 2.C: the game ends at once, whatever is left of the turn. Who takes the
        // last GIPF pieces of both has won.
        if let Some(loser) = [self.mover.other(), self.mover]
            .iter()
            .find(|s| has_lost(s))
        {
            let outcome = Outcome {
                winner: Some(loser.other()),
                reason: "gipf-captured",
            };
            self.phase = Phase::Over(outcome);
        }
        Ok(Action::Row(taken))
    }
}

fn written(kind: Option<Kind>, push: Push) -> Action {
    Action::Move {
        kind: kind.filter(|kind| *kind != Kind::Basic),
        from: push.written_from(),
        to: push.end,
    }
}

fn ambiguous(readings: impl Iterator<Item = Action>) -> Illegal {
    let readings: Vec<String> = readings.map(|action| action.to_string()).collect();
    Illegal::new("gipf-ambiguous").with("readings", readings.join(" "))
}
