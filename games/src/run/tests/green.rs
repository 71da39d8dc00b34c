//! Tests of the green custom breakers.

use super::*;

fn table(breakers: &'static str) -> Table {
    Table {
        matrix: "l13=B2,m13=K3,m14=R1,n13=G1,o13=R2,q13=B4",
        breakers,
        ..Table::default()
    }
}

/// Returns the components and the strength of the first challenge.
fn strength(step: &Step<Position>) -> String {
    let fields = ["dice", "base", "bonus", "kept", "lent", "strength"];
    let field = |fact: &Fact, name: &str| {
        let arg = fact.args.iter().find(|(arg, _)| *arg == name);
        arg.map(|(_, value)| format!("{name}={value}"))
    };
    let measured = |fact: &Fact| fields.map(|name| field(fact, name)).into_iter().collect();
    let all: Option<Vec<String>> = step.facts.iter().find_map(measured);
    all.unwrap().join(" ")
}

#[test]
fn turing_scout_counts_the_others_within_three() {
    let run = table("k@l13,g1@o13,r@n13,b@q13").set();
    let step = play(&run, "g o12", &[]);
    assert_eq!(
        strength(&step),
        "dice=- base=5 bonus=0 kept=0 lent=0 strength=5"
    );
    let outside = table("k@l13,g1@-,r@n13,b@q13").set();
    let step = play(&outside, "g o13", &[]);
    assert_eq!(
        strength(&step),
        "dice=- base=3 bonus=0 kept=0 lent=0 strength=3"
    );
}

#[test]
fn a_newly_installed_structure_counts_in_distances() {
    // p13 connects q13, where b is, to the rest.
    let run = table("k@l13,g1@o13,r@n13,b@q13").set();
    let step = play(&run, "g p13", &[]);
    assert_eq!(
        strength(&step),
        "dice=- base=6 bonus=0 kept=0 lent=0 strength=6"
    );
}

#[test]
fn trinity_adds_the_formulas_of_adjacent_breakers() {
    // Hosaka on red: d6-1+3, without kept effects and the colour. b is not adjacent.
    let run = table("k2@m13^2,g2@n13,r3@o13,b@l13").set();
    let step = play(&run, "g n14 sum", &[1, 4]);
    assert_eq!(
        strength(&step),
        "dice=1 4 base=6 bonus=0 kept=0 lent=0 strength=6"
    );
    assert_eq!(step.action.to_string(), "g n14 sum");
    let alone = play(&run, "g n14", &[1]);
    assert_eq!(
        strength(&alone),
        "dice=1 base=0 bonus=0 kept=0 lent=0 strength=0"
    );
    let lonely = table("k@m13,g2@q13,r@o13,b@l13").set();
    refused(
        &lonely,
        "g q14 sum",
        "run-nobody-next breaker=g custom=g2 from=q13",
    );
    let outside = table("k@m13,g2@-,r@o13,b@l13").set();
    refused(
        &outside,
        "g q14 sum",
        "run-needs-inside breaker=g custom=g2",
    );
}

#[test]
fn sums_count_negative_strengths_and_wintermute_as_zero() {
    let run = table("k6@m13^=10,g2@n13,r@-,b3@o13").set();
    let step = play(&run, "g n14 sum", &[1]);
    assert_eq!(
        strength(&step),
        "dice=1 base=0 bonus=0 kept=0 lent=0 strength=0"
    );
    assert_eq!(breakers(&step.position), "k6@m13^=10,g2@n14,r@-,b3@o13");
}

#[test]
fn klein_liar_boosts_with_any_colour() {
    let run = Table {
        hand: "k2r1b1",
        ..table("k@l13,g3@n13,r@-,b@-")
    };
    let step = play(&run.set(), "g o13", &[2]);
    let prompt = step.position.prompt().unwrap();
    assert_eq!(
        prompt.ask.to_string(),
        "run-ask-mixed against=2 breaker=g have=k2 r1 b1 kind=ice red-twice=no space=o13 strength=1 \
         structure=R2 tokens=k1 r1"
    );
    assert_eq!(
        prompt.choices[0].what.to_string(),
        "run-choice-boost-mixed damage=0 end=- found=- hand=k1 b1 place=o13 tokens=k1 r1"
    );
    let boosted = play(&step.position, "boost", &[]);
    assert!(
        told(&boosted).starts_with(
            "run-boosted-mixed against=2 breaker=g strength=3 tokens=k1 r1\nrun-broken"
        )
    );
    assert_eq!(boosted.position.hand.to_string(), "k1b1");
}

