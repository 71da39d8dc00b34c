//! The run of the day: the same deal and dice for everybody on a day, with one try each.

use games::Message as _;
use jiff::Timestamp;

use crate::{
    day::Day,
    draw::grid,
    handling::{Lobby, leaderboard_scope::Names},
    line::Line,
    members::Members,
    message::{Block, Message},
    messages::{TimeLeft, access::RoomSetting, day::DayMessage, puzzle::PuzzleMessage},
    player_data::RoomWish,
    refusal::{Answer, refuse},
    results::RunResult,
    table::{Stage, Table},
    traffic::Effect,
};

/// Maximum number of rooms that get the daily leaderboard per wake-up (one minute): half of the rate limit that
/// homeservers set by default, so that replies are not delayed.
const POSTS_AT_ONCE: usize = 5;

impl Lobby {
    /// Expires late challenges; on a new day, or at the start, also daily data, and challenges of users who may
    /// no longer play.
    pub(super) fn expire(&mut self) -> Vec<Effect> {
        let mut effects = self.expire_unanswered();
        let today = Day::of(self.now);
        if !self.schedule.begin_day(today) {
            return effects;
        }
        effects.extend(self.expire_blocked());
        effects.extend(self.end_kept());
        effects.extend(self.players.expire(today));
        effects
    }

    /// Returns the leaderboard of today's run so far.
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
        let under_way = self.tables.all().filter(is_on).count();
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
            let posting = match self.players.room(&line.room).posted {
                Some(_) => DayMessage::Posted,
                None => DayMessage::NotPosted,
            };
            let posting = posting.to_fact().with("prefix", self.shown_prefix(line));
            blocks.push(Block::Text(self.sentence(&posting)));
        }
        self.answer(line, blocks)
    }

    /// Returns the leaderboard of a day's run; `None` if it is empty.
    fn day_table(&self, day: Day, names: &Names) -> Option<Block> {
        let is_shown = |run: &&RunResult| {
            run.occasion.day() == Some(day)
                && run.is_comparable()
                && self.is_listed(names, &run.player)
        };
        let mut runs = self.players.results();
        runs.retain(is_shown);
        runs.sort_by_key(|run| run.order());
        let rows: Vec<Vec<String>> = runs
            .iter()
            .take(grid::MAX_LISTED)
            .map(|run| {
                // Ties share a rank.
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

    /// Turns the daily leaderboard post of a room on or off.
    pub(super) fn want_day(&mut self, line: &Line, wanted: bool) -> Answer {
        if line.direct {
            return refuse(DayMessage::NeedsRoom);
        }
        self.check_may_change_room(line, RoomSetting::Day)?;
        let yesterday = Day::of(self.now).before();
        let old = self.players.room(&line.room);
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
        Ok(vec![self.players.set_room(&line.room, wish), answer])
    }

    /// Returns the time of the next wake-up: the end of the day, the expiry of a challenge, or a retry.
    /// Immediately after a start, as a deadline may have passed.
    pub fn next_wake(&self) -> Timestamp {
        let today = Day::of(self.now);
        let mut waiting = self.players.rooms_without_table(today.before());
        let is_missing = waiting.next().is_some();
        self.schedule
            .next_wake_up(today, is_missing, self.tables.next_due())
    }

    /// Returns the rooms that want the leaderboard of the previous day and have not got it;
    /// [`Incoming::Woken`](crate::Incoming::Woken) has to provide their members.
    pub fn rooms_without_day_table(&self, at: Timestamp) -> Vec<String> {
        let rooms = self.players.rooms_without_table(Day::of(at).before());
        rooms.map(str::to_owned).collect()
    }

    /// Posts yesterday's leaderboard where it is wanted, once, in a few rooms at a time; the others follow at the
    /// next wake-ups. Without results, nothing is posted.
    pub(super) fn woken(&mut self, rooms: &[(String, Members)]) -> Vec<Effect> {
        self.schedule.note_wake_up(self.now);
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
                ..self.players.room(room)
            };
            effects.push(self.players.set_room(room, wish));
            let names = Names::Members(people);
            let table = self.day_table(yesterday, &names);
            let puzzles = self.puzzlers_of(yesterday, &names);
            if table.is_none() && puzzles.is_none() {
                continue;
            }
            posts += 1;
            effects.push(Effect::SendMessage(Message {
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

    /// Returns the post after a day: the leaderboard if there are results, the statistics of its puzzle, and the
    /// puzzle of the new day.
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
