//! Puzzles: a single turn to find.

use games::{
    Live, Puzzle,
    puzzles::{Family, Theme},
};
use jiff::Timestamp;
use lobby::{
    Effect,
    message::Block,
    saved::SavedStage,
    terms::{End, Occasion},
};

use crate::room::{Chat, HOUR, NOON, Place, ROOM};

pub const MIDNIGHT: Timestamp = Timestamp::constant(1_795_305_600, 0);

/// The game in progress at a table.
pub fn live(chat: &Chat, table: u32) -> Live {
    match &chat.saved[&table].stage {
        SavedStage::Playing { record, .. } => Live::replay(&record.parse().unwrap()).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The puzzle in progress at a table.
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

/// A whole turn that is not the best one.
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

/// Returns whether a message contains a whole action, in backticks or as an argument.
fn is_named(told: &str, action: &str) -> bool {
    let mut lines = told.lines().map(|line| format!("{line} "));
    told.contains(&format!("`{action}`")) || lines.any(|it| it.contains(&format!("={action} ")))
}

/// Gives puzzles with different seeds until one fits; returns its table.
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
fn finding_the_turn_tells_why_and_what_follows() {
    for family in ["gipf", "matrx", "zertz", "run"] {
        let mut chat = Chat::new();
        let line = format!("puzzle {family}");
        let begun = chat.say("alice", Place::Direct, &line).unwrap();
        let boards = begun.blocks.iter();
        assert!(boards.filter(|it| matches!(it, Block::Position(_))).count() == 1);
        let begun = begun.plain();
        assert!(
            begun.starts_with("puzzle-begun day=none game=")
                && begun.contains("\npuzzle-how day=none game="),
            "{begun}"
        );
        let puzzle = given(&chat, 1);
        let mut last = String::new();
        for action in &puzzle.turn {
            last = chat.ask("alice", Place::Direct, action);
        }
        assert!(last.starts_with("puzzle-right turn=`"), "{last}");
        let row = "\n\npuzzle-figures best=1 now=1 solved=1\nagain-puzzle prefix=";
        assert!(last.ends_with(row), "{last}");
        let shows = match puzzle.line.first() {
            Some(next) => format!("`{next}`"),
            None if family == "run" => "\npuzzle-chances next=".to_owned(),
            None => String::new(),
        };
        assert!(last.contains(&shows), "{last}");
        let reasons = ["-why-", "\nsearch-", "\nrun-hint-"];
        assert!(
            reasons.iter().any(|it| last.contains(it)),
            "no reason: {last}"
        );
        assert!(is_over(&chat, 1) && chat.results.is_empty() && chat.duels.is_empty());
        let over = chat.ask("alice", Place::Direct, "board");
        assert!(
            over.starts_with("list-puzzle-over game=") && over.contains("\n\npuzzle-over\n"),
            "{over}"
        );
    }
}

#[test]
fn turns_can_be_typed_at_once_or_stepwise() {
    let mut chat = Chat::new();
    let several = |puzzle: &Puzzle| puzzle.turn.len() > 1;
    let table = deal(&mut chat, Place::Direct, "puzzle gipf", several);
    let puzzle = given(&chat, table);
    let first = chat.ask("alice", Place::Direct, &puzzle.turn[0]);
    assert!(
        !first.contains("puzzle-right") && !is_over(&chat, table),
        "{first}"
    );
    chat.restart();
    let back = chat.ask("alice", Place::Direct, "undo");
    assert!(back.starts_with("takeback-done actions=`"), "{back}");
    let at_once = chat.ask("alice", Place::Direct, &puzzle.turn.join(" "));
    assert!(at_once.starts_with("puzzle-right turn=`"), "{at_once}");
}

#[test]
fn wrong_turns_are_explained_and_end_the_row() {
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
        let tried = format!("puzzle-wrong turn=`{}`", turn[0]);
        assert!(told.starts_with(&tried), "{told}");
        let follows = if family == "run" {
            "\npuzzle-best is=chance "
        } else {
            "\npuzzle-then-answer turn=`"
        };
        for line in [follows, "\npuzzle-best is=", "\npuzzle-again day=none\n"] {
            assert!(told.contains(line), "{line}: {told}");
        }
        for action in &puzzle.turn {
            assert!(
                !is_named(&told, action) || turn.contains(action),
                "{action}: {told}"
            );
        }
        assert_eq!(live(&chat, 2).position_text(), puzzle.position);
        chat.restart();
        // After a miss, the streak does not grow by this solution.
        let right = chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
        assert!(
            right.contains("\n\npuzzle-figures best=1 now=0 solved=2\n"),
            "{right}"
        );
    }
}

#[test]
fn input_without_a_turn_costs_nothing() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    let puzzle = given(&chat, 1);
    for slip in ["a1-a1", "what now", ";"] {
        chat.ask("alice", Place::Direct, slip);
    }
    // The same holds for lines that begin with a turn, or ask about one.
    for more in [" please", ";b2;c3", " or another?"] {
        let line = wrong(puzzle).join(";") + more;
        chat.say("alice", Place::Direct, &line);
        assert_eq!(live(&chat, 1).actions(), 0, "{line}");
        let SavedStage::Playing { notes, .. } = &chat.saved[&1].stage else {
            panic!("{line}");
        };
        assert!(!notes.missed, "{line}");
    }
    assert!(chat.ask("alice", Place::Direct, "moves").contains('`'));
    assert_eq!(chat.ask("alice", Place::Direct, "draw"), "draw-puzzle");
    let right = chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    assert!(
        right.contains("\n\npuzzle-figures best=1 now=1 solved=1\n"),
        "{right}"
    );
}

