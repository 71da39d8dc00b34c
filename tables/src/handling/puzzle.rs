//! Puzzles: somebody looks for the best turn in a position, alone. Every whole turn is a try; after a wrong
//! one the position is put back, and the computer tells what comes of it.

mod pick;

use games::{
    Diagram, Fact, Illegal, Live, Puzzle, Seat, Value, actions::Actions, puzzles::Worth,
    search::Level,
};
use pick::{next, of_day};

use super::{
    Answer, Refusal, Tables, advice::quoted_actions, daily::with_time, refuse, standings::Names,
};
use crate::{
    command::PuzzleWish,
    day::Day,
    errand::{Errand, Question, Thought, Wanted},
    line::Line,
    members::Members,
    message::{Block, Position},
    person::Person,
    results::PuzzleScore,
    table::{Playing, Stage, Table},
    terms::{End, Occasion},
    traffic::Effect,
};

impl Tables {
    /// Gives a puzzle where it is asked for: in a thread of its own, or in a direct message. One that is open
    /// there comes first.
    pub(super) fn puzzle(&mut self, line: &Line, wish: PuzzleWish) -> Answer {
        if let Some(open) = self.open_puzzle(line) {
            let still = Fact::new("puzzle-still-open").with("table", format!("t{}", open.id));
            return Ok(vec![self.report(line, open, &[still])]);
        }
        let day = (wish == PuzzleWish::Day).then(|| Day::of(self.now));
        if day.is_some() {
            self.check_puzzle_untried(line)?;
        }
        let thread = match line.direct {
            true => line.thread.clone(),
            false => {
                let root = self.root_for(line, &[&line.sender.id]);
                Some(root.ok_or_else(|| self.of_thread("puzzle-thread-taken", line))?)
            }
        };
        if line.direct {
            self.check_no_run(line)?;
        }
        self.check_room_for_table(line)?;
        let mut effects = self.end_lesson(line);
        let mut score = self.memory.puzzles(&line.sender.id);
        let given = match (day, wish) {
            (Some(day), _) => of_day(day),
            (None, PuzzleWish::Next(family)) => {
                next(&mut score, family, Day::of(self.now), &line.seed)
            }
            (None, PuzzleWish::Day) => None,
        };
        let (family, number) = given.ok_or_else(|| Refusal::from(Fact::new("no-puzzle")))?;
        let Some(puzzle) = family.puzzles().get(number) else {
            return refuse("no-puzzle");
        };
        let live = puzzle
            .set_up()
            .map_err(|illegal| Refusal::from(illegal.0))?;
        score.give(family, number);
        effects.push(self.memory.set_puzzles(&line.sender.id, score));
        let news = self.begun(puzzle, &live, day);
        let players = self.who_solves(line, &live);
        let id = self.next_id();
        self.seating.insert(Table {
            id,
            room: line.room.clone(),
            thread,
            occasion: Occasion::Puzzle(day),
            stage: Stage::Playing(Playing::new(players, live)),
        });
        effects.extend(self.changed(line, id, &news)?);
        Ok(effects)
    }

    /// The puzzle that the sender has not solved yet where a line was written.
    fn open_puzzle(&self, line: &Line) -> Option<&Table> {
        let is_own = |table: &&Table| {
            let is_on = matches!(table.stage, Stage::Playing(_));
            is_on && table.is_puzzle() && table.concerns(&line.sender.id)
        };
        self.seating.open_in(&line.room).find(is_own)
    }

    /// Everybody has one try a day that counts.
    fn check_puzzle_untried(&self, line: &Line) -> Result<(), Refusal> {
        let today = Day::of(self.now);
        let score = self.memory.puzzles(&line.sender.id);
        if score.tried != Some(today) {
            return Ok(());
        }
        let tried = with_time("puzzle-day-tried", today.minutes_left(self.now));
        let is_hit = score.hit == Some(today);
        Err(tried
            .with("end", if is_hit { "hit" } else { "missed" })
            .with("prefix", self.shown_prefix(line))
            .into())
    }

