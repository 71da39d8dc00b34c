//! Tests of the blue custom breakers.

use super::*;

fn table(breakers: &'static str) -> Table {
    Table {
        matrix: "l13=B2,m13=K3,m14=R1+,n13=G1,o13=B3,q13=B4",
        breakers,
        ..Table::default()
    }
}

#[test]
fn zion_adds_the_strength_of_its_blue_structure() {
    let blue = table("k@-,g@-,r@-,b1@o13").set();
    measured(&play(&blue, "b n13", &[2]), "dice=2 base=5 bonus=0");
    let lowered = Table {
        matrix: "m13=K3,n13=G1,o13=B3-2",
        ..table("k@-,g@-,r4@-,b1@o13")
    };
    measured(
        &play(&lowered.set(), "b n13", &[2]),
        "dice=2 base=3 bonus=0",
    );
    let black = table("k@-,g@-,r@-,b1@m13").set();
    measured(&play(&black, "b n13", &[3]), "dice=3 base=1 bonus=0");
}

#[test]
fn a_strength_is_never_under_zero_all_added() {
    let run = table("k@-,g@-,r@-,b1@m13").set();
    // d6-2 is -1, and +1 for the colour makes 0.
    measured(
        &play(&run, "b l13", &[1]),
        "dice=1 base=-1 bonus=1 kept=0 lent=0 strength=0",
    );
    measured(
        &play(&run, "b n13", &[1]),
        "dice=1 base=-1 bonus=0 kept=0 lent=0 strength=0",
    );
}

#[test]
fn dub_lattice_counts_blue_structures_within_four() {
    let run = Table {
        top: "B5",
        ..table("k@-,g@-,r@-,b2@l13")
    };
    // l13 and o13; q13 is cut off.
    measured(&play(&run.set(), "b m13 lattice", &[]), "dice=- base=5 ");
    // The structure installed by this step counts as well.
    measured(
        &play(&run.set(), "b n lattice", &[]),
        "dice=- base=6 bonus=1",
    );
    let outside = table("k@-,g@-,r@-,b2@-").set();
    refused(
        &outside,
        "b m13 lattice",
        "run-needs-inside breaker=b custom=b2",
    );
}

#[test]
fn babylon_moves_its_structure_to_a_legal_space() {
    let run = Table {
        hand: "k2r1",
        ..table("k@-,g@n13,r@-,b3@m13")
    };
    let run = run.set();
    let step = play(&run, "use b m12 pay r k", &[]);
    assert_eq!(step.action.to_string(), "use b m12 pay k r");
    assert_eq!(
        told(&step),
        "run-used breaker=b custom=b3\nrun-paid tokens=k1 r1\nrun-damage damage=1 total=1\n\
         run-shifted from=m13 structure=K3 to=m12"
    );
    looks(
        &step.position,
        "
        .    R1+  .    .    .    .
        B2   .    G1g  B3   .    B4
        .    K3b  .    .    .    .
        ",
    );
    // m13 would have four neighbours after the lift.
    let full = Table {
        hand: "k2r1",
        matrix: "l13=B2,m12=G2,m14=R1+,n13=G1,n14=K3",
        ..table("k@-,g@n13,r@-,b3@n14")
    };
    refused(
        &full.set(),
        "use b m13 pay k k",
        "run-too-crowded of=m13 space=m13",
    );
    refused(
        &run,
        "use b m12",
        "run-name-price breaker=b custom=b3 example=use b m16 pay k r",
    );
    refused(
        &run,
        "use b m12 pay r",
        "run-wrong-price breaker=b cost=any custom=b3",
    );
    refused(
        &run,
        "use b m12 pay r r",
        "run-missing-tokens breaker=b cost=r2 custom=b3 have=k2 r1",
    );
    refused(
        &run,
        "use b m13 pay k k",
        "run-same-space breaker=b space=m13",
    );
    refused(
        &run,
        "use b q13 pay k k",
        "run-not-empty breaker=b custom=b3 space=q13",
    );
    let poor = Table {
        hand: "k1",
        ..table("k@-,g@n13,r@-,b3@m13")
    };
    refused(
        &poor.set(),
        "use b m12",
        "run-missing-tokens breaker=b cost=any custom=b3 have=k1",
    );
}

#[test]
fn dahlia_swaps_its_structure_with_a_free_one() {
    let run = Table {
        hand: "g2",
        ..table("k@-,g@n13,r@-,b4@m13")
    };
    let run = run.set();
    let step = play(&run, "use b m14", &[]);
    assert_eq!(step.action.to_string(), "use b m14 pay g g");
    looks(
        &step.position,
        "
        .    K3b  .    .    .    .
        B2   R1+  G1g  B3   .    B4
        ",
    );
    refused(
        &run,
        "use b n13",
        "run-structure-taken breaker=b by=g custom=b4 space=n13",
    );
    refused(&run, "use b m15", "run-no-structure space=m15");
    let outside = table("k@-,g@n13,r@-,b4@-").set();
    refused(
        &outside,
        "use b m14",
        "run-needs-inside breaker=b custom=b4",
    );
}

#[test]
fn viral_dub_exchanges_two_free_structures() {
    let run = Table {
        hand: "b1",
        ..table("k@-,g@n13,r@-,b5@m13")
    };
    let run = run.set();
    let step = play(&run, "use b q13 m14", &[]);
    assert_eq!(step.action.to_string(), "use b m14 q13");
    looks(
        &step.position,
        "
        .    B4   .    .    .    .
        B2   K3b  G1g  B3   .    R1+
        ",
    );
    refused(
        &run,
        "use b o13 q13",
        "run-neither-next breaker=b custom=b5 from=m13 one=o13 other=q13",
    );
    refused(
        &run,
        "use b m14 m14",
        "run-same-structure breaker=b custom=b5 space=m14",
    );
    refused(
        &run,
        "use b m14 n13",
        "run-structure-taken breaker=b by=g custom=b5 space=n13",
    );
    let outside = Table {
        hand: "b1",
        ..table("k@-,g@n13,r@-,b5@-")
    };
    play(&outside.set(), "use b o13 q13", &[]);
}

#[test]
fn enigma_permutes_forts_with_their_breakers() {
    let run = Table {
        matrix: "l13=B2,m13=KF,n13=GF+,o13=BF",
        hand: "b2",
        gone: 13,
        ..table("k@-,g@-,r@m13,b6@-")
    };
    let run = run.set();
    let step = play(&run, "use b n13=o13, o13=m13; m13=n13", &[]);
    assert_eq!(step.action.to_string(), "use b m13=n13 n13=o13 o13=m13");
    assert!(
        step.position
            .to_string()
            .contains("l13=B2,m13=BF,n13=KF,o13=GF+,")
    );
    assert_eq!(breakers(&step.position), "k@-,g@-,r@n13,b6@-");
    assert_eq!(step.position.hand.to_string(), "-");
    refused(
        &run,
        "use b l13=m13 m13=l13",
        "run-not-a-fort breaker=b custom=b6 space=l13",
    );
    refused(
        &run,
        "use b m13=n13",
        "run-deal-unequal breaker=b custom=b6",
    );
    refused(
        &run,
        "use b m13=m13",
        "run-deal-nothing breaker=b custom=b6",
    );
}
