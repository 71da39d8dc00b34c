//! Puzzles: finding the best turn in a position. Every whole turn is a try; after a wrong one the position is
//! reset, and the computer reports its consequences.

mod pick;
pub mod score;
mod tries;

use games::{
    Diagram, Fact, Live, Message, Puzzle, Seat,
    puzzles::{Family, Worth},
    search::Level,
};
use pick::{next, of_day};
use score::figures;

use super::{Lobby, advice::quoted_actions};
use crate::{
    command::PuzzleWish,
    day::Day,
    line::Line,
    message::{Block, Position},
    messages::{
        TableId, TimeLeft,
        again::AgainMessage,
        puzzle::{PuzzleMessage, TryEnd},
        table::TableMessage,
    },
    person::Person,
    player_data::OnceADay,
    refusal::{Answer, Refusal, refuse},
    table::{Playing, Stage, Table},
    terms::{End, Occasion},
    traffic::Effect,
};

impl Lobby {
    /// Gives a puzzle where it is requested: in a thread of its own, or in a direct message. An open one there
    /// has to be finished first.
    pub(super) fn puzzle(&mut self, line: &Line, wish: PuzzleWish) -> Answer {
        let day = (wish == PuzzleWish::Day).then(|| Day::of(self.now));
        if let Some(open) = self.open_puzzle(line) {
            let told = self.still_open(line, open, wish);
            return Ok(vec![self.report(line, open, &told)]);
        }
        if let (Some(_), Some(tried)) = (day, self.puzzle_tried(line, false)) {
            return Err(tried.into());
        }
        let thread = if line.direct {
            line.thread.clone()
        } else {
            let root = self.root_for(line, &[&line.sender.id]);
            Some(root.ok_or_else(|| {
                self.of_thread(line, |owner| PuzzleMessage::ThreadTaken { owner })
            })?)
        };
        if line.direct {
            self.check_no_run(line)?;
        }
        self.check_room_for_table(line)?;
        let id = self.tables.next_id()?;
        let (mut effects, mut news) = self.end_lesson(line);
        for id in self.puzzles_left(line) {
            let (ended, left) = self.make_way(id);
            effects.extend(ended);
            news.extend(left);
        }
        let mut score = self.players.puzzles(&line.sender.id);
        let given = match (day, wish) {
            (Some(day), _) => of_day(day),
            (None, PuzzleWish::Next(family)) => {
                next(&mut score, family, Day::of(self.now), &line.seed)
            }
            (None, PuzzleWish::Day) => None,
        };
        let (family, number) = given.ok_or_else(|| Refusal::from(PuzzleMessage::None))?;
        let Some(puzzle) = family.puzzles().get(number) else {
            return refuse(PuzzleMessage::None);
        };
        let live = puzzle
            .set_up()
            .map_err(|illegal| Refusal::from(illegal.0))?;
        score.give(family, number);
        effects.push(self.players.set_puzzles(&line.sender.id, score));
        news.extend(self.begun(puzzle, &live, day));
        let players = self.who_solves(line, &live);
        self.tables.insert(Table {
            id,
            room: line.room.clone(),
            thread,
            occasion: Occasion::Puzzle(day),
            stage: Stage::Playing(Playing::new(players, live)),
        });
        effects.extend(self.changed(line, id, &news)?);
        Ok(effects)
    }

    /// Returns the messages about a puzzle that is still open, and the command for the other one that was
    /// requested.
    fn still_open(&self, line: &Line, open: &Table, wish: PuzzleWish) -> Vec<Fact> {
        // A puzzle of the day that was already tried is not offered next.
        let tried = self.puzzle_tried(line, true).filter(|_| {
            let is_of_day = open.occasion.puzzle_day().is_some();
            wish == PuzzleWish::Day && !is_of_day
        });
        let next = match tried {
            Some(_) => None,
            None => self.other_puzzle(line, open, wish),
        };
        let still = PuzzleMessage::StillOpen {
            table: TableId(open.id),
            wish: next,
        };
        let told = tried.into_iter().chain([still.into()]);
        told.chain(task(open)).collect()
    }

    /// Returns the sender's open puzzle where a line was written. One of a past day does not count.
    fn open_puzzle(&self, line: &Line) -> Option<&Table> {
        let today = Day::of(self.now);
        let counts = |table: &Table| table.occasion.puzzle_day().is_none_or(|day| day == today);
        let here = self.tables.open_in(&line.room);
        { here }.find(|table| is_open(table) && counts(table) && table.concerns(&line.sender.id))
    }

