//! Perft of turns against figures of an independent implementation.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::read_position;

/// Checks one line, `position ; perft(1) perft(2)` with `-` for a figure that was not computed.
fn check(line: &str) {
    let (text, figures) = line.split_once(" ; ").unwrap();
    let position = read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.text(), text, "text and back");
    for (depth, figure) in (1..).zip(figures.split_whitespace()) {
        if figure != "-" {
            let expected: u64 = figure.parse().unwrap();
            assert_eq!(
                position.perft(depth),
                Some(expected),
                "perft({depth}) of {text}"
            );
        }
    }
}

/// Checks the lines of a file for these games, and their least number.
fn check_all(file: &str, games: &str, least: usize) {
    let lines: Vec<&str> = file
        .lines()
        .filter(|line| line.starts_with(games))
        .collect();
    assert!(lines.len() >= least, "only {} lines", lines.len());
    lines.into_iter().for_each(check);
}

#[test]
fn matrx_turn_perft_matches_an_independent_implementation() {
    check_all(include_str!("vectors/gipf.txt"), "matrx", 100);
}

#[test]
fn gipf_turn_perft_matches_an_independent_implementation() {
    check_all(include_str!("vectors/gipf.txt"), "gipf-", 115);
}

#[test]
fn zertz_turn_perft_matches_an_independent_implementation() {
    check_all(include_str!("vectors/zertz.txt"), "zertz", 63);
}
