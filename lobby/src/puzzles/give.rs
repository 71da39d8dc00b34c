//! Puzzles: finding the best turn in a position. Every whole turn is a try; after a wrong one the position is
//! reset, and the computer reports its consequences.

use games::{Diagram, Fact, Live, Puzzle, Seat, puzzles::Family, search::Level};

use crate::{
    access::limits,
    command::PuzzleRequest,
    context::{Context, Environment},
    day::Day,
    lessons::end_lesson,
    message::{Block, Position},
    person::Person,
    play::{progress, report},
    players::{OnceADay, PlayerData},
    puzzles::{
        pick::{next, of_day},
        task::{asked, is_open, task},
    },
    refusal::{Answer, Refusal, refuse},
    tables::{Playing, Stage, Table, TableIndex, threads},
    terms::Occasion,
    text::messages::{PuzzleMessage, TableId, TryEnd},
};

/// Gives a puzzle where it is requested: in a thread of its own, or in a direct message. An open one there
/// has to be finished first.
pub fn puzzle(
    cx: &Context<'_>,
    tables: &mut TableIndex,
    players: &mut PlayerData,
    request: PuzzleRequest,
) -> Answer {
    let day = (request == PuzzleRequest::Day).then(|| cx.today());
    if let Some(open) = open_puzzle(cx, tables) {
        let told = still_open(cx, players, open, request);
        return Ok(vec![report::report(cx, tables, players, open, &told)]);
    }
    if let (Some(_), Some(tried)) = (day, puzzle_tried(cx, players, false)) {
        return Err(tried.into());
    }
    let taken = |owner| PuzzleMessage::ThreadTaken { owner };
    let left = puzzles_left(cx, tables);
    let thread = threads::for_sender(cx, tables, &left, taken)?;
    limits::check_room_for_table(cx, tables, players)?;
    let id = tables.next_id()?;
    let (mut effects, mut news) = (Vec::new(), Vec::new());
    for id in left {
        let (ended, told) = end_lesson::make_way(cx, tables, players, id);
        effects.extend(ended);
        news.extend(told);
    }
    let mut score = players.puzzles(cx.sender());
    let given = match (day, request) {
        (Some(day), _) => of_day(day),
        (None, PuzzleRequest::Next(family)) => next(&mut score, family, cx.today(), &cx.line.seed),
        (None, PuzzleRequest::Day) => None,
    };
    let (family, number) = given.ok_or_else(|| Refusal::from(PuzzleMessage::None))?;
    let Some(puzzle) = family.puzzles().get(number) else {
        return refuse(PuzzleMessage::None);
    };
    let live = puzzle
        .set_up()
        .map_err(|illegal| Refusal::from(illegal.0))?;
    score.give(family, number);
    effects.push(players.set_puzzles(cx.sender(), score));
    news.extend(begun(puzzle, &live, day));
    let seats = who_solves(cx, &live);
    let table = Table {
        id,
        room: cx.line.room.clone(),
        thread,
        occasion: Occasion::Puzzle(day),
        stage: Stage::Playing(Playing::new(seats, live)),
    };
    effects.extend(progress::begin(cx, tables, players, table, &news)?);
    Ok(effects)
}

/// Returns the messages about a puzzle that is still open, and the command for the other one that was
/// requested.
fn still_open(
    cx: &Context<'_>,
    players: &PlayerData,
    open: &Table,
    request: PuzzleRequest,
) -> Vec<Fact> {
    // A puzzle of the day that was already tried is not offered next.
    let tried = puzzle_tried(cx, players, true).filter(|_| {
        let is_of_day = open.occasion.puzzle_day().is_some();
        request == PuzzleRequest::Day && !is_of_day
    });
    let next = match tried {
        Some(_) => None,
        None => other_puzzle(cx, open, request),
    };
    let still = PuzzleMessage::StillOpen {
        table: TableId(open.id),
        wish: next,
    };
    let told = tried.into_iter().chain([still.into()]);
    told.chain(task(open)).collect()
}

/// Returns the sender's open puzzle where a line was written. One of a past day does not count.
fn open_puzzle<'t>(cx: &Context<'_>, tables: &'t TableIndex) -> Option<&'t Table> {
    let today = cx.today();
    let counts = |table: &Table| table.occasion.puzzle_day().is_none_or(|day| day == today);
    let here = tables.open_in(&cx.line.room);
    { here }.find(|table| is_open(table) && counts(table) && table.concerns(cx.sender()))
}

