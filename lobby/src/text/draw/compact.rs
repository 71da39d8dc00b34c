//! A board as text in a monospaced font, narrow enough for a thread beside a room: plain ASCII, at most 22
//! columns.
//!
//! On a hexagonal board an empty spot is its name, and pieces replace the name of their spot: `TT`, `G`, `D'`.
//! The names around it tell which spot that is; a dot on the rim is `.b1`. `*` precedes a change by the last
//! turn, `!` a spot that requires a decision now. Tiles are written as in the wide drawing without their edges,
//! `d6!G`, and a square grid has narrower spaces in more panels.

use games::scene::{Ground, Lattice, Mark, Point, Scene};

use crate::text::draw::{
    board::{DrawArea, hex_pieces, square},
    staggered, tiles,
};

/// The maximum width, in columns.
pub const WIDTH: usize = 22;

/// Columns from one column of spots to the next.
const HEX_STEP: usize = 2;
/// Columns from one column of tiles to the next.
const TILE_STEP: usize = 3;

/// Draws the points of a scene.
pub fn draw(scene: &Scene) -> String {
    match scene.lattice {
        Lattice::Hex => narrow(&scene.points, HEX_STEP, spot),
        Lattice::Tiles => narrow(&scene.points, TILE_STEP, tiles::inside),
        Lattice::Square => {
            let room = DrawArea {
                width: WIDTH,
                step: 3,
                gap: 0,
            };
            square(&scene.points, &room)
        }
    }
}

/// Draws points row by row, `step` characters per column.
fn narrow(points: &[Point], step: usize, cell: fn(&Point) -> String) -> String {
    let column = |point: &Point, left: i32| usize::try_from(point.x - left).unwrap_or(0) * step;
    let lines = staggered(points, column, cell);
    let lines = lines.lines().map(str::trim_end);
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the mark of a spot with its pieces, or else its name.
fn spot(point: &Point) -> String {
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

#[cfg(test)]
mod tests {
    use games::{Live, Seed, read_position};

    use super::*;

    fn check(position: &str, expected: &str) {
        let position = read_position(position).unwrap_or_else(|error| panic!("{error}"));
        let drawn = draw(&position.scene());
        assert_eq!(drawn, expected.trim_matches('\n'), "\n{drawn}");
    }

    #[test]
    fn a_duel_is_read_from_its_names() {
        check(
            "matrx b b4=DDd,c3=zz,e5=TT,f2=G,f6=g,g3=y,i3=tt G1T4Z2D2 G2T2",
            r"
        .e9
      .d8 .f8
    .c7  e8 .g7
  .b6  d7  f7 .h6
.a5  c6  e7  g6 .i5
   b5  d6  g   h5 .j4
.a4  c5  e6  g5  i4
   d'  d5  f5  h4 .j3
.a3  c4  TT  g4  tt
   b3  d4  f4  h3 .j2
.a2  zz  e4  y   i2
   b2  d3  f3  h2 .j1
.a1  c2  e3  g2 .i1
  .b1  d2  G  .h1
    .c1  e2 .g1
      .d1 .f1
        .e1
",
        );
    }

    #[test]
    fn tiles_stand_without_their_edges() {
        check(
            "zertz-basic 1 a1,b1,b2,c1,c2,c3=w,d1,d2,d3=g,d4,e3=b,f1,g4 w2g3b7 w1 w1g1",
            r"
                  g4


         d4
      c3 W  e3!B
   b2    d3 G
a1    c2
   b1    d2    f1
      c1
         d1
",
        );
    }

    #[test]
    fn a_matrix_has_more_panels() {
        check(
            "run f13=RF,g12=R4,g13=K5,h12=R5,h13=G5,h15=R3,h16=GF+,i12=R1,i13=K2,i14=G3,i15=K3,j14=R2,\
             k12=G4,k13=K4,k14=B1,l12=B5,l13=K1,m10=B4,m11=B3,m12=G2,m13=B2,n10=KF,n11=G1,o11=BF+ \
             k@f13,g@l12,r@i13,b@m10 k1r2b2 k4g4r3b2 5 - -",
            r"
   f  g  h  i  j  k  >
16       GF+
15       R3 K3
14          G3 R2 B1
            >r
13 RF K5 G5 K2    K4
   @k >k >r @r
12    R4 R5 R1    G4
            >r    >g
   f  g  h  i  j  k  >

 < l  m  n  o
13 K1 B2
   >g
12 B5 G2
   @g >g
11    B3 G1 BF+
      >b
10    B4 KF
      @b >b
 < l  m  n  o
",
        );
    }

    /// Returns the letters of the pieces in a drawing; names of spots are left out.
    fn letters(drawn: &str) -> String {
        let is_piece = |word: &&str| !word.starts_with('.') && !word.contains(char::is_numeric);
        let words = drawn.split([' ', '\n', '*', '!']).filter(is_piece);
        words.collect()
    }

    #[test]
    fn every_position_fits_and_shows_every_piece() {
        for entry in games::CATALOG {
            for seed in 0..8u8 {
                let options = match entry.id {
                    "run" if seed % 2 == 1 => "custom=kgrb",
                    "gipf-tournament" if seed % 2 == 1 => "zertz=3,tamsk=3",
                    _ => "-",
                };
                let mut live = Live::start(entry, options, Some(Seed([seed; 32]))).unwrap();
                let mut choice = u64::from(seed);
                while live.outcome().is_none() && live.actions() < 120 {
                    let actions = live.legal_actions();
                    choice = choice
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(17);
                    live.play(&actions[(choice >> 33) as usize % actions.len()])
                        .unwrap();
                    check_shown(&live.weighed_scene());
                }
            }
        }
    }

    fn check_shown(scene: &Scene) {
        let drawn = draw(scene);
        let fits = |line: &str| line.is_ascii() && line.len() <= WIDTH;
        assert!(drawn.lines().all(fits), "{drawn}");
        for point in &scene.points {
            let on: String = point.pieces.iter().map(|piece| piece.letter).collect();
            let shown = match scene.lattice {
                Lattice::Hex if on.is_empty() => point.name.clone(),
                Lattice::Hex => hex_pieces(point),
                Lattice::Tiles => tiles::inside(point).trim_end().to_owned(),
                Lattice::Square if on.is_empty() => continue,
                Lattice::Square => format!("@{}", on.to_ascii_lowercase()),
            };
            assert!(drawn.contains(&shown), "{shown} in\n{drawn}");
        }
        if scene.lattice == Lattice::Hex {
            let on = scene.points.iter().filter(|point| !point.pieces.is_empty());
            let expected: String = on.map(hex_pieces).collect();
            let sorted = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters
            };
            assert_eq!(sorted(&letters(&drawn)), sorted(&expected), "{drawn}");
        }
    }
}
