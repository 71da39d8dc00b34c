//! The run of the day.

use crate::{
    look::english,
    room::{Chat, HOUR, NOON, Place, ROOM},
};
use jiff::SignedDuration;
use lobby::{Incoming, saved::SavedStage, terms::Occasion};

/// The words of 64 hexadecimal digits: seeds and hashes.
fn hashes(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.len() == 64).collect()
}

#[test]
fn everybody_gets_the_same_run_of_a_day() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run day");
    let promised = hashes(&begun)[0].to_owned();
    let told = format!("\nseed-of-day day=2026-11-21 hash={promised}\n");
    assert!(begun.contains(&told), "{begun}");
    // Any other run would be dealt differently.
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
    assert!(next.contains("\nseed-of-day day=2026-11-22 "), "{next}");
    assert_ne!(hashes(&next)[0], promised);
}

#[test]
fn there_is_one_try_a_day() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    let again = chat.ask("alice", Place::Direct, "run day");
    assert_eq!(again, "table-run-is-on prefix= table=t1");
    chat.play_on("alice", 1);
    chat.restart();
    chat.time = NOON + HOUR * 9 - SignedDuration::from_secs(1);
    let before = chat.saved.clone();
    let refused = chat.ask("alice", Place::Direct, "run day");
    let result = &chat.results[&1];
    let (damage, steps) = (result.damage, result.steps);
    let told = format!("damage={damage} hours=3 minutes=0 reason=brain-death steps={steps}");
    assert_eq!(refused, format!("day-tried {told}"));
    assert_eq!(chat.saved, before);
    chat.time += HOUR * 3;
    let next = chat.ask("alice", Place::Direct, "run day");
    assert!(next.contains("\nseed-of-day day=2026-11-22 "), "{next}");
}

#[test]
fn a_run_quit_unseen_is_no_try() {
    let mut chat = Chat::new();
    for _ in 0..2 {
        let begun = chat.ask("alice", Place::Direct, "run day");
        assert!(begun.contains("\nseed-of-day day=2026-11-21 "), "{begun}");
        chat.ask("alice", Place::Direct, "quit");
        let ended = chat.ask("alice", Place::Direct, "quit");
        assert!(ended.contains("\nagain-day "), "{ended}");
        assert!(!ended.contains("day-to-share"), "{ended}");
        assert!(!ended.contains("day-share"), "{ended}");
        assert!(chat.results.is_empty());
    }
}

#[test]
fn the_run_of_the_day_takes_no_options() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Direct, "run day target 7");
    let too_much = "command-too-much extra=target 7 form=run day|";
    assert!(refused.starts_with(too_much), "{refused}");
    assert!(chat.saved.is_empty() && !chat.settings.keys().any(|key| key.starts_with("day/")));
}

#[test]
fn the_seed_is_told_after_the_day() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "run day");
    let promised = hashes(&begun)[0].to_owned();
    let seed = "07".repeat(32);
    for line in ["export", "verify"] {
        let answer = chat.ask("alice", Place::Direct, line);
        assert_eq!(answer, "day-seed-later hours=12 minutes=0", "{line}");
    }
    let ended = chat.play_on("alice", 1);
    chat.time = NOON + HOUR;
    for line in ["board", "export", "verify", "t1 export", "t1"] {
        let answer = chat.ask("alice", Place::Direct, line);
        assert!(!answer.contains(&seed), "{line}: {answer}");
        let later = if line.ends_with("export") || line == "verify" {
            "day-seed-later hours=11 minutes=0"
        } else {
            "\nagain-day "
        };
        assert!(answer.contains(later), "{line}: {answer}");
    }
    assert!(
        !ended.contains(&seed) && ended.contains("\nagain-day "),
        "{ended}"
    );
    chat.time = NOON + HOUR * 12;
    let verified = chat.ask("alice", Place::Direct, "verify");
    assert!(verified.starts_with("verify-done count="), "{verified}");
    let checked = format!(" hash={promised} seed={seed} source=fresh");
    assert!(verified.ends_with(&checked), "{verified}");
    assert!(chat.ask("alice", Place::Direct, "export").contains(&seed));
}

/// Shared results must not help those who have yet to play.
#[test]
fn shared_results_tell_nothing_of_the_deal() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    chat.time += HOUR * 24;
    chat.ask("alice", Place::Direct, "run day");
    let ended = chat.play_on("alice", 2);
    let result = &chat.results[&2];
    let shared = ended.split_once("\nday-to-share\n\n").unwrap().1;
    let reason = if result.won { "forts" } else { "brain-death" };
    let (damage, steps) = (result.damage, result.steps);
    let bar = "#".repeat(usize::from(damage.min(10)));
    let expected = format!(
        "day-share bar={bar:-<10} damage={damage} day=2026-11-22 late=no reason={reason} row=2 steps={steps}"
    );
    assert_eq!(shared, expected);
    let again = chat.ask("alice", Place::Direct, "board");
    assert!(again.ends_with(&expected), "{again}");
    let shared = shared_in_english(&mut chat);
    assert_eq!(shared.len(), 3, "{shared:?}");
    assert!(
        shared[1].starts_with(&format!("[{bar:-<10}] ")),
        "{shared:?}"
    );
}

