//! Changes of a table and what follows from them: results, the end of its game, contests.

use games::{Contest, Dice, Fact, Illegal, Means, Seat, Seed};
use jiff::{SignedDuration, Timestamp};

use crate::{
    clocks::status,
    context::{Context, Environment},
    job::Job,
    message::Block,
    person::Person,
    play::{
        report,
        start::{self, shuffled},
        turn::play_forced,
        watching,
    },
    players::{
        PlayerData,
        results::{DuelResult, RunResult},
    },
    refusal::{Answer, Refusal, refuse},
    tables::{
        Over, Playing, Stage, Table, TableIndex,
        finished::Finished,
        lookup,
        table::{is_full, max_actions},
        threads,
    },
    terms::{End, Occasion},
    text::{
        boards,
        messages::{CoinSide, ContestMessage, EndMessage, TableId, TableMessage},
    },
    traffic::Effect,
};

/// Returns the effects of a change at a table, including its report.
pub fn effects_of_change(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    news: &[Fact],
) -> Answer {
    let table = lookup::table(tables, id)?;
    match (&table.stage, table.occasion) {
        // An undecided contest decides nothing.
        (Stage::Over(over), Occasion::Contest(parent))
            if over.end == End::Abandoned
                && lookup::waits_for_contest(tables, id) == Some(parent) =>
        {
            let mut told = told_at(cx, table, news);
            if let Some(live) = over.game.live() {
                told.push(cx.text.say(&boards::end(table, over, live), &table.names()));
            }
            let told = told.join("\n");
            let void = ContestMessage::Void { table: TableId(id) };
            let news = [TableMessage::Told { told }.into(), void.into()];
            // The following change stores the table as well.
            let _ = close_table(cx, tables, parent, End::Abandoned);
            changed(cx, tables, players, parent, &news)
        }
        (Stage::Over(_), Occasion::Contest(parent)) => {
            decided(cx, tables, players, id, parent, news)
        }
        (Stage::Over(_), _) if lookup::contest_of(tables, id).is_some() => {
            void(cx, tables, players, id, news)
        }
        (Stage::Playing(game), _) if lookup::contest_of(tables, id).is_none() => {
            match game.live.position().contest() {
                Some(contest) => decide(cx, tables, players, id, contest, news),
                None => Ok(vec![report::report_or_think(
                    cx, tables, players, table, news,
                )]),
            }
        }
        _ => Ok(vec![report::report(cx, tables, players, table, news)]),
    }
}

/// Decides a contest, or starts the means to decide it.
fn decide(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    contest: Contest,
    news: &[Fact],
) -> Answer {
    let mut dice = Dice::from_seed(Seed(cx.line.seed));
    let mut roll = || dice.roll().map_err(|illegal| Refusal::from(illegal.0));
    let mut news = news.to_vec();
    // A lone player has nobody to settle it with, and the computer cannot settle it by itself.
    let table = lookup::table(tables, id)?;
    let alone = table.is_lesson();
    let computer = table.computer().is_some();
    let challenger = table.name_of(contest.challenger);
    let (told, won) = match contest.by {
        Means::Game(_) if alone => coin(roll()?, challenger),
        Means::Ourselves if alone || computer => coin(roll()?, challenger),
        Means::Coin => coin(roll()?, challenger),
        Means::Die => {
            let (own, other) = (roll()?, roll()?);
            let jumper = table.name_of(contest.challenger.other());
            let die = ContestMessage::Die {
                challenger,
                own,
                jumper,
                other,
            };
            (die, own > other)
        }
        Means::Game(game) => return open_contest(cx, tables, players, id, game, &news),
        Means::Ourselves => return Ok(vec![report::report(cx, tables, players, table, &news)]),
    };
    news.push(told.into());
    tell(cx, tables, players, id, contest, won, &news)
}

