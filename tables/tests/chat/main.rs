//! Conversations with the tables: chat lines in, answers out.

mod access;
mod advice;
mod day;
mod direct;
mod duel;
mod forget;
mod room;
mod run;
mod stats;
