//! How the commands are written, and how they are explained.

/// How a command is written, and the key of the sentence that explains it.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// The whole form; capitals stand for something to fill in.
    pub form: &'static str,
    /// The key of its explanation in a list.
    pub help: &'static str,
    /// The key of what more there is to know, with an example.
    pub more: &'static str,
}

/// The form of a command, whose sentences are called after it.
macro_rules! described {
    ($name:literal, $form:literal) => {
        Form {
            name: $name,
            form: $form,
            help: concat!("help-", $name),
            more: concat!("help-", $name, "-more"),
        }
    };
}
pub(super) use described;

/// The commands, in the order in which they are explained.
pub const FORMS: &[Form] = &[
    described!("help", "help [TOPIC]"),
    described!("games", "games"),
    described!("rules", "rules [GAME] [STEP|all]"),
    described!("next", "next"),
    described!(
        "challenge",
        "challenge @USER|anyone|computer [level 1-6] [GAME] [white|black|random] [OPTIONS]"
    ),
    described!(
        "play",
        "play [GAME] [level 1-6] [white|black|random] [OPTIONS]"
    ),
    described!("accept", "accept"),
    described!("decline", "decline"),
    described!("withdraw", "withdraw"),
    described!("yes", "yes|no"),
    described!("move", "move MOVE"),
    described!("board", "board [picture|text|wide|words]"),
    described!("moves", "moves [FILTER]"),
    described!("hint", "hint"),
    described!("odds", "odds"),
    described!("takeback", "takeback"),
    described!("draw", "draw"),
    described!("won", "won|lost|tied"),
    described!("resign", "resign"),
    described!("rematch", "rematch"),
    described!("tables", "tables [over]"),
    described!(
        "run",
        "run day|[here] [target N] [custom all|k=3 r …] [seed WORD]"
    ),
    described!("puzzle", "puzzle [day | GAME]"),
    described!("solution", "solution"),
    described!("setup", "setup [GAME] POSITION"),
    described!("replay", "replay [page] [TABLE]"),
    described!("boards", "boards [picture|text|wide|default]"),
    described!("theme", "theme [light|dark|default]"),
    described!("day", "day [on|off]"),
    described!("top", "top [all] [custom | GAME]"),
    described!("me", "me [on|off]"),
    described!("quit", "quit"),
    described!("export", "export"),
    described!("verify", "verify"),
    described!("analyse", "analyse"),
    described!("forget", "forget me"),
];

/// The commands that are given at a table, whose number can stand behind them as well: `accept t6`.
const AT_A_TABLE: &[&str] = &[
    "accept", "decline", "withdraw", "yes", "board", "hint", "odds", "takeback", "draw", "won",
    "resign", "quit", "rematch", "export", "verify", "analyse", "rules", "next", "solution",
];

/// Whether the number of a table can stand behind a command.
pub(super) fn is_at_a_table(name: &str) -> bool {
    form(name).is_some_and(|form| AT_A_TABLE.contains(&form.name))
}

/// Other words for commands.
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
];

/// The form of a command.
pub fn form(name: &str) -> Option<&'static Form> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    FORMS.iter().find(|form| form.name == name)
}
