//! A conversation with the program: its event processor and its store, without a network.

use std::collections::VecDeque;

use games::Live;
use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp};
use lobby::{
    Incoming, Job, Line, Person, ProfileZone, Saved,
    job::{Direct, SearchError, Thinking},
    saved::SavedStage,
};

use super::settings;
use crate::{
    event_processor::EventProcessor,
    jobs::InternalInput,
    matrix::Received,
    monitoring::metrics::Metrics,
    store::{Due, LobbySnapshot, OpenJob, Store, Undecrypted},
    tests::{line, received},
};

/// 2026-11-01, 12:00 UTC, the begin of the conversation.
pub const BEGIN: Timestamp = Timestamp::constant(1_793_534_400, 0);
const ROOM: &str = "!room:example.org";
const LARGE_ROOM: &str = "!large:example.org";

/// People who talk with the bot.
pub struct Conversation {
    store: Store,
    processor: EventProcessor,
    /// The current time; every line takes a second.
    time: Timestamp,
    /// The number of lines so far.
    lines: u32,
    is_paused: bool,
}

fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:example.org"),
        name: name.to_owned(),
    }
}

fn direct_room(name: &str) -> String {
    format!("!direct-{name}:example.org")
}

/// Returns a line in a room, or in a thread there.
fn line_in(sender: &Person, room: &str, thread: Option<&str>, body: &str) -> Line {
    Line {
        room: room.to_owned(),
        direct: room.starts_with("!direct-"),
        thread: thread.map(str::to_owned),
        sender: sender.clone(),
        people: ["alice", "bob", "carol"].map(person).to_vec().into(),
        ..line("", body)
    }
}

/// Returns a line of a player who asks for the board of a game in progress.
pub fn board_of(saved: &Saved) -> Option<Line> {
    let SavedStage::Playing { players, .. } = &saved.stage else {
        return None;
    };
    let sender = players.iter().find(|player| !player.is_computer())?;
    let body = format!("!t{} board", saved.id);
    Some(line_in(sender, &saved.room, saved.thread.as_deref(), &body))
}

impl Conversation {
    pub fn new(store: Store) -> Conversation {
        let metrics = Metrics::default();
        let processor =
            EventProcessor::new(settings(), store.clone(), LobbySnapshot::default(), metrics);
        Conversation {
            store,
            processor,
            time: BEGIN,
            lines: 0,
            is_paused: false,
        }
    }

