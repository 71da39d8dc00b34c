//! What is asked of a player, and what helps to answer.

use crate::fact::Fact;

/// What the seat to move is asked, and the answers when they are few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The question.
    pub ask: Fact,
    /// Every possible answer when there are only a few of them, else nothing.
    pub choices: Vec<Choice>,
    /// What helps to decide, as figures.
    pub figures: Vec<Figures>,
    /// What has to be known to decide, as sentences.
    pub notes: Vec<Fact>,
    /// What threatens, as sentences, without what the same player has heard already. Who asks a position of
    /// its own gets none: only a game that is being played knows what was heard.
    pub warnings: Vec<Fact>,
    /// What helps to decide, as sentences: it may be left out where it has been told before.
    pub details: Vec<Fact>,
    /// Whether the question is one of yes, the first answer, or no, the second.
    pub is_yes_or_no: bool,
    /// An event like the one that follows each answer. After some of them, how to answer need not be told again.
    pub answered_by: Option<Fact>,
}

impl Prompt {
    /// A question without figures and notes.
    pub fn new(ask: Fact, choices: Vec<Choice>) -> Prompt {
        Prompt {
            ask,
            choices,
            figures: Vec::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
            details: Vec::new(),
            is_yes_or_no: false,
            answered_by: None,
        }
    }

    /// The same question, to which the first answer is yes and the second one no.
    pub fn yes_or_no(self) -> Prompt {
        Prompt {
            is_yes_or_no: true,
            ..self
        }
    }
}

/// Figures in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// What they are.
    pub title: Fact,
    /// What each row holds, in order; the first of them says what the row is about. Nothing when
    /// the rows explain themselves.
    pub head: Vec<Fact>,
    /// The rows.
    pub rows: Vec<FigureRow>,
}

/// A row of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureRow {
    /// Its kind.
    pub kind: RowKind,
    /// Its cells.
    pub cells: Vec<Fact>,
}

/// The kind of a row of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Plain steps, which a picture shows as well.
    Plain,
    /// Steps with a choice.
    Choice,
    /// Steps with tokens.
    Boosted,
}

/// What an action is put together from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What each part is, as a heading above all that can be chosen.
    pub heads: Vec<Fact>,
    /// The parts, as they are written.
    pub parts: Vec<String>,
}

/// Something with a name of its own in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// How it is written.
    pub name: String,
    /// What it is.
    pub about: Fact,
}

/// A word by which a sentence is found, and what that explains: names in any case.
pub(crate) type Explained = (&'static str, &'static [&'static str]);

impl Term {
    /// Words with the messages that explain them.
    pub(crate) fn all<M: Into<Fact>>(
        about: impl Fn(&'static str) -> M,
        words: &[Explained],
    ) -> Vec<Term> {
        let about = &about;
        let terms = words.iter().flat_map(|(word, names)| {
            names.iter().map(|name| Term {
                name: (*name).to_owned(),
                about: about(word).into(),
            })
        });
        terms.collect()
    }
}

/// One of a few answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action in canonical notation.
    pub action: String,
    /// What it does.
    pub what: Fact,
}
