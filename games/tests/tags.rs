//! Tests of the tags of records: players, date and result.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::{
    Date, Entry, Live, Record, RecordError, Seat, Seed, Tags, Termination, diagram::State,
};
use proptest::prelude::*;

/// An unfinished duel.
const OPEN: &str = "icebreaker-record: 1\ngame: matrx\nrules: 1\noptions: -\n\nGb2\nGi2\n";

/// The same duel with tags.
const RESIGNED: &str = "icebreaker-record: 1\ngame: matrx\nrules: 1\noptions: -\n\
    first: \"alice\"\nsecond: \"Bob \\\"the Builder\\\"\"\ndate: 2026-11-21\n\
    result: first-won\ntermination: resigned\n\nGb2\nGi2\n";

const ENDINGS: [Termination; 8] = [
    Termination::Unfinished,
    Termination::Rules(None),
    Termination::Rules(Some(Seat::First)),
    Termination::Rules(Some(Seat::Second)),
    Termination::Resigned(Seat::First),
    Termination::Resigned(Seat::Second),
    Termination::Agreed,
    Termination::Abandoned,
];

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// A run that its runner has given up.
fn given_up() -> Live {
    let mut run = Live::start(Entry::find("run").unwrap(), "-", Some(Seed([7; 32]))).unwrap();
    run.play("k m13").unwrap();
    run.play("quit").unwrap();
    run
}

/// The record of a duel that White has won.
fn won() -> String {
    // Black can enter one more piece and then loses, as none is left.
    let text = "gipf-basic w b2=B,b3=B,b4=B,e2=b B9 B1";
    let mut live = Live::set_up(text, None).unwrap();
    for _ in 0..200 {
        if live.outcome().is_some() {
            break;
        }
        let action = live.legal_actions().swap_remove(0);
        live.play(&action).unwrap();
    }
    assert_eq!(live.outcome().unwrap().winner, Some(Seat::First));
    live.record().to_string()
}

/// Adds lines at the end of a record's header.
fn telling(record: &str, lines: &str) -> String {
    record.replacen("\n\n", &format!("\n{lines}\n\n"), 1)
}

fn replayed(text: &str) -> Result<Live, RecordError> {
    Live::replay(&text.parse()?)
}

#[test]
fn players_and_endings_are_read_as_written() {
    let record: Record = RESIGNED.parse().unwrap();
    let expected = Tags {
        players: names(&["alice", "Bob \"the Builder\""]),
        date: Some("2026-11-21".parse().unwrap()),
        ending: Some(Termination::Resigned(Seat::Second)),
    };
    assert_eq!(record.tags, expected);
    assert_eq!(record.to_string(), RESIGNED);
    for ending in ENDINGS {
        for players in [names(&[]), names(&["x"]), names(&["x", "y"])] {
            for date in [None, expected.date] {
                let tags = Tags {
                    players: players.clone(),
                    date,
                    ending: Some(ending),
                };
                let written = Record {
                    tags,
                    ..record.clone()
                };
                assert_eq!(written.to_string().parse(), Ok(written));
            }
        }
    }
}

#[test]
fn a_record_without_tags_is_read_as_written() {
    let record: Record = OPEN.parse().unwrap();
    assert_eq!(record.tags, Tags::default());
    assert_eq!(record.to_string(), OPEN);
    assert_eq!(replayed(OPEN).unwrap().record(), &record);
}

#[test]
fn a_replayed_game_drops_its_tags_and_continues() {
    let mut live = replayed(RESIGNED).unwrap();
    assert_eq!(live.record().to_string(), OPEN);
    live.play(&live.legal_actions()[0]).unwrap();
    assert_eq!(live.record().tags, Tags::default());
}

#[test]
fn every_ending_has_its_winner_and_state() {
    let told = ENDINGS.map(|ending| (ending.winner(), ending.state()));
    assert_eq!(
        told,
        [
            (None, None),
            (None, None),
            (Some(Seat::First), None),
            (Some(Seat::Second), None),
            (Some(Seat::Second), Some(State::Won(Seat::Second))),
            (Some(Seat::First), Some(State::Won(Seat::First))),
            (None, Some(State::NobodyWon)),
            (None, Some(State::Still)),
        ]
    );
}

