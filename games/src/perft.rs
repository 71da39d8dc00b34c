//! Counting turns, to check the rules against other implementations.

use std::collections::HashSet;

use crate::{
    dice::Dice,
    game::{Game, Turn},
};

/// The distinct positions that one whole turn can lead to. A turn that breaks off because the
/// player cannot finish it leads to none.
pub fn turns<G: Game>(position: &G) -> HashSet<G> {
    let mut ends = HashSet::new();
    let mut seen = HashSet::new();
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        for action in position.legal_actions() {
            let Ok(step) = position.play(&action, &mut Dice::none()) else {
                continue;
            };
            match step.turn {
                Turn::Complete => {
                    ends.insert(step.position);
                }
                Turn::GoesOn => {
                    if seen.insert(step.position.clone()) {
                        open.push(step.position);
                    }
                }
                Turn::BrokenOff => {}
            }
        }
    }
    ends
}

/// The number of positions after `depth` whole turns, counted along every path of distinct
/// positions. Meaningless for games with dice.
///
/// ```
/// use games::{gipf::{Position, Variant}, perft::perft};
/// assert_eq!(perft(&Position::start(Variant::Matrx), 2), 386);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => turns(position).len() as u64,
        _ => turns(position)
            .iter()
            .map(|next| perft(next, depth - 1))
            .sum(),
    }
}
