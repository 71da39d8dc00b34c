//! Contests: challenged jumps of a waiting game, decided by other means. A deciding game is played in the same
//! thread, and commands without a table number go to it until it is over.

use games::{Contest, Dice, Fact, Illegal, Means, Seat, Seed};

use crate::{
    handling::{Lobby, answer::Partners, start::shuffled},
    job::Job,
    line::Line,
    message::Block,
    messages::{
        TableId,
        contest::{CoinSide, ContestMessage},
        table::TableMessage,
    },
    person::Person,
    refusal::{Answer, Refusal, refuse},
    table::{Stage, Table},
    terms::{End, Occasion, Report},
    traffic::Effect,
};

impl Lobby {
    /// Returns the reply at a waiting table to any command. A deciding game that was lost is started anew.
    pub(super) fn blocked_by_contest(&mut self, line: &Line, id: u32) -> Option<Answer> {
        let table = self.tables.get(id)?;
        let contest = table.contest()?;
        let other = match (contest.by, self.contest_of(id)) {
            (Means::Game(_), None) => {
                if let Err(none) = self.tables.check_number_left() {
                    return Some(refuse(none));
                }
                return Some(self.follow(line, id, &[ContestMessage::Anew.into()]));
            }
            (_, other) => other.map(|other| TableId(other.id)),
        };
        let refusal = ContestMessage::Waits {
            by: contest.by.text(),
            table: other,
        };
        Some(Err(Refusal::from(refusal).at(id)))
    }

    /// Returns the effects of a change at a table, including its report.
    pub(super) fn follow(&mut self, line: &Line, id: u32, news: &[Fact]) -> Answer {
        let Some(table) = self.tables.get(id) else {
            return refuse(TableMessage::NotFound);
        };
        match (&table.stage, table.occasion) {
            (Stage::Over(_), Occasion::Contest(parent)) => self.decided(line, id, parent, news),
            (Stage::Over(_), _) if self.contest_of(id).is_some() => self.void(line, id, news),
            (Stage::Playing(game), _) if self.contest_of(id).is_none() => {
                match game.live.contest() {
                    Some(contest) => self.decide(line, id, contest, news),
                    None => Ok(vec![self.report_or_think(line, table, news)]),
                }
            }
            _ => Ok(vec![self.report(line, table, news)]),
        }
    }

    /// Decides a contest, or starts the means to decide it.
    fn decide(&mut self, line: &Line, id: u32, contest: Contest, news: &[Fact]) -> Answer {
        let mut dice = Dice::from_seed(Seed(line.seed));
        let mut roll = || dice.roll().map_err(|illegal| Refusal::from(illegal.0));
        let mut news = news.to_vec();
        // A lone player has nobody to settle it with, and the computer cannot settle it by itself.
        let table = self.tables.get(id);
        let alone = table.is_some_and(Table::is_lesson);
        let computer = table.is_some_and(|table| table.computer().is_some());
        let names = table.map(Table::names).unwrap_or_default();
        let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
        let challenger = name(contest.challenger);
        let (told, won) = match contest.by {
            Means::Game(_) if alone => coin(roll()?, challenger),
            Means::Ourselves if alone || computer => coin(roll()?, challenger),
            Means::Coin => coin(roll()?, challenger),
            Means::Die => {
                let (own, other) = (roll()?, roll()?);
                let jumper = name(contest.challenger.other());
                let die = ContestMessage::Die {
                    challenger,
                    own,
                    jumper,
                    other,
                };
                (die, own > other)
            }
            Means::Game(game) => return self.open_contest(line, id, game, &news),
            Means::Ourselves => {
                let report = self
                    .tables
                    .get(id)
                    .map(|table| self.report(line, table, &news));
                return Ok(report.into_iter().collect());
            }
        };
        news.push(told.into());
        self.tell(line, id, contest, won, &news)
    }

