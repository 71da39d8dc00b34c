//! The session: the lobby handles events and the results of jobs, the journal stores the effects, and then they are
//! shown.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::AtomicBool,
};

use jiff::Timestamp;
use lobby::{
    Boards, Effect, Incoming, Job, Key, Limits, Lobby, Members, Message, ProfileZone, Saved,
    Settings, Synced,
    job::{Direct, SearchError, TimedBoard},
    messages::{ConsoleMessage, TableId},
    wording::Wording,
};

use crate::{
    computer::ComputerLimits,
    console::{
        error::ConsoleError,
        journal::{Change, Journal},
        place::{CONSOLE_ROOM, Place, direct_room, is_open, person},
        wait,
    },
    terminal,
};

/// The lobby at a terminal, with the place at the prompt.
pub(super) struct Console {
    pub(super) lobby: Lobby,
    pub(super) journal: Journal,
    /// The last change of the time that clocks count, which is stored with the next other one.
    pending_uptime: Option<Change>,
    pub(super) wording: Wording,
    /// Set if the player to move speaks next.
    pub(super) follows: bool,
    pub(super) place: Place,
    /// The last message with a file.
    pub(super) last_picture: Option<Message>,
}

impl Console {
    pub(super) fn new(journal: Journal, follows: bool) -> Console {
        let settings = Settings {
            prefix: String::new(),
            // No rate limits: nobody has to be protected here. Challenges expire as in a room.
            limits: Limits {
                challenge_days: Limits::default().challenge_days,
                ..Limits::UNLIMITED
            },
            // Explanations describe the board as text, as it is shown here; `/picture` draws it as a picture.
            boards: Boards::Wide,
            is_shared_screen: true,
            ..Settings::default()
        };
        Console {
            lobby: Lobby::new(settings),
            place: journal.state().place.clone(),
            journal,
            pending_uptime: None,
            wording: Wording::english(),
            follows,
            last_picture: None,
        }
    }

    /// Restores the games that are kept, greets, and resumes unfinished work.
    pub(super) fn start(&mut self) -> Result<(), ConsoleError> {
        let state = self.journal.state().clone();
        let open: Vec<TableId> = state
            .tables
            .values()
            .filter(|saved| is_open(saved))
            .map(|saved| TableId(saved.id))
            .collect();
        let is_new = state.tables.is_empty() && state.place == Place::default();
        let last_id = state.tables.keys().next_back().copied();
        self.lobby.skip_id(last_id.unwrap_or_default());
        let loaded: Vec<Saved> = state.loaded().cloned().collect();
        let unreadable = self.lobby.remember(
            state.runs.into_values(),
            state.duels.into_values(),
            state.values,
        );
        for (key, reason) in unreadable {
            terminal::print_error(format_args!("cannot read stored value {key}: {reason}"));
        }
        for (table, reason) in self.lobby.restore(loaded) {
            terminal::print_error(format_args!("cannot rebuild table t{table}: {reason}"));
        }
        self.tell(if is_new {
            ConsoleMessage::Hello
        } else {
            ConsoleMessage::Back {
                count: open.len(),
                tables: TableId::listed(&open),
            }
        })?;
        self.resume(&state.jobs.into_values().collect::<Vec<_>>())
    }

    /// Resumes the searches that a kill has cut short.
    fn resume(&mut self, jobs: &[Job]) -> Result<(), ConsoleError> {
        let thinking = jobs.iter().filter_map(|job| match job {
            Job::Move(request) => Some(request.table),
            _ => None,
        });
        let asking = jobs.iter().filter_map(|job| match job {
            Job::Think(_) | Job::Analyse(_) => Some(job.user().to_owned()),
            _ => None,
        });
        let resumed = Incoming::Resumed {
            thinking: thinking.collect(),
            asking: asking.collect(),
            seed: rand::random(),
        };
        self.process(&resumed)?;
        self.catch_up()
    }

    /// Has the lobby do everything that is due by now, and judge the clocks of games.
    pub(super) fn catch_up(&mut self) -> Result<(), ConsoleError> {
        let now = self.now();
        if self.lobby.next_wake() <= now {
            let people: Members = self.place.persons().into();
            let rooms = self.lobby.rooms_without_day_leaderboard(now).into_iter();
            let rooms = rooms.map(|room| (room, people.clone())).collect();
            self.process(&Incoming::Woken { rooms })?;
        }
        self.process(&Incoming::Synced(Synced {
            requested: now,
            deleted_boards: Vec::new(),
            incomplete_rooms: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
        }))
    }

    /// Lets time pass until a moment, with everything that happens meanwhile, each at its own time.
    fn pass_time(&mut self, end: Timestamp) -> Result<(), ConsoleError> {
        loop {
            self.catch_up()?;
            let now = self.now();
            if now >= end {
                return Ok(());
            }
            let due = Some(self.lobby.next_wake()).filter(|due| *due > now);
            let next = wait::next_step(now).min(end);
            self.place.ahead = wait::seconds_ahead(due.map_or(next, |due| due.min(next)));
        }
    }

    /// Puts the clock forward, with everything that happens meanwhile.
    pub(super) fn wait(&mut self, text: &str) -> Result<(), ConsoleError> {
        let end = wait::parse(text).and_then(|time| self.now().checked_add(time).ok());
        let Some(end) = end else {
            return self.tell(ConsoleMessage::Wait);
        };
        self.pass_time(end)?;
        self.place.ahead = wait::seconds_ahead(end);
        self.keep_place()?;
        let time = end.strftime("%Y-%m-%d %H:%M").to_string();
        self.tell(ConsoleMessage::Waited { time })
    }

