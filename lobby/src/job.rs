//! Jobs: work that needs the outside world or long computation. A job is stored in the same transaction
//! as the other effects of a line, runs afterwards, and its result comes back as an
//! [`Incoming`](crate::Incoming).

mod join_successor;

pub use join_successor::{JoinOutcome, Upgrade};

use std::{cmp::Reverse, collections::BTreeMap, ops::ControlFlow};

use games::{
    Fact, Judged, Live, Seed, Value,
    search::{self, HintReason, Level, MaterialGain, SearchLimits},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    admin::AdminRequest,
    command::Run,
    line::Line,
    message::Message,
    tables::Saved,
    text::messages::{Balance, PuzzleMessage, ThinkingMessage},
};

/// A job with all data needed to process its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// Find or open the direct message with the writer of a line, unless the line was written there.
    OpenDirect(RunElsewhere),
    /// Ask the computer player about a game.
    Think(Question),
    /// Find the computer's turn in a duel.
    Move(ComputerTurn),
    /// Analyse a finished duel.
    Analyse(Analysis),
    /// Load finished games that are no longer in memory from the store.
    LoadFinished(LoadFinished),
    /// Query or do something for an admin.
    Administer(AdminRequest),
    /// Join the successor of an upgraded room.
    #[serde(alias = "follow")]
    JoinSuccessor(Upgrade),
    /// Leave a room once its queued messages are sent.
    LeaveRoom(String),
    /// Start the time of a turn: stored with the delivery of the board that asks for it.
    StartClock(TimedBoard),
    /// Note that the homeserver has rejected a board: stored with that answer.
    NoteRejected(TimedBoard),
    /// Read the time zone in a person's profile.
    ReadProfile {
        /// The user id.
        user: String,
    },
}

impl Job {
    /// Returns the name of the job's queue: the jobs of one user, or room, run one after another. The computer's
    /// turns have a queue of their own, so that no game waits for a question, and so have profiles. A room is left, and
    /// clocks start there, beside attempts to join its successor, which can take a day.
    pub fn queue(&self) -> String {
        match self {
            Job::Move(request) => format!("turns for {}", request.line.sender.id),
            Job::ReadProfile { user } => format!("profile of {user}"),
            Job::LeaveRoom(room) => format!("leave {room}"),
            Job::JoinSuccessor(upgrade) => format!("upgrade of {}", upgrade.room),
            job => job.user().to_owned(),
        }
    }

    /// Returns the user, or the room, that waits for the job.
    pub fn user(&self) -> &str {
        match self {
            Job::OpenDirect(request) => &request.line.sender.id,
            Job::Think(request) => &request.line.sender.id,
            Job::Move(request) => &request.line.sender.id,
            Job::Analyse(request) => &request.line.sender.id,
            Job::LoadFinished(request) => &request.line.sender.id,
            Job::Administer(request) => &request.line.sender.id,
            Job::JoinSuccessor(upgrade) => &upgrade.room,
            Job::LeaveRoom(room) => room,
            Job::StartClock(board) | Job::NoteRejected(board) => &board.room,
            Job::ReadProfile { user } => user,
        }
    }
}

/// A board that asks for a turn of a game on a clock, and the homeserver's answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedBoard {
    /// The room id.
    pub room: String,
    /// The table's number.
    pub table: u32,
    /// The number of actions that the board shows.
    pub actions: usize,
    /// The time of the answer.
    pub at: Timestamp,
    /// The event id of the board, if it was accepted.
    #[serde(default)]
    pub event: Option<String>,
}

impl TimedBoard {
    /// Returns the board of a message answered at a moment, if it asks for a turn of a game on a clock.
    pub fn of(message: &Message, at: Timestamp) -> Option<TimedBoard> {
        Some(TimedBoard {
            room: message.room.clone(),
            table: message.table?,
            actions: message.starts_clock?,
            at,
            event: None,
        })
    }

    /// Returns the board as it was accepted under an event id.
    #[must_use]
    pub fn accepted_as(self, event: &str) -> TimedBoard {
        TimedBoard {
            event: Some(event.to_owned()),
            ..self
        }
    }
}

