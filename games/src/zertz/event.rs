//! What a move does, and how it is told to people.

use super::{
    marble::{Colour, Marbles},
    message::Message,
};
use crate::{
    hex::Coord,
    seat::Seat,
    spots::{Area, Spot, Spots},
};

/// Something that a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A marble was placed and a ring taken off.
    Placed {
        /// Who placed it.
        by: Seat,
        /// Its colour.
        colour: Colour,
        /// Where it is.
        at: Spot,
        /// The ring that was taken off, unless none was free.
        off: Option<Spot>,
    },
    /// Isolated rings were claimed with their marbles.
    Claimed {
        /// Who has got them.
        by: Seat,
        /// The rings, by the colour of their marble.
        marbles: [Spots; 3],
    },
    /// A marble has jumped; jumps that follow each other are one capture.
    Jumped {
        /// Whose turn it was.
        by: Seat,
        /// Where it was.
        from: Spot,
        /// The colour of the marble that this captured.
        over: Colour,
        /// Where it is.
        to: Spot,
    },
    /// A player can do nothing and is passed over.
    Passed(Seat),
}

/// The messages that the events of a turn come to, in order.
pub(super) fn messages(events: &[Event]) -> Vec<Message> {
    let jumped = |event: &Event| matches!(event, Event::Jumped { .. });
    let parts = events.chunk_by(|one, next| jumped(one) && jumped(next));
    parts.filter_map(message).collect()
}

/// The message for an event, or for all the jumps of a capture.
fn message(part: &[Event]) -> Option<Message> {
    Some(match *part.first()? {
        Event::Placed {
            by,
            colour,
            at,
            off,
        } => Message::Placed {
            seat: by,
            colour,
            ring: name(at),
            off: off.map(name),
        },
        Event::Claimed { by, marbles } => claimed(by, marbles),
        Event::Jumped { by, from, .. } => captured(by, from, part),
        Event::Passed(seat) => Message::Passed { seat },
    })
}

fn claimed(seat: Seat, marbles: [Spots; 3]) -> Message {
    let [white, grey, black] = marbles;
    let rings = white | grey | black;
    Message::Claimed {
        seat,
        rings: rings.iter().map(name).collect(),
        marbles: Marbles(marbles.map(|on| on.len() as u8)),
        count: rings.len(),
    }
}

fn captured(seat: Seat, from: Spot, jumps: &[Event]) -> Message {
    let (mut last, mut marbles) = (from, Marbles::default());
    for jump in jumps {
        if let Event::Jumped { over, to, .. } = *jump {
            last = to;
            marbles.add(over);
        }
    }
    Message::Captured {
        seat,
        from: name(from),
        to: name(last),
        marbles,
        count: jumps.len(),
    }
}

/// The name of a ring.
fn name(spot: Spot) -> Coord {
    Area::ZERTZ.coord(spot)
}
