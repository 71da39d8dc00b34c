//! Conversations of several people with the tables, as a text: every line is `WHO PLACE WORDS`.
//!
//! WHO is the beginning of a name. PLACE is `room`, `dm`, or a number: the thread of that table. In WORDS,
//! `%7` stands for the action with that number at the table there. Other events are written behind a dash:
//!
//! ```text
//! alice room !challenge @bob white
//! bob 1 accept
//! alice 1 %3
//! - later 3600
//! - restart
//! - gone bob
//! - back bob
//! - left
//! - joined
//! - unreadable alice
//! - deleted alice
//! - overfull
//! - upgraded new
//! ```
//!
//! A text that begins with `- limits` has the default rate limits, another one has none.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use games::{Live, Record};
use jiff::{SignedDuration, Timestamp};
use lobby::{
    Access, Block, DuelResult, Effect, Greeting, Incoming, Job, JoinTime, Limits, Line, Lobby,
    Message, Person, RedactedMessage, RunResult, Saved, Settings,
    access::Pattern,
    draw::columns::width,
    job::Upgrade,
    names::{self, local_part},
    saved::SavedStage,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{jobs::carried_out, rules};

/// The people: the local part of the user id, and the display name.
pub(crate) const PEOPLE: &[(&str, &str)] = &[
    ("alice", "alice"),
    ("bob", "bob"),
    (
        "carol",
        "\u{202e}<b>שca`rol</b>\u{200b}&\"'[x](https://matrix.to/#/@bob:example.org) @room",
    ),
    ("dave", "\u{3164}\n\u{2066}"),
    ("eve", "bob"),
    ("root", "root"),
];

/// The shared room.
pub(crate) const ROOM: &str = "!room:example.org";

/// The time at which conversations begin: 2026-11-21, 12:00 UTC.
const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);

/// Maximum number of lines in a conversation.
const LONGEST: usize = 40;

/// Maximum size of a message's texts, in bytes. An event may have 65,536; the rest is for what surrounds the
/// texts.
const LARGEST: usize = 60_000;

/// A conversation and its stored data.
pub struct Conversation {
    tables: Lobby,
    settings: Settings,
    saved: BTreeMap<u32, Saved>,
    results: BTreeMap<u32, RunResult>,
    duels: BTreeMap<u32, DuelResult>,
    set: BTreeMap<String, String>,
    gone: BTreeSet<String>,
    time: Timestamp,
    lines: u32,
}

impl Conversation {
    /// Holds a whole conversation. Checks after every line: there is at most one message for a room, and each
    /// message can be sent and shown, mentions nobody but players, and holds no characters that disturb a
    /// line. Stored data can be read again and leads to the same tables.
    pub fn hold(text: &str) {
        let mut conversation = Conversation::new(text.starts_with("- limits"));
        for line in text.lines().take(LONGEST) {
            let mut parts = line.splitn(3, ' ');
            let (who, place) = (
                parts.next().unwrap_or_default(),
                parts.next().unwrap_or_default(),
            );
            let words = parts.next().unwrap_or_default();
            if who == "-" {
                conversation.happens(place, words);
            } else if let Some((name, _)) = PEOPLE.iter().find(|(name, _)| name.starts_with(who)) {
                conversation.says(name, place, words);
            }
        }
        conversation.check_restart();
    }

    fn new(limited: bool) -> Conversation {
        let limits = if limited {
            Limits::default()
        } else {
            Limits::UNLIMITED
        };
        let admin = Pattern::user("@root:example.org").into_iter().collect();
        let settings = Settings {
            limits,
            access: Access {
                admin,
                ..Access::default()
            },
            ..Settings::default()
        };
        Conversation {
            tables: Lobby::new(settings.clone()),
            settings,
            saved: BTreeMap::new(),
            results: BTreeMap::new(),
            duels: BTreeMap::new(),
            set: BTreeMap::new(),
            gone: BTreeSet::new(),
            time: NOON,
            lines: 0,
        }
    }

