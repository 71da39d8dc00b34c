//! Threads: where games begin, and which table a thread belongs to.

use games::Fact;

use crate::{
    context::Context,
    line::Line,
    refusal::Refusal,
    tables::{Table, TableIndex, lookup},
    text::messages::{TableId, TableMessage},
    traffic::Effect,
};

/// Returns whether a rematch is requested in the thread of a line.
pub fn is_rematch_asked(cx: &Context<'_>, tables: &TableIndex) -> bool {
    let over = owner(cx, tables).and_then(Table::over);
    over.is_some_and(|over| over.rematch.is_some())
}

/// Returns a message about the thread of a line.
pub fn of_thread<M: Into<Fact>>(
    cx: &Context<'_>,
    tables: &TableIndex,
    message: impl FnOnce(Option<TableId>) -> M,
) -> Fact {
    let owner = owner(cx, tables).map(|table| TableId(table.id));
    cx.prefixed_for_rooms(message(owner))
}

/// Returns the thread root for a game of these people that a line starts: the line's thread, or a new one
/// below it. `None` if the thread has an open table or a pending rematch, which `accept` would answer, or if
/// others play there: nobody starts anything in the thread of a table they do not play at.
pub fn root_for(cx: &Context<'_>, tables: &TableIndex, players: &[&str]) -> Option<String> {
    let owner = owner(cx, tables);
    let free = owner.is_none_or(|table| {
        !table.is_open() && table.stage.asker().is_none() && table.is_of(players)
    });
    free.then(|| root_of(cx.line).to_owned())
}

/// Returns the thread for a game that the sender of a line starts without another person; in a direct message, `None`
/// for the main timeline, where the first of several open games is played. Tables that make way for the game take none.
///
/// # Errors
/// If the thread belongs to another table, with a message about it.
pub fn for_sender<M: Into<Fact>>(
    cx: &Context<'_>,
    tables: &TableIndex,
    making_way: &[u32],
    taken: impl FnOnce(Option<TableId>) -> M,
) -> Result<Option<String>, Refusal> {
    if cx.line.direct {
        return in_direct(cx, tables, making_way);
    }
    let root = root_for(cx, tables, &[cx.sender()]);
    root.map(Some)
        .ok_or_else(|| of_thread(cx, tables, taken).into())
}

/// Returns the thread for a game that a line starts in a direct message: that of the line, the main timeline, or else a
/// new one below the line. Tables that make way for the game take none.
///
/// # Errors
/// If another game takes the line's thread, and the main timeline is taken, too.
pub fn in_direct(
    cx: &Context<'_>,
    tables: &TableIndex,
    making_way: &[u32],
) -> Result<Option<String>, Refusal> {
    let line = cx.line;
    let is_free = |root: Option<&str>| {
        let mut here = tables.in_thread(&line.room, root);
        here.all(|table| !table.is_open() || making_way.contains(&table.id))
    };
    let taken = |owner| TableMessage::DirectThreadTaken { owner };
    match &line.thread {
        Some(root) if is_free(Some(root)) => Ok(Some(root.clone())),
        _ if is_free(None) => Ok(None),
        Some(_) => Err(of_thread(cx, tables, taken).into()),
        // No thread can begin below a line of another room: what is open there makes way.
        None if line.event.is_empty() => Ok(None),
        None => Ok(Some(line.event.clone())),
    }
}

/// Returns the table of the thread in which a game started by a line would begin.
fn owner<'t>(cx: &Context<'_>, tables: &'t TableIndex) -> Option<&'t Table> {
    tables.of_thread(&cx.line.room, root_of(cx.line))
}

/// Returns whether a table's thread has a newer game, or a challenge to one.
pub fn has_newer(tables: &TableIndex, table: &Table) -> bool {
    newer(tables, table).is_some()
}

/// Returns the newest game, or challenge to one, in a table's thread that is newer than that table.
pub fn newer(tables: &TableIndex, table: &Table) -> Option<u32> {
    let beside = tables.in_thread(&table.room, table.thread.as_deref());
    let mut newer = beside.rev().filter(|other| {
        other.id > table.id && !other.is_contest() && (other.is_open() || other.has_begun())
    });
    newer.next().map(|newer| newer.id)
}

/// Makes the first line about a moved table the root of its thread, unless another table is played there.
pub fn take_thread(cx: &Context<'_>, tables: &mut TableIndex, id: u32) {
    let root = cx.line.thread.as_ref().unwrap_or(&cx.line.event);
    if root.is_empty() {
        // Nobody wrote a line: the game ends by its clock.
        return;
    }
    let is_free = tables.get(id).is_some_and(|table| {
        let mut beside = tables.in_thread(&table.room, Some(root));
        let is_taken = beside.any(|other| other.id != id && !other.is_contest_with(table));
        table.thread.is_none() && !is_taken
    });
    if is_free && !cx.line.direct {
        tables.edit(id, |table| table.thread = Some(root.clone()));
    }
}

/// Gives a table's thread to its contest, or to the game that waits for it, if that has lost its own in a move to another
/// room. Returns the effect that stores the other table.
pub fn share_thread(tables: &mut TableIndex, id: u32) -> Option<Effect> {
    let thread = tables.get(id)?.thread.clone()?;
    let waiting = lookup::waits_for_contest(tables, id);
    let other = waiting.or_else(|| Some(lookup::contest_of(tables, id)?.id))?;
    if tables.get(other)?.thread.is_some() {
        return None;
    }
    tables.edit(other, |table| {
        table.thread = Some(thread);
        Effect::Save(table.save())
    })
}

/// Returns the root of a line's thread, or of the one that can begin below it.
fn root_of(line: &Line) -> &str {
    line.thread.as_deref().unwrap_or(&line.event)
}
