//! Scheduled wake-ups, so that everything happens without a line by anybody.

use jiff::{SignedDuration, Timestamp};

use lobby::{Incoming, Settings, wording::Language};

use crate::room::{Chat, HOUR, NOON, Place, ROOM};

const MIDNIGHT: Timestamp = Timestamp::constant(1_795_305_600, 0);

fn days(count: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * count)
}

#[test]
fn tables_wake_after_a_start_and_at_midnight() {
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
fn a_challenge_lapses_without_a_line() {
    let mut chat = Chat::new();
    chat.restart_with(Settings {
        language: Language::Ids,
        ..Settings::default()
    });
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
    let lapsed = "challenge-lapsed again=@alice:example.org matrx from=alice prefix=! table=t1";
    assert_eq!(late, lapsed);
}

#[test]
fn rooms_waiting_for_day_leaderboards_wake_every_minute() {
    let mut chat = Chat::new();
    chat.tick();
    chat.ask("alice", Place::Room, "!day on");
    chat.time = MIDNIGHT;
    // The members of the room are unavailable this time.
    let posted = chat.happens(&Incoming::Woken { rooms: Vec::new() });
    assert_eq!(posted, []);
    assert_eq!(chat.tables.rooms_without_day_leaderboard(chat.time), [ROOM]);
    let again = MIDNIGHT + SignedDuration::from_mins(1);
    assert_eq!(chat.tables.next_wake(), again);
    // Lines do not delay the retry.
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
