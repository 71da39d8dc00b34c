//! A board as text in a monospaced font: plain ASCII, at most 44 columns.
//!
//! Every place is written with its name, so nothing has to be counted and a screen reader reads all of it. On a
//! hexagonal board a spot is its name and its pieces, `b2 TT`; an empty one is its name alone, so that pieces
//! stand out; a dot is `.b1`. White is upper case, Black lower case; `D'` lies on other pieces. Square brackets
//! mark changes of the last turn, `!` a spot that requires a decision now.
//!
//! On a square grid a structure is colour and number, with `+` for a token on it. Below it are the breakers on it
//! (`@k`) or those that can step there next (`>kg`), with `*` for a change by the last action and `?` for an open
//! question. A `.` is a space where something can be installed, `.kg` one where k and g can do so next.

use games::scene::{Ground, Lattice, Mark, Point, Scene, ScenePiece};

use crate::text::draw::{staggered, tiles};

/// Maximum width of a drawing, in columns.
pub const WIDTH: usize = 44;

/// Columns per step in `x` on a hexagonal board.
const HEX_STEP: i32 = 4;
/// Columns of the row numbers beside a square grid.
const LABEL: usize = 3;

/// Draws the points of a scene.
pub fn draw(scene: &Scene) -> String {
    match scene.lattice {
        Lattice::Hex => hex(&scene.points),
        Lattice::Tiles => tiles::draw(&scene.points),
        Lattice::Square => square(&scene.points, &PHONE),
    }
}

/// The room for a square grid.
pub(super) struct DrawArea {
    /// The maximum width, in columns.
    pub width: usize,
    /// The minimum columns per space; a space with more text widens all.
    pub step: usize,
    /// The columns between the texts of neighbouring spaces.
    pub gap: usize,
}

/// The room on a phone.
const PHONE: DrawArea = DrawArea {
    width: 40,
    step: 4,
    gap: 1,
};

fn hex(points: &[Point]) -> String {
    let column = |point: &Point, left: i32| {
        // The shift aligns the names of dots and spots.
        let shift = usize::from(point.ground != Ground::Dot);
        usize::try_from((point.x - left) * HEX_STEP).unwrap_or(0) + shift
    };
    staggered(points, column, hex_cell)
}

fn hex_cell(point: &Point) -> String {
    if point.ground == Ground::Dot {
        return format!(".{}", point.name);
    }
    let pieces = hex_pieces(point);
    match point.mark {
        Mark::None if point.pieces.is_empty() => point.name.clone(),
        Mark::None => format!("{} {pieces}", point.name),
        Mark::Last => format!("{}[{pieces}]", point.name),
        Mark::Due => format!("{}!{pieces}", point.name),
    }
}

/// Returns the pieces on a spot, in one or two letters.
pub(super) fn hex_pieces(point: &Point) -> String {
    let letter = |piece: &ScenePiece| match piece.owner {
        Some(games::Seat::Second) => piece.letter.to_ascii_lowercase(),
        Some(games::Seat::First) | None => piece.letter,
    };
    match point.pieces.as_slice() {
        [] => "-".to_owned(),
        [one] => letter(one).to_string(),
        // Two pieces of one owner entered as a pile.
        [below, top] if below.owner == top.owner => format!("{}{}", letter(below), letter(top)),
        [.., top] => format!("{}'", letter(top)),
    }
}

/// Draws panels of neighbouring columns, without the gaps between structures too far apart for one panel. `<` and
/// `>` mark that the matrix continues in another panel.
pub(super) fn square(points: &[Point], room: &DrawArea) -> String {
    let mut columns: Vec<i32> = points.iter().map(|point| point.x).collect();
    columns.sort_unstable();
    columns.dedup();
    let texts = points.iter().flat_map(|point| [tile(point), guests(point)]);
    let widest = texts.map(|text| text.len()).max().unwrap_or(0);
    let step = room.step.max(widest + room.gap);
    // One column is reserved for the continuation mark.
    let across = (room.width - LABEL - 1) / step;
    let mut panels = Vec::new();
    for together in joined(&columns, across.max(1)) {
        for columns in together.chunks(across.max(1)) {
            let west = columns.first() != together.first();
            let east = columns.last() != together.last();
            panels.push(panel(points, columns, step, west, east));
        }
    }
    panels.join("\n\n")
}

