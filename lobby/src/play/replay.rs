//! Replays of whole games.

use crate::{
    access::{AccessGate, REPLAYS_PER_HOUR},
    appearance::Boards,
    command::ReplayRequest,
    context::Context,
    message::{Block, Replay, ReplayForm},
    refusal::{Answer, Refusal, refuse},
    solo::day_try,
    tables::{
        Table, TableIndex, list,
        lookup::{self, begun},
        records,
    },
    text::{
        boards,
        messages::{ReplayMessage, TableMessage},
    },
    traffic::Effect,
};

/// Sends the replay of a table of this room, up to the current position.
pub fn replay(
    cx: &Context<'_>,
    tables: &TableIndex,
    access: &mut AccessGate,
    request: ReplayRequest,
) -> Answer {
    let cx = &cx.with_named_table(request.table.or(cx.named));
    // The default must not be a game from outside of this thread.
    if cx.named.is_none() && cx.line.thread.is_some() && tables.of_line(cx.line).is_none() {
        return refuse(cx.prefixed_for_rooms(TableMessage::NotFound));
    }
    let replay = whole_game(cx, lookup::looked_at(cx, tables)?, request.form)?;
    if !access.admit_replay(cx.sender(), cx.now) {
        return refuse(ReplayMessage::TooMany {
            count: REPLAYS_PER_HOUR,
        });
    }
    Ok(vec![replay])
}

fn whole_game(cx: &Context<'_>, table: &Table, form: ReplayForm) -> Result<Effect, Refusal> {
    let live = begun(table)?;
    // A replay would reveal the stack and the dice.
    day_try::check_seed_free(cx, table)?;
    let mut lines = vec![list::list_line(cx, table)];
    let mut result = String::new();
    if let Some(over) = table.over() {
        let end = boards::end(table, over, live);
        let end = cx.text.say(&end, &table.names());
        let date = over.ended_at.day();
        result = [end, cx.sentence(ReplayMessage::Ended { date })].join(" ");
        lines.push(result.clone());
    }
    let extension = match form {
        ReplayForm::Film => "gif",
        ReplayForm::Page => "html",
    };
    let replay = Replay {
        record: records::tagged(table, live).to_string(),
        table: table.id,
        players: table.names(),
        form,
        name: format!("{}-t{}.{extension}", live.entry().id, table.id),
        ended: table.ended(),
        result,
        instead: cx.sentence(ReplayMessage::Instead {
            form: form.as_str(),
        }),
    };
    let blocks = vec![Block::Text(lines.join("\n")), Block::Replay(replay)];
    let mut answer = cx.answer(blocks);
    if let Effect::SendMessage(message) = &mut answer {
        // A replay is sent as a file, whatever the form of boards.
        message.appearance.boards = Boards::Picture;
    }
    Ok(answer)
}
