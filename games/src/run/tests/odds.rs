//! Tests of the odds against brute force over all dice.

use super::*;
use crate::{
    FigureRow,
    dice::{Dice, Seed},
};

/// Returns whether a step breaks the structure with these dice, without and with a boost.
fn breaks(position: &Position, action: &Action, dice: &[u8]) -> (bool, bool) {
    let mut dice = Dice::given(dice.iter().copied());
    let step = position.play(action, &mut dice).unwrap();
    let broken = |step: &Step<Position>| step.facts.iter().any(|fact| fact.code == "run-broken");
    if !matches!(step.position.phase(), Phase::Asked(_)) {
        return (broken(&step), broken(&step));
    }
    let boosted = step.position.play(&Action::Boost, &mut Dice::none());
    (false, broken(&boosted.unwrap()))
}

/// Returns the positions with each structure that may be on top of the stack.
fn next(position: &Position) -> Vec<Position> {
    let stack: Vec<Structure> = position.stack.downwards().collect();
    let only_ice = stack.len() > 10;
    let tops = (0..stack.len()).filter(|top| !(only_ice && stack[*top].is_fort()));
    let laid = |top: usize| {
        let (mut position, mut stack) = (position.clone(), stack.clone());
        stack.swap(0, top);
        position.stack = Stack::of(stack);
        position
    };
    tops.map(laid).collect()
}

/// Checks the odds of every possible step by playing it with all dice.
fn check(position: &Position) {
    for breaker in Colour::ALL {
        let spaces: Vec<Space> = match position.place(breaker) {
            Some(_) => position.steps(breaker).collect(),
            // From outside all empty spaces are alike, so a sample suffices.
            None => {
                let lies = |space: &Space| position.matrix.has(*space);
                let (lying, empty): (Vec<_>, Vec<_>) = position.steps(breaker).partition(lies);
                lying
                    .into_iter()
                    .chain(empty.into_iter().step_by(97))
                    .collect()
            }
        };
        for space in spaces {
            for choice in [None, Some("sum"), Some("blade"), Some("lattice")] {
                check_step(position, breaker, space, choice);
            }
        }
    }
}

fn check_step(position: &Position, breaker: Colour, space: Space, choice: Option<&'static str>) {
    let to = Toward::Space(space);
    let action = Action::Step {
        breaker,
        to,
        choice,
    };
    let odds = match position.odds(breaker, space, choice) {
        Ok(odds) => odds,
        Err(why) => {
            let played = position.play(&action, &mut Dice::given([1, 1, 1]));
            assert_eq!(played.unwrap_err(), why.into());
            return;
        }
    };
    let positions = if position.matrix.has(space) {
        vec![position.clone()]
    } else {
        next(position)
    };
    let (mut plain, mut boosted, mut all) = (0.0, 0.0, 0.0);
    for position in positions {
        // Only the sum of several strengths takes more than one die.
        let cases = if choice.is_some() { 216 } else { 6 };
        for case in 0..cases {
            let dice = [case % 6 + 1, case / 6 % 6 + 1, case / 36 + 1];
            let (broken, lifted) = breaks(&position, &action, &dice);
            plain += f64::from(u8::from(broken));
            boosted += f64::from(u8::from(lifted));
            all += 1.0;
        }
    }
    let is = |chance: Chance| f64::from(chance.good) / f64::from(chance.of);
    assert!(
        (is(odds.plain) - plain / all).abs() < 1e-9,
        "{position} {action}"
    );
    assert!(
        (is(odds.boosted) - boosted / all).abs() < 1e-9,
        "{position} {action}"
    );
}

/// Formats the odds: lowest die and chance without and with a boost.
fn shown(position: &Position, breaker: Colour, space: &str) -> String {
    let odds = position
        .odds(breaker, space.parse().unwrap(), None)
        .unwrap();
    let one = |chance: Chance| {
        let from = chance.from.map(|from| format!("{from}+ "));
        format!("{}{}%", from.unwrap_or_default(), chance.percent())
    };
    format!("{} / {}", one(odds.plain), one(odds.boosted))
}

