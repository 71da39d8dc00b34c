//! Games that are over: nothing of them is at hand, and all of it can be asked for.

use games::{Ending, Record, Seat};

use tables::Block;

use crate::room::{Chat, HOUR, Place};

/// Alice resigns t1, and a rematch, t2, is on in its thread.
fn rematch() -> (Chat, String) {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "rematch");
    chat.ask("alice", thread, "accept");
    (chat, root)
}

#[test]
fn the_board_of_a_game_before_a_rematch_is_shown() {
    let (mut chat, root) = rematch();
    for (place, line) in [
        (Place::Room, "!t1 board"),
        (Place::Room, "!t1"),
        (Place::Thread(&root), "t1 board"),
    ] {
        let shown = chat.say("carol", place, line).unwrap();
        let text = shown.plain();
        assert!(text.starts_with("t1: MATRX GIPF, alice"), "{text}");
        assert!(text.contains("alice wins: bob resigns"), "{text}");
        assert!(!text.contains("rematch"), "{text}");
        assert!(text.contains("t1 export"), "{text}");
        let board = |block: &Block| matches!(block, Block::Position(_));
        assert!(shown.blocks.iter().any(board), "{text}");
    }
    let words = chat.ask("carol", Place::Room, "!t1 board words");
    assert!(words.contains("b2"), "{words}");
}

#[test]
fn the_record_of_a_game_before_a_rematch_tells_how_it_ended() {
    let (mut chat, _) = rematch();
    let exported = chat.ask("alice", Place::Room, "!t1 export");
    assert!(exported.starts_with("The record of table t1"), "{exported}");
    let text = &exported[exported.find('\n').unwrap()..];
    let record: Record = text.trim().parse().unwrap();
    assert_eq!(record.tags.players, ["alice", "bob"]);
    assert_eq!(record.tags.ending, Some(Ending::Resigned(Seat::Second)));
    assert_eq!(
        record.tags.date.map(|date| date.to_string()).as_deref(),
        Some("2026-11-21")
    );
}

#[test]
fn nothing_can_be_done_at_a_game_before_a_rematch() {
    let (mut chat, root) = rematch();
    let stored = chat.saved.clone();
    let over = "That game is over: `!t1 board` shows its end, `!help` tells what can be played.";
    for (line, refused) in [
        ("!t1 Ga1", over),
        ("!t1 m Gi1-h1", over),
        ("!t1 7", "no numbered question"),
        ("!t1 moves", over),
        ("!t1 takeback", over),
        ("!t1 draw", over),
        ("!t1 resign", over),
        ("!t1 rematch", "a newer table in that thread"),
        ("!t1 accept", "a newer table in that thread"),
        ("!t1 withdraw", ""),
        ("!t1 verify", ""),
        ("!t1 hint", ""),
    ] {
        let answer = chat.ask("bob", Place::Room, line);
        assert!(answer.contains(refused), "{line}: {answer}");
        assert!(!answer.contains("no table t1"), "{line}: {answer}");
    }
    assert_eq!(chat.saved, stored);
    // What is said in the thread is still meant for the newest game.
    let board = chat.ask("bob", Place::Thread(&root), "board");
    assert!(board.starts_with("t2: "), "{board}");
}

#[test]
fn games_that_are_over_are_listed_the_newest_first() {
    let (mut chat, root) = rematch();
    let none = chat.ask(
        "carol",
        Place::OtherRoom("!other:example.org"),
        "!tables over",
    );
    assert!(none.starts_with("No game is over here yet."), "{none}");
    let over = chat.ask("carol", Place::Room, "!tables over");
    let lines: Vec<&str> = over.lines().collect();
    assert!(
        lines[0].contains("`!t1 board`") || lines[0].contains("!t1 board"),
        "{over}"
    );
    assert_eq!(
        lines[1..],
        [
            "t1: MATRX GIPF, alice (White) – bob (Black), over · 2026-11-21 · alice wins: bob resigns."
        ]
    );
    chat.ask("alice", Place::Thread(&root), "draw");
    chat.ask("bob", Place::Thread(&root), "draw");
    for number in 3..=12 {
        chat.ask("alice", Place::Room, "!challenge @bob white");
        let root = chat.last_event();
        chat.ask("bob", Place::Thread(&root), "accept");
        chat.ask("bob", Place::Thread(&root), "resign");
        let end = chat.ask("bob", Place::Thread(&root), "resign");
        assert!(end.contains("alice wins"), "t{number}: {end}");
    }
    chat.restart();
    let over = chat.ask("carol", Place::Room, "!tables over");
    let numbers: Vec<&str> = over
        .lines()
        .skip(1)
        .filter_map(|line| line.split(':').next())
        .collect();
    let expected: Vec<String> = (3..=12).rev().map(|number| format!("t{number}")).collect();
    assert_eq!(numbers, expected);
    let older = chat.ask("carol", Place::Room, "!t2 board");
    assert!(older.contains("agreed"), "{older}");
}

#[test]
fn what_needs_no_table_is_done_at_once_whatever_number_stands_in_front() {
    let (mut chat, _) = rematch();
    let begun = chat.ask("carol", Place::Room, "!t1 challenge @alice zertz");
    assert!(begun.contains("carol challenges you"), "{begun}");
    assert_eq!(
        chat.ask("carol", Place::Room, "!t1 top"),
        chat.ask("carol", Place::Room, "!top")
    );
}

#[test]
fn a_long_game_that_has_just_ended_is_listed_first() {
    let mut chat = Chat::new();
    let mut roots = Vec::new();
    for _ in 0..2 {
        chat.ask("alice", Place::Room, "!challenge @bob white");
        let root = chat.last_event();
        chat.ask("bob", Place::Thread(&root), "accept");
        roots.push(root);
    }
    for root in roots.iter().rev() {
        chat.ask("bob", Place::Thread(root), "resign");
        chat.ask("bob", Place::Thread(root), "resign");
        chat.time += HOUR * 24;
    }
    let over = chat.ask("carol", Place::Room, "!tables over");
    let listed: Vec<&str> = over.lines().skip(1).collect();
    assert!(
        listed[0].starts_with("t1: ") && listed[1].starts_with("t2: "),
        "{over}"
    );
}

#[test]
fn what_is_over_elsewhere_is_listed_nowhere_else() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let own = chat.ask("alice", Place::Direct, "tables over");
    assert!(own.contains("t1: "), "{own}");
    let room = chat.ask("alice", Place::Room, "!tables over");
    assert!(room.starts_with("No game is over here yet."), "{room}");
}
