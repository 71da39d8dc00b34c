//! Puzzles that end otherwise than by their turn, and what counts then.

use tables::{
    Incoming,
    errand::{FollowOutcome, Upgrade},
};

use crate::{
    puzzle::{MIDNIGHT, given, is_over, live, wrong},
    room::{Chat, HOUR, Place, ROOM},
};

/// Solves the puzzle of a table.
fn solve(chat: &mut Chat, place: Place, table: u32) -> String {
    let turn = given(chat, table).turn.join(";");
    chat.ask("alice", place, &turn)
}

#[test]
fn a_puzzle_that_makes_way_is_told_of() {
    for line in [
        "run",
        "play matrx level 1 white",
        "setup gipf-basic w b2=b,e2=B B12 B12",
    ] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, "puzzle gipf");
        let begun = chat.ask("alice", Place::Direct, line);
        assert!(
            begun.starts_with("Your puzzle t1 makes way for this, and counts as missed.\n"),
            "{begun}"
        );
        chat.ask("bob", Place::Direct, "puzzle day");
        let begun = chat.ask("bob", Place::Direct, line);
        assert!(
            begun.starts_with("Your puzzle of 2026-11-21 (t3) makes way for this.\n"),
            "{begun}"
        );
        // Nothing was tried at that one.
        chat.time += HOUR;
        let begun = chat.ask("bob", Place::Room, "!puzzle day");
        assert!(begun.contains("The puzzle of 2026-11-21, "), "{begun}");
    }
}

#[test]
fn another_puzzle_elsewhere_ends_the_one_that_is_open_and_its_row() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    solve(&mut chat, Place::Direct, 1);
    chat.ask("alice", Place::Direct, "puzzle zertz");
    chat.ask("bob", Place::Direct, "puzzle zertz");
    let begun = chat.ask("alice", Place::Room, "!puzzle zertz");
    assert!(begun.starts_with("Your puzzle t2 makes way"), "{begun}");
    assert!(is_over(&chat, 2) && !is_over(&chat, 3));
    let own = chat.ask("alice", Place::Direct, "me");
    let row = "1 solved; at the first try in a row 0 now, 1 at best";
    assert!(own.contains(row), "{own}");
}

#[test]
fn a_puzzle_in_a_room_that_the_bot_leaves_is_missed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    solve(&mut chat, Place::Direct, 1);
    chat.ask("alice", Place::Room, "!puzzle zertz");
    chat.happens(&Incoming::Left { room: ROOM.into() });
    let own = chat.ask("alice", Place::Direct, "me");
    let row = "1 solved; at the first try in a row 0 now, 1 at best";
    assert!(own.contains(row), "{own}");
}

#[test]
fn who_was_forgotten_after_a_try_gets_no_other_one_on_that_day() {
    for (is_right, made_the_run) in [(true, false), (false, true)] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, "puzzle day");
        let puzzle = given(&chat, 1);
        if is_right {
            solve(&mut chat, Place::Direct, 1);
        } else {
            chat.ask("alice", Place::Direct, &wrong(puzzle).join(";"));
            chat.ask("alice", Place::Direct, "solution");
        }
        if made_the_run {
            chat.ask("alice", Place::Direct, "run day");
            chat.ask("alice", Place::Direct, "k m14");
            for _ in 0..2 {
                chat.ask("alice", Place::Direct, "quit");
            }
        }
        for _ in 0..2 {
            chat.ask("alice", Place::Direct, "forget me");
        }
        assert!(!chat.settings.keys().any(|key| key.contains("alice")));
        chat.restart();
        let refused = chat.ask("alice", Place::Direct, "puzzle day");
        assert!(
            refused.contains("what came of it is forgotten") && refused.contains("comes in"),
            "{refused}"
        );
        // The run has a try of its own.
        let run = chat.ask("alice", Place::Direct, "run day");
        assert_eq!(
            run.contains("You have used your try"),
            made_the_run,
            "{run}"
        );
        let begun = chat.ask("bob", Place::Room, "!puzzle day");
        assert!(begun.contains("The puzzle of 2026-11-21, "), "{begun}");
        chat.time = MIDNIGHT;
        chat.tick();
        assert!(!chat.settings.keys().any(|key| key.starts_with("tried/")));
    }
}

#[test]
fn a_puzzle_of_the_day_solved_after_its_day_counts_for_no_row_and_says_so() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle day");
    chat.time = MIDNIGHT;
    let right = solve(&mut chat, Place::Direct, 1);
    assert!(
        right.contains("That was the puzzle of 2026-11-21. The day is over"),
        "{right}"
    );
    // That of the new day is still to be tried.
    let begun = chat.ask("alice", Place::Direct, "puzzle day");
    assert!(begun.contains("The puzzle of 2026-11-22, "), "{begun}");
}

