//! What a move does, and how it is told to people.

use super::{
    code::Code,
    marble::{Colour, Marbles},
};
use crate::{
    fact::Fact,
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

/// The facts that the events of a turn come to, in order.
pub(super) fn facts(events: &[Event]) -> Vec<Fact> {
    let jumped = |event: &Event| matches!(event, Event::Jumped { .. });
    let parts = events.chunk_by(|one, next| jumped(one) && jumped(next));
    parts.filter_map(fact).collect()
}

/// The fact that an event comes to, or all the jumps of a capture.
fn fact(part: &[Event]) -> Option<Fact> {
    let fact = match *part.first()? {
        Event::Placed {
            by,
            colour,
            at,
            off,
        } => Fact::new(Code::Placed)
            .with("seat", by)
            .with("colour", colour.letter())
            .with("ring", name(at))
            .with("off", off.map(name)),
        Event::Claimed { by, marbles } => claimed(by, marbles),
        Event::Jumped { by, from, .. } => captured(by, from, part),
        Event::Passed(seat) => Fact::new(Code::Passed).with("seat", seat),
    };
    Some(fact)
}

fn claimed(by: Seat, marbles: [Spots; 3]) -> Fact {
    let [white, grey, black] = marbles;
    let rings = white | grey | black;
    let names: Vec<String> = rings.iter().map(name).collect();
    Fact::new(Code::Claimed)
        .with("seat", by)
        .with("rings", names)
        .with(
            "marbles",
            Marbles(marbles.map(|on| on.len() as u8)).as_marbles(),
        )
        .with("count", rings.len())
}

fn captured(by: Seat, from: Spot, jumps: &[Event]) -> Fact {
    let (mut last, mut marbles) = (from, Marbles::default());
    for jump in jumps {
        if let Event::Jumped { over, to, .. } = *jump {
            last = to;
            marbles.add(over);
        }
    }
    Fact::new(Code::Captured)
        .with("seat", by)
        .with("from", name(from))
        .with("to", name(last))
        .with("marbles", marbles.as_marbles())
        .with("count", jumps.len())
}

/// The name of a ring.
fn name(spot: Spot) -> String {
    Area::ZERTZ.coord(spot).to_string()
}
