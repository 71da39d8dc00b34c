//! The pool of searches, and the cancellation of outdated ones.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use games::search::Level;
use lobby::job::{Analysis, ComputerTurn, Question, SearchError, Thinking};
use parking_lot::Mutex;
use tokio::{task::spawn_blocking, time::timeout};
use tracing::error;

use super::{
    ComputerLimits,
    queue::{Busy, MAX_SEARCH_PAUSE, Queue, Rank, SearchPermit, Ticket},
    thinking_quota::ThinkingQuotas,
};

/// Maximum wait of a question before it is refused; no more are queued than can be answered in that time without turns.
const MAX_QUESTION_WAIT: Duration = Duration::from_secs(60);

/// The pool of searches.
#[derive(Clone, Debug)]
pub struct SearchPool {
    limits: ComputerLimits,
    queue: Queue,
    quotas: Arc<Mutex<ThinkingQuotas>>,
    subjects: Arc<Mutex<Vec<Subject>>>,
}

/// The subject of a search: the state of a game.
#[derive(Clone, Debug)]
struct Subject {
    table: u32,
    record: String,
    stopped: Arc<AtomicBool>,
}

/// A game after a change: the number of its table, and its record while it is being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameUpdate {
    /// The table's number.
    pub table: u32,
    /// The record of the game being played; `None` if it has ended.
    pub record: Option<String>,
}

/// A search to be done.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The user who waits for the result.
    pub user: &'a str,
    /// Its purpose.
    pub purpose: Purpose,
    /// The number of the table and its record, if the game is still being played.
    pub game: Option<(u32, &'a str)>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A turn in a duel, at this level.
    Turn(Level),
    /// The answer to a question.
    Answer,
}

impl<'a> From<&'a Question> for Task<'a> {
    fn from(question: &'a Question) -> Task<'a> {
        Task {
            user: &question.line.sender.id,
            purpose: Purpose::Answer,
            game: Some((question.table, &question.record)),
        }
    }
}

impl<'a> From<&'a Analysis> for Task<'a> {
    fn from(analysis: &'a Analysis) -> Task<'a> {
        Task {
            user: &analysis.line.sender.id,
            purpose: Purpose::Answer,
            // The game is over, so its record does not change any more.
            game: None,
        }
    }
}

impl<'a> From<&'a ComputerTurn> for Task<'a> {
    fn from(turn: &'a ComputerTurn) -> Task<'a> {
        Task {
            user: &turn.line.sender.id,
            purpose: Purpose::Turn(turn.level.try_into().unwrap_or(Level::HIGHEST)),
            game: Some((turn.table, &turn.record)),
        }
    }
}

impl SearchPool {
    /// Creates an empty pool.
    pub fn new(limits: ComputerLimits) -> Self {
        let slots = limits.threads.max(1);
        let per_slot = MAX_QUESTION_WAIT.as_millis() / limits.time.as_millis().max(1);
        let max_questions = usize::try_from(per_slot).unwrap_or(1).clamp(1, 60);
        Self {
            limits,
            queue: Queue::new(slots, slots.saturating_mul(max_questions)),
            quotas: Arc::default(),
            subjects: Arc::default(),
        }
    }

    /// Runs a search on a blocking thread, once it has a slot. It is cancelled if its game changes or ends.
    ///
    /// # Errors
    ///
    /// If nothing is found, or a question is refused.
    pub async fn think<T: Send + 'static>(
        &self,
        task: Task<'_>,
        think: impl FnOnce(&mut Thinking<'_>) -> Option<T> + Send + 'static,
    ) -> Result<T, SearchError> {
        let ticket = Ticket {
            rank: self.rank(task)?,
            since: Instant::now(),
            stopped: Arc::default(),
        };
        let stopped = Arc::clone(&ticket.stopped);
        if let Some((table, record)) = task.game {
            let subject = Subject {
                table,
                record: record.to_owned(),
                stopped: Arc::clone(&stopped),
            };
            self.subjects.lock().push(subject);
        }
        let thought = self.run_queued(task, ticket, think).await;
        self.subjects
            .lock()
            .retain(|other| !Arc::ptr_eq(&other.stopped, &stopped));
        thought
    }

