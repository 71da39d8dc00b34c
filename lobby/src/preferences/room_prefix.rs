//! The prefix of commands that a room has chosen.

use std::{fmt, str::FromStr};

/// A room's own prefix of commands: one to three of some ASCII characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RoomPrefix {
    bytes: [u8; RoomPrefix::MAX_CHARS],
    length: usize,
}

/// The error for a text that is no prefix of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRoomPrefix;

impl RoomPrefix {
    /// Maximum number of characters.
    const MAX_CHARS: usize = 3;

    /// The accepted characters. Letters and digits would make words commands, clients take `/` for themselves,
    /// `@` and `+` begin mentions and moves, and the others are markup.
    pub const CHARS: &str = "!#$%&,-.:;=?^|~";

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// Returns whether a line could begin with the prefix of some room.
    pub fn could_begin(line: &str) -> bool {
        line.starts_with(|first| RoomPrefix::CHARS.contains(first))
    }
}

impl FromStr for RoomPrefix {
    type Err = InvalidRoomPrefix;

    fn from_str(text: &str) -> Result<RoomPrefix, InvalidRoomPrefix> {
        let mut bytes = [0; RoomPrefix::MAX_CHARS];
        let is_valid = !text.is_empty() && text.chars().all(|c| RoomPrefix::CHARS.contains(c));
        let places = bytes.get_mut(..text.len()).filter(|_| is_valid);
        places
            .ok_or(InvalidRoomPrefix)?
            .copy_from_slice(text.as_bytes());
        Ok(RoomPrefix {
            bytes,
            length: text.len(),
        })
    }
}

impl fmt::Display for RoomPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_one_to_three_signs() {
        for text in [".", "!!", "?!?", "~"] {
            let prefix: RoomPrefix = text.parse().unwrap();
            assert_eq!(prefix.to_string(), text);
            assert!(RoomPrefix::could_begin(&format!("{text}help")));
        }
        for text in ["", "a", "1", "!a", "/", "....", "!é", "! ", "`", "@", "+"] {
            assert_eq!(text.parse::<RoomPrefix>(), Err(InvalidRoomPrefix), "{text}");
        }
    }
}
