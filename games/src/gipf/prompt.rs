//! What is asked of the mover, and the answers that are worth a number.

use std::ops::ControlFlow;

use super::{
    action::Action,
    code::Code,
    moves::Move,
    piece::Kind,
    position::{Half, Phase, Position, name},
    reserve::Reserve,
    row::Row,
};
use crate::{
    fact::Fact,
    prompt::{Choice, Prompt},
    rules::Rules,
    spots::{Spot, Spots},
};

/// The most answers that are offered as a numbered list.
const FEW: usize = 9;
/// So many ways to win at once are enough.
const ENOUGH: usize = 2;

impl Position {
    pub(super) fn ask(&self) -> Option<Prompt> {
        let fact = |code| Fact::new(code).with("seat", self.mover);
        let (ask, choices) = match self.part() {
            Phase::Over(_) => return None,
            Phase::Move => (self.ask_move().with("seat", self.mover), Vec::new()),
            Phase::Extra(Half::Before) => (fact(Code::AskExtraOwed), Vec::new()),
            Phase::Extra(Half::After) => (fact(Code::AskExtra), Vec::new()),
            Phase::Rows(_) => self.ask_row(),
            Phase::Announced { from, to } => self.ask_jump(from, to),
            Phase::Contested { .. } => {
                let ask = Fact::new(Code::AskContest)
                    .with("seat", self.mover.other())
                    .with("by", self.challenges.by.text())
                    .with("game", self.challenges.by.text());
                (ask, Vec::new())
            }
        };
        let mut prompt = Prompt::new(ask, choices);
        prompt.answered_by =
            matches!(self.phase, Phase::Rows(_)).then_some(Code::RowOfStacksDealt.as_str());
        if matches!(self.phase, Phase::Announced { .. }) {
            prompt = prompt.yes_or_no();
        }
        // Rows that may stay and that the mover may deal with before going on.
        let only_rows = prompt.ask.code == Code::AskOnlyRows.as_str();
        if self.phase == Phase::Rows(Half::Before) && self.part() != self.phase && !only_rows {
            prompt
                .notes
                .push(fact(Code::RowMayGo).with("rows", self.row_names()));
        }
        if matches!(self.part(), Phase::Rows(_)) {
            prompt.notes.extend(self.stays());
            prompt.notes.extend(self.unlisted(prompt.choices.len()));
        }
        Some(prompt)
    }

    /// The rows of the mover that have to be dealt with, and those that may stay.
    fn rows_by_due(&self) -> (Vec<Row>, Vec<Row>) {
        self.rows(self.mover).partition(|row| self.is_due(row))
    }

    /// That some of the rows may stay, where others have to be dealt with.
    fn stays(&self) -> Option<Fact> {
        let (due, stay) = self.rows_by_due();
        let both = !due.is_empty() && !stay.is_empty();
        let fact = Fact::new(Code::RowMayStay).with("count", stay.len());
        both.then(|| fact.with("rows", names_of(&stay)))
    }

