//! The question to the mover, and the numbered answers.

use super::{
    action::Action,
    event::{ClearedRow, Event},
    message::{JumpQuestion, Message, MoveKind, RowQuestion},
    moves::Move,
    piece::PieceKind,
    position::{Half, Phase, Position},
    reserve::Reserve,
    row::Row,
    spot::name,
};
use crate::{
    prompt::{Choice, Prompt},
    rules::Rules,
    seat::Seat,
    spots::{Spot, Spots},
};

/// Maximum number of answers in a numbered list.
const MAX_CHOICES: usize = 9;
/// Maximum number of winning answers in a numbered list.
const MAX_WINS: usize = 2;

impl Position {
    pub(super) fn ask(&self) -> Option<Prompt> {
        let seat = self.mover;
        let (ask, choices) = match self.current_phase() {
            Phase::Over(_) => return None,
            Phase::Move => (self.ask_move(), Vec::new()),
            Phase::Extra(Half::Before) => (Message::AskExtraOwed { seat }, Vec::new()),
            Phase::Extra(Half::After) => (Message::AskExtra { seat }, Vec::new()),
            Phase::Rows(_) => self.ask_row(),
            Phase::Announced { from, to } => self.ask_jump(from, to),
            Phase::Contested { .. } => {
                let ask = Message::AskContest {
                    seat: seat.other(),
                    decider: self.challenges.by.arguments(),
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
        // Optional rows, which the mover may deal with before going on.
        if self.phase == Phase::Rows(Half::Before)
            && self.current_phase() != self.phase
            && !only_rows
        {
            let rows = self.own_rows();
            prompt.notes.push(Message::RowMayGo { seat, rows }.into());
        }
        if matches!(self.current_phase(), Phase::Rows(_)) {
            let notes = [self.stays(), self.unlisted(prompt.choices.len())];
            prompt
                .notes
                .extend(notes.into_iter().flatten().map(Into::into));
        }
        Some(prompt)
    }

    /// Returns the mover's compulsory rows and optional rows.
    fn rows_by_due(&self) -> (Vec<Row>, Vec<Row>) {
        self.rows(self.mover).partition(|row| self.is_due(row))
    }

    /// Returns the note that some rows are optional while others are compulsory.
    fn stays(&self) -> Option<Message> {
        let (due, rows) = self.rows_by_due();
        let both = !due.is_empty() && !rows.is_empty();
        both.then_some(Message::RowMayStay {
            count: rows.len(),
            rows,
        })
    }

    /// Returns the note that there are more ways to deal with a row than are listed.
    fn unlisted(&self, listed: usize) -> Option<Message> {
        if listed == 0 {
            return None;
        }
        let count = self.row_choices().len();
        (count > listed).then_some(Message::RowWays { listed, count })
    }

    /// Returns the question for a move: possible entries and uses of potentials.
    fn ask_move(&self) -> Message {
        let seat = self.mover;
        let reserve = self.reserve(seat);
        let potentials = reserve.except(PieceKind::Basic).except(PieceKind::Gipf);
        match self.variant {
            _ if self.variant.is_matrx() => match reserve.count(PieceKind::Gipf) {
                0 => self.ask_enter_or_use(),
                count => Message::AskGipf { seat, count },
            },
            _ if self.enterable() == 0 => {
                if self.can_use_potential() {
                    Message::AskOnlyJumps { seat }
                } else {
                    Message::AskOnlyRows { seat }
                }
            }
            _ if !self.has_begun(seat) => Message::AskBegin { seat },
            _ if !potentials.is_empty() => Message::AskLoaded {
                seat,
                count: reserve.count(PieceKind::Basic),
                pieces: potentials,
                gipf: self.check_in_reserve(PieceKind::Gipf).is_ok(),
                jumps: self.can_use_potential(),
            },
            _ => Message::AskEnter {
                seat,
                count: reserve.count(PieceKind::Basic),
                gipf: self.check_in_reserve(PieceKind::Gipf).is_ok(),
                jumps: self.can_use_potential(),
            },
        }
    }

    /// Returns the question of MATRX GIPF once all GIPF pieces have entered, with an example of a use where both
    /// entry and use are possible.
    fn ask_enter_or_use(&self) -> Message {
        let (entering, using) = (self.can_enter(), self.example_use());
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
        let question = JumpQuestion {
            seat,
            from: name(from),
            to: name(to),
            decider: self.challenges.by.arguments(),
            count: self.challenges_left(seat),
        };
        let choice = |action: Action, what: Message| Choice {
            action: action.to_string(),
            what: what.into(),
        };
        let choices = vec![
            choice(Action::Allow, Message::ChoiceAllow(question)),
            choice(Action::Neutralise, Message::ChoiceNeutralise(question)),
        ];
        (Message::AskJump(question), choices)
    }

    /// Returns the question about rows of the mover. Those made by the opponent are dealt with before the move
    /// (section E).
    fn ask_row(&self) -> (Message, Vec<Choice>) {
        let (mut rows, stay) = self.rows_by_due();
        let due = !rows.is_empty();
        if !due {
            rows = stay;
        }
        let stacks = self.planes.stacks();
        let stacks = rows.iter().any(|row| row.spots.meets(stacks));
        let question = RowQuestion {
            seat: self.mover,
            count: rows.len(),
            rows,
            owed: self.phase == Phase::Rows(Half::Before),
            stacks,
            loaded: !self.planes.loaded().is_empty(),
        };
        let ask = match due {
            _ if self.variant.is_matrx() => Message::AskRow(question),
            true => Message::AskRowOfGipf(question),
            false => Message::AskLeave(question),
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

    /// Returns whether a move of the mover wins the game for the other side.
    pub(super) fn loses_by(&self, played: Move) -> bool {
        self.winner_after(played) == Some(self.mover.other())
    }

    /// Returns whether a move of the mover wins the game.
    fn wins_by(&self, played: Move) -> bool {
        self.winner_after(played) == Some(self.mover)
    }

    /// Returns the winner if a move ends the game.
    fn winner_after(&self, played: Move) -> Option<Seat> {
        let mut after = *self;
        after.make(played, &mut |_| {});
        after.outcome()?.winner
    }

    /// Returns the row that these cleared spots deal with, if there are several rows.
    fn row_of(&self, taken: Spots) -> Option<Row> {
        let mut rows = self.rows(self.mover);
        let several = self.rows(self.mover).count() > 1;
        rows.find(|row| several && row.spots.covers(taken))
    }

    /// Returns the other rows that are broken as a side effect of clearing these spots.
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
        let row_yield = self.row_yield(taken);
        let played = Move::Row(taken);
        Choice {
            action: self.action_of(played).to_string(),
            what: Message::ChoiceRow {
                loses: self.loses_by(played),
                wins: self.wins_by(played),
                row: self.row_of(taken),
                breaks: self.rows_broken_by(taken),
                regained: row_yield.regained,
                captured: row_yield.captured,
                gipfs: self.gipfs_of_two(taken, self.mover.other()),
                own_gipfs: self.gipfs_of_two(taken, self.mover),
                spent: row_yield.spent,
            }
            .into(),
        }
    }

    /// Returns the ways to deal with the mover's rows that are offered as a numbered list: all of them, or the
    /// most useful ones if there are too many. Winning ones come first.
    pub(super) fn listed_choices(&self) -> Vec<Spots> {
        let mut choices = self.row_choices();
        // Compulsory rows come before optional ones.
        choices.sort_by_key(|taken| !self.is_of_due_row(*taken));
        // If there are more winning answers than are listed, only they are shown.
        let wins = |taken: &&Spots| self.wins_by(Move::Row(**taken));
        let mut winning: Vec<Spots> = choices.iter().filter(wins).copied().collect();
        if winning.len() > MAX_WINS {
            let fewest_first = |taken: &Spots| taken.len();
            winning.sort_by_key(fewest_first);
            winning.truncate(MAX_WINS);
            return winning;
        }
        let mut wanted = winning;
        if choices.len() <= MAX_CHOICES {
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
        wanted.truncate(MAX_CHOICES);
        wanted
    }

    /// Returns whether these spots are part of a compulsory row.
    pub(super) fn is_of_due_row(&self, taken: Spots) -> bool {
        let mut rows = self.rows(self.mover);
        rows.any(|row| row.spots.covers(taken) && self.is_due(&row))
    }

    /// Returns the most useful ways to deal with a row: clear only what is compulsory, capture most while keeping
    /// own stacks, keep as many own pieces as possible, and clear everything.
    fn wanted_most(&self, row: &Row, choices: &[Spots]) -> Vec<Spots> {
        let own = self.planes.of(self.mover);
        let of_row = || {
            choices
                .iter()
                .copied()
                .filter(|taken| row.spots.covers(*taken))
        };
        let captured = |taken: Spots| self.row_yield(taken).captured.count_all();
        let fewest = of_row().min_by_key(|taken| taken.len());
        let best = of_row().max_by_key(|taken| (captured(*taken), usize::MAX - taken.len()));
        let keeping = of_row().min_by_key(|taken| ((*taken & own).len(), taken.len()));
        let all = of_row().max_by_key(|taken| taken.len());
        [fewest, best, keeping, all].into_iter().flatten().collect()
    }
}

/// Returns the event of a row with a choice, with made-up details: the key under which it counts as seen.
fn row_of_stacks_dealt(seat: Seat) -> Event {
    Event::RowOfStacksCleared(ClearedRow {
        seat,
        row: None,
        spots: Spots::NONE,
        regained: Reserve::default(),
        captured: Reserve::default(),
        gipfs: 0,
        own_gipfs: 0,
    })
}
