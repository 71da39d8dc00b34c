//! Lines without the prefix in the thread of a table: commands and moves, told apart from talk.

use crate::{
    command::{
        self, AudienceRequest, ChallengeRequest, Command, CommandError, CommandForm, Listed,
        Opponent, SeekRequest,
        addressing::{ParsedLine, Request},
        spelling,
    },
    context::Context,
    help::topics,
    lessons::{ReadingProgress, reading},
    play::{
        questions,
        turn::{by_letter, is_answer},
    },
    players::Confirmations,
    tables::{Table, TableIndex},
};

/// Commands with which people also begin sentences to each other.
const CONVERSATIONAL: &[&str] = &[
    "day", "top", "me", "forget", "setup", "boards", "theme", "replay", "play", "puzzle",
    "solution", "show", "history", "preview", "confirm", "mine", "games", "seek", "seeks", "watch",
    "quiet", "stats",
];

/// Returns whether a line without prefix in a thread is a command or a move rather than talk.
pub fn is_for_us(
    cx: &Context<'_>,
    tables: &TableIndex,
    confirmations: &Confirmations,
    reading: &ReadingProgress,
    heard: &ParsedLine,
) -> bool {
    let Some(table) = tables.of_line(cx.line) else {
        return false;
    };
    // A finished game would be replayed for each line.
    let live = table.playing().map(|game| &game.live);
    let seated = table.seat_of(cx.sender()).is_some();
    let reads = |text: &str| table.entry().is_some_and(|entry| entry.reads(text));
    match &heard.request {
        Request::Administer(_) => true,
        Request::Command(command) => match command {
            Command::Pick(_) => seated && !table.choices().is_empty(),
            Command::Move(it) | Command::Preview(it) => reads(it) || (seated && has_digit(it)),
            // `help me` is addressed to people.
            Command::Help(Some(topic)) => topic != "me" && topics::explains(topic),
            Command::Rules(Some(game), _) => games::Entry::named(game).is_some(),
            Command::Moves(Some(filter)) => filter.split_whitespace().count() == 1,
            Command::Setup(text) => {
                let first = text.split_whitespace().next().unwrap_or_default();
                games::Entry::named(first).is_some()
            }
            Command::Next => reading::has_next(cx, tables, reading),
            // As in `whose turn is it?` `mine`.
            Command::Tables(Listed::Mine) => false,
            Command::Audience(AudienceRequest::Quiet(switch)) => {
                seated || (switch.is_some() && cx.line.may_change_room)
            }
            // `me` alone answers many questions between people.
            Command::Me(None) => cx.words().eq_ignore_ascii_case("stats"),
            // In a game between people they are talk.
            Command::Phrase(phrase) => {
                let is_alone = table.people_playing().count() == 1;
                seated && is_alone && !phrase.is_small_talk()
            }
            // As in `play again`.
            Command::Rematch => table.is_over() || !is_play(cx),
            Command::Answer(_) => questions::is_asking(cx, tables, confirmations),
            Command::ReportContest(_) => {
                seated && live.is_some_and(|live| live.position().contest().is_some())
            }
            Command::Solution => table.is_puzzle(),
            Command::Seek(SeekRequest::Offer(request)) => is_game_or_none(request.game.as_deref()),
            Command::Challenge(request) => is_challenge(cx, request),
            _ => true,
        },
        // A player's typo, such as `Gb2 please`, is answered, a sentence is not.
        Request::Unclear(CommandError::Unknown { text, .. }) => {
            let separates = |c: char| c.is_whitespace() || c == ';';
            let first = text.split(separates).next().unwrap_or_default();
            // At another player's puzzle a turn would give the solution away.
            let is_answer = || {
                live.is_some_and(|live| is_answer(live, first) || by_letter(live, text).is_some())
            };
            (seated && (reads(text) || reads(first) || is_answer() || is_slip(table, text)))
                || (table.is_puzzle() && reads(text))
        }
        // As in `top notch`, `set fire to it`.
        Request::Unclear(error) if is_everyday(error) => false,
        // As in `me too`, `setup`, `replay that`.
        Request::Unclear(CommandError::Form { name, .. }) if CONVERSATIONAL.contains(name) => false,
        Request::Unclear(CommandError::Form { name: "yes", .. }) => {
            questions::is_asking(cx, tables, confirmations)
        }
        Request::Unclear(CommandError::Form { name, extra }) => {
            let is_slip = |extra: &String| is_like(extra, command::form(name));
            seated && extra.as_ref().is_none_or(is_slip)
        }
        Request::Unclear(_) => seated && cx.words().split_whitespace().count() <= 2,
    }
}

/// Returns whether a line is a misspelt command where one person plays. Between people, a word such as `love` is talk.
fn is_slip(table: &Table, text: &str) -> bool {
    table.people_playing().count() == 1
        && text.split_whitespace().count() == 1
        && spelling::slip_of(text, command::words().map(str::to_owned)).is_some()
}

/// Returns whether a challenge is one rather than talk.
fn is_challenge(cx: &Context<'_>, request: &ChallengeRequest) -> bool {
    match &request.who {
        Opponent::Anyone => true,
        Opponent::Named(who) => who.starts_with('@'),
        // As in `play well`.
        Opponent::Computer(_) => match &request.game {
            Some(game) => games::Entry::named(game).is_some(),
            None => !is_play(cx),
        },
    }
}

/// Returns whether a word in the place of a game is one, or missing, unlike in `seek help`.
fn is_game_or_none(game: Option<&str>) -> bool {
    game.is_none_or(|game| games::Entry::named(game).is_some())
}

/// Returns whether an error is likely that of talk.
fn is_everyday(error: &CommandError) -> bool {
    matches!(
        error,
        CommandError::Game { .. }
            | CommandError::Setting { .. }
            | CommandError::UnknownSetting { .. }
    )
}

/// Returns whether a line begins with `play`.
fn is_play(cx: &Context<'_>) -> bool {
    cx.words().to_lowercase().starts_with("play")
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Returns whether a surplus word is likely a typo: it begins like a word of the form, names a user or a table,
/// or is polite.
fn is_like(extra: &str, form: Option<&CommandForm>) -> bool {
    let begins = |word: &str| {
        let pairs = word.chars().zip(extra.chars());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count() >= 3
    };
    let form = form.map_or("", |form| form.syntax);
    let mut words = form.split(|c: char| !c.is_alphanumeric()).skip(1);
    let is_one = extra.split_whitespace().count() == 1;
    is_one
        && (extra.eq_ignore_ascii_case("please")
            || has_digit(extra)
            || extra.starts_with('@')
            || words.any(begins))
}
