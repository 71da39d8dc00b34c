//! The events of a move and their messages.

use super::{
    marble::{MarbleColour, Marbles},
    message::Message,
    write::coord,
};
use crate::{
    seat::Seat,
    spots::{Spot, Spots},
};

/// An event of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A marble was placed and a ring removed.
    Placed {
        /// The player who placed it.
        by: Seat,
        /// The colour of the marble.
        colour: MarbleColour,
        /// The ring on which it was placed.
        at: Spot,
        /// The removed ring; `None` if no ring was free.
        off: Option<Spot>,
    },
    /// Isolated rings were claimed with their marbles.
    Claimed {
        /// The player who claimed them.
        by: Seat,
        /// The rings, by the colour of their marble.
        marbles: [Spots; 3],
    },
    /// A marble jumped; consecutive jumps form one capture.
    Jumped {
        /// The capturing player.
        by: Seat,
        /// The ring it jumped from.
        from: Spot,
        /// The colour of the captured marble.
        over: MarbleColour,
        /// The ring it landed on.
        to: Spot,
    },
    /// A player who can neither capture nor place is passed over.
    Passed(Seat),
}

/// Returns the messages of a turn's events, in order; the jumps of a capture form one message.
pub(super) fn messages(events: &[Event]) -> Vec<Message> {
    let jumped = |event: &Event| matches!(event, Event::Jumped { .. });
    let parts = events.chunk_by(|one, next| jumped(one) && jumped(next));
    parts.filter_map(message).collect()
}

/// Returns the message of one event, or of all jumps of a capture.
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
            ring: coord(at),
            off: off.map(coord),
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
        rings: rings.iter().map(coord).collect(),
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
        from: coord(from),
        to: coord(last),
        marbles,
        count: jumps.len(),
    }
}
