//! Metrics: one set of numbers, for `/metrics` and for the admin command `status`.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, atomic::AtomicU64},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use lobby::{
    admin::{AnswerTimes, Status, Tally},
    clocks::ClockStatistics,
};
use parking_lot::Mutex;
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::{Registry, Unit},
};

/// Maximum age of the last sync response of a healthy bot: the homeserver keeps a request for half a minute
/// at most.
const MAX_SYNC_AGE: Duration = Duration::from_secs(90);

/// Histogram buckets of answer times: upper bounds in seconds.
const BUCKETS: [f64; 12] = [
    0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0, 300.0, 1800.0,
];

/// Number of latest answers whose times `status` summarises.
const MAX_SAMPLES: usize = 1000;

const VERSION: &str = env!("CARGO_PKG_VERSION");

type MetricLabel = [(&'static str, &'static str); 1];

/// The metrics. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    started: Instant,
    pulse: Mutex<Pulse>,
    /// Times of the latest answers.
    recent: Mutex<VecDeque<Duration>>,
    commands: Counter,
    answer: Histogram,
    messages: Family<MetricLabel, Counter>,
    outbox: Gauge,
    tables: Family<MetricLabel, Gauge>,
    rooms: Gauge,
    undecrypted: Gauge,
    decrypt_failures: Counter,
    clock_flags: Counter,
    clock_reminders: Counter,
    clock_late: Counter,
    sync_age: Gauge<f64, AtomicU64>,
    registry: Registry,
}

/// Times of sync responses.
#[derive(Clone, Copy, Debug, Default)]
struct Pulse {
    last: Option<Instant>,
    /// Start of the current period without a failed request.
    since: Option<Instant>,
}

/// The outcome of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// Accepted by the homeserver.
    Sent,
    /// Merged into a later message, which has its content.
    Merged,
    /// Given up: it will never be accepted.
    GivenUp,
}

/// The reason for a failed health check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unhealthy {
    /// No sync response since the start.
    #[error("the homeserver has not answered yet")]
    NotYet,
    /// No sync response for this long.
    #[error("the homeserver has not answered for {} s", .0.as_secs())]
    Silence(Duration),
}

impl Metrics {
    /// Records that the homeserver has answered a sync request, or has failed to.
    pub fn synced(&self, answers: bool) {
        let mut pulse = self.0.pulse.lock();
        if answers {
            let now = Instant::now();
            pulse.last = Some(now);
            pulse.since.get_or_insert(now);
        } else {
            pulse.since = None;
        }
    }

    /// Counts a line that got an answer.
    pub fn count_command(&self) {
        self.0.commands.inc();
    }

    /// Counts a message that is added to the outbox.
    pub fn count_written(&self) {
        self.0.outbox.inc();
    }

    /// Counts the outcome of a message, which leaves the outbox.
    pub fn count_message(&self, sending: Sending) {
        let outcome = match sending {
            Sending::Sent => "sent",
            Sending::Merged => "merged",
            Sending::GivenUp => "given_up",
        };
        self.0.messages.get_or_create(&[("outcome", outcome)]).inc();
        self.0.outbox.dec();
    }

    /// Records an answer time, from the arrival of the line until the homeserver accepted the answer.
    pub fn answered_after(&self, time: Duration) {
        self.0.answer.observe(time.as_secs_f64());
        let mut recent = self.0.recent.lock();
        if recent.len() == MAX_SAMPLES {
            recent.pop_front();
        }
        recent.push_back(time);
    }

    /// Records the number of rooms that the bot is in.
    pub fn set_rooms(&self, rooms: usize) {
        self.0.rooms.set(gauged(rooms));
    }

    /// Records the numbers of open tables.
    pub fn set_tables(&self, tally: Tally) {
        for (stage, count) in [("game", tally.games), ("challenge", tally.challenges)] {
            let gauge = self.0.tables.get_or_create(&[("stage", stage)]);
            gauge.set(gauged(count));
        }
    }

    /// Records the number of events that wait for their keys, and counts the new ones.
    pub fn set_undecrypted(&self, waiting: usize, new: usize) {
        self.0.undecrypted.set(gauged(waiting));
        self.0.decrypt_failures.inc_by(new as u64);
    }

