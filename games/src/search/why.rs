//! Reasons for turns.

use super::{evaluate::Evaluate, hint_reason::HintReason, message::Message, thought::Value};
use crate::{dice::Dice, fact::Fact, rules::Rules};

/// Least lead that is reported, in hundredths of a piece; below it the position is even.
const EVEN_MARGIN: i32 = 25;

/// Returns the reasons for the turn made of the first `turn` moves of a line, most important first.
pub(super) fn reasons<R: Evaluate>(
    position: &R,
    line: &[R::Move],
    turn: usize,
    value: Value,
) -> Vec<HintReason> {
    let mut reasons = Vec::new();
    if is_only_turn(position, line) {
        reasons.push(HintReason::plain(Message::OnlyTurn));
    }
    match value {
        Value::Wins(turns) => reasons.push(HintReason::plain(Message::Wins { turns })),
        Value::Loses(turns) => reasons.push(HintReason::plain(Message::Loses { turns })),
        Value::Score(_) => {}
    }
    reasons.extend(position.reasons(line, turn));
    if reasons.is_empty() {
        reasons.extend(expected(position, line, turn).map(HintReason::plain));
    }
    if let Value::Score(score) = value {
        reasons.push(HintReason::plain(balance(score)));
    }
    reasons
}

/// Returns the reasons for the turn made of the first `turn` actions of a line with a known value,
/// without searching. Empty if the line is not legal or the value unknown.
pub fn explain<G: Evaluate>(
    position: &G,
    line: &[G::Action],
    turn: usize,
    value: Option<Value>,
) -> Vec<Fact> {
    let Some(value) = value else {
        return Vec::new();
    };
    let (mut after, mut dice, mut moves) = (position.clone(), Dice::none(), Vec::new());
    for action in line {
        match after.act(action, &mut dice, &mut |_| {}) {
            Ok((played, _)) => moves.push(played),
            Err(_) => return Vec::new(),
        }
    }
    let reasons = reasons(position, &moves, turn, value);
    reasons.into_iter().map(Fact::from).collect()
}

/// Returns whether every action of the first turn was the only legal one.
fn is_only_turn<R: Evaluate>(position: &R, line: &[R::Move]) -> bool {
    let seat = position.to_move();
    let mut position = position.clone();
    for played in line {
        if Rules::to_move(&position) != seat {
            break;
        }
        if position.moves().len() > 1 {
            return false;
        }
        position.play_unchecked(*played, &mut Dice::none(), &mut |_| {});
    }
    true
}

/// The expected answer of the opponent.
fn expected<R: Evaluate>(position: &R, line: &[R::Move], turn: usize) -> Option<Message> {
    let (mut after, mut answer) = (position.clone(), Vec::new());
    let seat = position.to_move()?;
    for (number, played) in line.iter().enumerate() {
        if number >= turn {
            if after.to_move() != Some(seat.other()) || after.is_contested() {
                break;
            }
            answer.push(after.write(*played).to_string());
        }
        after.play_unchecked(*played, &mut Dice::none(), &mut |_| {});
    }
    let is_empty = answer.is_empty();
    let answer = answer.join("; ");
    (!is_empty).then_some(Message::Expects { answer })
}

/// The lead in pieces and the side that has it.
fn balance(score: i32) -> Message {
    let tenths = (score.abs() + 5) / 10;
    let pieces = format!("{}.{}", tenths / 10, tenths % 10);
    match score {
        _ if score.abs() < EVEN_MARGIN => Message::Even,
        1.. => Message::Ahead { pieces },
        _ => Message::Behind { pieces },
    }
}
