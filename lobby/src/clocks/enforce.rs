//! The consequences of time: reminders, fallen flags, cancelled and idle games. They are judged only after a sync
//! response with all events up to the moment, so that no move under way is overlooked.

use games::{Fact, Seat};
use jiff::{SignedDuration, Timestamp};

use crate::{
    clocks::{
        Clock, ClockEvent, ClockStatistics, ClockTime,
        absence::AUTOMATIC_VACATION,
        format_duration,
        idle::{IDLE_END, IDLE_NOTICE},
        player_lookup::{
            MAX_CLOCKS_AT_ONCE, excuse_movers_at, excuse_movers_in, is_excused, note_access,
            player_of,
        },
        status::{self, absence_of_mover},
    },
    context::{Context, Environment},
    line::Line,
    message::{Block, Message},
    person::Person,
    play::{progress, report},
    players::PlayerData,
    rooms::LeftRooms,
    tables::{Table, TableIndex, lookup, table::seat_index},
    terms::End,
    text::messages::{ClockMessage, TableId},
    traffic::{Effect, RESENT_BOARDS, ROOM_KEY_TIMEOUT, Synced, UndecryptedFrom},
};

/// Time until a clock in a room that the bot has left is checked again; the return does so earlier.
const LEFT_ROOM_INTERVAL: SignedDuration = SignedDuration::from_hours(24);

/// Shortest time until a clock is checked again.
const MIN_CHECK_INTERVAL: SignedDuration = SignedDuration::from_mins(1);

/// Processes the clocks that are due. Those in rooms that the bot has left are skipped until it returns, those in rooms
/// that could not be read until that succeeds.
pub fn synced(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    left: &LeftRooms,
    statistics: &mut ClockStatistics,
    sync: &Synced,
) -> Vec<Effect> {
    let now = env.clock_time();
    let mut effects = note_access(tables, sync);
    for room in &sync.incomplete_rooms {
        effects.extend(excuse_movers_in(tables, room));
    }
    effects.extend(excuse_movers_at(tables, &sync.deleted_boards));
    for id in tables.clocks_due(now, MAX_CLOCKS_AT_ONCE) {
        let room = tables.get(id).map(|table| &table.room);
        if room.is_some_and(|room| left.contains(room)) {
            schedule_check(tables, id, now.after(LEFT_ROOM_INTERVAL));
            continue;
        }
        if room.is_some_and(|room| sync.incomplete_rooms.contains(room)) {
            schedule_check(tables, id, now.after(MIN_CHECK_INTERVAL));
            continue;
        }
        let due = tables.get(id).and_then(|table| table.clock()?.due());
        let delay = now.since(due.unwrap_or(now));
        let mover = tables
            .get(id)
            .and_then(|table| player_of(table, table.clock()?.mover()?));
        let mover = mover.map(|player| player.id.clone());
        let (event, mut changes) = check_clock(env, tables, players, id, sync);
        set_asker(&mut changes, mover);
        let is_over = tables.get(id).is_none_or(|table| !table.is_playing());
        match event {
            Some(ClockEvent::FlagFalls(_) | ClockEvent::NoFirstTurn(_)) if is_over => {
                statistics.count_flag(delay);
            }
            Some(ClockEvent::Reminder(_)) => statistics.count_reminder(delay),
            _ => {}
        }
        effects.extend(changes);
    }
    // Due with the next response, for which the players who are out of time are looked up.
    if let Some(outage) = env.uptime.outage_until(env.now) {
        effects.extend(check_absent(env, tables, players, outage));
    }
    effects
}

/// Lets messages without another asker answer a player: nobody gets ahead of others by clocks that are due in many rooms.
fn set_asker(effects: &mut [Effect], player: Option<String>) {
    for effect in effects {
        if let Effect::SendMessage(message) = effect
            && message.asked_by.is_none()
        {
            message.asked_by.clone_from(&player);
        }
    }
}

/// Has the clocks checked whose players were away at the start of an outage that has just ended: an absence ends at
/// its time of the day, so earlier by the time of clocks.
fn check_absent(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    outage: Timestamp,
) -> Vec<Effect> {
    let is_away = |table: &&Table| {
        let zone = status::zone_of_mover(table, players);
        let absence = absence_of_mover(table, players);
        absence.is_some_and(|absence| absence.away_until(outage, zone).is_some())
            && table.clock().is_some_and(Clock::heeds_absence)
    };
    let away: Vec<u32> = tables
        .current()
        .filter(is_away)
        .map(|table| table.id)
        .collect();
    away.into_iter()
        .filter_map(|id| check_now(env, tables, id))
        .collect()
}

