//! What admins ask for, in a direct message or in the admin room.

use games::{Arg, Fact};

use super::{Answer, Refusal, Tables, direct::is_run, refuse};
use crate::{
    admin::{AdminReport, AdminTask, AdminWish, RoomInfo, Status, Tally},
    command::{ADMIN_FORMS, AdminCommand, CommandError, Form},
    errand::Errand,
    line::Line,
    look::Look,
    members::Members,
    message::{Block, Message},
    names,
    person::Person,
    terms::End,
    traffic::Effect,
};

/// As many rooms, or blocked users, as are listed at once.
const LISTED: usize = 50;

impl Tables {
    /// Whether a line is written by an admin where admins are listened to.
    pub(super) fn is_from_admin(&self, line: &Line) -> bool {
        let access = &self.settings.access;
        let room = access.admin_room.as_ref();
        access.is_admin(&line.sender.id) && (line.direct || room == Some(&line.room))
    }

    /// The commands that the sender of a line can give besides everybody's.
    pub(super) fn admin_forms(&self, line: &Line) -> &'static [Form] {
        if self.is_from_admin(line) {
            ADMIN_FORMS
        } else {
            &[]
        }
    }

    /// Does what an admin asks for.
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
            Err(_) => refuse("command-too-little"),
        }
    }

    fn carry_out_admin(&mut self, line: &Line, command: AdminCommand) -> Answer {
        match command {
            AdminCommand::Status => Ok(vec![errand(line, AdminTask::Status)]),
            AdminCommand::Rooms => Ok(vec![errand(line, AdminTask::Rooms)]),
            AdminCommand::Leave(room) => self.leave(line, room),
            AdminCommand::MoveGames { from, to } => self.move_games(line, from, to),
            AdminCommand::Block(None) => Ok(vec![self.blocked(line)]),
            AdminCommand::Block(Some(user)) => self.block(line, &user, true),
            AdminCommand::Unblock(user) => self.block(line, &user, false),
            AdminCommand::Announce(text) => Ok(self.announce(line, &text)),
            AdminCommand::Shutdown => {
                let said = self.said(line, &Fact::new("shutting-down"));
                Ok(vec![said, Effect::Stop])
            }
        }
    }

    fn said(&self, line: &Line, fact: &Fact) -> Effect {
        self.answer(line, vec![Block::Text(self.sentence(fact))])
    }

    /// Ends the tables of a room, says so there, and has the room left after that.
    fn leave(&mut self, line: &Line, room: String) -> Answer {
        if !room.starts_with('!') {
            let room = Arg::Quoted(room);
            return Err(Fact::new("no-room-id").with("room", room).into());
        }
        if room == line.room {
            return refuse("leave-here");
        }
        let mut effects = self.end_tables(&room);
        let runs = self.seating.open_in(&room).filter(|table| is_run(table));
        let (count, runs) = (effects.len(), runs.count());
        if count + runs > 0 {
            let goodbye = Fact::new("goodbye").with("count", count).with("runs", runs);
            effects.push(self.saying(&room, &goodbye));
        }
        effects.push(errand(line, AdminTask::Leave(room)));
        Ok(effects)
    }

    /// Asks whether the bot is in the room where the games of another one are to go on.
    fn move_games(&mut self, line: &Line, from: String, to: String) -> Answer {
        let is_allowed = self.settings.access.is_room_allowed(&to);
        if let Some(room) = [&from, &to].into_iter().find(|room| !room.starts_with('!')) {
            let room = Arg::quoted(room);
            return Err(Fact::new("no-room-id").with("room", room).into());
        }
        let refused = if self.seating.open_in(&from).next().is_none() {
            Fact::new("no-games-to-move")
        } else if !is_allowed || from == to {
            Fact::new("games-not-moved")
        } else {
            return Ok(vec![errand(line, AdminTask::MoveGames { from, to })]);
        };
        Err(refused.with("room", names::id(&from)).into())
    }

    /// Ends everything that is on in a room, without a winner. Runs go on in another room as soon as their
    /// players ask for them.
    pub(super) fn end_tables(&mut self, room: &str) -> Vec<Effect> {
        let open = self.seating.open_in(room).filter(|table| !is_run(table));
        let open: Vec<u32> = open.map(|table| table.id).collect();
        let mut effects = Vec::new();
        for id in open {
            effects.extend(self.leave_puzzle(id));
            effects.extend(self.put_away(id, End::Abandoned));
        }
        effects
    }

    fn block(&mut self, line: &Line, user: &str, blocked: bool) -> Answer {
        let name = |code| Fact::new(code).with("user", names::id(user));
        if !names::is_user_id(user) {
            let user = Arg::quoted(user);
            return Err(Fact::new("no-user-id").with("user", user).into());
        }
        if blocked && self.settings.access.is_admin(user) {
            return Err(name("block-admin").into());
        }
        let codes = match blocked {
            true => ["blocked", "blocked-already"],
            false => ["unblocked", "not-blocked"],
        };
        match self.memory.block(user, blocked) {
            Some(effect) => {
                let mut effects = vec![effect];
                effects.extend(self.lapse_barred());
                effects.push(self.said(line, &name(codes[0])));
                Ok(effects)
            }
            None => Err(Refusal::from(name(codes[1]))),
        }
    }

    fn blocked(&self, line: &Line) -> Effect {
        let count = self.memory.blocked().len();
        let mut lines = vec![self.sentence(&Fact::new("blocked-list").with("count", count))];
        lines.extend(self.memory.blocked().take(LISTED).map(names::id));
        lines.extend(self.more(count));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }

    fn more(&self, count: usize) -> Option<String> {
        let more = count.checked_sub(LISTED).filter(|more| *more > 0)?;
        Some(self.sentence(&Fact::new("and-more").with("count", more)))
    }

    /// Says a text wherever tables are open, but for the place where it was written.
    fn announce(&self, line: &Line, text: &str) -> Vec<Effect> {
        let open = self.seating.all().filter(|table| table.is_open());
        let rooms = open.map(|table| table.room.as_str());
        let rooms: std::collections::BTreeSet<&str> =
            rooms.filter(|room| *room != line.room).collect();
        let announcement = Fact::new("announcement").with("announced", text);
        let mut effects: Vec<Effect> = rooms
            .iter()
            .map(|room| self.saying(room, &announcement))
            .collect();
        let answer = Fact::new("announced").with("count", rooms.len());
        effects.push(self.said(line, &answer));
        effects
    }

    /// A message to a room that answers nobody.
    pub(super) fn saying(&self, room: &str, fact: &Fact) -> Effect {
        self.saying_in(room, None, fact)
    }

    /// The same in a thread of the room.
    pub(super) fn saying_in(&self, room: &str, thread: Option<String>, fact: &Fact) -> Effect {
        Effect::Say(Message {
            room: room.to_owned(),
            thread,
            reply_to: None,
            mentions: Vec::new(),
            blocks: vec![Block::Text(self.sentence(fact))],
            table: None,
            look: Look::default(),
        })
    }

    /// Tells an admin what came of it.
    pub(super) fn administered(&mut self, wish: &AdminWish, report: &AdminReport) -> Vec<Effect> {
        let line = &wish.line;
        if let (AdminTask::MoveGames { from, to }, AdminReport::There) = (&wish.task, report) {
            let mut effects = self.move_tables(from, to);
            effects.retain(|effect| !matches!(effect, Effect::Say(said) if said.room == line.room));
            let moved = Fact::new("games-moved")
                .with("from", names::id(from))
                .with("to", names::id(to));
            effects.push(self.said(line, &moved));
            return effects;
        }
        let room = match &wish.task {
            AdminTask::Leave(room) | AdminTask::MoveGames { to: room, .. } => names::id(room),
            AdminTask::Status | AdminTask::Rooms => String::new(),
        };
        let fact = match report {
            AdminReport::Status(status) => self.status(status),
            AdminReport::Rooms(rooms) => return vec![self.rooms(line, rooms)],
            AdminReport::There => return Vec::new(),
            AdminReport::Left => Fact::new("left-room").with("room", room),
            AdminReport::NotThere => Fact::new("not-in-room").with("room", room),
            AdminReport::Failed => Fact::new("admin-failed"),
        };
        vec![self.said(line, &fact)]
    }

    /// How many tables are open.
    pub fn tally(&self) -> Tally {
        self.seating.tally()
    }

    fn status(&self, status: &Status) -> Fact {
        let Tally { games, challenges } = self.tally();
        let time = |fact: Fact, names: [&'static str; 3], seconds: u64| {
            let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
            fact.with(names[0], days)
                .with(names[1], hours)
                .with(names[2], minutes)
        };
        let fact = Fact::new("status")
            .with("version", status.version.as_str())
            .with("rooms", status.rooms)
            .with("games", games)
            .with("challenges", challenges)
            .with("blocked", self.memory.blocked().len())
            .with("outgoing", status.outgoing)
            .with("undecrypted", status.undecrypted)
            .with("late", status.decrypt_failures)
            .with("commands", status.commands)
            .with("syncage", status.sync_age.unwrap_or(status.uptime));
        let fact = match &status.answers {
            Some(times) => fact
                .with("timed", 1)
                .with("median", times.median)
                .with("slow", times.slow),
            None => fact.with("timed", 0).with("median", 0).with("slow", 0),
        };
        let fact = time(fact, ["days", "hours", "minutes"], status.uptime);
        time(
            fact,
            ["syncdays", "synchours", "syncminutes"],
            status.synced,
        )
    }

    fn rooms(&self, line: &Line, rooms: &[RoomInfo]) -> Effect {
        let mut lines = vec![self.sentence(&Fact::new("rooms").with("count", rooms.len()))];
        lines.extend(rooms.iter().take(LISTED).map(|room| {
            // Names of rooms are no better than names of people.
            let name = Person {
                id: room.id.clone(),
                name: room.name.clone(),
            };
            let fact = Fact::new("room-line")
                .with("room", names::id(&room.id))
                .with("name", names::shown(&name))
                .with("members", room.members)
                .with("tables", self.seating.open_in(&room.id).count());
            self.sentence(&fact)
        }));
        lines.extend(self.more(rooms.len()));
        self.answer(line, vec![Block::Text(lines.join("\n"))])
    }
}

fn errand(line: &Line, task: AdminTask) -> Effect {
    let line = Line {
        people: Members::default(),
        ..line.clone()
    };
    Effect::Errand(Errand::Administer(AdminWish { line, task }))
}
