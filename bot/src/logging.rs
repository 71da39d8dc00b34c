//! The log: lines on the standard error, as many as the configuration asks for.

use tracing::Level;
use tracing_subscriber::EnvFilter;

use crate::config::Log;

/// Starts the log. What other libraries say is only shown from warnings on, except that `debug`
/// and `trace` include the Matrix SDK's view of things.
pub fn start(log: &Log) {
    let builder = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(directives(log.level)))
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
    use super::*;

    #[test]
    fn libraries_are_quiet() {
        assert!(directives(Level::INFO).starts_with("WARN,icebreaker=INFO,"));
        assert!(directives(Level::ERROR).starts_with("ERROR,icebreaker=ERROR,"));
        assert!(directives(Level::TRACE).starts_with("WARN,icebreaker=TRACE,"));
        assert!(directives(Level::DEBUG).parse::<EnvFilter>().is_ok());
    }
}
