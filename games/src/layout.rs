//! Layouts: boards in canonical form under their symmetries, without names of places, for comparing
//! positions across the versions of a game. Two layouts are equal if a symmetry of the board maps one to
//! the other.
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

/// The symmetry group of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// A hexagonal board around its centre: six rotations, with or without reflection, and with or without
    /// exchange of the players' colours.
    Hexagon,
    /// Rings without a board: six rotations, with or without reflection, any translation, and any
    /// permutation of colours.
    Rings,
    /// A table of squares: four rotations, with or without reflection, any translation, and any permutation of
    /// colours.
    Squares,
}

/// A thing and its place. On hexagons, `x` and `y` are those of [`crate::hex`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thing {
    /// The column.
    pub x: i16,
    /// The place in the column.
    pub y: i16,
    /// The kind of the thing. On a [`Symmetry::Hexagon`] each hexadecimal digit is a piece, 1 to 7 for the first
    /// seat, plus 8 for the same piece of the second. With other symmetries a place has one thing, see
    /// [`Thing::coloured`].
    pub what: u64,
}

/// The things on a board in canonical form: the lexicographically first of all their images.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    symmetry: Symmetry,
    things: Vec<Thing>,
}

/// Upper bound of the distance between two things, in columns or in places of a column, for any board.
const SPAN: i16 = 32;

/// The votes for each translation, in columns and in places: the number of pairs of one kind that it
/// matches.
type Votes = [[u8; 64]; 64];

/// Maximum number of colours that can be permuted.
const MAX_COLOURS: usize = 4;

/// The number of kinds of things where colours can be permuted.
const KINDS: usize = 8;

/// By a colour of one board and a colour of another, the number of places where the one lies on the other.
type Pairs = [[usize; MAX_COLOURS]; MAX_COLOURS];

impl Symmetry {
    /// Returns the number of rotations of a full circle.
    fn turns(self) -> usize {
        match self {
            Symmetry::Hexagon | Symmetry::Rings => 6,
            Symmetry::Squares => 4,
        }
    }

    /// Rotates a thing by one step.
    fn turn(self, thing: Thing) -> Thing {
        let Thing { x, y, what } = thing;
        let (x, y) = match self {
            Symmetry::Hexagon | Symmetry::Rings => (y, y - x),
            Symmetry::Squares => (y, -x),
        };
        Thing { x, y, what }
    }

    /// Returns whether the symmetry includes translations and permutations of colours.
    fn is_movable(self) -> bool {
        self != Symmetry::Hexagon
    }

    /// Returns all images of the things under rotation, reflection and exchange of the players; translations and
    /// permutations of colours are left to the caller.
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
    /// Creates a thing on a spot of a hexagonal board.
    pub fn on(spot: Spot, what: u64) -> Thing {
        let bit = i16::from(spot.bit());
        let (x, y) = (bit / 8, bit % 8);
        Thing { x, y, what }
    }

    /// Creates a thing of a kind from 0 to 7 in one of up to four colours, counted from 0.
    pub fn coloured((x, y): (i16, i16), kind: u64, colour: usize) -> Thing {
        let what = KINDS as u64 * (colour as u64 + 1) + kind;
        Thing { x, y, what }
    }

    /// Returns the kind of the thing without its colour.
    fn kind(&self) -> u64 {
        self.what % KINDS as u64
    }

    /// Returns the colour of the thing, from 0, or `None` for a thing without one.
    fn colour(&self) -> Option<usize> {
        usize::try_from(self.what / KINDS as u64)
            .ok()?
            .checked_sub(1)
    }

