//! What is asked of the mover, and the answers that are worth a number.

use std::ops::ControlFlow;

use super::{
    action::Action,
    message::{Message, MoveKind},
    moves::Move,
    piece::Kind,
    position::{Half, Phase, Position, name},
    reserve::Reserve,
    row::Row,
};
use crate::{
    prompt::{Choice, Prompt},
    rules::Rules,
    seat::Seat,
    spots::{Spot, Spots},
};

/// The most answers that are offered as a numbered list.
const FEW: usize = 9;
/// So many ways to win at once are enough.
const ENOUGH: usize = 2;

impl Position {
    pub(super) fn ask(&self) -> Option<Prompt> {
        let seat = self.mover;
        let (ask, choices) = match self.part() {
            Phase::Over(_) => return None,
            Phase::Move => (self.ask_move(), Vec::new()),
            Phase::Extra(Half::Before) => (Message::AskExtraOwed { seat }, Vec::new()),
            Phase::Extra(Half::After) => (Message::AskExtra { seat }, Vec::new()),
            Phase::Rows(_) => self.ask_row(),
            Phase::Announced { from, to } => self.ask_jump(from, to),
            Phase::Contested { .. } => {
                let ask = Message::AskContest {
                    seat: seat.other(),
                    by: self.challenges.by.text(),
                    game: self.challenges.by.text(),
                };
                (ask, Vec::new())
            }
        };
        let only_rows = matches!(ask, Message::AskOnlyRows { .. });
        let mut prompt = Prompt::new(ask.into(), choices);
        if matches!(self.phase, Phase::Rows(_)) {
            prompt.answered_by = Some(row_of_stacks_dealt(seat).into());
        }
        if matches!(self.phase, Phase::Announced { .. }) {
            prompt = prompt.yes_or_no();
        }
        // Rows that may stay and that the mover may deal with before going on.
        if self.phase == Phase::Rows(Half::Before) && self.part() != self.phase && !only_rows {
            let rows = self.own_rows();
            prompt.notes.push(Message::RowMayGo { seat, rows }.into());
        }
        if matches!(self.part(), Phase::Rows(_)) {
            let notes = [self.stays(), self.unlisted(prompt.choices.len())];
            prompt
                .notes
                .extend(notes.into_iter().flatten().map(Into::into));
        }
        Some(prompt)
    }

    /// The rows of the mover that have to be dealt with, and those that may stay.
    fn rows_by_due(&self) -> (Vec<Row>, Vec<Row>) {
        self.rows(self.mover).partition(|row| self.is_due(row))
    }

    /// That some of the rows may stay, where others have to be dealt with.
    fn stays(&self) -> Option<Message> {
        let (due, rows) = self.rows_by_due();
        let both = !due.is_empty() && !rows.is_empty();
        both.then_some(Message::RowMayStay {
            count: rows.len(),
            rows,
        })
    }

