//! Requests to stop.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// A source of requests to stop: the first one to stop, the second one to hurry.
pub trait Stop {
    /// Waits for the next request.
    fn asked(&mut self) -> impl Future<Output = ()>;
}

/// The signals SIGTERM and SIGINT.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Registers handlers for the signals.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }
}

impl Stop for Signals {
    async fn asked(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
