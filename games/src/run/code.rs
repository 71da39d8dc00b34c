//! The codes of the run.

use crate::code::codes;

codes! {
    pub(super) enum Code;

    /// Every code of a refusal in the run.
    pub const REFUSALS {
        Over = "run-over",
        AnswerFirst = "run-answer-first",
        NothingAsked = "run-nothing-asked",
        OutsideWay = "run-outside-way",
        Edge = "run-edge",
        SameSpace = "run-same-space",
        NotNextTo = "run-not-next-to",
        Occupied = "run-occupied",
        StackEmpty = "run-stack-empty",
        TooCrowded = "run-too-crowded",
        Unreadable = "run-unreadable",
        OffTable = "run-off-table",
        NothingToPass = "run-nothing-to-pass",
        ReachFirst = "run-reach-first",
        NoStructure = "run-no-structure",
        NoPath = "run-no-path",
        TooFar = "run-too-far",
        PlainBreaker = "run-plain-breaker",
        NoAbility = "run-no-ability",
        NoChoice = "run-no-choice",
        UseForm = "run-use-form",
        NamePrice = "run-name-price",
        WrongPrice = "run-wrong-price",
        MissingTokens = "run-missing-tokens",
        NeedsInside = "run-needs-inside",
        NobodyNext = "run-nobody-next",
        NobodyReached = "run-nobody-reached",
        SetAlready = "run-set-already",
        StrengthZero = "run-strength-zero",
        SamePlace = "run-same-place",
        DealUnequal = "run-deal-unequal",
        DealNothing = "run-deal-nothing",
        NotAFort = "run-not-a-fort",
        NotEmpty = "run-not-empty",
        StructureTaken = "run-structure-taken",
        SameStructure = "run-same-structure",
        NeitherNext = "run-neither-next",
        CustomUnreadable = "custom-unreadable",
        TargetRange = "target-range",
        PositionUnreadable = "run-position-unreadable",
        PositionStructures = "run-position-structures",
        PositionCrowded = "run-position-crowded",
        PositionBreakers = "run-position-breakers",
        PositionToken = "run-position-token",
        PositionTokens = "run-position-tokens",
        PositionDamage = "run-position-damage",
        PositionStack = "run-position-stack",
        PositionAsk = "run-position-ask",
        PositionReach = "run-position-reach",
        PositionKept = "run-position-kept",
        PositionLowered = "run-position-lowered",
        PositionResult = "run-position-result",
    }

    /// Every code of something that happened.
    pub const FACTS {
        Used = "run-used",
        Paid = "run-paid",
        Installed = "run-installed",
        Rolled = "run-rolled",
        Measured = "run-measured",
        Boosted = "run-boosted",
        BoostedMixed = "run-boosted-mixed",
        Broken = "run-broken",
        FailedIce = "run-failed-ice",
        FortHeld = "run-fort-held",
        Damage = "run-damage",
        Token = "run-token",
        Moved = "run-moved",
        Shifted = "run-shifted",
        KeepsBonus = "run-keeps-bonus",
        KeepsStrength = "run-keeps-strength",
        Reaches = "run-reaches",
        Passed = "run-passed",
        Weakened = "run-weakened",
    }

    /// Every code of a question and its choices.
    pub const QUESTIONS {
        Legend = "run-legend",
        Step = "run-step",
        StepCustom = "run-step-custom",
        Ask = "run-ask",
        AskMixed = "run-ask-mixed",
        ChoiceBoost = "run-choice-boost",
        ChoiceBoostMixed = "run-choice-boost-mixed",
        ChoiceHold = "run-choice-hold",
        AskReach = "run-ask-reach",
        ChoiceReach = "run-choice-reach",
        ChoicePass = "run-choice-pass",
        MovesStep = "run-moves-step",
        MovesFar = "run-moves-far",
        MovesAnyBreaker = "run-moves-any-breaker",
        MovesAnySpace = "run-moves-any-space",
        MovesAnyUse = "run-moves-any-use",
        MovesAnyPay = "run-moves-any-pay",
        MovesUse = "run-moves-use",
        MovesAnswer = "run-moves-answer",
        FiguresInside = "run-figures-inside",
        FiguresFar = "run-figures-far",
        FiguresReach = "run-figures-reach",
        FiguresOutside = "run-figures-outside",
        HeadInside = "run-head-inside",
        HeadWay = "run-head-way",
        HeadOutside = "run-head-outside",
        HeadNew = "run-head-new",
        HeadEasiest = "run-head-easiest",
        Row = "run-row",
        RowBoosted = "run-row-boosted",
        Cell = "run-cell",
        CellFar = "run-cell-far",
        CellChance = "run-cell-chance",
        CellSame = "run-cell-same",
        CellNone = "run-cell-none",
        CellTaken = "run-cell-taken",
        NowWays = "run-now-ways",
        NowStronger = "run-now-stronger",
        NowAllStronger = "run-now-all-stronger",
        NowSet = "run-now-set",
        NowReach = "run-now-reach",
        NowWeaken = "run-now-weaken",
        NowFatal = "run-now-fatal",
    }

    /// Every code of what stands beside the board.
    pub const MARGIN {
        DamageNow = "run-damage-now",
        Hand = "run-hand",
        Bank = "run-bank",
        BreakersOutside = "run-breakers-outside",
        Stack = "run-stack",
        BreakersAre = "run-breakers-are",
        BreakerIs = "run-breaker-is",
        Lowered = "run-lowered",
    }

    /// Every code of what is told at the start.
    pub const OPENING {
        BreakerAbout = "run-breaker-about",
    }

    /// Every code of what is explained when somebody asks for it.
    pub const TERMS {
        Term = "run-term",
    }

    /// Every code of a look back at a run that is over.
    pub const LOOKS_BACK {
        LookBack = "run-look-back",
        LookBackForts = "run-look-back-forts",
    }

    /// Every reason in an outcome.
    pub const REASONS {
        Forts = "forts",
        BrainDeath = "brain-death",
        OverTarget = "over-target",
        NoStep = "no-step",
        JackedOut = "jacked-out",
    }

    /// Every code of a reason.
    pub const WHY {
        HintWinsRun = "hint-wins-run",
        HintChance = "hint-chance",
        HintChanceNew = "hint-chance-new",
        HintOwnFort = "hint-own-fort",
        HintFindsOwn = "hint-finds-own",
        HintWaiting = "hint-waiting",
        HintBoost = "hint-boost",
        HintHold = "hint-hold",
        HintAbility = "hint-ability",
        HintPass = "hint-pass",
        HintLead = "hint-lead",
        HintEven = "hint-even",
        HintAlone = "hint-alone",
    }
}
