//! Placing a marble, taking a ring off, and claiming what that isolates (sections D and "Isolating
//! marbles").

use super::{
    action::{Action, Claim, Claimed},
    marble::Colour,
    position::{Position, Ring},
};
use crate::{
    game::{Fact, Illegal, Outcome},
    hex::{Board, Coord, Direction},
};

impl Position {
    /// Every placement: each colour on each vacant ring, with each free ring that can be taken off
    /// then, and every choice of what to claim.
    pub(super) fn placements(&self) -> Vec<Action> {
        let mut found = Vec::new();
        for at in self.vacant() {
            // Which rings are free and what gets isolated is the same for every colour.
            let mut placed = self.clone();
            placed.set(at, Ring::Marble(Colour::White));
            let free: Vec<Coord> = placed.free().collect();
            let ways = match free.is_empty() {
                true => vec![None],
                false => free.into_iter().map(Some).collect(),
            };
            for off in ways {
                let mut after = placed.clone();
                after.take_off(off);
                let groups = after.completed(at, off);
                for colour in self.placeable().colours() {
                    let mut coloured = after.clone();
                    coloured.set(at, Ring::Marble(colour));
                    let claims = coloured.claims(&groups).into_iter();
                    found.extend(claims.map(|claim| Action::Place {
                        colour,
                        at,
                        off,
                        claim,
                    }));
                }
            }
        }
        found
    }

    fn free(&self) -> impl Iterator<Item = Coord> {
        self.vacant().filter(|at| self.is_free(*at))
    }

    fn take_off(&mut self, off: Option<Coord>) {
        if let Some(off) = off {
            self.set(off, Ring::Gone);
        }
    }

    /// The groups of rings without a vacant ring that a placement has completed: the one with the
    /// new marble, and those next to the ring that was taken off. When the whole board is full, it
    /// is one group (G.2).
    fn completed(&self, at: Coord, off: Option<Coord>) -> Vec<Vec<Coord>> {
        if self.vacant().next().is_none() {
            return vec![self.rings().map(|(at, _)| at).collect()];
        }
        let around = off.into_iter().flat_map(|off| {
            let ways = Direction::ALL.into_iter();
            ways.filter_map(move |way| self.next(off, way))
        });
        let mut groups: Vec<Vec<Coord>> = Vec::new();
        for start in around.chain([at]) {
            if groups.iter().any(|group| group.contains(&start)) {
                continue;
            }
            groups.extend(self.full_group(start));
        }
        groups.sort_unstable();
        groups
    }

    /// Every choice among groups, in canonical form.
    fn claims(&self, groups: &[Vec<Coord>]) -> Vec<Claim> {
        if groups.is_empty() {
            return vec![Claim::Unsaid];
        }
        let choices = 0..1_u32 << groups.len();
        choices
            .map(|choice| {
                let chosen = groups
                    .iter()
                    .enumerate()
                    .filter(|(number, _)| choice & 1 << number != 0);
                self.claim_of(chosen.flat_map(|(_, group)| group.iter().copied()))
            })
            .collect()
    }

    /// The claim of these rings, in canonical form.
    fn claim_of(&self, rings: impl Iterator<Item = Coord>) -> Claim {
        let mut rings: Vec<Claimed> = rings
            .map(|at| Claimed {
                colour: self.marble(at),
                at,
            })
            .collect();
        rings.sort_unstable_by_key(|claimed| claimed.at);
        match rings.is_empty() {
            true => Claim::Leave,
            false => Claim::Rings(rings),
        }
    }

    /// Makes a whole placement; the canonical action and what happened.
    pub(super) fn place(
        &mut self,
        colour: Colour,
        at: Coord,
        off: Option<Coord>,
        claim: &Claim,
        facts: &mut Vec<Fact>,
    ) -> Result<Action, Illegal> {
        self.check_placeable(colour)?;
        self.check_vacant(at)?;
        self.set(at, Ring::Marble(colour));
        self.check_off(at, off)?;
        let source = match self.pool.is_empty() {
            true => self.mover.of_mut(&mut self.captured),
            false => &mut self.pool,
        };
        source.take(colour);
        self.take_off(off);
        facts.push(
            Fact::new("zertz-placed")
                .with("seat", self.mover)
                .with("colour", colour.letter())
                .with("ring", at.to_string())
                .with("off", off.map_or("none".to_owned(), |off| off.to_string())),
        );
        if self.vacant().next().is_none() {
            // G.2: who fills the board has won, whatever is claimed of it.
            self.outcome = Some(Outcome {
                winner: Some(self.mover),
                reason: "zertz-filled",
            });
        }
        let groups = self.completed(at, off);
        let claim = self.read_claim(claim, &groups)?;
        if let Claim::Rings(rings) = &claim {
            let colours = rings.iter().filter_map(|claimed| claimed.colour);
            let colours: String = colours.map(Colour::letter).collect();
            let names: Vec<String> = rings.iter().map(|claimed| claimed.at.to_string()).collect();
            for Claimed { colour, at } in rings {
                self.set(*at, Ring::Gone);
                if let Some(colour) = colour {
                    self.mover.of_mut(&mut self.captured).add(*colour);
                }
            }
            facts.push(
                Fact::new("zertz-claimed")
                    .with("seat", self.mover)
                    .with("rings", names.join(" "))
                    .with("marbles", colours)
                    .with("count", rings.len()),
            );
        }
        Ok(Action::Place {
            colour,
            at,
            off,
            claim,
        })
    }

