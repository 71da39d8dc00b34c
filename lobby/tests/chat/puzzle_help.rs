//! Hints and solutions of puzzles.

use games::{Live, Puzzle, puzzles::Family};

use crate::{
    puzzle::{given, is_over, live, wrong},
    room::{Chat, Place},
};

#[test]
fn hints_narrow_down_and_solutions_count_as_missed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle matrx");
    let puzzle = given(&chat, 1);
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(
        hint.starts_with("puzzle-hint actions=1 beginning="),
        "{hint}"
    );
    assert!(!hint.contains(&puzzle.turn[0]), "{hint}");
    let shown = chat.ask("alice", Place::Direct, "solution");
    let solution = format!("puzzle-solution turn=`{}`", puzzle.turn[0]);
    assert!(shown.starts_with(&solution), "{shown}");
    assert!(
        shown.contains("\npuzzle-figures best=0 now=0 solved=0\n"),
        "{shown}"
    );
    assert!(is_over(&chat, 1));
    // The same for giving up a puzzle.
    for word in ["resign", "quit"] {
        chat.ask("alice", Place::Direct, "puzzle zertz");
        let shown = chat.ask("alice", Place::Direct, word);
        assert!(
            shown.starts_with("puzzle-solution turn=`"),
            "{word}: {shown}"
        );
    }
}

#[test]
fn hints_within_a_turn_judge_it_so_far() {
    let mut chat = Chat::new();
    // An action that does not end the turn, and does not begin the solution.
    let wrong = |live: &Live, puzzle: &Puzzle| {
        let mut others = live.legal_actions().into_iter();
        others.find(|it| {
            let mut after = live.without_last(0).unwrap();
            after.play(it).is_ok() && after.is_in_turn() && *it != puzzle.turn[0]
        })
    };
    let mut checked = 0;
    for table in 1..=Family::Matrx.puzzles().len() as u32 {
        chat.ask("alice", Place::Direct, "puzzle matrx");
        let puzzle = given(&chat, table);
        let other = wrong(&live(&chat, table), puzzle);
        if let Some(other) = other.filter(|_| puzzle.turn.len() > 1) {
            chat.ask("alice", Place::Direct, &puzzle.turn[0]);
            let hint = chat.ask("alice", Place::Direct, "hint");
            let is_right = ["puzzle-hint-right beginning=", "puzzle-hint-whole action="];
            assert!(is_right.iter().any(|it| hint.starts_with(it)), "{hint}");
            chat.ask("alice", Place::Direct, "takeback");
            chat.ask("alice", Place::Direct, &other);
            let hint = chat.ask("alice", Place::Direct, "hint");
            assert_eq!(hint, "puzzle-hint-wrong");
            checked += 1;
        }
        chat.ask("alice", Place::Direct, "solution");
    }
    assert!(checked > 5, "{checked} puzzles");
}

#[test]
fn giving_up_the_days_puzzle_is_confirmed_first() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle day");
    let sure = chat.ask("alice", Place::Direct, "quit");
    assert_eq!(sure, "puzzle-day-sure");
    assert!(!is_over(&chat, 1));
    chat.ask("alice", Place::Direct, "no");
    let sure = chat.ask("alice", Place::Direct, "resign");
    assert_eq!(sure, "puzzle-day-sure");
    // Any try cancels the confirmation, right or wrong.
    let mut other = Chat::new();
    other.ask("alice", Place::Direct, "puzzle day");
    other.ask("alice", Place::Direct, "quit");
    let tried = wrong(given(&other, 1)).join(";");
    other.ask("alice", Place::Direct, &tried);
    let nothing = other.ask("alice", Place::Direct, "yes");
    assert!(!nothing.contains("puzzle-solution"), "{nothing}");
    let solution = chat.ask("alice", Place::Direct, "yes");
    assert!(solution.starts_with("puzzle-solution turn=`"), "{solution}");
    assert!(is_over(&chat, 1));
    // Other puzzles need no confirmation: they come again, and a missed one has nothing to lose.
    chat.ask("alice", Place::Direct, "puzzle matrx");
    let solution = chat.ask("alice", Place::Direct, "give up");
    assert!(solution.starts_with("puzzle-solution turn=`"), "{solution}");
}

#[test]
fn solutions_are_shown_again_after_the_end() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    let shown = chat.ask("alice", Place::Direct, "solution");
    let again = chat.ask("alice", Place::Direct, "solution");
    let (told, _) = again.split_once('\n').unwrap();
    assert!(told.starts_with("puzzle-solution turn=`"), "{again}");
    assert!(shown.starts_with(told), "{shown}");
    // A puzzle that was left shows no solution.
    chat.ask("alice", Place::Direct, "puzzle day");
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let left = chat.ask("alice", Place::Direct, "t2 solution");
    assert!(!left.contains("puzzle-solution"), "{left}");
}

