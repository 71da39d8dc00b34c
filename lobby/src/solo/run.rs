//! The start of runs, where they are requested or in a direct message.

use std::collections::BTreeSet;

use games::{Fact, Seed, Typed};

use crate::{
    access::limits,
    command,
    context::Context,
    job::{Job, RunElsewhere},
    lessons::end_lesson,
    line::Line,
    play::{progress, start},
    players::PlayerData,
    refusal::Answer,
    solo::day_try::{self, Try},
    tables::{Stage, Table, TableIndex, threads},
    terms::Occasion,
    text::messages::{SeedMessage, TableMessage},
    traffic::Effect,
};

/// Starts a run: here, or in the direct message with the sender.
pub fn run(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    request: &command::Run,
) -> Answer {
    if !cx.line.direct && !request.here {
        return run_elsewhere(cx, tables, players, request);
    }
    if cx.line.direct && !rooms_of_runs(cx, tables).is_empty() {
        return Ok(vec![open_direct(cx, tables, cx.line.clone(), request)]);
    }
    run_at(cx, tables, players, request)
}

/// Starts a run in the room of the request.
pub fn run_at(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    request: &command::Run,
) -> Answer {
    if request.day {
        day_try::check_untried(cx, tables, players)?;
    }
    let taken = |owner| TableMessage::ThreadTaken { owner };
    start::check_no_run(cx, tables)?;
    let thread = threads::for_sender(cx, tables, &[], taken)?;
    limits::check_room_for_table(cx, tables, players)?;
    let id = tables.next_id()?;
    let entry = start::game("run")?;
    let (seed, occasion, mut effects) = seed_of_run(cx, players, request);
    let stage = start::dealt(
        entry,
        &request.options(),
        seed,
        vec![cx.line.sender.clone()],
    )?;
    let player = cx.line.sender.name.clone();
    let begun = match request.target {
        Some(target) => TableMessage::RunBegunTarget { player, target },
        None => TableMessage::RunBegun { player },
    };
    let mut news = vec![Fact::from(begun)];
    // Experienced players know the legend; spectators of the first run in a room do not.
    // Not by its positions: finished games would be replayed.
    let is_run = |table: &Table| table.players().len() == 1 && !table.is_lesson();
    let is_known = || cx.line.direct || tables.in_room(&cx.line.room).any(is_run);
    if !players.has_made_a_run(cx.sender()) || !is_known() {
        news.push(start::legend(cx, entry));
    }
    if let Stage::Playing(game) = &stage {
        news.extend(game.live.position().opening());
    }
    let hash = seed.commitment();
    let promised = match (&request.seed, occasion) {
        (Some(word), _) => SeedMessage::Word {
            text: Typed::new(word),
        },
        (None, Occasion::Day(day)) => SeedMessage::OfDay { day, hash },
        (None, _) => SeedMessage::Promised { hash },
    };
    news.push(promised.into());
    let place = thread.clone();
    let table = Table {
        id,
        room: cx.line.room.clone(),
        thread,
        occasion,
        stage,
    };
    let (ended, left) = end_lesson::end_lesson(cx, tables, players, place.as_deref());
    effects.extend(ended);
    news.splice(..0, left);
    effects.extend(progress::begin(cx, tables, players, table, &news)?);
    Ok(effects)
}

/// Returns the seed of a run, its occasion, and the effects that store a new seed.
fn seed_of_run(
    cx: &Context<'_>,
    players: &mut PlayerData,
    request: &command::Run,
) -> (Seed, Occasion, Vec<Effect>) {
    let fresh = Seed(cx.line.seed);
    if let Some(word) = &request.seed {
        return (Seed::from_word(word), Occasion::Word, Vec::new());
    }
    if !request.day {
        return (fresh, Occasion::Free, Vec::new());
    }
    let day = cx.today();
    let (seed, stored) = players.seed_of_day(day, fresh);
    (seed, Occasion::Day(day), stored.into_iter().collect())
}

/// Queues the job that opens the direct message with the sender. Refusals that do not depend on it come at
/// once.
fn run_elsewhere(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    request: &command::Run,
) -> Answer {
    // A run in progress is found there.
    let today = cx.today();
    if request.day
        && !matches!(
            day_try::try_of(tables, players, today, cx.sender()),
            Try::On(_)
        )
    {
        day_try::check_untried(cx, tables, players)?;
    }
    let entry = start::game("run")?;
    start::dealt(entry, &request.options(), Seed(cx.line.seed), Vec::new())?;
    let line = cx.line.without_people();
    Ok(vec![open_direct(cx, tables, line, request)])
}

/// Returns the job that opens the direct message with the sender and checks the rooms of their runs.
fn open_direct(
    cx: &Context<'_>,
    tables: &TableIndex,
    line: Line,
    request: &command::Run,
) -> Effect {
    Effect::Job(Job::OpenDirect(RunElsewhere {
        runs_in: rooms_of_runs(cx, tables),
        options: request.clone(),
        line,
    }))
}

/// Returns the other rooms in which the sender has a run in progress.
fn rooms_of_runs(cx: &Context<'_>, tables: &TableIndex) -> Vec<String> {
    let runs = tables.of_user(cx.sender());
    let runs = runs.filter(|table| table.room != cx.line.room && table.is_run());
    let rooms: BTreeSet<&String> = runs.map(|table| &table.room).collect();
    rooms.into_iter().cloned().collect()
}
