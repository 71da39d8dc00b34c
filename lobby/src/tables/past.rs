//! Finished games that are no longer in memory: a request about them is answered after a job has loaded them from
//! the store.

use crate::{
    command::{
        Command,
        addressing::{ParsedLine, Request},
    },
    context::{Context, Environment},
    job::{Job, LoadFinished},
    line::Line,
    message::list_item,
    play::report,
    players::{PlayerData, results::RunResult},
    refusal::{Answer, Cause, refuse},
    tables::{
        Saved, Table, TableIndex, list,
        lookup::{self, not_here},
        records,
    },
    text::{
        boards,
        messages::{ListMessage, TableId, TableMessage},
    },
    traffic::Effect,
};

/// Returns the job that loads the table with this number for a line, or the newest finished ones.
pub fn loading_finished(line: &Line, table: Option<u32>) -> Effect {
    let line = line.without_people();
    Effect::Job(Job::LoadFinished(LoadFinished { line, table }))
}

/// Returns whether a line is about the last finished game of its room: it names no table and is not written in a
/// thread, and no table at hand fits.
pub fn wants_last(cx: &Context<'_>, tables: &TableIndex, heard: &ParsedLine) -> bool {
    let Request::Command(command) = &heard.request else {
        return false;
    };
    if !is_about_one(command) || heard.named().is_some() || cx.line.thread.is_some() {
        return false;
    }
    match (lookup::looked_at(cx, tables), command) {
        (Ok(table), Command::Analyse) => !is_analysable(table),
        (Err(_), Command::Analyse) => true,
        (found, _) => found.is_err_and(|refusal| refusal.cause == Some(Cause::NoTable)),
    }
}

/// Returns whether a command is about the whole course of one game.
pub fn is_about_one(command: &Command) -> bool {
    matches!(
        command,
        Command::Analyse | Command::Export | Command::Replay(_)
    )
}

/// Returns whether a command about the last finished game can mean this one.
pub fn fits(command: &Command, saved: &Saved) -> bool {
    *command != Command::Analyse
        || Table::restore(saved.clone()).is_ok_and(|table| is_analysable(&table))
}

/// Returns whether the game of a table is a finished one for two that has moves.
fn is_analysable(table: &Table) -> bool {
    let live = table
        .live()
        .filter(|_| table.is_over() && !table.is_puzzle());
    live.is_some_and(|live| live.entry().seats == 2 && live.actions() > 0)
}

/// Reports that the store could not be read.
pub fn finished_not_loaded(
    env: &Environment<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    request: &LoadFinished,
) -> Vec<Effect> {
    let table = request.table.map(TableId);
    let failed = TableMessage::RecallFailed { table };
    let cx = Context::new(*env, &request.line, tables, players);
    report::refused(&cx, tables, failed.into())
}

/// Lists the last finished games of a room.
pub fn list_over<'a>(
    cx: &Context<'_>,
    players: &PlayerData,
    found: impl Iterator<Item = &'a Saved>,
) -> Effect {
    let restored = found
        .cloned()
        .filter_map(|saved| Table::restore(saved).ok());
    let over: Vec<Table> = restored.collect();
    let head = match over.first() {
        Some(newest) => ListMessage::GamesOver {
            example: TableId(newest.id),
        },
        None => ListMessage::NoneOver,
    };
    let mut lines = vec![cx.sentence(cx.prefixed(head))];
    let items = over.iter().map(|table| list_item(&over_line(cx, table)));
    lines.extend(items);
    let is_listed = |run: &RunResult| over.iter().any(|table| table.id == run.table);
    let runs = players.results();
    let mut own = runs
        .into_iter()
        .filter(|run| run.player.id == cx.line.sender.id);
    if !cx.line.direct && own.any(|run| !is_listed(run)) {
        lines.extend([String::new(), cx.sentence(ListMessage::GamesOverDirect)]);
    }
    cx.reply(lines.join("\n"))
}

/// Returns the list line of a finished game: players, date and result.
fn over_line(env: &Environment<'_>, table: &Table) -> String {
    let what = list::list_line(env, table);
    let Some((over, live)) = table.over().zip(table.live()) else {
        return what;
    };
    let end = boards::end(table, over, live);
    let how = env.text.say(&end, &table.names());
    let date = records::ended_on(table);
    env.sentence(ListMessage::Over { what, date, how })
}

/// Returns the refusal for a table of another room.
pub fn elsewhere(line: &Line, saved: &Saved) -> Answer {
    match Table::restore(saved.clone()) {
        Ok(table) if table.is_over() => Err(not_here(line, &table)),
        Ok(_) | Err(_) => unknown(saved.id),
    }
}

/// Returns the refusal for a number without a table here.
pub fn unknown(table: u32) -> Answer {
    let table = TableId(table);
    refuse(TableMessage::Unknown { table })
}
