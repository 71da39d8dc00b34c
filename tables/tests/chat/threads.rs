//! Whose thread is whose, and whom an `accept` answers.

use tables::{saved::SavedStage, terms::Occasion};

use crate::{
    contests::announced,
    room::{Chat, Place, person},
};

/// A duel of Alice and Bob that is over; the root of its thread.
fn finished(chat: &mut Chat) -> String {
    let root = chat.duel();
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&root), "resign");
    }
    root
}

/// The game in a thread is over and still there, with all that its players can ask for.
fn is_at_hand(chat: &mut Chat, root: &str, table: &str) {
    for who in ["alice", "carol"] {
        let board = chat.ask(who, Place::Thread(root), "board");
        assert!(board.starts_with(&format!("{table}:")), "{board}");
        assert!(board.contains(", over"), "{board}");
    }
    let record = chat.ask("bob", Place::Thread(root), "export");
    assert!(record.contains(&format!("table {table}:")), "{record}");
}

#[test]
fn a_challenge_of_others_in_a_thread_begins_its_own() {
    for accepted_by in ["alice", "bob", "dave"] {
        let mut chat = Chat::new();
        chat.people.push(person("dave"));
        let root = finished(&mut chat);
        let asked = chat.say("carol", Place::Thread(&root), "!challenge anyone");
        let asked = asked.unwrap();
        assert_eq!((&asked.thread, &asked.reply_to), (&None, &None));
        assert!(asked.plain().contains("`!accept`"), "{asked:?}");
        assert!(asked.plain().contains("thread of table t1"), "{asked:?}");
        is_at_hand(&mut chat, &root, "t1");
        chat.restart();
        let begun = chat.say(accepted_by, Place::Room, "!accept").unwrap();
        let own = chat.last_event();
        assert_eq!(begun.thread.as_ref(), Some(&own), "{begun:?}");
        assert_eq!(chat.saved[&2].thread.as_ref(), Some(&own));
        is_at_hand(&mut chat, &root, "t1");
        chat.restart();
        is_at_hand(&mut chat, &root, "t1");
        let board = chat.ask("carol", Place::Thread(&own), "board");
        assert!(board.starts_with("t2:"), "{board}");
        // Its players can go on where they were.
        chat.ask("alice", Place::Thread(&root), "rematch");
        let again = chat.say("bob", Place::Thread(&root), "accept").unwrap();
        assert!(again.plain().contains("Table t3"), "{again:?}");
        assert_eq!(again.thread, Some(root));
    }
}

#[test]
fn a_thread_of_a_game_that_is_on_belongs_to_it_too() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for (who, line) in [
        ("carol", "challenge anyone"),
        ("carol", "!challenge @bob"),
        ("alice", "!challenge @carol"),
    ] {
        let asked = chat.say(who, Place::Thread(&root), line).unwrap();
        assert_eq!(asked.thread, None, "{line}");
        let moved = chat.ask("alice", Place::Thread(&root), "board");
        assert!(moved.starts_with("t1:"), "{moved}");
    }
    let asked = chat.say("alice", Place::Room, "!challenge anyone").unwrap();
    let waiting = chat.last_event();
    assert_eq!(asked.reply_to.as_ref(), Some(&waiting));
    let asked = chat.say("carol", Place::Thread(&waiting), "challenge anyone");
    assert_eq!(asked.unwrap().thread, None);
}

#[test]
fn players_of_a_game_that_is_over_can_go_on_in_their_thread() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    let asked = chat.say("bob", Place::Thread(&root), "challenge @alice zertz-basic");
    assert_eq!(asked.unwrap().thread.as_ref(), Some(&root));
    let begun = chat.say("alice", Place::Thread(&root), "accept").unwrap();
    assert!(begun.plain().contains("Table t2, ZÈRTZ"), "{begun:?}");
    assert_eq!(begun.thread, Some(root));
}

#[test]
fn with_somebody_else_a_player_begins_another_thread() {
    for line in ["challenge @carol", "challenge anyone"] {
        let mut chat = Chat::new();
        let root = finished(&mut chat);
        chat.ask("alice", Place::Thread(&root), line);
        let begun = chat.say("carol", Place::Room, "!accept").unwrap();
        assert_eq!(begun.thread, Some(chat.last_event()));
        is_at_hand(&mut chat, &root, "t1");
    }
}

#[test]
fn a_run_of_others_does_not_begin_in_a_thread() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    for who in ["carol", "alice"] {
        let refused = chat.ask(who, Place::Thread(&root), "!run here");
        assert!(refused.contains("belongs to table t1"), "{refused}");
    }
    chat.ask("carol", Place::Room, "!run here");
    let run = chat.last_event();
    for _ in 0..2 {
        chat.ask("carol", Place::Thread(&run), "quit");
    }
    let refused = chat.ask("bob", Place::Thread(&run), "run here");
    assert!(refused.contains("belongs to table t2"), "{refused}");
    let asked = chat.say("bob", Place::Thread(&run), "challenge anyone");
    assert_eq!(asked.unwrap().thread, None);
    is_at_hand(&mut chat, &root, "t1");
    let board = chat.ask("bob", Place::Thread(&run), "board");
    assert!(board.starts_with("t2:"), "{board}");
}