/// A run requested in a room but played in the direct message; or requested there while the player has an
/// unfinished run in another room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunElsewhere {
    /// The line with the request, without the members of the room.
    pub line: Line,
    /// The options of the run.
    pub options: Run,
    /// The other rooms in which the player has an unfinished run.
    pub runs_in: Vec<String>,
}

/// The direct message with a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// The room id.
    pub room: String,
    /// `true` if the user has joined, and is not only invited.
    pub joined: bool,
    /// Rooms of the user's runs that the user can no longer enter.
    pub inaccessible_rooms: Vec<String>,
}

/// The reason there is no direct message with a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoDirect {
    /// The homeserver rejects creating the room or inviting the user.
    Refused,
    /// The invite rate limit: the user has been invited too often within an hour.
    Invited,
    /// The homeserver's rate limit on new rooms or invitations, for longer than a user would wait.
    Limited,
    /// The homeserver, or the user's server, was unreachable for too long.
    Unreachable,
}

/// A request about finished games that are no longer in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadFinished {
    /// The line with the request, without the members of the room. It is dispatched again once the games are
    /// loaded.
    pub line: Line,
    /// The table's number; `None` for the newest finished games of the room.
    pub table: Option<u32>,
}

impl LoadFinished {
    /// The largest number of finished games listed for a room.
    pub const MAX_LISTED: usize = 10;

    /// Returns the matching tables from a map of all stored ones, the newest first.
    pub fn among(&self, tables: &BTreeMap<u32, Saved>) -> Vec<Saved> {
        match self.table {
            Some(table) => tables.get(&table).cloned().into_iter().collect(),
            None => {
                let room = &self.line.room;
                let over = tables.values().filter(|saved| saved.is_listed_in(room));
                let mut over: Vec<&Saved> = over.collect();
                over.sort_by_key(|saved| Reverse((saved.ended_at(), saved.id)));
                over.into_iter()
                    .take(LoadFinished::MAX_LISTED)
                    .cloned()
                    .collect()
            }
        }
    }
}

/// A turn of the computer in a duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputerTurn {
    /// The line that led to the turn, without the members of the room. Its seed decides between equally good
    /// turns.
    pub line: Line,
    /// The table's number.
    pub table: u32,
    /// The game as a text record.
    pub record: String,
    /// The computer's level.
    pub level: u8,
    /// The news to report together with the turn, as sentences.
    pub told: Vec<String>,
    /// The time the turn was requested; `None` after a restart that lost the request.
    pub asked: Option<Timestamp>,
}

/// A finished duel to analyse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// The line with the request, without the members of the room.
    pub line: Line,
    /// The table's number.
    pub table: u32,
    /// The names of the players in the order of their seats.
    pub names: Vec<String>,
    /// The game as a text record.
    pub record: String,
}

impl Analysis {
    /// Node budget for the whole game, divided among its turns.
    const MAX_NODES: u64 = 2_000_000;

    /// Least and greatest node budget for one turn.
    const NODES_PER_TURN: [u64; 2] = [20_000, 100_000];

    /// Node budget for each side of a turn that is judged again.
    const RECHECK_NODES: u64 = 400_000;

    /// The largest number of turns judged again.
    const MAX_RECHECKED_TURNS: usize = 6;

    /// Judges the game turn by turn, as far as time allows. The turns that seem to have cost most are searched
    /// again with more nodes, so that the verdict on them is reliable.
    pub fn think(&self, thinking: &mut Thinking<'_>) -> Option<Vec<Judged>> {
        let live = Live::replay(&self.record.parse().ok()?).ok()?;
        let turns = live.record().turns.len().max(1) as u64;
        let [least, most] = Analysis::NODES_PER_TURN;
        let limits = |nodes| SearchLimits {
            nodes: Some(nodes),
            ..thinking.limits(Level::HIGHEST, &self.line)
        };
        let (glance, again) = (
            limits((Analysis::MAX_NODES / turns).clamp(least, most)),
            limits(Analysis::RECHECK_NODES),
        );
        let mut judged = games::analyse(&live, &glance, &mut |_| thinking.poll());
        games::make_sure(&mut judged, Analysis::MAX_RECHECKED_TURNS, |turn| {
            turn.again(&live, &again, &mut |_| thinking.poll())
        });
        Some(judged)
    }
}

