//! Turn perft of the GIPF family against figures of an independent implementation.

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

#[test]
fn turn_perft_of_matrx_agrees_with_an_independent_implementation() {
    let lines: Vec<&str> = include_str!("vectors/gipf.txt")
        .lines()
        .filter(|line| line.starts_with("matrx"))
        .collect();
    assert!(lines.len() > 100, "only {} lines", lines.len());
    lines.into_iter().for_each(check);
}
