//! The position text: `VARIANT SIDE RINGS POOL CAPTURED1 CAPTURED2`.
//!
//! SIDE is `1` or `2`. RINGS lists the rings on the board in the order of their names, `d4` when
//! vacant, `d4=w` with a marble. Counts are written `w5g7b9`; `-` means none.

use std::{fmt, str::FromStr};

use super::{
    marble::{MarbleColour, Marbles},
    message::Message,
    position::{Position, Ring},
    variant::Variant,
};
use crate::{
    common::PositionPart,
    fact::Illegal,
    hex::Coord,
    seat::Seat,
    spots::{Area, Spots},
};

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.mover.index() + 1;
        let rings = self.rings().map(|(at, ring)| match ring {
            Ring::Marble(colour) => format!("{at}={}", colour.letter().to_ascii_lowercase()),
            Ring::Vacant | Ring::Gone => at.to_string(),
        });
        let rings: Vec<String> = rings.collect();
        let rings = if rings.is_empty() {
            "-".to_owned()
        } else {
            rings.join(",")
        };
        let [first, second] = &self.captured;
        let (variant, pool) = (self.variant.id(), self.pool);
        write!(f, "{variant} {side} {rings} {pool} {first} {second}")
    }
}

impl FromStr for Position {
    type Err = Illegal;

    /// Reads a position at the start of a turn.
    ///
    /// # Errors
    /// `common-bad-position` with the part and the text that is wrong, `zertz-too-many` if there
    /// are more marbles of a colour than the game has.
    fn from_str(text: &str) -> Result<Position, Illegal> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [variant, side, rings, pool, first, second] = fields.as_slice() else {
            return Err(PositionPart::Fields.refuse(text));
        };
        let variant =
            Variant::from_id(variant).ok_or_else(|| PositionPart::Game.refuse(variant))?;
        let count = |text| Marbles::from_text(text).ok_or_else(|| PositionPart::Count.refuse(text));
        let mut position = Position {
            rings: Spots::NONE,
            pool: count(pool)?,
            captured: [count(first)?, count(second)?],
            mover: match *side {
                "1" => Seat::First,
                "2" => Seat::Second,
                side => return Err(PositionPart::Side.refuse(side)),
            },
            ..Position::start(variant)
        };
        if *rings != "-" {
            position.lay(rings)?;
        }
        position.check_marbles()?;
        Ok(position.settled())
    }
}

impl Position {
    fn lay(&mut self, rings: &str) -> Result<(), Illegal> {
        let mut last: Option<Coord> = None;
        for item in rings.split(',') {
            let (name, marble) = match item.split_once('=') {
                Some((name, marble)) => (name, Some(marble)),
                None => (item, None),
            };
            let at: Coord = name.parse().map_err(|_| PositionPart::Ring.refuse(item))?;
            let mut letters = marble.unwrap_or_default().chars();
            let colour = match (marble, letters.next(), letters.next()) {
                (None, ..) => None,
                (Some(_), Some(letter), None) if letter.is_ascii_lowercase() => {
                    let colour = MarbleColour::from_letter(letter);
                    Some(colour.ok_or_else(|| PositionPart::Marble.refuse(item))?)
                }
                _ => return Err(PositionPart::Marble.refuse(item)),
            };
            let spot = Area::ZERTZ
                .spot(at)
                .ok_or_else(|| PositionPart::Ring.refuse(item))?;
            if last.is_some_and(|last| last >= at) {
                return Err(PositionPart::Order.refuse(item));
            }
            last = Some(at);
            self.rings |= spot.into();
            if let Some(colour) = colour {
                *colour.of_mut(&mut self.marbles) |= spot.into();
            }
        }
        Ok(())
    }

    fn check_marbles(&self) -> Result<(), Illegal> {
        for colour in MarbleColour::ALL {
            let on_board = colour.of(&self.marbles).len();
            let beside = [self.pool, self.captured[0], self.captured[1]];
            let beside: usize = beside
                .iter()
                .map(|all| usize::from(all.count(colour)))
                .sum();
            let most = self.variant.marbles().count(colour);
            if on_board + beside > usize::from(most) {
                return Err(Message::TooMany {
                    colour,
                    count: most,
                }
                .into());
            }
        }
        Ok(())
    }
}