#[test]
fn damaged_tags_are_refused_with_line_and_reason() {
    assert!(replayed(RESIGNED).is_ok());
    for (from, to, line, reason) in [
        ("\"alice\"", "alice", 5, "in double quotes"),
        ("\"alice\"", "", 5, "\"first: …\" is missing"),
        ("first: \"alice\"\n", "", 5, "an empty line is missing"),
        ("\\\"the", "\"the", 6, "a quote within a name"),
        ("second: ", "third: ", 6, "an empty line is missing"),
        ("11-21", "11-31", 7, "no day like"),
        ("result: ", "results: ", 8, "an empty line is missing"),
        ("first-won", "1-0", 8, "none of first-won, second-won"),
        ("first-won", "unfinished", 9, "an empty line is missing"),
        (
            "termination: resigned\n",
            "",
            9,
            "\"termination: …\" is missing",
        ),
        (
            "resigned",
            "agreed",
            9,
            "does not go with first-won: rules, resigned",
        ),
        ("resigned", "timeout", 9, "does not go with first-won"),
        (
            "date: 2026-11-21\nresult: first-won\ntermination: resigned\n",
            "result: first-won\ntermination: resigned\ndate: 2026-11-21\n",
            9,
            "an empty line is missing",
        ),
        ("resigned\n\n", "resigned\n", 10, "an empty line is missing"),
        ("Gi2", "Tb3", 12, "gipf"),
    ] {
        let bad = RESIGNED.replacen(from, to, 1);
        assert_ne!(bad, RESIGNED, "{from}");
        let error = replayed(&bad).expect_err(&bad);
        assert_eq!(error.line, line, "{error} in {bad}");
        assert!(error.reason.contains(reason), "{error} in {bad}");
    }
}

#[test]
fn names_are_given_for_all_players_or_none() {
    let one = telling(OPEN, "first: \"alice\"");
    let error = replayed(&one).expect_err(&one);
    assert_eq!(error.to_string(), "line 6: 1 players at a game for 2");
    let run = given_up().record().to_string();
    assert!(replayed(&telling(&run, "first: \"alice\"")).is_ok());
    let two = telling(&run, "first: \"alice\"\nsecond: \"bob\"");
    let error = replayed(&two).expect_err(&two);
    assert_eq!(error.to_string(), "line 7: 2 players at a game for 1");
}

#[test]
fn a_result_that_contradicts_the_turns_is_refused() {
    let (won, run) = (won(), given_up().record().to_string());
    let players = "first: \"alice\"\nsecond: \"bob\"\ndate: 2026-11-21\n";
    for (record, told, reason) in [
        (OPEN, "first-won rules", "the game is not over"),
        (OPEN, "nobody-won rules", "the game is not over"),
        (OPEN, "second-won resigned", ""),
        (OPEN, "nobody-won agreed", ""),
        (OPEN, "nobody-won abandoned", ""),
        (OPEN, "unfinished", ""),
        (&won, "first-won rules", ""),
        (&won, "second-won rules", "lead to first-won"),
        (&won, "nobody-won rules", "lead to first-won"),
        (&won, "first-won resigned", "lead to first-won"),
        (&won, "nobody-won agreed", "lead to first-won"),
        (&won, "nobody-won abandoned", "lead to first-won"),
        (&won, "unfinished", "lead to first-won"),
        (&run, "nobody-won rules", ""),
        (&run, "first-won rules", "lead to nobody-won"),
    ] {
        let lines = match told.split_once(' ') {
            Some((result, how)) => format!("result: {result}\ntermination: {how}"),
            None => format!("result: {told}"),
        };
        let header = record.lines().take_while(|line| !line.is_empty()).count();
        for (before, extra) in [("", 0), (players, 3)] {
            // A run has one player.
            if record == run && extra > 0 {
                continue;
            }
            let text = telling(record, &format!("{before}{lines}"));
            match replayed(&text) {
                Ok(_) => assert_eq!(reason, "", "{text}"),
                Err(error) => {
                    assert_ne!(reason, "", "{error} in {text}");
                    assert!(error.reason.contains(reason), "{error} in {text}");
                    assert_eq!(error.line, header + extra + 1, "{error} in {text}");
                }
            }
        }
    }
}

#[test]
fn a_solo_player_neither_resigns_nor_agrees() {
    let run = Live::start(Entry::find("run").unwrap(), "-", Some(Seed([7; 32]))).unwrap();
    let run = run.record().to_string();
    let told = |lines: &str| replayed(&telling(&run, lines));
    for lines in [
        "result: second-won\ntermination: resigned",
        "result: nobody-won\ntermination: agreed",
    ] {
        let error = told(lines).expect_err(lines);
        assert!(error.reason.contains("plays alone"), "{error}");
    }
    assert!(told("result: nobody-won\ntermination: abandoned").is_ok());
    assert!(told("result: unfinished").is_ok());
}

proptest! {
    /// Names are escaped, so that none adds another line.
    #[test]
    fn no_name_forges_another_line(first in any::<String>(), second in ".{0,40}\n(first|result|Gb2|game): .{0,9}") {
        prop_assume!(first.chars().count() <= games::record::MAX_NAME_CHARS);
        let plain: Record = RESIGNED.parse().unwrap();
        let tags = Tags { players: vec![first, second], ..plain.tags.clone() };
        let record = Record { tags, ..plain };
        let written = record.to_string();
        prop_assert_eq!(written.lines().count(), RESIGNED.lines().count());
        prop_assert_eq!(written.parse(), Ok(record));
    }
}

#[test]
fn days_are_in_the_order_of_the_calendar() {
    let date = |text: &str| text.parse::<Date>().unwrap();
    assert!(date("2026-11-21") < date("2026-12-01"));
    assert!(date("2026-12-31") < date("2027-01-01"));
}