    /// What is said of a puzzle when it is given.
    fn begun(&self, puzzle: &Puzzle, live: &Live, day: Option<Day>) -> Vec<Fact> {
        let game = live.entry().id;
        let begun = Fact::new("puzzle-begun")
            .with("game", game)
            .with("day", day.map(|day| day.to_string()));
        let how = Fact::new("puzzle-how")
            .with("game", game)
            .with("day", day.map(|day| day.to_string()));
        vec![begun, asked(puzzle, live), how]
    }

    /// Who sits at a puzzle, in the order of the seats: the one who solves it, and in games for two the
    /// computer, which does nothing but be the other side.
    fn who_solves(&self, line: &Line, live: &Live) -> Vec<Person> {
        let own = live.to_move().unwrap_or(Seat::First);
        let other = self.sentence(&Fact::new("puzzle-other-side"));
        let seats = Seat::BOTH.into_iter().take(live.entry().seats);
        let sits = |seat| match seat == own {
            true => line.sender.clone(),
            false => Person::computer(Level::HIGHEST, other.clone()),
        };
        seats.map(sits).collect()
    }

    /// Tries a turn, or goes on with one: actions one behind the other, as far as they are the turn.
    pub(super) fn try_at_puzzle(&mut self, line: &Line, id: u32, text: &str) -> Answer {
        let live = &self.game_on(id)?.live;
        let (Some(puzzle), Some(mut tried)) = (Puzzle::of(live), live.without_last(0)) else {
            return Err(Refusal::from(Fact::new("puzzle-gone")).at(id));
        };
        let news = play_all(&mut tried, text);
        let news = news.map_err(|illegal| Refusal::from(illegal.0).at(id).asking_again())?;
        if tried.is_in_turn() {
            self.game_on(id)?.live = tried;
            return self.changed(line, id, &news);
        }
        let own = puzzle.set_up().ok().and_then(|live| live.to_move());
        let wins = tried
            .outcome()
            .is_some_and(|end| end.winner.is_some() && end.winner == own);
        match puzzle.is_solved_by(&tried) || wins && tried.entry().seats == 2 {
            true => {
                let scored = self.note_try(line, id, true);
                let mut effects = self.close(line, id, puzzle, "puzzle-right")?;
                effects.insert(0, scored);
                Ok(effects)
            }
            false => self.miss(line, id, puzzle, &tried),
        }
    }

    /// A wrong turn: the position is put back, and the computer looks at what comes of it.
    fn miss(&mut self, line: &Line, id: u32, puzzle: &Puzzle, tried: &Live) -> Answer {
        let mut effects = vec![self.note_try(line, id, false)];
        let back = puzzle
            .set_up()
            .map_err(|illegal| Refusal::from(illegal.0))?;
        let game = self.game_on(id)?;
        game.live = back;
        game.missed = true;
        effects.extend(self.seating.get(id).map(|table| Effect::Save(table.save())));
        let question = Question {
            line: Line {
                people: Members::default(),
                ..line.clone()
            },
            table: id,
            record: tried.record().to_string(),
            wanted: Wanted::Try,
        };
        let is_free = tried.outcome().is_none() || tried.entry().seats == 1;
        if is_free && self.thinking.insert(line.sender.id.clone()) {
            effects.push(Effect::Errand(Errand::Think(question)));
        } else {
            effects.extend(self.told_of_try(&question, None));
        }
        Ok(effects)
    }

    /// Tells what the computer has found out about a wrong turn.
    pub(super) fn tried(&self, question: &Question, thought: Option<&Thought>) -> Vec<Effect> {
        self.told_of_try(question, thought).into_iter().collect()
    }

