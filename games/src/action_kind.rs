//! The kinds of actions that can be asked for by a word, as in `moves use`.

/// A kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// A piece enters the board.
    Enter,
    /// A potential on the board, or an ability, is used.
    Use,
    /// The extra move of a TAMSK potential, or giving it up.
    Extra,
    /// A row is cleared or left.
    Row,
    /// A question is answered.
    Answer,
    /// Marbles are captured.
    Capture,
    /// A marble is placed.
    Place,
    /// A breaker takes a step.
    Step,
}

impl ActionKind {
    /// Reads the word of a kind.
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
