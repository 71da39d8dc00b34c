//! The outlook: a static estimate of the chance to win, without playing on.
//!
//! Damage and power-ups belong to one colour each: tokens of a colour lift challenges of that
//! colour's structures only. So the run splits into four parts that share only the damage limit.
//! For each part a table holds the probability distribution of the damage until the colour's fort
//! is taken, with tokens spent to minimise the expected damage. The distributions of the four parts
//! and of the forts that will turn away other breakers are convolved, and the chance to win is the
//! probability that the sum stays within the remaining damage.
//!
//! Simplifications: the breaker that installs a structure has its colour in one of four cases, and
//! a fort is challenged once all tokens of its colour have been found.

#![expect(
    clippy::indexing_slicing,
    reason = "the tables have an entry for each search, each set of five pieces of ice, each number of \
              tokens and each fort; damages stay below brain death"
)]

use std::sync::OnceLock;

use crate::run::{
    position::{BRAIN_DEATH, Position},
    power_ups::PowerUps,
    structure::{Colour, StructureKind},
};

/// Probabilities of 0, 1, 2, … 9 damage; the rest to 1 is brain death.
pub(super) type Spread = [f32; BRAIN_DEATH as usize];

/// The state of a run as far as the estimate depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinEstimate {
    /// Remaining damage; negative if the limit has been passed.
    pub(super) spare: i8,
    /// Number of structures in the stack.
    pub(super) stack: usize,
    pub(super) parts: [Part; 4],
}

/// The remaining work for one colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Bit set of the ice numbers in the stack.
    pub(super) ice: u8,
    pub(super) tokens: u8,
    pub(super) fort: Fort,
    pub(super) model: Model,
    /// Expected damage on the way to the fort.
    pub(super) way: f32,
}

/// The state of a fort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fort {
    /// Held by its breaker.
    Held,
    /// Installed, but not held by its breaker.
    Out,
    /// In the stack.
    Hidden,
}

impl Fort {
    const ALL: [Fort; 3] = [Fort::Held, Fort::Out, Fort::Hidden];
}

/// The strength model of a breaker against its own fort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// A die plus a number.
    Die(i8),
    /// A fixed strength.
    Fixed(u8),
}

impl Model {
    const ALL: [Model; 12] = [
        Model::Die(0),
        Model::Die(-1),
        Model::Die(-2),
        Model::Die(1),
        Model::Die(2),
        Model::Die(3),
        Model::Fixed(1),
        Model::Fixed(3),
        Model::Fixed(4),
        Model::Fixed(5),
        Model::Fixed(6),
        Model::Fixed(10),
    ];

    fn index(self) -> usize {
        let distance = |other: &Model| match (self, *other) {
            (Model::Die(one), Model::Die(other)) => one.abs_diff(other),
            (Model::Fixed(one), Model::Fixed(other)) => one.abs_diff(other),
            _ => u8::MAX,
        };
        let models = Model::ALL.iter().enumerate();
        let nearest = models.min_by_key(|(_, model)| distance(model));
        nearest.map_or(0, |(place, _)| place)
    }

    /// Returns the tokens needed to break the own fort, for each of six equally likely dice.
    pub(super) fn spending(self) -> [u8; 6] {
        [1, 2, 3, 4, 5, 6].map(|die| {
            let strength = match self {
                Model::Die(more) => die + i16::from(more),
                Model::Fixed(strength) => i16::from(strength),
            };
            let need = FORT + 1 - OWN_COLOUR - strength.max(0);
            u8::try_from(need.max(0)).unwrap_or(u8::MAX)
        })
    }

    /// Returns the chance to break the own fort in one challenge.
    pub(super) fn chance(self, tokens: u8) -> f32 {
        let enough = |need: &&u8| **need <= tokens;
        self.spending().iter().filter(enough).count() as f32 / 6.0
    }
}

/// The strength of a fort and the bonus for the own colour (*Making a run*, step 3).
const FORT: i16 = 6;
const OWN_COLOUR: i16 = 1;
/// Assumed share of structures installed by the breaker of their colour.
const OWN_SHARE: f32 = 0.25;
/// Least chance to break a fort, so that hopeless positions still differ.
const HOPE: f32 = 0.04;

