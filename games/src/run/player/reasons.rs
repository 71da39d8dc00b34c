//! Reasons for the best action.

use super::win_estimate::{Fort, WinEstimate};
use crate::{
    dice::Dice,
    run::{
        action::{Action, Toward},
        hint::Hint,
        odds::{Chance, Odds},
        position::{Phase, Position, Question, RunEnd},
        power_ups::PowerUps,
        structure::{Colour, Structure},
    },
    search::RankedAction,
};

/// Returns the reasons for the first of the ranked actions.
pub(super) fn why(position: &Position, ranking: &[RankedAction<Action>]) -> Vec<Hint> {
    let Some(best) = ranking.first() else {
        return Vec::new();
    };
    let mut why = position.why(best.action);
    why.push(match ranking.get(1) {
        Some(next) => lead(best, next),
        None => Hint::Alone,
    });
    why
}

impl Position {
    /// Returns the reasons for an action regardless of its alternatives.
    pub(in crate::run) fn why(&self, action: Action) -> Vec<Hint> {
        match action {
            Action::Step {
                breaker,
                to,
                choice,
            } => step(self, breaker, to, choice),
            Action::Boost | Action::Hold => answer(self, action),
            Action::Use { breaker, .. } => ability(self, action, breaker),
            Action::Pass => pass(self),
            Action::Quit => Vec::new(),
        }
    }
}

fn step(
    position: &Position,
    breaker: Colour,
    to: Toward,
    choice: Option<&'static str>,
) -> Vec<Hint> {
    let space = match to {
        Toward::Space(space) => Some(space),
        Toward::Way(way) => position.place(breaker).and_then(|from| from.next(way)),
    };
    let Some(odds) = space.and_then(|space| position.odds(breaker, space, choice).ok()) else {
        return Vec::new();
    };
    let mut why = vec![chance(position, breaker, &odds)];
    match odds.structure {
        Some(fort) if fort.is_fort() && fort.colour == breaker => {
            why.push(Hint::OwnFort {
                breaker,
                structure: fort,
            });
            if odds.boosted.good > 0 && is_last_fort(position, breaker) {
                why.insert(0, Hint::WinsRun);
            }
        }
        Some(_) => {}
        None => {
            let own = |next: Structure| next.is_fort() && next.colour == breaker;
            if position.next_structures().any(own) {
                why.push(Hint::FindsOwn { breaker });
            }
            why.extend(waiting(position, breaker));
        }
    }
    why
}

/// Returns whether all other forts are held by the breakers of their colours.
fn is_last_fort(position: &Position, breaker: Colour) -> bool {
    let parts = WinEstimate::of(position).parts;
    let others = Colour::ALL.into_iter().filter(|other| *other != breaker);
    others
        .map(|other| other.of(&parts).fort)
        .all(|fort| fort == Fort::Held)
}

fn chance(position: &Position, breaker: Colour, odds: &Odds) -> Hint {
    let space = odds.space;
    let percent = odds.plain.percent();
    let boosted = odds.improved().map(Chance::percent);
    match odds.structure {
        Some(structure) => Hint::Chance {
            breaker,
            space,
            structure,
            percent,
            boosted,
        },
        None => Hint::ChanceNew {
            breaker,
            space,
            fort: in_percent(chance_of_fort(position)),
            percent,
            boosted,
        },
    }
}

/// Returns the chance that the next structure is a fort.
fn chance_of_fort(position: &Position) -> f64 {
    let all = position.next_structures().count();
    let forts = position
        .next_structures()
        .filter(|next| next.is_fort())
        .count();
    forts as f64 / all.max(1) as f64
}

/// Returns the other breakers that stay outside.
fn waiting(position: &Position, breaker: Colour) -> Option<Hint> {
    let mut breakers = position.outside();
    breakers.retain(|other| *other != breaker);
    (!breakers.is_empty()).then_some(Hint::Waiting { breakers })
}

fn answer(position: &Position, action: Action) -> Vec<Hint> {
    let Phase::Asked(Question::Boost(challenge)) = position.phase else {
        return Vec::new();
    };
    let Some(boosting) = position.boosting(challenge) else {
        return Vec::new();
    };
    let (tokens, mut left) = (boosting.tokens, position.hand);
    left.give(tokens, &mut PowerUps::empty());
    let after = position.played(&action, Dice::none());
    let won = after.is_some_and(|after| after.phase == Phase::Over(RunEnd::Won));
    let answer = match action {
        Action::Boost => Hint::Boost { tokens, left },
        _ => Hint::Hold {
            tokens,
            left: position.hand,
        },
    };
    let won = won.then_some(Hint::WinsRun);
    won.into_iter().chain([answer]).collect()
}

fn ability(position: &Position, action: Action, breaker: Colour) -> Vec<Hint> {
    // The die does not change the price.
    let Some(after) = position.played(&action, Dice::given([6])) else {
        return Vec::new();
    };
    let paid = Colour::ALL.map(|colour| {
        let before = position.hand.of(colour);
        (colour, before.saturating_sub(after.hand.of(colour)))
    });
    let ability = Hint::Ability {
        acting: position.named(breaker),
        damage: after.damage.saturating_sub(position.damage),
        tokens: PowerUps::from_counts(&paid),
    };
    let won = (after.phase == Phase::Over(RunEnd::Won)).then_some(Hint::WinsRun);
    won.into_iter().chain([ability]).collect()
}

fn pass(position: &Position) -> Vec<Hint> {
    match position.phase {
        Phase::Asked(Question::Reach { breaker, .. }) => {
            vec![Hint::Pass { breaker }]
        }
        _ => Vec::new(),
    }
}

/// Returns the lead over the next best action, or a tie if it is within two standard errors or
/// below half a percentage point.
fn lead(best: &RankedAction<Action>, next: &RankedAction<Action>) -> Hint {
    let (behind, error) = best.ahead_of(next);
    let action = next.action.to_string();
    let points = in_percent(behind);
    if behind > 2.0 * error && behind >= 0.005 {
        Hint::Lead { action, points }
    } else {
        Hint::Even { action, points }
    }
}

/// Converts a share to whole percent.
fn in_percent(share: f64) -> i64 {
    (share * 100.0).round() as i64
}
