//! Tests of the red custom breakers.

use super::*;

fn table(breakers: &'static str) -> Table {
    Table {
        matrix: "l13=B2,m13=K3,m14=R1,n13=G1,o13=R2,q13=B4",
        breakers,
        ..Table::default()
    }
}

#[test]
fn sub_street_has_three_and_doubles_red_tokens() {
    let run = Table {
        matrix: "l13=B5,m13=K3,m14=R1",
        hand: "r2b1",
        ..table("k@-,g@-,r1@m13,b@-")
    };
    let step = play(&run.set(), "r l13", &[]);
    measured(&step, "dice=- base=3 bonus=0 kept=0 lent=0 strength=3");
    let step = play(&step.position, "boost", &[]);
    measured(
        &step,
        "run-boosted-mixed against=5 breaker=r strength=6 tokens=r1 b1",
    );
    assert_eq!(step.position.hand.to_string(), "r1");
}

#[test]
fn chiba_challenges_within_two_but_installs_within_one() {
    let run = table("k@-,g@n13,r2@m13,b@-").set();
    let spaces: Vec<String> = run.steps(Colour::Red).map(|s| s.to_string()).collect();
    // No structure can be installed next to m13, and o13 is at distance 2.
    assert_eq!(spaces, ["m14", "l13", "o13"]);
    let step = play(&run, "r o13", &[3]);
    measured(&step, "dice=3 base=2 bonus=1 kept=0 lent=0 strength=3");
    assert_eq!(breakers(&step.position), "k@-,g@n13,r2@o13,b@-");
    refused(&run, "r n13", "run-occupied breaker=r by=g space=n13");
    refused(
        &run,
        "r n14",
        "run-not-next-to breaker=r from=m13 space=n14",
    );
    refused(&run, "r q13", "run-no-path breaker=r space=q13");
    let end = table("k@-,g@n13,r2@l13,b@-").set();
    refused(
        &end,
        "r o13",
        "run-too-far breaker=r distance=3 space=o13 within=2",
    );
}

#[test]
fn a_failed_fort_challenge_leaves_chiba_in_place() {
    let run = Table {
        matrix: "l13=B2,m13=K3,n13=GF+",
        gone: 13,
        ..table("k@-,g@-,r2@l13,b@-")
    };
    let step = play(&run.set(), "r n13", &[6]);
    measured(&step, "run-fort-held breaker=r space=n13 structure=GF");
    assert_eq!(breakers(&step.position), "k@-,g@-,r2@l13,b@-");
}

#[test]
fn hosaka_is_three_stronger_on_red() {
    let red = table("k@-,g@-,r3@m14,b@-").set();
    measured(&play(&red, "r m13", &[2]), "dice=2 base=4 bonus=0");
    let black = table("k@-,g@-,r3@m13,b@-").set();
    measured(&play(&black, "r m14", &[2]), "dice=2 base=1 bonus=1");
}

#[test]
fn sliver_counts_red_structures_when_it_is_used() {
    let run = Table {
        hand: "r2",
        top: "R5",
        ..table("k@-,g@-,r4@m13,b@l13")
    };
    let run = run.set();
    let set = play(&run, "use r", &[]);
    assert_eq!(
        told(&set),
        "run-used breaker=r custom=r4\nrun-paid tokens=r1\nrun-keeps-strength breaker=r strength=3"
    );
    refused(
        &set.position,
        "use r",
        "run-set-already breaker=r custom=r4 strength=3",
    );
    // Another red structure does not change the kept strength, but a later use does.
    let more = play(&set.position, "b l14", &[6]).position;
    assert_eq!(breakers(&more), "k@-,g@-,r4@m13^=3,b@l14");
    let later = play(&more, "use r", &[]).position;
    assert_eq!(breakers(&later), "k@-,g@-,r4@m13^=4,b@l14");
    measured(
        &play(&later, "r m14", &[]),
        "dice=- base=4 bonus=1 kept=0 lent=0 strength=5",
    );
}

#[test]
fn sliver_weakens_the_structure_under_it_for_good() {
    let run = Table {
        hand: "r4",
        ..table("k@-,g@-,r4@m13,b@l13")
    };
    let once = play(&run.set(), "use r weaken", &[]);
    measured(&once, "run-weakened space=m13 strength=1 structure=K3");
    assert!(once.position.to_string().contains("m13=K3-2,"));
    let twice = play(&once.position, "use red weaken", &[]).position;
    assert!(twice.to_string().contains("m13=K3-4,"));
    let gone = play(&twice, "r m14", &[6]).position;
    measured(
        &play(&gone, "b m13", &[1]),
        "strength=1 space=m13 structure=K3 against=0",
    );
    refused(
        &twice,
        "use r weaken",
        "run-strength-zero breaker=r custom=r4 space=m13",
    );
    refused(
        &table("k@-,g@-,r4@-,b@l13").set(),
        "use r weaken",
        "run-needs-inside breaker=r custom=r4",
    );
    refused(
        &table("k@-,g@-,r4@m13,b@l13").set(),
        "use r weaken",
        "run-missing-tokens breaker=r cost=r1 custom=r4 have=-",
    );
    refused(
        &twice,
        "use r m13",
        "run-use-form breaker=r custom=r4 examples=use r, use r weaken",
    );
    let side_panel: Vec<String> = twice.side_panel().iter().map(Fact::to_string).collect();
    assert!(side_panel.contains(&"run-lowered space=m13 strength=0 structure=K3".into()));
}

#[test]
fn cray_envelope_goes_by_the_ground_under_it() {
    let check = |breakers, to: &str, base: &str| {
        measured(
            &play(&table(breakers).set(), to, &[]),
            &format!("dice=- base={base} "),
        );
    };
    check("k@-,g@-,r5@-,b@-", "r q13", "1");
    check("k@-,g@-,r5@l13,b@-", "r m13", "1");
    check("k@-,g@-,r5@n13,b@-", "r m13", "4");
    check("k@-,g@-,r5@m13,b@-", "r n13", "5");
    check("k@-,g@-,r5@o13,b@-", "r n13", "10");
}

#[test]
fn stealth_blade_adds_one_to_the_nearest_distance() {
    let run = table("k@l13,g@-,r6@o13,b@q13").set();
    measured(&play(&run, "r n13 blade", &[]), "dice=- base=4 ");
    // Over p13, installed by this very step, b is at distance 2.
    measured(&play(&run, "r east blade", &[]), "dice=- base=3 ");
    measured(&play(&run, "r n13", &[4]), "dice=4 base=3 ");
    let lonely = table("k@-,g@-,r6@o13,b@q13").set();
    refused(
        &lonely,
        "r n13 blade",
        "run-nobody-reached breaker=r custom=r6 from=o13",
    );
    let outside = table("k@m13,g@-,r6@-,b@q13").set();
    refused(
        &outside,
        "r n13 blade",
        "run-needs-inside breaker=r custom=r6",
    );
}
