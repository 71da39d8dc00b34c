//! Admin commands, in a direct message or in the admin room.

use games::Typed;

use crate::{
    admin::{AdminAction, AdminReport, AdminRequest, RoomInfo, Status, Tally},
    command::{AdminCommand, CommandError},
    handling::Lobby,
    job::Job,
    line::Line,
    members::Members,
    message::Block,
    messages::admin::AdminMessage,
    names,
    person::Person,
    refusal::{Answer, refuse},
    terms::End,
    traffic::Effect,
};

/// Maximum number of rooms, or blocked users, listed at once.
const MAX_LISTED: usize = 50;

impl Lobby {
    /// Executes an admin command.
    pub(super) fn administer(
        &mut self,
        line: &Line,
        command: &Result<AdminCommand, CommandError>,
    ) -> Answer {
        match command {
            Ok(command) => self.carry_out_admin(line, command.clone()),
            Err(CommandError::Form { name, extra }) => {
                Err(self.bad_form(line, name, extra.as_deref()))
            }
            // No other error can occur in an admin's line.
            Err(_) => Err(self.bad_form(line, "", None)),
        }
    }

    fn carry_out_admin(&mut self, line: &Line, command: AdminCommand) -> Answer {
        match command {
            AdminCommand::Status => Ok(vec![job(line, AdminAction::Status)]),
            AdminCommand::Rooms => Ok(vec![job(line, AdminAction::Rooms)]),
            AdminCommand::Leave(room) => self.leave(line, room),
            AdminCommand::MoveGames { from, to } => self.move_games(line, from, to),
            AdminCommand::Block(None) => Ok(vec![self.blocked(line)]),
            AdminCommand::Block(Some(user)) => self.block(line, &user, true),
            AdminCommand::Unblock(user) => self.block(line, &user, false),
            AdminCommand::Announce(text) => Ok(self.announce(line, &text)),
            AdminCommand::Shutdown => {
                let said = self.said(line, AdminMessage::ShuttingDown);
                Ok(vec![said, Effect::Stop])
            }
        }
    }

    fn said(&self, line: &Line, said: AdminMessage) -> Effect {
        self.answer(line, vec![Block::Text(self.sentence(&said.into()))])
    }

    /// Ends the tables of a room, reports that there, and queues the job that leaves the room afterwards.
    fn leave(&mut self, line: &Line, room: String) -> Answer {
        if !room.starts_with('!') {
            let room = Typed::new(room);
            return refuse(AdminMessage::NoRoomId { room });
        }
        if room == line.room {
            return refuse(AdminMessage::LeaveHere);
        }
        let mut effects = self.end_tables(&room);
        let runs = self.tables.open_in(&room).filter(|table| table.is_run());
        let (count, runs) = (effects.len(), runs.count());
        if count + runs > 0 {
            let goodbye = AdminMessage::Goodbye { count, runs };
            effects.push(self.saying(&room, &goodbye.into()));
        }
        effects.push(job(line, AdminAction::Leave(room)));
        Ok(effects)
    }

    /// Queues a check that the bot is in the room the games are to move to.
    fn move_games(&mut self, line: &Line, from: String, to: String) -> Answer {
        let is_allowed = self.settings.access.is_room_allowed(&to);
        if let Some(room) = [&from, &to].into_iter().find(|room| !room.starts_with('!')) {
            let room = Typed::new(room);
            return refuse(AdminMessage::NoRoomId { room });
        }
        let room = names::id(&from);
        if self.tables.open_in(&from).next().is_none() {
            return refuse(AdminMessage::NoGamesToMove { room });
        }
        if !is_allowed || from == to {
            return refuse(AdminMessage::GamesNotMoved { room });
        }
        Ok(vec![job(line, AdminAction::MoveGames { from, to })])
    }

    /// Ends everything in progress in a room without a winner, except runs, which continue in another room once
    /// their players ask for them.
    pub(super) fn end_tables(&mut self, room: &str) -> Vec<Effect> {
        let open = self.tables.open_in(room).filter(|table| !table.is_run());
        let open: Vec<u32> = open.map(|table| table.id).collect();
        let mut effects = Vec::new();
        for id in open {
            effects.extend(self.leave_puzzle(id));
            effects.extend(self.close_table(id, End::Abandoned));
        }
        effects
    }

    fn block(&mut self, line: &Line, user: &str, blocked: bool) -> Answer {
        if !names::is_user_id(user) {
            let user = Typed::new(user);
            return refuse(AdminMessage::NoUserId { user });
        }
        let name = names::id(user);
        if blocked && self.settings.access.is_admin(user) {
            return refuse(AdminMessage::BlockAdmin { user: name });
        }
        let Some(effect) = self.players.block(user, blocked) else {
            return refuse(if blocked {
                AdminMessage::BlockedAlready { user: name }
            } else {
                AdminMessage::NotBlocked { user: name }
            });
        };
        let mut effects = vec![effect];
        effects.extend(self.expire_blocked());
        let done = if blocked {
            AdminMessage::Blocked { user: name }
        } else {
            AdminMessage::Unblocked { user: name }
        };
        effects.push(self.said(line, done));
        Ok(effects)
    }

