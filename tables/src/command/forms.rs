//! How the commands are written, and how they are explained.

/// How a command is written, and the key of the sentence that explains it.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// The whole form; capitals stand for something to fill in.
    pub form: &'static str,
    /// The key of its explanation.
    pub help: &'static str,
}

/// The commands, in the order in which they are explained.
pub const FORMS: &[Form] = &[
    Form::new("help", "help [TOPIC]", "help-help"),
    Form::new("games", "games", "help-games"),
    Form::new("rules", "rules GAME [STEP|all]", "help-rules"),
    Form::new(
        "challenge",
        "challenge @USER|anyone [GAME] [white|black|random] [OPTIONS]",
        "help-challenge",
    ),
    Form::new("accept", "accept", "help-accept"),
    Form::new("decline", "decline", "help-decline"),
    Form::new("withdraw", "withdraw", "help-withdraw"),
    Form::new("yes", "yes|no", "help-yes"),
    Form::new("move", "move MOVE", "help-move"),
    Form::new("board", "board [picture|text|wide|words]", "help-board"),
    Form::new("moves", "moves [FILTER]", "help-moves"),
    Form::new("hint", "hint", "help-hint"),
    Form::new("odds", "odds", "help-odds"),
    Form::new("takeback", "takeback", "help-takeback"),
    Form::new("draw", "draw", "help-draw"),
    Form::new("won", "won|lost|tied", "help-won"),
    Form::new("resign", "resign", "help-resign"),
    Form::new("rematch", "rematch", "help-rematch"),
    Form::new("tables", "tables [over]", "help-tables"),
    Form::new(
        "run",
        "run day|[here] [target N] [custom all|k=3 r …] [seed WORD]",
        "help-run",
    ),
    Form::new("setup", "setup [GAME] POSITION", "help-setup"),
    Form::new("replay", "replay [page] [TABLE]", "help-replay"),
    Form::new(
        "boards",
        "boards [picture|text|wide|default]",
        "help-boards",
    ),
    Form::new("theme", "theme [light|dark|default]", "help-theme"),
    Form::new("day", "day [on|off]", "help-day"),
    Form::new("top", "top [all] [custom]", "help-top"),
    Form::new("me", "me [on|off]", "help-me"),
    Form::new("quit", "quit", "help-quit"),
    Form::new("export", "export", "help-export"),
    Form::new("verify", "verify", "help-verify"),
    Form::new("forget", "forget me", "help-forget"),
];

impl Form {
    pub(super) const fn new(name: &'static str, form: &'static str, help: &'static str) -> Form {
        Form { name, form, help }
    }
}

/// Other words for commands.
const ALIASES: &[(&str, &str)] = &[
    ("m", "move"),
    ("ok", "yes"),
    ("no", "yes"),
    ("undo", "takeback"),
    ("lost", "won"),
    ("tied", "won"),
];

/// The form of a command.
pub fn form(name: &str) -> Option<&'static Form> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    FORMS.iter().find(|form| form.name == name)
}
