//! `docs/commands.md` equals the help of the bot. `UPDATE_COMMANDS=1 cargo test -p lobby --test commands_page` writes it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that finds something amiss fails"
)]

use std::{env, fs, path::Path};

use games::Fact;
use lobby::{
    command::{ADMIN_FORMS, CommandForm, FORMS},
    wording::Wording,
};

/// The topics of `help` on the page: heading and messages.
const TOPICS: &[(&str, &[&str])] = &[
    ("Options of a challenge", &["help-topic-options"]),
    (
        "Notation of moves",
        &[
            "help-notation",
            "help-notation-matrx",
            "help-notation-gipf",
            "help-notation-board",
            "help-notation-zertz",
            "help-notation-run",
            "help-notation-number",
        ],
    ),
    ("Notation of positions", &["help-topic-position"]),
    ("Settings", &["help-topic-settings"]),
];

#[test]
fn commands_page_equals_the_help() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commands.md");
    let page = page();
    if env::var_os("UPDATE_COMMANDS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/commands.md differs from the help; write it anew with UPDATE_COMMANDS=1"
    );
}

fn page() -> String {
    let mut page = String::from(
        "# Commands\n\n\
         <!-- Generated from the help of the bot: UPDATE_COMMANDS=1 cargo test -p lobby --test commands_page -->\n\n\
         The bot says the same: `!help commands`, and `!help TOPIC` for one command, topic or game. In a room, \
         commands begin with `!`; in a direct message they need no prefix. Words in capitals are placeholders. \
         [playing.md](playing.md) has an example of everything.\n\n",
    );
    page += &said(Fact::new("help-commands"));
    page += "\n\n";
    page.extend(FORMS.iter().map(entry));
    for (heading, messages) in TOPICS {
        page += &format!("\n## {heading}\n\n");
        for message in *messages {
            page.extend(said(Fact::new(*message)).lines().map(item));
        }
    }
    page += "\n## For admins\n\nIn a direct message with the bot, or in the room named as `admin_room`, there with the \
             prefix.\n\n";
    page.extend(ADMIN_FORMS.iter().map(entry));
    page
}

/// A command with its short and long help, as an item of a list.
fn entry(form: &CommandForm) -> String {
    let short = said(form.help());
    let long = said(form.more()).replace('\n', "\n  ");
    format!("- **`{}`**: {short}.\\\n  {long}\n", form.syntax)
}

/// A line of a message as an item of a list, unless it opens the list or is an item already.
fn item(line: &str) -> String {
    let starts_with_number = line.starts_with(|c: char| c.is_ascii_digit());
    if line.ends_with(':') {
        format!("{line}\n\n")
    } else if starts_with_number {
        format!("  {line}\n")
    } else if line.is_empty() || line.starts_with("- ") {
        format!("{line}\n")
    } else {
        format!("- {line}\n")
    }
}

/// The English sentence of a message that has no arguments but the prefix.
fn said(fact: Fact) -> String {
    let wording = Wording::english();
    assert!(wording.knows(&fact.code), "{} is no message", fact.code);
    let sentence = wording.say(&fact.with("prefix", "!"), &[]);
    // Isolates around arguments have no place in a document.
    sentence.replace(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'], "")
}
