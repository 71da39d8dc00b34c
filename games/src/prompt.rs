//! Prompts: questions to a player, with what helps to answer them.

use crate::fact::Fact;

/// A question to the seat to move, with the answers if they are few.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The question.
    pub ask: Fact,
    /// All possible answers if they are few, else empty.
    pub choices: Vec<Choice>,
    /// Tables of figures that help to decide.
    pub figures: Vec<Figures>,
    /// Sentences needed to decide.
    pub notes: Vec<Fact>,
    /// Threats, as sentences, without those that the same player was shown before. Empty in the prompt of a bare
    /// position: only a game in progress knows what was shown.
    pub warnings: Vec<Fact>,
    /// Sentences that help to decide; they may be left out where they were shown before.
    pub details: Vec<Fact>,
    /// `true` for a question of yes, the first answer, or no, the second.
    pub is_yes_or_no: bool,
    /// Letters that stand for an answer, with its action.
    pub letters: Vec<(char, String)>,
    /// An example of the event that follows each answer. After some of them, the host may leave out how to
    /// answer.
    pub answered_by: Option<Fact>,
}

impl Prompt {
    /// Creates a question without figures and notes.
    pub fn new(ask: Fact, choices: Vec<Choice>) -> Prompt {
        Prompt {
            ask,
            choices,
            figures: Vec::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
            details: Vec::new(),
            is_yes_or_no: false,
            letters: Vec::new(),
            answered_by: None,
        }
    }

    /// Marks the question as one of yes, the first answer, or no, the second.
    pub fn yes_or_no(self) -> Prompt {
        Prompt {
            is_yes_or_no: true,
            ..self
        }
    }
}

/// A table of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The heading.
    pub title: Fact,
    /// The column headers; the first one is that of the row labels. Empty if the rows are self-explanatory.
    pub head: Vec<Fact>,
    /// The rows.
    pub rows: Vec<FigureRow>,
}

/// A row of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureRow {
    /// The kind of the row.
    pub kind: RowKind,
    /// The cells of the row.
    pub cells: Vec<Fact>,
}

/// The kind of a row of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// Plain steps, which pictures show as well.
    Plain,
    /// Steps with a choice.
    Choice,
    /// Steps with tokens.
    Boosted,
}

/// The independent parts of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The heading of each part.
    pub heads: Vec<Fact>,
    /// The parts, in notation.
    pub parts: Vec<String>,
}

/// A term of a game with its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The term, in notation.
    pub name: String,
    /// The explanation.
    pub about: Fact,
}

/// The key of an explanation, and the terms it explains, matched case-insensitively.
pub(crate) type Explained = (&'static str, &'static [&'static str]);

impl Term {
    /// Creates the terms of a glossary with their explanations.
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

/// One of a few possible answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The action in canonical notation.
    pub action: String,
    /// The effect of the action.
    pub what: Fact,
}
