//! A simulated room and direct messages, without a network.

use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

use lobby::{
    DuelResult, Effect, Incoming, Job, Limits, Line, Lobby, Message, Person, PlayerAccess,
    RunResult, Saved, Settings, Synced, UndecryptedFrom,
    clocks::RoomAccess,
    job::{
        Direct, JoinOutcome, NoDirect, Question, SearchError, SearchResult, Thinking, TimedBoard,
    },
    names,
    saved::SavedStage,
    wording::Language,
};

/// A chat of people with the bot, and a simulated store.
pub struct Chat {
    pub tables: Lobby,
    /// The stored tables, by number.
    pub saved: BTreeMap<u32, Saved>,
    /// The stored results, by table.
    pub results: BTreeMap<u32, RunResult>,
    /// The stored results of duels, by table.
    pub duels: BTreeMap<u32, DuelResult>,
    /// The stored settings, by key.
    pub settings: BTreeMap<String, String>,
    /// The current time; every line takes a second.
    pub time: Timestamp,
    /// The seed of the next lines.
    pub seed: [u8; 32],
    /// The members of the room.
    pub people: Vec<Person>,
    /// Names of members who may not change the room.
    pub powerless: Vec<String>,
    /// The last messages in rooms other than that of the last line.
    pub elsewhere: Vec<Message>,
    /// The reason no direct message can be opened. Otherwise everybody has one, carol as an invitation.
    pub no_direct: Option<NoDirect>,
    /// The time zones in the profiles of users, by user id.
    pub profile_zones: BTreeMap<String, String>,
    /// Rooms that are inaccessible.
    pub lost: Vec<String>,
    /// Pending jobs for the computer player, if they are to wait.
    pub thinking: Option<Vec<Job>>,
    /// Boards that start a clock and have not arrived yet.
    pub undelivered: Vec<TimedBoard>,
    /// Messages that cannot be decrypted yet.
    pub undecrypted: Vec<UndecryptedFrom>,
    /// The access of players that sync responses tell.
    pub players: Vec<PlayerAccess>,
    /// The time at which lines were sent, if they came later than that.
    pub sent: Option<Timestamp>,
    lines: u32,
}