    /// Returns the priority of a task, or refuses a question of a user who is over budget.
    fn rank(&self, task: Task<'_>) -> Result<Rank, SearchError> {
        let now = Instant::now();
        let quotas = self.quotas.lock();
        let (wait, recent) = (
            quotas.wait(task.user, now),
            quotas.recent_time(task.user, now),
        );
        drop(quotas);
        match (task.purpose, wait) {
            (Purpose::Turn(level), wait) => Ok(Rank::Turn {
                is_over_budget: wait.is_some(),
                level,
                recent,
            }),
            (Purpose::Answer, None) => Ok(Rank::Question),
            (Purpose::Answer, Some(wait)) => Err(SearchError::OverBudget {
                seconds: wait.as_secs() + 1,
            }),
        }
    }

    async fn run_queued<T: Send + 'static>(
        &self,
        task: Task<'_>,
        ticket: Ticket,
        think: impl FnOnce(&mut Thinking<'_>) -> Option<T> + Send + 'static,
    ) -> Result<T, SearchError> {
        let waiting = self.queue.enter(ticket.clone());
        let waiting = waiting.map_err(|Busy| SearchError::Busy)?;
        let permit = match task.purpose {
            Purpose::Turn(_) => waiting.await,
            Purpose::Answer => timeout(MAX_QUESTION_WAIT, waiting)
                .await
                .map_err(|_| SearchError::Busy)?,
        };
        // Cancelled: the game has changed meanwhile.
        let permit = permit.map_err(|_| SearchError::Nothing)?;
        let search = RunningSearch {
            limits: self.limits,
            queue: self.queue.clone(),
            ticket,
            permit: Some(permit),
            begin: Instant::now(),
            paused: Duration::ZERO,
        };
        let thinking = spawn_blocking(move || search.think(think));
        let (thought, took) = thinking.await.unwrap_or_else(|problem| {
            error!(error = %problem, "computer player panicked");
            (None, Duration::ZERO)
        });
        self.quotas.lock().charge(task.user, took, Instant::now());
        thought.ok_or(SearchError::Nothing)
    }

