//! The run of the day: everybody who makes it on the same day has the same deal and dice, and one
//! try.

use games::Message as _;
use jiff::Timestamp;

use super::{AGAIN, Answer, Refusal, Tables, refuse, standings::Names};
use crate::{
    day::Day,
    draw::grid,
    line::Line,
    members::Members,
    memory::{OnceADay, RoomWish},
    message::{Block, Message},
    messages::{TableId, TimeLeft, access::RoomSetting, day::DayMessage, puzzle::PuzzleMessage},
    results::{RunResult, days_in_a_row},
    table::{Stage, Table},
    traffic::Effect,
};

/// Rooms that get the table of the day in a minute: half of what homeservers let a user send by default, so
/// that answers do not wait.
const POSTS_AT_ONCE: usize = 5;

/// How far a player has come with the run of a day.
pub(super) enum Try<'a> {
    /// It is over.
    Done(&'a RunResult),
    /// It is over, and the player has been forgotten since.
    Gone,
    /// It is on.
    On(&'a Table),
    /// It has not begun.
    Free,
}

impl Tables {
    /// Ends what has waited for too long, and when a new day has come, or at the start, what holds no
    /// more: what belongs to its day only, and challenges of those who may not play any more.
    pub(super) fn expire(&mut self) -> Vec<Effect> {
        let mut effects = self.lapse_late();
        let today = Day::of(self.now);
        if self.today >= Some(today) {
            return effects;
        }
        self.today = Some(today);
        effects.extend(self.lapse_barred());
        effects.extend(self.end_kept());
        effects.extend(self.memory.expire(today));
        effects
    }

    /// How far a player has come with the run of a day.
    pub(super) fn try_of(&self, day: Day, player: &str) -> Try<'_> {
        let is_it = |table: &&Table| {
            table.occasion.day() == Some(day) && matches!(table.stage, Stage::Playing(_))
        };
        if let Some(result) = self.memory.result_of_day(day, player) {
            Try::Done(result)
        } else if let Some(table) = self.seating.of(player).find(is_it) {
            Try::On(table)
        } else if self.memory.has_tried(day, OnceADay::Run, player) {
            Try::Gone
        } else {
            Try::Free
        }
    }

    /// Everybody has one try a day.
    pub(super) fn check_untried(&self, line: &Line) -> Result<(), Refusal> {
        let today = Day::of(self.now);
        let left = TimeLeft::of(today.minutes_left(self.now));
        match self.try_of(today, &line.sender.id) {
            Try::Done(result) => refuse(DayMessage::Tried {
                left,
                end: result.into(),
            }),
            Try::Gone => refuse(DayMessage::TriedForgotten { left }),
            Try::On(table) if table.room != line.room => refuse(DayMessage::Elsewhere {
                table: TableId(table.id),
            }),
            Try::On(_) | Try::Free => Ok(()),
        }
    }

    /// While others can still make the same run, nobody is told what its seed is.
    pub(super) fn check_seed_free(&self, id: u32) -> Result<(), Refusal> {
        let table = self.seating.get(id);
        match table.and_then(|table| seed_hidden(table, self.now)) {
            Some(minutes) => refuse(DayMessage::SeedLater {
                left: TimeLeft::of(minutes),
            }),
            None => Ok(()),
        }
    }

    /// A short text about a run of the day that is over. It tells nothing that could help others.
    pub(super) fn to_share(&self, table: &Table) -> Vec<Block> {
        let day = table.occasion.day();
        let player = table.players().first();
        let Some((day, player)) = day.zip(player) else {
            return Vec::new();
        };
        let Some(result) = self.memory.result_of_day(day, &player.id) else {
            return Vec::new();
        };
        let until_then = |run: &&RunResult| {
            run.player.id == player.id && run.occasion.day().is_some_and(|other| other <= day)
        };
        let runs = self.memory.results().into_iter().filter(until_then);
        let row = days_in_a_row(runs, day);
        let damage = usize::from(result.damage).min(10);
        let share = DayMessage::Share {
            day,
            bar: format!("{:-<10}", "#".repeat(damage)),
            end: result.into(),
            row: row.now,
            late: result.is_late(),
        };
        vec![
            Block::Text(self.sentence(&DayMessage::ToShare.into())),
            Block::Board(self.sentence(&share.into())),
        ]
    }

    /// After a run of another kind: that today's run is still to be made.
    pub(super) fn invitation_of_day(&self, line: &Line, table: &Table) -> Option<Block> {
        let [player] = table.players() else {
            return None;
        };
        let today = Day::of(self.now);
        let is_other_run = !table.is_lesson() && table.occasion.day().is_none();
        let is_free = matches!(self.try_of(today, &player.id), Try::Free);
        let left = TimeLeft::of(today.minutes_left(self.now));
        let free = DayMessage::StillFree { left }.to_fact();
        let free = free.with("prefix", self.shown_prefix(line));
        (is_other_run && is_free).then(|| Block::Text(self.sentence(&free)))
    }

    /// The table of today's run so far.
    pub(super) fn day(&self, line: &Line) -> Effect {
        let today = Day::of(self.now);
        let names = Names::of(line);
        let is_on = |table: &&Table| {
            table.occasion.day() == Some(today)
                && matches!(table.stage, Stage::Playing(_))
                && table
                    .players()
                    .iter()
                    .any(|player| self.is_listed(&names, player))
        };
        let under_way = self.seating.all().filter(is_on).count();
        let table = self.day_table(today, &names);
        let day = today;
        let heading = match table {
            Some(_) => DayMessage::SoFar { day },
            None => DayMessage::Nobody { day },
        };
        let mut blocks = vec![Block::Text(self.sentence(&heading.into()))];
        blocks.extend(table);
        let foot = DayMessage::Foot {
            count: under_way,
            left: TimeLeft::of(today.minutes_left(self.now)),
        };
        blocks.push(Block::Text(self.sentence(&foot.into())));
        if !line.direct {
            let posting = match self.memory.room(&line.room).posted {
                Some(_) => DayMessage::Posted,
                None => DayMessage::NotPosted,
            };
            let posting = posting.to_fact().with("prefix", self.shown_prefix(line));
            blocks.push(Block::Text(self.sentence(&posting)));
        }
        self.answer(line, blocks)
    }

    /// The results of a day's run, the best first; nothing when there are none.
    fn day_table(&self, day: Day, names: &Names) -> Option<Block> {
        let is_shown = |run: &&RunResult| {
            run.occasion.day() == Some(day)
                && run.is_comparable()
                && self.is_listed(names, &run.player)
        };
        let mut runs = self.memory.results();
        runs.retain(is_shown);
        runs.sort_by_key(|run| run.order());
        let rows: Vec<Vec<String>> = runs
            .iter()
            .take(grid::LISTED)
            .map(|run| {
                // Equals share a place.
                let better = runs.partition_point(|other| other.order() < run.order());
                let reason = run.reason;
                vec![
                    (better + 1).to_string(),
                    self.sentence(&DayMessage::End { reason }.into()),
                    run.damage.to_string(),
                    run.steps.to_string(),
                    names.name(&run.player),
                ]
            })
            .collect();
        let head = self.sentence(&DayMessage::Columns.into());
        (!rows.is_empty()).then(|| Block::Board(grid::draw(&head, &rows)))
    }

    /// Sets whether a room gets the table of every day once that is over.
    pub(super) fn want_day(&mut self, line: &Line, wanted: bool) -> Answer {
        if line.direct {
            return refuse(DayMessage::NeedsRoom);
        }
        self.check_may_change_room(line, RoomSetting::Day)?;
        let yesterday = Day::of(self.now).before();
        let old = self.memory.room(&line.room);
        let posted = wanted.then(|| old.posted.unwrap_or(yesterday));
        let said = if wanted {
            DayMessage::On
        } else {
            DayMessage::Off
        };
        let said = said.to_fact().with("prefix", self.shown_prefix(line));
        let answer = self.answer(line, vec![Block::Text(self.sentence(&said))]);
        if posted == old.posted {
            return Ok(vec![answer]);
        }
        let wish = RoomWish { posted, ..old };
        Ok(vec![self.memory.set_room(&line.room, wish), answer])
    }

    /// When the tables want to be woken, whatever else comes in: as soon as a day is over or a challenge
    /// lapses. At once after a start, for then a moment like that may have passed.
    pub fn next_wake(&self) -> Timestamp {
        let Some(woken) = self.woken else {
            return Timestamp::MIN;
        };
        let today = Day::of(self.now);
        let waits = self.memory.rooms_without_table(today.before()).next();
        let again = waits.map(|_| woken.checked_add(AGAIN).unwrap_or(Timestamp::MAX));
        let moments = [Some(today.end()), again, self.seating.next_due()];
        moments
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(Timestamp::MAX)
    }

    /// The rooms that want the table of the day before a moment and have not got it:
    /// [`Incoming::Woken`](crate::Incoming::Woken) has to name their members.
    pub fn rooms_without_day_table(&self, at: Timestamp) -> Vec<String> {
        let rooms = self.memory.rooms_without_table(Day::of(at).before());
        rooms.map(str::to_owned).collect()
    }

    /// Posts the table of yesterday where it is wanted, once, in a few rooms at a time: the others are left for
    /// the next minutes. Where nobody has played, nothing is said.
    pub(super) fn woken(&mut self, rooms: &[(String, Members)]) -> Vec<Effect> {
        self.woken = Some(self.now);
        let mut effects = self.expire();
        let yesterday = Day::of(self.now).before();
        let waiting = self.rooms_without_day_table(self.now);
        let mut posts = 0;
        for (room, people) in rooms.iter().filter(|(room, _)| waiting.contains(room)) {
            if posts == POSTS_AT_ONCE {
                break;
            }
            let wish = RoomWish {
                posted: Some(yesterday),
                ..self.memory.room(room)
            };
            effects.push(self.memory.set_room(room, wish));
            let names = Names::Members(people);
            let table = self.day_table(yesterday, &names);
            let puzzles = self.puzzlers_of(yesterday, &names);
            if table.is_none() && puzzles.is_none() {
                continue;
            }
            posts += 1;
            effects.push(Effect::Say(Message {
                room: room.clone(),
                thread: None,
                reply_to: None,
                asked_by: None,
                mentions: Vec::new(),
                table: None,
                look: self.look_of_room(room),
                blocks: self.day_over(yesterday, table, puzzles),
            }));
        }
        effects
    }

    /// What is posted after a day: its table, if anybody has made the run, how its puzzle went, and the
    /// puzzle of the day that begins.
    fn day_over(
        &self,
        day: Day,
        table: Option<Block>,
        puzzles: Option<PuzzleMessage>,
    ) -> Vec<Block> {
        let prefix = self.settings.prefix.as_str();
        let mut blocks = Vec::new();
        if let Some(table) = table {
            let heading = DayMessage::Over { day };
            let next = DayMessage::Next.to_fact().with("prefix", prefix);
            blocks.push(Block::Text(self.sentence(&heading.into())));
            blocks.push(table);
            blocks.push(Block::Text(self.sentence(&next)));
        }
        blocks.extend(puzzles.map(|told| Block::Text(self.sentence(&told.into()))));
        blocks.extend(self.posted_puzzle(Day::of(self.now)));
        blocks
    }
}

/// How long the seed of a run of the day is still kept from everybody, in minutes; `None` for every
/// other game.
pub(super) fn seed_hidden(table: &Table, now: Timestamp) -> Option<u64> {
    let minutes = table.occasion.day()?.minutes_left(now);
    (minutes > 0).then_some(minutes)
}
