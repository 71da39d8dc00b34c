//! Puzzles: one turn is to be found.

use games::{
    Live, Puzzle,
    puzzles::{Family, Theme},
};
use jiff::Timestamp;
use tables::{
    Effect,
    message::Block,
    saved::SavedStage,
    terms::{End, Occasion},
};

use crate::room::{Chat, HOUR, NOON, Place, ROOM};

pub const MIDNIGHT: Timestamp = Timestamp::constant(1_795_305_600, 0);

/// The game at a table that is on.
pub fn live(chat: &Chat, table: u32) -> Live {
    match &chat.saved[&table].stage {
        SavedStage::Playing { record, .. } => Live::replay(&record.parse().unwrap()).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The puzzle at a table that is on.
pub fn given(chat: &Chat, table: u32) -> &'static Puzzle {
    Puzzle::of(&live(chat, table)).unwrap()
}

pub fn is_over(chat: &Chat, table: u32) -> bool {
    matches!(
        &chat.saved[&table].stage,
        SavedStage::Over {
            end: End::Abandoned,
            ..
        }
    )
}

/// A whole turn that is not the one to be found.
pub fn wrong(puzzle: &Puzzle) -> Vec<String> {
    let start = puzzle.set_up().unwrap();
    for first in start
        .legal_actions()
        .iter()
        .rev()
        .filter(|it| *it != "quit")
    {
        let mut live = puzzle.set_up().unwrap();
        let mut turn = vec![first.clone()];
        live.play(first).unwrap();
        while live.is_in_turn() && live.outcome().is_none() {
            let next = live.legal_actions()[0].clone();
            live.play(&next).unwrap();
            turn.push(next);
        }
        if !puzzle.is_solved_by(&live) && live.outcome().is_none() {
            return turn;
        }
    }
    panic!("every turn solves {puzzle}");
}

/// Gives a puzzle of a kind, whichever dealing leads to it; its table.
fn deal(chat: &mut Chat, place: Place, line: &str, fits: impl Fn(&Puzzle) -> bool) -> u32 {
    for seed in 0..=255 {
        chat.seed = [seed; 32];
        chat.ask("alice", place, line);
        let table = *chat.saved.keys().max().unwrap();
        if fits(given(chat, table)) {
            return table;
        }
        chat.ask("alice", place, "solution");
    }
    panic!("no such puzzle");
}

#[test]
fn whoever_finds_the_turn_is_told_why_and_what_follows() {
    for family in ["gipf", "matrx", "zertz", "run"] {
        let mut chat = Chat::new();
        let line = format!("puzzle {family}");
        let begun = chat.say("alice", Place::Direct, &line).unwrap();
        let boards = begun.blocks.iter();
        assert!(boards.filter(|it| matches!(it, Block::Position(_))).count() == 1);
        let begun = begun.plain();
        assert!(
            begun.starts_with("A puzzle, ") && begun.contains("`solution`"),
            "{begun}"
        );
        let puzzle = given(&chat, 1);
        let mut last = String::new();
        for action in &puzzle.turn {
            last = chat.ask("alice", Place::Direct, action);
        }
        assert!(last.starts_with("Right, `"), "{last}");
        assert!(
            last.contains("1 solved; at the first try in a row 1 now, 1 at best"),
            "{last}"
        );
        assert!(last.contains("`puzzle` brings the next one"), "{last}");
        let shows = match puzzle.line.first() {
            Some(next) => format!("`{next}`"),
            None if family == "run" => "of all runs; with the next best".to_owned(),
            None => String::new(),
        };
        assert!(last.contains(&shows), "{last}");
        assert!(last.lines().count() > 3, "no reason: {last}");
        assert!(is_over(&chat, 1) && chat.results.is_empty() && chat.duels.is_empty());
        let over = chat.ask("alice", Place::Direct, "board");
        assert!(
            over.contains("a puzzle") && over.contains("The puzzle is over"),
            "{over}"
        );
    }
}

#[test]
fn a_turn_of_several_actions_can_be_typed_at_once_or_one_by_one() {
    let mut chat = Chat::new();
    let several = |puzzle: &Puzzle| puzzle.turn.len() > 1;
    let table = deal(&mut chat, Place::Direct, "puzzle gipf", several);
    let puzzle = given(&chat, table);
    let first = chat.ask("alice", Place::Direct, &puzzle.turn[0]);
    assert!(
        !first.starts_with("Right") && !is_over(&chat, table),
        "{first}"
    );
    chat.restart();
    let back = chat.ask("alice", Place::Direct, "undo");
    assert!(back.contains("Taken back"), "{back}");
    let at_once = chat.ask("alice", Place::Direct, &puzzle.turn.join(" "));
    assert!(at_once.starts_with("Right, "), "{at_once}");
}

#[test]
fn a_wrong_turn_is_told_why_and_put_back_and_ends_the_row() {
    for family in ["gipf", "matrx", "zertz", "run"] {
        let mut chat = Chat::new();
        let line = format!("puzzle {family}");
        chat.ask("alice", Place::Direct, &line);
        let puzzle = given(&chat, 1);
        chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
        chat.ask("alice", Place::Direct, &line);
        let puzzle = given(&chat, 2);
        let turn = wrong(puzzle);
        let told = chat.ask("alice", Place::Direct, &turn.join(";"));
        assert!(told.contains("is not the best turn"), "{told}");
        assert!(told.contains(&format!("`{}`", turn[0])), "{told}");
        match family {
            "run" => assert!(told.contains("With the best action it is about"), "{told}"),
            _ => assert!(told.contains("The other side answers `"), "{told}"),
        }
        assert!(
            family == "run" || told.to_lowercase().contains("the best turn "),
            "{told}"
        );
        assert!(told.contains("try again"), "{told}");
        for action in &puzzle.turn {
            assert!(
                !told.contains(&format!("`{action}`")) || turn.contains(action),
                "{told}"
            );
        }
        assert_eq!(live(&chat, 2).position_text(), puzzle.position);
        chat.restart();
        // Solved now, it does not go on with the row.
        let right = chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
        assert!(
            right.contains("2 solved; at the first try in a row 0 now, 1 at best"),
            "{right}"
        );
    }
}

#[test]
fn what_is_no_turn_at_all_costs_nothing() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    let puzzle = given(&chat, 1);
    for slip in ["a1-a1", "what now", ";"] {
        chat.ask("alice", Place::Direct, slip);
    }
    // Nor does what only begins with a turn, or asks about one.
    for more in [" please", ";b2;c3", " or another?"] {
        let line = wrong(puzzle).join(";") + more;
        chat.say("alice", Place::Direct, &line);
        assert_eq!(live(&chat, 1).actions(), 0, "{line}");
        let SavedStage::Playing { missed, .. } = chat.saved[&1].stage else {
            panic!("{line}");
        };
        assert!(!missed, "{line}");
    }
    assert!(chat.ask("alice", Place::Direct, "moves").contains('`'));
    let refused = chat.ask("alice", Place::Direct, "draw");
    assert!(refused.contains("no draw"), "{refused}");
    let right = chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    assert!(right.contains("in a row 1 now"), "{right}");
}

