//! The rings of ZÈRTZ as hexagons side by side, each with its name and its marble; removed rings are left blank.
//!
//! ```text
//!      ____
//! ____/d7  \
//! c6 W\____/
//! ____/d6!G\
//!     \____/
//! ```
//!
//! A mark precedes the marble or stands alone: `*` for a change by the last turn, `!` for a marble that can
//! capture now.

use games::scene::{Mark, Point, ScenePiece};

/// Columns of text per column of rings: the inside of a hexagon and one side.
const STEP: usize = 5;

/// Draws rings from the top left.
pub(super) fn draw(points: &[Point]) -> String {
    let top = points.iter().map(|point| point.y).max().unwrap_or(0);
    let bottom = points.iter().map(|point| point.y).min().unwrap_or(0);
    let left = points.iter().map(|point| point.x).min().unwrap_or(0);
    let right = points.iter().map(|point| point.x).max().unwrap_or(0);
    let size = |from: i32, to: i32| usize::try_from(to - from).unwrap_or(0);
    let width = (size(left, right) + 1) * STEP + 1;
    let mut lines = vec![vec![' '; width]; size(bottom, top) + 3];
    for point in points {
        let (line, column) = (size(point.y, top) + 1, size(left, point.x) * STEP);
        let edge = "_".repeat(STEP - 1);
        write(&mut lines, line - 1, column + 1, &edge);
        write(&mut lines, line, column, &format!("/{}\\", inside(point)));
        write(&mut lines, line + 1, column, &format!("\\{edge}/"));
    }
    let lines = lines.iter().map(|line| {
        let line: String = line.iter().collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Writes text over a line; a space does not overwrite, since neighbouring hexagons share their sides.
fn write(lines: &mut [Vec<char>], line: usize, column: usize, text: &str) {
    let places = lines.get_mut(line).into_iter().flatten().skip(column);
    for (place, letter) in places.zip(text.chars()) {
        if letter != ' ' || *place == ' ' {
            *place = letter;
        }
    }
}

/// Returns the inside of a ring: its name, the mark and the marble.
pub(super) fn inside(point: &Point) -> String {
    let piece = point
        .pieces
        .last()
        .map_or(' ', |ScenePiece { letter, .. }| *letter);
    let mark = match point.mark {
        Mark::None => ' ',
        Mark::Last => '*',
        Mark::Due => '!',
    };
    format!("{:<2}{mark}{piece}", point.name)
}
