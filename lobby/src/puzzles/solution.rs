//! Hints at puzzles, and their solutions.

use games::{Puzzle, puzzles::Worth};

use crate::{
    context::{Context, Environment},
    message::Block,
    play::{progress, report, turn::quoted_actions},
    players::PlayerData,
    puzzles::{
        score::{self, figures},
        task::is_open,
    },
    refusal::{Answer, Refusal, refuse},
    tables::{Table, TableIndex, lookup, threads},
    terms::{End, Occasion},
    text::{
        boards,
        messages::{AgainMessage, PuzzleMessage},
    },
    traffic::Effect,
};

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
    if let Some(line) = quoted_actions(&puzzle.line) {
        facts.push(PuzzleMessage::GoesOn { line }.into());
    }
    let told: Vec<String> = facts.into_iter().map(|fact| env.sentence(fact)).collect();
    let board = table.live();
    let board = board.map(|live| Block::Position(boards::position(env, table, live, false)));
    let told = Block::Text(told.join("\n"));
    std::iter::once(told).chain(board).collect()
}

/// Gives a hint: the beginning of the turn, and the search depth it takes.
pub fn narrow(cx: &Context<'_>, tables: &TableIndex, id: u32) -> Answer {
    let table = tables.get(id);
    let live = table.and_then(Table::live);
    let (Some(table), Some(live), Some(puzzle)) = (table, live, live.and_then(Puzzle::of)) else {
        return refuse(PuzzleMessage::Gone);
    };
    let made: Vec<&String> = live.record().turns.iter().flatten().collect();
    let is_right = puzzle
        .turn
        .iter()
        .zip(&made)
        .all(|(one, made)| one == *made);
    let beginning = puzzle.beginning(made.len()).map(str::to_owned);
    let hint = match made.len() {
        0 => PuzzleMessage::Hint {
            beginning,
            actions: puzzle.turn.len(),
            depth: puzzle.worth.value().map(|_| puzzle.depth),
        },
        _ if is_right => PuzzleMessage::HintRight { beginning },
        _ => PuzzleMessage::HintWrong,
    };
    let hint = Block::Text(cx.sentence(hint));
    Ok(vec![cx.answer_at(table, None, vec![hint])])
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
    let cx = &cx.placed(tables);
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
