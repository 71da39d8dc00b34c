//! The search queue, ordered by priority: turns before questions, low levels first, and among turns of a level, those of
//! users with little recent thinking time. A question that has waited for a while alternates with turns, which then have as
//! much time. A long search is
//! paused for more urgent tasks.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use games::search::Level;
use parking_lot::Mutex;
use tokio::{runtime::Handle, sync::oneshot, time::timeout};

/// Wait after which a turn has priority over everything but quick turns and old questions. A paused one must still have
/// time for its search.
const MAX_TURN_WAIT: Duration = Duration::from_secs(10);

/// Wait after which a question alternates with turns above [`MAX_QUICK_LEVEL`].
const MAX_QUESTION_DELAY: Duration = Duration::from_secs(15);

/// The highest level whose turns take no longer than some 30 ms.
const MAX_QUICK_LEVEL: u8 = 4;

/// Total time of a long turn and those that wait, on one slot.
const MAX_TURN_QUEUE_TIME: Duration = Duration::from_secs(10);

/// Minimum time for which a slot counts as used, so that the shortest tasks alternate, too.
const MIN_SLOT_TIME: Duration = Duration::from_millis(1);

/// Minimum time of a long turn, however many wait.
const MIN_TURN_TIME: Duration = Duration::from_millis(500);

/// Maximum pause of a search; then it answers with the best result so far.
pub const MAX_SEARCH_PAUSE: Duration = Duration::from_secs(60);

/// The priority of a task, in the order of its fields; the lowest one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A turn in a duel: the game waits for it.
    Turn {
        /// Set if the user has used up their thinking time.
        is_over_budget: bool,
        /// The computer's level.
        level: Level,
        /// Recent thinking time of the user.
        recent: Duration,
    },
    /// A hint, the odds, or an analysis of a whole game.
    Question,
}

/// The current priority of a task, including its wait; the lowest one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    /// A quick turn within the budget: it delays nobody, so it need not wait behind aged ones.
    Quick(Level),
    /// A question that has waited for [`MAX_QUESTION_DELAY`].
    AgedQuestion,
    /// A turn that has waited for [`MAX_TURN_WAIT`].
    AgedTurn,
    /// Any other task.
    Usual(Rank),
}

impl Rank {
    /// Returns whether the task may take seconds, so that it is paused for others.
    fn is_long(self) -> bool {
        match self {
            Rank::Turn { level, .. } => level == Level::HIGHEST,
            Rank::Question => true,
        }
    }
}

/// A task that is running or queued.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// Its priority.
    pub rank: Rank,
    /// Start of its wait.
    pub since: Instant,
    /// Set when nobody waits for the result any more.
    pub stopped: Arc<AtomicBool>,
}

impl Ticket {
    fn urgency(&self, now: Instant) -> Urgency {
        let waited = now.saturating_duration_since(self.since);
        match self.rank {
            Rank::Turn {
                is_over_budget: false,
                level,
                ..
            } if level.number() <= MAX_QUICK_LEVEL => Urgency::Quick(level),
            Rank::Turn { .. } if waited >= MAX_TURN_WAIT => Urgency::AgedTurn,
            Rank::Question if waited >= MAX_QUESTION_DELAY => Urgency::AgedQuestion,
            rank => Urgency::Usual(rank),
        }
    }

    /// Returns the priority for the next slot. While turns come first, questions don't hold them up.
    fn next_urgency(&self, now: Instant, do_turns_come_first: bool) -> Urgency {
        match self.rank {
            Rank::Question if do_turns_come_first => Urgency::Usual(self.rank),
            _ => self.urgency(now),
        }
    }
}

/// The queue. Clones share their state.
#[derive(Clone, Debug)]
pub struct Queue {
    state: Arc<Mutex<QueueState>>,
    slots: u32,
    max_questions: usize,
}

#[derive(Debug)]
struct QueueState {
    /// Number of free slots.
    free: usize,
    /// Time for which turns come first, after a question that took as long.
    time_for_turns: Duration,
    /// Queued tasks in order of arrival.
    waiting: Vec<(Ticket, oneshot::Sender<SearchPermit>)>,
}

/// A refusal: too many questions are queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

/// A slot for a running search; when dropped, it goes to the next task in the queue.
#[derive(Debug)]
pub struct SearchPermit {
    /// `None` once it has been passed on.
    queue: Option<Queue>,
    is_of_question: bool,
    begun: Instant,
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.free_one(self.is_of_question, self.begun.elapsed().max(MIN_SLOT_TIME));
        }
    }
}

