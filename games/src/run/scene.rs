//! The scene of a run.

use std::collections::BTreeMap;

use super::{
    matrix::Tile,
    message::Message,
    position::{Kept, Phase, Position, Question},
    power_ups::PowerUps,
    space::Space,
    structure::Colour,
};
use crate::scene::{
    Beside, Ground, Holder, Item, Lattice, Mark, Next, Point, RollOdds, Scene, ScenePiece,
};

impl Position {
    /// Returns the scene: structures with their breakers, and the empty spaces next to them where
    /// one more may be installed (m13 on an empty table, none once the run is over).
    ///
    /// Each space lists the breakers inside that can step there; those outside can step anywhere.
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
            beside: self.stocks(),
            ..Scene::new(Lattice::Square, points.into_values().collect())
        }
    }

    /// Returns the scene with the odds of every breaker, those outside included, on each space and
    /// structure that it can challenge now.
    pub(super) fn weighed_picture(&self) -> Scene {
        let mut scene = self.picture();
        // Cache: for plain breakers the odds of a new structure are the same on every space.
        let mut new: [Option<RollOdds>; 4] = [None; 4];
        let mut odds = |breaker: Colour, space: Space| {
            let is_new = !self.matrix.has(space) && self.custom(breaker) == 0;
            let known = breaker.of_mut(&mut new);
            if is_new && known.is_some() {
                return known.filter(|_| self.may_step(breaker, space).is_ok());
            }
            let odds = self.odds(breaker, space, None).ok()?.plain.into();
            if is_new {
                *known = Some(odds);
            }
            Some(odds)
        };
        let challengers: Vec<Colour> = match self.phase {
            Phase::Step => Colour::ALL.to_vec(),
            Phase::Asked(Question::Reach { breaker, .. }) => vec![breaker],
            _ => Vec::new(),
        };
        for point in &mut scene.points {
            let Ok(space) = point.name.parse() else {
                continue;
            };
            let next = challengers.iter().filter_map(|breaker| {
                Some(Next {
                    piece: piece(*breaker),
                    inside: self.place(*breaker).is_some(),
                    odds: Some(odds(*breaker, space)?),
                })
            });
            point.next = next.collect();
        }
        scene
    }

    /// Returns the damage, tokens, breakers outside and stack.
    fn stocks(&self) -> Vec<Beside> {
        let item = |colour: Colour, number: Option<u8>, count: u8| Item {
            pieces: vec![piece(colour)],
            number,
            count,
        };
        let stock = |holder, tokens: &PowerUps| {
            let counted = tokens.counts();
            let items = counted.map(|(colour, count)| item(colour, None, count));
            let items = items.collect();
            Beside::Stock { holder, items }
        };
        let outside = self.outside().into_iter().map(|breaker| {
            let number = Some(self.custom(breaker)).filter(|number| *number > 0);
            item(breaker, number, 1)
        });
        vec![
            Beside::Damage {
                now: self.damage,
                limit: super::BRAIN_DEATH,
                target: self.target,
            },
            stock(Holder::Hand, &self.hand),
            stock(Holder::Bank, &self.bank),
            Beside::Stock {
                holder: Holder::Outside,
                items: outside.collect(),
            },
            Beside::Deck {
                count: self.stack.count() as u8,
            },
        ]
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
                .map(|breaker| Next {
                    piece: piece(breaker),
                    inside: true,
                    odds: None,
                })
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

    /// Returns the messages beside the board: damage, tokens, breakers outside, stack, effects kept
    /// by breakers, and structures with lowered strength.
    pub(super) fn tell_side_panel(&self) -> Vec<Message> {
        let mut side_panel = vec![
            Message::DamageNow {
                damage: self.damage,
                limit: super::BRAIN_DEATH,
                target: self.target,
            },
            Message::Hand { tokens: self.hand },
            Message::Bank { tokens: self.bank },
            Message::BreakersOutside {
                breakers: self.outside(),
            },
            Message::Stack {
                count: self.stack.count(),
            },
        ];
        side_panel.extend(self.is_custom().then(|| Message::BreakersAre {
            breakers: Colour::ALL.map(|b| self.custom_name(b)).to_vec(),
        }));
        side_panel.extend(self.breaker_lines());
        let lowered = self.matrix.tiles().iter().filter(|tile| tile.lowered > 0);
        side_panel.extend(lowered.map(|tile| Message::Lowered {
            space: tile.space,
            structure: tile.structure,
            strength: tile.strength(),
        }));
        side_panel
    }

    /// Returns the custom breakers by letter, and the effects kept; plain breakers that keep
    /// nothing are left out.
    pub(super) fn breaker_lines(&self) -> impl Iterator<Item = Message> {
        Colour::ALL.into_iter().filter_map(|breaker| {
            let Kept { strength, bonus } = self.kept(breaker);
            let is_told = self.custom(breaker) > 0 || bonus > 0;
            is_told.then(|| Message::BreakerIs {
                named: self.named(breaker),
                strength,
                bonus,
            })
        })
    }

    /// Returns the breakers outside the matrix.
    pub(super) fn outside(&self) -> Vec<Colour> {
        let mut outside = Colour::ALL.to_vec();
        outside.retain(|breaker| self.place(*breaker).is_none());
        outside
    }
}

/// The piece of a breaker or of a token of its colour.
fn piece(colour: Colour) -> ScenePiece {
    ScenePiece {
        letter: colour.letter().to_ascii_uppercase(),
        owner: None,
    }
}
