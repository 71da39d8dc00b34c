//! Lines without a complete command: moves, typos, or talk.

use games::{
    Typed, run,
    search::{self, Level},
};

use crate::{
    command::{
        CommandError,
        addressing::{Address, ParsedLine},
        malformed,
    },
    computer::JobsUnderWay,
    context::Context,
    names,
    play::{moves, turn::begins_with_action},
    players::PlayerData,
    preferences::change,
    refusal::{Answer, refuse},
    tables::{TableIndex, lookup},
    text::messages::{CommandMessage, SeedMessage, SettingMessage},
};

/// Handles a line without a complete command.
pub fn handle(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    heard: &ParsedLine,
    error: &CommandError,
) -> Answer {
    match error {
        CommandError::Unknown { text, .. } => {
            bare_move(cx, tables, players, jobs, heard.address, text)
        }
        CommandError::Form { name, extra } => Err(malformed::bad_form(cx, name, extra.as_deref())),
        CommandError::Game { text } => Err(malformed::unknown_game(text).0.into()),
        CommandError::Target { text } => refuse(run::Refusal::TargetRange {
            text: Typed::new(text),
        }),
        CommandError::Level { text } => refuse(search::Message::NoSuchLevel {
            text: Typed::new(text),
            lowest: Level::LOWEST.number(),
            highest: Level::HIGHEST.number(),
        }),
        CommandError::Setting { .. } | CommandError::UnknownSetting { .. } => {
            Err(change::refused(cx, error).unwrap_or_else(|| SettingMessage::Foot.into()))
        }
        CommandError::Clock { text } => refuse(CommandMessage::Clock {
            text: Typed::new(text),
        }),
        CommandError::LevelOfPerson => refuse(cx.prefixed(CommandMessage::LevelOfPerson)),
        CommandError::Seed => refuse(SeedMessage::WordUnfit {
            limit: names::MAX_SHOWN_CHARS,
        }),
    }
}

/// Handles a line that begins with no command: a move, for which the word `move` is optional.
fn bare_move(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    address: Address,
    text: &str,
) -> Answer {
    let of_some_game = games::CATALOG.iter().any(|entry| entry.reads(text));
    let table = match lookup::playing(cx, tables) {
        Ok(table) => table,
        Err(refusal) if cx.named.is_some() || of_some_game => return Err(refusal),
        Err(_) => return Err(malformed::unknown(cx, text)),
    };
    let reads = table
        .live()
        .is_some_and(|live| begins_with_action(live, text));
    // In a direct message everything refers to the game there, with or without prefix.
    let at_the_table = cx.named.is_some() || cx.line.direct || tables.of_line(cx.line).is_some();
    if !reads && address == Address::Called && !at_the_table {
        return Err(malformed::unknown(cx, text));
    }
    if !reads && let Some(refusal) = malformed::slip(cx, text) {
        return Err(refusal);
    }
    let id = table.id;
    moves::play(cx, tables, players, jobs, id, text)
}
