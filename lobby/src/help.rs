//! `help`: an overview, the commands, and what is explained elsewhere.

pub mod phrases;
pub mod topics;

use games::CATALOG;

use crate::{
    access::permission,
    command::{self, CommandForm},
    context::Context,
    help::topics::{NOTATION, TOPICS, game_ids},
    lessons::teach,
    message::Block,
    preferences::change,
    refusal::Answer,
    tables::{Table, TableIndex, lookup},
    text::messages::{HelpMessage, ListMessage},
    traffic::Effect,
};

/// The commands by subject, in the order of the list of commands.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "play",
        &[
            "play",
            "challenge",
            "accept",
            "decline",
            "withdraw",
            "seek",
            "seeks",
            "unseek",
            "move",
            "takeback",
            "draw",
            "resign",
            "rematch",
            "yes",
            "won",
        ],
    ),
    ("solo", &["run", "odds", "quit", "day", "verify"]),
    (
        "learn",
        &[
            "help", "games", "rules", "next", "puzzle", "solution", "setup",
        ],
    ),
    (
        "look",
        &[
            "board", "show", "history", "moves", "preview", "hint", "mine", "tables", "replay",
            "analyse", "export", "top", "me", "stats", "watch", "unwatch",
        ],
    ),
    ("time", &["pause", "resume", "vacation", "weekends"]),
    (
        "settings",
        &[
            "settings", "set", "boards", "theme", "zone", "clock", "notify", "digest", "confirm",
            "quiet", "forget",
        ],
    ),
];

/// Explains a topic: a command, a game, a word; without one, gives an overview.
pub fn help(cx: &Context<'_>, tables: &TableIndex, topic: Option<&str>) -> Answer {
    let Some(topic) = topic else {
        return Ok(vec![help_overview(cx, tables)]);
    };
    let topic = topic.to_lowercase();
    let topic = match topic.as_str() {
        "m" => "move",
        topic => topic,
    };
    if let Some(term) = topics::explain_ambiguous_term(cx, tables, topic) {
        return Ok(vec![cx.answer(vec![term])]);
    }
    if let Some(entry) = games::Entry::named(topic) {
        return teach::help_game(cx, entry);
    }
    if matches!(topic, "breakers" | "custom") {
        return Ok(vec![cx.answer(vec![topics::breakers(cx)])]);
    }
    let about = match topic {
        "commands" => return Ok(vec![help_commands(cx)]),
        "play" | "thread" | "threads" => HelpMessage::TopicPlay,
        "levels" | "level" | "computer" | "bot" => HelpMessage::TopicLevels {
            first: change::FIRST_LEVEL.number(),
        },
        "options" | "allow" | "neutralise" | "handicap" | "handicaps" | "contest" | "contests" => {
            HelpMessage::TopicOptions
        }
        "notation" | "move" => {
            let text = topics::game_paragraphs(cx, tables, NOTATION);
            return Ok(vec![cx.reply(text)]);
        }
        "board" | "lines" => return topics::help_board(cx, tables),
        "position" | "positions" => HelpMessage::TopicPosition,
        "settings" | "setting" => {
            return Ok(vec![cx.say(cx.prefixed(HelpMessage::TopicSettings))]);
        }
        topic => return help_command(cx, tables, topic),
    };
    // Challenges are made in the room itself, wherever this is read.
    Ok(vec![cx.say(cx.prefixed_for_rooms(about))])
}

/// Returns the overview: what is possible here, and pointers to more help. In the place of a puzzle, puzzles come first.
fn help_overview(cx: &Context<'_>, tables: &TableIndex) -> Effect {
    // Challenges are made in the room itself, wherever this is read.
    let topics = TOPICS.join(", ");
    let head = if cx.line.direct {
        HelpMessage::Direct { topics }
    } else {
        HelpMessage::Overview { topics }
    };
    let mut lines = Vec::new();
    let is_puzzle = lookup::playing(cx, tables).is_ok_and(Table::is_puzzle);
    if is_puzzle {
        lines.extend([cx.sentence(HelpMessage::AtPuzzle), String::new()]);
    }
    lines.push(cx.sentence(cx.prefixed_for_rooms(head)));
    if !permission::admin_forms(cx).is_empty() {
        lines.push(cx.sentence(HelpMessage::AdminMore));
    }
    cx.reply(lines.join("\n"))
}

/// Returns the names of commands, as they are typed.
fn command_names<'a>(cx: &Context<'_>, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names
        .map(|name| format!("`{}{name}`", cx.prefix()))
        .collect();
    names.join(" ")
}

/// Lists every command, grouped by subject.
fn help_commands(cx: &Context<'_>) -> Effect {
    let mut lines = vec![cx.sentence(HelpMessage::Commands)];
    for (group, names) in GROUPS {
        lines.push(String::new());
        lines.push(cx.sentence(HelpMessage::Group { group }));
        lines.push(command_names(cx, names.iter().copied()));
    }
    let admin = permission::admin_forms(cx);
    if !admin.is_empty() {
        lines.push(String::new());
        lines.push(cx.sentence(HelpMessage::Admin));
        lines.push(command_names(cx, admin.iter().map(|form| form.name)));
    }
    lines.push(String::new());
    let more = HelpMessage::Topics {
        topics: TOPICS.join(", "),
        games: game_ids(),
    };
    lines.push(cx.sentence(cx.prefixed(more)));
    cx.reply(lines.join("\n"))
}

/// Explains one command.
fn help_command(cx: &Context<'_>, tables: &TableIndex, name: &str) -> Answer {
    let mut admin = permission::admin_forms(cx).iter();
    let form = command::form(name).or_else(|| admin.find(|form| form.name == name));
    let Some(form) = form else {
        let term = topics::explain_term(cx, tables, name);
        let term = term.ok_or_else(|| topics::no_such_topic(cx, name))?;
        return Ok(vec![cx.answer(vec![term])]);
    };
    let more = cx.sentence(cx.prefixed(form.more()));
    let lines = [usage_line(cx, form), more];
    // Some commands are words of a game, too, such as `set`.
    let word = topics::explain_term(cx, tables, name);
    let blocks = [Block::Text(lines.join("\n"))].into_iter().chain(word);
    Ok(vec![cx.answer(blocks.collect())])
}

/// Returns a command's form and its short help.
fn usage_line(cx: &Context<'_>, form: &CommandForm) -> String {
    cx.sentence(HelpMessage::Line {
        form: format!("{}{}", cx.prefix(), form.syntax),
        what: cx.sentence(form.help()),
    })
}

/// Lists all games.
pub fn games(cx: &Context<'_>) -> Effect {
    let mut lines = vec![cx.sentence(ListMessage::Games)];
    for entry in CATALOG {
        lines.push(cx.sentence(ListMessage::Game { game: entry.id }));
    }
    cx.reply(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut all: Vec<&str> = command::FORMS.iter().map(|form| form.name).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }
}
