//! Hints at puzzles, and their solutions.

use games::{Live, Puzzle, puzzles::Worth};

use crate::{
    context::{Context, Environment},
    message::Block,
    play::{progress, report, turn::quoted_actions},
    players::PlayerData,
    puzzles::{
        give::is_untried_today,
        score::{self, figures},
        task::is_open,
    },
    refusal::{Answer, Refusal, refuse},
    tables::{Table, TableIndex, lookup, threads},
    terms::{End, Occasion},
    text::{
        boards,
        messages::{AgainMessage, PuzzleDay, PuzzleMessage},
    },
    traffic::Effect,
};

/// Number of actions told of the line that follows a solution.
const MAX_TOLD: usize = 3;

/// Shows the solution, which ends an open puzzle.
pub fn solution(cx: &Context<'_>, tables: &mut TableIndex, players: &mut PlayerData) -> Answer {
    if let Some(told) = solution_again(cx, tables) {
        return Ok(vec![told]);
    }
    let (id, _) = lookup::seated(cx, tables)?;
    if !tables.get(id).is_some_and(Table::is_puzzle) {
        return refuse(PuzzleMessage::SolutionOf);
    }
    let puzzle = Puzzle::of(&lookup::game_on(cx, tables, id)?.live);
    let puzzle = puzzle.ok_or_else(|| Refusal::from(PuzzleMessage::Gone));
    let scored = score::note_try(cx, tables, players, id, false);
    let mut effects = match puzzle {
        Ok(puzzle) => close(cx, tables, players, id, puzzle, false)?,
        // It was given by another version of the program.
        Err(refusal) => {
            let ended = progress::close_table(cx, tables, id, End::Abandoned).into_iter();
            ended.chain(report::refused(cx, tables, refusal)).collect()
        }
    };
    effects.insert(0, scored);
    Ok(effects)
}

/// Returns the solution of the puzzle last looked at, if it was already shown.
fn solution_again(cx: &Context<'_>, tables: &TableIndex) -> Option<Effect> {
    let table = lookup::looked_at(cx, tables).ok()?;
    let table = Some(table).filter(|table| table.is_puzzle())?;
    let live = table.live().filter(|_| !is_open(table))?;
    let puzzle = Puzzle::of(live).filter(|puzzle| puzzle.is_solved_by(live))?;
    let blocks = solved(cx, table, puzzle, false);
    Some(cx.answer_at(table, None, blocks))
}

/// Explains the best turn of a puzzle with its continuation and the board after it.
fn solved(env: &Environment<'_>, table: &Table, puzzle: &Puzzle, is_found: bool) -> Vec<Block> {
    let turn = quoted_actions(&puzzle.turn);
    let head = if is_found {
        PuzzleMessage::Right { turn }
    } else {
        PuzzleMessage::Solution { turn }
    };
    let mut facts = vec![head.into()];
    facts.extend(puzzle.why());
    if let (Worth::Chance(wins), Worth::Chance(next)) = (puzzle.worth, puzzle.next) {
        facts.push(PuzzleMessage::Chances { wins, next }.into());
    }
    let line = puzzle.line.get(..MAX_TOLD).unwrap_or(&puzzle.line);
    if let Some(line) = quoted_actions(line) {
        facts.push(PuzzleMessage::GoesOn { line }.into());
    }
    let told: Vec<String> = facts.into_iter().map(|fact| env.sentence(fact)).collect();
    let board = table.live();
    let board = board.map(|live| Block::Position(boards::position(env, table, live, false)));
    let told = Block::Text(told.join("\n"));
    std::iter::once(told).chain(board).collect()
}

