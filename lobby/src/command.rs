//! Parser of chat lines: a line becomes a command. Pure; it looks nothing up and changes nothing.

pub(crate) mod addressing;
mod challenge;
mod clocks;
mod command_error;
mod forms;
mod level;
mod lists;
pub(crate) mod malformed;
pub(crate) mod overheard;
mod phrases;
mod privileged;
mod rules;
mod run;
mod set;
pub(crate) mod spelling;
mod views;

pub use challenge::{ChallengeRequest, Opponent, SeekRequest};
pub use clocks::VacationRequest;
pub use command_error::CommandError;
pub(crate) use forms::words;
pub use forms::{CommandForm, FORMS, form};
pub use level::{level_name, named_level};
pub use lists::{AudienceRequest, Leaderboard, Listed, PuzzleRequest, Ranking, Switch};
pub use phrases::{Phrase, phrase_wording};
pub use privileged::{ADMIN_FORMS, AdminCommand, parse as parse_admin};
pub use rules::RulesPart;
pub use run::Run;
pub use views::{Change, ReplayRequest, TurnRequest, View};

use crate::{
    appearance::{Boards, Theme},
    preferences::SettingRequest,
    terms::ContestResult,
};

/// A player's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Explains the bot or a topic.
    Help(Option<String>),
    /// Lists the games.
    Games,
    /// Explains one game, or a part of it.
    Rules(Option<String>, RulesPart),
    /// Shows the next page of the rules, or the next thing to do.
    Next,
    /// Challenges somebody, or the computer, to a duel.
    Challenge(ChallengeRequest),
    /// Makes or withdraws a standing offer.
    Seek(SeekRequest),
    /// Accepts a request.
    Accept,
    /// Declines a request.
    Decline,
    /// Withdraws a challenge or another request.
    Withdraw,
    /// Answers the open question with yes or no.
    Answer(bool),
    /// Plays an action, in notation.
    Move(String),
    /// Picks the answer with this number.
    Pick(usize),
    /// Shows the board, in another form than usual if one is given.
    Board(Option<View>),
    /// Shows the board after an earlier turn.
    Show(TurnRequest),
    /// Lists the turns in notation: the last ones, or those from this number on.
    History(Option<usize>),
    /// Shows the board after a move of one or several actions, without playing it.
    Preview(String),
    /// Lists the legal moves, or those that contain these letters.
    Moves(Option<String>),
    /// Asks the computer player for a hint.
    Hint,
    /// Asks the computer player for the chance of winning.
    Odds,
    /// Asks for a takeback of the last move.
    Takeback,
    /// Offers a draw.
    Draw,
    /// Shows the clock of a game, or else the usual one.
    Clock,
    /// Asks for a pause of the clock.
    Pause,
    /// Ends a pause.
    Resume,
    /// Shows, begins or ends the sender's vacation.
    Vacation(VacationRequest),
    /// Has the sender's clocks stand at weekends, or not.
    Weekends(bool),
    /// Reports the result of a contest that the players settle themselves.
    ReportContest(ContestResult),
    /// Resigns a duel.
    Resign,
    /// Asks for a rematch.
    Rematch,
    /// Lists tables.
    Tables(Listed),
    /// Concerns the people besides the players of a game.
    Audience(AudienceRequest),
    /// Shows the public results of this user.
    StatsOf(String),
    /// Starts a run.
    Run(Run),
    /// Gives the next puzzle.
    Puzzle(PuzzleRequest),
    /// Shows the solution of the puzzle.
    Solution,
    /// Opens a lesson from this position text, which may begin with the game.
    Setup(String),
    /// Shows a replay of the whole game.
    Replay(ReplayRequest),
    /// Shows or sets the form of boards.
    Boards(Change<Boards>),
    /// Shows or sets the colours of pictures.
    Theme(Change<Theme>),
    /// Shows the leaderboard of the run of the day, or turns its daily post in this room on or off.
    Day(Option<Switch>),
    /// Shows the leaderboard.
    Leaderboard(Leaderboard),
    /// Shows the sender's statistics, or makes them public or private.
    Me(Option<Switch>),
    /// Lists, shows or changes settings.
    Settings(SettingRequest),
    /// Shows whether the sender confirms each move, or turns that on or off.
    Confirm(Option<Switch>),
    /// Deletes all data about the sender.
    Forget,
    /// Gives up a run.
    Quit,
    /// Exports the record.
    Export,
    /// Verifies a run against its seed.
    Verify,
    /// Analyses a finished duel for its turning points.
    Analyse,
    /// Answers everyday words with the command for them.
    Phrase(Phrase),
}

