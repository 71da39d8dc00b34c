//! Execution of moves, and storage of results.

use std::collections::BTreeMap;

use games::{Fact, Seat, SeenMessages};

use crate::{
    challenges::waiting,
    clocks::timed_boards,
    computer::JobsUnderWay,
    context::Context,
    play::{
        ambiguous_moves::offer_readings,
        confirm_moves, contests, progress, report,
        turn::{begins_with_action, play_line, price_of},
    },
    players::PlayerData,
    puzzles::tries,
    refusal::{Answer, Refusal, refuse},
    tables::{
        Playing, Table, TableIndex,
        lookup::{self, not_seated},
        table::seat_index,
    },
    terms::{Pending, Warning},
    text::{
        boards::as_yes_or_no,
        messages::{
            AnswerMessage, ComputerMessage, DrawMessage, NothingMessage, ResignMessage,
            TableMessage, TakebackMessage,
        },
    },
};

/// Plays an action at the table that a line is about.
pub fn play_here(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    action: &str,
) -> Answer {
    let id = lookup::playing(cx, tables)?.id;
    play(cx, tables, players, jobs, id, action)
}

/// Plays an action written in notation, unless the sender wants to be asked first.
pub fn play(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    id: u32,
    action: &str,
) -> Answer {
    if let Some(ended) = timed_boards::end_before_move(cx, tables, players, id) {
        return Ok(ended);
    }
    if let Some(asked) = confirm_moves::ask_first(cx, tables, players, id, action) {
        return asked;
    }
    play_confirmed(cx, tables, players, jobs, id, action)
}

/// Plays an action about which the sender need not be asked.
pub fn play_confirmed(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    id: u32,
    action: &str,
) -> Answer {
    let at_table = |refusal: Refusal| refusal.at(id);
    let table = lookup::table(tables, id)?;
    let own = table.seat_of(cx.sender());
    let own = own.ok_or_else(|| not_seated(table));
    let thinks = table.computer_to_move().is_some();
    lookup::game_on(cx, tables, id)?;
    let own = own?;
    if let Some(answer) = contests::blocked_by_contest(cx, tables, players, id) {
        return answer;
    }
    if tables.get(id).is_some_and(Table::is_puzzle) {
        return tries::try_at_puzzle(cx, tables, players, jobs, id, action);
    }
    let now = cx.now;
    let game = lookup::game_on(cx, tables, id)?;
    let mover = game.live.to_move();
    if let Some(mover) = mover.filter(|mover| *mover != own)
        && begins_with_action(&game.live, action)
    {
        let refusal = if thinks {
            Refusal::from(ComputerMessage::Thinks { seat: mover })
        } else {
            Refusal::from(TableMessage::NotYourTurn { seat: mover })
        };
        return Err(at_table(refusal));
    }
    let own_turn = mover == Some(own);
    if own.of(&game.notes.warned).is_none()
        && let Some(price) = price_of(&game.live, action, own_turn)
    {
        *own.of_mut(&mut game.notes.warned) = Some(Warning {
            action: action.to_owned(),
            asked: now,
        });
        let words: Vec<&str> = action.split_whitespace().collect();
        let price = price.with("action", words.join(" "));
        return report::changed_and_said(cx, tables, id, price);
    }
    let facts = match play_line(&mut game.live, action, own_turn) {
        Ok(facts) => facts,
        Err(illegal) => {
            if own_turn && let Some(asked) = offer_readings(cx, tables, id, action) {
                return asked;
            }
            let refusal = at_table(illegal.0.into());
            return Err(if own_turn {
                refusal.with_example_of(&lookup::game_on(cx, tables, id)?.live)
            } else {
                refusal
            });
        }
    };
    let facts = marked(facts, game.live.told());
    let news = [facts, closed(cx, tables, id, own)?].concat();
    progress::changed(cx, tables, players, id, &news)
}

/// Plays one of the numbered answers.
pub fn pick(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    number: usize,
) -> Answer {
    let id = lookup::playing(cx, tables)?.id;
    if let Some(answer) = contests::blocked_by_contest(cx, tables, players, id) {
        return answer;
    }
    waiting::check_jump_seen(cx, tables, id)?;
    let choices = tables.get(id).map(Table::choices).unwrap_or_default();
    if choices.is_empty() {
        return refuse(NothingMessage::ToPick);
    }
    let picked = number.checked_sub(1).and_then(|place| choices.get(place));
    match picked {
        Some(action) => play(cx, tables, players, jobs, id, action),
        None => refuse(AnswerMessage::NoSuchChoice {
            count: choices.len(),
        }),
    }
}

/// Marks facts that were told before in this game and need no explanation again.
fn marked(facts: Vec<Fact>, told: &SeenMessages) -> Vec<Fact> {
    let mut now: BTreeMap<String, usize> = BTreeMap::new();
    for fact in &facts {
        *now.entry(fact.code.to_string()).or_default() += 1;
    }
    let mark = |fact: Fact| {
        let before = told.count(&fact.code) > now.get(fact.code.as_ref()).copied().unwrap_or(0);
        fact.with("again", as_yes_or_no(before))
    };
    facts.into_iter().map(mark).collect()
}

/// Closes the open request, which the move of its own side withdraws.
fn close_request(game: &mut Playing, is_own: bool) {
    if is_own {
        game.notes.withdraw();
    }
    game.notes.pending = None;
}

/// Closes requests that were pending before a seat moved; returns the messages about them.
fn closed(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    id: u32,
    own: Seat,
) -> Result<Vec<Fact>, Refusal> {
    let own_index = seat_index(own);
    let game = lookup::game_on(cx, tables, id)?;
    let stays = Seat::BOTH
        .into_iter()
        .filter(|seat| game.gives_up(*seat, cx.now));
    let stays = stays.map(|seat| ResignMessage::Off { seat }.into());
    let mut news: Vec<Fact> = stays.collect();
    game.notes.giving_up = [None; 2];
    game.close_questions();
    game.notes.withdrawn.retain(|other| other.by() == own_index);
    match game.notes.pending {
        // A move declines the other player's draw.
        Some(Pending::Draw(by)) if by != own_index => {
            game.notes.pending = None;
            news.push(DrawMessage::Lapsed.into());
        }
        Some(Pending::Takeback(by)) => {
            close_request(game, by == own_index);
            news.push(TakebackMessage::Lapsed.into());
        }
        // A move withdraws a request for a pause.
        Some(Pending::Pause(by)) => close_request(game, by == own_index),
        Some(Pending::Draw(_)) | None => {}
    }
    Ok(news)
}
