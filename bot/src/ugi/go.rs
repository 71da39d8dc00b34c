//! Search bounds: the arguments of `go`.

use std::{num::NonZero, str::FromStr, thread, time::Duration};

use games::{Illegal, SearchLimits};
use lobby::messages::EngineMessage;

use super::options::Options;

/// Search bounds, as given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    movetime: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    infinite: bool,
}

impl Go {
    /// Returns the limits of the search.
    pub(super) fn orders(self, options: &Options) -> SearchLimits {
        let told = self.movetime.is_some() || self.depth.is_some() || self.infinite;
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes.or(told.then_some(u64::MAX)),
            hash: options.hash,
            // More threads than can run at once would only keep each other from checking the time.
            threads: options.threads.min(at_once()),
            ..SearchLimits::new(options.level, options.seed)
        }
    }

    /// Returns the time limit.
    pub(super) fn movetime(self) -> Option<Duration> {
        self.movetime
    }

    /// Returns whether nothing but `stop` ends the search.
    pub(super) fn is_endless(self) -> bool {
        self.infinite && self.movetime.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

/// Returns the number of threads that can run at once here.
fn at_once() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

impl FromStr for Go {
    type Err = Illegal;

    /// Parses the words in any order, each once; numbers are whole ones from 1.
    ///
    /// # Errors
    /// `engine-bad-form`.
    fn from_str(text: &str) -> Result<Go, Illegal> {
        let form = || {
            let form = "go [movetime MS] [depth N] [nodes N] [infinite]";
            Illegal::from(EngineMessage::BadForm { form })
        };
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let again = match word {
                "infinite" => std::mem::replace(&mut go.infinite, true),
                bound => {
                    let number: Option<u64> = words.next().and_then(|word| word.parse().ok());
                    let number = number.filter(|number| *number > 0).ok_or_else(form)?;
                    match bound {
                        "movetime" => go.movetime.replace(Duration::from_millis(number)).is_some(),
                        "depth" => {
                            let depth = u32::try_from(number).unwrap_or(u32::MAX);
                            go.depth.replace(depth).is_some()
                        }
                        "nodes" => go.nodes.replace(number).is_some(),
                        _ => return Err(form()),
                    }
                }
            };
            if again {
                return Err(form());
            }
        }
        Ok(go)
    }
}