#[test]
fn finn_exchanges_two_breakers_for_a_token() {
    let run = Table {
        hand: "k1r1b1",
        ..table("k@l13,g4@n13,r@-,b@-")
    };
    let run = run.set();
    let step = play(&run, "use g swap r k pay r", &[]);
    assert_eq!(step.action.to_string(), "use g swap k r pay r");
    assert_eq!(
        told(&step),
        "run-used breaker=g custom=g4\nrun-paid tokens=r1\nrun-damage damage=2 total=2\n\
         run-moved breaker=k to=-\nrun-moved breaker=r to=l13"
    );
    // Finn itself may be one of the two; the only payable price need not be named.
    let step = play(&run, "use g swap kg", &[]);
    assert_eq!(step.action.to_string(), "use g swap k g pay k");
    refused(
        &run,
        "use g swap k r",
        "run-name-price breaker=g custom=g4 example=use g swap k r pay k",
    );
    refused(
        &run,
        "use g swap k r pay b",
        "run-wrong-price breaker=g cost=k1 / r1 custom=g4",
    );
    refused(
        &run,
        "use g swap k g pay g",
        "run-missing-tokens breaker=g cost=g1 custom=g4 have=k1 r1 b1",
    );
    refused(
        &run,
        "use g swap r b pay r",
        "run-same-place breaker=r other=b",
    );
    let outside = Table {
        hand: "k1",
        ..table("k@l13,g4@-,r@-,b@-")
    };
    refused(
        &outside.set(),
        "use g swap k r pay k",
        "run-needs-inside breaker=g custom=g4",
    );
}

#[test]
fn flatline_dix_lends_one_within_distance_three() {
    let run = table("k@l13,g5@o13,r@-,b@q13").set();
    let near = play(&run, "k l12", &[2]);
    assert_eq!(
        strength(&near),
        "dice=2 base=2 bonus=1 kept=0 lent=1 strength=4"
    );
    let itself = play(&run, "g o12", &[3]);
    assert_eq!(
        strength(&itself),
        "dice=3 base=2 bonus=0 kept=0 lent=1 strength=3"
    );
    let cut_off = play(&run, "b q12", &[2]);
    measured(&cut_off, "run-rolled bonus=0 breaker=b die=2");
    let from_outside = play(&run, "r m14", &[2]);
    assert!(tells(
        &from_outside.facts[0],
        "run-rolled bonus=1 breaker=r die=2"
    ));
}

#[test]
fn flatline_dix_outside_helps_everyone_inside_and_itself() {
    let run = table("k@l13,g5@-,r@-,b@q13").set();
    assert!(strength(&play(&run, "b q12", &[2])).contains("lent=1"));
    assert!(strength(&play(&run, "g o12", &[2])).contains("lent=1"));
    assert!(told(&play(&run, "r m14", &[2])).starts_with("run-rolled"));
}

#[test]
fn case_curry_permutes_the_places_of_breakers() {
    let run = Table {
        hand: "k1g1r2b1",
        ..table("k@l13,g6@n13,r@-,b@-")
    };
    let run = run.set();
    let step = play(&run, "use g r=k, k=g g=r b=b", &[]);
    assert_eq!(step.action.to_string(), "use g k=g g=r r=k");
    assert_eq!(breakers(&step.position), "k@n13,g6@-,r@l13,b@-");
    assert_eq!(step.position.hand.to_string(), "r1");
    refused(&run, "use g k=g", "run-deal-unequal breaker=g custom=g6");
    refused(
        &run,
        "use g k=g k=g",
        "run-deal-unequal breaker=g custom=g6",
    );
    refused(
        &run,
        "use g r=b b=r",
        "run-deal-nothing breaker=g custom=g6",
    );
    refused(&run, "use g k=k", "run-deal-nothing breaker=g custom=g6");
    let uses = |position: &Position| {
        let uses = position.legal_actions();
        uses.iter()
            .filter(|a| matches!(a, Action::Use { .. }))
            .count()
    };
    // All permutations except the one that swaps only r and b, both outside.
    assert_eq!(uses(&run), 22);
    assert_eq!(uses(&step.position), 0);
}
