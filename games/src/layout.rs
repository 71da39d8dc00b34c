//! Layouts: the things on a board without the names of their places, for comparing positions across
//! the versions of a game. Two layouts are equal when a symmetry of the board takes one to the other.
//!
//! ```
//! use games::read_position;
//! let layout = |text| read_position(text).map(|position| position.layout());
//! let standard = layout("gipf-standard w b2=bb,e2=B,e8=BB B9 B12")?;
//! // The same board in another version, mirrored, with the colours exchanged.
//! let mirrored = layout("gipf-tournament b e2=b,e8=bb,h2=BB B12 B9 -")?;
//! assert_eq!(standard, mirrored);
//! assert_ne!(standard, layout("gipf-standard w b2=bb,e2=B,e7=BB B9 B12")?);
//! # Ok::<(), games::Illegal>(())
//! ```

use crate::spots::Spot;

/// The ways in which a board can be laid on another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// A hexagonal board around its centre: six turns, mirrored or not, and the colours of the
    /// players exchanged or not.
    Hexagon,
    /// Hexagonal tiles without a board: six turns, mirrored or not, and moved anywhere.
    Tiles,
    /// A table of squares: four turns, mirrored or not, and moved anywhere.
    Squares,
}

/// A thing and its place. On hexagons, `x` and `y` are those of [`crate::hex`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thing {
    /// The column.
    pub x: i16,
    /// The place in the column.
    pub y: i16,
    /// A number for the kind of thing. On a [`Symmetry::Hexagon`] each hexadecimal digit stands for a
    /// piece, from 1 to 7 for those of the first seat, and 8 more for the same of the second.
    pub what: u64,
}

/// The things on a board in canonical form: of all images of them, the first in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    symmetry: Symmetry,
    things: Vec<Thing>,
}

/// More columns, or places in one, than any board has, for the distances between two things.
const SPAN: i16 = 64;

impl Symmetry {
    /// Returns the number of turns that lead around.
    fn turns(self) -> usize {
        match self {
            Symmetry::Hexagon | Symmetry::Tiles => 6,
            Symmetry::Squares => 4,
        }
    }

    /// The place of a thing after one turn.
    fn turn(self, thing: Thing) -> Thing {
        let Thing { x, y, what } = thing;
        let (x, y) = match self {
            Symmetry::Hexagon | Symmetry::Tiles => (y, y - x),
            Symmetry::Squares => (y, -x),
        };
        Thing { x, y, what }
    }

    /// Returns whether a board may be laid anywhere on another one.
    fn is_movable(self) -> bool {
        self != Symmetry::Hexagon
    }

    /// All images of things but for movements.
    fn images(self, things: &[Thing]) -> impl Iterator<Item = Vec<Thing>> {
        let mirrored = things.iter().map(|it| Thing {
            x: it.y,
            y: it.x,
            ..*it
        });
        let mut bases = vec![things.to_vec(), mirrored.collect()];
        if self == Symmetry::Hexagon {
            let exchanged: Vec<Vec<Thing>> = bases
                .iter()
                .map(|base| base.iter().map(Thing::exchanged).collect())
                .collect();
            bases.extend(exchanged);
        }
        bases.into_iter().flat_map(move |base| {
            let turned = move |image: &Vec<Thing>| {
                let turned = image.iter().map(|thing| self.turn(*thing));
                Some(turned.collect())
            };
            std::iter::successors(Some(base), turned).take(self.turns())
        })
    }
}

impl Thing {
    /// A thing on a spot of a hexagonal board.
    pub fn on(spot: Spot, what: u64) -> Thing {
        let bit = i16::from(spot.bit());
        let (x, y) = (bit / 8, bit % 8);
        Thing { x, y, what }
    }

    /// The same thing if it belonged to the other player.
    fn exchanged(&self) -> Thing {
        const LOWEST: u64 = 0x1111_1111_1111_1111;
        let pieces = (self.what | self.what >> 1 | self.what >> 2) & LOWEST;
        Thing {
            what: self.what ^ pieces << 3,
            ..*self
        }
    }
}

impl Layout {
    /// The layout of things on a board; on a [`Symmetry::Hexagon`] the centre is at 0, 0.
    pub fn new(symmetry: Symmetry, things: &[Thing]) -> Layout {
        let canonical = symmetry.images(things).map(|mut image| {
            if symmetry.is_movable() {
                let least = |of: fn(&Thing) -> i16| image.iter().map(of).min().unwrap_or(0);
                let (x, y) = (least(|it| it.x), least(|it| it.y));
                for thing in &mut image {
                    thing.x -= x;
                    thing.y -= y;
                }
            }
            image.sort_unstable();
            image
        });
        Layout {
            symmetry,
            things: canonical.min().unwrap_or_default(),
        }
    }

    /// Returns the number of things.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// The most things that two boards have in common when one is laid on the other.
    pub fn common(&self, other: &Layout) -> usize {
        if self.symmetry != other.symmetry {
            return 0;
        }
        let images = self.symmetry.images(&self.things);
        let common = images.map(|image| match self.symmetry.is_movable() {
            true => other.common_moved(&image),
            false => {
                let both = image.iter().filter(|it| other.has(it));
                both.count()
            }
        });
        common.max().unwrap_or(0)
    }

