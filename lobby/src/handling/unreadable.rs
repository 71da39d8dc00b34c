//! Undecryptable messages, whose key is missing or came from another user: senders who may have addressed the bot
//! are warned.

use super::Lobby;
use crate::{
    day::Day, line::Line, message::Block, messages::access::AccessMessage, traffic::Effect,
};

impl Lobby {
    /// Warns a user that a message cannot be decrypted and how to fix it, once a day per room. Its text is
    /// unknown, and in a room most messages are not for the bot.
    pub(super) fn unreadable(&mut self, line: &Line) -> Vec<Effect> {
        let user = line.sender.id.as_str();
        if !self.could_be_a_command(line) || self.is_ignored(line) || !self.may_play(user) {
            return Vec::new();
        }
        let today = Day::of(self.now);
        if self.players.is_told_unreadable(today, &line.room, user)
            || !self
                .access
                .admit_notice(user, &self.settings.limits, self.now)
        {
            return Vec::new();
        }
        let told = self.players.tell_unreadable(today, &line.room, user);
        let said = self.sentence(&AccessMessage::Unreadable.into());
        vec![told, self.answer(line, vec![Block::Text(said)])]
    }

    /// Returns whether a line may be a command: it addresses the bot, is in a direct message or in the thread of
    /// an open table, or its sender has an open table in the room.
    fn could_be_a_command(&self, line: &Line) -> bool {
        let user = line.sender.id.as_str();
        let mut open = self.tables.open_in(&line.room);
        line.direct
            || self.called(line).is_some()
            || open.any(|table| {
                let in_thread = line.thread.is_some() && line.thread == table.thread;
                in_thread || table.concerns(user)
            })
    }
}
