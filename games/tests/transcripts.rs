//! Transcripts of every family (golden files): the positions of its lesson, each with the question,
//! some actions that are refused there, and the results of the lesson's actions. In notation and
//! message ids.
//!
//! After an intended change: `UPDATE_TRANSCRIPTS=1 cargo test -p games --test transcripts`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{collections::BTreeSet, env, fmt::Write as _, fs, path::Path};

use games::{Entry, Fact, Illegal, Live, Prompt, Seed, teach::Picture};

/// Maximum number of lines of a transcript, so that people can review it.
const MAX_LINES: usize = 300;

fn tell(text: &mut String, what: &str, facts: &[Fact]) {
    for fact in facts {
        writeln!(text, "  {what}{fact}").unwrap();
    }
}

fn ask(text: &mut String, prompt: &Prompt) {
    writeln!(text, "  ? {}", prompt.ask).unwrap();
    for choice in &prompt.choices {
        writeln!(text, "    {}: {}", choice.action, choice.what).unwrap();
    }
    tell(text, "! ", &prompt.warnings);
}

/// Writes a lesson's position and the results of its actions, and the refusals of tried actions
/// with a code that has not occurred before.
fn show(text: &mut String, picture: &Picture, tried: &[&str], refused: &mut BTreeSet<String>) {
    writeln!(text, "{}", picture.position).unwrap();
    let set_up = || Live::set_up(picture.position, Some(Seed([2; 32]))).unwrap();
    let live = set_up();
    if let Some(prompt) = live.prompt() {
        ask(text, &prompt);
    }
    for action in tried {
        if let Err(Illegal(refusal)) = set_up().play(action)
            && refused.insert(refusal.code.to_string())
        {
            writeln!(text, "  refused `{action}`: {refusal}").unwrap();
        }
    }
    for frame in picture.frames().unwrap().into_iter().skip(1) {
        let (_, action) = frame.played.unwrap();
        writeln!(text, "  > {action}").unwrap();
        tell(text, "", &frame.facts);
        if let Some((prompt, _)) = frame.asked {
            ask(text, &prompt);
        }
    }
}

/// Returns the transcript of a game, with actions that are tried in all its positions.
fn transcript(game: &str, tried: &[&str]) -> String {
    let (mut text, mut refused) = (String::new(), BTreeSet::new());
    let teaching = Entry::find(game).unwrap().teaching();
    for topic in teaching.topics {
        for picture in topic.pictures {
            writeln!(text, "# {}", Fact::from(topic.title)).unwrap();
            show(&mut text, picture, tried, &mut refused);
        }
    }
    writeln!(text, "# first turn").unwrap();
    show(&mut text, &teaching.first_turn, tried, &mut refused);
    text
}

#[track_caller]
fn check(game: &str, tried: &[&str]) {
    let now = transcript(game, tried);
    assert!(
        now.lines().count() <= MAX_LINES,
        "{game}: {} lines",
        now.lines().count()
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join(format!("tests/transcripts/{game}.txt"));
    if env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        return fs::write(path, now).unwrap();
    }
    let stored = fs::read_to_string(path).unwrap();
    for (number, (now, stored)) in (1..).zip(now.lines().zip(stored.lines())) {
        assert_eq!(now, stored, "line {number} of {game}");
    }
    assert_eq!(now.lines().count(), stored.lines().count(), "{game}");
}

/// Actions of GIPF and MATRX that are refused in some position of a lesson.
const HEX: [&str; 30] = [
    "hello",
    "b1",
    "e5",
    "a1-e5",
    "a1-a2",
    "e1-e3",
    "i9",
    "e9-e8",
    "Gb2",
    "Te1",
    "Zd1-d2",
    "Db5-c5",
    "Ye1-e2",
    "Pb2",
    "Ti2-i3",
    "Zc3-e3",
    "Db2-e5",
    "Ye4-b4",
    "T+c2",
    "+c2",
    "xc3*,d4*",
    "xa1,b2,c3,d4",
    "xb3,c3,d3,e3",
    "leave",
    "neutralise",
    "allow",
    "d9-d8",
    "e8-f8",
    "g2-g3",
    "b2-c3",
];

#[test]
fn matrx_is_told_as_taught() {
    check("matrx", &HEX);
}

#[test]
fn gipf_is_told_as_taught() {
    check("gipf-standard", &HEX);
}

#[test]
fn zertz_is_told_as_taught() {
    let tried = [
        "hello",
        "d4",
        "Wd4",
        "Wd4,d4",
        "Wa1,c3",
        "Wd4,h9",
        "Wz9",
        "Bc3,e4",
        "Gd4,e3",
        "Ga4,b5",
        "c3-c5",
        "c3-d5",
        "c3-e5",
        "d4-d6",
        "f3-d3",
        "xc3-e4",
        "xc3We4",
        "xc3Ge4Be2",
        "c3-e4-e2-c2",
        "Wc3,e4xf3",
        "Wd3,d5xc3",
        "Bc4,b1x",
        "Wa1",
        "Ge4,c3",
    ];
    check("zertz-basic", &tried);
}

#[test]
fn runs_are_told_as_taught() {
    let tried = [
        "hello",
        "k",
        "k n",
        "k a1",
        "k z30",
        "k m13",
        "k m14",
        "g m13",
        "g n",
        "g l13",
        "r o13",
        "b m12",
        "boost",
        "hold",
        "use k",
        "use g k",
        "pass",
        "k m13 m14",
        "g n13",
        "r n14",
        "b l12",
        "k y25",
    ];
    check("run", &tried);
}
