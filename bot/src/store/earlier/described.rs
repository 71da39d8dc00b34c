//! What a database holds, in words of its own: whoever renames a field changes how it is read here,
//! and never the texts beside the databases.

use games::Live;
use jiff::Timestamp;
use serde_json::{Value, json};
use tables::{
    DuelResult, Errand, Key, Line, Message, Person, RunResult, Saved,
    admin::AdminTask,
    errand::Wanted,
    memory::{Memory, OnceADay},
    results::How,
    saved::SavedStage,
    terms::{Challenge, End, Occasion, Pending},
};

use super::super::{OpenErrand, Outgoing, Undecrypted};

/// The lines so far.
#[derive(Default)]
pub(super) struct Described {
    pub lines: Vec<Value>,
}

impl Described {
    pub(super) fn add(&mut self, name: &str, what: impl Into<Value>) {
        self.lines.push(json!({ name: what.into() }));
    }

    pub(super) fn table(&mut self, saved: &Saved, at_hand: bool) {
        let line = json!({
            "number": saved.id,
            "room": saved.room,
            "thread": saved.thread,
            "played for": occasion(saved.occasion),
            "at hand": at_hand,
            "stage": stage(&saved.stage),
        });
        self.add("table", line);
    }

    pub(super) fn result(&mut self, result: &RunResult) {
        let line = json!({
            "of table": result.table,
            "by": person(&result.player),
            "played for": occasion(result.occasion),
            "agreed": result.options,
            "won": result.won,
            "brain damage": result.damage,
            "steps": result.steps,
            "why over": result.reason,
            "at": result.time.as_second(),
            "with help": result.hinted,
        });
        self.add("result", line);
    }

    pub(super) fn duel(&mut self, duel: &DuelResult) {
        let how = match &duel.how {
            How::Rules(reason) => format!("the rules, {reason}"),
            How::Resigned => "giving up".to_owned(),
            How::Agreed => "agreement".to_owned(),
        };
        let line = json!({
            "of table": duel.table,
            "between": people(&duel.players),
            "game": duel.game,
            "won by": duel.winner,
            "by": how,
            "at": duel.time.as_second(),
        });
        self.add("duel", line);
    }

    /// What the tables make of what is set.
    pub(super) fn settings(&mut self, settings: &[(String, String)]) {
        let mut memory = Memory::default();
        for (key, value) in settings {
            memory.recall_setting(key, value).unwrap();
        }
        for (key, value) in settings {
            let means = match key.parse::<Key>().unwrap() {
                Key::Room(room) => {
                    let wish = memory.room(&room);
                    json!({
                        "day told": wish.posted.map(text),
                        "boards": wish.boards.map(text),
                        "theme": wish.theme.map(text),
                    })
                }
                Key::Player(player) => {
                    let wish = memory.player(&player);
                    json!({
                        "unlisted": wish.unlisted,
                        "boards": wish.boards.map(text),
                        "theme": wish.theme.map(text),
                    })
                }
                Key::Puzzles(player) => json!(memory.puzzles(&player).solved),
                Key::Day(day) => {
                    let (seed, is_new) = memory.seed_of_day(day, games::Seed([0; 32]));
                    assert!(is_new.is_none(), "{day}");
                    json!(seed.to_hex())
                }
                // Nobody else is forgotten in these databases.
                Key::Tried(day, _) => {
                    json!(memory.has_tried(day, OnceADay::Run, "@erin:example.org"))
                }
                Key::Left(room) => json!(memory.has_left(&room)),
                Key::Blocked(user) => json!(memory.is_blocked(&user)),
                Key::Unreadable(day, who) => {
                    let (room, user) = who.split_once(' ').unwrap();
                    json!(memory.is_told_unreadable(day, room, user))
                }
            };
            assert_ne!(value, "");
            self.add("setting", json!({ "of": key, "means": means }));
        }
    }

    pub(super) fn message(&mut self, outgoing: &Outgoing) {
        let message = &outgoing.message;
        let line = json!({
            "transaction": outgoing.transaction,
            "file": outgoing.file,
            "room": message.room,
            "thread": message.thread,
            "answers": message.reply_to,
            "mentions": message.mentions,
            "newest board of": message.table,
            "boards": message.look.boards.as_str(),
            "theme": message.look.theme.as_str(),
            "says": message.plain(),
            "shows": message.html(),
            "pictures": pictures(message),
            "game": message.replay().map(|replay| json!({
                "record": replay.record,
                "of table": replay.table,
                "players": replay.players,
                "as": format!("{:?}", replay.form),
                "file": replay.name,
                "ended": replay.ended.map(|ended| format!("{ended:?}")),
                "result": replay.result,
                "instead": replay.instead,
            })),
        });
        self.add("waiting", line);
    }

