//! The grid of spaces. Cells have one of a few sizes, the largest as long as the matrix fits, and the middle
//! of the table stays in the middle as long as it can.

use std::collections::BTreeSet;

use games::scene::{Ground, Scene};

use crate::{
    drawing::{Anchor, Drawing, Point},
    theme::Paint,
};

/// Numbers of columns and rows at each size. Where the last ones do not suffice, columns and rows that are
/// not needed are left out.
const STEPS: [(usize, usize); 4] = [(7, 6), (9, 8), (11, 10), (13, 12)];
/// Maximum number of columns with which every space shows its name.
const NAMED: usize = 9;
/// Maximum numbers of columns and rows with which every space shows its odds.
const WEIGHED: (usize, usize) = (15, 14);
/// The last column and the last row of the table, counted from 0.
const LAST: i32 = 24;
/// The column and the row of the first structure, counted from 0.
const MIDDLE: i32 = 12;
/// Size of the largest cell.
const CELL: Point = (102.0, 87.0);
/// Room for the names of rows and columns along the rim.
const RIM: Point = (30.0, 22.0);
/// Height of the table of odds, where there is one.
pub const TABLE: f32 = 112.0;

/// The place of names and odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// On every space.
    Spaces,
    /// The names of columns and rows along the rim, the odds on every space.
    Rim,
    /// The names of columns and rows along the rim, the odds in a table.
    RimAndTable,
}

/// The visible cells.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: Axis,
    rows: Axis,
    /// The corner at the bottom left.
    foot: Point,
    /// The size of each cell.
    pub cell: Point,
    /// The place of names and odds.
    pub names: Names,
}

/// The visible columns, or rows; `None` where some are left out.
#[derive(Clone, Debug)]
struct Axis(Vec<Option<i32>>);

/// A space: column and row, counted from 0.
pub type Space = (i32, i32);

/// Returns the space of a point.
pub fn space(point: &games::scene::Point) -> Space {
    (point.x, point.y - 1)
}

impl Grid {
    /// Creates a grid within a rectangle, with room for every space around the structures.
    pub fn fixed(scene: &Scene, corner: Point, size: Point) -> Grid {
        let needed = around(scene);
        let fit = |wide: usize, high: usize| {
            let mut steps = STEPS.into_iter();
            steps.find(|step| wide <= step.0 && high <= step.1)
        };
        let whole = fit(length(&needed.0), length(&needed.1));
        let (columns, rows) = match whole {
            Some(step) => (
                Axis::around_middle(&needed.0, step.0),
                Axis::around_middle(&needed.1, step.1),
            ),
            None => (Axis::cut(&needed.0), Axis::cut(&needed.1)),
        };
        let (wide, high) = (columns.0.len(), rows.0.len());
        let larger = || (wide.max(STEPS[3].0), high.max(STEPS[3].1));
        let count = fit(wide, high).unwrap_or_else(larger);
        let names = match count {
            _ if count.0 <= NAMED && whole.is_some() => Names::Spaces,
            _ if count.0 <= WEIGHED.0 && count.1 <= WEIGHED.1 => Names::Rim,
            _ => Names::RimAndTable,
        };
        let (rim, table) = match names {
            Names::Spaces => ((0.0, 0.0), 0.0),
            Names::Rim => (RIM, 0.0),
            Names::RimAndTable => (RIM, TABLE),
        };
        let room = (size.0 - rim.0, size.1 - rim.1 - table);
        // About the aspect ratio of the largest cell, but a little broader where letters need it.
        let cell = (room.0 / count.0 as f32, room.1 / count.1 as f32);
        let cell = (
            cell.0.min(cell.1 * 1.5).floor(),
            cell.1.min(cell.0 * 0.86).floor(),
        );
        let left = ((room.0 - cell.0 * columns.0.len() as f32) / 2.0).floor();
        let below = ((room.1 - cell.1 * rows.0.len() as f32) / 2.0).floor();
        Grid {
            columns,
            rows,
            foot: (corner.0 + rim.0 + left, corner.1 + room.1 - below),
            cell,
            names,
        }
    }

    /// Creates a grid of all spaces of a scene, as large as possible in a square.
    pub fn fitted(scene: &Scene, side: f32) -> Grid {
        let spaces = || scene.points.iter().map(space);
        let columns = Axis::cut(&spaces().map(|space| space.0).collect());
        let rows = Axis::cut(&spaces().map(|space| space.1).collect());
        let count = (columns.0.len() as f32, rows.0.len() as f32);
        let room = side - 16.0;
        let scale = (room / count.0 / CELL.0).min(room / count.1 / CELL.1);
        let scale = scale.min(1.5);
        let cell = ((CELL.0 * scale).floor(), (CELL.1 * scale).floor());
        Grid {
            columns,
            rows,
            foot: (
                ((side - cell.0 * count.0) / 2.0).floor(),
                ((side + cell.1 * count.1) / 2.0).floor(),
            ),
            cell,
            names: Names::Spaces,
        }
    }

