//! The log: lines on the standard error, as many as the configuration asks for.

use tracing::Level;
use tracing_subscriber::EnvFilter;

use crate::config::Log;

/// Starts the log. What other libraries say is only shown from warnings on, except that `debug`
/// and `trace` include the Matrix SDK's view of things.
pub fn start(log: &Log) {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(directives(log.level)))
        // A log that cannot be written, on a full disk or into a closed pipe, stops nothing.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    // A second start, as in tests, keeps the first log.
    let _already_started = if log.json {
        builder.json().try_init().is_err()
    } else {
        builder.with_ansi(false).try_init().is_err()
    };
}

fn directives(level: Level) -> String {
    let others = level.min(Level::WARN);
    let ours = format!("{others},icebreaker={level},tables={level},games={level}");
    #[cfg(feature = "matrix")]
    let ours = format!("{ours},{}", crate::matrix::log_directives(level));
    ours
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn libraries_are_quiet() {
        assert!(directives(Level::INFO).starts_with("WARN,icebreaker=INFO,"));
        assert!(directives(Level::ERROR).starts_with("ERROR,icebreaker=ERROR,"));
        assert!(directives(Level::TRACE).starts_with("WARN,icebreaker=TRACE,"));
        assert!(directives(Level::DEBUG).parse::<EnvFilter>().is_ok());
    }

    /// The files with Rust code in a folder and below.
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

    /// The first text in quotes, on one line and with an ellipsis for what differs.
    fn first_text(code: &str) -> Option<String> {
        let text = code.split_once('"')?.1.split_once('"')?.0;
        let mut words = Vec::new();
        for line in text.split("\\\n") {
            words.push(line.trim());
        }
        let mut rest = words.join(" ");
        while let (Some(start), Some(end)) = (rest.find('{'), rest.find('}')) {
            rest.replace_range(start..=end, "…");
        }
        Some(rest)
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
                    let Some(line) = first_text(code).filter(|line| line != "…") else {
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
