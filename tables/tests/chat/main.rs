//! Conversations with the tables: chat lines in, answers out.

mod duel;
mod room;
mod run;
