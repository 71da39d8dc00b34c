//! The codes of ZÈRTZ.

use crate::code::codes;

codes! {
    pub(super) enum Code;

    /// The codes of every refusal, fact and question of this family, each of which has a sentence.
    pub const CODES {
        // Refusals.
        Unreadable = "zertz-unreadable",
        Over = "zertz-over",
        CaptureFirst = "zertz-capture-first",
        NoCapture = "zertz-no-capture",
        NoSuchRing = "zertz-no-such-ring",
        RingGone = "zertz-ring-gone",
        NotVacant = "zertz-not-vacant",
        NoMarble = "zertz-no-marble",
        NotAJump = "zertz-not-a-jump",
        JumpOverNothing = "zertz-jump-over-nothing",
        OtherMarble = "zertz-other-marble",
        EndsThere = "zertz-ends-there",
        GoesOn = "zertz-goes-on",
        NoneInPool = "zertz-none-in-pool",
        NoneCaptured = "zertz-none-captured",
        OffMissing = "zertz-off-missing",
        OffSame = "zertz-off-same",
        NotFree = "zertz-not-free",
        NothingFree = "zertz-nothing-free",
        NothingToClaim = "zertz-nothing-to-claim",
        ClaimWhole = "zertz-claim-whole",
        TooMany = "zertz-too-many",
        // What happened.
        Placed = "zertz-placed",
        Claimed = "zertz-claimed",
        Captured = "zertz-captured",
        Passed = "zertz-passed",
        // Questions and answers.
        AskPlace = "zertz-ask-place",
        AskOwn = "zertz-ask-own",
        AskCapture = "zertz-ask-capture",
        AskCaptureMany = "zertz-ask-capture-many",
        ChoiceCapture = "zertz-choice-capture",
        // Kinds of actions.
        MovesCapture = "zertz-moves-capture",
        MovesPlace = "zertz-moves-place",
        MovesAnyMarble = "zertz-moves-any-marble",
        MovesAnyRing = "zertz-moves-any-ring",
        MovesAnyOff = "zertz-moves-any-off",
        // Beside the board.
        Pool = "zertz-pool",
        Owned = "zertz-owned",
        // Teaching.
        Legend = "zertz-legend",
        Term = "zertz-term",
        // Ends.
        Won = "zertz-won",
        Filled = "zertz-filled",
        Stuck = "zertz-stuck",
    }
}