/// Gives a hint, which counts as a missed try.
pub fn narrow(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
) -> Answer {
    let live = &lookup::game_on(cx, tables, id)?.live;
    let Some(hint) = Puzzle::of(live).map(|puzzle| beginning(live, puzzle)) else {
        return refuse(PuzzleMessage::Gone);
    };
    let mut told = vec![cx.sentence(hint)];
    let mut effects = Vec::new();
    if !lookup::game_on(cx, tables, id)?.notes.missed {
        if lookup::table(tables, id)?.occasion.puzzle_day().is_none() {
            told.push(cx.sentence(PuzzleMessage::HintCosts { day: None }));
        } else if is_untried_today(cx, tables, players, id) {
            let day = Some(PuzzleDay::Today);
            told.push(cx.sentence(PuzzleMessage::HintCosts { day }));
        }
        effects.push(score::note_try(cx, tables, players, id, false));
        lookup::game_on(cx, tables, id)?.notes.missed = true;
        effects.push(Effect::Save(lookup::table(tables, id)?.save()));
    }
    let told = Block::Text(told.join("\n"));
    effects.push(cx.answer_at(lookup::table(tables, id)?, None, vec![told]));
    Ok(effects)
}

/// Returns the hint: the beginning of the turn, and the search depth it takes.
fn beginning(live: &Live, puzzle: &Puzzle) -> PuzzleMessage {
    let made: Vec<&String> = live.record().turns.iter().flatten().collect();
    let is_right = puzzle
        .turn
        .iter()
        .zip(&made)
        .all(|(one, made)| one == *made);
    let beginning = puzzle.beginning(made.len());
    let mut beginning = beginning.map(|it| it.trim_end().to_owned());
    if let (Some(shown), Some(action)) = (&beginning, puzzle.turn.get(made.len()))
        && is_right
        && made.len() + 1 == puzzle.turn.len()
    {
        let Some(shared) = shared_beginning(live, shown) else {
            let action = action.clone();
            return PuzzleMessage::HintWhole { action };
        };
        beginning = Some(shared);
    }
    match made.len() {
        0 => PuzzleMessage::Hint {
            beginning,
            actions: puzzle.turn.len(),
            depth: puzzle.worth.value().map(|_| puzzle.depth),
        },
        _ if is_right => PuzzleMessage::HintRight { beginning },
        _ => PuzzleMessage::HintWrong,
    }
}

/// Returns the longest part of a beginning that several legal actions share, but not all; `None` if there is none.
fn shared_beginning(live: &Live, beginning: &str) -> Option<String> {
    let legal = live.first_possible().actions;
    let ends = beginning
        .char_indices()
        .map(|(start, c)| start + c.len_utf8());
    let parts = ends.rev().filter_map(|end| beginning.get(..end));
    // The `x` of a capture of ZÈRTZ gives no hint.
    let mut parts = parts.filter(|part| !matches!(part.trim_end(), "x" | ""));
    let shared = parts.find(|part| {
        let count = legal.iter().filter(|it| it.starts_with(part)).count();
        count > 1 && count < legal.len()
    });
    shared.map(|part| part.trim_end().to_owned())
}

/// Ends a puzzle with its solution, the reasons and continuation, and the solver's progress.
pub fn close(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
    puzzle: &Puzzle,
    is_found: bool,
) -> Answer {
    let end = puzzle
        .solved()
        .map_err(|illegal| Refusal::from(illegal.0))?;
    lookup::game_on(cx, tables, id)?.live = end;
    threads::take_thread(cx, tables, id);
    let cx = &cx.with_new_tables(tables);
    let mut effects: Vec<Effect> = progress::close_table(cx, tables, id, End::Abandoned)
        .into_iter()
        .collect();
    let table = lookup::table(tables, id)?;
    let mut blocks = solved(cx, table, puzzle, is_found);
    let score = players.puzzles(cx.sender());
    let figures = match table.occasion {
        Occasion::Puzzle(Some(day)) if day != cx.today() => PuzzleMessage::DayLate { day },
        Occasion::Puzzle(Some(_)) => score::figures_of_days(cx, &score),
        _ => figures(&score),
    };
    let next = cx.prefixed(AgainMessage::Puzzle);
    let last = [cx.sentence(figures), cx.sentence(next)];
    blocks.push(Block::Text(last.join("\n")));
    effects.push(cx.answer_at(table, None, blocks));
    Ok(effects)
}
