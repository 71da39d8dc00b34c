//! What is explained to whoever asks: words, boards, the rules step by step.

use tables::Block;

use crate::{
    newcomer::BABYLON,
    room::{Chat, Place},
};

#[test]
fn who_looks_for_lines_and_dots_is_shown_the_board_with_them() {
    let mut chat = Chat::new();
    for topic in ["help board", "help lines"] {
        let help = chat.say("alice", Place::Direct, topic).unwrap();
        assert!(
            help.blocks
                .iter()
                .any(|block| matches!(block, Block::Position(_)))
        );
        let text = help.plain();
        for place in [
            ".a1",
            ".e9",
            " b2 ",
            " i4",
            "A line runs straight from a dot",
        ] {
            assert!(text.contains(place), "{place} in {text}");
        }
    }
    chat.ask("alice", Place::Room, "!challenge @bob zertz");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let rings = chat.ask("bob", Place::Thread(&root), "help board");
    assert!(
        rings.contains("the name of every ring") && rings.contains("g4"),
        "{rings}"
    );
    assert!(rings.contains("marbles that can capture"), "{rings}");
    let told = chat.ask("bob", Place::Thread(&root), "help notation");
    assert!(told.contains("`Wd4,d1`"), "{told}");
    // Of other games nothing is told there.
    for other in ["stack of two", "KF", "`Zc3-f6`", "`k m14`"] {
        assert!(!rings.contains(other) && !told.contains(other), "{other}");
    }
    let all = chat.ask("alice", Place::Direct, "help notation");
    for heading in [
        "MATRX GIPF:\n`Gb2`",
        "GIPF:\n`b2`",
        "ZÈRTZ:\n`Wd4",
        "The run:\n`k m14`",
    ] {
        assert!(all.contains(heading), "{all}");
    }
}

#[test]
fn the_lines_that_are_told_are_lines_of_the_board() {
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
            pushed.contains("pushes a TAMSK stack in"),
            "{push}: {pushed}"
        );
    }
}

#[test]
fn words_pieces_and_abilities_are_explained_when_somebody_asks_for_them() {
    let mut chat = Chat::new();
    for (topic, told) in [
        ("tamsk", "`T`, TAMSK"),
        ("TAMSK potentials", "`T`, TAMSK"),
        ("pünct", "`P`, PÜNCT"),
        ("T", "`T`, TAMSK"),
        ("dvonn", "`D`, DVONN"),
        ("Y", "`Y`, YINSH"),
        ("target", "`run target 7`"),
        ("use", "`use k`"),
        ("power-ups", "A power-up"),
        ("powerup", "A power-up"),
        ("boost", "`boost`"),
        ("ankara", "`k2` Ankara"),
        ("Babylon Q", "`b3` Babylon Q"),
        ("dots", "A dot is"),
        ("row", "A row is"),
        ("rings", "A ring"),
        ("+x", "An extra move"),
    ] {
        for place in [Place::Direct, Place::Room] {
            let help = chat.ask("alice", place, &format!("!help {topic}"));
            assert!(help.contains(told), "{topic}: {help}");
        }
    }
    // Letters that mean several things are told apart.
    let letter = chat.ask("alice", Place::Room, "!help b");
    assert_eq!(letter.lines().count(), 3, "{letter}");
    // At a table it is the word of its game.
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for topic in ["g", "use", "zertz"] {
        let here = chat.ask("alice", thread, &format!("help {topic}"));
        assert!(!here.contains("(the run)"), "{here}");
    }
    let zertz = chat.ask("alice", thread, "help zertz");
    assert!(
        zertz.starts_with("`Z`, ZÈRTZ") && zertz.contains("`help zertz-basic` is about the game"),
        "{zertz}"
    );
}

