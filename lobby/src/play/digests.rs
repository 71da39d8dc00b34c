//! Digests of what waits for a person, in their direct message.

use crate::{
    access::permission,
    context::{Context, Environment},
    line::Line,
    members::Members,
    message::Block,
    person::Person,
    play::mine,
    players::{DigestState, PlayerData},
    preferences::{Digest, SettingValue},
    tables::TableIndex,
    traffic::Effect,
};

/// Sends the digests that are due, a few at a time.
pub fn send(env: &Environment<'_>, tables: &TableIndex, players: &mut PlayerData) -> Vec<Effect> {
    if !env.config.features.digests {
        return Vec::new();
    }
    players.queue_digests(env.now);
    let mut effects = Vec::new();
    for user in players.digests_mut().take(env.now) {
        let message = digest(env, tables, players, &user);
        effects.extend(players.digests_mut().note_sent(&user, env.now));
        effects.extend(message);
    }
    effects
}

/// Notes the direct message of a person who wants digests, or that they want none any more.
pub fn note_room(cx: &Context<'_>, players: &mut PlayerData) -> Option<Effect> {
    let user = cx.sender();
    let own = players.preferences().person(user);
    let digest = own.find(SettingValue::digest).unwrap_or_default();
    if !cx.line.direct {
        return None;
    }
    if digest == Digest::Off {
        return players.digests_mut().forget(user);
    }
    let (room, name) = (&cx.line.room, &cx.line.sender.name);
    players.digests_mut().note_room(user, room, name, cx.now)
}

/// Returns the digest of a person, unless nothing waits, they may not play, or it is one of their quiet hours.
fn digest(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    user: &str,
) -> Option<Effect> {
    let own = players.preferences().person(user);
    let zone = players.preferences().zone_of(user);
    let quiet = own.find(SettingValue::quiet).unwrap_or_default();
    let is_quiet = quiet.contain(zone.at(env.now).time());
    if is_quiet || !permission::may_play(env, players, user) {
        return None;
    }
    let line = line_of(players.digests().of(user)?, user);
    let cx = Context::new(*env, &line, tables, players);
    let text = mine::waiting(&cx, tables, players, &line.room)?;
    Some(cx.answer(vec![Block::Text(text)]))
}

/// Returns a line in the direct message with a person that nobody has written.
fn line_of(state: &DigestState, user: &str) -> Line {
    Line {
        room: state.room.clone(),
        direct: true,
        event: String::new(),
        thread: None,
        sender: Person {
            id: user.to_owned(),
            name: state.name.clone(),
        },
        may_change_room: false,
        people: Members::default(),
        by_name: false,
        body: String::new(),
        received: None,
        seed: [0; 32],
    }
}
