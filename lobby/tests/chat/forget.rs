//! Deletion of a player's data.

use crate::room::{Chat, HOUR, NOON, Place, person};
use jiff::SignedDuration;
use lobby::saved::SavedStage;

/// A finished duel between alice and bob; alice has also finished the run of the day and is unlisted. Returns the
/// root of the thread.
fn played(chat: &mut Chat) -> String {
    chat.ask("alice", Place::Direct, "run day");
    chat.play_on("alice", 1);
    let duel = chat.duel();
    chat.ask("alice", Place::Thread(&duel), "Gb2");
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&duel), "resign");
    }
    chat.ask("alice", Place::Thread(&duel), "rematch");
    chat.ask("alice", Place::Direct, "me off");
    duel
}

fn forget(chat: &mut Chat) -> String {
    let sure = chat.ask("alice", Place::Direct, "forget me");
    assert!(sure.starts_with("forget-sure prefix= "), "{sure}");
    chat.ask("alice", Place::Direct, "forget me")
}

/// The list line of t2, in which alice played White.
const WITHOUT_ALICE: &str = "list-duel-over black=bob game=matrx table=t2 white=forget-somebody\n";

/// All stored data as text.
fn stored(chat: &Chat) -> String {
    format!("{:?} {:?} {:?}", chat.saved, chat.results, chat.settings)
}

#[test]
fn nothing_that_is_stored_names_a_forgotten_player() {
    let mut chat = Chat::new();
    let duel = played(&mut chat);
    assert!(stored(&chat).contains("alice"));
    let forgotten = forget(&mut chat);
    assert_eq!(forgotten, "forget-done");
    assert!(!stored(&chat).contains("alice"), "{}", stored(&chat));
    assert!(chat.results.is_empty());
    let SavedStage::Over {
        players, record, ..
    } = &chat.saved[&2].stage
    else {
        panic!("{:?}", chat.saved[&2]);
    };
    assert_eq!(players[0].name, "forget-somebody");
    assert_eq!(players[1], person("bob"));
    assert!(record.contains("\nGb2\n"));
    for restarted in [false, true] {
        if restarted {
            chat.restart();
        }
        let board = chat.ask("bob", Place::Thread(&duel), "board");
        assert!(board.starts_with(WITHOUT_ALICE), "{board}");
        assert!(!board.contains("alice"), "{board}");
        let own = chat.ask("alice", Place::Direct, "me");
        assert!(
            own.contains("\nme-basic average= best=0 damage=0 now=0 runs=0 "),
            "{own}"
        );
        let gone = chat.ask("alice", Place::Direct, "board");
        assert_eq!(gone, "table-nothing-on");
        let list = chat.ask("bob", Place::Direct, "day");
        assert!(list.starts_with("day-nobody day=2026-11-21\n"), "{list}");
    }
}

#[test]
fn forgetting_gives_no_second_run_of_the_day() {
    let mut chat = Chat::new();
    played(&mut chat);
    forget(&mut chat);
    chat.restart();
    let refused = chat.ask("alice", Place::Direct, "run day");
    assert_eq!(refused, "day-tried-forgotten hours=12 minutes=0");
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(own.contains("\nme-today-gone\n"), "{own}");
    let begun = chat.ask("bob", Place::Direct, "run day");
    assert!(
        begun.contains("\nseed-of-day day=2026-11-21 hash="),
        "{begun}"
    );
    // No fingerprint remains after the day.
    chat.time = NOON + HOUR * 12;
    let next = chat.ask("alice", Place::Direct, "run day");
    assert!(
        next.contains("\nseed-of-day day=2026-11-22 hash="),
        "{next}"
    );
    assert!(!chat.settings.keys().any(|key| key.starts_with("tried/")));
}

#[test]
fn forgetting_is_asked_for_twice_within_ten_minutes() {
    let mut chat = Chat::new();
    played(&mut chat);
    chat.ask("bob", Place::Direct, "help");
    let before = stored(&chat);
    chat.ask("alice", Place::Direct, "forget me");
    chat.ask("bob", Place::Direct, "forget me");
    chat.time += SignedDuration::from_mins(11);
    let sure = chat.ask("alice", Place::Direct, "forget me");
    assert!(sure.starts_with("forget-sure prefix= "), "{sure}");
    assert_eq!(stored(&chat), before);
    let forgotten = chat.ask("alice", Place::Room, "!forget me");
    assert_eq!(forgotten, "forget-done");
}

#[test]
fn rooms_are_told_once_of_forgotten_players() {
    let mut chat = Chat::new();
    chat.duel();
    chat.duel();
    for _ in 0..2 {
        chat.ask("alice", Place::Direct, "forget me");
    }
    let [told] = chat.elsewhere.as_slice() else {
        panic!("{:?}", chat.elsewhere);
    };
    assert_eq!(told.thread, None);
    assert_eq!(told.plain(), "forget-left-several tables=t1, t2");
}

