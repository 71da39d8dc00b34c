//! What a run looks like.

use std::collections::BTreeMap;

use super::{
    matrix::Tile,
    position::{Kept, Phase, Position, Question},
    space::Space,
    structure::Colour,
};
use crate::{
    game::{Arg, Fact},
    scene::{Ground, Lattice, Mark, Piece, Point, Scene},
};

impl Position {
    /// The structures with the breakers on them, the empty spaces beside them where one more may
    /// be installed (m13 when the table is empty, none once the run is over), which breakers inside
    /// can step there (those outside can step everywhere).
    pub(super) fn picture(&self) -> Scene {
        let mut points = BTreeMap::new();
        for tile in self.matrix.tiles() {
            points.insert(tile.space, self.tile_point(tile));
        }
        if !matches!(self.phase, Phase::Over(_)) {
            let beside = self
                .matrix
                .tiles()
                .iter()
                .flat_map(|tile| tile.space.around());
            let middle = self.matrix.tiles().is_empty().then_some(Space::MIDDLE);
            for space in beside.chain(middle) {
                if !points.contains_key(&space) && self.may_install(space).is_ok() {
                    points.insert(space, self.point(space, Ground::Free));
                }
            }
        }
        Scene {
            lattice: Lattice::Square,
            points: points.into_values().collect(),
        }
    }

    fn tile_point(&self, tile: &Tile) -> Point {
        let structure = tile.structure;
        let ground = Ground::Tile {
            colour: structure.colour.letter().to_ascii_uppercase(),
            number: structure.number(),
            strength: tile.strength(),
            token: tile.token,
        };
        self.point(tile.space, ground)
    }

    fn point(&self, space: Space, ground: Ground) -> Point {
        let piece = |breaker: Colour| Piece {
            letter: breaker.letter().to_ascii_uppercase(),
            owner: None,
        };
        let steps_here = |breaker: &Colour| {
            let open = self.phase == Phase::Step && self.place(*breaker).is_some();
            open && self.may_step(*breaker, space).is_ok()
        };
        Point {
            name: space.to_string(),
            x: space.column().into(),
            y: space.row().into(),
            ground,
            pieces: self.breakers_on(space).map(piece).collect(),
            next: Colour::ALL
                .into_iter()
                .filter(steps_here)
                .map(piece)
                .collect(),
            mark: self.mark(space),
        }
    }

    fn mark(&self, space: Space) -> Mark {
        match self.phase {
            Phase::Asked(Question::Boost(challenge)) if challenge.space == space => Mark::Due,
            Phase::Asked(Question::Reach { breaker, within })
                if self.may_reach(breaker, space, within).is_ok() =>
            {
                Mark::Due
            }
            _ => Mark::None,
        }
    }

    /// Damage, tokens, breakers outside and stack, what custom breakers keep, and structures whose
    /// strength is not their number.
    pub(super) fn tell_margin(&self) -> Vec<Fact> {
        let mut margin = vec![
            Fact::new("run-damage-now")
                .with("damage", self.damage)
                .with("limit", super::BRAIN_DEATH)
                .with("target", self.target_arg()),
            Fact::new("run-hand").with("tokens", self.hand.spaced()),
            Fact::new("run-bank").with("tokens", self.bank.spaced()),
            Fact::new("run-breakers-outside").with("breakers", self.outside()),
            Fact::new("run-stack").with("count", self.stack.count()),
        ];
        let breakers = Colour::ALL.into_iter();
        margin.extend(breakers.filter_map(|breaker| self.breaker_line(breaker)));
        let lowered = self.matrix.tiles().iter().filter(|tile| tile.lowered > 0);
        margin.extend(lowered.map(|tile| {
            Fact::new("run-lowered")
                .with("space", tile.space.to_string())
                .with("structure", tile.structure.to_string())
                .with("strength", tile.strength())
        }));
        margin
    }

    /// Which custom breaker a letter is, and what it keeps; nothing for a plain one that keeps
    /// nothing.
    fn breaker_line(&self, breaker: Colour) -> Option<Fact> {
        let Kept { strength, bonus } = self.kept(breaker);
        if self.custom(breaker) == 0 && bonus == 0 {
            return None;
        }
        let strength = strength.map_or(Arg::from("-"), Arg::from);
        Some(
            Fact::new("run-breaker-is")
                .with("breaker", breaker.letter())
                .with("custom", self.custom_name(breaker))
                .with("strength", strength)
                .with("bonus", bonus),
        )
    }

    /// The breakers outside the matrix, `k g`, or `-`.
    pub(super) fn outside(&self) -> String {
        let outside: Vec<String> = Colour::ALL
            .into_iter()
            .filter(|breaker| self.place(*breaker).is_none())
            .map(|breaker| breaker.to_string())
            .collect();
        if outside.is_empty() {
            "-".to_owned()
        } else {
            outside.join(" ")
        }
    }
}
