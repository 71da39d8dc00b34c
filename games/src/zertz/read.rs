//! Validation of written actions: from an action to a legal move, or to the reason of its refusal.

use std::ops::ControlFlow;

use super::{
    action::{Action, Claim, Claimed, Jump},
    isolate::Groups,
    marble::MarbleColour,
    message::Message,
    moves::{Jumps, Move, Placement},
    position::Position,
    write::coord,
};
use crate::{
    fact::Illegal,
    hex::{Coord, Direction},
    spots::{Area, Spot, Spots},
};

impl Position {
    /// Returns the move that an action means in this position.
    ///
    /// # Errors
    /// The reason why the rules refuse it.
    pub(super) fn move_of(&self, action: &Action) -> Result<Move, Illegal> {
        if self.end.is_some() {
            return Err(Message::Over.into());
        }
        match action {
            Action::Place { .. } if self.can_capture() => {
                let captures = self.listed(|mut visit| self.each_capture(&mut visit));
                Err(Message::CaptureFirst { captures }.into())
            }
            Action::Place {
                colour,
                at,
                off,
                claim,
            } => self.read_placement(*colour, *at, *off, claim),
            Action::Capture { .. } if !self.can_capture() => Err(Message::NoCapture.into()),
            Action::Capture { from, jumps } => self.read_capture(*from, jumps),
        }
    }