#[test]
fn a_game_asked_for_in_the_room_begins_in_no_thread_of_others() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    chat.ask("carol", Place::Thread(&root), "!challenge anyone");
    let refused = chat.say("bob", Place::Thread(&root), "t2 accept").unwrap();
    assert_eq!(refused.thread.as_ref(), Some(&root));
    let refused = refused.plain();
    assert!(refused.contains("belongs to table t1"), "{refused}");
    assert!(refused.contains("`!t2 accept`"), "{refused}");
    assert!(matches!(chat.saved[&2].stage, SavedStage::Challenge(_)));
    is_at_hand(&mut chat, &root, "t1");
    // Some clients let people answer in a thread below the bot's own message.
    let begun = chat.say("bob", Place::Thread("$said"), "!accept").unwrap();
    assert_eq!(begun.thread.as_deref(), Some("$said"));
}

/// Whoever sees a line sooner than the bot can write in the thread below it first.
#[test]
fn a_thread_that_was_begun_below_a_challenge_of_others_is_not_shared() {
    let mut chat = Chat::new();
    chat.ask("carol", Place::Thread("$2"), "!challenge anyone");
    chat.ask("alice", Place::Room, "!challenge @bob");
    assert_eq!(chat.last_event(), "$2");
    let begun = chat.say("bob", Place::Room, "!accept").unwrap();
    assert_eq!(begun.thread.as_deref(), Some("$3"));
}

#[test]
fn accept_answers_what_was_asked_of_this_person_first() {
    for in_thread in [true, false] {
        let mut chat = Chat::new();
        let root = finished(&mut chat);
        let place = match in_thread {
            true => Place::Thread(&root),
            false => Place::Room,
        };
        chat.ask("carol", Place::Thread(&root), "!challenge anyone");
        chat.ask("alice", Place::Thread(&root), "rematch");
        chat.ask("carol", Place::Thread(&root), "!challenge anyone");
        let again = chat.say("bob", place, "!accept").unwrap();
        assert!(again.plain().contains("Table t4"), "{again:?}");
        assert_eq!(again.thread, Some(root));
        assert!(
            again.plain().contains("bob (White), your turn"),
            "the sides are exchanged"
        );
        // Beside the answer bob's line stands only in the thread.
        let called = if in_thread {
            &[][..]
        } else {
            &[person("bob").id]
        };
        assert_eq!(again.mentions, called);
    }
}

#[test]
fn a_draw_and_a_takeback_come_before_a_challenge_of_others() {
    for (asked, expected) in [("draw", "A draw"), ("takeback", "Taken back")] {
        let mut chat = Chat::new();
        let root = chat.duel();
        chat.ask("alice", Place::Thread(&root), "Gb2");
        chat.ask("alice", Place::Thread(&root), asked);
        chat.ask("carol", Place::Thread(&root), "!challenge anyone");
        let answer = chat.ask("bob", Place::Room, "!accept");
        assert!(answer.contains(expected), "{answer}");
    }
}

#[test]
fn a_challenge_by_name_comes_before_one_for_anyone() {
    for (answer, expected) in [("!accept", "Table t2"), ("!decline", "(table t2)")] {
        let mut chat = Chat::new();
        chat.ask("carol", Place::Room, "!challenge anyone");
        chat.ask("alice", Place::Room, "!challenge @bob");
        chat.ask("carol", Place::Room, "!challenge anyone");
        let answered = chat.ask("bob", Place::Room, answer);
        assert!(answered.contains(expected), "{answered}");
    }
}

#[test]
fn accept_and_decline_ask_when_two_fit() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    let which = |chat: &mut Chat, expected: &str| {
        let before = chat.saved.clone();
        for answer in ["accept", "decline"] {
            let which = chat.ask("bob", Place::Room, &format!("!{answer}"));
            assert!(which.contains(expected), "{which}");
            assert!(which.contains(&format!("{answer}`")), "{which}");
        }
        assert_eq!(chat.saved, before);
    };
    chat.ask("carol", Place::Room, "!challenge @bob");
    chat.ask("alice", Place::Thread(&root), "rematch");
    which(&mut chat, "t1, t2");
    // In the thread it is plain what is meant.
    chat.ask("bob", Place::Thread(&root), "decline");
    chat.ask("alice", Place::Room, "!challenge @bob");
    which(&mut chat, "t2, t3");
    chat.ask("bob", Place::Room, "!t2 decline");
    let begun = chat.ask("bob", Place::Room, "!accept");
    assert!(begun.contains("Table t3"), "{begun}");
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.ask("carol", Place::Room, "!challenge anyone");
    which(&mut chat, "t4, t5");
}

#[test]
fn where_one_game_waits_for_another_it_is_asked_which_draw_is_meant() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("alice", thread, "t1 draw");
    chat.ask("alice", thread, "draw");
    let which = chat.ask("bob", thread, "accept");
    assert!(
        which.contains("t1, t2") && which.contains("`t1 accept`"),
        "{which}"
    );
    // Others do not come in between.
    let asked = chat.say("carol", thread, "challenge anyone").unwrap();
    assert_eq!(asked.thread, None);
    let drawn = chat.ask("bob", thread, "t2 accept");
    assert!(drawn.contains("A draw"), "{drawn}");
    assert_eq!(chat.saved[&2].occasion, Occasion::Contest(1));
    let drawn = chat.ask("bob", thread, "accept");
    assert!(drawn.contains("A draw"), "{drawn}");
}

#[test]
fn who_plays_nowhere_answers_nothing_in_a_thread() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    chat.ask("alice", Place::Thread(&root), "rematch");
    chat.ask("alice", Place::Room, "!challenge anyone");
    let before = chat.saved.clone();
    for line in ["accept", "decline", "!accept", "!t1 accept"] {
        chat.ask("carol", Place::Thread(&root), line);
        assert_eq!(chat.saved, before, "{line}");
    }
}