/// The place of a line.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// The main timeline of the room.
    Room,
    /// A thread of the room.
    Thread(&'a str),
    /// The sender's direct message.
    Direct,
    /// A thread of the sender's direct message.
    DirectThread(&'a str),
    /// Another direct message.
    OtherDirect(&'a str),
    /// Another room.
    OtherRoom(&'a str),
}

/// 2026-11-21, 12:00 UTC, the start of conversations.
pub const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);

pub const HOUR: SignedDuration = SignedDuration::from_hours(1);

pub const ROOM: &str = "!room:example.org";

/// Default settings of conversations: no rate limits, and messages as ids and arguments.
pub fn settings() -> Settings {
    Settings {
        limits: Limits::UNLIMITED,
        language: Language::Ids,
        ..Settings::default()
    }
}

/// Returns the event with a result of the computer player, or with the failure.
pub fn thought_of(question: Question, thought: Option<SearchResult>) -> Incoming {
    Incoming::SearchResult(question, thought.ok_or(SearchError::Nothing))
}

impl Chat {
    pub fn new() -> Chat {
        let tables = Lobby::new(settings());
        Chat {
            tables,
            saved: BTreeMap::new(),
            results: BTreeMap::new(),
            duels: BTreeMap::new(),
            settings: BTreeMap::new(),
            time: NOON,
            seed: [7; 32],
            people: ["alice", "bob", "carol"].map(person).to_vec(),
            powerless: Vec::new(),
            elsewhere: Vec::new(),
            no_direct: None,
            profile_zones: BTreeMap::new(),
            lost: Vec::new(),
            thinking: None,
            undelivered: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
            sent: None,
            lines: 0,
        }
    }

    /// Sends a line; returns the reply in its room, if there is one. A line gets at most one message per room.
    pub fn say(&mut self, who: &str, place: Place, body: &str) -> Option<Message> {
        let effects = self.effects(who, place, body);
        let room = room_of(who, place);
        let said = self.carry_out(effects);
        let rooms: BTreeSet<_> = said.iter().map(|said| &said.room).collect();
        assert_eq!(rooms.len(), said.len(), "one command, one answer: {said:?}");
        let (here, elsewhere): (Vec<_>, _) = said.into_iter().partition(|said| said.room == room);
        self.elsewhere = elsewhere;
        here.into_iter().next()
    }

    /// Sends a line; returns its effects without carrying them out, apart from reading the sender's profile.
    pub fn effects(&mut self, who: &str, place: Place, body: &str) -> Vec<Effect> {
        let line = self.line(who, place, body);
        let effects = self.tables.handle(self.time, &Incoming::Line(line));
        let is_about_profile =
            |effect: &Effect| matches!(effect, Effect::Job(Job::ReadProfile { .. }));
        let (profiles, effects): (Vec<_>, _) = effects.into_iter().partition(is_about_profile);
        self.carry_out(profiles);
        effects
    }

    /// Sends a message that cannot be decrypted; returns the reply, if there is one.
    pub fn say_unreadable(&mut self, who: &str, place: Place) -> Option<Message> {
        self.say_unread(who, place, "")
    }

    /// Sends a message that is ignored as its key came from another user; returns the reply, if there is one.
    pub fn say_unread(&mut self, who: &str, place: Place, body: &str) -> Option<Message> {
        let line = self.line(who, place, body);
        let effects = self.tables.handle(self.time, &Incoming::Unreadable(line));
        self.carry_out(effects).pop()
    }

    pub fn line(&mut self, who: &str, place: Place, body: &str) -> Line {
        self.lines += 1;
        self.time += SignedDuration::from_secs(1);
        Line {
            room: room_of(who, place),
            direct: matches!(
                place,
                Place::Direct | Place::DirectThread(_) | Place::OtherDirect(_)
            ),
            event: self.last_event(),
            thread: match place {
                Place::Thread(root) | Place::DirectThread(root) => Some(root.into()),
                Place::Room | Place::Direct | Place::OtherDirect(_) | Place::OtherRoom(_) => None,
            },
            sender: person(who),
            may_change_room: !self.powerless.contains(&who.to_owned()),
            people: self.people.clone().into(),
            by_name: false,
            body: body.into(),
            received: None,
            delivered: None,
            sent: self.sent,
            seed: self.seed,
        }
    }

    /// Wakes the tables with the members of the room; returns the posts.
    pub fn tick(&mut self) -> Vec<Message> {
        let rooms = vec![(ROOM.to_owned(), self.people.clone().into())];
        self.happens(&Incoming::Woken { rooms })
    }

    /// Has the boards arrive that start a clock.
    pub fn deliver(&mut self) {
        for mut start in std::mem::take(&mut self.undelivered) {
            start.at = self.time;
            self.happens(&Incoming::Delivered(start));
        }
    }

    /// Has the homeserver reject the boards that start a clock.
    pub fn reject(&mut self) {
        for mut board in std::mem::take(&mut self.undelivered) {
            board.at = self.time;
            self.happens(&Incoming::Rejected(board));
        }
    }

    /// Has the next sync responses tell the access of a player to the room.
    pub fn set_access(&mut self, who: &str, access: RoomAccess) {
        self.players.push(PlayerAccess {
            room: ROOM.to_owned(),
            user: person(who).id,
            access,
        });
    }

    /// Delivers what was sent, and lets time pass with a sync response every minute; returns the messages.
    pub fn wait(&mut self, time: SignedDuration) -> Vec<Message> {
        let end = self.time + time;
        let mut said = Vec::new();
        self.deliver();
        while self.time < end {
            self.time = (self.time + SignedDuration::from_mins(1)).min(end);
            said.extend(self.sync());
        }
        said
    }

    /// Processes a complete sync response; returns the messages.
    pub fn sync(&mut self) -> Vec<Message> {
        self.sync_without(&[])
    }

    /// Processes a sync response in which some rooms could not be read; returns the messages.
    pub fn sync_without(&mut self, rooms: &[&str]) -> Vec<Message> {
        let requested = self.time;
        let undecrypted = self.undecrypted.clone();
        let incomplete_rooms = rooms.iter().map(|&room| room.to_owned()).collect();
        self.happens(&Incoming::Synced(Synced {
            requested,
            deleted_boards: Vec::new(),
            incomplete_rooms,
            undecrypted,
            players: self.players.clone(),
        }))
    }

    /// Has a message that this user has just sent wait for its room key.
    pub fn misses_key(&mut self, user: &str) {
        self.undecrypted = vec![UndecryptedFrom {
            room: ROOM.to_owned(),
            user: person(user).id,
            since: self.time,
        }];
    }

    /// Processes an event other than a line; returns the messages.
    pub fn happens(&mut self, incoming: &Incoming) -> Vec<Message> {
        let effects = self.tables.handle(self.time, incoming);
        self.carry_out(effects)
    }

    /// Stores what has to be stored and runs the jobs; returns the messages.
    pub fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<Message> {
        let mut said = Vec::new();
        for effect in effects {
            match effect {
                Effect::Save(saved) => {
                    self.saved.insert(saved.id, saved);
                }
                Effect::SendMessage(message) => {
                    let start = TimedBoard::of(&message, self.time);
                    let start = start.map(|start| start.accepted_as("$board"));
                    self.undelivered.extend(start);
                    said.push(message);
                }
                Effect::Result(result) => {
                    self.results.insert(result.table, result);
                }
                Effect::Duel(result) => {
                    self.duels.insert(result.table, result);
                }
                Effect::DropDuel(table) => {
                    self.duels.remove(&table);
                }
                Effect::Set(key, value) => {
                    self.settings.insert(key.to_string(), value);
                }
                Effect::Unset(key) => {
                    self.settings.remove(&key.to_string());
                }
                Effect::Forget { player, somebody } => {
                    self.results.retain(|_, result| result.player.id != player);
                    let duels = std::mem::take(&mut self.duels).into_values();
                    let left = duels.filter_map(|duel| duel.without(&player, &somebody));
                    self.duels = left.map(|duel| (duel.table, duel)).collect();
                    for saved in self.saved.values_mut() {
                        if let Some(without) = saved.without(&player, &somebody) {
                            *saved = without;
                        }
                    }
                }
                Effect::Job(Job::LeaveRoom(room)) => {
                    for incoming in [
                        Incoming::Left { room: room.clone() },
                        Incoming::RoomLeft { room, left: true },
                    ] {
                        let effects = self.tables.handle(self.time, &incoming);
                        said.extend(self.carry_out(effects));
                    }
                }
                Effect::Job(Job::StartClock(board) | Job::NoteRejected(board)) => {
                    panic!("{board:?} is no job of the lobby")
                }
                Effect::Job(Job::ReadProfile { user }) => {
                    let zone = self.profile_zones.get(&user).cloned().into();
                    let read = Incoming::ProfileRead { user, zone };
                    let effects = self.tables.handle(self.time, &read);
                    said.extend(self.carry_out(effects));
                }
                Effect::Job(Job::Administer(request)) => panic!("nobody does {request:?}"),
                Effect::Stop => panic!("nobody stops"),
                Effect::Job(job @ (Job::Think(_) | Job::Move(_))) if self.thinking.is_some() => {
                    self.thinking.get_or_insert_default().push(job);
                }
                Effect::Job(Job::Think(question)) => {
                    let thought = briefly(100, |thinking| question.think(thinking));
                    let effects = self
                        .tables
                        .handle(self.time, &thought_of(question, thought));
                    said.extend(self.carry_out(effects));
                }
                Effect::Job(Job::Analyse(request)) => {
                    let judged = briefly(1_000, |thinking| request.think(thinking)).unwrap();
                    let analysed = Incoming::Analysed(request, Ok(judged));
                    let effects = self.tables.handle(self.time, &analysed);
                    said.extend(self.carry_out(effects));
                }
                Effect::Job(Job::Move(turn)) => {
                    let found = briefly(100, |thinking| turn.think(thinking));
                    let moved = Incoming::Moved(turn, found);
                    let effects = self.tables.handle(self.time, &moved);
                    said.extend(self.carry_out(effects));
                }
                Effect::Job(Job::LoadFinished(request)) => {
                    let found = request.among(&self.saved);
                    let recalled = Incoming::FinishedLoaded(request, found);
                    let effects = self.tables.handle(self.time, &recalled);
                    said.extend(self.carry_out(effects));
                }
                Effect::Job(Job::JoinSuccessor(upgrade)) => {
                    let outcome = if self.lost.contains(&upgrade.successor) {
                        JoinOutcome::NotLetIn
                    } else {
                        JoinOutcome::Joined
                    };
                    let joined = Incoming::SuccessorJoined(upgrade, outcome);
                    let effects = self.tables.handle(self.time, &joined);
                    said.extend(self.carry_out(effects));
                }
                Effect::Job(Job::OpenDirect(asked)) => {
                    let room = direct_room(names::local_part(&asked.line.sender.id));
                    let joined = room != direct_room("carol");
                    let room = if asked.line.direct {
                        asked.line.room.clone()
                    } else {
                        room
                    };
                    let inaccessible_rooms = asked
                        .runs_in
                        .iter()
                        .filter(|room| self.lost.contains(*room));
                    let inaccessible_rooms = inaccessible_rooms.cloned().collect();
                    let found = self.no_direct.map_or(
                        Ok(Direct {
                            room,
                            joined,
                            inaccessible_rooms,
                        }),
                        Err,
                    );
                    let opened = Incoming::DirectOpened(asked, found);
                    let effects = self.tables.handle(self.time, &opened);
                    said.extend(self.carry_out(effects));
                }
            }
        }
        said
    }

    /// Processes an event; returns the messages.
    pub fn come_in(&mut self, incoming: &Incoming) -> Vec<Message> {
        let effects = self.tables.handle(self.time, incoming);
        self.carry_out(effects)
    }

    /// Runs the pending jobs of the computer player; returns the messages.
    pub fn think(&mut self) -> Vec<Message> {
        let waiting = self.thinking.take().unwrap_or_default();
        self.carry_out(waiting.into_iter().map(Effect::Job).collect())
    }

    /// The event id of the last line.
    pub fn last_event(&self) -> String {
        format!("${}", self.lines)
    }

    /// The text of the reply to a line, which must exist, without the marks of list items.
    pub fn ask(&mut self, who: &str, place: Place, body: &str) -> String {
        let answer = self.say(who, place, body);
        let answer = answer.unwrap_or_else(|| panic!("no answer to {body:?}"));
        without_list_marks(&answer.plain())
    }

    /// Starts a duel of alice (White) and bob (Black); returns the root of their thread.
    pub fn duel(&mut self) -> String {
        self.ask("alice", Place::Room, "!challenge @bob white");
        let root = self.last_event();
        let begun = self.say("bob", Place::Room, "!accept").unwrap();
        assert_eq!(begun.thread.as_deref(), Some(root.as_str()));
        // Bob wrote in the room, and the game is in the thread.
        assert_eq!(begun.mentions, [person("alice").id, person("bob").id]);
        root
    }

    /// Restarts: rebuilds the tables from the simulated store.
    pub fn restart(&mut self) {
        self.restart_with(settings());
    }

    /// Restarts with another configuration.
    pub fn restart_with(&mut self, settings: Settings) {
        self.tables = Lobby::new(settings);
        let failed = self.tables.restore(self.saved.values().cloned());
        assert_eq!(failed, []);
        let results = self.results.values().cloned();
        let duels = self.duels.values().cloned();
        let failed = self.tables.remember(results, duels, self.settings.clone());
        assert_eq!(failed, []);
    }

    /// Restarts when some tables cannot be restored; returns their numbers.
    pub fn restart_with_losses(&mut self) -> Vec<u32> {
        self.tables = Lobby::new(settings());
        let failed = self.tables.restore(self.saved.values().cloned());
        failed.into_iter().map(|(id, _)| id).collect()
    }

    /// Plays the run in the direct message to its end somehow; returns the last reply.
    pub fn play_on(&mut self, who: &str, table: u32) -> String {
        let mut last = String::new();
        while let SavedStage::Playing { record, .. } = &self.saved[&table].stage {
            let live = games::Live::replay(&record.parse().unwrap()).unwrap();
            let actions = live.legal_actions();
            let action = &actions[live.actions() * 7 % actions.len()];
            last = self.ask(who, Place::Direct, action);
        }
        last
    }
}

/// Runs a search with a limited number of polls.
pub(crate) fn briefly<T>(mut left: u32, think: impl FnOnce(&mut Thinking) -> T) -> T {
    let mut should_continue = || {
        left -= 1;
        left > 0
    };
    think(&mut Thinking {
        memory: 1 << 20,
        should_continue: &mut should_continue,
    })
}

fn room_of(who: &str, place: Place) -> String {
    match place {
        Place::Direct | Place::DirectThread(_) => direct_room(who),
        Place::OtherDirect(room) | Place::OtherRoom(room) => room.into(),
        Place::Room | Place::Thread(_) => ROOM.into(),
    }
}

fn without_list_marks(text: &str) -> String {
    let lines = text.split('\n');
    let lines = lines.map(|line| line.strip_prefix("- ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn direct_room(name: &str) -> String {
    format!("!{name}:example.org")
}

pub fn person(name: &str) -> Person {
    Person {
        id: format!("@{name}:example.org"),
        name: name.into(),
    }
}
