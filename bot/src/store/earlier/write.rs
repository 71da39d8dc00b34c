//! Writes a database that holds one of everything, as the bot does: people say lines, and what they
//! lead to is committed.

use std::{collections::BTreeMap, fs, path::Path, sync::atomic::AtomicBool};

use games::Live;
use jiff::{SignedDuration, Timestamp};
use tables::{
    Access, Effect, Errand, Incoming, Limits, Line, Person, Saved, Settings, Tables,
    access::Pattern,
    errand::{Direct, NoThought, Thinking, Upgrade},
    names,
    saved::SavedStage,
};

use super::super::{Batch, Sealed, SeenEvent, Store, Undecrypted, back_up};
use crate::thinking::Engine;

/// 2026-11-07, 12:00 UTC, when the first line is said.
const BEGIN: Timestamp = Timestamp::constant(1_794_052_800, 0);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A room with threads, in which nothing is set.
const CLUB: &str = "!club:example.org";
/// A room that everything is set for, and that is upgraded.
const ATTIC: &str = "!attic:example.org";
/// A room that the bot has left.
const CELLAR: &str = "!cellar:example.org";

/// Where a line is said.
#[derive(Clone, Copy)]
enum Place<'a> {
    Room(&'a str),
    Thread(&'a str),
    Direct,
}

use Place::{Direct as Alone, Room, Thread};

/// The bot and those who talk with it.
struct Scribe {
    tables: Tables,
    store: Store,
    /// What was stored last about every table.
    saved: BTreeMap<u32, Saved>,
    /// The table of a game that another one has followed in its thread.
    superseded: u32,
    /// The table of a game that somebody has given up.
    resigned: u32,
    /// The table of a run in a room.
    public: u32,
    time: Timestamp,
    lines: u32,
    /// Whether messages are sent.
    sends: bool,
    /// Whether errands are carried out.
    runs_errands: bool,
}

/// Makes the database in a new folder and puts a copy without gaps at `to`.
pub(super) async fn write(to: &Path) {
    let folder = tempfile::TempDir::new().unwrap();
    let mut scribe = Scribe::new(Store::open(folder.path()).await.unwrap());
    scribe.lapsing().await;
    scribe.challenges().await;
    scribe.duels().await;
    scribe.contests().await;
    scribe.ended().await;
    scribe.alone().await;
    scribe.wishes().await;
    scribe.waiting().await;
    scribe.unreadable().await;
    scribe.store.close().await;
    let _ = fs::remove_file(to);
    back_up(folder.path(), to).await.unwrap();
}

fn person(name: &str) -> Person {
    let (first, rest) = name.split_at(1);
    Person {
        id: format!("@{name}:example.org"),
        name: first.to_uppercase() + rest,
    }
}

fn direct_room(who: &str) -> String {
    format!("!{who}:example.org")
}

impl Scribe {
    fn new(store: Store) -> Scribe {
        let settings = Settings {
            limits: Limits {
                challenge_days: 7,
                ..Limits::NONE
            },
            access: Access {
                admin: vec![Pattern::user("@dora:*").unwrap()],
                ..Access::default()
            },
            ..Settings::default()
        };
        Scribe {
            tables: Tables::new(settings),
            store,
            saved: BTreeMap::new(),
            superseded: 0,
            resigned: 0,
            public: 0,
            time: BEGIN,
            lines: 0,
            sends: true,
            runs_errands: true,
        }
    }

    /// Somebody says a line, and what it leads to happens; the line's event.
    async fn say(&mut self, who: &str, place: Place<'_>, body: &str) -> String {
        let line = self.line(who, place, body);
        let event = line.event.clone();
        let sealed = line.direct.then(|| Sealed {
            session: format!("session of {who}"),
            sender: line.sender.id.clone(),
            index: self.lines,
        });
        let batch = Batch {
            token: Some(format!("s{}", self.lines)),
            seen: vec![SeenEvent {
                event: event.clone(),
                room: line.room.clone(),
                sealed,
            }],
            ..Batch::default()
        };
        self.happens(Incoming::Line(line), batch).await;
        event
    }

    fn line(&mut self, who: &str, place: Place<'_>, body: &str) -> Line {
        self.lines += 1;
        self.time += SignedDuration::from_secs(1);
        Line {
            room: match place {
                Room(room) => room.to_owned(),
                Thread(_) => CLUB.to_owned(),
                Alone => direct_room(who),
            },
            direct: matches!(place, Alone),
            event: format!("${}", self.lines),
            thread: match place {
                Thread(root) => Some(root.to_owned()),
                Room(_) | Alone => None,
            },
            sender: person(who),
            may_change_room: true,
            people: ["alice", "bob", "carol", "dora", "erin", "frank"]
                .map(person)
                .into_iter()
                .collect(),
            by_name: false,
            body: body.to_owned(),
            seed: [self.lines as u8; 32],
        }
    }

    async fn happens(&mut self, incoming: Incoming, batch: Batch) {
        let mut next = vec![(incoming, batch)];
        while let Some((incoming, mut batch)) = next.pop() {
            batch.effects = self.tables.handle(self.time, &incoming);
            for effect in &batch.effects {
                if let Effect::Save(saved) = effect {
                    self.saved.insert(saved.id, saved.clone());
                }
            }
            let due = self.store.commit(batch).await.unwrap();
            for message in due.messages.iter().filter(|_| self.sends) {
                self.store.mark_sent(message.row).await.unwrap();
            }
            for open in due.errands.into_iter().filter(|_| self.runs_errands) {
                let batch = Batch {
                    errand: Some(open.row),
                    ..Batch::default()
                };
                let incoming = match open.errand {
                    Errand::OpenDirect(asked) => {
                        let direct = Direct {
                            room: direct_room(names::local_part(&asked.line.sender.id)),
                            joined: true,
                            lost: Vec::new(),
                        };
                        Incoming::DirectOpened(asked, Ok(direct))
                    }
                    Errand::Think(question) => {
                        let think = |time: &mut Thinking<'_>| question.think(time);
                        let thought = Engine::default().think(&AtomicBool::default(), think);
                        Incoming::Thought(question, thought.ok_or(NoThought::Nothing))
                    }
                    errand => errand.failed(),
                };
                next.push((incoming, batch));
            }
        }
    }

    /// The number of the newest table.
    fn newest(&self) -> u32 {
        *self.saved.keys().last().unwrap()
    }

    fn live(&self, table: u32) -> Option<Live> {
        match &self.saved[&table].stage {
            SavedStage::Playing { record, .. } => {
                Some(Live::replay(&record.parse().unwrap()).unwrap())
            }
            _ => None,
        }
    }

    /// Alice challenges Bob in the club and he accepts; the thread.
    async fn duel(&mut self, wish: &str) -> String {
        let asked = format!("!challenge @bob {wish} white");
        let root = self.say("alice", Room(CLUB), &asked).await;
        self.say("bob", Thread(&root), "accept").await;
        root
    }

    /// The players of the newest table make so many actions, or as many as there are.
    async fn play(&mut self, place: Place<'_>, who: &[&str], actions: usize) {
        let table = self.newest();
        for _ in 0..actions {
            let Some(live) = self.live(table) else {
                return;
            };
            let seat = live.to_move().unwrap().index();
            let mut legal = live.legal_actions();
            legal.retain(|action| action != "quit");
            let action = &legal[live.actions() * 7 % legal.len()];
            self.say(who[seat], place, action).await;
        }
    }

    /// Carol makes a run as the computer player advises.
    async fn win(&mut self) {
        self.say("carol", Alone, "run").await;
        while let Some(live) = self.live(self.newest()) {
            let advice = live
                .advise(300, games::Seed([1; 32]), &mut || true)
                .unwrap();
            self.say("carol", Alone, &advice.action).await;
        }
    }

    async fn twice(&mut self, who: &str, place: Place<'_>, body: &str) {
        self.say(who, place, body).await;
        self.say(who, place, body).await;
    }

    /// One challenge has been dropped and one has lapsed when everything else happens.
    async fn lapsing(&mut self) {
        self.say("carol", Room(CLUB), "!challenge anyone zertz")
            .await;
        self.time += DAY * 7;
        let wish = "!challenge @bob gipf-basic black white+2";
        self.say("alice", Room(CLUB), wish).await;
        self.time += DAY * 8;
        self.say("alice", Room(CLUB), "!help").await;
    }

    async fn challenges(&mut self) {
        let by_name = "!challenge @bob matrx white";
        self.say("alice", Room(CLUB), by_name).await;
        let to_anyone = "!challenge anyone gipf-standard zertz 3 tamsk 4";
        self.say("carol", Room(CLUB), to_anyone).await;
        let root = self.say("alice", Room(CLUB), "!challenge @bob black").await;
        self.say("bob", Thread(&root), "decline").await;
        let root = self.say("alice", Room(CLUB), "!challenge anyone").await;
        self.say("alice", Thread(&root), "withdraw").await;
    }

    /// One game of each kind, with everything that can be pending.
    async fn duels(&mut self) {
        let two = ["alice", "bob"];
        let root = self.duel("matrx").await;
        self.play(Thread(&root), &two, 6).await;
        self.say("bob", Thread(&root), "draw").await;
        let root = self.duel("matrx-classic").await;
        self.play(Thread(&root), &two, 5).await;
        self.say("alice", Thread(&root), "takeback").await;
        let root = self.duel("gipf-basic black+2").await;
        self.play(Thread(&root), &two, 4).await;
        let root = self.duel("gipf-tournament").await;
        self.play(Thread(&root), &two, 7).await;
        let root = self.duel("zertz-basic").await;
        self.play(Thread(&root), &two, 9).await;
        // He says nothing after that, which would mean that he goes on.
        let asked = "!challenge @frank gipf-standard white";
        let root = self.say("alice", Room(CLUB), asked).await;
        self.say("frank", Thread(&root), "accept").await;
        self.play(Thread(&root), &["alice", "frank"], 3).await;
        self.say("frank", Thread(&root), "resign").await;
        let root = self.duel("zertz-tournament").await;
        self.play(Thread(&root), &two, 2).await;
    }

    /// Games that wait for a contest: for a game of each kind, and for what the players settle.
    async fn contests(&mut self) {
        for by in ["matrx", "zertz-basic", "ourselves"] {
            let wish = format!("gipf-standard zertz 3 neutralise 2 by {by}");
            let root = self.duel(&wish).await;
            for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5", "Zc2-c4"] {
                let who = if action.contains('c') { "alice" } else { "bob" };
                self.say(who, Thread(&root), action).await;
            }
            self.say("bob", Thread(&root), "neutralise").await;
            match by {
                "ourselves" => {
                    self.say("alice", Thread(&root), "won").await;
                }
                _ => {
                    let live = self.live(self.newest()).unwrap();
                    let SavedStage::Playing { players, .. } = &self.saved[&self.newest()].stage
                    else {
                        unreachable!("{live:?}");
                    };
                    let names: Vec<_> = players.iter().map(|p| p.name.to_lowercase()).collect();
                    let names: Vec<_> = names.iter().map(String::as_str).collect();
                    self.play(Thread(&root), &names, 3).await;
                }
            }
        }
    }

    /// Games that are over in every way.
    async fn ended(&mut self) {
        let two = ["alice", "bob"];
        let root = self.duel("gipf-basic").await;
        self.play(Thread(&root), &two, 500).await;
        let root = self.duel("matrx").await;
        self.play(Thread(&root), &two, 3).await;
        self.twice("alice", Thread(&root), "resign").await;
        self.resigned = self.newest();
        self.say("bob", Thread(&root), "rematch").await;
        let root = self.duel("zertz-basic").await;
        self.play(Thread(&root), &two, 3).await;
        self.say("alice", Thread(&root), "draw").await;
        self.say("bob", Thread(&root), "accept").await;
        // Over, and another one is on in its thread.
        let root = self.duel("matrx").await;
        self.play(Thread(&root), &two, 1).await;
        self.twice("bob", Thread(&root), "resign").await;
        self.superseded = self.newest();
        self.say("bob", Thread(&root), "rematch").await;
        self.say("alice", Thread(&root), "accept").await;
        // Left behind in a room without the bot, with a challenge.
        self.say("alice", Room(CELLAR), "!challenge @bob matrx white")
            .await;
        self.say("bob", Room(CELLAR), "!accept").await;
        self.say("carol", Room(CELLAR), "!challenge anyone").await;
        let left = Incoming::Left {
            room: CELLAR.to_owned(),
        };
        self.happens(left, Batch::default()).await;
    }

    /// Runs and lessons, over and on, and somebody who is forgotten.
    async fn alone(&mut self) {
        for (who, wish, first) in [
            ("bob", "run day", "board"),
            ("bob", "run seed pelican", "board"),
            ("bob", "run target 7 custom k=2 g1", "hint"),
            ("carol", "run", "hint"),
            ("erin", "run day", "board"),
        ] {
            self.say(who, Alone, wish).await;
            self.say(who, Alone, first).await;
            self.play(Alone, &[who], 500).await;
        }
        self.win().await;
        let root = self
            .say("erin", Room(CLUB), "!challenge @bob zertz white")
            .await;
        self.say("bob", Thread(&root), "accept").await;
        self.play(Thread(&root), &["erin", "bob"], 2).await;
        self.twice("bob", Thread(&root), "resign").await;
        self.twice("erin", Alone, "forget me").await;

        self.say("alice", Alone, "run day").await;
        self.play(Alone, &["alice"], 3).await;
        self.say("bob", Alone, "run target 7 custom k=2 g1").await;
        self.play(Alone, &["bob"], 6).await;
        self.say("bob", Alone, "hint").await;
        self.say("bob", Alone, "odds").await;
        self.say("carol", Alone, "run").await;
        self.say("carol", Alone, "quit").await;
        self.say("carol", Alone, "quit").await;
        let row = "setup gipf-basic w c2=b,c3=B,c4=B,c5=B,c6=B,e2=b B10 B12";
        self.say("carol", Alone, row).await;
        self.say("dora", Room(CLUB), "!run seed heron").await;
        self.say("carol", Room(CLUB), "!run here").await;
        self.public = self.newest();
    }

    /// What rooms, players and admins have set.
    async fn wishes(&mut self) {
        self.say("alice", Room(CLUB), "!day on").await;
        for wish in ["!day on", "!boards text", "!theme dark"] {
            self.say("alice", Room(ATTIC), wish).await;
        }
        self.say("bob", Alone, "boards wide").await;
        self.say("bob", Alone, "theme dark").await;
        self.say("carol", Alone, "me off").await;
        self.say("dora", Alone, "block @mallory:example.org").await;
    }

    /// Messages of every kind that nobody has sent, and errands of every kind that nobody has done.
    async fn waiting(&mut self) {
        self.sends = false;
        self.runs_errands = false;
        let root = self.duel("matrx").await;
        self.play(Thread(&root), &["alice", "bob"], 2).await;
        for line in ["replay", "replay page", "board words", "moves"] {
            self.say("carol", Thread(&root), line).await;
        }
        for line in ["!tables", "!top all", "!day", "!t11 board"] {
            self.say("carol", Room(CLUB), line).await;
        }
        let over = format!("!replay t{}", self.resigned);
        self.say("carol", Room(CLUB), &over).await;
        self.say("bob", Alone, "board").await;
        self.say("bob", Alone, "me").await;
        self.say("alice", Room(ATTIC), "!challenge @bob gipf-basic white")
            .await;
        self.say("bob", Room(ATTIC), "!accept").await;

        for line in ["status", "rooms", "leave !cellar:example.org"] {
            self.say("dora", Alone, line).await;
        }
        self.say("bob", Room(CLUB), "!run target 8 custom k=2 g1")
            .await;
        self.say("dora", Room(CLUB), "!run seed heron").await;
        self.say("carol", Room(CLUB), "!run day").await;
        self.say("carol", Alone, "run here").await;
        let again = format!("!replay page t{}", self.superseded);
        self.say("carol", Thread(&root), &again).await;
        self.say("bob", Alone, "hint").await;
        self.say("dora", Room(CLUB), &format!("!t{} odds", self.public))
            .await;
        let upgrade = Upgrade::new(ATTIC, "!loft:example.org", "@dora:example.org");
        self.happens(Incoming::Upgraded(upgrade), Batch::default())
            .await;

        let waiting = self.store.load().await.unwrap().waiting.messages;
        let mut with_file = waiting.iter().filter(|sent| sent.message.has_file());
        let label = r#"{"label":{"name":"matrx.png","mimetype":"image/png","size":4711,"pixels":[480,520]}"#;
        for source in [
            r#""url":"mxc://example.org/plain"}"#,
            r#""file":{"url":"mxc://example.org/sealed"}}"#,
        ] {
            let row = with_file.next().unwrap().row;
            let file = format!("{label},{source}");
            self.store.mark_uploaded(row, &file).await.unwrap();
        }
        let [first, second, ..] = waiting.as_slice() else {
            panic!("{waiting:?}");
        };
        self.store.mark_tried(first.row, "no answer").await.unwrap();
        let no = self.store.mark_refused(second.row, "M_FORBIDDEN");
        no.await.unwrap();
    }

    /// Events whose keys do not come; about one of them its writer has been told.
    async fn unreadable(&mut self) {
        let waiting = ["$late", "$later"].map(|event| Undecrypted {
            event: event.to_owned(),
            room: CLUB.to_owned(),
            json: format!("{{\"event_id\":\"{event}\"}}"),
            since: self.time,
            told: false,
        });
        let batch = Batch {
            undecrypted: waiting.to_vec(),
            told: vec!["$late".to_owned()],
            ..Batch::default()
        };
        let line = Line {
            event: "$late".to_owned(),
            ..self.line("bob", Room(CLUB), "")
        };
        self.happens(Incoming::Unreadable(line), batch).await;
    }
}