impl WinEstimate {
    pub(super) fn of(position: &Position) -> WinEstimate {
        let most = position
            .target
            .map_or(BRAIN_DEATH - 1, |t| t.min(BRAIN_DEATH - 1));
        let mut parts = Colour::ALL.map(|colour| Part {
            ice: 0,
            tokens: position.hand.of(colour),
            fort: Fort::Hidden,
            model: position.model(colour),
            way: 0.0,
        });
        for structure in position.stack.downwards() {
            if let StructureKind::Ice(number) = structure.kind {
                structure.colour.of_mut(&mut parts).ice |= 1 << (number - 1);
            }
        }
        for tile in position.matrix.tiles() {
            let colour = tile.structure.colour;
            if tile.structure.is_fort() {
                let part = colour.of_mut(&mut parts);
                part.fort = if position.place(colour) == Some(tile.space) {
                    Fort::Held
                } else {
                    Fort::Out
                };
            }
        }
        for colour in Colour::ALL {
            colour.of_mut(&mut parts).way = position.way_to_fort(colour, position.place(colour));
        }
        WinEstimate {
            spare: most as i8 - position.damage as i8,
            stack: position.stack.count(),
            parts,
        }
    }

    /// Returns the number of forts in the stack.
    pub(super) fn hidden(&self) -> usize {
        let hidden = |part: &&Part| part.fort == Fort::Hidden;
        self.parts.iter().filter(hidden).count()
    }

    /// Returns the estimated chance to win after damage and a change of a colour's part.
    pub(super) fn wins_after(&self, colour: Colour, damage: i8, change: impl Fn(&mut Part)) -> f32 {
        let mut after = *self;
        change(colour.of_mut(&mut after.parts));
        after.spare -= damage;
        after.wins()
    }

    /// Returns the estimated chance to win.
    pub(super) fn wins(&self) -> f32 {
        let Ok(spare) = usize::try_from(self.spare) else {
            return 0.0;
        };
        let search = FortSearch::index(self.hidden(), self.stack);
        let mut sum = [0.0; BRAIN_DEATH as usize];
        sum[0] = 1.0;
        for part in &self.parts {
            sum = add(&sum, &part.spread(search));
            let steps = (2.0 * part.way).ceil();
            for _ in 0..steps as usize {
                sum = or_one_more(&sum, part.way / steps);
            }
        }
        sum[..=spare].iter().sum()
    }
}

impl Part {
    fn spread(&self, search: usize) -> Spread {
        let table = table(self.model);
        table[search][usize::from(self.ice)][usize::from(self.tokens.min(PowerUps::PER_COLOUR))]
            [self.fort as usize]
            .spread
    }
}

/// Convolution: the distribution of the sum of two independent damages.
fn add(one: &Spread, other: &Spread) -> Spread {
    let mut sum = [0.0; BRAIN_DEATH as usize];
    for (first, chance) in one.iter().enumerate() {
        for (place, more) in sum[first..].iter_mut().zip(other) {
            *place += chance * more;
        }
    }
    sum
}

/// Distribution after one more damage with a probability.
fn or_one_more(spread: &Spread, chance: f32) -> Spread {
    let mut sum = spread.map(|share| share * (1.0 - chance));
    for (place, share) in sum[1..].iter_mut().zip(spread) {
        *place += share * chance;
    }
    sum
}

/// The expected search for the hidden forts: the share of the remaining ice that will be installed
/// until the last fort is found.
struct FortSearch;

impl FortSearch {
    /// Number of cases: by hidden forts up to three, by the size of the stack with all four.
    const COUNT: usize = 19;

    fn index(hidden: usize, stack: usize) -> usize {
        match hidden {
            0..=3 => hidden,
            _ => 4 + stack.saturating_sub(10).min(14),
        }
    }

    /// Returns the share of the hidden forts that will be installed by the breakers of their
    /// colours.
    ///
    /// The installer is always a breaker with a hidden fort, so with n forts left the next one
    /// meets its own breaker with probability 1/n.
    fn own(index: usize) -> f32 {
        let hidden = index.min(4);
        let met: f32 = (1..=hidden).map(|left| 1.0 / left as f32).sum();
        met / hidden.max(1) as f32
    }