#[test]
fn only_the_solver_answers_in_a_puzzles_thread() {
    let mut chat = Chat::new();
    let begun = chat.say("alice", Place::Room, "!puzzle gipf").unwrap();
    let root = chat.last_event();
    assert_eq!(begun.thread.as_deref(), Some(root.as_str()));
    assert_eq!(begun.room, ROOM);
    let puzzle = given(&chat, 1);
    let refused = chat.ask("bob", Place::Thread(&root), &puzzle.turn[0]);
    assert_eq!(refused, "puzzle-of-another name=alice");
    for line in ["!solution", "!hint", "!odds"] {
        let refused = chat.ask("bob", Place::Thread(&root), line);
        assert_eq!(refused, "puzzle-of-another name=alice");
    }
    // Bob gets a puzzle of his own.
    chat.ask("bob", Place::Room, "!puzzle gipf");
    let line = puzzle.turn.join(" ");
    let right = chat.say("alice", Place::Thread(&root), &line).unwrap();
    let text = right.plain();
    assert!(text.starts_with("puzzle-right turn=`"), "{text}");
    assert_eq!(right.thread.as_deref(), Some(root.as_str()));
    // The next one is given in the same thread.
    let next = chat.say("alice", Place::Thread(&root), "puzzle").unwrap();
    assert_eq!(next.thread.as_deref(), Some(root.as_str()));
    assert_eq!(chat.saved.len(), 3);
    let list = chat.ask("carol", Place::Room, "!tables");
    assert!(
        list.lines()
            .any(|it| it.starts_with("list-puzzle game=")
                && it.ends_with(" runner=alice table=t3")),
        "{list}"
    );
}

#[test]
fn no_puzzle_comes_twice_before_all_were_given() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    chat.restart();
    let again = chat.ask("alice", Place::Direct, "puzzle run");
    assert!(again.starts_with("puzzle-still-open table=t1 "), "{again}");
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
    // A new cycle begins once all were given.
    let begun = chat.ask("alice", Place::Direct, "puzzle zertz");
    assert!(
        begun.starts_with("puzzle-begun day=none game=zertz-"),
        "{begun}"
    );
    let stored = &chat.settings["puzzles/@alice:example.org"];
    assert!(stored.len() < 400, "{stored}");
}

/// The position of a finished puzzle.
fn given_before(chat: &Chat, table: u32) -> String {
    let SavedStage::Over { record, .. } = &chat.saved[&table].stage else {
        panic!("it is on");
    };
    let live = Live::replay(&record.parse().unwrap()).unwrap();
    Puzzle::of(&live).unwrap().position.clone()
}

#[test]
fn everybody_has_one_try_at_the_days_puzzle() {
    let mut chat = Chat::new();
    for (who, table) in [("alice", 1), ("bob", 2)] {
        chat.seed = [table as u8; 32];
        let begun = chat.ask(who, Place::Direct, "puzzle day");
        for line in ["puzzle-begun", "\npuzzle-how"] {
            let line = format!("{line} day=2026-11-21 game=run\n");
            assert!(begun.contains(&line), "{begun}");
        }
    }
    let puzzle = given(&chat, 1);
    assert_eq!(given(&chat, 2), puzzle);
    let right = chat.ask("alice", Place::Direct, &puzzle.turn.join(";"));
    assert!(
        right.contains("\n\npuzzle-figures-day best=1 now=1\n"),
        "{right}"
    );
    let refused = chat.ask("alice", Place::Room, "!puzzle day");
    assert!(
        refused.starts_with("puzzle-day-tried end=hit hours=12 minutes=0 "),
        "{refused}"
    );
    chat.ask("bob", Place::Direct, &wrong(puzzle).join(";"));
    chat.restart();
    let right = chat.ask("bob", Place::Direct, &puzzle.turn.join(";"));
    assert!(
        right.starts_with("puzzle-right turn=`")
            && right.contains("\n\npuzzle-figures-day best=0 now=0\n"),
        "{right}"
    );
    let refused = chat.ask("bob", Place::Direct, "puzzle day");
    assert!(
        refused.starts_with("puzzle-day-tried end=missed "),
        "{refused}"
    );
    // Another day with another puzzle: a streak of two days.
    chat.time = NOON + HOUR * 24;
    chat.ask("alice", Place::Direct, "puzzle day");
    let other = given(&chat, 3);
    assert_ne!(other.position, puzzle.position);
    let right = chat.ask("alice", Place::Direct, &other.turn.join(";"));
    assert!(
        right.contains("\n\npuzzle-figures-day best=2 now=2\n"),
        "{right}"
    );
    let own = chat.ask("alice", Place::Direct, "me");
    assert!(
        own.contains("\npuzzle-figures-day best=2 now=2\n") && own.contains(" solved=2\n"),
        "{own}"
    );
}

