//! The quick player of the play-outs: what a thoughtful runner does without calculating far.
//!
//! - One breaker at a time goes about inside and installs structures; all others stay outside,
//!   from where they can enter their forts at once when these have come.
//! - It is always a breaker whose own fort has not been found: when it finds it, it stands beside.
//! - Forts are challenged when all of them have been found, or when the tokens in hand make it
//!   so likely to succeed that waiting gains nothing.
//! - Boost or hold is decided by the [`Outlook`](super::outlook::Outlook).

use super::outlook::{Fort, Model, Outlook, Part};
use crate::{
    dice::Dice,
    run::{
        action::{Action, Toward, What},
        breakers::{Base, Form},
        position::{Challenge, Phase, Position, Question},
        space::Space,
        structure::Colour,
        tokens::Tokens,
    },
};

/// What a breaker inside costs that will have to come back to its fort, in expected damage.
const STRAY: f32 = 0.8;
/// What a breaker costs that cannot get to its fort along structures.
const CUT_OFF: f32 = 2.0;
/// By how much an early challenge of a fort has to be better than waiting.
const WORTH_IT: f32 = 0.001;

impl Position {
    /// What the quick player does; nothing when the run is over.
    pub(super) fn quick_action(&self) -> Option<Action> {
        match self.phase {
            Phase::Over(_) => None,
            Phase::Asked(Question::Boost(challenge)) => {
                let boosts = self.should_boost(challenge);
                Some(if boosts { Action::Boost } else { Action::Hold })
            }
            Phase::Asked(Question::Reach { breaker, within }) => {
                let fort = self.fort_of(breaker);
                let fort = fort.filter(|space| self.may_reach(breaker, *space, within).is_ok());
                Some(fort.map_or(Action::Pass, |space| step(breaker, space)))
            }
            Phase::Step => self.quick_step(),
        }
    }

    fn quick_step(&self) -> Option<Action> {
        let outlook = Outlook::of(self);
        let all_out = outlook.hidden() == 0;
        let ready = |breaker: &Colour| {
            self.can_challenge_fort(*breaker) && (all_out || worth_challenging(&outlook, *breaker))
        };
        if let Some(breaker) = Colour::ALL.into_iter().find(ready) {
            return self.toward_fort(breaker, &outlook);
        }
        let install = || self.next_installation();
        let walk = || self.walk();
        let next = if all_out {
            walk().or_else(install)
        } else {
            install().or_else(walk)
        };
        next.or_else(|| self.anything())
    }

    /// Any legal action, preferring steps.
    fn anything(&self) -> Option<Action> {
        let mut steps = Colour::ALL.into_iter().flat_map(|b| self.step_actions(b));
        steps.next().or_else(|| self.uses().next())
    }

    /// Where the fort of a colour lies.
    pub(super) fn fort_of(&self, colour: Colour) -> Option<Space> {
        let mut forts = self.matrix.tiles().iter().filter(|t| t.structure.is_fort());
        forts
            .find(|fort| fort.structure.colour == colour)
            .map(|fort| fort.space)
    }

    /// Whether a breaker holds its fort.
    pub(super) fn is_home(&self, breaker: Colour) -> bool {
        self.place(breaker).is_some() && self.place(breaker) == self.fort_of(breaker)
    }

    /// Whether a breaker can challenge its fort in one step.
    pub(super) fn can_challenge_fort(&self, breaker: Colour) -> bool {
        let Some(fort) = self.fort_of(breaker) else {
            return false;
        };
        let near = match self.place(breaker) {
            None => true,
            Some(from) => from.is_next_to(fort) || self.reaches(breaker, fort),
        };
        near && self.breaker_on(fort).is_none()
    }

    fn reaches(&self, breaker: Colour, fort: Space) -> bool {
        let steps = self.breaker(breaker).map_or(1, |custom| custom.steps);
        steps > 1 && self.may_reach(breaker, fort, steps).is_ok()
    }

    /// How a breaker would challenge its fort from where it is.
    pub(super) fn model(&self, breaker: Colour) -> Model {
        let kept = self.kept(breaker);
        let more = i8::try_from(kept.bonus).unwrap_or(i8::MAX);
        match self.base(breaker, None, None) {
            Ok(Base::Die(base)) => Model::Die(base.saturating_add(more)),
            Ok(Base::Fixed(base) | Base::Set(base)) => {
                Model::Fixed(base.saturating_add(kept.bonus))
            }
            Ok(Base::Sum) | Err(_) => Model::Die(0),
        }
    }

    /// The step onto the own fort, or before it an ability that makes up for its price.
    fn toward_fort(&self, breaker: Colour, outlook: &Outlook) -> Option<Action> {
        let fort = self.fort_of(breaker)?;
        Some(
            self.preparation(breaker, outlook)
                .unwrap_or(step(breaker, fort)),
        )
    }

