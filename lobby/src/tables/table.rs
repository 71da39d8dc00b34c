//! A table: its players, its game and its pending requests.

use games::{Contest, Entry, Live, Means, Record, Seat, Termination, diagram::State};
use jiff::{SignedDuration, Timestamp};

use crate::{
    clocks::{Clock, ClockTime},
    person::Person,
    tables::{
        EndTime, Saved,
        finished::Finished,
        saved::{GameNotes, SavedRematch, SavedStage},
    },
    terms::{Challenge, End, Occasion},
    text::messages::Offer,
};

/// Maximum number of actions in a lesson.
pub const MAX_LESSON_ACTIONS: usize = 500;

/// Maximum number of actions in another game. The rules end no game in which positions recur, and several commands replay
/// it from its start.
pub const MAX_ACTIONS: usize = 1_000;

#[derive(Debug)]
pub struct Table {
    /// The table's number.
    pub id: u32,
    /// The room id.
    pub room: String,
    /// The root event of its thread; `None` in the main timeline of a direct message, or after a move to another room.
    pub thread: Option<String>,
    /// The purpose of the table.
    pub occasion: Occasion,
    /// The stage of the table.
    pub stage: Stage,
}

/// The stage of a table.
#[derive(Debug)]
pub enum Stage {
    /// An open challenge.
    Challenge(Challenge),
    /// An expired challenge.
    Lapsed(Challenge),
    /// A game in progress.
    Playing(Playing),
    /// A finished game.
    Over(Over),
    /// A challenge that was declined or withdrawn, or expired long ago.
    Dropped,
}

/// A game in progress.
#[derive(Debug)]
pub struct Playing {
    /// The players in the order of their seats.
    pub players: Vec<Person>,
    /// The game.
    pub live: Live,
    /// The notes about it.
    pub notes: GameNotes,
}

impl Playing {
    /// Creates a game that has just begun.
    pub fn new(players: Vec<Person>, live: Live) -> Playing {
        Playing {
            players,
            live,
            notes: GameNotes::default(),
        }
    }

    /// Checks that a stored game is consistent.
    fn check(&self, occasion: Occasion) -> Result<(), String> {
        if self.players.len() < 2 && self.notes.pending.is_some() {
            return Err("somebody alone is asked by another player".to_owned());
        }
        self.notes.clock.as_deref().map_or(Ok(()), Clock::check)?;
        occasion.check_players(self.live.entry(), self.players.len())
    }
}

/// A finished game.
#[derive(Debug)]
pub struct Over {
    /// The players in the order of their seats.
    pub players: Vec<Person>,
    /// The game.
    pub game: Finished,
    /// The way it ended.
    pub end: End,
    /// The time at which it ended.
    pub ended_at: EndTime,
    /// The open request for a rematch.
    pub rematch: Option<RematchRequest>,
    /// The clock it was played with.
    pub clock: Option<Box<Clock>>,
    /// The people to mention in the message about the end, until it is written.
    pub watchers: Vec<Person>,
}

impl Over {
    /// Returns the ending as records write it. An outcome reached by the turns takes precedence.
    pub fn ending(&self) -> Termination {
        match (self.game.live().and_then(Live::outcome), self.end) {
            (Some(outcome), _) => Termination::Rules(outcome.winner),
            (None, End::Rules) => Termination::Unfinished,
            (None, End::Resigned(loser)) => Termination::Resigned(seat_at(loser)),
            (None, End::TimedOut(loser)) => Termination::TimedOut(seat_at(loser)),
            (None, End::Agreed) => Termination::Agreed,
            (None, End::NotBegun(_) | End::Idle | End::Abandoned) => Termination::Abandoned,
        }
    }
}

/// A player's request for a rematch, which expires as challenges do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RematchRequest {
    /// The seat of the player.
    pub by: Seat,
    /// The time of the request.
    pub made: Timestamp,
}

impl RematchRequest {
    fn save(self) -> SavedRematch {
        SavedRematch::Made {
            by: seat_index(self.by),
            made: self.made,
        }
    }

    /// Rebuilds a request; if its time is unknown, it counts as made at the end of the game.
    fn restore(saved: SavedRematch, ended_at: EndTime) -> RematchRequest {
        let (by, made) = match saved {
            SavedRematch::Made { by, made } => (by, made),
            SavedRematch::By(by) => (by, ended_at.time().unwrap_or(ended_at.day().before().end())),
        };
        RematchRequest {
            by: seat_at(by),
            made,
        }
    }
}

/// Returns the seat with an index.
pub fn seat_at(index: u8) -> Seat {
    if index == 0 {
        Seat::First
    } else {
        Seat::Second
    }
}

/// Returns the index of a seat, as it is stored.
pub fn seat_index(seat: Seat) -> u8 {
    seat.index() as u8
}