    /// Lists the first few captures, for a refusal.
    fn listed(
        &self,
        each: impl FnOnce(&mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>,
    ) -> String {
        let mut texts = Vec::new();
        let _ = each(&mut |capture| {
            texts.push(format!("`{}`", self.action_of(capture)));
            if texts.len() < super::MAX_CHOICES {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        texts.join(", ")
    }

    fn read_capture(&self, from: Coord, jumps: &[Jump]) -> Result<Move, Illegal> {
        let start = Area::ZERTZ.spot(from);
        let mut jumper = self.jumper(start.map_or(Spots::NONE, Spots::from));
        let (mut at, mut made) = (from, Jumps::default());
        for Jump { over, to } in jumps {
            if !made.is_empty() && !jumper.goes_on() {
                return Err(Message::EndsThere { ring: at }.into());
            }
            let jump = Direction::ALL.into_iter().find_map(|way| {
                let next = jumper.jump(way)?;
                let over = jumper.at.step(way);
                (next.at.first().map(coord) == Some(*to)).then_some((way, over, next))
            });
            let Some((way, jumped, next)) = jump else {
                return Err(self.no_jump(at, *to, jumper.taken()));
            };
            if let Some(said) = over.filter(|said| Some(*said) != self.colour(jumped)) {
                return Err(Message::OtherMarble {
                    from: at,
                    to: *to,
                    colour: said,
                }
                .into());
            }
            (jumper, made, at) = (next, made.with(way), *to);
        }
        match start {
            Some(start) if !made.is_empty() && !jumper.goes_on() => Ok(Move::Capture(start, made)),
            _ => self.only_capture_after(start, made, at),
        }
    }

    /// Returns the only capture that begins with these jumps, from a ring to another one.
    ///
    /// # Errors
    /// If there are several, or none.
    fn only_capture_after(
        &self,
        start: Option<Spot>,
        made: Jumps,
        ring: Coord,
    ) -> Result<Move, Illegal> {
        let each = |visit: &mut dyn FnMut(Move) -> ControlFlow<()>| match start {
            Some(start) => self.each_capture_after(start, made, &mut |capture| visit(capture)),
            None => ControlFlow::Continue(()),
        };
        let mut found = Vec::new();
        let _ = each(&mut |capture| {
            found.push(capture);
            if found.len() < 2 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        match found.as_slice() {
            [only] => Ok(*only),
            _ => {
                let captures = self.listed(each);
                Err(Message::GoesOn { ring, captures }.into())
            }
        }
    }

    /// Returns the reason why a jump is refused while these rings have marbles.
    fn no_jump(&self, from: Coord, to: Coord, taken: Spots) -> Illegal {
        let (begin, end) = match (self.check_ring(from), self.check_ring(to)) {
            (Err(refused), _) | (_, Err(refused)) => return refused,
            (Ok(begin), Ok(end)) => (Spots::from(begin), Spots::from(end)),
        };
        let all = Area::ZERTZ.spots;
        let over = Direction::ALL.into_iter().find_map(|way| {
            let over = begin.step(way) & all;
            over.first().filter(|_| over.step(way) == end)
        });
        let refusal = match over {
            _ if !taken.meets(begin) => Message::NoMarble { ring: from },
            None => Message::NotAJump { from, to },
            Some(over) if !taken.contains(over) => Message::JumpOverNothing { ring: coord(over) },
            Some(_) => Message::NotVacant { ring: to },
        };
        refusal.into()
    }

    fn read_placement(
        &self,
        colour: MarbleColour,
        at: Coord,
        off: Option<Coord>,
        claim: &Claim,
    ) -> Result<Move, Illegal> {
        self.check_placeable(colour)?;
        let at = self.check_vacant(at)?;
        let off = self.check_off(at, off)?;
        let placement = Placement { colour, at, off };
        let groups = self.completed(at.into(), off.map_or(Spots::NONE, Spots::from));
        match claim {
            Claim::Rings(_) if groups.is_empty() => Err(Message::NothingToClaim.into()),
            _ if groups.is_empty() => Ok(Move::Place(placement)),
            Claim::Unsaid => Ok(Move::Isolate(placement, groups.all())),
            Claim::Leave => Ok(Move::Isolate(placement, Spots::NONE)),
            Claim::Rings(rings) => self.read_claim(placement, rings, &groups),
        }
    }

    fn check_placeable(&self, colour: MarbleColour) -> Result<(), Illegal> {
        let marbles = self.placeable();
        if marbles.count(colour) > 0 {
            return Ok(());
        }
        let refusal = if self.pool.is_empty() {
            Message::NoneCaptured { colour, marbles }
        } else {
            Message::NoneInPool { colour, marbles }
        };
        Err(refusal.into())
    }

    /// Returns the spot of a ring that is still on the board.
    fn check_ring(&self, at: Coord) -> Result<Spot, Illegal> {
        match Area::ZERTZ.spot(at) {
            None => Err(Message::NoSuchRing { ring: at }.into()),
            Some(spot) if !self.rings.contains(spot) => Err(Message::RingGone { ring: at }.into()),
            Some(spot) => Ok(spot),
        }
    }

    fn check_vacant(&self, at: Coord) -> Result<Spot, Illegal> {
        let spot = self.check_ring(at)?;
        if self.vacant().contains(spot) {
            Ok(spot)
        } else {
            Err(Message::NotVacant { ring: at }.into())
        }
    }

    /// Checks the ring to remove after a placement (D.2, D.3). An unnamed one is the only free one.
    fn check_off(&self, at: Spot, off: Option<Coord>) -> Result<Option<Spot>, Illegal> {
        let free = self.free() - Spots::from(at);
        let rings: Vec<Coord> = free.iter().map(coord).collect();
        let at = coord(at);
        let refusal = match off {
            None if free.is_empty() => return Ok(None),
            None if free.len() == 1 => return Ok(free.first()),
            None => Message::OffMissing { ring: at, rings },
            Some(ring) if ring == at => Message::OffSame { ring, rings },
            Some(ring) => match self.check_vacant(ring)? {
                spot if free.contains(spot) => return Ok(Some(spot)),
                _ if free.is_empty() => Message::NothingFree { ring, rings },
                _ => Message::NotFree { ring, rings },
            },
        };
        Err(refusal.into())
    }

    /// Checks a claim: it must consist of whole groups that the placement completes.
    fn read_claim(
        &self,
        placement: Placement,
        rings: &[Claimed],
        groups: &Groups,
    ) -> Result<Move, Illegal> {
        let known = |claimed: &Claimed| {
            let spot = Area::ZERTZ.spot(claimed.at)?;
            let colour = if spot == placement.at {
                Some(placement.colour)
            } else {
                self.colour(spot.into())
            };
            let as_said = claimed.colour.is_none_or(|said| Some(said) == colour);
            (as_said && groups.all().contains(spot)).then_some(spot)
        };
        let named: Option<Spots> = rings.iter().map(known).collect();
        let whole = |named: &Spots| {
            let mut groups = groups.iter();
            groups.all(|group| named.covers(group) || !named.meets(group))
        };
        match named.filter(whole) {
            Some(named) => Ok(Move::Isolate(placement, named)),
            None => {
                let groups = groups.iter().map(|group| self.claim_of(placement, group));
                let groups: Vec<String> = groups.map(|group| claim_text(&group)).collect();
                let groups = groups.join(", ");
                Err(Message::ClaimWhole { groups }.into())
            }
        }
    }
}

fn claim_text(claim: &Claim) -> String {
    match claim {
        Claim::Rings(rings) => rings.iter().map(Claimed::to_string).collect(),
        Claim::Unsaid | Claim::Leave => String::new(),
    }
}
