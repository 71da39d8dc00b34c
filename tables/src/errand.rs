//! Work that takes the outside world, or long thinking. An errand is stored with everything else
//! that a line leads to, carried out after that, and its result comes back as an
//! [`Incoming`](crate::Incoming).

use std::{cmp::Reverse, collections::BTreeMap};

use games::{Fact, Live, Seed, search};
use serde::{Deserialize, Serialize};

use crate::{admin::AdminWish, command::Run, line::Line, saved::Saved};

/// Something to be carried out, and everything that has to be known when it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errand {
    /// Find or open the direct message with the writer of a line, unless it was written there.
    OpenDirect(RunElsewhere),
    /// Let the computer player think about a game.
    Think(Question),
    /// Find games that are over and no longer at hand in the store.
    Recall(Recall),
    /// Find out or do something for an admin.
    Administer(AdminWish),
    /// Go into the room that takes the place of another one.
    Follow(Upgrade),
}

impl Errand {
    /// The user, or the room, that waits for it. The errands of one are carried out one after another.
    pub fn user(&self) -> &str {
        match self {
            Errand::OpenDirect(asked) => &asked.line.sender.id,
            Errand::Think(question) => &question.line.sender.id,
            Errand::Recall(recall) => &recall.line.sender.id,
            Errand::Administer(wish) => &wish.line.sender.id,
            Errand::Follow(upgrade) => &upgrade.room,
        }
    }
}

/// A run that was asked for in a room, but is made in the direct message; or there, by somebody who
/// is in the middle of a run in another room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunElsewhere {
    /// The line in the room, without the members of the room.
    pub line: Line,
    /// What is wished for the run.
    pub wish: Run,
    /// The other rooms in which the writer is in the middle of a run.
    #[serde(default)]
    pub runs_in: Vec<String>,
}

/// The direct message with a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// The room's id.
    pub room: String,
    /// Whether the user is in it, and not only invited.
    pub joined: bool,
    /// Those of the rooms of their runs that the user cannot get into any more.
    pub lost: Vec<String>,
}

/// Why there is no direct message with a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDirect {
    /// The homeserver does not let the bot open one, or does not let it invite the user.
    Refused,
    /// The user has been invited so often within an hour that it has to be enough.
    Invited,
    /// The homeserver, or the user's, was not to be reached for long.
    Unreachable,
}

/// What somebody asks about games that are over and no longer at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recall {
    /// The line in which it was asked for, without the members of the room. It is read once more as
    /// soon as what it is about has been found.
    pub line: Line,
    /// The number of the table that it is about; without one it is about the newest games of its room
    /// that are over.
    pub table: Option<u32>,
}

impl Recall {
    /// As many games of a room are listed.
    pub const LISTED: usize = 10;

    /// What it finds where all tables are at hand by their numbers.
    pub fn among(&self, tables: &BTreeMap<u32, Saved>) -> Vec<Saved> {
        match self.table {
            Some(table) => tables.get(&table).cloned().into_iter().collect(),
            None => {
                let room = &self.line.room;
                let over = tables.values().filter(|saved| saved.is_listed_in(room));
                let mut over: Vec<&Saved> = over.collect();
                over.sort_by_key(|saved| Reverse((saved.ended_on(), saved.id)));
                over.into_iter().take(Recall::LISTED).cloned().collect()
            }
        }
    }
}

/// A room whose place another one takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upgrade {
    /// The room's id.
    pub room: String,
    /// The id of the room that takes its place.
    pub successor: String,
}

/// What is asked of the computer player about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The line with the question, without the members of the room. Its randomness deals the
    /// play-outs.
    pub line: Line,
    /// The table's number.
    pub table: u32,
    /// The game as a text record.
    pub record: String,
    /// What is to be told.
    pub wanted: Wanted,
}

/// What the computer player is to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// What it would do, and why.
    Hint,
    /// How likely the game is won.
    Odds,
}

/// What the computer player thinks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What it would do.
    pub action: String,
    /// How often it wins then, in percent.
    pub wins: u8,
    /// By how much that may be wrong, in percent, in all but one of twenty cases.
    pub margin: u8,
    /// Why it would do that, most important first.
    pub why: Vec<Fact>,
}

impl Question {
    /// Thinks about it, which takes some tenths of a second. The same question has the same answer;
    /// `None` if there is nothing to be said about that game.
    pub fn think(&self) -> Option<Thought> {
        let live = Live::replay(&self.record.parse().ok()?).ok()?;
        let advice = live.advise(search::BUDGET, Seed(self.line.seed))?;
        Some(Thought {
            action: advice.action,
            wins: percent(advice.wins),
            // Play-outs are never quite sure.
            margin: percent(2.0 * advice.error).max(1),
            why: advice.why,
        })
    }
}

fn percent(share: f64) -> u8 {
    // Never more than 100, which fits.
    (100.0 * share).round().clamp(0.0, 100.0) as u8
}