#[test]
fn the_posted_day_comes_with_its_puzzle() {
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
        text.starts_with(
            "puzzle-day-over day=2026-11-21 hits=1 tried=1\n\n\
             puzzle-begun day=2026-11-22 game=run\n"
        ),
        "{text}"
    );
    assert!(text.ends_with("\n\npuzzle-day-how prefix=!"), "{text}");
    assert_eq!(chat.tick(), []);
    // The posted puzzle is given.
    let begun = chat.ask("carol", Place::Room, "!puzzle day");
    assert!(
        begun.starts_with("puzzle-begun day=2026-11-22 game=run\n"),
        "{begun}"
    );
    // One post covers the run and the puzzle.
    chat.ask("alice", Place::Direct, "run day");
    let table = *chat.saved.keys().max().unwrap();
    chat.play_on("alice", table);
    chat.time = MIDNIGHT + HOUR * 24;
    let both = chat.tick().pop().unwrap().plain();
    assert!(
        both.starts_with("day-over day=2026-11-22\n")
            && both.contains("\npuzzle-begun day=2026-11-23 game=run\n"),
        "{both}"
    );
}

#[test]
fn puzzles_of_a_forgotten_player_are_forgotten() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle");
    chat.ask("alice", Place::Direct, "solution");
    assert!(chat.settings.keys().any(|key| key.starts_with("puzzles/")));
    chat.ask("alice", Place::Direct, "forget me");
    chat.ask("alice", Place::Direct, "forget me");
    assert!(!chat.settings.keys().any(|key| key.starts_with("puzzles/")));
}

#[test]
fn puzzles_count_nowhere_and_are_not_listed() {
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
    assert!(
        over.contains(" table=t1 ") && !over.contains("t2") && !over.contains("list-puzzle"),
        "{over}"
    );
    let refused = chat.ask("alice", Place::Thread(&thread), "rematch");
    assert_eq!(refused, "rematch-puzzle");
    let rematch = chat.ask("alice", Place::Room, "!rematch");
    assert_eq!(
        rematch,
        "rematch-asked game=matrx name=alice other=bob table=t1"
    );
}

#[test]
fn the_other_answer_to_a_roll_is_judged() {
    let mut chat = Chat::new();
    let boost = |puzzle: &Puzzle| puzzle.theme == Theme::Boost;
    let table = deal(&mut chat, Place::Direct, "puzzle run", boost);
    let puzzle = given(&chat, table);
    let hint = chat.ask("alice", Place::Direct, "hint");
    let told = "puzzle-hint actions=1 beginning=none depth=none\n";
    assert!(hint.starts_with(told), "{hint}");
    let export = chat.ask("alice", Place::Direct, "export");
    assert_eq!(export, "export-run-on");
    let other = match puzzle.turn[0].as_str() {
        "boost" => "hold",
        _ => "boost",
    };
    let told = chat.ask("alice", Place::Direct, other);
    let tried = format!("puzzle-wrong turn=`{other}`\n");
    assert!(told.starts_with(&tried), "{told}");
}

#[test]
fn tables_never_search_by_themselves() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle gipf");
    let puzzle = given(&chat, 1);
    let effects = chat.effects("alice", Place::Direct, &wrong(puzzle).join(";"));
    assert!(
        matches!(effects.last(), Some(Effect::Job(_))),
        "{effects:?}"
    );
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::SendMessage(_)))
    );
}

#[test]
fn a_late_verdict_offers_no_other_try() {
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
    assert!(late.starts_with("puzzle-wrong turn=`"), "{late}");
    assert!(!late.contains("puzzle-again"), "{late}");
}