    pub async fn play(&mut self, script: &str) {
        for line in script.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match *words {
                [""] | ["#", ..] => {}
                ["pause"] => self.is_paused = true,
                ["too", "large"] => {
                    let room = LARGE_ROOM.to_owned();
                    self.happens(Incoming::RoomTooLarge { room }).await;
                }
                ["later", ..] => self.wait(&words[1..].join(" ")).await,
                ["play", table, "for", actions, _] => {
                    let table = table.trim_start_matches('t').parse().unwrap();
                    self.play_on(table, actions.parse().unwrap()).await;
                }
                _ => self.say_in_script(line).await,
            }
        }
        self.miss_a_message().await;
    }

    async fn say_in_script(&mut self, line: &str) {
        let (who, body) = line
            .split_once(": ")
            .unwrap_or_else(|| panic!("nobody says {line:?}"));
        let (name, place) = who.split_once(" in ").unwrap_or((who, "room"));
        let room = match place {
            "room" => ROOM.to_owned(),
            "large" => LARGE_ROOM.to_owned(),
            "private" => direct_room(name),
            place => panic!("no place is called {place:?}"),
        };
        let is_answered = self.say(line_in(&person(name), &room, None, body)).await;
        assert!(is_answered, "no answer to {line:?}");
    }

    /// Says a line; returns whether there is an answer or a job.
    async fn say(&mut self, line: Line) -> bool {
        self.lines += 1;
        self.time += SignedDuration::from_secs(1);
        let [.., byte] = self.lines.to_be_bytes();
        let line = Line {
            event: format!("${}", self.lines),
            seed: [byte; 32],
            ..line
        };
        let token = format!("s{}", self.lines);
        let processed = self
            .processor
            .process_sync(self.time, received(&token, [line]));
        let (due, rest) = processed.await.unwrap();
        assert!(rest.is_none());
        let is_answered = !due.messages.is_empty() || !due.jobs.is_empty();
        self.carry_out(due).await;
        is_answered
    }

    async fn happens(&mut self, incoming: Incoming) {
        let input = InternalInput {
            job: None,
            incoming,
        };
        let due = self.processor.process_internal_input(self.time, input);
        let due = due.await.unwrap();
        self.carry_out(due).await;
    }

    async fn wait(&mut self, span: &str) {
        let span: Span = span.parse().unwrap();
        self.time += span
            .to_duration(SpanRelativeTo::days_are_24_hours())
            .unwrap();
        self.happens(Incoming::Woken { rooms: Vec::new() }).await;
    }

    /// Plays legal actions, not always the first ones, until a game is over.
    async fn play_on(&mut self, table: u32, actions: usize) {
        for turn in 0..actions {
            let saved = self.store.table(table).await.unwrap().unwrap();
            let SavedStage::Playing {
                players, record, ..
            } = &saved.stage
            else {
                return;
            };
            let live = Live::replay(&record.parse().unwrap()).unwrap();
            let sender = &players[live.to_move().unwrap().index()];
            let legal = live.legal_actions();
            let body = format!("!t{table} {}", legal[turn * 7 % legal.len()]);
            let line = line_in(sender, &saved.room, saved.thread.as_deref(), &body);
            self.say(line).await;
            let changed = self.store.table(table).await.unwrap();
            assert_ne!(changed.as_ref(), Some(&saved), "{body} does nothing");
        }
    }

    /// Receives a message that cannot be decrypted.
    async fn miss_a_message(&mut self) {
        let unreadable = Line {
            event: "$unreadable".to_owned(),
            ..line_in(&person("alice"), &direct_room("alice"), None, "")
        };
        let undecrypted = Undecrypted {
            event: unreadable.event.clone(),
            room: unreadable.room.clone(),
            json: "{}".to_owned(),
            since: self.time,
            told: false,
            is_choice: false,
        };
        let missed = Received {
            undecrypted: vec![undecrypted],
            ..received("s-undecrypted", [])
        };
        self.processor
            .process_sync(self.time, missed)
            .await
            .unwrap();
        let overdue = Received {
            unreadable: vec![unreadable],
            ..received("s-last", [])
        };
        self.processor
            .process_sync(self.time, overdue)
            .await
            .unwrap();
    }

    /// Does the due work, and the work due because of it, unless it is to wait.
    async fn carry_out(&mut self, due: Due) {
        let mut waiting = VecDeque::from([due]);
        while let Some(due) = waiting.pop_front().filter(|_| !self.is_paused) {
            for message in due.messages {
                self.store.delete_message(message.row).await.unwrap();
            }
            for OpenJob { row, job } in due.jobs {
                let incoming = result_of(job);
                let input = InternalInput {
                    job: Some(row),
                    incoming,
                };
                let more = self.processor.process_internal_input(self.time, input);
                waiting.push_back(more.await.unwrap());
            }
        }
    }
}

/// Does a job; everybody has a direct message.
fn result_of(job: Job) -> Incoming {
    match job {
        Job::OpenDirect(request) => {
            let room = direct_room(&request.line.sender.name);
            let direct = Direct {
                room,
                joined: true,
                inaccessible_rooms: Vec::new(),
            };
            Incoming::DirectOpened(request, Ok(direct))
        }
        Job::Think(request) => {
            let thought = briefly(|thinking| request.think(thinking));
            Incoming::SearchResult(request, thought.ok_or(SearchError::Nothing))
        }
        Job::Move(request) => {
            let found = briefly(|thinking| request.think(thinking));
            Incoming::Moved(request, found)
        }
        Job::LeaveRoom(room) => Incoming::RoomLeft { room, left: true },
        Job::StartClock(board) => Incoming::Delivered(board),
        Job::NoteRejected(board) => Incoming::Rejected(board),
        Job::ReadProfile { user } => Incoming::ProfileRead {
            user,
            zone: ProfileZone::Named("Europe/Paris".to_owned()),
        },
        job => panic!("nobody does {job:?}"),
    }
}

/// Runs a search with a limited number of polls.
fn briefly<T>(think: impl FnOnce(&mut Thinking) -> T) -> T {
    let mut left = 100_u32;
    let mut should_continue = || {
        left = left.saturating_sub(1);
        left > 0
    };
    think(&mut Thinking {
        memory: 1 << 20,
        should_continue: &mut should_continue,
    })
}
