//! Tests of the black custom breakers.

use super::*;

/// k with this number on m13, g on n13, r and b outside.
fn table(k: &'static str) -> Table {
    Table {
        matrix: "l13=B2,m13=K3,n13=G1,o13=R2,q13=B4",
        breakers: k,
        ..Table::default()
    }
}

#[test]
fn self_fragment_swaps_with_any_other_breaker() {
    let run = table("k1@m13,g@n13,r@-,b@-").set();
    let step = play(&run, "use k swap r", &[]);
    assert_eq!(
        told(&step),
        "run-used breaker=k custom=k1\nrun-damage damage=1 total=1\n\
         run-moved breaker=k to=-\nrun-moved breaker=r to=m13"
    );
    let again = play(&step.position, "use black: swap green", &[]);
    assert_eq!(again.action.to_string(), "use k swap g");
    assert_eq!(breakers(&again.position), "k1@n13,g@-,r@m13,b@-");
    refused(
        &again.position,
        "use k swap k",
        "run-same-place breaker=k other=k",
    );
    refused(
        &step.position,
        "use k swap b",
        "run-same-place breaker=k other=b",
    );
}

#[test]
fn ankara_adds_up_until_its_next_challenge() {
    let run = table("k2@m13,g@n13,r@-,b@-").set();
    let once = play(&run, "use k", &[]).position;
    let twice = play(&once, "use k", &[]);
    assert!(told(&twice).ends_with("run-keeps-bonus bonus=4 breaker=k"));
    assert_eq!(breakers(&twice.position), "k2@m13^4,g@n13,r@-,b@-");
    let step = play(&twice.position, "k l13", &[1]);
    assert!(told(&step).starts_with(
        "run-measured against=2 base=0 bonus=0 breaker=k custom=k2 dice=1 kept=4 lent=0 space=l13 \
         strength=4 structure=B2\nrun-broken"
    ));
    assert_eq!(breakers(&step.position), "k2@l13,g@n13,r@-,b@-");
}

#[test]
fn a_kept_bonus_stays_during_a_question() {
    let asked = Table {
        hand: "b1",
        ..table("k2@m13^2,g@n13,r@-,b@-")
    };
    let step = play(&asked.set(), "k l13", &[1]);
    assert!(step.position.to_string().ends_with(" ask=k:l13:2"));
    assert_eq!(breakers(&step.position), "k2@m13^2,g@n13,r@-,b@-");
    let held = play(&step.position, "hold", &[]).position;
    assert_eq!(breakers(&held), "k2@l13,g@n13,r@-,b@-");
}

#[test]
fn black_diamond_strengthens_everyone_within_five() {
    // q13 is cut off.
    let run = table("k3@m13,g@o13,r@q13,b@-").set();
    let step = play(&run, "use k", &[]);
    assert_eq!(breakers(&step.position), "k3@m13^3,g@o13^3,r@q13,b@-");
    assert_eq!(step.position.damage(), 2);
    // From outside every breaker inside is at distance 1, and it counts itself.
    let run = table("k3@-,g@o13,r@q13,b@-").set();
    let step = play(&run, "use k", &[]);
    assert_eq!(breakers(&step.position), "k3@-^3,g@o13^3,r@q13^3,b@-");
    let side_panel: Vec<String> = step
        .position
        .side_panel()
        .iter()
        .map(Fact::to_string)
        .collect();
    assert!(side_panel.contains(&"run-breaker-is bonus=3 breaker=k custom=k3 strength=-".into()));
    assert!(side_panel.contains(&"run-breaker-is bonus=3 breaker=g custom=g strength=-".into()));
    assert!(!side_panel.iter().any(|line| line.contains("breaker=b ")));
}

