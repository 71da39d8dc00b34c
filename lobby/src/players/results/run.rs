//! Results of finished runs, and statistics of their players.

use std::cmp::Reverse;

use games::{Live, Reason};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{day::Day, person::Person, players::results::Streak, terms::Occasion};

/// The result of a finished run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunResult {
    /// The table's number.
    pub table: u32,
    /// The player, under the name of that time.
    pub player: Person,
    /// The purpose of the table.
    pub occasion: Occasion,
    /// The options of the record, `-` for none.
    pub options: String,
    /// `true` if the run was won.
    pub won: bool,
    /// The final brain damage.
    pub damage: u8,
    /// The number of steps; uses of abilities and answers are not counted.
    pub steps: u32,
    /// The reason the run ended.
    pub reason: Reason,
    /// The time of its end.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    pub time: Timestamp,
    /// `true` if a hint was taken.
    pub hinted: bool,
}

impl RunResult {
    /// Returns the result of a run; `None` while it is in progress, if it was given up before the first action,
    /// and for other games.
    pub fn of(
        table: u32,
        player: &Person,
        occasion: Occasion,
        live: &Live,
        hinted: bool,
        time: Timestamp,
    ) -> Option<RunResult> {
        let end = live.outcome()?;
        let score = live.score()?;
        Some(RunResult {
            table,
            player: player.clone(),
            occasion,
            options: live.record().options.clone(),
            won: end.winner.is_some(),
            damage: score.damage,
            steps: score.steps,
            reason: end.reason,
            time,
            hinted,
        })
    }

    /// Returns whether custom breakers were used.
    pub fn is_custom(&self) -> bool {
        self.options.contains("custom=")
    }

    /// Returns whether it counts in the player's statistics: a run from a seed word may have been practised, and
    /// a hint is help. A loss in spite of a hint counts, or a hint would save the streak of a run that goes
    /// badly.
    pub fn counts(&self) -> bool {
        self.occasion != Occasion::Word && !(self.hinted && self.won)
    }

    /// Returns whether it counts on leaderboards. After a day is over, the seed of its run is no longer secret.
    pub fn is_comparable(&self) -> bool {
        self.counts() && !self.is_late()
    }

    /// Returns whether it is a run of a day that ended after that day.
    pub fn is_late(&self) -> bool {
        let day = self.occasion.day();
        day.is_some_and(|day| Day::of(self.time) > day)
    }

    /// Returns a sort key, smaller for better runs: won first and given up last, then less damage, then fewer steps.
    pub fn order(&self) -> (bool, bool, u8, u32) {
        let is_given_up = self.reason == Reason::JackedOut;
        (!self.won, is_given_up, self.damage, self.steps)
    }
}

/// Statistics of the runs of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunStatistics {
    /// The number of runs.
    pub runs: usize,
    /// The number of won runs.
    pub won: usize,
    /// Damage and steps of the best won run.
    pub best: Option<(u8, u32)>,
    /// The streak of won runs.
    pub streak: Streak,
    /// The total damage of all won runs.
    damage: usize,
}

impl RunStatistics {
    /// Computes the statistics of some runs of one player, the oldest first.
    pub fn of<'a>(runs: impl IntoIterator<Item = &'a RunResult>) -> RunStatistics {
        let mut figures = RunStatistics::default();
        for run in runs {
            figures.runs += 1;
            figures.streak.record(run.won, run.won);
            if run.won {
                figures.won += 1;
                figures.damage += usize::from(run.damage);
                let this = (run.damage, run.steps);
                figures.best = Some(figures.best.map_or(this, |best| best.min(this)));
            }
        }
        figures
    }

    /// Returns the average damage of won runs with one decimal, `4.2`.
    pub fn average(&self) -> Option<String> {
        let tenths = (self.damage * 10 + self.won / 2).checked_div(self.won)?;
        Some(format!("{}.{}", tenths / 10, tenths % 10))
    }

    /// Returns a sort key, smaller for better players: the best won run, then the number of won runs.
    pub fn order(&self) -> (bool, Option<(u8, u32)>, Reverse<usize>) {
        (self.best.is_none(), self.best, Reverse(self.won))
    }
}

