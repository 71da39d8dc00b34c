//! What is done in order under one key and side by side under different keys.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// Queues by key. Whoever begins one sees it through until [`Queues::front`] finds it empty.
#[derive(Debug)]
pub(crate) struct Queues<K, T> {
    queues: Mutex<HashMap<K, VecDeque<T>>>,
    /// That a queue has ended.
    ended: Notify,
}

impl<K, T> Default for Queues<K, T> {
    fn default() -> Self {
        Self {
            queues: Mutex::default(),
            ended: Notify::default(),
        }
    }
}

impl<K: Clone + Eq + Hash, T: Clone> Queues<K, T> {
    fn locked(&self) -> MutexGuard<'_, HashMap<K, VecDeque<T>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts something last; `true` if that begins the queue.
    pub(crate) fn push(&self, key: &K, item: T) -> bool {
        let mut queues = self.locked();
        let begun = queues.contains_key(key);
        queues.entry(key.clone()).or_default().push_back(item);
        !begun
    }

    /// The first of a queue. An empty queue ends.
    pub(crate) fn front(&self, key: &K) -> Option<T> {
        let mut queues = self.locked();
        let front = queues.get(key).and_then(|queue| queue.front().cloned());
        if front.is_none() {
            queues.remove(key);
            self.ended.notify_waiters();
        }
        front
    }

    /// The first that fits behind the one in front.
    pub(crate) fn behind(&self, key: &K, fits: impl Fn(&T) -> bool) -> Option<T> {
        let queues = self.locked();
        let mut behind = queues.get(key)?.iter().skip(1);
        behind.find(|item| fits(item)).cloned()
    }

    /// Changes what is in a queue.
    pub(crate) fn change(&self, key: &K, change: impl FnMut(&mut T)) {
        if let Some(queue) = self.locked().get_mut(key) {
            queue.iter_mut().for_each(change);
        }
    }

    /// Lets go of the first of a queue.
    pub(crate) fn drop_front(&self, key: &K) {
        if let Some(queue) = self.locked().get_mut(key) {
            queue.pop_front();
        }
    }

    /// How much is left in the queue of a key.
    pub(crate) fn left_in(&self, key: &K) -> usize {
        self.locked().get(key).map_or(0, VecDeque::len)
    }

    /// How much is left in all queues.
    pub(crate) fn left(&self) -> usize {
        self.locked().values().map(VecDeque::len).sum()
    }

    /// Waits until all queues have ended.
    pub(crate) async fn ended(&self) {
        self.until(|queues| queues.is_empty()).await;
    }

    /// Waits until the queue of a key has ended.
    pub(crate) async fn queue_ended(&self, key: &K) {
        self.until(|queues| !queues.contains_key(key)).await;
    }

    async fn until(&self, reached: impl Fn(&HashMap<K, VecDeque<T>>) -> bool) {
        loop {
            let ended = self.ended.notified();
            tokio::pin!(ended);
            // From here on, a notification is not missed.
            ended.as_mut().enable();
            if reached(&self.locked()) {
                return;
            }
            ended.await;
        }
    }
}