    /// Adds what has followed from the clocks of games.
    pub fn count_clocks(&self, statistics: ClockStatistics) {
        self.0.clock_flags.inc_by(statistics.flags);
        self.0.clock_reminders.inc_by(statistics.reminders);
        self.0.clock_late.inc_by(statistics.late);
    }

    /// Returns the numbers for `status`.
    pub fn status(&self) -> Status {
        let pulse = *self.0.pulse.lock();
        let passed = |since: Option<Instant>| since.map_or(0, |since| since.elapsed().as_secs());
        Status {
            version: VERSION.to_owned(),
            uptime: self.0.started.elapsed().as_secs(),
            synced: passed(pulse.since),
            sync_age: pulse.last.map(|last| last.elapsed().as_secs()),
            rooms: counted(&self.0.rooms),
            commands: self.0.commands.get(),
            answers: self.answer_times(),
            outgoing: counted(&self.0.outbox),
            undecrypted: counted(&self.0.undecrypted),
            decrypt_failures: self.0.decrypt_failures.get(),
        }
    }

    fn answer_times(&self) -> Option<AnswerTimes> {
        let mut times: Vec<Duration> = self.0.recent.lock().iter().copied().collect();
        times.sort_unstable();
        let last = times.len().checked_sub(1)?;
        let millis = |percent: usize| {
            let time = times.get(last * percent / 100)?;
            Some(time.as_millis() as u64)
        };
        Some(AnswerTimes {
            median: millis(50)?,
            slow: millis(99)?,
        })
    }

    /// Checks the health of the bot: the age of the last sync response.
    ///
    /// # Errors
    ///
    /// If there is no sync response, or the last one is too old.
    pub fn health(&self) -> Result<(), Unhealthy> {
        let last = self.0.pulse.lock().last;
        health(last.map(|last| last.elapsed()))
    }

