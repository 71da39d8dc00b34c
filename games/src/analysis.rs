//! Post-game analysis of a duel: the computer's evaluation of every turn, and the turning points.

use std::{cell::Cell, cmp::Reverse};

use crate::{
    diagram::FAR_AHEAD,
    live::Live,
    outcome::Outcome,
    search::{ProgressCallback, SearchLimits, SearchResult, Value},
    seat::Seat,
};

/// Maximum number of turning points of a game.
const MAX_NAMED: usize = 3;

/// Minimum loss of a turning point, in hundredths of a piece.
const MIN_LOSS: i32 = 100;

/// The score of a won position, in hundredths of a piece; evaluations are clamped to less.
const DECISIVE: i32 = 1_000;

/// The analysis of one turn: the turn played, the best turn, and the evaluation of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The seat that made the turn.
    pub seat: Seat,
    /// The number of actions before the turn.
    pub at: usize,
    /// The actions of the turn.
    pub turn: Vec<String>,
    /// The actions of the computer's best turn.
    pub best: Vec<String>,
    /// The value for that seat if it makes the best turn.
    pub before: Value,
    /// The value for that seat after the turn it made.
    pub after: Value,
    /// `true` for an apparent mistake that the deeper search did not confirm.
    pub is_doubtful: bool,
}

impl Judged {
    /// Returns the loss of the turn for its seat, in hundredths of a piece, at least 0. Both values are clamped
    /// to [`FAR_AHEAD`], beyond which nothing can be lost or won.
    pub fn loss(&self) -> i32 {
        let shown = |value| points(value).clamp(-FAR_AHEAD, FAR_AHEAD);
        (shown(self.before) - shown(self.after)).max(0)
    }

