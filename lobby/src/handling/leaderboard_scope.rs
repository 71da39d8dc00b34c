//! The scope of a leaderboard: the members of a room or all players.

use crate::{line::Line, members::Members, messages::top::Scope, names, person::Person};

/// The players of a leaderboard and the source of their names.
pub(super) enum Names<'a> {
    /// The members of a room, under their names there.
    Members(&'a Members),
    /// All players, under the names in their results.
    Everybody,
}

impl<'a> Names<'a> {
    /// Returns the scope for the place of a line.
    pub(super) fn of(line: &'a Line) -> Names<'a> {
        if line.direct {
            Names::Everybody
        } else {
            Names::Members(&line.people)
        }
    }

    /// Returns the scope as sentences express it.
    pub(super) fn place(&self) -> Scope {
        match self {
            Names::Members(_) => Scope::Here,
            Names::Everybody => Scope::All,
        }
    }

    pub(super) fn member(&self, player: &Person) -> Option<&Person> {
        match self {
            Names::Members(people) => people.get(&player.id),
            Names::Everybody => None,
        }
    }

    /// Returns the display name of a player.
    pub(super) fn name(&self, player: &Person) -> String {
        names::shown(self.member(player).unwrap_or(player))
    }
}
