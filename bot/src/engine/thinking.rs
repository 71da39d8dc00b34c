//! Thinking on a thread of its own.

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

use games::{Illegal, Orders, Play, Thought, Value, actions};
use tables::messages::engine::EngineMessage;

use super::{Event, go::Go};

/// Thinking under way.
pub(super) struct Thinking {
    stop: Arc<AtomicBool>,
    endless: bool,
}

impl Thinking {
    /// Begins to think about a position in which there is something to think about. What is found
    /// out comes as events, at last one [`Event::Thought`].
    pub(super) fn begin(
        position: Box<dyn Play>,
        go: Go,
        orders: Orders,
        events: SyncSender<Event>,
    ) -> Result<Thinking, Illegal> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let begin = Instant::now();
        let think = move || {
            let mut reporter = Reporter {
                begin,
                told: (0, 0),
                events,
            };
            let mut watch = |thought: &Thought| {
                let late = go.movetime().is_some_and(|time| begin.elapsed() >= time);
                if late || stopped.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                reporter.depth(thought)
            };
            let thought = position.think(&orders, &mut watch);
            reporter.end(thought);
        };
        let thread = thread::Builder::new().name("thinking".to_owned());
        thread
            .spawn(think)
            .map_err(|error| EngineMessage::NoThread {
                reason: error.to_string(),
            })?;
        Ok(Thinking {
            stop,
            endless: go.is_endless(),
        })
    }

    /// The best so far is enough.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it can only be stopped by somebody.
    pub(super) fn is_endless(&self) -> bool {
        self.endless
    }
}

/// Nobody asks any more when the thinker's conversation is over.
impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Makes events of thoughts.
struct Reporter {
    begin: Instant,
    /// The depth and the nodes that were told last.
    told: (u32, u64),
    events: SyncSender<Event>,
}

impl Reporter {
    /// Tells of a thought that has come further than what was told.
    fn depth(&mut self, thought: &Thought) -> ControlFlow<()> {
        if thought.depth <= self.told.0 {
            return ControlFlow::Continue(());
        }
        self.told = (thought.depth, thought.nodes);
        match self.events.send(Event::Info(self.info(thought))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Tells what came of it: all that was looked at, if that was more since, and the turn.
    fn end(&mut self, thought: Option<Thought>) {
        let more = |thought: &&Thought| self.told != (thought.depth, thought.nodes);
        let info = thought
            .as_ref()
            .filter(more)
            .map(|thought| self.info(thought));
        let turn = thought.map(|thought| actions::join(&thought.turn));
        let info = info.map(Event::Info).into_iter();
        let mut last = info.chain([Event::Thought(turn)]);
        // Nobody is there to be told when the conversation is over.
        let _over = last.try_for_each(|event| self.events.send(event));
    }

    fn info(&self, thought: &Thought) -> String {
        let time = self.begin.elapsed();
        let per_second = u128::from(thought.nodes) * 1_000_000 / time.as_micros().max(1);
        let mut line = format!("info depth {} score ", thought.depth);
        // Writing into a text cannot fail.
        let _written = match thought.value {
            Value::Score(score) => write!(line, "cp {score}"),
            Value::Wins(turns) => write!(line, "wins {turns}"),
            Value::Loses(turns) => write!(line, "loses {turns}"),
        };
        format!(
            "{line} nodes {} nps {per_second} time {} pv {}",
            thought.nodes,
            time.as_millis(),
            actions::join(&thought.line)
        )
    }
}
