//! Admin commands, in a direct message or in the admin room.

use std::cmp::Reverse;

use games::Typed;
use jiff::SignedDuration;

use crate::{
    admin::{AdminAction, AdminReport, AdminRequest, RoomInfo, Status, Tally},
    challenges::lapse,
    clocks::{Uptime, format_duration},
    command::AdminCommand,
    context::{Context, Environment},
    job::Job,
    line::Line,
    names,
    person::Person,
    players::PlayerData,
    refusal::{Answer, refuse},
    rooms::{membership, upgrade},
    tables::{Table, TableIndex},
    text::messages::{AdminMessage, ClockMessage},
    traffic::{ANNOUNCEMENTS, Effect},
};

/// Maximum number of rooms, or blocked users, listed at once.
const MAX_LISTED: usize = 50;

/// Shortest and longest time that an admin can add to all clocks at once.
const MIN_ADDED_TIME: SignedDuration = SignedDuration::from_mins(1);
const MAX_ADDED_TIME: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Executes an admin command.
pub fn administer(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    uptime: &mut Uptime,
    command: AdminCommand,
) -> Answer {
    match command {
        AdminCommand::Status => Ok(vec![job(cx.line, AdminAction::Status)]),
        AdminCommand::Rooms => Ok(vec![job(cx.line, AdminAction::Rooms)]),
        AdminCommand::Leave(room) => leave(cx, tables, players, room),
        AdminCommand::MoveGames { from, to } => move_games(cx, tables, players, from, to),
        AdminCommand::Block(None) => Ok(vec![blocked(cx, players)]),
        AdminCommand::Block(Some(user)) => block(cx, tables, players, &user, true),
        AdminCommand::Unblock(user) => block(cx, tables, players, &user, false),
        AdminCommand::Announce(text) => Ok(announce(cx, tables, &text)),
        AdminCommand::AddTime(time) => add_time(cx, uptime, time),
        AdminCommand::Shutdown => {
            let said = cx.say(AdminMessage::ShuttingDown);
            Ok(vec![said, Effect::Stop])
        }
    }
}

/// Adds time to all clocks that run, as after an outage that the bot could not see.
fn add_time(cx: &Context<'_>, uptime: &mut Uptime, time: SignedDuration) -> Answer {
    if !(MIN_ADDED_TIME..=MAX_ADDED_TIME).contains(&time) {
        let most = MAX_ADDED_TIME.as_hours() / 24;
        return refuse(ClockMessage::CannotAdd { most });
    }
    let effect = uptime.add(time, cx.now);
    let time = format_duration(time);
    Ok(vec![effect, cx.say(ClockMessage::Added { time })])
}

/// Ends the tables of a room, reports that there, and queues the job that leaves the room afterwards.
fn leave(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    room: String,
) -> Answer {
    if !room.starts_with('!') {
        let room = Typed::new(room);
        return refuse(AdminMessage::NoRoomId { room });
    }
    if room == cx.line.room {
        return refuse(AdminMessage::LeaveHere);
    }
    let (runs, others): (Vec<&Table>, Vec<&Table>) =
        tables.open_in(&room).partition(|table| table.is_run());
    let (count, runs) = (others.len(), runs.len());
    let mut effects = membership::end_tables(cx, tables, players, &room);
    if count + runs > 0 {
        let goodbye = AdminMessage::Goodbye { count, runs };
        effects.push(cx.saying(&room, goodbye));
    }
    effects.push(job(cx.line, AdminAction::Leave(room)));
    Ok(effects)
}

/// Queues a check that the bot is in the room the games are to move to.
fn move_games(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    from: String,
    to: String,
) -> Answer {
    let access = &cx.config.access;
    let is_allowed = if players.direct_rooms().contains(&to) {
        !access.is_room_denied(&to)
    } else {
        access.is_room_allowed(&to)
    };
    if let Some(room) = [&from, &to].into_iter().find(|room| !room.starts_with('!')) {
        let room = Typed::new(room);
        return refuse(AdminMessage::NoRoomId { room });
    }
    let room = names::id(&from);
    if tables.open_in(&from).next().is_none() {
        return refuse(AdminMessage::NoGamesToMove { room });
    }
    if !is_allowed || from == to {
        return refuse(AdminMessage::GamesNotMoved { room });
    }
    if let Some(reason) = privacy_reason(tables, players, &from, &to) {
        return refuse(reason);
    }
    Ok(vec![job(cx.line, AdminAction::MoveGames { from, to })])
}

/// Returns why games can't move: those of a direct message stay with the same person, and nobody else's come into one.
fn privacy_reason(
    tables: &TableIndex,
    players: &PlayerData,
    from: &str,
    to: &str,
) -> Option<AdminMessage> {
    let direct_rooms = players.direct_rooms();
    let room = names::id(from);
    let Some(user) = direct_rooms.user(to) else {
        let is_direct = direct_rooms.contains(from);
        return is_direct.then_some(AdminMessage::DirectGamesNotMoved { room });
    };
    let is_theirs = |table: &Table| {
        let mut people = table.people_playing();
        people.next().is_some_and(|person| person.id == user) && people.next().is_none()
    };
    if tables.open_in(from).all(is_theirs) {
        return None;
    }
    let to = names::id(to);
    Some(AdminMessage::GamesNotMovedToDirect { room, to })
}

