//! Boosts: which power-ups are paid for raising a roll.

use super::{power_ups::PowerUps, structure::Colour};

/// A way to pay for `need` more points of strength against a structure of a colour; `None` if the
/// hand has too few tokens.
pub(super) type BoostPayment = fn(hand: &PowerUps, colour: Colour, need: u8) -> Option<Boosting>;

/// The tokens of a boost and their effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boosting {
    /// The tokens to discard.
    pub tokens: PowerUps,
    /// The points of strength that they add.
    pub points: u8,
}

impl Boosting {
    /// Returns whether only tokens of the structure's colour are spent, one for each point.
    pub fn is_plain(&self, colour: Colour) -> bool {
        self.tokens.of(colour) == self.points
    }

    /// Returns whether some tokens count double.
    pub fn counts_twice(&self) -> bool {
        self.points > self.tokens.count()
    }
}

/// PowerUps of the structure's colour, one for each point (*Making a run*, step 3).
pub(super) fn own_colour(hand: &PowerUps, colour: Colour, need: u8) -> Option<Boosting> {
    (need <= hand.of(colour)).then(|| Boosting {
        tokens: PowerUps::from_counts(&[(colour, need)]),
        points: need,
    })
}

/// PowerUps of the structure's colour first, then of any other.
pub(super) fn any_colour(hand: &PowerUps, colour: Colour, need: u8) -> Option<Boosting> {
    let mut tokens = PowerUps::empty();
    let mut left = need;
    for colour in std::iter::once(colour).chain(Colour::ALL) {
        let more = left.min(hand.of(colour) - tokens.of(colour));
        tokens.add(colour, more);
        left -= more;
    }
    (left == 0).then_some(Boosting {
        tokens,
        points: need,
    })
}

/// Red tokens for two points each while both points are needed, then tokens of the structure's
/// colour; a red one for the last point if there is none.
pub(super) fn red_twice(hand: &PowerUps, colour: Colour, need: u8) -> Option<Boosting> {
    let red = hand.of(Colour::Red);
    let full = red.min(need / 2);
    let left = need - 2 * full;
    let own = match colour {
        Colour::Red => 0,
        _ => left.min(hand.of(colour)),
    };
    let last = (left - own).div_ceil(2);
    (full + last <= red).then(|| Boosting {
        tokens: PowerUps::from_counts(&[(Colour::Red, full + last), (colour, own)]),
        points: 2 * (full + last) + own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pay: BoostPayment, hand: &str, colour: Colour, need: u8, expected: &str) {
        let boosting = pay(&hand.parse().unwrap(), colour, need);
        let text = boosting.map_or("none".to_owned(), |boosting| {
            format!("{} +{}", boosting.tokens, boosting.points)
        });
        assert_eq!(text, expected, "{hand} {colour} {need}");
    }

    #[test]
    fn klein_liar_spends_the_structures_colour_first() {
        check(any_colour, "k1g2b5", Colour::Green, 2, "g2 +2");
        check(any_colour, "k1g2b5", Colour::Green, 4, "k1g2b1 +4");
        check(any_colour, "k1g2", Colour::Blue, 3, "k1g2 +3");
        check(any_colour, "k1g2", Colour::Blue, 4, "none");
    }

    #[test]
    fn double_tokens_are_reported_only_when_spent() {
        let told = |pay: BoostPayment, hand: &str, colour, need| {
            let boosting = pay(&hand.parse().unwrap(), colour, need).unwrap();
            (boosting.is_plain(colour), boosting.counts_twice())
        };
        assert_eq!(told(any_colour, "g2b5", Colour::Green, 2), (true, false));
        assert_eq!(told(any_colour, "g2b5", Colour::Green, 4), (false, false));
        assert_eq!(told(red_twice, "g1r2", Colour::Green, 1), (true, false));
        assert_eq!(told(red_twice, "g1r2", Colour::Green, 3), (false, true));
    }

    #[test]
    fn sub_street_spends_as_few_tokens_as_possible() {
        check(red_twice, "g1r2", Colour::Green, 1, "g1 +1");
        check(red_twice, "r2", Colour::Green, 1, "r1 +2");
        check(red_twice, "g1r2", Colour::Green, 3, "g1r1 +3");
        check(red_twice, "r2", Colour::Green, 3, "r2 +4");
        check(red_twice, "g5r1", Colour::Green, 4, "g2r1 +4");
        check(red_twice, "g5r5", Colour::Green, 7, "g1r3 +7");
        check(red_twice, "r2", Colour::Red, 3, "r2 +4");
        check(red_twice, "g2r1", Colour::Green, 5, "none");
        check(red_twice, "r2", Colour::Red, 5, "none");
    }
}