#[test]
fn a_plain_breaker_must_exceed_the_structure() {
    let run = Table {
        matrix: "l13=R5,m12=KF,m13=G3,m14=K2",
        breakers: "k@m13,g@-,r@-,b@-",
        hand: "k1",
        gone: 11,
        ..Table::default()
    };
    let run = run.set();
    assert_eq!(shown(&run, Colour::Black, "m14"), "2+ 83% / 100%");
    assert_eq!(shown(&run, Colour::Black, "m12"), "6+ 17% / 5+ 33%");
    assert_eq!(shown(&run, Colour::Black, "l13"), "6+ 17% / 6+ 17%");
    assert_eq!(shown(&run, Colour::Blue, "m12"), "0% / 6+ 17%");
    check(&run);
}

#[test]
fn odds_average_over_the_unseen_structures() {
    let mut dice = Dice::from_seed(Seed([5; 32]));
    let run = start("-", &mut dice).unwrap();
    let other = start("-", &mut dice).unwrap();
    assert_ne!(run.stack, other.stack);
    for breaker in Colour::ALL {
        let odds = |run: &Position| run.odds(breaker, Space::MIDDLE, None).unwrap();
        assert_eq!(odds(&run), odds(&other));
        // Of 20 × 6 cases 15 break for each colour, and 5 more for the own one.
        assert_eq!((odds(&run).plain.good, odds(&run).plain.of), (65, 120));
    }
}

#[test]
fn odds_are_those_of_playing_all_dice() {
    for (seed, options) in [
        (1, "-"),
        (2, "custom=k2g1r1b1"),
        (3, "custom=k3g2r2b2"),
        (4, "custom=k6g3r3b1"),
        (5, "custom=k4g5r4b2"),
        (6, "custom=k1g2r5b1"),
        (7, "custom=k2g5r6b2"),
    ] {
        let mut dice = Dice::from_seed(Seed([seed; 32]));
        let mut position = start(options, &mut dice).unwrap();
        for (number, action) in [
            "k m13",
            "g m14",
            "r n13",
            "b l13",
            "use k",
            "use r",
            "use r weaken",
            "k m12",
            "g n",
            "r e",
            "b s",
            "use k",
            "g e",
            "b w",
            "r n",
            "use r",
        ]
        .into_iter()
        .enumerate()
        {
            if let Ok(step) = position.play(&action.parse().unwrap(), &mut dice) {
                position = step.position;
            }
            if matches!(position.phase(), Phase::Asked(Question::Boost(_))) {
                let answer = if number % 2 == 0 {
                    Action::Hold
                } else {
                    Action::Boost
                };
                position = position.play(&answer, &mut dice).unwrap().position;
            }
            if matches!(position.phase(), Phase::Over(_)) {
                break;
            }
            check(&position);
            if matches!(position.phase(), Phase::Asked(_)) {
                position = position.play(&Action::Pass, &mut dice).unwrap().position;
            }
        }
    }
}

/// Returns the figures of a position as text.
fn drawn(position: &Position) -> Vec<String> {
    let prompt = position.prompt().unwrap();
    let rows = prompt.figures.iter().flat_map(|figures| &figures.rows);
    let arg = |fact: &Fact, name: &str| {
        let found = fact.args.iter().find(|(arg, _)| *arg == name);
        found.map_or(String::new(), |(_, value)| value.to_string())
    };
    let cell = |fact: &Fact| match fact.code.as_ref() {
        "run-row" => format!("{} {}", arg(fact, "breaker"), arg(fact, "word")),
        "run-row-boosted" => format!("{}+ {}", arg(fact, "breaker"), arg(fact, "word")),
        "run-cell-taken" => format!("@{}", arg(fact, "breaker")),
        "run-cell-none" => "x".to_owned(),
        "run-cell-same" => String::new(),
        _ => {
            let args = ["space", "structure", "need", "percent"].map(|name| arg(fact, name));
            args.join(" ").trim_start().to_owned()
        }
    };
    let row = |row: &FigureRow| row.cells.iter().map(cell).collect::<Vec<_>>().join(" | ");
    rows.map(row).collect()
}