/// The limits of a search.
pub struct Thinking<'a> {
    /// The size of the transposition table, in bytes.
    pub memory: usize,
    /// A callback polled every few milliseconds; `false` stops the search.
    pub should_continue: &'a mut dyn FnMut() -> bool,
}

impl Thinking<'_> {
    /// The default size of the transposition table, in bytes.
    pub const MEMORY: usize = SearchLimits::DEFAULT_HASH_BYTES;

    fn limits(&self, level: Level, line: &Line) -> SearchLimits {
        SearchLimits {
            hash: self.memory,
            ..SearchLimits::new(level, Seed(line.seed))
        }
    }

    fn think(&mut self, live: &Live, limits: &SearchLimits) -> Option<search::SearchResult> {
        live.position().think(limits, &mut |_| self.poll())
    }

    fn poll(&mut self) -> ControlFlow<()> {
        if (self.should_continue)() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

impl ComputerTurn {
    /// Returns the actions of the turn; `None` if the computer cannot play that game. Deterministic in line,
    /// level and position, unless `should_continue` stops the search.
    pub fn think(&self, thinking: &mut Thinking<'_>) -> Option<Vec<String>> {
        let live = Live::replay(&self.record.parse().ok()?).ok()?;
        let limits = thinking.limits(Level::try_from(self.level).ok()?, &self.line);
        Some(thinking.think(&live, &limits)?.turn)
    }
}

/// A question to the computer player about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The line with the question, without the members of the room. It seeds the rollouts.
    pub line: Line,
    /// The table's number.
    pub table: u32,
    /// The game as a text record.
    pub record: String,
    /// The kind of answer.
    pub wanted: Wanted,
}

/// The kind of answer wanted from the computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// A hint: what it would do, and why.
    Hint,
    /// The chance of winning.
    Odds,
    /// The consequence of the last turn, which was tried at a puzzle.
    Try,
}

/// The computer player's answer about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The suggested play: one action in a run, a whole turn in a duel.
    pub turn: Vec<String>,
    /// The chance of winning a run after it.
    pub chance: Option<Chance>,
    /// `true` if a run is won then whatever the die shows.
    pub is_sure: bool,
    /// The reasons, most important first.
    pub why: Vec<Fact>,
}

/// The reason the computer player gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// No result, or stopped before there was one.
    Nothing,
    /// The queue of questions is full.
    Busy,
    /// The user has used up the thinking budget, so others come first.
    OverBudget {
        /// Seconds until the user's next question is accepted.
        seconds: u64,
    },
}

impl SearchError {
    pub(crate) fn message(self) -> ThinkingMessage {
        match self {
            SearchError::Nothing => ThinkingMessage::Nothing,
            SearchError::Busy => ThinkingMessage::Busy,
            SearchError::OverBudget { seconds } => ThinkingMessage::OverBudget { seconds },
        }
    }
}

/// The computer player's winning chance in a run, estimated by rollouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The share of wins, in percent.
    pub wins: u8,
    /// The margin of error, in percentage points: two standard errors (95%).
    pub margin: u8,
}

impl Chance {
    /// Returns the chance for a share of rollouts and its standard error.
    fn of(wins: f64, error: f64) -> Chance {
        Chance {
            wins: percent(wins),
            // Rollouts are never exact.
            margin: percent(2.0 * error).max(1),
        }
    }
}

