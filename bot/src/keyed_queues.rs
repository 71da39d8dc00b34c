//! Keyed queues: items under one key are processed in order, those under different keys in parallel.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
};

use parking_lot::Mutex;
use tokio::sync::Notify;

/// Queues by key. The caller that starts a queue processes it until [`KeyedQueues::front`] finds it empty.
#[derive(Debug)]
pub(crate) struct KeyedQueues<K, T> {
    queues: Mutex<HashMap<K, VecDeque<T>>>,
    /// A notification that a queue has ended.
    ended: Notify,
}

impl<K, T> Default for KeyedQueues<K, T> {
    fn default() -> Self {
        Self {
            queues: Mutex::default(),
            ended: Notify::default(),
        }
    }
}

impl<K: Clone + Eq + Hash, T: Clone> KeyedQueues<K, T> {
    /// Appends an item. Returns `true` if that starts the queue.
    pub(crate) fn push(&self, key: &K, item: T) -> bool {
        let mut queues = self.queues.lock();
        let begun = queues.contains_key(key);
        queues.entry(key.clone()).or_default().push_back(item);
        !begun
    }

    /// Returns the first item of a queue, and ends the queue if it is empty.
    pub(crate) fn front(&self, key: &K) -> Option<T> {
        let mut queues = self.queues.lock();
        let front = queues.get(key).and_then(|queue| queue.front().cloned());
        if front.is_none() {
            queues.remove(key);
            self.ended.notify_waiters();
        }
        front
    }

    /// Moves the chosen item of a queue to its front.
    pub(crate) fn move_to_front(&self, key: &K, choose: impl Fn(&VecDeque<T>) -> Option<usize>) {
        let mut queues = self.queues.lock();
        if let Some(queue) = queues.get_mut(key)
            && let Some(chosen) = choose(queue)
            && let Some(item) = queue.remove(chosen)
        {
            queue.push_front(item);
        }
    }

    /// Returns what is chosen from a queue.
    pub(crate) fn choose<C>(
        &self,
        key: &K,
        choose: impl Fn(&VecDeque<T>) -> Option<C>,
    ) -> Option<C> {
        self.queues.lock().get(key).and_then(choose)
    }

    /// Returns the first item behind the front that fits.
    pub(crate) fn behind(&self, key: &K, fits: impl Fn(&T) -> bool) -> Option<T> {
        let queues = self.queues.lock();
        let mut behind = queues.get(key)?.iter().skip(1);
        behind.find(|item| fits(item)).cloned()
    }

    /// Changes all items of a queue.
    pub(crate) fn change(&self, key: &K, change: impl FnMut(&mut T)) {
        if let Some(queue) = self.queues.lock().get_mut(key) {
            queue.iter_mut().for_each(change);
        }
    }

    /// Deletes the first item of a queue.
    pub(crate) fn drop_front(&self, key: &K) {
        if let Some(queue) = self.queues.lock().get_mut(key) {
            queue.pop_front();
        }
    }

    /// Returns the number of items in a queue that fit.
    pub(crate) fn count(&self, key: &K, fits: impl Fn(&T) -> bool) -> usize {
        let queues = self.queues.lock();
        let queue = queues.get(key).into_iter().flatten();
        queue.filter(|item| fits(item)).count()
    }

    /// Returns the number of items in all queues that fit.
    pub(crate) fn count_in_all(&self, fits: impl Fn(&T) -> bool) -> usize {
        let queues = self.queues.lock();
        let items = queues.values().flatten();
        items.filter(|item| fits(item)).count()
    }

    /// Returns the number of items in a queue.
    pub(crate) fn left_in(&self, key: &K) -> usize {
        self.queues.lock().get(key).map_or(0, VecDeque::len)
    }

    /// Returns the number of items in all queues.
    pub(crate) fn left(&self) -> usize {
        self.queues.lock().values().map(VecDeque::len).sum()
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
            if reached(&self.queues.lock()) {
                return;
            }
            ended.await;
        }
    }
}
