//! The result of a match.

use std::{collections::BTreeMap, fmt};

use games::Seat;

use crate::{
    game::{End, Spent},
    pairs::Finished,
    plan::Plan,
    statistics::{Pairs, Result as GameResult, Sprt, Tally, Verdict, elo},
};

/// The result of a match, from the first side's view.
#[derive(Clone, Debug)]
pub struct Report {
    names: [String; 2],
    game: &'static str,
    /// By the seat of the first side.
    tallies: [Tally; 2],
    /// Results of first games whose second game is not finished, by pair.
    halves: BTreeMap<usize, GameResult>,
    pairs: Pairs,
    sprt: Option<Sprt>,
    /// By side.
    spent: [Spent; 2],
    /// By side.
    faults: [u32; 2],
    /// Games ended at the maximum number of turns.
    long: u32,
}

impl Report {
    /// Creates an empty report.
    pub fn new(plan: &Plan) -> Report {
        Report {
            names: plan.sides.each_ref().map(|side| side.name.clone()),
            game: plan.game.id,
            tallies: Default::default(),
            halves: BTreeMap::new(),
            pairs: Pairs::default(),
            sprt: plan.sprt,
            spent: Default::default(),
            faults: [0; 2],
            long: 0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, finished: &Finished) {
        let Finished { pair, seat, played } = finished;
        let result = played.result(*seat);
        seat.of_mut(&mut self.tallies).add(result);
        match self.halves.remove(pair) {
            Some(other) => self.pairs.add([other, result]),
            None => drop(self.halves.insert(*pair, result)),
        }
        // Sides are numbered by their seats in the first game of a pair.
        for side in Seat::BOTH {
            let at = side_or_other(*seat, side);
            let spent = side.of_mut(&mut self.spent);
            *spent = spent.and(*at.of(&played.spent));
        }
        match played.end {
            End::Fault(at, _) => *side_or_other(*seat, at).of_mut(&mut self.faults) += 1,
            End::Long => self.long += 1,
            End::Rules(_) => {}
        }
    }

    /// Returns the decision of the sequential test, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.sprt.map(|sprt| sprt.verdict(self.pairs))
    }

    /// Returns the tally of all games.
    pub fn tally(&self) -> Tally {
        let [first, second] = self.tallies;
        Tally {
            wins: first.wins + second.wins,
            draws: first.draws + second.draws,
            losses: first.losses + second.losses,
        }
    }

    /// Returns whether an engine had a fault in any game.
    pub fn has_faults(&self) -> bool {
        self.faults != [0; 2]
    }

    fn write_sprt(&self, f: &mut fmt::Formatter<'_>, sprt: Sprt) -> fmt::Result {
        let Sprt { elo0, elo1 } = sprt;
        let (low, high) = Sprt::bounds().into_inner();
        let says = match sprt.verdict(self.pairs) {
            Verdict::Open => "open".to_owned(),
            Verdict::Rejected => format!("rather {elo0} or less"),
            Verdict::Accepted => format!("rather {elo1} or more"),
        };
        let likelihood = sprt.likelihood(self.pairs);
        writeln!(
            f,
            "SPRT {elo0} to {elo1} Elo: LLR {likelihood:.2} ({low:.2} to {high:.2}), {says}"
        )
    }
}

/// Returns a seat, or the other one if the first side has the second seat.
fn side_or_other(first: Seat, seat: Seat) -> Seat {
    match first {
        Seat::First => seat,
        Seat::Second => seat.other(),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.names;
        let tally = self.tally();
        writeln!(
            f,
            "{one} against {other}: {} games of {}",
            tally.games(),
            self.game
        )?;
        let [first, second] = self.tallies;
        writeln!(f, "{tally} (with the first turn {first}; else {second})")?;
        if let Some(score) = tally.score() {
            let (low, high) = tally.interval().into_inner();
            let percent = [score, low, high].map(|share| share * 100.0);
            let [score_percent, low_percent, high_percent] = percent;
            writeln!(
                f,
                "score {score_percent:.1} % (95 %: {low_percent:.1} to {high_percent:.1})"
            )?;
            let (score, low, high) = (elo(score), elo(low), elo(high));
            writeln!(f, "Elo {score:+.0} (95 %: {low:+.0} to {high:+.0})")?;
        }
        if let Some(sprt) = self.sprt {
            self.write_sprt(f, sprt)?;
        }
        if self.long > 0 {
            writeln!(f, "{} games had too many turns and are draws", self.long)?;
        }
        for ((name, spent), faults) in self.names.iter().zip(self.spent).zip(self.faults) {
            let (mean, longest) = (spent.mean().as_millis(), spent.longest.as_millis());
            write!(
                f,
                "{name}: {} turns, {mean} ms each, {longest} ms at most",
                spent.turns
            )?;
            match faults {
                0 => writeln!(f)?,
                faults => writeln!(f, ", {faults} games lost by a fault")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games::Live;

    use super::*;
    use crate::{
        engine::Fault,
        game::Played,
        plan::tests::read,
        statistics::Result::{Loss, Win},
    };

    /// A game lost by a fault of Black, with the first side in a seat and this many turns of White.
    fn finished(plan: &Plan, pair: usize, seat: Seat, turns: u32) -> Finished {
        let live = Live::start(plan.game, &plan.options, None).unwrap();
        let white = Spent {
            turns,
            time: Duration::from_millis(10) * turns,
            longest: Duration::from_millis(30),
        };
        let played = Played {
            record: live.record().clone(),
            winner: Some(Seat::First),
            end: End::Fault(Seat::Second, Fault::Silent(Duration::from_secs(1))),
            spent: [white, Spent::default()],
        };
        Finished { pair, seat, played }
    }

    #[test]
    fn everything_is_counted_for_sides_wherever_they_sit() {
        let plan = read("--level 2 --level 1 --sprt 0 5").unwrap();
        let mut report = Report::new(&plan);
        assert!(!report.has_faults());
        // Games of two pairs in a possible order.
        for (pair, seat, turns) in [
            (0, Seat::First, 3),
            (1, Seat::First, 4),
            (1, Seat::Second, 5),
            (0, Seat::Second, 6),
        ] {
            report.add(&finished(&plan, pair, seat, turns));
        }
        let mut pairs = Pairs::default();
        pairs.add([Win, Loss]);
        pairs.add([Loss, Win]);
        assert_eq!(report.pairs, pairs);
        assert!(report.halves.is_empty());
        assert_eq!(report.faults, [2, 2]);
        assert_eq!(report.spent.map(|spent| spent.turns), [7, 11]);
        let expected = "\
level 2 against level 1: 4 games of matrx
2 won, 0 drawn, 2 lost (with the first turn 2 won, 0 drawn, 0 lost; else 0 won, 0 drawn, 2 lost)
score 50.0 % (95 %: 15.0 to 85.0)
Elo +0 (95 %: -301 to +301)
SPRT 0 to 5 Elo: LLR -0.03 (-2.94 to 2.94), open
level 2: 7 turns, 10 ms each, 30 ms at most, 2 games lost by a fault
level 1: 11 turns, 10 ms each, 30 ms at most, 2 games lost by a fault
";
        assert_eq!(report.to_string(), expected);
    }
}
