//! Lines with several actions of one turn, read and written.

use games::{Fact, Illegal, Live, Typed, actions::Actions};

use crate::{
    command::{
        Command, Phrase,
        addressing::{ParsedLine, Request},
        answer_number,
    },
    context::Context,
    tables::{TableIndex, lookup},
    text::messages::{AnswerMessage, NothingMessage, TableMessage},
};

/// The action that leaves pieces in place; also a phrase for quitting.
const LEAVE: &str = "leave";

/// Turns the phrase `leave` into a move if the sender is to move and the rules allow it.
pub fn read_leave(cx: &Context<'_>, tables: &TableIndex, heard: &mut ParsedLine) {
    let Request::Command(command @ Command::Phrase(Phrase::Leave)) = &mut heard.request else {
        return;
    };
    // `exit` is the same phrase, and a table's number may come first.
    let typed = cx.words().split_whitespace().last();
    if !typed.is_some_and(|typed| typed.eq_ignore_ascii_case(LEAVE)) {
        return;
    }
    let table = lookup::playing(cx, tables).ok();
    let is_move = table.is_some_and(|table| {
        let live = table.live().filter(|live| {
            let to_move = live.to_move();
            to_move.is_some() && to_move == table.seat_of(cx.sender())
        });
        live.is_some_and(|live| !live.readings(LEAVE).is_empty())
    });
    if is_move {
        *command = Command::Move(LEAVE.to_owned());
    }
}

/// Returns whether a text is an action of a game, or begins with one, or with the number of an answer, that `;`
/// separates from others; a letter may stand for an answer, too.
pub fn begins_with_action(live: &Live, text: &str) -> bool {
    let reads = |text: &str| live.position().reads(text);
    let first = text.split_once(';').map(|(first, _)| first.trim());
    reads(text)
        || by_letter(live, text).is_some()
        || first.is_some_and(|first| reads(first) || is_answer(live, first))
}

/// Returns whether a text is the number of an answer to the question of a game.
pub fn is_answer(live: &Live, text: &str) -> bool {
    answer_number(text).is_some() && answered(live, text).is_ok()
}

/// Returns the answer to the question of a game that a letter stands for.
pub fn by_letter(live: &Live, text: &str) -> Option<String> {
    let mut letters = text
        .trim()
        .chars()
        .map(|letter| letter.to_ascii_lowercase());
    let (letter, None) = (letters.next()?, letters.next()) else {
        return None;
    };
    let known = live.prompt()?.letters.into_iter();
    let mut meant = known.filter(|(known, _)| *known == letter);
    meant.next().map(|(_, action)| action)
}

/// Returns an action as it is written; for a number or a letter, the answer to the question of a game that it stands
/// for.
///
/// # Errors
/// If no answer has this number.
pub fn answered(live: &Live, text: &str) -> Result<String, Illegal> {
    let Some(number) = answer_number(text) else {
        return Ok(by_letter(live, text).unwrap_or_else(|| text.to_owned()));
    };
    let prompt = live.prompt();
    let choices = prompt.map(|prompt| prompt.choices).unwrap_or_default();
    match number.checked_sub(1).and_then(|place| choices.get(place)) {
        Some(choice) => Ok(choice.action.clone()),
        None if choices.is_empty() => Err(NothingMessage::ToPick.into()),
        None => Err(AnswerMessage::NoSuchChoice {
            count: choices.len(),
        }
        .into()),
    }
}

/// Returns whether a line is a single action of a game for two, or of a game where lines hold no more than one.
pub fn is_single(live: &Live, text: &str) -> bool {
    live.entry().seats != 2 || live.position().reads(text)
}

/// Returns a copy of the game on which to try a line of several actions of one's own turn, `e1-e5; xe2,e3,e4,e5`,
/// in a game for two; `None` if the line is a single action or none.
fn tried_out(live: &Live, text: &str, own_turn: bool) -> Option<Live> {
    let is_several = own_turn && !is_single(live, text);
    is_several.then(|| live.clone())
}

/// Plays the action or actions of a line atomically, all or none, and what is forced after them.
pub fn play_line(live: &mut Live, text: &str, own_turn: bool) -> Result<Vec<Fact>, Illegal> {
    let Some(mut turn) = tried_out(live, text, own_turn) else {
        let mut facts = live.play(&answered(live, text)?)?;
        facts.extend(play_forced(live));
        return Ok(facts);
    };
    let facts = play_all(&mut turn, text)?;
    *live = turn;
    Ok(facts)
}

/// Returns the cost of the first costly action of a legal line.
pub fn price_of(live: &Live, text: &str, own_turn: bool) -> Option<Fact> {
    let price = first_price(live, text, own_turn)?;
    // Behind that action, there may be no others.
    play_line(&mut live.clone(), text, own_turn).ok()?;
    Some(price)
}

fn first_price(live: &Live, text: &str, own_turn: bool) -> Option<Fact> {
    let Some(mut turn) = tried_out(live, text, own_turn) else {
        return live.position().price(text);
    };
    let mut actions = Actions::read(text);
    let mover = turn.to_move();
    while let Some(action) = actions.next(turn.position()) {
        let action = answered(&turn, &action).ok()?;
        if let Some(price) = turn.position().price(&action) {
            return Some(price);
        }
        turn.play(&action).ok()?;
        if !turn.is_in_turn() || turn.to_move() != mover {
            break;
        }
    }
    None
}

/// Plays the actions of a line in order within one turn, and what is forced after them; returns what happened.
/// Replies of the other player and results of contests are not part of it.
///
/// # Errors
/// If an action is illegal, or the turn ends before the last one. Earlier actions may have been played then.
pub fn play_all(live: &mut Live, text: &str) -> Result<Vec<Fact>, Illegal> {
    let mut actions = Actions::read(text);
    let mover = live.to_move();
    let first = if live.position().reads(text) {
        None
    } else {
        actions.next(live.position())
    };
    let Some(first) = first else {
        let mut news = live.play(text)?;
        news.extend(play_forced(live));
        return Ok(news);
    };
    let mut news = live.play(&answered(live, &first)?)?;
    while live.is_in_turn()
        && live.to_move() == mover
        && live.position().contest().is_none()
        && let Some(action) = actions.next(live.position())
    {
        news.extend(live.play(&answered(live, &action)?)?);
    }
    match actions.next(live.position()) {
        Some(action) => {
            let text = Typed::new(action);
            Err(TableMessage::TurnTooMuch { text }.into())
        }
        None => {
            news.extend(play_forced(live));
            Ok(news)
        }
    }
}

/// Plays the answers that a turn in progress forces, and returns what happened.
pub fn play_forced(live: &mut Live) -> Vec<Fact> {
    let mut news = Vec::new();
    while let Some(action) = live.forced_answer()
        && let Ok(facts) = live.play(&action)
    {
        let seats = live.entry().seats;
        news.push(AnswerMessage::OnlyAnswer { action, seats }.into());
        news.extend(facts);
    }
    news
}

/// Formats a sequence of actions in backticks, as they are typed.
pub fn quoted_actions(actions: &[String]) -> Option<String> {
    let actions: Vec<String> = actions.iter().map(|it| format!("`{it}`")).collect();
    (!actions.is_empty()).then(|| actions.join(", "))
}
