//! Lessons: topics in an order, each with pictures. A picture is a position text and actions played on it,
//! so that nothing can be shown that the rules do not allow. The sentences are elsewhere, by the message
//! ids given here. [`crate::frames`] computes the boards of a picture.

use serde::Serialize;

use crate::message::Message;

/// The lessons of one game.
#[derive(Debug)]
pub struct Teaching {
    /// The goal of the game, in a few lines.
    pub goal: TeachText,
    /// The topics, in order.
    pub topics: &'static [Topic],
    /// The number of optional topics, at the end, about features that exist only if the players agreed on them.
    pub agreed: usize,
    /// The commands and the notation in a chat.
    pub play: TeachText,
    /// The picture of a first turn.
    pub first_turn: Picture,
}

/// A topic of the lessons, explained at once.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// The heading.
    pub title: TeachText,
    /// The explanation.
    pub text: TeachText,
    /// The illustrations.
    pub pictures: &'static [Picture],
}

/// An illustration: a position, and actions played there.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The position text.
    pub position: &'static str,
    /// The actions, in notation.
    pub actions: &'static [&'static str],
    /// The dice that are rolled by the actions.
    pub dice: &'static [u8],
    /// Points that span the visible part of the board; empty for the whole board.
    pub seen: &'static [&'static str],
}

impl Teaching {
    /// Returns the topics without the optional ones.
    pub fn usual(&self) -> &'static [Topic] {
        let count = self.topics.len().saturating_sub(self.agreed);
        self.topics.get(..count).unwrap_or_default()
    }
}

impl Topic {
    /// Creates a topic.
    pub const fn of(title: TeachText, text: TeachText, pictures: &'static [Picture]) -> Topic {
        Topic {
            title,
            text,
            pictures,
        }
    }
}

impl Picture {
    /// Creates a picture without dice.
    pub const fn of(
        position: &'static str,
        actions: &'static [&'static str],
        seen: &'static [&'static str],
    ) -> Picture {
        Picture {
            position,
            actions,
            dice: &[],
            seen,
        }
    }
}

/// A text of the lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TeachText {
    /// Goal of MATRX GIPF.
    MatrxGoal,
    /// Goal of GIPF.
    GipfGoal,
    /// Goal of ZÈRTZ.
    RingsGoal,
    /// Goal of the run.
    RunGoal,
    /// Commands and notation of MATRX GIPF.
    PlayMatrx,
    /// Commands and notation of GIPF.
    PlayGipf,
    /// Commands and notation of ZÈRTZ.
    PlayZertz,
    /// Commands and notation of the run.
    PlayRun,
    /// Heading: the board.
    BoardTitle,
    /// Heading: the first pieces.
    BeginTitle,
    /// Heading: entering and pushing.
    EnterTitle,
    /// Heading: rows.
    RowTitle,
    /// Heading: stacks in a row.
    MatrxStacksTitle,
    /// Heading: GIPF pieces in a row.
    GipfsStayTitle,
    /// Heading: ZÈRTZ potentials.
    ZertzTitle,
    /// Heading: YINSH potentials.
    YinshTitle,
    /// Heading: DVONN and PÜNCT potentials.
    DvonnTitle,
    /// Heading: TAMSK potentials.
    TamskTitle,
    /// Heading: potentials of GIPF.
    LoadedTitle,
    /// Heading: the order of a turn of MATRX GIPF.
    MatrxTurnTitle,
    /// Heading: the order of a turn of GIPF.
    GipfTurnTitle,
    /// Heading: placing a marble.
    RingsPlaceTitle,
    /// Heading: capturing.
    RingsCaptureTitle,
    /// Heading: capturing several marbles.
    RingsChainTitle,
    /// Heading: isolated rings.
    RingsIsolateTitle,
    /// Heading: the end of ZÈRTZ.
    RingsEndTitle,
    /// Heading: steps.
    RunStepTitle,
    /// Heading: failed challenges.
    RunFailTitle,
    /// Heading: power-ups.
    RunBoostTitle,
    /// Heading: data forts.
    RunFortTitle,
    /// Heading: the end of a run.
    RunEndTitle,
    /// Heading: custom breakers.
    RunCustomTitle,
    /// Explanation: the board of MATRX GIPF.
    MatrxBoard,
    /// Explanation: entering in MATRX GIPF.
    MatrxEnter,
    /// Explanation: rows in MATRX GIPF.
    MatrxRow,
    /// Explanation: stacks in a row.
    MatrxStacks,
    /// Explanation: ZÈRTZ potentials.
    MatrxZertz,
    /// Explanation: YINSH potentials.
    MatrxYinsh,
    /// Explanation: DVONN and PÜNCT potentials.
    MatrxDvonn,
    /// Explanation: TAMSK potentials.
    MatrxTamsk,
    /// Explanation: the order of a turn of MATRX GIPF.
    MatrxTurn,
    /// Explanation: the board of GIPF.
    GipfBoard,
    /// Explanation: the board of GIPF, with GIPF pieces.
    GipfBoardTwo,
    /// Explanation: the first pieces of a tournament game.
    GipfBegin,
    /// Explanation: entering in GIPF.
    GipfEnter,
    /// Explanation: rows in GIPF.
    GipfRow,
    /// Explanation: GIPF pieces in a row.
    GipfsStay,
    /// Explanation: the order of a turn of GIPF.
    GipfTurn,
    /// Explanation: ZÈRTZ potentials of GIPF.
    Loaded,
    /// Explanation: TAMSK potentials of GIPF.
    LoadedTamsk,
    /// Explanation: the board of ZÈRTZ.
    RingsBoard,
    /// Explanation: placing a marble.
    RingsPlace,
    /// Explanation: capturing.
    RingsCapture,
    /// Explanation: capturing several marbles.
    RingsChain,
    /// Explanation: isolated rings.
    RingsIsolate,
    /// Explanation: the end of ZÈRTZ.
    RingsEnd,
    /// Explanation: the board of the run.
    RunBoard,
    /// Explanation: steps.
    RunStep,
    /// Explanation: failed challenges.
    RunFail,
    /// Explanation: power-ups.
    RunBoost,
    /// Explanation: data forts.
    RunFort,
    /// Explanation: the end of a run.
    RunEnd,
    /// Explanation: custom breakers.
    RunCustom,
}

impl Message for TeachText {
    const AREA: &'static str = "teach";
}
