//! All end-to-end tests of a bot in rooms, in one program, so that they share a homeserver.

mod access;
mod backup;
mod clients;
mod clocks;
mod computer;
mod contest;
mod day;
mod direct;
mod duel;
mod encryption;
mod endings;
mod fair_dice;
mod federation;
mod full_disk;
mod health;
mod outages;
mod pictures;
mod recovery;
mod refusals;
mod restart;
mod run;
mod strangers;
mod upgrade;
mod verification;
