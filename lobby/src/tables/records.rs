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
        Over, Table, TableIndex,
        lookup::{self, begun},
    },
    terms::Occasion,
    text::messages::{ExportMessage, SeedSource, TableId, VerifyMessage},
};

/// Returns the record of a table with its tags.
pub fn tagged(table: &Table, live: &Live) -> Record {
    // At a lesson one person has all seats.
    let players = table.players().iter().cycle().take(live.entry().seats);
    let tags = Tags {
        players: players
            .map(|player| player.name.chars().take(MAX_NAME_CHARS).collect())
            .collect(),
        date: ended_on(table).map(Day::date),
        ending: Some(table.over().map_or(Termination::Unfinished, Over::ending)),
    };
    Record {
        tags,
        ..live.record().clone()
    }
}

/// Returns the day on which the game of a table ended.
pub fn ended_on(table: &Table) -> Option<Day> {
    table.over().map(|over| over.ended_at.day())
}

/// Verifies a run: replays its record from the text, and shows the seed with its commitment (hash).
pub fn verify(cx: &Context<'_>, tables: &TableIndex) -> Answer {
    let table = lookup::looked_at(cx, tables)?;
    day_try::check_seed_free(cx, table)?;
    // A lesson has no commitment to its dice.
    if table.is_lesson() {
        return refuse(VerifyMessage::NoDice);
    }
    if !table.is_over() {
        let has_dice = table.live().is_some_and(|live| live.entry().chance);
        return refuse(if has_dice {
            VerifyMessage::RunOn
        } else {
            VerifyMessage::NoDice
        });
    }
    let live = begun(table)?;
    let Some(seed) = live.record().seed else {
        return refuse(VerifyMessage::NoDice);
    };
    let source = match table.occasion {
        Occasion::Word => SeedSource::Word,
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
    let table = lookup::looked_at(cx, tables)?;
    let live = begun(table)?;
    day_try::check_seed_free(cx, table)?;
    if live.entry().chance && table.is_playing() && (!table.is_lesson() || table.is_puzzle()) {
        // The seed would reveal the stack and the dice.
        return refuse(ExportMessage::RunOn);
    }
    let table_id = TableId(table.id);
    let blocks = vec![
        Block::Text(cx.sentence(ExportMessage::Done { table: table_id })),
        Block::Board(tagged(table, live).to_string()),
    ];
    Ok(vec![cx.answer(blocks)])
}
