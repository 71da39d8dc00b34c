//! Keys under which settings are stored.

use std::{fmt, str::FromStr};

use crate::day::Day;

/// The key of a stored setting, written as `room/!id:example.org`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// Settings of a room, `room/ID`: [`SettingValues`](crate::preferences::SettingValues).
    Room(String),
    /// Settings of a person, `player/ID`: [`SettingValues`](crate::preferences::SettingValues).
    Player(String),
    /// A player's puzzle progress, `puzzles/ID`: a [`PuzzleScore`](crate::players::results::PuzzleScore).
    Puzzles(String),
    /// A player's results against the computer, `computer/ID`: a
    /// [`ComputerResults`](crate::players::results::ComputerResults).
    Computer(String),
    /// The seed of a day's run in hexadecimal, `day/2026-11-21`. Random, since the program is public and a seed
    /// derived from the date could be predicted.
    Day(Day),
    /// A user who was forgotten after the run or the puzzle of a day, `tried/2026-11-21/FINGERPRINT`.
    Tried(Day, String),
    /// A user blocked by an admin, `blocked/ID`.
    Blocked(String),
    /// A room left because its state was too large, `left/ID`: the time of leaving.
    Left(String),
    /// A room that the bot is in, `joined/ID`: the time at which it joined.
    Joined(String),
    /// The outages of the bot, `uptime/all`: an [`Uptime`](crate::clocks::Uptime).
    Uptime,
    /// The last digest of a person who wants them, `digest/ID`.
    Digest(String),
    /// The room of the direct message with a user, `direct/ID`.
    Direct(String),
    /// The time of the last notice to a player that games wait for their turn, `turn-notice/ID`.
    TurnNotice(String),
    /// Vacations and weekends of a player, `absence/ID`: an [`Absence`](crate::clocks::Absence).
    Absence(String),
    /// A user who was warned on a day that messages in a room cannot be decrypted, `unreadable/2026-11-21/ROOM
    /// USER`.
    Unreadable(Day, String),
}

/// The error for a text that is no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidKey(String);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Room(room) => write!(f, "room/{room}"),
            Key::Player(player) => write!(f, "player/{player}"),
            Key::Puzzles(player) => write!(f, "puzzles/{player}"),
            Key::Computer(player) => write!(f, "computer/{player}"),
            Key::Day(day) => write!(f, "day/{day}"),
            Key::Left(room) => write!(f, "left/{room}"),
            Key::Joined(room) => write!(f, "joined/{room}"),
            Key::Blocked(user) => write!(f, "blocked/{user}"),
            Key::Uptime => write!(f, "uptime/all"),
            Key::Digest(user) => write!(f, "digest/{user}"),
            Key::Direct(user) => write!(f, "direct/{user}"),
            Key::TurnNotice(user) => write!(f, "turn-notice/{user}"),
            Key::Absence(player) => write!(f, "absence/{player}"),
            Key::Unreadable(day, who) => write!(f, "unreadable/{day}/{who}"),
            Key::Tried(day, fingerprint) => write!(f, "tried/{day}/{fingerprint}"),
        }
    }
}

impl FromStr for Key {
    type Err = InvalidKey;

    fn from_str(text: &str) -> Result<Key, InvalidKey> {
        let fail = || InvalidKey(text.to_owned());
        let day = |day: &str| day.parse::<Day>().map_err(|_| fail());
        match text.split_once('/').ok_or_else(fail)? {
            ("room", room) => Ok(Key::Room(room.to_owned())),
            ("player", player) => Ok(Key::Player(player.to_owned())),
            ("puzzles", player) => Ok(Key::Puzzles(player.to_owned())),
            ("computer", player) => Ok(Key::Computer(player.to_owned())),
            ("left", room) => Ok(Key::Left(room.to_owned())),
            ("joined", room) => Ok(Key::Joined(room.to_owned())),
            ("blocked", user) => Ok(Key::Blocked(user.to_owned())),
            ("uptime", "all") => Ok(Key::Uptime),
            ("digest", user) => Ok(Key::Digest(user.to_owned())),
            ("direct", user) => Ok(Key::Direct(user.to_owned())),
            ("turn-notice", user) => Ok(Key::TurnNotice(user.to_owned())),
            ("absence", player) => Ok(Key::Absence(player.to_owned())),
            ("day", rest) => Ok(Key::Day(day(rest)?)),
            ("tried", rest) => {
                let (rest, fingerprint) = rest.split_once('/').ok_or_else(fail)?;
                Ok(Key::Tried(day(rest)?, fingerprint.to_owned()))
            }
            ("unreadable", rest) => {
                let (rest, who) = rest.split_once('/').ok_or_else(fail)?;
                Ok(Key::Unreadable(day(rest)?, who.to_owned()))
            }
            _ => Err(fail()),
        }
    }
}

impl fmt::Display for InvalidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no name of anything that is set", self.0)
    }
}

impl std::error::Error for InvalidKey {}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn keys_are_read_as_they_are_written() {
        for key in [
            Key::Room("!a/b:example.org".into()),
            Key::Player("@a/b:example.org".into()),
            Key::Puzzles("@a/b:example.org".into()),
            Key::Computer("@a/b:example.org".into()),
            Key::Day(day("2026-11-21")),
            Key::Tried(day("2026-11-21"), "ab12".into()),
            Key::Blocked("@a/b:example.org".into()),
            Key::Left("!a/b:example.org".into()),
            Key::Joined("!a/b:example.org".into()),
            Key::Uptime,
            Key::Digest("@a/b:example.org".into()),
            Key::Direct("@a/b:example.org".into()),
            Key::TurnNotice("@a/b:example.org".into()),
            Key::Absence("@a/b:example.org".into()),
            Key::Unreadable(day("2026-11-21"), "!a/b:x @a/b:example.org".into()),
        ] {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        for text in ["", "room", "day/today", "tried/2026-11-21", "colour/blue"] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }
}