    /// Returns the thing with its owner exchanged.
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
    /// Creates the layout of the things on a board; on a [`Symmetry::Hexagon`] the centre is at 0, 0.
    pub fn new(symmetry: Symmetry, things: &[Thing]) -> Layout {
        let canonical = symmetry.images(things).map(|mut image| {
            if symmetry.is_movable() {
                move_to_corner(&mut image);
            }
            image.sort_unstable();
            if symmetry.is_movable() {
                number_colours(&mut image);
            }
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

    /// Returns whether the layout is empty.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Returns the maximum number of things that two boards have in common under any symmetry.
    pub fn common(&self, other: &Layout) -> usize {
        self.common_beyond(other, 0)
    }

    /// Returns whether two boards have at least `count` things in common under some symmetry; faster than
    /// counting them.
    pub fn shares(&self, other: &Layout, count: usize) -> bool {
        match count.checked_sub(1) {
            Some(fewer) => self.common_beyond(other, fewer) > fewer,
            None => true,
        }
    }

    /// Returns the maximum number of things in common, or the floor if it is not exceeded.
    fn common_beyond(&self, other: &Layout, floor: usize) -> usize {
        if self.symmetry != other.symmetry || self.len().min(other.len()) <= floor {
            return floor;
        }
        // Upper bound: ignores colours and places.
        if self.symmetry.is_movable() {
            let (ours, theirs) = (self.kinds(), other.kinds());
            let both = ours.iter().zip(theirs).map(|(one, other)| *one.min(&other));
            if both.sum::<usize>() <= floor {
                return floor;
            }
        }
        let images = self.symmetry.images(&self.things);
        images.fold(floor, |most, image| {
            let common = if self.symmetry.is_movable() {
                other.common_moved(image, most)
            } else {
                image.iter().filter(|it| other.has(it)).count()
            };
            most.max(common)
        })
    }

    /// Counts the things of each kind.
    fn kinds(&self) -> [usize; KINDS] {
        let mut counts = [0; KINDS];
        for thing in &self.things {
            let kind = usize::try_from(thing.kind()).ok();
            let count = kind.and_then(|kind| counts.get_mut(kind));
            count.into_iter().for_each(|count| *count += 1);
        }
        counts
    }

    /// Returns whether the layout has this thing, by binary search.
    fn has(&self, thing: &Thing) -> bool {
        self.things.binary_search(thing).is_ok()
    }

    /// Returns the maximum number of things in common with an image under translation and permutation of colours,
    /// or the floor (Hough transform): every pair of things of one kind votes for a translation, and only
    /// translations with more votes than the best count so far are examined with colours.
    fn common_moved(&self, mut image: Vec<Thing>, floor: usize) -> usize {
        move_to_corner(&mut image);
        image.sort_unstable();
        let mut votes: Votes = [[0; 64]; 64];
        let mut beyond = Vec::new();
        for thing in &self.things {
            for other in image.iter().filter(|other| other.kind() == thing.kind()) {
                let movement = (thing.x - other.x, thing.y - other.y);
                let Some(votes) = voted(&mut votes, movement) else {
                    continue;
                };
                *votes = votes.saturating_add(1);
                if usize::from(*votes) == floor + 1 {
                    beyond.push(movement);
                }
            }
        }
        let counted = |movement| voted(&mut votes, movement).map(|votes| (*votes, movement));
        let mut counted: Vec<(u8, (i16, i16))> = beyond.into_iter().filter_map(counted).collect();
        counted.sort_unstable_by(|one, other| other.cmp(one));
        let mut most = floor;
        for (votes, movement) in counted {
            if usize::from(votes) <= most {
                break;
            }
            most = most.max(self.common_at(&image, movement));
        }
        most
    }

    /// Returns the number of things in common with a sorted image under a translation and the best permutation of
    /// colours.
    fn common_at(&self, image: &[Thing], (x, y): (i16, i16)) -> usize {
        let mut colourless = 0;
        let mut pairs = Pairs::default();
        for thing in &self.things {
            let place = (thing.x - x, thing.y - y);
            let found = image.binary_search_by_key(&place, |it| (it.x, it.y)).ok();
            let Some(other) = found.and_then(|at| image.get(at)) else {
                continue;
            };
            if thing.kind() != other.kind() {
                continue;
            }
            match (thing.colour(), other.colour()) {
                (Some(one), Some(other)) => {
                    let pair = pairs.get_mut(one).and_then(|row| row.get_mut(other));
                    pair.into_iter().for_each(|pair| *pair += 1);
                }
                (None, None) => colourless += 1,
                _ => {}
            }
        }
        colourless + best_exchange(&pairs, &mut [false; MAX_COLOURS])
    }
}

/// Translates things so that the least column and the least place are 0.
fn move_to_corner(things: &mut [Thing]) {
    let least = |of: fn(&Thing) -> i16| things.iter().map(of).min().unwrap_or(0);
    let (x, y) = (least(|it| it.x), least(|it| it.y));
    for thing in things {
        thing.x -= x;
        thing.y -= y;
    }
}

/// Returns the vote counter of a translation.
fn voted(votes: &mut Votes, (x, y): (i16, i16)) -> Option<&mut u8> {
    let place = |by: i16| usize::try_from(by + SPAN).ok();
    votes.get_mut(place(x)?)?.get_mut(place(y)?)
}

/// Renumbers colours by first appearance, which makes permutations of colours equal.
fn number_colours(things: &mut [Thing]) {
    let mut known = Vec::with_capacity(MAX_COLOURS);
    for thing in things {
        let Some(colour) = thing.colour() else {
            continue;
        };
        let number = known.iter().position(|it| *it == colour);
        let number = number.unwrap_or_else(|| {
            known.push(colour);
            known.len() - 1
        });
        *thing = Thing::coloured((thing.x, thing.y), thing.kind(), number);
    }
}

/// Returns the maximum number of matching things over all assignments of colours to colours that are not
/// taken.
fn best_exchange(pairs: &[[usize; MAX_COLOURS]], taken: &mut [bool; MAX_COLOURS]) -> usize {
    let Some((row, rest)) = pairs.split_first() else {
        return 0;
    };
    let mut best = 0;
    for (colour, count) in row.iter().enumerate() {
        match taken.get_mut(colour) {
            Some(is_taken) if !*is_taken => *is_taken = true,
            _ => continue,
        }
        best = best.max(count + best_exchange(rest, taken));
        if let Some(is_taken) = taken.get_mut(colour) {
            *is_taken = false;
        }
    }
    best
}

#[cfg(test)]
mod tests;
