//! Hexagonal boards, described by the heights of their columns.
//!
//! Columns are lettered from the left, points numbered upwards within a column; White sits at the bottom,
//! at e1. In axial coordinates, with `x` the column and `y` the row (plus one for every column right of the
//! tallest), the three directions of the lines are (0,1), (1,1) and (1,0).
//!
//! On the boards of GIPF and MATRX GIPF the points on the rim are *dots*, from which pieces enter, and all
//! others *spots*, the play area (MATRX rulebook, A).
//!
//! ```
//! use games::hex::Board;
//! let board = Board::matrx();
//! assert_eq!((board.dots().count(), board.spots().count()), (25, 40));
//! ```

use std::{fmt, str::FromStr, sync::LazyLock};

use crate::message::as_notation;

/// The name of a point: column letter and row number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// The column, 0 for a.
    pub column: u8,
    /// The row, 1 for the lowest point of the column.
    pub row: u8,
}

impl Coord {
    /// The centre of both GIPF boards.
    pub const E5: Coord = Coord { column: 4, row: 5 };
}

as_notation!(Coord);

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row)
    }
}

/// An error for a text that is not a column letter and a row number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCoordError;

impl FromStr for Coord {
    type Err = ParseCoordError;

    /// Parses a letter and one or two digits, case-insensitively.
    fn from_str(text: &str) -> Result<Coord, ParseCoordError> {
        let (letter, digits) = match text.as_bytes() {
            [letter, digits @ ..] => (letter.to_ascii_lowercase(), digits),
            [] => return Err(ParseCoordError),
        };
        let row = match digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + (ones - b'0'),
            _ => return Err(ParseCoordError),
        };
        match letter {
            b'a'..=b'z' => Ok(Coord {
                column: letter - b'a',
                row,
            }),
            _ => Err(ParseCoordError),
        }
    }
}

/// One of the six directions of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction(u8);

impl Direction {
    /// All directions, clockwise from upwards; the last three are opposite to the first three.
    pub const ALL: [Direction; 6] = [
        Direction(0),
        Direction(1),
        Direction(2),
        Direction(3),
        Direction(4),
        Direction(5),
    ];

    /// Returns the index of the direction in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the offset of one step in `x` and `y`.
    pub(crate) const fn steps(self) -> (i16, i16) {
        match self.0 {
            0 => (0, 1),
            1 => (1, 1),
            2 => (1, 0),
            3 => (0, -1),
            4 => (-1, -1),
            _ => (-1, 0),
        }
    }
}

/// A board as a graph: its points and their neighbours.
#[derive(Debug)]
pub struct Board {
    heights: &'static [u8],
    tallest: u8,
    points: Vec<Coord>,
    /// The number of points left of each column.
    before: Vec<usize>,
    /// The neighbours of each point, by direction.
    around: Vec<[Option<Coord>; 6]>,
    lines: Vec<Vec<Coord>>,
}

/// The heights of the columns of the board of GIPF.
pub const CLASSIC_HEIGHTS: [u8; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];
/// The heights of the columns of the board of MATRX GIPF.
pub const MATRX_HEIGHTS: [u8; 10] = [5, 6, 7, 8, 9, 8, 7, 6, 5, 4];
/// The heights of the columns of the board of ZÈRTZ.
pub const ZERTZ_HEIGHTS: [u8; 7] = [4, 5, 6, 7, 6, 5, 4];

static CLASSIC: LazyLock<Board> = LazyLock::new(|| Board::new(&CLASSIC_HEIGHTS));
static MATRX: LazyLock<Board> = LazyLock::new(|| Board::new(&MATRX_HEIGHTS));
static ZERTZ: LazyLock<Board> = LazyLock::new(|| Board::new(&ZERTZ_HEIGHTS));

