//! The messages of a run: questions, figures, and texts beside the board.

#![allow(
    missing_docs,
    reason = "fields are the arguments of the message that its variant documents"
)]

mod parts;

pub use parts::{After, Ending, Gain, IceOrFort, Price, RollOddsArguments, Settled, Standing};

use serde::Serialize;

use super::{
    breaker_name::{BreakerName, NamedBreaker},
    position::Challenge,
    power_ups::PowerUps,
    space::{Space, Way},
    structure::{Colour, Structure},
};
use crate::message;

/// A message of a run other than an event, a refusal or a hint.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Message {
    /// Explanation of the board and the notation.
    Legend,
    /// Explanation of a word.
    Term { term: &'static str },
    /// Explanation of a custom breaker.
    BreakerAbout { custom: BreakerName },

    /// Question: the next step.
    Step(Standing),
    /// Question: the next step, or a use of one of these breakers.
    StepCustom {
        #[serde(flatten)]
        standing: Standing,
        uses: Vec<Colour>,
    },
    /// Question: a boost with tokens of the structure's colour.
    Ask {
        #[serde(flatten)]
        challenge: Challenge,
        kind: IceOrFort,
        need: u8,
        colour: Colour,
        have: u8,
    },
    /// Question: a boost with other tokens as well.
    AskMixed {
        #[serde(flatten)]
        challenge: Challenge,
        kind: IceOrFort,
        tokens: PowerUps,
        red_twice: bool,
        have: PowerUps,
    },
    /// Answer: a boost.
    ChoiceBoost {
        tokens: u8,
        colour: Colour,
        #[serde(flatten)]
        after: After,
    },
    /// Answer: a boost with other tokens as well.
    ChoiceBoostMixed {
        tokens: PowerUps,
        #[serde(flatten)]
        after: After,
    },
    /// Answer: no boost.
    ChoiceHold {
        kind: IceOrFort,
        #[serde(flatten)]
        after: After,
    },
    /// Question: the choice of a structure within reach.
    AskReach {
        breaker: Colour,
        within: u8,
        count: usize,
    },
    /// Answer: a structure within reach; `boosted` is 0 if tokens do not help.
    ChoiceReach {
        space: Space,
        structure: Structure,
        strength: u8,
        boosted: u8,
        #[serde(flatten)]
        odds: RollOddsArguments,
    },
    /// Answer: no structure is challenged.
    ChoicePass,

    /// Heading of listed actions: steps of a breaker.
    MovesStep { breaker: Colour },
    /// Heading of listed actions: steps to spaces that touch no structure.
    MovesFar,
    /// Heading of listed actions: uses of a breaker's ability.
    MovesUse { breaker: Colour },
    /// Heading of listed actions: answers.
    MovesAnswer,
    /// Heading of parts of actions: breakers.
    MovesAnyBreaker,
    /// Heading of parts of actions: spaces for any of them.
    MovesAnySpace,
    /// Heading of parts of actions: spaces for an ability.
    MovesAnyUse { breaker: Colour },
    /// Heading of parts of actions: tokens that pay for an ability.
    MovesAnyPay { breaker: Colour },

    /// Title of figures: breakers inside; `boosted` is 1 if some rows are with tokens.
    FiguresInside { boosted: u8 },
    /// Title of figures: distant structures.
    FiguresFar { breaker: Colour },
    /// Title of figures: structures within reach.
    FiguresReach { breaker: Colour },
    /// Title of figures: breakers outside; `boosted` is 1 if some rows are with tokens.
    FiguresOutside { boosted: u8 },
    /// Head above breakers inside.
    HeadInside,
    /// Head of a column: steps in a direction.
    HeadWay { way: Way },
    /// Head above breakers outside.
    HeadOutside,
    /// Head of a column: a new structure.
    HeadNew,
    /// Head of a column: the easiest installed structure.
    HeadEasiest,
    /// Label of a row: a breaker, with the word of its choice.
    Row {
        breaker: Colour,
        word: Option<&'static str>,
    },
    /// Label of a row: a breaker with tokens.
    RowBoosted {
        breaker: Colour,
        word: Option<&'static str>,
    },
    /// Figure: an adjacent structure; `None` for a new one.
    Cell {
        structure: Option<Structure>,
        #[serde(flatten)]
        odds: RollOddsArguments,
    },
    /// Figure: a distant structure.
    CellFar {
        space: Space,
        structure: Option<Structure>,
        #[serde(flatten)]
        odds: RollOddsArguments,
    },
    /// Figure: a chance alone.
    CellChance(RollOddsArguments),
    /// Figure: the same as without tokens.
    CellSame,
    /// Figure: no step.
    CellNone,
    /// Figure: a space taken by another breaker.
    CellTaken { breaker: Colour },

    /// Effect of an ability now: one of many uses.
    NowWays {
        #[serde(flatten)]
        price: Price,
        count: usize,
    },
    /// Effect of an ability now: a bonus.
    NowStronger {
        #[serde(flatten)]
        price: Price,
        bonus: u8,
        #[serde(flatten)]
        gain: Gain,
    },
    /// Effect of an ability now: a bonus for several breakers.
    NowAllStronger {
        #[serde(flatten)]
        price: Price,
        breakers: Vec<Colour>,
        bonus: u8,
        #[serde(flatten)]
        gain: Gain,
    },
    /// Effect of an ability now: a strength without a die.
    NowSet {
        #[serde(flatten)]
        price: Price,
        strength: u8,
        #[serde(flatten)]
        gain: Gain,
    },
    /// Effect of an ability now: structures within reach of a die of 1 and of 6.
    NowReach {
        #[serde(flatten)]
        price: Price,
        near: usize,
        far: usize,
    },
    /// Effect of an ability now: a structure loses strength.
    NowWeaken {
        #[serde(flatten)]
        price: Price,
        structure: Option<Structure>,
        from: u8,
        to: u8,
    },
    /// Effect of an ability now: its price ends the run.
    NowFatal {
        #[serde(flatten)]
        price: Price,
        end: Ending,
    },

    /// Beside the board: brain damage.
    DamageNow {
        damage: u8,
        limit: u8,
        target: Option<u8>,
    },
    /// Beside the board: tokens in hand.
    Hand { tokens: PowerUps },
    /// Beside the board: tokens in the bank.
    Bank { tokens: PowerUps },
    /// Beside the board: breakers outside.
    BreakersOutside { breakers: Vec<Colour> },
    /// Beside the board: structures in the stack.
    Stack { count: usize },
    /// Beside the board: all four breakers, where some are custom ones.
    BreakersAre { breakers: Vec<BreakerName> },
    /// Beside the board: a breaker that is custom or keeps something.
    BreakerIs {
        #[serde(flatten)]
        named: NamedBreaker,
        strength: Option<u8>,
        bonus: u8,
    },
    /// Beside the board: a weakened structure.
    Lowered {
        space: Space,
        structure: Structure,
        strength: u8,
    },

    /// RunEnd: all forts are held by their breakers.
    Won,
    /// RunEnd: brain death.
    BrainDeath,
    /// RunEnd: more damage than the target.
    OverTarget,
    /// RunEnd: no step or ability is possible.
    NoStep,
    /// RunEnd: the runner gave up.
    JackedOut,
    /// Summary: challenges, damage and abilities.
    LookBack {
        won: usize,
        tried: usize,
        boosts: usize,
        structures: usize,
        total: usize,
        damage: u8,
        limit: u8,
        target: Option<u8>,
        custom: Vec<BreakerName>,
        uses: usize,
    },
    /// Summary: breakers on their forts, other forts as `RF m14, BF n9`, and forts never seen.
    LookBackForts {
        home: Vec<Colour>,
        seen: Option<String>,
        unseen: Vec<Colour>,
    },
}

impl message::Message for Message {
    const AREA: &'static str = "run";
}