/// Starts the deciding game for a waiting table.
fn open_contest(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    parent: u32,
    game: &str,
    news: &[Fact],
) -> Answer {
    let waiting = lookup::table(tables, parent)?;
    let entry = start::game(game)?;
    let seats = shuffled(cx.line, waiting.players().to_vec());
    let (room, thread) = (waiting.room.clone(), waiting.thread.clone());
    let first = seats.first().and_then(|person| waiting.seat_of(&person.id));
    let first = first.unwrap_or(Seat::First);
    let seats_here = [first, first.other()];
    let name = |place: usize| seats.get(place).map(|person| person.name.clone());
    let names = waiting.names();
    // The introduction for newcomers comes once, not before each contest.
    let first = waiting.live().is_some_and(|live| live.contests() < 2);
    let id = match tables.next_id() {
        Ok(id) => id,
        // The challenging move stands, and is reported.
        Err(none) => {
            let news = [news, &[none.into()]].concat();
            let waiting = lookup::table(tables, parent)?;
            return Ok(vec![report::report(cx, tables, players, waiting, &news)]);
        }
    };
    // News of the waiting table uses the names of its sides.
    let told: Vec<String> = news.iter().map(|fact| cx.text.say(fact, &names)).collect();
    let begun = tables.edit(parent, |waiting| {
        let clock = waiting.clock_mut()?;
        let clock = clock.begin_contest(seats_here, cx.clock_time());
        Some((clock, Effect::Save(waiting.save())))
    });
    let (clock, saved) = begun.flatten().unzip();
    let mut news = vec![];
    if !told.is_empty() {
        let told = told.join("\n");
        news.push(TableMessage::Told { told }.into());
    }
    let begun = ContestMessage::Begun {
        waiting: TableId(parent),
        table: TableId(id),
        game: entry.id,
        white: name(0).unwrap_or_default(),
        black: name(1).unwrap_or_default(),
    };
    news.push(begun.into());
    if first {
        news.push(start::legend(cx, entry));
    }
    let stage = start::dealt(entry, "-", Seed(cx.line.seed), seats)?;
    let stage = stage.with_clock(clock);
    let mut table = Table {
        id,
        room,
        thread,
        occasion: Occasion::Contest(parent),
        stage,
    };
    table.think_after(cx.line);
    table.update_clock(cx.clock_time(), SignedDuration::ZERO);
    table.note_turn(cx.now);
    let report = report::report_or_think(cx, tables, players, &table, &news);
    let effects = [tables.insert_and_save(table), report];
    Ok(saved.into_iter().chain(effects).collect())
}

/// Applies the result of a contest to the waiting game.
pub fn tell(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    contest: Contest,
    won: bool,
    news: &[Fact],
) -> Answer {
    let action = if won { contest.won } else { contest.lost };
    let game = lookup::game_on(cx, tables, id)?;
    game.notes.reports = [None; 2];
    let mut facts = game.live.play(action).map_err(|Illegal(fact)| fact)?;
    facts.extend(play_forced(&mut game.live));
    changed(cx, tables, players, id, &[news, &facts].concat())
}

/// Ends a deciding game and resumes the waiting table.
fn decided(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    parent: u32,
    news: &[Fact],
) -> Answer {
    let table = lookup::table(tables, id)?;
    let waiting = tables.get(parent);
    let Some((waiting, contest)) = waiting.and_then(|it| Some((it, it.contest()?))) else {
        return Ok(vec![report::report(cx, tables, players, table, news)]);
    };
    let Some(over) = table.over() else {
        return Err(lookup::game_over(cx, id).into());
    };
    let challenger = waiting.players().get(contest.challenger.index());
    let winner = over.ending().winner();
    let winner = winner.and_then(|seat| over.players.get(seat.index()));
    let id_of = |person: Option<&Person>| person.map(|person| person.id.clone());
    let won = challenger.is_some() && id_of(challenger) == id_of(winner);
    // The text comes first: it is kept when a newer board makes this message obsolete.
    let mut told = told_at(cx, table, news);
    let mut last_board = None;
    if let Some(live) = over.game.live() {
        told.push(cx.text.say(&boards::end(table, over, live), &table.names()));
        // The picture shows the game that continues.
        last_board = Some(Block::Board(
            boards::position(cx, table, live, false).wide(),
        ));
    }
    let boards = ContestMessage::Boards {
        table: TableId(id),
        waiting: TableId(parent),
    };
    let boards = cx.sentence(boards);
    let first = over.players.first().and_then(|it| waiting.seat_of(&it.id));
    let ended = first.zip(over.clock.clone());
    tables.edit(parent, |waiting| {
        if let Some(((first, ended), clock)) = ended.zip(waiting.clock_mut()) {
            clock.end_contest(&ended, [first, first.other()], cx.clock_time());
        }
    });
    let mut effects = tell(cx, tables, players, parent, contest, won, &[])?;
    match effects.last_mut() {
        Some(Effect::SendMessage(message)) => {
            let rest = message.blocks.split_off(1.min(message.blocks.len()));
            message.blocks.insert(0, Block::Text(told.join("\n")));
            message.blocks.push(Block::Text(boards));
            message.blocks.extend(last_board);
            message.blocks.extend(rest);
        }
        Some(Effect::Job(Job::Move(turn))) => {
            // The last board can be requested with `board`.
            turn.told.splice(..0, told);
        }
        _ => {}
    }
    Ok(effects)
}

/// Returns the news of a table, with the names of its players.
fn told_at(cx: &Context<'_>, table: &Table, news: &[Fact]) -> Vec<String> {
    let names = table.names();
    news.iter().map(|fact| cx.text.say(fact, &names)).collect()
}

/// Ends the contest of a table that ended before it was decided.
fn void(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &PlayerData,
    id: u32,
    news: &[Fact],
) -> Answer {
    let mut news = news.to_vec();
    let mut effects = Vec::new();
    let contest = lookup::contest_of(tables, id).map(|table| table.id);
    if let Some(contest) = contest {
        let table = TableId(contest);
        news.push(ContestMessage::Void { table }.into());
        effects.extend(close_table(cx, tables, contest, End::Abandoned));
    }
    if let Some(table) = tables.get(id) {
        effects.push(report::report(cx, tables, players, table, &news));
    }
    Ok(effects)
}