    /// What comes of a wrong turn, what the best one comes to, and the position once more.
    fn told_of_try(&self, question: &Question, thought: Option<&Thought>) -> Option<Effect> {
        let record = question.record.parse().ok()?;
        let tried = Live::replay(&record).ok()?;
        let Some(puzzle) = Puzzle::of(&tried) else {
            // Another version of the program has given it.
            let gone = self.sentence(&Fact::new("puzzle-gone"));
            return Some(self.answer(&question.line, vec![Block::Text(gone)]));
        };
        let turn: Vec<String> = record.turns.iter().flatten().cloned().collect();
        let wrong = Fact::new("puzzle-wrong").with("turn", quoted_actions(&turn));
        let mut lines = vec![self.sentence(&wrong)];
        if let Some(outcome) = tried.outcome().filter(|_| tried.entry().seats == 2) {
            let own = puzzle.set_up().ok()?.to_move();
            let end = match outcome.winner {
                Some(winner) if Some(winner) != own => "lost",
                _ => "drawn",
            };
            lines.push(self.sentence(&Fact::new("puzzle-then-over").with("end", end)));
        }
        if let Some(thought) = thought {
            lines.extend(self.comes_of(thought, puzzle));
        }
        let line = &question.line;
        let table = self.seating.get(question.table);
        let table = table.filter(|table| matches!(table.stage, Stage::Playing(_)));
        let open = table.and_then(|table| Some((table, table.live()?)));
        // It may have been solved, or another try begun, meanwhile.
        let Some((table, live)) = open.filter(|(_, live)| live.actions() == 0) else {
            return Some(self.answer(line, vec![Block::Text(lines.join("\n"))]));
        };
        lines.push(self.sentence(&Fact::new("puzzle-again")));
        let mut blocks = vec![Block::Text(lines.join("\n"))];
        blocks.push(Block::Position(self.position(table, live, false)));
        let names = table.names();
        let again = self.wording.say(&asked(puzzle, live), &names);
        blocks.push(Block::Text(again));
        Some(self.answer_at(line, table, None, blocks))
    }

    /// What a wrong turn comes to, and, next to that, the best one.
    fn comes_of(&self, thought: &Thought, puzzle: &Puzzle) -> Vec<String> {
        let mut facts = Vec::new();
        if let Some(answer) = quoted_actions(&thought.turn) {
            facts.push(Fact::new("puzzle-then-answer").with("turn", answer));
        }
        if let Some(chance) = thought.chance {
            facts.push(Fact::new("puzzle-then-chance").with("wins", chance.wins));
        }
        facts.extend(thought.why.iter().cloned());
        facts.push(best_is(puzzle.worth));
        facts.iter().map(|fact| self.sentence(fact)).collect()
    }

    /// Shows the solution, which ends the puzzle.
    pub(super) fn solution(&mut self, line: &Line, named: Option<u32>) -> Answer {
        let (id, _) = self.seated(line, named)?;
        if !self.seating.get(id).is_some_and(Table::is_puzzle) {
            return refuse("solution-of-puzzle");
        }
        let puzzle = Puzzle::of(&self.game_on(id)?.live);
        let puzzle = puzzle.ok_or_else(|| Refusal::from(Fact::new("puzzle-gone")));
        let scored = self.note_try(line, id, false);
        let mut effects = match puzzle {
            Ok(puzzle) => self.close(line, id, puzzle, "puzzle-solution")?,
            // Another version of the program has given it.
            Err(refusal) => {
                let ended = self.put_away(id, End::Abandoned).into_iter();
                ended.chain(self.refused(line, refusal)).collect()
            }
        };
        effects.insert(0, scored);
        Ok(effects)
    }

    /// Says how the turn begins, and how far one has to look.
    pub(super) fn narrow(&self, line: &Line, id: u32) -> Answer {
        let table = self.seating.get(id);
        let puzzle = table.and_then(Table::live).and_then(Puzzle::of);
        let (Some(table), Some(puzzle)) = (table, puzzle) else {
            return refuse("puzzle-gone");
        };
        let depth = puzzle.worth.value().map(|_| puzzle.depth);
        let hint = Fact::new("puzzle-hint")
            .with("beginning", puzzle.beginning())
            .with("actions", puzzle.turn.len())
            .with("depth", depth);
        let hint = Block::Text(self.sentence(&hint));
        Ok(vec![self.answer_at(line, table, None, vec![hint])])
    }

