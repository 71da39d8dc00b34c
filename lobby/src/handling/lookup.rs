//! Lookup of the table and the person a line refers to.

use games::{Fact, Typed};

use super::Lobby;
use crate::{
    command::table_number,
    line::Line,
    messages::{
        TableId,
        person::PersonMessage,
        table::{Place, TableMessage},
    },
    names,
    person::Person,
    refusal::{Cause, Refusal, refuse},
    table::{Stage, Table},
};

/// Maximum number of people of the same name listed.
const MAX_NAMESAKES: usize = 5;

impl Lobby {
    /// Returns the table of a line's thread. Of several it is the newest open one, else the newest game that is
    /// no contest, else the newest expired challenge.
    pub(super) fn in_thread(&self, line: &Line) -> Option<&Table> {
        self.below(&line.room, line.thread.as_deref()?)
    }

    /// Returns the table of the thread below an event.
    fn below(&self, room: &str, root: &str) -> Option<&Table> {
        let tables = || {
            let newest = self.tables.in_thread(room, Some(root));
            newest.rev()
        };
        let on = tables().find(|table| table.is_open());
        on.or_else(|| tables().find(|table| table.has_begun() && !table.is_contest()))
            .or_else(|| tables().find(|table| !table.has_begun()))
    }

    /// Returns the thread root for a game of these people that a line starts: the line's thread, or a new one
    /// below it. `None` if the thread has an open table or a pending rematch, which `accept` would answer, or if
    /// others play there: nobody starts anything in the thread of a table they do not play at.
    pub(super) fn root_for(&self, line: &Line, players: &[&str]) -> Option<String> {
        let owner = self.owner(line);
        let free = owner.is_none_or(|table| {
            !table.is_open() && table.stage.asker().is_none() && table.is_of(players)
        });
        free.then(|| root_of(line).to_owned())
    }

    /// Returns the table of the thread in which a game started by a line would begin.
    pub(super) fn owner(&self, line: &Line) -> Option<&Table> {
        self.below(&line.room, root_of(line))
    }

    /// Returns whether a word is the number of a table in the room of a line.
    pub(super) fn is_table(&self, line: &Line, word: &str) -> bool {
        let table = table_number(word).and_then(|id| self.tables.get(id));
        table.is_some_and(|table| table.room == line.room)
    }

    /// Returns whether a table's thread has a newer game, or a challenge to one.
    pub(super) fn has_newer(&self, table: &Table) -> bool {
        self.newer(table).is_some()
    }

    /// Returns the newest game, or challenge to one, in a table's thread that is newer than that table.
    pub(super) fn newer(&self, table: &Table) -> Option<u32> {
        let beside = self.tables.in_thread(&table.room, table.thread.as_deref());
        let mut newer = beside.rev().filter(|other| {
            other.id > table.id && !other.is_contest() && (other.is_open() || other.has_begun())
        });
        newer.next().map(|newer| newer.id)
    }

    /// Returns the table meant by a line: the one named, the one of the thread, or the only matching one of the
    /// sender or of the room.
    pub(super) fn find(
        &self,
        line: &Line,
        named: Option<u32>,
        fits: impl Fn(&Table) -> bool,
    ) -> Result<u32, Refusal> {
        if let Some(number) = named {
            return match self.tables.get(number) {
                Some(table) if table.room == line.room => Ok(table.id),
                Some(table) => Err(not_here(line, table)),
                None => refuse(TableMessage::Unknown {
                    table: TableId(number),
                }),
            };
        }
        if let Some(table) = self.in_thread(line) {
            return Ok(table.id);
        }
        let here = self.tables.in_room(&line.room);
        let found: Vec<&Table> = here.filter(|table| fits(table)).collect();
        let own: Vec<&Table> = found
            .iter()
            .copied()
            .filter(|table| table.concerns(&line.sender.id))
            .collect();
        match (own.as_slice(), found.as_slice()) {
            ([one], _) | ([], [one]) => Ok(one.id),
            ([], []) => {
                let none = if line.direct {
                    Fact::from(TableMessage::NothingOn)
                } else {
                    let none = Fact::from(TableMessage::NotFound);
                    none.with("prefix", self.shown_prefix(line))
                };
                Err(Refusal::from(none).because(Cause::NoTable))
            }
            ([], several) | (several, _) => {
                let ids: Vec<u32> = several.iter().map(|table| table.id).collect();
                Err(self.which_table(line, &ids))
            }
        }
    }

    /// Returns the refusal that asks which of several tables is meant.
    pub(super) fn which_table(&self, line: &Line, ids: &[u32]) -> Refusal {
        let tables: Vec<TableId> = ids.iter().copied().map(TableId).collect();
        // A truncated command is no example.
        let text = self.words(line);
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
        let which = Fact::from(which);
        which.with("prefix", self.shown_prefix(line)).into()
    }

    /// Returns the table at which the sender plays.
    pub(super) fn playing(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let sender = &line.sender.id;
        self.find(line, named, |table| {
            matches!(table.stage, Stage::Playing(_))
                && table.seat_of(sender).is_some()
                && !self.is_held_up(table)
        })
    }

    /// Returns the table to look at: a game in progress, before one that waits for it, or else the last finished
    /// one.
    pub(super) fn looked_at(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let is_on = |table: &Table| matches!(table.stage, Stage::Playing(_));
        let goes_on = self.find(line, named, |it| is_on(it) && !self.is_held_up(it));
        let on = goes_on.or_else(|_| self.find(line, named, is_on));
        on.or_else(|refusal| {
            let mut newest = self.tables.in_room(&line.room).rev();
            let over = newest.find(|table| matches!(table.stage, Stage::Over(_)));
            match over {
                Some(table) if named.is_none() && refusal.cause == Some(Cause::NoTable) => {
                    Ok(table.id)
                }
                _ => Err(refusal),
            }
        })
    }

    /// Returns the member of the room with a user id or a name. An id never matches anybody else, whatever their
    /// name.
    pub(super) fn person(&self, line: &Line, wanted: &str) -> Result<Person, Refusal> {
        let id = names::typed_user(wanted);
        let is_meant = |person: &&Person| match &id {
            Some(id) => person.id == *id,
            None => names::is_called(person, wanted),
        };
        let meant: Vec<&Person> = line.people.iter().filter(is_meant).collect();
        match (meant.as_slice(), id) {
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
}

/// Returns whether an unknown name probably means the computer.
fn means_computer(name: &str) -> bool {
    let name = name.trim_start_matches('@').to_lowercase();
    matches!(name.as_str(), "computer" | "bot" | "cpu" | "ai")
}

/// Returns the refusal for a table of another room. Its players learn the kind of place it is in; for everybody
/// else it is unknown.
pub(super) fn not_here(line: &Line, table: &Table) -> Refusal {
    let id = TableId(table.id);
    if !table.concerns(&line.sender.id) {
        return TableMessage::Unknown { table: id }.into();
    }
    // In a direct message tables have no thread and no other human player.
    let people = table.players().iter().filter(|it| it.level().is_none());
    let place = match (&table.thread, people.count()) {
        (None, 1) => Place::Direct,
        _ => Place::Room,
    };
    TableMessage::Elsewhere { table: id, place }.into()
}

/// Returns the root of a line's thread, or of the one that can begin below it.
fn root_of(line: &Line) -> &str {
    line.thread.as_deref().unwrap_or(&line.event)
}
