//! The bot program: command line, configuration, database and Matrix client.
//!
//! The path of a chat line: [`matrix::Inbox`] receives the sync response and filters its events,
//! [`event_processor::EventProcessor`] has the lobby handle them and commits all effects to the
//! [`store::Store`], and [`outbox::Outbox`] sends the answers. Slow work is a job: [`jobs::JobRunner`] runs
//! it, and its result goes back to the event processor. Searches of the computer player are in [`computer`],
//! the text protocol for other programs is in [`ugi`].

// The futures of matrix-sdk are nested deeper than the default limit of 128 levels.
#![recursion_limit = "256"]

pub mod attachment;
#[cfg(feature = "matrix")]
pub mod backoff;
#[cfg(feature = "matrix")]
pub mod backup_command;
pub mod clock;
pub mod computer;
pub mod config;
pub mod console;
#[cfg(feature = "matrix")]
pub mod error_chain;
#[cfg(feature = "matrix")]
pub mod event_processor;
pub mod exit;
#[cfg(feature = "matrix")]
pub mod jobs;
#[cfg(feature = "matrix")]
mod keyed_queues;
pub mod logging;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(feature = "matrix")]
pub mod monitoring;
#[cfg(feature = "matrix")]
pub mod outbox;
#[cfg(feature = "matrix")]
pub mod scheduler;
#[cfg(feature = "matrix")]
pub mod serve;
pub mod state_folder;
#[cfg(feature = "matrix")]
pub mod store;
pub mod terminal;
#[cfg(all(test, feature = "matrix"))]
mod tests;
pub mod ugi;
