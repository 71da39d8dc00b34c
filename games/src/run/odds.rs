//! Odds of challenges, from the information that the runner has.

use super::{
    breakers::Base,
    matrix::Tile,
    measure::Rolls,
    message::RollOddsArguments,
    position::Position,
    refusal::Refusal,
    space::Space,
    stack::Stack,
    structure::{Colour, Structure},
};
use crate::scene::RollOdds;

/// A chance as a number of favourable cases among equally likely ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chance {
    /// Favourable cases.
    pub good: u32,
    /// All cases.
    pub of: u32,
    /// The lowest number that suffices if one die decides; `None` if the die makes no difference,
    /// or if several dice or structures are involved.
    pub from: Option<u8>,
}

/// The odds that a challenge breaks a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The space of the structure.
    pub space: Space,
    /// The structure on the space; `None` if a new one is installed first.
    pub structure: Option<Structure>,
    /// The chance without a boost.
    pub plain: Chance,
    /// The chance with the tokens in hand spent if that helps.
    pub boosted: Chance,
}

impl Chance {
    /// Returns the percentage, rounded; only impossible is 0 and only certain is 100.
    pub fn percent(self) -> u8 {
        let rounded = (200 * self.good + self.of) / (2 * self.of.max(1));
        match self.good {
            0 => 0,
            good if good == self.of => 100,
            _ => rounded.clamp(1, 99) as u8,
        }
    }

    fn count(&mut self, good: bool) {
        self.of += 1;
        self.good += u32::from(good);
    }

    fn add(&mut self, other: Chance) {
        self.of += other.of;
        self.good += other.good;
    }

    /// Returns the chance with the lowest die that suffices, for one die where a higher number is
    /// never worse.
    fn of_one_die(self) -> Chance {
        let matters = self.of == 6 && (1..6).contains(&self.good);
        Chance {
            from: matters.then_some(7 - self.good as u8),
            ..self
        }
    }
}

impl From<Chance> for RollOdds {
    fn from(chance: Chance) -> RollOdds {
        RollOdds {
            least: chance.from,
            percent: chance.percent(),
        }
    }
}

impl From<Chance> for RollOddsArguments {
    fn from(chance: Chance) -> RollOddsArguments {
        let RollOdds { least, percent } = chance.into();
        RollOddsArguments {
            need: least.unwrap_or(0),
            percent,
        }
    }
}

impl Odds {
    /// Returns the chance with the tokens in hand spent, if that improves it.
    pub fn improved(&self) -> Option<Chance> {
        (self.boosted != self.plain).then_some(self.boosted)
    }
}

impl Position {
    /// Returns the odds of a challenge that is possible now.
    ///
    /// On an empty space every structure that may be on top of the stack is equally likely: all
    /// unseen ones, but only ice while more than ten are left (*Setup*). The order of the stack is
    /// never used.
    ///
    /// # Errors
    /// The reason why the breaker can't challenge there, or not with that choice.
    pub fn odds(
        &self,
        breaker: Colour,
        space: Space,
        choice: Option<&'static str>,
    ) -> Result<Odds, Refusal> {
        self.may_go(breaker, space)?;
        let base = self.base(breaker, choice, Some(space))?;
        if let Some(tile) = self.matrix.at(space) {
            return Ok(self.odds_against(breaker, tile, base));
        }
        let mut odds = Odds {
            space,
            structure: None,
            plain: Chance::default(),
            boosted: Chance::default(),
        };
        for structure in self.next_structures() {
            let tile = Tile {
                space,
                structure,
                token: false,
                lowered: 0,
            };
            let mut installed = self.clone();
            installed.matrix.install(tile);
            // The new structure counts for the strength as well.
            let base = installed.base(breaker, choice, None).unwrap_or(base);
            let one = installed.odds_against(breaker, &tile, base);
            odds.plain.add(one.plain);
            odds.boosted.add(one.boosted);
        }
        Ok(odds)
    }

    /// Returns the odds of the challenges on some spaces, as far as they are possible now.
    pub(super) fn odds_on(
        &self,
        breaker: Colour,
        spaces: impl Iterator<Item = Space>,
    ) -> impl Iterator<Item = Odds> {
        spaces.filter_map(move |space| self.odds(breaker, space, None).ok())
    }

    /// Returns every structure that may come next.
    pub(super) fn next_structures(&self) -> impl Iterator<Item = Structure> {
        let only_ice = self.stack.count() > Stack::BOTTOM;
        let seen = |structure| {
            let mut tiles = self.matrix.tiles().iter();
            tiles.any(|tile| tile.structure == structure)
        };
        Structure::all().filter(move |next| !(seen(*next) || only_ice && next.is_fort()))
    }

    fn odds_against(&self, breaker: Colour, tile: &Tile, base: Base) -> Odds {
        let dice = self.dice_for(breaker, base);
        let (mut plain, mut boosted) = (Chance::default(), Chance::default());
        for rolls in Rolls::all(dice) {
            let (_, challenge) = self.measured(breaker, tile, base, rolls);
            plain.count(challenge.breaks());
            boosted.count(challenge.breaks() || self.boosting(challenge).is_some());
        }
        if dice == 1 {
            (plain, boosted) = (plain.of_one_die(), boosted.of_one_die());
        }
        Odds {
            space: tile.space,
            structure: Some(tile.structure),
            plain,
            boosted,
        }
    }
}
