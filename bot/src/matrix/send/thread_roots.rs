//! The threads of sent messages, which plain replies to them join.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use parking_lot::Mutex;

use crate::store::MAX_SENT_MESSAGES;

/// The threads of the last messages that were sent in threads, by room and event id.
#[derive(Clone, Debug, Default)]
pub(in crate::matrix) struct ThreadRoots(Arc<Mutex<RootsByEvent>>);

#[derive(Debug, Default)]
struct RootsByEvent {
    /// The root events.
    roots: HashMap<(String, String), String>,
    /// The keys of `roots`, the oldest first.
    order: VecDeque<(String, String)>,
}

impl ThreadRoots {
    /// Notes the thread of a message that was sent.
    pub(in crate::matrix) fn insert(&self, room: &str, event: &str, root: &str) {
        let mut known = self.0.lock();
        let key = (room.to_owned(), event.to_owned());
        if known.roots.insert(key.clone(), root.to_owned()).is_some() {
            return;
        }
        known.order.push_back(key);
        if known.order.len() > MAX_SENT_MESSAGES
            && let Some(oldest) = known.order.pop_front()
        {
            known.roots.remove(&oldest);
        }
    }

    /// Returns the root event of the thread in which a message was sent; `None` if it is unknown.
    pub(in crate::matrix) fn thread_of(&self, room: &str, event: &str) -> Option<String> {
        let key = (room.to_owned(), event.to_owned());
        self.0.lock().roots.get(&key).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_known_by_room_and_event() {
        let sent = ThreadRoots::default();
        sent.insert("!r", "$board", "$root");
        let check = |room, event, expected: Option<&str>| {
            assert_eq!(sent.thread_of(room, event).as_deref(), expected);
        };
        check("!r", "$board", Some("$root"));
        check("!other", "$board", None);
        check("!r", "$other", None);
    }

    #[test]
    fn the_oldest_message_is_dropped_first() {
        let sent = ThreadRoots::default();
        for number in 0..=MAX_SENT_MESSAGES {
            sent.insert("!r", &format!("${number}"), "$root");
        }
        assert_eq!(sent.thread_of("!r", "$0"), None);
        assert_eq!(sent.thread_of("!r", "$1").as_deref(), Some("$root"));
        assert_eq!(sent.0.lock().roots.len(), MAX_SENT_MESSAGES);
    }
}
