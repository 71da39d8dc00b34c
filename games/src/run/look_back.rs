//! A look back at a run that is over.

use super::{
    code::Code,
    position::{End, Phase, Position},
    structure::{Colour, Structure},
};
use crate::{fact::Fact, told::Told};

impl Position {
    /// What the challenges came to, and, unless the run is won, what it still needed.
    pub(super) fn looked_back(&self, told: &Told) -> Vec<Fact> {
        let count =
            |codes: &[Code]| -> usize { codes.iter().map(|code| told.count(code.as_str())).sum() };
        let tiles = self.matrix.tiles();
        let won = count(&[Code::Broken]);
        let custom = Colour::ALL.into_iter().filter(|b| self.custom(*b) > 0);
        let custom: Vec<String> = custom.map(|b| self.custom_name(b)).collect();
        let course = Fact::new(Code::LookBack)
            .with("won", won)
            .with("tried", won + count(&[Code::FailedIce, Code::FortHeld]))
            .with("boosts", count(&[Code::Boosted, Code::BoostedMixed]))
            .with("structures", tiles.len())
            .with("total", Structure::COUNT)
            .with("damage", self.damage)
            .with("limit", super::BRAIN_DEATH)
            .with("target", self.target)
            .with("custom", custom)
            .with("uses", count(&[Code::Used]));
        let needed = (self.phase != Phase::Over(End::Won)).then(|| self.needed());
        [course].into_iter().chain(needed).collect()
    }

    /// Which breakers hold their forts, and where the other forts are.
    fn needed(&self) -> Fact {
        let is_home = |breaker: &Colour| self.is_home(*breaker);
        let (home, away): (Vec<Colour>, Vec<Colour>) = Colour::ALL.into_iter().partition(is_home);
        let fort_of = |breaker: Colour| {
            let mut forts = self.matrix.tiles().iter();
            forts.find(|tile| tile.structure.is_fort() && tile.structure.colour == breaker)
        };
        let (seen, unseen): (Vec<Colour>, Vec<Colour>) =
            away.into_iter().partition(|b| fort_of(*b).is_some());
        let letters = |breakers: Vec<Colour>| -> Vec<String> {
            breakers.iter().map(Colour::to_string).collect()
        };
        let seen = seen.into_iter().filter_map(fort_of);
        let seen: Vec<String> = seen
            .map(|tile| format!("{} {}", tile.structure, tile.space))
            .collect();
        Fact::new(Code::LookBackForts)
            .with("home", letters(home))
            .with("seen", (!seen.is_empty()).then(|| seen.join(", ")))
            .with("unseen", letters(unseen))
    }
}
