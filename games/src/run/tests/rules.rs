//! Tests of the steps of *Making a run*, in order.

use super::*;
use crate::scene::{Ground, Mark};

#[test]
fn breakers_outside_can_step_to_every_space() {
    let start = start("-", &mut Dice::none()).unwrap();
    assert_eq!(start.legal_actions().len(), 4 * 25 * 25);
    let step = play(&start, "b y25", &[4]);
    assert_eq!(
        told(&step),
        "run-installed colour=k kind=ice space=y25 strength=1 structure=K1 token=1\n\
         run-rolled against=1 bonus=0 breaker=b die=4 space=y25 strength=4 structure=K1\n\
         run-broken breaker=b space=y25 structure=K1\n\
         run-token breaker=b colour=k have=1"
    );
}

#[test]
fn from_inside_only_the_four_neighbours_are_next() {
    let table = Table {
        matrix: "m13=K3",
        breakers: "k@m13,g@-,r@-,b@-",
        ..Table::default()
    };
    let table = table.set();
    let spaces: Vec<String> = table
        .steps(Colour::Black)
        .map(|space| space.to_string())
        .collect();
    assert_eq!(spaces, ["m14", "n13", "m12", "l13"]);
    refused(
        &table,
        "k n14",
        "run-not-next-to breaker=k from=m13 space=n14",
    );
    refused(&table, "k m13", "run-same-space breaker=k space=m13");
}

#[test]
fn the_four_directions_work_only_from_inside() {
    let table = Table {
        matrix: "a25=K3",
        breakers: "k@a25,g@-,r@-,b@-",
        ..Table::default()
    };
    let table = table.set();
    assert_eq!(play(&table, "K South", &[6]).action.to_string(), "k a24");
    assert_eq!(play(&table, "ke", &[6]).action.to_string(), "k b25");
    refused(&table, "k n", "run-edge breaker=k from=a25 way=n");
    refused(&table, "k w", "run-edge breaker=k from=a25 way=w");
    refused(&table, "g s", "run-outside-way breaker=g");
}

#[test]
fn a_space_with_another_breaker_is_refused() {
    let table = Table {
        matrix: "m13=K3,n13=G1",
        breakers: "k@m13,g@n13,r@-,b@-",
        ..Table::default()
    };
    let table = table.set();
    refused(&table, "k n13", "run-occupied breaker=k by=g space=n13");
    refused(&table, "b m13", "run-occupied breaker=b by=k space=m13");
}

#[test]
fn a_structure_has_at_most_three_neighbours() {
    let table = Table {
        matrix: "l13=K2,m12=K1,m13=K3,m14=G1,o13=G2",
        breakers: "k@m13,g@-,r@-,b@-",
        ..Table::default()
    };
    let table = table.set();
    looks(
        &table,
        "
        .    G1   .    .
        K2   K3k  .    G2
        .    K1   .    .
        ",
    );
    refused(&table, "k n13", "run-too-crowded of=m13 space=n13");

    // The new structure would have four neighbours.
    let around = Table {
        matrix: "l13=K2,m12=K1,m14=G1,n13=G2",
        ..Table::default()
    };
    refused(&around.set(), "b m13", "run-too-crowded of=m13 space=m13");
}

#[test]
fn an_empty_stack_still_allows_challenges() {
    let table: Position = "run a2=KF,a5=GF,a7=RF,a9=BF,c1=K1,c3=K3,c5=K4,c7=K5,c9=G1,e1=G2,\
        e3=G3,e5=G5,e7=R1,e9=R2,g1=R3,g3=R4,g5=R5,g7=B1,g9=B2,i1=B3,i3=B4,i5=B5,m13=K2,m14=G4 \
        k@m13,g@-,r@-,b@- - k5g5r5b5 0 - -"
        .parse()
        .unwrap();
    refused(&table, "k m12", "run-stack-empty space=m12");
    assert_eq!(
        play(&table, "k m14", &[5]).position.place(Colour::Black),
        "m14".parse().ok()
    );
    // Black has one adjacent structure; the others can step to all but the one under black.
    assert_eq!(table.legal_actions().len(), 1 + 3 * 23);
}

