//! What holds in every run, whatever is played.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::dice::Seed;

/// Everything that must hold in a position.
fn check(position: &Position) {
    for colour in Colour::ALL {
        let lying = |tile: &&Tile| tile.token && tile.structure.colour == colour;
        let lying = position.matrix().tiles().iter().filter(lying).count();
        let held = position.hand().of(colour) + position.bank().of(colour);
        assert_eq!(usize::from(held) + lying, 5, "{position}");
    }
    let installed = position.matrix().tiles().iter().map(|tile| tile.structure);
    let all: BTreeSet<String> = installed
        .chain(position.stack().downwards())
        .map(|s| s.to_string())
        .collect();
    assert_eq!(all.len(), 24, "{position}");
    for tile in position.matrix().tiles() {
        assert!(
            position.matrix().count_around(tile.space) <= 3,
            "{position}"
        );
    }
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    assert_eq!(position.to_move().is_some(), position.outcome().is_none());
    assert_eq!(
        position.to_move().is_some(),
        !position.legal_actions().is_empty()
    );
    known(
        position.prompt().iter().flat_map(|p| {
            std::iter::once(&p.ask).chain(p.choices.iter().map(|choice| &choice.what))
        }),
        QUESTIONS,
    );
    known(&position.scene().margin, MARGIN);
    if let Some(outcome) = position.outcome() {
        assert!(REASONS.contains(&outcome.reason));
    }
}

/// Whether every fact has a code in the list.
fn known<'a>(facts: impl IntoIterator<Item = &'a Fact>, codes: &[&str]) {
    for fact in facts {
        assert!(codes.contains(&fact.code), "{fact}");
    }
}

/// Every action there is, in canonical form, but `quit`.
fn every_action() -> Vec<Action> {
    let mut actions = vec![Action::Boost, Action::Hold];
    for breaker in Colour::ALL {
        let steps = Space::all().map(Toward::Space);
        actions.extend(steps.map(|to| Action::Step {
            breaker,
            to,
            choice: None,
        }));
    }
    actions
}

/// Listed actions play, all others are refused and roll no die.
fn check_actions(position: &Position) {
    let listed = position.legal_actions();
    let before = position.clone();
    let mut played = 0;
    for action in every_action() {
        let mut dice = Dice::given([2, 5]);
        match position.play(&action, &mut dice) {
            Ok(step) => {
                assert!(listed.contains(&action), "{position} {action}");
                assert_eq!(step.action, action);
                known(&step.facts, FACTS);
                played += 1;
            }
            Err(why) => {
                assert!(!listed.contains(&action), "{position} {action} {why}");
                assert!(REFUSALS.contains(&why.code()), "{why}");
                assert_eq!(dice.roll(), Ok(2));
            }
        }
    }
    assert_eq!(played, listed.len(), "each is listed once");
    assert_eq!(before.to_string(), position.to_string());
}

/// Plays a run to its end. With `near`, a step from outside goes beside what is installed, as
/// people do; with `lucky`, the die mostly shows high numbers, so that runs last.
fn play_out(seed: [u8; 32], near: bool, lucky: bool, target: &str) -> Position {
    let mut dice = Dice::from_seed(Seed(seed));
    let mut choose = seed[0] as usize;
    let mut position = start(target, &mut dice).unwrap();
    for moves in 0.. {
        check(&position);
        let mut actions = position.legal_actions();
        if near && !position.matrix().tiles().is_empty() {
            let beside = |action: &Action| match action {
                Action::Step {
                    to: Toward::Space(space),
                    ..
                } => position.matrix().count_around(*space) > 0,
                _ => true,
            };
            if actions.iter().any(beside) {
                actions.retain(beside);
            }
        }
        if actions.is_empty() || moves > 3000 {
            break;
        }
        choose = choose
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let action = actions[(choose >> 33) % actions.len()];
        if lucky && choose % 100 > 2 {
            dice.lay([6]);
        } else {
            dice.lay([]);
        }
        let step = position.play(&action, &mut dice).unwrap();
        known(&step.facts, FACTS);
        if moves % 25 == 0 {
            check_actions(&step.position);
        }
        position = step.position;
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_run_keeps_its_structures_and_tokens_and_ends(
        seed in any::<[u8; 32]>(),
        near in any::<bool>(),
        lucky in any::<bool>(),
        target in prop::sample::select(vec!["-", "target=0", "target=4", "target=9"]),
    ) {
        let last = play_out(seed, near, lucky, target);
        prop_assert!(lucky || last.outcome().is_some());
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,60}") {
        let _ = text.parse::<Action>();
        let _ = text.parse::<Position>();
        let _ = start(&text, &mut Dice::none());
    }

    #[test]
    fn a_changed_position_text_is_refused_or_means_itself(
        seed in any::<[u8; 32]>(),
        place in any::<prop::sample::Index>(),
        by in prop::sample::select("kgrbKGRBF0123456789@=+-,^: amy".chars().collect::<Vec<_>>()),
    ) {
        let mut dice = Dice::from_seed(Seed(seed));
        let mut position = start("target=8", &mut dice).unwrap();
        for space in ["k m13", "g m14", "r n13", "b l13"] {
            let step = position.play(&space.parse().unwrap(), &mut dice).unwrap();
            position = step.position;
            if matches!(position.phase(), Phase::Asked(_)) {
                position = position.play(&Action::Boost, &mut dice).unwrap().position;
            }
        }
        let mut letters: Vec<char> = position.to_string().chars().collect();
        let place = place.index(letters.len());
        letters[place] = by;
        let text: String = letters.into_iter().collect();
        match text.parse::<Position>() {
            Ok(read) => {
                prop_assert_eq!(read.to_string(), text);
                check(&read);
            }
            Err(why) => prop_assert!(REFUSALS.contains(&why.code()), "{}", why),
        }
    }
}