#[test]
fn every_word_that_is_explained_has_an_explanation() {
    let mut chat = Chat::new();
    let mut count = 0;
    for entry in games::CATALOG {
        for term in entry.glossary() {
            if games::Entry::named(&term.name).is_some() || term.name == "challenge" {
                continue;
            }
            let help = chat.ask("alice", Place::Direct, &format!("help {}", term.name));
            assert!(!help.contains("no help about"), "{}: {help}", term.name);
            assert!(!help.contains("-term"), "{help}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_topic_that_is_misspelt_names_those_that_are_nearly_so() {
    let mut chat = Chat::new();
    for (typed, meant) in [
        ("tamsq", "`!help tamsk`"),
        ("brakers", "`!help breakers`"),
        ("rematsch", "`!help rematch`"),
        ("targt", "`!help target`"),
    ] {
        let help = chat.ask("alice", Place::Room, &format!("!help {typed}"));
        assert!(
            help.contains("Do you mean ") && help.contains(meant),
            "{typed}: {help}"
        );
    }
    let far = chat.ask("alice", Place::Room, "!help quantum");
    assert!(!far.contains("Do you mean"), "{far}");
}

#[test]
fn next_goes_from_step_to_step_of_the_rules() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "rules zertz");
    for number in 1..=6 {
        let step = chat.ask("alice", Place::Direct, "next");
        assert!(step.starts_with(&format!("Step {number} of 6")), "{step}");
        assert_eq!(step.contains("`next`"), number < 6, "{step}");
    }
    let all = chat.ask("alice", Place::Direct, "next");
    assert!(all.contains("nothing to go on with here"), "{all}");
    chat.ask("alice", Place::Direct, "rules zertz 3");
    // Others read for themselves.
    let other = chat.ask("bob", Place::Direct, "next");
    assert!(other.contains("nothing to go on with"), "{other}");
    let step = chat.ask("alice", Place::Direct, "next");
    assert!(step.starts_with("Step 4 of 6"), "{step}");
}

#[test]
fn next_at_a_table_says_what_waits_and_what_to_type() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, BABYLON);
    let lesson = chat.ask("alice", Place::Direct, "next");
    assert!(
        lesson.starts_with("What is to be done next:\nYour step: "),
        "{lesson}"
    );
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert_eq!(chat.say("carol", thread, "next"), None, "she does not play");
    let own = chat.ask("alice", thread, "next");
    assert!(own.contains("alice (White), your turn"), "{own}");
    let other = chat.ask("bob", thread, "next");
    assert_eq!(other, "alice is to move next.");
}

#[test]
fn potentials_are_taught_where_they_have_been_agreed_on() {
    let mut chat = Chat::new();
    let plain = chat.ask("alice", Place::Room, "!rules gipf");
    assert!(
        plain.contains("\n5. ") && !plain.contains("\n6. "),
        "{plain}"
    );
    assert!(plain.contains("steps 6 to 7 are about them"), "{plain}");
    for (wish, steps) in [("", 5), (" zertz 3", 6), (" zertz 3 tamsk 3", 7)] {
        chat.ask("alice", Place::Room, &format!("!challenge @bob gipf{wish}"));
        let root = chat.last_event();
        chat.ask("bob", Place::Thread(&root), "accept");
        let here = chat.ask("bob", Place::Thread(&root), "rules");
        let last = here
            .lines()
            .filter(|line| line.as_bytes()[1] == b'.')
            .count();
        assert_eq!(last, steps, "{here}");
    }
    // Whoever wants to know more beforehand can.
    let loaded = chat.ask("alice", Place::Room, "!rules gipf 6");
    assert!(loaded.starts_with("Step 6 of 7"), "{loaded}");
    let end = chat.ask("alice", Place::Room, "!next");
    assert!(end.starts_with("Step 7 of 7"), "{end}");
    // In MATRX GIPF potentials are always there.
    let matrx = chat.ask("alice", Place::Room, "!rules matrx");
    assert!(!matrx.contains("can be agreed on"), "{matrx}");
}

#[test]
fn the_run_is_found_under_the_name_of_its_rules_and_its_breakers_under_custom() {
    let mut chat = Chat::new();
    let rules = chat.ask("alice", Place::Room, "!rules matrix");
    assert_eq!(rules, chat.ask("alice", Place::Room, "!rules run"));
    let breakers = chat.ask("alice", Place::Room, "!help custom");
    assert_eq!(breakers, chat.ask("alice", Place::Room, "!help breakers"));
}
