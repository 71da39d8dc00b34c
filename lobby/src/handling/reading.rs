//! `next`: the next page of the rules, or the next thing to do in the game.

use games::{Entry, Fact, Message};

use super::Lobby;
use crate::{
    command::RulesPart,
    line::Line,
    message::Block,
    messages::{again::AgainMessage, next::NextMessage},
    refusal::Answer,
    table::{Stage, Table},
};

impl Lobby {
    /// Returns whether `next` can be meant for the bot.
    pub(super) fn has_next(&self, line: &Line) -> bool {
        let seated = |table: &Table| table.seat_of(&line.sender.id).is_some();
        self.reading.here(line).is_some() || self.in_thread(line).is_some_and(seated)
    }

    /// Shows the next step of the rules to somebody who reads them here; at a table, the next thing to do.
    pub(super) fn next(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let reading = self.reading.here(line).filter(|_| named.is_none());
        if let Some((entry, step)) = reading {
            let told = self.topics_here(line, None, entry).len();
            // A reader of steps beyond the agreed options reads to the end.
            let last = if step > told {
                entry.teaching().topics.len()
            } else {
                told
            };
            if step < last {
                return self.rules(line, None, Some(entry.id), RulesPart::Step(step + 1));
            }
            self.reading.finish(&line.sender.id);
        }
        let table = self.looked_at(line, named).ok();
        let blocks = match table.and_then(|id| self.tables.get(id)) {
            Some(table) => self.next_at(line, table),
            None => vec![self.said_next(line, NextMessage::Nothing, Entry::FIRST)],
        };
        Ok(vec![self.answer(line, blocks)])
    }

    /// Returns the next thing to do at a table.
    fn next_at(&self, line: &Line, table: &Table) -> Vec<Block> {
        let Some(live) = table.live() else {
            return vec![self.said_next(line, NextMessage::Nothing, Entry::FIRST)];
        };
        let mover = live.to_move();
        let is_on = matches!(table.stage, Stage::Playing(_));
        let Some(mover) = mover.filter(|_| is_on) else {
            let over = if table.is_puzzle() {
                AgainMessage::Puzzle.to_fact()
            } else {
                NextMessage::Over.to_fact()
            };
            return vec![self.said_next(line, over, live.entry())];
        };
        if table.seat_of(&line.sender.id) != Some(mover) {
            let waits = NextMessage::OthersTurn { seat: mover }.into();
            return vec![Block::Text(self.wording.say(&waits, &table.names()))];
        }
        let head = self.sentence(&NextMessage::Waits.into());
        vec![Block::Text(format!(
            "{head}\n{}",
            self.question(table, live)
        ))]
    }

    fn said_next(&self, line: &Line, said: impl Into<Fact>, entry: &Entry) -> Block {
        let prefix = self.shown_prefix(line);
        let fact = said.into().with("game", entry.id).with("prefix", prefix);
        Block::Text(self.sentence(&fact))
    }
}
