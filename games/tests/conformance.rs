//! Conformance tests of every game of the CATALOG. A new game is enrolled by its line there.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{cell::Cell, collections::BTreeSet};

use games::{CATALOG, Dice, Entry, Fact, Live, Record, Revealed, Seed, read_position};

/// Number of games played for each entry.
const GAMES: u8 = 12;
/// Number of actions after which a test game is cut off.
const LONG: usize = 160;

/// A small pseudo-random generator, so that failures are reproducible.
struct Picker(u64);

impl Picker {
    fn pick(&mut self, from: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % from
    }
}

/// Options of the games that have any, used in every other game.
const OPTIONS: &[(&str, &str)] = &[
    ("run", "target=9,custom=kgrb"),
    ("gipf-basic", "white+3,tamsk=3"),
    ("gipf-tournament", "zertz=3,tamsk=3,neutralise=3,by=die"),
];

/// Plays a random game and calls `look` before every action.
fn play_out(entry: &'static Entry, seed: u8, mut look: impl FnMut(&Live)) -> Live {
    let mut picker = Picker(seed.into());
    let with = OPTIONS.iter().find(|(id, _)| *id == entry.id);
    let with = with.filter(|_| !seed.is_multiple_of(2));
    let options = with.map_or("-", |(_, options)| options);
    let mut live = Live::start(entry, options, Some(Seed([seed; 32]))).unwrap();
    while live.outcome().is_none() && live.actions() < LONG {
        look(&live);
        let actions = live.legal_actions();
        assert!(
            !actions.is_empty(),
            "{} is stuck at {}",
            entry.id,
            live.position_text()
        );
        let action = &actions[picker.pick(actions.len())];
        live.play(action)
            .unwrap_or_else(|refused| panic!("{action}: {refused}"));
    }
    live
}