    /// That there are more ways to deal with a row than are listed.
    fn unlisted(&self, listed: usize) -> Option<Message> {
        if listed == 0 {
            return None;
        }
        let mut count = 0;
        let _ = self.each_row_choice(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        (count > listed).then_some(Message::RowWays { listed, count })
    }

    /// What may enter, and what a potential can do.
    fn ask_move(&self) -> Message {
        let seat = self.mover;
        let reserve = self.reserve(seat);
        let potentials = reserve.except(Kind::Basic).except(Kind::Gipf);
        match self.variant {
            _ if self.variant.is_matrx() => match reserve.count(Kind::Gipf) {
                0 => self.ask_enter_or_use(),
                count => Message::AskGipf { seat, count },
            },
            _ if self.enterable() == 0 => match self.can_use_potential() {
                true => Message::AskOnlyJumps { seat },
                false => Message::AskOnlyRows { seat },
            },
            _ if !self.has_begun(seat) => Message::AskBegin { seat },
            _ if !potentials.is_empty() => Message::AskLoaded {
                seat,
                count: reserve.count(Kind::Basic),
                pieces: potentials,
                gipf: self.check_in_reserve(Kind::Gipf).is_ok(),
                jumps: self.can_use_potential(),
            },
            _ => Message::AskEnter {
                seat,
                count: reserve.count(Kind::Basic),
                gipf: self.check_in_reserve(Kind::Gipf).is_ok(),
                jumps: self.can_use_potential(),
            },
        }
    }

    /// The question of MATRX GIPF once all GIPF pieces have entered: with an example of a use where both are
    /// possible.
    fn ask_enter_or_use(&self) -> Message {
        let (entering, using) = (self.can_enter(), self.show_use());
        let way = match (entering, using) {
            (true, Some(_)) => MoveKind::Both,
            (true, None) => MoveKind::Enter,
            (false, _) => MoveKind::Use,
        };
        let using = using.filter(|_| entering);
        Message::AskMove {
            seat: self.mover,
            way,
            r#use: using.map(|played| self.action_of(played).to_string()),
        }
    }

    fn ask_jump(&self, from: Spot, to: Spot) -> (Message, Vec<Choice>) {
        let seat = self.mover.other();
        let (from, to) = (name(from), name(to));
        let (by, game) = (self.challenges.by.text(), self.challenges.by.text());
        let count = self.challenges_left(seat);
        let choice = |action: Action, what: Message| Choice {
            action: action.to_string(),
            what: what.into(),
        };
        let allow = Message::ChoiceAllow {
            seat,
            from,
            to,
            by,
            game,
            count,
        };
        let neutralise = Message::ChoiceNeutralise {
            seat,
            from,
            to,
            by,
            game,
            count,
        };
        let ask = Message::AskJump {
            seat,
            from,
            to,
            by,
            game,
            count,
        };
        let choices = vec![
            choice(Action::Allow, allow),
            choice(Action::Neutralise, neutralise),
        ];
        (ask, choices)
    }

    /// What is asked about rows of the mover. Those that the opponent has made are dealt with before the move
    /// (section E).
    fn ask_row(&self) -> (Message, Vec<Choice>) {
        let (mut rows, stay) = self.rows_by_due();
        let due = !rows.is_empty();
        if !due {
            rows = stay;
        }
        let stacks = self.planes.stacks();
        let stacks = rows.iter().any(|row| row.spots.meets(stacks));
        let (seat, count) = (self.mover, rows.len());
        let owed = self.phase == Phase::Rows(Half::Before);
        let loaded = !self.planes.loaded().is_empty();
        let ask = match due {
            _ if self.variant.is_matrx() => Message::AskRow {
                seat,
                count,
                rows,
                owed,
                stacks,
                loaded,
            },
            true => Message::AskRowOfGipf {
                seat,
                count,
                rows,
                owed,
                stacks,
                loaded,
            },
            false => Message::AskLeave {
                seat,
                count,
                rows,
                owed,
                stacks,
                loaded,
            },
        };
        let choices = self.listed_choices();
        if choices.is_empty() {
            return (ask, Vec::new());
        }
        let leave = Choice {
            action: Action::Leave.to_string(),
            what: Message::ChoiceLeave.into(),
        };
        let choices = choices.iter().map(|taken| self.choice(*taken));
        (ask, choices.chain((!due).then_some(leave)).collect())
    }

    /// Whether a move of the mover wins the game for the other side.
    pub(super) fn loses_by(&self, played: Move) -> bool {
        let mut after = *self;
        after.make(played, &mut |_| {});
        let outcome = after.outcome();
        outcome.is_some_and(|outcome| outcome.winner == Some(self.mover.other()))
    }

    /// Whether a move of the mover wins the game.
    fn wins_by(&self, played: Move) -> bool {
        let mut after = *self;
        after.make(played, &mut |_| {});
        after
            .outcome()
            .is_some_and(|outcome| outcome.winner == Some(self.mover))
    }

    /// The row that clearing these spots deals with, where there are several.
    fn row_of(&self, taken: Spots) -> Option<Row> {
        let mut rows = self.rows(self.mover);
        let several = self.rows(self.mover).count() > 1;
        rows.find(|row| several && row.spots.covers(taken))
    }

    /// The rows that are none any more when these spots, of another one, are cleared.
    fn rows_broken_by(&self, taken: Spots) -> Vec<Row> {
        let mut after = *self;
        after.planes.clear(taken);
        let left: Vec<Row> = after.rows(self.mover).collect();
        let broken = self.rows(self.mover).filter(|row| {
            !row.spots.covers(taken) && !left.iter().any(|it| it.spots.meets(row.spots))
        });
        broken.collect()
    }

    fn choice(&self, taken: Spots) -> Choice {
        let haul = self.haul(taken);
        let played = Move::Row(taken);
        Choice {
            action: self.action_of(played).to_string(),
            what: Message::ChoiceRow {
                loses: self.loses_by(played),
                wins: self.wins_by(played),
                row: self.row_of(taken),
                breaks: self.rows_broken_by(taken),
                regained: haul.regained,
                captured: haul.captured,
                gipfs: self.gipfs_of_two(taken, self.mover.other()),
                own_gipfs: self.gipfs_of_two(taken, self.mover),
                spent: haul.spent,
            }
            .into(),
        }
    }

    /// The ways to deal with the rows of the mover that are offered as a numbered list: all of
    /// them, or of too many the ones that are wanted most. Those that win come first.
    pub(super) fn listed_choices(&self) -> Vec<Spots> {
        let mut choices = Vec::new();
        let _ = self.each_row_choice(|taken| {
            choices.push(taken);
            ControlFlow::Continue(())
        });
        // What has to be done comes before what may be left alone.
        choices.sort_by_key(|taken| !self.is_of_due_row(*taken));
        // What wins needs no comparing.
        let wins = |taken: &&Spots| self.wins_by(Move::Row(**taken));
        let mut winning: Vec<Spots> = choices.iter().filter(wins).copied().collect();
        if winning.len() > ENOUGH {
            let fewest_first = |taken: &Spots| taken.len();
            winning.sort_by_key(fewest_first);
            winning.truncate(ENOUGH);
            return winning;
        }
        let mut wanted = winning;
        if choices.len() <= FEW {
            wanted.append(&mut choices);
        } else {
            let (due, stay) = self.rows_by_due();
            let rows = due.into_iter().chain(stay);
            wanted.extend(rows.flat_map(|row| self.wanted_most(&row, &choices)));
        }
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

    /// Whether these spots are cleared of a row that has to be dealt with.
    pub(super) fn is_of_due_row(&self, taken: Spots) -> bool {
        let mut rows = self.rows(self.mover);
        rows.any(|row| row.spots.covers(taken) && self.is_due(&row))
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
}

/// An event of a row in which something could be chosen.
fn row_of_stacks_dealt(seat: Seat) -> Message {
    Message::RowOfStacksDealt {
        seat,
        row: None,
        spots: Vec::new(),
        regained: Reserve::default(),
        captured: Reserve::default(),
        gipfs: 0,
        own_gipfs: 0,
    }
}
