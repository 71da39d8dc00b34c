//! The log set-up: lines on standard error, filtered by the configured level.

pub mod rate_limited;

use std::io;

use tracing::{Event, Level, Subscriber};
use tracing_subscriber::{
    EnvFilter, Layer,
    layer::{Context, SubscriberExt},
    util::SubscriberInitExt,
};

use crate::config::Log;

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
        .with_writer(|| EscapingWriter {
            writer: io::stderr(),
            format: Format::Text,
        });
    let rate_limit = RateLimited {
        is_everything_wanted: log.level >= Level::DEBUG,
    };
    // A second start, as in tests, keeps the first log.
    let _already_started = if log.json {
        let builder = builder.with_writer(|| EscapingWriter {
            writer: io::stderr(),
            format: Format::Json,
        });
        builder.json().finish().with(rate_limit).try_init().is_err()
    } else {
        let builder = builder.with_ansi(false);
        builder.finish().with(rate_limit).try_init().is_err()
    };
}

/// Returns a line in which control characters and those that change the direction of text are escaped, so that text of
/// others neither forges lines nor controls a terminal.
pub fn escaped(line: &str) -> String {
    Format::Text.escaped(line)
}

/// The format of lines.
#[derive(Clone, Copy, Debug)]
enum Format {
    Text,
    Json,
}

impl Format {
    fn escaped(self, line: &str) -> String {
        let mut escaped = String::with_capacity(line.len());
        for character in line.chars() {
            if !character.is_control() && !is_directional(character) {
                escaped.push(character);
            } else {
                match self {
                    Self::Text => escaped.extend(character.escape_default()),
                    // All of them have one unit in UTF-16.
                    Self::Json => escaped += &format!("\\u{:04x}", u32::from(character)),
                }
            }
        }
        escaped
    }
}

/// A writer of [`escaped`] lines: ids are made up by other servers.
struct EscapingWriter<W> {
    writer: W,
    format: Format,
}

impl<W: io::Write> io::Write for EscapingWriter<W> {
    /// Writes one line, which has its line feed at the end.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        let (text, end) = match text.strip_suffix('\n') {
            Some(text) => (text, "\n"),
            None => (&*text, ""),
        };
        let escaped = self.format.escaped(text) + end;
        self.writer.write_all(escaped.as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns whether a character changes the direction of the text after it, or ends a line for some viewers.
fn is_directional(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
            || rate_limited::is_first(line.target(), line.name())
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

    /// Writes a line with a made-up id in a format, and returns it.
    fn written(format: Format) -> String {
        let memory = Memory::default();
        let writer = memory.clone();
        let log = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(move || EscapingWriter {
                writer: writer.clone(),
                format,
            });
        let write =
            || event!(Level::INFO, room = %"!a\nERROR\u{1b}[2J\u{202e}\u{85}:x", "joined room");
        match format {
            Format::Text => with_default(log.finish(), write),
            Format::Json => with_default(log.json().finish(), write),
        }
        String::from_utf8(memory.0.lock().unwrap().clone()).unwrap()
    }

    #[test]
    fn made_up_ids_forge_no_lines() {
        let line = written(Format::Text);
        assert!(
            line.ends_with("!a\\nERROR\\u{1b}[2J\\u{202e}\\u{85}:x\n"),
            "{line}"
        );
        assert_eq!(line.lines().count(), 1);
    }

    #[test]
    fn made_up_ids_are_valid_json() {
        let line = written(Format::Json);
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        let room = "!a\nERROR\u{1b}[2J\u{202e}\u{85}:x";
        assert_eq!(read["fields"]["room"], room);
        assert!(!line.contains('\u{202e}'), "{line}");
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
                    let Some(line) = rate_limited::message(code).filter(|line| line != "…")
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