    /// Cancels searches of games that have changed or ended.
    pub fn cancel_outdated(&self, games: &[GameUpdate]) {
        for subject in self.subjects.lock().iter() {
            let newest = games.iter().rfind(|game| game.table == subject.table);
            if newest.is_some_and(|game| game.record.as_ref() != Some(&subject.record)) {
                subject.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.queue.drop_stopped();
    }
}

/// A running search, with its slot.
struct RunningSearch {
    limits: ComputerLimits,
    queue: Queue,
    ticket: Ticket,
    /// `None` if the search gave way and got no slot again.
    permit: Option<SearchPermit>,
    begin: Instant,
    /// Total time of the pauses.
    paused: Duration,
}

impl RunningSearch {
    /// Runs the search; returns its result and the time taken.
    fn think<T>(mut self, think: impl FnOnce(&mut Thinking<'_>) -> T) -> (T, Duration) {
        let memory = self.limits.memory;
        let thought = think(&mut Thinking {
            memory,
            should_continue: &mut || self.should_continue(),
        });
        (thought, self.took())
    }

    fn took(&self) -> Duration {
        self.begin.elapsed().saturating_sub(self.paused)
    }

    fn should_continue(&mut self) -> bool {
        let time = self.queue.time_of(&self.ticket, self.limits.time);
        let is_over = self.took() >= time || self.paused >= MAX_SEARCH_PAUSE;
        if self.ticket.stopped.load(Ordering::Relaxed) || is_over {
            return false;
        }
        if self.queue.is_preempted(&self.ticket) {
            let since = Instant::now();
            let permit = self.permit.take();
            self.permit = permit.and_then(|permit| self.queue.requeue(permit, &self.ticket));
            self.paused += since.elapsed();
        }
        self.permit.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Returns limits for a search that runs until it is stopped.
    fn endless() -> ComputerLimits {
        ComputerLimits {
            threads: 1,
            time: Duration::from_secs(600),
            memory: 1 << 20,
        }
    }

    fn until_stopped(thinking: &mut Thinking<'_>) -> Option<&'static str> {
        while (thinking.should_continue)() {
            std::thread::yield_now();
        }
        Some("stopped")
    }

    /// A turn of level 1 at table 7, for alice.
    fn turn(record: &str) -> Task<'_> {
        Task {
            user: "@alice:x",
            purpose: Purpose::Turn(Level::LOWEST),
            game: Some((7, record)),
        }
    }

    /// Returns a question of a user about a game that is over.
    fn question(user: &str) -> Task<'_> {
        Task {
            user,
            purpose: Purpose::Answer,
            game: None,
        }
    }

    #[tokio::test]
    async fn a_turn_interrupts_an_endless_question() {
        let pool = SearchPool::new(endless());
        let begun = Arc::<AtomicBool>::default();
        let (asking, has_begun) = (pool.clone(), Arc::clone(&begun));
        let asked = tokio::spawn(async move {
            let about = Task {
                game: Some((8, "a")),
                ..question("@bob:x")
            };
            let think = move |thinking: &mut Thinking<'_>| {
                has_begun.store(true, Ordering::Relaxed);
                until_stopped(thinking)
            };
            asking.think(about, think).await
        });
        while !begun.load(Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
        for _ in 0..3 {
            assert_eq!(pool.think(turn("a"), |_| Some(1)).await, Ok(1));
        }
        assert!(!asked.is_finished(), "it goes on where it was");
        pool.cancel_outdated(&[GameUpdate {
            table: 8,
            record: None,
        }]);
        assert_eq!(asked.await.unwrap(), Ok("stopped"));
    }

    #[tokio::test]
    async fn questions_are_refused_when_too_many_wait() {
        // One question can be answered in a minute.
        let limits = ComputerLimits {
            time: Duration::from_secs(60),
            ..endless()
        };
        let pool = SearchPool::new(limits);
        let mut asked = tokio::task::JoinSet::new();
        for user in ["@a:x", "@b:x"] {
            let asking = pool.clone();
            asked.spawn(async move {
                let about = Task {
                    game: Some((8, "a")),
                    ..question(user)
                };
                asking.think(about, until_stopped).await
            });
        }
        while pool.subjects.lock().len() < 2 {
            tokio::task::yield_now().await;
        }
        let refused = pool.think(question("@c:x"), until_stopped).await;
        assert_eq!(refused, Err(SearchError::Busy));
        pool.cancel_outdated(&[GameUpdate {
            table: 8,
            record: None,
        }]);
        while let Some(thought) = asked.join_next().await {
            assert_ne!(thought.unwrap(), Err(SearchError::Busy));
        }
        assert_eq!(pool.think(question("@c:x"), |_| Some(1)).await, Ok(1));
    }

    #[tokio::test]
    async fn users_over_budget_can_move_but_not_ask() {
        let pool = SearchPool::new(endless());
        let (now, much) = (Instant::now(), Duration::from_secs(40));
        pool.quotas.lock().charge("@alice:x", much, now);
        let refused = pool.think(question("@alice:x"), |_| Some(1)).await;
        assert_eq!(refused, Err(SearchError::OverBudget { seconds: 20 }));
        assert_eq!(pool.think(turn("a"), |_| Some(1)).await, Ok(1));
        assert_eq!(pool.think(question("@bob:x"), |_| Some(1)).await, Ok(1));
    }

    #[tokio::test]
    async fn a_game_update_stops_its_thinking() {
        let pool = SearchPool::new(endless());
        for record in [Some("a b c".to_owned()), None] {
            let asking = pool.clone();
            let thought =
                tokio::spawn(async move { asking.think(turn("a b"), until_stopped).await });
            while pool.subjects.lock().is_empty() {
                tokio::task::yield_now().await;
            }
            let other = GameUpdate {
                table: 8,
                record: None,
            };
            let same = GameUpdate {
                table: 7,
                record: Some("a b".to_owned()),
            };
            // The later one of two changes counts.
            let before = GameUpdate {
                table: 7,
                record: None,
            };
            pool.cancel_outdated(&[other, before, same]);
            let on = pool.subjects.lock().clone();
            let is_stopped = |subject: &Subject| subject.stopped.load(Ordering::Relaxed);
            assert!(!on.iter().any(is_stopped), "the game stands as it stood");
            pool.cancel_outdated(&[GameUpdate { table: 7, record }]);
            let thought = thought.await.unwrap();
            // It may have been cancelled before its start.
            assert!(matches!(thought, Ok("stopped") | Err(SearchError::Nothing)));
            assert!(pool.subjects.lock().is_empty());
        }
    }

    #[test]
    fn thinking_stops_at_the_time_limit() {
        let limits = ComputerLimits {
            time: Duration::ZERO,
            ..endless()
        };
        let never = AtomicBool::default();
        assert_eq!(limits.think(&never, until_stopped), Some("stopped"));
    }

    #[tokio::test]
    async fn a_thinker_that_panics_has_thought_of_nothing() {
        let pool = SearchPool::new(endless());
        let thought = pool.think(turn("a"), |_| -> Option<()> { panic!("on purpose") });
        assert_eq!(thought.await, Err(SearchError::Nothing));
        let next = pool.think(turn("a"), |_| Some(1));
        assert_eq!(next.await, Ok(1));
    }
}
