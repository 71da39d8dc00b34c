//! Export of records with tags: players, date and result. A table stores these beside its record, where names can
//! be changed and forgotten.

use games::{Live, Record, Tags, Termination, record::MAX_NAME_CHARS};

use crate::{
    day::Day,
    table::{Stage, Table},
};

/// Returns the record of a table with its tags.
pub fn tagged(table: &Table, live: &Live) -> Record {
    // At a lesson one person has all seats.
    let players = table.players().iter().cycle().take(live.entry().seats);
    let date = ended_on(table).map(|day| day.to_string());
    let tags = Tags {
        players: players
            .map(|player| player.name.chars().take(MAX_NAME_CHARS).collect())
            .collect(),
        date: date.and_then(|day| day.parse().ok()),
        ending: Some(match &table.stage {
            Stage::Over(over) => over.ending(),
            _ => Termination::Unfinished,
        }),
    };
    Record {
        tags,
        ..live.record().clone()
    }
}

/// Returns the day on which the game of a table ended.
pub fn ended_on(table: &Table) -> Option<Day> {
    match &table.stage {
        Stage::Over(over) => Some(over.ended_on),
        _ => None,
    }
}
