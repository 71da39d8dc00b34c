//! Direct messages that nobody has asked for: turn notices, and digests of what waits.

use jiff::Timestamp;

use crate::{
    access::permission,
    command::Switch,
    context::{Context, Environment},
    line::Line,
    message::{Block, Message},
    person::Person,
    play::mine,
    players::PlayerData,
    preferences::{Digest, SettingValue},
    tables::{TURN_NOTICE_DELAY, Table, TableIndex},
    text::messages::NoticeKind,
    traffic::Effect,
};

/// Maximum number of persons looked at after a sync response.
const MAX_PERSONS_AT_ONCE: usize = 100;

/// Maximum number of turns looked at after a sync response. After a restart all open turns are looked at.
const MAX_TURNS_AT_ONCE: usize = 5_000;

/// Sends the notices that are due, a few at a time.
pub fn send(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
) -> Vec<Effect> {
    if env.config.is_shared_screen {
        return Vec::new();
    }
    if env.config.features.reminders {
        note_turns(env, tables, players);
    }
    if env.config.features.digests {
        players.queue_digests(env.now);
    }
    let mut effects = Vec::new();
    for _ in 0..MAX_PERSONS_AT_ONCE {
        if !players.notice_pace_mut().is_free(env.now) {
            break;
        }
        if let Some(user) = players.turn_notices_mut().take_due(env.now) {
            effects.extend(send_turn_notice(env, tables, players, &user));
        } else if let Some(user) = players.digests_mut().take() {
            effects.extend(send_digest(env, tables, players, &user));
        } else {
            break;
        }
    }
    effects
}

/// Notes whether the sender of a direct message wants digests.
pub fn note_digest_setting(cx: &Context<'_>, players: &mut PlayerData) -> Option<Effect> {
    if !cx.line.direct {
        return None;
    }
    let user = cx.sender();
    let own = players.preferences().person(user);
    match own.find(SettingValue::digest).unwrap_or_default() {
        Digest::Off => players.digests_mut().forget(user),
        Digest::Daily | Digest::Weekly => players.digests_mut().add(user, cx.now),
    }
}

/// Queues notices to the players whose turn has lasted for a while.
fn note_turns(env: &Environment<'_>, tables: &mut TableIndex, players: &mut PlayerData) {
    for id in tables.take_turns_due(env.now, MAX_TURNS_AT_ONCE) {
        let turn = tables.get(id).and_then(running_turn);
        if let Some((player, began)) = turn {
            let notices = players.turn_notices_mut();
            notices.note_turn(&player.id, began, env.now);
        }
    }
}

/// Returns the person for whom a game of two waits, and the start of the turn, unless it is paused.
fn running_turn(table: &Table) -> Option<(&Person, Timestamp)> {
    let is_paused = table.clock().is_some_and(|it| it.paused_until().is_some());
    let turn = table.turn().filter(|_| !is_paused);
    turn.filter(|(player, _)| mine::waits_for(table, &player.id))
}

/// Returns whether a turn of a player has lasted for a while and no notice has told of it.
fn has_untold_turn(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    user: &str,
) -> bool {
    let turns = tables.of_user(user).filter_map(running_turn);
    let mut own = turns.filter(|(player, _)| player.id == user);
    own.any(|(_, began)| {
        began.duration_until(env.now) >= TURN_NOTICE_DELAY
            && players.turn_notices().is_untold(user, began)
    })
}

/// Sends a turn notice, unless the player does not want it or has moved since; puts it off while they are away.
fn send_turn_notice(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &mut PlayerData,
    user: &str,
) -> Vec<Effect> {
    let own = players.preferences().person(user);
    let is_wanted = own.find(SettingValue::notify) != Some(Switch::Off);
    if !is_wanted || !has_untold_turn(env, tables, players, user) {
        return Vec::new();
    }
    if let Some(until) = unavailable_until(env, players, user) {
        players.turn_notices_mut().put_off(user, until);
        return Vec::new();
    }
    let Some(message) = list_for(env, tables, players, user, NoticeKind::Turn) else {
        return Vec::new();
    };
    players.notice_pace_mut().note_sent(env.now);
    let noted = players.turn_notices_mut().note_sent(user, env.now);
    vec![noted, message]
}

/// Sends a digest, unless nothing waits. It tells of all turns as well. In quiet hours it stays due until it is late.
fn send_digest(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &mut PlayerData,
    user: &str,
) -> Vec<Effect> {
    if quiet_until(env, players, user).is_some() {
        return Vec::new();
    }
    let noted = players.digests_mut().note_sent(user, env.now);
    let mut effects: Vec<Effect> = noted.into_iter().collect();
    if let Some(message) = list_for(env, tables, players, user, NoticeKind::Digest) {
        players.notice_pace_mut().note_sent(env.now);
        effects.push(players.turn_notices_mut().note_sent(user, env.now));
        effects.push(message);
    }
    effects
}

/// Returns the end of a player's quiet hours or vacation.
fn unavailable_until(env: &Environment<'_>, players: &PlayerData, user: &str) -> Option<Timestamp> {
    let vacation = players.absences().of(user).vacation(env.now);
    vacation.or_else(|| quiet_until(env, players, user))
}

/// Returns the end of a person's quiet hours, if it is one of them.
fn quiet_until(env: &Environment<'_>, players: &PlayerData, user: &str) -> Option<Timestamp> {
    let own = players.preferences().person(user);
    let zone = players.preferences().zone_of(user);
    let quiet = own.find(SettingValue::quiet).unwrap_or_default();
    quiet.end(&zone.at(env.now))
}

/// Returns the list of what waits for a person in their direct message; `None` if nothing does, they may not play,
/// or no direct message with them is known.
fn list_for(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    user: &str,
    kind: NoticeKind,
) -> Option<Effect> {
    if !permission::may_play(env, players, user) {
        return None;
    }
    let line = line_of(players.direct_rooms().of(user)?, user);
    let cx = Context::new(*env, &line, tables, players);
    let text = mine::waiting(&cx, tables, players, kind)?;
    Some(Effect::SendMessage(Message {
        appearance: cx.appearance,
        private_to: Some(user.to_owned()),
        ..Message::new(&line.room, vec![Block::Text(text)])
    }))
}

/// Returns the line of what is said in the direct message with a person unasked.
fn line_of(room: &str, user: &str) -> Line {
    let reader = Person {
        id: user.to_owned(),
        name: user.to_owned(),
    };
    Line {
        direct: true,
        ..Line::unasked(room, reader)
    }
}
