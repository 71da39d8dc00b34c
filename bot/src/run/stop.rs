//! Being told to stop.

use std::{future::Future, io};

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Somebody who may tell the program to stop, and then to hurry.
pub trait Stop {
    /// Waits until the program is told to stop, once more with each call.
    fn asked(&mut self) -> impl Future<Output = ()>;
}

/// The signals that end a program politely.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Takes note of signals from now on.
    ///
    /// # Errors
    ///
    /// If the system does not let it.
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
