//! Work that takes the outside world, or long thinking. An errand is stored with everything else
//! that a line leads to, carried out after that, and its result comes back as an
//! [`Incoming`](crate::Incoming).

use std::{cmp::Reverse, collections::BTreeMap, ops::ControlFlow};

use games::{
    Fact, Judged, Live, Seed, Value,
    search::{self, Gain, Level, Orders, Reason},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    admin::AdminWish,
    command::Run,
    line::Line,
    messages::{
        advice::ThinkingMessage,
        puzzle::{Balance, PuzzleMessage},
    },
    saved::Saved,
};

/// Something to be carried out, and everything that has to be known when it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errand {
    /// Find or open the direct message with the writer of a line, unless it was written there.
    OpenDirect(RunElsewhere),
    /// Let the computer player think about a game.
    Think(Question),
    /// Let the computer find its turn in a duel.
    Move(ComputerTurn),
    /// Let the computer go through a finished duel.
    Analyse(Analysis),
    /// Find games that are over and no longer at hand in the store.
    Recall(Recall),
    /// Find out or do something for an admin.
    Administer(AdminWish),
    /// Go into the room that takes the place of another one.
    Follow(Upgrade),
    /// Leave a room once everything is sent that waits there.
    LeaveRoom(String),
}

impl Errand {
    /// The queue in which it waits: the errands of one user, or room, are carried out one after another.
    /// Only the computer's turns have a queue of their own, so that no game waits for a question.
    pub fn queue(&self) -> String {
        match self {
            Errand::Move(turn) => format!("turns for {}", turn.line.sender.id),
            errand => errand.user().to_owned(),
        }
    }

    /// The user, or the room, that waits for it.
    pub fn user(&self) -> &str {
        match self {
            Errand::OpenDirect(asked) => &asked.line.sender.id,
            Errand::Think(question) => &question.line.sender.id,
            Errand::Move(turn) => &turn.line.sender.id,
            Errand::Analyse(wish) => &wish.line.sender.id,
            Errand::Recall(recall) => &recall.line.sender.id,
            Errand::Administer(wish) => &wish.line.sender.id,
            Errand::Follow(upgrade) => &upgrade.room,
            Errand::LeaveRoom(room) => room,
        }
    }
}

/// A run that was asked for in a room, but is made in the direct message; or there, by somebody who
/// is in the middle of a run in another room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunElsewhere {
    /// The line in the room, without the members of the room.
    pub line: Line,
    /// What is wished for the run.
    pub wish: Run,
    /// The other rooms in which the writer is in the middle of a run.
    pub runs_in: Vec<String>,
}

/// The direct message with a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// The room's id.
    pub room: String,
    /// Whether the user is in it, and not only invited.
    pub joined: bool,
    /// Those of the rooms of their runs that the user cannot get into any more.
    pub lost: Vec<String>,
}

/// Why there is no direct message with a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoDirect {
    /// The homeserver does not let the bot open one, or does not let it invite the user.
    Refused,
    /// The user has been invited so often within an hour that it has to be enough.
    Invited,
    /// The homeserver, or the user's, was not to be reached for long.
    Unreachable,
}

/// What somebody asks about games that are over and no longer at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recall {
    /// The line in which it was asked for, without the members of the room. It is read once more as
    /// soon as what it is about has been found.
    pub line: Line,
    /// The number of the table that it is about; without one it is about the newest games of its room
    /// that are over.
    pub table: Option<u32>,
}

impl Recall {
    /// As many games of a room are listed.
    pub const LISTED: usize = 10;

    /// What it finds where all tables are at hand by their numbers.
    pub fn among(&self, tables: &BTreeMap<u32, Saved>) -> Vec<Saved> {
        match self.table {
            Some(table) => tables.get(&table).cloned().into_iter().collect(),
            None => {
                let room = &self.line.room;
                let over = tables.values().filter(|saved| saved.is_listed_in(room));
                let mut over: Vec<&Saved> = over.collect();
                over.sort_by_key(|saved| Reverse((saved.ended_on(), saved.id)));
                over.into_iter().take(Recall::LISTED).cloned().collect()
            }
        }
    }
}