fn each_game(check: impl Fn(&'static Entry, u8)) {
    for entry in CATALOG {
        (0..GAMES).for_each(|seed| check(entry, seed));
    }
}

#[test]
fn a_game_has_an_outcome_or_goes_on() {
    each_game(|entry, seed| {
        let live = play_out(entry, seed, |live| {
            assert!(live.to_move().is_some() && live.prompt().is_some());
        });
        if live.outcome().is_some() {
            assert_eq!((live.to_move(), live.prompt()), (None, None));
            assert!(live.legal_actions().is_empty());
        }
    });
}

#[test]
fn a_finished_position_is_read_with_its_end() {
    each_game(|entry, seed| {
        let live = play_out(entry, seed, |_| ());
        if let Some(outcome) = live.outcome() {
            let text = live.position_text();
            let read = read_position(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(read.text(), text);
            assert_eq!(read.outcome(), Some(outcome), "{text}");
        }
    });
}

#[test]
fn listed_actions_are_canonical_and_others_refused() {
    let strange: BTreeSet<String> = ["", "x", "hello", "Gb2 please", "k m13 m14", "+", "\u{202e}"]
        .map(str::to_owned)
        .into();
    each_game(|entry, seed| {
        let mut pool = strange.clone();
        play_out(entry, seed, |live| {
            pool.extend(live.legal_actions().into_iter().take(40))
        });
        play_out(entry, seed, |live| {
            if live.actions() % 16 != 3 {
                return;
            }
            let position = read_any(live);
            let listed: BTreeSet<String> = position.legal_actions().into_iter().collect();
            assert_eq!(
                listed.len(),
                position.legal_actions().len(),
                "{}",
                position.text()
            );
            for action in &pool {
                let before = position.text();
                match position.play(action, &mut Dice::from_seed(Seed([1; 32]))) {
                    Ok(step) => assert!(listed.contains(&step.action), "{action} in {before}"),
                    Err(_) => assert!(!listed.contains(action), "{action} in {before}"),
                }
                assert_eq!(position.text(), before);
            }
            for action in &listed {
                let step = position.play(action, &mut Dice::from_seed(Seed([1; 32])));
                assert_eq!(&step.unwrap().action, action);
                assert!(live.position().reads(action));
            }
        });
    });
}

/// Rebuilds a game's position from its text, which may end with the actions of an open turn.
fn read_any(live: &Live) -> Box<dyn games::Play> {
    let text = live.position_text();
    let (start, actions) = text.split_once(" moves ").unwrap_or((text.as_str(), ""));
    let mut position = read_position(start).unwrap_or_else(|error| panic!("{start}: {error}"));
    for action in actions.split_whitespace() {
        position = position.play(action, &mut Dice::none()).unwrap().position;
    }
    position
}

#[test]
fn a_position_is_read_as_it_is_written() {
    each_game(|entry, seed| {
        play_out(entry, seed, |live| {
            let read = read_any(live);
            assert_eq!(
                read.legal_actions(),
                live.legal_actions(),
                "{}",
                live.position_text()
            );
            let heard_nothing = games::Live::set_up(&live.position_text(), None);
            if let Some(asked) = heard_nothing.ok().and_then(|live| live.prompt()) {
                assert_eq!(asked.warnings, read.warnings());
            }
            let mut told = live.prompt();
            if let Some(told) = &mut told {
                let threats = read.warnings();
                // Warnings already shown are left out.
                assert!(told.warnings.iter().all(|it| threats.contains(it)));
                told.warnings.clear();
            }
            assert_eq!(read.prompt(), told);
            if !live.position_text().contains(" moves ") {
                assert_eq!(read.text(), live.position_text());
            }
        });
    });
}

#[test]
fn a_record_replays_to_the_same_position() {
    each_game(|entry, seed| {
        let live = play_out(entry, seed, |_| {});
        let record: Record = live.record().to_string().parse().unwrap();
        assert_eq!(&record, live.record());
        let replayed = Live::replay(&record).unwrap();
        assert_eq!(replayed.position_text(), live.position_text());
        assert_eq!(replayed.scene(), live.scene());
        assert_eq!(replayed.outcome(), live.outcome());
    });
}

#[test]
fn a_position_can_be_set_up_and_continued() {
    each_game(|entry, seed| {
        let mut texts = Vec::new();
        play_out(entry, seed, |live| texts.push(live.position_text()));
        for text in texts
            .iter()
            .filter(|text| !text.contains(" moves "))
            .step_by(7)
        {
            let mut live = Live::set_up(text, Some(Seed([seed; 32]))).unwrap();
            assert_eq!(&live.position_text(), text);
            let actions = live.legal_actions();
            live.play(&actions[usize::from(seed) % actions.len()])
                .unwrap();
            let written = live.record().to_string();
            let record: Record = written.parse().unwrap();
            assert_eq!(
                (&record, record.seed.is_some()),
                (live.record(), entry.chance)
            );
            let replayed = Live::replay(&record).unwrap();
            assert_eq!(replayed.position_text(), live.position_text());
            assert_eq!(live.without_last(1).unwrap().position_text(), *text);
        }
    });
}

#[test]
fn a_finished_position_cannot_be_set_up() {
    let over = Cell::new(0);
    each_game(|entry, seed| {
        let end = play_out(entry, seed, |_| {});
        if end.outcome().is_some() {
            let refused = Live::set_up(&end.position_text(), Some(Seed([1; 32])));
            assert_eq!(refused.unwrap_err().code(), "common-position-over");
            over.set(over.get() + 1);
        }
    });
    assert!(over.get() > 10, "only {} games", over.get());
}

#[test]
fn a_refused_action_changes_nothing() {
    each_game(|entry, seed| {
        let mut live = play_out(entry, seed, |_| {}).without_last(1).unwrap();
        let (record, text) = (live.record().clone(), live.position_text());
        for action in ["", "Ge5", "xb2", "k a0", "boost please", "Zz9-a1"] {
            assert!(live.play(action).is_err(), "{action}");
        }
        assert_eq!((live.record(), live.position_text()), (&record, text));
    });
}

#[test]
fn taking_actions_back_restores_earlier_positions() {
    each_game(|entry, seed| {
        let mut texts = Vec::new();
        let live = play_out(entry, seed, |live| texts.push(live.position_text()));
        for (back, text) in (1..).zip(texts.iter().rev()).take(20) {
            assert_eq!(&live.without_last(back).unwrap().position_text(), text);
        }
        assert!(live.without_last(live.actions() + 1).is_none());
    });
}

#[test]
fn reading_a_record_drops_surrounding_spaces() {
    let good = "icebreaker-record: 1\ngame: matrx\nrules: 1\noptions: -\n\nGb2\nGi2\n";
    let odd =
        "icebreaker-record: 1 \r\r\ngame:  matrx\nrules: 1\t\noptions: -\r\r\n\n Gb2 \r\r\nGi2\r";
    let read: Record = odd.parse().unwrap();
    assert_eq!(read.to_string(), good);
    assert!(Live::replay(&read).is_ok());
}

#[test]
fn damaged_records_are_refused_with_line_and_reason() {
    let good = "icebreaker-record: 1\ngame: matrx\nrules: 1\noptions: -\n\nGb2\nGi2\n";
    assert!(
        good.parse::<Record>()
            .is_ok_and(|record| Live::replay(&record).is_ok())
    );
    for (from, to, line) in [
        ("record: 1", "record: 2", 1),
        ("icebreaker-", "", 1),
        ("game: matrx", "game: chess", 2),
        ("game: ", "gane: ", 2),
        ("rules: 1", "rules: 9", 3),
        ("rules: 1", "rules: one", 3),
        ("options: -", "options: target=7", 4),
        ("-\n\n", "-\n", 5),
        ("Gb2\n", "Gb2;;\n", 6),
        ("Gb2\n", "\n", 6),
        ("Gi2", "Tb3", 7),
        ("Gi2", "Gb2 please", 7),
        ("Gb2\nGi2", "Gb2;Gi2", 6),
    ] {
        check_damage(good, from, to, line);
    }
}

/// Asserts that a record with a replaced part is refused at that line.
fn check_damage(good: &str, from: &str, to: &str, line: usize) {
    let bad = good.replacen(from, to, 1);
    let error = bad
        .parse::<Record>()
        .and_then(|record| Live::replay(&record));
    let error = error.expect_err(&bad);
    assert_eq!(error.line, line, "{error} in {bad}");
}

#[test]
fn a_record_with_a_damaged_position_is_refused() {
    let good = "icebreaker-record: 1\ngame: gipf-basic\nrules: 1\noptions: -\n\
                position: gipf-basic w b2=b,e2=B B12 B12\n\nb3\n";
    assert!(
        good.parse::<Record>()
            .is_ok_and(|record| Live::replay(&record).is_ok())
    );
    for (from, to, line) in [
        ("options: -", "options: zertz=3", 4),
        ("gipf-basic w", "gipf-basic x", 5),
        (
            "position: gipf-basic w b2=b,e2=B B12",
            "position: gipf-basic w b2=b,e2=B -",
            5,
        ),
        ("game: gipf-basic", "game: gipf-standard", 5),
        ("position: gipf-basic w b2=b,e2=B B12 B12", "position: ", 5),
        ("B12\n\n", "B12\n", 6),
        ("b3\n", "b2\n", 7),
    ] {
        check_damage(good, from, to, line);
    }
}

/// Undo: an action that revealed nothing can be taken back without a trace, future dice included;
/// an action with a roll always counts as revealing.
#[test]
fn actions_revealing_nothing_are_undone_without_trace() {
    let shows = |fact: &Fact| {
        let dice = fact.args.iter().find(|(name, _)| *name == "dice");
        let rolled = dice.is_some_and(|(_, dice)| !dice.is_none());
        match fact.code.as_ref() {
            "run-rolled" | "run-reaches" => Revealed::Die,
            "run-measured" if rolled => Revealed::Die,
            "run-installed" => Revealed::Hidden,
            _ => Revealed::Nothing,
        }
    };
    let undone = Cell::new(0);
    each_game(|entry, seed| {
        let end = play_out(entry, seed, |_| {});
        let record = end.record();
        let mut live = Live::start(entry, &record.options, record.seed).unwrap();
        let actions: Vec<&String> = record.turns.iter().flatten().collect();
        for (number, action) in actions.iter().enumerate() {
            let before = live.position_text();
            let facts = live.play(action).unwrap();
            let most = facts.iter().map(shows).max();
            let revealed = live.revealed_by_last(1);
            assert_eq!(revealed, most.unwrap_or(Revealed::Nothing), "{action}");
            if revealed == Revealed::Nothing && number % 5 == 0 {
                let mut back = live.without_last(1).unwrap();
                assert_eq!(back.position_text(), before);
                for action in &actions[number..] {
                    back.play(action).unwrap();
                }
                assert_eq!(back.position_text(), end.position_text());
                undone.set(undone.get() + usize::from(entry.chance));
            }
        }
    });
    assert!(undone.get() > 10, "only {} actions", undone.get());
}