    /// Returns whether there is such a thing, by binary search.
    fn has(&self, thing: &Thing) -> bool {
        self.things.binary_search(thing).is_ok()
    }

    /// Common things with an image that may be moved: every pair of equal things votes for a movement.
    fn common_moved(&self, image: &[Thing]) -> usize {
        let side = usize::from(2 * SPAN.unsigned_abs());
        let mut votes = vec![0_u8; side * side];
        for thing in &self.things {
            for other in image.iter().filter(|other| other.what == thing.what) {
                let apart = (thing.x - other.x + SPAN, thing.y - other.y + SPAN);
                let apart = (usize::try_from(apart.0), usize::try_from(apart.1));
                let (Ok(x), Ok(y)) = apart else { continue };
                if let Some(votes) = votes.get_mut(x * side + y) {
                    *votes = votes.saturating_add(1);
                }
            }
        }
        votes.into_iter().max().map_or(0, usize::from)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Dice, Entry, Play, Seed, hex::Board, read_position, spots::Area};

    /// The position after some actions, and the one before the last of them.
    fn played(id: &str, choices: &[usize]) -> [Box<dyn Play>; 2] {
        let mut dice = Dice::from_seed(Seed([choices.len() as u8; 32]));
        let entry = Entry::find(id).unwrap();
        let start = entry.start("-", &mut dice).unwrap();
        let mut last = [start.copy(), start];
        for choice in choices {
            let actions = last[1].legal_actions();
            // Giving up changes no board.
            let Some(action) = actions.get(choice % actions.len().max(1)) else {
                break;
            };
            let after = last[1].play(action, &mut dice).unwrap().position;
            if after.outcome().is_some() {
                break;
            }
            last = [last[1].copy(), after];
        }
        last
    }

    fn choices() -> impl Strategy<Value = Vec<usize>> {
        prop::collection::vec(0usize..10_000, 4..40)
    }

    /// A text with the places in one of its fields changed, in the order of their names.
    fn renamed(text: &str, field: usize, to: impl Fn(&str) -> Option<String>) -> Option<String> {
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let items = fields[field].split(',').filter(|item| *item != "-");
        let mut items: Vec<(crate::hex::Coord, String)> = items
            .map(|item| {
                let end = item.find('=').unwrap_or(item.len());
                let place = to(&item[..end])?;
                Some((place.parse().unwrap(), format!("{place}{}", &item[end..])))
            })
            .collect::<Option<_>>()?;
        items.sort();
        let items: Vec<String> = items.into_iter().map(|(_, item)| item).collect();
        if !items.is_empty() {
            fields[field] = items.join(",");
        }
        Some(fields.join(" "))
    }

    /// The place to which one of twelve symmetries around a centre takes a point, moved on by some
    /// columns and rows, found by counting steps on the board.
    fn image(
        board: &Board,
        area: &Area,
        centre: &str,
        (symmetry, by): (usize, (i16, i16)),
        point: &str,
    ) -> Option<String> {
        let bits = |name: &str| {
            let bit = i16::from(area.spot(name.parse().unwrap()).unwrap().bit());
            (bit / 8, bit % 8)
        };
        let ((x, y), (cx, cy)) = (bits(point), bits(centre));
        let (mut x, mut y) = (x - cx, y - cy);
        if symmetry >= 6 {
            (x, y) = (y, x);
        }
        for _ in 0..symmetry % 6 {
            (x, y) = (y, y - x);
        }
        let (x, y) = (x + cx + by.0, y + cy + by.1);
        let inside = (0..8).contains(&x) && (0..8).contains(&y);
        let point = inside.then(|| area.coord(crate::spots::Spot::new((8 * x + y) as u8)))?;
        (board.contains(point) && area.spot(point).is_some()).then(|| point.to_string())
    }

    fn layout(text: &str) -> Layout {
        read_position(text)
            .unwrap_or_else(|why| panic!("{text}: {why}"))
            .layout()
    }