/// A room whose place another one takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upgrade {
    /// The room's id.
    pub room: String,
    /// The id of the room that takes its place.
    pub successor: String,
    /// The user id of the sender of the tombstone.
    pub sender: String,
    /// True if the bot was in the successor already when it learned of the tombstone.
    pub was_there: bool,
    /// The moment from which the bot tries to follow, once it does.
    pub since: Option<Timestamp>,
}

impl Upgrade {
    /// An upgrade of a room by the sender of its tombstone.
    pub fn new(
        room: impl Into<String>,
        successor: impl Into<String>,
        sender: impl Into<String>,
    ) -> Upgrade {
        Upgrade {
            room: room.into(),
            successor: successor.into(),
            sender: sender.into(),
            was_there: false,
            since: None,
        }
    }
}

/// The end of an attempt to follow a room into its successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowOutcome {
    /// The bot is in the successor.
    Joined,
    /// The bot was not let in in time.
    NotLetIn,
    /// The two rooms do not name each other.
    NotSuccessor,
}

/// A turn of the computer in a duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputerTurn {
    /// The line that has led to it, without the members of the room. Its randomness decides between
    /// turns that are as good as each other.
    pub line: Line,
    /// The table's number.
    pub table: u32,
    /// The game as a text record.
    pub record: String,
    /// How well it plays.
    pub level: u8,
    /// What has happened and is told together with its turn, in sentences.
    pub told: Vec<String>,
    /// When it was asked to think; `None` after a restart that has lost the question.
    pub asked: Option<Timestamp>,
}

/// A finished duel that somebody wants to understand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// The line with the question, without the members of the room.
    pub line: Line,
    /// The table's number.
    pub table: u32,
    /// The names of those who played, in the order of their seats.
    pub names: Vec<String>,
    /// The game as a text record.
    pub record: String,
}

impl Analysis {
    /// As many positions are looked at for the whole game, divided among its turns.
    const NODES: u64 = 2_000_000;

    /// As many for a turn, at least and at most.
    const FOR_A_TURN: [u64; 2] = [20_000, 100_000];

    /// As many for each side of what is to be told of a turn.
    const AGAIN: u64 = 400_000;

    /// As many turns at most are judged again.
    const JUDGED_AGAIN: usize = 6;

    /// Goes through the game, turn by turn, as far as it comes in the time that there is. The turns that seem to
    /// have cost most are judged again, so that what is said of them holds.
    pub fn think(&self, thinking: &mut Thinking<'_>) -> Option<Vec<Judged>> {
        let live = Live::replay(&self.record.parse().ok()?).ok()?;
        let turns = live.record().turns.len().max(1) as u64;
        let [least, most] = Analysis::FOR_A_TURN;
        let orders = |nodes| Orders {
            nodes: Some(nodes),
            ..thinking.orders(Level::HIGHEST, &self.line)
        };
        let (glance, again) = (
            orders((Analysis::NODES / turns).clamp(least, most)),
            orders(Analysis::AGAIN),
        );
        let mut judged = games::analyse(&live, &glance, &mut |_| thinking.told());
        games::make_sure(&mut judged, Analysis::JUDGED_AGAIN, |turn| {
            turn.again(&live, &again, &mut |_| thinking.told())
        });
        Some(judged)
    }
}

/// What bounds the computer's thinking.
pub struct Thinking<'a> {
    /// How many bytes it may take.
    pub memory: usize,
    /// Is asked every few milliseconds whether it may go on.
    pub may_go_on: &'a mut dyn FnMut() -> bool,
}