#[test]
fn in_a_room_a_puzzle_has_a_thread_in_which_only_its_solver_answers() {
    let mut chat = Chat::new();
    let begun = chat.say("alice", Place::Room, "!puzzle gipf").unwrap();
    let root = chat.last_event();
    assert_eq!(begun.thread.as_deref(), Some(root.as_str()));
    assert_eq!(begun.room, ROOM);
    let puzzle = given(&chat, 1);
    let refused = chat.ask("bob", Place::Thread(&root), &puzzle.turn[0]);
    assert!(refused.contains("for alice alone to solve"), "{refused}");
    for line in ["!solution", "!hint", "!odds"] {
        let refused = chat.ask("bob", Place::Thread(&root), line);
        assert!(refused.contains("for alice alone to solve"), "{refused}");
    }
    // Bob gets one of his own.
    chat.ask("bob", Place::Room, "!puzzle gipf");
    let line = puzzle.turn.join(" ");
    let right = chat.say("alice", Place::Thread(&root), &line).unwrap();
    assert!(right.plain().starts_with("Right"), "{}", right.plain());
    assert_eq!(right.thread.as_deref(), Some(root.as_str()));
    // The next one comes in the same thread.
    let next = chat.say("alice", Place::Thread(&root), "puzzle").unwrap();
    assert_eq!(next.thread.as_deref(), Some(root.as_str()));
    assert_eq!(chat.saved.len(), 3);
    let list = chat.ask("carol", Place::Room, "!tables");
    assert!(
        list.contains("t3: a puzzle, ") && list.contains(", alice"),
        "{list}"
    );
}

