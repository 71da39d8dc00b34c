//! Messages stay short enough to be read at a glance.
//!
//! Lines are counted without boards, figures and numbered answers, and as they wrap: 80 columns for a text, 40 for the
//! caption of a board. The kind of a message follows from the ids of its sentences.

use std::{collections::BTreeSet, fs, path::Path};

use games::CATALOG;
use lobby::{
    Block, Message,
    command::{ADMIN_FORMS, FORMS},
    wording::Language,
};
use unicode_width::UnicodeWidthStr;

use crate::conversations::Conversation;

/// Columns of a text, such as a step of the rules, which has several pictures.
const TEXT_WIDTH: usize = 80;

/// Columns of the caption of a board.
const CAPTION_WIDTH: usize = 40;

/// Beginnings of ids of messages that may be longer, each with its reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "forget-sure",
        "a deletion for good names all that it deletes",
    ),
    (
        "run-breaker-about",
        "the abilities that were drawn are needed before the first step",
    ),
];

/// A kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Turn,
    RunTurn,
    Begin,
    Question,
    Answer,
    End,
    Help,
    Topic,
    Step,
    /// A list, a record, an analysis or several steps at once, as long as what it lists.
    List,
}

impl Kind {
    fn of(ids: &BTreeSet<&str>, message: &Message) -> Kind {
        let has = |part: &str| ids.iter().any(|id| id.contains(part));
        let begins = |area: &str| ids.iter().any(|id| id.starts_with(area));
        let is_board = message
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Position(_)));
        match () {
            () if ids.contains("help-overview") || ids.contains("help-direct") => Kind::Help,
            () if begins("teach-heading") && !begins("teach-end") || begins("teach-next") => {
                Kind::Step
            }
            () if begins("help-") || begins("teach-") || has("-term") => Kind::Topic,
            () if begins("again-") => Kind::End,
            () if has("-begun") || begins("computer-first") => Kind::Begin,
            () if begins("moves-")
                || begins("list-")
                || begins("admin-")
                || begins("export-")
                || begins("verify-") =>
            {
                Kind::List
            }
            () if is_board && begins("run-") => Kind::RunTurn,
            () if is_board => Kind::Turn,
            () if has("-ask") || begins("run-step") => Kind::Question,
            () if ids.len() == 1 => Kind::Answer,
            () => Kind::List,
        }
    }

    /// Returns the maximum number of lines.
    fn limit(self) -> usize {
        match self {
            Kind::Question | Kind::Answer => 2,
            Kind::Turn | Kind::End => 6,
            Kind::RunTurn => 8,
            Kind::Begin => 12,
            Kind::Step => 15,
            Kind::Help => 20,
            Kind::Topic => 25,
            Kind::List => usize::MAX,
        }
    }
}

#[test]
fn messages_stay_short() {
    let mut too_long = Vec::new();
    let scripts = recorded().into_iter().chain([everything_told()]);
    for script in scripts {
        let [english, ids] = [Language::English, Language::Ids].map(|language| {
            let mut conversation = Conversation::new(language);
            conversation.play(&script);
            conversation.said
        });
        assert_eq!(english.len(), ids.len());
        for (said, in_ids) in english.iter().zip(&ids) {
            too_long.extend(excess(said, in_ids));
        }
    }
    too_long.dedup();
    assert!(
        too_long.is_empty(),
        "{} messages:\n{}",
        too_long.len(),
        too_long.join("\n\n")
    );
}

/// Returns the scripts of all recorded conversations.
fn recorded() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let mut scripts: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    scripts.sort();
    scripts
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

/// Returns a script that asks for all rules and help.
fn everything_told() -> String {
    let topics = [
        "play", "levels", "options", "notation", "board", "position", "breakers",
    ];
    let commands = FORMS.iter().chain(ADMIN_FORMS).map(|form| form.name);
    let games = CATALOG.iter().map(|entry| entry.id);
    let asked = topics.into_iter().chain(commands).chain(games);
    let mut lines: Vec<String> = asked
        .flat_map(|topic| {
            [
                format!("alice: !help {topic}"),
                format!("dave in private: help {topic}"),
            ]
        })
        .collect();
    for entry in CATALOG {
        lines.push(format!("alice: !rules {}", entry.id));
        let steps = 1..=entry.teaching().topics.len();
        lines.extend(steps.map(|step| format!("alice: !rules {} {step}", entry.id)));
    }
    lines.join("\n")
}

/// Returns a complaint about a message that is too long.
fn excess(said: &Message, in_ids: &Message) -> Option<String> {
    let text = text_of(in_ids);
    let ids: BTreeSet<&str> = text.lines().filter_map(id_of).collect();
    let kind = Kind::of(&ids, said);
    let is_excepted = EXCEPTIONS
        .iter()
        .any(|(begin, _)| ids.iter().any(|id| id.starts_with(begin)));
    let is_page = matches!(kind, Kind::Step | Kind::Topic);
    let width = if said.pictured().is_empty() || is_page {
        TEXT_WIDTH
    } else {
        CAPTION_WIDTH
    };
    let text = text_of(said);
    let lines = text.lines().filter(|line| !is_choice(line));
    let lines: usize = lines.map(|line| wrapped(line, width)).sum();
    let limit = kind.limit();
    (lines > limit && !is_excepted).then(|| {
        format!("{kind:?} has {lines} lines of {width} columns, not {limit} ({ids:?}):\n{text}")
    })
}

/// Returns the text of a message without boards and figures.
fn text_of(message: &Message) -> String {
    let texts = message.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(lobby::plain_text(text)),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Returns the id of the sentence that a line consists of.
fn id_of(line: &str) -> Option<&str> {
    let id = line.trim_start_matches("- ").split(' ').next()?;
    let is_id = id.contains('-') && id.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    is_id.then_some(id)
}

/// Returns whether a line is a numbered answer: `1` or `leave`.
fn is_choice(line: &str) -> bool {
    let number = line
        .strip_prefix('`')
        .and_then(|rest| rest.split_once("` or `"));
    number.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

/// Returns the number of lines that a line takes when it wraps at a width.
fn wrapped(line: &str, width: usize) -> usize {
    let (mut lines, mut column) = (usize::from(!line.trim().is_empty()), 0);
    for word in line.split(' ') {
        let length = word.width();
        if column > 0 && column + 1 + length > width {
            lines += 1;
            column = length;
        } else {
            column += length + usize::from(column > 0);
        }
        // Longer words break.
        lines += column.saturating_sub(1) / width;
        column = column.min(width);
    }
    lines
}