/// Has a clock checked after the next sync response, also if the bot is restarted before that: the stored time of the
/// check is never later than the one in memory.
pub fn check_now(env: &Environment<'_>, tables: &mut TableIndex, id: u32) -> Option<Effect> {
    schedule_check(tables, id, env.clock_time());
    tables.get(id).map(|table| Effect::Save(table.save()))
}

/// Stops the clocks of a room that the bot leaves. Whoever has caused that can choose the time of the return, so both
/// players are excused for their next turns.
pub fn stop_in_room(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    room: &str,
) -> Vec<Effect> {
    change_clocks_in(env, tables, room, |table, now| {
        let away = status::away_time(env, players, table);
        if let Some(clock) = table.clock_mut() {
            clock.stop(now, away);
            clock.excuse_players();
        }
    })
}

/// Starts the clocks of a room to which the bot returns, with the boards of their turns. Agreed pauses continue to their
/// end; one that ended in the meantime ends now.
pub fn resume_in_room(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    room: &str,
) -> Vec<Effect> {
    let mut effects = change_clocks_in(env, tables, room, |table, now| {
        if let Some(clock) = table.clock_mut() {
            match clock.paused_until() {
                Some(end) => clock.schedule_check(end.max(now)),
                None => clock.go_on(now),
            }
        }
    });
    let awaited = tables.open_in(room);
    let awaited = awaited.filter(|table| report::clock_started(table).is_some());
    let awaited: Vec<u32> = awaited.map(|table| table.id).collect();
    for id in awaited {
        effects.extend(send_board(env, tables, players, id, &[]));
    }
    effects
}

/// Changes the tables with clocks in a room.
fn change_clocks_in(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    room: &str,
    mut change: impl FnMut(&mut Table, ClockTime),
) -> Vec<Effect> {
    let on = tables.open_in(room).filter(|table| table.clock().is_some());
    let on: Vec<u32> = on.map(|table| table.id).collect();
    let now = env.clock_time();
    let changed = on.into_iter().filter_map(|id| {
        let mut table = tables.remove(id)?;
        change(&mut table, now);
        Some(tables.insert_and_save(table))
    });
    changed.collect()
}

/// Carries out what follows from the clock of a table, if anything does; returns that as well.
fn check_clock(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    sync: &Synced,
) -> (Option<ClockEvent>, Vec<Effect>) {
    let now = env.clock_time();
    let Some(table) = tables.get(id) else {
        return (None, Vec::new());
    };
    let Some(clock) = table.clock() else {
        return (None, Vec::new());
    };
    let away = status::away_time(env, players, table);
    let event = clock.event(now, away);
    let effects = match event {
        Some(ClockEvent::FlagFalls(seat)) => flag(env, tables, players, id, seat, sync),
        Some(ClockEvent::NoFirstTurn(seat)) => {
            if !is_known_until_deadline(env, players, table) {
                return (event, Vec::new());
            }
            if let Some(waits) = wait_for_keys(env, tables, id, seat, sync) {
                return (event, waits);
            }
            if is_excused(tables, id, seat) {
                end_excused(env, tables, players, id, seat)
            } else {
                end(
                    env,
                    tables,
                    players,
                    id,
                    End::NotBegun(seat_index(seat)),
                    &[],
                )
            }
        }
        Some(ClockEvent::Reminder(seat)) => remind(env, tables, id, seat, away),
        Some(ClockEvent::IdleNotice) => ask_idle(env, tables, id),
        Some(ClockEvent::IdleEnd) => end_undecided(env, tables, players, id, End::Idle, &[]),
        Some(ClockEvent::PauseEnd) => end_pause(env, tables, players, id),
        Some(ClockEvent::BoardRetry) => resend_board(env, tables, players, id),
        None => {
            let absence = absence_of_mover(table, players).unwrap_or_default();
            let back = absence.away_until(env.now, status::zone_of_mover(table, players));
            put_off(env, tables, id, back, away);
            Vec::new()
        }
    };
    (event, effects)
}

