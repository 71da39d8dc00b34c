//! The clock of a game for two: the time of both players, and the turn that uses it up.

use games::Seat;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::clocks::{
    clock_time::ClockTime,
    event::ClockEvent,
    idle::{self, IdleTime},
    room_access::{RoomAccess, SeatAccess},
    time_control::TimeControl,
};

/// Time of each player for the first turn, which uses up nothing of the bank.
pub const FIRST_TURN_TIME: SignedDuration = SignedDuration::from_hours(3 * 24);

/// Time in a game for which the homeserver may reject its boards, as if the bot were muted, on a clock of less than a
/// day. Beyond it the players have had too much time that nobody counted.
const MAX_REJECTION_TIME: SignedDuration = SignedDuration::from_mins(2);

/// The same on a clock that counts days; longer than a weekend.
const MAX_REJECTION_TIME_IN_DAYS: SignedDuration = SignedDuration::from_hours(3 * 24);

/// First and longest delay until a rejected board is sent again; the delay doubles.
const BOARD_RETRY_DELAYS: [SignedDuration; 2] =
    [SignedDuration::from_secs(15), SignedDuration::from_hours(6)];

/// Longest time that a stored clock can have counted. Sums of a few don't overflow.
const MAX_STORED_TIME: SignedDuration = SignedDuration::from_hours(100 * 366 * 24);

/// Longest pause by agreement.
pub const MAX_PAUSE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Time before the clock runs after a pause that one player has ended: the other may be away.
const END_OF_PAUSE_NOTICE: SignedDuration = SignedDuration::from_hours(24);

/// Extra time before a flag falls where days are counted, as an outage of a player's homeserver cannot be seen.
const GRACE: SignedDuration = SignedDuration::from_hours(1);

/// Time after the fall of a flag in which a move that was sent before it is still heeded.
const LATE_MOVE_TIME: SignedDuration = SignedDuration::from_hours(1);

/// The same on a clock that counts days.
const LATE_MOVE_TIME_IN_DAYS: SignedDuration = SignedDuration::from_hours(48);

/// Shortest time left at a reminder.
const MIN_REMINDER: SignedDuration = SignedDuration::from_hours(1);

/// The clock of a game for two people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The time control; without one, only the end of idle games counts.
    control: Option<TimeControl>,
    /// `true` if vacations and weekends do not stop it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    strict: bool,
    /// The time of each seat at the start of the turn.
    left: [SignedDuration; 2],
    /// The seats that have made a turn.
    #[serde(default)]
    moved: [bool; 2],
    /// The access of the seats' players to the room.
    #[serde(default, skip_serializing_if = "is_default")]
    access: [SeatAccess; 2],
    /// The time of earlier turns for which their boards were rejected.
    #[serde(default, skip_serializing_if = "SignedDuration::is_zero")]
    rejection_time: SignedDuration,
    /// The turn that is waited for; `None` while a contest decides.
    #[serde(default)]
    turn: Option<TimedTurn>,
    /// The wait for the players to settle a contest by themselves, which uses up nobody's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contest: Option<IdleTime>,
    /// The end of a pause by agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused_until: Option<ClockTime>,
    /// The number of actions before the last pause.
    #[serde(default)]
    paused_actions: usize,
    /// The player who is back from the pause, while the other may be away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    back: Option<Seat>,
    /// `true` if the pause ends after a notice that the players have got.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    has_notice: bool,
    /// The next moment at which something may follow from the time.
    #[serde(default)]
    due: Option<ClockTime>,
}

fn is_default(access: &[SeatAccess; 2]) -> bool {
    *access == [SeatAccess::default(); 2]
}

