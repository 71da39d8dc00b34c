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
    let kept = view.position.kept(view.breaker).strength;
    let acting = view.named();
    Refusal::SetAlready { acting, strength }.when(kept == Some(strength))
}

pub(super) fn weaken_from_inside(view: &View<'_>, _: &What) -> Result<(), Refusal> {
    let space = inside(view)?;
    let is_zero = view.tile().is_some_and(|tile| tile.strength() == 0);
    let acting = view.named();
    Refusal::StrengthZero { acting, space }.when(is_zero)
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
    let place = |breaker| view.position.place(breaker);
    let mut moved = deal
        .pairs()
        .filter(|(who, whose)| place(*who) != place(*whose));
    Refusal::DealUnequal(view.named()).when(!deal.is_balanced())?;
    Refusal::DealNothing(view.named()).when(moved.next().is_none())
}

pub(super) fn deal_forts(view: &View<'_>, what: &What) -> Result<(), Refusal> {
    let What::DealSpaces(deal) = what else {
        return Ok(());
    };
    let is_fort = |space: &Space| {
        let tile = view.position.matrix.at(*space);
        tile.is_some_and(|tile| tile.structure.is_fort())
    };
    let mut named = deal.pairs().flat_map(|(from, to)| [from, to]);
    if let Some(space) = named.find(|space| !is_fort(space)) {
        let acting = view.named();
        return Err(Refusal::NotAFort { acting, space });
    }
    Refusal::DealUnequal(view.named()).when(!deal.is_balanced())?;
    Refusal::DealNothing(view.named()).when(deal.pairs().next().is_none())
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
    let (matrix, acting) = (&view.position.matrix, view.named());
    Refusal::NotEmpty { acting, space }.when(matrix.has(space))?;
    match matrix.crowded_without(space, from) {
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
    let acting = view.named();
    Refusal::SameStructure { acting, space: one }.when(one == other)?;
    unoccupied(view, one)?;
    unoccupied(view, other)?;
    let Some(from) = view.place() else {
        return Ok(());
    };
    Refusal::NeitherNext {
        acting,
        from,
        one,
        other,
    }
    .when(!from.is_next_to(one) && !from.is_next_to(other))
}

/// Returns the space of the breaker, which must be inside.
fn inside(view: &View<'_>) -> Result<Space, Refusal> {
    let place = view.place();
    place.ok_or_else(|| Refusal::NeedsInside(view.named()))
}

/// Checks that two breakers are in different places, so that a swap has an effect.
fn apart(view: &View<'_>, breaker: Colour, other: Colour) -> Result<(), Refusal> {
    let same = view.position.place(breaker) == view.position.place(other);
    Refusal::SamePlace { breaker, other }.when(same)
}

fn elsewhere(view: &View<'_>, space: Space) -> Result<(), Refusal> {
    let breaker = view.breaker;
    Refusal::SameSpace { breaker, space }.when(view.place() == Some(space))
}

fn installed(view: &View<'_>, space: Space) -> Result<(), Refusal> {
    Refusal::NoStructure { space }.when(!view.position.matrix.has(space))
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
