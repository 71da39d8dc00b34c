//! Why a turn is good, as facts.
//!
//! | code | arguments | what it says of the turn |
//! | --- | --- | --- |
//! | `search-only-turn` | | there is no other one |
//! | `search-wins` | `turns` | it wins: with this turn (1), or the so many-th of one's own |
//! | `search-loses` | `turns` | every turn loses; this one holds out to the so many-th of one's own, or the answer to it |
//! | `search-takes` | `count` | so many enemy pieces are captured |
//! | `search-takes-gipf` | `count` | so many of them are GIPF pieces |
//! | `search-regains` | `count` | so many own pieces return to the reserve |
//! | `search-saves` | `count`, `all` | the opponent was about to capture so many pieces more than now; `yes`: with GIPF pieces that are told of besides |
//! | `search-saves-gipf` | `count` | so many of those were GIPF pieces |
//! | `search-threatens` | `count` | there are now so many ways to make a row next, more than before |
//! | `search-hinders` | `count` | the opponent has so many fewer ways to make a row than before |
//! | `search-follows` | `count`, `lost` | as is expected, so many enemy pieces are captured next, and fewer of one's own |
//! | `search-lines` | | more own pieces lie in line with each other |
//! | `search-breaks` | | fewer enemy pieces do |
//! | `search-middle` | | more of the middle is one's own |
//! | `search-expects` | `answer` | nothing of that; a turn as it is typed is expected in answer |
//! | `search-sure` | `actions` | a run is won with so many actions, whatever the die shows |
//! | `search-ahead` | `pieces` | one stands better, by so many pieces, as `1.4` |
//! | `search-behind` | `pieces` | the opponent does |
//! | `search-even` | | neither does |
//!
//! The refusal of a level that there is not is `search-no-such-level` with `text`, `lowest` and
//! `highest`.

use super::{evaluate::Evaluate, thought::Value};
use crate::{code::codes, dice::Dice, fact::Fact, game::Game, rules::Rules};

codes! {
    /// What can be told of a turn.
    pub(crate) enum Code;

    /// The codes of every reason and refusal of the search, each of which has a sentence.
    pub const CODES {
        NoSuchLevel = "search-no-such-level",
        OnlyTurn = "search-only-turn",
        Wins = "search-wins",
        Loses = "search-loses",
        Takes = "search-takes",
        TakesGipf = "search-takes-gipf",
        Regains = "search-regains",
        Saves = "search-saves",
        SavesGipf = "search-saves-gipf",
        Threatens = "search-threatens",
        Hinders = "search-hinders",
        Follows = "search-follows",
        Lines = "search-lines",
        Breaks = "search-breaks",
        Middle = "search-middle",
        Expects = "search-expects",
        Sure = "search-sure",
        Ahead = "search-ahead",
        Behind = "search-behind",
        Even = "search-even",
    }
}

/// Who is ahead by less is not ahead, in hundredths of a piece.
const EVEN: i32 = 25;

/// Why the first actions of a line, as many as that, are a good turn; most important first.
pub(super) fn reasons<R: Evaluate>(
    position: &R,
    line: &[R::Move],
    turn: usize,
    value: Value,
) -> Vec<Fact> {
    let mut reasons = Vec::new();
    if is_only_turn(position, line) {
        reasons.push(Fact::new(Code::OnlyTurn));
    }
    match value {
        Value::Wins(turns) => reasons.push(Fact::new(Code::Wins).with("turns", turns)),
        Value::Loses(turns) => reasons.push(Fact::new(Code::Loses).with("turns", turns)),
        Value::Score(_) => {}
    }
    reasons.extend(position.reasons(line, turn));
    if reasons.is_empty() {
        reasons.extend(expected(position, line, turn));
    }
    if let Value::Score(score) = value {
        reasons.push(balance(score));
    }
    reasons
}

/// Why the first actions of a line, as many as that, are a good turn, where what they are worth is known:
/// nothing is searched. Nothing is told of a line that is not legal, or whose worth is not known.
pub fn explain<G: Game + Evaluate>(
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
    reasons(position, &moves, turn, value)
}

/// Whether nothing else could be done at any action of the first turn.
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

/// What the other side is expected to answer.
fn expected<R: Evaluate>(position: &R, line: &[R::Move], turn: usize) -> Option<Fact> {
    let (mut after, mut answer) = (position.clone(), Vec::new());
    let seat = position.to_move()?;
    for (number, played) in line.iter().enumerate() {
        if number >= turn {
            if after.to_move() != Some(seat.other()) || after.is_contested() {
                break;
            }
            answer.push(after.notation(*played));
        }
        after.play_unchecked(*played, &mut Dice::none(), &mut |_| {});
    }
    let fact = Fact::new(Code::Expects).with("answer", answer.join("; "));
    (!answer.is_empty()).then_some(fact)
}

/// Who stands better, and by how many pieces.
fn balance(score: i32) -> Fact {
    let tenths = (score.abs() + 5) / 10;
    let pieces = format!("{}.{}", tenths / 10, tenths % 10);
    match score {
        _ if score.abs() < EVEN => Fact::new(Code::Even),
        1.. => Fact::new(Code::Ahead).with("pieces", pieces),
        _ => Fact::new(Code::Behind).with("pieces", pieces),
    }
}