/// The lines to share about alice's run, each narrow enough for a phone.
fn shared_in_english(chat: &mut Chat) -> Vec<String> {
    chat.restart_with(english());
    let board = chat.ask("alice", Place::Direct, "board");
    let shared = board.rsplit_once("\n\n").unwrap().1;
    let lines: Vec<String> = shared.lines().map(str::to_owned).collect();
    assert!(lines.iter().all(|line| line.chars().count() <= 44));
    lines
}

#[test]
fn day_tables_show_members_of_the_room() {
    let mut chat = Chat::new();
    for (table, who) in (1..).zip(["alice", "dave"]) {
        chat.ask(who, Place::Direct, "run day");
        chat.play_on(who, table);
    }
    chat.ask("bob", Place::Direct, "run day");
    chat.time = NOON + HOUR;
    chat.people[0].name = "Alice\n`x`".into();
    let here = chat.ask("carol", Place::Room, "!day");
    assert!(here.starts_with("day-so-far day=2026-11-21\n"), "{here}");
    assert!(
        here.contains("\n\nday-foot count=1 hours=11 minutes=0 own=free\n"),
        "{here}"
    );
    let result = &chat.results[&1];
    let (damage, steps) = (result.damage, result.steps);
    let row = format!("day-end reason=brain-death  {damage}  {steps}");
    assert_eq!(here.matches(&row).count(), 1, "{here}");
    let everybody = chat.ask("carol", Place::Direct, "day");
    assert_eq!(everybody.matches(&row).count(), 2, "{everybody}");
    // Names are at the end of the rows.
    chat.restart_with(english());
    let figures = format!("  {damage:>6}  {steps:>5}  ");
    let here = chat.ask("carol", Place::Room, "!day");
    assert!(here.contains(&format!("{figures}Alice x\n")), "{here}");
    assert!(!here.contains("dave"), "{here}");
    let everybody = chat.ask("carol", Place::Direct, "day");
    // Same dice and same steps: they share the first rank.
    let rows: Vec<&str> = everybody
        .lines()
        .filter(|line| line.contains(&figures))
        .collect();
    assert_eq!(rows.len(), 2, "{everybody}");
    assert!(rows.iter().all(|row| row.starts_with("1  ")), "{everybody}");
    assert!(
        rows[0].ends_with("  alice") && rows[1].ends_with("  dave"),
        "{everybody}"
    );
}

#[test]
fn the_day_leaderboard_is_posted_once_after_midnight() {
    let mut chat = Chat::new();
    let nobody = chat.ask("bob", Place::Room, "!day");
    assert!(
        nobody.starts_with("day-nobody day=2026-11-21\n"),
        "{nobody}"
    );
    let on = chat.ask("bob", Place::Room, "!day on");
    assert_eq!(on, "day-on prefix=!");
    let list = chat.ask("bob", Place::Room, "!day");
    assert!(list.ends_with("\n\nday-posted prefix=!"), "{list}");
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    assert_eq!(
        chat.tables.rooms_without_day_leaderboard(chat.time),
        [""; 0]
    );
    assert_eq!(chat.tick(), []);
    chat.time = NOON + HOUR * 12;
    assert_eq!(
        chat.tables.rooms_without_day_leaderboard(chat.time),
        [crate::room::ROOM]
    );
    let posted = chat.tick();
    assert_eq!(posted.len(), 1);
    let text = posted[0].plain();
    assert!(text.starts_with("day-over day=2026-11-21\n"), "{text}");
    let result = &chat.results[&1];
    let row = format!(
        "day-end reason=brain-death  {}  {}\n",
        result.damage, result.steps
    );
    assert!(text.contains(&row), "{text}");
    assert!(posted[0].mentions.is_empty() && posted[0].thread.is_none());
    assert_eq!(chat.tick(), []);
    chat.restart();
    assert_eq!(chat.tick(), []);
    // Days without runs are not posted, not even late.
    chat.time += HOUR * 24;
    assert_eq!(chat.tick(), []);
    assert_eq!(
        chat.tables.rooms_without_day_leaderboard(chat.time),
        [""; 0]
    );
}

