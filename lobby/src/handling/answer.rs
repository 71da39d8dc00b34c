//! Composition of messages: news, board, player to move and possible commands.

use games::{Fact, Live, Seat};

use crate::{
    handling::{Lobby, boards::is_known},
    line::Line,
    message::Block,
    messages::{TableId, again::AgainMessage, seed::SeedMessage, table::TableMessage},
    refusal::{Answer, Refusal, refuse},
    table::{Over, Stage, Table},
    traffic::Effect,
};

/// The names of the requesting and of the other player.
pub struct Partners {
    pub name: String,
    pub other: String,
}

impl Lobby {
    /// Returns the reply to a refused command.
    pub(super) fn refused(&self, line: &Line, refusal: Refusal) -> Vec<Effect> {
        let table = refusal.table.and_then(|id| self.tables.get(id));
        let table = table.or_else(|| self.in_thread(line));
        let names = table.map(Table::names).unwrap_or_default();
        let mut lines = vec![self.wording.say(&refusal.reason, &names)];
        if refusal.ask_again
            && let Some(table) = table
            && let Some(live) = table.live()
        {
            lines.push(self.question(table, live));
        }
        vec![self.answer(line, vec![Block::Text(lines.join("\n"))])]
    }

    /// Stores a changed table, and reports one sentence where it is played.
    pub(super) fn changed_and_said(&mut self, line: &Line, id: u32, said: Fact) -> Answer {
        let Some(table) = self.tables.remove(id) else {
            return refuse(TableMessage::NotFound);
        };
        let blocks = vec![Block::Text(self.wording.say(&said, &table.names()))];
        let answer = match table.stage {
            Stage::Dropped => self.answer(line, blocks),
            _ => self.answer_at(line, &table, None, blocks),
        };
        Ok(vec![self.tables.keep(table), answer])
    }

    /// Stores a table, and sends a sentence that notifies the other player.
    pub(super) fn ask_other<M: Into<Fact>>(
        &mut self,
        line: &Line,
        id: u32,
        own: Seat,
        said: impl FnOnce(Partners) -> M,
    ) -> Answer {
        let Some(table) = self.tables.remove(id) else {
            return refuse(TableMessage::NotFound);
        };
        let other = table.players().get(own.other().index()).cloned();
        let said = said(Partners {
            name: line.sender.name.clone(),
            other: other.as_ref().map(|it| it.name.clone()).unwrap_or_default(),
        });
        let blocks = vec![Block::Text(self.sentence(&said.into()))];
        let answer = self.answer_at(line, &table, other.as_ref(), blocks);
        Ok(vec![self.tables.keep(table), answer])
    }

    /// Returns a single message with everything about a changed table.
    pub(super) fn report(&self, line: &Line, table: &Table, news: &[Fact]) -> Effect {
        let names = table.names();
        let mut blocks = Vec::new();
        if !news.is_empty() {
            let news: Vec<String> = news
                .iter()
                .map(|fact| self.wording.say(fact, &names))
                .collect();
            let gap = if table.live().is_some_and(is_known) {
                " "
            } else {
                "\n"
            };
            blocks.push(Block::Text(news.join(gap)));
        }
        let Some(live) = table.live() else {
            return self.answer_at(line, table, None, blocks);
        };
        let is_on = matches!(table.stage, Stage::Playing(_));
        let known = is_on && is_known(live);
        blocks.push(Block::Position(self.position(table, live, known)));
        let mut mentioned = None;
        match &table.stage {
            Stage::Playing(game) => {
                blocks.extend(self.figures(live, &names, known));
                blocks.push(Block::Text(self.question(table, live)));
                mentioned = live
                    .to_move()
                    .and_then(|seat| game.players.get(seat.index()));
            }
            Stage::Over(over) => {
                blocks.extend(self.farewell(line, table, over, live));
                blocks.extend(self.invitation_of_day(line, table));
            }
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => {}
        }
        let mut report = self.answer_at(line, table, mentioned, blocks);
        if let Effect::SendMessage(message) = &mut report {
            message.table = Some(table.id);
        }
        report
    }

    /// Returns the end of a game with suggestions for what to do next.
    pub(super) fn farewell(
        &self,
        line: &Line,
        table: &Table,
        over: &Over,
        live: &Live,
    ) -> Vec<Block> {
        let end = self.end(table, over, live);
        let mut lines = vec![self.wording.say(&end, &table.names())];
        if table.is_lesson() {
            let again = if table.is_puzzle() {
                AgainMessage::Puzzle
            } else {
                AgainMessage::Lesson
            };
            let again = Fact::from(again).with("prefix", self.shown_prefix(line));
            lines.push(self.sentence(&again));
            return vec![Block::Text(lines.join("\n"))];
        }
        lines.extend(self.look_back(over, live));
        lines.extend(self.look_back_alone(table, live));
        let hidden = table.seed_hidden(self.now);
        match (live.record().seed, hidden) {
            (Some(seed), None) => {
                let seed = seed.to_hex();
                lines.push(self.sentence(&SeedMessage::Shown { seed }.into()));
            }
            (_, Some(minutes)) => {
                let (hours, minutes) = (minutes / 60, minutes % 60);
                lines.push(self.sentence(&SeedMessage::Hidden { hours, minutes }.into()));
            }
            (None, None) => {}
        }
        let again = match over.players.len() {
            _ if self.has_newer(table) => AgainMessage::Past {
                table: TableId(table.id),
            },
            _ if table.is_contest() => AgainMessage::Contest,
            1 if hidden.is_some() => AgainMessage::Day,
            1 if !line.direct => AgainMessage::RunHere,
            1 => AgainMessage::Run,
            _ if live.actions() == 0 => AgainMessage::DuelUnplayed,
            _ => AgainMessage::Duel,
        };
        let again = Fact::from(again).with("prefix", self.shown_prefix(line));
        lines.push(self.sentence(&again));
        let mut blocks = vec![Block::Text(lines.join("\n"))];
        blocks.extend(self.to_share(table));
        blocks
    }
}
