//! Duels, from the challenge to the rematch.

use crate::room::{Chat, Place, person};
use tables::{
    saved::SavedStage,
    terms::{End, Pending},
};

#[test]
fn a_challenge_notifies_the_one_who_is_challenged_and_nobody_else() {
    let mut chat = Chat::new();
    let answer = chat
        .say("alice", Place::Room, "!challenge @bob white")
        .unwrap();
    assert_eq!(answer.mentions, [person("bob").id]);
    assert_eq!(
        (answer.thread, answer.reply_to.as_deref()),
        (None, Some("$1"))
    );
    let refused = chat.ask("carol", Place::Room, "!accept");
    assert!(refused.contains("for bob"), "{refused}");
    let refused = chat.ask("alice", Place::Room, "!accept");
    assert!(refused.contains("your own challenge"), "{refused}");
}

#[test]
fn the_board_the_question_and_the_news_come_in_one_message() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let answer = chat.say("alice", Place::Thread(&root), "Gb2").unwrap();
    assert_eq!(answer.thread, Some(root.clone()));
    assert_eq!(answer.mentions, [person("bob").id]);
    let text = answer.plain();
    assert!(text.contains("enters a GIPF piece on b2"), "{text}");
    assert!(text.contains("b2[G]"), "{text}");
    assert!(text.contains("bob (Black), your turn"), "{text}");
}

#[test]
fn only_the_seat_to_move_may_move() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert!(chat.ask("bob", thread, "Gi2").contains("alice's turn"));
    assert!(
        chat.ask("carol", thread, "!m Gi2")
            .contains("Only the players")
    );
    assert_eq!(chat.say("carol", thread, "Gi2"), None);
    chat.ask("alice", thread, "m g a1 b2");
    assert!(chat.ask("alice", thread, "Gc2").contains("bob's turn"));
}

#[test]
fn a_refused_move_says_what_would_be_accepted_and_changes_nothing() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let before = chat.saved.clone();
    let refused = chat.ask("alice", Place::Thread(&root), "Tb3");
    assert!(refused.contains("before anything else"), "{refused}");
    assert!(refused.contains("Type for example `G"), "{refused}");
    assert_eq!(chat.saved, before);
}

#[test]
fn talk_in_a_thread_gets_no_answer() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for talk in [
        "nice move!",
        "accept my thanks",
        "draw me a picture",
        "2",
        "!!!",
        "! what",
        "e",
        "ok",
    ] {
        assert_eq!(
            chat.say("alice", Place::Thread(&root), talk),
            None,
            "{talk}"
        );
    }
    assert_eq!(chat.say("alice", Place::Room, "Gb2"), None);
    assert_eq!(chat.say("alice", Place::Thread("$elsewhere"), "Gb2"), None);
    assert!(
        chat.ask("alice", Place::Room, "!accept please")
            .contains("`!accept`")
    );
    assert!(
        chat.ask("alice", Place::Room, "!dance")
            .contains("don't know")
    );
}

#[test]
fn several_tables_go_on_side_by_side_and_are_told_apart_by_number() {
    let mut chat = Chat::new();
    let first = chat.duel();
    let second = chat.duel();
    let asked = chat.ask("alice", Place::Room, "!m Gb2");
    assert!(
        asked.contains("t1, t2") && asked.contains("`!t1 m Gb2`"),
        "{asked}"
    );
    let long = chat.ask("alice", Place::Room, "!m xc2,c3,c4,c5,c6,c7,d4,d5,d6");
    assert!(long.contains("`!t1 board`"), "{long}");
    let answer = chat.say("alice", Place::Room, "!t2 Gb2").unwrap();
    assert_eq!(answer.thread, Some(second));
    chat.ask("alice", Place::Thread(&first), "Gc2");
    let list = chat.ask("carol", Place::Room, "!tables");
    assert!(
        list.contains("t1: MATRX GIPF") && list.contains("bob to move"),
        "{list}"
    );
    assert!(
        chat.ask("alice", Place::Room, "!t9 board")
            .contains("no table t9")
    );
    assert!(
        chat.ask("alice", Place::Thread(&first), "challenge @carol")
            .contains("thread")
    );
}

