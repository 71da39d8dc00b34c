//! Statistics of a match: score, Elo difference, confidence interval and sequential test (SPRT).

use std::{fmt, ops::RangeInclusive};

/// Standard deviations on each side of the mean that contain 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_964;

/// Error rate of the sequential test: α and β.
const WRONG: f64 = 0.05;

/// The result of a game, from one side's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Result {
    /// A loss.
    Loss,
    /// A draw.
    Draw,
    /// A win.
    Win,
}

impl Result {
    /// Returns the result in half points.
    fn halves(self) -> usize {
        match self {
            Result::Loss => 0,
            Result::Draw => 1,
            Result::Win => 2,
        }
    }
}

/// The number of games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, result: Result) {
        match result {
            Result::Win => self.wins += 1,
            Result::Draw => self.draws += 1,
            Result::Loss => self.losses += 1,
        }
    }

    /// Returns the number of games.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the score as a share of the points, 0 to 1; a draw is half a point. `None` before the first
    /// game.
    pub fn score(self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// Returns the 95 % confidence interval of the score; 0 to 1 before the first game.
    pub fn interval(self) -> RangeInclusive<f64> {
        let score = self.score().unwrap_or(0.5);
        wilson(score, f64::from(self.games()))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            wins,
            draws,
            losses,
        } = self;
        write!(f, "{wins} won, {draws} drawn, {losses} lost")
    }
}

/// Returns the Wilson score interval of a share among `count`: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 +
/// z²/n), with z for 95 %. With draws it is wider than necessary.
///
/// E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
fn wilson(share: f64, count: f64) -> RangeInclusive<f64> {
    if count <= 0.0 {
        return 0.0..=1.0;
    }
    let square = DEVIATIONS * DEVIATIONS;
    let middle = share + square / (2.0 * count);
    let spread = share * (1.0 - share) / count + square / (4.0 * count * count);
    let spread = DEVIATIONS * spread.sqrt();
    let scale = 1.0 + square / count;
    // Exact at both ends, without rounding errors.
    let low = if share > 0.0 {
        (middle - spread) / scale
    } else {
        0.0
    };
    let high = if share < 1.0 {
        (middle + spread) / scale
    } else {
        1.0
    };
    low..=high
}

/// Returns the Elo difference at which a score is expected: 400 log₁₀(s / (1 − s)), infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the expected score at an Elo difference: 1 / (1 + 10^(−d/400)).
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Pentanomial counts: pairs of games from the same opening with exchanged sides, by their half points, 0 to
/// 4. The advantage of an opening is given once to each side, so pairs have less variance than as many single
/// games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs([u32; 5]);

impl Pairs {
    /// Counts a pair.
    pub fn add(&mut self, pair: [Result; 2]) {
        let halves: usize = pair.into_iter().map(Result::halves).sum();
        if let Some(count) = self.0.get_mut(halves) {
            *count += 1;
        }
    }
}

/// A sequential probability ratio test (SPRT) of the Elo difference: `elo1` against `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative hypothesis.
    pub elo1: f64,
}

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No decision: more games are needed.
    Open,
    /// The null hypothesis: the difference is rather `elo0` or less.
    Rejected,
    /// The alternative hypothesis: the difference is rather `elo1` or more.
    Accepted,
}

impl Sprt {
    /// Returns the log-likelihood ratio (LLR) of these pairs at `elo1` against `elo0`, each with the maximum
    /// likelihood distribution that has the expected score: Σ nᵢ ln(pᵢ(s₁) / pᵢ(s₀)). Results without any
    /// pair count as a thousandth of a pair, so that every score is possible.
    ///
    /// M. Van den Bergh, Comments on normalized Elo, 2020, section 4.1: the generalized sequential
    /// probability ratio test.
    pub fn likelihood(self, pairs: Pairs) -> f64 {
        let counts = pairs.0.map(|count| f64::from(count).max(1e-3));
        let low = likeliest(counts, expected(self.elo0));
        let high = likeliest(counts, expected(self.elo1));
        let ratios = low.iter().zip(high).map(|(low, high)| (high / low).ln());
        counts
            .iter()
            .zip(ratios)
            .map(|(count, ratio)| count * ratio)
            .sum()
    }

    /// Returns the bounds of the LLR at which the test ends: ln(β / (1 − α)) and ln((1 − β) / α).
    ///
    /// A. Wald, Sequential tests of statistical hypotheses, 1945.
    pub fn bounds() -> RangeInclusive<f64> {
        let bound = ((1.0 - WRONG) / WRONG).ln();
        -bound..=bound
    }

    /// Returns the test's decision.
    pub fn verdict(self, pairs: Pairs) -> Verdict {
        let likelihood = self.likelihood(pairs);
        let bounds = Sprt::bounds();
        match likelihood {
            low if low <= *bounds.start() => Verdict::Rejected,
            high if high >= *bounds.end() => Verdict::Accepted,
            _ => Verdict::Open,
        }
    }
}

