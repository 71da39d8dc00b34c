//! Monitoring of the running bot: its metrics, and the HTTP listener that answers for them.

pub mod listener;
pub mod metrics;