#[test]
fn a_structure_gets_a_token_from_the_bank() {
    let table = Table {
        matrix: "m13=G1",
        breakers: "k@m13,g@-,r@-,b@-",
        hand: "k4g5",
        top: "G2,K2",
        ..Table::default()
    };
    let first = play(&table.set(), "b m14", &[6]);
    measured(&first, "structure=G2 colour=g kind=ice strength=2 token=0");
    assert_eq!(first.position.hand.to_string(), "k4g5");
    let second = play(&first.position, "b m15", &[6]);
    measured(&second, "structure=K2 colour=k kind=ice strength=2 token=1");
    assert_eq!(second.position.hand.to_string(), "k5g5");
    assert_eq!(second.position.bank.to_string(), "r5b5");
}

#[test]
fn breakers_are_one_stronger_against_their_own_colour() {
    let table = Table {
        top: "R3",
        ..Table::default()
    }
    .set();
    let red = play(&table, "r m13", &[3]);
    measured(&red, "die=3 bonus=1 strength=4");
    assert_eq!(red.position.damage(), 0);
    let blue = play(&table, "b m13", &[3]);
    measured(&blue, "die=3 bonus=0 strength=3");
    assert_eq!(blue.position.damage(), 1);
}

#[test]
fn failing_against_ice_costs_damage() {
    let table = Table {
        matrix: "m13=K1",
        breakers: "k@m13,g@-,r@-,b@-",
        top: "R5",
        ..Table::default()
    };
    let step = play(&table.set(), "k n13", &[5]);
    assert_eq!(
        told(&step).lines().skip(2).collect::<Vec<_>>(),
        [
            "run-failed-ice breaker=k space=n13 structure=R5",
            "run-damage damage=1 total=1",
            "run-token breaker=k colour=r have=1",
        ]
    );
    looks(&step.position, "K1   R5k");
}

#[test]
fn failing_against_a_fort_keeps_the_breaker_out() {
    let table = Table {
        matrix: "m13=K1,n13=GF+",
        breakers: "k@m13,g@-,r@-,b@-",
        gone: 13,
        ..Table::default()
    };
    let position = table.set();
    let step = play(&position, "k n13", &[6]);
    assert_eq!(
        told(&step).lines().skip(1).collect::<Vec<_>>(),
        [
            "run-fort-held breaker=k space=n13 structure=GF",
            "run-damage damage=1 total=1"
        ]
    );
    assert_eq!(step.position.place(Colour::Black), "m13".parse().ok());
    assert!(draw(&step.position).contains("K1k  GF+"));

    let outside = play(&position, "b n13", &[1]);
    assert_eq!(outside.position.place(Colour::Blue), None);
    let green = play(&position, "g n13", &[6]);
    assert_eq!(green.position.place(Colour::Green), "n13".parse().ok());
    assert_eq!(green.position.hand.to_string(), "g1");
}

#[test]
fn the_runner_is_asked_only_if_tokens_suffice() {
    let table = Table {
        hand: "g2",
        top: "G4",
        ..Table::default()
    }
    .set();
    let enough = play(&table, "k m13", &[3]);
    assert_eq!(
        enough.position.to_string().rsplit(' ').next(),
        Some("ask=k:m13:3")
    );
    looks(&enough.position, "G4+");
    let too_few = play(&table, "k m13", &[2]);
    assert_eq!(
        (too_few.position.damage(), *too_few.position.phase()),
        (1, Phase::Step)
    );
    let not_needed = play(&table, "k m13", &[5]);
    assert_eq!(
        (not_needed.position.damage(), *not_needed.position.phase()),
        (0, Phase::Step)
    );
}

#[test]
fn a_boost_spends_only_the_needed_tokens() {
    let table = Table {
        matrix: "m13=G4+",
        hand: "g3",
        options: "ask=k:m13:3",
        ..Table::default()
    };
    let step = play(&table.set(), "boost", &[]);
    assert_eq!(
        told(&step),
        "run-boosted against=4 breaker=k colour=g strength=5 tokens=2\n\
         run-broken breaker=k space=m13 structure=G4\n\
         run-token breaker=k colour=g have=2"
    );
    assert_eq!(step.position.bank.to_string(), "k5g3r5b5");
}

