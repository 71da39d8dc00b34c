//! Statistics of players.

use crate::room::{Chat, HOUR, Place, person, settings};
use games::Reason;
use lobby::{Block, Message, RunResult, Settings, terms::Occasion, wording::Language};

/// Adds a finished run of a player, an hour after the last one.
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

/// Restarts with English messages: only short column headings leave room for names.
fn restart_in_english(chat: &mut Chat) {
    chat.restart_with(Settings {
        language: Language::English,
        ..settings()
    });
}

/// The reply to a command.
fn answer(chat: &mut Chat, who: &str, place: Place, line: &str) -> Message {
    chat.say(who, place, line).unwrap()
}

/// The rows of the list in a reply, without its heading.
fn lines(answer: &Message) -> Vec<&str> {
    let lists = answer.blocks.iter().filter_map(|block| match block {
        Block::Board(list) => Some(list.lines().skip(1)),
        _ => None,
    });
    lists.flatten().collect()
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
        top.starts_with("top-runs kind=basic where=here\n\n"),
        "{top}"
    );
    restart_in_english(&mut chat);
    let top = answer(&mut chat, "carol", Place::Room, "!top");
    assert_eq!(
        lines(&top),
        [
            "1  4/30  3/4  1/2  5.0  alice",
            "2  4/31  1/2  0/1  4.0  bob",
            "3     -  0/1  0/0    -  carol",
        ]
    );
    let top = top.plain();
    assert!(top.lines().take(6).all(|line| line.chars().count() <= 44));
}

#[test]
fn rooms_list_members_and_direct_messages_everybody() {
    let mut chat = Chat::new();
    add(&mut chat, "dave", true, 2, 20);
    add(&mut chat, "alice", true, 4, 30);
    restart_in_english(&mut chat);
    chat.people[0].name = "Alice of this room".into();
    let here = answer(&mut chat, "bob", Place::Room, "!top");
    assert_eq!(lines(&here), ["1  4/30  1/1  1/1  4.0  Alice of this room"]);
    let everywhere = [(Place::Direct, "top"), (Place::Room, "!top all")];
    for (place, line) in everywhere {
        let all = answer(&mut chat, "bob", place, line);
        assert_eq!(lines(&all).len(), 2, "{all:?}");
        assert!(lines(&all)[0].ends_with("  dave"), "{all:?}");
    }
    chat.restart();
    for (place, line) in everywhere {
        let all = chat.ask("bob", place, line);
        assert!(
            all.starts_with("top-runs kind=basic where=all\n\n"),
            "{all}"
        );
    }
}

#[test]
fn custom_runs_are_listed_apart_and_helped_never() {
    let mut chat = Chat::new();
    let custom = add(&mut chat, "alice", true, 1, 20);
    let word = add(&mut chat, "bob", true, 0, 16);
    let hinted = add(&mut chat, "carol", true, 0, 16);
    chat.results.get_mut(&custom).unwrap().options = "target=7,custom=k3".into();
    chat.results.get_mut(&word).unwrap().occasion = Occasion::Word;
    chat.results.get_mut(&hinted).unwrap().hinted = true;
    chat.restart();
    let basic = chat.ask("alice", Place::Direct, "top");
    assert_eq!(basic, "top-empty-usual where=all");
    let own = chat.ask("bob", Place::Direct, "me");
    assert!(
        own.contains("\nme-uncounted count=1\n") && own.contains(" now=0 runs=0 steps=0 won=0\n"),
        "{own}"
    );
    restart_in_english(&mut chat);
    let custom = answer(&mut chat, "alice", Place::Direct, "top custom");
    assert_eq!(lines(&custom), ["1  1/20  1/1  1/1  1.0  alice"]);
}

#[test]
fn a_long_list_still_shows_the_asker() {
    let mut chat = Chat::new();
    for number in 1..=30 {
        add(&mut chat, &format!("player{number}"), true, 1, number);
    }
    restart_in_english(&mut chat);
    let top = answer(&mut chat, "player25", Place::Direct, "top");
    assert_eq!(lines(&top).len(), 21, "{top:?}");
    assert!(lines(&top)[20].starts_with("25  1/25 "), "{top:?}");
}