    /// Stores the place, if it has changed.
    pub(super) fn keep_place(&mut self) -> Result<(), ConsoleError> {
        let is_new = self.place != self.journal.state().place;
        let change = is_new.then(|| Change::Place(self.place.clone()));
        self.commit(change.into_iter().collect())
    }

    fn commit(&mut self, changes: Vec<Change>) -> Result<(), ConsoleError> {
        let uptime = self.pending_uptime.take();
        let changes = uptime.into_iter().chain(changes).collect();
        Ok(self.journal.commit(changes)?)
    }

    /// Processes an event, and then all jobs that are open.
    pub(super) fn process(&mut self, incoming: &Incoming) -> Result<(), ConsoleError> {
        self.step(incoming, None)?;
        while let Some((number, job)) = self.journal.state().jobs.first_key_value() {
            let (number, job) = (*number, job.clone());
            // A job that panics must not do so at every start.
            let done = catch_unwind(AssertUnwindSafe(|| self.run_job(job.clone())));
            match done.unwrap_or_else(|_| Some(job.failed())) {
                Some(incoming) => self.step(&incoming, Some(number))?,
                None => self.commit(vec![Change::JobFinished(number)])?,
            }
        }
        Ok(())
    }

    /// Has the lobby handle an event, or the result of a job, stores all effects, and then shows the messages.
    fn step(&mut self, incoming: &Incoming, job: Option<u64>) -> Result<(), ConsoleError> {
        let effects = self.lobby.handle(self.now(), incoming);
        if let ([uptime @ Effect::Set(Key::Uptime, _)], None) = (&effects[..], job) {
            // `/wait` passes in steps of a minute, each of which changes it.
            self.pending_uptime = Change::of(uptime);
            return Ok(());
        }
        let mut changes: Vec<Change> = effects.iter().filter_map(Change::of).collect();
        changes.extend(job.map(Change::JobFinished));
        let last = self.journal.state().jobs.keys().next_back().copied();
        let mut next = last.unwrap_or_default() + 1;
        let mut messages = Vec::new();
        for effect in effects {
            match effect {
                Effect::SendMessage(message) => {
                    self.go_to(&message);
                    if let Some(start) = TimedBoard::of(&message, self.now()) {
                        changes.push(Change::JobStarted(next, Job::StartClock(start)));
                        next += 1;
                    }
                    messages.push(message);
                }
                Effect::Job(job) => {
                    changes.push(Change::JobStarted(next, job));
                    next += 1;
                }
                _ => {}
            }
        }
        if self.place != self.journal.state().place {
            changes.push(Change::Place(self.place.clone()));
        }
        self.commit(changes)?;
        for message in &messages {
            self.show(message)?;
        }
        Ok(())
    }

    /// Returns the time of the console's clock.
    pub(super) fn now(&self) -> Timestamp {
        wait::ahead_by(self.place.ahead)
    }

    /// Carries out a job and returns its result, if it has one.
    fn run_job(&self, job: Job) -> Option<Incoming> {
        let (limits, never) = (ComputerLimits::default(), AtomicBool::default());
        Some(match job {
            Job::OpenDirect(request) => {
                let found = Direct {
                    room: direct_room(&request.line.sender),
                    joined: true,
                    inaccessible_rooms: Vec::new(),
                };
                Incoming::DirectOpened(request, Ok(found))
            }
            Job::LoadFinished(request) => {
                let found = request.among(&self.journal.state().tables);
                Incoming::FinishedLoaded(request, found)
            }
            Job::Think(request) => {
                let thought = limits.think(&never, |time| request.think(time));
                Incoming::SearchResult(request, thought.ok_or(SearchError::Nothing))
            }
            Job::Analyse(request) => {
                let judged = limits.think(&never, |time| request.think(time));
                Incoming::Analysed(request, judged.ok_or(SearchError::Nothing))
            }
            Job::Move(request) => {
                let found = limits.think(&never, |time| request.think(time));
                Incoming::Moved(request, found)
            }
            Job::StartClock(board) => Incoming::Delivered(board),
            Job::NoteRejected(board) => Incoming::Rejected(board),
            // Nobody has a profile here.
            Job::ReadProfile { user } => Incoming::ProfileRead {
                user,
                zone: ProfileZone::Missing,
            },
            // There are no admins, and only one room.
            Job::Administer(_) | Job::JoinSuccessor(_) | Job::LeaveRoom(_) => return None,
        })
    }

    /// Goes where a message was sent, and lets the player it mentions speak next.
    fn go_to(&mut self, message: &Message) {
        if message.room == CONSOLE_ROOM && message.thread.is_some() {
            self.place.thread.clone_from(&message.thread);
        } else if self.place.direct && message.room == self.place.room() {
            self.place.direct_thread.clone_from(&message.thread);
        }
        let mentioned = message.mentions.first();
        let people = &self.place.people;
        let next = people
            .iter()
            .find(|name| Some(&person(name).id) == mentioned);
        if let Some(next) = next.filter(|_| self.follows) {
            self.place.speaker = next.clone();
        }
    }
}