    fn happens(&mut self, what: &str, which: &str) {
        match what {
            "later" => {
                let seconds = which.parse::<u32>().map_or(60, i64::from);
                let later = self.time.checked_add(SignedDuration::from_secs(seconds));
                self.time = later.unwrap_or(self.time);
                let rooms = vec![(ROOM.to_owned(), self.people().into())];
                self.takes(&Incoming::Woken { rooms });
            }
            "restart" => {
                self.tables = self.restarted();
                // No job is pending: all are carried out at once.
                self.takes(&Incoming::Resumed {
                    thinking: Vec::new(),
                    asking: Vec::new(),
                    seed: [9; 32],
                });
            }
            "gone" => {
                self.gone.insert(which.to_owned());
            }
            "back" => {
                self.gone.remove(which);
            }
            "unreadable" if PEOPLE.iter().any(|(name, _)| *name == which) => {
                self.lines += 1;
                let place = ["dm", "room"][self.lines as usize % 2];
                let line = self.line(which, place, "");
                self.takes(&Incoming::Unreadable(line));
            }
            "deleted" if PEOPLE.iter().any(|(name, _)| *name == which) => {
                let line = self.line(which, "room", "");
                self.takes(&Incoming::Redacted(RedactedMessage {
                    room: line.room,
                    sender: line.sender.id,
                    sent: Some(self.time),
                }));
            }
            "left" => self.takes(&Incoming::Left {
                room: ROOM.to_owned(),
            }),
            "overfull" => self.takes(&Incoming::RoomTooLarge {
                room: ROOM.to_owned(),
            }),
            "upgraded" => self.takes(&Incoming::Upgraded(Upgrade::new(
                ROOM,
                format!("!{which}:example.org"),
                "@a:example.org",
            ))),
            "joined" => {
                let direct = which.is_empty();
                self.takes(&Incoming::Joined {
                    room: ROOM.to_owned(),
                    greeting: Some(if direct {
                        Greeting::Direct
                    } else {
                        Greeting::Room
                    }),
                    at: JoinTime {
                        requested: None,
                        dated: Some(self.time),
                    },
                });
            }
            _ => {}
        }
    }

    fn says(&mut self, who: &str, place: &str, words: &str) {
        self.lines += 1;
        self.time += SignedDuration::from_secs(1);
        let body = self.action(who, place, words);
        let line = self.line(who, place, body.as_deref().unwrap_or(words));
        self.takes(&Incoming::Line(line));
    }

    fn line(&self, who: &str, place: &str, body: &str) -> Line {
        let direct = place == "dm";
        Line {
            room: if direct {
                direct_room(who)
            } else {
                ROOM.to_owned()
            },
            direct,
            event: format!("${}", self.lines),
            thread: self.at(place).and_then(|saved| saved.thread.clone()),
            sender: person(who),
            may_change_room: may_change_room(&person(who).id),
            people: self.people().into(),
            by_name: false,
            body: body.to_owned(),
            received: None,
            delivered: None,
            sent: None,
            seed: [self.lines as u8; 32],
        }
    }

    /// Returns all people who have not left.
    fn people(&self) -> Vec<Person> {
        let here = PEOPLE.iter().filter(|(name, _)| !self.gone.contains(*name));
        here.map(|(name, _)| person(name)).collect()
    }

    fn at(&self, place: &str) -> Option<&Saved> {
        self.saved.get(&place.parse().ok()?)
    }

    /// Returns the action that `%7` stands for.
    fn action(&self, who: &str, place: &str, words: &str) -> Option<String> {
        let in_room = |room: &str| self.saved.values().rev().find(|saved| saved.room == room);
        let there = match place {
            "dm" => in_room(&direct_room(who)),
            "room" => in_room(ROOM),
            place => self.at(place),
        };
        words.starts_with('%').then_some(())?;
        let SavedStage::Playing { record, .. } = &there?.stage else {
            return None;
        };
        rules::numbered(words, &replayed(record).legal_actions())
    }

    /// Handles input and everything that follows from it.
    fn takes(&mut self, incoming: &Incoming) {
        let mut said = BTreeSet::new();
        let mut effects = self.tables.handle(self.time, incoming);
        for message in says(&effects) {
            assert!(
                said.insert(&message.room),
                "one answer to one command: {effects:?}"
            );
            self.check(message);
        }
        for effect in std::mem::take(&mut effects) {
            if let (Incoming::Line(line), Effect::Save(saved)) = (incoming, &effect) {
                self.check_own(&line.sender.id, saved);
                self.check_thread(saved);
            }
            self.stores(effect);
        }
    }

    /// Checks that a user who does not play at a table changes nothing there that belongs to the players.
    fn check_own(&self, sender: &str, saved: &Saved) {
        let Some(before) = self.saved.get(&saved.id) else {
            return;
        };
        let (SavedStage::Playing { players, .. } | SavedStage::Over { players, .. }) =
            &before.stage
        else {
            return;
        };
        if !players.iter().any(|player| player.id == sender) && sender != person("root").id {
            let may_change_room = may_change_room(sender);
            let of_players = |saved: &Saved| of_players(&saved.stage, may_change_room);
            assert_eq!(of_players(saved), of_players(before));
        }
    }