    /// Analyses the turn again with a deeper search of the positions after it and after the best turn: a turn
    /// that looks better in a shallow search need not be. Returns `None` if a position can't be evaluated or the
    /// callback stops the search.
    pub fn again(
        &self,
        live: &Live,
        limits: &SearchLimits,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Option<Judged> {
        let mut stopped = false;
        let mut on_progress = |thought: &SearchResult| {
            let told = on_progress(thought);
            stopped = stopped || told.is_break();
            told
        };
        let before = || live.without_last(live.actions().checked_sub(self.at)?);
        let best = before()?.position().think(limits, &mut on_progress)?.turn;
        let mut worth = |turn: &[String]| {
            let mut after = before()?;
            for action in turn {
                after.play(action).ok()?;
            }
            let worth = Seen::of(&after, limits, &mut on_progress)?.worth?;
            Some(seen_by(self.seat, worth))
        };
        let (before, after) = (worth(&best)?, worth(&self.turn)?);
        let judged = Judged {
            best,
            before,
            after,
            ..self.clone()
        };
        (!stopped).then_some(judged)
    }

    /// Returns the lead of the first seat after the turn, in hundredths of a piece, from -1,000 (lost) to 1,000
    /// (won).
    pub fn balance(&self) -> i32 {
        match self.seat {
            Seat::First => points(self.after),
            Seat::Second => -points(self.after),
        }
    }
}

/// Analyses the turns of a game, each with a search of the given limits, until the callback stops it. Unfinished
/// turns and contests are left out. Deterministic for the same game and limits unless stopped.
pub fn analyse(
    live: &Live,
    limits: &SearchLimits,
    on_progress: &mut ProgressCallback<'_>,
) -> Vec<Judged> {
    let stopped = Cell::new(false);
    let mut on_progress = |thought: &SearchResult| {
        let told = on_progress(thought);
        stopped.set(stopped.get() || told.is_break());
        told
    };
    let (mut judged, mut before): (Vec<Judged>, Option<Seen>) = (Vec::new(), None);
    let mut played = 0;
    for turn in live.record().turns.iter().map(Vec::len).chain([0]) {
        let left = live.actions().saturating_sub(played);
        let Some(position) = live.without_last(left) else {
            break;
        };
        let seen = Seen::of(&position, limits, &mut on_progress);
        if stopped.get() {
            // An interrupted search has no reliable value.
            break;
        }
        if let (Some(before), Some(value)) = (before.take(), seen.as_ref().and_then(|it| it.worth))
        {
            let actions = live.record().turns.iter().flatten();
            let turn: Vec<String> = actions
                .skip(before.at)
                .take(played - before.at)
                .cloned()
                .collect();
            let seat = before.seat;
            let mut judgement = before.judged(turn, value);
            if let Some(it) = judgement
                .as_mut()
                .filter(|it| !is_of_one(live, played, it.turn.len(), seat))
            {
                // The other seat or a contest took part in the turn: no better turn is claimed.
                it.best.clone_from(&it.turn);
            }
            judged.extend(judgement);
        }
        before = seen
            .filter(|seen| seen.seat.is_some())
            .map(|seen| Seen { at: played, ..seen });
        played += turn;
    }
    judged
}

/// Analyses the apparent turning points again, the costliest first, and those that become apparent then,
/// until all of them are verified or `most` were. A turn for which `again` returns `None`, and every turn
/// beyond `most`, is marked doubtful and is no turning point.
pub fn make_sure(
    judged: &mut [Judged],
    most: usize,
    mut again: impl FnMut(&Judged) -> Option<Judged>,
) {
    let mut seen = Vec::new();
    loop {
        let tipped = tipped(judged).into_iter();
        let unsure = tipped.filter(|(number, _)| !seen.contains(&(number - 1)));
        let costliest = unsure.max_by_key(|(_, turn)| turn.loss());
        let Some(place) = costliest.map(|(number, _)| number - 1) else {
            return;
        };
        if let Some(turn) = judged.get_mut(place) {
            let sure = (seen.len() < most).then(|| again(turn)).flatten();
            match sure {
                Some(sure) => *turn = sure,
                None => turn.is_doubtful = true,
            }
        }
        seen.push(place);
    }
}

/// Returns the turning points of a game, which are its costliest turns, with their numbers from 1, in
/// playing order.
pub fn tipped(judged: &[Judged]) -> Vec<(usize, &Judged)> {
    let numbered = (1usize..).zip(judged);
    let mut costly: Vec<(usize, &Judged)> = numbered
        .filter(|(_, turn)| turn.loss() >= MIN_LOSS && !turn.turn.starts_with(&turn.best))
        .filter(|(_, turn)| !turn.is_doubtful)
        .collect();
    costly.sort_by_key(|(_, turn)| Reverse(turn.loss()));
    costly.truncate(MAX_NAMED);
    costly.sort_by_key(|(number, _)| *number);
    costly
}

/// Returns whether `seat` was to move at every action but the first of the last `count` of the first
/// `played` actions, with no contest among them.
fn is_of_one(live: &Live, played: usize, count: usize, seat: Option<Seat>) -> bool {
    let inside = (played + 1 - count.min(played)..played).map(|at| live.actions() - at);
    inside.map(|left| live.without_last(left)).all(|position| {
        position.is_some_and(|it| it.to_move() == seat && it.position().contest().is_none())
    })
}

/// The computer's evaluation of a position.
struct Seen {
    /// The number of actions before it.
    at: usize,
    /// The seat to move, unless the game is over.
    seat: Option<Seat>,
    best: Vec<String>,
    /// The value for the first seat.
    worth: Option<Value>,
}

impl Seen {
    /// Evaluates a position by its outcome or by a search. Returns `None` while the game waits for a contest.
    fn of(
        position: &Live,
        limits: &SearchLimits,
        on_progress: &mut ProgressCallback<'_>,
    ) -> Option<Seen> {
        if let Some(Outcome { winner, .. }) = position.outcome() {
            let worth = match winner {
                Some(Seat::First) => Value::Wins(1),
                Some(Seat::Second) => Value::Loses(1),
                None => Value::Score(0),
            };
            return Some(Seen {
                at: position.actions(),
                seat: None,
                best: Vec::new(),
                worth: Some(worth),
            });
        }
        let seat = position.to_move()?;
        let thought = position.position().think(limits, on_progress)?;
        Some(Seen {
            at: position.actions(),
            seat: Some(seat),
            best: thought.turn,
            worth: Some(seen_by(seat, thought.value)),
        })
    }

