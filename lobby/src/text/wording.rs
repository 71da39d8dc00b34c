//! Translation of facts into sentences with Fluent.

use std::{collections::BTreeMap, sync::LazyLock};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use games::{Arg, Fact, Seat};
use unic_langid::langid;

use crate::{names, text::isolate};

/// The English Fluent files, by topic.
const ENGLISH: &[&str] = &[
    include_str!("../../locales/en/chat.ftl"),
    include_str!("../../locales/en/access.ftl"),
    include_str!("../../locales/en/help.ftl"),
    include_str!("../../locales/en/settings.ftl"),
    include_str!("../../locales/en/teach.ftl"),
    include_str!("../../locales/en/gipf.ftl"),
    include_str!("../../locales/en/zertz.ftl"),
    include_str!("../../locales/en/run.ftl"),
    include_str!("../../locales/en/stats.ftl"),
    include_str!("../../locales/en/hint.ftl"),
    include_str!("../../locales/en/puzzle.ftl"),
    include_str!("../../locales/en/words.ftl"),
    include_str!("../../locales/en/history.ftl"),
    include_str!("../../locales/en/clocks.ftl"),
    include_str!("../../locales/en/mine.ftl"),
];

/// Arguments of messages that their enums do not declare, since they are added when a message is worded.
///
/// `player` is the name at the message's `seat`. Ends get the winning `seat`, and as `loser` the other player's
/// name; questions of puzzles get the solver's `seat`. `prefix` precedes commands; `again` is `yes` if something
/// was told before; `example` is an action, `listed` is set if several are listed, `action` is a costly one;
/// `game` is the game's id, `boards` and `place` state how and where a legend is shown; `count` and `more` give
/// the number of things under a heading and whether there are more; `steps` is the number of steps of a run; `you`
/// states to whom a table speaks, see [`Wording::say_at_table`].
pub const ADDED: [&str; 15] = [
    "player", "seat", "loser", "prefix", "again", "example", "listed", "action", "game", "boards",
    "place", "more", "count", "steps", "you",
];

type Bundle = FluentBundle<FluentResource>;

/// Parsed once and cached, as parsing takes milliseconds.
static ENGLISH_BUNDLE: LazyLock<Bundle> = LazyLock::new(|| {
    let mut bundle = FluentBundle::new_concurrent(vec![langid!("en")]);
    // Isolating marks around every argument would be copied along with moves; `say` isolates only names that need
    // it.
    bundle.set_use_isolating(false);
    for source in ENGLISH {
        // A damaged file is used as far as it can be parsed; a test checks that the files are intact.
        let resource = match FluentResource::try_new((*source).to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        bundle.add_resource_overriding(resource);
    }
    bundle
});

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Message ids and arguments instead of sentences, for tests: `duel-begun black=bob game=matrx white=alice`.
    Ids,
}

/// The sentences of one language.
pub struct Wording {
    bundle: &'static Bundle,
    language: Language,
}

impl Wording {
    /// Returns the English sentences.
    pub fn english() -> Wording {
        Wording::in_language(Language::English)
    }

    /// Returns the sentences of a language.
    pub fn in_language(language: Language) -> Wording {
        Wording {
            bundle: &ENGLISH_BUNDLE,
            language,
        }
    }

    /// Returns the sentence for a fact. A seat becomes `$seat` (`white` or `black`) and, if the names are known,
    /// `$player`; an absent value becomes `none`, a list is joined by spaces.
    pub fn say(&self, fact: &Fact, names: &[String]) -> String {
        self.say_with(fact, names, "")
    }

    /// Returns the sentence for a fact whose commands need a prefix.
    pub(crate) fn say_with(&self, fact: &Fact, names: &[String], prefix: &str) -> String {
        match self.language {
            Language::English => self.sentence(fact, names, "none", prefix),
            Language::Ids => id_and_arguments(fact, names),
        }
    }

    /// Returns the sentence of a table to its players, who follow its game: events are told briefly, in notation.
    /// `$you` is `yes` if the fact is about the only person who plays there, else `no`; elsewhere it is `none`.
    pub fn say_at_table(
        &self,
        fact: &Fact,
        names: &[String],
        only_person: Option<Seat>,
        prefix: &str,
    ) -> String {
        let seat = fact.args.iter().find_map(|(name, value)| match value {
            Arg::Seat(seat) if name == "seat" => Some(*seat),
            _ => None,
        });
        let is_you = seat.is_some() && seat == only_person;
        match self.language {
            Language::English => {
                self.sentence(fact, names, if is_you { "yes" } else { "no" }, prefix)
            }
            Language::Ids => id_and_arguments(fact, names),
        }
    }

    /// Joins sentences about a turn to a paragraph. Ids stay on lines of their own.
    pub fn paragraph(&self, sentences: &[String]) -> String {
        sentences.join(match self.language {
            Language::English => " ",
            Language::Ids => "\n",
        })
    }

    fn sentence(&self, fact: &Fact, names: &[String], you: &'static str, prefix: &str) -> String {
        let mut args = FluentArgs::new();
        args.set("you", you);
        args.set("prefix", prefix);
        // `again` is `yes` for a fact that was told before, and shortens the sentence.
        args.set("again", "no");
        for (name, value) in &fact.args {
            match value {
                nothing if nothing.is_none() => args.set(name.as_ref(), "none"),
                Arg::None => {}
                Arg::Quoted(text) => args.set(name.as_ref(), isolated(&names::quoted(text))),
                Arg::Text(text) => args.set(name.as_ref(), isolated(text)),
                Arg::List(items) => args.set(name.as_ref(), items.join(" ")),
                Arg::Number(number) => args.set(name.as_ref(), *number),
                Arg::Seat(seat) => {
                    args.set(name.as_ref(), colour(*seat));
                    if let Some(player) = names.get(seat.index()) {
                        args.set("player", isolated(player));
                    }
                }
            }
        }
        isolate::plain_in_code(self.format(&fact.code, &args))
    }

    fn format(&self, code: &str, args: &FluentArgs) -> String {
        let Some(pattern) = self
            .bundle
            .get_message(code)
            .and_then(|message| message.value())
        else {
            return code.to_owned();
        };
        let mut errors = Vec::new();
        let sentence = self.bundle.format_pattern(pattern, Some(args), &mut errors);
        debug_assert!(errors.is_empty(), "{code}: {errors:?}");
        sentence.into_owned()
    }

    /// Returns whether a sentence with this id exists.
    pub fn knows(&self, code: &str) -> bool {
        self.bundle
            .get_message(code)
            .is_some_and(|message| message.value().is_some())
    }
}

/// Renders a fact as its id and its arguments in alphabetical order.
fn id_and_arguments(fact: &Fact, names: &[String]) -> String {
    let mut args = BTreeMap::new();
    for (name, value) in &fact.args {
        let shown = match value {
            nothing if nothing.is_none() => "none".to_owned(),
            Arg::List(items) => items.join(","),
            Arg::Seat(seat) => {
                if let Some(player) = names.get(seat.index()) {
                    args.insert("player", player.clone());
                }
                colour_name(*seat).to_owned()
            }
            other => other.to_string(),
        };
        args.insert(name.as_ref(), shown);
    }
    let args = args.iter().map(|(name, value)| format!(" {name}={value}"));
    format!("{}{}", fact.code, args.collect::<String>())
}

fn isolated(text: &str) -> String {
    isolate::isolated(text).into_owned()
}

fn colour(seat: Seat) -> FluentValue<'static> {
    FluentValue::from(colour_name(seat))
}

fn colour_name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "white",
        Seat::Second => "black",
    }
}
