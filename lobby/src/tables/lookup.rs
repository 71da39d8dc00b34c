//! Lookup of the table and the person a line refers to.

use games::{Fact, Live, Seat, Typed};

use crate::{
    command::table_number,
    context::{Context, Environment},
    line::Line,
    names,
    person::Person,
    refusal::{Cause, Refusal, refuse},
    tables::{Playing, Stage, Table, TableIndex},
    terms::Occasion,
    text::{
        isolate::isolated,
        messages::{PersonMessage, Place, PuzzleMessage, TableId, TableMessage},
    },
};

/// Maximum number of people of the same name listed.
const MAX_NAMESAKES: usize = 5;

/// Returns whether a word is the number of a table in the room of a line.
pub fn is_table(cx: &Context<'_>, tables: &TableIndex, word: &str) -> bool {
    let table = table_number(word).and_then(|id| tables.get(id));
    table.is_some_and(|table| table.room == cx.line.room)
}

/// Returns the table with a number.
pub fn table(tables: &TableIndex, id: u32) -> Result<&Table, Refusal> {
    tables.get(id).ok_or_else(|| TableMessage::NotFound.into())
}

/// Returns the table meant by a line: the one named, the one of the thread, or the only matching one of the sender or of
/// the room. Finished games are found by number or in their thread, unless a rematch is requested. In the main timeline of
/// a direct message, the one played there comes first.
pub fn find<'t>(
    cx: &Context<'_>,
    tables: &'t TableIndex,
    fits: impl Fn(&Table) -> bool,
) -> Result<&'t Table, Refusal> {
    if let Some(number) = cx.named {
        return match tables.get(number) {
            Some(table) if table.room == cx.line.room => Ok(table),
            Some(table) => Err(not_here(cx.line, table)),
            None => refuse(TableMessage::Unknown {
                table: TableId(number),
            }),
        };
    }
    if let Some(table) = tables.of_line(cx.line) {
        return Ok(table);
    }
    let here = tables.current_in(&cx.line.room);
    let found: Vec<&Table> = here.filter(|table| fits(table)).collect();
    let own: Vec<&Table> = found
        .iter()
        .copied()
        .filter(|table| table.concerns(cx.sender()))
        .collect();
    let main = own.iter().copied().filter(|table| table.thread.is_none());
    if let [one] = main.collect::<Vec<_>>().as_slice()
        && cx.line.direct
    {
        return Ok(one);
    }
    match (own.as_slice(), found.as_slice()) {
        ([one], _) | ([], [one]) => Ok(one),
        ([], []) => {
            let none = if cx.line.direct {
                TableMessage::NothingOn.into()
            } else {
                cx.prefixed(TableMessage::NotFound)
            };
            Err(Refusal::from(none).because(Cause::NoTable))
        }
        ([], several) | (several, _) => {
            let ids: Vec<u32> = several.iter().map(|table| table.id).collect();
            Err(which_table(cx, &ids))
        }
    }
}

/// Returns the refusal that asks which of several tables is meant.
pub fn which_table(cx: &Context<'_>, ids: &[u32]) -> Refusal {
    let tables: Vec<TableId> = ids.iter().copied().map(TableId).collect();
    // A truncated command is no example.
    let text = cx.words();
    let text = if names::quoted(text) == text {
        text
    } else {
        "board"
    };
    let which = TableMessage::Which {
        tables: TableId::listed(&tables),
        example: tables.first().copied(),
        text: Typed::new(text),
    };
    cx.prefixed(which).into()
}

/// Returns the table at which the sender plays.
pub fn playing<'t>(cx: &Context<'_>, tables: &'t TableIndex) -> Result<&'t Table, Refusal> {
    let sender = cx.sender();
    find(cx, tables, |table| {
        table.is_playing() && table.seat_of(sender).is_some() && !is_held_up(tables, table)
    })
}

/// Returns the table to look at: a game in progress, before one that waits for it, or else the last finished
/// one.
pub fn looked_at<'t>(cx: &Context<'_>, tables: &'t TableIndex) -> Result<&'t Table, Refusal> {
    let goes_on = find(cx, tables, |it| it.is_playing() && !is_held_up(tables, it));
    let on = goes_on.or_else(|_| find(cx, tables, Table::is_playing));
    on.or_else(|refusal| match tables.last_over_in(&cx.line.room) {
        Some(table) if cx.named.is_none() && refusal.cause == Some(Cause::NoTable) => Ok(table),
        _ => Err(refusal),
    })
}

/// Returns the table among these whose game ended last. If a contest ended at the same time, it is the game that waited
/// for it.
pub fn last_over<'t>(tables: impl Iterator<Item = &'t Table>) -> Option<&'t Table> {
    let over = tables.filter_map(|table| Some((table.over()?.ended_at, table)));
    let last = over.max_by_key(|(ended_at, table)| (*ended_at, !table.is_contest(), table.id));
    last.map(|(_, table)| table)
}

/// Returns the member of the room with a user id or a name. An id never matches anybody else, whatever their
/// name.
pub fn person(cx: &Context<'_>, wanted: &str) -> Result<Person, Refusal> {
    let people = &cx.line.people;
    let id = names::typed_user(wanted);
    let meant = match &id {
        Some(id) => people.get(id).into_iter().collect(),
        None => people.called(wanted),
    };
    one_of(&meant, id, wanted)
}