#[test]
fn puzzles_set_up_as_lessons_get_no_advice() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!puzzle gipf");
    let puzzle = given(&chat, 1);
    let mut words: Vec<&str> = puzzle.position.split(' ').collect();
    words[3] = if words[3] == "B1" { "B2" } else { "B1" };
    // The same puzzle with another reserve.
    for position in [&words.join(" "), &puzzle.position] {
        chat.ask("alice", Place::Direct, &format!("setup {position}"));
        let refused = chat.ask("alice", Place::Direct, "hint");
        assert_eq!(refused, "hint-of-puzzle");
    }
    // The same after the end.
    chat.ask("alice", Place::Direct, &wrong(puzzle).join(";"));
    chat.ask("alice", Place::Direct, "quit");
    let refused = chat.ask("alice", Place::Direct, "analyse");
    assert_eq!(refused, "analyse-of-puzzle");
}

#[test]
fn no_example_is_what_has_to_be_found() {
    let mut chat = Chat::new();
    let mut count = 0;
    for table in 1..=Family::Matrx.puzzles().len() as u32 {
        let begun = chat.ask("alice", Place::Direct, "puzzle matrx");
        let first = given(&chat, table).turn[0].clone();
        let (_, end) = first.split_once('-').unwrap_or_default();
        let mut told = vec![begun, chat.ask("alice", Place::Direct, "moves")];
        told.push(chat.ask("alice", Place::Direct, &format!("moves {end}")));
        told.push(chat.ask("alice", Place::Direct, "Zz9"));
        for told in &told {
            for example in told.split(" example=").skip(1) {
                let example = example.split([' ', '\n']).next();
                assert_ne!(example, Some(first.as_str()), "{told}");
                count += 1;
            }
        }
        chat.ask("alice", Place::Direct, "solution");
    }
    assert!(count > 100, "{count} examples");
}

#[test]
fn a_hint_counts_as_a_miss() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    let right = given(&chat, 1).turn.join(";");
    chat.ask("alice", Place::Direct, &right);
    chat.ask("alice", Place::Direct, "puzzle zertz");
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.ends_with("\npuzzle-hint-costs day=none"), "{hint}");
    let again = chat.ask("alice", Place::Direct, "hint");
    assert!(!again.contains("puzzle-hint-costs"), "{again}");
    chat.restart();
    let right = given(&chat, 2).turn.join(";");
    let solved = chat.ask("alice", Place::Direct, &right);
    let figures = "\n\npuzzle-figures best=1 now=0 solved=2\n";
    assert!(solved.contains(figures), "{solved}");
}

#[test]
fn odds_use_up_no_try() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    let refused = chat.ask("alice", Place::Direct, "odds");
    assert!(refused.starts_with("odds-of-puzzle"), "{refused}");
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.ends_with("\npuzzle-hint-costs day=none"), "{hint}");
}

#[test]
fn a_hint_uses_up_the_days_try() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle day");
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.ends_with("\npuzzle-hint-costs day=today"), "{hint}");
    let right = given(&chat, 1).turn.join(";");
    let solved = chat.ask("alice", Place::Direct, &right);
    let figures = "\n\npuzzle-figures-day best=0 now=0\n";
    assert!(solved.contains(figures), "{solved}");
}

#[test]
fn the_days_puzzle_counts_for_both_streaks() {
    let mut chat = Chat::new();
    for (who, table) in [("alice", 1), ("bob", 3)] {
        chat.ask(who, Place::Direct, "puzzle zertz");
        let right = given(&chat, table).turn.join(";");
        chat.ask(who, Place::Direct, &right);
        chat.ask(who, Place::Direct, "puzzle day");
        let puzzle = given(&chat, table + 1);
        let turn = if who == "alice" {
            puzzle.turn.clone()
        } else {
            wrong(puzzle)
        };
        chat.ask(who, Place::Direct, &turn.join(";"));
    }
    let hit = chat.ask("alice", Place::Direct, "me");
    assert!(
        hit.contains("\npuzzle-figures best=2 now=2 solved=2\n"),
        "{hit}"
    );
    let missed = chat.ask("bob", Place::Direct, "me");
    assert!(
        missed.contains("\npuzzle-figures best=1 now=0 solved=1\n"),
        "{missed}"
    );
}

#[test]
fn a_hint_leaves_a_choice_or_tells_all() {
    let mut chat = Chat::new();
    let mut whole = 0;
    let families = [Family::Zertz, Family::Matrx];
    let given_in = families
        .map(|family| vec![family; family.puzzles().len()])
        .concat();
    for (table, family) in (1..).zip(given_in) {
        chat.ask("alice", Place::Direct, &format!("puzzle {}", family.id()));
        let puzzle = given(&chat, table);
        let legal = live(&chat, table).legal_actions();
        let hint = chat.ask("alice", Place::Direct, "hint");
        let of = |name: &str| {
            let (_, rest) = hint.split_once(name)?;
            let (value, _) = rest.split_once([' ', '\n'])?;
            Some(value.to_owned())
        };
        if let Some((_, rest)) = hint.split_once("puzzle-hint-whole action=") {
            whole += 1;
            assert!(rest.starts_with(&puzzle.turn[0]), "{hint}");
        } else if of("actions=").as_deref() == Some("1") {
            let (_, rest) = hint.split_once(" beginning=").unwrap();
            let (begins, _) = rest.split_once(" depth=").unwrap();
            let count = legal.iter().filter(|it| it.starts_with(begins)).count();
            assert!(puzzle.turn[0].starts_with(begins) && count > 1, "{hint}");
        }
        chat.ask("alice", Place::Direct, "solution");
    }
    assert!(whole < 30, "{whole}");
}
