//! Every sentence exists and can be formatted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{collections::BTreeSet, fs, path::Path};

use fluent_bundle::FluentResource;
use games::{CATALOG, Entry, Fact, Live, Seed, run};
use lobby::wording::Wording;

#[test]
fn fluent_files_are_valid_with_unique_keys() {
    let mut keys = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales/en");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let source = fs::read_to_string(&path).unwrap();
        for line in source.lines() {
            if let Some((key, _)) = line.split_once(" = ")
                && !key.starts_with([' ', '#'])
            {
                assert!(keys.insert(key.to_owned()), "{key} stands twice");
            }
        }
        let read = FluentResource::try_new(source);
        assert!(
            read.is_ok(),
            "{}: {:?}",
            path.display(),
            read.err().map(|(_, errors)| errors)
        );
    }
}

#[test]
fn every_game_has_its_own_name_and_line() {
    let wording = Wording::english();
    for code in ["list-game", "duel-begun"] {
        let say = |entry: &Entry| {
            let fact = Fact::new(code).with("game", entry.id);
            let fact = fact.with("table", "").with("white", "").with("black", "");
            wording.say(&fact, &[]).replace(entry.id, "")
        };
        let sentences: BTreeSet<String> = CATALOG.iter().map(say).collect();
        assert_eq!(sentences.len(), CATALOG.len(), "{code}: {sentences:#?}");
    }
}

#[test]
fn every_topic_can_be_said_of_every_game() {
    let wording = Wording::english();
    let mut goals = BTreeSet::new();
    for entry in CATALOG {
        let teaching = entry.teaching();
        let topics = teaching.topics.iter();
        let texts = topics.flat_map(|topic| [topic.title, topic.text]);
        for text in texts.chain([teaching.goal, teaching.play]) {
            let fact = Fact::from(text).with("game", entry.id).with("prefix", "!");
            let said = wording.say(&fact, &[]);
            assert!(said != fact.code && !said.contains(['{', '}']), "{said}");
        }
        let goal = Fact::from(teaching.goal).with("game", entry.id);
        assert!(goals.insert(wording.say(&goal, &[])), "{}", entry.id);
    }
}

#[test]
fn every_custom_breaker_has_name_and_own_line() {
    let wording = Wording::english();
    let plain = wording.say(&Fact::new("run-breaker-about").with("custom", "k"), &[]);
    assert!(plain.ends_with("the die alone."), "{plain}");
    for (letter, breakers) in ["k", "g", "r", "b"].into_iter().zip(run::BREAKERS) {
        for (number, breaker) in (1..).zip(breakers) {
            let about = |code| Fact::new(code).with("custom", format!("{letter}{number}"));
            let name = wording.say(&about("run-breaker-name"), &[]);
            assert_eq!(name, breaker.name);
            let line = wording.say(&about("run-breaker-about"), &[]);
            assert!(
                line.contains(&name) && !line.contains("the die alone"),
                "{line}"
            );
            for example in breaker.examples() {
                assert!(line.contains(&format!("`{example}`")), "{line}");
            }
        }
    }
}

#[test]
fn every_reason_for_advice_can_be_said() {
    let wording = Wording::english();
    let entry = Entry::find("run").unwrap();
    for (seed, options) in (0..).zip(["-", "custom=kgrb,target=9", "custom=k4g2b2"]) {
        let mut run = Live::start(entry, options, Some(Seed([seed; 32]))).unwrap();
        while let Some(advice) = run.position().advise(40, Seed([seed; 32]), &mut || true) {
            for fact in &advice.why {
                let sentence = wording.say(fact, &[]);
                assert!(
                    sentence.ends_with('.') && sentence != fact.code,
                    "{sentence}"
                );
            }
            run.play(&advice.action).unwrap();
        }
    }
}
