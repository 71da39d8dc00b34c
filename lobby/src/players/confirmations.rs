//! Requests that wait for a confirmation. Those about a game are stored with its table.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::line::Line;

/// Lifetime of the request to forget a player.
const FORGET_CONFIRM_TTL: SignedDuration = SignedDuration::from_mins(10);

/// Open requests for confirmation. Held in memory only.
#[derive(Debug, Default)]
pub struct Confirmations {
    /// Requests to forget a player, by user.
    forgetting: BTreeMap<String, ForgetRequest>,
}

/// A request to forget a player: its time, and the room and thread it was written in.
#[derive(Debug)]
struct ForgetRequest {
    asked: Timestamp,
    room: String,
    thread: Option<String>,
}

impl ForgetRequest {
    fn is_open(&self, now: Timestamp) -> bool {
        self.asked.duration_until(now) <= FORGET_CONFIRM_TTL
    }
}

impl Confirmations {
    /// Returns whether the sender confirms an earlier request to be forgotten; otherwise opens one.
    pub fn confirm_forgetting(&mut self, line: &Line, now: Timestamp) -> bool {
        self.forgetting.retain(|_, request| request.is_open(now));
        if self.forgetting.remove(&line.sender.id).is_some() {
            return true;
        }
        let request = ForgetRequest {
            asked: now,
            room: line.room.clone(),
            thread: line.thread.clone(),
        };
        self.forgetting.insert(line.sender.id.clone(), request);
        false
    }

    /// Returns whether the sender has an open request to be forgotten in the same place.
    pub fn is_forgetting(&self, line: &Line, now: Timestamp) -> bool {
        let request = self.forgetting.get(&line.sender.id);
        request.is_some_and(|request| {
            request.room == line.room && request.thread == line.thread && request.is_open(now)
        })
    }

    /// Cancels a user's request to be forgotten.
    pub fn cancel_forgetting(&mut self, user: &str) {
        self.forgetting.remove(user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_request_confirms_within_ten_minutes() {
        let mut confirmations = Confirmations::default();
        let line = Line::typed("forget me");
        let start = Timestamp::UNIX_EPOCH;
        assert!(!confirmations.confirm_forgetting(&line, start));
        assert!(confirmations.is_forgetting(&line, start));
        let late = start + SignedDuration::from_mins(11);
        assert!(!confirmations.is_forgetting(&line, late));
        assert!(
            !confirmations.confirm_forgetting(&line, late),
            "the first one has expired"
        );
        assert!(confirmations.confirm_forgetting(&line, late));
    }
}