/// The turn for which a player's time runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TimedTurn {
    #[serde(flatten)]
    seat: Seat,
    /// The number of actions before it.
    actions: usize,
    /// The moment at which it became the seat's turn.
    asked: ClockTime,
    /// The start of its time; `None` until the board that asks for it has arrived, and while the time is stopped.
    since: Option<ClockTime>,
    /// The event id of the board that asks for it, once that has arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// The moment at which the board was rejected or given up, until one arrives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rejected: Option<ClockTime>,
    /// The time left when it began.
    budget: SignedDuration,
    /// The time used before `since`.
    #[serde(default)]
    used: SignedDuration,
    /// `true` once the player was reminded.
    #[serde(default)]
    reminded: bool,
    /// `true` once the flag waited for an undecrypted message.
    #[serde(default)]
    waited_for_keys: bool,
    /// The wait for that message; `None` as well if an earlier version began it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key_wait: Option<KeyWait>,
}

/// The time for which a flag waits for the room key of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeyWait {
    begun: ClockTime,
    end: ClockTime,
}

/// The time of the turn that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTime {
    /// The seat to move.
    pub seat: Seat,
    /// The time left; negative once it is up.
    pub left: SignedDuration,
    /// `true` for the first turn of the seat, after which the game is cancelled rather than lost.
    pub is_first: bool,
}

impl Clock {
    /// Creates the clock of a game that begins.
    pub fn new(control: Option<TimeControl>, strict: bool) -> Clock {
        let bank = control.map_or(SignedDuration::ZERO, TimeControl::bank);
        Clock {
            control,
            strict,
            left: [bank; 2],
            moved: [false; 2],
            access: [SeatAccess::default(); 2],
            rejection_time: SignedDuration::ZERO,
            turn: None,
            contest: None,
            paused_until: None,
            paused_actions: 0,
            back: None,
            has_notice: false,
            due: None,
        }
    }

    /// Checks that the times of a stored clock are possible.
    ///
    /// # Errors
    /// If a time is longer than a clock can have counted.
    pub fn check(&self) -> Result<(), String> {
        let turn = self.turn.iter().flat_map(|turn| [turn.budget, turn.used]);
        let mut times = turn.chain(self.left).chain([self.rejection_time]);
        if times.any(|time| time.unsigned_abs() > MAX_STORED_TIME.unsigned_abs()) {
            return Err("a clock shows more than a hundred years".to_owned());
        }
        Ok(())
    }

    /// Returns the clock of another game between the same players.
    pub fn anew(&self) -> Clock {
        Clock::new(self.control, self.strict)
    }

    /// Returns the clock of a game that decides something in this one, whose players have these `seats` here. They have
    /// begun long ago, so the first turns use up its time as well, and those who are kept out here are so there. A pause
    /// goes on there.
    pub fn begin_contest(&mut self, seats: [Seat; 2], now: ClockTime) -> Clock {
        let contest = Clock {
            moved: [true; 2],
            access: seats.map(|seat| *seat.of(&self.access)),
            paused_until: self.paused_until,
            back: self.back.map(|back| {
                let [first, _] = seats;
                if first == back {
                    Seat::First
                } else {
                    Seat::Second
                }
            }),
            has_notice: self.has_notice,
            ..self.anew()
        };
        self.clear_pause();
        self.plan(now);
        contest
    }

    /// Takes back the pause from the clock of a contest that has been decided, whose players have these `seats` here.
    pub fn end_contest(&mut self, contest: &Clock, seats: [Seat; 2], now: ClockTime) {
        // A pause may have been agreed here meanwhile.
        if self.paused_until.is_none() {
            self.paused_until = contest.paused_until;
            self.back = contest.back.map(|back| *back.of(&seats));
            self.has_notice = contest.has_notice;
        }
        self.plan(now);
    }

    /// Returns the time control, if it has one.
    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Returns whether vacations and weekends do not stop it.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Returns whether the players' time is limited.
    pub fn has_control(&self) -> bool {
        self.control.is_some()
    }

    /// Returns whether vacations, weekends and reminders make sense with it.
    pub fn is_in_days(&self) -> bool {
        self.control.is_some_and(TimeControl::is_in_days)
    }

    /// Returns the end of an agreed pause.
    pub fn paused_until(&self) -> Option<ClockTime> {
        self.paused_until
    }

