//! Replays of whole games.

use games::Fact;

use crate::{
    handling::{Lobby, lookup::begun},
    line::Line,
    look::Boards,
    message::{Block, Replay, ReplayForm},
    messages::{TimeLeft, day::DayMessage, replay::ReplayMessage, table::TableMessage},
    refusal::{Answer, Refusal, refuse},
    table::{Stage, Table},
    traffic::Effect,
};

impl Lobby {
    /// Sends the replay of a table of this room, up to the current position.
    pub(super) fn replay(&self, line: &Line, named: Option<u32>, form: ReplayForm) -> Answer {
        // The default must not be a game from outside of this thread.
        if named.is_none() && line.thread.is_some() && self.in_thread(line).is_none() {
            let prefix = self.settings.prefix.as_str();
            return Err(Fact::from(TableMessage::NotFound)
                .with("prefix", prefix)
                .into());
        }
        let id = self.looked_at(line, named)?;
        let Some(table) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        Ok(vec![self.whole_game(line, table, form)?])
    }

    fn whole_game(&self, line: &Line, table: &Table, form: ReplayForm) -> Result<Effect, Refusal> {
        let live = begun(table)?;
        // A replay would reveal the stack and the dice.
        if let Some(minutes) = table.seed_hidden(self.now) {
            let left = TimeLeft::of(minutes);
            return refuse(DayMessage::SeedLater { left });
        }
        let mut lines = vec![self.list_line(table)];
        let mut result = String::new();
        if let Stage::Over(over) = &table.stage {
            let end = self.end(table, over, live);
            result = self.wording.say(&end, &table.names());
            if let Some(day) = self.ended_on(table) {
                let dated = ReplayMessage::Ended { date: day };
                result = [result, self.sentence(&dated.into())].join(" ");
            }
            lines.push(result.clone());
        }
        let ending = match form {
            ReplayForm::Film => "gif",
            ReplayForm::Page => "html",
        };
        let replay = Replay {
            record: self.tagged(table, live).to_string(),
            table: table.id,
            players: table.names(),
            form,
            name: format!("{}-t{}.{ending}", live.entry().id, table.id),
            ended: table.ended(),
            result,
            instead: self.sentence(
                &ReplayMessage::Instead {
                    form: form.as_str(),
                }
                .into(),
            ),
        };
        let blocks = vec![Block::Text(lines.join("\n")), Block::Replay(replay)];
        let mut answer = self.answer(line, blocks);
        if let Effect::SendMessage(message) = &mut answer {
            // A replay is sent as a file, whatever the form of boards.
            message.look.boards = Boards::Picture;
        }
        Ok(answer)
    }
}
