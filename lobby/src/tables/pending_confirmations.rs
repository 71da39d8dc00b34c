//! The confirmations that a game in progress waits for: of a costly action, a move, a hint, or giving up.

use games::Seat;
use jiff::{SignedDuration, Timestamp};

use crate::tables::Playing;

/// Lifetime of a request for confirmation.
const CONFIRM_TTL: SignedDuration = SignedDuration::from_mins(2);

/// Time after it has expired in which it may still be answered because a player has not noticed that.
const LATE_CONFIRM_TTL: SignedDuration = SignedDuration::from_mins(10);

impl Playing {
    /// Returns the costly action that a seat was asked to confirm within [`CONFIRM_TTL`].
    pub fn is_warned_of(&self, own: Seat, now: Timestamp) -> Option<&str> {
        let warning = own.of(&self.notes.warned).as_ref()?;
        let is_new = warning.asked.duration_until(now) <= CONFIRM_TTL;
        is_new.then_some(warning.action.as_str())
    }

    /// Returns the actions of a move that a seat was asked to confirm within [`CONFIRM_TTL`].
    pub fn unconfirmed(&self, own: Seat, now: Timestamp) -> Option<&str> {
        let asked = self.notes.unconfirmed.as_ref();
        let asked = asked.filter(|_| self.live.to_move() == Some(own))?;
        let is_new = asked.asked.duration_until(now) <= CONFIRM_TTL;
        is_new.then_some(asked.action.as_str())
    }

    /// Returns whether a hint has to be confirmed, was asked about within [`CONFIRM_TTL`], and none was taken yet.
    pub fn is_asked_for_hint(&self, now: Timestamp) -> bool {
        let asked = self.notes.hint_asked.filter(|_| !self.notes.hinted);
        asked.is_some_and(|asked| asked.duration_until(now) <= CONFIRM_TTL)
    }

    /// Expires the open confirmations of an action and of a hint, but remembers that they were requested, and
    /// withdraws the readings of an ambiguous action.
    pub fn close_questions(&mut self) {
        self.notes.readings.clear();
        self.notes.unconfirmed = None;
        let long_ago = Timestamp::UNIX_EPOCH;
        for warning in self.notes.warned.iter_mut().flatten() {
            warning.asked = long_ago;
        }
        self.notes.hint_asked = self.notes.hint_asked.map(|_| long_ago);
    }

    /// Returns whether a seat has asked to give up within [`CONFIRM_TTL`], so that a second request confirms it.
    pub fn gives_up(&self, own: Seat, now: Timestamp) -> bool {
        let asked = own.of(&self.notes.giving_up);
        asked.is_some_and(|asked| asked.duration_until(now) <= CONFIRM_TTL)
    }

    /// Returns whether a request to a seat for confirmation of an action, a move or giving up has expired within
    /// [`LATE_CONFIRM_TTL`]. Those before the last move are forgotten.
    pub fn has_expired_question(&self, own: Seat, now: Timestamp) -> bool {
        let warned = own.of(&self.notes.warned).as_ref();
        let unconfirmed = self.notes.unconfirmed.as_deref();
        let unconfirmed = unconfirmed.filter(|_| self.live.to_move() == Some(own));
        let actions = warned.into_iter().chain(unconfirmed);
        let mut asked = actions
            .map(|it| it.asked)
            .chain(*own.of(&self.notes.giving_up));
        asked.any(|asked| {
            let age = asked.duration_until(now);
            age > CONFIRM_TTL && age <= CONFIRM_TTL + LATE_CONFIRM_TTL
        })
    }
}
