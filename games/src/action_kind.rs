//! The kinds of actions by which a player can filter the list of legal ones, as in `moves use`.

/// A kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Entering a piece.
    Enter,
    /// Using a potential on the board, or an ability.
    Use,
    /// Making or giving up the extra move of a TAMSK potential.
    Extra,
    /// Clearing or leaving a row.
    Row,
    /// Answering a question.
    Answer,
    /// Capturing marbles.
    Capture,
    /// Placing a marble.
    Place,
    /// Stepping with a breaker.
    Step,
}

impl ActionKind {
    /// Parses the word of a kind, in lower case.
    pub fn from_word(word: &str) -> Option<ActionKind> {
        Some(match word {
            "enter" => ActionKind::Enter,
            "use" => ActionKind::Use,
            "extra" => ActionKind::Extra,
            "row" => ActionKind::Row,
            "answer" => ActionKind::Answer,
            "capture" => ActionKind::Capture,
            "place" => ActionKind::Place,
            "step" => ActionKind::Step,
            _ => return None,
        })
    }
}
