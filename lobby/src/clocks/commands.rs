//! The commands `clock`, `vacation` and `weekends`.

use crate::{
    clocks::{Clock, absence::MAX_VACATIONS, enforce, status},
    command::VacationRequest,
    context::Context,
    players::PlayerData,
    preferences::{Setting, SettingRequest, change},
    refusal::{Answer, refuse},
    tables::{Table, TableIndex, lookup},
    text::messages::{PauseMessage, VacationMessage},
    traffic::Effect,
};

/// Shows the clock of the game in progress that a line names, or of its thread; elsewhere the usual one.
pub fn clock(cx: &Context<'_>, tables: &TableIndex, players: &mut PlayerData) -> Answer {
    let named = cx
        .named
        .map(|_| lookup::find(cx, tables, Table::is_playing));
    let named = named.transpose()?;
    let table = named.or_else(|| tables.of_line(cx.line));
    let between_people = table.filter(|table| table.clock().is_some());
    match between_people.or(named) {
        Some(table) if !table.is_playing() => {
            lookup::begun(table)?;
            Err(lookup::game_over(cx, table.id).into())
        }
        Some(table) => match status::terms_and_time(cx, players, table) {
            Some(told) => Ok(vec![cx.reply(told)]),
            None => refuse(PauseMessage::NoClock),
        },
        None => change::settings(cx, players, SettingRequest::Show(Setting::Clock)),
    }
}

/// Shows, begins or ends the sender's vacation.
pub fn vacation(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    request: VacationRequest,
) -> Answer {
    let (user, now) = (cx.sender(), cx.now);
    let effect = match request {
        VacationRequest::Show => None,
        VacationRequest::Begin(_) if !players.absences().of(user).may_begin_vacation(now) => {
            let limit = MAX_VACATIONS;
            return refuse(VacationMessage::TooMany { limit });
        }
        VacationRequest::Begin(length) => {
            let begun = players.absences_mut().begin_vacation(user, length, now);
            if begun.is_none() {
                let days_left = days_left(cx, players);
                return refuse(VacationMessage::TooLong { days_left });
            }
            // It replaces one that may have had a later end.
            players.turn_notices_mut().bring_forward(user, now);
            begun
        }
        VacationRequest::End => {
            let ended = players.absences_mut().end_vacation(user, now);
            if ended.is_none() {
                return refuse(VacationMessage::NotOn);
            }
            players.turn_notices_mut().bring_forward(user, now);
            ended
        }
        VacationRequest::Automatic(on) => players.absences_mut().set_automatic(user, on, now),
    };
    let checked = effect.as_ref().map(|_| check_clocks_now(cx, tables));
    let days_left = days_left(cx, players);
    let absence = players.absences().of(user);
    let end = absence.vacation(now).map(|end| cx.zone().show(end));
    let told = match (request, end) {
        (VacationRequest::Automatic(on), _) => VacationMessage::Automatic { on },
        (VacationRequest::End, _) => VacationMessage::Ended { days_left },
        (VacationRequest::Begin(_), Some(end)) => VacationMessage::Begun { end, days_left },
        (_, Some(end)) => VacationMessage::On { end, days_left },
        (_, None) => VacationMessage::Off {
            days_left,
            automatic: absence.is_automatic(),
            weekends: absence.skips_weekends(),
        },
    };
    let checked = checked.into_iter().flatten();
    let effects = effect.into_iter().chain(checked).chain([cx.say(told)]);
    Ok(effects.collect())
}

/// Stops the sender's clocks at weekends from the next week on, or not.
pub fn weekends(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    skipped: bool,
) -> Answer {
    let zone = players.preferences().zone_of(cx.sender());
    let absences = players.absences_mut();
    let Some(effect) = absences.set_weekends(cx.sender(), skipped, cx.now, zone) else {
        return refuse(VacationMessage::WeekendsAlready { skipped });
    };
    let mut effects = vec![effect];
    effects.extend(check_clocks_now(cx, tables));
    effects.push(cx.say(VacationMessage::Weekends { skipped }));
    Ok(effects)
}

/// Has the clocks of the sender's games checked after the next sync response, as less or more of their time counts.
fn check_clocks_now(cx: &Context<'_>, tables: &mut TableIndex) -> Vec<Effect> {
    let own = tables.of_user(cx.sender());
    let own: Vec<u32> = own
        .filter(|table| table.clock().is_some_and(Clock::heeds_absence))
        .map(|table| table.id)
        .collect();
    own.into_iter()
        .filter_map(|id| enforce::check_now(cx, tables, id))
        .collect()
}

/// Returns the whole days of vacation left this year.
fn days_left(cx: &Context<'_>, players: &PlayerData) -> i64 {
    let left = players.absences().of(cx.sender()).left(cx.now);
    left.as_hours() / 24
}