    /// Ends a puzzle with its solution: why it is the best turn, how it goes on, and how far the one who
    /// solves has come.
    fn close(&mut self, line: &Line, id: u32, puzzle: &Puzzle, code: &'static str) -> Answer {
        let solved = puzzle
            .solved()
            .map_err(|illegal| Refusal::from(illegal.0))?;
        self.game_on(id)?.live = solved;
        let mut effects: Vec<Effect> = self.put_away(id, End::Abandoned).into_iter().collect();
        let Some(table) = self.seating.get(id) else {
            return refuse("no-table");
        };
        let mut facts = vec![Fact::new(code).with("turn", quoted_actions(&puzzle.turn))];
        facts.extend(puzzle.why());
        if let (Worth::Chance(wins), Worth::Chance(next)) = (puzzle.worth, puzzle.next) {
            let chances = Fact::new("puzzle-chances");
            facts.push(chances.with("wins", wins).with("next", next));
        }
        if let Some(line) = quoted_actions(&puzzle.line) {
            facts.push(Fact::new("puzzle-goes-on").with("line", line));
        }
        let told: Vec<String> = facts.iter().map(|fact| self.sentence(fact)).collect();
        let mut blocks = vec![Block::Text(told.join("\n"))];
        blocks.extend(
            table
                .live()
                .map(|live| Block::Position(self.position(table, live, false))),
        );
        let score = self.memory.puzzles(&line.sender.id);
        let figures = match table.occasion {
            Occasion::Puzzle(Some(_)) => self.figures_of_days(&score),
            _ => figures(&score),
        };
        let next = Fact::new("again-puzzle").with("prefix", self.shown_prefix(line));
        let last = [figures, next].map(|fact| self.sentence(&fact));
        blocks.push(Block::Text(last.join("\n")));
        effects.push(self.answer_at(line, table, None, blocks));
        Ok(effects)
    }

    /// Notes a try of the sender at a puzzle.
    fn note_try(&mut self, line: &Line, id: u32, is_right: bool) -> Effect {
        let player = line.sender.id.as_str();
        let mut score = self.memory.puzzles(player);
        let table = self.seating.get(id);
        let missed = match table.map(|table| &table.stage) {
            Some(Stage::Playing(game)) => game.missed,
            _ => false,
        };
        match table.map(|table| table.occasion) {
            Some(Occasion::Puzzle(Some(day))) => {
                if day == Day::of(self.now) && score.tried != Some(day) {
                    score.try_of_day(day, is_right);
                }
                if is_right {
                    score.solve(false);
                }
            }
            _ if is_right => score.solve(!missed),
            _ if !missed => score.miss(),
            _ => {}
        }
        self.memory.set_puzzles(player, score)
    }

    /// A puzzle that makes way for something else is missed.
    pub(super) fn leave_puzzle(&mut self, id: u32, player: &str) -> Option<Effect> {
        let table = self.seating.get(id)?;
        (table.occasion == Occasion::Puzzle(None)).then(|| {
            let mut score = self.memory.puzzles(player);
            score.miss();
            self.memory.set_puzzles(player, score)
        })
    }

    /// How far a user has come with puzzles; nothing before the first one.
    pub(super) fn own_puzzles(&self, user: &str) -> Vec<String> {
        let score = self.memory.puzzles(user);
        let mut facts = Vec::new();
        if score.solved > 0 || score.row.best > 0 {
            facts.push(figures(&score));
        }
        if score.tried.is_some() {
            facts.push(self.figures_of_days(&score));
        }
        facts.iter().map(|fact| self.sentence(fact)).collect()
    }

    fn figures_of_days(&self, score: &PuzzleScore) -> Fact {
        let days = score.days_until(Day::of(self.now));
        Fact::new("puzzle-figures-day")
            .with("now", days.now)
            .with("best", days.best)
    }

    /// How many of those who are shown have tried the puzzle of a day, and found it; nothing if nobody has.
    pub(super) fn puzzlers_of(&self, day: Day, names: &Names) -> Option<Fact> {
        let Names::Members(people) = names else {
            return None;
        };
        let listed = people.iter().filter(|person| self.is_listed(names, person));
        let scores = listed.map(|person| self.memory.puzzles(&person.id));
        let tried: Vec<PuzzleScore> = scores.filter(|it| it.tried == Some(day)).collect();
        let hits = tried.iter().filter(|it| it.hit == Some(day)).count();
        (!tried.is_empty()).then(|| {
            Fact::new("puzzle-day-over")
                .with("day", day.to_string())
                .with("tried", tried.len())
                .with("hits", hits)
        })
    }

