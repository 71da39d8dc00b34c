//! Tests of wins in runs that no die can prevent. Each claim of the file is first checked by a
//! brute-force solver that knows only the rules.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{fs, path::Path};

use games::{Dice, Fact, Game, Live, Seed, run::Position, search};

/// Returns the positions after an action for every die; `None` if the action reveals something
/// unknown.
fn after(position: &Position, action: &str) -> Option<Vec<Position>> {
    let action = action.parse().unwrap();
    let mut after = Vec::new();
    // An action without a die has the same result for all.
    for die in 1..=6 {
        let next = Game::play(position, &action, &mut Dice::given([die])).unwrap();
        let next = next.position;
        if stack(&next) != stack(position) {
            return None;
        }
        after.push(next);
    }
    after.dedup();
    Some(after)
}

/// Returns the unrevealed structures.
fn stack(position: &Position) -> String {
    let text = position.to_string();
    text.split(' ').nth(6).unwrap().to_owned()
}

fn is_won(position: &Position) -> bool {
    position.to_string().ends_with("won")
}

/// Returns whether an action wins within a number of actions, whatever the die shows.
fn wins(position: &Position, action: &str, within: u32) -> bool {
    let ends = after(position, action);
    ends.is_some_and(|ends| {
        ends.iter()
            .all(|end| is_won(end) || within > 1 && forces(end, within - 1))
    })
}

/// Returns whether a run can be won within a number of actions, whatever the die shows.
fn forces(position: &Position, within: u32) -> bool {
    let actions = Game::legal_actions(position);
    let mut actions = actions.iter().map(ToString::to_string);
    actions.any(|action| action != "quit" && wins(position, &action, within))
}

/// Rollouts where the advice itself does not matter.
const LITTLE: u32 = 200;

fn tactics() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tactics/run.txt");
    fs::read_to_string(path).unwrap()
}

#[test]
fn certain_wins_of_runs_are_found() {
    let text = tactics();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        println!("{line}");
        let (text, claim) = line.split_once(" ; wins ").unwrap();
        let (position, within): (Position, u32) = (text.parse().unwrap(), claim.parse().unwrap());
        assert!(
            within == 1 || !forces(&position, within - 1),
            "it is sooner won"
        );
        assert!(forces(&position, within), "it is not won for certain");
        let live = Live::set_up(text, Some(Seed([0; 32]))).unwrap();
        let advice = live
            .position()
            .advise(search::DEFAULT_ROLLOUTS, Seed([6; 32]), &mut || true);
        let advice = advice.unwrap();
        // One more action is allowed: a detour loses nothing.
        assert!(
            wins(&position, &advice.action, within + 1),
            "{}",
            advice.action
        );
        let sure = advice.why.iter().find(|why| why.code == "search-sure");
        assert_eq!(told(sure), Some(within.to_string()));
        count += 1;
    }
    assert!(count >= 10, "{count} positions");
}

/// Returns the number of actions to the certain win in the message.
fn told(sure: Option<&Fact>) -> Option<String> {
    let (_, actions) = sure?.args.iter().find(|(name, _)| *name == "actions")?;
    Some(actions.to_string())
}

#[test]
fn only_certain_wins_are_called_sure() {
    // With one damage left before brain death, hardly any challenge is certain to be survived.
    let text = tactics();
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (text, _) = line.split_once(" ; wins ").unwrap();
        let mut fields: Vec<&str> = text.split(' ').collect();
        fields[5] = "9";
        let text = fields.join(" ");
        let Ok(position) = text.parse::<Position>() else {
            continue;
        };
        let live = Live::set_up(&text, Some(Seed([0; 32]))).unwrap();
        let advice = live
            .position()
            .advise(LITTLE, Seed([6; 32]), &mut || true)
            .unwrap();
        let sure = advice.why.iter().find(|why| why.code == "search-sure");
        assert_eq!(sure.is_some(), forces(&position, 3), "{text}");
        count += usize::from(sure.is_none());
    }
    assert!(count >= 5, "{count} positions");
}