#[test]
fn that_of_a_day_that_is_over_is_in_nobodys_way() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle day");
    chat.time = MIDNIGHT;
    let begun = chat.ask("alice", Place::Direct, "puzzle day");
    assert!(
        begun.starts_with("Your puzzle of 2026-11-21 (t1) makes way for this.\n")
            && begun.contains("The puzzle of 2026-11-22, "),
        "{begun}"
    );
    assert!(is_over(&chat, 1) && !is_over(&chat, 2));
}

#[test]
fn who_asks_for_another_puzzle_while_one_is_open_hears_how_to_get_it_afterwards() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    for (line, wish) in [
        ("puzzle day", Some("After that `puzzle day` brings")),
        ("puzzle gipf", Some("After that `puzzle gipf` brings")),
        ("puzzle zertz", None),
        ("puzzle", None),
    ] {
        let still = chat.ask("alice", Place::Direct, line);
        assert!(still.contains("(table t1) is still open"), "{still}");
        match wish {
            Some(wish) => assert!(still.contains(wish), "{still}"),
            None => assert!(!still.contains("After that"), "{still}"),
        }
    }
    // What is to be found is told again, as it is with the board.
    for line in ["puzzle", "board"] {
        let told = chat.ask("alice", Place::Direct, line);
        assert!(told.contains("You are to move: "), "{told}");
    }
    // Nobody is sent to what they cannot have any more.
    for line in ["solution", "puzzle day", "solution", "puzzle zertz"] {
        chat.ask("alice", Place::Direct, line);
    }
    let tried = chat.ask("alice", Place::Direct, "puzzle day");
    assert!(
        tried.starts_with("Your try at the puzzle of the day is made: ")
            && tried.contains("comes in")
            && tried.contains("This puzzle (table t3) is still open"),
        "{tried}"
    );
    for unfit in ["After that", "brings another one now"] {
        assert!(!tried.contains(unfit), "{tried}");
    }
    chat.ask("alice", Place::Direct, "solution");
    let tried = chat.ask("alice", Place::Direct, "puzzle day");
    assert!(tried.contains("`puzzle` brings another one now"), "{tried}");
}

#[test]
fn who_has_tried_todays_already_counts_in_what_is_posted_of_yesterdays() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    chat.ask("alice", Place::Direct, "puzzle day");
    solve(&mut chat, Place::Direct, 1);
    chat.time = MIDNIGHT;
    chat.ask("alice", Place::Direct, "puzzle day");
    solve(&mut chat, Place::Direct, 2);
    let posted = chat.tick();
    let text = posted[0].plain();
    assert!(
        text.contains("2026-11-21: one of you has tried it, one has found it"),
        "{text}"
    );
}

#[test]
fn after_an_upgrade_what_comes_of_a_try_is_told_in_the_new_room() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!puzzle gipf");
    let root = chat.last_event();
    let turn = wrong(given(&chat, 1));
    chat.thinking = Some(Vec::new());
    assert_eq!(
        chat.say("alice", Place::Thread(&root), &turn.join(";")),
        None
    );
    let successor = "!new:example.org";
    let upgrade = Upgrade::new(ROOM, successor, "@alice:example.org");
    chat.happens(&Incoming::Followed(upgrade, FollowOutcome::Joined));
    let said = chat.think();
    let [told] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_eq!(
        (told.room.as_str(), &told.thread, &told.reply_to),
        (successor, &None, &None)
    );
    assert!(told.plain().contains("is not the best turn"));
    assert_eq!(live(&chat, 1).actions(), 0);
}

#[test]
fn a_game_that_there_is_not_is_told_by_its_name() {
    let mut chat = Chat::new();
    for line in ["puzzle chess", "top chess"] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(
            refused.starts_with("There is no game “chess”. There are: matrx, "),
            "{refused}"
        );
    }
}

#[test]
fn a_puzzle_makes_way_for_a_run_and_is_missed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    let puzzle = given(&chat, 1);
    chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    chat.ask("alice", Place::Direct, "puzzle gipf");
    chat.ask("alice", Place::Direct, "run");
    assert!(is_over(&chat, 2));
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(
        own.contains("1 solved; at the first try in a row 0 now, 1 at best"),
        "{own}"
    );
    let refused = chat.ask("alice", Place::Direct, "puzzle");
    assert!(refused.contains("in the middle of a run"), "{refused}");
}
