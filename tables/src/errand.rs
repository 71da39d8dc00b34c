//! Work that takes the outside world, or long thinking. An errand is stored with everything else
//! that a line leads to, carried out after that, and its result comes back as an
//! [`Incoming`](crate::Incoming).

use serde::{Deserialize, Serialize};

use crate::{
    chat::{Incoming, Line},
    command::Run,
};

/// Something to be carried out, and everything that has to be known when it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Errand {
    /// Find or open the direct message with the writer of a line.
    OpenDirect(RunElsewhere),
}

impl Errand {
    /// The user who waits for it. The errands of one user are carried out one after another.
    pub fn user(&self) -> &str {
        match self {
            Errand::OpenDirect(asked) => &asked.line.sender.id,
        }
    }

    /// What comes in when it cannot be carried out.
    pub fn failed(self) -> Incoming {
        match self {
            Errand::OpenDirect(asked) => Incoming::DirectOpened(asked, Err(NoDirect::Unreachable)),
        }
    }
}

/// A run that was asked for in a room, but is made in the direct message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunElsewhere {
    /// The line in the room, without the members of the room.
    pub line: Line,
    /// What is wished for the run.
    pub wish: Run,
}

/// The direct message with a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// The room's id.
    pub room: String,
    /// Whether the user is in it, and not only invited.
    pub joined: bool,
}

/// Why there is no direct message with a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDirect {
    /// The homeserver does not let the bot open one, or does not let it invite the user.
    Refused,
    /// The homeserver, or the user's, was not to be reached for long.
    Unreachable,
}
