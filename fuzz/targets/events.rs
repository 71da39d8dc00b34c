//! Events of a room: anything that another server sends, malformed or forged, is either passed as a line that
//! the tables can read or dropped, and does not hide other events.
//!
//! The input is one event as JSON in each line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use lobby::{Person, names};

#[path = "../../bot/src/matrix/sync/event_filter.rs"]
#[allow(dead_code)]
mod event_filter;
#[path = "../../bot/src/matrix/sync/mention.rs"]
mod mention;

use event_filter::{RelevantEvent, TextMessage};

const OWN: &str = "@bot:example.org";

/// A line that has to pass, whatever precedes it.
const GOOD: &str = r#"{"type":"m.room.message","event_id":"$good","sender":"@zoe:example.org",
    "content":{"msgtype":"m.text","body":"!help"}}"#;

fuzz_target!(|text: &str| {
    let passed = event_filter::filter_events(text.lines().chain([GOOD]), OWN, true);
    let Some(RelevantEvent::Line(last)) = passed.last() else {
        panic!("the good line is hidden");
    };
    assert_eq!(
        (last.event.as_str(), last.body.as_str()),
        ("$good", "!help")
    );
    let joins = passed
        .iter()
        .filter(|passed| matches!(passed, RelevantEvent::Joined { .. }));
    let from = passed
        .iter()
        .position(|passed| matches!(passed, RelevantEvent::Joined { .. }));
    assert!(
        joins.count() <= 1 && from.unwrap_or_default() == 0,
        "nothing from before a join"
    );
    for line in text.lines() {
        // The visible parts of an encrypted event.
        if let Some(unread) = event_filter::UndecryptableEvent::read(line) {
            assert!(line.len() > unread.event.len() + unread.sender.len());
        }
    }
    for passed in &passed {
        if let RelevantEvent::Line(written) = passed {
            assert_ne!(written.sender, OWN);
            check(written);
        }
    }
});

fn check(written: &TextMessage) {
    let bot = Person {
        id: OWN.to_owned(),
        name: "Icebreaker".to_owned(),
    };
    let named = mention::with_user_ids(&written.body, written.html.as_deref());
    let html = written.html.as_deref().unwrap_or_default();
    // Only links are mentions, so a text without links stays unchanged, besides broken ones.
    if !html.contains("<a ") && named != "@?" {
        assert_eq!(named, written.body);
    }
    let (by_name, said) = written.said(&bot);
    assert!(
        if by_name {
            !said.is_empty()
        } else {
            said == names::spoken(&named)
        },
        "{said}"
    );
}