/// A command and the table it was addressed to, as in `t7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed {
    /// The table's number, if one was named.
    pub table: Option<u32>,
    /// The command.
    pub command: Command,
}

impl Command {
    /// Returns whether the command concerns one table and needs no knowledge of the room's members.
    pub fn is_at_a_table(&self) -> bool {
        match self {
            Command::Rules(game, _) => game.is_none(),
            Command::Help(_)
            | Command::Games
            | Command::Challenge(_)
            | Command::Seek(SeekRequest::Offer(_))
            | Command::Tables(_)
            | Command::Run(_)
            | Command::Puzzle(_)
            | Command::Setup(_)
            | Command::Boards(_)
            | Command::Theme(_)
            | Command::Day(_)
            | Command::Leaderboard(_)
            | Command::Me(_)
            | Command::Settings(_)
            | Command::StatsOf(_)
            | Command::Confirm(_)
            | Command::Vacation(_)
            | Command::Weekends(_)
            | Command::Forget
            | Command::Phrase(_) => false,
            _ => true,
        }
    }
}

/// Parses a line without its prefix.
///
/// # Errors
/// The reason the line is no command.
///
/// ```
/// use lobby::command::{Command, parse};
/// assert_eq!(parse("t7 board").unwrap().table, Some(7));
/// assert_eq!(parse("m Gb2").unwrap().command, Command::Move("Gb2".into()));
/// assert_eq!(parse("accept t6").unwrap().table, Some(6));
/// assert!(parse("accept please").is_err());
/// ```
pub fn parse(line: &str) -> Result<Addressed, CommandError> {
    let line = line.trim();
    let (first, rest) = split_word(line);
    if let Some(table) = table_number(first) {
        // A table number alone asks for its board.
        return parse_at_table(Some(table), if rest.is_empty() { "board" } else { rest });
    }
    let (words, numbers): (Vec<&str>, Vec<&str>) = rest
        .split_whitespace()
        .partition(|word| table_number(word).is_none());
    match numbers.as_slice() {
        // The table number may also follow the command.
        [number] if forms::is_at_a_table(&first.to_lowercase()) => parse_at_table(
            table_number(number),
            &format!("{first} {}", words.join(" ")),
        ),
        _ => parse_at_table(None, line),
    }
}

fn parse_at_table(table: Option<u32>, text: &str) -> Result<Addressed, CommandError> {
    let unknown = || CommandError::Unknown {
        table,
        text: text.to_owned(),
    };
    let parsed = phrases::parse(text).or_else(|| parse_command(text));
    let command = parsed.unwrap_or_else(|| Err(unknown()))?;
    Ok(Addressed { table, command })
}