#[test]
fn kuang_challenges_a_structure_in_reach_or_passes() {
    let run = table("k4@m13,g@n13,r@-,b@-").set();
    let step = play(&run, "use k", &[2]);
    assert!(told(&step).ends_with("run-damage damage=1 total=1\nrun-reaches breaker=k within=2"));
    let reaching = step.position;
    assert!(reaching.to_string().ends_with(" reach=2"));
    let prompt = reaching.prompt().unwrap();
    assert_eq!(
        prompt.ask.to_string(),
        "run-ask-reach breaker=k count=2 within=2"
    );
    let choices: Vec<&str> = prompt.choices.iter().map(|c| c.action.as_str()).collect();
    assert_eq!(choices, ["k l13", "k o13", "pass"]);
    assert_eq!(
        prompt.choices[0].what.to_string(),
        "run-choice-reach boosted=0 need=4 percent=50 space=l13 strength=2 structure=B2"
    );
    refused(&reaching, "k q13", "run-no-path breaker=k space=q13");
    refused(&reaching, "k n13", "run-occupied breaker=k by=g space=n13");
    refused(&reaching, "k m14", "run-no-structure space=m14");
    refused(&reaching, "k m13", "run-same-space breaker=k space=m13");
    refused(&reaching, "g n14", "run-reach-first breaker=k");
    refused(&reaching, "use k", "run-reach-first breaker=k");
    refused(&reaching, "hold", "run-reach-first breaker=k");
    let short = play(&run, "use k", &[1]).position;
    refused(
        &short,
        "k o13",
        "run-too-far breaker=k distance=2 space=o13 within=1",
    );
    let far = play(&reaching, "k o13", &[6]);
    assert_eq!(breakers(&far.position), "k4@o13,g@n13,r@-,b@-");
    let passed = play(&reaching, "pass", &[]);
    assert_eq!(told(&passed), "run-passed breaker=k");
    assert_eq!(*passed.position.phase(), Phase::Step);
    refused(&passed.position, "pass", "run-nothing-to-pass");
}

#[test]
fn a_long_reach_is_shown_as_figures() {
    let run = Table {
        matrix: "i13=K1,j13=G1,k13=R1,l13=B1,m13=K2,n13=G2,o13=R2,p13=B2,q13=K3,r13=G3",
        breakers: "k4@m13,g@-,r@-,b@-",
        ..Table::default()
    };
    let reaching = play(&run.set(), "use k", &[6]).position;
    let prompt = reaching.prompt().unwrap();
    assert_eq!(prompt.choices, []);
    let [figures] = prompt.figures.as_slice() else {
        panic!("{:?}", prompt.figures);
    };
    assert_eq!(figures.title.to_string(), "run-figures-reach breaker=k");
    assert_eq!(figures.rows.iter().flat_map(|row| &row.cells).count(), 9);
}

#[test]
fn kuang_is_asked_with_nothing_in_reach() {
    let alone = Table {
        matrix: "m13=K3",
        breakers: "k4@m13,g@-,r@-,b@-",
        ..Table::default()
    };
    let step = play(&alone.set(), "use k", &[6]);
    assert_eq!(step.position.legal_actions(), [Action::Pass]);
    let quit = play(&step.position, "quit", &[]).position;
    assert!(quit.to_string().ends_with(" reach=6,jacked"));
    assert_eq!(quit.to_string().parse(), Ok(quit));
}

#[test]
fn a_fatal_price_comes_before_the_effect() {
    let run = Table {
        damage: 9,
        ..table("k4@m13,g@n13,r@-,b@-")
    };
    let step = play(&run.set(), "use k", &[]);
    assert_eq!(step.position.outcome().unwrap().reason, Reason::BrainDeath);
    let run = Table {
        damage: 9,
        ..table("k3@m13,g@n13,r@-,b@-")
    };
    let step = play(&run.set(), "use k", &[]);
    assert_eq!(step.position.damage(), 11);
    assert_eq!(breakers(&step.position), "k3@m13,g@n13,r@-,b@-");
    let run = Table {
        damage: 4,
        options: "target=5",
        ..table("k3@m13,g@n13,r@-,b@-")
    };
    let step = play(&run.set(), "use k", &[]);
    assert_eq!(step.position.outcome().unwrap().reason, Reason::OverTarget);
    assert_eq!(breakers(&step.position), "k3@m13,g@n13,r@-,b@-");
}

