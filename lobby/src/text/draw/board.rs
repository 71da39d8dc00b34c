//! A board as text in a monospaced font: plain ASCII, in one of two widths.
//!
//! Every place is written with its name, so nothing has to be counted and a screen reader reads all of it. White
//! is upper case, Black lower case; `D'` lies on other pieces.
//!
//! On a wide hexagonal board a spot is its name and its pieces, `b2 TT`; an empty one is its name alone, so that
//! pieces stand out; a dot on the rim is `.b1`. Square brackets mark changes of the last turn, `!` a spot that
//! requires a decision now. On a narrow one, pieces replace the name of their spot; the names around it tell which
//! spot that is. There `*` precedes a change by the last turn.
//!
//! Wide rings have edges, narrow ones do not: `d6!G`. A narrow square grid has narrower spaces in more panels.

use games::{
    Seat,
    scene::{Ground, Lattice, Mark, Point, Scene, ScenePiece},
};

use crate::text::draw::{Width, rings, square};

/// Draws the points of a scene.
pub fn draw(scene: &Scene, width: Width) -> String {
    let points = &scene.points;
    match (scene.lattice, width) {
        (Lattice::Hex, Width::Wide) => staggered(points, 4, wide_spot),
        (Lattice::Hex, Width::Narrow) => staggered(points, 2, narrow_spot),
        (Lattice::Rings, Width::Wide) => rings::draw(points),
        (Lattice::Rings, Width::Narrow) => staggered(points, 3, rings::inside),
        (Lattice::Square, _) => square::draw(points, width),
    }
}

/// Draws points row by row from the top, with `step` characters for each step in `x`.
fn staggered(points: &[Point], step: usize, cell: fn(&Point) -> String) -> String {
    let top = points.iter().map(|point| point.y).max().unwrap_or(0);
    let bottom = points.iter().map(|point| point.y).min().unwrap_or(0);
    let left = points.iter().map(|point| point.x).min().unwrap_or(0);
    let lines = (bottom..=top).rev().map(|y| {
        let mut row: Vec<&Point> = points.iter().filter(|point| point.y == y).collect();
        row.sort_by_key(|point| point.x);
        let mut line = String::new();
        for point in row {
            let column = usize::try_from(point.x - left).unwrap_or(0) * step;
            line.push_str(&" ".repeat(column.saturating_sub(line.len())));
            line.push_str(&cell(point));
        }
        line.truncate(line.trim_end().len());
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a spot as its name and its pieces; a space aligns its name with those of dots.
fn wide_spot(point: &Point) -> String {
    let name = &point.name;
    let pieces = hex_pieces(point);
    match point.mark {
        _ if point.ground == Ground::Dot => format!(".{name}"),
        Mark::None if point.pieces.is_empty() => format!(" {name}"),
        Mark::None => format!(" {name} {pieces}"),
        Mark::Last => format!(" {name}[{pieces}]"),
        Mark::Due => format!(" {name}!{pieces}"),
    }
}

/// Returns the mark of a spot with its pieces, or else its name.
fn narrow_spot(point: &Point) -> String {
    let mark = match (&point.ground, point.mark) {
        (Ground::Dot, _) => '.',
        (_, Mark::None) => ' ',
        (_, Mark::Last) => '*',
        (_, Mark::Due) => '!',
    };
    if point.pieces.is_empty() {
        format!("{mark}{}", point.name)
    } else {
        format!("{mark}{}", hex_pieces(point))
    }
}

/// Returns the pieces on a spot, in one or two letters.
fn hex_pieces(point: &Point) -> String {
    let letter = |piece: &ScenePiece| match piece.owner {
        Some(Seat::Second) => piece.letter.to_ascii_lowercase(),
        Some(Seat::First) | None => piece.letter,
    };
    match point.pieces.as_slice() {
        [] => "-".to_owned(),
        [one] => letter(one).to_string(),
        // Two pieces of one owner entered as a pile.
        [below, top] if below.owner == top.owner => format!("{}{}", letter(below), letter(top)),
        [.., top] => format!("{}'", letter(top)),
    }
}

#[cfg(test)]
mod tests;
