//! The run of the day.

use crate::room::{Chat, HOUR, NOON, Place};
use jiff::SignedDuration;
use tables::{Incoming, saved::SavedStage, terms::Occasion};

/// The words of 64 hexadecimal digits: seeds and what is promised about them.
fn hashes(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.len() == 64).collect()
}

#[test]
fn everybody_gets_the_same_deal_and_dice_of_a_day_and_another_on_the_next() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run day");
    assert!(begun.contains("the run of the day, 2026-11-21"), "{begun}");
    let promised = hashes(&begun)[0].to_owned();
    // Everybody else would be dealt something else.
    chat.seed = [8; 32];
    chat.restart();
    chat.time += HOUR * 11;
    let begun = chat.ask("bob", Place::Direct, "run day");
    assert_eq!(hashes(&begun), [&promised]);
    chat.ask("carol", Place::Direct, "run");
    let step = chat.ask("alice", Place::Direct, "k m13");
    assert_eq!(chat.ask("bob", Place::Direct, "k m13"), step);
    assert_ne!(chat.ask("carol", Place::Direct, "k m13"), step);
    chat.time += HOUR;
    let next = chat.ask("dave", Place::Direct, "run day");
    assert!(next.contains("2026-11-22"), "{next}");
    assert_ne!(hashes(&next)[0], promised);
}

#[test]
fn there_is_one_try_a_day() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    let again = chat.ask("alice", Place::Direct, "run day");
    assert!(again.contains("in the middle of a run (t1)"), "{again}");
    chat.play_on("alice", 1);
    chat.restart();
    chat.time = NOON + HOUR * 9 - SignedDuration::from_secs(1);
    let before = chat.saved.clone();
    let refused = chat.ask("alice", Place::Direct, "run day");
    assert!(refused.contains("comes in 3 h 0 min"), "{refused}");
    let result = &chat.results[&1];
    let told = format!("{} brain damage, {} steps", result.damage, result.steps);
    assert!(refused.contains(&told), "{refused}");
    assert_eq!(chat.saved, before);
    chat.time += HOUR * 3;
    let next = chat.ask("alice", Place::Direct, "run day");
    assert!(next.contains("2026-11-22"), "{next}");
}

#[test]
fn a_run_given_up_before_anything_was_seen_is_no_try() {
    let mut chat = Chat::new();
    for _ in 0..2 {
        let begun = chat.ask("alice", Place::Direct, "run day");
        assert!(begun.contains("2026-11-21"), "{begun}");
        chat.ask("alice", Place::Direct, "quit");
        let ended = chat.ask("alice", Place::Direct, "quit");
        assert!(!ended.contains("To share"), "{ended}");
        assert!(chat.results.is_empty());
    }
}

#[test]
fn the_run_of_the_day_takes_no_options() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Direct, "run day target 7");
    assert!(refused.contains("“target 7” is too much"), "{refused}");
    assert!(chat.saved.is_empty() && chat.settings.is_empty());
}

#[test]
fn the_seed_is_told_only_when_the_day_is_over() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run day");
    let promised = hashes(&begun)[0].to_owned();
    let seed = "07".repeat(32);
    for line in ["export", "verify"] {
        let answer = chat.ask("alice", Place::Direct, line);
        assert!(answer.contains("when the day is over"), "{line}: {answer}");
    }
    let ended = chat.play_on("alice", 1);
    chat.time = NOON + HOUR;
    for line in ["board", "export", "verify", "t1 export", "t1"] {
        let answer = chat.ask("alice", Place::Direct, line);
        assert!(!answer.contains(&seed), "{line}: {answer}");
        assert!(answer.contains("in 11 h 0 min"), "{line}: {answer}");
    }
    assert!(
        !ended.contains(&seed) && ended.contains("day is over, in "),
        "{ended}"
    );
    chat.time = NOON + HOUR * 12;
    let verified = chat.ask("alice", Place::Direct, "verify");
    // Once by itself, and once in what can be typed to check it.
    let shown = [seed.as_str(), promised.as_str(), seed.as_str()];
    assert_eq!(hashes(&verified), shown);
    assert!(chat.ask("alice", Place::Direct, "export").contains(&seed));
    assert!(chat.ask("alice", Place::Direct, "board").contains(&seed));
}

