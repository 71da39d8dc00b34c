//! Parser of the commands that list tables, games, results and players, and of `confirm`, `quiet` and `forget me`.

use std::{fmt, str::FromStr};

use games::{Entry, puzzles::Family};

use crate::command::{
    Command, CommandError,
    challenge::{Opponent, split_opponent},
    without_arguments,
};

/// A request for the leaderboard: its players and its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaderboard {
    /// `true` for all players rather than the room's members.
    pub all: bool,
    /// The games of the ranking.
    pub of: Ranking,
}

/// The games of a ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranking {
    /// All duels, and basic runs.
    #[default]
    Usual,
    /// Runs with custom breakers.
    Custom,
    /// The game with this id in the CATALOG.
    Game(&'static str),
}

/// The error for a word that is neither `on` nor `off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSwitch;

/// A setting that is turned on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// It is turned on.
    On,
    /// It is turned off.
    Off,
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Switch::On => "on",
            Switch::Off => "off",
        })
    }
}

impl FromStr for Switch {
    type Err = NoSwitch;

    fn from_str(text: &str) -> Result<Switch, NoSwitch> {
        match text {
            "on" => Ok(Switch::On),
            "off" => Ok(Switch::Off),
            _ => Err(NoSwitch),
        }
    }
}

/// A request for a list of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// The open tables of the room: challenges and games in progress.
    Open,
    /// The newest finished games of the room.
    Over,
    /// The sender's games in all rooms.
    Mine,
    /// The board of the sender's game that has waited longest.
    MineNext,
    /// The standing offers in the room.
    Seeks,
    /// The open games of this user.
    Of(String),
}

/// A request about the people besides the players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AudienceRequest {
    /// Turns the mention of the sender at the end of the game on or off.
    Watch(Switch),
    /// Shows whether the bot ignores them, or turns that on or off.
    Quiet(Option<Switch>),
}

/// A request for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleRequest {
    /// The next one not given yet, of any game or of this family.
    Next(Option<Family>),
    /// The puzzle of the day, the same for everybody.
    Day,
}

/// Returns the parsed list or setting; `None` if the name is that of another command.
pub(super) fn parse(name: &'static str, rest: &str) -> Option<Result<Command, CommandError>> {
    Some(match name {
        "games" if rest.is_empty() => Ok(Command::Games),
        "games" => parse_user(rest, name).map(|user| Command::Tables(Listed::Of(user))),
        "tables" => parse_tables(rest).map(Command::Tables),
        "mine" => parse_mine(rest).map(Command::Tables),
        "seeks" => without_arguments(Command::Tables(Listed::Seeks), name, rest),
        "puzzle" => parse_puzzle(rest).map(Command::Puzzle),
        "day" => parse_switch(rest, name).map(Command::Day),
        "top" => parse_leaderboard(rest).map(Command::Leaderboard),
        "me" => parse_switch(rest, name).map(Command::Me),
        "confirm" => parse_switch(rest, name).map(Command::Confirm),
        "stats" if rest.is_empty() => Ok(Command::Me(None)),
        "stats" => parse_user(rest, name).map(Command::StatsOf),
        "watch" => without_arguments(watch(Switch::On), name, rest),
        "unwatch" => without_arguments(watch(Switch::Off), name, rest),
        "quiet" => {
            parse_switch(rest, name).map(|switch| Command::Audience(AudienceRequest::Quiet(switch)))
        }
        "forget" => parse_forget(rest).map(|()| Command::Forget),
        _ => return None,
    })
}

fn watch(switch: Switch) -> Command {
    Command::Audience(AudienceRequest::Watch(switch))
}

/// Parses a user id, `@name` or a name in quotation marks.
fn parse_user(rest: &str, name: &'static str) -> Result<String, CommandError> {
    let is_user = rest.starts_with(['@', '"', '“', '„', '«']);
    match split_opponent(rest).filter(|_| is_user) {
        Some((Opponent::Named(user), "")) => Ok(user),
        _ => Err(CommandError::form(name, rest)),
    }
}

fn parse_mine(rest: &str) -> Result<Listed, CommandError> {
    match rest.to_lowercase().as_str() {
        "" => Ok(Listed::Mine),
        "next" => Ok(Listed::MineNext),
        _ => Err(CommandError::form("mine", rest)),
    }
}

fn parse_puzzle(rest: &str) -> Result<PuzzleRequest, CommandError> {
    match rest.to_lowercase().as_str() {
        "" => Ok(PuzzleRequest::Next(None)),
        "day" => Ok(PuzzleRequest::Day),
        name if name.contains(char::is_whitespace) => Err(CommandError::form("puzzle", rest)),
        name => match Entry::named(name).and_then(Family::of) {
            Some(family) => Ok(PuzzleRequest::Next(Some(family))),
            None => Err(no_game(rest)),
        },
    }
}

