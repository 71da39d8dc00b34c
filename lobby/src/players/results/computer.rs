//! Results of duels against the computer.

use std::collections::BTreeMap;

use games::search::Level;
use serde::{Deserialize, Serialize};

use crate::players::results::DuelResult;

/// A player's results against the computer, by game id and level number. Only the player sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ComputerResults(BTreeMap<String, BTreeMap<u8, LevelCounts>>);

/// Numbers of won, drawn and lost duels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelCounts {
    /// The number of won duels.
    pub won: usize,
    /// The number of draws.
    pub drawn: usize,
    /// The number of lost duels.
    pub lost: usize,
}

impl ComputerResults {
    /// Counts a duel of a player against a level; `result` is not stored itself.
    pub fn count(&mut self, player: &str, level: Level, result: &DuelResult) {
        let levels = self.0.entry(result.game.clone()).or_default();
        let tally = levels.entry(level.number()).or_default();
        let winner = result.winner.map(usize::from);
        match winner.map(|winner| result.players.get(winner)) {
            None => tally.drawn += 1,
            Some(winner) if winner.is_some_and(|winner| winner.id == player) => tally.won += 1,
            Some(_) => tally.lost += 1,
        }
    }

    /// Returns the tallies of a game, the weakest level first.
    pub fn of_game(&self, game: &str) -> impl Iterator<Item = (u8, LevelCounts)> {
        let levels = self.0.get(game).into_iter().flatten();
        levels.map(|(level, tally)| (*level, *tally))
    }
}
