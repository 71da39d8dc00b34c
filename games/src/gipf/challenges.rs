//! The players' agreement on challenging jumps (GIPF with potentials, C), as data.

/// The players' agreement on challenging jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Challenges {
    /// The number of jumps that White and Black may still challenge.
    pub(super) left: [u8; 2],
    pub(super) by: Decider,
}

/// The method that decides a contest, as a small number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decider(u8);

impl Challenges {
    /// No challenges.
    pub(super) const NONE: Challenges = Challenges {
        left: [0; 2],
        by: Decider(0),
    };
}

impl Decider {
    /// Creates a decider from the number of a method.
    pub(super) fn new(number: u8) -> Decider {
        Decider(number)
    }

    /// Returns the number of the method.
    pub(super) fn number(self) -> u8 {
        self.0
    }
}
