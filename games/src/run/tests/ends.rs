//! Tests of the end of a run.

use super::*;
use crate::{Entry, Live};

/// All forts on the table, and all other structures installed far from them.
pub(super) const ALL_FORTS: &str = "a2=KF,a4=GF,a6=RF,a8=BF,c1=K1,c3=K2,c5=K3,c7=K4,c9=K5,e1=G1,e3=G2,\
    e5=G3,e7=G4,e9=G5,g1=R1,g3=R2,g5=R3,g7=R4,g9=R5,i1=B1,i3=B2,i5=B3,i7=B4,i9=B5";

pub(super) fn forts(breakers: &str, damage: u8, options: &str) -> Position {
    let text = format!("run {ALL_FORTS} {breakers} - k5g5r5b5 {damage} - {options}");
    text.parse().unwrap()
}

/// Asserts that the run has ended for a reason and that everything agrees with it.
fn ended(position: &Position, reason: Reason) {
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.reason, reason);
    assert_eq!(
        outcome.winner,
        (reason == Reason::Forts).then_some(Seat::First)
    );
    assert_eq!(position.to_move(), None);
    assert_eq!(position.prompt(), None);
    assert_eq!(position.legal_actions(), []);
    refused(position, "k m13", "run-over");
    refused(position, "boost", "run-over");
    refused(position, "quit", "run-over");
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
}

#[test]
fn own_colours_on_every_fort_win_the_run() {
    let almost = forts("k@a2,g@a4,r@a6,b@-", 9, "-");
    ended(&play(&almost, "b a8", &[6]).position, Reason::Forts);
    let wrong = forts("k@a2,g@a6,r@-,b@a8", 0, "-");
    assert_eq!(wrong.outcome(), None);
    let held = play(&almost, "b a8", &[5]).position;
    ended(&held, Reason::BrainDeath);
}

#[test]
fn ten_points_of_damage_are_brain_death() {
    let table = Table {
        damage: 9,
        top: "G5",
        ..Table::default()
    }
    .set();
    let step = play(&table, "k m13", &[1]);
    ended(&step.position, Reason::BrainDeath);
    looks(&step.position, "G5k");
    assert_eq!(step.position.hand.to_string(), "g1");
}

#[test]
fn passing_the_target_loses_the_run() {
    let at = |damage| {
        Table {
            damage,
            top: "G5",
            options: "target=7",
            ..Table::default()
        }
        .set()
    };
    assert_eq!(play(&at(6), "k m13", &[1]).position.outcome(), None);
    ended(&play(&at(7), "k m13", &[1]).position, Reason::OverTarget);
    // Brain death comes before a missed target.
    let nine = Table {
        damage: 9,
        top: "G5",
        options: "target=9",
        ..Table::default()
    }
    .set();
    ended(&play(&nine, "k m13", &[1]).position, Reason::BrainDeath);
}

#[test]
fn a_run_without_any_step_is_lost() {
    // Everything is installed, all breakers are inside, and only blue has a neighbour to move to.
    let text = format!(
        "run {} k@c1,g@c3,r@c5,b@i7 - k5g5r5b5 2 - -",
        ALL_FORTS.replace("i9=B5", "i8=B5")
    );
    let table: Position = text.parse().unwrap();
    assert_eq!(table.legal_actions().len(), 1);
    let moved = play(&table, "b i8", &[6]).position;
    // It can move back, so the run goes on.
    assert_eq!(moved.legal_actions().len(), 1);

    // From outside onto the last free island: no breaker has a neighbour.
    let islands = forts("k@c1,g@c3,r@c5,b@-", 2, "-");
    ended(&play(&islands, "b i9", &[6]).position, Reason::NoStep);
}

#[test]
fn a_runner_can_jack_out_at_any_time() {
    let calm = Table::default().set();
    let step = play(&calm, "quit", &[]);
    assert_eq!(told(&step), "");
    ended(&step.position, Reason::JackedOut);
    let asked = Table {
        matrix: "m13=G4+",
        hand: "g3",
        options: "ask=k:m13:3",
        ..Table::default()
    };
    let step = play(&asked.set(), "quit", &[]);
    ended(&step.position, Reason::JackedOut);
    assert!(step.position.to_string().ends_with(" ask=k:m13:3,jacked"));
    assert!(!calm.legal_actions().contains(&Action::Quit));
}

#[test]
fn a_played_run_scores_its_damage_and_steps() {
    let run = Entry::find("run").unwrap();
    let mut live = Live::start(run, "-", Some(Seed([5; 32]))).unwrap();
    assert_eq!(live.score(), None, "it is on");
    let give_up = live.position().give_up().unwrap();
    live.play(&give_up).unwrap();
    assert_eq!((live.score(), live.position().give_up()), (None, None));

    let mut live = Live::start(run, "-", Some(Seed([5; 32]))).unwrap();
    let mut steps = 0;
    while live.to_move().is_some() {
        let action = live.legal_actions().swap_remove(0);
        let step = matches!(action.parse().unwrap(), Action::Step { .. });
        steps += u32::from(step);
        live.play(&action).unwrap();
    }
    let score = live.score().unwrap();
    assert_eq!(score.steps, steps);
    let position: Position = live.position_text().parse().unwrap();
    assert_eq!(score.damage, position.damage());
    let duel = Live::start(Entry::find("matrx").unwrap(), "-", None).unwrap();
    assert_eq!((duel.score(), duel.position().give_up()), (None, None));
}

#[test]
fn every_custom_breaker_is_explained_by_its_name() {
    let names = |entry: &Entry| -> Vec<String> {
        let terms = entry.glossary().into_iter();
        let breakers = terms.filter(|term| term.about.code == "run-breaker-about");
        breakers.map(|term| term.name).collect()
    };
    // One entry by letter and number, one by name.
    let run = names(Entry::find("run").unwrap());
    assert_eq!(run.len(), 2 * 24);
    assert_eq!(run[..2], ["k1", "Self-Fragment LISP"]);
    assert_eq!(run[46..], ["b6", "Enigma"]);
    assert!(names(Entry::find("matrx").unwrap()).is_empty());
}

#[test]
fn a_look_back_counts_challenges_and_missing_forts() {
    let told = |position: &Position, facts: &[&[Fact]]| -> Vec<String> {
        let mut told = crate::SeenMessages::default();
        facts.iter().for_each(|facts| told.note(facts));
        let back = HostedPosition::summary(position, &told);
        back.iter().map(Fact::to_string).collect()
    };
    let almost = forts("k@a2,g@a4,r@a6,b@-", 9, "-");
    let won = play(&almost, "b a8", &[6]);
    assert_eq!(
        told(&won.position, &[&won.facts]),
        [
            "run-look-back boosts=0 custom=- damage=9 limit=10 structures=24 target=- total=24 tried=1 \
             uses=0 won=1"
        ]
    );
    let lost = play(&almost, "b a8", &[5]);
    let back = told(&lost.position, &[&won.facts, &lost.facts]);
    assert!(back[0].starts_with("run-look-back "), "{back:?}");
    assert!(back[0].contains(" tried=2 "), "{back:?}");
    assert!(back[0].ends_with(" won=1"), "{back:?}");
    assert_eq!(
        back[1],
        "run-look-back-forts home=k g r seen=BF a8 unseen=-"
    );
    let early = Table {
        damage: 9,
        top: "G5",
        ..Table::default()
    };
    let dead = play(&early.set(), "k m13", &[1]);
    assert_eq!(
        told(&dead.position, &[&dead.facts])[1],
        "run-look-back-forts home=- seen=- unseen=k g r b"
    );
}
