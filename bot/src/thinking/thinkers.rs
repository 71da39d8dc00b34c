//! Those who think at the same time, and who of them has to stop.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use tables::errand::Thinking;
use tokio::{sync::Semaphore, task::spawn_blocking};
use tracing::error;

use super::Engine;

/// Those who think.
#[derive(Clone, Debug)]
pub struct Thinkers {
    engine: Engine,
    turns: Arc<Semaphore>,
    on: Arc<Mutex<Vec<Subject>>>,
}

/// What somebody thinks about.
#[derive(Clone, Debug)]
struct Subject {
    table: u32,
    record: String,
    stopped: Arc<AtomicBool>,
}

/// A game as it stands after a change: the number of its table, and its record as long as it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The table's number.
    pub table: u32,
    /// The record of the game that is on there.
    pub record: Option<String>,
}

impl Thinkers {
    /// Nobody thinks yet.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            turns: Arc::new(Semaphore::new(engine.threads.max(1))),
            on: Arc::default(),
        }
    }

    /// Has somebody think, on a thread for such work, when it is their turn; about a game that goes on,
    /// only as long as it stands as it does. `None` if that fails.
    pub async fn think<T: Send + 'static>(
        &self,
        game: Option<(u32, &str)>,
        think: impl FnOnce(&mut Thinking<'_>) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let stopped = Arc::<AtomicBool>::default();
        if let Some((table, record)) = game {
            let subject = Subject {
                table,
                record: record.to_owned(),
                stopped: Arc::clone(&stopped),
            };
            self.subjects(|on| on.push(subject));
        }
        let turn = self.turns.acquire().await;
        let (engine, flag) = (self.engine, Arc::clone(&stopped));
        let thinking = spawn_blocking(move || engine.think(&flag, think));
        let thought = thinking.await.unwrap_or_else(|problem| {
            error!("the computer player has failed: {problem}");
            None
        });
        drop(turn);
        self.subjects(|on| on.retain(|other| !Arc::ptr_eq(&other.stopped, &stopped)));
        thought
    }

    /// Stops whoever thinks about a game that has gone on or ended.
    pub fn notice(&self, games: &[Standing]) {
        self.subjects(|on| {
            for subject in on.iter() {
                let now = games.iter().rfind(|game| game.table == subject.table);
                if now.is_some_and(|game| game.record.as_ref() != Some(&subject.record)) {
                    subject.stopped.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    fn subjects<T>(&self, look: impl FnOnce(&mut Vec<Subject>) -> T) -> T {
        // A list is whole whatever its last user has failed at.
        look(&mut self.on.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Thinks until it is stopped, however long.
    fn endless() -> Engine {
        Engine {
            threads: 1,
            time: Duration::from_secs(600),
            memory: 1 << 20,
        }
    }

    fn until_stopped(thinking: &mut Thinking<'_>) -> Option<&'static str> {
        while (thinking.may_go_on)() {
            std::thread::yield_now();
        }
        Some("stopped")
    }

    #[tokio::test]
    async fn a_game_that_goes_on_or_ends_stops_the_thinking_about_it() {
        let thinkers = Thinkers::new(endless());
        for record in [Some("a b c".to_owned()), None] {
            let thinking = thinkers.clone();
            let thought =
                tokio::spawn(async move { thinking.think(Some((7, "a b")), until_stopped).await });
            while thinkers.subjects(|on| on.is_empty()) {
                tokio::task::yield_now().await;
            }
            let other = Standing {
                table: 8,
                record: None,
            };
            let same = Standing {
                table: 7,
                record: Some("a b".to_owned()),
            };
            // Of two changes the later one counts.
            let before = Standing {
                table: 7,
                record: None,
            };
            thinkers.notice(&[other, before, same]);
            let stopped = |on: &mut Vec<Subject>| {
                let mut flags = on.iter().map(|subject| &subject.stopped);
                flags.any(|flag| flag.load(Ordering::Relaxed))
            };
            assert!(!thinkers.subjects(stopped), "the game stands as it stood");
            thinkers.notice(&[Standing { table: 7, record }]);
            assert_eq!(thought.await.unwrap(), Some("stopped"));
            assert!(thinkers.subjects(|on| on.is_empty()));
        }
    }

    #[test]
    fn nobody_thinks_for_longer_than_may_be() {
        let engine = Engine {
            time: Duration::ZERO,
            ..endless()
        };
        let never = AtomicBool::default();
        assert_eq!(engine.think(&never, until_stopped), Some("stopped"));
    }

    #[tokio::test]
    async fn a_thinker_that_panics_has_thought_of_nothing() {
        let thinkers = Thinkers::new(endless());
        let thought = thinkers.think(None, |_| -> Option<()> { panic!("on purpose") });
        assert_eq!(thought.await, None);
        let next = thinkers.think(None, |_| Some(1));
        assert_eq!(next.await, Some(1));
    }
}
