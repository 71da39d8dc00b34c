//! Property tests of random runs.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;

use super::*;
use crate::{
    dice::Seed,
    run::breakers::{AbilityCost, Form, choice_words},
};

/// Asserts the invariants of a position.
fn check(position: &Position) {
    for colour in Colour::ALL {
        let lying = |tile: &&Tile| tile.token && tile.structure.colour == colour;
        let lying = position.matrix.tiles().iter().filter(lying).count();
        let held = position.hand.of(colour) + position.bank.of(colour);
        assert_eq!(usize::from(held) + lying, 5, "{position}");
    }
    let installed = position.matrix.tiles().iter().map(|tile| tile.structure);
    let all: BTreeSet<String> = installed
        .chain(position.stack.downwards())
        .map(|s| s.to_string())
        .collect();
    assert_eq!(all.len(), 24, "{position}");
    for tile in position.matrix.tiles() {
        assert!(position.matrix.count_around(tile.space) <= 3, "{position}");
    }
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    assert_eq!(position.to_move().is_some(), position.outcome().is_none());
    assert_eq!(
        position.to_move().is_some(),
        !position.legal_actions().is_empty()
    );
    if let Some(prompt) = position.prompt() {
        known([&prompt.ask]);
        known(prompt.choices.iter().map(|choice| &choice.what));
        let sentences = [&prompt.notes, &prompt.warnings, &prompt.details];
        known(sentences.into_iter().flatten());
        for figures in &prompt.figures {
            known([&figures.title].into_iter().chain(&figures.head));
            known(figures.rows.iter().flat_map(|row| &row.cells));
        }
    }
    known(&position.side_panel());
    known(&position.ending());
}

/// Asserts that every fact is a message of the run.
fn known<'a>(facts: impl IntoIterator<Item = &'a Fact>) {
    for fact in facts {
        assert!(fact.code.starts_with("run-"), "{fact}");
    }
}

/// Returns every possible action in canonical form except `quit`, without prices that must be
/// named.
fn every_action(position: &Position) -> Vec<Action> {
    let mut actions = vec![Action::Boost, Action::Hold, Action::Pass];
    let forms = [
        Form::Plain,
        Form::Word("weaken"),
        Form::Swap,
        Form::SwapTwo,
        Form::Space,
        Form::TwoSpaces,
        Form::DealBreakers,
        Form::DealForts,
    ];
    let named: Vec<What> = forms.iter().flat_map(|form| form.all(position)).collect();
    for breaker in Colour::ALL {
        for choice in std::iter::once(None).chain(choice_words().map(Some)) {
            actions.extend(Space::all().map(Toward::Space).map(|to| Action::Step {
                breaker,
                to,
                choice,
            }));
        }
        for what in &named {
            let mut prices = vec![None];
            // All prices are tried where they can be named.
            if matches!(what, What::Space(_) | What::Breakers(..)) {
                let any = AbilityCost::AnyTwo.payments(what).into_iter();
                prices.extend(any.chain(AbilityCost::OfOneNamed.payments(what)).map(Some));
            }
            let what = *what;
            actions.extend(
                prices
                    .into_iter()
                    .map(|pay| Action::Use { breaker, what, pay }),
            );
        }
    }
    actions
}

/// Asserts that listed actions can be played and all others are refused without rolling a die.
fn check_actions(position: &Position) {
    let listed: HashSet<Action> = position.legal_actions().into_iter().collect();
    assert_eq!(
        listed.len(),
        position.legal_actions().len(),
        "each is listed once"
    );
    let before = position.clone();
    let mut played = 0;
    for action in every_action(position) {
        let mut dice = Dice::given([2, 5, 3, 4]);
        match position.play(&action, &mut dice) {
            Ok(step) => {
                assert!(listed.contains(&step.action), "{position} {action}");
                known(&step.facts);
                assert_eq!(step.action.to_string().parse(), Ok(step.action));
                played += usize::from(step.action == action);
            }
            Err(why) => {
                assert!(!listed.contains(&action), "{position} {action} {why}");
                known([&why.0]);
                assert_eq!(dice.roll(), Ok(2));
            }
        }
    }
    assert_eq!(played, listed.len(), "{position}");
    assert_eq!(before.to_string(), position.to_string());
}

