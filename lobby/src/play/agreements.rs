//! Requests that need consent: challenges, draws, resignations, rematches.

use games::{Fact, Prompt, Seat};

use crate::{
    access::limits,
    challenges::{
        challenge,
        waiting::{self, check_challenged, has_request_of},
    },
    clocks::{enforce, pause},
    context::Context,
    person::Person,
    play::{
        offers::{self, OtherPlayer, open_offer},
        progress, report, start, takebacks,
    },
    players::PlayerData,
    puzzles::{give, solution},
    refusal::{Answer, Refusal, refuse},
    tables::{
        Playing, Stage, Table, TableIndex, lookup,
        table::{RematchRequest, seat_at, seat_index},
        threads,
    },
    terms::{End, Pending},
    text::messages::{
        ChallengeMessage, DrawMessage, NothingMessage, Offer, OfferMessage, PauseMessage,
        PuzzleMessage, RematchMessage, ResignMessage, TableId, TableMessage, TakebackMessage,
    },
    traffic::Effect,
};

/// Accepts a challenge, or the other player's draw, takeback or rematch.
pub fn accept(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData) -> Answer {
    let id = waiting::request_to_sender(cx, tables, players)?;
    accept_request(cx, tables, players, id)
}

/// Accepts the request of a table, unless the sender may have meant another one.
pub fn accept_request(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Answer {
    if let Some(question) = waiting::number_required(cx, tables, id)? {
        return Ok(vec![question]);
    }
    let cx = &cx.with_named_table(Some(id));
    let sender = cx.sender();
    let own = tables.get(id).and_then(|table| table.seat_of(sender));
    match tables.get(id).map(|table| &table.stage) {
        Some(Stage::Challenge(challenge)) => {
            check_challenged(challenge, sender)?;
            let challenge = challenge.clone();
            challenge::begin(cx, tables, players, id, challenge)
        }
        Some(Stage::Playing(game)) => {
            let Some(pending) = game.notes.pending else {
                return Err(nothing_asked(cx, tables, players));
            };
            let is_replacement = game.notes.is_replacement(pending);
            let own = lookup::seat_at(cx, tables, id)?;
            if pending.by() == seat_index(own) {
                return Err(open_offer(pending, own).at(id));
            }
            if is_replacement {
                return ask_about_replaced(cx, tables, id, pending);
            }
            if let Some(lost) = lose_after_wait(cx, tables, players, id) {
                return Ok(lost);
            }
            match pending {
                Pending::Draw(_) => draw(cx, tables, players),
                Pending::Takeback(by) => takebacks::take_back(cx, tables, players, id, seat_at(by)),
                Pending::Pause(_) => pause::begin(cx, tables, players, id),
            }
        }
        Some(Stage::Over(game)) if game.rematch.is_some_and(|request| Some(request.by) != own) => {
            rematch(cx, tables, players)
        }
        _ => Err(nothing_asked(cx, tables, players)),
    }
}

/// Ends a game, or the contest for which it waits, if the sender's time is up there and only the flag waits.
fn lose_after_wait(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Option<Vec<Effect>> {
    let on_clock = lookup::contest_of(tables, id).map_or(id, |contest| contest.id);
    enforce::lose_after_wait(cx, tables, players, on_clock)
}

/// Asks the sender again, who may not have seen yet that the other player has replaced a request by this one.
fn ask_about_replaced(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    id: u32,
    pending: Pending,
) -> Answer {
    let game = lookup::game_on(cx, tables, id)?;
    let withdrawn = &mut game.notes.withdrawn;
    withdrawn.retain(|other| other.by() != pending.by());
    let seat = seat_at(pending.by());
    let what = Offer::from(pending);
    report::changed_and_said(cx, tables, id, OfferMessage::Replaced { what, seat }.into())
}

/// Declines a request to the sender.
pub fn decline(cx: &Context<'_>, tables: &mut TableIndex, players: &PlayerData) -> Answer {
    let id = waiting::request_to_sender(cx, tables, players)?;
    let sender = cx.sender();
    let name = cx.line.sender.name.as_str();
    let declined = tables.edit(id, |table| declined(table, sender, name));
    match declined {
        Some(Ok(None)) => Err(nothing_asked(
            &cx.with_named_table(Some(id)),
            tables,
            players,
        )),
        Some(Ok(Some(declined))) => report::changed_and_said(cx, tables, id, declined),
        Some(Err(refusal)) => Err(refusal),
        None => refuse(TableMessage::NotFound),
    }
}

/// Withdraws the sender's request: a challenge, a draw, a takeback or a rematch.
pub fn withdraw(cx: &Context<'_>, tables: &mut TableIndex) -> Answer {
    let table = lookup::table(tables, waiting::request_of_sender(cx, tables)?)?;
    let id = table.id;
    let is_challenge = table.challenge().is_some();
    if !has_request_of(table, cx.sender()) {
        return if is_challenge {
            refuse(ChallengeMessage::OfAnother)
        } else {
            refuse(NothingMessage::ToWithdraw)
        };
    }
    let own = table.seat_of(cx.sender());
    if is_challenge {
        tables.edit(id, |table| table.stage = Stage::Dropped);
        let withdrawn = ChallengeMessage::Withdrawn { table: TableId(id) };
        return report::changed_and_said(cx, tables, id, withdrawn.into());
    }
    let what = tables.edit(id, withdraw_offer).flatten();
    let Some((own, what)) = own.zip(what) else {
        return refuse(NothingMessage::ToWithdraw);
    };
    report::tell_other(cx, tables, id, own, |name, other| OfferMessage::Withdrawn {
        what,
        name,
        other,
    })
}

/// Offers a draw, or accepts the one offered.
pub fn draw(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData) -> Answer {
    let (id, own) = lookup::seated(cx, tables)?;
    let lesson = lookup::is_lesson(tables, id);
    if tables.get(id).is_some_and(Table::is_puzzle) {
        return refuse(DrawMessage::Puzzle);
    }
    let waits = lookup::contest_of(tables, id).is_some();
    let other = offers::note_presence(cx, tables, players, id, own);
    let waiting = lookup::waits_for_contest(tables, id);
    let game = lookup::game_on(cx, tables, id)?;
    if game.players.len() != 2 || lesson {
        return refuse(if lesson {
            DrawMessage::Lesson
        } else {
            DrawMessage::Alone
        });
    }
    match game.notes.pending {
        _ if game.players.iter().any(Person::is_computer) => {
            Err(Refusal::from(DrawMessage::Computer).at(id))
        }
        // An undecided contest decides nothing, so the game that waits for it ends as well.
        _ if matches!(other, OtherPlayer::Gone) => {
            game.notes.pending = None;
            finish(cx, tables, players, waiting.unwrap_or(id), End::Abandoned)
        }
        Some(Pending::Draw(by)) if by != seat_index(own) => {
            game.notes.pending = None;
            match lose_after_wait(cx, tables, players, id) {
                Some(lost) => Ok(lost),
                None => finish(cx, tables, players, id, End::Agreed),
            }
        }
        _ if let OtherPlayer::Absent(until) = other => {
            let until = cx.zone().show(until);
            report::tell_other(cx, tables, id, own, |_, other| DrawMessage::Absent {
                other,
                until,
            })
        }
        Some(pending) => Err(open_offer(pending, own).at(id)),
        None => {
            game.notes.pending = Some(Pending::Draw(seat_index(own)));
            // A command without a table number goes to the game that decides the contest.
            let table = TableId(id);
            report::tell_other(cx, tables, id, own, |name, other| {
                if waits {
                    DrawMessage::OfferedWaiting { name, other, table }
                } else {
                    DrawMessage::Offered { name, other }
                }
            })
        }
    }
}

/// Cancels a resignation that was to be confirmed.
pub fn stay(cx: &Context<'_>, tables: &mut TableIndex, id: u32) -> Answer {
    let own = lookup::seat_at(cx, tables, id)?;
    *own.of_mut(&mut lookup::game_on(cx, tables, id)?.notes.giving_up) = None;
    let stays = ResignMessage::Off { seat: own };
    report::changed_and_said(cx, tables, id, stays.into())
}

/// Gives up a duel or a run. The first request only asks for a confirmation, which stays open for a while
/// whatever is looked at meanwhile. A lesson ends at once.
pub fn resign(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData) -> Answer {
    let (id, own) = lookup::seated(cx, tables)?;
    let lesson = lookup::is_lesson(tables, id);
    let now = cx.now;
    if tables.get(id).is_some_and(Table::is_puzzle) {
        let untried = give::is_untried_today(cx, tables, players, id);
        let game = lookup::game_on(cx, tables, id)?;
        if !untried || game.gives_up(own, now) {
            return solution::solution(&cx.with_named_table(Some(id)), tables, players);
        }
        *own.of_mut(&mut game.notes.giving_up) = Some(now);
        return report::changed_and_said(cx, tables, id, PuzzleMessage::DaySure.into());
    }
    let game = lookup::game_on(cx, tables, id)?;
    let alone = game.players.len() == 1;
    if lesson {
        return finish(cx, tables, players, id, End::Abandoned);
    }
    if !game.gives_up(own, now) {
        *own.of_mut(&mut game.notes.giving_up) = Some(now);
        let entry = game.live.entry();
        let here = cx.line.direct || tables.of_line(cx.line).is_some_and(|table| table.id == id);
        let again = if here {
            "resign".to_owned()
        } else {
            format!("{}t{id} resign", cx.prefix())
        };
        let sure = if alone {
            ResignMessage::SureRun
        } else {
            ResignMessage::Sure {
                game: entry.id,
                table: TableId(id),
                again,
            }
        };
        return report::changed_and_said(cx, tables, id, sure.into());
    }
    // Resigning answers the other player's request.
    let own_request = |pending: &Pending| pending.by() == seat_index(own);
    game.notes.pending = game.notes.pending.filter(own_request);
    if let Some(action) = game.live.position().give_up() {
        let facts = game.live.play(&action);
        let facts = facts.map_err(|illegal| Refusal::from(illegal.0))?;
        return progress::changed(cx, tables, players, id, &facts);
    }
    finish(cx, tables, players, id, End::Resigned(seat_index(own)))
}

/// Asks for a rematch, or accepts the one asked for.
pub fn rematch(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData) -> Answer {
    let id = to_play_again(cx, tables)?;
    let own = check_rematch(cx, tables, players, id)?;
    limits::check_room_for_table(cx, tables, players)?;
    let table = tables.get(id);
    if table.is_some_and(|table| table.computer().is_some()) {
        start::check_no_duel(cx, tables)?;
        return challenge::begin_again(cx, tables, players, id);
    }
    let asked = table.and_then(|table| table.stage.asker());
    let game = lookup::begun(lookup::table(tables, id)?)?.entry().id;
    let request = RematchRequest {
        by: own,
        made: cx.now,
    };
    note_rematch(tables, id, asked.is_none().then_some(request));
    match asked {
        Some(_) => challenge::begin_again(cx, tables, players, id),
        None => report::tell_other(cx, tables, id, own, |name, other| RematchMessage::Asked {
            game,
            table: TableId(id),
            name,
            other,
        }),
    }
}

/// Returns the sender's seat, if the sender may request a rematch or accept one.
fn check_rematch(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    id: u32,
) -> Result<Seat, Refusal> {
    let table = lookup::table(tables, id)?;
    let Some(game) = table.over() else {
        return if table.has_begun() {
            refuse(RematchMessage::TooEarly)
        } else {
            refuse(TableMessage::NotBegun)
        };
    };
    let Some(own) = table.seat_of(cx.sender()) else {
        return refuse(RematchMessage::NotSeated);
    };
    let refusal = match (game.rematch, threads::newer(tables, table)) {
        _ if table.is_puzzle() => RematchMessage::Puzzle,
        _ if table.is_lesson() => RematchMessage::Lesson,
        _ if game.players.len() != 2 => RematchMessage::Run,
        _ if table.is_contest() => RematchMessage::Contest,
        _ if game.players.iter().any(|player| player.id.is_empty()) => RematchMessage::Gone,
        (_, Some(newer)) => RematchMessage::OnAlready {
            table: TableId(newer),
        },
        (Some(request), None) if request.by == own => RematchMessage::AskedAlready,
        (_, None) if offers::is_other_gone(cx, tables, players, id, own) => RematchMessage::Left,
        (_, None) => {
            tables.check_number_left()?;
            return Ok(own);
        }
    };
    refuse(refusal)
}

/// Notes the open request for a rematch.
fn note_rematch(tables: &mut TableIndex, id: u32, request: Option<RematchRequest>) {
    tables.edit(id, |table| {
        if let Stage::Over(game) = &mut table.stage {
            game.rematch = request;
        }
    });
}

/// Returns the finished table for a rematch: the one named, the one of the thread, or the sender's last one
/// in the room.
fn to_play_again(cx: &Context<'_>, tables: &TableIndex) -> Result<u32, Refusal> {
    if cx.named.is_some() || tables.of_line(cx.line).is_some() {
        return Ok(lookup::find(cx, tables, |_| true)?.id);
    }
    let own = tables.of_user(cx.sender()).filter(|table| {
        let is_game = !table.is_contest() && !table.is_puzzle();
        table.room == cx.line.room && is_game
    });
    let last = lookup::last_over(own);
    last.map(|table| table.id)
        .ok_or_else(|| RematchMessage::NotFound.into())
}

fn finish(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    end: End,
) -> Answer {
    // The following change stores the table as well.
    let _ = progress::close_table(cx, tables, id, end);
    progress::changed(cx, tables, players, id, &[])
}

/// Declines the request of a table to somebody, and returns the message; `None` if there is no request.
fn declined(table: &mut Table, sender: &str, name: &str) -> Result<Option<Fact>, Refusal> {
    let name = name.to_owned();
    let own = table.seat_of(sender).map(seat_index);
    Ok(Some(match &mut table.stage {
        Stage::Challenge(challenge) => {
            check_challenged(challenge, sender)?;
            if challenge.to.is_none() {
                return refuse(ChallengeMessage::DeclineAnyone);
            }
            let from = challenge.from.name.clone();
            table.stage = Stage::Dropped;
            let table = TableId(table.id);
            ChallengeMessage::Declined { name, from, table }.into()
        }
        Stage::Playing(game) => match (game.notes.pending, own) {
            (Some(pending), Some(own)) if pending.by() != own => {
                game.notes.pending = None;
                match pending {
                    Pending::Draw(_) => DrawMessage::Declined { name }.into(),
                    Pending::Takeback(_) => TakebackMessage::Declined { name }.into(),
                    Pending::Pause(_) => PauseMessage::Declined { name }.into(),
                }
            }
            _ => return Ok(None),
        },
        Stage::Over(game) => match (game.rematch.map(|request| seat_index(request.by)), own) {
            (Some(by), Some(own)) if by != own => {
                game.rematch = None;
                RematchMessage::Declined { name }.into()
            }
            _ => return Ok(None),
        },
        Stage::Lapsed(_) | Stage::Dropped => return Ok(None),
    }))
}

/// Withdraws the open request of a game, and returns its kind.
fn withdraw_offer(table: &mut Table) -> Option<Offer> {
    match &mut table.stage {
        Stage::Playing(game) => game.notes.withdraw().map(Offer::from),
        Stage::Over(game) => {
            game.rematch = None;
            Some(Offer::Rematch)
        }
        _ => None,
    }
}

/// Returns the refusal of an answer without a question, with what the table waits for instead.
pub fn nothing_asked(cx: &Context<'_>, tables: &TableIndex, players: &PlayerData) -> Refusal {
    let Ok(table) = lookup::find(cx, tables, Table::is_playing) else {
        return NothingMessage::Asked.into();
    };
    let game = match &table.stage {
        Stage::Playing(game) => game,
        Stage::Over(_) if table.seat_of(cx.sender()).is_some() => {
            let again = check_rematch(cx, tables, players, table.id);
            return again
                .err()
                .unwrap_or_else(|| NothingMessage::AskedOver.into());
        }
        _ => return NothingMessage::Asked.into(),
    };
    if let Some(asker) = table.stage.asker() {
        let seat = asker.other();
        return Refusal::from(NothingMessage::AskedOfYou { seat }).at(table.id);
    }
    let Some(seat) = game.live.to_move().filter(|_| table.contest().is_none()) else {
        return Refusal::from(NothingMessage::Asked).at(table.id);
    };
    let choices = choices(game);
    let is_own = table.seat_of(cx.sender()) == Some(seat);
    let waits = match choices.is_empty() {
        true if is_own => NothingMessage::AskedOwnMove { seat },
        true => NothingMessage::AskedMove { seat },
        false => {
            let answers: Vec<String> = choices.iter().map(|it| format!("`{it}`")).collect();
            let answers = answers.join(", ");
            NothingMessage::AskedChoice { seat, answers }
        }
    };
    Refusal::from(waits).at(table.id)
}

/// Returns the answers that the rules offer now, if there are only a few.
fn choices(game: &Playing) -> Vec<String> {
    let choices = game.live.prompt().map(|prompt: Prompt| prompt.choices);
    let actions = choices.into_iter().flatten().map(|choice| choice.action);
    actions.collect()
}
