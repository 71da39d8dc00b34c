use games::{
    Diagram, Entry, Live, Seed,
    scene::{Ground, Lattice, Mark},
};

use super::{
    grid::{self, Grid, Names},
    *,
};
use crate::drawing::Shape;

/// Returns the boards of a run in which every action is a random legal one.
fn run(number: u8) -> Vec<Diagram> {
    let entry = Entry::find("run").unwrap();
    let mut live = Live::start(entry, "-", Some(Seed([number; 32]))).unwrap();
    let mut chance = u32::from(number) + 1;
    let names = ["Someone with quite a long name, even longer".to_owned()];
    let mut boards = vec![Diagram::of(&live, Some(99_999), &names)];
    while live.outcome().is_none() && boards.len() < 40 {
        let mut actions = live.legal_actions();
        let near = |action: &String| {
            let scene = live.scene();
            action
                .split(' ')
                .all(|word| word.len() < 2 || scene.point(word).is_some())
        };
        // A structure from outside may come anywhere, which most of the runs avoid.
        if !number.is_multiple_of(4) && actions.iter().any(near) {
            actions.retain(near);
        }
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        live.play(&actions[(chance >> 16) as usize % actions.len()])
            .unwrap();
        boards.push(Diagram::of(&live, Some(99_999), &names));
    }
    boards
}

fn set_up(position: &str) -> Diagram {
    let live = Live::set_up(position, Some(Seed([3; 32]))).unwrap();
    Diagram::of(&live, Some(7), &["alice".to_owned()])
}

fn grid_of(diagram: &Diagram) -> Grid {
    Grid::fixed(&diagram.scene, (0.0, TOP), (SIDE as f32, BOTTOM - TOP))
}

/// A matrix from end to end of the table: a structure furthest in each direction, two of them alone.
const FAR: &str = "run a1=BF+,a2=R3,a3=K3,m12=G4,m13=R1,m14=G5,n12=G3,n13=K1,n14=K2,n15=G2,n16=B1,\
    n17=B5,o16=K5,o17=R4,y25=G1 k@a2,g@y25,r2@a3,b3@n17 k4g3r3 k1g2r2b4 9 \
    B3,R2,K4,R5,GF,B2,B4,KF,RF -";

/// Returns a position with all structures in a line that winds from one end of the table to the other.
fn winding() -> String {
    let mut tiles = Vec::new();
    let structures = ["1", "2", "3", "4", "5", "F"].map(|number| {
        let colours = ["K", "G", "R", "B"];
        colours.map(|colour| format!("{colour}{number}"))
    });
    let structures = structures.concat();
    for (number, structure) in (0u8..).zip(&structures) {
        // Two steps to the right, then two up.
        let (column, row) = (
            number / 4 * 2 + (number % 4).min(2),
            number / 4 * 2 + u8::from(number % 4 == 3),
        );
        let letter = char::from(b'a' + column);
        tiles.push(((column, row), format!("{letter}{}={structure}", row + 1)));
    }
    tiles.sort();
    let tiles: Vec<String> = tiles.into_iter().map(|(_, tile)| tile).collect();
    format!("run {} k@a1,g@-,r@-,b@- - k5g5r5b5 0 - -", tiles.join(","))
}

#[test]
fn everything_lies_within_the_picture() {
    let mut boards: Vec<Diagram> = (0..12).flat_map(run).collect();
    boards.extend([set_up(FAR), set_up(&winding())]);
    for board in &boards {
        let drawing = whole(board);
        for shape in &drawing.shapes {
            let bounds = shape.bounds();
            let side = SIDE as i32;
            let is_within = bounds.left >= -2
                && bounds.top >= -2
                && bounds.right <= side + 2
                && bounds.bottom <= side + 2;
            // The bounds of a text are those of its font, not of its letters.
            let is_text = matches!(shape, Shape::Text { .. });
            let is_wide = bounds.left >= -2 && bounds.right <= side + 2;
            assert!(is_within || is_text && is_wide, "{shape:?}\n{board:?}");
        }
    }
}

#[test]
fn cells_never_grow_during_a_run() {
    for number in 0..12 {
        let mut before: Option<Grid> = None;
        for board in run(number) {
            let now = grid_of(&board);
            // Far-off structures leave a gap, which saves room.
            let tiles = board.scene.points.iter();
            let tiles = tiles.filter(|point| matches!(point.ground, Ground::Tile { .. }));
            let (columns, rows): (Vec<i32>, Vec<i32>) = tiles.map(grid::space).unzip();
            let span = |numbers: &[i32]| match (numbers.iter().min(), numbers.iter().max()) {
                (Some(first), Some(last)) => last - first,
                _ => 0,
            };
            if span(&columns) > 10 || span(&rows) > 9 {
                break;
            }
            if let Some(before) = before {
                assert!(now.cell.0 <= before.cell.0 && now.cell.1 <= before.cell.1);
            }
            before = Some(now);
        }
    }
}

#[test]
fn a_small_matrix_stays_where_it_is() {
    let at = |names: &[(i32, i32)]| {
        let tile = |(x, y): &(i32, i32)| games::scene::Point {
            name: format!("{x},{y}"),
            x: *x,
            y: *y,
            ground: Ground::Tile {
                colour: 'K',
                number: Some(1),
                strength: 1,
                token: false,
            },
            pieces: Vec::new(),
            next: Vec::new(),
            mark: Mark::None,
        };
        let scene = Scene::new(Lattice::Square, names.iter().map(tile).collect());
        let grid = grid_of(&Diagram::still("run", scene));
        (grid.cell, grid.corner((12, 12)))
    };
    let one = at(&[(12, 13)]);
    assert_eq!(one.0, (102.0, 87.0));
    assert_eq!(one, at(&[(12, 13), (13, 13), (12, 12)]));
    assert_eq!(one, at(&[(10, 13), (11, 13), (12, 13), (14, 13), (12, 14)]));
    let (cell, _) = at(&[(12, 13), (12, 18)]);
    assert_eq!(cell, (80.0, 65.0));
}

#[test]
fn columns_and_rows_without_anything_are_left_out() {
    let board = set_up(FAR);
    let grid = grid_of(&board);
    assert_eq!(grid.names, Names::RimAndTable);
    let at = |name: &str| grid.corner(grid::space(board.scene.point(name).unwrap()));
    // From b to l, there is only a gap.
    assert_eq!(at("l14").0 - at("b2").0, 2.0 * grid.cell.0);
}

#[test]
fn no_two_spaces_lie_on_each_other() {
    for board in [set_up(FAR), set_up(&winding())] {
        let grid = grid_of(&board);
        let points = board.scene.points.iter();
        let mut corners: Vec<(i32, i32)> = points
            .map(|point| grid.corner(grid::space(point)))
            .map(|(x, y)| (x as i32, y as i32))
            .collect();
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners.len(), board.scene.points.len());
    }
}