/// Returns the maximum number of actions in a game.
pub fn max_actions(occasion: Occasion) -> usize {
    if occasion == Occasion::Lesson {
        MAX_LESSON_ACTIONS
    } else {
        MAX_ACTIONS
    }
}

/// Returns whether a game has reached the maximum length.
pub fn is_full(occasion: Occasion, live: &Live) -> bool {
    live.actions() >= max_actions(occasion)
}

impl Table {
    /// Returns the players in the order of their seats; none before the game has begun.
    pub fn players(&self) -> &[Person] {
        match &self.stage {
            Stage::Playing(game) => &game.players,
            Stage::Over(game) => &game.players,
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => &[],
        }
    }

    /// Returns the people among the players.
    pub fn people_playing(&self) -> impl Iterator<Item = &Person> {
        let players = self.players().iter();
        players.filter(|player| !player.is_computer())
    }

    /// Returns the name of the only person who plays here, as at a puzzle.
    pub fn lone_player(&self) -> &str {
        let mut people = self.people_playing();
        people.next().map_or("", |person| &person.name)
    }

    /// Returns everybody who plays here, has challenged or was challenged by name.
    pub fn people_mut(&mut self) -> Vec<&mut Person> {
        match &mut self.stage {
            Stage::Playing(game) => game.players.iter_mut().collect(),
            Stage::Over(game) => game.players.iter_mut().collect(),
            Stage::Challenge(challenge) | Stage::Lapsed(challenge) => {
                let to = challenge.to.as_mut();
                [&mut challenge.from].into_iter().chain(to).collect()
            }
            Stage::Dropped => Vec::new(),
        }
    }

