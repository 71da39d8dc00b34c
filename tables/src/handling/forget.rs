//! Forgetting a player.

use games::{Fact, Seed};
use jiff::SignedDuration;

use super::{Answer, Tables};
use crate::{
    day::Day,
    line::Line,
    memory::OnceADay,
    message::Block,
    person::Person,
    table::{Stage, Table},
    terms::{End, Occasion},
    traffic::Effect,
};

/// How long the question whether that is meant waits for its answer.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

impl Tables {
    /// Deletes everything about the sender, and ends what they play or are asked; the first time it only
    /// says so and asks whether that is meant.
    pub(super) fn forget(&mut self, line: &Line) -> Answer {
        let sender = &line.sender.id;
        let open = self.seating.of(sender).filter(|table| table.is_open());
        let open: Vec<u32> = open.map(|table| table.id).collect();
        let listed: Vec<String> = open.iter().map(|id| format!("t{id}")).collect();
        let listed = match listed.is_empty() {
            true => "-".to_owned(),
            false => listed.join(", "),
        };
        let now = self.now;
        self.forgetting
            .retain(|_, (asked, _)| asked.duration_until(now) <= PATIENCE);
        if self.forgetting.remove(sender).is_none() {
            let asked = (self.now, place(line));
            self.forgetting.insert(sender.clone(), asked);
            let sure = Fact::new("forget-sure")
                .with("tables", listed)
                .with("prefix", self.shown_prefix(line));
            return Ok(vec![
                self.answer(line, vec![Block::Text(self.sentence(&sure))]),
            ]);
        }
        let somebody = Person {
            id: String::new(),
            name: self.sentence(&Fact::new("somebody-who-left")),
        };
        let today = Day::of(self.now);
        let begun = self.begun_on(today, sender);
        let mut effects: Vec<Effect> = Vec::new();
        for id in open {
            effects.extend(self.leave_open(line, id));
        }
        self.leave_tables(sender, &somebody);
        effects.extend(self.drop_lapsed(sender));
        let seed = Seed(line.seed);
        let forgotten = self.memory.forget(sender, &somebody, today, &begun, seed);
        effects.extend(forgotten);
        effects.push(Effect::Forget {
            player: sender.clone(),
            somebody,
        });
        let said = self.sentence(&Fact::new("forgotten"));
        effects.push(self.answer(line, vec![Block::Text(said)]));
        Ok(effects)
    }

    /// The run and the puzzle of a day that a player is in the middle of: their one try is used.
    fn begun_on(&self, day: Day, player: &str) -> Vec<OnceADay> {
        let open = self.seating.of(player).filter(|table| table.is_open());
        let begun = open.filter_map(|table| match table.occasion {
            Occasion::Day(begun) if begun == day => Some(OnceADay::Run),
            Occasion::Puzzle(Some(begun)) if begun == day => Some(OnceADay::Puzzle),
            _ => None,
        });
        begun.collect()
    }

    /// Whether it was asked not long ago, and in the same place, whether the one who writes really wants to
    /// be forgotten.
    pub(super) fn is_forgetting(&self, line: &Line) -> bool {
        let asked = self.forgetting.get(&line.sender.id);
        asked.is_some_and(|(asked, at)| {
            *at == place(line) && asked.duration_until(self.now) <= PATIENCE
        })
    }

    /// Forgets nobody after all.
    pub(super) fn not_forgotten(&mut self, line: &Line) -> Effect {
        self.forgetting.remove(&line.sender.id);
        let kept = self.sentence(&Fact::new("forget-off"));
        self.answer(line, vec![Block::Text(kept)])
    }

    /// Ends a game without a winner, and drops a challenge. Whoever plays it in another room is told.
    fn leave_open(&mut self, line: &Line, id: u32) -> Vec<Effect> {
        let Some(table) = self.seating.get(id) else {
            return Vec::new();
        };
        let others = table
            .players()
            .iter()
            .filter(|player| player.level().is_none());
        let is_duel = others.count() == 2 && !table.is_lesson();
        let left = Fact::new("forget-left").with("table", format!("t{id}"));
        let told = (is_duel && table.room != line.room)
            .then(|| self.saying_in(&table.room, table.thread.clone(), &left));
        let ended = self.put_away(id, End::Abandoned);
        ended.into_iter().chain(told).collect()
    }

    /// Takes a player out of the finished tables; the store does the same with all it has.
    fn leave_tables(&mut self, player: &str, somebody: &Person) {
        let left: Vec<_> = self
            .seating
            .of(player)
            .filter_map(|table| table.save().without(player, somebody))
            .collect();
        for saved in left {
            let id = saved.id;
            match Table::restore(saved) {
                Ok(table) if !matches!(table.stage, Stage::Dropped) => {
                    self.seating.insert(table);
                }
                Ok(_) | Err(_) => {
                    self.seating.remove(id);
                }
            }
        }
    }
}

/// Where a line was written: the room and the thread.
fn place(line: &Line) -> (String, Option<String>) {
    (line.room.clone(), line.thread.clone())
}
