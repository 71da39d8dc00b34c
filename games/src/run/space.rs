//! The table: spaces, their names, and directions.

use std::{fmt, str::FromStr};

use super::parse_error::ParseError;
use crate::{hex::Coord, message::as_notation};

/// One of the four directions to a neighbouring space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Towards the higher rows.
    North,
    /// Towards column y.
    East,
    /// Towards row 1.
    South,
    /// Towards column a.
    West,
}

impl Way {
    /// All four, clockwise.
    pub const ALL: [Way; 4] = [Way::North, Way::East, Way::South, Way::West];
}

as_notation!(Space, Way);

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Way::North => "n",
            Way::East => "e",
            Way::South => "s",
            Way::West => "w",
        })
    }
}

impl FromStr for Way {
    type Err = ParseError;

    /// Reads a letter or the whole word, upper or lower case.
    fn from_str(text: &str) -> Result<Way, ParseError> {
        match text.to_ascii_lowercase().as_str() {
            "n" | "north" => Ok(Way::North),
            "e" | "east" => Ok(Way::East),
            "s" | "south" => Ok(Way::South),
            "w" | "west" => Ok(Way::West),
            _ => Err(ParseError::unreadable(text)),
        }
    }
}

/// A space of the table: columns a to y, rows 1 to 25, north is up.
///
/// ```
/// use games::run::{Space, Way};
/// let m13: Space = "m13".parse()?;
/// assert_eq!(m13, Space::MIDDLE);
/// assert_eq!(m13.next(Way::North).map(|space| space.to_string()), Some("m14".to_owned()));
/// assert!("z1".parse::<Space>().is_err());
/// # Ok::<(), games::Illegal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Space(Coord);

impl Space {
    /// The middle of the table, m13.
    pub const MIDDLE: Space = Space(Coord {
        column: 12,
        row: 13,
    });
    /// Number of columns and of rows.
    pub const SIDE: u8 = 25;

    /// Returns the space with a name, if it lies on the table.
    pub fn on_table(name: Coord) -> Option<Space> {
        let inside = name.column < Space::SIDE && (1..=Space::SIDE).contains(&name.row);
        inside.then_some(Space(name))
    }

    /// Returns every space of the table, sorted by column, then by row.
    pub fn all() -> impl Iterator<Item = Space> {
        (0..Space::SIDE)
            .flat_map(|column| (1..=Space::SIDE).map(move |row| Space(Coord { column, row })))
    }

    /// Returns the column, 0 for a.
    pub fn column(self) -> u8 {
        self.0.column
    }

    /// Returns the row, 1 for the southernmost.
    pub fn row(self) -> u8 {
        self.0.row
    }

    /// Returns the neighbour in a direction, unless the table ends there.
    pub fn next(self, way: Way) -> Option<Space> {
        let Coord { column, row } = self.0;
        let (column, row) = match way {
            Way::North => (column, row + 1),
            Way::East => (column + 1, row),
            Way::South => (column, row - 1),
            Way::West => (column.checked_sub(1)?, row),
        };
        Space::on_table(Coord { column, row })
    }

    /// Returns the two to four adjacent spaces, not the diagonal ones (*Making a run*, step 1).
    pub fn around(self) -> impl Iterator<Item = Space> {
        Way::ALL.into_iter().filter_map(move |way| self.next(way))
    }

    /// Returns whether two spaces are adjacent.
    pub fn is_next_to(self, other: Space) -> bool {
        self.steps_to(other) == 1
    }

    /// Returns the number of steps between two spaces, regardless of structures.
    pub(super) fn steps_to(self, other: Space) -> u8 {
        let columns = self.0.column.abs_diff(other.0.column);
        let rows = self.0.row.abs_diff(other.0.row);
        columns + rows
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Space {
    type Err = ParseError;

    /// Reads a column letter and a row number, upper or lower case.
    fn from_str(text: &str) -> Result<Space, ParseError> {
        let name: Coord = text.parse().map_err(|_| ParseError::unreadable(text))?;
        Space::on_table(name).ok_or(ParseError::OffTable { space: name })
    }
}