impl Queue {
    /// Creates an empty queue for that many simultaneous searches and queued questions.
    pub fn new(places: usize, max_questions: usize) -> Queue {
        let state = QueueState {
            free: places,
            time_for_turns: Duration::ZERO,
            waiting: Vec::new(),
        };
        Queue {
            state: Arc::new(Mutex::new(state)),
            slots: u32::try_from(places).unwrap_or(u32::MAX),
            max_questions,
        }
    }

    /// Enters the queue and returns the receiver of a slot, whose sender is dropped if the task is cancelled.
    ///
    /// # Errors
    ///
    /// If too many questions wait. Turns always wait.
    pub fn enter(&self, ticket: Ticket) -> Result<oneshot::Receiver<SearchPermit>, Busy> {
        let mut state = self.state.lock();
        // Tasks whose caller has stopped waiting.
        state.waiting.retain(|(_, sender)| !sender.is_closed());
        let is_question = |ticket: &Ticket| ticket.rank == Rank::Question;
        let waiting = state.waiting.iter().filter(|(it, _)| is_question(it));
        if is_question(&ticket) && state.free == 0 && waiting.count() >= self.max_questions {
            return Err(Busy);
        }
        let (sender, place) = oneshot::channel();
        state.waiting.push((ticket, sender));
        self.serve(&mut state);
        Ok(place)
    }

    /// Returns whether a running task has to pause for a queued one.
    pub fn is_preempted(&self, running: &Ticket) -> bool {
        let now = Instant::now();
        let own = running.urgency(now);
        // Long turns do not interrupt each other, so that no more than two searches are interrupted at once.
        let may_interrupt = |rank: Rank| match running.rank {
            Rank::Question => true,
            Rank::Turn { .. } => !rank.is_long(),
        };
        let state = self.state.lock();
        let mut waiting = state.waiting.iter().map(|(ticket, _)| ticket);
        running.rank.is_long()
            && waiting.any(|other| other.urgency(now) < own && may_interrupt(other.rank))
    }

    /// Returns the time of a running task, at most `time`: long turns are shorter while many wait.
    pub fn time_of(&self, running: &Ticket, time: Duration) -> Duration {
        let is_long_turn = |rank: Rank| matches!(rank, Rank::Turn { .. }) && rank.is_long();
        if !is_long_turn(running.rank) {
            return time;
        }
        let now = Instant::now();
        let state = self.state.lock();
        let waiting = || state.waiting.iter().map(|(ticket, _)| ticket);
        let turns = waiting().filter(|ticket| is_long_turn(ticket.rank));
        let turns = u32::try_from(turns.count()).unwrap_or(u32::MAX);
        let mut share = MAX_TURN_QUEUE_TIME.saturating_mul(self.slots) / turns.saturating_add(1);
        if waiting().any(|ticket| ticket.urgency(now) == Urgency::AgedQuestion) {
            // The question has the same time.
            share /= 2;
        }
        share.max(MIN_TURN_TIME).min(time)
    }

    /// Gives up the slot and waits for another one, in the queue at the original time of arrival. Returns
    /// `None` if the task is cancelled, or after [`MAX_SEARCH_PAUSE`]. Blocks the thread, which has to be one of the
    /// runtime.
    pub fn requeue(&self, place: SearchPermit, ticket: &Ticket) -> Option<SearchPermit> {
        let (sender, next) = oneshot::channel();
        {
            let mut state = self.state.lock();
            let at = state
                .waiting
                .partition_point(|(other, _)| other.since <= ticket.since);
            state.waiting.insert(at, (ticket.clone(), sender));
        }
        drop(place);
        let waiting = async { timeout(MAX_SEARCH_PAUSE, next).await };
        Handle::current().block_on(waiting).ok()?.ok()
    }

    /// Drops queued tasks that are cancelled.
    pub fn drop_stopped(&self) {
        let is_on = |ticket: &Ticket| !ticket.stopped.load(Ordering::Relaxed);
        self.state
            .lock()
            .waiting
            .retain(|(ticket, _)| is_on(ticket));
    }

    fn free_one(&self, is_of_question: bool, time: Duration) {
        let mut state = self.state.lock();
        state.free += 1;
        state.time_for_turns = if is_of_question {
            time
        } else {
            state.time_for_turns.saturating_sub(time)
        };
        self.serve(&mut state);
    }

