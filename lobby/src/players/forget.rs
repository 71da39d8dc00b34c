//! Deletion of a player's data.

use std::collections::BTreeMap;

use games::Seed;

use crate::{
    challenges::lapse,
    context::Context,
    day::Day,
    person::Person,
    play::{progress, watching},
    players::{Confirmations, OnceADay, PlayerData},
    refusal::Answer,
    tables::{Stage, Table, TableIndex, table::seat_index},
    terms::{End, Occasion},
    text::messages::{ForgetMessage, TableId},
    traffic::Effect,
};

/// Deletes all data about the sender, and ends their games and challenges; the first request only lists that
/// and asks for a confirmation.
pub fn forget(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    confirmations: &mut Confirmations,
) -> Answer {
    let sender = cx.sender();
    let open = tables.of_user(sender).filter(|table| table.is_open());
    let open: Vec<u32> = open.map(|table| table.id).collect();
    let listed: Vec<TableId> = open.iter().copied().map(TableId).collect();
    if !confirmations.confirm_forgetting(cx.line, cx.now) {
        let tables = (!listed.is_empty()).then(|| TableId::listed(&listed));
        return Ok(vec![cx.say(cx.prefixed(ForgetMessage::Sure { tables }))]);
    }
    let somebody = Person {
        id: String::new(),
        name: cx.sentence(ForgetMessage::Somebody),
    };
    let today = cx.today();
    let begun = begun_on(tables, today, sender);
    let mut effects: Vec<Effect> = Vec::new();
    effects.extend(leave_open(cx, tables, players, &open));
    leave_tables(tables, sender, &somebody);
    effects.extend(lapse::drop_expired(tables, sender));
    tables.forget_requests(sender);
    effects.extend(watching::forget(tables, sender));
    let seed = Seed(cx.line.seed);
    let forgotten = players.forget(sender, &somebody, today, &begun, seed);
    effects.extend(forgotten);
    effects.push(Effect::Forget {
        player: sender.to_owned(),
        somebody,
    });
    let cx = &cx.with_new_tables(tables).with_new_settings(players);
    effects.push(cx.say(ForgetMessage::Done));
    Ok(effects)
}

/// Returns the run and the puzzle of a day that a player has begun, which count as tried.
fn begun_on(tables: &TableIndex, day: Day, player: &str) -> Vec<OnceADay> {
    let open = tables.of_user(player).filter(|table| table.is_open());
    let begun = open.filter_map(|table| match table.occasion {
        Occasion::Day(begun) if begun == day => Some(OnceADay::Run),
        Occasion::Puzzle(Some(begun)) if begun == day => Some(OnceADay::Puzzle),
        _ => None,
    });
    begun.collect()
}

/// Cancels the deletion.
pub fn not_forgotten(cx: &Context<'_>, confirmations: &mut Confirmations) -> Effect {
    confirmations.cancel_forgetting(cx.sender());
    cx.say(ForgetMessage::Off)
}

/// Resigns duels with other people, closes the other games without a result, and drops challenges. Each other
/// room with another player gets one message: in the thread of the games, or outside of threads if they have several.
fn leave_open(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    open: &[u32],
) -> Vec<Effect> {
    let mut duels = BTreeMap::<String, Vec<(u32, Option<String>)>>::new();
    for table in open.iter().filter_map(|id| tables.get(*id)) {
        // A contest ends with the game that waits for it.
        let is_duel =
            table.people_playing().count() == 2 && !table.is_lesson() && !table.is_contest();
        if is_duel && table.room != cx.line.room {
            let here = duels.entry(table.room.clone()).or_default();
            here.push((table.id, table.thread.clone()));
        }
    }
    let mut effects: Vec<Effect> = Vec::new();
    for id in open {
        let end = tables
            .get(*id)
            .map_or(End::Abandoned, |table| end_for(cx.sender(), table));
        effects.extend(progress::close_table(cx, tables, *id, end));
        let result = tables
            .get(*id)
            .and_then(|table| progress::duel_result(cx, players, table));
        effects.extend(result);
    }
    for (room, duels) in duels {
        let watchers: Vec<Person> = duels
            .iter()
            .flat_map(|(id, _)| tables.edit(*id, watching::dismiss).unwrap_or_default())
            .collect();
        let mut left = [left_duels(cx, &room, &duels)];
        // The members of other rooms are not known here.
        watching::mention(cx, players, &watchers, |_| true, &mut left);
        effects.extend(left);
    }
    effects
}

/// Returns how a table ends for a forgotten player: a duel with another person as if resigned, or a player who is
/// losing could take the win away.
fn end_for(player: &str, table: &Table) -> End {
    let is_duel = table.occasion == Occasion::Free && table.people_playing().count() == 2;
    match table.seat_of(player) {
        Some(seat) if is_duel => End::Resigned(seat_index(seat)),
        Some(_) | None => End::Abandoned,
    }
}

/// Returns the message to a room about duels that ended there.
fn left_duels(cx: &Context<'_>, room: &str, duels: &[(u32, Option<String>)]) -> Effect {
    if let [(id, thread)] = duels {
        let table = TableId(*id);
        return cx.saying_in(room, thread.clone(), ForgetMessage::Left { table });
    }
    let tables: Vec<TableId> = duels.iter().map(|(id, _)| TableId(*id)).collect();
    let tables = TableId::listed(&tables);
    let mut threads = duels.iter().map(|(_, thread)| thread);
    let first = threads.next().cloned().flatten();
    let thread = first.filter(|first| threads.all(|other| other.as_ref() == Some(first)));
    cx.saying_in(room, thread, ForgetMessage::LeftSeveral { tables })
}

/// Replaces a player in the finished tables in memory; the store does the same with all tables it has.
fn leave_tables(tables: &mut TableIndex, player: &str, somebody: &Person) {
    let left: Vec<_> = tables
        .of_user(player)
        .filter_map(|table| table.save().without(player, somebody))
        .collect();
    for saved in left {
        let id = saved.id;
        match Table::restore(saved) {
            Ok(table) if !matches!(table.stage, Stage::Dropped) => {
                tables.insert(table);
            }
            Ok(_) | Err(_) => {
                tables.remove(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::*;
    use crate::{
        clocks::Uptime,
        context::Environment,
        line::Line,
        settings::Settings,
        text::wording::{Language, Wording},
    };

    #[test]
    fn a_second_request_deletes_everything() {
        let config = Settings::default();
        let text = Wording::in_language(Language::default());
        let uptime = Uptime::default();
        let env = Environment::new(Timestamp::UNIX_EPOCH, &config, &text, &uptime);
        let mut tables = TableIndex::new(SignedDuration::from_hours(1));
        let mut players = PlayerData::default();
        let mut confirmations = Confirmations::default();
        let line = Line::typed("!forget me");
        let cx = Context::new(env, &line, &tables, &players);
        let mut ask = || {
            let effects = forget(&cx, &mut tables, &mut players, &mut confirmations).unwrap();
            let is_forgotten = |effect: &Effect| matches!(effect, Effect::Forget { .. });
            effects.iter().any(is_forgotten)
        };
        assert_eq!([ask(), ask(), ask()], [false, true, false]);
    }
}
