//! Choice of the next puzzle.

use games::{Seed, puzzles::Family};

use crate::{day::Day, players::results::PuzzleScore};

/// A puzzle: its family, and its index there.
pub(super) type Number = (Family, usize);

/// Returns the puzzle of a day, the same for everybody. Rendezvous hashing: each puzzle draws a lot by the day
/// and its position, so that reordering or adding puzzles changes the choice only if a new one draws the highest
/// lot.
pub(super) fn of_day(day: Day) -> Option<Number> {
    let lot = |(family, number): &Number| {
        let puzzle = family.puzzles().get(*number)?;
        Some(Seed::from_word(&format!("puzzle {day} {}", puzzle.position)).0)
    };
    let puzzles = all(Family::ALL.to_vec());
    puzzles.into_iter().max_by_key(lot)
}

/// Returns a random puzzle not given yet, of a family or of any; a new cycle begins once all were given. The
/// puzzle of the day is excluded, as it must not be solved before the try that counts.
pub(super) fn next(
    score: &mut PuzzleScore,
    family: Option<Family>,
    today: Day,
    seed: &[u8; 32],
) -> Option<Number> {
    let of_day = of_day(today);
    let families = family.map_or(Family::ALL.to_vec(), |family| vec![family]);
    let is_new = |puzzle: &Number| !score.is_given(puzzle.0, puzzle.1) && Some(*puzzle) != of_day;
    let new: Vec<_> = all(families.clone()).into_iter().filter(is_new).collect();
    if !new.is_empty() {
        return drawn(new, seed);
    }
    for family in &families {
        score.begin_anew(*family);
    }
    let mut puzzles = all(families);
    puzzles.retain(|puzzle| Some(*puzzle) != of_day);
    drawn(puzzles, seed)
}

/// Returns the puzzles of some families.
fn all(families: Vec<Family>) -> Vec<Number> {
    let families = families.into_iter();
    let numbered = families.flat_map(|family| {
        let numbers = 0..family.puzzles().len();
        numbers.map(move |number| (family, number))
    });
    numbered.collect()
}

/// Returns a random one.
fn drawn(puzzles: Vec<Number>, seed: &[u8; 32]) -> Option<Number> {
    let [a, b, c, d, ..] = *seed;
    let count = u32::try_from(puzzles.len())
        .ok()
        .filter(|count| *count > 0)?;
    let place = u32::from_le_bytes([a, b, c, d]) % count;
    puzzles.get(place as usize).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use jiff::Timestamp;

    use super::*;

    #[test]
    fn daily_puzzles_vary_over_a_year() {
        let days = (0..365).map(|day| Timestamp::from_second(day * 24 * 60 * 60));
        let drawn = days.filter_map(|at| of_day(Day::of(at.ok()?)));
        let drawn: Vec<Number> = drawn.collect();
        assert_eq!(drawn.len(), 365);
        for family in Family::ALL {
            let of_family: Vec<_> = drawn.iter().filter(|drawn| drawn.0 == family).collect();
            assert!(of_family.len() > 50, "{family:?}: {}", of_family.len());
        }
        let different: HashSet<&Number> = drawn.iter().collect();
        assert!(different.len() > 200, "{}", different.len());
    }
}
