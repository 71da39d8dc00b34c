//! Figures about players.

use crate::room::{Chat, HOUR, Place, person};
use games::Reason;
use tables::{RunResult, terms::Occasion};

/// A finished run of somebody, an hour after the last one.
fn add(chat: &mut Chat, who: &str, won: bool, damage: u8, steps: u32) -> u32 {
    chat.time += HOUR;
    let table = 1 + chat.results.len() as u32;
    let result = RunResult {
        table,
        player: person(who),
        occasion: Occasion::Free,
        options: "-".into(),
        won,
        damage,
        steps,
        reason: if won {
            Reason::Forts
        } else {
            Reason::BrainDeath
        },
        time: chat.time,
        hinted: false,
    };
    chat.results.insert(table, result);
    table
}

/// The lines of the list in an answer, without its heading.
fn lines(answer: &str) -> Vec<&str> {
    let (_, list) = answer
        .split_once("  name\n")
        .unwrap_or_else(|| panic!("{answer}"));
    list.lines().take_while(|line| !line.is_empty()).collect()
}

#[test]
fn every_finished_run_is_a_result() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run target 7 custom k=2");
    chat.ask("alice", Place::Direct, "use k");
    chat.ask("alice", Place::Direct, "k m13");
    chat.ask("alice", Place::Direct, "quit");
    assert!(chat.results.is_empty());
    chat.ask("alice", Place::Direct, "quit");
    let result = &chat.results[&1];
    assert_eq!((result.player.clone(), result.table), (person("alice"), 1));
    assert_eq!(result.options, "target=7,custom=k2");
    assert_eq!((result.won, result.reason), (false, Reason::JackedOut));
    assert_eq!(result.steps, 1);
    assert!(result.damage == 1 || result.damage == 2);
    assert_eq!((result.time, result.occasion), (chat.time, Occasion::Free));
    chat.ask("alice", Place::Direct, "run seed turing");
    chat.play_on("alice", 2);
    assert_eq!(chat.results[&2].occasion, Occasion::Word);
    let duel = chat.duel();
    chat.ask("alice", Place::Thread(&duel), "resign");
    chat.ask("alice", Place::Thread(&duel), "resign");
    assert_eq!(chat.results.len(), 2);
}

#[test]
fn the_best_are_listed_by_their_best_run() {
    let mut chat = Chat::new();
    add(&mut chat, "bob", true, 4, 31);
    add(&mut chat, "alice", true, 5, 28);
    add(&mut chat, "alice", true, 4, 30);
    add(&mut chat, "bob", false, 10, 12);
    add(&mut chat, "carol", false, 10, 12);
    add(&mut chat, "alice", false, 10, 12);
    add(&mut chat, "alice", true, 6, 40);
    chat.restart();
    let top = chat.ask("carol", Place::Room, "!top");
    assert!(
        top.starts_with("The best in basic runs of this room:"),
        "{top}"
    );
    assert_eq!(
        lines(&top),
        [
            "1  4/30  3/4  1/2  5.0  alice",
            "2  4/31  1/2  0/1  4.0  bob",
            "3     -  0/1  0/0    -  carol",
        ]
    );
    assert!(top.lines().take(6).all(|line| line.chars().count() <= 44));
}

#[test]
fn a_room_lists_its_members_and_a_direct_message_everybody() {
    let mut chat = Chat::new();
    add(&mut chat, "dave", true, 2, 20);
    add(&mut chat, "alice", true, 4, 30);
    chat.restart();
    chat.people[0].name = "Alice of this room".into();
    let here = chat.ask("bob", Place::Room, "!top");
    assert_eq!(lines(&here), ["1  4/30  1/1  1/1  4.0  Alice of this room"]);
    for (place, line) in [(Place::Direct, "top"), (Place::Room, "!top all")] {
        let all = chat.ask("bob", place, line);
        assert_eq!(lines(&all).len(), 2, "{all}");
        assert!(lines(&all)[0].ends_with("  dave"), "{all}");
        assert!(all.contains("everywhere"), "{all}");
    }
}

#[test]
fn custom_breakers_have_a_list_of_their_own_and_practised_or_helped_runs_are_on_none() {
    let mut chat = Chat::new();
    let custom = add(&mut chat, "alice", true, 1, 20);
    let word = add(&mut chat, "bob", true, 0, 16);
    let hinted = add(&mut chat, "carol", true, 0, 16);
    chat.results.get_mut(&custom).unwrap().options = "target=7,custom=k3".into();
    chat.results.get_mut(&word).unwrap().occasion = Occasion::Word;
    chat.results.get_mut(&hinted).unwrap().hinted = true;
    chat.restart();
    let basic = chat.ask("alice", Place::Direct, "top");
    assert!(
        basic.contains("Nobody has finished a duel or a run with plain"),
        "{basic}"
    );
    let custom = chat.ask("alice", Place::Direct, "top custom");
    assert_eq!(lines(&custom), ["1  1/20  1/1  1/1  1.0  alice"]);
    let own = chat.ask("bob", Place::Direct, "me");
    assert!(
        own.contains("One more run") && own.contains("0 finished"),
        "{own}"
    );
}

