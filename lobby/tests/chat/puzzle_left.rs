//! Puzzles that end without their turn, and their results.

use lobby::{
    Incoming,
    job::{JoinOutcome, Upgrade},
};

use crate::{
    puzzle::{MIDNIGHT, given, is_over, live, wrong},
    room::{Chat, HOUR, Place, ROOM},
};

/// The statistics of a player who has solved one puzzle and missed the next.
const ENDED_ROW: &str = "\npuzzle-figures best=1 now=0 solved=1\n";

/// Solves the puzzle of a table.
fn solve(chat: &mut Chat, place: Place, table: u32) -> String {
    let turn = given(chat, table).turn.join(";");
    chat.ask("alice", place, &turn)
}

#[test]
fn a_puzzle_that_makes_way_is_named() {
    // No thread can begin below a line of another room.
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    chat.ask("alice", Place::Room, "!run");
    let begun = chat.elsewhere[0].plain();
    assert!(
        begun.starts_with("puzzle-left day=none table=t1\n"),
        "{begun}"
    );
    chat.ask("bob", Place::Direct, "puzzle day");
    chat.ask("bob", Place::Room, "!run");
    let begun = chat.elsewhere[0].plain();
    assert!(
        begun.starts_with("puzzle-left day=2026-11-21 table=t3\n"),
        "{begun}"
    );
    // The same puzzle again, as there was no try.
    chat.time += HOUR;
    let begun = chat.ask("bob", Place::Room, "!puzzle day");
    assert!(
        begun.contains("puzzle-begun day=2026-11-21 game="),
        "{begun}"
    );
}

#[test]
fn games_begin_beside_an_open_puzzle() {
    for line in [
        "run",
        "play matrx level 1 white",
        "setup gipf-basic w b2=b,e2=B B12 B12",
    ] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, "puzzle gipf");
        let begun = chat.say("alice", Place::Direct, line).unwrap();
        let root = chat.last_event();
        assert_eq!(begun.thread.as_deref(), Some(root.as_str()), "{line}");
        assert!(!begun.plain().contains("puzzle-left"), "{begun:?}");
        let in_thread = chat.ask("alice", Place::DirectThread(&root), "board");
        assert!(in_thread.contains(" table=t2"), "{in_thread}");
        let solved = solve(&mut chat, Place::Direct, 1);
        assert!(solved.contains("puzzle-"), "{solved}");
        assert!(is_over(&chat, 1) && !is_over(&chat, 2));
    }
}

#[test]
fn another_puzzle_elsewhere_ends_the_open_one() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    solve(&mut chat, Place::Direct, 1);
    chat.ask("alice", Place::Direct, "puzzle zertz");
    chat.ask("bob", Place::Direct, "puzzle zertz");
    let begun = chat.ask("alice", Place::Room, "!puzzle zertz");
    assert!(
        begun.starts_with("puzzle-left day=none table=t2\n"),
        "{begun}"
    );
    assert!(is_over(&chat, 2) && !is_over(&chat, 3));
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(own.contains(ENDED_ROW), "{own}");
}

#[test]
fn a_puzzle_in_a_left_room_is_missed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    solve(&mut chat, Place::Direct, 1);
    chat.ask("alice", Place::Room, "!puzzle zertz");
    chat.happens(&Incoming::Left { room: ROOM.into() });
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(own.contains(ENDED_ROW), "{own}");
}

#[test]
fn forgotten_players_get_no_second_try_that_day() {
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
            refused.starts_with("puzzle-day-tried end=forgotten hours=12 minutes=0 "),
            "{refused}"
        );
        // The run has its own try.
        let run = chat.ask("alice", Place::Direct, "run day");
        assert_eq!(
            run == "day-tried-forgotten hours=12 minutes=0",
            made_the_run,
            "{run}"
        );
        let begun = chat.ask("bob", Place::Room, "!puzzle day");
        assert!(
            begun.contains("puzzle-begun day=2026-11-21 game="),
            "{begun}"
        );
        chat.time = MIDNIGHT;
        chat.tick();
        assert!(!chat.settings.keys().any(|key| key.starts_with("tried/")));
    }
}

