//! Conditions of choices and abilities, the price apart.

use super::{Base, view::View};
use crate::run::{action::What, refusal::Refusal, space::Space, structure::Colour};

/// Trinity Prep: requires another breaker on an adjacent space.
pub(super) fn sum(view: &View<'_>) -> Result<Base, Refusal> {
    let from = inside(view)?;
    match view.next_to().next() {
        Some(_) => Ok(Base::Sum),
        None => Err(Refusal::NobodyNext {
            acting: view.named(),
            from,
        }),
    }
}

/// Stealth Blade: requires another breaker within reach along structures.
pub(super) fn blade(view: &View<'_>) -> Result<Base, Refusal> {
    let from = inside(view)?;
    match view.nearest_other() {
        Some(distance) => Ok(Base::Fixed(distance + 1)),
        None => Err(Refusal::NobodyReached {
            acting: view.named(),
            from,
        }),
    }
}

/// Dub Lattice: strength 3 plus the blue structures within distance 4.
pub(super) fn lattice(view: &View<'_>) -> Result<Base, Refusal> {
    inside(view)?;
    Ok(Base::Fixed(3 + view.structures_within(4, Colour::Blue)))
}

/// Refuses to set the strength that is kept already.
pub(super) fn set_strength(view: &View<'_>, strength: u8) -> Result<(), Refusal> {
    if view.position.kept(view.breaker).strength == Some(strength) {
        return Err(Refusal::SetAlready {
            acting: view.named(),
            strength,
        });
    }
    Ok(())
}

pub(super) fn weaken_from_inside(view: &View<'_>, _: &What) -> Result<(), Refusal> {
    let space = inside(view)?;
    match view.tile() {
        Some(tile) if tile.strength() == 0 => Err(Refusal::StrengthZero {
            acting: view.named(),
            space,
        }),
        _ => Ok(()),
    }
}

pub(super) fn swap_with(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    match what {
        What::Breaker(other) => apart(view, view.breaker, *other),
        _ => Ok(()),
    }
}

pub(super) fn swap_two_from_inside(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    inside(view)?;
    match what {
        What::Breakers(one, other) => apart(view, *one, *other),
        _ => Ok(()),
    }
}

pub(super) fn deal_breakers_from_inside(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    inside(view)?;
    let What::DealBreakers(deal) = what else {
        return Ok(());
    };
    if !deal.is_balanced() {
        return Err(Refusal::DealUnequal(view.named()));
    }
    let place = |breaker| view.position.place(breaker);
    if deal.pairs().all(|(who, whose)| place(who) == place(whose)) {
        return Err(Refusal::DealNothing(view.named()));
    }
    Ok(())
}

pub(super) fn deal_forts(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    let What::DealSpaces(deal) = what else {
        return Ok(());
    };
    let is_fort = |space: &Space| {
        let tile = view.position.matrix.at(*space);
        tile.is_some_and(|tile| tile.structure.is_fort())
    };
    let named = deal.pairs().flat_map(|(from, to)| [from, to]);
    if let Some(space) = named.into_iter().find(|space| !is_fort(space)) {
        return Err(Refusal::NotAFort {
            acting: view.named(),
            space,
        });
    }
    if !deal.is_balanced() {
        return Err(Refusal::DealUnequal(view.named()));
    }
    if deal.pairs().next().is_none() {
        return Err(Refusal::DealNothing(view.named()));
    }
    Ok(())
}

/// Assimilation: any structure but its own, occupied or not.
pub(super) fn go_to_structure(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    let What::Space(space) = *what else {
        return Ok(());
    };
    elsewhere(view, space)?;
    installed(view, space)
}

/// Babylon Q: an empty space where its structure could be installed once it has been lifted.
pub(super) fn lay_elsewhere_from_inside(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    let from = inside(view)?;
    let What::Space(space) = *what else {
        return Ok(());
    };
    elsewhere(view, space)?;
    if view.position.matrix.has(space) {
        return Err(Refusal::NotEmpty {
            acting: view.named(),
            space,
        });
    }
    match view.position.matrix.crowded_without(space, from) {
        Some(of) => Err(Refusal::TooCrowded { space, of }),
        None => Ok(()),
    }
}

/// Dahlia Mix: another structure without a breaker.
pub(super) fn exchange_own_from_inside(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    inside(view)?;
    let What::Space(space) = *what else {
        return Ok(());
    };
    elsewhere(view, space)?;
    unoccupied(view, space)
}

/// Viral Dub: two structures without breakers, one of them next to it.
pub(super) fn exchange_two(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    let What::Spaces(one, other) = *what else {
        return Ok(());
    };
    if one == other {
        return Err(Refusal::SameStructure {
            acting: view.named(),
            space: one,
        });
    }
    unoccupied(view, one)?;
    unoccupied(view, other)?;
    match view.place() {
        Some(from) if !from.is_next_to(one) && !from.is_next_to(other) => {
            Err(Refusal::NeitherNext {
                acting: view.named(),
                from,
                one,
                other,
            })
        }
        _ => Ok(()),
    }
}

/// Returns the space of the breaker, which must be inside.
fn inside(view: &View<'_>) -> Result<Space, Refusal> {
    view.place()
        .ok_or_else(|| Refusal::NeedsInside(view.named()))
}

/// Checks that two breakers are in different places, so that a swap has an effect.
fn apart(view: &View<'_>, one: Colour, other: Colour) -> Result<(), Refusal> {
    if view.position.place(one) == view.position.place(other) {
        return Err(Refusal::SamePlace {
            breaker: one,
            other,
        });
    }
    Ok(())
}

fn elsewhere(view: &View<'_>, space: Space) -> Result<(), Refusal> {
    let breaker = view.breaker;
    match view.place() {
        Some(from) if from == space => Err(Refusal::SameSpace { breaker, space }),
        _ => Ok(()),
    }
}

fn installed(view: &View<'_>, space: Space) -> Result<(), Refusal> {
    match view.position.matrix.at(space) {
        Some(_) => Ok(()),
        None => Err(Refusal::NoStructure { space }),
    }
}

fn unoccupied(view: &View<'_>, space: Space) -> Result<(), Refusal> {
    installed(view, space)?;
    match view.position.breaker_on(space) {
        Some(by) => Err(Refusal::StructureTaken {
            acting: view.named(),
            space,
            by,
        }),
        None => Ok(()),
    }
}