#[test]
fn a_forgotten_player_resigns_open_duels() {
    let mut chat = Chat::new();
    let duel = chat.duel();
    chat.ask("alice", Place::Thread(&duel), "Gb2");
    chat.ask("bob", Place::Thread(&duel), "Gh5");
    for _ in 0..2 {
        chat.ask("alice", Place::Direct, "forget me");
    }
    let results = format!("{:?}", chat.duels);
    assert!(results.contains("Resigned"), "{results}");
    let stats = chat.ask("bob", Place::Direct, "stats");
    assert!(
        stats.contains("me-duels best=1 count=1 drawn=0 lost=0 now=1 won=1"),
        "{stats}"
    );
}

#[test]
fn open_games_of_a_forgotten_player_end() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    let duel = chat.duel();
    chat.ask("alice", Place::Thread(&duel), "Gb2");
    chat.ask("carol", Place::Room, "!challenge @alice");
    chat.ask("alice", Place::Room, "!challenge anyone");
    // Inaccessible rooms do not matter.
    chat.ask("alice", Place::OtherDirect("!new:example.org"), "help");
    let before = stored(&chat);
    let sure = chat.ask("alice", Place::OtherDirect("!new:example.org"), "forget me");
    assert_eq!(sure, "forget-sure prefix= tables=t1, t2, t3, t4");
    assert_eq!(stored(&chat), before);
    let done = chat.ask("alice", Place::OtherDirect("!new:example.org"), "forget me");
    assert_eq!(done, "forget-done");
    let [told] = chat.elsewhere.as_slice() else {
        panic!("{:?}", chat.elsewhere);
    };
    assert_eq!(told.thread, Some(duel.clone()));
    assert_eq!(told.plain(), "forget-left table=t2");
    assert!(!stored(&chat).contains("alice"), "{}", stored(&chat));
    for restarted in [false, true] {
        if restarted {
            chat.restart();
        }
        let board = chat.ask("bob", Place::Thread(&duel), "board");
        assert!(board.starts_with(WITHOUT_ALICE), "{board}");
        let end = "\nend-resigned loser=forget-somebody player=bob seat=black\n";
        assert!(board.contains(end), "{board}");
        let list = chat.ask("carol", Place::Room, "!tables");
        assert_eq!(list, "list-nothing prefix=!");
    }
}

#[test]
fn a_forgotten_opponent_gets_no_rematch() {
    let mut chat = Chat::new();
    let duel = played(&mut chat);
    forget(&mut chat);
    let refused = chat.ask("bob", Place::Thread(&duel), "rematch");
    assert_eq!(refused, "rematch-gone");
    let refused = chat.ask("bob", Place::Thread(&duel), "accept");
    assert_eq!(refused, "rematch-gone");
}

#[test]
fn two_forgotten_players_still_have_a_winner() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("bob", Place::Thread(&root), "resign");
    chat.ask("bob", Place::Thread(&root), "resign");
    for who in ["alice", "bob"] {
        chat.ask(who, Place::Direct, "forget me");
        chat.ask(who, Place::Direct, "forget me");
    }
    let board = chat.ask("carol", Place::Thread(&root), "board");
    assert!(
        board.contains("\nend-resigned-gone winner=first\n"),
        "{board}"
    );
}

#[test]
fn only_numbers_stay_of_games_against_the_computer() {
    let mut chat = Chat::new();
    let alone = |chat: &mut Chat, line: &str, ends: &[&str]| {
        chat.ask("alice", Place::Direct, line);
        for end in ends {
            chat.ask("alice", Place::Direct, end);
        }
    };
    alone(
        &mut chat,
        "play gipf-basic level 1 white",
        &["a1-c3", "resign", "yes"],
    );
    alone(&mut chat, "puzzle zertz", &["solution"]);
    alone(&mut chat, "setup gipf-basic w b2=b,e2=B B12 B12", &["quit"]);
    alone(&mut chat, "forget me", &["yes"]);
    assert!(chat.saved.len() >= 3);
    for saved in chat.saved.values() {
        assert_eq!(saved.stage, SavedStage::Dropped);
    }
}

#[test]
fn forgetting_uses_up_the_day_that_was_begun() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    forget(&mut chat);
    let refused = chat.ask("alice", Place::Direct, "run day");
    assert_eq!(refused, "day-tried-forgotten hours=12 minutes=0");
    chat.ask("bob", Place::Direct, "puzzle day");
    chat.ask("bob", Place::Direct, "forget me");
    chat.ask("bob", Place::Direct, "forget me");
    assert_eq!(stored(&chat).matches("tried/").count(), 2);
    chat.ask("bob", Place::Direct, "run day");
    chat.time += HOUR * 24;
    let next = chat.ask("alice", Place::Direct, "run day");
    assert!(
        next.contains("\nseed-of-day day=2026-11-22 hash="),
        "{next}"
    );
}
