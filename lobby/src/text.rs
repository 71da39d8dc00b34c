//! Facts as sentences, scenes as text.

pub mod boards;
pub mod draw;
pub mod isolate;
pub mod messages;
pub mod page;
pub mod prefixed_wording;
pub mod wording;
pub mod words;