/// Stores the result of a duel that has just ended. Contests do not count; duels with the computer count apart.
pub fn duel_result(
    env: &Environment<'_>,
    players: &mut PlayerData,
    table: &Table,
) -> Option<Effect> {
    let over = table.over()?;
    let is_duel = table.occasion == Occasion::Free;
    let result = is_duel.then(|| DuelResult::of(table.id, over, env.now))??;
    let Some(level) = table.players().iter().find_map(Person::level) else {
        return Some(players.keep_duel(result));
    };
    let player = table.people_playing().next()?;
    Some(players.count_against_computer(&player.id, level, &result))
}

/// Stores the result of a run that has just ended.
fn run_result(env: &Environment<'_>, players: &mut PlayerData, table: &Table) -> Option<Effect> {
    let game = table.playing()?;
    let [player] = game.players.as_slice() else {
        return None;
    };
    if table.is_lesson() {
        return None;
    }
    let Table { id, occasion, .. } = table;
    let result = RunResult::of(
        *id,
        player,
        *occasion,
        &game.live,
        game.notes.hinted,
        env.now,
    )?;
    Some(players.keep(result))
}

/// Ends the game of a table, or drops its challenge; returns the effect that stores the table.
pub fn close_table(
    env: &Environment<'_>,
    tables: &mut TableIndex,
    id: u32,
    end: End,
) -> Option<Effect> {
    let mut table = tables.remove(id)?;
    table.stage = match table.stage {
        Stage::Playing(game) => over(game, end, env.now),
        Stage::Challenge(_) => Stage::Dropped,
        stage => stage,
    };
    Some(tables.insert_and_save(table))
}

/// Inserts a new table, stores it and reports its start.
pub fn begin(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    table: Table,
    news: &[Fact],
) -> Answer {
    let id = table.id;
    tables.insert(table);
    changed(cx, tables, players, id, news)
}

/// Processes a change of a table: ends its game if it is over, stores it and reports.
pub fn changed(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    id: u32,
    news: &[Fact],
) -> Answer {
    threads::take_thread(cx, tables, id);
    let shared = threads::share_thread(tables, id);
    let cx = &cx.with_new_tables(tables);
    let Some(mut table) = tables.remove(id) else {
        return refuse(TableMessage::NotFound);
    };
    let mut news = news.to_vec();
    news.extend(give_up_full_run(&mut table));
    let news = &news;
    let run = run_result(cx, players, &table);
    table.stage = match table.stage {
        Stage::Playing(game) if game.live.outcome().is_some() => over(game, End::Rules, cx.now),
        Stage::Playing(game) if is_full(table.occasion, &game.live) => {
            over(game, End::Abandoned, cx.now)
        }
        stage => stage,
    };
    let duel = duel_result(cx, players, &table);
    table.think_after(cx.line);
    let away = status::away_time_until(cx, players, &table, cx.arrived());
    table.update_clock(cx.arrival(), away);
    table.note_turn(cx.now);
    let watchers = watching::dismiss(&mut table);
    let saved = tables.insert_and_save(table);
    let mut effects: Vec<Effect> = shared.into_iter().chain([saved]).collect();
    effects.extend(run.into_iter().chain(duel));
    effects.extend(effects_of_change(cx, tables, players, id, news)?);
    let is_here = |user: &str| watching::may_be_here(cx.line, user);
    watching::mention(cx, players, &watchers, is_here, &mut effects);
    Ok(effects)
}

/// Gives up a run of the maximum length, which counts as lost.
fn give_up_full_run(table: &mut Table) -> Vec<Fact> {
    if !table.is_run() {
        return Vec::new();
    }
    let occasion = table.occasion;
    let Stage::Playing(game) = &mut table.stage else {
        return Vec::new();
    };
    let action = game.live.position().give_up();
    let Some(action) = action.filter(|_| is_full(occasion, &game.live)) else {
        return Vec::new();
    };
    let limit = max_actions(occasion);
    let mut facts = vec![EndMessage::FullRun { limit }.into()];
    facts.extend(game.live.play(&action).unwrap_or_default());
    facts
}

/// Returns the stage of a game that ends.
fn over(game: Playing, end: End, now: Timestamp) -> Stage {
    let Playing {
        players,
        live,
        notes,
    } = game;
    Stage::Over(Over {
        players,
        game: Finished::new(live),
        end,
        ended_at: now.into(),
        rematch: None,
        clock: notes.clock,
        watchers: notes.audience.watchers,
    })
}

/// Returns the result of a coin flip, and whether the challenger has won by it.
fn coin(roll: u8, challenger: String) -> (ContestMessage, bool) {
    let heads = roll.is_multiple_of(2);
    let side = if heads {
        CoinSide::Heads
    } else {
        CoinSide::Tails
    };
    (ContestMessage::Coin { side, challenger }, heads)
}
