//! Results of finished duels, and statistics of their players.

use std::cmp::Reverse;

use games::{Live, Reason, Seat};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    person::Person,
    players::results::Streak,
    tables::{Over, table::seat_index},
    terms::End,
};

/// The result of a finished duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelResult {
    /// The table's number.
    pub table: u32,
    /// The players in the order of their seats, under the names of that time.
    pub players: [Person; 2],
    /// The game's id in the CATALOG.
    pub game: String,
    /// The seat that won, 0 or 1; `None` is a draw.
    pub winner: Option<u8>,
    /// The way it ended.
    pub how: How,
    /// The time of its end.
    #[serde(with = "jiff::fmt::serde::timestamp::second::required")]
    pub time: Timestamp,
}

/// The way a duel ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// By the rules of the game, for this reason.
    Rules(Reason),
    /// By resignation of the loser.
    Resigned,
    /// By the time of the loser, which was up.
    TimedOut,
    /// By agreement on a draw.
    Agreed,
}

impl DuelResult {
    /// Returns the result of a game for two; `None` if it ended before both had moved other than by the
    /// rules, if it was abandoned, and for other games.
    pub(crate) fn of(table: u32, over: &Over, time: Timestamp) -> Option<DuelResult> {
        let [first, second] = over.players.as_slice() else {
            return None;
        };
        let live = over.game.live()?;
        let by_rules = live.outcome().map(|outcome| How::Rules(outcome.reason));
        let how = match over.end {
            End::Rules => by_rules?,
            End::Resigned(_) | End::Agreed | End::TimedOut(_) if !have_both_moved(live) => {
                return None;
            }
            End::Resigned(_) => How::Resigned,
            End::TimedOut(_) => How::TimedOut,
            End::Agreed => How::Agreed,
            End::NotBegun(_) | End::Idle | End::Abandoned => return None,
        };
        Some(DuelResult {
            table,
            players: [first.clone(), second.clone()],
            game: live.entry().id.to_owned(),
            winner: over.ending().winner().map(seat_index),
            how,
            time,
        })
    }

    /// Returns whether a user played it.
    pub fn is_of(&self, user: &str) -> bool {
        self.players.iter().any(|player| player.id == user)
    }

    /// Returns the result after a player is forgotten: `somebody` without an id replaces the player; `None` if no
    /// player with an id is left.
    pub fn without(mut self, player: &str, somebody: &Person) -> Option<DuelResult> {
        for gone in self.players.iter_mut().filter(|other| other.id == player) {
            gone.clone_from(somebody);
        }
        let is_left = |player: &Person| !player.id.is_empty();
        self.players.iter().any(is_left).then_some(self)
    }
}

fn have_both_moved(live: &Live) -> bool {
    let mut seats = Seat::BOTH.into_iter();
    seats.all(|seat| live.actions_since(seat).is_some())
}

/// Statistics of the duels of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DuelFigures {
    /// The number of won duels.
    pub won: usize,
    /// The number of draws.
    pub drawn: usize,
    /// The number of lost duels.
    pub lost: usize,
    /// The streak of won duels.
    pub streak: Streak,
}

impl DuelFigures {
    /// Computes the statistics of a player from some duels, the oldest first; duels of others are ignored.
    pub fn of<'a>(player: &str, duels: impl IntoIterator<Item = &'a DuelResult>) -> DuelFigures {
        let mut figures = DuelFigures::default();
        for duel in duels {
            let seats = (0u8..).zip(&duel.players);
            let mut own = seats.filter(|(_, other)| other.id == player);
            let Some((own, _)) = own.next() else { continue };
            let won = duel.winner == Some(own);
            match duel.winner {
                None => figures.drawn += 1,
                Some(_) if won => figures.won += 1,
                Some(_) => figures.lost += 1,
            }
            figures.streak.record(won, won);
        }
        figures
    }

    /// Returns the number of duels.
    pub fn count(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Returns a sort key, smaller for better players: more wins, then fewer losses, then the longer best streak.
    pub fn order(&self) -> (Reverse<usize>, usize, Reverse<usize>) {
        (Reverse(self.won), self.lost, Reverse(self.streak.best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str) -> Person {
        Person {
            id: format!("@{name}:example.org"),
            name: name.into(),
        }
    }

    fn duel(names: [&str; 2], winner: Option<u8>) -> DuelResult {
        DuelResult {
            table: 1,
            players: names.map(person),
            game: "matrx".into(),
            winner,
            how: How::Resigned,
            time: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_draw_or_loss_ends_a_winning_streak() {
        let duels = [
            duel(["alice", "bob"], Some(0)),
            duel(["bob", "alice"], Some(1)),
            duel(["bob", "carol"], Some(0)),
            duel(["alice", "bob"], None),
            duel(["bob", "alice"], Some(0)),
            duel(["alice", "bob"], Some(0)),
        ];
        let figures = DuelFigures::of("@alice:example.org", &duels);
        assert_eq!((figures.won, figures.drawn, figures.lost), (3, 1, 1));
        assert_eq!(figures.streak, Streak { now: 1, best: 2 });
        assert_eq!(figures.count(), 5);
        let other = DuelFigures::of("@carol:example.org", &duels);
        assert_eq!((other.count(), other.lost), (1, 1));
        assert!(figures.order() < other.order());
    }

    #[test]
    fn a_duel_stays_until_both_players_are_forgotten() {
        let somebody = Person {
            id: String::new(),
            name: "somebody".into(),
        };
        let duel = duel(["alice", "bob"], Some(0));
        let other = duel.clone().without("@carol:example.org", &somebody);
        assert_eq!(other.as_ref(), Some(&duel));
        let left = duel.without("@alice:example.org", &somebody).unwrap();
        assert_eq!(left.players, [somebody.clone(), person("bob")]);
        assert_eq!(left.without("@bob:example.org", &somebody), None);
    }

    #[test]
    fn a_stored_duel_reads_back_the_same() {
        let hows = [How::Rules(Reason::GipfNoMove), How::Resigned, How::Agreed];
        for how in hows {
            let duel = DuelResult {
                how,
                ..duel(["alice", "bob"], None)
            };
            let json = serde_json::to_string(&duel).unwrap();
            assert_eq!(serde_json::from_str::<DuelResult>(&json).unwrap(), duel);
        }
    }
}
