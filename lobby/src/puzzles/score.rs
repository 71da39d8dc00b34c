//! Puzzle progress of players.

use crate::{
    context::{Context, Environment},
    day::Day,
    players::{Names, PlayerData, results::PuzzleScore},
    tables::{Table, TableIndex},
    terms::Occasion,
    text::messages::PuzzleMessage,
    traffic::Effect,
};

/// Counts a try of the sender at a puzzle.
pub fn note_try(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &mut PlayerData,
    id: u32,
    is_right: bool,
) -> Effect {
    let player = cx.sender();
    let mut score = players.puzzles(player);
    let table = tables.get(id);
    let game = table.and_then(Table::playing);
    let missed = game.is_some_and(|game| game.notes.missed);
    match table.map(|table| table.occasion) {
        Some(Occasion::Puzzle(Some(day))) => {
            let is_counted = day == cx.today() && score.last_tried != Some(day);
            if is_counted {
                score.try_of_day(day, is_right);
            }
            if is_right {
                score.solve(is_counted);
            } else if is_counted {
                score.miss();
            }
        }
        _ if is_right => score.solve(!missed),
        _ if !missed => score.miss(),
        _ => {}
    }
    players.set_puzzles(player, score)
}

/// Counts a puzzle that was closed for something else as missed, except the puzzle of the day, which can be
/// reopened.
pub fn leave_puzzle(tables: &TableIndex, players: &mut PlayerData, id: u32) -> Option<Effect> {
    let table = tables.get(id)?;
    let solver = table.people_playing().next()?;
    (table.occasion == Occasion::Puzzle(None)).then(|| {
        let mut score = players.puzzles(&solver.id);
        score.miss();
        players.set_puzzles(&solver.id, score)
    })
}

/// Returns a user's puzzle statistics; empty before the first puzzle.
pub fn own_puzzles(env: &Environment<'_>, players: &PlayerData, user: &str) -> Vec<String> {
    let score = players.puzzles(user);
    let mut facts = Vec::new();
    if score.solved > 0 || score.first_try_streak.best > 0 {
        facts.push(figures(&score));
    }
    if score.last_tried.is_some() {
        facts.push(figures_of_days(env, &score));
    }
    let facts = facts.into_iter();
    facts.map(|fact| env.sentence(fact)).collect()
}

/// Returns a player's figures for puzzles of the day.
pub fn figures_of_days(env: &Environment<'_>, score: &PuzzleScore) -> PuzzleMessage {
    let days = score.days_until(env.today());
    PuzzleMessage::FiguresDay {
        now: days.now,
        best: days.best,
    }
}

/// Returns how many of the listed players tried and solved the puzzle of a day; `None` if there were no
/// tries.
pub fn puzzlers_of(players: &PlayerData, day: Day, names: &Names) -> Option<PuzzleMessage> {
    let Names::Members(people) = names else {
        return None;
    };
    let listed = people.iter().filter(|person| names.lists(players, person));
    let tried = listed.filter_map(|person| players.puzzles(&person.id).tried_on(day));
    let tried: Vec<bool> = tried.collect();
    let hits = tried.iter().filter(|is_hit| **is_hit).count();
    (!tried.is_empty()).then_some(PuzzleMessage::DayOver {
        day,
        tried: tried.len(),
        hits,
    })
}

/// Returns a player's figures for puzzles.
pub fn figures(score: &PuzzleScore) -> PuzzleMessage {
    PuzzleMessage::Figures {
        solved: score.solved,
        now: score.first_try_streak.now,
        best: score.first_try_streak.best,
    }
}
