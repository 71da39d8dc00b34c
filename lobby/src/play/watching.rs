//! `watch` and `unwatch`: people who are mentioned when a game ends.

use crate::{
    access::permission,
    challenges::lapse::is_here,
    context::{Context, Environment},
    line::Line,
    message::Block,
    person::Person,
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{Stage, Table, TableIndex, lookup},
    text::{
        isolate::isolated,
        messages::{TableId, WatchMessage},
    },
    traffic::Effect,
};

/// Maximum number of people who watch a game.
const MAX_WATCHERS: usize = 20;

/// Adds the sender to the people who watch a game.
pub fn watch(cx: &Context<'_>, tables: &mut TableIndex) -> Answer {
    let id = watched(cx, tables)?;
    let is_playing = lookup::table(tables, id)?.seat_of(cx.sender()).is_some();
    let table = TableId(id);
    let watchers = &mut lookup::game_on(cx, tables, id)?.notes.audience.watchers;
    if is_playing {
        return refuse(WatchMessage::OwnGame);
    }
    if watchers.iter().any(|watcher| watcher.id == cx.sender()) {
        return refuse(WatchMessage::Already { table });
    }
    if watchers.len() >= MAX_WATCHERS {
        let limit = MAX_WATCHERS;
        return refuse(WatchMessage::Full { limit });
    }
    watchers.push(cx.line.sender.clone());
    saved_and_said(cx, tables, id, WatchMessage::On { table })
}

/// Removes the sender from the people who watch a game.
pub fn unwatch(cx: &Context<'_>, tables: &mut TableIndex) -> Answer {
    let id = watched(cx, tables)?;
    let table = TableId(id);
    let watchers = &mut lookup::game_on(cx, tables, id)?.notes.audience.watchers;
    let before = watchers.len();
    watchers.retain(|watcher| watcher.id != cx.sender());
    if watchers.len() == before {
        return refuse(WatchMessage::NotWatched { table });
    }
    saved_and_said(cx, tables, id, WatchMessage::Off { table })
}

/// Returns the table that a line about the whole game of a thread means: instead of a game that decides a contest,
/// the one that waits for it.
pub fn watched(cx: &Context<'_>, tables: &TableIndex) -> Result<u32, Refusal> {
    let fits = |table: &Table| table.is_playing() && !table.is_contest();
    let id = lookup::find(cx, tables, fits)?.id;
    Ok(lookup::waits_for_contest(tables, id).unwrap_or(id))
}

/// Returns the effects of a change of a game's notes: its storage, and a reply.
pub fn saved_and_said(
    cx: &Context<'_>,
    tables: &TableIndex,
    id: u32,
    said: impl Into<games::Fact>,
) -> Answer {
    let save = Effect::Save(lookup::table(tables, id)?.save());
    Ok(vec![save, cx.say(said)])
}

/// Returns the people who have watched a game that is over, once.
pub fn dismiss(table: &mut Table) -> Vec<Person> {
    match &mut table.stage {
        Stage::Over(over) => std::mem::take(&mut over.watchers),
        _ => Vec::new(),
    }
}

/// Returns whether a user is in the room of a line. The result of a job does not know the members of the room; then
/// everybody is.
pub fn may_be_here(line: &Line, user: &str) -> bool {
    line.people.iter().next().is_none() || is_here(line, user)
}

/// Mentions people who have watched a game in the message about its end, unless they have left the room or may not
/// play any more.
pub fn mention(
    env: &Environment<'_>,
    players: &PlayerData,
    watchers: &[Person],
    is_here: impl Fn(&str) -> bool,
    effects: &mut [Effect],
) {
    let still_here = watchers.iter().filter(|watcher| is_here(&watcher.id));
    let watchers: Vec<&Person> = still_here
        .filter(|watcher| permission::may_play(env, players, &watcher.id))
        .collect();
    let last = effects.iter_mut().rev().find_map(|effect| match effect {
        Effect::SendMessage(message) => Some(message),
        _ => None,
    });
    let Some(message) = last.filter(|_| !watchers.is_empty()) else {
        return;
    };
    message.blocks.push(Block::Text(named(env, &watchers)));
    for watcher in watchers {
        if !message.mentions.contains(&watcher.id) {
            message.mentions.push(watcher.id.clone());
        }
    }
}

/// Returns the line that names the people who have watched a game.
fn named(env: &Environment<'_>, watchers: &[&Person]) -> String {
    let names = watchers.iter().map(|watcher| isolated(&watcher.name));
    let names = names.collect::<Vec<_>>().join(", ");
    env.sentence(WatchMessage::Over { names })
}

/// Removes a user from the people who watch games.
pub fn forget(tables: &mut TableIndex, user: &str) -> Vec<Effect> {
    let is_theirs = |table: &&Table| {
        let game = table.playing();
        game.is_some_and(|game| game.notes.audience.watchers.iter().any(|it| it.id == user))
    };
    let watched: Vec<u32> = tables
        .current()
        .filter(is_theirs)
        .map(|table| table.id)
        .collect();
    let left = watched.into_iter().filter_map(|id| {
        let game = tables.playing_mut(id)?;
        game.notes
            .audience
            .watchers
            .retain(|watcher| watcher.id != user);
        Some(Effect::Save(tables.get(id)?.save()))
    });
    left.collect()
}