/// Picks an action. The steps of a breaker together are as likely as its uses, which are thousands
/// or none. With `near`, a step from outside goes next to an installed structure, as people play.
pub(super) fn pick(position: &Position, near: bool, choose: &mut usize) -> Option<Action> {
    let mut draw = |from: usize| {
        *choose = choose
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (*choose >> 33) % from
    };
    let mut actions = position.legal_actions();
    let beside = |action: &Action| match action {
        Action::Step {
            to: Toward::Space(space),
            ..
        } => position.matrix.count_around(*space) > 0,
        _ => true,
    };
    if near && actions.iter().any(beside) {
        actions.retain(beside);
    }
    let kind = |action: &Action| match action {
        Action::Step { breaker, .. } => (0, Some(*breaker)),
        Action::Use { breaker, .. } => (1, Some(*breaker)),
        _ => (2, None),
    };
    let kinds: BTreeSet<_> = actions.iter().map(kind).collect();
    let wanted = kinds.iter().nth(draw(kinds.len().max(1)))?;
    actions.retain(|action| kind(action) == *wanted);
    Some(actions[draw(actions.len())])
}

/// Plays a run to its end. With `lucky`, the dice are mostly high, so that runs last.
fn rollout(seed: [u8; 32], near: bool, lucky: bool, options: &str) -> Position {
    let mut dice = Dice::from_seed(Seed(seed));
    let mut choose = seed[0] as usize;
    let mut position = start(options, &mut dice).unwrap();
    known(&position.opening());
    for moves in 0.. {
        check(&position);
        let Some(action) = pick(&position, near, &mut choose).filter(|_| moves < 3000) else {
            break;
        };
        if lucky && choose % 100 > 2 {
            dice.lay([6, 6, 6]);
        } else {
            dice.lay([]);
        }
        let step = position.play(&action, &mut dice).unwrap();
        known(&step.facts);
        if moves % 25 == 7 {
            check_actions(&step.position);
        }
        position = step.position;
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn runs_keep_structures_and_tokens_and_end(
        seed in any::<[u8; 32]>(),
        near in any::<bool>(),
        lucky in any::<bool>(),
        target in prop::sample::select(vec!["-", "target=0", "target=4", "target=9"]),
    ) {
        let last = rollout(seed, near, lucky, target);
        prop_assert!(lucky || last.outcome().is_some());
    }

    #[test]
    fn custom_runs_keep_structures_and_tokens(
        seed in any::<[u8; 32]>(),
        near in any::<bool>(),
        numbers in prop::array::uniform4(1..=6u8),
        target in prop::sample::select(vec!["", "target=9,"]),
    ) {
        let [k, g, r, b] = numbers;
        rollout(seed, near, true, &format!("{target}custom=k{k}g{g}r{r}b{b}"));
    }

    #[test]
    fn a_use_is_read_back_as_written(
        seed in any::<[u8; 32]>(),
        text in "use [kgrb]( swap)?( [kgrb]| m1[0-9]| [kgrb]=[kgrb]| weaken){0,3}( pay( [kgrb]){1,2})?",
    ) {
        let position = start("custom=kgrb", &mut Dice::from_seed(Seed(seed))).unwrap();
        if let Ok(action) = text.parse::<Action>() {
            let written = action.to_string();
            prop_assert_eq!(written.parse(), Ok(action));
            if let Err(why) = position.play(&action, &mut Dice::given([1])) {
                prop_assert!(why.code().starts_with("run-"), "{}", why);
            }
        }
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,60}") {
        let _ = text.parse::<Action>();
        let _ = text.parse::<Position>();
        let _ = start(&text, &mut Dice::none());
    }

    #[test]
    fn a_changed_position_text_means_itself_or_fails(
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
            Err(why) => prop_assert!(why.code().starts_with("run-"), "{}", why),
        }
    }
}