#[test]
fn a_days_puzzle_solved_late_counts_for_nothing() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle day");
    chat.time = MIDNIGHT;
    let right = solve(&mut chat, Place::Direct, 1);
    assert!(
        right.contains("\npuzzle-day-late day=2026-11-21\n"),
        "{right}"
    );
    // The try at the new day's puzzle is unused.
    let begun = chat.ask("alice", Place::Direct, "puzzle day");
    assert!(
        begun.contains("puzzle-begun day=2026-11-22 game="),
        "{begun}"
    );
}

#[test]
fn yesterdays_puzzle_makes_way_for_todays() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle day");
    chat.time = MIDNIGHT;
    let begun = chat.ask("alice", Place::Direct, "puzzle day");
    assert!(
        begun.starts_with("puzzle-left day=2026-11-21 table=t1\npuzzle-begun day=2026-11-22 game="),
        "{begun}"
    );
    assert!(is_over(&chat, 1) && !is_over(&chat, 2));
}

#[test]
fn an_open_puzzle_tells_how_to_get_another() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    for (line, wish) in [
        ("puzzle day", "puzzle day"),
        ("puzzle gipf", "puzzle gipf"),
        ("puzzle zertz", "none"),
        ("puzzle", "none"),
    ] {
        let still = chat.ask("alice", Place::Direct, line);
        let open = format!("puzzle-still-open table=t1 wish={wish}\n");
        assert!(still.starts_with(&open), "{still}");
    }
    // The task is repeated, as by `board`.
    for line in ["puzzle", "board"] {
        let told = chat.ask("alice", Place::Direct, line);
        let question = "\npuzzle-ask-sacrifice game=zertz-basic player=alice seat=white\n";
        assert!(told.contains(question), "{told}");
    }
    // No command is suggested for a puzzle that is no longer available.
    for line in ["solution", "puzzle day", "solution", "puzzle zertz"] {
        chat.ask("alice", Place::Direct, line);
    }
    let tried = chat.ask("alice", Place::Direct, "puzzle day");
    assert!(
        tried.starts_with(
            "puzzle-day-tried end=missed hours=12 minutes=0 open=yes prefix=\n\
             puzzle-still-open table=t3 wish=none\n"
        ),
        "{tried}"
    );
    chat.ask("alice", Place::Direct, "solution");
    let tried = chat.ask("alice", Place::Direct, "puzzle day");
    assert_eq!(
        tried,
        "puzzle-day-tried end=missed hours=12 minutes=0 open=no prefix="
    );
}

#[test]
fn solvers_of_today_are_counted_for_yesterday() {
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
        text.starts_with("puzzle-day-over day=2026-11-21 hits=1 tried=1\n"),
        "{text}"
    );
}

#[test]
fn the_verdict_on_a_try_follows_an_upgrade() {
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
    chat.happens(&Incoming::SuccessorJoined(upgrade, JoinOutcome::Joined));
    let said = chat.think();
    let [told] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_eq!(
        (told.room.as_str(), &told.thread, &told.reply_to),
        (successor, &None, &None)
    );
    let text = told.plain();
    assert!(text.starts_with("puzzle-wrong turn=`"), "{text}");
    assert_eq!(live(&chat, 1).actions(), 0);
}

#[test]
fn an_unknown_game_is_named() {
    let mut chat = Chat::new();
    for line in ["puzzle chess", "top chess"] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(
            refused.starts_with("common-unknown-game games=matrx, ")
                && refused.ends_with(" text=chess"),
            "{refused}"
        );
    }
}

#[test]
fn a_puzzle_left_for_a_run_is_missed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    let puzzle = given(&chat, 1);
    chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    chat.ask("alice", Place::Direct, "puzzle gipf");
    chat.ask("alice", Place::Room, "!run");
    assert!(is_over(&chat, 2));
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(own.contains(ENDED_ROW), "{own}");
    // The run takes the main timeline.
    let begun = chat.say("alice", Place::Direct, "puzzle").unwrap();
    assert_eq!(begun.thread, Some(chat.last_event()));
}
