//! The summary of a finished run.

use serde::Serialize;

use super::{
    message::Message,
    position::{Phase, Position, RunEnd},
    structure::{Colour, Structure},
};
use crate::{message, seen_messages::SeenMessages};

/// The events that the summary counts.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum Counted {
    Broken,
    FailedIce,
    FortHeld,
    Boosted,
    BoostedMixed,
    Used,
}

impl message::Message for Counted {
    const AREA: &'static str = "run";
}

impl Position {
    /// Returns the results of the challenges and, unless the run was won, the forts still missing.
    pub(super) fn summarize(&self, told: &SeenMessages) -> Vec<Message> {
        let count = |counted: &[Counted]| -> usize {
            let counts = counted.iter().map(|event| told.count_like(event));
            counts.sum()
        };
        let won = count(&[Counted::Broken]);
        let custom = Colour::ALL.into_iter().filter(|b| self.custom(*b) > 0);
        let course = Message::LookBack {
            won,
            tried: won + count(&[Counted::FailedIce, Counted::FortHeld]),
            boosts: count(&[Counted::Boosted, Counted::BoostedMixed]),
            structures: self.matrix.tiles().len(),
            total: Structure::COUNT,
            damage: self.damage,
            limit: super::BRAIN_DEATH,
            target: self.target,
            custom: custom.map(|b| self.custom_name(b)).collect(),
            uses: count(&[Counted::Used]),
        };
        let needed = (self.phase != Phase::Over(RunEnd::Won)).then(|| self.needed());
        [course].into_iter().chain(needed).collect()
    }

    /// Returns the breakers that hold their forts, and the spaces of the other forts.
    fn needed(&self) -> Message {
        let is_home = |breaker: &Colour| self.is_home(*breaker);
        let (home, away): (Vec<Colour>, Vec<Colour>) = Colour::ALL.into_iter().partition(is_home);
        let is_seen = |breaker: &Colour| self.fort_of(*breaker).is_some();
        let (seen, unseen): (Vec<Colour>, Vec<Colour>) = away.into_iter().partition(is_seen);
        let forts = seen.into_iter().filter_map(|breaker| {
            let tile = self.matrix.at(self.fort_of(breaker)?)?;
            Some(format!("{} {}", tile.structure, tile.space))
        });
        let seen: Vec<String> = forts.collect();
        Message::LookBackForts {
            home,
            seen: (!seen.is_empty()).then(|| seen.join(", ")),
            unseen,
        }
    }
}

#[cfg(all(test, feature = "schema"))]
mod tests {
    use super::*;
    use crate::{message::declared, run::event::Event};

    #[test]
    fn every_counted_event_is_a_message() {
        let events = declared::<Event>();
        for id in declared::<Counted>().keys() {
            assert!(events.contains_key(id), "{id}");
        }
    }
}