    /// Gives free slots to the next tasks.
    fn serve(&self, state: &mut QueueState) {
        let now = Instant::now();
        while state.free > 0 {
            let waiting = state.waiting.iter().enumerate();
            // Among equals, the first one.
            let do_turns_come_first = !state.time_for_turns.is_zero();
            let next = waiting
                .min_by_key(|(_, (ticket, _))| ticket.next_urgency(now, do_turns_come_first));
            let Some(next) = next.map(|(at, _)| at) else {
                return;
            };
            let (ticket, sender) = state.waiting.remove(next);
            let place = SearchPermit {
                queue: Some(self.clone()),
                is_of_question: ticket.rank == Rank::Question,
                begun: now,
            };
            match sender.send(place) {
                Ok(()) => state.free -= 1,
                // The queued task is gone. The state is locked, so dropping the slot must not lock it again.
                Err(mut place) => place.queue = None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::spawn_blocking;

    use super::*;

    fn ticket(rank: Rank) -> Ticket {
        Ticket {
            rank,
            since: Instant::now(),
            stopped: Arc::default(),
        }
    }

    fn turn(level: u8) -> Ticket {
        turn_after(0, level)
    }

    /// Creates the ticket of a user with some seconds of recent thinking time.
    fn turn_after(seconds: u64, level: u8) -> Ticket {
        ticket(Rank::Turn {
            is_over_budget: false,
            level: level.try_into().unwrap(),
            recent: Duration::from_secs(seconds),
        })
    }

    fn over_budget(level: u8) -> Ticket {
        ticket(Rank::Turn {
            is_over_budget: true,
            level: level.try_into().unwrap(),
            recent: Duration::from_secs(30),
        })
    }

    fn question() -> Ticket {
        ticket(Rank::Question)
    }

    fn long_ago(ticket: Ticket) -> Ticket {
        let wait = MAX_TURN_WAIT.max(MAX_QUESTION_DELAY);
        let since = ticket.since.checked_sub(wait).unwrap();
        Ticket { since, ..ticket }
    }

    /// Returns the numbers of queued tasks in the order in which they get a slot.
    fn order(waiting: impl IntoIterator<Item = Ticket>) -> Vec<usize> {
        let queue = Queue::new(1, 100);
        let mut thinking = queue.enter(turn(1)).unwrap().try_recv().unwrap();
        let entered = waiting
            .into_iter()
            .map(|ticket| queue.enter(ticket).unwrap());
        let mut entered: Vec<_> = entered.collect();
        let mut order = Vec::new();
        while order.len() < entered.len() {
            drop(thinking);
            let place = (0..).zip(&mut entered).find_map(|(number, waiting)| {
                let place = waiting.try_recv().ok()?;
                Some((number, place))
            });
            let (number, place) = place.unwrap();
            order.push(number);
            thinking = place;
        }
        order
    }

    #[test]
    fn turns_come_before_questions() {
        assert_eq!(
            order([question(), turn(6), question(), turn(6)]),
            [1, 3, 0, 2]
        );
    }

    #[test]
    fn low_levels_come_first() {
        assert_eq!(order([turn(6), turn(1), turn(3), turn(1)]), [1, 3, 2, 0]);
    }

    #[test]
    fn users_with_less_thinking_time_come_first() {
        let waiting = [turn_after(20, 5), turn_after(5, 6), turn_after(20, 4)];
        let waiting = waiting.into_iter().chain([turn(6)]);
        assert_eq!(order(waiting), [2, 0, 3, 1]);
    }

    #[test]
    fn turns_over_budget_come_after_other_turns() {
        assert_eq!(order([question(), over_budget(1), turn(6)]), [2, 1, 0]);
    }

    #[test]
    fn many_long_turns_are_shorter() {
        let queue = Queue::new(1, 100);
        let _thinking = queue.enter(turn(6)).unwrap();
        let time = Duration::from_secs(5);
        let mut waiting = Vec::new();
        let mut times = Vec::new();
        for number in 0..100 {
            if [0, 1, 11, 99].contains(&number) {
                times.push(queue.time_of(&turn(6), time));
            }
            waiting.push(queue.enter(turn(6)).unwrap());
            waiting.push(queue.enter(turn(1)).unwrap());
        }
        assert_eq!(times, [time, time, MAX_TURN_QUEUE_TIME / 12, MIN_TURN_TIME]);
        let short = Duration::from_millis(100);
        assert_eq!(queue.time_of(&turn(6), short), short);
        assert_eq!(queue.time_of(&question(), time), time);
    }

    #[test]
    fn no_turn_waits_for_ever() {
        let waiting = [turn(5), long_ago(over_budget(6)), question()];
        assert_eq!(order(waiting), [1, 0, 2]);
    }

    #[test]
    fn old_questions_alternate_with_turns() {
        let old = [long_ago(question()), long_ago(question())];
        let waiting = [turn(6), turn(6)].into_iter().chain(old).chain([turn(4)]);
        assert_eq!(order(waiting), [4, 2, 0, 3, 1]);
        let waiting = [long_ago(turn(6)), long_ago(turn(6)), long_ago(question())];
        assert_eq!(order(waiting), [2, 0, 1], "also with old turns");
    }

    #[test]
    fn an_old_question_is_not_paused_for_long_turns() {
        let queue = Queue::new(1, 2);
        let _thinking = queue.enter(question()).unwrap();
        let _waiting = queue.enter(turn(6)).unwrap();
        assert!(queue.is_preempted(&question()));
        assert!(!queue.is_preempted(&long_ago(question())));
        let _waiting = queue.enter(turn(4)).unwrap();
        assert!(queue.is_preempted(&long_ago(question())));
    }

    #[test]
    fn quick_turns_come_before_aged_ones() {
        let waiting = [
            long_ago(turn(6)),
            turn(4),
            long_ago(turn(1)),
            over_budget(1),
        ];
        assert_eq!(order(waiting), [2, 1, 0, 3]);
    }

    #[test]
    fn only_so_many_questions_wait() {
        let queue = Queue::new(1, 2);
        let thinking = queue.enter(question()).unwrap().try_recv().unwrap();
        let waiting = [question(), question()].map(|it| queue.enter(it).unwrap());
        assert_eq!(queue.enter(question()).err(), Some(Busy));
        assert!(queue.enter(turn(6)).is_ok(), "turns always wait");
        drop(waiting);
        assert!(queue.enter(question()).is_ok(), "nobody waits any more");
        drop(thinking);
    }

    #[test]
    fn long_tasks_give_way_to_urgent_ones() {
        let queue = Queue::new(1, 2);
        let _thinking = queue.enter(question()).unwrap();
        assert!(!queue.is_preempted(&question()), "nobody waits");
        let _waiting = queue.enter(question()).unwrap();
        assert!(!queue.is_preempted(&question()), "it is no more urgent");
        let _waiting = queue.enter(turn(4)).unwrap();
        assert!(queue.is_preempted(&question()));
        assert!(queue.is_preempted(&turn(6)));
        assert!(!queue.is_preempted(&turn(5)), "it ends at once");
        assert!(queue.is_preempted(&over_budget(6)));
        assert!(queue.is_preempted(&long_ago(turn(6))), "it is quick");
    }

    #[test]
    fn a_long_turn_interrupts_questions_only() {
        let queue = Queue::new(1, 2);
        let _thinking = queue.enter(over_budget(6)).unwrap();
        let _waiting = queue.enter(turn(6)).unwrap();
        assert!(!queue.is_preempted(&over_budget(6)));
        assert!(queue.is_preempted(&question()));
    }

    #[tokio::test]
    async fn a_task_resumes_after_giving_way() {
        let queue = Queue::new(1, 2);
        let first = question();
        let place = queue.enter(first.clone()).unwrap().try_recv().unwrap();
        let mut other = queue.enter(question()).unwrap();
        let urgent = queue.enter(turn(1)).unwrap();
        let paused = {
            let queue = queue.clone();
            spawn_blocking(move || queue.requeue(place, &first).is_some())
        };
        drop(urgent.await.unwrap());
        assert!(paused.await.unwrap());
        assert!(other.try_recv().is_ok(), "it came later");
    }

    #[test]
    fn a_place_is_not_lost_with_who_waited() {
        let queue = Queue::new(1, 2);
        let thinking = queue.enter(turn(1)).unwrap().try_recv().unwrap();
        drop(queue.enter(turn(1)).unwrap());
        let received = queue.enter(turn(2)).unwrap();
        drop(thinking);
        // The slot was sent and never taken.
        drop(received);
        assert!(queue.enter(turn(3)).unwrap().try_recv().is_ok());
    }

    #[test]
    fn a_stopped_task_leaves_the_queue() {
        let queue = Queue::new(1, 2);
        let thinking = queue.enter(turn(1)).unwrap().try_recv().unwrap();
        let stopped = question();
        let waiting = queue.enter(stopped.clone()).unwrap();
        stopped.stopped.store(true, Ordering::Relaxed);
        queue.drop_stopped();
        assert!(waiting.blocking_recv().is_err());
        drop(thinking);
    }
}
