//! Tests of reading and writing: actions, positions, options, the deal.

use super::*;

#[test]
fn a_deal_puts_forts_among_the_last_ten() {
    for seed in 0..50 {
        let mut dice = Dice::from_seed(crate::dice::Seed([seed; 32]));
        let dealt = start("-", &mut dice).unwrap();
        let stack: Vec<Structure> = dealt.stack.downwards().collect();
        assert!(stack[..14].iter().all(|structure| !structure.is_fort()));
        assert_eq!(
            stack[14..]
                .iter()
                .filter(|structure| structure.is_fort())
                .count(),
            4
        );
        assert_eq!(dealt.to_string().parse(), Ok(dealt));
    }
}

#[test]
fn an_unshuffled_deal_lists_structures_in_order() {
    let dealt = start("target=0", &mut Dice::none()).unwrap();
    assert_eq!(
        dealt.to_string(),
        "run - k@-,g@-,r@-,b@- - k5g5r5b5 0 K1,K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,\
         R5,B1,B2,B3,B4,B5,KF,GF,RF,BF target=0"
    );
}

#[test]
fn the_zero_seed_deals_the_independently_computed_stack() {
    let mut dice = Dice::from_seed(crate::dice::Seed([0; 32]));
    let dealt = start("-", &mut dice).unwrap();
    let names: Vec<String> = dealt.stack.downwards().map(|s| s.to_string()).collect();
    assert_eq!(names.join(","), ZERO_DEAL);
}

/// Computed by another implementation of ChaCha20 and of the recipe.
const ZERO_DEAL: &str = "B2,K1,B5,K4,G4,G2,B3,B1,R2,G3,K2,R1,G1,K3,R5,\
    R3,BF,R4,GF,KF,K5,G5,RF,B4";

#[test]
fn options_are_a_target_or_nothing() {
    let check = |options: &str, why: &str| {
        let refused = start(options, &mut Dice::none()).unwrap_err();
        assert_eq!(refused.to_string(), why);
    };
    for target in 0..=9 {
        let run = start(&format!("target={target}"), &mut Dice::none()).unwrap();
        assert_eq!(run.target, Some(target));
    }
    check("target=10", "run-target-range text=10");
    check("target=", "run-target-range text=");
    check("target=07", "run-target-range text=07");
    check("target=-1", "run-target-range text=-1");
    check("", "common-unknown-option text=");
    check("jacked", "common-unknown-option text=jacked");
    check("k=3", "common-unknown-option text=k=3");
    check("target=7,target=7", "common-unknown-option text=target=7");
    check("target=7,", "common-unknown-option text=");
    check("target", "common-unknown-option text=target");
}