    /// Returns the numbers in the text format of OpenMetrics, which Prometheus reads.
    ///
    /// # Errors
    ///
    /// If encoding fails, for which no cause is known.
    pub fn text(&self) -> Result<String, fmt::Error> {
        let last = self.0.pulse.lock().last.unwrap_or(self.0.started);
        self.0.sync_age.set(last.elapsed().as_secs_f64());
        let mut text = String::new();
        encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

fn health(age: Option<Duration>) -> Result<(), Unhealthy> {
    match age {
        None => Err(Unhealthy::NotYet),
        Some(age) if age > MAX_SYNC_AGE => Err(Unhealthy::Silence(age)),
        Some(_) => Ok(()),
    }
}

impl Default for Inner {
    /// Starts counting at zero.
    fn default() -> Self {
        let mut inner = Self {
            started: Instant::now(),
            pulse: Mutex::default(),
            recent: Mutex::default(),
            commands: Counter::default(),
            answer: Histogram::new(BUCKETS),
            messages: Family::default(),
            outbox: Gauge::default(),
            tables: Family::default(),
            rooms: Gauge::default(),
            undecrypted: Gauge::default(),
            decrypt_failures: Counter::default(),
            clock_flags: Counter::default(),
            clock_reminders: Counter::default(),
            clock_late: Counter::default(),
            sync_age: Gauge::default(),
            registry: Registry::with_prefix("icebreaker"),
        };
        inner.register();
        inner
    }
}

impl Inner {
    fn register(&mut self) {
        let start = SystemTime::now().duration_since(UNIX_EPOCH);
        let start_time: Gauge<f64, AtomicU64> = Gauge::default();
        start_time.set(start.map_or(0.0, |start| start.as_secs_f64()));
        let all = &mut self.registry;
        all.register("build", "The program", Info::new([("version", VERSION)]));
        for (name, help, gauge) in [
            ("start_time", "When the program was started", start_time),
            (
                "sync_age",
                "Since the homeserver has answered last, or since the start",
                self.sync_age.clone(),
            ),
        ] {
            all.register_with_unit(name, help, Unit::Seconds, gauge);
        }
        all.register_with_unit(
            "answer",
            "From the arrival of a line until the homeserver has its answer",
            Unit::Seconds,
            self.answer.clone(),
        );
        let messages = self.messages.clone();
        all.register("messages", "Messages by what became of them", messages);
        let tables = self.tables.clone();
        all.register("tables", "Open tables: challenges and games", tables);
        for (name, help, gauge) in [
            ("outbox_messages", "Messages that wait", &self.outbox),
            ("rooms", "Rooms that the bot is in", &self.rooms),
            (
                "undecrypted_events",
                "Events that wait for their keys",
                &self.undecrypted,
            ),
        ] {
            all.register(name, help, gauge.clone());
        }
        self.register_counters();
    }

    fn register_counters(&mut self) {
        for (name, help, counter) in [
            ("commands", "Lines that got an answer", &self.commands),
            (
                "decrypt_failures",
                "Events whose key was not there when they came",
                &self.decrypt_failures,
            ),
            (
                "clock_flags",
                "Games lost or cancelled as a player's time was up",
                &self.clock_flags,
            ),
            (
                "clock_reminders",
                "Reminders of players whose time was running out",
                &self.clock_reminders,
            ),
            (
                "clock_late",
                "Flags and reminders that came more than five minutes late",
                &self.clock_late,
            ),
        ] {
            self.registry.register(name, help, counter.clone());
        }
    }
}

fn gauged(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn counted(gauge: &Gauge) -> usize {
    usize::try_from(gauge.get()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_an_illness() {
        assert_eq!(health(None), Err(Unhealthy::NotYet));
        assert_eq!(health(Some(MAX_SYNC_AGE)), Ok(()));
        let age = MAX_SYNC_AGE + Duration::from_secs(1);
        assert_eq!(health(Some(age)), Err(Unhealthy::Silence(age)));
    }

    #[test]
    fn status_tells_what_was_counted() {
        let metrics = Metrics::default();
        assert_eq!(metrics.status().sync_age, None);
        assert_eq!(metrics.status().answers, None);
        metrics.synced(true);
        metrics.count_command();
        metrics.count_written();
        metrics.count_written();
        metrics.count_message(Sending::Sent);
        metrics.set_undecrypted(2, 3);
        for millis in 0..MAX_SAMPLES as u64 + 100 {
            metrics.answered_after(Duration::from_millis(millis));
        }
        let status = metrics.status();
        assert_eq!((status.commands, status.outgoing), (1, 1));
        assert_eq!((status.undecrypted, status.decrypt_failures), (2, 3));
        let times = AnswerTimes {
            median: 599,
            slow: 1089,
        };
        assert_eq!(status.answers, Some(times), "of the newest {MAX_SAMPLES}");
        assert_eq!(status.sync_age, Some(0));
    }

    /// Dashboards and alerts rely on these names.
    #[test]
    fn the_text_has_every_number() {
        let metrics = Metrics::default();
        metrics.count_written();
        metrics.count_message(Sending::GivenUp);
        metrics.answered_after(Duration::from_millis(70));
        metrics.set_tables(Tally {
            games: 3,
            challenges: 1,
        });
        metrics.count_clocks(ClockStatistics {
            flags: 2,
            reminders: 5,
            late: 1,
        });
        let text = metrics.text().unwrap();
        for line in [
            concat!(
                "icebreaker_build_info{version=\"",
                env!("CARGO_PKG_VERSION"),
                "\"} 1"
            ),
            "icebreaker_commands_total 0",
            "icebreaker_messages_total{outcome=\"given_up\"} 1",
            "icebreaker_answer_seconds_bucket{le=\"0.05\"} 0",
            "icebreaker_answer_seconds_bucket{le=\"0.1\"} 1",
            "icebreaker_answer_seconds_count 1",
            "icebreaker_tables{stage=\"game\"} 3",
            "icebreaker_tables{stage=\"challenge\"} 1",
            "icebreaker_outbox_messages 0",
            "icebreaker_rooms 0",
            "icebreaker_undecrypted_events 0",
            "icebreaker_decrypt_failures_total 0",
            "icebreaker_clock_flags_total 2",
            "icebreaker_clock_reminders_total 5",
            "icebreaker_clock_late_total 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        for name in ["start_time", "sync_age"] {
            assert!(
                text.contains(&format!("\nicebreaker_{name}_seconds ")),
                "{text}"
            );
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