    /// An ability after which the breaker is better off, although it has a price.
    fn preparation(&self, breaker: Colour, outlook: &Outlook) -> Option<Action> {
        let abilities = self.breaker(breaker)?.abilities.iter();
        let mut plain = abilities.filter(|a| a.form == Form::Plain && !a.rolls);
        let ability = plain.next()?;
        let action = Action::Use {
            breaker,
            what: What::Nothing,
            pay: None,
        };
        if i16::from(outlook.spare) < i16::from(ability.damage) {
            return None;
        }
        let mut after = self.clone();
        after.act(action, &mut Dice::none(), &mut |_| {}).ok()?;
        (Outlook::of(&after).wins() > outlook.wins()).then_some(action)
    }

    /// Whether to spend tokens on a challenge.
    fn should_boost(&self, challenge: Challenge) -> bool {
        let Some(boosting) = self.boosting(challenge) else {
            return false;
        };
        let outlook = Outlook::of(self);
        let boosted = after(&outlook, self, challenge, Some(&boosting.tokens));
        let held = after(&outlook, self, challenge, None);
        boosted.wins() > held.wins()
    }

    /// A breaker that installs the next structure, and where.
    fn next_installation(&self) -> Option<Action> {
        if self.stack.is_empty() {
            return None;
        }
        let mut order = Colour::ALL;
        order.sort_by_key(|breaker| self.reluctance(*breaker));
        order.into_iter().find_map(|breaker| {
            let space = self.room_for(breaker)?;
            Some(step(breaker, space))
        })
    }

    /// How little a breaker is suited to install structures now: inside, with its fort hidden, is
    /// best.
    fn reluctance(&self, breaker: Colour) -> (u8, i8) {
        let weakness = match self.model(breaker) {
            Model::Die(more) => -more,
            Model::Fixed(strength) => 4 - strength.min(10) as i8,
        };
        let inside = self.place(breaker).is_some();
        let class = match self.fort_of(breaker) {
            None if inside => 0,
            None => 1,
            Some(_) if self.is_home(breaker) => 5,
            Some(_) if !inside => 4,
            Some(_) if self.can_challenge_fort(breaker) => 3,
            Some(_) => 2,
        };
        (class, weakness)
    }

    /// The best space for a breaker to install a structure: next to its own fort when that is to
    /// be taken, and with room around to go on.
    pub(super) fn room_for(&self, breaker: Colour) -> Option<Space> {
        let fort = self.fort_of(breaker).filter(|_| !self.is_home(breaker));
        let mut spaces: Vec<Space> = match self.place(breaker) {
            Some(from) => from.around().collect(),
            None => self.beside(),
        };
        spaces.retain(|space| self.may_step_new(*space));
        spaces.into_iter().max_by_key(|space| {
            let at_fort = fort.is_some_and(|fort| fort.is_next_to(*space));
            (at_fort, self.freedom(*space))
        })
    }

    fn may_step_new(&self, space: Space) -> bool {
        self.matrix.at(space).is_none() && self.may_install(space).is_ok()
    }

    /// The empty spaces next to what is installed; the middle of an empty table; any space when
    /// there is no room beside.
    pub(super) fn beside(&self) -> Vec<Space> {
        let tiles = self.matrix.tiles();
        let mut spaces: Vec<Space> = tiles.iter().flat_map(|tile| tile.space.around()).collect();
        spaces.sort_unstable();
        spaces.dedup();
        spaces.retain(|space| self.may_step_new(*space));
        if spaces.is_empty() {
            let any = Space::all().filter(|space| self.may_step_new(*space));
            return if tiles.is_empty() {
                vec![Space::MIDDLE]
            } else {
                any.collect()
            };
        }
        spaces
    }

    /// How much room there is around a space; the middle of the table breaks ties.
    pub(super) fn freedom(&self, space: Space) -> (usize, i16) {
        let free = space.around().count() - self.matrix.count_around(space);
        let off = |one: u8, other: u8| i16::from(one.abs_diff(other));
        let middle = Space::MIDDLE;
        let away = off(space.column(), middle.column()) + off(space.row(), middle.row());
        (free, -away)
    }

    /// A breaker inside goes one step along structures: towards its fort, or to where there is
    /// room to install.
    fn walk(&self) -> Option<Action> {
        let strays = Colour::ALL
            .into_iter()
            .filter(|breaker| self.place(*breaker).is_some() && !self.is_home(*breaker));
        let ways = strays.filter_map(|breaker| {
            let from = self.place(breaker)?;
            let fort = self.fort_of(breaker);
            let goal = |space: Space| match fort {
                Some(fort) => fort.is_next_to(space) && space != from,
                None => space.around().any(|next| self.may_step_new(next)),
            };
            let (first, cost) = self.way(breaker, from, goal)?;
            Some((step(breaker, first), cost))
        });
        let cheapest = ways.min_by(|(_, one), (_, other)| one.total_cmp(other));
        cheapest.map(|(action, _)| action)
    }

