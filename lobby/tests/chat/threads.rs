//! Threads of tables, and the lookup of the request that `accept` answers.

use jiff::SignedDuration;
use lobby::{saved::SavedStage, terms::Occasion};

use crate::{
    contests::announced,
    room::{Chat, Place, person},
};

/// A finished duel of alice and bob; returns the root of its thread.
fn finished(chat: &mut Chat) -> String {
    let root = chat.duel();
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&root), "resign");
    }
    root
}

/// Checks that the game in a thread is over but still in memory, with all commands of its players.
fn is_at_hand(chat: &mut Chat, root: &str, table: &str) {
    for who in ["alice", "carol"] {
        let board = chat.ask(who, Place::Thread(root), "board");
        assert!(board.starts_with("list-duel-over "), "{board}");
        assert!(board.contains(&format!(" table={table} ")), "{board}");
    }
    let record = chat.ask("bob", Place::Thread(root), "export");
    assert!(
        record.contains(&format!("export-done table={table}\n")),
        "{record}"
    );
}

#[test]
fn a_challenge_of_others_begins_its_own_thread() {
    for accepted_by in ["alice", "bob", "dave"] {
        let mut chat = Chat::new();
        chat.people.push(person("dave"));
        let root = finished(&mut chat);
        let asked = chat.say("carol", Place::Thread(&root), "!challenge anyone");
        let asked = asked.unwrap();
        assert_eq!((&asked.thread, &asked.reply_to), (&None, &None));
        assert_eq!(
            asked.plain(),
            "challenge-made-anyone from=carol game=matrx prefix=! side=random table=t2\n\
             challenge-moved owner=t1 prefix=!"
        );
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
        assert!(board.contains("list-duel black="), "{board}");
        assert!(board.contains(" table=t2 "), "{board}");
        // Its players can go on where they were.
        chat.ask("alice", Place::Thread(&root), "rematch");
        let again = chat.say("bob", Place::Thread(&root), "accept").unwrap();
        let begun = "duel-begun black=alice game=matrx table=t3 white=bob";
        assert!(again.plain().contains(begun), "{again:?}");
        assert_eq!(again.thread, Some(root));
    }
}

#[test]
fn a_thread_belongs_to_its_running_game() {
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
        let listed = "list-duel black=bob game=matrx mover=alice table=t1 white=alice\n";
        assert!(moved.contains(listed), "{moved}");
    }
    let asked = chat.say("alice", Place::Room, "!challenge anyone").unwrap();
    let waiting = chat.last_event();
    assert_eq!(asked.reply_to.as_ref(), Some(&waiting));
    let asked = chat.say("carol", Place::Thread(&waiting), "challenge anyone");
    assert_eq!(asked.unwrap().thread, None);
}

#[test]
fn players_play_on_in_their_own_thread() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    let asked = chat.say("bob", Place::Thread(&root), "challenge @alice zertz-basic");
    assert_eq!(asked.unwrap().thread.as_ref(), Some(&root));
    let begun = chat.say("alice", Place::Thread(&root), "accept").unwrap();
    let told = "duel-begun black=bob game=zertz-basic table=t2 white=alice";
    assert!(begun.plain().contains(told), "{begun:?}");
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
fn runs_of_others_begin_in_no_thread() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    for who in ["carol", "alice"] {
        let refused = chat.ask(who, Place::Thread(&root), "!run here");
        assert_eq!(refused, "table-thread-taken owner=t1 prefix=!");
    }
    chat.ask("carol", Place::Room, "!run here");
    let run = chat.last_event();
    for _ in 0..2 {
        chat.ask("carol", Place::Thread(&run), "quit");
    }
    let refused = chat.ask("bob", Place::Thread(&run), "run here");
    assert_eq!(refused, "table-thread-taken owner=t2 prefix=!");
    let asked = chat.say("bob", Place::Thread(&run), "challenge anyone");
    assert_eq!(asked.unwrap().thread, None);
    is_at_hand(&mut chat, &root, "t1");
    let board = chat.ask("bob", Place::Thread(&run), "board");
    assert!(
        board.starts_with("list-run-over game=run table=t2 white=carol\n"),
        "{board}"
    );
}

#[test]
fn a_challenge_is_not_accepted_in_foreign_threads() {
    let mut chat = Chat::new();
    let root = finished(&mut chat);
    chat.ask("carol", Place::Thread(&root), "!challenge anyone");
    let refused = chat.say("bob", Place::Thread(&root), "t2 accept").unwrap();
    assert_eq!(refused.thread.as_ref(), Some(&root));
    assert_eq!(
        refused.plain(),
        "challenge-accept-in-room owner=t1 prefix=! table=t2"
    );
    assert!(matches!(chat.saved[&2].stage, SavedStage::Challenge(_)));
    is_at_hand(&mut chat, &root, "t1");
    // Some clients reply in a thread below the bot's own message.
    let begun = chat.say("bob", Place::Thread("$said"), "!accept").unwrap();
    assert_eq!(begun.thread.as_deref(), Some("$said"));
}

/// A user who sees a line before the bot writes in the thread below it may write there first.
#[test]
fn a_thread_below_a_challenge_is_not_shared() {
    let mut chat = Chat::new();
    chat.ask("carol", Place::Thread("$2"), "!challenge anyone");
    chat.ask("alice", Place::Room, "!challenge @bob");
    assert_eq!(chat.last_event(), "$2");
    let begun = chat.say("bob", Place::Room, "!accept").unwrap();
    assert_eq!(begun.thread.as_deref(), Some("$3"));
}