/// Parses the number of an answer. `+1` is none, but agreement between people.
pub fn answer_number(text: &str) -> Option<usize> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Parses a table number as players write it, `t7`.
pub fn table_number(word: &str) -> Option<u32> {
    let digits = word.strip_prefix(['t', 'T'])?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

fn split_word(line: &str) -> (&str, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

/// Returns the parsed command; `None` if the first word is no command.
fn parse_command(line: &str) -> Option<Result<Command, CommandError>> {
    let (word, rest) = split_word(line);
    let name = word.to_lowercase();
    if let Some(number) = answer_number(&name) {
        return Some(without_arguments(Command::Pick(number), "move", rest));
    }
    if let Some(result) = ContestResult::from_word(&name) {
        return Some(without_arguments(
            Command::ReportContest(result),
            "won",
            rest,
        ));
    }
    let name = form(&name)?.name;
    Some(match name {
        "help" => Ok(Command::Help(non_empty(rest))),
        "rules" => rules::parse(rest).map(|(game, part)| Command::Rules(game, part)),
        "next" => without_arguments(Command::Next, name, rest),
        "challenge" => challenge::parse(rest).map(Command::Challenge),
        "play" => challenge::parse_play(rest).map(Command::Challenge),
        "seek" => challenge::parse_seek(rest).map(Command::Seek),
        "unseek" => without_arguments(Command::Seek(SeekRequest::Withdraw), name, rest),
        "accept" => without_arguments(Command::Accept, name, rest),
        "decline" => without_arguments(Command::Decline, name, rest),
        "withdraw" => without_arguments(Command::Withdraw, name, rest),
        "yes" => {
            let is_polite = rest.eq_ignore_ascii_case("please");
            let answer = Command::Answer(!word.eq_ignore_ascii_case("no"));
            without_arguments(answer, name, if is_polite { "" } else { rest })
        }
        "move" => parse_move(name, rest),
        "board" => views::parse_board(rest),
        "show" => views::parse_show(rest).map(Command::Show),
        "preview" => some_text(rest, name).map(Command::Preview),
        "history" => views::parse_history(rest).map(Command::History),
        "moves" => Ok(Command::Moves(non_empty(rest))),
        "hint" => without_arguments(Command::Hint, name, rest),
        "odds" => without_arguments(Command::Odds, name, rest),
        "takeback" => without_arguments(Command::Takeback, name, rest),
        "draw" => without_arguments(Command::Draw, name, rest),
        "resign" => without_arguments(Command::Resign, name, rest),
        "rematch" => without_arguments(Command::Rematch, name, rest),
        "run" => run::parse(rest).map(Command::Run),
        "setup" => some_text(rest, name).map(Command::Setup),
        "solution" => without_arguments(Command::Solution, name, rest),
        "replay" => views::parse_replay(rest).map(Command::Replay),
        "boards" => views::parse_change(rest, name).map(Command::Boards),
        "theme" => views::parse_change(rest, name).map(Command::Theme),
        "quit" => without_arguments(Command::Quit, name, rest),
        "export" => without_arguments(Command::Export, name, rest),
        "verify" => without_arguments(Command::Verify, name, rest),
        "analyse" => without_arguments(Command::Analyse, name, rest),
        _ => {
            let others = set::parse_quiet_hours(name, rest).or_else(|| lists::parse(name, rest));
            let others = others.or_else(|| set::parse(name, rest));
            return others.or_else(|| clocks::parse(name, rest));
        }
    })
}

/// Parses the text after `move`.
fn parse_move(name: &'static str, rest: &str) -> Result<Command, CommandError> {
    match answer_number(rest) {
        _ if rest.is_empty() => Err(CommandError::form(name, "")),
        Some(number) => Ok(Command::Pick(number)),
        // Giving up is confirmed by a second request, however it is written.
        None if rest.eq_ignore_ascii_case("quit") => Ok(Command::Quit),
        None => Ok(Command::Move(rest.to_owned())),
    }
}

fn non_empty(rest: &str) -> Option<String> {
    (!rest.is_empty()).then(|| rest.to_owned())
}

/// Returns the text after a command that needs one.
fn some_text(rest: &str, name: &'static str) -> Result<String, CommandError> {
    non_empty(rest).ok_or(CommandError::form(name, ""))
}

fn without_arguments<C>(command: C, name: &'static str, rest: &str) -> Result<C, CommandError> {
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(CommandError::form(name, rest))
    }
}

/// Returns the only word of a text.
fn single_word(rest: &str, name: &'static str) -> Result<String, CommandError> {
    let (word, extra) = split_word(rest);
    if word.is_empty() || !extra.is_empty() {
        return Err(CommandError::form(name, extra));
    }
    Ok(word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ReplayForm;

    fn check(line: &str, expected: Command) {
        assert_eq!(
            parse(line),
            Ok(Addressed {
                table: None,
                command: expected
            }),
            "{line}"
        );
    }

    #[test]
    fn every_command_is_read_in_its_form() {
        check("help", Command::Help(None));
        check("help run", Command::Help(Some("run".into())));
        check("GAMES", Command::Games);
        let rules = |part| Command::Rules(Some("matrx".into()), part);
        check("rules matrx", rules(RulesPart::Overview));
        check("rules matrx 3", rules(RulesPart::Step(3)));
        check("rules matrx ALL", rules(RulesPart::All));
        check("Next", Command::Next);
        check("accept", Command::Accept);
        check("decline", Command::Decline);
        check("withdraw", Command::Withdraw);
        check("m g a1 b2", Command::Move("g a1 b2".into()));
        check("move Zc3-f6", Command::Move("Zc3-f6".into()));
        check("2", Command::Pick(2));
        check("m 2", Command::Pick(2));
        // People agree so with each other.
        assert!(parse("+1").is_err());
        check(" board ", Command::Board(None));
        check("board TEXT", Command::Board(Some(View::As(Boards::Text))));
        check("board words", Command::Board(Some(View::Words)));
        check("board 12", Command::Show(TurnRequest::Number(12)));
        check("show 12", Command::Show(TurnRequest::Number(12)));
        check("show First", Command::Show(TurnRequest::First));
        check("show last", Command::Show(TurnRequest::Last));
        check("show +1", Command::Show(TurnRequest::Later(1)));
        check("show -2", Command::Show(TurnRequest::Earlier(2)));
        check("history", Command::History(None));
        check("preview Gb2", Command::Preview("Gb2".into()));
        check("History 41", Command::History(Some(41)));
        check("boards", Command::Boards(Change::Tell));
        check("boards Wide", Command::Boards(Change::Set(Boards::Wide)));
        check("boards default", Command::Boards(Change::Reset));
        check("theme dark", Command::Theme(Change::Set(Theme::Dark)));
        let replay = |form, table| Command::Replay(ReplayRequest { form, table });
        check("replay", replay(ReplayForm::Film, None));
        check("replay t7", replay(ReplayForm::Film, Some(7)));
        check("replay Page T7", replay(ReplayForm::Page, Some(7)));
        check("replay t7 page", replay(ReplayForm::Page, Some(7)));
        check("moves Z", Command::Moves(Some("Z".into())));
        check("moves", Command::Moves(None));
        check("hint", Command::Hint);
        check("odds", Command::Odds);
        check("takeback", Command::Takeback);
        check("undo", Command::Takeback);
        check("draw", Command::Draw);
        check("won", Command::ReportContest(ContestResult::Won));
        check("Lost", Command::ReportContest(ContestResult::Lost));
        check("tied", Command::ReportContest(ContestResult::Tied));
        check("resign", Command::Resign);
        check("give up", Command::Quit);
        check("skip", Command::Solution);
        check("rematch", Command::Rematch);
        check("yes", Command::Answer(true));
        check("OK", Command::Answer(true));
        check("No", Command::Answer(false));
        let run = |target, custom: &str| {
            let custom = custom.to_owned();
            Command::Run(Run {
                target,
                custom,
                ..Run::default()
            })
        };
        let day = Run {
            day: true,
            ..Run::default()
        };
        check("Run Day", Command::Run(day));
        check("run", run(None, ""));
        check("run target 7", run(Some(7), ""));
        check("run target 7 custom k=3 r", run(Some(7), "k3r"));
        let text = "matrx b b2=G G2 -";
        check(&format!("Setup  {text}"), Command::Setup(text.into()));
        check("solution", Command::Solution);
        check("quit", Command::Quit);
        check("m QUIT", Command::Quit);
        check("export", Command::Export);
        check("verify", Command::Verify);
        check("analyse", Command::Analyse);
        check("Analyze", Command::Analyse);
    }

    #[test]
    fn a_table_can_be_named_in_front() {
        let parsed = parse("t12 m e1-e4").unwrap();
        assert_eq!(parsed.table, Some(12));
        assert_eq!(parsed.command, Command::Move("e1-e4".into()));
        assert_eq!(parse("t7"), parse("t7 board"));
        assert!(parse("t99999999999 board").is_err());
    }

    #[test]
    fn a_malformed_command_names_its_form() {
        for (line, name) in [
            ("accept please", "accept"),
            ("rules matrx now", "rules"),
            ("rules matrx 3 4", "rules"),
            ("challenge", "challenge"),
            ("challenge @bob matrx white black", "challenge"),
            ("challenge @bob matrx zertz", "challenge"),
            ("run fast", "run"),
            ("run target", "run"),
            ("run day target 7", "run"),
            ("run target 7 day", "run"),
            ("run day day", "run"),
            ("setup", "setup"),
            ("board games", "board"),
            ("boards words", "boards"),
            ("theme song", "theme"),
            ("replay that", "replay"),
            ("replay page page", "replay"),
            ("replay t1 t2", "replay"),
            ("puzzle day day", "puzzle"),
            ("solution now", "solution"),
            ("day after", "day"),
            ("me on now", "me"),
            ("top all all", "top"),
            ("top custom matrx", "top"),
            ("top matrx zertz", "top"),
            ("forget", "forget"),
            ("forget bob", "forget"),
            ("m", "move"),
            ("resign now", "resign"),
            ("2 please", "move"),
        ] {
            match parse(line) {
                Err(CommandError::Form { name: found, .. }) => assert_eq!(found, name, "{line}"),
                other => panic!("{line}: {other:?}"),
            }
            assert!(form(name).is_some());
        }
        for line in ["puzzle chess", "top ten", "top all Chess"] {
            assert!(
                matches!(parse(line), Err(CommandError::Game { .. })),
                "{line}"
            );
        }
        assert!(matches!(
            parse("run target 10"),
            Err(CommandError::Target { .. })
        ));
        for line in ["", "usersfoo", "helpme", "boardss", "accepted"] {
            assert!(
                matches!(parse(line), Err(CommandError::Unknown { .. })),
                "{line}"
            );
        }
    }
}