#[test]
fn a_draw_needs_both() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let offer = chat.say("alice", thread, "draw").unwrap();
    assert_eq!(offer.mentions, [person("bob").id]);
    assert!(chat.ask("alice", thread, "draw").contains("already"));
    assert!(chat.ask("bob", thread, "decline").contains("declines"));
    chat.ask("bob", thread, "draw");
    assert!(chat.ask("alice", thread, "accept").contains("A draw"));
    assert!(matches!(
        chat.saved[&1].stage,
        SavedStage::Over {
            end: End::Agreed,
            ..
        }
    ));
    assert!(chat.ask("alice", thread, "Gb2").contains("over"));
}

#[test]
fn who_has_to_answer_first_is_told_whom_outside_the_thread_too() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("alice", Place::Thread(&root), "takeback");
    let refused = chat.ask("bob", Place::Room, "!t1 draw");
    assert!(refused.starts_with("First answer alice"), "{refused}");
    chat.ask("bob", Place::Thread(&root), "decline");
    chat.ask("alice", Place::Thread(&root), "draw");
    let refused = chat.ask("bob", Place::Room, "!t1 takeback");
    assert!(refused.contains("the draw that alice offers"), "{refused}");
}

#[test]
fn a_move_lets_an_offer_lapse() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "draw");
    chat.ask("alice", thread, "Gb2");
    let answer = chat.ask("alice", thread, "accept");
    assert!(answer.contains("Nothing waits"), "{answer}");
}

#[test]
fn taking_back_needs_the_other_side_and_goes_back_to_the_own_last_move() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert!(
        chat.ask("alice", thread, "takeback")
            .contains("not moved yet")
    );
    chat.ask("alice", thread, "Gb2");
    chat.ask("bob", thread, "Gi2");
    let asked = chat.ask("alice", thread, "takeback");
    assert!(
        asked.contains("alice asks to take back `Gb2`, `Gi2`."),
        "{asked}"
    );
    nobody_else_answers(&mut chat, &root, "Only the players");
    let other = chat.ask("bob", thread, "takeback");
    assert!(other.contains("First answer alice"), "{other}");
    assert!(matches!(
        chat.saved[&1].stage,
        SavedStage::Playing {
            pending: Some(Pending::Takeback(0)),
            ..
        }
    ));
    let answer = chat.ask("bob", thread, "accept");
    assert!(
        answer.contains("Taken back: `Gb2`, `Gi2`.") && answer.contains("alice (White), your turn"),
        "{answer}"
    );
    let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
        panic!()
    };
    assert!(record.ends_with("options: -\n\n"), "{record}");
}

/// What a player has asked for is answered by nobody who does not play.
fn nobody_else_answers(chat: &mut Chat, root: &str, reason: &str) {
    let before = chat.saved.clone();
    for place in [Place::Thread(root), Place::Room] {
        let refused = chat.ask("carol", place, "!t1 accept");
        assert!(refused.contains(reason), "{refused}");
        let refused = chat.ask("carol", place, "!t1 decline");
        assert!(refused.contains("Nothing waits for your"), "{refused}");
        chat.ask("carol", place, "!t1 withdraw");
    }
    assert_eq!(chat.saved, before);
}

