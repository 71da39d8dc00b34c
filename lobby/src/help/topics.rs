//! Topics of `help` besides commands and games: the glossary of the games, and the notation of boards.

use games::{CATALOG, Diagram, Entry, Fact, Live, Message, Seed, Term, puzzles::Family, run};

use crate::{
    command::{self, FORMS, spelling},
    context::{Context, Environment},
    message::{Block, Position, list_item},
    refusal::{Answer, Refusal},
    tables::{TableIndex, lookup},
    text::messages::HelpMessage,
};

/// The topics of `help` besides commands.
pub const TOPICS: &[&str] = &[
    "commands", "play", "levels", "options", "notation", "board", "position", "breakers",
    "settings",
];

/// The games that a paragraph of help is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum About {
    All,
    /// MATRX GIPF and GIPF, whose hexagonal boards have dots. ZÈRTZ has none.
    Hex,
    One(Family),
}

impl About {
    fn is_about(self, family: Family) -> bool {
        match self {
            About::All => true,
            About::Hex => matches!(family, Family::Gipf | Family::Matrx),
            About::One(one) => one == family,
        }
    }

    fn name(self) -> &'static str {
        match self {
            About::All => "all",
            About::Hex => "hex",
            About::One(family) => family.id(),
        }
    }
}

/// A paragraph of help.
pub type Paragraph = (About, HelpMessage);

/// The notation of moves.
pub const NOTATION: &[Paragraph] = &[
    (About::All, HelpMessage::Notation),
    (About::All, HelpMessage::NotationNumber),
    (About::One(Family::Matrx), HelpMessage::NotationMatrx),
    (About::One(Family::Gipf), HelpMessage::NotationGipf),
    (About::Hex, HelpMessage::NotationBoard),
    (About::One(Family::Zertz), HelpMessage::NotationZertz),
    (About::One(Family::Run), HelpMessage::NotationRun),
];

/// The drawing of boards.
const BOARDS: &[Paragraph] = &[
    (About::Hex, HelpMessage::BoardPicturesHex),
    (About::Hex, HelpMessage::BoardTextHex),
    (About::Hex, HelpMessage::BoardNarrowHex),
    (About::One(Family::Zertz), HelpMessage::BoardPicturesZertz),
    (About::One(Family::Zertz), HelpMessage::BoardTextZertz),
    (About::One(Family::Run), HelpMessage::BoardPicturesRun),
    (About::One(Family::Run), HelpMessage::BoardTextRun),
    (About::All, HelpMessage::BoardWords),
];

/// Maximum number of suggestions for an unknown topic.
const MAX_SUGGESTIONS: usize = 4;

/// Returns whether there is help about a topic.
pub fn explains(topic: &str) -> bool {
    let topic = topic.to_lowercase();
    TOPICS.contains(&topic.as_str())
        || topic == "custom"
        || command::form(&topic).is_some()
        || Entry::named(&topic).is_some()
        || glossary().any(|term| is_named(&term, &topic))
}

/// Explains a glossary term: of the game played in this place, or else of all games.
pub fn explain_term(cx: &Context<'_>, tables: &TableIndex, topic: &str) -> Option<Block> {
    let here = current_entry(cx, tables).map(Entry::glossary);
    let mut about = definitions(here.unwrap_or_default().into_iter(), topic);
    if about.is_empty() {
        about = definitions(glossary(), topic);
    }
    let lines: Vec<String> = about.into_iter().map(|fact| cx.sentence(fact)).collect();
    (!lines.is_empty()).then(|| Block::Text(lines.join("\n")))
}

/// Explains a glossary term of the game played in this place that is also the name of another game.
pub fn explain_ambiguous_term(cx: &Context<'_>, tables: &TableIndex, topic: &str) -> Option<Block> {
    let (here, named) = (current_entry(cx, tables)?, Entry::named(topic)?);
    let is_other = Family::of(here) != Family::of(named);
    let about = definitions(here.glossary().into_iter(), topic);
    let mut lines: Vec<String> = about.into_iter().map(|fact| cx.sentence(fact)).collect();
    if !is_other || lines.is_empty() {
        return None;
    }
    let game = HelpMessage::GameOfThatName { game: named.id };
    lines.push(cx.sentence(cx.prefixed(game)));
    Some(Block::Text(lines.join("\n")))
}

