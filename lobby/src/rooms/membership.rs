//! Rooms the bot joins and leaves: games end when it is removed, but not when it leaves of its own accord.

use jiff::SignedDuration;

use crate::{
    clocks::enforce,
    context::Environment,
    job::Job,
    play::progress,
    players::PlayerData,
    preferences::{Owner, Setting},
    puzzles::score,
    rooms::LeftRooms,
    tables::TableIndex,
    terms::End,
    text::messages::{HelloMessage, LimitMessage, TableId},
    traffic::{Effect, Greeting},
};

/// Time to keep the games of a room the bot has left.
const LEFT_ROOM_RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Greets a room; after a return to one it had left of its own accord, games go on. Without a greeting, nothing happens.
pub fn joined(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    left: &mut LeftRooms,
    room: &str,
    greeting: Option<Greeting>,
) -> Vec<Effect> {
    let Some(greeting) = greeting else {
        return Vec::new();
    };
    let env = &env.in_room(players, room);
    let Some(back) = left.clear(room) else {
        return greet(env, room, greeting);
    };
    let open = tables.open_in(room);
    let listed: Vec<TableId> = open.map(|table| TableId(table.id)).collect();
    let Some(first) = listed.first().copied() else {
        return [vec![back], greet(env, room, greeting)].concat();
    };
    let mut effects = vec![back];
    let listed = TableId::listed(&listed);
    let said = env.prefixed_for_rooms(HelloMessage::Again {
        tables: listed,
        first,
    });
    effects.push(env.saying(room, said));
    effects.extend(enforce::resume_in_room(env, tables, players, room));
    effects
}

/// Forgets a room the bot is no longer in and ends its games, unless it left of its own accord.
pub fn removed(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    left: &LeftRooms,
    room: &str,
) -> Vec<Effect> {
    let forgotten = players.direct_rooms_mut().forget_room(room);
    let mut effects: Vec<Effect> = forgotten.into_iter().collect();
    if !left.contains(room) {
        effects.extend(end_tables(env, tables, players, room));
    }
    effects
}

/// The reason for which the bot leaves a room of its own accord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveReason {
    /// Too much state.
    TooLarge,
    /// The homeserver fails at this room, and so at every sync.
    BreaksSync,
}

/// Leaves a room, reports the reason there, and keeps its games.
pub fn leave(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    left: &mut LeftRooms,
    room: &str,
    reason: LeaveReason,
) -> Vec<Effect> {
    let games = tables.open_in(room).filter(|table| !table.is_run());
    let count = games.count();
    let said = match reason {
        LeaveReason::TooLarge => LimitMessage::RoomTooLarge { count },
        LeaveReason::BreaksSync => LimitMessage::RoomBreaksSync { count },
    };
    let mut effects = vec![left.note(room, env.now)];
    effects.extend(enforce::stop_in_room(env, tables, players, room));
    effects.push(env.saying(room, said));
    effects.push(Effect::Job(Job::LeaveRoom(room.to_owned())));
    effects
}

/// Notes that the bot has left a room, or resumes one that could not be left, with its clocks.
pub fn room_left(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    left: &mut LeftRooms,
    room: &str,
    is_left: bool,
) -> Vec<Effect> {
    if !left.contains(room) {
        return Vec::new();
    }
    // While the bot was still there, players may have moved, and used up their excuses.
    let mut effects = enforce::stop_in_room(env, tables, players, room);
    if !is_left {
        effects.extend(left.clear(room));
        effects.extend(enforce::resume_in_room(env, tables, players, room));
    }
    effects
}

/// Ends the games of rooms to which the bot was not invited back in time.
pub fn end_kept(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    left: &mut LeftRooms,
) -> Vec<Effect> {
    let before = env.now.checked_sub(LEFT_ROOM_RETENTION).unwrap_or_default();
    let mut effects = Vec::new();
    for room in left.before(before) {
        effects.extend(left.clear(&room));
        effects.extend(end_tables(env, tables, players, &room));
    }
    effects
}

/// Ends everything in progress in a room without a winner, and its daily leaderboard; except runs, which continue in
/// another room once their players ask for them.
pub fn end_tables(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    room: &str,
) -> Vec<Effect> {
    let open = tables.open_in(room).filter(|table| !table.is_run());
    let open: Vec<u32> = open.map(|table| table.id).collect();
    let stopped = players
        .preferences_mut()
        .reset(Owner::Room(room), Setting::Day);
    let mut effects: Vec<Effect> = stopped.into_iter().collect();
    for id in open {
        effects.extend(score::leave_puzzle(tables, players, id));
        effects.extend(progress::close_table(env, tables, id, End::Abandoned));
    }
    effects
}

/// Greets a room the bot has joined.
fn greet(env: &Environment<'_>, room: &str, greeting: Greeting) -> Vec<Effect> {
    if !env.config.access.is_room_allowed(room) {
        return Vec::new();
    }
    let hello = match greeting {
        Greeting::Direct => HelloMessage::Direct,
        Greeting::Room => HelloMessage::Room,
    };
    vec![env.saying(room, env.prefixed_for_rooms(hello))]
}
