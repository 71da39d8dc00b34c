//! Finished games that are loaded from the store.

use games::{Record, Seat, Termination};

use lobby::Block;

use crate::room::{Chat, HOUR, Place};

/// Alice resigns t1, and a rematch, t2, is in progress in its thread.
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

/// The tables in a list of finished games.
fn listed(over: &str) -> Vec<&str> {
    let lines = over.lines().filter(|line| line.starts_with("list-over "));
    let rest = lines.filter_map(|line| Some(line.split_once(" table=")?.1));
    rest.filter_map(|rest| rest.split(' ').next()).collect()
}

#[test]
fn games_before_a_rematch_can_be_shown() {
    let (mut chat, root) = rematch();
    for (place, line) in [
        (Place::Room, "!t1 board"),
        (Place::Room, "!t1"),
        (Place::Thread(&root), "t1 board"),
    ] {
        let shown = chat.say("carol", place, line).unwrap();
        let text = shown.plain();
        assert!(
            text.starts_with("list-duel-over black=bob game=matrx table=t1 white=alice\n"),
            "{text}"
        );
        assert!(
            text.contains("\nend-resigned loser=bob player=alice seat=white\n"),
            "{text}"
        );
        assert!(!text.contains("again-duel"), "{text}");
        assert!(text.contains("\nagain-past "), "{text}");
        assert!(text.ends_with(" table=t1"), "{text}");
        let board = |block: &Block| matches!(block, Block::Position(_));
        assert!(shown.blocks.iter().any(board), "{text}");
    }
    let words = chat.ask("carol", Place::Room, "!t1 board words");
    let pieces = "\nwords-pieces pile=G player=alice seat=white spots=b2\n";
    assert!(words.contains(pieces), "{words}");
}

#[test]
fn the_record_before_a_rematch_tells_its_end() {
    let (mut chat, _) = rematch();
    let exported = chat.ask("alice", Place::Room, "!t1 export");
    assert!(exported.starts_with("export-done table=t1\n"), "{exported}");
    let text = &exported[exported.find('\n').unwrap()..];
    let record: Record = text.trim().parse().unwrap();
    assert_eq!(record.tags.players, ["alice", "bob"]);
    assert_eq!(
        record.tags.ending,
        Some(Termination::Resigned(Seat::Second))
    );
    assert_eq!(
        record.tags.date.map(|date| date.to_string()).as_deref(),
        Some("2026-11-21")
    );
}

#[test]
fn games_before_a_rematch_cannot_be_changed() {
    let (mut chat, root) = rematch();
    let stored = chat.saved.clone();
    let over = "table-game-over prefix=! table=t1";
    for (line, refused) in [
        ("!t1 Ga1", over),
        ("!t1 m Gi1-h1", over),
        ("!t1 7", "nothing-to-pick"),
        ("!t1 moves", over),
        ("!t1 takeback", over),
        ("!t1 draw", over),
        ("!t1 resign", over),
        ("!t1 rematch", "rematch-on-already table=t2"),
        ("!t1 accept", "rematch-on-already table=t2"),
        ("!t1 withdraw", "nothing-to-withdraw"),
        ("!t1 verify", "verify-no-dice"),
        ("!t1 hint", over),
    ] {
        assert_eq!(chat.ask("bob", Place::Room, line), refused, "{line}");
    }
    assert_eq!(chat.saved, stored);
    // Without a number, the newest game in the thread.
    let board = chat.ask("bob", Place::Thread(&root), "board");
    assert!(
        board.contains("list-duel black=alice game=matrx mover=bob table=t2 white=bob\n"),
        "{board}"
    );
}