#[test]
fn day_off_ends_the_day_tables() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    let off = chat.ask("bob", Place::Room, "!day off");
    assert_eq!(off, "day-off prefix=!");
    let list = chat.ask("bob", Place::Room, "!day");
    assert!(list.ends_with("\n\nday-not-posted prefix=!"), "{list}");
    assert!(!chat.settings.keys().any(|key| key.starts_with("room/")));
    chat.time = NOON + HOUR * 12;
    assert_eq!(chat.tick(), []);
    // After turning it on past midnight, yesterday's leaderboard is not posted late.
    chat.ask("bob", Place::Room, "!day on");
    assert_eq!(chat.tick(), []);
    let refused = chat.ask("bob", Place::Direct, "day on");
    assert_eq!(refused, "day-needs-room prefix=!");
}

#[test]
fn removing_the_bot_ends_the_day_leaderboard() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    chat.happens(&Incoming::Left {
        room: ROOM.to_owned(),
    });
    assert!(!chat.settings.keys().any(|key| key.starts_with("room/")));
    chat.time = NOON + HOUR * 12;
    assert_eq!(
        chat.tables.rooms_without_day_leaderboard(chat.time),
        [""; 0]
    );
}

#[test]
fn setting_day_tables_needs_power() {
    let mut chat = Chat::new();
    chat.powerless = vec!["bob".to_owned()];
    for line in ["!day on", "!day off", "!day ON"] {
        let refused = chat.ask("bob", Place::Room, line);
        assert_eq!(refused, "access-may-not-change-room prefix=! what=day");
    }
    assert!(chat.settings.is_empty(), "{:?}", chat.settings);
    chat.ask("alice", Place::Room, "!day on");
    let settings = chat.settings.clone();
    chat.ask("bob", Place::Room, "!day off");
    assert_eq!(chat.settings, settings);
    let list = chat.ask("bob", Place::Room, "!day");
    assert!(list.ends_with("\n\nday-posted prefix=!"), "{list}");
}

#[test]
fn late_runs_of_the_day_are_not_compared() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    for who in ["alice", "carol"] {
        chat.ask(who, Place::Direct, "run day");
        chat.ask(who, Place::Direct, "k m13");
    }
    chat.play_on("alice", 1);
    // From midnight on, any player can reveal the seed.
    chat.time = NOON + HOUR * 12;
    chat.play_on("carol", 2);
    chat.restart_with(english());
    let posted = chat.tick().pop().unwrap().plain();
    chat.restart();
    assert!(
        posted.contains("alice") && !posted.contains("carol"),
        "{posted}"
    );
    let day = "2026-11-21".parse().unwrap();
    assert_eq!(chat.results[&2].occasion, Occasion::Day(day));
    let own = chat.ask("carol", Place::Direct, "me");
    assert!(own.contains("\nme-basic "), "{own}");
    assert!(own.contains(" runs=1 "), "{own}");
    assert!(own.contains("\nme-days best=1 now=1\n"), "{own}");
    assert!(own.contains("\nme-today-free "), "{own}");
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
    assert_eq!(other, "table-run-is-on prefix= table=t1");
    chat.play_on("alice", 1);
    let next = chat.ask("alice", Place::Direct, "run day");
    assert!(next.contains("\nseed-of-day day=2026-12-31 "), "{next}");
}

#[test]
fn the_run_of_the_day_has_one_place() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    let other = Place::OtherDirect("!other:example.org");
    let refused = chat.ask("alice", other, "run day");
    assert_eq!(refused, "day-elsewhere table=t1");
}

#[test]
fn settings_of_a_day_end_with_it() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    let is_of_day = |key: &String| key.starts_with("day/");
    assert!(chat.settings.keys().any(is_of_day));
    chat.time = NOON + HOUR * 12;
    chat.tick();
    assert!(!chat.settings.keys().any(is_of_day), "{:?}", chat.settings);
}

#[test]
fn a_run_finished_after_its_day_says_so() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    chat.ask("alice", Place::Direct, "k m14");
    chat.time += HOUR * 24;
    let last = chat.play_on("alice", 1);
    let shared = last.rsplit_once("\n\n").unwrap().1;
    assert!(shared.starts_with("day-share "), "{last}");
    assert!(shared.contains(" day=2026-11-21 late=yes "), "{last}");
    // `late` gets a line of its own, as boards are narrow.
    assert_eq!(shared_in_english(&mut chat).len(), 4);
}

#[test]
fn leaderboards_count_as_answers_to_one_user() {
    let mut chat = Chat::new();
    for room in ["!0", "!1"] {
        chat.say("bob", Place::OtherRoom(room), "!day on").unwrap();
    }
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    chat.time = NOON + HOUR * 12;
    let members = |room: &str| (room.to_owned(), chat.people.clone().into());
    let rooms = Vec::from(["!0", "!1"].map(members));
    let said = chat.happens(&Incoming::Woken { rooms });
    let [first, second] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_ne!(first.room, second.room);
    assert!(first.asked_by.is_some());
    assert_eq!(first.asked_by, second.asked_by);
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
        let waiting = chat.tables.rooms_without_day_leaderboard(chat.time);
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
