//! Sentences with the prefix that their commands need in a place.

use games::{Fact, Seat};

use crate::{preferences::RoomPrefix, text::wording::Wording};

/// The prefix of commands in a place.
#[derive(Clone, Copy)]
pub enum Prefix<'a> {
    /// None, as in direct messages and at tables.
    None,
    /// The operator's.
    Operator(&'a str),
    /// The own one of a room.
    Room(RoomPrefix),
}

/// The sentences of one language, in which `$prefix` is that of a place unless a fact has one of its own.
#[derive(Clone, Copy)]
pub struct PrefixedWording<'a> {
    wording: &'a Wording,
    prefix: Prefix<'a>,
}

impl Prefix<'_> {
    /// Returns the text before a command.
    pub fn as_str(&self) -> &str {
        match self {
            Prefix::None => "",
            Prefix::Operator(prefix) => prefix,
            Prefix::Room(prefix) => prefix.as_str(),
        }
    }
}

impl<'a> PrefixedWording<'a> {
    /// Returns the sentences for a place.
    pub fn new(wording: &'a Wording, prefix: Prefix<'a>) -> PrefixedWording<'a> {
        PrefixedWording { wording, prefix }
    }

    /// Returns the sentences without a place.
    pub fn wording(self) -> &'a Wording {
        self.wording
    }

    /// Returns the sentence for a fact, see [`Wording::say`].
    pub fn say(&self, fact: &Fact, names: &[String]) -> String {
        self.wording.say_with(fact, names, self.prefix.as_str())
    }

    /// Returns the sentence of a table to its players, see [`Wording::say_at_table`].
    pub fn say_at_table(&self, fact: &Fact, names: &[String], only_person: Option<Seat>) -> String {
        let prefix = self.prefix.as_str();
        self.wording.say_at_table(fact, names, only_person, prefix)
    }

    /// Joins sentences about a turn to a paragraph.
    pub fn paragraph(&self, sentences: &[String]) -> String {
        self.wording.paragraph(sentences)
    }
}