/// The scores of a pair by its half points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the maximum likelihood distribution of pairs with a given mean score, for these counts: pᵢ = qᵢ /
/// (1 + θ (xᵢ − s)), where q are the observed shares and θ makes the mean s. θ is found by bisection.
fn likeliest(counts: [f64; 5], mean: f64) -> [f64; 5] {
    let all: f64 = counts.iter().sum();
    let at = |theta: f64| {
        let mut shares = counts;
        for (share, score) in shares.iter_mut().zip(SCORES) {
            *share /= all * (1.0 + theta * (score - mean));
        }
        shares
    };
    let off = |theta: f64| {
        let shares = at(theta).into_iter().zip(SCORES);
        shares
            .map(|(share, score)| share * (score - mean))
            .sum::<f64>()
    };
    // Between these every share is positive, and the mean falls as θ rises.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        match off(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    at(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally {
            wins,
            draws,
            losses,
        }
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 5e-5
    }

    /// R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
    #[test]
    fn the_interval_is_that_of_the_literature() {
        for (won, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = tally(won, 0, of - won).interval();
            assert!(close(*interval.start(), low), "{interval:?}");
            assert!(close(*interval.end(), high), "{interval:?}");
        }
        assert_eq!(tally(0, 0, 0).interval(), 0.0..=1.0);
        assert_eq!(*tally(4, 0, 0).interval().end(), 1.0);
        assert_eq!(*tally(0, 0, 7).interval().start(), 0.0);
        assert_eq!(tally(1, 2, 1).interval(), tally(2, 0, 2).interval());
    }

    #[test]
    fn elo_and_score_are_each_others_reverse() {
        // The table of A. E. Elo's logistic curve: 64 % are 100 points, 76 % are 200, 91 % are 400.
        for (score, points) in [(0.5, 0.0), (0.64, 100.0), (0.76, 200.0), (0.91, 400.0)] {
            assert!((elo(score) - points).abs() < 2.0, "{score}: {}", elo(score));
            assert!(close(expected(elo(score)), score));
        }
        assert!(close(elo(0.25), -elo(0.75)));
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn a_draw_is_half_a_point() {
        assert_eq!(tally(3, 2, 1).score(), Some(4.0 / 6.0));
        assert_eq!(tally(0, 0, 0).score(), None);
    }

    /// The normal approximation n (s₁ − s₀) (2x̄ − s₀ − s₁) / 2σ² of the same source, by hand: 100 pairs with
    /// the mean 0.55 and the variance 0.06, between 0 and 10 Elo, which are scores of 0.5 and 0.5143872: 100
    /// · 0.0143872 · (1.1 − 1.0143872) / 0.12 = 1.026.
    #[test]
    fn the_likelihood_of_many_pairs_is_nearly_normal() {
        let pairs = Pairs([5, 15, 45, 25, 10]);
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 10.0,
        };
        let likelihood = sprt.likelihood(pairs);
        assert!((likelihood - 1.026).abs() < 0.05, "{likelihood}");
        assert_eq!(sprt.verdict(pairs), Verdict::Open);
    }

    /// With wins only, the maximum likelihood distribution with the mean s has the share s of wins and losses
    /// otherwise: n ln(s₁ / s₀).
    #[test]
    fn a_few_games_decide_nothing() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 190.848,
        };
        for count in 1..=7 {
            let pairs = Pairs([0, 0, 0, 0, count]);
            let likelihood = sprt.likelihood(pairs);
            let exactly = f64::from(count) * 1.5f64.ln();
            assert!((likelihood - exactly).abs() < 0.05, "{likelihood}");
            assert_eq!(sprt.verdict(pairs), Verdict::Open);
        }
        assert_eq!(sprt.verdict(Pairs([0, 0, 0, 0, 8])), Verdict::Accepted);
    }

    #[test]
    fn the_likeliest_distribution_has_the_requested_mean() {
        for counts in [[5.0, 15.0, 45.0, 25.0, 10.0], [1e-3, 1e-3, 1e-3, 1e-3, 9.0]] {
            for mean in [0.1, 0.5, 0.97] {
                let shares = likeliest(counts, mean);
                let found: f64 = shares.iter().zip(SCORES).map(|(p, x)| p * x).sum();
                assert!(close(found, mean) && close(shares.iter().sum(), 1.0));
            }
        }
    }

    #[test]
    fn the_test_ends_at_nineteen_to_one() {
        assert!(close(*Sprt::bounds().end(), 2.94444));
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 50.0,
        };
        let (mut won, mut lost) = (Pairs::default(), Pairs::default());
        assert_eq!(sprt.verdict(won), Verdict::Open);
        for _ in 0..40 {
            won.add([Result::Win, Result::Draw]);
            won.add([Result::Loss, Result::Win]);
            lost.add([Result::Draw, Result::Loss]);
            lost.add([Result::Loss, Result::Win]);
        }
        assert_eq!(won, Pairs([0, 0, 40, 40, 0]));
        assert_eq!(sprt.verdict(won), Verdict::Accepted);
        assert_eq!(sprt.verdict(lost), Verdict::Rejected);
    }
}