    /// The puzzle of a day as it is posted in rooms.
    pub(super) fn posted_puzzle(&self, day: Day) -> Vec<Block> {
        let puzzle = of_day(day).and_then(|(family, number)| family.puzzles().get(number));
        let live = puzzle.and_then(|puzzle| puzzle.set_up().ok());
        let Some((puzzle, live)) = puzzle.zip(live) else {
            return Vec::new();
        };
        let game = live.entry().id;
        let side = |seat: Seat| {
            let side = Fact::new("puzzle-side").with("game", game);
            self.sentence(&side.with("seat", seat))
        };
        let seats = Seat::BOTH.into_iter().take(live.entry().seats);
        let names: Vec<String> = seats.map(side).collect();
        let begun = Fact::new("puzzle-begun")
            .with("game", game)
            .with("day", day.to_string());
        let told = [begun, asked(puzzle, &live)].map(|fact| self.wording.say(&fact, &names));
        let margin = live.margin();
        let margin = margin.iter().map(|fact| self.wording.say(fact, &names));
        let board = Position {
            margin: margin.collect::<Vec<_>>().join("\n"),
            diagram: Box::new(Diagram::of(&live, None, &names)),
        };
        let how = Fact::new("puzzle-day-how").with("prefix", self.settings.prefix.as_str());
        vec![
            Block::Text(told.join("\n")),
            Block::Position(board),
            Block::Text(self.sentence(&how)),
        ]
    }
}

/// Plays the actions of a line one behind the other, as far as the turn goes, and tells what happened.
fn play_all(live: &mut Live, text: &str) -> Result<Vec<Fact>, Illegal> {
    let mut actions = Actions::read(text);
    let untouched = live.without_last(0);
    let first = match live.reads(text) {
        true => None,
        false => live.next_of(&mut actions),
    };
    let Some(first) = first else {
        return live.play(text);
    };
    let mut news = live.play(&first)?;
    while live.is_in_turn()
        && let Some(action) = live.next_of(&mut actions)
    {
        news.extend(live.play(&action)?);
    }
    // What only begins with a turn is none.
    if live.next_of(&mut actions).is_some()
        && let Some(mut untouched) = untouched
    {
        untouched.play(text)?;
    }
    Ok(news)
}

/// What a puzzle asks, and of which side.
fn asked(puzzle: &Puzzle, live: &Live) -> Fact {
    let ask = puzzle.ask().with("game", live.entry().id);
    ask.with("seat", live.to_move().unwrap_or(Seat::First))
}

/// What the best turn comes to, without a word of which it is.
fn best_is(worth: Worth) -> Fact {
    let fact = Fact::new("puzzle-best");
    match worth {
        Worth::Value(Value::Wins(turns)) => fact.with("is", "wins").with("turns", turns),
        Worth::Value(Value::Loses(_)) => fact.with("is", "holds"),
        Worth::Value(Value::Score(score)) => {
            let tenths = (score.abs() + 5) / 10;
            let is = match score {
                -24..=24 => "even",
                25.. => "ahead",
                _ => "behind",
            };
            let pieces = format!("{}.{}", tenths / 10, tenths % 10);
            fact.with("is", is).with("pieces", pieces)
        }
        Worth::Chance(wins) => fact.with("is", "chance").with("wins", wins),
    }
}

fn figures(score: &PuzzleScore) -> Fact {
    Fact::new("puzzle-figures")
        .with("solved", score.solved)
        .with("now", score.row.now)
        .with("best", score.row.best)
}

/// An example of how actions are written that is not what has to be found.
pub(super) fn example_beside(live: &Live) -> Option<String> {
    let solution = Puzzle::of(live).map_or(&[][..], |puzzle| &puzzle.turn);
    let mut legal = live.legal_actions();
    let middle = legal.len() / 2;
    legal.rotate_left(middle);
    let other = legal.iter().find(|action| !solution.contains(action));
    other.or(legal.first()).cloned()
}
