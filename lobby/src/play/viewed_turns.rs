//! The turns of games after which users were last shown the board.

use std::collections::BTreeMap;

/// Maximum number of turns kept; all are evicted beyond it, and users then start at the newest turn.
const MAX_VIEWED: usize = 1000;

/// The turn that each user was last shown in a game. Held in memory only.
#[derive(Debug, Default)]
pub struct ViewedTurns {
    /// By user and table.
    turns: BTreeMap<(String, u32), usize>,
}

impl ViewedTurns {
    /// Notes the turn that a user is shown.
    pub fn note(&mut self, user: &str, table: u32, turn: usize) {
        if self.turns.len() >= MAX_VIEWED {
            self.turns.clear();
        }
        self.turns.insert((user.to_owned(), table), turn);
    }

    /// Returns the turn that a user was last shown.
    pub fn last(&self, user: &str, table: u32) -> Option<usize> {
        self.turns.get(&(user.to_owned(), table)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_belong_to_a_user_and_a_table() {
        let mut viewed = ViewedTurns::default();
        viewed.note("@a", 1, 5);
        viewed.note("@a", 2, 6);
        assert_eq!(viewed.last("@a", 1), Some(5));
        assert_eq!(viewed.last("@a", 2), Some(6));
        assert_eq!(viewed.last("@b", 1), None);
    }

    #[test]
    fn the_number_of_turns_is_bounded() {
        let mut viewed = ViewedTurns::default();
        for table in 0..=MAX_VIEWED as u32 {
            viewed.note("@a", table, 1);
        }
        assert!(viewed.turns.len() <= MAX_VIEWED);
        assert_eq!(viewed.last("@a", MAX_VIEWED as u32), Some(1));
    }
}
