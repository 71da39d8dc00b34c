//! The log set-up: lines on standard error, filtered by the configured level.

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::{
    EnvFilter, Layer,
    layer::{Context, SubscriberExt},
    util::SubscriberInitExt,
};

use crate::{config::Log, rate_limited_log};

/// Targets whose lines are not rate limited: our crates, and `log` for libraries that do not name their
/// origin.
const OWN_CRATES: [&str; 5] = ["icebreaker", "lobby", "games", "pictures", "log"];

/// Starts the log. Libraries are logged from `warn` on, except that `debug` and `trace` include the Matrix
/// SDK.
pub fn start(log: &Log) {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(directives(log.level)))
        // Write errors are ignored: a full disk or a closed pipe must not stop the bot.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    let seldom = RateLimited {
        is_everything_wanted: log.level >= Level::DEBUG,
    };
    // A second start, as in tests, keeps the first log.
    let _already_started = if log.json {
        builder.json().finish().with(seldom).try_init().is_err()
    } else {
        let builder = builder.with_ansi(false);
        builder.finish().with(seldom).try_init().is_err()
    };
}

/// A rate limit: lines of libraries are written once an hour per call site, because outsiders can cause them
/// at will.
struct RateLimited {
    is_everything_wanted: bool,
}

impl<S: Subscriber> Layer<S> for RateLimited {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let line = event.metadata();
        let origin = line.target().split(':').next();
        self.is_everything_wanted
            || origin.is_some_and(|origin| OWN_CRATES.contains(&origin))
            || rate_limited_log::is_first(line.target(), line.name())
    }
}

fn directives(level: Level) -> String {
    let others = level.min(Level::WARN);
    let ours = format!("{others},icebreaker={level},lobby={level},games={level},pictures={level}");
    #[cfg(feature = "matrix")]
    let ours = format!("{ours},{}", crate::matrix::log_directives(level));
    ours
}

#[cfg(test)]
mod tests {
    use std::{
        fs, io,
        path::Path,
        sync::{Arc, Mutex},
    };

    use tracing::{Level, event, subscriber::with_default};

    use super::*;

    #[test]
    fn libraries_are_quiet() {
        assert!(directives(Level::INFO).starts_with("WARN,icebreaker=INFO,"));
        assert!(directives(Level::ERROR).starts_with("ERROR,icebreaker=ERROR,"));
        assert!(directives(Level::TRACE).starts_with("WARN,icebreaker=TRACE,"));
        assert!(directives(Level::DEBUG).parse::<EnvFilter>().is_ok());
    }

    /// Collects the contents of all Rust files below a folder.
    fn sources(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(fs::read_to_string(path).unwrap());
            }
        }
    }

    /// An in-memory log writer.
    #[derive(Clone, Default)]
    struct Memory(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Memory {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the number of lines that a flood writes: from a library, from its submodule, and our own.
    fn flood(is_everything_wanted: bool) -> [usize; 3] {
        let memory = Memory::default();
        let writer = memory.clone();
        let log = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .finish()
            .with(RateLimited {
                is_everything_wanted,
            });
        with_default(log, || {
            for _ in 0..100 {
                event!(target: "library", Level::WARN, "odd event");
                event!(target: "library::sync", Level::ERROR, "odd response");
                event!(target: "icebreaker::serve", Level::WARN, "our own");
            }
        });
        let text = String::from_utf8(memory.0.lock().unwrap().clone()).unwrap();
        ["odd event", "odd response", "our own"].map(|line| text.matches(line).count())
    }

    #[test]
    fn flood_lines_from_libraries_are_logged_once() {
        assert_eq!(flood(true), [100, 100, 100]);
        assert_eq!(flood(false), [1, 1, 100]);
    }

    #[test]
    fn every_line_at_warn_or_above_is_explained() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        sources(&here.join("src"), &mut found);
        let manual = fs::read_to_string(here.join("../docs/operations.md")).unwrap();
        let mut lines = 0;
        for source in found {
            for call in [concat!("warn", "!("), concat!("error", "!(")] {
                for (_, code) in source
                    .match_indices(call)
                    .map(|(at, _)| source.split_at(at))
                {
                    let Some(line) = rate_limited_log::message(code).filter(|line| line != "…")
                    else {
                        continue;
                    };
                    assert!(
                        manual.contains(&format!("`{line}`")),
                        "{line:?} is not explained"
                    );
                    lines += 1;
                }
            }
        }
        assert!(lines > 30, "only {lines} lines were found");
    }
}
