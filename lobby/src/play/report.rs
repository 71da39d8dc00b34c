//! Reports of changed tables: news, board, player to move and possible commands.

use std::iter;

use games::{Fact, Live, Seat};

use crate::{
    clocks::status,
    context::{Context, Environment},
    job::{ComputerTurn, Job},
    message::Block,
    play::game_end,
    players::PlayerData,
    refusal::{Answer, Refusal, refuse},
    tables::{Over, Stage, Table, TableIndex, threads},
    text::{
        boards::{self, is_known},
        messages::{AgainMessage, AnswerMessage, TableId, TableMessage},
    },
    traffic::Effect,
};

/// Returns the reply to a refused command.
pub fn refused(cx: &Context<'_>, tables: &TableIndex, refusal: Refusal) -> Vec<Effect> {
    let table = refusal.table.and_then(|id| tables.get(id));
    let table = table.or_else(|| tables.of_line(cx.line));
    let names = table.map(Table::names).unwrap_or_default();
    let reason = cx.text.say(&refusal.reason, &names);
    let example = refusal
        .example
        .map(|example| cx.sentence(AnswerMessage::ForExample { example }));
    let said: Vec<String> = iter::once(reason).chain(example).collect();
    vec![cx.reply(said.join(" "))]
}

/// Stores a changed table, and reports one sentence where it is played.
pub fn changed_and_said(cx: &Context<'_>, tables: &mut TableIndex, id: u32, said: Fact) -> Answer {
    let Some(table) = tables.remove(id) else {
        return refuse(TableMessage::NotFound);
    };
    let blocks = vec![Block::Text(cx.text.say(&said, &table.names()))];
    let answer = match table.stage {
        Stage::Dropped => cx.with_new_tables(tables).answer(blocks),
        _ => cx.answer_at(&table, None, blocks),
    };
    Ok(vec![tables.insert_and_save(table), answer])
}

/// Stores a table, and sends a sentence that notifies the other player, made of the names of both: first that of the
/// sender.
pub fn tell_other<M: Into<Fact>>(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    id: u32,
    own: Seat,
    said: impl FnOnce(String, String) -> M,
) -> Answer {
    let Some(table) = tables.remove(id) else {
        return refuse(TableMessage::NotFound);
    };
    let other = table.players().get(own.other().index()).cloned();
    let name = other.as_ref().map(|other| other.name.clone());
    let said = said(cx.line.sender.name.clone(), name.unwrap_or_default());
    let blocks = vec![Block::Text(cx.sentence(said))];
    let answer = cx.answer_at(&table, other.as_ref(), blocks);
    Ok(vec![tables.insert_and_save(table), answer])
}

/// Returns the number of actions at a table, if a player's time starts once its board is delivered.
pub fn clock_started(table: &Table) -> Option<usize> {
    table.clock()?.awaits_board()?;
    Some(table.live()?.actions())
}

/// Returns a single message with everything about a changed table.
pub fn report(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    table: &Table,
    news: &[Fact],
) -> Effect {
    let names = table.names();
    let mut blocks = Vec::new();
    if !news.is_empty() {
        let only_person = table.only_person();
        let news = news.iter();
        let news: Vec<String> = news
            .map(|fact| cx.text.say_at_table(fact, &names, only_person))
            .collect();
        blocks.push(Block::Text(told_together(cx, table, &news)));
    }
    let Some(live) = table.live() else {
        return cx.answer_at(table, None, blocks);
    };
    let known = table.is_playing() && is_known(live);
    blocks.push(Block::Position(boards::position(cx, table, live, known)));
    let mut mentioned = None;
    match &table.stage {
        Stage::Playing(game) => {
            blocks.extend(boards::figures(cx, live, &names, known));
            let question = boards::prompt_text(cx, table, live);
            let time = status::time_left(cx, players, table);
            let lines: Vec<String> = [question].into_iter().chain(time).collect();
            blocks.push(Block::Text(lines.join("\n")));
            mentioned = live
                .to_move()
                .and_then(|seat| game.players.get(seat.index()));
        }
        Stage::Over(over) => {
            blocks.extend(farewell(cx, tables, players, table, over, live));
            blocks.extend(game_end::invitation_of_day(cx, tables, players, table));
        }
        Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => {}
    }
    let mut report = cx.answer_at(table, mentioned, blocks);
    if let Effect::SendMessage(message) = &mut report {
        message.table = Some(table.id);
        message.starts_clock = clock_started(table);
    }
    report
}

/// Joins the news of a table: those of a turn to a paragraph, those of a start or of a first turn of a run line by line.
fn told_together(env: &Environment<'_>, table: &Table, news: &[String]) -> String {
    let has_lines = news.iter().any(|news| news.contains('\n'));
    let one_turn =
        |live: &Live| live.entry().seats == 2 && live.record().turns.len() > 1 && !has_lines;
    match table.live() {
        Some(live) if is_known(live) => news.join(" "),
        Some(live) if one_turn(live) => env.text.paragraph(news),
        _ => news.join("\n"),
    }
}

/// Returns the end of a game with suggestions for what to do next.
pub fn farewell(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    table: &Table,
    over: &Over,
    live: &Live,
) -> Vec<Block> {
    let end = boards::end(table, over, live);
    let only_person = table.only_person();
    let mut lines = vec![cx.text.say_at_table(&end, &table.names(), only_person)];
    if table.is_lesson() {
        let again = if table.is_puzzle() {
            AgainMessage::Puzzle
        } else {
            AgainMessage::Lesson
        };
        lines.push(cx.sentence(cx.prefixed(again)));
        return vec![Block::Text(lines.join("\n"))];
    }
    lines.extend(game_end::duel_summary(cx, over, live));
    lines.extend(game_end::run_summary(cx, table, live));
    let hidden = table.seed_hidden(cx.now);
    let again = match over.players.len() {
        _ if threads::has_newer(tables, table) => AgainMessage::Past {
            table: TableId(table.id),
        },
        _ if table.is_contest() => AgainMessage::Contest,
        1 if hidden.is_some() => AgainMessage::Day,
        1 if !cx.line.direct => AgainMessage::RunHere,
        1 => AgainMessage::Run,
        _ if live.actions() == 0 => AgainMessage::DuelUnplayed,
        _ => AgainMessage::Duel,
    };
    lines.push(cx.sentence(cx.prefixed(again)));
    let mut blocks = vec![Block::Text(lines.join("\n"))];
    blocks.extend(game_end::to_share(cx, players, table));
    blocks
}

/// Reports a changed table: a message, or the job that finds the computer's turn, after which the message
/// follows.
pub fn report_or_think(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    table: &Table,
    news: &[Fact],
) -> Effect {
    let Some(level) = table.computer_to_move() else {
        return report(cx, tables, players, table, news);
    };
    let names = table.names();
    let only_person = table.only_person();
    let told = news.iter();
    let told = told.map(|fact| cx.text.say_at_table(fact, &names, only_person));
    Effect::Job(Job::Move(ComputerTurn {
        line: cx.line.without_people(),
        table: table.id,
        record: table.record_text(),
        level: level.number(),
        told: told.collect(),
        asked: Some(cx.now),
    }))
}
