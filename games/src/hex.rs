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
//! let board = Board::MATRX;
//! assert_eq!((board.dots().count(), board.spots().count()), (25, 40));
//! ```

use std::{fmt, str::FromStr};

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

    /// Returns the index of its line, 0 to 2: that of the direction or of the opposite one.
    #[inline]
    pub const fn line(self) -> usize {
        if self.is_forwards() {
            self.index()
        } else {
            self.index() - 3
        }
    }

    /// Returns whether a step leads to a later point in the order of names.
    #[inline]
    pub const fn is_forwards(self) -> bool {
        self.0 < 3
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

/// A board: the points of its columns and their neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of points of each column.
    heights: &'static [u8],
    /// The index of the tallest column.
    tallest: u8,
    /// The width of the rim of dots around the spots, in columns and rows: 1, or 0 where all points are spots.
    rim: u8,
}

impl Board {
    /// The board of GIPF: 24 dots, 37 spots, 21 lines.
    pub const CLASSIC: Board = Board::new(&[5, 6, 7, 8, 9, 8, 7, 6, 5], 1);
    /// The wider board of MATRX GIPF: 25 dots, 40 spots, 22 lines.
    pub const MATRX: Board = Board::new(&[5, 6, 7, 8, 9, 8, 7, 6, 5, 4], 1);
    /// The board of ZÈRTZ: 37 rings, all of them in play.
    pub const ZERTZ: Board = Board::new(&[4, 5, 6, 7, 6, 5, 4], 0);

    /// Creates a board with columns of these heights and a rim of this width.
    const fn new(heights: &'static [u8], rim: u8) -> Board {
        let mut tallest = 0;
        while heights[tallest as usize] < heights[tallest as usize + 1] {
            tallest += 1;
        }
        Board {
            heights,
            tallest,
            rim,
        }
    }

    /// Returns the number of columns.
    pub(crate) const fn width(&self) -> u8 {
        self.heights.len() as u8
    }

    /// Returns the number of points of a column, 0 beside the board.
    pub(crate) const fn height(&self, column: u8) -> u8 {
        if column < self.width() {
            self.heights[column as usize]
        } else {
            0
        }
    }

    /// Returns the width of the rim of dots, 0 or 1.
    pub(crate) const fn rim(&self) -> u8 {
        self.rim
    }

    /// Returns the offset from the row of a point to its `y`: one for every column right of the tallest.
    pub(crate) const fn lift(&self, column: u8) -> u8 {
        column.saturating_sub(self.tallest)
    }

    /// Returns all points in the order of their names.
    pub fn points(&self) -> impl Iterator<Item = Coord> + use<> {
        let columns = (0u8..).zip(self.heights);
        columns.flat_map(|(column, height)| (1..=*height).map(move |row| Coord { column, row }))
    }

    /// Returns whether the point is on the board.
    pub const fn contains(&self, point: Coord) -> bool {
        1 <= point.row && point.row <= self.height(point.column)
    }

    /// Returns whether the point is on the rim: pieces enter there and never stay.
    pub const fn is_dot(&self, point: Coord) -> bool {
        self.contains(point) && !self.is_spot(point)
    }

    /// Returns whether the point is in the play area.
    pub const fn is_spot(&self, point: Coord) -> bool {
        let Coord { column, row } = point;
        self.contains(point)
            && self.rim <= column
            && column + self.rim < self.width()
            && self.rim < row
            && row + self.rim <= self.height(column)
    }

    /// Returns the dots in the order of their names.
    pub fn dots(&self) -> impl Iterator<Item = Coord> + use<> {
        let board = *self;
        self.points().filter(move |point| board.is_dot(*point))
    }

    /// Returns the spots in the order of their names.
    pub fn spots(&self) -> impl Iterator<Item = Coord> + use<> {
        let board = *self;
        self.points().filter(move |point| board.is_spot(*point))
    }

    /// Returns the neighbour of a point in a direction.
    pub const fn next(&self, point: Coord, way: Direction) -> Option<Coord> {
        if !self.contains(point) {
            return None;
        }
        let (x, y) = way.steps();
        let column = point.column as i16 + x;
        if column < 0 || column >= self.width() as i16 {
            return None;
        }
        let column = column as u8;
        let row = (point.row + self.lift(point.column)) as i16 + y - self.lift(column) as i16;
        if row < 1 || row > self.height(column) as i16 {
            return None;
        }
        let row = row as u8;
        Some(Coord { column, row })
    }

    /// Returns the spots from a point in a direction, without the point and the dot at the end of the line.
    pub fn along(&self, from: Coord, way: Direction) -> impl Iterator<Item = Coord> {
        let first = self.next(from, way);
        std::iter::successors(first, move |point| self.next(*point, way))
            .take_while(|point| self.is_spot(*point))
    }

    /// Returns the spots of every line, without dots, in the order of their names.
    #[cfg(test)]
    pub(crate) fn lines(&self) -> Vec<Vec<Coord>> {
        let lines = Direction::ALL.into_iter().take(3).flat_map(|way| {
            let along = move |dot| self.along(dot, way).collect();
            self.dots().map(along)
        });
        lines.filter(|line: &Vec<Coord>| !line.is_empty()).collect()
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
    fn check(board: Board, points: usize, dots: usize, spots: usize, lengths: [usize; 5]) {
        assert_eq!(board.points().count(), points);
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
        check(Board::CLASSIC, 61, 24, 37, [0, 6, 6, 6, 3]);
    }

    #[test]
    fn matrx_board_has_40_spots_and_22_lines() {
        check(Board::MATRX, 65, 25, 40, [1, 4, 6, 6, 5]);
    }

    #[test]
    fn zertz_board_has_37_spots_and_no_dots() {
        check(Board::ZERTZ, 37, 0, 37, [0; 5]);
    }

    #[test]
    fn every_line_runs_from_dot_to_dot() {
        for board in [Board::CLASSIC, Board::MATRX] {
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
        let board = Board::MATRX;
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
        for board in [Board::CLASSIC, Board::MATRX] {
            for point in board.points() {
                assert_eq!(point.to_string().parse(), Ok(point));
                assert!(board.contains(point));
            }
        }
        for bad in ["", "e", "5", "e05", "e555", "e5x", "ee", "é5", "e+5"] {
            assert_eq!(bad.parse::<Coord>(), Err(ParseCoordError), "{bad}");
        }
    }
}