fn parse_tables(rest: &str) -> Result<Listed, CommandError> {
    match rest.to_lowercase().as_str() {
        "" => Ok(Listed::Open),
        "over" => Ok(Listed::Over),
        _ => Err(CommandError::form("tables", rest)),
    }
}

/// Parses nothing, `on` or `off`.
fn parse_switch(rest: &str, name: &'static str) -> Result<Option<Switch>, CommandError> {
    match rest.to_lowercase().as_str() {
        "" => Ok(None),
        word => match word.parse() {
            Ok(switch) => Ok(Some(switch)),
            Err(NoSwitch) => Err(CommandError::form(name, rest)),
        },
    }
}

fn parse_leaderboard(rest: &str) -> Result<Leaderboard, CommandError> {
    let mut request = Leaderboard::default();
    let surplus = |word| Err(CommandError::form("top", word));
    for word in rest.split_whitespace() {
        let lower = word.to_lowercase();
        let of = match lower.as_str() {
            "all" if !request.all => {
                request.all = true;
                continue;
            }
            "all" => return surplus(word),
            "custom" => Ranking::Custom,
            name => match Entry::named(name) {
                Some(entry) => Ranking::Game(entry.id),
                None => return Err(no_game(word)),
            },
        };
        if std::mem::replace(&mut request.of, of) != Ranking::Usual {
            return surplus(word);
        }
    }
    Ok(request)
}

fn no_game(word: &str) -> CommandError {
    CommandError::Game {
        text: word.to_owned(),
    }
}

/// Parses `me`, a second word that prevents a deletion by mistake.
fn parse_forget(rest: &str) -> Result<(), CommandError> {
    if rest.eq_ignore_ascii_case("me") {
        return Ok(());
    }
    Err(CommandError::form("forget", rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    fn check(line: &str, expected: Command) {
        let parsed = parse(line).map(|parsed| parsed.command);
        assert_eq!(parsed, Ok(expected), "{line}");
    }

    #[test]
    fn the_audience_is_set_at_a_table() {
        check("watch", watch(Switch::On));
        check("unwatch", watch(Switch::Off));
        let quiet = |switch| Command::Audience(AudienceRequest::Quiet(switch));
        check("quiet", quiet(None));
        check("quiet On", quiet(Some(Switch::On)));
        assert_eq!(parse("watch t3").map(|parsed| parsed.table), Ok(Some(3)));
        assert_eq!(parse("t3 unwatch").map(|parsed| parsed.table), Ok(Some(3)));
    }

    #[test]
    fn puzzles_settings_and_leaderboards_are_read() {
        check("puzzle", Command::Puzzle(PuzzleRequest::Next(None)));
        check("Puzzle Day", Command::Puzzle(PuzzleRequest::Day));
        let zertz = PuzzleRequest::Next(Some(Family::Zertz));
        check("puzzle zertz", Command::Puzzle(zertz));
        check(
            "puzzle gipf-basic",
            Command::Puzzle(PuzzleRequest::Next(Some(Family::Gipf))),
        );
        check("day", Command::Day(None));
        check("day On", Command::Day(Some(Switch::On)));
        check("confirm on", Command::Confirm(Some(Switch::On)));
        check("me", Command::Me(None));
        check("me off", Command::Me(Some(Switch::Off)));
        let top = |all, of| Command::Leaderboard(Leaderboard { all, of });
        check("top", top(false, Ranking::Usual));
        check("top custom", top(false, Ranking::Custom));
        check("top custom ALL", top(true, Ranking::Custom));
        check("top Zertz all", top(true, Ranking::Game("zertz-basic")));
        check("forget me", Command::Forget);
    }

    #[test]
    fn lists_of_games_are_told_apart() {
        check("Games", Command::Games);
        let of = |user: &str| Command::Tables(Listed::Of(user.to_owned()));
        check("games @bob", of("@bob"));
        check("games @bob:example.org", of("@bob:example.org"));
        check("games \"Bob B.\"", of("Bob B."));
        check("mine", Command::Tables(Listed::Mine));
        check("Mine NEXT", Command::Tables(Listed::MineNext));
        check("seeks", Command::Tables(Listed::Seeks));
        check("tables", Command::Tables(Listed::Open));
        check("Tables OVER", Command::Tables(Listed::Over));
        check("stats", Command::Me(None));
        check("stats @bob", Command::StatsOf("@bob".to_owned()));
        for line in ["stats off", "games bob", "games @bob matrx", "mine all"] {
            assert!(
                matches!(parse(line), Err(CommandError::Form { .. })),
                "{line}"
            );
        }
    }
}