    /// The text with the letters of both players exchanged.
    fn exchanged(text: &str) -> String {
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let swap = |c: char| {
            if c.is_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        let items: Vec<String> = fields[2]
            .split(',')
            .map(|item| {
                let (at, pile) = item.split_once('=').unwrap_or(("-", ""));
                match pile {
                    "" => at.to_owned(),
                    pile => format!("{at}={}", pile.chars().map(swap).collect::<String>()),
                }
            })
            .collect();
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
        fields[2] = items.join(",");
        fields.swap(3, 4);
        if let Some(flags) = fields.get_mut(5) {
            *flags = match flags.as_str() {
                "G" => "g",
                "g" => "G",
                flags => flags,
            }
            .to_owned();
        }
        fields.join(" ")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn turned_boards_of_gipf_have_one_layout(
            id in prop::sample::select(vec!["gipf-basic", "gipf-standard", "gipf-tournament", "matrx-classic"]),
            choices in choices(),
        ) {
            let [before, after] = played(id, &choices);
            let text = after.text();
            for symmetry in 0..12 {
                let image = |at: &str| image(Board::classic(), Area::CLASSIC, "e5", (symmetry, (0, 0)), at);
                let turned = renamed(&text, 2, image).unwrap();
                prop_assert_eq!(layout(&turned), after.layout(), "{}", turned);
                prop_assert_eq!(layout(&exchanged(&turned)), after.layout(), "{}", turned);
                prop_assert_eq!(after.layout().common(&layout(&turned)), after.layout().len());
            }
            prop_assert_ne!(before.layout(), after.layout());
        }

        #[test]
        fn both_boards_of_matrx_have_one_layout(choices in choices()) {
            let [_, after] = played("matrx-classic", &choices);
            let wide = after.text().replacen("matrx-classic", "matrx", 1);
            prop_assert_eq!(layout(&wide), after.layout());
        }

        #[test]
        fn moved_boards_of_zertz_have_one_layout(choices in choices()) {
            let [before, after] = played("zertz-basic", &choices);
            let text = after.text();
            for symmetry in 0..12 {
                for by in [(0, 0), (1, 0), (0, -1), (-1, -1), (2, 1)] {
                    let image = |at: &str| image(Board::zertz(), Area::ZERTZ, "d4", (symmetry, by), at);
                    // Not every board can be moved.
                    let Some(moved) = renamed(&text, 2, image) else { continue };
                    prop_assert_eq!(layout(&moved), after.layout(), "{}", moved);
                    let other = moved.replacen("zertz-basic", "zertz-tournament", 1);
                    prop_assert_eq!(layout(&other), after.layout());
                }
            }
            prop_assert_ne!(before.layout(), after.layout());
        }

        #[test]
        fn moved_runs_have_one_layout(choices in choices()) {
            let [_, after] = played("run", &choices);
            let layout = after.layout();
            let things = layout.things.clone();
            for image in Symmetry::Squares.images(&things) {
                for (x, y) in [(0, 0), (3, -2), (-11, 7)] {
                    let moved: Vec<Thing> = image.iter().map(|it| Thing { x: it.x + x, y: it.y + y, ..*it }).collect();
                    let moved = Layout::new(Symmetry::Squares, &moved);
                    prop_assert_eq!(&moved, &layout);
                    prop_assert_eq!(moved.common(&layout), layout.len());
                }
            }
        }

        #[test]
        fn different_boards_have_different_layouts(
            id in prop::sample::select(vec!["gipf-standard", "matrx", "zertz-basic"]),
            one in choices(),
            other in choices(),
        ) {
            let ([_, one], [_, other]) = (played(id, &one), played(id, &other));
            prop_assert_ne!(one.layout(), other.layout());
            prop_assert!(one.layout().common(&other.layout()) < one.layout().len().max(other.layout().len()));
        }
    }

    #[test]
    fn a_run_mirrored_by_hand_has_the_same_layout() {
        let run = |matrix: &str| {
            let text = format!(
                "run {matrix} k@m13,g@-,r@-,b@- k1g1 k4g4r5b5 0 \
                 G2,K2,K3,K4,K5,G3,G4,G5,R1,R2,R3,R4,R5,KF,B1,GF,B2,RF,B3,BF,B4,B5 -"
            );
            text
        };
        let same = [
            "m13=K1,m14=G1",
            "m12=G1,m13=K1",
            "m13=K1,n13=G1",
            "l13=G1,m13=K1",
        ];
        let layouts: Vec<Layout> = same.iter().map(|matrix| layout(&run(matrix))).collect();
        assert!(
            layouts
                .iter()
                .all(|layout| *layout == layouts[0] && layout.len() == 2)
        );
    }

    #[test]
    fn every_symmetry_is_another_image() {
        let thing = |x, y, what| Thing { x, y, what };
        let things = [thing(0, 1, 1), thing(2, 5, 2), thing(1, 1, 3)];
        for (symmetry, count) in [
            (Symmetry::Hexagon, 24),
            (Symmetry::Tiles, 12),
            (Symmetry::Squares, 8),
        ] {
            let images = symmetry.images(&things);
            let images: std::collections::BTreeSet<Vec<Thing>> = images.collect();
            assert_eq!(images.len(), count);
            let layouts = images.iter().map(|image| Layout::new(symmetry, image));
            let layouts: std::collections::BTreeSet<Layout> = layouts.collect();
            assert_eq!(layouts.len(), 1);
        }
    }

    #[test]
    fn a_piece_more_leaves_all_others_in_common() {
        let one = layout("gipf-basic w b2=b,c4=B,e2=B,f5=b B12 B12");
        let more = layout("gipf-standard b b5=bb,d3=BB,e6=B,e8=b,h2=B B9 B9");
        assert_eq!(one.len(), 4);
        assert!(one.common(&more) < 4);
        let more = layout("gipf-basic w b2=b,b5=b,c4=B,e2=B,f5=b B12 B12");
        assert_eq!((one.common(&more), more.common(&one)), (4, 4));
        assert_ne!(one, more);
    }
}