#[test]
fn what_was_asked_for_can_be_withdrawn() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    for wish in ["takeback", "draw"] {
        chat.ask("alice", thread, wish);
        nobody_else_answers(&mut chat, &root, "Only the players");
        let refused = chat.ask("bob", thread, "withdraw");
        assert!(refused.contains("asked for nothing"), "{refused}");
        let withdrawn = chat.say("alice", thread, "withdraw").unwrap();
        assert_eq!(withdrawn.mentions, ["@bob:example.org"]);
        let text = withdrawn.plain();
        assert!(text.contains("any more. It goes on, bob"), "{text}");
        assert!(chat.ask("bob", thread, "accept").contains("Nothing waits"));
    }
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    chat.ask("alice", thread, "rematch");
    nobody_else_answers(&mut chat, &root, "rematch");
    let again = chat.ask("alice", thread, "rematch");
    assert!(again.contains("`withdraw`"), "{again}");
    let withdrawn = chat.ask("alice", thread, "withdraw");
    assert!(
        withdrawn.contains("does not ask to play again"),
        "{withdrawn}"
    );
    assert!(chat.ask("bob", thread, "accept").contains("Nothing waits"));
}

#[test]
fn giving_up_is_asked_for_twice_and_a_rematch_exchanges_the_sides() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert!(chat.ask("bob", thread, "resign").contains("once more"));
    chat.ask("alice", thread, "Gb2");
    assert!(
        chat.ask("bob", thread, "resign").contains("once more"),
        "a move takes it back"
    );
    assert!(
        chat.ask("bob", thread, "resign")
            .contains("alice wins: bob resigns")
    );
    assert!(chat.ask("alice", thread, "!export").contains("\nGb2\n"));
    chat.ask("alice", thread, "rematch");
    let again = chat.say("bob", thread, "rematch").unwrap();
    assert_eq!(
        (again.thread, again.mentions),
        (Some(root.clone()), Vec::new()),
        "bob, who moves, has just written"
    );
    assert!(chat.ask("bob", thread, "Gb2").contains("bob (White)"));
}

#[test]
fn after_a_restart_every_table_goes_on() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    chat.ask("alice", Place::Room, "!challenge anyone matrx-classic");
    let board = chat.ask("bob", thread, "board");
    chat.restart();
    assert_eq!(chat.ask("bob", thread, "board"), board);
    assert!(chat.ask("bob", thread, "Gi2").contains("i2[g]"));
    let begun = chat.ask("carol", Place::Room, "!accept");
    assert!(begun.contains("t2") && begun.contains("classic"), "{begun}");
}

#[test]
fn names_are_found_by_id_first_part_or_display_name() {
    let mut chat = Chat::new();
    for name in ["@bob:example.org", "@bob", "bob", "@Bob"] {
        let asked = chat.ask("alice", Place::Room, &format!("!challenge {name}"));
        assert!(asked.starts_with("bob, alice challenges you"), "{asked}");
        assert!(
            chat.ask("alice", Place::Room, "!withdraw")
                .contains("withdrawn")
        );
    }
    assert!(
        chat.ask("alice", Place::Room, "!challenge @dora")
            .contains("Nobody here")
    );
    assert!(
        chat.ask("alice", Place::Room, "!challenge @alice")
            .contains("yourself")
    );
    assert!(
        chat.ask("alice", Place::Room, "!challenge @bob chess")
            .contains("matrx-classic")
    );
    assert!(
        chat.ask("alice", Place::Room, "!challenge @bob run")
            .contains("alone")
    );
}

#[test]
fn nothing_typed_is_too_long_or_too_strange() {
    let mut chat = Chat::new();
    let long = format!("!{}", "x".repeat(100_000));
    assert!(chat.ask("alice", Place::Room, &long).contains("too long"));
    let answer = chat
        .say("alice", Place::Room, "!<b>@room</b>\u{202e}")
        .map(|m| m.html());
    assert_eq!(answer, None);
    let answer = chat.say("alice", Place::Room, "!x<b>@room").unwrap();
    assert!(answer.html().contains("x&lt;b&gt;@room") && answer.mentions.is_empty());
}

