//! Conversations with the tables: chat lines in, answers out.

mod access;
mod admin;
mod advice;
mod agreed;
mod contests;
mod day;
mod direct;
mod duel;
mod forget;
mod lapse;
mod leavers;
mod lesson;
mod look;
mod names;
mod past;
mod records;
mod replay;
mod room;
mod run;
mod stats;
mod teach;
mod threads;
mod unreadable;
mod upgrade;
mod wake;
