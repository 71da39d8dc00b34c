//! Effects of abilities, applied after their price has been paid.

use super::Used;
use crate::run::{
    action::What,
    event::Event,
    position::{Phase, Position, Question},
    structure::Colour,
};

/// Swaps the places of two breakers.
pub(super) fn swap(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    let (one, other) = match used.what {
        What::Breaker(other) => (used.breaker, other),
        What::Breakers(one, other) => (one, other),
        _ => return,
    };
    let (here, there) = (run.place(one), run.place(other));
    run.put(one, there, log);
    run.put(other, here, log);
}

/// Moves the breaker onto a structure.
pub(super) fn go(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    if let What::Space(space) = used.what {
        run.put(used.breaker, Some(space), log);
    }
}

/// Moves each named breaker to the place of another one.
pub(super) fn deal_breakers(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    if let What::DealBreakers(deal) = used.what {
        let before = Colour::ALL.map(|breaker| run.place(breaker));
        for (who, whose) in deal.pairs() {
            run.put(who, *whose.of(&before), log);
        }
    }
}

/// Adds a bonus to the next challenge of every breaker within a distance.
pub(super) fn strengthen_within(
    run: &mut Position,
    used: &Used,
    distance: u8,
    bonus: u8,
    log: &mut dyn FnMut(Event),
) {
    let near: Vec<Colour> = run.view(used.breaker).within(distance).collect();
    for breaker in near {
        run.keep_bonus(breaker, bonus, log);
    }
}

/// Opens a challenge within the distance that the die shows.
pub(super) fn reach(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    let (breaker, within) = (used.breaker, used.die);
    log(Event::Reaches { breaker, within });
    run.phase = Phase::Asked(Question::Reach { breaker, within });
}

/// Sets the strength of the next challenge to the number of installed red structures plus 1.
pub(super) fn count_red(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    let strength = run.view(used.breaker).installed(Colour::Red) + 1;
    run.keep_strength(used.breaker, strength, log);
}

/// Lowers the structure under the breaker by two points of strength.
pub(super) fn weaken(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    if let Some(space) = run.place(used.breaker)
        && let Some(tile) = run.matrix.lower(space, 2)
    {
        log(Event::Weakened {
            space,
            structure: tile.structure,
            strength: tile.strength(),
        });
    }
}

/// Swaps two structures, or moves one to an empty space; breakers on them move along.
pub(super) fn exchange(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    let (here, there) = match (used.what, run.place(used.breaker)) {
        (What::Space(space), Some(place)) => (place, space),
        (What::Spaces(one, other), _) => (one, other),
        _ => return,
    };
    run.shift(&[(here, there), (there, here)], log);
}

/// Permutes forts; breakers on them move along.
pub(super) fn deal_forts(run: &mut Position, used: &Used, log: &mut dyn FnMut(Event)) {
    if let What::DealSpaces(deal) = used.what {
        let ways: Vec<_> = deal.pairs().collect();
        run.shift(&ways, log);
    }
}
