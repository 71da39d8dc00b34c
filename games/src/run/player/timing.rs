//! Timing of fort challenges, and the outlook after an answer.

use super::win_estimate::{Fort, WinEstimate};
use crate::run::{
    action::Action,
    position::{Challenge, Position},
    power_ups::PowerUps,
    structure::Colour,
};

/// Least chance for an early challenge of a fort.
const MIN_EARLY_CHANCE: f32 = 0.4;
/// Chance above which no improvement is sought.
const MAX_USEFUL_CHANCE: f32 = 0.999;
/// Least gain of the chance to win by an early challenge or one more structure.
const MIN_EARLY_GAIN: f32 = 0.001;

impl Position {
    /// Returns the step that installs one more structure, if that improves the chance to win.
    ///
    /// Once all forts have been found, the remaining structures may still bring missing tokens. The
    /// structure goes next to a fort, by the breaker that will take it.
    pub(super) fn one_more(&self, outlook: &WinEstimate) -> Option<Action> {
        let now = outlook.wins();
        if self.stack.is_empty() || outlook.hidden() > 0 || now > MAX_USEFUL_CHANCE {
            return None;
        }
        let can = Colour::ALL
            .into_iter()
            .filter(|breaker| !self.is_home(*breaker) && self.can_challenge_fort(*breaker));
        let ways = can.filter_map(|breaker| {
            let space = self.room_for(breaker)?;
            let fort = self.fort_of(breaker)?;
            let chance = self.after_one_more(outlook, breaker);
            (space.is_next_to(fort) && chance > now + MIN_EARLY_GAIN)
                .then(|| (Action::step_to(breaker, space), chance))
        });
        let best = ways.max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map(|(action, _)| action)
    }

    /// Returns the chance to win after one of the remaining structures has been installed and
    /// challenged.
    fn after_one_more(&self, outlook: &WinEstimate, breaker: Colour) -> f32 {
        let mut sum = 0.0;
        for top in self.stack.downwards() {
            let own = u8::from(top.colour == breaker);
            let tokens = top.colour.of(&outlook.parts).tokens;
            let lying = u8::from(self.bank.of(top.colour) > 0);
            let then = |spent: u8, damage: i8| {
                let left = tokens + lying - spent;
                outlook.wins_after(top.colour, damage, |part| part.tokens = left)
            };
            let (broken, held) = (then(0, 0), then(0, 1));
            for die in 1..=6 {
                let need = (top.strength() + 1).saturating_sub(die + own);
                sum += match need {
                    0 => broken,
                    need if need <= tokens => then(need, 0).max(held),
                    _ => held,
                };
            }
        }
        sum / (6 * self.stack.count()) as f32
    }
}

/// Returns whether challenging the own fort now is better than waiting for more tokens.
pub(super) fn worth_challenging(outlook: &WinEstimate, breaker: Colour) -> bool {
    let part = *breaker.of(&outlook.parts);
    if part.model.chance(part.tokens) < MIN_EARLY_CHANCE {
        return false;
    }
    let now = outlook.wins();
    let failed = outlook.wins_after(breaker, 1, |_| {});
    let mut sum = 0.0;
    for spent in part.model.spending() {
        let taken = part.tokens.checked_sub(spent).map_or(0.0, |left| {
            outlook.wins_after(breaker, 0, |part| {
                part.tokens = left;
                part.fort = Fort::Held;
            })
        });
        sum += taken.max(failed);
    }
    sum / 6.0 > now + MIN_EARLY_GAIN
}

/// Returns the outlook after an answer; `spent` are the tokens of a boost.
pub(super) fn after(
    outlook: &WinEstimate,
    position: &Position,
    challenge: Challenge,
    spent: Option<&PowerUps>,
) -> WinEstimate {
    let mut after = *outlook;
    let colour = challenge.structure.colour;
    let fort = challenge.structure.is_fort();
    match spent {
        Some(tokens) => {
            for colour in tokens.iter() {
                let tokens = &mut colour.of_mut(&mut after.parts).tokens;
                *tokens = tokens.saturating_sub(1);
            }
            if fort && colour == challenge.breaker {
                colour.of_mut(&mut after.parts).fort = Fort::Held;
                colour.of_mut(&mut after.parts).way = 0.0;
            } else if fort && outlook.hidden() == 0 {
                // All forts are found, so this breaker stays and blocks the fort.
                colour.of_mut(&mut after.parts).way += 1.0;
            }
        }
        None => after.spare -= 1,
    }
    let enters = spent.is_some() || !fort;
    if enters && challenge.breaker.of(&after.parts).fort != Fort::Held {
        let way = position.way_to_fort(challenge.breaker, Some(challenge.space));
        challenge.breaker.of_mut(&mut after.parts).way = way;
    }
    let lying = position.matrix.at(challenge.space).is_some_and(|t| t.token);
    if enters && lying {
        colour.of_mut(&mut after.parts).tokens += 1;
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{
        player::win_estimate::Part,
        position::{Phase, Question},
    };

    /// Returns the part of the challenging breaker after the boost, and its way to the fort by the
    /// board.
    fn boosted(breakers: &str, asked: &str) -> (Part, f32) {
        let text = format!(
            "run b10=GF,b11=G4,b12=R2,b13=B1,c13=B4,d13=R5,e13=G5,f13=G2,g13=K4,h13=R3,i13=K1,j13=G3,k13=K3,\
            l13=K2,m10=BF,m13=B3,n10=KF,n11=K5,n12=R4,n13=B5,o11=G1,p11=B2,q11=R1,q12=RF \
            {breakers} k5g5r3b3 r2b2 4 - ask={asked}"
        );
        let position: Position = text.parse().unwrap();
        let Phase::Asked(Question::Boost(challenge)) = position.phase else {
            panic!("{text} asks for no boost");
        };
        let tokens = position.boosting(challenge).unwrap().tokens;
        let outlook = WinEstimate::of(&position);
        let after = after(&outlook, &position, challenge, Some(&tokens));
        let way = position.way_to_fort(challenge.breaker, Some(challenge.space));
        (*challenge.breaker.of(&after.parts), way)
    }

    #[test]
    fn a_breaker_moves_on_unless_holding_its_fort() {
        let (part, way) = boosted("k@p11,g@b10,r@q12,b@m10", "k:o11:1");
        assert!(part.fort != Fort::Held && way > 0.0);
        assert_eq!(part.way, way);
        let (part, _) = boosted("k@n11,g@b10,r@q12,b@m10", "k:n10:3");
        assert_eq!((part.fort, part.way), (Fort::Held, 0.0));
    }
}
