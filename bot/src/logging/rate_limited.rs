//! Rate-limited logging of lines that outsiders can cause at will: each is written once an hour per room or
//! server, and a summary at the end of the hour counts the suppressed ones.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Maximum number of counters, one per line and place; beyond it, all new places share the place `others`.
const MAX_COUNTED: usize = 1000;

static COUNTS: LazyLock<LineCounts> = LazyLock::new(LineCounts::default);

/// Writes a log line if it is the first of its kind for a place within the hour: `log_rate_limited!(room, info!(room,
/// "…"))`.
#[cfg(feature = "matrix")]
macro_rules! log_rate_limited {
    ($place:expr, $level:ident!($($line:tt)*)) => {
        if $crate::logging::rate_limited::is_first($place, concat!(stringify!($level), " ", stringify!($($line)*))) {
            tracing::$level!($($line)*);
        }
    };
}
#[cfg(feature = "matrix")]
pub(crate) use log_rate_limited;

/// Returns whether a line, identified by its source, is the first of its kind for a place within the hour.
pub fn is_first(place: &str, line: &'static str) -> bool {
    COUNTS.count(place, line, Instant::now()) == 1
}

/// Returns the earliest end of a counted hour; an hour from now if nothing is counted.
#[cfg(feature = "matrix")]
pub fn next_summary() -> Instant {
    let next = COUNTS.locked().values().map(|count| count.since).min();
    next.unwrap_or_else(Instant::now) + HOUR
}

/// Logs the number of suppressed lines of each hour that has ended.
pub fn log_suppressed() {
    for (place, line, times) in COUNTS.take_ended(Instant::now()) {
        let text = message(line).unwrap_or_else(|| line.to_owned());
        let more = times - 1;
        macro_rules! log_summary {
            ($level:ident) => {
                tracing::$level!(
                    place,
                    count = more,
                    line = text,
                    "repeated lines suppressed"
                )
            };
        }
        match line.split_once(' ') {
            Some(("info", _)) => log_summary!(info),
            Some(("error", _)) => log_summary!(error),
            _ => log_summary!(warn),
        }
    }
}

/// Returns the server of a user id. Limits apply per server, because a server can have any number of users.
pub fn server(user: &str) -> &str {
    user.split_once(':').map_or(user, |(_, server)| server)
}

/// Returns the first string in the source of a log line, on one line and with an ellipsis for each
/// placeholder.
pub fn message(source: &str) -> Option<String> {
    let text = source.split_once('"')?.1.split_once('"')?.0;
    let lines: Vec<&str> = text.split("\\\n").map(str::trim).collect();
    let mut text = lines.join(" ");
    while let (Some(start), Some(end)) = (text.find('{'), text.find('}')) {
        text.replace_range(start..=end, "…");
    }
    Some(text)
}

/// Counters of log lines, each for an hour that begins with the first line.
#[derive(Debug, Default)]
struct LineCounts {
    counts: Mutex<HashMap<(String, &'static str), Count>>,
}

#[derive(Debug)]
struct Count {
    since: Instant,
    times: u64,
}

impl LineCounts {
    /// Counts a line and returns its number within the hour.
    fn count(&self, place: &str, line: &'static str, now: Instant) -> u64 {
        let mut counts = self.locked();
        let mut key = (place.to_owned(), line);
        if counts.len() >= MAX_COUNTED && !counts.contains_key(&key) {
            key.0 = "others".to_owned();
        }
        let new = Count {
            since: now,
            times: 0,
        };
        let count = counts.entry(key).or_insert(new);
        count.times += 1;
        count.times
    }

    /// Removes the counters whose hour is over and returns those of more than one line.
    fn take_ended(&self, now: Instant) -> Vec<(String, &'static str, u64)> {
        let is_over = |count: &Count| now.saturating_duration_since(count.since) >= HOUR;
        let mut counts = self.locked();
        let ended = counts.extract_if(|_, count| is_over(count));
        let ended = ended.map(|((place, line), count)| (place, line, count.times));
        ended.filter(|(_, _, times)| *times > 1).collect()
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<(String, &'static str), Count>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_summarised_per_room_and_hour() {
        let (counts, begin) = (LineCounts::default(), Instant::now());
        let at = |minutes: u64| begin + Duration::from_secs(60 * minutes);
        let flood = |room: &str, minutes: u64, lines: u64| {
            let numbers = (0..lines).map(|_| counts.count(room, "no key", at(minutes)));
            numbers.filter(|count| *count == 1).count()
        };
        assert_eq!(flood("!a", 0, 5000), 1);
        assert_eq!(flood("!b", 30, 1), 1);
        assert_eq!(flood("!a", 59, 200), 0);
        assert_eq!(counts.count("!a", "too many", at(59)), 1, "another line");
        assert_eq!(counts.take_ended(at(59)), []);
        let ended = counts.take_ended(at(60));
        assert_eq!(ended, [("!a".to_owned(), "no key", 5200)]);
        assert_eq!(flood("!a", 61, 2), 1);
        // A line that came once needs no summary.
        assert_eq!(counts.take_ended(at(90)), []);
        assert_eq!(flood("!b", 91, 2), 1);
    }

    #[test]
    fn a_flood_of_rooms_is_bounded_as_well() {
        let (counts, now) = (LineCounts::default(), Instant::now());
        let rooms = (0..3 * MAX_COUNTED).map(|room| counts.count(&room.to_string(), "no key", now));
        let lines = rooms.filter(|count| *count == 1).count();
        assert_eq!(
            (lines, counts.locked().len()),
            (MAX_COUNTED + 1, MAX_COUNTED + 1)
        );
        let others = counts.take_ended(now + HOUR);
        assert_eq!(
            others,
            [("others".to_owned(), "no key", 2 * MAX_COUNTED as u64)]
        );
        assert!(counts.locked().is_empty());
    }

    #[cfg(feature = "matrix")]
    #[test]
    fn suppressed_lines_are_not_formatted() {
        let written = std::cell::Cell::new(0);
        let log = tracing_subscriber::fmt().with_writer(std::io::sink);
        tracing::subscriber::with_default(log.finish(), || {
            for place in ["!a", "!b", "!a", "!a", "!b"] {
                let note = || written.replace(written.get() + 1);
                log_rate_limited!(place, info!(place, "for the {} time", note()));
            }
        });
        assert_eq!(written.get(), 2);
    }

    #[test]
    fn a_line_is_known_by_its_message() {
        let source =
            "room, event = waiting.event, \"{MAX_COUNTED} events \\\n   wait: {}\", reason";
        assert_eq!(message(source).as_deref(), Some("… events wait: …"));
        assert_eq!(message("event src/sync.rs:7"), None);
    }

    #[test]
    fn a_server_is_one_place_whoever_it_sends() {
        assert_eq!(server("@a:evil.org"), server("@b:evil.org"));
        assert_eq!(
            (server("@a:x:8448"), server("odd"), server("")),
            ("x:8448", "odd", "")
        );
    }
}