impl Question {
    /// Answers the question: a run takes some tenths of a second, a duel is searched at the highest level.
    /// Deterministic for the same question, unless `should_continue` stops it. `None` if the game allows no answer.
    pub fn think(&self, thinking: &mut Thinking<'_>) -> Option<SearchResult> {
        let live = Live::replay(&self.record.parse().ok()?).ok()?;
        if self.wanted == Wanted::Try {
            return self.think_about_try(&live, thinking);
        }
        if live.entry().seats > 1 {
            let limits = thinking.limits(Level::HIGHEST, &self.line);
            let thought = thinking.think(&live, &limits).filter(is_founded)?;
            return Some(SearchResult {
                turn: thought.turn,
                chance: None,
                is_sure: false,
                why: thought.why.into_iter().map(Fact::from).collect(),
            });
        }
        let seed = Seed(self.line.seed);
        let advice =
            live.position()
                .advise(search::DEFAULT_ROLLOUTS, seed, thinking.should_continue)?;
        Some(SearchResult {
            turn: vec![advice.action],
            chance: Some(Chance::of(advice.wins, advice.error)),
            is_sure: advice.is_sure,
            why: advice.why,
        })
    }
}

impl Question {
    /// Node budget of a search, and number of rollouts, to judge a tried turn.
    const MAX_NODES: u64 = 300_000;
    const ROLLOUTS: u32 = 500;

    /// Judges the last turn. In a duel: the best reply to it and the value after that; in a run: the chance of
    /// winning with the last action, independent of the dice since.
    fn think_about_try(&self, live: &Live, thinking: &mut Thinking<'_>) -> Option<SearchResult> {
        if live.entry().seats == 1 {
            let action = live.record().turns.last()?.last()?;
            let before = live.without_last(1)?;
            let seed = Seed(self.line.seed);
            let budget = Question::ROLLOUTS;
            let (wins, error) =
                before
                    .position()
                    .chance_with(action, budget, seed, thinking.should_continue)?;
            return Some(SearchResult {
                turn: Vec::new(),
                chance: Some(Chance::of(wins, error)),
                is_sure: false,
                why: Vec::new(),
            });
        }
        let limits = SearchLimits {
            nodes: Some(Question::MAX_NODES),
            ..thinking.limits(Level::HIGHEST, &self.line)
        };
        let thought = thinking.think(live, &limits).filter(is_founded)?;
        let captures = thought.why.into_iter().filter(is_capture);
        let mut why: Vec<Fact> = captures.map(Fact::from).collect();
        why.push(after_answer(thought.value).into());
        Some(SearchResult {
            turn: thought.turn,
            chance: None,
            is_sure: false,
            why,
        })
    }
}

/// Returns whether a turn is good because of what it captures, a reason that can be given for a reply.
fn is_capture(reason: &HintReason) -> bool {
    matches!(
        reason.gain,
        Some(MaterialGain::Gipf | MaterialGain::Pieces | MaterialGain::Marbles)
    )
}

/// Returns whether a depth was completed; a search stopped before that returns just some legal turn.
fn is_founded(thought: &search::SearchResult) -> bool {
    thought.depth > 0
}

/// Describes the solver's situation after a reply worth `value` to the replying side: negates it.
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

/// Formats a score in hundredths of a piece, without its sign, as pieces: `1.4`.
pub(crate) fn in_pieces(score: i32) -> String {
    let tenths = (score.abs() + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn percent(share: f64) -> u8 {
    // The clamp keeps it within 0 to 100, which fits.
    (100.0 * share).round().clamp(0.0, 100.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_stopped_at_once_has_no_result() {
        let duel = Live::set_up("gipf-basic w b2=B,d4=b,e2=B B12 B12", None).unwrap();
        let entry = games::Entry::find("run").unwrap();
        let mut run = Live::start(entry, "-", Some(Seed([1; 32]))).unwrap();
        assert_eq!(stopped(&duel, Wanted::Hint), None);
        assert_eq!(stopped(&run, Wanted::Hint), None);
        run.play(&run.legal_actions()[0]).unwrap();
        assert_eq!(stopped(&duel, Wanted::Try), None);
        assert_eq!(stopped(&run, Wanted::Try), None);
    }

    /// Returns the answer of a search that is stopped at once.
    fn stopped(live: &Live, wanted: Wanted) -> Option<SearchResult> {
        let question = Question {
            line: Line::typed("hint"),
            table: 1,
            record: live.record().to_string(),
            wanted,
        };
        question.think(&mut Thinking {
            memory: 1 << 20,
            should_continue: &mut || false,
        })
    }
}
