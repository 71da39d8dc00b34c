//! Standing offers.

use jiff::SignedDuration;
use lobby::saved::SavedStage;

use crate::room::{Chat, HOUR, Place, person};

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn is_open(chat: &Chat, table: u32) -> bool {
    matches!(chat.saved[&table].stage, SavedStage::Challenge(_))
}

#[test]
fn an_offer_expires_after_exactly_14_days() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!seek matrx");
    let end = chat.time + DAY * 14;
    for (time, expected) in [(end - SignedDuration::from_secs(1), true), (end, false)] {
        chat.time = time;
        chat.restart();
        chat.tick();
        assert_eq!(is_open(&chat, 1), expected, "{time}");
    }
    let told = chat.ask("bob", Place::Room, "!accept t1");
    assert!(
        told.starts_with("challenge-lapsed again=@alice:example.org matrx "),
        "{told}"
    );
}

#[test]
fn the_last_day_is_that_of_the_readers() {
    let mut chat = Chat::new();
    // It is Sunday in Kiritimati.
    chat.ask("alice", Place::Room, "!set zone Pacific/Kiritimati");
    let told = chat.ask("alice", Place::Room, "!seek matrx");
    assert!(told.ends_with(" until=2026-12-06"), "{told}");
    for line in ["!seeks", "!tables"] {
        let told = chat.ask("bob", Place::Room, line);
        assert!(told.contains(" until=2026-12-06"), "{told}");
    }
    let told = chat.ask("alice", Place::Direct, "seeks");
    assert!(told.contains(" until=2026-12-05"), "{told}");
}

#[test]
fn the_example_is_the_offer_of_somebody_else() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!seek matrx");
    let told = chat.ask("alice", Place::Room, "!seeks");
    assert!(!told.contains("seek-accept"), "{told}");
    chat.ask("bob", Place::Room, "!seek matrx");
    let told = chat.ask("alice", Place::Room, "!seeks");
    assert!(told.contains("seek-accept example=t2"), "{told}");
}

#[test]
fn a_user_has_at_most_three_offers() {
    let mut chat = Chat::new();
    let other = Place::OtherRoom("!other");
    for place in [Place::Room, Place::Room, other] {
        let told = chat.ask("alice", place, "!seek zertz");
        assert!(told.starts_with("challenge-sought from=alice "), "{told}");
    }
    let told = chat.ask("alice", other, "!seek zertz");
    assert_eq!(told, "limit-own-seeks limit=3 prefix=!");
    // Challenges are counted apart.
    chat.ask("alice", other, "!challenge anyone");
    chat.ask("alice", other, "!unseek");
    let told = chat.ask("alice", Place::Room, "!seek zertz");
    assert!(told.starts_with("challenge-sought from=alice "), "{told}");
    let told = chat.ask("alice", Place::Direct, "unseek");
    assert!(told.starts_with("table-which "), "{told}");
    let told = chat.ask("alice", Place::Direct, "t1 unseek");
    assert_eq!(told, "seek-withdrawn table=t1");
    assert!(matches!(chat.saved[&1].stage, SavedStage::Dropped));
}

#[test]
fn the_offering_user_is_told_of_the_game() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!seek gipf-basic black");
    let root = chat.last_event();
    chat.time += HOUR * 200;
    chat.restart();
    // A challenge to bob comes first.
    chat.ask("carol", Place::Room, "!challenge @bob zertz white");
    chat.ask("bob", Place::Room, "!decline");
    let begun = chat.say("bob", Place::Room, "!accept").unwrap();
    assert_eq!(begun.thread, Some(root));
    assert!(begun.mentions.contains(&person("alice").id), "{begun:?}");
    let told = begun.plain();
    assert!(
        told.contains("duel-begun black=alice game=gipf-basic "),
        "{told}"
    );
}

#[test]
fn an_offer_ends_with_its_user() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!seek matrx");
    chat.ask("bob", Place::Room, "!seek matrx");
    chat.ask("alice", Place::Room, "!forget me");
    chat.ask("alice", Place::Room, "!forget me");
    assert!(!is_open(&chat, 1) && is_open(&chat, 2));
    chat.people.retain(|person| person.name != "bob");
    let told = chat.ask("carol", Place::Room, "!seeks");
    assert_eq!(told, "seek-none-here prefix=!");
    assert!(!is_open(&chat, 2));
}
