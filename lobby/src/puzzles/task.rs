//! The task of a puzzle, and what must not give its solution away.

use games::{Fact, Live, Puzzle, Seat};

use crate::tables::Table;

/// Returns whether it is an unsolved puzzle.
pub fn is_open(table: &Table) -> bool {
    table.is_puzzle() && table.is_playing()
}

/// Returns the task of a puzzle, with the side to move.
pub fn asked(puzzle: &Puzzle, live: &Live) -> Fact {
    let ask = puzzle.ask().with("game", live.entry().id);
    ask.with("seat", live.to_move().unwrap_or(Seat::First))
}

/// Returns the task of an open puzzle at a table.
pub fn task(table: &Table) -> Option<Fact> {
    let live = table.live().filter(|_| is_open(table))?;
    Some(asked(Puzzle::of(live)?, live))
}

/// Returns an example of the notation, which at a puzzle is not the solution.
pub fn example_of(table: &Table, live: &Live) -> Option<String> {
    if table.is_puzzle() {
        example_beside(live)
    } else {
        live.position().example()
    }
}

/// Returns the prompt of a puzzle without the second example of MATRX GIPF, which could be the solution.
pub fn without_use(mut ask: Fact) -> Fact {
    ask.args.retain(|(name, _)| *name != "use");
    ask.with("use", None::<String>)
}

/// Returns an example of the notation that is not the solution.
fn example_beside(live: &Live) -> Option<String> {
    let mut legal = live.first_possible().actions;
    let middle = legal.len() / 2;
    legal.rotate_left(middle);
    let other = legal.iter().find(|action| !is_solution(live, action));
    other.or(legal.first()).cloned()
}

/// Returns whether an action is part of the solution of an open puzzle.
pub fn is_solution(live: &Live, action: &String) -> bool {
    Puzzle::of(live).is_some_and(|puzzle| puzzle.turn.contains(action))
}
