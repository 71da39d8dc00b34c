//! Random openings of games.

use games::{Dice, Illegal, Live, Seed};

use crate::plan::Plan;

/// Maximum attempts at an opening that does not end the game.
const TRIES: u32 = 100;

/// Derives a seed from that of the plan and from its purpose.
pub fn seed(plan: &Plan, what: &str) -> Seed {
    Seed::from_word(&format!("{} {what}", plan.seed))
}

/// Returns the opening of a pair of games: each action is drawn uniformly from the legal ones. Deterministic
/// for a plan and a number. No opening ends the game.
///
/// # Errors
/// If all attempts of that length end the game, or the options do not fit it.
pub fn opening(plan: &Plan, pair: usize) -> Result<Live, String> {
    for number in 0..TRIES {
        let seed = seed(plan, &format!("opening {pair} {number}"));
        let opening = play(plan, &mut Dice::from_seed(seed));
        let opening = opening.map_err(|illegal| illegal.to_string())?;
        if opening.to_move().is_some() {
            return Ok(opening);
        }
    }
    Err(format!(
        "no opening of {} turns leaves the game on",
        plan.opening
    ))
}

fn play(plan: &Plan, dice: &mut Dice) -> Result<Live, Illegal> {
    let mut live = Live::start(plan.game, &plan.options, None)?;
    while live.record().turns.len() < plan.opening || live.is_in_turn() {
        let mut legal = live.legal_actions();
        dice.shuffle(&mut legal);
        let Some(action) = legal.first() else { break };
        live.play(action)?;
    }
    Ok(live)
}

#[cfg(test)]
mod tests {
    use games::CATALOG;

    use super::*;
    use crate::plan::tests::read;

    #[test]
    fn every_pair_has_its_own_fixed_opening() {
        for entry in CATALOG.iter().filter(|entry| entry.seats == 2) {
            let line = format!("--level 1 --level 1 --opening 5 --game {}", entry.id);
            let plan = read(&line).unwrap();
            let text = |pair| opening(&plan, pair).unwrap().position_text();
            assert_eq!(text(0), text(0));
            assert_ne!(text(0), text(1));
            let other = read(&format!("{line} --seed 2")).unwrap();
            assert_ne!(opening(&other, 0).unwrap().position_text(), text(0));
        }
    }

    #[test]
    fn an_opening_has_whole_turns() {
        let plan = read("--level 1 --level 1 --game gipf-tournament --opening 40").unwrap();
        for pair in 0..20 {
            let live = opening(&plan, pair).unwrap();
            assert_eq!(live.record().turns.len(), 40);
            assert!(!live.is_in_turn());
        }
    }

    #[test]
    fn openings_that_end_the_game_are_left_out() {
        let plan = read("--level 1 --level 1 --game zertz-basic --opening 1000").unwrap();
        assert!(opening(&plan, 0).is_err());
    }
}
