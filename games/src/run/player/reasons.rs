//! Why an action is the best one, as facts.
//!
//! | reason | arguments |
//! | --- | --- |
//! | `hint-wins-run` | |
//! | `hint-chance` | `breaker`, `space`, `structure`, `percent`, `boosted` (percent with tokens, `-` when it is the same) |
//! | `hint-chance-new` | as before without `structure`, and `fort` (percent) |
//! | `hint-own-fort` | `breaker`, `structure` |
//! | `hint-finds-own` | `breaker` |
//! | `hint-waiting` | `breakers`: `k g`, those outside |
//! | `hint-boost`, `hint-hold` | `tokens`: `k2 r1`, `left`: what stays in hand |
//! | `hint-ability` | `breaker`, `custom`, `damage`, `tokens` |
//! | `hint-pass` | `breaker` |
//! | `hint-lead`, `hint-even` | `action`, `points` (percent points that the next best is worse) |
//! | `hint-alone` | |

use super::outlook::{Fort, Outlook};
use crate::{
    dice::Dice,
    fact::{Arg, Fact},
    game::Game,
    run::{
        action::{Action, Toward},
        code::Code,
        odds::Odds,
        position::{End, Phase, Position, Question},
        space::Space,
        structure::Colour,
        tokens::Tokens,
    },
    search::Ranked,
};

/// The reasons for the first of these actions.
pub(super) fn why(position: &Position, ranking: &[Ranked<Action>]) -> Vec<Fact> {
    let Some(best) = ranking.first() else {
        return Vec::new();
    };
    let mut why = position.why(best.action);
    why.push(match ranking.get(1) {
        Some(next) => lead(best, next),
        None => Fact::new(Code::HintAlone),
    });
    why
}

impl Position {
    /// The reasons for an action, whatever else could be done.
    pub(in crate::run) fn why(&self, action: Action) -> Vec<Fact> {
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
) -> Vec<Fact> {
    let space = match to {
        Toward::Space(space) => Some(space),
        Toward::Way(way) => position.place(breaker).and_then(|from| from.next(way)),
    };
    let Some((space, odds)) =
        space.and_then(|space| Some((space, position.odds(breaker, space, choice).ok()?)))
    else {
        return Vec::new();
    };
    let mut why = vec![chance(position, breaker, space, &odds)];
    match odds.structure {
        Some(fort) if fort.is_fort() && fort.colour == breaker => {
            why.push(
                Fact::new(Code::HintOwnFort)
                    .with("breaker", breaker.letter())
                    .with("structure", fort.to_string()),
            );
            if odds.boosted.good > 0 && is_last_fort(position, breaker) {
                why.insert(0, Fact::new(Code::HintWinsRun));
            }
        }
        Some(_) => {}
        None => {
            if position.fort_of(breaker).is_none() {
                why.push(Fact::new(Code::HintFindsOwn).with("breaker", breaker.letter()));
            }
            why.extend(waiting(position, breaker));
        }
    }
    why
}

/// Whether all other forts are held by the breakers of their colours.
fn is_last_fort(position: &Position, breaker: Colour) -> bool {
    let parts = Outlook::of(position).parts;
    let others = Colour::ALL.into_iter().filter(|other| *other != breaker);
    others
        .map(|other| other.of(&parts).fort)
        .all(|fort| fort == Fort::Held)
}

fn chance(position: &Position, breaker: Colour, space: Space, odds: &Odds) -> Fact {
    let fact = |code| {
        Fact::new(code)
            .with("breaker", breaker.letter())
            .with("space", space.to_string())
    };
    let fact = match odds.structure {
        Some(structure) => fact(Code::HintChance).with("structure", structure.to_string()),
        None => fact(Code::HintChanceNew).with("fort", percent(chance_of_fort(position))),
    };
    let boosted = (odds.boosted != odds.plain).then(|| odds.boosted.percent());
    fact.with("percent", odds.plain.percent())
        .with("boosted", boosted)
}

/// How likely the next structure is a fort.
fn chance_of_fort(position: &Position) -> f64 {
    let all = position.next_structures().count();
    let forts = position
        .next_structures()
        .filter(|next| next.is_fort())
        .count();
    forts as f64 / all.max(1) as f64
}

/// The other breakers that stay outside.
fn waiting(position: &Position, breaker: Colour) -> Option<Fact> {
    let waits = |other: &Colour| *other != breaker && position.place(*other).is_none();
    let names: Vec<String> = Colour::ALL
        .into_iter()
        .filter(waits)
        .map(|other| other.to_string())
        .collect();
    (!names.is_empty()).then(|| Fact::new(Code::HintWaiting).with("breakers", names))
}

fn answer(position: &Position, action: Action) -> Vec<Fact> {
    let Phase::Asked(Question::Boost(challenge)) = position.phase else {
        return Vec::new();
    };
    let Some(boosting) = position.boosting(challenge) else {
        return Vec::new();
    };
    let (mut left, mut spent) = (position.hand, Tokens::none());
    left.give(boosting.tokens, &mut spent);
    let mut after = position.clone();
    let played = after.act(&action, &mut Dice::none(), &mut |_| {});
    let won = played.is_ok() && after.phase == Phase::Over(End::Won);
    let fact = match action {
        Action::Boost => Fact::new(Code::HintBoost).with("left", left.listed()),
        _ => Fact::new(Code::HintHold).with("left", position.hand.listed()),
    };
    let won = won.then(|| Fact::new(Code::HintWinsRun));
    won.into_iter()
        .chain([fact.with("tokens", spent.listed())])
        .collect()
}

fn ability(position: &Position, action: Action, breaker: Colour) -> Vec<Fact> {
    let mut after = position.clone();
    // The die of the ability, if it needs one, does not change its price.
    let played = after.act(&action, &mut Dice::given([6]), &mut |_| {});
    if played.is_err() {
        return Vec::new();
    }
    let paid = Colour::ALL.map(|colour| {
        let before = position.hand.of(colour);
        (colour, before.saturating_sub(after.hand.of(colour)))
    });
    let fact = Fact::new(Code::HintAbility)
        .with("breaker", breaker.letter())
        .with("custom", position.custom_name(breaker))
        .with("damage", after.damage.saturating_sub(position.damage))
        .with("tokens", Tokens::some(&paid).listed());
    let won = (after.phase == Phase::Over(End::Won)).then(|| Fact::new(Code::HintWinsRun));
    won.into_iter().chain([fact]).collect()
}

fn pass(position: &Position) -> Vec<Fact> {
    match position.phase {
        Phase::Asked(Question::Reach { breaker, .. }) => {
            vec![Fact::new(Code::HintPass).with("breaker", breaker.letter())]
        }
        _ => Vec::new(),
    }
}

/// How far the next best is behind; within the errors of both they are as good as each other.
fn lead(best: &Ranked<Action>, next: &Ranked<Action>) -> Fact {
    let (behind, error) = best.ahead_of(next);
    let code = if behind > 2.0 * error && behind >= 0.005 {
        Code::HintLead
    } else {
        Code::HintEven
    };
    Fact::new(code)
        .with("action", next.action.to_string())
        .with("points", percent(behind))
}

/// A share in whole percent.
fn percent(share: f64) -> Arg {
    Arg::Number((share * 100.0).round() as i64)
}
