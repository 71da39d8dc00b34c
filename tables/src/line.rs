//! What people write.

use serde::{Deserialize, Serialize};

use crate::{members::Members, person::Person};

/// A chat line that has passed the gate: from a joined room, new, no notice, no edit, not by the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The room's id.
    pub room: String,
    /// Whether only the bot and the sender are in the room.
    pub direct: bool,
    /// The event's id.
    pub event: String,
    /// The root event of the thread in which it was written.
    pub thread: Option<String>,
    /// Who wrote it.
    pub sender: Person,
    /// Whether the sender has the power to change the room, as its moderators have.
    pub may_change_room: bool,
    /// Who else could be meant by a name in it: the members of the room, the bot left out.
    pub people: Members,
    /// Whether it began with the bot's name, or a mention of the bot, which the body leaves out.
    pub by_name: bool,
    /// What was written; mentions as whole user ids.
    pub body: String,
    /// Fresh randomness, used when a game or a colour has to be dealt.
    pub seed: [u8; 32],
}

impl Line {
    /// Whether this can be for the bot: who has to be known for nothing more than talk in a room need not
    /// be asked for.
    pub fn could_be_for_bot(&self, prefix: &str) -> bool {
        let is_called = self.by_name || self.body.trim_start().starts_with(prefix);
        self.direct || self.thread.is_some() || is_called
    }
}

#[cfg(test)]
impl Line {
    /// What alice types in a room, outside of threads.
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
