//! Many more games than anybody would read: of what is told, only a digest is kept. `TOLD_TEXTS=FOLDER` has the
//! texts written there, to be compared with those of another version.

use std::{env, fmt::Write as _, fs, path::Path};

use games::{CATALOG, Entry, Live, Seed, puzzles::Family};

use super::{
    check,
    transcript::{ask, of_puzzle, play, tell},
};

/// What is played, and what is agreed on.
const GAMES: [(&str, &str); 12] = [
    ("matrx", "-"),
    ("matrx-classic", "-"),
    ("gipf-basic", "black+2"),
    ("gipf-standard", "-"),
    ("gipf-standard", "zertz=3,tamsk=3"),
    ("gipf-standard", "zertz=4,neutralise=2,by=coin"),
    ("gipf-tournament", "zertz=3,tamsk=3"),
    ("zertz-basic", "-"),
    ("zertz-tournament", "-"),
    ("run", "-"),
    ("run", "target=9"),
    ("run", "custom=k2g3r4b5"),
];

/// A text and what it is about, as a line.
fn digest(about: &str, text: &str) -> String {
    if let Some(folder) = env::var_os("TOLD_TEXTS") {
        fs::write(Path::new(&folder).join(about), text).unwrap();
    }
    let digest = Seed::from_word(text).to_hex();
    format!(
        "{about}: {}, {} lines\n",
        &digest[..16],
        text.lines().count()
    )
}

/// A game in which anything is done that can be, rather near what lies there already.
fn any_game(game: &str, options: &str, seed: u8) -> String {
    let entry = Entry::find(game).unwrap();
    let mut live = Live::start(entry, options, Some(Seed([seed; 32]))).unwrap();
    let mut text = String::new();
    tell(&mut text, "at the beginning ", &live.opening());
    let mut choice = usize::from(seed);
    while live.outcome().is_none() && live.actions() < 120 {
        let mut actions = live.legal_actions();
        actions.retain(|action| !live.is_one_of_many(action) && action != "quit");
        choice = choice * 31 % 7_919 + 1;
        let Some(action) = actions.get(choice % actions.len().max(1)).cloned() else {
            break;
        };
        ask(&mut text, &live);
        play(&mut text, &mut live, &action);
        // What could be done before it seldom can be now.
        for other in actions.iter().step_by(1 + actions.len() / 3) {
            if let Some(refusal) = live.refusal(other) {
                writeln!(text, "  refused {other}: {refusal}").unwrap();
            }
        }
    }
    ask(&mut text, &live);
    text
}

#[test]
fn any_games_are_told_as_before() {
    let mut now = String::new();
    for (game, options) in GAMES {
        for seed in 0..6 {
            let text = any_game(game, options, seed);
            now += &digest(&format!("{game} {options} {seed}"), &text);
        }
    }
    check("games", &now);
}

#[test]
fn all_puzzles_are_told_as_before() {
    let mut now = String::new();
    for family in Family::ALL {
        for (number, puzzle) in family.puzzles().iter().enumerate() {
            let others = family.puzzles().iter().cycle().skip(number + 1).take(4);
            let about = format!("{} {number}", family.id());
            now += &digest(&about, &of_puzzle(puzzle, others));
        }
    }
    check("puzzles", &now);
}

#[test]
fn what_is_taught_is_shown_as_before() {
    let mut now = String::new();
    for entry in CATALOG {
        let teaching = entry.teaching();
        let mut show =
            |about: &str, text: String| now += &digest(&format!("{} {about}", entry.id), &text);
        show(
            "first turn",
            format!("{:#?}", teaching.first_turn.frames().unwrap()),
        );
        for topic in teaching.topics {
            for (number, picture) in (1..).zip(topic.pictures) {
                let about = format!("{} {number}", topic.title);
                show(&about, format!("{:#?}", picture.frames().unwrap()));
            }
        }
    }
    check("taught", &now);
}