/// Returns the game of the table that a line would be about.
fn current_entry(cx: &Context<'_>, tables: &TableIndex) -> Option<&'static Entry> {
    let table = lookup::looked_at(&cx.with_named_table(None), tables).ok()?;
    Some(table.live()?.entry())
}

/// Explains custom breakers, and lists their names by colour.
pub fn breakers(env: &Environment<'_>) -> Block {
    let mut lines = vec![env.sentence(HelpMessage::TopicBreakers)];
    for (colour, breakers) in ["k", "g", "r", "b"].into_iter().zip(run::BREAKERS) {
        let names = (1..).zip(breakers);
        let names: Vec<String> = names
            .map(|(number, breaker)| format!("`{colour}{number}` {}", breaker.name))
            .collect();
        let names = names.join(", ");
        let line = env.sentence(HelpMessage::BreakersOf { colour, names });
        lines.push(list_item(&line));
    }
    Block::Text(lines.join("\n"))
}

/// Shows the board of the game played here, or of the first one, with its spots and lines, and explains the
/// notation of boards.
pub fn help_board(cx: &Context<'_>, tables: &TableIndex) -> Answer {
    let entry = current_entry(cx, tables).unwrap_or(Entry::FIRST);
    let lines = HelpMessage::BoardLines { game: entry.id };
    let mut blocks = vec![Block::Text(cx.sentence(lines))];
    // Every game can be started; the deal of a run is not shown.
    let empty = Live::start(entry, "-", Some(Seed([0; 32])));
    blocks.extend(empty.ok().map(|live| {
        Block::Position(Position {
            diagram: Box::new(Diagram::still(entry.id, live.scene())),
            side_panel: String::new(),
        })
    }));
    let paragraphs = BOARDS.iter().filter(|(of, _)| {
        let family = Family::of(entry);
        family.is_some_and(|family| of.is_about(family))
    });
    let paragraphs: Vec<String> = paragraphs
        .map(|(_, paragraph)| cx.sentence(paragraph.to_fact()))
        .collect();
    blocks.push(Block::Text(paragraphs.join("\n")));
    Ok(vec![cx.answer(blocks)])
}

/// Returns the paragraphs about the game played here, or about all games.
pub fn game_paragraphs(cx: &Context<'_>, tables: &TableIndex, paragraphs: &[Paragraph]) -> String {
    let here = current_entry(cx, tables).and_then(Family::of);
    let mut lines = Vec::new();
    let mut last = "all";
    for (of, paragraph) in paragraphs {
        if here.is_some_and(|here| !of.is_about(here)) {
            continue;
        }
        if here.is_none() && of.name() != last {
            last = of.name();
            let heading = HelpMessage::OfGames { family: last };
            lines.extend([String::new(), cx.sentence(heading)]);
        }
        lines.push(cx.sentence(paragraph.to_fact()));
    }
    lines.join("\n")
}

/// Returns the refusal of an unknown topic, with similar ones.
pub fn no_such_topic(cx: &Context<'_>, text: &str) -> Refusal {
    let entries = CATALOG.iter().map(|entry| entry.id.to_owned());
    let forms = FORMS.iter().map(|form| form.name.to_owned());
    let topics = TOPICS.iter().map(|topic| (*topic).to_owned());
    let terms = glossary().map(|term| term.name.to_lowercase());
    let known = topics.chain(forms).chain(entries).chain(terms);
    let near = spelling::nearest(text, known, MAX_SUGGESTIONS);
    let prefix = cx.prefix();
    let near: Vec<String> = near
        .iter()
        .map(|it| format!("`{prefix}help {it}`"))
        .collect();
    HelpMessage::NoSuchTopic {
        text: text.into(),
        near: (!near.is_empty()).then(|| near.join(", ")),
        topics: TOPICS.join(", "),
        games: game_ids(),
    }
    .into()
}

/// Lists the ids of all games.
pub fn game_ids() -> String {
    let ids: Vec<&str> = CATALOG.iter().map(|entry| entry.id).collect();
    ids.join(", ")
}

/// Returns the glossary terms of all games.
fn glossary() -> impl Iterator<Item = Term> {
    CATALOG.iter().flat_map(Entry::glossary)
}

/// Returns whether a term matches a typed word, which may be its plural.
fn is_named(term: &Term, typed: &str) -> bool {
    let (name, typed) = (spelling::plain(&term.name), spelling::plain(typed));
    let singular = typed.strip_suffix('s').filter(|it| it.len() > 1);
    name == typed || singular == Some(name.as_str())
}

/// Returns the definitions of a word without duplicates.
fn definitions(terms: impl Iterator<Item = Term>, topic: &str) -> Vec<Fact> {
    let mut about: Vec<Fact> = Vec::new();
    for term in terms.filter(|term| is_named(term, topic)) {
        if !about.contains(&term.about) {
            about.push(term.about);
        }
    }
    about
}