    /// Returns the catalog entry of the game once it has begun, without replaying it.
    pub fn entry(&self) -> Option<&'static Entry> {
        match &self.stage {
            Stage::Playing(game) => Some(game.live.entry()),
            Stage::Over(over) => Some(over.game.entry()),
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => None,
        }
    }

    /// Returns the game once it has begun; a finished one only if its record can be replayed.
    pub fn live(&self) -> Option<&Live> {
        match &self.stage {
            Stage::Playing(game) => Some(&game.live),
            Stage::Over(over) => over.game.live(),
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => None,
        }
    }

    /// Returns the game in progress.
    pub fn playing(&self) -> Option<&Playing> {
        match &self.stage {
            Stage::Playing(game) => Some(game),
            _ => None,
        }
    }

    /// Returns the finished game.
    pub fn over(&self) -> Option<&Over> {
        match &self.stage {
            Stage::Over(over) => Some(over),
            _ => None,
        }
    }

    /// Returns the open challenge.
    pub fn challenge(&self) -> Option<&Challenge> {
        match &self.stage {
            Stage::Challenge(challenge) => Some(challenge),
            _ => None,
        }
    }

    /// Returns the user whose request waits for an answer: a challenge, or a request at this table.
    pub fn asker(&self) -> Option<&Person> {
        match &self.stage {
            Stage::Challenge(challenge) => Some(&challenge.from),
            stage => self.players().get(stage.asker()?.index()),
        }
    }

    /// Returns the user who may answer that request, unless anyone may.
    pub fn asked(&self) -> Option<&Person> {
        match &self.stage {
            Stage::Challenge(challenge) => challenge.to.as_ref(),
            stage => self.players().get(stage.asker()?.other().index()),
        }
    }

    /// Returns the player who has announced an action, and the one who has to reply to it.
    pub fn announcement(&self) -> Option<(&Person, &Person)> {
        let game = self.playing()?;
        let replies = game.live.to_move()?;
        let players = &game.players;
        let is_open = game.live.position().awaits_reply();
        is_open.then_some((
            players.get(replies.other().index())?,
            players.get(replies.index())?,
        ))
    }

    /// Returns the actions that numbers stand for: the answers to the prompt if they are few, else the readings of
    /// an ambiguous action.
    pub fn choices(&self) -> Vec<String> {
        let Some(game) = self.playing() else {
            return Vec::new();
        };
        let prompt = game.live.prompt();
        let choices = prompt.map(|prompt| prompt.choices).unwrap_or_default();
        if choices.is_empty() {
            return game.notes.readings.clone();
        }
        choices.into_iter().map(|choice| choice.action).collect()
    }

    /// Returns whether its game is in progress.
    pub fn is_playing(&self) -> bool {
        self.playing().is_some()
    }

    /// Returns whether its game is over.
    pub fn is_over(&self) -> bool {
        self.over().is_some()
    }

    /// Returns whether nobody but these people and the computer plays here.
    pub fn is_of(&self, people: &[&str]) -> bool {
        let mut players = self.players().iter();
        players.all(|player| player.is_computer() || people.contains(&player.id.as_str()))
    }

    /// Returns whether its game has begun, and may be over.
    pub fn has_begun(&self) -> bool {
        self.is_playing() || self.is_over()
    }

    /// Evicts the positions of a finished game.
    pub fn evict_positions(&mut self) {
        if let Stage::Over(over) = &mut self.stage {
            over.game.evict_positions();
        }
    }

    /// Returns whether it is for learning by one person: a lesson, where one person plays all sides, or a puzzle.
    pub fn is_lesson(&self) -> bool {
        self.occasion == Occasion::Lesson || self.is_puzzle()
    }

    /// Returns whether it is a puzzle.
    pub fn is_puzzle(&self) -> bool {
        matches!(self.occasion, Occasion::Puzzle(_))
    }

    /// Returns whether a run is in progress.
    pub fn is_run(&self) -> bool {
        self.is_playing() && self.players().len() == 1 && !self.is_lesson()
    }

    /// Returns the clock of the game in progress.
    pub fn clock(&self) -> Option<&Clock> {
        self.playing()?.notes.clock.as_deref()
    }

    /// Returns the clock of the game in progress, to be changed.
    pub fn clock_mut(&mut self) -> Option<&mut Clock> {
        match &mut self.stage {
            Stage::Playing(game) => game.notes.clock.as_deref_mut(),
            _ => None,
        }
    }

    /// Updates the clock after a change: the turn that it waits for, or a contest; of the last turn, `away` does not count.
    pub fn update_clock(&mut self, now: ClockTime, away: SignedDuration) {
        let Some(game) = self.playing() else { return };
        let contest = game.live.position().contest();
        let to_move = game.live.to_move().filter(|_| contest.is_none());
        let actions = game.live.actions();
        let is_complete = !game.live.is_in_turn();
        if let Some(clock) = self.clock_mut() {
            clock.switch_turn(to_move, actions, is_complete, now, away);
            clock.set_contest_wait(contest.is_some_and(|it| it.by == Means::Ourselves), now);
        }
    }

    /// Returns the contest it waits for.
    pub fn contest(&self) -> Option<Contest> {
        self.playing()?.live.position().contest()
    }

    /// Returns whether it waits for a game at another table.
    pub fn waits_for_a_game(&self) -> bool {
        let contest = self.contest();
        contest.is_some_and(|contest| matches!(contest.by, Means::Game(_)))
    }

    /// Returns the minutes until the seed of a run of the day may be revealed; `None` once it may, and for other
    /// games.
    pub fn seed_hidden(&self, now: Timestamp) -> Option<u64> {
        let minutes = self.occasion.day()?.minutes_left(now);
        (minutes > 0).then_some(minutes)
    }

    /// Returns the seat of a user; in a lesson the seat to move.
    pub fn seat_of(&self, user: &str) -> Option<Seat> {
        let index = self.players().iter().position(|player| player.id == user)?;
        match &self.stage {
            Stage::Playing(game) if self.is_lesson() => game.live.to_move(),
            _ => Some(seat_at(index as u8)),
        }
    }

    /// Returns the result of a finished game if its record does not contain it.
    pub fn ended(&self) -> Option<State> {
        self.over()?.ending().state()
    }

    /// Returns the names of the players in the order of their seats; the sides of a lesson, all played by one
    /// person, get numbers.
    pub fn names(&self) -> Vec<String> {
        let names = self.players().iter().map(|player| player.name.clone());
        if !self.is_lesson() || self.is_puzzle() {
            return names.collect();
        }
        match self.live().map_or(1, |live| live.entry().seats) {
            1 => names.collect(),
            seats => names
                .flat_map(|name| (1..=seats).map(move |number| format!("{name} {number}")))
                .collect(),
        }
    }

    /// Returns the name of the player of a seat.
    pub fn name_of(&self, seat: Seat) -> String {
        let names = self.names();
        names.get(seat.index()).cloned().unwrap_or_default()
    }

    /// Returns whether it is open: a challenge or a game in progress.
    pub fn is_open(&self) -> bool {
        self.is_playing() || self.challenge().is_some()
    }

    /// Returns whether it decides something that another table waits for.
    pub fn is_contest(&self) -> bool {
        matches!(self.occasion, Occasion::Contest(_))
    }

    /// Returns whether one of two tables is the contest of the other, so that they share a thread.
    pub fn is_contest_with(&self, other: &Table) -> bool {
        self.occasion == Occasion::Contest(other.id) || other.occasion == Occasion::Contest(self.id)
    }

    /// Returns whether a user plays here, has challenged or was challenged by name.
    pub fn concerns(&self, user: &str) -> bool {
        match &self.stage {
            Stage::Challenge(challenge) | Stage::Lapsed(challenge) => {
                challenge.people().contains(&user)
            }
            _ => self.seat_of(user).is_some(),
        }
    }

    /// Returns the snapshot to store.
    pub fn save(&self) -> Saved {
        let stage = match &self.stage {
            Stage::Challenge(challenge) => SavedStage::Challenge(challenge.clone()),
            Stage::Lapsed(challenge) => SavedStage::Lapsed(challenge.clone()),
            Stage::Playing(game) => SavedStage::Playing {
                players: game.players.clone(),
                record: game.live.record().to_string(),
                notes: game.notes.clone(),
            },
            Stage::Over(over) => SavedStage::Over {
                players: over.players.clone(),
                record: over.game.record().to_owned(),
                end: over.end,
                ended_at: over.ended_at,
                rematch: over.rematch.map(RematchRequest::save),
                clock: over.clock.clone(),
            },
            Stage::Dropped => SavedStage::Dropped,
        };
        Saved {
            id: self.id,
            room: self.room.clone(),
            thread: self.thread.clone(),
            occasion: self.occasion,
            stage,
        }
    }

    /// Rebuilds a table from its snapshot. A finished game is not replayed.
    ///
    /// # Errors
    /// If the record is damaged or of an unknown version.
    pub fn restore(saved: Saved) -> Result<Table, String> {
        Ok(Table {
            id: saved.id,
            room: saved.room,
            thread: saved.thread,
            occasion: saved.occasion,
            stage: Stage::restore(saved.stage, saved.occasion)?,
        })
    }
}

