//! Chat lines.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{members::Members, person::Person, preferences::RoomPrefix};

/// A chat line that passed the event filter: new, from a joined room, not a notice, not an edit, not by the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The room id.
    pub room: String,
    /// `true` if only the bot and the sender are in the room.
    pub direct: bool,
    /// The event id.
    pub event: String,
    /// The root event of the thread it was written in.
    pub thread: Option<String>,
    /// The sender.
    pub sender: Person,
    /// `true` if the sender's power level allows changing the room, as moderators' does.
    pub may_change_room: bool,
    /// The members of the room without the bot, whom names in the line can refer to.
    pub people: Members,
    /// `true` if it began with the bot's name or a mention of the bot, which the body omits.
    pub by_name: bool,
    /// The text; mentions are replaced by whole user ids.
    pub body: String,
    /// The time from which it counts, if its text was decrypted after it arrived: that of the arrival, or of its key if it
    /// came behind another message of its sender that waited for one.
    #[serde(default)]
    pub received: Option<Timestamp>,
    /// The time at which it arrived, if its text was decrypted later than that.
    #[serde(default)]
    pub delivered: Option<Timestamp>,
    /// The time at which it was sent, as the sender's homeserver tells.
    #[serde(default)]
    pub sent: Option<Timestamp>,
    /// Fresh randomness to deal a game or draw a colour.
    pub seed: [u8; 32],
}

impl Line {
    /// Returns the time at which it arrived, if its text was decrypted later than that.
    pub(crate) fn delivered(&self) -> Option<Timestamp> {
        // Earlier versions have stored one of the times only.
        self.delivered.or(self.received)
    }

    /// Returns the line without the members of the room, as jobs keep it.
    pub(crate) fn without_people(&self) -> Line {
        Line {
            people: Members::default(),
            ..self.clone()
        }
    }

    /// Returns whether the line may be for the bot, where a room can have a prefix of its own. For other talk the
    /// room's members need not be looked up.
    pub fn could_be_for_bot(&self, prefix: &str) -> bool {
        self.thread.is_some() || self.could_call_bot(prefix)
    }

    /// Returns whether the line may be for the bot wherever it is written, so not only as an answer in a table's thread.
    pub fn could_call_bot(&self, prefix: &str) -> bool {
        let said = self.body.trim_start();
        self.direct || self.by_name || said.starts_with(prefix) || RoomPrefix::could_begin(said)
    }

    /// Creates the line of an answer that no line has asked for, in the main timeline of a room.
    pub(crate) fn unasked(room: &str, sender: Person) -> Line {
        Line {
            room: room.to_owned(),
            direct: false,
            event: String::new(),
            thread: None,
            sender,
            may_change_room: false,
            people: Members::default(),
            by_name: false,
            body: String::new(),
            received: None,
            delivered: None,
            sent: None,
            seed: [0; 32],
        }
    }
}

#[cfg(test)]
impl Line {
    /// A line that alice types in a room, outside of threads.
    pub(crate) fn typed(body: &str) -> Line {
        Line {
            room: "!r".into(),
            direct: false,
            event: "$1".into(),
            thread: None,
            sender: Person {
                id: "@alice:x".into(),
                name: "alice".into(),
            },
            may_change_room: false,
            people: Members::default(),
            by_name: false,
            body: body.into(),
            received: None,
            delivered: None,
            sent: None,
            seed: [0; 32],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_among_people_is_not_for_the_bot() {
        let line = Line::typed;
        let check = |line: Line, expected| {
            assert_eq!(line.could_be_for_bot("!"), expected, "{line:?}");
        };
        for body in ["hello", "what a game!", "@bob:x help"] {
            check(line(body), false);
        }
        check(line("  !help"), true);
        check(line(".help"), true);
        let mut called = line("help");
        called.by_name = true;
        check(called, true);
        let mut threaded = line("b2");
        threaded.thread = Some("$root".into());
        check(threaded, true);
        let mut alone = line("b2");
        alone.direct = true;
        check(alone, true);
    }
}
