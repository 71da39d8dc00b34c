//! Syntax and help of the commands.

use crate::text::messages::CommandHelp;

/// The syntax of a command and its help texts.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The command's name.
    pub name: &'static str,
    /// The syntax; words in capitals are placeholders.
    pub form: &'static str,
    /// The short help for lists.
    pub help: CommandHelp,
    /// The long help, with an example.
    pub more: CommandHelp,
}

/// Builds the form of a command with its help texts.
macro_rules! described {
    ($name:literal, $help:ident, $more:ident, $form:literal) => {
        $crate::command::Form {
            name: $name,
            form: $form,
            help: $crate::text::messages::CommandHelp::$help,
            more: $crate::text::messages::CommandHelp::$more,
        }
    };
}
pub(super) use described;

/// The commands, in the order of the help.
pub const FORMS: &[Form] = &[
    described!("help", Help, HelpMore, "help [TOPIC]"),
    described!("games", Games, GamesMore, "games"),
    described!("rules", Rules, RulesMore, "rules [GAME] [STEP|all]"),
    described!("next", Next, NextMore, "next"),
    described!(
        "challenge",
        Challenge,
        ChallengeMore,
        "challenge @USER|anyone|computer [level 1-6] [GAME] [white|black|random] [OPTIONS]"
    ),
    described!(
        "play",
        Play,
        PlayMore,
        "play [GAME] [level 1-6] [white|black|random] [OPTIONS]"
    ),
    described!("accept", Accept, AcceptMore, "accept"),
    described!("decline", Decline, DeclineMore, "decline"),
    described!("withdraw", Withdraw, WithdrawMore, "withdraw"),
    described!("yes", Yes, YesMore, "yes|no"),
    described!("move", Move, MoveMore, "move MOVE"),
    described!("board", Board, BoardMore, "board [picture|text|wide|words]"),
    described!("moves", Moves, MovesMore, "moves [FILTER]"),
    described!("hint", Hint, HintMore, "hint"),
    described!("odds", Odds, OddsMore, "odds"),
    described!("takeback", Takeback, TakebackMore, "takeback"),
    described!("draw", Draw, DrawMore, "draw"),
    described!("won", Won, WonMore, "won|lost|tied"),
    described!("resign", Resign, ResignMore, "resign"),
    described!("rematch", Rematch, RematchMore, "rematch"),
    described!("tables", Tables, TablesMore, "tables [over]"),
    described!(
        "run",
        Run,
        RunMore,
        "run day|[here] [target N] [custom all|k=3 r …] [seed WORD]"
    ),
    described!("puzzle", Puzzle, PuzzleMore, "puzzle [day | GAME]"),
    described!("solution", Solution, SolutionMore, "solution"),
    described!("setup", Setup, SetupMore, "setup [GAME] POSITION"),
    described!("replay", Replay, ReplayMore, "replay [page] [TABLE]"),
    described!(
        "boards",
        Boards,
        BoardsMore,
        "boards [picture|text|wide|default]"
    ),
    described!("theme", Theme, ThemeMore, "theme [light|dark|default]"),
    described!("day", Day, DayMore, "day [on|off]"),
    described!("top", Top, TopMore, "top [all] [custom | GAME]"),
    described!("me", Me, MeMore, "me [on|off]"),
    described!("quit", Quit, QuitMore, "quit"),
    described!("export", Export, ExportMore, "export"),
    described!("verify", Verify, VerifyMore, "verify"),
    described!("analyse", Analyse, AnalyseMore, "analyse"),
    described!("forget", Forget, ForgetMore, "forget me"),
];

/// The commands that a table number can follow as well as precede: `accept t6`.
const AT_A_TABLE: &[&str] = &[
    "accept", "decline", "withdraw", "yes", "board", "hint", "odds", "takeback", "draw", "won",
    "resign", "quit", "rematch", "export", "verify", "analyse", "rules", "next", "solution",
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
];

/// Returns the form of a command or alias.
pub fn form(name: &str) -> Option<&'static Form> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    FORMS.iter().find(|form| form.name == name)
}