#[test]
fn own_figures_tell_runs_rows_and_the_day() {
    let mut chat = Chat::new();
    add(&mut chat, "alice", true, 5, 28);
    add(&mut chat, "alice", true, 4, 30);
    add(&mut chat, "alice", false, 10, 12);
    let custom = add(&mut chat, "alice", true, 2, 1);
    chat.results.get_mut(&custom).unwrap().options = "custom=k3".into();
    add(&mut chat, "bob", true, 0, 16);
    chat.restart();
    let own = chat.ask("alice", Place::Room, "!me");
    assert_eq!(
        own.lines().collect::<Vec<_>>(),
        [
            "me-runs name=alice",
            "me-basic average=4.5 best=2 damage=4 now=0 runs=3 steps=30 won=2",
            "me-custom average=2.0 best=1 damage=2 now=1 runs=1 steps=1 won=1",
            "me-days best=0 now=0",
            "me-today-free hours=7 minutes=0 prefix=!",
            "",
            "me-listed prefix=!",
        ]
    );
    let nothing = chat.ask("carol", Place::Direct, "me");
    let none = "\nme-basic average= best=0 damage=0 now=0 runs=0 steps=0 won=0\n";
    assert!(nothing.contains(none), "{nothing}");
    let begun = chat.time;
    chat.ask("carol", Place::Direct, "run day");
    let table = *chat.saved.keys().last().unwrap();
    let on = chat.ask("carol", Place::Direct, "me");
    assert!(
        on.contains(&format!("\nme-today-on table=t{table}\n")),
        "{on}"
    );
    chat.play_on("carol", table);
    assert!(begun.duration_until(chat.time) < HOUR);
    let done = chat.ask("carol", Place::Direct, "me");
    assert!(
        done.contains("\nme-days best=1 now=1\nme-today-done damage=10 reason=brain-death steps="),
        "{done}"
    );
}

#[test]
fn unlisted_players_are_on_no_public_list() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    for (table, who) in (1..).zip(["alice", "bob"]) {
        chat.ask(who, Place::Direct, "run day");
        chat.play_on(who, table);
    }
    let off = chat.ask("alice", Place::Direct, "me off");
    assert_eq!(off, "me-off prefix=");
    chat.restart();
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(
        own.contains("\nme-basic ") && own.contains(" runs=1 "),
        "{own}"
    );
    assert!(own.ends_with("\nme-unlisted prefix="), "{own}");
    restart_in_english(&mut chat);
    for (place, line) in [
        (Place::Room, "!top"),
        (Place::Room, "!top all"),
        (Place::Direct, "day"),
        (Place::Room, "!day"),
    ] {
        let list = chat.ask("carol", place, line);
        assert!(list.contains("  bob") && !list.contains("alice"), "{list}");
    }
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
fn talk_in_a_thread_gets_no_figures() {
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
    assert!(own.starts_with("me-runs name=alice\n"), "{own}");
}

#[test]
fn only_the_player_sees_results_against_the_computer() {
    let mut chat = Chat::new();
    for level in [1, 1, 2] {
        let play = format!("play gipf-basic level {level} white");
        chat.ask("alice", Place::Direct, &play);
        let table = *chat.saved.keys().last().unwrap();
        let first = crate::puzzle::live(&chat, table).legal_actions()[0].clone();
        chat.ask("alice", Place::Direct, &first);
        chat.ask("alice", Place::Direct, "resign");
        chat.ask("alice", Place::Direct, "yes");
    }
    chat.restart();
    let own = chat.ask("alice", Place::Direct, "me");
    let told = "\nme-computer\n\
                me-computer-of drawn=0 game=gipf-basic level=1 lost=2 won=0\n\
                me-computer-of drawn=0 game=gipf-basic level=2 lost=1 won=0\n";
    assert!(own.contains(told), "{own}");
    let in_room = chat.ask("alice", Place::Room, "!me");
    assert!(in_room.contains("\nme-computer-elsewhere\n"), "{in_room}");
    assert!(!in_room.contains("me-computer-of"), "{in_room}");
    for (who, place, line) in [
        ("bob", Place::Room, "!me"),
        ("bob", Place::Direct, "me"),
        ("bob", Place::Direct, "top"),
    ] {
        let other = chat.ask(who, place, line);
        assert!(!other.contains("me-computer"), "{other}");
    }
    for _ in 0..2 {
        chat.ask("alice", Place::Direct, "forget me");
    }
    assert!(!chat.settings.contains_key("computer/@alice:example.org"));
}