impl Thinking<'_> {
    /// As much as most need.
    pub const MEMORY: usize = Orders::HASH;

    fn orders(&self, level: Level, line: &Line) -> Orders {
        Orders {
            hash: self.memory,
            ..Orders::new(level, Seed(line.seed))
        }
    }

    fn think(&mut self, live: &Live, orders: &Orders) -> Option<search::Thought> {
        live.think(orders, &mut |_| self.told())
    }

    fn told(&mut self) -> ControlFlow<()> {
        match (self.may_go_on)() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

impl ComputerTurn {
    /// Finds the turn: its actions. The same line, level and position lead to the same turn as long as
    /// it may think as long as it likes. `None` if it cannot play that game.
    pub fn think(&self, thinking: &mut Thinking<'_>) -> Option<Vec<String>> {
        let live = Live::replay(&self.record.parse().ok()?).ok()?;
        let orders = thinking.orders(Level::try_from(self.level).ok()?, &self.line);
        Some(thinking.think(&live, &orders)?.turn)
    }
}

/// What is asked of the computer player about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The line with the question, without the members of the room. Its randomness deals the
    /// play-outs.
    pub line: Line,
    /// The table's number.
    pub table: u32,
    /// The game as a text record.
    pub record: String,
    /// What is to be told.
    pub wanted: Wanted,
}

/// What the computer player is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// What it would do, and why.
    Hint,
    /// How likely the game is won.
    Odds,
    /// What comes of the last turn of the game, which was tried at a puzzle.
    Try,
}

/// What the computer player thinks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it would do: one action in a run, a whole turn in a duel.
    pub turn: Vec<String>,
    /// In a run, how likely it is won then.
    pub chance: Option<Chance>,
    /// True if a run is won then whatever the die shows.
    pub is_sure: bool,
    /// Why it would do that, most important first.
    pub why: Vec<Fact>,
}

/// Why the computer player says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoThought {
    /// It has found nothing, or was stopped before it could.
    Nothing,
    /// Too many others wait for what it thinks.
    Busy,
    /// It has thought for so long for whoever asks that others come first.
    OverBudget {
        /// In how many seconds it thinks for them again.
        seconds: u64,
    },
}

impl NoThought {
    /// Says it.
    pub(crate) fn message(self) -> ThinkingMessage {
        match self {
            NoThought::Nothing => ThinkingMessage::Nothing,
            NoThought::Busy => ThinkingMessage::Busy,
            NoThought::OverBudget { seconds } => ThinkingMessage::OverBudget { seconds },
        }
    }
}

/// How often the computer player wins a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// In percent.
    pub wins: u8,
    /// By how much that may be wrong, in percent, in all but one of twenty cases.
    pub margin: u8,
}

impl Chance {
    /// A share of play-outs with its standard error.
    fn of(wins: f64, error: f64) -> Chance {
        Chance {
            wins: percent(wins),
            // Play-outs are never quite sure.
            margin: percent(2.0 * error).max(1),
        }
    }
}

impl Question {
    /// Thinks about it: some tenths of a second about a run, as well as it can about a duel. The same
    /// question has the same answer, as long as it may think as long as it likes; `None` if there is
    /// nothing to be said about that game.
    pub fn think(&self, thinking: &mut Thinking<'_>) -> Option<Thought> {
        let live = Live::replay(&self.record.parse().ok()?).ok()?;
        if self.wanted == Wanted::Try {
            return self.think_about_try(&live, thinking);
        }
        if live.entry().seats > 1 {
            let orders = thinking.orders(Level::HIGHEST, &self.line);
            let thought = thinking.think(&live, &orders).filter(is_founded)?;
            return Some(Thought {
                turn: thought.turn,
                chance: None,
                is_sure: false,
                why: thought.why.into_iter().map(Fact::from).collect(),
            });
        }
        let seed = Seed(self.line.seed);
        let advice = live.advise(search::BUDGET, seed, thinking.may_go_on)?;
        Some(Thought {
            turn: vec![advice.action],
            chance: Some(Chance::of(advice.wins, advice.error)),
            is_sure: advice.is_sure,
            why: advice.why,
        })
    }
}