/// What is shared must not help those who have still to play.
#[test]
fn what_can_be_shared_tells_how_it_went_and_nothing_about_deal_and_dice() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    chat.time += HOUR * 24;
    chat.ask("alice", Place::Direct, "run day");
    let ended = chat.play_on("alice", 2);
    let result = &chat.results[&2];
    let shared = ended.split_once("deal and dice:\n\n").unwrap().1;
    let end = if result.won { "won" } else { "brain death" };
    let (damage, bar) = (
        result.damage,
        "#".repeat(usize::from(result.damage.min(10))),
    );
    let expected = format!(
        "Icebreaker, the run of 2026-11-22\n[{bar:-<10}] brain damage {damage}\n\
         {end} after {} steps; 2 days in a row",
        result.steps
    );
    assert_eq!(shared, expected);
    assert!(shared.lines().all(|line| line.chars().count() <= 44));
    let again = chat.ask("alice", Place::Direct, "board");
    assert!(again.ends_with(&expected), "{again}");
}

#[test]
fn the_table_of_the_day_shows_the_members_of_the_room_and_here_everybody() {
    let mut chat = Chat::new();
    for (table, who) in (1..).zip(["alice", "dave"]) {
        chat.ask(who, Place::Direct, "run day");
        chat.play_on(who, table);
    }
    chat.ask("bob", Place::Direct, "run day");
    chat.time = NOON + HOUR;
    chat.people[0].name = "Alice\n`x`".into();
    let here = chat.ask("carol", Place::Room, "!day");
    assert!(
        here.contains("  Alice x\n") && !here.contains("dave"),
        "{here}"
    );
    assert!(here.contains("One run is still under way"), "{here}");
    assert!(here.contains("over in 11 h 0 min"), "{here}");
    let result = &chat.results[&1];
    let line = format!("dead  {:>6}  {:>5}  Alice x", result.damage, result.steps);
    assert!(here.contains(&line), "{here}");
    let everybody = chat.ask("carol", Place::Direct, "day");
    // The same dice and the same steps: they share the first place.
    assert!(everybody.contains("  alice\n1  dead"), "{everybody}");
    assert!(everybody.contains("  dave"), "{everybody}");
    assert!(
        everybody.lines().all(|line| !line.starts_with('2')),
        "{everybody}"
    );
}

#[test]
fn a_room_that_wants_the_table_of_the_day_gets_it_once_after_midnight() {
    let mut chat = Chat::new();
    let nobody = chat.ask("bob", Place::Room, "!day");
    assert!(nobody.contains("Nobody here has finished"), "{nobody}");
    let on = chat.ask("bob", Place::Room, "!day on");
    assert!(on.contains("`!day off`"), "{on}");
    let list = chat.ask("bob", Place::Room, "!day");
    assert!(list.contains("gets the table of every day"), "{list}");
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    assert_eq!(chat.tables.rooms_without_day_table(chat.time), [""; 0]);
    assert_eq!(chat.tick(), []);
    chat.time = NOON + HOUR * 12;
    assert_eq!(
        chat.tables.rooms_without_day_table(chat.time),
        [crate::room::ROOM]
    );
    let posted = chat.tick();
    assert_eq!(posted.len(), 1);
    let text = posted[0].plain();
    assert!(
        text.contains("2026-11-21, is over") && text.contains("  alice"),
        "{text}"
    );
    assert!(posted[0].mentions.is_empty() && posted[0].thread.is_none());
    assert_eq!(chat.tick(), []);
    chat.restart();
    assert_eq!(chat.tick(), []);
    // Nobody has played: nothing to say, and nothing to say later either.
    chat.time += HOUR * 24;
    assert_eq!(chat.tick(), []);
    assert_eq!(chat.tables.rooms_without_day_table(chat.time), [""; 0]);
}

#[test]
fn a_room_that_does_not_want_the_table_gets_none() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    let off = chat.ask("bob", Place::Room, "!day off");
    assert!(off.contains("not posted in this room"), "{off}");
    let list = chat.ask("bob", Place::Room, "!day");
    assert!(list.contains("`!day on` has the table"), "{list}");
    assert!(!chat.settings.keys().any(|key| key.starts_with("room/")));
    chat.time = NOON + HOUR * 12;
    assert_eq!(chat.tick(), []);
    // Wanted again after midnight: the table of yesterday is not made up for.
    chat.ask("bob", Place::Room, "!day on");
    assert_eq!(chat.tick(), []);
    let refused = chat.ask("bob", Place::Direct, "day on");
    assert!(refused.contains("posted in rooms"), "{refused}");
}