    /// Returns the share of the ice that will be installed: a tile among the bottom ten lies above
    /// the last of n forts with probability n/(n + 1).
    fn share(index: usize) -> f32 {
        match index {
            0..=3 => index as f32 / (index as f32 + 1.0),
            // Six ice tiles lie among the forts, the others above them.
            _ => 1.0 - 6.0 / (5.0 * index as f32 + 10.0),
        }
    }
}

/// The damage cost of a part: its mean and its distribution.
#[derive(Clone, Copy, Debug)]
struct Cost {
    mean: f32,
    spread: Spread,
}

const FREE: Cost = Cost {
    mean: 0.0,
    spread: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
};
const NOTHING: Cost = Cost {
    mean: 0.0,
    spread: [0.0; BRAIN_DEATH as usize],
};

impl Cost {
    fn add(&mut self, other: &Cost, share: f32) {
        self.mean += other.mean * share;
        for (sum, chance) in self.spread.iter_mut().zip(other.spread) {
            *sum += chance * share;
        }
    }

    /// Returns the cheaper of two options, if the other one is possible.
    fn or(self, other: Option<Cost>) -> Cost {
        match other {
            Some(other) if other.mean < self.mean => other,
            _ => self,
        }
    }

    /// Returns the cost after one damage.
    fn hurt(&self) -> Cost {
        let mut spread = [0.0; BRAIN_DEATH as usize];
        for (place, share) in spread[1..].iter_mut().zip(self.spread) {
            *place = share;
        }
        Cost {
            mean: self.mean + 1.0,
            spread,
        }
    }

    /// Repeated challenges until one succeeds: a geometric distribution.
    fn until(chance: f32) -> Cost {
        let chance = chance.max(HOPE);
        let mut left = chance;
        Cost {
            mean: 1.0 / chance - 1.0,
            spread: [(); BRAIN_DEATH as usize].map(|()| {
                let now = left;
                left *= 1.0 - chance;
                now
            }),
        }
    }
}

/// Costs by ice in the stack, tokens in hand and state of the fort.
type Costs = [[[Cost; 3]; PowerUps::PER_COLOUR as usize + 1]; 32];

fn table(model: Model) -> &'static Vec<Costs> {
    static TABLES: [OnceLock<Vec<Costs>>; Model::ALL.len()] = [const { OnceLock::new() }; 12];
    let index = model.index();
    TABLES[index].get_or_init(|| {
        let searches = 0..FortSearch::COUNT;
        searches.map(|search| part_costs(model, search)).collect()
    })
}

/// Dynamic programming over one part: first without ice in the stack, then with more and more of
/// it.
fn part_costs(model: Model, search: usize) -> Costs {
    let mut costs = [[[NOTHING; 3]; PowerUps::PER_COLOUR as usize + 1]; 32];
    for ice in 0..32 {
        for fort in Fort::ALL {
            for tokens in 0..=PowerUps::PER_COLOUR {
                let known = KnownCosts {
                    model,
                    search,
                    costs: &costs,
                };
                let cost = known.cost(ice, tokens, fort);
                costs[usize::from(ice)][usize::from(tokens)][fort as usize] = cost;
            }
        }
    }
    costs
}

/// The costs known so far, from which those of a larger set of ice follow.
struct KnownCosts<'a> {
    model: Model,
    search: usize,
    costs: &'a Costs,
}

