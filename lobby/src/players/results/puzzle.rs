//! Puzzle progress of players.

use std::collections::BTreeMap;

use games::puzzles::Family;
use serde::{Deserialize, Serialize};

use crate::{day::Day, players::results::Streak};

/// A player's puzzle progress, which affects no other statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleScore {
    /// The puzzles given in the current cycle, by family id: one bit per puzzle, four to a hexadecimal digit.
    given: BTreeMap<String, String>,
    /// The number of solved puzzles.
    pub solved: usize,
    /// The streak of puzzles solved at the first try.
    pub first_try_streak: Streak,
    /// The last day whose puzzle was tried.
    pub last_tried: Option<Day>,
    /// The day whose puzzle was tried before that one, and whether it was solved at the first try.
    previous_try: Option<(Day, bool)>,
    /// The last day whose puzzle was solved at the first try.
    pub last_solved: Option<Day>,
    /// The streak of days on which the puzzle of the day was solved at the first try.
    pub daily_streak: Streak,
}

impl PuzzleScore {
    /// Returns whether a puzzle was given in the current cycle of its family.
    pub fn is_given(&self, family: Family, number: usize) -> bool {
        let digits = self.given.get(family.id());
        let digit = digits.and_then(|digits| digits.chars().nth(number / 4)?.to_digit(16));
        digit.is_some_and(|digit| digit >> (number % 4) & 1 == 1)
    }

    /// Marks a puzzle as given.
    pub fn give(&mut self, family: Family, number: usize) {
        let digits = self.given.entry(family.id().to_owned()).or_default();
        let mut bits: Vec<u32> = digits.chars().filter_map(|c| c.to_digit(16)).collect();
        bits.resize(bits.len().max(number / 4 + 1), 0);
        if let Some(digit) = bits.get_mut(number / 4) {
            *digit |= 1 << (number % 4);
        }
        let written = bits
            .into_iter()
            .filter_map(|bits| char::from_digit(bits, 16));
        *digits = written.collect();
    }

    /// Begins a new cycle, after all puzzles of a family were given.
    pub fn begin_anew(&mut self, family: Family) {
        self.given.remove(family.id());
    }

    /// Counts a solved puzzle.
    pub fn solve(&mut self, at_first_try: bool) {
        self.solved += 1;
        if at_first_try {
            self.first_try_streak.record(true, true);
        }
    }

    /// Ends the streak, after a puzzle was missed or left.
    pub fn miss(&mut self) {
        self.first_try_streak.record(false, false);
    }

    /// Counts the one try at the puzzle of a day.
    pub fn try_of_day(&mut self, day: Day, is_hit: bool) {
        self.previous_try = self
            .last_tried
            .map(|day| (day, self.last_solved == Some(day)));
        self.last_tried = Some(day);
        if !is_hit {
            self.daily_streak.record(false, false);
            return;
        }
        let goes_on = self.last_solved.is_some_and(|hit| day.follows(hit));
        self.daily_streak.record(goes_on, true);
        self.last_solved = Some(day);
    }

    /// Returns whether the try at the puzzle of a day was a hit; only the last two tries are known.
    pub fn tried_on(&self, day: Day) -> Option<bool> {
        match self.last_tried {
            Some(tried) if tried == day => Some(self.last_solved == Some(day)),
            _ => self
                .previous_try
                .and_then(|(before, is_hit)| (before == day).then_some(is_hit)),
        }
    }

    /// Returns the daily streak as of a day.
    pub fn days_until(&self, today: Day) -> Streak {
        let is_on = self
            .last_solved
            .is_some_and(|hit| hit == today || today.follows(hit));
        Streak {
            now: if is_on { self.daily_streak.now } else { 0 },
            ..self.daily_streak
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_puzzles_are_remembered_until_a_fresh_start() {
        let mut score = PuzzleScore::default();
        for number in [0, 5, 130] {
            score.give(Family::Zertz, number);
        }
        let given = (0..140).filter(|number| score.is_given(Family::Zertz, *number));
        assert_eq!(given.collect::<Vec<_>>(), [0, 5, 130]);
        assert!(!score.is_given(Family::Gipf, 5));
        let stored = serde_json::to_string(&score).unwrap();
        assert!(stored.len() < 250, "{stored}");
        assert_eq!(serde_json::from_str::<PuzzleScore>(&stored).unwrap(), score);
        score.begin_anew(Family::Zertz);
        assert!(!score.is_given(Family::Zertz, 130));
    }

    #[test]
    fn a_streak_of_first_tries_ends_when_missed() {
        let mut score = PuzzleScore::default();
        score.solve(true);
        score.solve(true);
        score.miss();
        score.solve(false);
        assert_eq!(
            (
                score.solved,
                score.first_try_streak.now,
                score.first_try_streak.best
            ),
            (3, 0, 2)
        );
        score.solve(true);
        assert_eq!(
            (score.first_try_streak.now, score.first_try_streak.best),
            (1, 2)
        );
    }

    #[test]
    fn a_skipped_or_missed_day_ends_the_streak() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let mut score = PuzzleScore::default();
        score.try_of_day(day("2026-11-20"), true);
        score.try_of_day(day("2026-11-21"), true);
        assert_eq!(score.days_until(day("2026-11-22")).now, 2);
        assert_eq!(score.days_until(day("2026-11-23")).now, 0);
        score.try_of_day(day("2026-11-23"), true);
        assert_eq!((score.daily_streak.now, score.daily_streak.best), (1, 2));
        score.try_of_day(day("2026-11-24"), false);
        assert_eq!(score.days_until(day("2026-11-24")).now, 0);
        let tried = ["2026-11-24", "2026-11-23", "2026-11-21"].map(|it| score.tried_on(day(it)));
        assert_eq!(tried, [Some(false), Some(true), None]);
    }
}
