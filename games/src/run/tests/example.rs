use super::*;
use crate::{dice::Seed, hosted::Hosted, rules::Rules, search::Searchable};

/// Returns the chance of a step in percent, 0 if it is impossible; `None` for other actions or a
/// breaker that is home.
fn chance(run: &Position, action: &Action) -> Option<u8> {
    match action {
        Action::Step {
            breaker,
            to: Toward::Space(space),
            ..
        } if !run.is_home(*breaker) => {
            let odds = run.odds(*breaker, *space, None);
            Some(odds.map_or(0, |odds| odds.plain.percent()))
        }
        _ => None,
    }
}

#[test]
fn examples_avoid_unlikely_steps() {
    let (mut shown, mut unlikely) = (0, 0);
    for seed in 0..10u8 {
        let mut dice = Dice::from_seed(Seed([seed; 32]));
        let mut run = start("-", &mut dice).unwrap();
        while run.outcome().is_none() {
            let example = run.example().unwrap();
            if let Some(percent) = chance(&run, &example) {
                shown += 1;
                if percent < MIN_EXAMPLE_PERCENT {
                    unlikely += 1;
                    let seen: Vec<String> =
                        run.picture().points.into_iter().map(|it| it.name).collect();
                    for other in run.legal_actions() {
                        let Action::Step {
                            to: Toward::Space(space),
                            ..
                        } = other
                        else {
                            continue;
                        };
                        let is_near = seen.contains(&space.to_string());
                        let better = chance(&run, &other).is_some_and(|other| other > percent);
                        assert!(!is_near || !better, "{example} or {other}? {run}");
                    }
                }
            }
            let next = run.policy().unwrap();
            assert!(run.advance(&next, &mut dice));
        }
    }
    assert!(shown > 100 && unlikely > 0, "{shown} {unlikely}");
}

#[test]
fn a_step_is_the_example_beside_abilities() {
    let mut dice = Dice::from_seed(Seed([7; 32]));
    let run = start("custom=k4g4r4b5", &mut dice).unwrap();
    let is_use = |action: &Action| action.step().is_none() && *action != Action::Quit;
    assert!(run.legal_actions().iter().any(is_use));
    let example = run.example().unwrap();
    assert!(example.step().is_some(), "{example}");
}
