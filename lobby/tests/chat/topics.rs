//! Explanations: words, boards, and the rules step by step.

use lobby::{Block, wording::Wording};

use crate::{
    newcomer::BABYLON,
    room::{Chat, Place},
};

#[test]
fn the_board_is_shown_with_dots_and_lines() {
    let mut chat = Chat::new();
    for topic in ["help board", "help lines"] {
        let help = chat.say("alice", Place::Direct, topic).unwrap();
        assert!(
            help.blocks
                .iter()
                .any(|block| matches!(block, Block::Position(_)))
        );
        let text = help.plain();
        for place in [".a1", ".e9", " b2 ", " i4", "help-board-lines game=matrx\n"] {
            assert!(text.contains(place), "{place} in {text}");
        }
    }
    chat.ask("alice", Place::Room, "!challenge @bob zertz");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let rings = chat.ask("bob", Place::Thread(&root), "help board");
    assert!(
        rings.starts_with("help-board-lines game=zertz-basic\n") && rings.contains("g4"),
        "{rings}"
    );
    // Nothing about other games is explained there.
    let ids = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("help-"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(
        ids(&rings)[1..],
        [
            "help-board-pictures-zertz",
            "help-board-text-zertz",
            "help-board-words"
        ]
    );
    let told = chat.ask("bob", Place::Thread(&root), "help notation");
    assert_eq!(
        told,
        "help-notation\nhelp-notation-number\nhelp-notation-zertz"
    );
    let all = chat.ask("alice", Place::Direct, "help notation");
    for heading in [
        "\nhelp-of-games family=matrx\nhelp-notation-matrx\n",
        "\nhelp-of-games family=gipf\nhelp-notation-gipf\n",
        "\nhelp-of-games family=zertz\nhelp-notation-zertz\n",
        "\nhelp-of-games family=run\nhelp-notation-run",
    ] {
        assert!(all.contains(heading), "{all}");
    }
}

#[test]
fn explained_lines_exist_on_the_board() {
    for (setup, push) in [
        ("matrx w b2=G,c3=z,d4=Z,e5=y,f5=P,g5=g,i2=G T6 T6", "Ta1-h5"),
        ("matrx w e2=G,f2=g,i4=G T6 T6", "Td1-g2"),
        ("matrx w d2=G,d3=g,i4=G T6 T6", "Td1-d4"),
        ("matrx w e2=G,e3=g,i4=G T6 T6", "Te1-e4"),
    ] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, &format!("setup {setup}"));
        let pushed = chat.ask("alice", Place::Direct, push);
        assert!(
            pushed.starts_with("gipf-entered ")
                && pushed.contains(" piece=T player=alice 1 pushes=yes "),
            "{push}: {pushed}"
        );
    }
}

#[test]
fn help_explains_words_pieces_and_abilities() {
    let mut chat = Chat::new();
    for (topic, told) in [
        ("tamsk", "gipf-term term=T"),
        ("TAMSK potentials", "gipf-term term=T"),
        ("pünct", "gipf-term term=P"),
        ("T", "gipf-term term=T"),
        ("dvonn", "gipf-term term=D"),
        ("Y", "gipf-term term=Y"),
        ("target", "run-term term=target"),
        ("use", "run-term term=use"),
        ("power-ups", "run-term term=power-up"),
        ("powerup", "run-term term=power-up"),
        ("boost", "run-term term=boost"),
        ("ankara", "run-breaker-about custom=k2"),
        ("Babylon Q", "run-breaker-about custom=b3"),
        ("dots", "gipf-term term=dot"),
        ("row", "gipf-term term=row"),
        ("rings", "zertz-term term=ring"),
        ("+x", "gipf-term term=extra"),
    ] {
        for place in [Place::Direct, Place::Room] {
            let help = chat.ask("alice", place, &format!("!help {topic}"));
            assert!(help.lines().any(|line| line == told), "{topic}: {help}");
        }
    }
    // A letter with several meanings gets all of them.
    let letter = chat.ask("alice", Place::Room, "!help b");
    assert_eq!(
        letter,
        "gipf-term term=B\nzertz-term term=B\nrun-term term=b"
    );
    // At a table it has the meaning of its game.
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for topic in ["g", "use", "zertz"] {
        let here = chat.ask("alice", thread, &format!("help {topic}"));
        assert!(here.starts_with("gipf-term term="), "{here}");
        assert!(!here.contains("run-term"), "{here}");
    }
    let zertz = chat.ask("alice", thread, "help zertz");
    assert_eq!(
        zertz,
        "gipf-term term=Z\nhelp-game-of-that-name game=zertz-basic prefix="
    );
}