/// Returns the one of several people with a user id or a name.
pub fn person_among<'p>(
    people: impl Iterator<Item = &'p Person>,
    wanted: &str,
) -> Result<Person, Refusal> {
    let id = names::typed_user(wanted);
    let key = names::lookup_key(wanted);
    let is_meant = |person: &&Person| match &id {
        Some(id) => person.id == *id,
        None => !key.is_empty() && names::lookup_keys(person).contains(&key),
    };
    let meant: Vec<&Person> = people.filter(is_meant).collect();
    one_of(&meant, id, wanted)
}

/// Returns the only one of the people who match a name or an id.
fn one_of(meant: &[&Person], id: Option<String>, wanted: &str) -> Result<Person, Refusal> {
    match (meant, id) {
        ([one], _) => Ok(Person {
            id: one.id.clone(),
            name: names::shown(one),
        }),
        ([], Some(id)) => refuse(PersonMessage::UnknownId { id: names::id(&id) }),
        ([], None) => refuse(PersonMessage::UnknownName {
            name: Typed::new(wanted),
            computer: means_computer(wanted),
        }),
        (several, _) => {
            let listed = several.iter().take(MAX_NAMESAKES);
            let ids: Vec<String> = listed.map(|person| names::id(&person.id)).collect();
            refuse(PersonMessage::Several {
                name: names::quoted(wanted),
                more: several.len() - ids.len(),
                ids: ids.join(", "),
            })
        }
    }
}

/// Returns whether an unknown name probably means the computer.
fn means_computer(name: &str) -> bool {
    let name = name.trim_start_matches('@').to_lowercase();
    matches!(name.as_str(), "computer" | "bot" | "cpu" | "ai")
}

/// Returns the refusal for a table of another room. Its players learn the kind of place it is in; for everybody
/// else it is unknown.
pub fn not_here(line: &Line, table: &Table) -> Refusal {
    let id = TableId(table.id);
    if !table.concerns(&line.sender.id) {
        return TableMessage::Unknown { table: id }.into();
    }
    // In a direct message tables have no thread and no other human player.
    let place = match (&table.thread, table.people_playing().count()) {
        (None, 1) => Place::Direct,
        _ => Place::Room,
    };
    TableMessage::Elsewhere { table: id, place }.into()
}

/// Returns the table at which the sender plays, and the sender's seat.
pub fn seated(cx: &Context<'_>, tables: &TableIndex) -> Result<(u32, Seat), Refusal> {
    let id = playing(cx, tables)?.id;
    Ok((id, seat_at(cx, tables, id)?))
}

/// Returns the sender's seat at a table.
pub fn seat_at(cx: &Context<'_>, tables: &TableIndex, id: u32) -> Result<Seat, Refusal> {
    let table = table(tables, id)?;
    match (&table.stage, table.seat_of(cx.sender())) {
        (Stage::Challenge(_) | Stage::Lapsed(_), _) => refuse(TableMessage::NotBegun),
        (_, Some(seat)) => Ok(seat),
        (_, None) => Err(not_seated(table)),
    }
}

/// Returns the game of a table, if it is in progress.
pub fn game_on<'t>(
    env: &Environment<'_>,
    tables: &'t mut TableIndex,
    id: u32,
) -> Result<&'t mut Playing, Refusal> {
    let over = game_over(env, id);
    if let Some(Stage::Challenge(_) | Stage::Lapsed(_)) = tables.get(id).map(|table| &table.stage) {
        return refuse(TableMessage::NotBegun);
    }
    let game = tables.playing_mut(id);
    game.ok_or_else(|| over.into())
}

/// Returns the refusal for a finished game, with a pointer to what is possible.
pub fn game_over(env: &Environment<'_>, id: u32) -> Fact {
    env.prefixed_for_rooms(TableMessage::GameOver { table: TableId(id) })
}

/// Returns whether a table is for learning by one person.
pub fn is_lesson(tables: &TableIndex, id: u32) -> bool {
    tables.get(id).is_some_and(Table::is_lesson)
}

/// Returns the game in progress that decides what a table waits for.
pub fn contest_of(tables: &TableIndex, id: u32) -> Option<&Table> {
    // It is played in the same room as the waiting one.
    let waiting = tables.get(id)?;
    let mut beside = tables.open_in(&waiting.room).rev();
    beside.find(|table| table.occasion == Occasion::Contest(id) && table.is_playing())
}

/// Returns the table that waits for the contest at this one.
pub fn waits_for_contest(tables: &TableIndex, id: u32) -> Option<u32> {
    let Occasion::Contest(parent) = tables.get(id)?.occasion else {
        return None;
    };
    let waiting = tables.get(parent)?;
    waiting.contest().map(|_| parent)
}

/// Returns whether a table waits for a game in progress.
fn is_held_up(tables: &TableIndex, table: &Table) -> bool {
    table.waits_for_a_game() && contest_of(tables, table.id).is_some()
}

/// Returns the game of a table, if there is one to show.
pub fn begun(table: &Table) -> Result<&Live, Refusal> {
    match (table.live(), &table.stage) {
        (Some(live), _) => Ok(live),
        (None, Stage::Over(_)) => refuse(TableMessage::RecordRefused {
            table: TableId(table.id),
        }),
        (None, _) => refuse(TableMessage::NotBegun),
    }
}

/// Returns the refusal for a user who does not play at a table.
pub fn not_seated(table: &Table) -> Refusal {
    if table.is_puzzle() {
        let name = table.lone_player().to_owned();
        return PuzzleMessage::OfAnother { name }.into();
    }
    let names = table.names();
    let players: Vec<_> = names.iter().map(|name| isolated(name)).collect();
    let players = players.join(", ");
    TableMessage::NotSeated { players }.into()
}
