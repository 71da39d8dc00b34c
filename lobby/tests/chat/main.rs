//! Conversations with the bot: chat lines in, replies out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    reason = "a test that finds something amiss fails"
)]

mod access;
mod admin;
mod advice;
mod agreed;
mod alike;
mod clock_commands;
mod clocks;
mod computer;
mod contests;
mod conversations;
mod copied;
mod day;
mod direct;
mod duel;
mod duels;
mod endless;
mod evening;
mod fair_clocks;
mod forget;
mod fortnight;
mod lapse;
mod leavers;
mod left_room_clocks;
mod lengths;
mod lesson;
mod lesson_help;
mod look;
mod mine;
mod names;
mod newcomer;
mod notices;
mod numbers;
mod outages;
mod past;
mod puzzle;
mod puzzle_help;
mod puzzle_left;
mod questions;
mod records;
mod replay;
mod room;
mod rooms;
mod rows;
mod run;
mod seeks;
mod settings;
mod stats;
mod switched;
mod talk;
mod teach;
mod threads;
mod topics;
mod unreadable;
mod upgrade;
mod wake;
mod watching;
