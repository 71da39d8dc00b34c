//! A square grid as text, in panels of neighbouring columns.
//!
//! A structure is colour and number, with `+` for a token on it. Below it are the breakers on it (`@k`) or those
//! that can step there next (`>kg`), with `*` for a change by the last action and `?` for an open question. A `.`
//! is a space where something can be installed, `.kg` one where k and g can do so next.

use games::scene::{Ground, Mark, Point, ScenePiece};

use crate::text::draw::Width;

/// Columns of the row numbers beside the grid.
const LABEL: usize = 3;

/// The layout of a square grid.
struct Panels {
    /// The maximum width, in columns.
    width: usize,
    /// The minimum columns per space; a space with more text widens all.
    step: usize,
    /// The columns between the texts of neighbouring spaces.
    gap: usize,
}

impl Panels {
    fn of(width: Width) -> Panels {
        match width {
            // Narrower than other wide boards, for phones.
            Width::Wide => Panels {
                width: 40,
                step: 4,
                gap: 1,
            },
            Width::Narrow => Panels {
                width: Width::Narrow.columns(),
                step: 3,
                gap: 0,
            },
        }
    }
}

/// Draws panels of neighbouring columns, without the gaps between structures too far apart for one panel. `<` and
/// `>` mark that the matrix continues in another panel.
pub(super) fn draw(points: &[Point], width: Width) -> String {
    let Panels { width, step, gap } = Panels::of(width);
    let mut columns: Vec<i32> = points.iter().map(|point| point.x).collect();
    columns.sort_unstable();
    columns.dedup();
    let texts = points.iter().flat_map(|point| [tile(point), guests(point)]);
    let widest = texts.map(|text| text.len()).max().unwrap_or(0);
    let step = step.max(widest + gap);
    // One column is reserved for the continuation mark.
    let across = (width - LABEL - 1) / step;
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
