//! Messages and their Fluent files match in every language.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement,
};
use games::{
    Arg, Common, Fact, Message, gipf, message::declared, puzzles, run, search, teach, zertz,
};
use lobby::{
    command::{ADMIN_FORMS, FORMS},
    messages::{
        AccessMessage, AdminMessage, AgainMessage, AnalyseMessage, AnalysisMessage, AnswerMessage,
        BoardsMessage, ChallengeMessage, ClockMessage, CommandMessage, ComputerMessage,
        ConfirmMessage, ConsoleMessage, ContestMessage, DayMessage, DirectMessage, DrawMessage,
        DuelMessage, EndMessage, EngineMessage, ExportMessage, ForgetMessage, HelloMessage,
        HelpMessage, HintMessage, HistoryMessage, LeaderboardMessage, LessonMessage, LimitMessage,
        ListMessage, LookBackMessage, MeMessage, MineMessage, MovesMessage, NextMessage,
        NothingMessage, OddsMessage, OfferMessage, PageMessage, PauseMessage, PersonMessage,
        PhraseMessage, PreviewMessage, PuzzleMessage, QuietMessage, RematchMessage, ReplayMessage,
        ResignMessage, SeedMessage, SeekMessage, TableMessage, TakebackMessage, TeachMessage,
        ThinkingMessage, UndoMessage, UpgradedMessage, UserMessage, VacationMessage, VerifyMessage,
        WatchMessage, WordsMessage,
    },
    wording::{ADDED, Wording},
};
use schemars::JsonSchema;

/// Message ids with the names of their arguments.
type Messages = BTreeMap<String, BTreeSet<String>>;

/// All message enums: the area and the declared messages.
fn areas() -> Vec<(&'static str, Messages)> {
    let mut areas = areas_of_games();
    areas.extend(areas_of_chat());
    areas.extend(areas_of_people());
    areas
}

fn area<M: Message + JsonSchema>() -> (&'static str, Messages) {
    (M::AREA, declared::<M>())
}

fn areas_of_games() -> Vec<(&'static str, Messages)> {
    vec![
        area::<Common>(),
        area::<gipf::Event>(),
        area::<gipf::Message>(),
        area::<puzzles::Message>(),
        area::<run::Event>(),
        area::<run::Hint>(),
        area::<run::Message>(),
        area::<run::ParseError>(),
        area::<run::Refusal>(),
        area::<search::Message>(),
        area::<teach::TeachText>(),
        area::<zertz::Message>(),
    ]
}

/// The help texts of the commands.
fn help_of_commands() -> (&'static str, Messages) {
    let forms = FORMS.iter().chain(ADMIN_FORMS);
    let texts = forms.flat_map(|form| [form.help(), form.more()]);
    let ids = texts.map(|text| (text.code.into_owned(), BTreeSet::new()));
    ("help", ids.collect())
}

fn areas_of_chat() -> Vec<(&'static str, Messages)> {
    vec![
        area::<AccessMessage>(),
        area::<AdminMessage>(),
        area::<HintMessage>(),
        area::<OddsMessage>(),
        area::<ThinkingMessage>(),
        area::<AgainMessage>(),
        area::<AnalyseMessage>(),
        area::<AnalysisMessage>(),
        area::<AnswerMessage>(),
        area::<BoardsMessage>(),
        area::<ChallengeMessage>(),
        area::<CommandMessage>(),
        help_of_commands(),
        area::<ComputerMessage>(),
        area::<ConfirmMessage>(),
        area::<ConsoleMessage>(),
        area::<ContestMessage>(),
        area::<DayMessage>(),
        area::<DirectMessage>(),
        area::<DrawMessage>(),
        area::<DuelMessage>(),
        area::<EndMessage>(),
        area::<EngineMessage>(),
        area::<ExportMessage>(),
        area::<ForgetMessage>(),
        area::<HelloMessage>(),
        area::<HelpMessage>(),
        area::<HistoryMessage>(),
        area::<ClockMessage>(),
        area::<PauseMessage>(),
        area::<VacationMessage>(),
        area::<LessonMessage>(),
        area::<LimitMessage>(),
        area::<ListMessage>(),
        area::<MovesMessage>(),
        area::<NextMessage>(),
        area::<NothingMessage>(),
        area::<OfferMessage>(),
        area::<PageMessage>(),
        area::<PhraseMessage>(),
        area::<PreviewMessage>(),
        area::<PuzzleMessage>(),
        area::<RematchMessage>(),
        area::<LookBackMessage>(),
        area::<ReplayMessage>(),
        area::<ResignMessage>(),
        area::<SeedMessage>(),
        area::<TableMessage>(),
        area::<TakebackMessage>(),
        area::<TeachMessage>(),
        area::<LeaderboardMessage>(),
        area::<UndoMessage>(),
        area::<UpgradedMessage>(),
        area::<VerifyMessage>(),
        area::<WordsMessage>(),
    ]
}

