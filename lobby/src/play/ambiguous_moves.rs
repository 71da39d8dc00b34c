//! Ambiguous moves: their readings as numbered choices.

use games::{Live, actions::Actions};

use crate::{
    context::Context,
    message::Block,
    play::turn::{answered, is_single, play_all},
    refusal::{Answer, refuse},
    tables::{TableIndex, lookup},
    text::messages::{AnswerMessage, TableMessage},
};

/// Maximum number of readings in a numbered list.
const MAX_READINGS: usize = 9;

/// Offers the readings of an ambiguous line of the seat to move as numbered choices. `None` if it is not ambiguous, if
/// the readings are many, or if numbers answer another question.
pub fn offer_readings(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    id: u32,
    text: &str,
) -> Option<Answer> {
    let game = lookup::game_on(cx, tables, id).ok()?;
    let prompt = game.live.prompt()?;
    let readings = readings_of(&game.live, text);
    // Of a line of several actions, one legal reading may be left.
    let min = if is_single(&game.live, text) { 2 } else { 1 };
    if !prompt.choices.is_empty() || !(min..=MAX_READINGS).contains(&readings.len()) {
        return None;
    }
    game.notes.readings.clone_from(&readings);
    Some(asked(cx, tables, id, &readings))
}

/// Stores the table, and asks which reading is meant.
fn asked(cx: &Context<'_>, tables: &mut TableIndex, id: u32, readings: &[String]) -> Answer {
    let Some(table) = tables.remove(id) else {
        return refuse(TableMessage::NotFound);
    };
    let mut lines = vec![cx.sentence(AnswerMessage::WhichReading)];
    for (number, reading) in (1..).zip(readings) {
        let action = reading.clone();
        lines.push(cx.sentence(AnswerMessage::Reading { number, action }));
    }
    let answer = cx.answer_at(&table, None, vec![Block::Text(lines.join("\n"))]);
    Ok(vec![tables.insert_and_save(table), answer])
}

/// Returns a line once for each reading of its first ambiguous action; empty if no action is ambiguous.
fn readings_of(live: &Live, text: &str) -> Vec<String> {
    if is_single(live, text) {
        return live.readings(text);
    }
    let mut turn = live.clone();
    let mut actions = Actions::read(text);
    let mut before: Vec<String> = Vec::new();
    while let Some(action) = actions.next(turn.position()) {
        let Ok(action) = answered(&turn, &action) else {
            break;
        };
        let readings = turn.readings(&action);
        if readings.len() > 1 {
            let line = |reading: String| {
                let rest = actions.rest().iter().map(ToString::to_string);
                let whole: Vec<String> = before
                    .iter()
                    .cloned()
                    .chain([reading])
                    .chain(rest)
                    .collect();
                whole.join(if text.contains(';') { "; " } else { " " })
            };
            // The rest of the line may be no action.
            let is_legal = |line: &String| play_all(&mut live.clone(), line).is_ok();
            return readings.into_iter().map(line).filter(is_legal).collect();
        }
        if turn.play(&action).is_err() {
            break;
        }
        before.push(action);
    }
    Vec::new()
}