impl KnownCosts<'_> {
    fn rest(&self, ice: u8, tokens: u8, fort: Fort) -> Cost {
        self.costs[usize::from(ice)][usize::from(tokens)][fort as usize]
    }

    /// Returns the expected cost if each of the remaining structures is equally likely to come
    /// next.
    fn cost(&self, ice: u8, tokens: u8, fort: Fort) -> Cost {
        let hidden = u32::from(fort == Fort::Hidden);
        let left = ice.count_ones() + hidden;
        if left == 0 {
            return match fort {
                Fort::Held => FREE,
                _ => Cost::until(self.model.chance(tokens)),
            };
        }
        let mut cost = NOTHING;
        for number in (1..=5).filter(|number| ice & (1 << (number - 1)) != 0) {
            cost.add(&self.next_ice(ice, number, tokens, fort), 1.0 / left as f32);
        }
        if hidden > 0 {
            cost.add(&self.fort_found(ice, tokens), 1.0 / left as f32);
        }
        cost
    }

    /// Returns the cost of an ice tile, which is installed with the share of the search.
    fn next_ice(&self, ice: u8, number: u8, tokens: u8, fort: Fort) -> Cost {
        let comes = FortSearch::share(self.search);
        let rest = |tokens: u8| self.rest(ice & !(1 << (number - 1)), tokens, fort);
        let mut cost = NOTHING;
        cost.add(&rest(tokens), 1.0 - comes);
        for (own, weight) in [(0, 1.0 - OWN_SHARE), (1, OWN_SHARE)] {
            for die in 1..=6 {
                let need = (number + 1).saturating_sub(die + own);
                let hold = rest(one_more(tokens));
                let hold = if need > 0 { hold.hurt() } else { hold };
                let boost = tokens.checked_sub(need).map(|left| rest(one_more(left)));
                cost.add(&hold.or(boost), comes * weight / 6.0);
            }
        }
        cost
    }

    /// Returns the cost when the fort appears: its own breaker may take it at once, any other may
    /// pass through and collect the token.
    fn fort_found(&self, ice: u8, tokens: u8) -> Cost {
        let own = FortSearch::own(self.search);
        let mut cost = NOTHING;
        let out = self.rest(ice, tokens, Fort::Out).hurt();
        let after = |need: u8, fort: Fort| {
            let left = tokens.checked_sub(need)?;
            Some(self.rest(ice, one_more(left), fort))
        };
        for need in self.model.spending() {
            cost.add(&out.or(after(need, Fort::Held)), own / 6.0);
        }
        for need in 1..=6 {
            cost.add(&out.or(after(need, Fort::Out)), (1.0 - own) / 6.0);
        }
        cost
    }
}

/// Adds a found token, up to the maximum.
fn one_more(tokens: u8) -> u8 {
    (tokens + 1).min(PowerUps::PER_COLOUR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ice_above_the_last_fort_is_installed() {
        for stack in 10..=24usize {
            let above = stack as f32 - 10.0;
            let told = (above + 6.0 * 4.0 / 5.0) / (above + 6.0);
            let share = FortSearch::share(FortSearch::index(4, stack));
            assert!((share - told).abs() < 1e-5, "{stack}: {share}");
        }
        // A tile lies before or behind each of the last forts.
        assert_eq!([0, 1, 3].map(FortSearch::share), [0.0, 0.5, 0.75]);
    }

    #[test]
    fn costs_add_up_by_their_probability() {
        let until = Cost::until(0.5);
        let mut cost = NOTHING;
        cost.add(&until, 0.25);
        cost.add(&FREE, 0.75);
        assert!(
            (cost.mean - 0.25 * until.mean).abs() < 1e-6,
            "{}",
            cost.mean
        );
        assert!((cost.spread[0] - 0.875).abs() < 1e-6);
        assert!((cost.spread[1] - 0.0625).abs() < 1e-6);
        assert_eq!(until.or(Some(FREE)).mean, 0.0);
        assert_eq!(FREE.or(Some(until)).mean, 0.0);
        assert_eq!(until.or(None).mean, until.mean);
        assert_eq!(until.hurt().mean, until.mean + 1.0);
        assert_eq!(until.hurt().spread[..2], [0.0, until.spread[0]]);
    }

    #[test]
    fn a_full_hand_gains_no_token() {
        let most = PowerUps::PER_COLOUR;
        assert_eq!([0, 1, most - 1, most].map(one_more), [1, 2, most, most]);
    }

    #[test]
    fn every_failure_before_success_costs_one_damage() {
        for chance in [1.0 / 6.0, 0.5, 5.0 / 6.0, 1.0] {
            let Cost { mean, spread } = Cost::until(chance);
            let mut failed = 1.0;
            for (damage, now) in spread.into_iter().enumerate() {
                let told = failed * chance;
                assert!((now - told).abs() < 1e-5, "{chance}: {damage} with {now}");
                failed *= 1.0 - chance;
            }
            // The mean number of failures before the success.
            let failures = (1.0 - chance) / chance;
            assert!((mean - failures).abs() < 1e-5, "{chance}: {mean}");
        }
    }
}