#[test]
fn one_that_is_open_comes_again_and_none_twice_before_all_were_given() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    chat.restart();
    let again = chat.ask("alice", Place::Direct, "puzzle run");
    assert!(again.contains("(table t1) is still open"), "{again}");
    assert_eq!(chat.saved.len(), 1);
    chat.ask("alice", Place::Direct, "solution");
    let count = Family::Zertz.puzzles().len();
    let mut positions = vec![given_before(&chat, 1)];
    for number in 1..count {
        chat.seed = [number as u8; 32];
        chat.ask("alice", Place::Direct, "puzzle zertz");
        let table = *chat.saved.keys().max().unwrap();
        positions.push(given(&chat, table).position.clone());
        chat.ask("alice", Place::Direct, "solution");
        if number % 50 == 0 {
            chat.restart();
        }
    }
    positions.sort();
    positions.dedup();
    assert_eq!(positions.len(), count);
    // All were given: they begin anew.
    let begun = chat.ask("alice", Place::Direct, "puzzle zertz");
    assert!(begun.starts_with("A puzzle, "), "{begun}");
    let stored = &chat.settings["puzzles/@alice:example.org"];
    assert!(stored.len() < 400, "{stored}");
}

/// The position of a puzzle that is over.
fn given_before(chat: &Chat, table: u32) -> String {
    let SavedStage::Over { record, .. } = &chat.saved[&table].stage else {
        panic!("it is on");
    };
    let live = Live::replay(&record.parse().unwrap()).unwrap();
    Puzzle::of(&live).unwrap().position.clone()
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody_and_has_one_try_that_counts() {
    let mut chat = Chat::new();
    for (who, table) in [("alice", 1), ("bob", 2)] {
        chat.seed = [table as u8; 32];
        let begun = chat.ask(who, Place::Direct, "puzzle day");
        assert!(begun.starts_with("The puzzle of 2026-11-21, "), "{begun}");
        assert!(begun.contains("Your first try counts"), "{begun}");
    }
    let puzzle = given(&chat, 1);
    assert_eq!(given(&chat, 2), puzzle);
    let right = chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    assert!(right.contains("one day in a row now, 1 at best"), "{right}");
    let refused = chat.ask("alice", Place::Room, "!puzzle day");
    assert!(
        refused.contains("you have found it") && refused.contains("comes in"),
        "{refused}"
    );
    chat.ask("bob", Place::Direct, &wrong(puzzle).join(";"));
    chat.restart();
    let right = chat.ask("bob", Place::Direct, &puzzle.turn.join(";"));
    assert!(
        right.starts_with("Right") && right.contains("0 days in a row now"),
        "{right}"
    );
    let refused = chat.ask("bob", Place::Direct, "puzzle day");
    assert!(refused.contains("you have missed it"), "{refused}");
    // Another day, another puzzle; two days in a row.
    chat.time = NOON + HOUR * 24;
    chat.ask("alice", Place::Direct, "puzzle day");
    let other = given(&chat, 3);
    assert_ne!(other.position, puzzle.position);
    let right = chat.ask("alice", Place::Direct, &other.turn.join(";"));
    assert!(right.contains("2 days in a row now"), "{right}");
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(
        own.contains("Puzzle of the day") && own.contains("2 solved"),
        "{own}"
    );
}

#[test]
fn a_room_that_wants_the_day_gets_its_puzzle_with_the_table() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!day on");
    chat.ask("bob", Place::Room, "!boards wide");
    chat.ask("alice", Place::Direct, "puzzle day");
    let puzzle = given(&chat, 1);
    chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    chat.time = MIDNIGHT;
    let posted = chat.tick();
    assert_eq!(posted.len(), 1);
    assert_eq!((posted[0].room.as_str(), &posted[0].thread), (ROOM, &None));
    assert!(posted[0].mentions.is_empty());
    let boards = posted[0].blocks.iter();
    assert_eq!(
        boards.filter(|it| matches!(it, Block::Position(_))).count(),
        1
    );
    let text = posted[0].plain();
    assert!(
        text.contains("2026-11-21: one of you has tried it, one has found it"),
        "{text}"
    );
    assert!(text.contains("The puzzle of 2026-11-22, "), "{text}");
    assert!(text.contains("`!puzzle day` opens it"), "{text}");
    assert_eq!(chat.tick(), []);
    // What is posted is what comes.
    let begun = chat.ask("carol", Place::Room, "!puzzle day");
    assert!(begun.starts_with("The puzzle of 2026-11-22, "), "{begun}");
    // With a run, both come in one message.
    chat.ask("alice", Place::Direct, "run day");
    let table = *chat.saved.keys().max().unwrap();
    chat.play_on("alice", table);
    chat.time = MIDNIGHT + HOUR * 24;
    let both = chat.tick().pop().unwrap().plain();
    assert!(both.contains("2026-11-22, is over") && both.contains("The puzzle of 2026-11-23"));
}

