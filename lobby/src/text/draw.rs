//! Text drawings of scenes, and lists in columns.

pub mod board;
pub mod columns;
pub mod compact;
pub mod figures;
pub mod grid;

mod tiles;

use games::scene::Point;

/// Draws points row by row from the top; `column` returns the column of a point, given the least `x` of all
/// points.
fn staggered(
    points: &[Point],
    column: impl Fn(&Point, i32) -> usize,
    cell: fn(&Point) -> String,
) -> String {
    let top = points.iter().map(|point| point.y).max().unwrap_or(0);
    let bottom = points.iter().map(|point| point.y).min().unwrap_or(0);
    let left = points.iter().map(|point| point.x).min().unwrap_or(0);
    let lines = (bottom..=top).rev().map(|y| {
        let mut row: Vec<&Point> = points.iter().filter(|point| point.y == y).collect();
        row.sort_by_key(|point| point.x);
        let mut line = String::new();
        for point in row {
            let missing = column(point, left).saturating_sub(line.len());
            line.push_str(&" ".repeat(missing));
            line.push_str(&cell(point));
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}
