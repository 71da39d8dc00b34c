//! Pauses by agreement.

use games::{Live, Seat};

use crate::{
    clocks::{Clock, MAX_PAUSE, enforce, format_duration, status},
    context::Context,
    play::{
        offers::{self, open_offer},
        report,
    },
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{Stage, Table, TableIndex, lookup, table::seat_index},
    terms::Pending,
    text::messages::{PauseMessage, TableId, TableMessage},
};

/// Returns the game of the sender whose clock a line means, with their seat.
///
/// # Errors
/// If that game waits for a contest, with the command for the contest, where the clock runs.
fn game_on_clock(
    cx: &Context<'_>,
    tables: &TableIndex,
    command: &'static str,
) -> Result<(u32, Seat), Refusal> {
    let (id, own) = lookup::seated(cx, tables)?;
    let contest = lookup::contest_of(tables, id);
    let is_timed = |contest: &&Table| contest.clock().is_some_and(Clock::has_control);
    match contest.filter(is_timed) {
        Some(contest) => refuse(PauseMessage::AtContest {
            table: TableId(contest.id),
            command,
        }),
        None => Ok((id, own)),
    }
}

/// Asks for a pause of the clock, or agrees to the one asked for.
pub fn pause(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData) -> Answer {
    let (id, own) = game_on_clock(cx, tables, "pause")?;
    let is_gone = offers::is_other_gone(cx, tables, players, id, own);
    let game = lookup::game_on(cx, tables, id)?;
    let clock = game
        .notes
        .clock
        .as_deref()
        .filter(|clock| clock.control().is_some());
    let Some(clock) = clock else {
        return Err(Refusal::from(PauseMessage::NoClock).at(id));
    };
    if clock.paused_until().is_some() {
        return Err(Refusal::from(PauseMessage::Already).at(id));
    }
    if is_gone {
        return Err(offers::other_gone(game, own).at(id));
    }
    match game.notes.pending {
        Some(Pending::Pause(by)) if by != seat_index(own) => {
            match enforce::lose_after_wait(cx, tables, players, id) {
                Some(lost) => Ok(lost),
                None => begin(cx, tables, players, id),
            }
        }
        Some(pending) => Err(open_offer(pending, own).at(id)),
        None => {
            game.notes.pending = Some(Pending::Pause(seat_index(own)));
            report::tell_other(cx, tables, id, own, |name, other| PauseMessage::Asked {
                name,
                other,
            })
        }
    }
}

/// Begins the pause that both players have agreed on.
pub fn begin(cx: &Context<'_>, tables: &mut TableIndex, players: &PlayerData, id: u32) -> Answer {
    let now = cx.clock_time();
    let away = status::away_time(cx, players, lookup::table(tables, id)?);
    tables.edit(id, |table| {
        let actions = table.live().map_or(0, Live::actions);
        if let Some(clock) = table.clock_mut() {
            clock.pause(actions, now, away);
        }
        if let Stage::Playing(game) = &mut table.stage {
            game.notes.pending = None;
        }
    });
    let days = MAX_PAUSE.as_hours() / 24;
    report::changed_and_said(cx, tables, id, PauseMessage::Begun { days }.into())
}

/// Ends a pause, after a notice if the other player may be away.
pub fn resume(cx: &Context<'_>, tables: &mut TableIndex, players: &PlayerData) -> Answer {
    let (id, own) = game_on_clock(cx, tables, "resume")?;
    let game = lookup::game_on(cx, tables, id)?;
    let is_paused = |clock: &Clock| clock.paused_until().is_some();
    if !game.notes.clock.as_deref().is_some_and(is_paused) {
        return Err(Refusal::from(PauseMessage::NotPaused).at(id));
    }
    let now = cx.clock_time();
    let mut left = None;
    tables.edit(id, |table| {
        if let Some(clock) = table.clock_mut() {
            left = clock.resume(own, now);
        }
    });
    let told = |name, other| match left {
        Some(left) => PauseMessage::Ending {
            name,
            other,
            left: format_duration(left),
        },
        None => PauseMessage::Ended { name, other },
    };
    let is_asked = tables.get(id).and_then(report::clock_started).is_some();
    if !is_asked {
        return report::tell_other(cx, tables, id, own, told);
    }
    let Some(table) = tables.remove(id) else {
        return refuse(TableMessage::NotFound);
    };
    let other = table.players().get(own.other().index());
    let other = other.map(|other| other.name.clone()).unwrap_or_default();
    let told = told(cx.line.sender.name.clone(), other).into();
    let board = report::report(cx, tables, players, &table, &[told]);
    Ok(vec![tables.insert_and_save(table), board])
}