    fn judged(self, turn: Vec<String>, after: Value) -> Option<Judged> {
        let seat = self.seat?;
        Some(Judged {
            seat,
            at: self.at,
            turn,
            best: self.best,
            before: seen_by(seat, self.worth?),
            after: seen_by(seat, after),
            is_doubtful: false,
        })
    }
}

/// Converts a value for a seat into one for the first seat, or back: negates it for the second seat.
fn seen_by(seat: Seat, value: Value) -> Value {
    match (seat, value) {
        (Seat::First, value) => value,
        (Seat::Second, Value::Score(score)) => Value::Score(-score),
        (Seat::Second, Value::Wins(turns)) => Value::Loses(turns),
        (Seat::Second, Value::Loses(turns)) => Value::Wins(turns),
    }
}

fn points(value: Value) -> i32 {
    match value {
        Value::Score(score) => score.clamp(1 - DECISIVE, DECISIVE - 1),
        Value::Wins(_) => DECISIVE,
        Value::Loses(_) => -DECISIVE,
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::{catalog::Entry, dice::Seed, search::Level};

    fn limits() -> SearchLimits {
        SearchLimits {
            nodes: Some(2_000),
            hash: 1 << 20,
            ..SearchLimits::new(Level::HIGHEST, Seed([1; 32]))
        }
    }

    /// A finished game of ZÈRTZ, by legal actions picked in a fixed pattern.
    fn game() -> Live {
        let entry = Entry::find("zertz-basic").unwrap();
        let mut live = Live::start(entry, "-", None).unwrap();
        for number in 0.. {
            let legal = live.legal_actions();
            if legal.is_empty() {
                break;
            }
            live.play(&legal[number * 7 % legal.len()]).unwrap();
        }
        live
    }

    #[test]
    fn every_judged_turn_has_a_legal_best_action() {
        let live = game();
        assert!(live.outcome().is_some());
        let judged = analyse(&live, &limits(), &mut |_| ControlFlow::Continue(()));
        let turns = live.record().turns.clone();
        assert_eq!(
            judged.iter().map(|it| it.turn.clone()).collect::<Vec<_>>(),
            turns
        );
        let mut played = 0;
        for turn in &judged {
            let position = live.without_last(live.actions() - played).unwrap();
            assert_eq!(position.to_move(), Some(turn.seat));
            assert!(position.legal_actions().contains(&turn.best[0]));
            assert!((0..=2 * FAR_AHEAD).contains(&turn.loss()));
            played += turn.turn.len();
        }
        let winner = live.outcome().unwrap().winner;
        let last = judged.last().unwrap();
        assert_eq!(last.balance() > 0, winner == Some(Seat::First));
        assert_eq!(
            judged,
            analyse(&live, &limits(), &mut |_| ControlFlow::Continue(()))
        );
    }

    #[test]
    fn a_deeper_search_judges_a_turn_again() {
        let live = game();
        let mut should_continue = |_: &SearchResult| ControlFlow::Continue(());
        let judged = analyse(&live, &limits(), &mut should_continue);
        let deeper = SearchLimits {
            nodes: Some(20_000),
            ..limits()
        };
        for turn in &judged {
            let again = turn.again(&live, &deeper, &mut should_continue).unwrap();
            assert_eq!((&again.turn, again.at), (&turn.turn, turn.at));
            if again.best == again.turn {
                assert_eq!(again.loss(), 0);
            }
            let mut after = live.without_last(live.actions() - turn.at).unwrap();
            assert_eq!(after.to_move(), Some(turn.seat));
            for action in &again.best {
                after.play(action).unwrap();
            }
            let stopped = turn.again(&live, &deeper, &mut |_| ControlFlow::Break(()));
            assert_eq!(stopped, None);
        }
        // The last turn won the game, so no other turn can be worth more.
        let last = judged.last().unwrap();
        let again = last.again(&live, &deeper, &mut should_continue).unwrap();
        assert_eq!(again.loss(), 0);
    }

    #[test]
    fn only_confirmed_turning_points_are_named() {
        let live = game();
        let judged = analyse(&live, &limits(), &mut |_| ControlFlow::Continue(()));
        let seeming = tipped(&judged).len();
        assert_eq!(seeming, MAX_NAMED);
        // All turning points are confirmed.
        let mut same = judged.clone();
        make_sure(&mut same, MAX_NAMED, |turn| Some(turn.clone()));
        assert_eq!(same, judged);
        // None is confirmed: no apparent turning point remains unverified.
        let mut none = judged.clone();
        make_sure(&mut none, 100, |_| None);
        assert_eq!(tipped(&none), []);
        let doubtful = |judged: &[Judged]| judged.iter().filter(|it| it.is_doubtful).count();
        assert!(doubtful(&none) > MAX_NAMED);
        // The budget allows one verification.
        let mut one = judged.clone();
        make_sure(&mut one, 1, |turn| Some(turn.clone()));
        assert_eq!(doubtful(&one), doubtful(&none) - 1);
        let dearest = judged.iter().map(Judged::loss).max();
        let told: Vec<i32> = tipped(&one).iter().map(|(_, turn)| turn.loss()).collect();
        assert_eq!(told, [dearest.unwrap()]);
    }

    #[test]
    fn losses_are_clamped_far_ahead_or_behind() {
        let loss = |before, after| {
            let turn = Judged {
                seat: Seat::First,
                at: 0,
                turn: Vec::new(),
                best: Vec::new(),
                before,
                after,
                is_doubtful: false,
            };
            turn.loss()
        };
        assert_eq!(loss(Value::Wins(2), Value::Score(FAR_AHEAD + 100)), 0);
        assert_eq!(loss(Value::Score(-FAR_AHEAD - 100), Value::Loses(2)), 0);
        assert_eq!(loss(Value::Wins(2), Value::Score(FAR_AHEAD - 150)), 150);
        assert_eq!(loss(Value::Score(50), Value::Score(-100)), 150);
        assert_eq!(loss(Value::Score(-100), Value::Score(50)), 0);
    }

    #[test]
    fn a_stopped_analysis_returns_fewer_turns() {
        let live = game();
        let mut left = 8;
        let judged = analyse(&live, &limits(), &mut |_| {
            left -= 1;
            if left > 0 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert!(judged.len() < live.record().turns.len());
    }
}
