//! Precomputed pushes: the lines of a board as seen from each dot.

use crate::{
    hex::{Coord, Direction},
    spots::{Area, STEPS, Spot, Spots},
};

/// A dot and a line that begins there, by its number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Push(pub(super) u8);

/// A line as seen from the dot at one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct PushPath {
    /// The spots of the line.
    pub(super) line: Spots,
    /// The spot next to the dot, where an entering piece comes to rest.
    pub(super) rest: Spot,
    /// One step along the line as a rotation of the word.
    pub(super) rotation: u32,
    pub(super) dot: Coord,
    forwards: bool,
}

/// The effect of a push on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    /// The spots whose contents move on by one.
    pub(super) moved: Spots,
    /// The empty spot that becomes occupied.
    pub(super) end: Spots,
}

impl PushPath {
    /// Returns the effect of a push along this line; `None` if the line has no empty spot (MATRX, D.3, D.4).
    #[inline]
    pub(super) fn shift(&self, occupied: Spots) -> Option<Shift> {
        let (line, gaps) = (self.line.bits(), (self.line - occupied).bits());
        if gaps == 0 {
            return None;
        }
        let (moved, end) = if self.forwards {
            let end = gaps & gaps.wrapping_neg();
            (line & (end - 1), end)
        } else {
            let end = 1 << 63 >> gaps.leading_zeros();
            (line & !(end | (end - 1)), end)
        };
        Some(Shift {
            moved: Spots::from_bits(moved),
            end: Spots::from_bits(end),
        })
    }
}

/// Capacity for the pushes of a board, 42 or 44, rounded up to a power of two.
const MAX_PUSHES: usize = 64;

/// All pushes of both boards: dots in the order of their names, directions clockwise from upwards. Those of
/// the classic board begin at number 0, those of the wider one at the number [`MAX_PUSHES`].
#[derive(Debug)]
struct PushPaths {
    paths: [PushPath; 2 * MAX_PUSHES],
    /// The number of pushes of each board.
    counts: [usize; 2],
}

static PUSH_PATHS: PushPaths = PushPaths::new();

/// Returns the pushes of the classic board, or of the wider one.
#[inline]
pub(super) fn push_paths(wide: bool) -> impl Iterator<Item = (Push, &'static PushPath)> {
    let [classic, wider] = PUSH_PATHS.counts;
    let range = if wide {
        MAX_PUSHES..MAX_PUSHES + wider
    } else {
        0..classic
    };
    let paths = PUSH_PATHS.paths.get(range.clone()).unwrap_or_default();
    range.map(|number| Push(number as u8)).zip(paths)
}

impl Push {
    /// Returns the line as seen from the dot.
    #[inline]
    pub(super) fn path(self) -> &'static PushPath {
        &PUSH_PATHS.paths[usize::from(self.0) % (2 * MAX_PUSHES)]
    }

    /// Returns its number among the pushes of its board, less than 64.
    #[inline]
    pub(super) fn number(self) -> usize {
        usize::from(self.0) % MAX_PUSHES
    }
}

impl PushPaths {
    const fn new() -> PushPaths {
        let none = PushPath {
            line: Spots::NONE,
            rest: Spot::new(0),
            rotation: 0,
            dot: Coord { column: 0, row: 0 },
            forwards: true,
        };
        let mut paths = PushPaths {
            paths: [none; 2 * MAX_PUSHES],
            counts: [0; 2],
        };
        paths.add_board(0, Area::CLASSIC);
        paths.add_board(1, Area::MATRX);
        paths
    }

    const fn add_board(&mut self, number: usize, area: &Area) {
        let board = area.board();
        let mut column = 0;
        while column < board.width() {
            let mut row = 1;
            while row <= board.height(column) {
                self.add_dot(number, area, Coord { column, row });
                row += 1;
            }
            column += 1;
        }
    }

    /// Adds the lines that begin at a point, if it is a dot.
    const fn add_dot(&mut self, number: usize, area: &Area, dot: Coord) {
        if !area.board().is_dot(dot) {
            return;
        }
        let mut index = 0;
        while index < Direction::ALL.len() {
            let direction = Direction::ALL[index];
            if let Some(next) = area.board().next(dot, direction)
                && let Some(rest) = area.spot(next)
            {
                let forwards = direction.is_forwards();
                let step = STEPS[direction.line()];
                self.paths[number * MAX_PUSHES + self.counts[number]] = PushPath {
                    line: area.line(rest, direction.line()),
                    rest,
                    rotation: if forwards { step } else { 64 - step },
                    dot,
                    forwards,
                };
                self.counts[number] += 1;
            }
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_pushed_from_both_dots() {
        for (area, wide) in [(Area::CLASSIC, false), (Area::MATRX, true)] {
            let board = area.board();
            let pushes = board
                .dots()
                .flat_map(|dot| Direction::ALL.map(|direction| (dot, direction)));
            let pushes =
                pushes.filter(|(dot, direction)| board.along(*dot, *direction).next().is_some());
            let pushes: Vec<(Coord, Direction)> = pushes.collect();
            let paths: Vec<&PushPath> = super::push_paths(wide).map(|(_, path)| path).collect();
            assert_eq!(paths.len(), pushes.len());
            assert_eq!(paths.len(), 2 * board.lines().len());
            for (number, (push, path)) in (0..).zip(super::push_paths(wide)) {
                assert_eq!((push.number(), push.path().line), (number, path.line));
            }
            for ((dot, direction), path) in pushes.into_iter().zip(paths) {
                let spots: Vec<Spot> = board
                    .along(dot, direction)
                    .filter_map(|spot| area.spot(spot))
                    .collect();
                assert_eq!((path.dot, path.rest), (dot, spots[0]));
                assert_eq!(path.line, spots.iter().copied().collect());
                for (i, gap) in spots.iter().enumerate() {
                    let shift = path.shift(path.line - Spots::from(*gap)).unwrap();
                    let moved: Spots = spots[..i].iter().copied().collect();
                    assert_eq!((shift.moved, shift.end), (moved, Spots::from(*gap)));
                    let rotated = moved.bits().rotate_left(path.rotation);
                    let expected: Spots = spots[..=i].iter().skip(1).copied().collect();
                    assert_eq!(rotated, expected.bits());
                }
                assert_eq!(path.shift(path.line), None);
            }
        }
    }
}