    fn check_placeable(&self, colour: Colour) -> Result<(), Illegal> {
        let marbles = self.placeable();
        if marbles.count(colour) > 0 {
            return Ok(());
        }
        let code = match self.pool.is_empty() {
            true => "zertz-none-captured",
            false => "zertz-none-in-pool",
        };
        Err(Illegal::new(code)
            .with("colour", colour.letter())
            .with("marbles", marbles.as_marbles()))
    }

    pub(super) fn check_ring(&self, at: Coord) -> Result<(), Illegal> {
        let name = |code| Err(Illegal::new(code).with("ring", at.to_string()));
        match self.ring(at) {
            Ring::Gone if Board::zertz().contains(at) => name("zertz-ring-gone"),
            Ring::Gone => name("zertz-no-such-ring"),
            Ring::Vacant | Ring::Marble(_) => Ok(()),
        }
    }

    fn check_vacant(&self, at: Coord) -> Result<(), Illegal> {
        self.check_ring(at)?;
        match self.marble(at) {
            None => Ok(()),
            Some(_) => Err(Illegal::new("zertz-not-vacant").with("ring", at.to_string())),
        }
    }

    /// Checks the ring to be taken off after a marble was placed (D.2, D.3).
    fn check_off(&self, at: Coord, off: Option<Coord>) -> Result<(), Illegal> {
        let any_free = || self.free().next().is_some();
        let refuse = |code, ring: Coord| {
            let free: Vec<String> = self.free().map(|free| free.to_string()).collect();
            Err(Illegal::new(code)
                .with("ring", ring.to_string())
                .with("rings", free.join(" ")))
        };
        match off {
            None if any_free() => refuse("zertz-off-missing", at),
            None => Ok(()),
            Some(off) if off == at => refuse("zertz-off-same", off),
            Some(off) => {
                self.check_vacant(off)?;
                match self.is_free(off) {
                    true => Ok(()),
                    false if any_free() => refuse("zertz-not-free", off),
                    false => refuse("zertz-nothing-free", off),
                }
            }
        }
    }

    /// What is claimed: whole groups among those that were completed.
    fn read_claim(&self, claim: &Claim, groups: &[Vec<Coord>]) -> Result<Claim, Illegal> {
        let all = || groups.iter().flatten().copied();
        let rings = match claim {
            _ if groups.is_empty() => {
                return match claim {
                    Claim::Rings(_) => Err(Illegal::new("zertz-nothing-to-claim")),
                    Claim::Unsaid | Claim::Leave => Ok(Claim::Unsaid),
                };
            }
            Claim::Unsaid => return Ok(self.claim_of(all())),
            Claim::Leave => return Ok(Claim::Leave),
            Claim::Rings(rings) => rings,
        };
        let named = |at: &Coord| rings.iter().any(|claimed| claimed.at == *at);
        let whole = groups
            .iter()
            .all(|group| group.iter().all(named) || !group.iter().any(named));
        let known = rings.iter().all(|claimed| {
            let colour = self.marble(claimed.at);
            let as_said = claimed.colour.is_none_or(|said| Some(said) == colour);
            as_said && all().any(|at| at == claimed.at)
        });
        if !whole || !known {
            let groups = groups
                .iter()
                .map(|group| self.claim_of(group.iter().copied()));
            let groups: Vec<String> = groups.map(|group| claim_text(&group)).collect();
            return Err(Illegal::new("zertz-claim-whole").with("groups", groups.join(", ")));
        }
        Ok(self.claim_of(rings.iter().map(|claimed| claimed.at)))
    }
}

fn claim_text(claim: &Claim) -> String {
    let Claim::Rings(rings) = claim else {
        return String::new();
    };
    let ring = |claimed: &Claimed| {
        let letter = claimed.colour.map(Colour::letter);
        letter.map_or(String::new(), String::from) + &claimed.at.to_string()
    };
    rings.iter().map(ring).collect()
}