#[test]
fn a_command_outside_the_thread_is_refused_with_names_too() {
    let mut chat = Chat::new();
    chat.duel();
    assert!(
        chat.ask("bob", Place::Room, "!Gb2")
            .contains("alice's turn")
    );
    let refused = chat.ask("alice", Place::Room, "!m Tb3");
    assert!(refused.contains("alice (White), your turn"), "{refused}");
    assert!(
        chat.ask("alice", Place::Room, "!t9 Gb2")
            .contains("no table t9")
    );
    assert!(
        chat.ask("carol", Place::Room, "!t1")
            .contains("alice to move")
    );
}

#[test]
fn a_move_is_read_as_people_write_it_and_slips_are_answered() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert!(
        chat.ask("alice", thread, "Gb2 please")
            .contains("is too much: your turn is over")
    );
    assert!(
        chat.ask("alice", thread, "takeback please")
            .contains("`takeback`")
    );
    assert!(chat.ask("alice", thread, "G.e1").contains("on e2"));
    for talk in [
        "help me",
        "moves like jagger",
        "challenge accepted!",
        "that was a nice move",
    ] {
        assert_eq!(chat.say("bob", thread, talk), None, "{talk}");
    }
    assert_eq!(chat.say("carol", thread, "move on"), None);
}

#[test]
fn an_open_challenge_can_be_accepted_by_anyone_and_declined_by_nobody() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone");
    assert!(
        chat.ask("carol", Place::Room, "!decline")
            .contains("for anyone")
    );
    assert!(
        chat.ask("bob", Place::Room, "!withdraw")
            .contains("Only the one")
    );
    assert!(
        chat.ask("carol", Place::Room, "!accept")
            .contains("Table t1")
    );
}

#[test]
fn one_offer_is_answered_before_another_is_made() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    chat.ask("alice", thread, "draw");
    assert!(
        chat.ask("bob", thread, "takeback")
            .contains("First answer the draw")
    );
    assert!(
        chat.ask("alice", thread, "takeback")
            .contains("asked for something already")
    );
    // Asking whether giving up is meant leaves the offer alone.
    chat.ask("bob", thread, "resign");
    assert!(chat.ask("bob", thread, "accept").contains("A draw"));
    assert!(
        chat.ask("alice", thread, "accept")
            .contains("Nothing waits")
    );
    assert!(chat.ask("carol", thread, "board").contains(", over"));
    assert!(chat.ask("carol", thread, "moves").contains("over"));
}

#[test]
fn an_own_offer_outlives_the_own_move_and_the_other_ones_move_declines_it() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("alice", thread, "Gb2");
    assert!(chat.ask("bob", thread, "Gi2").contains("off the table"));
    assert!(chat.ask("bob", thread, "accept").contains("Nothing waits"));
}

/// Whatever is said, the tables after a restart say the same as those before it.
#[test]
fn a_restart_changes_no_answer() {
    let lines = [
        ("alice", "!challenge @bob"),
        ("bob", "!decline"),
        ("alice", "!challenge @bob white"),
        ("bob", "!accept"),
        ("alice", "!Gb2"),
        ("bob", "!draw"),
        ("alice", "!decline"),
        ("bob", "!resign"),
        ("alice", "!board"),
        ("bob", "!resign"),
        ("alice", "!rematch"),
        ("carol", "!tables"),
        ("bob", "!accept"),
        ("bob", "!Gc2"),
        ("bob", "!takeback"),
        ("carol", "!t2 board"),
        ("carol", "!t3 board"),
        ("alice", "!accept"),
        ("alice", "!moves"),
        ("bob", "!challenge anyone black"),
        ("bob", "!withdraw"),
        ("alice", "!export"),
    ];
    let mut steady = Chat::new();
    let mut restarted = Chat::new();
    for (who, line) in lines {
        restarted.restart();
        let answer = steady.ask(who, Place::Room, line);
        assert_eq!(answer, restarted.ask(who, Place::Room, line), "{line}");
        assert_eq!(steady.saved, restarted.saved);
        assert!(
            !answer.contains("{$") && !answer.contains("{ $"),
            "{answer}"
        );
    }
}