/// Returns the streak of days with a finished run of the day; one that was given up does not count. It is still
/// current if the last one was yesterday's.
pub fn days_in_a_row<'a>(runs: impl IntoIterator<Item = &'a RunResult>, today: Day) -> Streak {
    let mut days: Vec<Day> = runs
        .into_iter()
        .filter(|run| run.reason != Reason::JackedOut)
        .filter_map(|run| run.occasion.day())
        .collect();
    days.sort_unstable();
    days.dedup();
    let (mut row, mut last) = (Streak::default(), None);
    for day in &days {
        row.record(last.is_some_and(|last| day.follows(last)), true);
        last = Some(*day);
    }
    if last.is_none_or(|last| last < today.before()) {
        row.now = 0;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(won: bool, damage: u8, steps: u32) -> RunResult {
        RunResult {
            table: 1,
            player: Person {
                id: "@alice:example.org".into(),
                name: "alice".into(),
            },
            occasion: Occasion::Free,
            options: "-".into(),
            won,
            damage,
            steps,
            reason: Reason::Forts,
            time: Timestamp::UNIX_EPOCH,
            hinted: false,
        }
    }

    fn of_day(day: &str) -> RunResult {
        RunResult {
            occasion: Occasion::Day(day.parse().unwrap()),
            ..run(true, 3, 30)
        }
    }

    #[test]
    fn statistics_count_won_runs_and_streaks() {
        let runs = [
            run(true, 4, 30),
            run(true, 3, 40),
            run(true, 3, 35),
            run(false, 10, 12),
            run(true, 5, 20),
        ];
        let figures = RunStatistics::of(&runs);
        assert_eq!((figures.runs, figures.won), (5, 4));
        assert_eq!(figures.best, Some((3, 35)));
        assert_eq!(figures.streak, Streak { now: 1, best: 3 });
        assert_eq!(figures.average().as_deref(), Some("3.8"));
    }

    #[test]
    fn a_best_run_requires_a_win() {
        let figures = RunStatistics::of(&[run(false, 10, 12)]);
        assert_eq!((figures.best, figures.average()), (None, None));
        assert_eq!(figures.streak, Streak::default());
        assert!(RunStatistics::of(&[run(true, 9, 90)]).order() < figures.order());
    }

    #[test]
    fn won_goes_before_less_damage_before_fewer_steps() {
        let best_first = [
            run(true, 3, 50),
            run(true, 4, 20),
            run(true, 4, 21),
            run(false, 2, 9),
            run(false, 10, 5),
        ];
        assert!(best_first.is_sorted_by_key(RunResult::order));
    }

    #[test]
    fn a_skipped_day_ends_the_streak() {
        let check = |days: &[&str], today: &str, now, best| {
            let runs: Vec<RunResult> = days.iter().map(|day| of_day(day)).collect();
            let row = days_in_a_row(&runs, today.parse().unwrap());
            assert_eq!(row, Streak { now, best }, "{days:?} on {today}");
        };
        let days = ["2026-11-18", "2026-11-19", "2026-11-20"];
        check(&[], "2026-11-20", 0, 0);
        check(&days, "2026-11-20", 3, 3);
        check(&days, "2026-11-21", 3, 3);
        check(&days, "2026-11-22", 0, 3);
        // Out of order, and with a gap.
        let days = ["2026-11-21", "2026-11-18", "2026-11-19"];
        check(&days, "2026-11-21", 1, 2);
        check(&["2026-11-21"], "2026-11-21", 1, 1);
    }

    #[test]
    fn a_run_given_up_ends_the_streak() {
        let given_up = RunResult {
            reason: Reason::JackedOut,
            ..of_day("2026-11-21")
        };
        let runs = [of_day("2026-11-20"), given_up];
        let row = |today: &str| days_in_a_row(&runs, today.parse().unwrap());
        assert_eq!(row("2026-11-21"), Streak { now: 1, best: 1 });
        assert_eq!(row("2026-11-22"), Streak { now: 0, best: 1 });
    }

    #[test]
    fn a_run_given_up_ranks_last() {
        let lost = run(false, 10, 40);
        let given_up = RunResult {
            reason: Reason::JackedOut,
            ..run(false, 0, 1)
        };
        assert!(lost.order() < given_up.order());
    }

    #[test]
    fn past_days_words_and_hinted_wins_are_not_comparable() {
        let comparable = |run: RunResult| (run.counts(), run.is_comparable());
        assert_eq!(comparable(run(true, 3, 30)), (true, true));
        assert_eq!(comparable(of_day("1970-01-01")), (true, true));
        assert_eq!(comparable(of_day("1969-12-31")), (true, false));
        let word = RunResult {
            occasion: Occasion::Word,
            ..run(true, 3, 30)
        };
        assert_eq!(comparable(word), (false, false));
        let hinted = RunResult {
            hinted: true,
            ..run(true, 3, 30)
        };
        assert_eq!(comparable(hinted), (false, false));
    }

    #[test]
    fn a_loss_with_a_hint_counts() {
        let lost = RunResult {
            hinted: true,
            ..run(false, 10, 12)
        };
        assert!(lost.counts() && lost.is_comparable());
    }
}