/// Ends a game whose player has run out of time, unless the player is away or a move may be on its way.
fn flag(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    seat: Seat,
    sync: &Synced,
) -> Vec<Effect> {
    let Some(table) = tables.get(id) else {
        return Vec::new();
    };
    let is_known = is_known_until_deadline(env, players, table);
    let zone = status::zone_of_mover(table, players);
    let absence = absence_of_mover(table, players);
    let away = absence.as_ref().and_then(|it| it.away_until(env.now, zone));
    if let Some(until) = away {
        schedule_check(
            tables,
            id,
            env.clock_time().after(env.now.duration_until(until)),
        );
        return Vec::new();
    }
    if !is_known {
        return Vec::new();
    }
    if let Some(waits) = wait_for_keys(env, tables, id, seat, sync) {
        return waits;
    }
    let automatic = absence.filter(|absence| {
        absence.is_automatic()
            && absence.may_begin_vacation(env.now)
            && absence.left(env.now) >= AUTOMATIC_VACATION
    });
    if automatic.is_some() {
        return begin_vacation(env, tables, players, id, seat);
    }
    if is_excused(tables, id, seat) {
        return end_excused(env, tables, players, id, seat);
    }
    end(
        env,
        tables,
        players,
        id,
        End::TimedOut(seat_index(seat)),
        &[],
    )
}

/// Ends a game without a result whose player has run out of time, but may have been kept from moving.
fn end_excused(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    seat: Seat,
) -> Vec<Effect> {
    let seat = seat_where_told(tables, id, seat);
    let why = ClockMessage::Excused { seat }.into();
    end_without_result(env, tables, players, id, &[why])
}

/// Returns the seat of a seat's player at the table where the end of the game is told: for a contest, the one that waits
/// for it.
fn seat_where_told(tables: &TableIndex, id: u32, seat: Seat) -> Seat {
    let told = || {
        let waiting = tables.get(lookup::waits_for_contest(tables, id)?)?;
        waiting.seat_of(&player_of(tables.get(id)?, seat)?.id)
    };
    told().unwrap_or(seat)
}

/// Ends a game without a result, and tells why.
pub fn end_without_result(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    why: &[Fact],
) -> Vec<Effect> {
    end_undecided(env, tables, players, id, End::Abandoned, why)
}

/// Ends a game without a winner, and tells why. A contest decides nothing then, so that the game that waits for it ends
/// as well.
fn end_undecided(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    how: End,
    why: &[Fact],
) -> Vec<Effect> {
    let Some(waiting) = lookup::waits_for_contest(tables, id) else {
        return end(env, tables, players, id, how, why);
    };
    let closed = progress::close_table(env, tables, id, End::Abandoned);
    let ended = end(env, tables, players, waiting, how, why);
    closed.into_iter().chain(ended).collect()
}

/// Returns whether all events up to the end of a player's time are known.
fn is_known_until_deadline(env: &Environment<'_>, players: &PlayerData, table: &Table) -> bool {
    let away = status::away_time(env, players, table);
    let clock = table.clock();
    let deadline = clock.and_then(|clock| clock.deadline(env.clock_time(), away));
    env.uptime.known_until() >= deadline
}

/// Puts off the fall of a flag while a message of the player cannot be decrypted yet, and says so: until then, the
/// opponent would agree to a draw or a pause without knowing that the time is up. A check before its end, as after a
/// change of an absence, doesn't shorten the wait.
fn wait_for_keys(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    id: u32,
    seat: Seat,
    sync: &Synced,
) -> Option<Vec<Effect>> {
    let table = tables.get(id)?;
    let wait_end = table.clock()?.key_wait_end(env.clock_time());
    if let Some(end) = wait_end {
        schedule_check(tables, id, end);
        return Some(Vec::new());
    }
    let player = player_of(table, seat);
    let is_theirs = |event: &&UndecryptedFrom| {
        let is_new = event.since.duration_until(env.now) < ROOM_KEY_TIMEOUT;
        event.room == table.room && Some(&event.user) == player.map(|it| &it.id) && is_new
    };
    let newest = sync
        .undecrypted
        .iter()
        .filter(is_theirs)
        .map(|event| event.since)
        .max()?;
    let until = env
        .uptime
        .clock_time(env.now)
        .after(env.now.duration_until(newest) + ROOM_KEY_TIMEOUT);
    let mut table = tables.remove(id)?;
    let clock = table.clock_mut();
    let waits = clock.is_some_and(|clock| clock.wait_for_keys(env.clock_time(), until));
    let left = env.now.duration_until(newest) + ROOM_KEY_TIMEOUT;
    let minutes = (left.as_secs() + 59) / 60;
    let message = ClockMessage::WaitsForKey { seat, minutes };
    let told = waits.then(|| say_at(env, &table, message, &[]));
    let saved = tables.insert_and_save(table);
    told.map(|told| vec![saved, told])
}