impl Question {
    /// So many positions are looked at, and so many play-outs made, to tell what comes of a turn.
    const NODES: u64 = 300_000;
    const PLAY_OUTS: u32 = 500;

    /// Finds the answer to the last turn of a duel, and how its player stands then; in a run, the chance to
    /// win with the last action, whatever the dice have shown.
    fn think_about_try(&self, live: &Live, thinking: &mut Thinking<'_>) -> Option<Thought> {
        if live.entry().seats == 1 {
            let action = live.record().turns.last()?.last()?;
            let before = live.without_last(1)?;
            let seed = Seed(self.line.seed);
            let budget = Question::PLAY_OUTS;
            let (wins, error) = before.chance_with(action, budget, seed, thinking.may_go_on)?;
            return Some(Thought {
                turn: Vec::new(),
                chance: Some(Chance::of(wins, error)),
                is_sure: false,
                why: Vec::new(),
            });
        }
        let orders = Orders {
            nodes: Some(Question::NODES),
            ..thinking.orders(Level::HIGHEST, &self.line)
        };
        let thought = thinking.think(live, &orders).filter(is_founded)?;
        let captures = thought.why.into_iter().filter(is_capture);
        let mut why: Vec<Fact> = captures.map(Fact::from).collect();
        why.push(after_answer(thought.value).into());
        Some(Thought {
            turn: thought.turn,
            chance: None,
            is_sure: false,
            why,
        })
    }
}

/// Returns whether a turn is good for what it captures, which can be told of an answer.
fn is_capture(reason: &Reason) -> bool {
    matches!(reason.gain, Some(Gain::Gipf | Gain::Pieces | Gain::Marbles))
}

/// Whether anything has been looked at: who is stopped at once knows a turn that is legal, and no more.
fn is_founded(thought: &search::Thought) -> bool {
    thought.depth > 0
}

/// How somebody stands after an answer that is worth so much to the one who makes it.
fn after_answer(value: Value) -> PuzzleMessage {
    match value {
        Value::Wins(turns) => PuzzleMessage::ThenLost { turns },
        Value::Loses(turns) => PuzzleMessage::ThenWins { turns },
        Value::Score(score) => PuzzleMessage::ThenStands {
            side: Balance::of(score.saturating_neg()),
            pieces: in_pieces(score),
        },
    }
}

/// A score in hundredths of a piece, whatever its sign, as pieces: `1.4`.
pub(crate) fn in_pieces(score: i32) -> String {
    let tenths = (score.abs() + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn percent(share: f64) -> u8 {
    // Never more than 100, which fits.
    (100.0 * share).round().clamp(0.0, 100.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_stopped_before_anything_was_looked_at_has_nothing_to_say() {
        let duel = Live::set_up("gipf-basic w b2=B,d4=b,e2=B B12 B12", None).unwrap();
        let entry = games::Entry::find("run").unwrap();
        let mut run = Live::start(entry, "-", Some(Seed([1; 32]))).unwrap();
        assert_eq!(stopped(&duel, Wanted::Hint), None);
        assert_eq!(stopped(&run, Wanted::Hint), None);
        run.play(&run.legal_actions()[0]).unwrap();
        assert_eq!(stopped(&duel, Wanted::Try), None);
        assert_eq!(stopped(&run, Wanted::Try), None);
    }

    /// What is thought by who may not think.
    fn stopped(live: &Live, wanted: Wanted) -> Option<Thought> {
        let question = Question {
            line: Line::typed("hint"),
            table: 1,
            record: live.record().to_string(),
            wanted,
        };
        question.think(&mut Thinking {
            memory: 1 << 20,
            may_go_on: &mut || false,
        })
    }
}