#[test]
fn holding_takes_the_damage() {
    let table = Table {
        matrix: "m13=G4+",
        hand: "g3",
        options: "ask=k:m13:3",
        ..Table::default()
    };
    let step = play(&table.set(), "hold", &[]);
    assert_eq!(
        told(&step),
        "run-failed-ice breaker=k space=m13 structure=G4\n\
         run-damage damage=1 total=1\n\
         run-token breaker=k colour=g have=4"
    );
}

#[test]
fn a_question_must_be_answered_before_another_step() {
    let asked = Table {
        matrix: "m13=G4+",
        hand: "g3",
        options: "ask=k:m13:3",
        ..Table::default()
    };
    refused(
        &asked.set(),
        "b m14",
        "run-answer-first breaker=k space=m13",
    );
    let calm = Table::default().set();
    refused(&calm, "boost", "run-nothing-asked");
    refused(&calm, "hold", "run-nothing-asked");
}

#[test]
fn the_question_says_what_each_answer_does() {
    let asked = Table {
        matrix: "m13=G4+",
        hand: "g3",
        damage: 3,
        options: "target=3,ask=k:m13:3",
        ..Table::default()
    };
    let prompt = asked.set().prompt().unwrap();
    assert_eq!(
        prompt.ask.to_string(),
        "run-ask against=4 breaker=k colour=g have=3 kind=ice need=2 space=m13 strength=3 structure=G4"
    );
    let choices: Vec<String> = prompt
        .choices
        .iter()
        .map(|c| format!("{}: {}", c.action, c.what))
        .collect();
    assert_eq!(
        choices,
        [
            "boost: run-choice-boost colour=g damage=3 end=- found=g hand=g2 place=m13 tokens=2",
            "hold: run-choice-hold damage=4 end=lost found=g hand=g4 kind=ice place=m13",
        ]
    );
    let calm = Table::default().set().prompt().unwrap();
    assert_eq!(
        calm.ask.to_string(),
        "run-step damage=0 limit=10 outside=k g r b stack=24 target=-"
    );
}

#[test]
fn broken_structures_are_challenged_again() {
    let table = Table {
        matrix: "m13=K1,n13=R5",
        breakers: "k@m13,g@-,r@-,b@-",
        ..Table::default()
    };
    let step = play(&table.set(), "k e", &[5]);
    assert_eq!(
        told(&step).lines().nth(1),
        Some("run-failed-ice breaker=k space=n13 structure=R5")
    );
    assert_eq!(step.position.damage(), 1);
}

#[test]
fn the_picture_shows_where_something_may_be_installed() {
    let start = start("-", &mut Dice::none()).unwrap();
    let scene = start.scene();
    let points: Vec<(&str, &Ground)> = scene
        .points
        .iter()
        .map(|p| (p.name.as_str(), &p.ground))
        .collect();
    assert_eq!(points, [("m13", &Ground::Free)]);

    let table = Table {
        matrix: "l13=K2,m12=K1,m13=K3,m14=G1+",
        breakers: "k@m13,g@-,r@-,b@-",
        hand: "g2",
        options: "ask=k:m14:1",
        ..Table::default()
    };
    let run = table.set();
    let scene = run.scene();
    let free: Vec<&str> = scene
        .points
        .iter()
        .filter(|p| p.ground == Ground::Free)
        .map(|p| p.name.as_str())
        .collect();
    // Without n13: m13 has three neighbours already.
    assert_eq!(free, ["k13", "l12", "l14", "m11", "m15", "n12", "n14"]);
    let due: Vec<&str> = scene
        .points
        .iter()
        .filter(|p| p.mark == Mark::Due)
        .map(|p| p.name.as_str())
        .collect();
    assert_eq!(due, ["m14"]);
    let side_panel: Vec<String> = run.side_panel().iter().map(Fact::to_string).collect();
    assert_eq!(
        side_panel,
        [
            "run-damage-now damage=0 limit=10 target=-",
            "run-hand tokens=g2",
            "run-bank tokens=k5 g2 r5 b5",
            "run-breakers-outside breakers=g r b",
            "run-stack count=20",
        ]
    );
}