/// Returns the command for a puzzle other than the open one; `None` if the open one was requested.
fn other_puzzle(cx: &Context<'_>, open: &Table, request: PuzzleRequest) -> Option<String> {
    let is_of_day = open.occasion.puzzle_day().is_some();
    let family = open.live().and_then(|live| Family::of(live.entry()));
    let wanted = match request {
        PuzzleRequest::Day if is_of_day => return None,
        PuzzleRequest::Day => "puzzle day".to_owned(),
        PuzzleRequest::Next(None) if is_of_day => "puzzle".to_owned(),
        PuzzleRequest::Next(Some(wanted)) if is_of_day || family != Some(wanted) => {
            format!("puzzle {}", wanted.id())
        }
        PuzzleRequest::Next(_) => return None,
    };
    Some(format!("{}{wanted}", cx.prefix()))
}

/// Returns the sender's open puzzles, before another is given.
fn puzzles_left(cx: &Context<'_>, tables: &TableIndex) -> Vec<u32> {
    let own = tables.of_user(cx.sender());
    own.filter(|table| is_open(table))
        .map(|table| table.id)
        .collect()
}

/// Returns the message about the used try of today; `open` if a puzzle is still open.
fn puzzle_tried(cx: &Context<'_>, players: &PlayerData, open: bool) -> Option<Fact> {
    let today = cx.today();
    let player = cx.sender();
    let end = match players.puzzles(player).tried_on(today) {
        Some(true) => TryEnd::Hit,
        Some(false) => TryEnd::Missed,
        None if players.has_tried(today, OnceADay::Puzzle, player) => TryEnd::Forgotten,
        None => return None,
    };
    let left = cx.time_left_today();
    let tried = PuzzleMessage::DayTried { left, end, open };
    Some(cx.prefixed(tried))
}

/// Returns the messages that introduce a puzzle.
fn begun(puzzle: &Puzzle, live: &Live, day: Option<Day>) -> Vec<Fact> {
    let game = live.entry().id;
    let begun = PuzzleMessage::Begun { game, day };
    let how = PuzzleMessage::How { game, day };
    vec![begun.into(), asked(puzzle, live), how.into()]
}

/// Returns the players of a puzzle in the order of the seats: the solver and, in games for two, the computer
/// as a passive other side.
fn who_solves(cx: &Context<'_>, live: &Live) -> Vec<Person> {
    let own = live.to_move().unwrap_or(Seat::First);
    let other = cx.sentence(PuzzleMessage::OtherSide);
    let seats = Seat::BOTH.into_iter().take(live.entry().seats);
    let sits = |seat| {
        if seat == own {
            cx.line.sender.clone()
        } else {
            Person::computer(Level::HIGHEST, other.clone())
        }
    };
    seats.map(sits).collect()
}

/// Returns whether it is today's puzzle and the sender's one try is unused.
pub fn is_untried_today(
    cx: &Context<'_>,
    tables: &TableIndex,
    players: &PlayerData,
    id: u32,
) -> bool {
    let today = cx.today();
    let day = tables.get(id).and_then(|it| it.occasion.puzzle_day());
    let tried = players.puzzles(cx.sender()).tried_on(today);
    day == Some(today) && tried.is_none()
}

/// Returns the puzzle of a day for the post in rooms.
pub fn posted_puzzle(env: &Environment<'_>, day: Day) -> Vec<Block> {
    let puzzle = of_day(day).and_then(|(family, number)| family.puzzles().get(number));
    let live = puzzle.and_then(|puzzle| puzzle.set_up().ok());
    let Some((puzzle, live)) = puzzle.zip(live) else {
        return Vec::new();
    };
    let game = live.entry().id;
    let side = |seat: Seat| env.sentence(PuzzleMessage::Side { game, seat });
    let seats = Seat::BOTH.into_iter().take(live.entry().seats);
    let names: Vec<String> = seats.map(side).collect();
    let begun = PuzzleMessage::Begun {
        game,
        day: Some(day),
    };
    let told = [begun.into(), asked(puzzle, &live)].map(|fact| env.text.say(&fact, &names));
    let side_panel = live.position().side_panel();
    let side_panel = side_panel.iter().map(|fact| env.text.say(fact, &names));
    let board = Position {
        side_panel: side_panel.collect::<Vec<_>>().join("\n"),
        diagram: Box::new(Diagram::of(&live, None, &names)),
    };
    let how = env.prefixed_for_rooms(PuzzleMessage::DayHow);
    vec![
        Block::Text(told.join("\n")),
        Block::Position(board),
        Block::Text(env.sentence(how)),
    ]
}