/// Ends a game whose player moves when the time is up and the flag only waits for an earlier message of theirs: that
/// one would have counted, a later one does not.
pub fn lose_after_wait(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Option<Vec<Effect>> {
    let table = tables.get(id)?;
    let seat = table.seat_of(cx.sender())?;
    let clock = table.clock()?;
    if !clock.is_past_wait(seat, cx.arrival()) {
        return None;
    }
    let delivered = cx.line.delivered();
    let is_held_up = delivered.is_none_or(|delivered| {
        let delivered = cx.uptime.clock_time(delivered);
        clock
            .key_wait_begun()
            .is_some_and(|begun| begun < delivered)
    });
    let sent = cx.line.sent.filter(|_| is_held_up);
    let sent = sent.map(|sent| cx.uptime.clock_time(sent));
    if sent.is_some_and(|sent| clock.was_in_time(seat, sent, cx.clock_time(), cx.clock_time())) {
        let seat = seat_where_told(tables, id, seat);
        let why = ClockMessage::SentInTime { seat }.into();
        return Some(end_without_result(cx, tables, players, id, &[why]));
    }
    if clock.is_excused(seat) {
        return Some(end_excused(cx, tables, players, id, seat));
    }
    let is_first = clock.turn(cx.arrival(), SignedDuration::ZERO)?.is_first;
    let how = if is_first {
        End::NotBegun(seat_index(seat))
    } else {
        End::TimedOut(seat_index(seat))
    };
    Some(end(cx, tables, players, id, how, &[]))
}

/// Begins a day of vacation for a player whose time is up.
fn begin_vacation(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    seat: Seat,
) -> Vec<Effect> {
    let Some(player) = tables
        .get(id)
        .and_then(|table| player_of(table, seat))
        .cloned()
    else {
        return Vec::new();
    };
    let begun = players
        .absences_mut()
        .begin_vacation(&player.id, AUTOMATIC_VACATION, env.now);
    let days_left = players.absences().of(&player.id).left(env.now).as_hours() / 24;
    schedule_check(tables, id, env.clock_time().after(AUTOMATIC_VACATION));
    let told = ClockMessage::AutomaticVacation { seat, days_left };
    let said = tables
        .get(id)
        .map(|table| say_at(env, table, told, &[&player.id]));
    begun.into_iter().chain(said).collect()
}

/// Reminds a player whose time is running out.
fn remind(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    id: u32,
    seat: Seat,
    away: SignedDuration,
) -> Vec<Effect> {
    let now = env.clock_time();
    let Some(mut table) = tables.remove(id) else {
        return Vec::new();
    };
    let player = player_of(&table, seat).map(|player| player.id.clone());
    let mut told = None;
    if let Some(clock) = table.clock_mut()
        && let Some(turn) = clock.turn(now, away)
    {
        clock.note_reminder(now);
        let left = format_duration(turn.left);
        told = Some(if turn.is_first {
            ClockMessage::ReminderFirst { seat, left }
        } else {
            ClockMessage::Reminder { seat, left }
        });
    }
    let mentions: Vec<&str> = player.as_deref().into_iter().collect();
    let told = told.filter(|_| env.config.features.reminders);
    let said = told.map(|told| say_at(env, &table, told, &mentions));
    [tables.insert_and_save(table)]
        .into_iter()
        .chain(said)
        .collect()
}

/// Asks both players of an idle game.
fn ask_idle(env: &Environment<'_>, tables: &mut TableIndex, id: u32) -> Vec<Effect> {
    let now = env.clock_time();
    let table = TableId(id);
    let days = IDLE_NOTICE.as_hours() / 24;
    let left = (IDLE_END - IDLE_NOTICE).as_hours() / 24;
    let is_contest = tables.get(id).is_some_and(|it| it.contest().is_some());
    let told = if is_contest {
        ClockMessage::IdleContest { table, days, left }
    } else {
        ClockMessage::Idle { table, days, left }
    };
    change_and_say(env, tables, id, told, |table| {
        if let Some(clock) = table.clock_mut() {
            clock.note_reminder(now);
        }
    })
}

/// Sends the board of a turn again that the homeserver has rejected.
fn resend_board(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
) -> Vec<Effect> {
    let Some(mut table) = tables.remove(id) else {
        return Vec::new();
    };
    if let Some(clock) = table.clock_mut() {
        clock.note_board_retry(env.clock_time());
    }
    tables.insert(table);
    send_board(env, tables, players, id, &[])
}

/// Sends the board of a turn that nobody has just asked for.
fn send_board(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
    news: &[Fact],
) -> Vec<Effect> {
    let Some(table) = tables.remove(id) else {
        return Vec::new();
    };
    let line = line_at(&table, env.now);
    let saved = tables.insert_and_save(table);
    let cx = Context::new(*env, &line, tables, players);
    let board = tables
        .get(id)
        .map(|table| report::report(&cx, tables, players, table, news));
    let mut effects: Vec<Effect> = board.into_iter().chain([saved]).collect();
    for effect in &mut effects {
        if let Effect::SendMessage(message) = effect {
            message.asked_by = Some(RESENT_BOARDS.to_owned());
            message.reply_to = None;
        }
    }
    effects
}

/// Sends the board that starts the clock at the end of a pause, or a notice if there was none.
fn end_pause(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
) -> Vec<Effect> {
    let now = env.clock_time();
    let mut left = None;
    tables.edit(id, |table| {
        if let Some(clock) = table.clock_mut() {
            left = clock.end_pause(now);
        }
    });
    let mover = tables.get(id).and_then(|table| table.clock()?.mover());
    let told = match (mover, left) {
        (Some(seat), Some(left)) => ClockMessage::PauseEnding {
            seat,
            left: format_duration(left),
        },
        (Some(seat), None) => {
            let told = ClockMessage::PauseEnded { seat };
            return send_board(env, tables, players, id, &[told.into()]);
        }
        (None, Some(left)) => ClockMessage::PauseEndingContest {
            left: format_duration(left),
        },
        (None, None) => ClockMessage::PauseEndedContest,
    };
    change_and_say(env, tables, id, told, |_| {})
}

/// Changes a table and says a sentence there that notifies its players.
fn change_and_say(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    id: u32,
    told: ClockMessage,
    change: impl FnOnce(&mut Table),
) -> Vec<Effect> {
    let Some(mut table) = tables.remove(id) else {
        return Vec::new();
    };
    change(&mut table);
    let mentions: Vec<&str> = table.people_playing().map(|it| it.id.as_str()).collect();
    let said = say_at(env, &table, told, &mentions);
    vec![tables.insert_and_save(table), said]
}

/// Puts off the next check of a clock of which a part of the time does not count.
fn put_off(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    id: u32,
    back: Option<Timestamp>,
    away: SignedDuration,
) {
    let now = env.clock_time();
    let until_back = back.map_or(SignedDuration::ZERO, |back| env.now.duration_until(back));
    tables.edit(id, |table| {
        if let Some(clock) = table.clock_mut() {
            let wait = clock.wait(now, away) + until_back;
            clock.schedule_check(now.after(wait.max(MIN_CHECK_INTERVAL)));
        }
    });
}

fn schedule_check(tables: &mut TableIndex, id: u32, at: ClockTime) {
    tables.edit(id, |table| {
        if let Some(clock) = table.clock_mut() {
            clock.schedule_check(at);
        }
    });
}

/// Ends a game, and reports that to its players.
fn end(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    end: End,
    why: &[Fact],
) -> Vec<Effect> {
    let Some(table) = tables.get(id) else {
        return Vec::new();
    };
    let line = line_at(table, env.now);
    let mentions: Vec<String> = table.people_playing().map(|it| it.id.clone()).collect();
    let cx = Context::new(*env, &line, tables, players);
    // The following change stores the table as well.
    let _ = progress::close_table(env, tables, id, end);
    let mut effects = progress::changed(&cx, tables, players, id, why).unwrap_or_default();
    for effect in &mut effects {
        if let Effect::SendMessage(message) = effect {
            message.reply_to = None;
            let watchers = std::mem::replace(&mut message.mentions, mentions.clone());
            message
                .mentions
                .extend(watchers.into_iter().filter(|user| !mentions.contains(user)));
        }
    }
    effects
}

/// Returns the line of what is said at a table unasked.
fn line_at(table: &Table, now: Timestamp) -> Line {
    let nobody = Person {
        id: String::new(),
        name: String::new(),
    };
    Line {
        thread: table.thread.clone(),
        received: Some(now),
        ..Line::unasked(&table.room, nobody)
    }
}

/// Returns a message where a table is played that notifies users.
pub(super) fn say_at(
    env: &Environment<'_>,
    table: &Table,
    told: ClockMessage,
    mentions: &[&str],
) -> Effect {
    let said = env.text.say(&told.into(), &table.names());
    Effect::SendMessage(Message {
        thread: table.thread.clone(),
        mentions: mentions.iter().map(|id| (*id).to_owned()).collect(),
        ..Message::new(&table.room, vec![Block::Text(said)])
    })
}
