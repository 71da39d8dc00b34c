//! Admin commands.

use jiff::SignedDuration;

use crate::{
    clocks::parse_duration,
    command::{CommandError, CommandForm, non_empty, single_word, split_word, without_arguments},
    names,
};

/// The admin commands, in the order of the help.
pub const ADMIN_FORMS: &[CommandForm] = &[
    CommandForm::new("status", "status"),
    CommandForm::new("rooms", "rooms"),
    CommandForm::new("leave", "leave ROOM-ID"),
    CommandForm::new("move-games", "move-games ROOM-ID ROOM-ID"),
    CommandForm::new("block", "block [USER-ID]"),
    CommandForm::new("unblock", "unblock USER-ID"),
    CommandForm::new("announce", "announce TEXT"),
    CommandForm::new("add", "add time 1d"),
    CommandForm::new("shutdown", "shutdown"),
];

/// An admin's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminCommand {
    /// Reports the bot's health.
    Status,
    /// Lists the bot's rooms.
    Rooms,
    /// Leaves a room.
    Leave(String),
    /// Moves the games of one room to another.
    MoveGames {
        /// The id of the room the games are in.
        from: String,
        /// The id of the room the games move to.
        to: String,
    },
    /// Blocks a user; without one, lists the blocked users.
    Block(Option<String>),
    /// Unblocks a user.
    Unblock(String),
    /// Sends a text to every room with open tables.
    Announce(String),
    /// Adds time to all clocks that run.
    AddTime(SignedDuration),
    /// Shuts the program down.
    Shutdown,
}

/// Parses a line of an admin; `None` if its first word is no admin command.
///
/// # Errors
/// If a word is missing or surplus.
pub fn parse(line: &str) -> Option<Result<AdminCommand, CommandError>> {
    let (word, rest) = split_word(line.trim());
    let word = word.to_lowercase();
    let name = ADMIN_FORMS.iter().find(|form| form.name == word)?.name;
    let only = |command: AdminCommand| without_arguments(command, name, rest);
    Some(match name {
        "status" => only(AdminCommand::Status),
        "rooms" => only(AdminCommand::Rooms),
        "shutdown" => only(AdminCommand::Shutdown),
        "leave" => single_word(rest, name).map(AdminCommand::Leave),
        "move-games" => {
            let (from, to) = split_word(rest);
            single_word(to, name).map(|to| AdminCommand::MoveGames {
                from: from.to_owned(),
                to,
            })
        }
        "block" if rest.is_empty() => Ok(AdminCommand::Block(None)),
        "block" => single_word(rest, name).map(|user| AdminCommand::Block(Some(user))),
        "add" => added_time(rest).map(AdminCommand::AddTime),
        "unblock" => single_word(rest, name).map(AdminCommand::Unblock),
        _ => match non_empty(&names::text(rest)) {
            Some(text) => Ok(AdminCommand::Announce(text)),
            None => Err(CommandError::form(name, "")),
        },
    })
}

/// Parses the text after `add`.
fn added_time(rest: &str) -> Result<SignedDuration, CommandError> {
    let (word, time) = split_word(rest);
    let time = parse_duration(&time.to_lowercase());
    let time = time.filter(|_| word.eq_ignore_ascii_case("time"));
    time.ok_or_else(|| CommandError::form("add", rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_admin_command_is_read_in_its_form() {
        let check = |line: &str, expected: AdminCommand| {
            assert_eq!(parse(line), Some(Ok(expected)), "{line}");
        };
        check("status", AdminCommand::Status);
        check("ROOMS ", AdminCommand::Rooms);
        check("leave !Abc:x", AdminCommand::Leave("!Abc:x".into()));
        let moved = AdminCommand::MoveGames {
            from: "!a:x".into(),
            to: "!b".into(),
        };
        check("move-games !a:x  !b", moved);
        check("block", AdminCommand::Block(None));
        check("block @a:x", AdminCommand::Block(Some("@a:x".into())));
        check("unblock @a:x", AdminCommand::Unblock("@a:x".into()));
        let text = AdminCommand::Announce("Back at  nine.".into());
        check("announce Back at  nine.", text);
        let text = AdminCommand::Announce("Back\nat `nine`.".into());
        check(
            "announce Ba\u{202e}ck\n\u{7}at\u{2028}`nine`.\u{2066}",
            text,
        );
        let day = SignedDuration::from_hours(24);
        check("add time 1d", AdminCommand::AddTime(day));
        check("shutdown", AdminCommand::Shutdown);
    }

    #[test]
    fn a_malformed_admin_command_is_an_error() {
        for line in [
            "status now",
            "leave",
            "leave !a !b",
            "move-games !a",
            "move-games !a !b !c",
            "block @a:x @b:x",
            "unblock",
            "announce",
            "announce \u{202e}\u{200b}",
            "shutdown please",
            "add",
            "add 1d",
            "add time",
            "add time soon",
        ] {
            let read = parse(line);
            assert!(
                matches!(read, Some(Err(CommandError::Form { .. }))),
                "{line}"
            );
        }
        for line in ["", "board", "statuses", "t1 status"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