    /// Returns the command for a puzzle other than the open one; `None` if the open one was requested.
    fn other_puzzle(&self, line: &Line, open: &Table, wish: PuzzleWish) -> Option<String> {
        let is_of_day = open.occasion.puzzle_day().is_some();
        let family = open.live().and_then(|live| Family::of(live.entry()));
        let wanted = match wish {
            PuzzleWish::Day if is_of_day => return None,
            PuzzleWish::Day => "puzzle day".to_owned(),
            PuzzleWish::Next(None) if is_of_day => "puzzle".to_owned(),
            PuzzleWish::Next(Some(wanted)) if is_of_day || family != Some(wanted) => {
                format!("puzzle {}", wanted.id())
            }
            PuzzleWish::Next(_) => return None,
        };
        Some(format!("{}{wanted}", self.shown_prefix(line)))
    }

    /// Returns the sender's open puzzles, before another is given.
    fn puzzles_left(&self, line: &Line) -> Vec<u32> {
        let own = self.tables.of(&line.sender.id);
        own.filter(|table| is_open(table))
            .map(|table| table.id)
            .collect()
    }

    /// Returns the message about the used try of today; `open` if a puzzle is still open.
    fn puzzle_tried(&self, line: &Line, open: bool) -> Option<Fact> {
        let today = Day::of(self.now);
        let player = line.sender.id.as_str();
        let end = match self.players.puzzles(player).tried_on(today) {
            Some(true) => TryEnd::Hit,
            Some(false) => TryEnd::Missed,
            None if self.players.has_tried(today, OnceADay::Puzzle, player) => TryEnd::Forgotten,
            None => return None,
        };
        let left = TimeLeft::of(today.minutes_left(self.now));
        let tried = PuzzleMessage::DayTried { left, end, open };
        Some(tried.to_fact().with("prefix", self.shown_prefix(line)))
    }

    /// Returns the messages that introduce a puzzle.
    fn begun(&self, puzzle: &Puzzle, live: &Live, day: Option<Day>) -> Vec<Fact> {
        let game = live.entry().id;
        let begun = PuzzleMessage::Begun { game, day };
        let how = PuzzleMessage::How { game, day };
        vec![begun.into(), asked(puzzle, live), how.into()]
    }

    /// Returns the players of a puzzle in the order of the seats: the solver and, in games for two, the computer
    /// as a passive other side.
    fn who_solves(&self, line: &Line, live: &Live) -> Vec<Person> {
        let own = live.to_move().unwrap_or(Seat::First);
        let other = self.sentence(&PuzzleMessage::OtherSide.into());
        let seats = Seat::BOTH.into_iter().take(live.entry().seats);
        let sits = |seat| {
            if seat == own {
                line.sender.clone()
            } else {
                Person::computer(Level::HIGHEST, other.clone())
            }
        };
        seats.map(sits).collect()
    }

    /// Returns whether it is today's puzzle and the sender's one try is unused.
    pub(super) fn is_untried_today(&self, line: &Line, id: u32) -> bool {
        let today = Day::of(self.now);
        let day = self.tables.get(id).and_then(|it| it.occasion.puzzle_day());
        let tried = self.players.puzzles(&line.sender.id).tried_on(today);
        day == Some(today) && tried.is_none()
    }

    /// Shows the solution, which ends an open puzzle.
    pub(super) fn solution(&mut self, line: &Line, named: Option<u32>) -> Answer {
        if let Some(told) = self.solution_again(line, named) {
            return Ok(vec![told]);
        }
        let (id, _) = self.seated(line, named)?;
        if !self.tables.get(id).is_some_and(Table::is_puzzle) {
            return refuse(PuzzleMessage::SolutionOf);
        }
        let puzzle = Puzzle::of(&self.game_on(id)?.live);
        let puzzle = puzzle.ok_or_else(|| Refusal::from(PuzzleMessage::Gone));
        let scored = self.note_try(line, id, false);
        let mut effects = match puzzle {
            Ok(puzzle) => self.close(line, id, puzzle, false)?,
            // It was given by another version of the program.
            Err(refusal) => {
                let ended = self.close_table(id, End::Abandoned).into_iter();
                ended.chain(self.refused(line, refusal)).collect()
            }
        };
        effects.insert(0, scored);
        Ok(effects)
    }

    /// Returns the solution of the puzzle last looked at, if it was already shown.
    fn solution_again(&self, line: &Line, named: Option<u32>) -> Option<Effect> {
        let id = self.looked_at(line, named).ok()?;
        let table = self.tables.get(id).filter(|table| table.is_puzzle())?;
        let live = table.live().filter(|_| !is_open(table))?;
        let puzzle = Puzzle::of(live).filter(|puzzle| puzzle.is_solved_by(live))?;
        let blocks = self.solved(table, puzzle, false);
        Some(self.answer_at(line, table, None, blocks))
    }

    /// Explains the best turn of a puzzle with its continuation and the board after it.
    fn solved(&self, table: &Table, puzzle: &Puzzle, is_found: bool) -> Vec<Block> {
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
        let told: Vec<String> = facts.iter().map(|fact| self.sentence(fact)).collect();
        let board = table.live();
        let board = board.map(|live| Block::Position(self.position(table, live, false)));
        let told = Block::Text(told.join("\n"));
        std::iter::once(told).chain(board).collect()
    }