#[test]
fn only_who_may_change_the_room_says_whether_it_gets_the_table() {
    let mut chat = Chat::new();
    chat.powerless = vec!["bob".to_owned()];
    for line in ["!day on", "!day off", "!day ON"] {
        let refused = chat.ask("bob", Place::Room, line);
        assert!(refused.contains("such as its moderators"), "{refused}");
        assert!(refused.contains("`!day` shows the table"), "{refused}");
    }
    assert!(chat.settings.is_empty(), "{:?}", chat.settings);
    chat.ask("alice", Place::Room, "!day on");
    let settings = chat.settings.clone();
    chat.ask("bob", Place::Room, "!day off");
    assert_eq!(chat.settings, settings);
    let list = chat.ask("bob", Place::Room, "!day");
    assert!(list.contains("gets the table of every day"), "{list}");
}

#[test]
fn a_run_of_yesterday_can_be_finished_but_is_not_compared_with_those_in_time() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    for who in ["alice", "carol"] {
        chat.ask(who, Place::Direct, "run day");
        chat.ask(who, Place::Direct, "k m13");
    }
    chat.play_on("alice", 1);
    // From midnight on, anybody who has played can show the seed.
    chat.time = NOON + HOUR * 12;
    chat.play_on("carol", 2);
    let posted = chat.tick().pop().unwrap().plain();
    assert!(
        posted.contains("alice") && !posted.contains("carol"),
        "{posted}"
    );
    let day = "2026-11-21".parse().unwrap();
    assert_eq!(chat.results[&2].occasion, Occasion::Day(day));
    let own = chat.ask("carol", Place::Direct, "me");
    assert!(own.contains("Basic runs: 1 finished"), "{own}");
    assert!(own.contains("one day in a row now"), "{own}");
    assert!(own.contains("Today: not made yet"), "{own}");
    let top = chat.ask("carol", Place::Direct, "top");
    assert!(top.contains("alice") && !top.contains("carol"), "{top}");
}

#[test]
fn a_run_goes_on_weeks_later() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    chat.ask("alice", Place::Direct, "k m13");
    let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
        panic!("not on");
    };
    let mut expected = games::Live::replay(&record.parse().unwrap()).unwrap();
    chat.time += 40 * HOUR * 24;
    chat.restart();
    chat.tick();
    chat.ask("alice", Place::Direct, "g m14");
    expected.play("g m14").unwrap();
    let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
        panic!("not on");
    };
    assert_eq!(*record, expected.record().to_string());
    let other = chat.ask("alice", Place::Direct, "run day");
    assert!(other.contains("in the middle of a run (t1)"), "{other}");
    chat.play_on("alice", 1);
    assert!(
        chat.ask("alice", Place::Direct, "run day")
            .contains("2026-12-31")
    );
}

#[test]
fn the_run_of_the_day_is_made_in_one_direct_message_only() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    let other = Place::OtherDirect("!other:example.org");
    let refused = chat.ask("alice", other, "run day");
    assert!(
        refused.contains("another direct message (table t1)"),
        "{refused}"
    );
}

#[test]
fn what_belongs_to_a_day_is_forgotten_with_it() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    assert_eq!(chat.settings.len(), 1);
    chat.time = NOON + HOUR * 12;
    chat.tick();
    assert!(chat.settings.is_empty(), "{:?}", chat.settings);
}

#[test]
fn a_run_finished_after_its_day_says_so() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    chat.ask("alice", Place::Direct, "k m14");
    chat.time += HOUR * 24;
    let last = chat.play_on("alice", 1);
    // On a line of its own: boards are narrow.
    let mut lines = last.lines().map(str::trim);
    assert!(lines.any(|line| line == "finished a day late"), "{last}");
}

#[test]
fn five_rooms_a_minute_get_the_days_table() {
    const ROOMS: [&str; 12] = [
        "!0", "!1", "!2", "!3", "!4", "!5", "!6", "!7", "!8", "!9", "!a", "!b",
    ];
    let mut chat = Chat::new();
    for room in ROOMS {
        chat.say("bob", Place::OtherRoom(room), "!day on").unwrap();
    }
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    chat.time = NOON + HOUR * 12;
    let mut posted = Vec::new();
    for expected in [5, 5, 2, 0] {
        let waiting = chat.tables.rooms_without_day_table(chat.time);
        let members = |room: String| (room, chat.people.clone().into());
        let rooms = waiting.into_iter().map(members).collect();
        let said = chat.happens(&Incoming::Woken { rooms });
        assert_eq!(said.len(), expected);
        posted.extend(said.into_iter().map(|said| said.room));
        let next = chat.time.duration_until(chat.tables.next_wake());
        assert_eq!(next.as_mins() <= 1, posted.len() < ROOMS.len());
        chat.time += SignedDuration::from_mins(1);
        chat.restart();
    }
    posted.sort_unstable();
    assert_eq!(posted, ROOMS);
}
