//! Values for the tests of several modules.

use lobby::{Incoming, Line, Person};

use crate::{
    matrix::{Arrival, Received},
    store::SeenEvent,
};

pub(crate) fn alice() -> Person {
    Person {
        id: "@alice:x".into(),
        name: "Alice".into(),
    }
}

/// Returns a line of Alice's in a room.
pub(crate) fn line(event: &str, body: &str) -> Line {
    Line {
        room: "!room".into(),
        direct: false,
        event: event.into(),
        thread: None,
        sender: alice(),
        may_change_room: true,
        people: vec![alice()].into(),
        by_name: false,
        body: body.into(),
        received: None,
        delivered: None,
        sent: None,
        seed: [7; 32],
    }
}

/// Returns the sync response with these unencrypted lines.
pub(crate) fn received(token: &str, lines: impl IntoIterator<Item = Line>) -> Received {
    let arrivals = lines.into_iter().map(|line| Arrival {
        event: Some(SeenEvent {
            event: line.event.clone(),
            room: line.room.clone(),
            megolm_index: None,
        }),
        incoming: Incoming::Line(line),
    });
    Received {
        token: token.into(),
        arrivals: arrivals.collect(),
        ..Received::default()
    }
}
