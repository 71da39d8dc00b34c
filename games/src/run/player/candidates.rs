//! Candidate actions: the few worth a search, as most of the 625 spaces are alike.

use super::win_estimate::WinEstimate;
use crate::{
    dice::Dice,
    game::Game,
    run::{
        action::Action,
        position::{Phase, Position},
        space::Space,
        structure::Colour,
    },
};

/// Maximum number of ability uses searched: those with the best outlook right after them.
const MAX_USES: usize = 5;
/// Maximum number of installed ice tiles tried by a custom breaker outside.
const MAX_ENTRIES: usize = 3;

impl Position {
    /// Returns the actions to search, the quick player's action first.
    pub(super) fn worth_looking_at(&self) -> Vec<Action> {
        if self.phase != Phase::Step {
            return self.legal_actions();
        }
        let mut actions: Vec<Action> = self.quick_action().into_iter().collect();
        let away = Colour::ALL
            .into_iter()
            .filter(|breaker| !self.is_home(*breaker));
        for breaker in away {
            let steps = self.spaces_for(breaker).into_iter();
            actions.extend(steps.flat_map(|space| self.with_choice(breaker, space)));
        }
        actions.extend(self.best_uses());
        let mut once = Vec::new();
        for action in actions {
            if !once.contains(&action) {
                once.push(action);
            }
        }
        once
    }

    /// Returns the spaces for a step of a breaker: structures it can reach, and one or two spaces
    /// for a new one.
    fn spaces_for(&self, breaker: Colour) -> Vec<Space> {
        let mut spaces: Vec<Space> = match self.place(breaker) {
            Some(_) => {
                let may = |space: &Space| {
                    self.matrix.has(*space) && !self.is_strange_fort(breaker, *space)
                };
                self.steps(breaker).filter(may).collect()
            }
            None => {
                let fort = self.fort_of(breaker);
                let fort = fort.filter(|_| self.can_challenge_fort(breaker));
                fort.into_iter().chain(self.ways_in(breaker)).collect()
            }
        };
        if !self.stack.is_empty() {
            spaces.extend(self.new_spaces(breaker));
        }
        spaces
    }

    /// Returns the space with the most freedom and the one that the quick player prefers.
    fn new_spaces(&self, breaker: Colour) -> Vec<Space> {
        let mut spaces: Vec<Space> = match self.place(breaker) {
            Some(from) => from.around().collect(),
            None => self.second_best_value(),
        };
        spaces.retain(|space| self.may_step_new(*space));
        let free = spaces.into_iter().max_by_key(|space| self.freedom(*space));
        let mut both: Vec<Space> = free.into_iter().chain(self.room_for(breaker)).collect();
        both.dedup();
        both
    }

    /// Returns whether a space has a fort of another colour, where the breaker would only be in the
    /// way.
    fn is_strange_fort(&self, breaker: Colour, space: Space) -> bool {
        let tile = self.matrix.at(space);
        tile.is_some_and(|t| t.structure.is_fort() && t.structure.colour != breaker)
    }

    /// Returns the ice that a custom breaker may enter, weakest first; plain ones gain nothing by
    /// that.
    fn ways_in(&self, breaker: Colour) -> Vec<Space> {
        if self.custom(breaker) == 0 {
            return Vec::new();
        }
        let tiles = self.matrix.tiles().iter();
        let mut ice: Vec<_> = tiles
            .filter(|t| !t.structure.is_fort() && self.breaker_on(t.space).is_none())
            .collect();
        ice.sort_by_key(|tile| {
            tile.strength()
                .saturating_sub(u8::from(tile.structure.colour == breaker))
        });
        ice.iter()
            .take(MAX_ENTRIES)
            .map(|tile| tile.space)
            .collect()
    }

    /// Returns the uses of abilities with the best outlook, with a die of 4 if one is rolled.
    fn best_uses(&self) -> Vec<Action> {
        if !self.is_custom() {
            return Vec::new();
        }
        let mut uses: Vec<(f32, Action)> = self
            .uses()
            .filter_map(|action| {
                let after = self.played(&action, Dice::given([4]))?;
                Some((WinEstimate::of(&after).wins(), action))
            })
            .collect();
        uses.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        uses.into_iter()
            .take(MAX_USES)
            .map(|(_, action)| action)
            .collect()
    }
}
