//! Questions open for a user: the targets of `yes` and `no`, and the refusals of answers without a question.

use crate::{
    challenges::{
        request_log::RequestPlace,
        waiting::{self, has_request_to},
    },
    clocks::timed_boards,
    computer::{JobsUnderWay, advice},
    context::{Context, Environment},
    job::Wanted,
    play::{agreements, moves, progress},
    players::{Confirmations, PlayerData, forget},
    refusal::{Answer, refuse},
    tables::{Table, TableIndex, lookup},
    text::messages::AnswerMessage,
    traffic::Effect,
};

/// A question that waits for the user's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum OpenQuestion {
    /// Confirmation to give up the game at this table.
    GivingUp(u32),
    /// Confirmation of this action at its cost.
    Price(u32, String),
    /// Confirmation of this move by a player who confirms each one.
    Move(u32, String),
    /// Confirmation of a hint at its cost.
    Hint(u32),
    /// Confirmation of the deletion of the user's data.
    Forgetting,
    /// A request by the other player at this table, or a challenge to the user.
    Agreement(u32),
    /// A challenge to anyone at this table.
    Challenge(u32),
    /// A prompt of the rules at this table with exactly two answers.
    Choice(u32, [String; 2]),
}

impl OpenQuestion {
    /// Returns whether it asks for confirmation of the user's own command. No other question is answered by its
    /// cancellation.
    fn is_confirmation(&self) -> bool {
        match self {
            OpenQuestion::GivingUp(_)
            | OpenQuestion::Price(..)
            | OpenQuestion::Move(..)
            | OpenQuestion::Hint(_)
            | OpenQuestion::Forgetting => true,
            OpenQuestion::Agreement(_) | OpenQuestion::Challenge(_) | OpenQuestion::Choice(..) => {
                false
            }
        }
    }

    /// Returns the table to which it belongs.
    fn table(&self) -> Option<u32> {
        match self {
            OpenQuestion::GivingUp(id)
            | OpenQuestion::Price(id, _)
            | OpenQuestion::Move(id, _)
            | OpenQuestion::Hint(id)
            | OpenQuestion::Agreement(id)
            | OpenQuestion::Challenge(id)
            | OpenQuestion::Choice(id, _) => Some(*id),
            OpenQuestion::Forgetting => None,
        }
    }

    /// Returns the commands that answer it, with the prefix that they need.
    fn answers(&self, prefix: &str) -> String {
        let at = |id: &u32, command: &str| format!("`{prefix}t{id} {command}`");
        let either = |id: &u32, yes: &str, no: &str| [at(id, yes), at(id, no)].join(", ");
        match self {
            OpenQuestion::GivingUp(id) => at(id, "resign"),
            OpenQuestion::Price(id, action) | OpenQuestion::Move(id, action) => at(id, action),
            OpenQuestion::Hint(id) => at(id, "hint"),
            OpenQuestion::Challenge(id) => at(id, "accept"),
            OpenQuestion::Forgetting => format!("`{prefix}forget me`"),
            OpenQuestion::Agreement(id) => either(id, "accept", "decline"),
            OpenQuestion::Choice(id, [yes, no]) => either(id, yes, no),
        }
    }
}