    pub(super) fn errand(&mut self, open: &OpenErrand) {
        let wish = match &open.errand {
            Errand::OpenDirect(asked) => json!({
                "open": "a direct message",
                "for": line(&asked.line),
                "target": asked.wish.target,
                "custom": asked.wish.custom,
                "seed": asked.wish.seed,
                "of the day": asked.wish.day,
                "in the room": asked.wish.here,
                "has runs in": asked.runs_in,
            }),
            Errand::Think(question) => json!({
                "think": match question.wanted {
                    Wanted::Hint => "of a hint",
                    Wanted::Odds => "of the odds",
                    Wanted::Try => "of a try",
                },
                "for": line(&question.line),
                "at table": question.table,
                "game": question.record,
            }),
            Errand::Analyse(wish) => json!({
                "analyse": wish.table,
                "for": line(&wish.line),
                "game": wish.record,
            }),
            Errand::Move(turn) => json!({
                "think": "of a turn",
                "for": line(&turn.line),
                "at table": turn.table,
                "level": turn.level,
                "told": turn.told,
                "game": turn.record,
            }),
            Errand::Recall(recall) => json!({
                "recall": recall.table,
                "for": line(&recall.line),
            }),
            Errand::Administer(wish) => json!({
                "administer": match &wish.task {
                    AdminTask::Status => "status".to_owned(),
                    AdminTask::Rooms => "rooms".to_owned(),
                    AdminTask::Leave(room) => format!("leave {room}"),
                    AdminTask::MoveGames { from, to } => format!("move games {from} {to}"),
                },
                "for": line(&wish.line),
            }),
            Errand::LeaveRoom(room) => json!({ "leave": room }),
            Errand::Follow(upgrade) => json!({
                "follow from": upgrade.room,
                "to": upgrade.successor,
            }),
        };
        self.add("errand", json!({ "row": open.row, "is to": wish }));
    }

    pub(super) fn undecrypted(&mut self, waiting: &Undecrypted) {
        let line = json!({
            "event": waiting.event,
            "room": waiting.room,
            "as it came": waiting.json,
            "at": waiting.since.as_second(),
            "told": waiting.told,
        });
        self.add("undecrypted", line);
    }
}

fn text(value: impl ToString) -> String {
    value.to_string()
}

fn person(person: &Person) -> String {
    format!("{} {}", person.id, person.name)
}

fn people(people: &[Person]) -> Vec<String> {
    people.iter().map(person).collect()
}

fn occasion(occasion: Occasion) -> String {
    match occasion {
        Occasion::Free => "itself".to_owned(),
        Occasion::Word => "a word".to_owned(),
        Occasion::Day(day) => format!("the day {day}"),
        Occasion::Contest(table) => format!("table {table}"),
        Occasion::Lesson => "a lesson".to_owned(),
        Occasion::Puzzle(day) => format!(
            "a puzzle of {}",
            day.map_or_else(|| "no day".to_owned(), text)
        ),
    }
}

fn challenge(challenge: &Challenge) -> Value {
    json!({
        "from": person(&challenge.from),
        "to": challenge.to.as_ref().map(person),
        "game": challenge.game,
        "takes": challenge.side.word(),
        "agreed": challenge.options,
        "asked at": challenge.asked.map(Timestamp::as_second),
    })
}

fn stage(stage: &SavedStage) -> Value {
    match stage {
        SavedStage::Challenge(asked) => json!({ "challenge": challenge(asked) }),
        SavedStage::Lapsed(asked) => json!({ "lapsed": challenge(asked) }),
        SavedStage::Playing {
            players,
            record,
            pending,
            giving_up,
            giving_up_asked: _,
            warned: _,
            hint_asked: _,
            thinks_after: _,
            hinted,
            missed: _,
            odds_at,
            reports,
        } => {
            let told = reports.map(|report| report.map(|report| report.word()));
            json!({ "playing": {
                "players": people(players),
                "record": record,
                "position": position(record),
                "asked": pending.map(|pending| match pending {
                    Pending::Draw(by) => format!("{by} offers a draw"),
                    Pending::Takeback(by) => format!("{by} wants to take back"),
                }),
                "wants to give up": giving_up,
                "with help": hinted,
                "odds known at": odds_at,
                "contest told as": told,
            } })
        }
        SavedStage::Over {
            players,
            record,
            end,
            ended_on,
            rematch,
        } => {
            let mut over = json!({
            "players": people(players),
            "record": record,
            "position": position(record),
            "by": match end {
                End::Rules => "the rules".to_owned(),
                End::Resigned(by) => format!("{by} giving up"),
                End::Agreed => "agreement".to_owned(),
                End::Abandoned => "being abandoned".to_owned(),
            },
            "wants to play again": rematch,
            });
            // Earlier versions did not store it.
            if let Some(day) = ended_on {
                over["on"] = json!(day);
            }
            json!({ "over": over })
        }
        SavedStage::Dropped => json!("dropped"),
    }
}

/// Where a game stands according to its record, and who won it by its rules.
fn position(record: &str) -> Value {
    let live = Live::replay(&record.parse().unwrap()).unwrap();
    json!([live.position_text(), live.outcome().map(|end| end.reason)])
}

fn line(line: &Line) -> Value {
    json!({
        "room": line.room,
        "alone": line.direct,
        "event": line.event,
        "thread": line.thread,
        "by": person(&line.sender),
        "with power": line.may_change_room,
        "among": line.people.iter().map(person).collect::<Vec<_>>(),
        "says": line.body,
        "luck": line.seed[0],
    })
}

/// The boards of a message, as far as its text does not show them.
fn pictures(message: &Message) -> Vec<Value> {
    let diagrams = message.pictured().into_iter();
    let told = diagrams.map(|diagram| {
        json!({
            "game": diagram.game,
            "of table": diagram.table,
            "players": diagram.players,
            "last": diagram.last.as_ref().map(|turn| {
                format!("{:?} {} {}", turn.seat, turn.number, turn.text)
            }),
            "state": format!("{:?}", diagram.state),
            "points": diagram.scene.points.len(),
            "deeds": diagram.scene.deeds.len(),
        })
    });
    told.collect()
}
