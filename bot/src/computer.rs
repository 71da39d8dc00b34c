//! The computer player: its searches are bounded in threads, time and memory, in parallel with everything else,
//! and cancelled as soon as nobody waits for them.

#[cfg(feature = "matrix")]
mod queue;
#[cfg(feature = "matrix")]
mod search_pool;
#[cfg(feature = "matrix")]
mod thinking_quota;

use std::{
    num::NonZero,
    sync::atomic::{AtomicBool, Ordering},
    thread::available_parallelism,
    time::{Duration, Instant},
};

use lobby::job::Thinking;

#[cfg(feature = "matrix")]
pub use self::search_pool::{GameUpdate, Purpose, SearchPool, Task};

/// Maximum number of search threads unless the configuration sets it.
const MAX_DEFAULT_THREADS: usize = 3;

/// Resource limits of the computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerLimits {
    /// Maximum number of simultaneous searches, each on a thread of its own.
    pub threads: usize,
    /// Time limit for a turn.
    pub time: Duration,
    /// Memory of a search for its transposition table, in bytes.
    pub memory: usize,
}

impl Default for ComputerLimits {
    /// Uses the processor cores but one, which is left for receiving and sending, up to three: each has two
    /// transposition tables at most, and the containers and units of many machines limit the memory.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        Self {
            threads: cores.saturating_sub(1).clamp(1, MAX_DEFAULT_THREADS),
            time: Duration::from_secs(5),
            memory: Thinking::MEMORY,
        }
    }
}

impl ComputerLimits {
    /// Runs a search on this thread, until the time limit is reached or it is stopped.
    pub fn think<T>(&self, stopped: &AtomicBool, think: impl FnOnce(&mut Thinking<'_>) -> T) -> T {
        let begin = Instant::now();
        let mut should_continue =
            || !stopped.load(Ordering::Relaxed) && begin.elapsed() < self.time;
        think(&mut Thinking {
            memory: self.memory,
            should_continue: &mut should_continue,
        })
    }
}