/// Answers the only open question with yes or no.
pub fn answer_question(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    confirmations: &mut Confirmations,
    jobs: &mut JobsUnderWay,
    is_yes: bool,
) -> Answer {
    let mut open = questions(cx, tables, confirmations);
    let to_anyone = is_yes && cx.named.is_none() && tables.of_line(cx.line).is_none();
    if to_anyone && !matches!(open.as_slice(), [] | [OpenQuestion::Agreement(_)]) {
        open.extend(waiting::recent_challenge(cx, tables).map(OpenQuestion::Challenge));
    }
    let question = match open.as_slice() {
        [] => {
            tell_of_closed_request(cx, tables, to_anyone);
            return Err(agreements::nothing_asked(cx, tables, players));
        }
        [question] if may_mean_closed_request(cx, tables, question, is_yes, to_anyone) => {
            let answers = question.answers(cx.prefix());
            return refuse(AnswerMessage::RequestClosed { answers });
        }
        [question] => question,
        several if !is_yes && several.iter().any(OpenQuestion::is_confirmation) => {
            return cancel_confirmations(cx, tables, confirmations, several);
        }
        several => {
            let answers = all_answers(cx, several);
            return refuse(AnswerMessage::Which { answers });
        }
    };
    let at = |id| cx.with_named_table(Some(id));
    match (question.clone(), is_yes) {
        (OpenQuestion::GivingUp(id), true) => agreements::resign(&at(id), tables, players),
        (OpenQuestion::GivingUp(id), false) => agreements::stay(cx, tables, id),
        (OpenQuestion::Price(id, action) | OpenQuestion::Move(id, action), true) => {
            if let Some(ended) = timed_boards::end_before_move(cx, tables, players, id) {
                return Ok(ended);
            }
            moves::play_confirmed(cx, tables, players, jobs, id, &action)
        }
        (OpenQuestion::Price(id, _) | OpenQuestion::Move(id, _), false) => {
            without_action(cx, tables, players, id)
        }
        (OpenQuestion::Hint(id), true) => {
            advice::ask_computer(&at(id), tables, players, jobs, Wanted::Hint)
        }
        (OpenQuestion::Hint(id), false) => advice::no_hint(cx, tables, id),
        (OpenQuestion::Forgetting, true) => forget::forget(cx, tables, players, confirmations),
        (OpenQuestion::Forgetting, false) => Ok(vec![forget::not_forgotten(cx, confirmations)]),
        (OpenQuestion::Agreement(id) | OpenQuestion::Challenge(id), true) => {
            accept_unless_late(cx, tables, players, id)
        }
        (OpenQuestion::Agreement(id) | OpenQuestion::Challenge(id), false) => {
            agreements::decline(&at(id), tables, players)
        }
        (OpenQuestion::Choice(id, [yes, no]), _) => {
            waiting::check_jump_seen(cx, tables, id)?;
            let action = if is_yes { yes } else { no };
            moves::play(cx, tables, players, jobs, id, &action)
        }
    }
}

/// Cancels all that the user was to confirm. Other questions stay open.
fn cancel_confirmations(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    confirmations: &mut Confirmations,
    open: &[OpenQuestion],
) -> Answer {
    let mut effects = Vec::new();
    for question in open {
        match question {
            OpenQuestion::GivingUp(id) => {
                let own = lookup::seat_at(cx, tables, *id)?;
                *own.of_mut(&mut lookup::game_on(cx, tables, *id)?.notes.giving_up) = None;
            }
            OpenQuestion::Price(id, _) | OpenQuestion::Move(id, _) | OpenQuestion::Hint(id) => {
                lookup::game_on(cx, tables, *id)?.close_questions();
            }
            OpenQuestion::Forgetting => confirmations.cancel_forgetting(cx.sender()),
            OpenQuestion::Agreement(_) | OpenQuestion::Challenge(_) | OpenQuestion::Choice(..) => {}
        }
        let table = question.table().and_then(|id| tables.get(id));
        effects.extend(table.map(|table| Effect::Save(table.save())));
    }
    let others: Vec<_> = open
        .iter()
        .filter(|it| !it.is_confirmation())
        .cloned()
        .collect();
    effects.push(if others.is_empty() {
        cx.say(AnswerMessage::Cancelled)
    } else {
        let answers = all_answers(cx, &others);
        cx.say(AnswerMessage::CancelledExcept { answers })
    });
    Ok(effects)
}

/// Returns the commands that answer several questions.
fn all_answers(cx: &Context<'_>, questions: &[OpenQuestion]) -> String {
    let answers = questions
        .iter()
        .map(|question| question.answers(cx.prefix()));
    answers.collect::<Vec<_>>().join("; ")
}

/// Returns whether the answer to a question may be meant for a request that another user has closed, the first time.
/// Where that one has made another request, its acceptance is checked. A cancellation is harmless.
fn may_mean_closed_request(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    question: &OpenQuestion,
    is_yes: bool,
    to_anyone: bool,
) -> bool {
    let is_cancellation = !is_yes && question.is_confirmation();
    !is_cancellation
        && !matches!(question, OpenQuestion::Agreement(_))
        && tell_of_closed_request(cx, tables, to_anyone)
}

