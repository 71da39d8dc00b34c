//! Synchronisation of commands with kills: each kill has its share of the commands around it.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Instant,
};

use super::Plan;
use crate::PATIENCE;

#[derive(Debug)]
pub(super) struct Pace {
    share: usize,
    counts: Mutex<Counts>,
    changed: Condvar,
}

#[derive(Debug)]
struct Counts {
    begun: usize,
    allowed: usize,
}

impl Pace {
    pub(super) fn new(plan: &Plan) -> Pace {
        let share = plan.commands / (plan.kills + 1);
        Pace {
            share,
            counts: Mutex::new(Counts {
                begun: 0,
                allowed: share,
            }),
            changed: Condvar::new(),
        }
    }

    /// Returns the number of commands between two kills.
    pub(super) fn share(&self) -> usize {
        self.share
    }

    /// Waits until another command may be sent.
    pub(super) fn take(&self) {
        self.change("the bot is back", |counts| {
            let may = counts.begun < counts.allowed;
            counts.begun += usize::from(may);
            may
        });
    }

    /// Waits until this many commands were begun.
    pub(super) fn wait_for(&self, commands: usize) {
        self.change("commands are sent", |counts| counts.begun >= commands);
    }

    /// Raises the limit on commands to this total.
    pub(super) fn allow(&self, commands: usize) {
        self.change("commands are allowed", |counts| {
            counts.allowed = commands;
            true
        });
    }

    fn change(&self, what: &str, mut change: impl FnMut(&mut Counts) -> bool) {
        let deadline = Instant::now() + 4 * PATIENCE;
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        while !change(&mut counts) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited in vain until {what}: {counts:?}");
            let waited = self.changed.wait_timeout(counts, left);
            counts = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.changed.notify_all();
    }
}