fn block(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    user: &str,
    blocked: bool,
) -> Answer {
    // Ids are compared as they are, so a pattern would block nobody.
    if !names::is_user_id(user) || (blocked && user.contains('*')) {
        let user = Typed::new(user);
        return refuse(AdminMessage::NoUserId { user });
    }
    let name = names::id(user);
    if blocked && cx.config.access.is_admin(user) {
        return refuse(AdminMessage::BlockAdmin { user: name });
    }
    let Some(effect) = players.block(user, blocked) else {
        return refuse(if blocked {
            AdminMessage::BlockedAlready { user: name }
        } else {
            AdminMessage::NotBlocked { user: name }
        });
    };
    let mut effects = vec![effect];
    effects.extend(lapse::expire_blocked(cx, tables, players));
    let done = if blocked {
        AdminMessage::Blocked { user: name }
    } else {
        AdminMessage::Unblocked { user: name }
    };
    effects.push(cx.say(done));
    Ok(effects)
}

fn blocked(cx: &Context<'_>, players: &PlayerData) -> Effect {
    let count = players.blocked().len();
    let mut lines = vec![cx.sentence(AdminMessage::BlockedList { count })];
    lines.extend(players.blocked().take(MAX_LISTED).map(names::id));
    lines.extend(more(cx, count));
    cx.reply(lines.join("\n"))
}

fn more(env: &Environment<'_>, count: usize) -> Option<String> {
    let count = count.checked_sub(MAX_LISTED).filter(|more| *more > 0)?;
    Some(env.sentence(AdminMessage::AndMore { count }))
}

/// Sends a text to all rooms with open tables except the room it was written in.
fn announce(cx: &Context<'_>, tables: &TableIndex, text: &str) -> Vec<Effect> {
    let open = tables.current().filter(|table| table.is_open());
    let rooms = open.map(|table| table.room.as_str());
    let rooms: std::collections::BTreeSet<&str> =
        rooms.filter(|room| *room != cx.line.room).collect();
    let announced = text.to_owned();
    let announcement = AdminMessage::Announcement { announced };
    let mut effects: Vec<Effect> = rooms
        .iter()
        .map(|room| cx.saying(room, announcement.clone()))
        .collect();
    for effect in &mut effects {
        if let Effect::SendMessage(message) = effect {
            message.asked_by = Some(ANNOUNCEMENTS.to_owned());
        }
    }
    let count = rooms.len();
    effects.push(cx.say(AdminMessage::Announced { count }));
    effects
}

/// Reports the result of a job to the admin.
pub fn administered(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    request: &AdminRequest,
    report: &AdminReport,
) -> Vec<Effect> {
    let line = &request.line;
    if let (AdminAction::MoveGames { from, to }, AdminReport::There) = (&request.task, report) {
        // A game may have begun meanwhile.
        if let Some(reason) = privacy_reason(tables, players, from, to) {
            return vec![Context::new(*env, line, tables, players).say(reason)];
        }
        let mut effects = upgrade::move_tables(env, tables, from, to);
        effects.retain(
            |effect| !matches!(effect, Effect::SendMessage(said) if said.room == line.room),
        );
        let (from, to) = (names::id(from), names::id(to));
        let cx = Context::new(*env, line, tables, players);
        effects.push(cx.say(AdminMessage::GamesMoved { from, to }));
        return effects;
    }
    let room = match &request.task {
        AdminAction::Leave(room) | AdminAction::MoveGames { to: room, .. } => names::id(room),
        AdminAction::Status | AdminAction::Rooms => String::new(),
    };
    let cx = &Context::new(*env, line, tables, players);
    let message = match report {
        AdminReport::Status(report) => status(tables, players, report),
        AdminReport::Rooms(listed) => return vec![rooms(cx, tables, listed)],
        AdminReport::There => return Vec::new(),
        AdminReport::Left => AdminMessage::LeftRoom { room },
        AdminReport::NotThere => AdminMessage::NotInRoom { room },
        AdminReport::Failed => AdminMessage::Failed,
    };
    vec![cx.say(message)]
}

fn status(tables: &TableIndex, players: &PlayerData, status: &Status) -> AdminMessage {
    let Tally { games, challenges } = tables.tally();
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
        blocked: players.blocked().len(),
        commands: status.commands,
        timed: times.is_some().into(),
        median: times.map_or(0, |times| times.median),
        slow: times.map_or(0, |times| times.slow),
        outgoing: status.outgoing,
        undecrypted: status.undecrypted,
        late: status.decrypt_failures,
    }
}

fn rooms(cx: &Context<'_>, tables: &TableIndex, rooms: &[RoomInfo]) -> Effect {
    let count = rooms.len();
    let mut lines = vec![cx.sentence(AdminMessage::Rooms { count })];
    let mut rooms: Vec<(usize, &RoomInfo)> = rooms
        .iter()
        .map(|room| (tables.open_in(&room.id).count(), room))
        .collect();
    // Those with most games first: ids are chosen by homeservers.
    rooms.sort_by_key(|(open, _)| Reverse(*open));
    lines.extend(rooms.into_iter().take(MAX_LISTED).map(|(open, room)| {
        // Room names are user-chosen, so they are sanitised like names of people.
        let name = Person {
            id: room.id.clone(),
            name: room.name.clone(),
        };
        let line = AdminMessage::RoomLine {
            room: names::id(&room.id),
            name: names::shown(&name),
            members: room.members,
            tables: open,
        };
        cx.sentence(line)
    }));
    lines.extend(more(cx, count));
    cx.reply(lines.join("\n"))
}

fn job(line: &Line, task: AdminAction) -> Effect {
    let line = line.without_people();
    Effect::Job(Job::Administer(AdminRequest { line, task }))
}
