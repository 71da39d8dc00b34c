//! Messages: what happened, the board, whose turn it is and what can be typed.

use games::{Fact, Live, Seat};

use super::{Refusal, Tables};
use crate::{
    chat::{Block, Effect, Line, Message, Person},
    draw,
    table::{Stage, Table, seat},
};

impl Tables {
    /// A sentence that needs no names.
    pub(super) fn sentence(&self, fact: &Fact) -> String {
        self.wording.say(fact, &[])
    }

    /// What stands before a command where the line was written: nothing in a direct message or a
    /// table's thread.
    pub(super) fn shown_prefix(&self, line: &Line) -> &str {
        if line.direct || self.in_thread(line).is_some() {
            ""
        } else {
            &self.settings.prefix
        }
    }

    /// An answer where the line was written.
    pub(super) fn answer(&self, line: &Line, blocks: Vec<Block>) -> Effect {
        Effect::Say(Message {
            room: line.room.clone(),
            thread: line.thread.clone(),
            reply_to: (!line.direct).then(|| line.event.clone()),
            mentions: Vec::new(),
            blocks,
        })
    }

    /// An answer where the table is played.
    pub(super) fn answer_at(
        &self,
        line: &Line,
        table: &Table,
        mentioned: Option<&Person>,
        blocks: Vec<Block>,
    ) -> Effect {
        let in_thread = line.thread == table.thread;
        Effect::Say(Message {
            room: line.room.clone(),
            thread: table.thread.clone(),
            reply_to: (in_thread && !line.direct).then(|| line.event.clone()),
            mentions: mentioned
                .map(|person| person.id.clone())
                .filter(|id| !line.direct || *id != line.sender.id)
                .into_iter()
                .collect(),
            blocks,
        })
    }

    /// The answer to a command that does nothing.
    pub(super) fn refused(&self, line: &Line, table: Option<u32>, refusal: Refusal) -> Vec<Effect> {
        let table = table.and_then(|id| self.tables.get(&id));
        let names = table.map(Table::names).unwrap_or_default();
        let sentences = [Some(&refusal.reason), refusal.instead.as_ref()];
        let text: Vec<String> = sentences
            .into_iter()
            .flatten()
            .map(|fact| self.wording.say(fact, &names))
            .collect();
        vec![self.answer(line, vec![Block::Text(text.join("\n"))])]
    }

    /// Everything about a table after something happened there: one message.
    pub(super) fn report(&self, line: &Line, table: &Table, news: &[Fact]) -> Effect {
        let names = table.names();
        let mut blocks = Vec::new();
        if !news.is_empty() {
            let news: Vec<String> = news
                .iter()
                .map(|fact| self.wording.say(fact, &names))
                .collect();
            blocks.push(Block::Text(news.join("\n")));
        }
        let Some(live) = table.live() else {
            return self.answer_at(line, table, None, blocks);
        };
        blocks.push(self.drawing(live, &names));
        let mut mentioned = None;
        match &table.stage {
            Stage::Playing(game) => {
                blocks.push(Block::Text(self.question(table, live)));
                mentioned = live
                    .to_move()
                    .and_then(|seat| game.players.get(seat.index()));
            }
            Stage::Over(game) => blocks.push(self.farewell(line, game, &names)),
            Stage::Challenge(_) | Stage::Dropped => {}
        }
        self.answer_at(line, table, mentioned, blocks)
    }

    /// The board with what stands beside it.
    pub(super) fn drawing(&self, live: &Live, names: &[String]) -> Block {
        let scene = live.scene();
        let margin: Vec<String> = scene
            .margin
            .iter()
            .map(|fact| self.wording.say(fact, names))
            .collect();
        Block::Board(format!(
            "{}\n\n{}",
            draw::text::draw(&scene),
            margin.join("\n")
        ))
    }

    /// Whose turn it is and what can be typed.
    pub(super) fn question(&self, table: &Table, live: &Live) -> String {
        let names = table.names();
        let Some(prompt) = live.prompt() else {
            return String::new();
        };
        let mut lines = vec![self.wording.say(&self.asked(live, prompt.ask), &names)];
        for (number, choice) in (1usize..).zip(&prompt.choices) {
            let what = self.wording.say(&choice.what, &names);
            let line = Fact::new("choice")
                .with("number", number)
                .with("action", choice.action.clone())
                .with("what", what);
            lines.push(self.sentence(&line));
        }
        lines.join("\n")
    }

    /// A question with an example of what can be typed.
    pub(super) fn asked(&self, live: &Live, ask: Fact) -> Fact {
        match live.example() {
            Some(example) => ask.with("example", example),
            None => ask,
        }
    }

    /// How a game ended, and what can be done now.
    fn farewell(&self, line: &Line, game: &crate::table::Over, names: &[String]) -> Block {
        use crate::saved::End;
        let solitaire = game.players.len() == 1;
        let end = match game.end {
            End::Agreed => Fact::new("end-agreed"),
            End::Resigned(loser) => Fact::new("end-resigned")
                .with("seat", seat(loser).other())
                .with(
                    "loser",
                    names.get(usize::from(loser)).cloned().unwrap_or_default(),
                ),
            End::Rules => match game.live.outcome() {
                Some(outcome) => {
                    let winner = outcome.winner.unwrap_or(Seat::First);
                    let other = names
                        .get(winner.other().index())
                        .cloned()
                        .unwrap_or_default();
                    Fact::new(outcome.reason)
                        .with("seat", winner)
                        .with("loser", other)
                }
                None => Fact::new("end-agreed"),
            },
        };
        let mut lines = vec![self.wording.say(&end, names)];
        if let Some(seed) = game.live.record().seed {
            lines.push(self.sentence(&Fact::new("seed-shown").with("seed", seed.to_hex())));
        }
        let again = if solitaire { "again-run" } else { "again-duel" };
        let again = Fact::new(again).with("prefix", self.shown_prefix(line));
        lines.push(self.sentence(&again));
        Block::Text(lines.join("\n"))
    }
}