    /// Returns the next moment at which something may follow from the time.
    pub fn due(&self) -> Option<ClockTime> {
        self.due
    }

    /// Returns whether the time of the turn has begun.
    pub fn is_running(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.since.is_some())
    }

    /// Records the access of a seat's player to the room. Returns whether that changes anything.
    pub fn note_access(&mut self, seat: Seat, access: RoomAccess) -> bool {
        let before = self.access;
        if self.control.is_some() {
            seat.of_mut(&mut self.access).note(access);
        }
        self.access != before
    }

    /// Excuses a seat's player for the turn. Returns whether that changes anything.
    pub fn excuse(&mut self, seat: Seat) -> bool {
        let before = self.access;
        if self.control.is_some() {
            seat.of_mut(&mut self.access).excuse();
        }
        self.access != before
    }

    /// Excuses both players until their next turns end, unless the game is paused and notice will be given.
    pub fn excuse_players(&mut self) {
        if self.paused_until.is_none() || self.has_notice {
            for seat in Seat::BOTH {
                self.excuse(seat);
            }
        }
    }

    /// Forgets what concerns the room alone, as the game moves to another one. If the board of the turn has not arrived,
    /// it is sent there as after a rejection. Idle time that was stopped in the old room runs again.
    pub fn change_room(&mut self, now: ClockTime) {
        for access in &mut self.access {
            access.change_room();
        }
        self.end_rejection(now);
        if self.paused_until.is_some() {
            return;
        }
        if let Some(wait) = &mut self.contest {
            wait.since.get_or_insert(now);
        }
        let is_timed = self.control.is_some();
        if let Some(turn) = &mut self.turn
            && turn.since.is_none()
        {
            if is_timed {
                turn.rejected = Some(now);
            } else {
                turn.since = Some(now);
            }
        }
        self.plan(now);
    }

    /// Returns whether a seat's player does not lose on time, as somebody keeps or kept them from writing in the room.
    pub fn is_excused(&self, seat: Seat) -> bool {
        seat.of(&self.access).is_excused()
    }

    /// Returns whether time is running from which absences are deducted.
    pub fn heeds_absence(&self) -> bool {
        self.is_in_days() && self.is_running()
    }

    /// Returns the number of actions before the turn whose board starts the time, if that has not begun.
    pub fn awaits_board(&self) -> Option<usize> {
        let turn = self.turn.as_ref().filter(|turn| turn.since.is_none())?;
        (self.control.is_some() && self.paused_until.is_none()).then_some(turn.actions)
    }

    /// Ends the current turn, charges its time minus `away`, and starts the turn of `to_move`, if any. A move that was
    /// decrypted late may have arrived before its turn began; it is charged nothing. The same player can have two turns
    /// in a row, the first of which `is_complete`: a reply to a jump, or one after which the other player is skipped.
    pub fn switch_turn(
        &mut self,
        to_move: Option<Seat>,
        actions: usize,
        is_complete: bool,
        now: ClockTime,
        away: SignedDuration,
    ) {
        let has_played = self.turn.as_ref().is_some_and(|it| it.actions < actions);
        if self.mover() == to_move && !(is_complete && has_played) {
            // A takeback of the mover's last turn: the time goes on, and the next turn is charged.
            if let Some(turn) = &mut self.turn {
                turn.actions = turn.actions.min(actions);
            }
            let before = self.paused_actions;
            self.paused_actions = before.min(actions);
            // An action after which the same player goes on shows as well that they are back.
            if let Some(seat) = to_move
                && self.paused_until.is_some()
                && actions > before
            {
                self.resume(seat, now);
            }
            return;
        }
        if self.paused_until.is_some() {
            self.change_turn_in_pause(actions, now);
        }
        self.end_rejection(now);
        let begun = self.turn.as_ref().map_or(now, TimedTurn::begun);
        let now = now.max(begun);
        if let Some(turn) = self.turn.take() {
            self.end_turn(&turn, actions, turn.used_until(now) - away);
            turn.seat.of_mut(&mut self.access).end_turn();
        }
        self.turn = to_move.map(|seat| TimedTurn {
            seat,
            actions,
            asked: now,
            since: self.control.is_none().then_some(now),
            board: None,
            rejected: None,
            budget: self.budget(seat),
            used: SignedDuration::ZERO,
            reminded: false,
            waited_for_keys: false,
            key_wait: None,
        });
        self.plan(now);
    }

    /// Begins or ends the wait for the players to settle a contest by themselves. Their reports do not prolong it: they
    /// may contradict each other for ever.
    pub fn set_contest_wait(&mut self, is_on: bool, now: ClockTime) {
        if is_on != self.contest.is_some() {
            self.contest = is_on.then(|| IdleTime::since(now));
            self.plan(now);
        }
    }

    /// Starts the time of a turn, as the board that asks for it has arrived. Returns whether that changes anything.
    pub fn start(&mut self, actions: usize, now: ClockTime, board: Option<String>) -> bool {
        if self.awaits_board().is_none_or(|turn| turn > actions) {
            return false;
        }
        if let Some(turn) = &mut self.turn {
            turn.board = board;
        }
        self.run(now);
        true
    }

    /// Notes that the board that asks for a turn was rejected or given up. Returns whether that changes anything.
    pub fn note_rejected(&mut self, actions: usize, now: ClockTime) -> bool {
        let is_awaited = self.awaits_board().is_some_and(|turn| turn <= actions);
        let turn = self.turn.as_mut().filter(|_| is_awaited);
        let turn = turn.filter(|turn| turn.rejected.is_none());
        let is_new = turn.is_some();
        if let Some(turn) = turn {
            turn.rejected = Some(now);
            self.plan(now);
        }
        is_new
    }

    /// Returns the time of the game for which its boards were rejected, if that is too long for a fair result.
    pub fn excessive_rejection_time(&self, now: ClockTime) -> Option<SignedDuration> {
        let time = self.rejection_time + self.current_rejection_time(now);
        let most = if self.is_in_days() {
            MAX_REJECTION_TIME_IN_DAYS
        } else {
            MAX_REJECTION_TIME
        };
        (time > most).then_some(time)
    }

    /// Returns the time since the board of the turn was rejected. The first turn of a seat uses up nothing, so nothing is
    /// gained by that.
    fn current_rejection_time(&self, now: ClockTime) -> SignedDuration {
        let turn = self.turn.as_ref().filter(|turn| *turn.seat.of(&self.moved));
        let rejected = turn.and_then(|turn| turn.rejected);
        let time = rejected.map(|since| now.since(since).max(SignedDuration::ZERO));
        time.unwrap_or_default()
    }

    /// Adds the time since the board of the turn was rejected to that of earlier turns.
    fn end_rejection(&mut self, now: ClockTime) {
        self.rejection_time += self.current_rejection_time(now);
        if let Some(turn) = &mut self.turn {
            turn.rejected = None;
        }
    }

    /// Resumes after a stop. The time runs once a new board has arrived, as the one before may not have.
    pub fn go_on(&mut self, now: ClockTime) {
        if self.control.is_none() || self.mover().is_none() {
            self.run(now);
            return;
        }
        self.clear_pause();
        self.end_rejection(now);
        if let Some(turn) = &mut self.turn {
            turn.asked = now;
        }
        self.plan(now);
    }

    /// Starts the time of the turn, whether its board has arrived or not.
    pub fn run(&mut self, now: ClockTime) {
        self.clear_pause();
        self.end_rejection(now);
        if let Some(turn) = &mut self.turn {
            turn.since.get_or_insert(now);
        }
        if let Some(wait) = &mut self.contest {
            wait.since.get_or_insert(now);
        }
        self.plan(now);
    }

    /// Stops the time of the turn, of which `away` does not count.
    pub fn stop(&mut self, now: ClockTime, away: SignedDuration) {
        self.end_rejection(now);
        if let Some(turn) = &mut self.turn
            && let Some(since) = turn.since.take()
        {
            turn.used += now.since(since) - away;
        }
        if let Some(wait) = &mut self.contest {
            wait.since = None;
        }
        self.plan(now);
    }

    /// Stops the time for an agreed pause, after a number of actions.
    pub fn pause(&mut self, actions: usize, now: ClockTime, away: SignedDuration) {
        self.stop(now, away);
        self.clear_pause();
        self.paused_until = Some(now.after(MAX_PAUSE));
        self.paused_actions = actions;
        self.plan(now);
    }

    /// Ends an agreed pause if the other player is back, too; else after a notice. Returns the time until then, if any.
    pub fn resume(&mut self, own: Seat, now: ClockTime) -> Option<SignedDuration> {
        if self.back == Some(own.other()) {
            self.go_on(now);
            return None;
        }
        let mut end = self.paused_until?;
        if !self.has_notice {
            end = now.after(END_OF_PAUSE_NOTICE);
        }
        self.give_notice(Some(own), end);
        self.plan(now);
        Some(end.since(now))
    }

    /// Ends a pause at its end: after a notice if there was none, else once the board of the turn has arrived. Returns
    /// the time of the notice.
    pub fn end_pause(&mut self, now: ClockTime) -> Option<SignedDuration> {
        if self.has_notice {
            self.go_on(now);
            return None;
        }
        self.give_notice(None, now.after(END_OF_PAUSE_NOTICE));
        self.plan(now);
        Some(END_OF_PAUSE_NOTICE)
    }

    /// Gives notice of the end of a pause, in which one player may be back.
    fn give_notice(&mut self, back: Option<Seat>, end: ClockTime) {
        self.back = back;
        self.has_notice = true;
        self.paused_until = Some(end);
    }

    fn clear_pause(&mut self) {
        self.paused_until = None;
        self.back = None;
        self.has_notice = false;
    }

    /// Ends a pause at a change of turns if both players are back. An action of one of them gives notice to the other, and
    /// the result of a contest changes nothing.
    fn change_turn_in_pause(&mut self, actions: usize, now: ClockTime) {
        let actor = self.mover();
        let is_takeback = actor.is_some() && actions <= self.paused_actions;
        if is_takeback || actor.is_some_and(|actor| self.back == Some(actor.other())) {
            self.clear_pause();
            return;
        }
        self.paused_actions = actions;
        if actor.is_some() {
            self.give_notice(actor, now.after(END_OF_PAUSE_NOTICE));
        }
    }

    /// Returns the time of the turn that is waited for, and of which `away` does not count.
    pub fn turn(&self, now: ClockTime, away: SignedDuration) -> Option<TurnTime> {
        self.control?;
        let turn = self.turn.as_ref()?;
        Some(TurnTime {
            seat: turn.seat,
            left: turn.budget - turn.used_until(now) + away,
            is_first: !turn.seat.of(&self.moved),
        })
    }

    /// Returns the seat whose turn it is.
    pub fn mover(&self) -> Option<Seat> {
        self.turn.as_ref().map(|turn| turn.seat)
    }

    /// Returns the event id of the board that asks for the turn.
    pub fn board(&self) -> Option<&str> {
        self.turn.as_ref()?.board.as_deref()
    }

    /// Returns the start of the time of the turn.
    pub fn since(&self) -> Option<ClockTime> {
        self.turn.as_ref()?.since
    }

    /// Returns the time of a seat that is not to move, or of the turn at its start.
    pub fn left(&self, own: Seat) -> SignedDuration {
        *own.of(&self.left)
    }

    /// Returns what follows from the time, if anything; `away` is the part of the turn that does not count.
    pub fn event(&self, now: ClockTime, away: SignedDuration) -> Option<ClockEvent> {
        if let Some(end) = self.paused_until {
            return (end <= now).then_some(ClockEvent::PauseEnd);
        }
        if let Some(wait) = &self.contest {
            return idle::event_after(now.since(wait.since?), wait.asked);
        }
        let turn = self.turn.as_ref()?;
        let own = turn.seat;
        let Some(since) = turn.since else {
            let is_abandoned = now.since(turn.asked) >= idle::IDLE_END;
            let is_due = turn.rejected.is_some() && self.due.is_none_or(|due| due <= now);
            return if is_abandoned {
                Some(ClockEvent::IdleEnd)
            } else {
                is_due.then_some(ClockEvent::BoardRetry)
            };
        };
        if self.control.is_none() {
            return idle::event_after(now.since(since), turn.reminded);
        }
        let left = turn.budget - turn.used_until(now) + away;
        if left + self.grace() <= SignedDuration::ZERO {
            let is_first = !turn.seat.of(&self.moved);
            return Some(if is_first {
                ClockEvent::NoFirstTurn(own)
            } else {
                ClockEvent::FlagFalls(own)
            });
        }
        let reminder = self.reminder_at(turn)?;
        (left <= reminder).then_some(ClockEvent::Reminder(own))
    }

    /// Returns whether a move was sent in the turn in which a seat's flag fell, before that, and the game ended recently.
    /// Only on clocks that count days can a part of the turn not count, and only on others can a flag wait for a key.
    pub fn was_in_time(&self, own: Seat, sent: ClockTime, end: ClockTime, now: ClockTime) -> bool {
        let Some(turn) = self.turn.as_ref().filter(|turn| turn.seat == own) else {
            return false;
        };
        let (most, is_before_fall) = if self.is_in_days() {
            (LATE_MOVE_TIME_IN_DAYS, sent <= end)
        } else {
            (LATE_MOVE_TIME, turn.used_until(sent) <= turn.budget)
        };
        is_before_fall && turn.since.is_some_and(|since| since <= sent) && now.since(end) <= most
    }

    /// Returns the moment at which the flag falls, as far as it is known; `away` does not count.
    pub fn deadline(&self, now: ClockTime, away: SignedDuration) -> Option<ClockTime> {
        let turn = self.turn(now, away)?;
        Some(now.after(turn.left + self.grace()))
    }

    /// Notes that a rejected board is sent again.
    pub fn note_board_retry(&mut self, now: ClockTime) {
        self.plan(now);
    }

    /// Notes that the player was reminded, or the players of an idle game asked.
    pub fn note_reminder(&mut self, now: ClockTime) {
        if let Some(turn) = &mut self.turn {
            turn.reminded = true;
        }
        if let Some(wait) = &mut self.contest {
            wait.asked = true;
        }
        self.plan(now);
    }

    /// Puts the fall of the flag off for an undecrypted message, once a turn. Returns whether it could be.
    pub fn wait_for_keys(&mut self, now: ClockTime, end: ClockTime) -> bool {
        let turn = self.turn.as_mut().filter(|turn| !turn.waited_for_keys);
        let can_wait = turn.is_some();
        if let Some(turn) = turn {
            turn.waited_for_keys = true;
            turn.key_wait = Some(KeyWait { begun: now, end });
            self.due = Some(end);
        }
        can_wait
    }

    /// Returns the end of the wait for an undecrypted message, if that isn't over.
    pub fn key_wait_end(&self, now: ClockTime) -> Option<ClockTime> {
        let end = self.turn.as_ref()?.key_wait?.end;
        (end > now).then_some(end)
    }

    /// Returns the beginning of the wait for an undecrypted message in the turn.
    pub fn key_wait_begun(&self) -> Option<ClockTime> {
        Some(self.turn.as_ref()?.key_wait?.begun)
    }

    /// Returns whether the flag of a seat was postponed for a message that could not be decrypted, and its time was up
    /// before another one arrived. Never on clocks that count days, for which such a wait is too short to matter.
    pub fn is_past_wait(&self, own: Seat, at: ClockTime) -> bool {
        let turn = self.turn.as_ref().filter(|turn| turn.waited_for_keys);
        // Earlier versions have not stored the beginning.
        let has_waited = turn.is_some_and(|turn| turn.key_wait.is_none_or(|wait| wait.begun < at));
        let turn = self.turn(at, SignedDuration::ZERO);
        has_waited
            && !self.is_in_days()
            && turn.is_some_and(|turn| turn.seat == own && turn.left < SignedDuration::ZERO)
    }

    /// Returns the time until something follows, of which `away` does not count.
    pub fn wait(&self, now: ClockTime, away: SignedDuration) -> SignedDuration {
        if self.control.is_none() {
            let due = self.next_due(now).unwrap_or(now);
            return due.since(now);
        }
        let Some(turn) = &self.turn else {
            return SignedDuration::ZERO;
        };
        let left = turn.budget - turn.used_until(now) + away;
        let end = left + self.grace();
        self.reminder_at(turn).map_or(end, |at| left - at)
    }

    /// Sets the next moment at which the clock is checked.
    pub fn schedule_check(&mut self, at: ClockTime) {
        self.due = Some(at);
    }

    /// Charges the time of a turn that has ended, and adds the increment unless it was taken back.
    fn end_turn(&mut self, turn: &TimedTurn, actions: usize, used: SignedDuration) {
        let Some(control) = self.control else { return };
        let own = turn.seat;
        if actions <= turn.actions {
            return;
        }
        if std::mem::replace(own.of_mut(&mut self.moved), true) {
            let used = used.clamp(SignedDuration::ZERO, turn.budget);
            *own.of_mut(&mut self.left) = control.after_turn(turn.budget, used);
        }
    }

    fn budget(&self, own: Seat) -> SignedDuration {
        if *own.of(&self.moved) {
            *own.of(&self.left)
        } else {
            FIRST_TURN_TIME
        }
    }

    fn grace(&self) -> SignedDuration {
        if self.is_in_days() {
            GRACE
        } else {
            SignedDuration::ZERO
        }
    }

    /// Returns the time left at which the player is to be reminded, if that is still to come and makes sense.
    fn reminder_at(&self, turn: &TimedTurn) -> Option<SignedDuration> {
        let at = (turn.budget / 4).max(MIN_REMINDER);
        let makes_sense = self.is_in_days() && !turn.reminded && turn.budget > at;
        makes_sense.then_some(at)
    }

    /// Sets the next moment at which something may follow from the time.
    fn plan(&mut self, now: ClockTime) {
        self.due = self.next_due(now);
    }

    fn next_due(&self, now: ClockTime) -> Option<ClockTime> {
        if let Some(end) = self.paused_until {
            return Some(end);
        }
        if let Some(wait) = &self.contest {
            return Some(idle::due_after(wait.since?, wait.asked));
        }
        let turn = self.turn.as_ref()?;
        let Some(since) = turn.since else {
            let [first, longest] = BOARD_RETRY_DELAYS;
            let retry = |rejected| {
                let time = now.since(rejected);
                // Most mutes are short, and must not be taken for long ones.
                let is_brief = !self.is_in_days() && time <= MAX_REJECTION_TIME;
                let longest = if is_brief { first } else { longest };
                now.after(time.clamp(first, longest))
            };
            let abandoned = turn.asked.after(idle::IDLE_END);
            return Some(
                turn.rejected
                    .map_or(abandoned, |at| abandoned.min(retry(at))),
            );
        };
        if self.control.is_none() {
            return Some(idle::due_after(since, turn.reminded));
        }
        Some(now.after(self.wait(now, SignedDuration::ZERO)))
    }
}

impl TimedTurn {
    /// Returns the start of its time, or else of the turn.
    fn begun(&self) -> ClockTime {
        self.since.unwrap_or(self.asked)
    }

    /// Returns the time used up to a moment.
    fn used_until(&self, now: ClockTime) -> SignedDuration {
        let running = self
            .since
            .map_or(SignedDuration::ZERO, |since| now.since(since));
        self.used + running
    }
}