#[test]
fn a_long_list_ends_and_still_shows_the_one_who_asks() {
    let mut chat = Chat::new();
    for number in 1..=30 {
        add(&mut chat, &format!("player{number}"), true, 1, number);
    }
    chat.restart();
    let top = chat.ask("player25", Place::Direct, "top");
    assert_eq!(lines(&top).len(), 21, "{top}");
    assert!(lines(&top)[20].starts_with("25  1/25 "), "{top}");
}

#[test]
fn own_figures_tell_runs_wins_rows_and_the_day() {
    let mut chat = Chat::new();
    add(&mut chat, "alice", true, 5, 28);
    add(&mut chat, "alice", true, 4, 30);
    add(&mut chat, "alice", false, 10, 12);
    let custom = add(&mut chat, "alice", true, 2, 1);
    chat.results.get_mut(&custom).unwrap().options = "custom=k3".into();
    add(&mut chat, "bob", true, 0, 16);
    chat.restart();
    let own = chat.ask("alice", Place::Room, "!me");
    let basic = "Basic runs: 3 finished, 2 won (0 in a row now, 2 at best). \
        Best: 4 brain damage, 30 steps. On average 4.5 brain damage when won.";
    assert!(own.contains(basic), "{own}");
    let custom = "With custom breakers: 1 finished, 1 won (1 in a row now, 1 at best). \
        Best: 2 brain damage, one step.";
    assert!(own.contains(custom), "{own}");
    assert!(
        own.contains("Run of the day: 0 days in a row now, 0 at best"),
        "{own}"
    );
    assert!(own.contains("Today: not made yet"), "{own}");
    assert!(own.contains("`!me off`"), "{own}");
    let nothing = chat.ask("carol", Place::Direct, "me");
    assert!(
        nothing.contains("Basic runs: 0 finished, none won yet."),
        "{nothing}"
    );
    let begun = chat.time;
    chat.ask("carol", Place::Direct, "run day");
    let table = *chat.saved.keys().last().unwrap();
    let on = chat.ask("carol", Place::Direct, "me");
    assert!(
        on.contains(&format!("Today: under way (table t{table})")),
        "{on}"
    );
    chat.play_on("carol", table);
    assert!(begun.duration_until(chat.time) < HOUR);
    let done = chat.ask("carol", Place::Direct, "me");
    assert!(done.contains("Today: brain death, "), "{done}");
    assert!(done.contains("one day in a row now, 1 at best"), "{done}");
}

#[test]
fn who_does_not_want_it_is_on_no_list_that_others_see() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    for (table, who) in (1..).zip(["alice", "bob"]) {
        chat.ask(who, Place::Direct, "run day");
        chat.play_on(who, table);
    }
    let off = chat.ask("alice", Place::Direct, "me off");
    assert!(off.contains("no longer appear"), "{off}");
    chat.restart();
    for (place, line) in [
        (Place::Room, "!top"),
        (Place::Room, "!top all"),
        (Place::Direct, "day"),
        (Place::Room, "!day"),
    ] {
        let list = chat.ask("carol", place, line);
        assert!(list.contains("  bob") && !list.contains("alice"), "{list}");
    }
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(own.contains("Basic runs: 1 finished"), "{own}");
    assert!(own.contains("`me on`"), "{own}");
    chat.time += HOUR * 24;
    let posted = chat.tick().pop().unwrap().plain();
    assert!(
        posted.contains("  bob") && !posted.contains("alice"),
        "{posted}"
    );
    chat.ask("alice", Place::Direct, "me on");
    let list = chat.ask("carol", Place::Room, "!top");
    assert!(list.contains("alice"), "{list}");
    assert!(!chat.settings.keys().any(|key| key.starts_with("player/")));
}

#[test]
fn people_talking_in_a_thread_are_not_answered_with_figures() {
    let mut chat = Chat::new();
    let duel = chat.duel();
    for talk in [
        "me",
        "me too",
        "top score",
        "day off!",
        "forget it",
        "forget",
    ] {
        assert_eq!(
            chat.say("alice", Place::Thread(&duel), talk),
            None,
            "{talk}"
        );
    }
    let own = chat.ask("alice", Place::Thread(&duel), "!me");
    assert!(own.contains("alice, your runs"), "{own}");
}