    /// Gives a hint: the beginning of the turn, and the search depth it takes.
    pub(super) fn narrow(&self, line: &Line, id: u32) -> Answer {
        let table = self.tables.get(id);
        let live = table.and_then(Table::live);
        let (Some(table), Some(live), Some(puzzle)) = (table, live, live.and_then(Puzzle::of))
        else {
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
        let hint = Block::Text(self.sentence(&hint.into()));
        Ok(vec![self.answer_at(line, table, None, vec![hint])])
    }

    /// Ends a puzzle with its solution, the reasons and continuation, and the solver's progress.
    fn close(&mut self, line: &Line, id: u32, puzzle: &Puzzle, is_found: bool) -> Answer {
        let solved = puzzle
            .solved()
            .map_err(|illegal| Refusal::from(illegal.0))?;
        self.game_on(id)?.live = solved;
        self.take_thread(line, id);
        let mut effects: Vec<Effect> = self.close_table(id, End::Abandoned).into_iter().collect();
        let Some(table) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        let mut blocks = self.solved(table, puzzle, is_found);
        let score = self.players.puzzles(&line.sender.id);
        let figures = match table.occasion {
            Occasion::Puzzle(Some(day)) if day != Day::of(self.now) => {
                PuzzleMessage::DayLate { day }
            }
            Occasion::Puzzle(Some(_)) => self.figures_of_days(&score),
            _ => figures(&score),
        };
        let next = AgainMessage::Puzzle.to_fact();
        let next = next.with("prefix", self.shown_prefix(line));
        let last = [figures.into(), next].map(|fact| self.sentence(&fact));
        blocks.push(Block::Text(last.join("\n")));
        effects.push(self.answer_at(line, table, None, blocks));
        Ok(effects)
    }

    /// Returns the puzzle of a day for the post in rooms.
    pub(super) fn posted_puzzle(&self, day: Day) -> Vec<Block> {
        let puzzle = of_day(day).and_then(|(family, number)| family.puzzles().get(number));
        let live = puzzle.and_then(|puzzle| puzzle.set_up().ok());
        let Some((puzzle, live)) = puzzle.zip(live) else {
            return Vec::new();
        };
        let game = live.entry().id;
        let side = |seat: Seat| self.sentence(&PuzzleMessage::Side { game, seat }.into());
        let seats = Seat::BOTH.into_iter().take(live.entry().seats);
        let names: Vec<String> = seats.map(side).collect();
        let begun = PuzzleMessage::Begun {
            game,
            day: Some(day),
        };
        let told = [begun.into(), asked(puzzle, &live)].map(|fact| self.wording.say(&fact, &names));
        let side_panel = live.side_panel();
        let side_panel = side_panel.iter().map(|fact| self.wording.say(fact, &names));
        let board = Position {
            side_panel: side_panel.collect::<Vec<_>>().join("\n"),
            diagram: Box::new(Diagram::of(&live, None, &names)),
        };
        let how = PuzzleMessage::DayHow.to_fact();
        let how = how.with("prefix", self.settings.prefix.as_str());
        vec![
            Block::Text(told.join("\n")),
            Block::Position(board),
            Block::Text(self.sentence(&how)),
        ]
    }
}

/// Returns whether it is an unsolved puzzle.
fn is_open(table: &Table) -> bool {
    table.is_puzzle() && matches!(table.stage, Stage::Playing(_))
}

/// Returns the task of a puzzle, with the side to move.
fn asked(puzzle: &Puzzle, live: &Live) -> Fact {
    let ask = puzzle.ask().with("game", live.entry().id);
    ask.with("seat", live.to_move().unwrap_or(Seat::First))
}

/// Returns the task of an open puzzle at a table.
pub(super) fn task(table: &Table) -> Option<Fact> {
    let live = table.live().filter(|_| is_open(table))?;
    Some(asked(Puzzle::of(live)?, live))
}

/// Returns an example of the notation, which at a puzzle is not the solution.
pub(super) fn example_of(table: &Table, live: &Live) -> Option<String> {
    if table.is_puzzle() {
        example_beside(live)
    } else {
        live.example()
    }
}

/// Returns the prompt of a puzzle without the second example of MATRX GIPF, which could be the solution.
pub(super) fn without_use(mut ask: Fact) -> Fact {
    ask.args.retain(|(name, _)| *name != "use");
    ask.with("use", None::<String>)
}

/// Returns an example of the notation that is not the solution.
fn example_beside(live: &Live) -> Option<String> {
    let mut legal = live.first_possible().actions;
    let middle = legal.len() / 2;
    legal.rotate_left(middle);
    let other = legal.iter().find(|action| !is_solution(live, action));
    other.or(legal.first()).cloned()
}

/// Returns whether an action is part of the solution of an open puzzle.
pub(super) fn is_solution(live: &Live, action: &String) -> bool {
    Puzzle::of(live).is_some_and(|puzzle| puzzle.turn.contains(action))
}
