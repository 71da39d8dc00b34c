//! Forgetting a player.

use crate::room::{Chat, HOUR, NOON, Place, person};
use jiff::SignedDuration;
use tables::saved::SavedStage;

/// Alice has finished the run of the day and a duel against Bob, whose thread is returned, and does
/// not want to be listed.
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
    assert!(sure.contains("once more"), "{sure}");
    chat.ask("alice", Place::Direct, "forget me")
}

/// Everything that is stored, as text.
fn stored(chat: &Chat) -> String {
    format!("{:?} {:?} {:?}", chat.saved, chat.results, chat.settings)
}

#[test]
fn nothing_that_is_stored_names_a_forgotten_player() {
    let mut chat = Chat::new();
    let duel = played(&mut chat);
    assert!(stored(&chat).contains("alice"));
    let forgotten = forget(&mut chat);
    assert!(forgotten.contains("You are forgotten"), "{forgotten}");
    assert!(!stored(&chat).contains("alice"), "{}", stored(&chat));
    assert!(chat.results.is_empty());
    let SavedStage::Over {
        players, record, ..
    } = &chat.saved[&2].stage
    else {
        panic!("{:?}", chat.saved[&2]);
    };
    assert_eq!(players[0].name, "somebody who left");
    assert_eq!(players[1], person("bob"));
    assert!(record.contains("\nGb2\n"));
    for restarted in [false, true] {
        if restarted {
            chat.restart();
        }
        let board = chat.ask("bob", Place::Thread(&duel), "board");
        assert!(board.contains("somebody who left (White)"), "{board}");
        assert!(!board.contains("alice"), "{board}");
        let own = chat.ask("alice", Place::Direct, "me");
        assert!(own.contains("Basic runs: 0 finished"), "{own}");
        let gone = chat.ask("alice", Place::Direct, "board");
        assert!(gone.contains("Nothing is on here"), "{gone}");
        let list = chat.ask("bob", Place::Direct, "day");
        assert!(!list.contains("alice"), "{list}");
    }
}

#[test]
fn the_run_of_the_day_cannot_be_made_again_by_being_forgotten() {
    let mut chat = Chat::new();
    played(&mut chat);
    forget(&mut chat);
    chat.restart();
    let refused = chat.ask("alice", Place::Direct, "run day");
    assert!(refused.contains("comes in 12 h 0 min"), "{refused}");
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(own.contains("Today: made, and forgotten"), "{own}");
    let begun = chat.ask("bob", Place::Direct, "run day");
    assert!(begun.contains("2026-11-21"), "{begun}");
    // When the day is over, the fingerprint goes as well.
    chat.time = NOON + HOUR * 12;
    let next = chat.ask("alice", Place::Direct, "run day");
    assert!(next.contains("2026-11-22"), "{next}");
    assert!(!chat.settings.keys().any(|key| key.starts_with("tried/")));
}

#[test]
fn forgetting_is_asked_for_twice_within_ten_minutes() {
    let mut chat = Chat::new();
    played(&mut chat);
    let before = stored(&chat);
    chat.ask("alice", Place::Direct, "forget me");
    chat.ask("bob", Place::Direct, "forget me");
    chat.time += SignedDuration::from_mins(11);
    let sure = chat.ask("alice", Place::Direct, "forget me");
    assert!(sure.contains("once more"), "{sure}");
    assert_eq!(stored(&chat), before);
    let forgotten = chat.ask("alice", Place::Room, "!forget me");
    assert!(forgotten.contains("You are forgotten"), "{forgotten}");
}

#[test]
fn a_room_is_told_once_of_a_forgotten_player() {
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
    assert!(told.plain().contains("t1, t2"), "{}", told.plain());
}

#[test]
fn what_a_forgotten_player_plays_or_is_asked_ends_after_that_was_said() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    let duel = chat.duel();
    chat.ask("alice", Place::Thread(&duel), "Gb2");
    chat.ask("carol", Place::Room, "!challenge @alice");
    chat.ask("alice", Place::Room, "!challenge anyone");
    // Nobody can get into these rooms any more, which does not matter.
    let before = stored(&chat);
    let sure = chat.ask("alice", Place::OtherDirect("!new:example.org"), "forget me");
    assert!(
        sure.contains("t1, t2, t3, t4") && sure.contains("without a winner"),
        "{sure}"
    );
    assert_eq!(stored(&chat), before);
    let done = chat.ask("alice", Place::OtherDirect("!new:example.org"), "forget me");
    assert!(done.contains("You are forgotten"), "{done}");
    let [told] = chat.elsewhere.as_slice() else {
        panic!("{:?}", chat.elsewhere);
    };
    assert_eq!(told.thread, Some(duel.clone()));
    assert!(
        told.plain().contains("t2 has ended without a winner"),
        "{}",
        told.plain()
    );
    assert!(!stored(&chat).contains("alice"), "{}", stored(&chat));
    for restarted in [false, true] {
        if restarted {
            chat.restart();
        }
        let board = chat.ask("bob", Place::Thread(&duel), "board");
        assert!(board.contains("somebody who left (White)"), "{board}");
        assert!(board.contains("ended without a winner"), "{board}");
        assert!(
            chat.ask("carol", Place::Room, "!tables")
                .starts_with("No game")
        );
    }
}

#[test]
fn who_was_left_alone_cannot_ask_for_a_rematch() {
    let mut chat = Chat::new();
    let duel = played(&mut chat);
    forget(&mut chat);
    let refused = chat.ask("bob", Place::Thread(&duel), "rematch");
    assert!(refused.contains("cannot be asked"), "{refused}");
    let refused = chat.ask("bob", Place::Thread(&duel), "accept");
    assert!(refused.contains("cannot be asked"), "{refused}");
}

#[test]
fn a_game_of_two_who_are_forgotten_still_tells_which_of_them_won() {
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
        board.contains("The first of them won: the second resigned."),
        "{board}"
    );
}

#[test]
fn of_games_with_nobody_but_the_computer_only_the_numbers_stay() {
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
    assert!(refused.contains("used your try"), "{refused}");
    chat.ask("bob", Place::Direct, "puzzle day");
    chat.ask("bob", Place::Direct, "forget me");
    chat.ask("bob", Place::Direct, "forget me");
    assert_eq!(stored(&chat).matches("tried/").count(), 2);
    chat.ask("bob", Place::Direct, "run day");
    chat.time += HOUR * 24;
    let next = chat.ask("alice", Place::Direct, "run day");
    assert!(next.contains("SHA-256"), "{next}");
}