/// Returns whether another user has lately closed a request to the sender of a line, or also a challenge `to_anyone`.
/// The sender learns of it now.
fn tell_of_closed_request(cx: &Context<'_>, tables: &mut TableIndex, to_anyone: bool) -> bool {
    let thread = tables.of_line(cx.line).and(cx.line.thread.as_deref());
    let place = match (cx.named, thread) {
        (Some(id), _) => RequestPlace::Table(id),
        (None, Some(root)) => RequestPlace::Thread(root),
        (None, None) => RequestPlace::Room,
    };
    tables.tell_closed_request(&cx.line.room, &place, to_anyone, cx.sender(), cx.now)
}

/// Accepts the request of a table, unless `yes` may be meant for a question there that has expired.
fn accept_unless_late(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Answer {
    let table = lookup::table(tables, id)?;
    let seated = table.playing().zip(table.seat_of(cx.sender()));
    let is_late = seated.is_some_and(|(game, own)| game.has_expired_question(own, cx.now));
    let asker = table.asker().filter(|_| is_late);
    match asker.and_then(|asker| waiting::ask_for_number(cx, tables, table, asker)) {
        Some(question) => Ok(vec![question]),
        None => agreements::accept_request(cx, tables, players, id),
    }
}

/// Cancels an action that was to be confirmed, and asks again for one.
fn without_action(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Answer {
    lookup::game_on(cx, tables, id)?.close_questions();
    progress::changed(cx, tables, players, id, &[])
}

/// Returns whether a question is open for the user.
pub fn is_asking(cx: &Context<'_>, tables: &TableIndex, confirmations: &Confirmations) -> bool {
    !questions(cx, tables, confirmations).is_empty()
}

/// Returns the questions open for the user: at the named table, in the thread, or in the room.
fn questions(
    cx: &Context<'_>,
    tables: &TableIndex,
    confirmations: &Confirmations,
) -> Vec<OpenQuestion> {
    let user = cx.sender();
    let in_thread = cx.named.is_none() && tables.of_line(cx.line).is_some();
    let tables = tables.current_in(&cx.line.room).filter(|table| {
        cx.named.is_none_or(|named| table.id == named)
            && (!in_thread || table.thread == cx.line.thread)
    });
    let (main, threads): (Vec<_>, Vec<_>) = tables.partition(|table| table.thread.is_none());
    let asked_at = |tables: &[&Table]| -> Vec<OpenQuestion> {
        let asked = tables.iter().map(|table| questions_at(cx, table, user));
        asked.flatten().collect()
    };
    let mut questions = asked_at(&main);
    // In a direct message, the game of the main timeline comes before those in threads.
    if questions.is_empty() || !cx.line.direct || in_thread {
        questions.extend(asked_at(&threads));
    }
    let forgetting = confirmations.is_forgetting(cx.line, cx.now) && cx.named.is_none();
    questions.extend(forgetting.then_some(OpenQuestion::Forgetting));
    questions
}

/// Returns the questions of a table to a user.
fn questions_at(env: &Environment<'_>, table: &Table, user: &str) -> Vec<OpenQuestion> {
    let id = table.id;
    let asked = has_request_to(table, user).then_some(OpenQuestion::Agreement(id));
    let mut questions: Vec<OpenQuestion> = asked.into_iter().collect();
    let Some((game, own)) = table.playing().zip(table.seat_of(user)) else {
        return questions;
    };
    questions.extend(
        game.gives_up(own, env.now)
            .then_some(OpenQuestion::GivingUp(id)),
    );
    let warned = game.is_warned_of(own, env.now);
    questions.extend(warned.map(|action| OpenQuestion::Price(id, action.to_owned())));
    let hint = game.is_asked_for_hint(env.now);
    questions.extend(hint.then_some(OpenQuestion::Hint(id)));
    let unconfirmed = game.unconfirmed(own, env.now);
    questions.extend(unconfirmed.map(|action| OpenQuestion::Move(id, action.to_owned())));
    // The move may be an answer to the prompt.
    let is_mover = game.live.to_move() == Some(own) && table.contest().is_none();
    let is_mover = is_mover && unconfirmed.is_none();
    let prompt = game.live.prompt().filter(|it| is_mover && it.is_yes_or_no);
    let answers = prompt.map(|prompt| prompt.choices.into_iter().map(|it| it.action));
    let answers: Vec<String> = answers.into_iter().flatten().collect();
    let choice = answers.try_into().map(|two| OpenQuestion::Choice(id, two));
    questions.extend(choice);
    questions
}
