//! Puzzle progress of players.

use super::super::{Lobby, leaderboard_scope::Names};
use crate::{
    day::Day, line::Line, messages::puzzle::PuzzleMessage, results::PuzzleScore, table::Stage,
    terms::Occasion, traffic::Effect,
};

impl Lobby {
    /// Counts a try of the sender at a puzzle.
    pub(super) fn note_try(&mut self, line: &Line, id: u32, is_right: bool) -> Effect {
        let player = line.sender.id.as_str();
        let mut score = self.players.puzzles(player);
        let table = self.tables.get(id);
        let missed = match table.map(|table| &table.stage) {
            Some(Stage::Playing(game)) => game.missed,
            _ => false,
        };
        match table.map(|table| table.occasion) {
            Some(Occasion::Puzzle(Some(day))) => {
                if day == Day::of(self.now) && score.tried != Some(day) {
                    score.try_of_day(day, is_right);
                }
                if is_right {
                    score.solve(false);
                }
            }
            _ if is_right => score.solve(!missed),
            _ if !missed => score.miss(),
            _ => {}
        }
        self.players.set_puzzles(player, score)
    }

    /// Counts a puzzle that was closed for something else as missed, except the puzzle of the day, which can be
    /// reopened.
    pub(in crate::handling) fn leave_puzzle(&mut self, id: u32) -> Option<Effect> {
        let table = self.tables.get(id)?;
        let solver = table.players().iter().find(|it| it.level().is_none())?;
        (table.occasion == Occasion::Puzzle(None)).then(|| {
            let mut score = self.players.puzzles(&solver.id);
            score.miss();
            self.players.set_puzzles(&solver.id, score)
        })
    }

    /// Returns a user's puzzle statistics; empty before the first puzzle.
    pub(in crate::handling) fn own_puzzles(&self, user: &str) -> Vec<String> {
        let score = self.players.puzzles(user);
        let mut facts = Vec::new();
        if score.solved > 0 || score.row.best > 0 {
            facts.push(figures(&score));
        }
        if score.tried.is_some() {
            facts.push(self.figures_of_days(&score));
        }
        let facts = facts.into_iter();
        facts.map(|fact| self.sentence(&fact.into())).collect()
    }

    pub(super) fn figures_of_days(&self, score: &PuzzleScore) -> PuzzleMessage {
        let days = score.days_until(Day::of(self.now));
        PuzzleMessage::FiguresDay {
            now: days.now,
            best: days.best,
        }
    }

    /// Returns how many of the listed players tried and solved the puzzle of a day; `None` if there were no
    /// tries.
    pub(in crate::handling) fn puzzlers_of(
        &self,
        day: Day,
        names: &Names,
    ) -> Option<PuzzleMessage> {
        let Names::Members(people) = names else {
            return None;
        };
        let listed = people.iter().filter(|person| self.is_listed(names, person));
        let tried = listed.filter_map(|person| self.players.puzzles(&person.id).tried_on(day));
        let tried: Vec<bool> = tried.collect();
        let hits = tried.iter().filter(|is_hit| **is_hit).count();
        (!tried.is_empty()).then_some(PuzzleMessage::DayOver {
            day,
            tried: tried.len(),
            hits,
        })
    }
}

pub(super) fn figures(score: &PuzzleScore) -> PuzzleMessage {
    PuzzleMessage::Figures {
        solved: score.solved,
        now: score.row.now,
        best: score.row.best,
    }
}
