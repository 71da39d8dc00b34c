//! The time left as boards show it.

use games::Seat;
use jiff::{SignedDuration, Timestamp};

use crate::{
    clocks::{Absence, Clock, TimeControl, TurnTime, format_duration},
    context::Environment,
    players::PlayerData,
    preferences::Zone,
    tables::Table,
    text::messages::{ClockKind, ClockMessage, ClockStop},
};

/// Returns the absence of the player to move, if it stops the clock.
pub fn absence_of_mover(table: &Table, players: &PlayerData) -> Option<Absence> {
    let clock = table.clock()?;
    let counts = clock.is_in_days() && !clock.is_strict();
    let mover = clock.mover().filter(|_| counts)?;
    let player = table.players().get(mover.index())?;
    Some(players.absences().of(&player.id))
}

/// Returns the time zone of the player to move, in which weekends begin and end.
pub fn zone_of_mover(table: &Table, players: &PlayerData) -> Zone {
    let mover = table.clock().and_then(Clock::mover);
    let player = mover.and_then(|seat| table.players().get(seat.index()));
    player.map_or(Zone::UTC, |player| {
        players.preferences().zone_of(&player.id)
    })
}

/// Returns the part of the turn up to now that does not count, as the player is away.
pub fn away_time(env: &Environment<'_>, players: &PlayerData, table: &Table) -> SignedDuration {
    away_time_until(env, players, table, env.now)
}

/// Returns the part of the turn up to a moment that does not count, as the player is away.
pub fn away_time_until(
    env: &Environment<'_>,
    players: &PlayerData,
    table: &Table,
    until: Timestamp,
) -> SignedDuration {
    let zone = zone_of_mover(table, players);
    let absence = absence_of_mover(table, players);
    let since = table.clock().and_then(Clock::since);
    let away = absence
        .zip(since)
        .map(|(absence, since)| absence.between(since, until, env.uptime, zone));
    away.unwrap_or_default()
}

/// Returns the time of the turn that a game waits for, if it has a time control.
pub fn turn_time(env: &Environment<'_>, players: &PlayerData, table: &Table) -> Option<TurnTime> {
    let clock = table.clock()?;
    clock.turn(env.clock_time(), away_time(env, players, table))
}

/// Returns the time control of a game and the time of both players, if it has a clock.
pub fn terms_and_time(
    env: &Environment<'_>,
    players: &PlayerData,
    table: &Table,
) -> Option<String> {
    let clock = table.clock()?;
    let terms = env.sentence(terms(clock.control()?, clock.is_strict()));
    let time = time_left(env, players, table).or_else(|| time_in_contest(env, table, clock));
    let lines: Vec<String> = [terms].into_iter().chain(time).collect();
    Some(lines.join("\n"))
}

fn terms(control: TimeControl, strict: bool) -> ClockMessage {
    let cap = control.cap();
    let kind = match cap {
        _ if control.is_by_turn() => ClockKind::Turn,
        None => ClockKind::Bonus,
        Some(_) => ClockKind::Capped,
    };
    ClockMessage::Terms {
        kind,
        bank: format_duration(control.bank()),
        increment: format_duration(control.increment()),
        cap: cap.map(format_duration).unwrap_or_default(),
        strict,
    }
}

/// Returns the time of both players while a contest decides.
fn time_in_contest(env: &Environment<'_>, table: &Table, clock: &Clock) -> Option<String> {
    let [white, black] = table.names().try_into().ok()?;
    let told = ClockMessage::Left {
        white,
        white_left: format_duration(clock.left(Seat::First)),
        black,
        black_left: format_duration(clock.left(Seat::Second)),
        away: ClockStop::Contest,
    };
    Some(env.sentence(told))
}

/// Returns the time of both players below a board, if the game has a clock.
pub fn time_left(env: &Environment<'_>, players: &PlayerData, table: &Table) -> Option<String> {
    let clock = table.clock()?;
    let absence = absence_of_mover(table, players).unwrap_or_default();
    let zone = zone_of_mover(table, players);
    let turn = turn_time(env, players, table)?;
    let left = format_duration(turn.left);
    let [white, black] = table.names().try_into().ok()?;
    let away = stop(clock, &absence, env.now, zone);
    let told = if turn.is_first {
        ClockMessage::FirstTurn {
            seat: turn.seat,
            left,
            away,
        }
    } else {
        let mut times = [Seat::First, Seat::Second].map(|seat| format_duration(clock.left(seat)));
        *turn.seat.of_mut(&mut times) = left;
        let [white_left, black_left] = times;
        ClockMessage::Left {
            white,
            white_left,
            black,
            black_left,
            away,
        }
    };
    Some(env.text.say(&told.into(), &table.names()))
}

/// Returns the reason why a clock is stopped.
fn stop(clock: &Clock, absence: &Absence, now: Timestamp, zone: Zone) -> ClockStop {
    if clock.paused_until().is_some() {
        ClockStop::Pause
    } else if absence.vacation(now).is_some() {
        ClockStop::Vacation
    } else if absence.away_until(now, zone).is_some() {
        ClockStop::Weekend
    } else {
        ClockStop::Runs
    }
}