#[test]
fn every_action_is_read_as_it_is_written() {
    let mut actions = vec![Action::Boost, Action::Hold, Action::Quit];
    for breaker in Colour::ALL {
        let spaces = Space::all().map(Toward::Space);
        let ways = Way::ALL.into_iter().map(Toward::Way);
        actions.extend(spaces.chain(ways).map(|to| Action::Step {
            breaker,
            to,
            choice: None,
        }));
    }
    for action in actions {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
}

#[test]
fn looser_habits_are_understood() {
    let check = |text: &str, canonical: &str| {
        let action: Action = text.parse().unwrap();
        assert_eq!(action.to_string(), canonical, "{text}");
    };
    check("km14", "k m14");
    check("K-M14", "k m14");
    check("k -> m14", "k m14");
    check("  blue b5 ", "b b5");
    check("bb5", "b b5");
    check("K N", "k n");
    check("kn", "k n");
    check("kn5", "k n5");
    check("k n.", "k n");
    check("boost.", "boost");
    assert!("quit.".parse::<Action>().is_err());
    check("red north", "r n");
    check("re", "r e");
    check("re5", "r e5");
    check("green: west", "g w");
    check("BOOST", "boost");
    check("Hold ", "hold");
}

#[test]
fn everything_else_is_unreadable() {
    let check = |text: &str, why: &str| {
        assert_eq!(text.parse::<Action>().unwrap_err().to_string(), why);
    };
    for text in [
        "",
        " ",
        "k",
        "m14",
        "k m",
        "k 14",
        "k m014",
        "k m14x",
        "k m14 m15",
        "kk m14",
        "k g",
        "y m14",
        "hold on",
        "boostboost",
        "k m-14",
        "ü",
        "k ü",
        "\u{212a} m14",
        "red",
        "-",
        "k\nm14x",
    ] {
        check(text, &format!("run-unreadable text={text}"));
    }
    check("k z3", "run-off-table space=z3");
    check("k m26", "run-off-table space=m26");
    check(
        &"x".repeat(5000),
        &format!("run-unreadable text={}", "x".repeat(40)),
    );
}

/// Asserts the refusal of a readable text after one part has been replaced.
fn spoiled(text: &str, part: &str, by: &str, why: &str) {
    assert!(
        text.parse::<Position>().is_ok() && text.contains(part),
        "{text}"
    );
    let refused = text.replacen(part, by, 1).parse::<Position>().unwrap_err();
    assert_eq!(refused.to_string(), why, "{part} -> {by}");
}

#[test]
fn a_position_text_is_read_strictly() {
    let table = Table {
        matrix: "m13=K3,n13=G4+",
        breakers: "k@m13,g@-,r@-,b@-",
        hand: "k1g1",
        options: "target=7",
        ..Table::default()
    };
    let text = table.text();
    let unreadable = |part: &str, by: &str, field: &str| {
        let bad = text.replacen(part, by, 1);
        let why = bad.parse::<Position>().unwrap_err();
        assert_eq!(why.code(), "run-position-unreadable", "{bad}");
        assert!(why.to_string().contains(&format!("part={field} ")), "{why}");
    };
    unreadable("run ", "Run ", "run");
    unreadable("run ", "run  ", "run");
    unreadable("target=7", "target=7 ", "run");
    unreadable("m13=K3,n13=G4+", "n13=G4+,m13=K3", "order");
    unreadable("m13=K3", "m13=K3,", "matrix");
    unreadable("m13=K3", "m13=k3", "matrix");
    unreadable("m13=K3", "M13=K3", "order");
    unreadable("m13=K3", "m13=K33", "matrix");
    unreadable("m13=K3", "m13=K6", "matrix");
    unreadable("m13=K3", "z13=K3", "matrix");
    unreadable("k@m13", "k@m13x", "breakers");
    unreadable("k@m13,g@-", "g@-,k@m13", "breakers");
    unreadable(",b@-", "", "breakers");
    unreadable("b@-", "b@-,b@-", "breakers");
    unreadable("k1g1", "g1k1", "hand");
    unreadable("k1g1", "k1g10", "hand");
    unreadable("k1g1", "k1g1r0", "hand");
    unreadable("k1g1", "k1ü1", "hand");
    unreadable(" 0 ", " 00 ", "order");
    unreadable(" 0 ", " -1 ", "damage");
    unreadable(" 0 ", " 256 ", "damage");
    unreadable(" 0 ", "  ", "damage");
    unreadable("K1,", "K1,,", "stack");
    unreadable("target=7", "target=10", "options");
    unreadable("target=7", "target=7,target=7", "order");
    unreadable("target=7", "draw", "options");
    unreadable("target=7", "ask=kk:m13:3", "options");
    unreadable("target=7", "ask=k:m13:3:3", "options");
}

#[test]
fn positions_that_no_run_comes_to_are_refused() {
    let table = Table {
        matrix: "l13=B5+,m13=K3,n13=G4+",
        breakers: "k@m13,g@-,r@-,b@-",
        hand: "b2",
        options: "ask=k:l13:4",
        ..Table::default()
    };
    let text = table.text();
    spoiled(&text, "n13=G4+", "n13=G3+", "run-position-structures");
    spoiled(&text, ",n13=G4+", "", "run-position-structures");
    spoiled(&text, "n13=G4+", "m13=G4+", "run-position-structures");
    spoiled(&text, "BF ", "BF,K3 ", "run-position-structures");
    spoiled(&text, "K1,K2", "KF,K2", "run-position-structures");
    spoiled(
        &text,
        "n13=G4+",
        "n13=G4",
        "run-position-tokens colour=g count=4",
    );
    spoiled(
        &text,
        " b2 ",
        " b3 ",
        "run-position-tokens colour=b count=6",
    );
    spoiled(
        &text,
        "r@-",
        "r@a1",
        "run-position-breakers breaker=r space=a1",
    );
    spoiled(
        &text,
        "r@-",
        "r@m13",
        "run-position-breakers breaker=k space=m13",
    );
    spoiled(
        &text,
        "r@-",
        "r@n13",
        "run-position-token breaker=r space=n13",
    );
    spoiled(&text, " 0 ", " 12 ", "run-position-damage damage=12");
    spoiled(&text, " 0 ", " 10 ", "run-position-result expected=dead");
    spoiled(
        &text,
        "4",
        "4,won",
        "run-position-unreadable part=matrix text=won+",
    );
    spoiled(
        &text,
        "ask=k:l13:4",
        "ask=k:l13:4,won",
        "run-position-result expected=-",
    );
    for ask in ["k:l13:6", "k:l13:2", "k:l12:4", "k:m13:2", "k:l13:0"] {
        let strength = ask.rsplit(':').next().unwrap();
        let space = ask.split(':').nth(1).unwrap();
        let why = format!("run-position-ask breaker=k space={space} strength={strength}");
        spoiled(&text, "k:l13:4", ask, &why);
    }
    let jacked = format!("{text},jacked");
    assert_eq!(jacked.parse::<Position>().unwrap().to_string(), jacked);
}

#[test]
fn a_position_with_early_forts_is_refused() {
    let text = start("-", &mut Dice::none()).unwrap().to_string();
    spoiled(
        &text,
        "K1,K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,R5,B1,B2,B3,B4,B5,KF",
        "KF,K1,K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,R5,B1,B2,B3,B4,B5",
        "run-position-stack",
    );
    spoiled(
        &text,
        "run - k@-,g@-,r@-,b@- - k5g5r5b5 0 K1,K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,R5,B1,B2,B3,B4,B5,KF,",
        "run m13=KF k@m13,g@-,r@-,b@- - k5g5r5b5 0 K1,K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,R5,B1,B2,B3,B4,B5,",
        "run-position-stack",
    );
}

#[test]
fn a_structure_with_four_around_it_is_refused() {
    let table = Table {
        matrix: "l13=K2,m12=K1,m13=K3,m14=G1,o13=G2",
        ..Table::default()
    };
    spoiled(
        &table.text(),
        "o13=G2",
        "n13=G2",
        "run-position-crowded space=m13",
    );
}
