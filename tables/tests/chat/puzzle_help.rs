//! What is told of a puzzle's solution before it is found, and when it is given up.

use games::{Live, Puzzle, puzzles::Family};

use crate::{
    puzzle::{given, is_over, live, wrong},
    room::{Chat, Place},
};

#[test]
fn a_hint_narrows_it_down_and_the_solution_shows_it_and_counts_as_missed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle matrx");
    let puzzle = given(&chat, 1);
    let hint = chat.ask("alice", Place::Direct, "hint");
    let beginning = puzzle.beginning(0).unwrap();
    assert!(
        hint.contains(&format!("begins with `{beginning}`")),
        "{hint}"
    );
    assert!(!hint.contains(&format!("`{}`", puzzle.turn[0])), "{hint}");
    let shown = chat.ask("alice", Place::Direct, "solution");
    assert!(shown.starts_with("The solution is `"), "{shown}");
    assert!(shown.contains(&format!("`{}`", puzzle.turn[0])), "{shown}");
    assert!(
        shown.contains("0 solved; at the first try in a row 0 now"),
        "{shown}"
    );
    assert!(is_over(&chat, 1));
    // To give up is to want to see it.
    for word in ["resign", "quit"] {
        chat.ask("alice", Place::Direct, "puzzle zertz");
        let shown = chat.ask("alice", Place::Direct, word);
        assert!(shown.starts_with("The solution is `"), "{word}: {shown}");
    }
}

#[test]
fn a_hint_within_the_turn_tells_whether_it_is_right_so_far() {
    let mut chat = Chat::new();
    // An action that does not end the turn, and is not how it begins.
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
            let on = format!("goes on with `{}`", puzzle.beginning(1).unwrap());
            assert!(
                hint.starts_with("So far that is right.") && hint.contains(&on),
                "{hint}"
            );
            chat.ask("alice", Place::Direct, "takeback");
            chat.ask("alice", Place::Direct, &other);
            let hint = chat.ask("alice", Place::Direct, "hint");
            assert!(hint.contains("another action"), "{hint}");
            checked += 1;
        }
        chat.ask("alice", Place::Direct, "solution");
    }
    assert!(checked > 5, "{checked} puzzles");
}

#[test]
fn giving_up_the_puzzle_of_the_day_is_asked_about_first() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle day");
    let sure = chat.ask("alice", Place::Direct, "quit");
    assert!(sure.contains("would be missed"), "{sure}");
    assert!(!is_over(&chat, 1));
    chat.ask("alice", Place::Direct, "no");
    let sure = chat.ask("alice", Place::Direct, "resign");
    assert!(sure.contains("would be missed"), "{sure}");
    // A try takes it back, even one that is not right.
    let mut other = Chat::new();
    other.ask("alice", Place::Direct, "puzzle day");
    other.ask("alice", Place::Direct, "quit");
    let tried = wrong(given(&other, 1)).join(";");
    other.ask("alice", Place::Direct, &tried);
    let nothing = other.ask("alice", Place::Direct, "yes");
    assert!(!nothing.contains("The solution is"), "{nothing}");
    let solution = chat.ask("alice", Place::Direct, "yes");
    assert!(solution.contains("The solution is"), "{solution}");
    assert!(is_over(&chat, 1));
    // Any other is there again tomorrow, and one that was missed has nothing to lose.
    chat.ask("alice", Place::Direct, "puzzle matrx");
    let solution = chat.ask("alice", Place::Direct, "give up");
    assert!(solution.contains("The solution is"), "{solution}");
}

#[test]
fn a_solution_is_shown_again_when_the_puzzle_is_over_but_not_before() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "puzzle zertz");
    let shown = chat.ask("alice", Place::Direct, "solution");
    let again = chat.ask("alice", Place::Direct, "solution");
    let (told, _) = again.split_once('\n').unwrap();
    assert!(told.starts_with("The solution is"), "{again}");
    assert!(shown.starts_with(told), "{shown}");
    // One that was left is not solved.
    chat.ask("alice", Place::Direct, "puzzle day");
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "quit");
    let left = chat.ask("alice", Place::Direct, "t2 solution");
    assert!(!left.contains("The solution is"), "{left}");
}

#[test]
fn the_computer_does_not_solve_a_puzzle_that_is_set_up_as_a_lesson() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!puzzle gipf");
    let puzzle = given(&chat, 1);
    let mut words: Vec<&str> = puzzle.position.split(' ').collect();
    words[3] = if words[3] == "B1" { "B2" } else { "B1" };
    // Another reserve makes no other puzzle of it.
    for position in [&words.join(" "), &puzzle.position] {
        chat.ask("alice", Place::Direct, &format!("setup {position}"));
        let refused = chat.ask("alice", Place::Direct, "hint");
        assert!(refused.contains("one of my puzzles"), "{refused}");
    }
    // Nor does it tell afterwards what would have been better.
    chat.ask("alice", Place::Direct, &wrong(puzzle).join(";"));
    chat.ask("alice", Place::Direct, "quit");
    let refused = chat.ask("alice", Place::Direct, "analyse");
    assert!(
        refused.contains("began with one of my puzzles"),
        "{refused}"
    );
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
            let examples = told.split("example `").skip(1);
            let examples = examples.filter_map(|example| example.split('`').next());
            for example in examples {
                assert_ne!(example, first, "{told}");
                count += 1;
            }
        }
        chat.ask("alice", Place::Direct, "solution");
    }
    assert!(count > 100, "{count} examples");
}
