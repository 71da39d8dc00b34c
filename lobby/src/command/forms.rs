//! Syntax and help of the commands.

use games::Fact;

/// The syntax of a command. Its help texts are found by its name.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The command's name.
    pub name: &'static str,
    /// The syntax; words in capitals are placeholders.
    pub form: &'static str,
}

impl Form {
    pub(super) const fn new(name: &'static str, form: &'static str) -> Form {
        Form { name, form }
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

/// The commands, in the order of the help.
pub const FORMS: &[Form] = &[
    Form::new("help", "help [TOPIC]"),
    Form::new("games", "games"),
    Form::new("rules", "rules [GAME] [STEP|all]"),
    Form::new("next", "next"),
    Form::new(
        "challenge",
        "challenge @USER|anyone|computer [LEVEL] [GAME] [white|black|random] [OPTIONS]",
    ),
    Form::new("play", "play [GAME] [LEVEL] [white|black|random] [OPTIONS]"),
    Form::new("accept", "accept"),
    Form::new("decline", "decline"),
    Form::new("withdraw", "withdraw"),
    Form::new("yes", "yes|no"),
    Form::new("move", "move MOVE"),
    Form::new("board", "board [picture|text|wide|words|TURN]"),
    Form::new("show", "show TURN|first|last|+1|-1"),
    Form::new("history", "history [TURN]"),
    Form::new("moves", "moves [FILTER]"),
    Form::new("preview", "preview MOVE"),
    Form::new("hint", "hint"),
    Form::new("odds", "odds"),
    Form::new("takeback", "takeback"),
    Form::new("draw", "draw"),
    Form::new("won", "won|lost|tied"),
    Form::new("resign", "resign"),
    Form::new("rematch", "rematch"),
    Form::new("tables", "tables [over]"),
    Form::new(
        "run",
        "run day|[here] [target N] [custom all|k=3 r …] [seed WORD]",
    ),
    Form::new("puzzle", "puzzle [day | GAME]"),
    Form::new("solution", "solution"),
    Form::new("setup", "setup GAME [POSITION]"),
    Form::new("replay", "replay [page] [TABLE]"),
    Form::new("boards", "boards [picture|text|wide|default]"),
    Form::new("theme", "theme [light|dark|default]"),
    Form::new("confirm", "confirm [on|off]"),
    Form::new("day", "day [on|off]"),
    Form::new("top", "top [all] [custom | GAME]"),
    Form::new("me", "me [on|off]"),
    Form::new("quit", "quit"),
    Form::new("export", "export"),
    Form::new("verify", "verify"),
    Form::new("analyse", "analyse"),
    Form::new("forget", "forget me"),
];

/// The commands that a table number can follow as well as precede: `accept t6`.
const AT_A_TABLE: &[&str] = &[
    "accept", "decline", "withdraw", "yes", "board", "show", "history", "hint", "odds", "takeback",
    "draw", "won", "resign", "quit", "rematch", "export", "verify", "analyse", "rules", "next",
    "solution",
];

/// Returns whether a table number can follow a command.
pub(super) fn is_at_a_table(name: &str) -> bool {
    form(name).is_some_and(|form| AT_A_TABLE.contains(&form.name))
}

/// Aliases of commands.
const ALIASES: &[(&str, &str)] = &[
    ("m", "move"),
    ("ok", "yes"),
    ("no", "yes"),
    ("undo", "takeback"),
    ("lost", "won"),
    ("tied", "won"),
    ("analyze", "analyse"),
    ("solve", "solution"),
    ("skip", "solution"),
    ("stats", "me"),
    ("leaderboard", "top"),
    ("abort", "quit"),
];

/// Returns the form of a command or alias.
pub fn form(name: &str) -> Option<&'static Form> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    FORMS.iter().find(|form| form.name == name)
}