    /// The expected damage until a breaker can challenge its fort, its challenges excepted.
    pub(super) fn way_to_fort(&self, breaker: Colour) -> f32 {
        let Some(from) = self.place(breaker) else {
            return self.blocked(breaker);
        };
        let Some(fort) = self.fort_of(breaker) else {
            let inside =
                |other: &Colour| self.place(*other).is_some() && self.fort_of(*other).is_none();
            let first = Colour::ALL.into_iter().find(inside);
            return if first == Some(breaker) { 0.0 } else { STRAY };
        };
        if from == fort {
            return 0.0;
        }
        if self.can_challenge_fort(breaker) {
            return 0.0;
        }
        let way = self.way(breaker, from, |space| fort.is_next_to(space));
        way.map_or(CUT_OFF, |(_, cost)| cost) + self.blocked(breaker)
    }

    /// What another breaker on the fort costs.
    fn blocked(&self, breaker: Colour) -> f32 {
        let fort = self.fort_of(breaker);
        let taken = fort.is_some_and(|fort| self.breaker_on(fort).is_some());
        if taken { 1.0 } else { 0.0 }
    }

    /// The first step and the expected damage of the cheapest way along free ice to a goal.
    fn way(
        &self,
        breaker: Colour,
        from: Space,
        goal: impl Fn(Space) -> bool,
    ) -> Option<(Space, f32)> {
        let open = self
            .matrix
            .tiles()
            .iter()
            .filter(|tile| !tile.structure.is_fort() && self.breaker_on(tile.space).is_none());
        let mut open: Vec<(Space, f32)> = open
            .map(|tile| {
                let own = u8::from(tile.structure.colour == breaker);
                let fails = tile.strength().saturating_sub(own);
                (tile.space, 0.01 + f32::from(fails) / 6.0)
            })
            .collect();
        let mut reached: Vec<(Space, Option<Space>, f32)> = vec![(from, None, 0.0)];
        loop {
            let (place, next) = open
                .iter()
                .enumerate()
                .flat_map(|(place, (space, price))| {
                    let before = reached.iter().filter(|(here, ..)| here.is_next_to(*space));
                    before.map(move |(_, first, cost)| {
                        (place, (*space, Some(first.unwrap_or(*space)), cost + price))
                    })
                })
                .min_by(|(_, one), (_, other)| one.2.total_cmp(&other.2))?;
            open.swap_remove(place);
            if let (space, Some(first), cost) = next
                && goal(space)
            {
                return Some((first, cost));
            }
            reached.push(next);
        }
    }
}

/// Whether challenging the own fort now is better than waiting for more tokens.
fn worth_challenging(outlook: &Outlook, breaker: Colour) -> bool {
    let part = outlook.parts[breaker.index()];
    if part.model.chance(part.tokens) <= 0.0 {
        return false;
    }
    let now = outlook.wins();
    let with = |change: &dyn Fn(&mut Part), hurt: i8| {
        let mut after = *outlook;
        change(&mut after.parts[breaker.index()]);
        after.spare -= hurt;
        after.wins()
    };
    let failed = with(&|_| {}, 1);
    let mut sum = 0.0;
    for spent in part.model.spending() {
        let taken = part.tokens.checked_sub(spent).map_or(0.0, |left| {
            with(
                &|part| {
                    part.tokens = left;
                    part.fort = Fort::Held;
                },
                0,
            )
        });
        sum += taken.max(failed);
    }
    sum / 6.0 > now + WORTH_IT
}

/// The outlook after an answer, with the tokens spent or none.
fn after(
    outlook: &Outlook,
    position: &Position,
    challenge: Challenge,
    spent: Option<&Tokens>,
) -> Outlook {
    let mut after = *outlook;
    let colour = challenge.structure.colour;
    let fort = challenge.structure.is_fort();
    match spent {
        Some(tokens) => {
            for colour in tokens.each() {
                let tokens = &mut after.parts[colour.index()].tokens;
                *tokens = tokens.saturating_sub(1);
            }
            if fort && colour == challenge.breaker {
                after.parts[colour.index()].fort = Fort::Held;
                after.parts[colour.index()].way = 0.0;
            } else if fort {
                after.parts[colour.index()].way += 1.0;
            }
        }
        None => after.spare -= 1,
    }
    let enters = spent.is_some() || !fort;
    let lying = position.matrix.at(challenge.space).is_some_and(|t| t.token);
    if enters && lying {
        after.parts[colour.index()].tokens += 1;
    }
    after
}

/// A breaker steps to a space.
pub(super) fn step(breaker: Colour, space: Space) -> Action {
    Action::Step {
        breaker,
        to: Toward::Space(space),
        choice: None,
    }
}
