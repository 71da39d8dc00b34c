//! Tests on a board where one marble has 96,420 captures: no host query may enumerate all of them.

use std::{cell::Cell, ops::ControlFlow};

use crate::{
    MAX_LISTED,
    fact::Illegal,
    game::Game,
    hosted::HostedPosition,
    live::Live,
    rules::Rules,
    zertz::{
        MAX_CHOICES, Position,
        example::{MAX_COMPARED, MAX_REPLIES},
    },
};

/// Nineteen marbles between ten rings, and the marble on d3 that jumps over them.
const CAPTURES: &str = "zertz-tournament 1 a1,a2,a3,a4,b1,b2=b,b3,b4=b,b5,c1=b,c2=b,c3=b,c4=b,c5=b,c6=b,\
    d1,d2=b,d3=b,d4=g,d5,d6=g,d7,e1=g,e2=g,e3=g,e4=g,e5=g,e6=g,f1,f2=w,f3,f4=w,f5,g1,g2,g3,g4 w4 - -";

/// No capture yet, but almost every marble could jump once placed.
const PLACEMENTS: &str = "zertz-tournament 1 b1,b2=b,b3,b4=b,b5,c1=b,c2=b,c3=b,c4=b,c5=b,c6=b,d1,d2=b,d3,\
    d4=g,d5,d6=g,d7,e1=g,e2=g,e3=g,e4=g,e5=g,e6=g,f1,f2=w,f3,f4=w,f5 w4b1 - -";

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

#[test]
fn only_the_first_captures_are_listed() {
    let game = Live::set_up(CAPTURES, None).unwrap();
    let looked_at = Cell::new(0);
    let possible = game.possible(&|_| {
        looked_at.set(looked_at.get() + 1);
        true
    });
    assert!(possible.has_more && possible.actions.len() == MAX_LISTED);
    // Prefixes included, each of which leads to several captures.
    assert!(looked_at.get() < 3 * MAX_LISTED, "{}", looked_at.get());
    assert_eq!(game.legal_actions().len(), 96_420);
}

#[test]
fn any_capture_is_found_by_its_beginning() {
    let (crowded, game) = (position(CAPTURES), Live::set_up(CAPTURES, None).unwrap());
    for played in crowded.moves().into_iter().rev().step_by(7_001) {
        let wanted = crowded.write(played).to_string();
        let looked_at = Cell::new(0);
        let found = game.possible(&|action| {
            looked_at.set(looked_at.get() + 1);
            wanted.starts_with(action)
        });
        assert!(found.actions.contains(&wanted) && !found.has_more);
        assert!(looked_at.get() < 200, "{wanted}: {}", looked_at.get());
    }
}

#[test]
fn every_capture_stays_legal() {
    let crowded = position(CAPTURES);
    let mut count = 0;
    let _ = crowded.each_move(|played| {
        count += 1;
        assert_eq!(crowded.read(&crowded.write(played)), Ok(played));
        ControlFlow::Continue(())
    });
    assert_eq!(count, 96_420);
}

#[test]
fn a_refusal_names_few_ways_to_go_on() {
    for action in ["d3-d1", "d3-d5-b3", "Wa1"] {
        let Illegal(refused) = position(CAPTURES)
            .read(&action.parse().unwrap())
            .unwrap_err();
        let named = refused.to_string().matches("`x ").count();
        assert_eq!(named, MAX_CHOICES, "{refused}");
    }
}

#[test]
fn a_question_counts_no_more_than_are_listed() {
    let asked = position(CAPTURES).prompt().unwrap();
    assert_eq!(asked.ask.code, "zertz-ask-capture-many");
    let count = format!("count={MAX_LISTED}");
    assert!(asked.ask.to_string().contains(&count), "{}", asked.ask);
    assert!(asked.choices.is_empty());
}

#[test]
fn an_example_is_chosen_among_few_positions() {
    for text in [CAPTURES, PLACEMENTS] {
        let (example, compared) = position(text).compare();
        assert!(example.is_some());
        assert!(
            compared <= MAX_COMPARED + MAX_REPLIES + 1,
            "{compared}: {text}"
        );
    }
}

#[test]
fn a_line_is_read_without_listing_all_actions() {
    let game = Live::set_up(CAPTURES, None).unwrap();
    let capture = "x d3Bd1Gb1";
    let mut line = crate::actions::Actions::read("x d3Bd1Gb1 Wa1,a2");
    assert_eq!(line.next(game.position()).as_deref(), Some(capture));
}
