//! The scope of a leaderboard: the members of a room or all players.

use crate::{
    line::Line, members::Members, names, person::Person, players::PlayerData, text::messages::Scope,
};

/// The players of a leaderboard and the source of their names.
pub enum Names<'a> {
    /// The members of a room, under their names there.
    Members(&'a Members),
    /// All players, under the names in their results.
    Everybody,
}

impl<'a> Names<'a> {
    /// Returns the scope for the place of a line.
    pub fn of(line: &'a Line) -> Names<'a> {
        if line.direct {
            Names::Everybody
        } else {
            Names::Members(&line.people)
        }
    }

    /// Returns the scope as sentences express it.
    pub fn place(&self) -> Scope {
        match self {
            Names::Members(_) => Scope::Here,
            Names::Everybody => Scope::All,
        }
    }

    /// Returns a player as a member of the room.
    pub fn member(&self, player: &Person) -> Option<&Person> {
        match self {
            Names::Members(people) => people.get(&player.id),
            Names::Everybody => None,
        }
    }

    /// Returns the display name of a player.
    pub fn name(&self, player: &Person) -> String {
        names::shown(self.member(player).unwrap_or(player))
    }

    /// Returns whether a player appears on the leaderboard.
    pub fn lists(&self, players: &PlayerData, player: &Person) -> bool {
        let here = matches!(self, Names::Everybody) || self.member(player).is_some();
        let is_there = !player.id.is_empty();
        here && is_there && !players.preferences().is_unlisted(&player.id)
    }
}
