//! Records of games: tags such as players, date and result, export, and verification of a run. A table stores these
//! tags beside its record, where names can be changed and forgotten.

use games::{Live, Record, Tags, Termination, record::MAX_NAME_CHARS};

use crate::{
    context::Context,
    day::Day,
    message::Block,
    refusal::{Answer, refuse},
    solo::day_try,
    tables::{
        index::TableIndex,
        lookup::{self, begun},
        table::{Stage, Table},
    },
    terms::Occasion,
    text::messages::{
        TableId,
        export::ExportMessage,
        table::TableMessage,
        verify::{SeedSource, VerifyMessage},
    },
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

/// Verifies a run: replays its record from the text, and shows the seed with its commitment (hash).
pub fn verify(cx: &Context<'_>, tables: &TableIndex) -> Answer {
    let id = lookup::looked_at(cx, tables)?;
    day_try::check_seed_free(cx, tables, id)?;
    let live = match tables.get(id) {
        // A lesson has no commitment to its dice.
        Some(table) if table.is_lesson() => return refuse(VerifyMessage::NoDice),
        Some(table) if matches!(table.stage, Stage::Over(_)) => begun(table)?,
        Some(table) if table.live().is_some_and(|live| live.entry().chance) => {
            return refuse(VerifyMessage::RunOn);
        }
        _ => return refuse(VerifyMessage::NoDice),
    };
    let Some(seed) = live.record().seed else {
        return refuse(VerifyMessage::NoDice);
    };
    let source = match tables.get(id).map(|table| table.occasion) {
        Some(Occasion::Word) => SeedSource::Word,
        _ => SeedSource::Fresh,
    };
    let record = live.record().to_string().parse::<Record>();
    let replayed = record.and_then(|record| Live::replay(&record));
    let same = replayed.is_ok_and(|run| run.position_text() == live.position_text());
    let (hash, seed) = (seed.commitment(), seed.to_hex());
    let said = if same {
        VerifyMessage::Done {
            seed,
            hash,
            source,
            count: live.actions(),
        }
    } else {
        VerifyMessage::Failed { seed, hash }
    };
    Ok(vec![cx.say(said)])
}

/// Shows the record of a table's game.
pub fn export(cx: &Context<'_>, tables: &TableIndex) -> Answer {
    let id = lookup::looked_at(cx, tables)?;
    let Some(table) = tables.get(id) else {
        return refuse(TableMessage::NotFound);
    };
    let live = begun(table)?;
    day_try::check_seed_free(cx, tables, id)?;
    let on = matches!(table.stage, Stage::Playing(_));
    if live.entry().chance && on && (!table.is_lesson() || table.is_puzzle()) {
        // The seed would reveal the stack and the dice.
        return refuse(ExportMessage::RunOn);
    }
    let text = ExportMessage::Done { table: TableId(id) };
    let blocks = vec![
        Block::Text(cx.sentence(text)),
        Block::Board(tagged(table, live).to_string()),
    ];
    Ok(vec![cx.answer(blocks)])
}