#[test]
fn accept_answers_personal_questions_first() {
    for in_thread in [true, false] {
        let mut chat = Chat::new();
        let root = finished(&mut chat);
        let place = if in_thread {
            Place::Thread(&root)
        } else {
            Place::Room
        };
        chat.ask("carol", Place::Thread(&root), "!challenge anyone");
        chat.ask("alice", Place::Thread(&root), "rematch");
        chat.ask("carol", Place::Thread(&root), "!challenge anyone");
        if !in_thread {
            let which = chat.ask("bob", place, "!accept");
            assert!(which.starts_with("table-which "), "{which}");
            chat.wait(SignedDuration::from_mins(3));
        }
        let again = chat.say("bob", place, "!accept").unwrap();
        let begun = "duel-begun black=alice game=matrx table=t4 white=bob";
        assert!(again.plain().contains(begun), "{again:?}");
        assert_eq!(again.thread, Some(root));
        assert!(
            again.plain().ends_with(" player=bob seat=white"),
            "the sides are exchanged"
        );
        // Bob is not mentioned if he has just written in the thread.
        let called = if in_thread {
            &[][..]
        } else {
            &[person("bob").id]
        };
        assert_eq!(again.mentions, called);
    }
}

#[test]
fn draws_and_takebacks_come_before_challenges_of_others() {
    for (asked, expected) in [
        ("draw", "\nend-agreed\n"),
        ("takeback", "takeback-done actions=`Gb2`\n"),
    ] {
        let mut chat = Chat::new();
        let root = chat.duel();
        chat.ask("alice", Place::Thread(&root), "Gb2");
        chat.ask("alice", Place::Thread(&root), asked);
        chat.ask("carol", Place::Thread(&root), "!challenge anyone");
        let which = chat.ask("bob", Place::Room, "!accept");
        assert!(which.starts_with("table-which "), "{which}");
        chat.wait(SignedDuration::from_mins(3));
        let answer = chat.ask("bob", Place::Room, "!accept");
        assert!(answer.contains(expected), "{answer}");
    }
}

#[test]
fn a_challenge_by_name_comes_before_open_ones() {
    for (answer, expected) in [
        (
            "!accept",
            "duel-begun black=alice game=matrx table=t2 white=bob\n",
        ),
        (
            "!decline",
            "challenge-declined from=alice name=bob table=t2",
        ),
    ] {
        let mut chat = Chat::new();
        chat.ask("carol", Place::Room, "!challenge anyone");
        chat.ask("alice", Place::Room, "!challenge @bob");
        chat.ask("carol", Place::Room, "!challenge anyone");
        if answer == "!accept" {
            let which = chat.ask("bob", Place::Room, answer);
            assert!(which.starts_with("table-which "), "{which}");
            chat.wait(SignedDuration::from_mins(3));
        }
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
            assert!(which.starts_with("table-which example=t"), "{which}");
            assert!(
                which.ends_with(&format!(" prefix=! tables={expected} text={answer}")),
                "{which}"
            );
        }
        assert_eq!(chat.saved, before);
    };
    chat.ask("carol", Place::Room, "!challenge @bob");
    chat.ask("alice", Place::Thread(&root), "rematch");
    which(&mut chat, "t1, t2");
    // In the thread the request is unambiguous.
    chat.ask("bob", Place::Thread(&root), "decline");
    chat.ask("alice", Place::Room, "!challenge @bob");
    which(&mut chat, "t2, t3");
    chat.ask("bob", Place::Room, "!t2 decline");
    let begun = chat.ask("bob", Place::Room, "!accept");
    let told = "duel-begun black=alice game=matrx table=t3 white=bob\n";
    assert!(begun.contains(told), "{begun}");
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.ask("carol", Place::Room, "!challenge anyone");
    which(&mut chat, "t4, t5");
}

#[test]
fn two_offered_draws_need_a_table_number() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("alice", thread, "t1 draw");
    chat.ask("alice", thread, "draw");
    let which = chat.ask("bob", thread, "accept");
    assert_eq!(
        which,
        "table-which example=t1 prefix= tables=t1, t2 text=accept"
    );
    // A challenge by others does not get in between.
    let asked = chat.say("carol", thread, "challenge anyone").unwrap();
    assert_eq!(asked.thread, None);
    let drawn = chat.ask("bob", thread, "t2 accept");
    assert!(drawn.contains("end-agreed\n"), "{drawn}");
    assert_eq!(chat.saved[&2].occasion, Occasion::Contest(1));
    let drawn = chat.ask("bob", thread, "accept");
    assert!(drawn.contains("end-agreed\n"), "{drawn}");
}

#[test]
fn a_bystander_answers_nothing_in_a_thread() {
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

#[test]
fn a_rematch_names_the_one_begun_already() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    for _ in 0..2 {
        chat.ask("bob", thread, "resign");
    }
    chat.ask("bob", thread, "rematch");
    chat.ask("alice", thread, "accept");
    let refused = chat.ask("bob", Place::Room, "!t1 rematch");
    assert_eq!(refused, "rematch-on-already table=t2");
}

#[test]
fn a_writer_in_the_room_is_mentioned() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let asked = chat.say("alice", Place::Room, "!t1 resign").unwrap();
    assert_eq!(asked.thread.as_ref(), Some(&root));
    assert_eq!(asked.mentions, [person("alice").id]);
    let asked = chat.say("alice", Place::Thread(&root), "resign").unwrap();
    assert!(asked.mentions.is_empty(), "{asked:?}");
}

#[test]
fn the_opponent_and_the_writer_are_both_mentioned() {
    let mut chat = Chat::new();
    chat.duel();
    for line in ["!t1 Gb2", "!t1 draw"] {
        let said = chat.say("alice", Place::Room, line).unwrap();
        assert_eq!(said.mentions, [person("bob").id, person("alice").id]);
    }
}
