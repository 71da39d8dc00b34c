//! `next`: the next page of the rules, or the next thing to do in the game.

use games::{Entry, Fact};

use crate::{
    command::RulesPart,
    context::Context,
    lessons::{ReadingProgress, teach},
    message::Block,
    refusal::Answer,
    tables::{Table, TableIndex, lookup},
    text::{
        boards,
        messages::{AgainMessage, NextMessage},
    },
};

/// Returns whether `next` can be meant for the bot.
pub fn has_next(cx: &Context<'_>, tables: &TableIndex, reading: &ReadingProgress) -> bool {
    let seated = |table: &Table| table.seat_of(cx.sender()).is_some();
    reading.here(cx.line).is_some() || tables.of_line(cx.line).is_some_and(seated)
}

/// Shows the next step of the rules to somebody who reads them here; at a table, the next thing to do.
pub fn next(cx: &Context<'_>, tables: &TableIndex, reading: &mut ReadingProgress) -> Answer {
    let position = reading.here(cx.line).filter(|_| cx.named.is_none());
    if let Some((entry, step)) = position {
        let told = teach::topics_here(cx, tables, entry).len();
        // A reader of steps beyond the agreed options reads to the end.
        let last = if step > told {
            entry.teaching().topics.len()
        } else {
            told
        };
        if step < last {
            let part = RulesPart::Step(step + 1);
            return teach::rules(cx, tables, reading, Some(entry.id), part);
        }
        reading.finish(cx.sender());
    }
    let blocks = match lookup::looked_at(cx, tables) {
        Ok(table) => next_at(cx, table),
        Err(_) => vec![said_next(cx, NextMessage::Nothing, Entry::FIRST)],
    };
    Ok(vec![cx.answer(blocks)])
}

/// Returns the next thing to do at a table.
fn next_at(cx: &Context<'_>, table: &Table) -> Vec<Block> {
    let Some(live) = table.live() else {
        return vec![said_next(cx, NextMessage::Nothing, Entry::FIRST)];
    };
    let Some(mover) = live.to_move().filter(|_| table.is_playing()) else {
        let over = if table.is_puzzle() {
            Fact::from(AgainMessage::Puzzle)
        } else {
            NextMessage::Over.into()
        };
        return vec![said_next(cx, over, live.entry())];
    };
    if table.seat_of(cx.sender()) != Some(mover) {
        let waits = NextMessage::OthersTurn { seat: mover }.into();
        return vec![Block::Text(cx.text.say(&waits, &table.names()))];
    }
    let head = cx.sentence(NextMessage::Waits);
    vec![Block::Text(format!(
        "{head}\n{}",
        boards::prompt_text(cx, table, live)
    ))]
}

fn said_next(cx: &Context<'_>, said: impl Into<Fact>, entry: &Entry) -> Block {
    Block::Text(cx.sentence(cx.prefixed(said).with("game", entry.id)))
}
