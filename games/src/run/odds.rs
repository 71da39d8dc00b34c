//! How likely a challenge is to break a structure, as far as the runner can know.

use super::{
    breakers::Base,
    challenge::Rolls,
    matrix::Tile,
    position::{Phase, Position, Question},
    refusal::Refusal,
    space::Space,
    stack::Stack,
    structure::{Colour, Structure},
};

/// How many of some equally likely cases break the structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chance {
    /// The cases that do.
    pub good: u32,
    /// All cases.
    pub of: u32,
    /// The lowest number that does when one die decides; `None` when the die does not matter, or
    /// when there are several dice or several structures to think of.
    pub from: Option<u8>,
}

/// How likely a challenge is to break a structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// What lies on the space; nothing when a structure is installed there first.
    pub structure: Option<Structure>,
    /// Without a boost.
    pub plain: Chance,
    /// When the tokens in hand are spent if that helps.
    pub boosted: Chance,
}

impl Chance {
    /// In percent, rounded; 0 and 100 are never and always.
    pub fn percent(self) -> u32 {
        let rounded = (200 * self.good + self.of) / (2 * self.of.max(1));
        match self.good {
            0 => 0,
            good if good == self.of => 100,
            _ => rounded.clamp(1, 99),
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

    /// The same when one die was rolled, whose higher numbers are never worse.
    fn of_one_die(self) -> Chance {
        let matters = self.of == 6 && (1..6).contains(&self.good);
        Chance {
            from: matters.then_some(7 - self.good as u8),
            ..self
        }
    }
}

impl Position {
    /// The odds of a challenge that is possible now. On an empty space every structure that may
    /// lie on top of the stack is as likely as the others: all that have not been seen, but only
    /// ice as long as more than ten are left (*Setup*). The order of the stack is never looked at.
    ///
    /// # Errors
    /// Why the breaker cannot challenge anything there, or not with that choice.
    pub fn odds(
        &self,
        breaker: Colour,
        space: Space,
        choice: Option<&'static str>,
    ) -> Result<Odds, Refusal> {
        match self.phase {
            Phase::Asked(Question::Reach { within, .. }) => {
                self.may_reach(breaker, space, within)?;
            }
            _ => self.may_step(breaker, space)?,
        }
        let base = self.base(breaker, choice, Some(space))?;
        if let Some(tile) = self.matrix.at(space) {
            return Ok(self.odds_against(breaker, tile, base));
        }
        let mut odds = Odds::default();
        for structure in self.next_structures() {
            let tile = Tile {
                space,
                structure,
                token: false,
                lowered: 0,
            };
            let mut installed = self.clone();
            installed.matrix.install(tile);
            // The structure counts for the strength as well.
            let base = installed.base(breaker, choice, None).unwrap_or(base);
            let one = installed.odds_against(breaker, &tile, base);
            odds.plain.add(one.plain);
            odds.boosted.add(one.boosted);
        }
        Ok(odds)
    }

    /// Every structure that may come next.
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
            structure: Some(tile.structure),
            plain,
            boosted,
        }
    }
}