#[test]
fn finished_games_are_listed_newest_first() {
    let (mut chat, root) = rematch();
    let none = chat.ask(
        "carol",
        Place::OtherRoom("!other:example.org"),
        "!tables over",
    );
    assert_eq!(none, "list-none-over prefix=!");
    let over = chat.ask("carol", Place::Room, "!tables over");
    assert_eq!(
        over,
        "list-games-over example=t1 prefix=!\n\
         list-over date=2026-11-21 how=end-resigned loser=bob player=alice seat=white \
         what=list-duel-over black=bob game=matrx table=t1 white=alice"
    );
    chat.ask("alice", Place::Thread(&root), "draw");
    chat.ask("bob", Place::Thread(&root), "draw");
    for number in 3..=12 {
        chat.ask("alice", Place::Room, "!challenge @bob white");
        let root = chat.last_event();
        chat.ask("bob", Place::Thread(&root), "accept");
        chat.ask("bob", Place::Thread(&root), "resign");
        let end = chat.ask("bob", Place::Thread(&root), "resign");
        assert!(
            end.contains("\nend-resigned loser=bob player=alice "),
            "t{number}: {end}"
        );
    }
    chat.restart();
    let over = chat.ask("carol", Place::Room, "!tables over");
    let expected: Vec<String> = (3..=12).rev().map(|number| format!("t{number}")).collect();
    assert_eq!(listed(&over), expected);
    let older = chat.ask("carol", Place::Room, "!t2 board");
    assert!(older.contains("\nend-agreed\n"), "{older}");
}

#[test]
fn games_of_a_day_are_listed_newest_end_first() {
    let mut chat = Chat::new();
    let roots: Vec<String> = (0..3).map(|_| chat.duel()).collect();
    for root in [&roots[2], &roots[0], &roots[1]] {
        chat.ask("alice", Place::Thread(root), "resign");
        chat.ask("alice", Place::Thread(root), "resign");
    }
    chat.restart();
    let over = chat.ask("carol", Place::Room, "!tables over");
    assert_eq!(listed(&over), ["t2", "t1", "t3"]);
    // A record that knows only the day of its end.
    let mut stored = serde_json::to_value(&chat.saved[&2]).unwrap();
    let end = &mut stored["stage"]["over"]["ended_on"];
    assert!(end.as_str().unwrap().starts_with("2026-11-21T12:00:"));
    *end = "2026-11-21".into();
    chat.saved
        .insert(2, serde_json::from_value(stored).unwrap());
    chat.restart();
    let over = chat.ask("carol", Place::Room, "!tables over");
    assert_eq!(listed(&over), ["t1", "t3", "t2"]);
}

#[test]
fn commands_without_a_table_ignore_its_number() {
    let (mut chat, _) = rematch();
    let begun = chat.ask("carol", Place::Room, "!t1 challenge @alice zertz");
    assert!(
        begun.starts_with("challenge-made from=carol game=zertz-basic ")
            && begun.ends_with(" to=alice"),
        "{begun}"
    );
    assert_eq!(
        chat.ask("carol", Place::Room, "!t1 top"),
        chat.ask("carol", Place::Room, "!top")
    );
}

#[test]
fn the_game_that_ended_last_is_listed_first() {
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
    assert_eq!(listed(&over), ["t1", "t2"]);
}

#[test]
fn games_of_other_rooms_are_not_listed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let own = chat.ask("alice", Place::Direct, "tables over");
    assert_eq!(listed(&own), ["t1"]);
    let room = chat.ask("alice", Place::Room, "!tables over");
    assert_eq!(room, "list-none-over prefix=!");
}

#[test]
fn the_last_finished_duel_is_analysed_by_default() {
    let (mut chat, _) = rematch();
    let refused = chat.ask("carol", Place::Direct, "analyse");
    assert_eq!(refused, "table-nothing-on");
    // The rematch is in progress.
    let analysed = chat.ask("alice", Place::Room, "!analyse");
    assert!(
        analysed.starts_with("analysis-heading ") && analysed.contains(" table=t1 "),
        "{analysed}"
    );
}

#[test]
fn the_last_finished_game_is_exported_by_default() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Direct, "export");
    assert_eq!(refused, "table-nothing-on");
    chat.ask("alice", Place::Direct, "setup gipf-basic");
    chat.ask("alice", Place::Direct, "b3");
    for line in ["quit", "quit"] {
        chat.ask("alice", Place::Direct, line);
    }
    chat.restart();
    let record = chat.ask("alice", Place::Direct, "export");
    assert!(record.starts_with("export-done table=t1\n"), "{record}");
    let replay = chat.ask("alice", Place::Direct, "replay");
    assert!(replay.contains(" table=t1"), "{replay}");
    // A run cannot be analysed.
    chat.ask("alice", Place::Direct, "run");
    let analysed = chat.ask("alice", Place::Direct, "analyse");
    assert!(analysed.contains(" table=t1 "), "{analysed}");
}
