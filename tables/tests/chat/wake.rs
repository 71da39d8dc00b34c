//! When the tables want to be woken, so that what has to happen does without anybody's line.

use jiff::{SignedDuration, Timestamp};

use crate::room::{Chat, HOUR, NOON, Place, ROOM};

const MIDNIGHT: Timestamp = Timestamp::constant(1_795_305_600, 0);

fn days(count: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * count)
}

#[test]
fn after_a_start_they_want_to_be_woken_at_once_and_then_at_midnight() {
    let mut chat = Chat::new();
    assert!(
        chat.tables.next_wake() < NOON,
        "what passed before the start"
    );
    chat.tick();
    assert_eq!(chat.tables.next_wake(), MIDNIGHT);
    chat.time = MIDNIGHT;
    chat.tick();
    assert_eq!(chat.tables.next_wake(), MIDNIGHT + days(1));
}

#[test]
fn a_challenge_lapses_at_its_time_though_nobody_says_anything() {
    let mut chat = Chat::new();
    chat.tables = tables::Tables::new(tables::Settings::default());
    chat.ask("alice", Place::Room, "!challenge @bob");
    let asked = chat.time;
    for day in 0..7 {
        chat.time = MIDNIGHT + days(day) - HOUR;
        chat.tick();
        assert_eq!(
            chat.tables.next_wake(),
            (MIDNIGHT + days(day)).min(asked + days(7))
        );
    }
    chat.time = asked + days(7);
    assert_eq!(chat.tables.tally().challenges, 1);
    chat.tick();
    assert_eq!(chat.tables.tally().challenges, 0);
    let late = chat.ask("bob", Place::Room, "!accept");
    assert!(late.contains("challenge"), "{late}");
}

#[test]
fn while_a_room_waits_for_the_table_of_a_day_they_want_to_be_woken_every_minute() {
    let mut chat = Chat::new();
    chat.tick();
    chat.ask("alice", Place::Room, "!day on");
    chat.time = MIDNIGHT;
    // Nobody knows who is in the room now.
    let posted = chat.happens(&tables::Incoming::Woken { rooms: Vec::new() });
    assert_eq!(posted, []);
    assert_eq!(chat.tables.rooms_without_day_table(chat.time), [ROOM]);
    let again = MIDNIGHT + SignedDuration::from_mins(1);
    assert_eq!(chat.tables.next_wake(), again);
    // Whoever says something does not put that off.
    chat.ask("bob", Place::Room, "!tables");
    assert_eq!(chat.tables.next_wake(), again);
    chat.time = again;
    chat.tick();
    assert_eq!(chat.tables.next_wake(), MIDNIGHT + days(1));
}

#[test]
fn a_clock_that_was_ahead_puts_nothing_off() {
    let mut chat = Chat::new();
    chat.time = NOON + days(3);
    chat.tick();
    chat.time = NOON;
    chat.ask("alice", Place::Room, "!day on");
    assert!(chat.tables.next_wake() <= MIDNIGHT);
    chat.tick();
    assert_eq!(chat.tables.next_wake(), MIDNIGHT);
}