    /// That there are more ways to deal with a row than are listed.
    fn unlisted(&self, listed: usize) -> Option<Fact> {
        if listed == 0 {
            return None;
        }
        let mut count = 0;
        let _ = self.each_row_choice(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        let fact = Fact::new(Code::RowWays).with("listed", listed);
        (count > listed).then(|| fact.with("count", count))
    }

    /// What may enter, and what a potential can do.
    fn ask_move(&self) -> Fact {
        let reserve = self.reserve(self.mover);
        let potentials = reserve.except(Kind::Basic).except(Kind::Gipf);
        match self.variant {
            _ if self.variant.is_matrx() => match reserve.count(Kind::Gipf) {
                0 => self.ask_enter_or_use(),
                count => Fact::new(Code::AskGipf).with("count", count),
            },
            _ if self.enterable() == 0 => Fact::new(match self.can_use_potential() {
                true => Code::AskOnlyJumps,
                false => Code::AskOnlyRows,
            }),
            _ if !self.has_begun(self.mover) => Fact::new(Code::AskBegin),
            _ if !potentials.is_empty() => Fact::new(Code::AskLoaded)
                .with("count", reserve.count(Kind::Basic))
                .with("pieces", potentials.as_pieces())
                .with("gipf", yes(self.check_in_reserve(Kind::Gipf).is_ok()))
                .with("jumps", yes(self.can_use_potential())),
            _ => Fact::new(Code::AskEnter)
                .with("count", reserve.count(Kind::Basic))
                .with("gipf", yes(self.check_in_reserve(Kind::Gipf).is_ok()))
                .with("jumps", yes(self.can_use_potential())),
        }
    }

    /// The question of MATRX GIPF once all GIPF pieces have entered: with an example of a use where both are
    /// possible.
    fn ask_enter_or_use(&self) -> Fact {
        let (entering, using) = (self.can_enter(), self.show_use());
        let way = match (entering, using) {
            (true, Some(_)) => "both",
            (true, None) => "enter",
            (false, _) => "use",
        };
        let using = using.filter(|_| entering);
        let using = using.map(|played| self.action_of(played).to_string());
        Fact::new(Code::AskMove).with("way", way).with("use", using)
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
            choice(Action::Allow, Code::ChoiceAllow),
            choice(Action::Neutralise, Code::ChoiceNeutralise),
        ];
        (about(Code::AskJump), choices)
    }

    /// What is asked about rows of the mover. Those that the opponent has made are dealt with before the move
    /// (section E).
    fn ask_row(&self) -> (Fact, Vec<Choice>) {
        let (mut rows, stay) = self.rows_by_due();
        let due = !rows.is_empty();
        if !due {
            rows = stay;
        }
        let stacks = self.planes.stacks();
        let has_stacks = rows.iter().any(|row| row.spots.meets(stacks));
        let code = match due {
            _ if self.variant.is_matrx() => Code::AskRow,
            true => Code::AskRowOfGipf,
            false => Code::AskLeave,
        };
        let ask = Fact::new(code)
            .with("seat", self.mover)
            .with("count", rows.len())
            .with("rows", names_of(&rows))
            .with("owed", yes(self.phase == Phase::Rows(Half::Before)))
            .with("stacks", yes(has_stacks))
            .with("loaded", yes(!self.planes.loaded().is_empty()));
        let choices = self.listed_choices();
        if choices.is_empty() {
            return (ask, Vec::new());
        }
        let leave = Choice {
            action: Action::Leave.to_string(),
            what: Fact::new(Code::ChoiceLeave),
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
    fn row_of(&self, taken: Spots) -> Option<String> {
        let mut rows = self.rows(self.mover);
        let several = self.rows(self.mover).count() > 1;
        let row = rows.find(|row| several && row.spots.covers(taken));
        row.map(|row| row.to_string())
    }

    /// The rows that are none any more when these spots, of another one, are cleared.
    fn rows_broken_by(&self, taken: Spots) -> Vec<String> {
        let mut after = *self;
        after.planes.clear(taken);
        let left: Vec<Row> = after.rows(self.mover).collect();
        let broken = self.rows(self.mover).filter(|row| {
            !row.spots.covers(taken) && !left.iter().any(|it| it.spots.meets(row.spots))
        });
        broken.map(|row| row.to_string()).collect()
    }

    fn choice(&self, taken: Spots) -> Choice {
        let haul = self.haul(taken);
        let text = |pieces: Reserve| pieces.as_pieces();
        let played = Move::Row(taken);
        Choice {
            action: self.action_of(played).to_string(),
            what: Fact::new(Code::ChoiceRow)
                .with("loses", yes(self.loses_by(played)))
                .with("wins", yes(self.wins_by(played)))
                .with("row", self.row_of(taken))
                .with("breaks", self.rows_broken_by(taken))
                .with("regained", text(haul.regained))
                .with("captured", text(haul.captured))
                .with("gipfs", self.gipfs_of_two(taken, self.mover.other()))
                .with("own-gipfs", self.gipfs_of_two(taken, self.mover))
                .with("spent", text(haul.spent)),
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

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// The rows by their ends.
fn names_of(rows: &[Row]) -> Vec<String> {
    rows.iter().map(Row::to_string).collect()
}
