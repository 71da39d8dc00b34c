//! Parallel search with helper threads and a shared transposition table (lazy SMP).

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use super::{
    alpha_beta::{NODES_PER_REPORT, SearchObserver},
    score::Score,
};

/// The node budget that the main thread and its helper threads share.
#[derive(Debug)]
pub(super) struct SharedBudget {
    /// Node limit of all threads together.
    limit: u64,
    /// Node limit of the helper threads; the rest is reserved for the main thread.
    helper_limit: u64,
    /// Nodes of the main thread.
    main_nodes: AtomicU64,
    /// Nodes of the helper threads, including those reserved for the next interval.
    helper_nodes: AtomicU64,
    /// `true` once the helpers must stop.
    stopped: AtomicBool,
}

/// A guard that stops the helpers when dropped, also while unwinding.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl SharedBudget {
    /// Creates a budget of `limit` nodes for a number of threads, the main thread included.
    pub(super) fn new(limit: u64, threads: usize) -> SharedBudget {
        SharedBudget {
            limit,
            helper_limit: limit - limit / threads.max(1) as u64,
            main_nodes: AtomicU64::new(0),
            helper_nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Records the nodes of the main thread; returns the total and the own count at which to ask
    /// again.
    pub(super) fn count(&self, own: u64) -> (u64, u64) {
        self.main_nodes.store(own, Ordering::Relaxed);
        let helped = self.helper_nodes.load(Ordering::Relaxed);
        let left = self.limit.saturating_sub(own + helped);
        (own + helped, own + left.min(NODES_PER_REPORT))
    }

    /// Runs `work` while helper threads run `help` with their numbers from 1; fewer helpers if a
    /// thread cannot be spawned.
    pub(super) fn with_helpers(
        &self,
        helpers: usize,
        help: impl Fn(usize) + Sync,
        work: impl FnOnce(),
    ) {
        let help = &help;
        thread::scope(|scope| {
            let _stop = StopOnDrop(&self.stopped);
            for number in 1..=helpers {
                let thread = thread::Builder::new().name("thinking".to_owned());
                if thread.spawn_scoped(scope, move || help(number)).is_err() {
                    break;
                }
            }
            work();
        });
    }
}

impl<M> SearchObserver<M> for &SharedBudget {
    fn found(&mut self, _: &[M], _: Score) {}

    fn should_continue(&mut self, nodes: u64) -> ControlFlow<(), u64> {
        let own = self.main_nodes.load(Ordering::Relaxed);
        let more = |helped: u64| {
            let then = helped + NODES_PER_REPORT;
            (then <= self.helper_limit && then + own <= self.limit).then_some(then)
        };
        let taken = self
            .helper_nodes
            .try_update(Ordering::Relaxed, Ordering::Relaxed, more);
        if taken.is_err() || self.stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(nodes + NODES_PER_REPORT)
        }
    }

    fn finished(&mut self, _: u32, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// Helps until the budget is spent or the work is over.
    fn endlessly(budget: &SharedBudget) {
        let (mut observer, mut nodes) = (budget, 0);
        while let ControlFlow::Continue(next) =
            SearchObserver::<()>::should_continue(&mut observer, nodes)
        {
            nodes = next;
        }
    }

    #[test]
    fn helpers_run_until_the_work_ends_or_fails() {
        for fails in [false, true] {
            let budget = SharedBudget::new(u64::MAX, 4);
            let work = || {
                while budget.count(1).0 < 10 * NODES_PER_REPORT {
                    thread::yield_now();
                }
                assert!(!fails, "on purpose");
            };
            let done = catch_unwind(AssertUnwindSafe(|| {
                budget.with_helpers(3, |_| endlessly(&budget), work);
            }));
            assert_eq!(done.is_err(), fails);
            assert!(budget.count(1).0 >= 10 * NODES_PER_REPORT);
        }
    }

    #[test]
    fn all_threads_share_one_node_limit() {
        let budget = SharedBudget::new(10 * NODES_PER_REPORT, 5);
        let mut observer = &budget;
        let mut ask = |nodes| SearchObserver::<()>::should_continue(&mut observer, nodes);
        assert_eq!(ask(1), ControlFlow::Continue(1 + NODES_PER_REPORT));
        assert_eq!(
            budget.count(1),
            (1 + NODES_PER_REPORT, 1 + NODES_PER_REPORT)
        );
        assert_eq!(
            ask(1 + NODES_PER_REPORT),
            ControlFlow::Continue(1 + 2 * NODES_PER_REPORT)
        );
        assert_eq!(
            budget.count(7 * NODES_PER_REPORT),
            (9 * NODES_PER_REPORT, 8 * NODES_PER_REPORT)
        );
        assert_eq!(
            ask(1 + 2 * NODES_PER_REPORT),
            ControlFlow::Continue(1 + 3 * NODES_PER_REPORT)
        );
        assert_eq!(
            budget.count(7 * NODES_PER_REPORT),
            (10 * NODES_PER_REPORT, 7 * NODES_PER_REPORT)
        );
        assert_eq!(ask(1 + 3 * NODES_PER_REPORT), ControlFlow::Break(()));
    }

    #[test]
    fn fast_helpers_leave_the_main_thread_a_share() {
        let budget = SharedBudget::new(10 * NODES_PER_REPORT, 5);
        budget.with_helpers(4, |_| endlessly(&budget), || ());
        let (all, next) = budget.count(0);
        assert!(
            all <= 8 * NODES_PER_REPORT && next == NODES_PER_REPORT,
            "{all} {next}"
        );
        let nobody = SharedBudget::new(10 * NODES_PER_REPORT, 1);
        endlessly(&nobody);
        assert_eq!(nobody.count(0), (0, NODES_PER_REPORT));
    }
}
