//! Icebreaker's outside world: the command line, the configuration, the database, and Matrix.
//!
//! A chat line travels through here like this: [`matrix::Inbox`] receives it and lets through what
//! concerns the bot, [`host::Host`] lets the tables handle it and commits all that follows to the
//! [`store::Store`], and [`outbox::Outbox`] sends the answers. What takes longer is an errand:
//! [`errands::Errands`] carries it out, and its result goes the same way from the host on.

pub mod attachment;
#[cfg(feature = "matrix")]
pub mod backoff;
#[cfg(feature = "matrix")]
pub mod backup;
#[cfg(feature = "matrix")]
pub mod cause;
pub mod clock;
pub mod config;
pub mod console;
#[cfg(feature = "matrix")]
pub mod drawing;
#[cfg(feature = "matrix")]
pub mod ending;
pub mod engine;
#[cfg(feature = "matrix")]
pub mod errands;
pub mod exit;
#[cfg(feature = "matrix")]
pub mod host;
#[cfg(feature = "matrix")]
pub mod listener;
pub mod logging;
#[cfg(feature = "matrix")]
pub mod matrix;
#[cfg(feature = "matrix")]
pub mod metrics;
#[cfg(feature = "matrix")]
pub mod outbox;
#[cfg(feature = "matrix")]
mod queues;
#[cfg(feature = "matrix")]
pub mod run;
pub mod seldom;
#[cfg(feature = "matrix")]
pub mod state_folder;
#[cfg(feature = "matrix")]
pub mod store;
pub mod terminal;
pub mod thinking;
#[cfg(feature = "matrix")]
pub mod waking;