    fn blocked(&self, line: &Line) -> Effect {
        let count = self.players.blocked().len();
        let mut lines = vec![self.sentence(&AdminMessage::BlockedList { count }.into())];
        lines.extend(self.players.blocked().take(MAX_LISTED).map(names::id));
        lines.extend(self.more(count));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    fn more(&self, count: usize) -> Option<String> {
        let count = count.checked_sub(MAX_LISTED).filter(|more| *more > 0)?;
        Some(self.sentence(&AdminMessage::AndMore { count }.into()))
    }

    /// Sends a text to all rooms with open tables except the room it was written in.
    fn announce(&self, line: &Line, text: &str) -> Vec<Effect> {
        let open = self.tables.all().filter(|table| table.is_open());
        let rooms = open.map(|table| table.room.as_str());
        let rooms: std::collections::BTreeSet<&str> =
            rooms.filter(|room| *room != line.room).collect();
        let announced = text.to_owned();
        let announcement = AdminMessage::Announcement { announced }.into();
        let mut effects: Vec<Effect> = rooms
            .iter()
            .map(|room| self.saying(room, &announcement))
            .collect();
        let count = rooms.len();
        effects.push(self.said(line, AdminMessage::Announced { count }));
        effects
    }

    /// Reports the result of a job to the admin.
    pub(super) fn administered(
        &mut self,
        wish: &AdminRequest,
        report: &AdminReport,
    ) -> Vec<Effect> {
        let line = &wish.line;
        if let (AdminAction::MoveGames { from, to }, AdminReport::There) = (&wish.task, report) {
            let mut effects = self.move_tables(from, to);
            effects.retain(
                |effect| !matches!(effect, Effect::SendMessage(said) if said.room == line.room),
            );
            let (from, to) = (names::id(from), names::id(to));
            effects.push(self.said(line, AdminMessage::GamesMoved { from, to }));
            return effects;
        }
        let room = match &wish.task {
            AdminAction::Leave(room) | AdminAction::MoveGames { to: room, .. } => names::id(room),
            AdminAction::Status | AdminAction::Rooms => String::new(),
        };
        let said = match report {
            AdminReport::Status(status) => self.status(status),
            AdminReport::Rooms(rooms) => return vec![self.rooms(line, rooms)],
            AdminReport::There => return Vec::new(),
            AdminReport::Left => AdminMessage::LeftRoom { room },
            AdminReport::NotThere => AdminMessage::NotInRoom { room },
            AdminReport::Failed => AdminMessage::Failed,
        };
        vec![self.said(line, said)]
    }

    /// Returns the numbers of open tables.
    pub fn tally(&self) -> Tally {
        self.tables.tally()
    }

    fn status(&self, status: &Status) -> AdminMessage {
        let Tally { games, challenges } = self.tally();
        let time = |seconds: u64| (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
        let (days, hours, minutes) = time(status.uptime);
        let (syncdays, synchours, syncminutes) = time(status.synced);
        let times = status.answers.as_ref();
        AdminMessage::Status {
            version: status.version.clone(),
            days,
            hours,
            minutes,
            syncdays,
            synchours,
            syncminutes,
            syncage: status.sync_age.unwrap_or(status.uptime),
            rooms: status.rooms,
            games,
            challenges,
            blocked: self.players.blocked().len(),
            commands: status.commands,
            timed: times.is_some().into(),
            median: times.map_or(0, |times| times.median),
            slow: times.map_or(0, |times| times.slow),
            outgoing: status.outgoing,
            undecrypted: status.undecrypted,
            late: status.decrypt_failures,
        }
    }

    fn rooms(&self, line: &Line, rooms: &[RoomInfo]) -> Effect {
        let count = rooms.len();
        let mut lines = vec![self.sentence(&AdminMessage::Rooms { count }.into())];
        lines.extend(rooms.iter().take(MAX_LISTED).map(|room| {
            // Room names are user-chosen, so they are sanitised like names of people.
            let name = Person {
                id: room.id.clone(),
                name: room.name.clone(),
            };
            let line = AdminMessage::RoomLine {
                room: names::id(&room.id),
                name: names::shown(&name),
                members: room.members,
                tables: self.tables.open_in(&room.id).count(),
            };
            self.sentence(&line.into())
        }));
        lines.extend(self.more(count));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }
}

fn job(line: &Line, task: AdminAction) -> Effect {
    let line = Line {
        people: Members::default(),
        ..line.clone()
    };
    Effect::Job(Job::Administer(AdminRequest { line, task }))
}
