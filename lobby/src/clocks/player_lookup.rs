//! Lookups of players' access to the rooms of their games, and what clocks learn from it.

use std::collections::BTreeSet;

use games::Seat;
use jiff::SignedDuration;

use crate::{
    clocks::{Clock, ClockTime},
    person::Person,
    tables::{Table, TableIndex},
    traffic::{Effect, PlayerAccess, Synced},
};

/// Maximum number of clocks processed after a sync response; the others follow after the next one.
pub const MAX_CLOCKS_AT_ONCE: usize = 50;

/// Look-ahead when memberships of players are fetched, to cover the time of processing.
const DUE_MARGIN: SignedDuration = SignedDuration::from_secs(30);

/// Returns the players to look up, as pairs of room and user: those to move whose clocks are due soon, and those of
/// games with a clock in rooms where the right to write may have changed.
pub fn players_to_look_up(
    tables: &TableIndex,
    now: ClockTime,
    changed_rooms: &BTreeSet<String>,
) -> BTreeSet<(String, String)> {
    let movers = movers_due(tables, now.after(DUE_MARGIN));
    let changed = changed_rooms.iter().flat_map(|room| tables.open_in(room));
    let changed = changed.filter(|table| table.clock().is_some_and(Clock::has_control));
    let players =
        changed.flat_map(|table| table.players().iter().map(move |player| (table, player)));
    to_pairs(movers.chain(players))
}

/// A player to move who is out of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfTime {
    /// The table's number.
    pub table: u32,
    /// The room id.
    pub room: String,
    /// The user id.
    pub user: String,
    /// The event id of the board that asks for the turn.
    pub board: Option<String>,
}

/// Returns the players to move who are out of time.
pub fn players_out_of_time(tables: &TableIndex, at: ClockTime) -> Vec<OutOfTime> {
    let is_out = |table: &Table| {
        let turn = table.clock()?.turn(at, SignedDuration::ZERO)?;
        Some(turn.left <= SignedDuration::ZERO)
    };
    let out = movers_due(tables, at).filter(|(table, _)| is_out(table) == Some(true));
    out.map(|(table, player)| OutOfTime {
        table: table.id,
        room: table.room.clone(),
        user: player.id.clone(),
        board: table.clock().and_then(Clock::board).map(str::to_owned),
    })
    .collect()
}

fn to_pairs<'t>(
    players: impl Iterator<Item = (&'t Table, &'t Person)>,
) -> BTreeSet<(String, String)> {
    players
        .map(|(table, player)| (table.room.clone(), player.id.clone()))
        .collect()
}

/// Returns the tables whose clocks are due by a moment, with the player to move.
fn movers_due(tables: &TableIndex, at: ClockTime) -> impl Iterator<Item = (&Table, &Person)> {
    let due = tables.clocks_due(at, MAX_CLOCKS_AT_ONCE);
    let due = due.into_iter().filter_map(|id| tables.get(id));
    due.filter_map(|table| Some((table, player_of(table, table.clock()?.mover()?)?)))
}

/// Notes the access of players to the rooms of their games.
pub fn note_access(tables: &mut TableIndex, sync: &Synced) -> Vec<Effect> {
    let mut effects = Vec::new();
    for PlayerAccess { room, user, access } in &sync.players {
        let plays = |table: &&Table| table.clock().is_some() && table.seat_of(user).is_some();
        let here = tables.open_in(room).filter(plays);
        let here: Vec<u32> = here.map(|table| table.id).collect();
        for id in here {
            let Some(mut table) = tables.remove(id) else {
                continue;
            };
            let seat = table.seat_of(user);
            let clock = table.clock_mut();
            let is_new = clock
                .zip(seat)
                .is_some_and(|(clock, seat)| clock.note_access(seat, *access));
            let saved = tables.insert_and_save(table);
            effects.extend(is_new.then_some(saved));
        }
    }
    effects
}

/// Excuses the players to move in a room, of whom lines could not be read.
pub fn excuse_movers_in(tables: &mut TableIndex, room: &str) -> Vec<Effect> {
    let mover = |table: &Table| Some((table.id, table.clock()?.mover()?));
    let turns: Vec<_> = tables.open_in(room).filter_map(mover).collect();
    excuse(tables, &turns)
}

/// Excuses the players to move at tables.
pub fn excuse_movers_at(tables: &mut TableIndex, ids: &[u32]) -> Vec<Effect> {
    let mover = |id: &u32| Some((*id, tables.get(*id)?.clock()?.mover()?));
    let turns: Vec<_> = ids.iter().filter_map(mover).collect();
    excuse(tables, &turns)
}

/// Excuses players, as pairs of table and seat: they don't lose their turn on time.
pub fn excuse(tables: &mut TableIndex, turns: &[(u32, Seat)]) -> Vec<Effect> {
    let excused = turns.iter().filter_map(|&(id, seat)| {
        let mut table = tables.remove(id)?;
        let clock = table.clock_mut();
        let is_new = clock.is_some_and(|clock| clock.excuse(seat));
        let saved = tables.insert_and_save(table);
        is_new.then_some(saved)
    });
    excused.collect()
}

/// Returns whether a seat's player does not lose on time.
pub fn is_excused(tables: &TableIndex, id: u32, seat: Seat) -> bool {
    let clock = tables.get(id).and_then(Table::clock);
    clock.is_some_and(|clock| clock.is_excused(seat))
}

/// Returns the player of a seat.
pub fn player_of(table: &Table, seat: Seat) -> Option<&Person> {
    table.players().get(seat.index())
}
