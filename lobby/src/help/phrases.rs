//! Answers to lines in everyday words.

use games::{Fact, Live, search::Level};

use crate::{
    command::{Phrase, level_name},
    context::Context,
    refusal::Answer,
    tables::{TableIndex, lookup},
    text::messages::{ComputerMessage, PhraseMessage},
};

/// Answers a line in everyday words with the command for it.
pub fn answer(cx: &Context<'_>, tables: &TableIndex, phrase: Phrase) -> Answer {
    let player = || cx.line.sender.name.clone();
    let message = match phrase {
        Phrase::Greeting => PhraseMessage::Greeting { player: player() },
        Phrase::Thanks => PhraseMessage::Thanks { player: player() },
        Phrase::HowToPlay => how_to_play(cx, tables),
        Phrase::NewGame => PhraseMessage::NewGame,
        Phrase::Leave => PhraseMessage::Leave,
        Phrase::Level(wanted) => return Ok(vec![cx.say(level(cx, tables, wanted))]),
    };
    Ok(vec![cx.say(cx.prefixed_beside_threads(message))])
}

/// Returns the ways to learn the game the sender plays, or the usual one.
fn how_to_play(cx: &Context<'_>, tables: &TableIndex) -> PhraseMessage {
    let playing = lookup::playing(cx, tables).ok();
    match playing.and_then(|table| table.live()).map(Live::entry) {
        Some(entry) => PhraseMessage::HowToGoOn { game: entry.id },
        None => PhraseMessage::HowToPlay,
    }
}

/// Returns the way to play at another level.
fn level(cx: &Context<'_>, tables: &TableIndex, wanted: Option<Level>) -> Fact {
    let playing = lookup::playing(cx, tables).ok();
    let game = playing.and_then(|table| Some((table.live()?.entry(), table.computer()?)));
    let on = game.map(|(_, level)| level);
    let [.., medium, hard, _, _] = Level::ALL;
    let other = if on == Some(hard) { medium } else { hard };
    let wanted = wanted.filter(|wanted| on != Some(*wanted));
    let wanted = level_name(wanted.unwrap_or(other));
    cx.prefixed_beside_threads(match game {
        Some((entry, level)) => ComputerMessage::LevelKept {
            level: level.number(),
            wanted,
            game: entry.id,
        },
        None => ComputerMessage::LevelChoice { wanted },
    })
}