/// Groups columns into panels: neighbouring ones, and more distant ones as long as all fit side by side; the
/// empty columns between them are included.
fn joined(columns: &[i32], across: usize) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = Vec::new();
    for together in columns.chunk_by(|left, right| left + 1 == *right) {
        let ends = |whole: &Vec<i32>| Some((*whole.first()?, *together.last()?));
        let fits = |whole: &&mut Vec<i32>| {
            let ends = ends(whole).map(|(west, east)| usize::try_from(east - west));
            ends.is_some_and(|width| width.is_ok_and(|width| width < across))
        };
        match all.last_mut().filter(fits) {
            Some(whole) => {
                let next = whole.last().map_or(0, |last| last + 1);
                whole.extend(next..=together.last().copied().unwrap_or(next));
            }
            None => all.push(together.to_vec()),
        }
    }
    all
}

/// Draws some columns of a square grid, each `step` characters wide, with their letters above and below; `west`
/// and `east` state that other columns adjoin.
fn panel(points: &[Point], columns: &[i32], step: usize, west: bool, east: bool) -> String {
    let cell = |text: &str| format!("{text:<step$}");
    let mut here: Vec<&Point> = points
        .iter()
        .filter(|point| columns.contains(&point.x))
        .collect();
    here.sort_by_key(|point| (-point.y, point.x));
    let mut letters = format!("{:>1$} ", if west { "<" } else { "" }, LABEL - 1);
    for column in columns {
        let point = here.iter().find(|point| point.x == *column);
        letters.push_str(&cell(point.map(|point| named(point).0).unwrap_or_default()));
    }
    if east {
        letters.push('>');
    }
    let mut lines = vec![letters.clone()];
    let mut above = None;
    for row in here.chunk_by(|left, right| left.y == right.y) {
        let [first, ..] = row else { continue };
        if above.is_some_and(|above| above != first.y + 1) {
            lines.push(" :".to_owned());
        }
        above = Some(first.y);
        let mut tiles = format!("{:>2} ", named(first).1);
        let mut below = " ".repeat(LABEL);
        for column in columns {
            let point = row.iter().find(|point| point.x == *column);
            tiles.push_str(&cell(&point.map(|point| tile(point)).unwrap_or_default()));
            below.push_str(&cell(&point.map(|point| guests(point)).unwrap_or_default()));
        }
        lines.push(tiles);
        if !below.trim().is_empty() {
            lines.push(below);
        }
    }
    lines.push(letters);
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// Splits a point's name into the letter of its column and the number of its row.
fn named(point: &Point) -> (&str, &str) {
    let digits = point
        .name
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(point.name.len());
    point.name.split_at(digits)
}

/// Returns the text of a space: its structure, or a free space with the breakers that can go there.
fn tile(point: &Point) -> String {
    match &point.ground {
        Ground::Tile {
            colour,
            number,
            token,
            ..
        } => {
            let number = number.map_or("F".to_owned(), |number| number.to_string());
            format!("{colour}{number}{}", if *token { "+" } else { "" })
        }
        Ground::Spot | Ground::Dot | Ground::Free => format!(".{}", letters(nearing(point))),
    }
}

/// Returns the pieces on the board that can move to a point; none if a question is open, which lists them itself.
fn nearing(point: &Point) -> impl Iterator<Item = &ScenePiece> {
    let open = point.mark == Mark::Due;
    let inside = point.next.iter().filter(move |next| next.inside && !open);
    inside.map(|next| &next.piece)
}

/// Returns the letters of pieces in lower case.
fn letters<'a>(pieces: impl IntoIterator<Item = &'a ScenePiece>) -> String {
    let letters = pieces
        .into_iter()
        .map(|piece| piece.letter.to_ascii_lowercase());
    letters.collect()
}

/// Returns the breakers on a structure or able to step there next, and its mark.
fn guests(point: &Point) -> String {
    let who = match (&point.ground, point.pieces.as_slice()) {
        (_, on @ [_, ..]) => format!("@{}", letters(on)),
        (Ground::Tile { .. }, []) if nearing(point).next().is_some() => {
            format!(">{}", letters(nearing(point)))
        }
        _ => String::new(),
    };
    let mark = match point.mark {
        Mark::None => "",
        Mark::Last => "*",
        Mark::Due => "?",
    };
    who + mark
}

#[cfg(test)]
mod tests;
