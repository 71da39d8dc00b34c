//! Forgetting a player.

use games::Fact;

use super::{Answer, Tables};
use crate::{
    chat::{Block, Effect, Line, Person},
    day::Day,
    table::{Stage, Table},
};

/// How long the question whether that is meant waits for its answer, in seconds.
const PATIENCE: u64 = 10 * 60;

impl Tables {
    /// Deletes everything about the sender; the first time it only asks whether that is meant.
    pub(super) fn forget(&mut self, line: &Line) -> Answer {
        let sender = &line.sender.id;
        let open: Vec<String> = self
            .tables
            .values()
            .filter(|table| table.is_open() && table.concerns(sender))
            .map(|table| format!("t{}", table.id))
            .collect();
        if !open.is_empty() {
            let tables = open.join(", ");
            return Err(Fact::new("forget-open").with("tables", tables).into());
        }
        self.forgetting
            .retain(|_, asked| line.time.saturating_sub(*asked) <= PATIENCE);
        if self.forgetting.remove(sender).is_none() {
            self.forgetting.insert(sender.clone(), line.time);
            let sure = Fact::new("forget-sure").with("prefix", self.shown_prefix(line));
            return Ok(vec![
                self.answer(line, vec![Block::Text(self.sentence(&sure))]),
            ]);
        }
        let somebody = Person {
            id: String::new(),
            name: self.sentence(&Fact::new("somebody-who-left")),
        };
        self.leave_tables(sender, &somebody);
        let mut effects = self.memory.forget(sender, Day::of(line.time));
        effects.push(Effect::Forget {
            player: sender.clone(),
            somebody,
        });
        let said = self.sentence(&Fact::new("forgotten"));
        effects.push(self.answer(line, vec![Block::Text(said)]));
        Ok(effects)
    }

    /// Takes a player out of the finished tables; the store does the same with all it has.
    fn leave_tables(&mut self, player: &str, somebody: &Person) {
        let left: Vec<_> = self
            .tables
            .values()
            .filter(|table| table.seat_of(player).is_some())
            .filter_map(|table| table.save().without(player, somebody))
            .collect();
        for saved in left {
            let id = saved.id;
            match Table::restore(saved) {
                Ok(table) if !matches!(table.stage, Stage::Dropped) => {
                    self.tables.insert(id, table);
                }
                Ok(_) | Err(_) => {
                    self.tables.remove(&id);
                }
            }
        }
    }
}