#[test]
fn figures_show_every_way_from_inside() {
    let run = Table {
        matrix: "l13=R5,m12=KF,m13=G3,m14=K2",
        breakers: "k@m13,g2@m14,r@-,b@-",
        hand: "k1",
        gone: 11,
        ..Table::default()
    };
    let expected = [
        "k - | @g | x | KF 6 17 | R5 6 17",
        "k+ - |  |  | 5 33 | ",
        "g - | - 0 20 | - 0 20 | @k | - 0 20",
        "g sum | - 0 33 | - 0 33 | @k | - 0 33",
        "r - | 0 35 | y9 R1 0 100",
        "b - | 0 43 | y9 R1 2 83",
        "b+ - |  | y25 K1 0 100",
    ];
    assert_eq!(drawn(&run.set()), expected);
}

/// Checks the messages about the abilities that can be used now, one per line.
fn abilities(table: Table, expected: &[&str]) {
    let prompt = table.set().prompt().unwrap();
    let told = prompt.details.iter().chain(&prompt.notes);
    let told: Vec<String> = told.map(Fact::to_string).collect();
    assert_eq!(told, expected);
}

#[test]
fn every_ability_tells_what_it_would_do_now() {
    let table = |breakers, hand| Table {
        matrix: "l13=R5,m13=G3,m14=K2,m15=B4,n13=B1",
        breakers,
        hand,
        ..Table::default()
    };
    abilities(
        table("k1@m13,g@-,r@-,b@-", ""),
        &["run-now-ways action=use k swap g count=3 damage=1 tokens=-"],
    );
    abilities(
        table("k2@m13,g@m14,r@-,b@-", ""),
        &[
            "run-now-stronger action=use k bonus=2 damage=1 from=0 space=l13 structure=R5 to=33 tokens=- who=k",
        ],
    );
    abilities(
        table("k3@m13,g@m14,r@-,b@-", ""),
        &[
            "run-now-all-stronger action=use k bonus=3 breakers=k g damage=2 from=33 space=m15 structure=B4 to=83 tokens=- who=g",
        ],
    );
    abilities(
        table("k4@m13,g@m14,r@-,b@-", ""),
        &["run-now-reach action=use k damage=1 far=3 near=2 tokens=-"],
    );
    abilities(
        table("k5@m13,g@m14,r@-,b@-", "k1g1r1b1"),
        &["run-now-ways action=use k l13 count=4 damage=1 tokens=k1 g1 r1 b1"],
    );
    abilities(table("k5@m13,g@m14,r@-,b@-", "k1g1r1"), &[]);
    abilities(
        table("k6@m13,g@m14,r@-,b@-", ""),
        &[
            "run-now-set action=use k damage=1 from=0 space=l13 strength=10 structure=R5 to=100 tokens=- who=k",
        ],
    );
    abilities(
        table("k@-,g4@m14,r@-,b@-", "k1"),
        &["run-now-ways action=use g swap k g pay k count=1 damage=2 tokens=k1"],
    );
    abilities(
        table("k@-,g6@m14,r@-,b@-", "k1g1r1b1"),
        &["run-now-ways action=use g g=r r=g count=18 damage=1 tokens=k1 g1 r1 b1"],
    );
    abilities(
        table("k@-,g@-,r4@l13,b@-", "r1"),
        &[
            "run-now-set action=use r damage=0 from=38 space=k13 strength=2 structure=- to=27 tokens=r1 who=r",
            "run-now-weaken action=use r weaken damage=0 from=5 structure=R5 to=3 tokens=r1",
        ],
    );
    abilities(
        table("k@-,g@-,r@-,b3@m15", "g1r1"),
        &["run-now-ways action=use b n14 pay g r count=619 damage=1 tokens=g1 r1"],
    );
    abilities(
        table("k@-,g@-,r@-,b4@m15", "g1r1"),
        &["run-now-ways action=use b m13 pay g r count=4 damage=1 tokens=g1 r1"],
    );
    abilities(
        table("k@-,g@-,r@-,b5@m15", "b1"),
        &["run-now-ways action=use b m14 n13 count=3 damage=1 tokens=b1"],
    );
    abilities(table("k@-,g@-,r@-,b6@m15", "b2"), &[]);
    let over = Table {
        damage: 4,
        options: "target=4",
        ..table("k2@m13,g@m14,r@-,b@-", "")
    };
    abilities(
        over,
        &["run-now-fatal action=use k damage=1 end=lost tokens=-"],
    );
}
