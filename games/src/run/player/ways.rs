//! Paths of breakers to their forts and to spaces for installing, priced in expected damage.

use std::cmp::Reverse;

use crate::run::{
    action::Action, matrix::Matrix, position::Position, space::Space, structure::Colour,
};

/// Expected damage of a breaker inside that will have to return to its hidden fort.
const STRAY_COST: f32 = 0.8;
/// Expected damage of a breaker without a path to its fort along structures.
const CUT_OFF_COST: f32 = 2.0;
/// Expected damage of being locked in between forts.
const LOCKED_COST: f32 = 0.5;

impl Position {
    /// Returns whether a breaker can challenge its fort in one step.
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

    /// Returns the best space for a breaker to install a structure: next to its own fort if it has
    /// yet to take that, then with the most freedom.
    pub(super) fn room_for(&self, breaker: Colour) -> Option<Space> {
        let fort = self.fort_of(breaker).filter(|_| !self.is_home(breaker));
        let worth = |space: &Space| {
            let at_fort = fort.is_some_and(|fort| fort.is_next_to(*space));
            (at_fort, self.freedom(*space))
        };
        match self.place(breaker) {
            Some(from) => from
                .around()
                .filter(|space| self.may_step_new(*space))
                .max_by_key(worth),
            None => self.second_best_value().into_iter().max_by_key(worth),
        }
    }

    pub(super) fn may_step_new(&self, space: Space) -> bool {
        !self.matrix.has(space) && self.may_install(space).is_ok()
    }

    /// Returns the empty spaces next to structures; the middle of an empty table; any space if
    /// there is no room next to them.
    pub(super) fn second_best_value(&self) -> Vec<Space> {
        let tiles = self.matrix.tiles();
        if tiles.is_empty() {
            return vec![Space::MIDDLE];
        }
        let mut spaces: Vec<Space> = tiles.iter().flat_map(|tile| tile.space.around()).collect();
        spaces.sort_unstable();
        spaces.dedup();
        spaces.retain(|space| self.may_step_new(*space));
        if spaces.is_empty() {
            spaces.extend(Space::all().filter(|space| self.may_step_new(*space)));
        }
        spaces
    }

    /// Returns the freedom of a space: free neighbours, then distance to other structures, then
    /// nearness to the middle of the table.
    pub(super) fn freedom(&self, space: Space) -> (usize, Reverse<u8>, Reverse<u8>) {
        let free = space.around().count() - self.matrix.count_around(space);
        let tiles = self.matrix.tiles().iter();
        let near = tiles.map(|tile| 3_u8.saturating_sub(tile.space.steps_to(space)));
        let near: u8 = near.sum();
        (free, Reverse(near), Reverse(space.steps_to(Space::MIDDLE)))
    }

    /// Returns a step of a breaker inside along structures: towards its fort, or to a space with
    /// room to install.
    pub(super) fn walk(&self) -> Option<Action> {
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
            Some((Action::step_to(breaker, first), cost))
        });
        let cheapest = ways.min_by(|(_, one), (_, other)| one.total_cmp(other));
        cheapest.map(|(action, _)| action)
    }

    /// Returns the expected damage until a breaker can challenge its fort, without that challenge.
    pub(super) fn way_to_fort(&self, breaker: Colour, place: Option<Space>) -> f32 {
        let Some(from) = place else {
            return self.blocked(breaker);
        };
        let Some(fort) = self.fort_of(breaker) else {
            return if self.installer() == Some(breaker) {
                self.way_to_room(breaker, from)
            } else {
                STRAY_COST
            };
        };
        if from == fort {
            return 0.0;
        }
        let near = from.is_next_to(fort) || self.reaches(breaker, fort);
        if near {
            return self.blocked(breaker);
        }
        let way = self.way(breaker, from, |space| fort.is_next_to(space));
        way.map_or(CUT_OFF_COST, |(_, cost)| cost) + self.blocked(breaker)
    }

    /// Returns the breaker that installs structures while its fort is hidden.
    pub(super) fn installer(&self) -> Option<Colour> {
        let inside =
            |other: &Colour| self.place(*other).is_some() && self.fort_of(*other).is_none();
        Colour::ALL.into_iter().find(inside)
    }

    /// Returns the expected damage until a breaker can install next to it. With a single space left
    /// it is locked in if a fort appears there and keeps it out.
    fn way_to_room(&self, breaker: Colour, from: Space) -> f32 {
        if self.stack.is_empty() {
            return 0.0;
        }
        let may = |space: &Space| self.may_step_new(*space);
        let sides = from.around().filter(may).count();
        let more = Matrix::MAX_NEIGHBOURS.saturating_sub(self.matrix.count_around(from));
        match sides.min(more) {
            0 => {
                let room = |space: Space| space.around().any(|next| may(&next));
                self.way(breaker, from, room)
                    .map_or(CUT_OFF_COST, |(_, cost)| cost)
            }
            1 => LOCKED_COST * self.foreign_forts() / self.stack.count() as f32,
            _ => 0.0,
        }
    }

    /// Returns the number of hidden forts that could keep the installer out.
    fn foreign_forts(&self) -> f32 {
        let hidden = self
            .stack
            .downwards()
            .filter(|structure| structure.is_fort());
        hidden.count().saturating_sub(1) as f32
    }

    /// Returns the expected damage of another breaker standing on the fort.
    fn blocked(&self, breaker: Colour) -> f32 {
        let fort = self.fort_of(breaker);
        let by = fort.and_then(|fort| self.breaker_on(fort));
        // The installer will move on.
        if by.is_some() && by != self.installer() {
            1.0
        } else {
            0.0
        }
    }

    /// Returns the first step and the expected damage of the cheapest path along free ice to a
    /// goal, by Dijkstra's algorithm.
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
