//! How a game is taught: topics in an order, each with pictures. A picture is a position text and
//! actions that are played on it, so that nothing can be shown that the rules do not do. The
//! sentences are somebody else's: here are their messages. What a picture shows comes out of
//! [`crate::frames`].

use serde::Serialize;

use crate::message::Message;

/// How one game is taught.
#[derive(Debug)]
pub struct Teaching {
    /// Its goal, in a few lines.
    pub goal: TeachText,
    /// What is explained, in order.
    pub topics: &'static [Topic],
    /// How many of them, at the end, are about what is only there if it was agreed on.
    pub agreed: usize,
    /// Commands and notation in a chat.
    pub play: TeachText,
    /// A first turn.
    pub first_turn: Picture,
}

/// Something that is explained at once.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// Its heading.
    pub title: TeachText,
    /// The explanation.
    pub text: TeachText,
    /// What it looks like.
    pub pictures: &'static [Picture],
}

/// A position, and what is played there.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The position text.
    pub position: &'static str,
    /// The actions, in notation.
    pub actions: &'static [&'static str],
    /// The dice that are rolled meanwhile.
    pub dice: &'static [u8],
    /// Points in the outermost rows and columns of what is shown; nothing stands for all of it.
    pub seen: &'static [&'static str],
}

impl Teaching {
    /// What is explained where nothing was agreed on.
    pub fn usual(&self) -> &'static [Topic] {
        let count = self.topics.len().saturating_sub(self.agreed);
        self.topics.get(..count).unwrap_or_default()
    }
}

impl Topic {
    /// A topic.
    pub const fn of(title: TeachText, text: TeachText, pictures: &'static [Picture]) -> Topic {
        Topic {
            title,
            text,
            pictures,
        }
    }
}

impl Picture {
    /// A picture without dice.
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

/// A text about how a game goes.
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
