//! Tries at a puzzle, and the consequences of wrong turns.

use games::{Arg, Fact, Illegal, Live, Puzzle, Value, puzzles::Worth};

use crate::{
    computer::JobsUnderWay,
    context::{Context, Environment},
    job::{Job, Question, SearchResult, Wanted, in_pieces},
    message::Block,
    play::{
        ambiguous_moves::offer_readings,
        progress,
        turn::{play_all, quoted_actions},
    },
    players::PlayerData,
    puzzles::{score, solution, task::asked},
    refusal::{Answer, Refusal},
    tables::{Table, TableIndex, lookup, threads},
    text::{
        boards,
        messages::{Balance, BestIs, PuzzleDay, PuzzleMessage, WrongEnd},
    },
    traffic::Effect,
};

/// Tries a turn or continues one: several actions are played in order, as far as the turn goes.
pub fn try_at_puzzle(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    id: u32,
    text: &str,
) -> Answer {
    let live = &lookup::game_on(cx, tables, id)?.live;
    let Some(puzzle) = Puzzle::of(live) else {
        return Err(Refusal::from(PuzzleMessage::Gone).at(id));
    };
    let mut tried = live.clone();
    let news = play_all(&mut tried, text);
    if news.is_err()
        && let Some(asked) = offer_readings(cx, tables, id, text)
    {
        return asked;
    }
    let news = news.map_err(|Illegal(mut refused)| {
        // An example in the refusal must not be the solution.
        for (name, arg) in &mut refused.args {
            let is_example = matches!(name.as_ref(), "example" | "pushing");
            if is_example && puzzle.turn.contains(&arg.to_string()) {
                *arg = Arg::None;
            }
        }
        Refusal::from(refused).at(id)
    })?;
    let notes = &mut lookup::game_on(cx, tables, id)?.notes;
    notes.giving_up = [None; 2];
    notes.readings.clear();
    if tried.is_in_turn() {
        lookup::game_on(cx, tables, id)?.live = tried;
        return progress::changed(cx, tables, players, id, &news);
    }
    let own = puzzle.set_up().ok().and_then(|live| live.to_move());
    let wins = tried
        .outcome()
        .is_some_and(|end| end.winner.is_some() && end.winner == own);
    if puzzle.is_solved_by(&tried) || wins && tried.entry().seats == 2 {
        let scored = score::note_try(cx, tables, players, id, true);
        let mut effects = solution::close(cx, tables, players, id, puzzle, true)?;
        effects.insert(0, scored);
        Ok(effects)
    } else {
        miss(cx, tables, players, jobs, id, puzzle, &tried)
    }
}

/// Counts a wrong turn, resets the position, and asks the computer for the consequences.
fn miss(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    jobs: &mut JobsUnderWay,
    id: u32,
    puzzle: &Puzzle,
    tried: &Live,
) -> Answer {
    let mut effects = vec![score::note_try(cx, tables, players, id, false)];
    let back = puzzle
        .set_up()
        .map_err(|illegal| Refusal::from(illegal.0))?;
    let game = lookup::game_on(cx, tables, id)?;
    game.live = back;
    game.notes.missed = true;
    threads::take_thread(cx, tables, id);
    let cx = &cx.with_new_tables(tables);
    let saved = tables.get(id).map(Table::save);
    effects.extend(saved.map(Effect::Save));
    let question = Question {
        line: cx.line.without_people(),
        table: id,
        record: tried.record().to_string(),
        wanted: Wanted::Try,
    };
    let is_free = tried.outcome().is_none() || tried.entry().seats == 1;
    if is_free && jobs.begin(cx.sender()) {
        effects.push(Effect::Job(Job::Think(question)));
    } else {
        effects.extend(told_of_try(cx, tables, players, &question, None));
    }
    Ok(effects)
}

/// Reports the consequences of a wrong turn, the value of the best one, and the position again.
pub fn told_of_try(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    question: &Question,
    thought: Option<&SearchResult>,
) -> Option<Effect> {
    let record = question.record.parse().ok()?;
    let tried = Live::replay(&record).ok()?;
    let Some(puzzle) = Puzzle::of(&tried) else {
        // It was given by another version of the program.
        return Some(cx.say(PuzzleMessage::Gone));
    };
    let turn: Vec<String> = record.turns.iter().flatten().cloned().collect();
    let turn = quoted_actions(&turn);
    let mut lines = vec![cx.sentence(PuzzleMessage::Wrong { turn })];
    if let Some(outcome) = tried.outcome().filter(|_| tried.entry().seats == 2) {
        let own = puzzle.set_up().ok()?.to_move();
        let end = match outcome.winner {
            Some(winner) if Some(winner) != own => WrongEnd::Lost,
            _ => WrongEnd::Drawn,
        };
        lines.push(cx.sentence(PuzzleMessage::ThenOver { end }));
    }
    if let Some(thought) = thought {
        lines.extend(comes_of(cx, thought, puzzle));
    }
    let table = tables.get(question.table);
    let line = table.map(|table| table.line_in_current_room(&question.line));
    let line = line.as_ref().unwrap_or(&question.line);
    let cx = &cx.with_line(line, tables, players);
    let table = table.filter(|table| table.is_playing());
    let open = table.and_then(|table| Some((table, table.live()?)));
    // It may have been solved, or another try begun, in the meantime.
    let Some((table, live)) = open.filter(|(_, live)| live.actions() == 0) else {
        return Some(cx.reply(lines.join("\n")));
    };
    let of_day = table.occasion.puzzle_day();
    let day = of_day.map(|day| {
        if day == cx.today() {
            PuzzleDay::Today
        } else {
            PuzzleDay::Over
        }
    });
    lines.push(cx.sentence(PuzzleMessage::Again { day }));
    let mut blocks = vec![Block::Text(lines.join("\n"))];
    blocks.push(Block::Position(boards::position(cx, table, live, false)));
    let names = table.names();
    let again = cx.text.say(&asked(puzzle, live), &names);
    blocks.push(Block::Text(again));
    Some(cx.answer_at(table, None, blocks))
}

/// Returns the sentences about the value of a wrong turn compared with the best one.
fn comes_of(env: &Environment<'_>, thought: &SearchResult, puzzle: &Puzzle) -> Vec<String> {
    let mut facts: Vec<Fact> = Vec::new();
    if let Some(turn) = quoted_actions(&thought.turn) {
        facts.push(PuzzleMessage::ThenAnswer { turn }.into());
    }
    if let Some(chance) = thought.chance {
        facts.push(PuzzleMessage::ThenChance { wins: chance.wins }.into());
    }
    facts.extend(thought.why.iter().cloned());
    facts.push(best_is(puzzle.worth).into());
    facts.into_iter().map(|fact| env.sentence(fact)).collect()
}

/// Returns the value of the best turn without revealing it.
fn best_is(worth: Worth) -> PuzzleMessage {
    let (mut turns, mut pieces, mut wins) = (None, None, None);
    let is = match worth {
        Worth::Value(Value::Wins(number)) => {
            turns = Some(number);
            BestIs::Wins
        }
        Worth::Value(Value::Loses(_)) => BestIs::Holds,
        Worth::Value(Value::Score(score)) => {
            pieces = Some(in_pieces(score));
            match Balance::of(score) {
                Balance::Ahead => BestIs::Ahead,
                Balance::Behind => BestIs::Behind,
                Balance::Even => BestIs::Even,
            }
        }
        Worth::Chance(percent) => {
            wins = Some(percent);
            BestIs::Chance
        }
    };
    PuzzleMessage::Best {
        is,
        turns,
        pieces,
        wins,
    }
}
