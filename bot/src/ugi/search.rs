//! Searches on a thread of their own.

use std::{
    fmt::Write,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::SyncSender,
    },
    thread,
    time::Instant,
};

use games::{Illegal, Play, SearchLimits, SearchResult, Value, actions};
use lobby::messages::EngineMessage;

use super::{Event, go::Go};

/// A running search.
pub(super) struct Search {
    stop: Arc<AtomicBool>,
    endless: bool,
}

impl Search {
    /// Starts a search of a position where the game goes on. Its results come as events, the last one being
    /// [`Event::BestTurn`].
    pub(super) fn begin(
        position: Box<dyn Play>,
        go: Go,
        limits: SearchLimits,
        events: SyncSender<Event>,
    ) -> Result<Search, Illegal> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let begin = Instant::now();
        let think = move || {
            let mut reporter = Reporter {
                begin,
                last_reported: (0, 0),
                events,
            };
            let mut watch = |result: &SearchResult| {
                let late = go.movetime().is_some_and(|time| begin.elapsed() >= time);
                if late || stopped.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                reporter.report_depth(result)
            };
            let result = position.think(&limits, &mut watch);
            reporter.report_end(result);
        };
        let thread = thread::Builder::new().name("thinking".to_owned());
        thread
            .spawn(think)
            .map_err(|error| EngineMessage::NoThread {
                reason: error.to_string(),
            })?;
        Ok(Search {
            stop,
            endless: go.is_endless(),
        })
    }

    /// Stops the search, which then reports the best turn so far.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether nothing but [`Search::stop`] ends the search.
    pub(super) fn is_endless(&self) -> bool {
        self.endless
    }
}

/// Stops the search when the conversation is over.
impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The sender of search results as events.
struct Reporter {
    begin: Instant,
    /// The depth and the nodes of the last report.
    last_reported: (u32, u64),
    events: SyncSender<Event>,
}

impl Reporter {
    /// Reports a result of greater depth than the last one.
    fn report_depth(&mut self, result: &SearchResult) -> ControlFlow<()> {
        if result.depth <= self.last_reported.0 {
            return ControlFlow::Continue(());
        }
        self.last_reported = (result.depth, result.nodes);
        match self.events.send(Event::Info(self.info(result))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Reports the end: a last `info` if more was searched since the one before, and the turn.
    fn report_end(&mut self, result: Option<SearchResult>) {
        let more = |result: &&SearchResult| self.last_reported != (result.depth, result.nodes);
        let info = result.as_ref().filter(more).map(|result| self.info(result));
        let turn = result.map(|result| actions::join(&result.turn));
        let info = info.map(Event::Info).into_iter();
        let mut last = info.chain([Event::BestTurn(turn)]);
        // The receiver is gone once the conversation is over.
        let _over = last.try_for_each(|event| self.events.send(event));
    }

    fn info(&self, result: &SearchResult) -> String {
        let time = self.begin.elapsed();
        let per_second = u128::from(result.nodes) * 1_000_000 / time.as_micros().max(1);
        let mut line = format!("info depth {} score ", result.depth);
        // Writing to a string cannot fail.
        let _written = match result.value {
            Value::Score(score) => write!(line, "cp {score}"),
            Value::Wins(turns) => write!(line, "wins {turns}"),
            Value::Loses(turns) => write!(line, "loses {turns}"),
        };
        format!(
            "{line} nodes {} nps {per_second} time {} pv {}",
            result.nodes,
            time.as_millis(),
            actions::join(&result.line)
        )
    }
}
