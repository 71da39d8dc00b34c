//! Deletion of a player's data.

use std::collections::BTreeMap;

use games::{Fact, Seed};

use super::Lobby;
use crate::{
    day::Day,
    line::Line,
    message::Block,
    messages::{TableId, forget::ForgetMessage},
    person::Person,
    player_data::OnceADay,
    refusal::Answer,
    table::{Stage, Table},
    terms::{End, Occasion},
    traffic::Effect,
};

impl Lobby {
    /// Deletes all data about the sender, and ends their games and challenges; the first request only lists that
    /// and asks for a confirmation.
    pub(super) fn forget(&mut self, line: &Line) -> Answer {
        let sender = &line.sender.id;
        let open = self.tables.of(sender).filter(|table| table.is_open());
        let open: Vec<u32> = open.map(|table| table.id).collect();
        let listed: Vec<TableId> = open.iter().copied().map(TableId).collect();
        let tables = (!listed.is_empty()).then(|| TableId::listed(&listed));
        if !self.confirmations.confirm_forgetting(line, self.now) {
            let sure = Fact::from(ForgetMessage::Sure { tables });
            let sure = sure.with("prefix", self.shown_prefix(line));
            return Ok(vec![
                self.answer(line, vec![Block::Text(self.sentence(&sure))]),
            ]);
        }
        let somebody = Person {
            id: String::new(),
            name: self.sentence(&ForgetMessage::Somebody.into()),
        };
        let today = Day::of(self.now);
        let begun = self.begun_on(today, sender);
        let mut effects: Vec<Effect> = Vec::new();
        effects.extend(self.leave_open(line, &open));
        self.leave_tables(sender, &somebody);
        effects.extend(self.drop_expired(sender));
        let seed = Seed(line.seed);
        let forgotten = self.players.forget(sender, &somebody, today, &begun, seed);
        effects.extend(forgotten);
        effects.push(Effect::Forget {
            player: sender.clone(),
            somebody,
        });
        let said = self.sentence(&ForgetMessage::Done.into());
        effects.push(self.answer(line, vec![Block::Text(said)]));
        Ok(effects)
    }

    /// Returns the run and the puzzle of a day that a player has begun, which count as tried.
    fn begun_on(&self, day: Day, player: &str) -> Vec<OnceADay> {
        let open = self.tables.of(player).filter(|table| table.is_open());
        let begun = open.filter_map(|table| match table.occasion {
            Occasion::Day(begun) if begun == day => Some(OnceADay::Run),
            Occasion::Puzzle(Some(begun)) if begun == day => Some(OnceADay::Puzzle),
            _ => None,
        });
        begun.collect()
    }

    /// Cancels the deletion.
    pub(super) fn not_forgotten(&mut self, line: &Line) -> Effect {
        self.confirmations.cancel_forgetting(&line.sender.id);
        let kept = self.sentence(&ForgetMessage::Off.into());
        self.answer(line, vec![Block::Text(kept)])
    }

    /// Ends games without a winner, and drops challenges. Each other room with another player gets one message:
    /// in the thread of the games, or outside of threads if they have several.
    fn leave_open(&mut self, line: &Line, open: &[u32]) -> Vec<Effect> {
        let mut duels = BTreeMap::<String, Vec<(u32, Option<String>)>>::new();
        for table in open.iter().filter_map(|id| self.tables.get(*id)) {
            let people = table.players().iter();
            let people = people.filter(|player| player.level().is_none());
            if people.count() == 2 && !table.is_lesson() && table.room != line.room {
                let here = duels.entry(table.room.clone()).or_default();
                here.push((table.id, table.thread.clone()));
            }
        }
        let ended = open.iter();
        let mut effects: Vec<Effect> = ended
            .flat_map(|id| self.close_table(*id, End::Abandoned))
            .collect();
        effects.extend(duels.into_iter().map(|(room, duels)| match &duels[..] {
            [(id, thread)] => {
                let table = TableId(*id);
                let left = ForgetMessage::Left { table };
                self.saying_in(&room, thread.clone(), &left.into())
            }
            _ => {
                let tables: Vec<TableId> = duels.iter().map(|(id, _)| TableId(*id)).collect();
                let tables = TableId::listed(&tables);
                let left = ForgetMessage::LeftSeveral { tables };
                let mut threads = duels.iter().map(|(_, thread)| thread);
                let first = threads.next().cloned().flatten();
                let thread =
                    first.filter(|first| threads.all(|other| other.as_ref() == Some(first)));
                self.saying_in(&room, thread, &left.into())
            }
        }));
        effects
    }

    /// Replaces a player in the finished tables in players; the store does the same with all tables it has.
    fn leave_tables(&mut self, player: &str, somebody: &Person) {
        let left: Vec<_> = self
            .tables
            .of(player)
            .filter_map(|table| table.save().without(player, somebody))
            .collect();
        for saved in left {
            let id = saved.id;
            match Table::restore(saved) {
                Ok(table) if !matches!(table.stage, Stage::Dropped) => {
                    self.tables.insert(table);
                }
                Ok(_) | Err(_) => {
                    self.tables.remove(id);
                }
            }
        }
    }
}
