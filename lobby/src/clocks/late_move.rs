//! Moves that were sent before a flag fell and arrived after it, as if a homeserver had held them up on their way.

use std::collections::HashMap;

use games::{Live, Seat};
use jiff::Timestamp;

use crate::{
    clocks::enforce::say_at,
    command::{
        Command, CommandError,
        addressing::{ParsedLine, Request},
    },
    context::{Context, Environment},
    line::Line,
    play::turn::play_line,
    players::PlayerData,
    tables::{Stage, Table, TableIndex, table::seat_index},
    terms::{End, Occasion},
    text::messages::ClockMessage,
    traffic::Effect,
};

/// A loss on time that a message sent before it takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostOnTime {
    /// The number of the table.
    pub table: u32,
    /// The player's seat.
    pub seat: Seat,
}

/// Maximum number of lines that are tried as a late move in a game, each of which replays it.
const MAX_TRIES: u8 = 100;

/// Maximum number of tables for which tries are counted.
const MAX_COUNTED: usize = 10_000;

/// The numbers of lines that were tried as late moves, by table.
#[derive(Debug, Default)]
pub struct LateTries(HashMap<u32, u8>);

impl LateTries {
    /// Counts a try; `false` if it is one too many.
    fn count(&mut self, table: u32) -> bool {
        if self.0.len() >= MAX_COUNTED {
            self.0.clear();
        }
        let tries = self.0.entry(table).or_default();
        *tries = tries.saturating_add(1);
        *tries <= MAX_TRIES
    }
}

/// Finds the late move that a line is, in its thread, at the table that it names, or in the room. Contests are left out,
/// as their result has been used.
pub fn find(
    cx: &Context<'_>,
    tables: &TableIndex,
    tries: &mut LateTries,
    heard: &ParsedLine,
) -> Option<LostOnTime> {
    let mut late_move = |table: &Table| {
        let seat = late_mover(cx, table, tries, heard)?;
        let table = table.id;
        Some(LostOnTime { table, seat })
    };
    let room = &cx.line.room;
    match (cx.named, cx.line.thread.as_deref()) {
        (Some(id), _) => late_move(tables.get(id).filter(|table| table.room == *room)?),
        (None, Some(root)) => tables.in_thread(room, Some(root)).find_map(late_move),
        // With a game in progress, the line is for that one.
        (None, None)
            if tables
                .of_user(cx.sender())
                .any(|it| it.room == *room && it.is_playing()) =>
        {
            None
        }
        (None, None) => tables.timed_out_in(room).find_map(late_move),
    }
}

/// Returns whether a line was sent before its sender lost a duel on time in that room, whatever it says.
pub fn may_be_late_move(env: &Environment<'_>, tables: &TableIndex, line: &Line) -> bool {
    let Some(sent) = line.sent else {
        return false;
    };
    let mut here = tables.timed_out_in(&line.room);
    here.any(|table| {
        has_arrived_late(env, table, line)
            && loser_in_time(env, table, &line.sender.id, sent).is_some()
    })
}

/// Returns whether a line arrived after the end of a table's game. The time of one that arrived before and was decrypted
/// later was up to its sender: for that, the flag has waited. Nor does one with a late key that was sent during such a
/// wait.
fn has_arrived_late(env: &Environment<'_>, table: &Table, line: &Line) -> bool {
    let Some(delivered) = line.delivered() else {
        return true;
    };
    let over = table.over();
    let ended = over.and_then(|over| over.ended_at.time());
    let wait = over.and_then(|over| over.clock.as_deref()?.key_wait_begun());
    let sent = line.sent.map(|sent| env.uptime.clock_time(sent));
    ended.is_none_or(|ended| delivered > ended)
        && wait.zip(sent).is_none_or(|(begun, sent)| sent < begun)
}

/// Takes the loss on time back. The time of sending is the word of the loser's homeserver, so the game has no result
/// then, which `told` words.
pub fn excuse(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    lost: LostOnTime,
    told: impl FnOnce(Seat) -> ClockMessage,
) -> Vec<Effect> {
    let id = lost.table;
    let Some(mut table) = tables.remove(id) else {
        return Vec::new();
    };
    if let Stage::Over(over) = &mut table.stage {
        over.end = End::Abandoned;
    }
    let people = table.players().iter().map(|player| player.id.as_str());
    let mentions: Vec<&str> = people.filter(|id| !id.is_empty()).collect();
    let told = say_at(env, &table, told(lost.seat), &mentions);
    let saved = tables.insert_and_save(table);
    vec![saved, players.drop_duel(id), told]
}

/// Returns the seat of the sender, if the line is a move that was sent in time in a duel lost on time.
fn late_mover(
    cx: &Context<'_>,
    table: &Table,
    tries: &mut LateTries,
    heard: &ParsedLine,
) -> Option<Seat> {
    let sent = cx
        .line
        .sent
        .filter(|_| has_arrived_late(cx, table, cx.line))?;
    let seat = loser_in_time(cx, table, cx.sender(), sent)?;
    if !tries.count(table.id) {
        return None;
    }
    let live = table.over()?.game.live()?.clone();
    is_move(live, heard).then_some(seat)
}

/// Returns the seat of a user who has lost a duel on time, if a message was sent before the flag fell.
pub fn loser_in_time(
    env: &Environment<'_>,
    table: &Table,
    user: &str,
    sent: Timestamp,
) -> Option<Seat> {
    let over = table.over().filter(|_| table.occasion == Occasion::Free)?;
    let seat = table.seat_of(user)?;
    if over.end != End::TimedOut(seat_index(seat)) {
        return None;
    }
    let [sent, end] = [sent, over.ended_at.time()?].map(|time| env.uptime.clock_time(time));
    let clock = over.clock.as_deref()?;
    clock
        .was_in_time(seat, sent, end, env.clock_time())
        .then_some(seat)
}

fn is_move(mut live: Live, heard: &ParsedLine) -> bool {
    match &heard.request {
        Request::Command(Command::Move(text))
        | Request::Unclear(CommandError::Unknown { text, .. }) => {
            play_line(&mut live, text, true).is_ok()
        }
        Request::Command(Command::Pick(number)) => {
            let choices = live.prompt().map(|prompt| prompt.choices);
            choices.is_some_and(|choices| (1..=choices.len()).contains(number))
        }
        Request::Command(Command::Answer(_)) => {
            live.prompt().is_some_and(|prompt| prompt.is_yes_or_no)
        }
        _ => false,
    }
}