    /// Checks that a game begins in no thread where others have played, except for the computer.
    fn check_thread(&self, begun: &Saved) {
        let SavedStage::Playing { players, .. } = &begun.stage else {
            return;
        };
        // The main timeline of a direct message may hold games of a room that was upgraded to it.
        if begun.thread.is_none() {
            return;
        }
        let in_thread = |other: &&Saved| {
            (&other.room, &other.thread) == (&begun.room, &begun.thread) && other.id < begun.id
        };
        for other in self.saved.values().filter(in_thread) {
            if let SavedStage::Over { players: own, .. } = &other.stage {
                // Forgotten players have no id any more.
                let is_known = |player: &&Person| player.level().is_none() && !player.id.is_empty();
                let mut people = own.iter().filter(is_known);
                assert!(people.all(|player| players.iter().any(|p| p.id == player.id)));
            }
        }
    }

    fn stores(&mut self, effect: Effect) {
        match effect {
            Effect::Save(saved) => {
                check_read_again(&saved);
                self.saved.insert(saved.id, saved);
            }
            Effect::Result(result) => {
                self.results.insert(result.table, result);
            }
            Effect::Duel(result) => {
                check_read_again(&result);
                self.duels.insert(result.table, result);
            }
            Effect::DropDuel(table) => {
                self.duels.remove(&table);
            }
            Effect::Set(key, value) => {
                assert_eq!(key.to_string().parse(), Ok(key.clone()));
                self.set.insert(key.to_string(), value);
            }
            Effect::Unset(key) => {
                self.set.remove(&key.to_string());
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
            Effect::Job(job) => {
                check_read_again(&job);
                let incoming = match job {
                    Job::LoadFinished(request) => {
                        let found = request.among(&self.saved);
                        Incoming::FinishedLoaded(request, found)
                    }
                    job => carried_out(job),
                };
                self.takes(&incoming);
            }
            Effect::SendMessage(_) | Effect::Stop => {}
        }
    }

    fn restarted(&self) -> Lobby {
        let mut tables = Lobby::new(self.settings.clone());
        assert_eq!(tables.restore(self.saved.values().cloned()), []);
        assert_eq!(
            tables.remember(
                self.results.values().cloned(),
                self.duels.values().cloned(),
                self.set.clone()
            ),
            []
        );
        tables
    }

    /// Checks that every table looks the same after a restart.
    fn check_restart(&mut self) {
        let mut restarted = self.restarted();
        // An hour later, no rate limit applies any more.
        self.time += SignedDuration::from_hours(1);
        for saved in self.saved.values() {
            let who = local_part(saved.room.trim_start_matches('!'));
            let (who, place) = if saved.thread.is_none() {
                (who, "dm")
            } else {
                ("alice", "room")
            };
            let line = Incoming::Line(Line {
                room: saved.room.clone(),
                ..self.line(who, place, &format!("!t{} board", saved.id))
            });
            let at = self.time;
            let [before, after] = [&mut self.tables, &mut restarted]
                .map(|lobby| without_profile(with_finished(lobby, at, &line, &self.saved)));
            assert_eq!(before, after);
        }
    }

    fn check(&self, message: &Message) {
        let (plain, html) = (message.plain(), message.html());
        assert!(!plain.trim().is_empty(), "{message:?}");
        assert!(plain.len() + html.len() <= LARGEST, "{message:?}");
        check_marks(&plain);
        check_html(&html);
        for code in html.split("<code>").skip(1) {
            let code = code.split("</code>").next().unwrap_or_default();
            assert!(!code.contains(disturbs), "{html:?}");
        }
        let known = |id: &String| PEOPLE.iter().any(|(name, _)| person(name).id == *id);
        assert!(message.mentions.iter().all(known), "{:?}", message.mentions);
        assert!(message.mentions.len() <= 2, "{:?}", message.mentions);
        for block in &message.blocks {
            let board = match block {
                Block::Board(board) => board.clone(),
                Block::Figures(figures) => figures.wide.clone(),
                Block::Position(position) => position.wide(),
                Block::Text(_) | Block::Replay(_) => continue,
            };
            if board.starts_with("icebreaker-record") {
                // An exported record states the end to which its turns lead.
                replayed(&board);
            } else {
                let widest = board.lines().map(width).max();
                assert!(widest <= Some(44), "{board}");
            }
        }
    }
}

/// Checks that stored data is read as the same.
fn check_read_again<T: Serialize + DeserializeOwned + PartialEq + Debug>(stored: &T) {
    let json = serde_json::to_string(stored).expect("it has a JSON");
    assert_eq!(
        &serde_json::from_str::<T>(&json).expect("which is read"),
        stored
    );
}

/// Returns whether a user has power over the room: all but one.
fn may_change_room(user: &str) -> bool {
    user != person("eve").id
}

/// Returns what belongs to the players of a table alone: all but their names, what watchers ask for and, with power over
/// the room, whether only players are heard.
fn of_players(stage: &SavedStage, may_change_room: bool) -> SavedStage {
    let mut stage = stage.clone();
    match &mut stage {
        SavedStage::Playing { players, notes, .. } => {
            players.clear();
            notes.odds_at = None;
            notes.audience.watchers.clear();
            notes.audience.quiet &= !may_change_room;
        }
        SavedStage::Over { players, .. } => players.clear(),
        SavedStage::Challenge(_) | SavedStage::Lapsed(_) | SavedStage::Dropped => {}
    }
    stage
}

/// Returns the effects of a line once finished games that are not in memory are loaded.
fn with_finished(
    lobby: &mut Lobby,
    at: Timestamp,
    line: &Incoming,
    saved: &BTreeMap<u32, Saved>,
) -> Vec<Effect> {
    let effects = lobby.handle(at, line).into_iter();
    let loaded = effects.map(|effect| match effect {
        Effect::Job(Job::LoadFinished(request)) => {
            let found = request.among(saved);
            lobby.handle(at, &Incoming::FinishedLoaded(request, found))
        }
        effect => vec![effect],
    });
    loaded.flatten().collect()
}

/// Leaves out reading a sender's profile: that is not stored, but done once a day or after a start.
fn without_profile(mut effects: Vec<Effect>) -> Vec<Effect> {
    effects.retain(|effect| !matches!(effect, Effect::Job(Job::ReadProfile { .. })));
    effects
}

fn says(effects: &[Effect]) -> impl Iterator<Item = &Message> {
    effects.iter().filter_map(|effect| match effect {
        Effect::SendMessage(message) => Some(message),
        _ => None,
    })
}

/// Returns whether a character hides or reverses the text around it, or is a control character.
fn disturbs(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

/// Returns whether a character is in a block of the scripts that are written from right to left
/// (DerivedBidiClass.txt of Unicode).
fn runs_from_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Checks that nothing disturbs a line but the isolates around names and quotes written from right to left.
fn check_marks(text: &str) {
    let mut rest = text;
    while let Some((before, set_off)) = rest.split_once('\u{2068}') {
        assert!(!before.contains(disturbs), "{text:?}");
        let (name, after) = set_off
            .split_once('\u{2069}')
            .expect("what is opened is closed");
        assert!(!name.contains(disturbs) && !name.contains('\n'), "{text:?}");
        // Seats with equal names are numbered; an announcement and the id in an admin's command can be longer.
        let name_alone = name.trim_end_matches([' ', '1', '2']);
        let is_short = name_alone.chars().count() <= names::MAX_SHOWN_CHARS;
        assert!(
            is_short
                || name.starts_with(['@', '!'])
                || text.contains("Announcement from my admins"),
            "{text:?}"
        );
        assert!(name.contains(runs_from_right_to_left), "{text:?}");
        rest = after;
    }
    assert!(!rest.contains(disturbs), "{text:?}");
}

/// Checks that every tag is one that the bot uses, and is closed in order.
fn check_html(html: &str) {
    let mut open = Vec::new();
    let mut parts = html.split('<');
    assert_eq!(parts.next(), Some(""), "{html}");
    for part in parts {
        let (tag, text) = part.split_once('>').expect("a tag has an end");
        assert!(!text.contains('>'), "{html}");
        match tag {
            "p" | "pre" | "code" | "ul" | "li" | "strong" => open.push(tag),
            "br" => {}
            _ => assert_eq!(
                open.pop().map(|tag| format!("/{tag}")).as_deref(),
                Some(tag),
                "{html}"
            ),
        }
    }
    assert!(open.is_empty(), "{html}");
}

fn person(name: &str) -> Person {
    let shown = PEOPLE.iter().find(|(known, _)| *known == name);
    Person {
        id: format!("@{name}:example.org"),
        name: shown.map_or(name, |(_, shown)| shown).to_owned(),
    }
}

pub(crate) fn direct_room(who: &str) -> String {
    format!("!{who}:example.org")
}

pub(crate) fn replayed(record: &str) -> Live {
    let record: Record = record.parse().expect("a record is read");
    Live::replay(&record).expect("a record is played through")
}