#[test]
fn assimilation_takes_the_token_of_any_structure() {
    let run = Table {
        matrix: "l13=B2,m13=K3,n13=G1,o13=R2,q13=B4+",
        hand: "k1g1r1b2",
        ..table("k5@m13,g@n13,r@-,b@-")
    };
    let step = play(&run.set(), "use k q13", &[]);
    assert_eq!(
        told(&step),
        "run-used breaker=k custom=k5\nrun-paid tokens=k1 g1 r1 b1\nrun-damage damage=1 total=1\n\
         run-moved breaker=k to=q13\nrun-token breaker=k colour=b have=2"
    );
    let joined = play(&run.set(), "use k n13", &[]).position;
    assert_eq!(breakers(&joined), "k5@n13,g@n13,r@-,b@-");
    let scene = joined.scene();
    let n13 = scene
        .points
        .iter()
        .find(|point| point.name == "n13")
        .unwrap();
    assert_eq!(n13.pieces.len(), 2);
    refused(
        &joined,
        "use k q13",
        "run-missing-tokens breaker=k cost=k1 g1 r1 b1 custom=k5 have=b1",
    );
    refused(
        &run.set(),
        "use k m13",
        "run-same-space breaker=k space=m13",
    );
    refused(&run.set(), "use k m14", "run-no-structure space=m14");
    refused(
        &run.set(),
        "use k",
        "run-use-form breaker=k custom=k5 examples=use k m14",
    );
}

#[test]
fn an_ability_can_win_the_run() {
    let run: Position = "run a2=KF,a4=GF,a6=RF,a8=BF,c1=K1 k5@c1,g@a4,r@a6,b@a8 k1g1r1b1 \
        k4g4r4b4 3 K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,R5,B1,B2,B3,B4,B5 -"
        .replace(
            "K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,R5,B1,B2,B3,B4,B5",
            "B5",
        )
        .replace(
            "c1=K1 ",
            "c1=K1,e1=K2,e3=K3,e5=K4,e7=K5,g1=G1,g3=G2,g5=G3,g7=G4,g9=G5,i1=R1,i3=R2,i5=R3,\
             i7=R4,i9=R5,k1=B1,k3=B2,k5=B3,k7=B4 ",
        )
        .parse()
        .unwrap();
    let step = play(&run, "use k a2", &[]);
    assert_eq!(step.position.outcome().unwrap().reason, Reason::Forts);
}

#[test]
fn wintermute_has_no_strength_until_set() {
    let run = table("k6@m13,g@n13,r@-,b@-").set();
    let weak = play(&run, "k l13", &[]);
    assert!(tells(
        &weak.facts[0],
        "run-measured base=0 breaker=k custom=k6 dice=-"
    ));
    let set = play(&run, "use k", &[]);
    assert!(told(&set).ends_with("run-keeps-strength breaker=k strength=10"));
    assert_eq!(breakers(&set.position), "k6@m13^=10,g@n13,r@-,b@-");
    refused(
        &set.position,
        "use k",
        "run-set-already breaker=k custom=k6 strength=10",
    );
    let strong = play(&set.position, "k l13", &[]).position;
    assert_eq!(breakers(&strong), "k6@l13,g@n13,r@-,b@-");
    assert_eq!(strong.damage(), 1);
}

#[test]
fn plain_breakers_have_no_abilities() {
    let run = table("k@m13,g1@n13,r@-,b@-").set();
    refused(&run, "use k", "run-plain-breaker breaker=k");
    refused(&run, "use g", "run-no-ability breaker=g custom=g1");
    refused(
        &run,
        "g n14 sum",
        "run-no-choice breaker=g custom=g1 word=sum",
    );
    refused(
        &run,
        "k m14 lattice",
        "run-no-choice breaker=k custom=k word=lattice",
    );
}
