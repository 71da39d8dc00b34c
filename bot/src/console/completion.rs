//! Completion of commands, their arguments and legal moves.

use games::{CATALOG, Live, search::Level};
use lobby::{
    command::{FORMS, level_name},
    preferences::Setting,
};
use rustyline::{
    Context, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter,
    hint::Hinter, validate::Validator,
};

/// The commands of the console itself with their syntax.
const CONSOLE_FORMS: &[&str] = &[
    "/as NAME",
    "/room TABLE",
    "/wait TIME",
    "/picture FILE",
    "/quit",
];

/// The commands in front of actions.
const MOVE_COMMANDS: &[&str] = &["move", "m", "preview"];

/// The words that can be completed at a place. Rebuilt for each line.
#[derive(Default)]
pub struct Completions {
    /// The game in progress here.
    pub live: Option<Live>,
    /// The names of the people at the terminal.
    pub people: Vec<String>,
    /// The numbers of tables.
    pub tables: Vec<String>,
}

impl Completions {
    /// Returns the position in a line at which candidates begin, and the candidates.
    pub fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let command = line.trim_start();
        let is_move = command.split_once(' ').filter(|(name, _)| {
            let name = name.to_lowercase();
            MOVE_COMMANDS.contains(&name.as_str())
        });
        let actions = is_move.map_or(command, |(_, actions)| actions);
        let (earlier, action) = actions.rsplit_once(';').unwrap_or(("", actions));
        let action = action.trim_start();
        let start = line.len() - action.len();
        let legal = self.actions(earlier, action);
        if is_move.is_some() || actions.contains(';') {
            return (start, legal);
        }
        let Some((name, arguments)) = command.split_once(' ') else {
            let commands = commands().filter(|word| begins_with(word, command));
            return (start, commands.map(str::to_owned).chain(legal).collect());
        };
        let word = arguments.rsplit(' ').next().unwrap_or_default();
        let mut words = self.arguments(&name.to_lowercase());
        words.retain(|other| begins_with(other, word));
        if words.is_empty() {
            return (start, legal);
        }
        (line.len() - word.len(), words)
    }

    /// Returns the legal actions with a beginning, after the actions in front of it.
    fn actions(&self, before: &str, beginning: &str) -> Vec<String> {
        let live = self.live.as_ref();
        let Some(mut live) = live.cloned() else {
            return Vec::new();
        };
        let earlier = before.split(';').map(str::trim);
        for action in earlier.filter(|action| !action.is_empty()) {
            if live.play(action).is_err() {
                return Vec::new();
            }
        }
        let mut actions = live.legal_actions();
        actions.retain(|action| begins_with(action, beginning));
        actions.sort();
        actions
    }

    /// Returns the words that can follow a command.
    fn arguments(&self, command: &str) -> Vec<String> {
        let mut forms = FORMS
            .iter()
            .map(|form| form.syntax)
            .chain(CONSOLE_FORMS.iter().copied());
        let form = forms.find(|form| form.split([' ', '|']).next() == Some(command));
        let arguments = form.and_then(|form| form.split_once(' '));
        let arguments = arguments.map_or("", |(_, arguments)| arguments);
        let is_end = |c: char| c.is_whitespace() || "[]|".contains(c);
        let words = arguments.split(is_end).filter(|word| !word.is_empty());
        let mut known: Vec<String> = words.flat_map(|word| self.expand(word)).collect();
        known.sort();
        known.dedup();
        known
    }

    /// Returns what can be typed for a word of a command's syntax, which may be a placeholder.
    fn expand(&self, word: &str) -> Vec<String> {
        match word {
            "GAME" => games(),
            "TOPIC" => {
                let commands = FORMS.iter().map(|form| form.name.to_owned());
                games().into_iter().chain(commands).collect()
            }
            "LEVEL" => Level::ALL.map(|level| level_name(level).to_owned()).into(),
            "TABLE" => self.tables.clone(),
            "NAME" => self.people.clone(),
            "SETTING" => Setting::ALL.iter().map(|it| it.word().to_owned()).collect(),
            "@USER" => self.people.iter().map(|name| format!("@{name}")).collect(),
            word if is_keyword(word) => vec![word.to_owned()],
            _ => Vec::new(),
        }
    }
}

/// Returns whether a word of a syntax is typed as it is; single letters are examples.
fn is_keyword(word: &str) -> bool {
    word.chars().count() > 1
        && word.chars().all(char::is_alphanumeric)
        && word.to_lowercase() == word
}

/// Returns all commands, each by its first word.
fn commands() -> impl Iterator<Item = &'static str> {
    let forms = FORMS
        .iter()
        .map(|form| form.syntax)
        .chain(CONSOLE_FORMS.iter().copied());
    forms.flat_map(|form| form.split(' ').next().unwrap_or_default().split('|'))
}

fn games() -> Vec<String> {
    CATALOG.iter().map(|entry| entry.id.to_owned()).collect()
}

/// Compares as the bot does: capitals do not matter.
fn begins_with(word: &str, beginning: &str) -> bool {
    word.to_lowercase().starts_with(&beginning.to_lowercase())
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> Result<(usize, Vec<String>), ReadlineError> {
        Ok(self.candidates(line.get(..pos).unwrap_or_default()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}

#[cfg(test)]
mod tests {
    use super::*;

    fn completions(position: &str) -> Completions {
        Completions {
            live: (!position.is_empty()).then(|| Live::set_up(position, None).unwrap()),
            people: vec!["alice".into(), "bob".into()],
            tables: vec!["t1".into(), "t12".into()],
        }
    }

    fn check(position: &str, line: &str, expected: &[&str]) {
        let (start, found) = completions(position).candidates(line);
        let whole: Vec<String> = found
            .iter()
            .map(|candidate| format!("{}{candidate}", &line[..start]))
            .collect();
        assert_eq!(whole, expected, "{line}");
    }

    #[test]
    fn commands_and_arguments_are_completed() {
        check("", "ana", &["analyse"]);
        check("", "/r", &["/room"]);
        check("", "lo", &["lost"]);
        check("", "play zertz-b", &["play zertz-basic"]);
        check("", "play zertz-basic ex", &["play zertz-basic expert"]);
        check("", "challenge @", &["challenge @alice", "challenge @bob"]);
        check("", "board w", &["board wide", "board words"]);
        check("", "/as b", &["/as bob"]);
        check("", "/room t1", &["/room t1", "/room t12"]);
        check("", "set quie", &["set quiet"]);
        check("", "Board W", &["Board wide", "Board words"]);
        check("", "nonsense x", &[]);
    }

    #[test]
    fn legal_moves_are_completed_within_a_line() {
        let position = "gipf-basic w b2=b,e2=B B12 B12";
        let (start, moves) = completions(position).candidates("move c");
        assert!(start == 5 && !moves.is_empty(), "{moves:?}");
        assert!(
            moves.iter().all(|action| action.starts_with('c')),
            "{moves:?}"
        );
        let (_, all) = completions(position).candidates("c");
        assert!(all.contains(&"challenge".to_owned()) && all.contains(&moves[0]));
        let first = &moves[0];
        // After the first action the other player is to move.
        let (start, next) = completions(position).candidates(&format!("{first}; c"));
        assert_eq!(start, first.len() + 2);
        assert!(!next.is_empty());
        check(position, "zz9; c", &[]);
        let (_, after_command) = completions(position).candidates(&format!("Move {first}; c"));
        assert_eq!(after_command, next);
    }
}