impl Board {
    /// Returns the board of GIPF: 24 dots, 37 spots, 21 lines.
    pub fn classic() -> &'static Board {
        &CLASSIC
    }

    /// Returns the wider board of MATRX GIPF: 25 dots, 40 spots, 22 lines.
    pub fn matrx() -> &'static Board {
        &MATRX
    }

    /// Returns the board of ZÈRTZ: 37 rings, all of them in play.
    pub fn zertz() -> &'static Board {
        &ZERTZ
    }

    fn new(heights: &'static [u8]) -> Board {
        let tallest = heights.iter().max().copied().unwrap_or(0);
        let tallest = heights.iter().position(|h| *h == tallest).unwrap_or(0) as u8;
        let mut points = Vec::new();
        let mut before = Vec::new();
        for (column, height) in (0u8..).zip(heights) {
            before.push(points.len());
            points.extend((1..=*height).map(|row| Coord { column, row }));
        }
        let mut board = Board {
            heights,
            tallest,
            points,
            before,
            around: Vec::new(),
            lines: Vec::new(),
        };
        let around = board.points.iter().map(|point| {
            let next = |way| board.find_next(*point, way);
            Direction::ALL.map(next)
        });
        board.around = around.collect();
        let dots: Vec<Coord> = board.dots().collect();
        for way in &Direction::ALL[..3] {
            for dot in &dots {
                let spots: Vec<Coord> = board.along(*dot, *way).collect();
                if !spots.is_empty() {
                    board.lines.push(spots);
                }
            }
        }
        board
    }

    /// Returns all points in the order of their names.
    pub fn points(&self) -> &[Coord] {
        &self.points
    }

    /// Returns the index of a point in [`Board::points`], or `None` if it is not on the board.
    pub fn index(&self, point: Coord) -> Option<usize> {
        let column = usize::from(point.column);
        let (height, before) = (*self.heights.get(column)?, *self.before.get(column)?);
        (1..=height)
            .contains(&point.row)
            .then(|| before + usize::from(point.row) - 1)
    }

    /// Returns whether the point is on the board.
    pub fn contains(&self, point: Coord) -> bool {
        self.index(point).is_some()
    }

    /// Returns whether the point is on the rim: pieces enter there and never stay.
    pub fn is_dot(&self, point: Coord) -> bool {
        let last = self.heights.len() as u8 - 1;
        self.contains(point)
            && (point.column == 0
                || point.column == last
                || point.row == 1
                || self.heights.get(usize::from(point.column)) == Some(&point.row))
    }

    /// Returns whether the point is in the play area.
    pub fn is_spot(&self, point: Coord) -> bool {
        self.contains(point) && !self.is_dot(point)
    }

    /// Returns the dots in the order of their names.
    pub fn dots(&self) -> impl Iterator<Item = Coord> {
        self.points
            .iter()
            .copied()
            .filter(|point| self.is_dot(*point))
    }

    /// Returns the spots in the order of their names.
    pub fn spots(&self) -> impl Iterator<Item = Coord> {
        self.points
            .iter()
            .copied()
            .filter(|point| self.is_spot(*point))
    }

    /// Returns the spots of every line, without dots, in the order of their names.
    pub fn lines(&self) -> &[Vec<Coord>] {
        &self.lines
    }

    /// Returns the neighbour of a point in a direction.
    pub fn next(&self, point: Coord, way: Direction) -> Option<Coord> {
        let around = self.around.get(self.index(point)?)?;
        *around.get(usize::from(way.0))?
    }

    fn find_next(&self, point: Coord, way: Direction) -> Option<Coord> {
        let (x, y) = way.steps();
        let shift = |column: i16| (column - i16::from(self.tallest)).max(0);
        let column = i16::from(point.column) + x;
        let row = i16::from(point.row) + shift(i16::from(point.column)) + y;
        let next = Coord {
            column: u8::try_from(column).ok()?,
            row: u8::try_from(row - shift(column)).ok()?,
        };
        self.contains(next).then_some(next)
    }

    /// Returns the spots from a point in a direction, without the point and the dot at the end of the line.
    pub fn along(&self, from: Coord, way: Direction) -> impl Iterator<Item = Coord> {
        let first = self.next(from, way);
        std::iter::successors(first, move |point| self.next(*point, way))
            .take_while(|point| self.is_spot(*point))
    }

    /// Returns the place of a point in a drawing: columns to the right, half rows upwards.
    pub fn place(&self, point: Coord) -> (i32, i32) {
        let bend = i32::from(point.column.abs_diff(self.tallest));
        (i32::from(point.column), 2 * i32::from(point.row) + bend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the numbers of points, dots and spots, and of lines with 3, 4, 5, 6 and 7 spots.
    fn check(board: &Board, points: usize, dots: usize, spots: usize, lengths: [usize; 5]) {
        assert_eq!(board.points().len(), points);
        assert_eq!(board.dots().count(), dots);
        assert_eq!(board.spots().count(), spots);
        let counted: [usize; 5] = std::array::from_fn(|i| {
            board
                .lines()
                .iter()
                .filter(|line| line.len() == i + 3)
                .count()
        });
        assert_eq!(counted, lengths);
        assert_eq!(board.lines().len(), lengths.iter().sum::<usize>());
    }

    #[test]
    fn classic_board_has_37_spots_and_21_lines() {
        check(Board::classic(), 61, 24, 37, [0, 6, 6, 6, 3]);
    }

    #[test]
    fn matrx_board_has_40_spots_and_22_lines() {
        check(Board::matrx(), 65, 25, 40, [1, 4, 6, 6, 5]);
    }

    #[test]
    fn every_line_runs_from_dot_to_dot() {
        for board in [Board::classic(), Board::matrx()] {
            for line in board.lines() {
                let (first, last) = (line[0], line[line.len() - 1]);
                let way = Direction::ALL.into_iter().find(|way| {
                    let next = board.next(first, *way);
                    line.len() > 1 && next == Some(line[1])
                });
                let end = way.and_then(|way| board.next(last, way));
                assert!(end.is_some_and(|end| board.is_dot(end)), "{line:?}");
            }
            let joined: usize = board
                .dots()
                .flat_map(|dot| Direction::ALL.map(|way| board.along(dot, way).count()))
                .filter(|count| *count > 0)
                .count();
            assert_eq!(joined, 2 * board.lines().len());
        }
    }

    #[test]
    fn neighbours_are_as_the_board_description_says() {
        let board = Board::matrx();
        let at = |name: &str| name.parse::<Coord>().unwrap();
        let around = |name: &str| {
            let mut names: Vec<String> = Direction::ALL
                .iter()
                .filter_map(|way| board.next(at(name), *way))
                .map(|point| point.to_string())
                .collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(around("e5"), "d4 d5 e4 e6 f4 f5");
        assert_eq!(around("c3"), "b2 b3 c2 c4 d3 d4");
        assert_eq!(around("g3"), "f3 f4 g2 g4 h2 h3");
        assert_eq!(around("j4"), "i4 i5 j3");
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for board in [Board::classic(), Board::matrx()] {
            for point in board.points() {
                assert_eq!(point.to_string().parse(), Ok(*point));
                assert_eq!(board.points()[board.index(*point).unwrap()], *point);
            }
        }
        for bad in ["", "e", "5", "e05", "e555", "e5x", "ee", "é5", "e+5"] {
            assert_eq!(bad.parse::<Coord>(), Err(ParseCoordError), "{bad}");
        }
    }
}
