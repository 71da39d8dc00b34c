//! Which table and which person a line means.

use games::{Fact, Typed};

use super::{Cause, Refusal, Tables, refuse, waiting::asker};
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
    table::{Stage, Table},
};

/// As many people of one name are listed.
const NAMESAKES: usize = 5;

impl Tables {
    /// The table whose thread a line was written in. When there were several, it is the newest of
    /// those that are on, or else the newest game that did not only decide a contest, or else the
    /// newest challenge that has lapsed.
    pub(super) fn in_thread(&self, line: &Line) -> Option<&Table> {
        self.below(&line.room, line.thread.as_deref()?)
    }

    /// The table of the thread below an event.
    fn below(&self, room: &str, root: &str) -> Option<&Table> {
        let tables = || {
            let newest = self.seating.in_thread(room, Some(root));
            newest.rev()
        };
        let on = tables().find(|table| table.is_open());
        on.or_else(|| tables().find(|table| table.has_begun() && !table.is_contest()))
            .or_else(|| tables().find(|table| !table.has_begun()))
    }

    /// The root of the thread in which these people begin a game that is asked for with a line: the
    /// thread of the line, or the one below it. `None` if that belongs to others, for whoever does not
    /// play at a table must not begin anything in its thread, if a game is on there, or if a rematch is
    /// asked for: `accept` means that one.
    pub(super) fn root_for(&self, line: &Line, players: &[&str]) -> Option<String> {
        let owner = self.owner(line);
        let free = owner.is_none_or(|table| {
            !table.is_open() && asker(&table.stage).is_none() && table.is_of(players)
        });
        free.then(|| root_of(line).to_owned())
    }

    /// The table of the thread in which a game that is asked for with a line would begin.
    pub(super) fn owner(&self, line: &Line) -> Option<&Table> {
        self.below(&line.room, root_of(line))
    }

    /// Whether a word is the number of a table of the room where a line was written.
    pub(super) fn is_table(&self, line: &Line, word: &str) -> bool {
        let table = table_number(word).and_then(|id| self.seating.get(id));
        table.is_some_and(|table| table.room == line.room)
    }

    /// Whether there is a newer game, or a challenge to one, in the thread of a table.
    pub(super) fn has_newer(&self, table: &Table) -> bool {
        self.newer(table).is_some()
    }

    /// The newest game, or challenge to one, in the thread of a table that is not that table itself.
    pub(super) fn newer(&self, table: &Table) -> Option<u32> {
        let beside = self.seating.in_thread(&table.room, table.thread.as_deref());
        let mut newer = beside.rev().filter(|other| {
            other.id > table.id && !other.is_contest() && (other.is_open() || other.has_begun())
        });
        newer.next().map(|newer| newer.id)
    }

    /// The table that is meant: the one named, that of the thread, or the only one of the sender
    /// in the room that fits.
    pub(super) fn find(
        &self,
        line: &Line,
        named: Option<u32>,
        fits: impl Fn(&Table) -> bool,
    ) -> Result<u32, Refusal> {
        if let Some(number) = named {
            return match self.seating.get(number) {
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
        let here = self.seating.in_room(&line.room);
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

    /// The question which of several tables is meant.
    pub(super) fn which_table(&self, line: &Line, ids: &[u32]) -> Refusal {
        let tables: Vec<TableId> = ids.iter().copied().map(TableId).collect();
        // An example that has been cut short is none.
        let text = self.words(line);
        let text = match names::quoted(text) == text {
            true => text,
            false => "board",
        };
        let which = TableMessage::Which {
            tables: TableId::listed(&tables),
            example: tables.first().copied(),
            text: Typed::new(text),
        };
        let which = Fact::from(which);
        which.with("prefix", self.shown_prefix(line)).into()
    }

    /// The table at which the sender plays.
    pub(super) fn playing(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let sender = &line.sender.id;
        self.find(line, named, |table| {
            matches!(table.stage, Stage::Playing(_))
                && table.seat_of(sender).is_some()
                && !self.is_held_up(table)
        })
    }

    /// The table to be looked at: one that is on, before one that waits for it, or the last one that is over.
    pub(super) fn looked_at(&self, line: &Line, named: Option<u32>) -> Result<u32, Refusal> {
        let is_on = |table: &Table| matches!(table.stage, Stage::Playing(_));
        let goes_on = self.find(line, named, |it| is_on(it) && !self.is_held_up(it));
        let on = goes_on.or_else(|_| self.find(line, named, is_on));
        on.or_else(|refusal| {
            let mut newest = self.seating.in_room(&line.room).rev();
            let over = newest.find(|table| matches!(table.stage, Stage::Over(_)));
            match over {
                Some(table) if named.is_none() && refusal.cause == Some(Cause::NoTable) => {
                    Ok(table.id)
                }
                _ => Err(refusal),
            }
        })
    }

    /// The member of the room that is meant by a user id or a name. An id never means anybody else,
    /// whatever they call themselves.
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
                let listed = several.iter().take(NAMESAKES);
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

/// Whether the computer is likely to be meant by a name that nobody has.
fn means_computer(name: &str) -> bool {
    let name = name.trim_start_matches('@').to_lowercase();
    matches!(name.as_str(), "computer" | "bot" | "cpu" | "ai")
}

/// Why a table of another room cannot be meant. Who plays there is told where that is; to everybody else it
/// is nobody's business.
pub(super) fn not_here(line: &Line, table: &Table) -> Refusal {
    let id = TableId(table.id);
    if !table.concerns(&line.sender.id) {
        return TableMessage::Unknown { table: id }.into();
    }
    // In a direct message tables have no thread, and nobody plays there with other people.
    let people = table.players().iter().filter(|it| it.level().is_none());
    let place = match (&table.thread, people.count()) {
        (None, 1) => Place::Direct,
        _ => Place::Room,
    };
    TableMessage::Elsewhere { table: id, place }.into()
}

/// The root of the thread of a line, or of the one that can begin below it.
fn root_of(line: &Line) -> &str {
    line.thread.as_deref().unwrap_or(&line.event)
}
