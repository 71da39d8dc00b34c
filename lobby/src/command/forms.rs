//! Syntax and help of the commands.

use games::Fact;

/// The syntax of a command. Its help texts are found by its name.
#[derive(Clone, Copy, Debug)]
pub struct CommandForm {
    /// The command's name.
    pub name: &'static str,
    /// The name and its arguments; words in capitals are placeholders.
    pub syntax: &'static str,
}

impl CommandForm {
    pub(super) const fn new(name: &'static str, syntax: &'static str) -> CommandForm {
        CommandForm { name, syntax }
    }

    /// Returns the short help for lists.
    pub fn help(&self) -> Fact {
        help_text(self.name.to_owned())
    }

    /// Returns the long help, with an example.
    pub fn more(&self) -> Fact {
        help_text(format!("{}-more", self.name))
    }
}

fn help_text(name: String) -> Fact {
    Fact {
        code: format!("help-{name}").into(),
        args: Vec::new(),
    }
}

/// The commands.
pub const FORMS: &[CommandForm] = &[
    CommandForm::new("help", "help [TOPIC]"),
    CommandForm::new("games", "games [@USER]"),
    CommandForm::new("rules", "rules [GAME] [STEP|all]"),
    CommandForm::new("next", "next"),
    CommandForm::new(
        "challenge",
        "challenge @USER|anyone|computer [LEVEL] [GAME] [white|black|random] [CLOCK] [OPTIONS]",
    ),
    CommandForm::new("play", "play [GAME] [LEVEL] [white|black|random] [OPTIONS]"),
    CommandForm::new("accept", "accept"),
    CommandForm::new("decline", "decline"),
    CommandForm::new("withdraw", "withdraw"),
    CommandForm::new("seek", "seek [GAME] [CLOCK] [white|black|random] [OPTIONS]"),
    CommandForm::new("seeks", "seeks"),
    CommandForm::new("unseek", "unseek"),
    CommandForm::new("yes", "yes|no"),
    CommandForm::new("move", "move MOVE"),
    CommandForm::new("board", "board [picture|text|wide|words|TURN]"),
    CommandForm::new("show", "show TURN|first|last|+1|-1"),
    CommandForm::new("history", "history [TURN]"),
    CommandForm::new("moves", "moves [FILTER]"),
    CommandForm::new("preview", "preview MOVE"),
    CommandForm::new("hint", "hint"),
    CommandForm::new("odds", "odds"),
    CommandForm::new("takeback", "takeback"),
    CommandForm::new("draw", "draw"),
    CommandForm::new("pause", "pause"),
    CommandForm::new("resume", "resume"),
    CommandForm::new("won", "won|lost|tied"),
    CommandForm::new("resign", "resign"),
    CommandForm::new("rematch", "rematch"),
    CommandForm::new("tables", "tables [over]"),
    CommandForm::new("mine", "mine [next]"),
    CommandForm::new(
        "run",
        "run day|[here] [target N] [custom all|k=3 r …] [seed WORD]",
    ),
    CommandForm::new("puzzle", "puzzle [day | GAME]"),
    CommandForm::new("solution", "solution"),
    CommandForm::new("setup", "setup GAME [POSITION]"),
    CommandForm::new("watch", "watch"),
    CommandForm::new("unwatch", "unwatch"),
    CommandForm::new("quiet", "quiet [on|off]"),
    CommandForm::new("replay", "replay [page] [TABLE]"),
    CommandForm::new("boards", "boards [picture|text|wide|default]"),
    CommandForm::new("theme", "theme [light|dark|default]"),
    CommandForm::new("settings", "settings"),
    CommandForm::new("set", "set [SETTING] [VALUE|default]"),
    CommandForm::new("zone", "zone [ZONE|default]"),
    CommandForm::new("clock", "clock [normal|slow|3d|none|default]"),
    CommandForm::new("notify", "notify [on|off]"),
    CommandForm::new("digest", "digest [daily|weekly|off]"),
    CommandForm::new("confirm", "confirm [on|off]"),
    CommandForm::new("vacation", "vacation [10d|end|auto on|auto off]"),
    CommandForm::new("weekends", "weekends pause|play"),
    CommandForm::new("day", "day [on|off]"),
    CommandForm::new("top", "top [all] [custom | GAME]"),
    CommandForm::new("me", "me [on|off]"),
    CommandForm::new("stats", "stats [@USER]"),
    CommandForm::new("quit", "quit"),
    CommandForm::new("export", "export"),
    CommandForm::new("verify", "verify"),
    CommandForm::new("analyse", "analyse"),
    CommandForm::new("forget", "forget me"),
];

/// The commands that a table number can follow as well as precede: `accept t6`.
const AT_A_TABLE: &[&str] = &[
    "accept", "decline", "withdraw", "unseek", "yes", "board", "show", "history", "hint", "odds",
    "takeback", "draw", "clock", "pause", "resume", "won", "resign", "quit", "rematch", "export",
    "verify", "analyse", "rules", "next", "solution", "watch", "unwatch",
];

/// Returns whether a table number can follow a command.
pub(super) fn is_at_a_table(name: &str) -> bool {
    form(name).is_some_and(|form| AT_A_TABLE.contains(&form.name))
}

/// Other words for commands.
const ALIASES: &[(&str, &str)] = &[
    ("m", "move"),
    ("ok", "yes"),
    ("undo", "takeback"),
    ("analyze", "analyse"),
    ("solve", "solution"),
    ("skip", "solution"),
    ("leaderboard", "top"),
    ("abort", "quit"),
];

/// Alternative answers that share the form of another one: `yes|no`, `won|lost|tied`.
const ALTERNATIVES: &[(&str, &str)] = &[("no", "yes"), ("lost", "won"), ("tied", "won")];

/// Returns the names of the commands, and the other words for them.
pub fn words() -> impl Iterator<Item = &'static str> {
    let names = FORMS.iter().map(|form| form.name);
    let others = ALIASES.iter().chain(ALTERNATIVES);
    names.chain(others.map(|(word, _)| *word))
}

/// Returns the form of a command, an alias or an alternative.
pub fn form(name: &str) -> Option<&'static CommandForm> {
    let other = ALIASES.iter().chain(ALTERNATIVES);
    let other = { other }.find(|(word, _)| *word == name);
    let name = other.map_or(name, |(_, form)| form);
    FORMS.iter().find(|form| form.name == name)
}
