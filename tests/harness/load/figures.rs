//! Statistics of the load test.

use std::time::Duration;

/// The bot's memory after a number of commands were begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) commands: usize,
    /// In KiB.
    pub(super) memory: u64,
}

/// Returns the percentile of the answer times.
pub(super) fn within(waits: &[Duration], percent: usize) -> Duration {
    let mut waits = waits.to_vec();
    waits.sort();
    let place = (waits.len() * percent).div_ceil(100).max(1) - 1;
    waits.get(place).copied().unwrap_or_default()
}

/// Returns the growth of memory in KiB per 1,000 commands, by linear regression (least squares); `None` if
/// there are too few samples.
pub(super) fn slope(samples: &[Sample]) -> Option<f64> {
    let count = samples.len() as f64;
    let mean = |value: fn(&Sample) -> f64| samples.iter().map(value).sum::<f64>() / count;
    let (x, y) = (|s: &Sample| s.commands as f64, |s: &Sample| s.memory as f64);
    let (middle_x, middle_y) = (mean(x), mean(y));
    let (mut both, mut square) = (0.0, 0.0);
    for sample in samples {
        let (dx, dy) = (x(sample) - middle_x, y(sample) - middle_y);
        both += dx * dy;
        square += dx * dx;
    }
    (square > 0.0).then(|| 1000.0 * both / square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_fits_a_line_through_all_samples() {
        let check = |memory: [u64; 3], expected| {
            let samples = [0, 1000, 2000].into_iter().zip(memory);
            let samples = samples.map(|(commands, memory)| Sample { commands, memory });
            assert_eq!(slope(&samples.collect::<Vec<_>>()), expected, "{memory:?}");
        };
        check([50, 50, 50], Some(0.0));
        check([50, 60, 70], Some(10.0));
        check([60, 50, 70], Some(5.0));
        assert_eq!(slope(&[]), None);
    }

    #[test]
    fn shares_of_answers_are_counted_from_the_quickest() {
        let waits: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
        assert_eq!(within(&waits, 50), Duration::from_millis(100));
        assert_eq!(within(&waits, 99), Duration::from_millis(198));
        assert_eq!(within(&[], 99), Duration::ZERO);
    }
}