    /// Returns the size of a cell, as a share of the largest.
    pub fn unit(&self) -> f32 {
        (self.cell.0 / CELL.0).min(self.cell.1 / CELL.1)
    }

    /// Returns the top left corner of a space.
    pub fn corner(&self, (column, row): Space) -> Point {
        (
            self.foot.0 + self.columns.place(column) as f32 * self.cell.0,
            self.foot.1 - (self.rows.place(row) + 1) as f32 * self.cell.1,
        )
    }

    /// Returns the middle of a space.
    pub fn middle(&self, space: Space) -> Point {
        let corner = self.corner(space);
        (corner.0 + self.cell.0 / 2.0, corner.1 + self.cell.1 / 2.0)
    }

    /// Draws the names of columns and rows.
    pub fn rim(&self, drawing: &mut Drawing) {
        if self.names == Names::Spaces {
            return;
        }
        let size = (self.cell.1 * 0.9).clamp(14.0, 19.0);
        let left_out = || "…".to_owned();
        for (place, column) in self.columns.0.iter().enumerate() {
            let x = self.foot.0 + (place as f32 + 0.5) * self.cell.0;
            let at = (x, self.foot.1 + RIM.1 / 2.0 - 2.0);
            let letter = |column: i32| char::from(b'a' + column.clamp(0, LAST) as u8).to_string();
            let name = column.map_or_else(left_out, letter);
            drawing.bold(at, Anchor::Middle, size, Paint::Name, &name);
        }
        for (place, row) in self.rows.0.iter().enumerate() {
            let y = self.foot.1 - (place as f32 + 0.5) * self.cell.1;
            let name = row.map_or_else(left_out, |row| (row + 1).to_string());
            let at = (self.foot.0 - 4.0, y);
            drawing.bold(at, Anchor::End, size, Paint::Name, &name);
        }
    }
}

impl Axis {
    /// Returns that many around the middle of the table, moved no further than needed.
    fn around_middle(needed: &BTreeSet<i32>, count: usize) -> Axis {
        let count = count as i32;
        let (from, to) = ends(needed);
        let first = (MIDDLE - count / 2).max(to - count + 1).min(from);
        Axis((first..first + count).map(Some).collect())
    }

    /// Returns those that are needed; gaps of more than one become `None`.
    fn cut(needed: &BTreeSet<i32>) -> Axis {
        let mut shown: Vec<Option<i32>> = Vec::new();
        for number in needed {
            match shown.last().copied().flatten() {
                Some(last) if last + 2 == *number => shown.push(Some(last + 1)),
                Some(last) if last + 2 < *number => shown.push(None),
                _ => {}
            }
            shown.push(Some(*number));
        }
        if shown.is_empty() {
            Axis(vec![Some(MIDDLE)])
        } else {
            Axis(shown)
        }
    }

    fn place(&self, number: i32) -> usize {
        let place = self.0.iter().position(|shown| *shown == Some(number));
        place.unwrap_or(0)
    }
}

/// Returns the columns and rows of the structures and of the spaces around them; those of the middle where
/// there are none.
fn around(scene: &Scene) -> (BTreeSet<i32>, BTreeSet<i32>) {
    let mut needed = (BTreeSet::from([MIDDLE]), BTreeSet::from([MIDDLE]));
    let points = scene.points.iter();
    let mut tiles = points
        .filter(|point| matches!(point.ground, Ground::Tile { .. }))
        .peekable();
    if tiles.peek().is_some() {
        needed = Default::default();
    }
    let near = |number: i32| (number - 1).max(0)..=(number + 1).min(LAST);
    for (column, row) in tiles.map(space) {
        needed.0.extend(near(column));
        needed.1.extend(near(row));
    }
    needed
}

fn ends(numbers: &BTreeSet<i32>) -> (i32, i32) {
    let end = |number: Option<&i32>| number.copied().unwrap_or(MIDDLE);
    (end(numbers.first()), end(numbers.last()))
}

fn length(numbers: &BTreeSet<i32>) -> usize {
    let (first, last) = ends(numbers);
    (last - first + 1) as usize
}
