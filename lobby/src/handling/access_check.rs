//! Checks before a line is dispatched: permissions, rate limits, and detection of loops with other bots.

use std::{cmp::Reverse, collections::BTreeMap};

use games::{Entry, Fact};

use super::{
    Lobby,
    dispatch::{ParsedLine, Request},
    moves::begins_with_action,
};
use crate::{
    access::Trust,
    access_gate::Admission,
    command::CommandError,
    day::Day,
    line::Line,
    message::Block,
    messages::{
        access::{AccessMessage, RoomSetting},
        limit::LimitMessage,
    },
    refusal::{Refusal, refuse},
    table::{Stage, Table},
    traffic::Effect,
};

impl Lobby {
    /// Returns whether an invitation to a room is accepted.
    pub fn may_invite(&self, user: &str, room: &str) -> bool {
        let access = &self.settings.access;
        access.may_invite(user) && access.is_room_allowed(room) && !self.players.is_blocked(user)
    }

    /// Returns the decision on a request to verify the bot.
    pub fn trust(&self, user: &str) -> Trust {
        let access = &self.settings.access;
        if access.is_denied(user) || (self.players.is_blocked(user) && !access.is_admin(user)) {
            Trust::Ignored
        } else if access.may_verify(user) {
            Trust::Confirmed
        } else {
            Trust::Refused
        }
    }

    /// Returns whether the bot ignores a user or a room.
    pub(super) fn is_ignored(&self, line: &Line) -> bool {
        let access = &self.settings.access;
        let user = &line.sender.id;
        access.is_denied(user)
            || !access.is_room_allowed(&line.room)
            || (self.players.is_blocked(user) && !access.is_admin(user))
    }

    /// Returns whether a user may play, and is not blocked.
    pub(super) fn may_play(&self, user: &str) -> bool {
        let access = &self.settings.access;
        access.is_admin(user) || (access.may_play(user) && !self.players.is_blocked(user))
    }

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

    /// Checks the permission to change settings of a room: only those who may change the room itself.
    pub(super) fn check_may_change_room(
        &self,
        line: &Line,
        what: RoomSetting,
    ) -> Result<(), Refusal> {
        if line.direct || line.may_change_room {
            return Ok(());
        }
        let refusal = Fact::from(AccessMessage::MayNotChangeRoom { what });
        refuse(refusal.with("prefix", self.shown_prefix(line)))
    }

    /// Checks that the sender of a line may open another table in its room.
    pub(super) fn check_room_for_table(&self, line: &Line) -> Result<(), Refusal> {
        let limits = &self.settings.limits;
        if self.tables.open_in(&line.room).count() >= limits.room_tables {
            let limit = limits.room_tables;
            return refuse(LimitMessage::TablesHere { limit });
        }
        // Challenges by others do not count.
        let own = |table: &&Table| match &table.stage {
            Stage::Challenge(challenge) => challenge.from.id == line.sender.id,
            _ => table.is_open(),
        };
        if self.tables.of(&line.sender.id).filter(own).count() >= limits.user_tables {
            let limit = limits.user_tables;
            return refuse(LimitMessage::OwnTables { limit });
        }
        Ok(())
    }

    /// Checks that the sender of a line may make another challenge in its room. If the room is full, the first
    /// challenge of a user evicts the oldest one of the user with most, if that is more than one; returns the
    /// number of that table.
    pub(super) fn check_room_for_challenge(&self, line: &Line) -> Result<Option<u32>, Refusal> {
        let limits = &self.settings.limits;
        let mut waiting: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for table in self.tables.open_in(&line.room) {
            if let Stage::Challenge(challenge) = &table.stage {
                let own = waiting.entry(&challenge.from.id).or_default();
                own.push(table.id);
            }
        }
        let own = waiting.get(line.sender.id.as_str()).map_or(0, Vec::len);
        if own >= limits.user_challenges {
            let limit = limits.user_challenges;
            return refuse(LimitMessage::OwnChallenges { limit });
        }
        if waiting.values().map(Vec::len).sum::<usize>() < limits.room_challenges {
            return Ok(None);
        }
        let others = waiting.values().filter(|ids| own == 0 && ids.len() > 1);
        let most = others.max_by_key(|ids| (ids.len(), Reverse(ids.first())));
        match most.and_then(|ids| ids.first()) {
            Some(oldest) => Ok(Some(*oldest)),
            None => refuse(LimitMessage::Challenges {
                limit: limits.room_challenges,
            }),
        }
    }
}
