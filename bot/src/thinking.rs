//! The computer player's thinking: bounded in threads, time and memory, beside everything else, and over
//! as soon as nobody waits for it any more.

#[cfg(feature = "matrix")]
mod budget;
#[cfg(feature = "matrix")]
mod queue;
#[cfg(feature = "matrix")]
mod thinkers;

use std::{
    num::NonZero,
    sync::atomic::{AtomicBool, Ordering},
    thread::available_parallelism,
    time::{Duration, Instant},
};

use tables::errand::Thinking;

#[cfg(feature = "matrix")]
pub use self::thinkers::{Purpose, Standing, Task, Thinkers};

/// What the computer player may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// How many may think at once, each on a thread of its own.
    pub threads: usize,
    /// How long one may think about a turn.
    pub time: Duration,
    /// How many bytes one may use to remember positions.
    pub memory: usize,
}

impl Default for Engine {
    /// All but one of the processor's cores, which receives and sends.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            threads: cores.saturating_sub(1).max(1),
            time: Duration::from_secs(5),
            memory: Thinking::MEMORY,
        }
    }
}

impl Engine {
    /// Has somebody think here and now, for no longer than may be and until it is stopped.
    pub fn think<T>(&self, stopped: &AtomicBool, think: impl FnOnce(&mut Thinking<'_>) -> T) -> T {
        let begin = Instant::now();
        let mut may_go_on = || !stopped.load(Ordering::Relaxed) && begin.elapsed() < self.time;
        think(&mut Thinking {
            memory: self.memory,
            may_go_on: &mut may_go_on,
        })
    }
}
