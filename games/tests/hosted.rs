//! Tests of the host interface: glossaries, pieces, examples of actions, and what a game does not
//! offer.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::collections::BTreeSet;

use games::{CATALOG, Entry, Live, Seed};

fn start(game: &str) -> Live {
    Live::start(Entry::find(game).unwrap(), "-", Some(Seed([1; 32]))).unwrap()
}

#[test]
fn every_game_explains_its_words_each_once() {
    for entry in CATALOG {
        let terms = entry.glossary();
        assert!(terms.len() >= 10, "{}: {}", entry.id, terms.len());
        let names: BTreeSet<&str> = terms.iter().map(|term| term.name.as_str()).collect();
        assert_eq!(names.len(), terms.len(), "{}", entry.id);
    }
}

#[test]
fn pieces_are_those_of_the_very_game() {
    let has = |text: &str| -> String {
        let live = Live::set_up(text, Some(Seed([1; 32]))).unwrap();
        ('A'..='Z')
            .filter(|capital| live.position().has_piece(*capital))
            .collect()
    };
    assert_eq!(has("matrx w b5=G,c3=TT,d4=zz Y4P6 G2T6Z4D6Y6P6"), "DGPTYZ");
    assert_eq!(has("gipf-basic w c3=B,d4=b B14 B14"), "B");
    assert_eq!(has("gipf-standard w b5=BB,d5=bb B16 B16"), "BG");
    assert_eq!(has("gipf-standard w b5=BB,d5=bb B13Z3 B16"), "BGZ");
    assert_eq!(has(&start("zertz-basic").position_text()), "BGW");
    assert_eq!(has(&start("run").position_text()), "");
}

#[test]
fn steps_to_distant_spaces_count_as_alike() {
    let mut run = start("run");
    let alike = |live: &Live| -> usize {
        let actions = live.legal_actions();
        actions
            .iter()
            .filter(|it| live.position().is_one_of_many(it))
            .count()
    };
    assert_eq!(alike(&run), 0, "the first one has nothing to be far from");
    run.play("k m13").unwrap();
    while run.prompt().is_some_and(|prompt| prompt.is_yes_or_no) {
        run.play("hold").unwrap();
    }
    let spaces = ["m12", "m14"].map(|space| run.position().is_one_of_many(&format!("g {space}")));
    let duel = start("matrx");
    assert_eq!(alike(&duel), 0);
    assert!(
        alike(&run) > 100 && spaces == [false; 2],
        "{} {spaces:?}",
        alike(&run)
    );
}

#[test]
fn duels_get_no_rollouts_and_runs_no_search() {
    let duel = start("matrx");
    assert_eq!(
        duel.position()
            .chance_with("Gb2", 10, Seed([1; 32]), &mut || true),
        None
    );
    assert!(
        duel.position()
            .advise(10, Seed([1; 32]), &mut || true)
            .is_none()
    );
    let limits = games::SearchLimits::new(games::Level::HIGHEST, Seed([1; 32]));
    let on_progress = &mut |_: &games::SearchResult| std::ops::ControlFlow::Continue(());
    assert!(
        start("run")
            .position()
            .think(&limits, on_progress)
            .is_none()
    );
}

#[test]
fn a3_entering_a_single_costs_the_potentials() {
    let price = |action: &str| {
        let text = "gipf-standard w b5=BB,d5=bb,h5=BZ B8Z2 B16";
        let live = Live::set_up(text, None).unwrap();
        live.position().price(action).map(|price| price.to_string())
    };
    let lost = price("e2").unwrap();
    assert!(lost.ends_with(" pieces=2Z seat=1"), "{lost}");
    assert_eq!(price("Ze2"), None);
    assert_eq!(price("e5"), None, "it cannot be played");
}

#[test]
fn levels_are_told_and_read_by_their_numbers() {
    for level in games::Level::ALL {
        assert_eq!(level.to_string(), level.number().to_string());
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    for wrong in ["0", "7", "", "best"] {
        let refused = wrong.parse::<games::Level>().unwrap_err();
        assert_eq!(refused.code(), "search-no-such-level", "{wrong}");
    }
}

#[test]
fn only_agreed_options_have_topics() {
    let topics = |options: &str| {
        let entry = Entry::find("gipf-standard").unwrap();
        Live::start(entry, options, None)
            .unwrap()
            .position()
            .agreed_topics()
    };
    let [none, zertz, tamsk, both] = ["-", "zertz=3", "tamsk=3", "zertz=3,tamsk=3"].map(topics);
    assert_eq!((none, zertz), (0, 1));
    assert!(tamsk > 1 && tamsk == both);
}

#[test]
fn exchanging_sides_keeps_a_handicap_with_its_player() {
    let exchanged = |game: &str, options: &str| Entry::find(game).unwrap().exchanged(options);
    assert_eq!(
        exchanged("gipf-basic", "black+2,zertz=3"),
        "white+2,zertz=3"
    );
    assert_eq!(exchanged("gipf-basic", "white+1"), "black+1");
    assert_eq!(
        exchanged("gipf-standard", "zertz=3,tamsk=4"),
        "zertz=3,tamsk=4"
    );
    assert_eq!(exchanged("zertz-basic", "-"), "-");
}
