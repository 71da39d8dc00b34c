//! Tests of the lessons: their pictures agree with the rules.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::{
    CATALOG, Dice, Entry, Message, Seed, read_position,
    teach::{Picture, Topic},
};

fn topics(id: &str) -> &'static [Topic] {
    Entry::find(id).unwrap().teaching().topics
}

/// Asserts that the pictures of a topic lead to these facts, in this order.
fn check(id: &str, text: &str, expected: &[&str]) {
    let topic = topics(id)
        .iter()
        .find(|topic| topic.text.to_fact().code == text)
        .unwrap();
    let mut codes = Vec::new();
    for picture in topic.pictures {
        let frames = picture.frames().unwrap();
        codes.extend(
            frames
                .iter()
                .flat_map(|frame| &frame.facts)
                .map(|fact| fact.code.to_string()),
        );
    }
    assert_eq!(codes, expected, "{text}");
}

fn pictures() -> impl Iterator<Item = (&'static Entry, &'static Picture)> {
    CATALOG.iter().flat_map(|entry| {
        let teaching = entry.teaching();
        let shown = teaching.topics.iter().flat_map(|topic| topic.pictures);
        shown
            .chain([&teaching.first_turn])
            .map(move |picture| (entry, picture))
    })
}

#[test]
fn pictures_show_canonical_positions_and_listed_actions() {
    for (_, picture) in pictures() {
        let mut position = read_position(picture.position)
            .unwrap_or_else(|refused| panic!("{}: {refused}", picture.position));
        assert_eq!(position.text(), picture.position);
        let mut dice = Dice::given(picture.dice.iter().copied());
        for action in picture.actions {
            let step = position.play(action, &mut dice).unwrap();
            assert!(position.legal_actions().contains(&step.action), "{action}");
            position = step.position;
        }
        assert_eq!(dice.rolled(), picture.dice.len(), "{}", picture.position);
        assert_eq!(picture.frames().unwrap().len(), picture.actions.len() + 1);
    }
}

#[test]
fn a_first_turn_is_whole_from_the_start() {
    for entry in CATALOG {
        let picture = &entry.teaching().first_turn;
        let position = read_position(picture.position).unwrap();
        if !entry.chance && entry.id != "matrx-classic" && entry.id != "zertz-tournament" {
            let start = entry.start("-", &mut Dice::none()).unwrap();
            assert_eq!(start.text(), position.text(), "{}", entry.id);
        }
        let mut dice = Dice::given(picture.dice.iter().copied());
        let end = picture.actions.iter().fold(position, |position, action| {
            position.play(action, &mut dice).unwrap().position
        });
        assert!(entry.chance || end.to_move() == Some(games::Seat::Second));
        assert!(games::Live::set_up(picture.position, Some(Seed([1; 32]))).is_ok());
    }
}

#[test]
fn cut_pictures_still_show_every_change() {
    for (_, picture) in pictures() {
        let whole = Picture {
            seen: &[],
            ..*picture
        };
        let frames = picture.frames().unwrap();
        for (cut, whole) in frames.iter().zip(whole.frames().unwrap()) {
            // A point in view at first stays in view as long as it is on the board.
            for first in &frames[0].scene.points {
                let is_there = |scene: &games::Scene| {
                    scene.points.iter().any(|point| point.name == first.name)
                };
                assert_eq!(
                    is_there(&cut.scene),
                    is_there(&whole.scene),
                    "{}",
                    first.name
                );
            }
            assert!(!cut.scene.points.is_empty() && cut.scene.points.len() <= 30);
            let marked = |scene: &games::Scene| {
                let points = scene.points.iter();
                points
                    .filter(|point| point.mark != games::scene::Mark::None)
                    .count()
            };
            assert_eq!(
                marked(&cut.scene),
                marked(&whole.scene),
                "{}",
                picture.position
            );
        }
    }
}

#[test]
fn the_gipf_family_does_what_its_pictures_say() {
    check(
        "matrx",
        "teach-matrx-enter",
        &["gipf-entered", "gipf-entered"],
    );
    check(
        "matrx",
        "teach-matrx-row",
        &["gipf-entered", "gipf-row-cleared"],
    );
    check(
        "matrx",
        "teach-matrx-stacks",
        &["gipf-row-of-stacks-cleared"],
    );
    check("matrx", "teach-matrx-zertz", &["gipf-moved"]);
    check("matrx", "teach-matrx-yinsh", &["gipf-moved"]);
    check("matrx", "teach-matrx-dvonn", &["gipf-moved"]);
    check(
        "matrx",
        "teach-matrx-tamsk",
        &["gipf-entered", "gipf-extra"],
    );
    check(
        "gipf-basic",
        "teach-gipf-row",
        &["gipf-entered", "gipf-row-cleared"],
    );
    check(
        "gipf-standard",
        "teach-gipfs-stay",
        &["gipf-row-of-stacks-cleared"],
    );
    check("gipf-tournament", "teach-gipf-begin", &["gipf-entered"]);
    check(
        "gipf-basic",
        "teach-loaded",
        &["gipf-entered", "gipf-moved"],
    );
    check(
        "gipf-basic",
        "teach-loaded-tamsk",
        &["gipf-entered", "gipf-extra"],
    );
    // A GIPF piece of Black is captured with the row, and stacks of both sides stay.
    let stacks = topics("matrx")[3].pictures[0].frames().unwrap();
    let said = stacks[1].facts[0].to_string();
    assert!(said.contains("captured=1G"), "{said}");
    // The first single piece ends the player's right to GIPF pieces.
    let begin = topics("gipf-tournament")[1].pictures[0];
    let after = read_position(begin.position).unwrap();
    let after = after.play(begin.actions[0], &mut Dice::none()).unwrap();
    assert!(after.position.text().ends_with(" g"));
}

#[test]
fn zertz_does_what_its_pictures_say() {
    check("zertz-basic", "teach-rings-place", &["zertz-placed"]);
    check("zertz-basic", "teach-rings-capture", &["zertz-captured"]);
    check("zertz-basic", "teach-rings-chain", &["zertz-captured"]);
    check(
        "zertz-basic",
        "teach-rings-isolate",
        &["zertz-placed", "zertz-claimed"],
    );
    // The first part of the board shown has no capture.
    let board = read_position(topics("zertz-basic")[0].pictures[0].position).unwrap();
    assert_eq!(board.prompt().unwrap().ask.code, "zertz-ask-place");
}

#[test]
fn the_run_does_what_its_pictures_say() {
    check(
        "run",
        "teach-run-step",
        &["run-installed", "run-rolled", "run-broken", "run-token"],
    );
    check(
        "run",
        "teach-run-fail",
        &["run-rolled", "run-failed-ice", "run-damage"],
    );
    check(
        "run",
        "teach-run-boost",
        &["run-rolled", "run-boosted", "run-broken"],
    );
    check(
        "run",
        "teach-run-fort",
        &["run-rolled", "run-boosted", "run-broken", "run-token"],
    );
}
