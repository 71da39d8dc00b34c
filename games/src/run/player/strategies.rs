//! The players as data, for comparison.

use crate::{
    dice::{Dice, Seed},
    fact::Illegal,
    game::Game,
    rules::Rules,
    run::{
        action::Action,
        position::{Phase, Position},
        structure::Colour,
    },
    search,
};

/// A computer player of runs.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// Its name in tables of results.
    pub name: &'static str,
    /// Its action, with a budget of rollouts if it searches; `None` if the run is over. All its
    /// randomness comes from the seed.
    pub choose: fn(&Position, budget: u32, seed: Seed) -> Option<Action>,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The final position.
    pub position: Position,
    /// Number of actions.
    pub actions: u32,
}

impl Player {
    /// Maximum number of actions in a run.
    const MAX_ACTIONS: u32 = 1_000;

    /// Plays the run that is dealt and rolled from a seed to its end, with the options of
    /// [`start`](crate::run::start). The player's own randomness is derived from the seed too, but
    /// reveals nothing about deal and dice.
    ///
    /// # Errors
    /// The options are wrong, or the player wanted to do something illegal.
    pub fn play(&self, options: &str, budget: u32, seed: Seed) -> Result<Finished, Illegal> {
        let mut dice = Dice::from_seed(seed);
        let mut position = crate::run::start(options, &mut dice)?;
        let mut actions = 0;
        while actions < Player::MAX_ACTIONS
            && let Some(action) = (self.choose)(&position, budget, seed.derive(actions))
        {
            position.act(&action, &mut dice, &mut |_| {})?;
            actions += 1;
        }
        Ok(Finished { position, actions })
    }
}

/// All players, weakest first.
pub static PLAYERS: [Player; 4] = [
    Player {
        name: "random",
        choose: |position, _, seed| random(position, seed),
    },
    Player {
        name: "greedy",
        choose: |position, _, _| greedy(position),
    },
    Player {
        name: "quick",
        choose: |position, _, _| position.quick_action(),
    },
    Player {
        name: "reference",
        choose: search::choose,
    },
];

/// Chooses a legal action uniformly. A step from outside goes next to an installed structure where
/// that is possible, as people play.
fn random(position: &Position, seed: Seed) -> Option<Action> {
    let mut actions = position.legal_actions();
    let beside = |action: &Action| {
        let step = action.step();
        step.is_none_or(|(_, space)| position.matrix.count_around(space) > 0)
    };
    if actions.iter().any(beside) {
        actions.retain(beside);
    }
    let count = u32::try_from(actions.len())
        .ok()
        .filter(|count| *count > 0)?;
    let place = Dice::from_seed(seed).below(count)?;
    actions.get(place as usize).copied()
}

/// Boosts whenever possible, enters forts as soon as they appear, and otherwise installs with the
/// first breaker that can. Never uses an ability.
fn greedy(position: &Position) -> Option<Action> {
    match position.phase {
        Phase::Over(_) => None,
        Phase::Asked(_) => position.first_moves(1).pop(),
        Phase::Step => {
            let fort = Colour::ALL
                .into_iter()
                .find(|b| !position.is_home(*b) && position.can_challenge_fort(*b));
            if let Some(breaker) = fort {
                return Some(Action::step_to(breaker, position.fort_of(breaker)?));
            }
            // Steps come before abilities.
            let first = position.first_moves(1).pop();
            first.filter(|action| matches!(action, Action::Step { .. }))
        }
    }
}