#[test]
fn every_glossary_term_has_an_explanation() {
    let mut chat = Chat::new();
    let wording = Wording::english();
    let mut count = 0;
    for entry in games::CATALOG {
        for term in entry.glossary() {
            if games::Entry::named(&term.name).is_some() || term.name == "challenge" {
                continue;
            }
            let help = chat.ask("alice", Place::Direct, &format!("help {}", term.name));
            assert!(
                !help.contains("help-no-such-topic"),
                "{}: {help}",
                term.name
            );
            for line in help.lines().filter(|line| !line.is_empty()) {
                let id = line.split(' ').next().unwrap();
                assert!(wording.knows(id), "{help}");
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_misspelt_topic_names_similar_ones() {
    let mut chat = Chat::new();
    for (typed, meant) in [
        ("tamsq", "`!help tamsk`"),
        ("brakers", "`!help breakers`"),
        ("rematsch", "`!help rematch`"),
        ("targt", "`!help target`"),
    ] {
        let help = chat.ask("alice", Place::Room, &format!("!help {typed}"));
        assert!(
            help.starts_with("help-no-such-topic ") && help.contains(&format!(" near={meant}")),
            "{typed}: {help}"
        );
    }
    let far = chat.ask("alice", Place::Room, "!help quantum");
    assert!(far.contains(" near=none text=quantum "), "{far}");
}

#[test]
fn next_goes_through_the_steps_of_rules() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "rules zertz");
    for number in 1..=6 {
        let step = chat.ask("alice", Place::Direct, "next");
        let heading = format!("teach-heading count=6 game=zertz-basic number={number} ");
        assert!(step.starts_with(&heading), "{step}");
        assert_eq!(step.contains("\nteach-next "), number < 6, "{step}");
        assert_eq!(step.contains("\nteach-end "), number == 6, "{step}");
    }
    let all = chat.ask("alice", Place::Direct, "next");
    assert_eq!(all, "next-nothing game=matrx prefix=");
    chat.ask("alice", Place::Direct, "rules zertz 3");
    // Each user has an own reading position.
    let other = chat.ask("bob", Place::Direct, "next");
    assert_eq!(other, "next-nothing game=matrx prefix=");
    let step = chat.ask("alice", Place::Direct, "next");
    let heading = "teach-heading count=6 game=zertz-basic number=4 ";
    assert!(step.starts_with(heading), "{step}");
}

#[test]
fn next_at_a_table_repeats_its_question() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, BABYLON);
    let lesson = chat.ask("alice", Place::Direct, "next");
    assert!(
        lesson.starts_with("next-waits\nrun-step-custom again=no damage=0 example=k k13 "),
        "{lesson}"
    );
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert_eq!(chat.say("carol", thread, "next"), None, "she does not play");
    let own = chat.ask("alice", thread, "next");
    assert!(own.starts_with("next-waits\ngipf-ask-gipf "), "{own}");
    assert!(own.ends_with(" player=alice seat=white"), "{own}");
    let other = chat.ask("bob", thread, "next");
    assert_eq!(other, "next-others-turn player=alice seat=white");
}

#[test]
fn agreed_potentials_are_taught() {
    let mut chat = Chat::new();
    let plain = chat.ask("alice", Place::Room, "!rules gipf");
    assert!(
        plain.contains("\nteach-step number=5 ") && !plain.contains("\nteach-step number=6 "),
        "{plain}"
    );
    let overview = "\nteach-overview first=6 game=gipf-standard last=7 prefix=!";
    assert!(plain.ends_with(overview), "{plain}");
    for (wish, steps) in [("", 5), (" zertz 3", 6), (" zertz 3 tamsk 3", 7)] {
        chat.ask("alice", Place::Room, &format!("!challenge @bob gipf{wish}"));
        let root = chat.last_event();
        chat.ask("bob", Place::Thread(&root), "accept");
        let here = chat.ask("bob", Place::Thread(&root), "rules");
        let last = here
            .lines()
            .filter(|line| line.starts_with("teach-step "))
            .count();
        assert_eq!(last, steps, "{here}");
    }
    // Later steps can be read in advance.
    let loaded = chat.ask("alice", Place::Room, "!rules gipf 6");
    assert!(
        loaded.starts_with("teach-heading count=7 game=gipf-standard number=6 "),
        "{loaded}"
    );
    let end = chat.ask("alice", Place::Room, "!next");
    assert!(
        end.starts_with("teach-heading count=7 game=gipf-standard number=7 "),
        "{end}"
    );
    // In MATRX GIPF potentials are not optional.
    let matrx = chat.ask("alice", Place::Room, "!rules matrx");
    let overview = "\nteach-overview first=none game=matrx last=9 prefix=!";
    assert!(matrx.ends_with(overview), "{matrx}");
}

#[test]
fn other_names_find_the_run_and_its_breakers() {
    let mut chat = Chat::new();
    let rules = chat.ask("alice", Place::Room, "!rules matrix");
    assert!(
        rules.starts_with("teach-run-goal game=run prefix=!\n"),
        "{rules}"
    );
    assert_eq!(rules, chat.ask("alice", Place::Room, "!rules run"));
    let breakers = chat.ask("alice", Place::Room, "!help custom");
    assert!(breakers.starts_with("help-topic-breakers\n"), "{breakers}");
    assert_eq!(breakers, chat.ask("alice", Place::Room, "!help breakers"));
}