    /// Starts the deciding game for a waiting table.
    fn open_contest(&mut self, line: &Line, parent: u32, game: &str, news: &[Fact]) -> Answer {
        let Some(waiting) = self.tables.get(parent) else {
            return refuse(TableMessage::NotFound);
        };
        let entry = self.game(game)?;
        let players = shuffled(line, waiting.players().to_vec());
        let (room, thread) = (waiting.room.clone(), waiting.thread.clone());
        let name = |place: usize| players.get(place).map(|person| person.name.clone());
        let names = waiting.names();
        // The introduction for newcomers comes once, not before each contest.
        let first = waiting.live().is_some_and(|live| live.contests() < 2);
        let id = match self.tables.next_id() {
            Ok(id) => id,
            // The challenging move stands, and is reported.
            Err(none) => return Ok(self.stays_undecided(line, parent, news, none.into())),
        };
        // News of the waiting table uses the names of its sides.
        let told: Vec<String> = news
            .iter()
            .map(|fact| self.wording.say(fact, &names))
            .collect();
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
            news.push(self.legend(line, entry));
        }
        let stage = self.dealt(entry, "-", Seed(line.seed), players)?;
        let mut table = Table {
            id,
            room,
            thread,
            occasion: Occasion::Contest(parent),
            stage,
        };
        table.think_after(line);
        let report = self.report_or_think(line, &table, &news);
        Ok(vec![self.tables.keep(table), report])
    }

    /// Reports the news of a table whose contest cannot begin, with the reason.
    fn stays_undecided(
        &self,
        line: &Line,
        id: u32,
        news: &[Fact],
        refusal: Refusal,
    ) -> Vec<Effect> {
        let news = [news, &[refusal.reason]].concat();
        let table = self.tables.get(id);
        let told = table.map(|table| self.report(line, table, &news));
        told.into_iter().collect()
    }

    /// Applies the result of a contest to the waiting game.
    fn tell(&mut self, line: &Line, id: u32, contest: Contest, won: bool, news: &[Fact]) -> Answer {
        let action = if won { contest.won } else { contest.lost };
        let game = self.game_on(id)?;
        game.reports = [None; 2];
        let facts = game.live.play(action).map_err(|Illegal(fact)| fact)?;
        self.changed(line, id, &[news, &facts].concat())
    }

    /// Ends a deciding game and resumes the waiting table.
    fn decided(&mut self, line: &Line, id: u32, parent: u32, news: &[Fact]) -> Answer {
        let waiting = self.tables.get(parent);
        let contest = waiting.and_then(Table::contest);
        let (Some(table), Some(waiting), Some(contest)) = (self.tables.get(id), waiting, contest)
        else {
            let table = self.tables.get(id);
            return Ok(table
                .map(|table| self.report(line, table, news))
                .into_iter()
                .collect());
        };
        let Stage::Over(over) = &table.stage else {
            return Err(self.game_over(id).into());
        };
        let challenger = waiting.players().get(contest.challenger.index());
        let winner = over.ending().winner();
        let winner = winner.and_then(|seat| over.players.get(seat.index()));
        let id_of = |person: Option<&Person>| person.map(|person| person.id.clone());
        let won = challenger.is_some() && id_of(challenger) == id_of(winner);
        // The text comes first: it is kept when a newer board makes this message obsolete.
        let names = table.names();
        let mut told: Vec<String> = news
            .iter()
            .map(|fact| self.wording.say(fact, &names))
            .collect();
        let mut last_board = None;
        if let Some(live) = over.game.live() {
            told.push(self.wording.say(&self.end(table, over, live), &names));
            // The picture shows the game that continues.
            last_board = Some(Block::Board(self.position(table, live, false).wide()));
        }
        let boards = ContestMessage::Boards {
            table: TableId(id),
            waiting: TableId(parent),
        };
        let boards = self.sentence(&boards.into());
        let mut effects = self.tell(line, parent, contest, won, &[])?;
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

    /// Ends the contest of a table that ended before it was decided.
    fn void(&mut self, line: &Line, id: u32, news: &[Fact]) -> Answer {
        let mut news = news.to_vec();
        let mut effects = Vec::new();
        let contest = self.contest_of(id).map(|table| table.id);
        if let Some(contest) = contest {
            let table = TableId(contest);
            news.push(ContestMessage::Void { table }.into());
            effects.extend(self.close_table(contest, End::Abandoned));
        }
        if let Some(table) = self.tables.get(id) {
            effects.push(self.report(line, table, &news));
        }
        Ok(effects)
    }

    /// Records a player's report of a contest that the two settle themselves. Both reports have to match.
    pub(super) fn report_contest(
        &mut self,
        line: &Line,
        named: Option<u32>,
        said: Report,
    ) -> Answer {
        let settles = |table: &Table| {
            table.seat_of(&line.sender.id).is_some()
                && table
                    .contest()
                    .is_some_and(|contest| contest.by == Means::Ourselves)
        };
        let id = self.find(line, named, settles)?;
        let (id, own) = self.seated(line, Some(id))?;
        let game = self.game_on(id)?;
        let contest = game
            .live
            .contest()
            .filter(|contest| contest.by == Means::Ourselves);
        let Some(contest) = contest else {
            return refuse(ContestMessage::NothingToReport);
        };
        *own.of_mut(&mut game.reports) = Some(said);
        match own.other().of(&game.reports) {
            Some(other) if said == other.seen_by_the_other() => {
                let won = match said {
                    Report::Tied => false,
                    said => (said == Report::Won) == (own == contest.challenger),
                };
                self.tell(line, id, contest, won, &[ContestMessage::Agreed.into()])
            }
            Some(_) => {
                game.reports = [None; 2];
                self.ask_other(line, id, own, |Partners { name, other }| {
                    ContestMessage::Disagreed { name, other }
                })
            }
            None => {
                let answer = said.seen_by_the_other();
                self.ask_other(line, id, own, |Partners { name, other }| {
                    ContestMessage::Reported {
                        name,
                        other,
                        said,
                        answer,
                    }
                })
            }
        }
    }
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
