//! Checks before a line is dispatched: permissions, rate limits, and detection of loops with other bots.

use games::{Entry, Fact};

use crate::{
    access_gate::Admission,
    command::CommandError,
    day::Day,
    handling::{
        Lobby,
        dispatch::{ParsedLine, Request},
        turn::begins_with_action,
    },
    line::Line,
    message::Block,
    messages::access::AccessMessage,
    traffic::Effect,
};

impl Lobby {
    /// Returns the reply to a line that is not to be dispatched, which may be empty; `None` if it is.
    pub(super) fn check_access(&mut self, heard: &ParsedLine) -> Option<Vec<Effect>> {
        let ParsedLine { line, .. } = heard;
        let user = line.sender.id.as_str();
        if self.settings.access.is_admin(user) {
            return None;
        }
        if !self.settings.access.may_play(user) {
            return Some(self.not_invited_to_play(line));
        }
        let cost = heard.wish.cost();
        let limits = &self.settings.limits;
        match self.access.admit(line, limits, cost, self.now) {
            Admission::Admitted => self.check_bot_loop(heard),
            other => Some(self.warned(line, other)),
        }
    }

    /// Returns the warning about a line that is not dispatched, if there is one.
    fn warned(&self, line: &Line, admission: Admission) -> Vec<Effect> {
        match admission {
            Admission::Warned(warning) => self.notice(line, &warning.into()),
            Admission::Admitted | Admission::Ignored => Vec::new(),
        }
    }

    /// Reports missing permission to play, once a day in a direct message and never in a room.
    fn not_invited_to_play(&mut self, line: &Line) -> Vec<Effect> {
        let today = Day::of(self.now);
        if line.direct && self.access.turn_down(&line.sender.id, today) {
            self.notice(line, &AccessMessage::MayNotPlay.into())
        } else {
            Vec::new()
        }
    }

    /// Stops replying in a conversation that only another bot could lead.
    fn check_bot_loop(&mut self, heard: &ParsedLine) -> Option<Vec<Effect>> {
        let ParsedLine { line, .. } = heard;
        if !line.direct || self.could_be_meant(heard) {
            self.access.note_known_line(&line.room);
            return None;
        }
        match self.access.note_unknown_line(&line.room) {
            Admission::Admitted => None,
            other => Some(self.warned(line, other)),
        }
    }

    /// Returns whether a line is a command or could be a move.
    fn could_be_meant(&self, heard: &ParsedLine) -> bool {
        let ParsedLine { line, wish, .. } = heard;
        match wish {
            Request::Command(_) | Request::Administer(_) => true,
            Request::Unclear(CommandError::Unknown { table, text }) => {
                let id = self.playing(line, *table).ok();
                let live = id.and_then(|id| self.tables.get(id)?.live());
                let first = text.split(';').next().unwrap_or_default().trim();
                live.is_some_and(|live| begins_with_action(live, text))
                    || games::CATALOG
                        .iter()
                        .any(|entry: &Entry| entry.reads(first))
            }
            Request::Unclear(_) => false,
        }
    }

    fn notice(&self, line: &Line, fact: &Fact) -> Vec<Effect> {
        vec![self.answer(line, vec![Block::Text(self.sentence(fact))])]
    }
}