fn areas_of_people() -> Vec<(&'static str, Messages)> {
    vec![
        area::<MeMessage>(),
        area::<MineMessage>(),
        area::<PersonMessage>(),
        area::<QuietMessage>(),
        area::<SeekMessage>(),
        area::<UserMessage>(),
        area::<WatchMessage>(),
    ]
}

fn all_declared() -> Messages {
    let areas = areas().into_iter();
    areas.flat_map(|(_, messages)| messages).collect()
}

/// A message or term of a file: its variables, and the messages and terms it refers to.
#[derive(Default)]
struct Written {
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
}

impl Written {
    fn read(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.read_expression(expression);
            }
        }
    }

    fn read_expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.read_inline(inline),
            Expression::Select { selector, variants } => {
                self.read_inline(selector);
                variants
                    .iter()
                    .for_each(|variant| self.read(&variant.value));
            }
        }
    }

    fn read_inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.references.insert(id.name.to_owned());
            }
            InlineExpression::TermReference { id, arguments, .. } => {
                self.references.insert(format!("-{}", id.name));
                arguments
                    .iter()
                    .for_each(|arguments| self.read_arguments(arguments));
            }
            InlineExpression::FunctionReference { arguments, .. } => self.read_arguments(arguments),
            InlineExpression::Placeable { expression } => self.read_expression(expression),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        }
    }

    fn read_arguments(&mut self, arguments: &CallArguments<&str>) {
        arguments
            .positional
            .iter()
            .for_each(|inline| self.read_inline(inline));
        arguments
            .named
            .iter()
            .for_each(|named| self.read_inline(&named.value));
    }
}

/// Reads all definitions in the files of a language.
fn written(language: &Path) -> BTreeMap<String, Written> {
    let mut all = BTreeMap::new();
    for file in fs::read_dir(language).unwrap() {
        let source = fs::read_to_string(file.unwrap().path()).unwrap();
        for entry in fluent_syntax::parser::parse(source.as_str()).unwrap().body {
            let (id, pattern) = match &entry {
                Entry::Message(message) => (message.id.name.to_owned(), message.value.as_ref()),
                Entry::Term(term) => (format!("-{}", term.id.name), Some(&term.value)),
                _ => continue,
            };
            let mut written = Written::default();
            written.read(pattern.expect("messages have values"));
            assert!(
                all.insert(id.clone(), written).is_none(),
                "{id} stands twice"
            );
        }
    }
    all
}

/// Returns the variables of a message and of all that it refers to.
fn variables(all: &BTreeMap<String, Written>, id: &str) -> BTreeSet<String> {
    let written = all
        .get(id)
        .unwrap_or_else(|| panic!("{id} is referred to and missing"));
    let references = written.references.iter();
    let further = references.flat_map(|reference| variables(all, reference));
    further.chain(written.variables.iter().cloned()).collect()
}

#[test]
fn every_message_is_worded_in_every_language() {
    let declared = all_declared();
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    for language in fs::read_dir(locales).unwrap() {
        let path = language.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        let all = written(&path);
        let referenced: BTreeSet<&String> = all
            .values()
            .flat_map(|written| &written.references)
            .collect();
        for (id, arguments) in &declared {
            assert!(
                all.contains_key(id),
                "{id} has no message in {}",
                path.display()
            );
            let known = |name: &String| arguments.contains(name) || ADDED.contains(&name.as_str());
            let unknown: Vec<String> = variables(&all, id)
                .into_iter()
                .filter(|name| !known(name))
                .collect();
            assert!(unknown.is_empty(), "{id} has no {unknown:?}");
        }
        for id in all.keys() {
            let is_used = declared.contains_key(id) || referenced.contains(id);
            let mut areas = areas().into_iter();
            let is_declared = areas.any(|(area, _)| id.starts_with(&format!("{area}-")));
            assert!(is_used || !is_declared, "{id} is never said");
        }
    }
}

#[test]
fn every_message_renders_with_any_number() {
    let wording = Wording::english();
    for (id, arguments) in all_declared() {
        for number in [0, 1, 2, 5, 22] {
            let names = arguments.iter().map(String::as_str).chain(ADDED);
            let args = names.map(|name| (name.to_owned().into(), Arg::Number(number)));
            let fact = Fact {
                code: id.clone().into(),
                args: args.collect(),
            };
            let said = wording.say(&fact, &[]);
            assert!(said != id && !said.contains(['{', '}']), "{said}");
        }
    }
}
