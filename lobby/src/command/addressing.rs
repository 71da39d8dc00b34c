//! Parsing of lines: how a line addresses the bot, and its request.

use crate::{
    access::permission,
    command::{self, Addressed, AdminCommand, Command, CommandError},
    context::Context,
    tables::TableIndex,
};

/// Rate-limit cost of a replay, in commands: it takes as much time and space as many boards.
const REPLAY_COST: u32 = 5;

/// The way a line was addressed to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// With the prefix or the bot's name; a reply is expected.
    Called,
    /// In a direct message; a reply is expected.
    Direct,
    /// In a table's thread without the prefix; it may be talk between people.
    Overheard,
}

/// A line, parsed as far as possible without the game.
pub struct ParsedLine {
    /// The way it was addressed.
    pub address: Address,
    /// The number of the table that was named.
    pub table: Option<u32>,
    /// The request.
    pub request: Request,
}

impl ParsedLine {
    /// Returns the number of the table it is about, if one was named.
    pub fn named(&self) -> Option<u32> {
        match &self.request {
            Request::Command(Command::Replay(replay)) => replay.table.or(self.table),
            Request::Command(command) if command.is_at_a_table() => self.table,
            Request::Command(_) | Request::Administer(_) => None,
            Request::Unclear(_) => self.table,
        }
    }
}

/// The request of a line.
pub enum Request {
    /// A command open to everybody.
    Command(Command),
    /// An admin command, by an admin.
    Administer(Result<AdminCommand, CommandError>),
    /// No command: a move, a typo, or talk.
    Unclear(CommandError),
}

impl Request {
    /// Returns the rate-limit cost, in commands.
    pub fn cost(&self) -> u32 {
        match self {
            Request::Command(Command::Replay(_)) => REPLAY_COST,
            Request::Command(_) | Request::Administer(_) | Request::Unclear(_) => 1,
        }
    }
}

/// Returns the way a line addresses the bot, and the text addressed to it; `None` if it does not.
pub fn spoken_to<'a>(cx: &Context<'a>, tables: &TableIndex) -> Option<(Address, &'a str)> {
    let said = cx.line.body.trim();
    match cx.called() {
        Some(called) => Some((Address::Called, called)),
        None if cx.line.direct => Some((Address::Direct, said)),
        None => tables.of_line(cx.line).map(|_| (Address::Overheard, said)),
    }
}

/// Parses a line again that was parsed before.
pub fn parse_again(cx: &Context<'_>, tables: &TableIndex) -> ParsedLine {
    let as_it_is = (Address::Called, cx.line.body.trim());
    let (address, said) = spoken_to(cx, tables).unwrap_or(as_it_is);
    parse(cx, address, said)
}

/// Parses the text of a line.
pub fn parse(cx: &Context<'_>, address: Address, said: &str) -> ParsedLine {
    let listens_to_admins = address != Address::Overheard && permission::is_from_admin(cx);
    let (table, request) = match command::parse_admin(said).filter(|_| listens_to_admins) {
        Some(command) => (None, Request::Administer(command)),
        None => match command::parse(said) {
            Ok(Addressed { table, command }) => (table, Request::Command(command)),
            Err(error) => (error.table(), Request::Unclear(error)),
        },
    };
    ParsedLine {
        address,
        table,
        request,
    }
}