#[test]
fn what_is_known_of_a_puzzle_goes_with_its_player() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle");
    chat.ask("alice", Place::Direct, "solution");
    assert!(chat.settings.keys().any(|key| key.starts_with("puzzles/")));
    chat.ask("alice", Place::Direct, "forget me");
    chat.ask("alice", Place::Direct, "forget me");
    assert!(!chat.settings.keys().any(|key| key.starts_with("puzzles/")));
}

#[test]
fn a_puzzle_counts_nowhere_and_stands_in_no_list_of_games() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for _ in 0..2 {
        chat.ask("alice", Place::Thread(&root), "Gb2");
        chat.ask("bob", Place::Thread(&root), "Gi2");
        chat.ask("bob", Place::Thread(&root), "resign");
    }
    chat.ask("alice", Place::Room, "!puzzle matrx");
    let puzzle = given(&chat, 2);
    let thread = chat.last_event();
    chat.ask("alice", Place::Thread(&thread), &puzzle.turn.join(";"));
    assert_eq!(chat.saved[&2].occasion, Occasion::Puzzle(None));
    assert_eq!(chat.duels.len(), 1);
    let over = chat.ask("carol", Place::Room, "!tables over");
    assert!(over.contains("t1") && !over.contains("t2"), "{over}");
    let refused = chat.ask("alice", Place::Thread(&thread), "rematch");
    assert!(refused.contains("another puzzle"), "{refused}");
    let rematch = chat.ask("alice", Place::Room, "!rematch");
    assert!(rematch.contains("bob"), "{rematch}");
}

#[test]
fn the_other_action_of_a_roll_is_judged_before_anything_happens() {
    let mut chat = Chat::new();
    let boost = |puzzle: &Puzzle| puzzle.theme == Theme::Boost;
    let table = deal(&mut chat, Place::Direct, "puzzle run", boost);
    let puzzle = given(&chat, table);
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.contains("only two answers"), "{hint}");
    let export = chat.ask("alice", Place::Direct, "export");
    assert!(!export.contains(&puzzle.position), "{export}");
    let other = match puzzle.turn[0].as_str() {
        "boost" => "hold",
        _ => "boost",
    };
    let told = chat.ask("alice", Place::Direct, other);
    assert!(told.contains("is not the best turn"), "{told}");
}

#[test]
fn tables_never_search_by_themselves() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    let puzzle = given(&chat, 1);
    let effects = chat.effects("alice", Place::Direct, &wrong(puzzle).join(";"));
    assert!(
        matches!(effects.last(), Some(Effect::Errand(_))),
        "{effects:?}"
    );
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Say(_)))
    );
}

#[test]
fn what_comes_of_a_wrong_turn_says_nothing_of_another_try_once_it_is_solved() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    let puzzle = given(&chat, 1);
    chat.thinking = Some(Vec::new());
    let line = wrong(puzzle).join(";");
    assert_eq!(chat.say("alice", Place::Direct, &line), None, "it thinks");
    chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    let late = chat.think();
    assert_eq!(late.len(), 1);
    let late = late[0].plain();
    assert!(late.contains("is not the best turn"), "{late}");
    assert!(!late.contains("put back"), "{late}");
}
