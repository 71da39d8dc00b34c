//! Values of settings that are one of a few words.

use std::{fmt, str::FromStr};

use games::{Entry, search::Level};

use crate::command::{level_name, named_level};

/// The error for a word that is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownWord;

/// The interval of messages with what waits for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Digest {
    /// None.
    #[default]
    Off,
    /// One a day.
    Daily,
    /// One a week.
    Weekly,
}

/// The listing of a person in leaderboards and other public lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// They are listed.
    #[default]
    Public,
    /// They are left out.
    Private,
}

/// The level of the computer, written as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelName(pub Level);

/// The id of a game for two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelId(&'static str);

impl DuelId {
    /// The game where none is set.
    pub const USUAL: DuelId = DuelId("matrx");

    /// Returns the id in the CATALOG.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl FromStr for Digest {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Digest, UnknownWord> {
        match text {
            "off" => Ok(Digest::Off),
            "daily" => Ok(Digest::Daily),
            "weekly" => Ok(Digest::Weekly),
            _ => Err(UnknownWord),
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Digest::Off => "off",
            Digest::Daily => "daily",
            Digest::Weekly => "weekly",
        })
    }
}

impl FromStr for Listing {
    type Err = UnknownWord;

    /// Parses the word, or that of the command `me`.
    fn from_str(text: &str) -> Result<Listing, UnknownWord> {
        match text {
            "public" | "on" => Ok(Listing::Public),
            "private" | "off" => Ok(Listing::Private),
            _ => Err(UnknownWord),
        }
    }
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Listing::Public => "public",
            Listing::Private => "private",
        })
    }
}

impl FromStr for LevelName {
    type Err = UnknownWord;

    /// Parses the name or the number.
    fn from_str(text: &str) -> Result<LevelName, UnknownWord> {
        let level = named_level(text).or_else(|| text.parse().ok());
        level.map(LevelName).ok_or(UnknownWord)
    }
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(level_name(self.0))
    }
}

impl FromStr for DuelId {
    type Err = UnknownWord;

    /// Finds the game with this id or another name.
    fn from_str(text: &str) -> Result<DuelId, UnknownWord> {
        let entry = Entry::named(text).filter(|entry| entry.seats == 2);
        entry.map(|entry| DuelId(entry.id)).ok_or(UnknownWord)
    }
}

impl fmt::Display for DuelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for digest in [Digest::Off, Digest::Daily, Digest::Weekly] {
            assert_eq!(digest.to_string().parse(), Ok(digest));
        }
        for listing in [Listing::Public, Listing::Private] {
            assert_eq!(listing.to_string().parse(), Ok(listing));
        }
        for level in Level::ALL.map(LevelName) {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.0.number().to_string().parse(), Ok(level));
        }
        for entry in games::CATALOG {
            let read = entry.id.parse::<DuelId>().map(DuelId::as_str);
            assert_eq!(read.ok(), (entry.seats == 2).then_some(entry.id));
        }
        assert_eq!("matrx".parse(), Ok(DuelId::USUAL));
    }
}