impl Stage {
    /// Returns the stage of a game with a clock.
    pub fn with_clock(mut self, clock: Option<Clock>) -> Stage {
        if let Stage::Playing(game) = &mut self {
            game.notes.clock = clock.map(Box::new);
        }
        self
    }

    /// Returns the kind of the request that waits for an answer, unless it is a challenge.
    pub fn offer(&self) -> Option<Offer> {
        match self {
            Stage::Playing(game) => game.notes.pending.map(Offer::from),
            Stage::Over(game) => game.rematch.map(|_| Offer::Rematch),
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => None,
        }
    }

    /// Returns the seat that has requested a draw, a takeback or a rematch.
    pub fn asker(&self) -> Option<Seat> {
        match self {
            Stage::Playing(game) => game.notes.pending.map(|pending| seat_at(pending.by())),
            Stage::Over(game) => game.rematch.map(|request| request.by),
            Stage::Challenge(_) | Stage::Lapsed(_) | Stage::Dropped => None,
        }
    }

    fn restore(saved: SavedStage, occasion: Occasion) -> Result<Stage, String> {
        Ok(match saved {
            SavedStage::Challenge(challenge) => Stage::Challenge(challenge),
            SavedStage::Lapsed(challenge) => Stage::Lapsed(challenge),
            SavedStage::Playing {
                players,
                record,
                notes,
            } => {
                let live = replayed(&record)?;
                let game = Playing {
                    players,
                    live,
                    notes,
                };
                game.check(occasion)?;
                Stage::Playing(game)
            }
            SavedStage::Over {
                players,
                record,
                end,
                ended_at,
                rematch,
                clock,
            } => {
                clock.as_deref().map_or(Ok(()), Clock::check)?;
                Stage::Over(Over {
                    game: Finished::stored(record, players.len(), occasion)?,
                    players,
                    end,
                    ended_at,
                    rematch: rematch.map(|saved| RematchRequest::restore(saved, ended_at)),
                    clock,
                    watchers: Vec::new(),
                })
            }
            SavedStage::Dropped => Stage::Dropped,
        })
    }
}

/// Replays a record.
fn replayed(record: &str) -> Result<Live, String> {
    let record: Record = record.parse().map_err(|error| format!("{error}"))?;
    Live::replay(&record).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use games::{Entry, Seed};

    use super::*;
    use crate::terms::Pending;

    #[test]
    fn a_run_with_a_pending_request_is_damaged() {
        let run = Entry::find("run").expect("there are runs");
        let live = Live::start(run, "-", Some(Seed([7; 32]))).expect("it starts");
        let restore = |pending| {
            Table::restore(Saved {
                id: 1,
                room: "!room:example.org".into(),
                thread: None,
                occasion: Occasion::Free,
                stage: SavedStage::Playing {
                    players: vec![Person {
                        id: "@alice:example.org".into(),
                        name: "alice".into(),
                    }],
                    record: live.record().to_string(),
                    notes: GameNotes {
                        pending,
                        ..GameNotes::default()
                    },
                },
            })
        };
        assert!(restore(None).is_ok());
        assert!(restore(Some(Pending::Draw(1))).is_err());
        assert!(restore(Some(Pending::Takeback(0))).is_err());
    }
}
