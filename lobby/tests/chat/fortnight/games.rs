//! The games of the fortnight, with their time counted in minutes.

use games::{Live, Seat};

use super::DAY;

pub const GRACE: i64 = 60;
const FIRST_TURN: i64 = 3 * DAY;

/// Names, banks, increments and caps of the clocks, in minutes.
pub const CLOCKS: [(&str, i64, i64, i64); 4] = [
    ("1d", DAY, DAY, DAY),
    ("2d", 2 * DAY, 2 * DAY, 2 * DAY),
    ("normal", 2 * DAY, DAY, 4 * DAY),
    ("1d+12h/3d", DAY, DAY / 2, 3 * DAY),
];

/// A game as the test counts its time, in minutes.
pub struct Game {
    pub room: usize,
    pub thread: String,
    pub players: [usize; 2],
    pub clock: (i64, i64, i64),
    pub live: Live,
    pub mover: Seat,
    pub left: [i64; 2],
    pub moved: [bool; 2],
    pub used: i64,
    pub is_delivered: bool,
    pub is_reminded: bool,
    pub is_over: bool,
    /// The minute at which the turn began.
    pub began: i64,
    /// `true` once a notice or digest has told of the turn.
    pub is_told: bool,
}

impl Game {
    /// Returns the player to move.
    pub fn on_turn(&self) -> usize {
        self.players[self.mover.index()]
    }

    pub fn budget(&self) -> i64 {
        let own = self.mover.index();
        if self.moved[own] {
            self.left[own]
        } else {
            FIRST_TURN
        }
    }

    /// The minutes used at which a reminder is due.
    pub fn reminder_at(&self) -> Option<i64> {
        let rest = (self.budget() / 4).max(60);
        (self.budget() > rest).then(|| self.budget() - rest)
    }

    /// Ends the turn of a seat.
    pub fn end_turn(&mut self, own: Seat, minute: i64) {
        let (_, increment, cap) = self.clock;
        if std::mem::replace(&mut self.moved[own.index()], true) {
            let left = (self.left[own.index()] - self.used).max(0);
            self.left[own.index()] = (left + increment).min(cap.max(left));
        }
        (self.used, self.is_delivered, self.is_reminded) = (0, false, false);
        (self.began, self.is_told) = (minute, false);
    }
}
