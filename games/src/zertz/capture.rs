//! Capturing: a marble jumps over marbles (section D, "Capturing marbles").

use super::{
    action::{Action, Jump},
    marble::Colour,
    position::{Position, Ring},
};
use crate::{
    game::{Fact, Illegal},
    hex::{Board, Coord, Direction},
};

impl Position {
    /// The jumps of the marble on a ring: what it jumps over and where it lands.
    fn jumps(&self, from: Coord) -> impl Iterator<Item = (Coord, Colour, Coord)> {
        let jump = move |way: Direction| {
            self.marble(from)?;
            let over = self.next(from, way)?;
            let colour = self.marble(over)?;
            let to = self.next(over, way)?;
            (self.ring(to) == Ring::Vacant).then_some((over, colour, to))
        };
        Direction::ALL.into_iter().filter_map(jump)
    }

    /// Whether any marble can jump: then one has to.
    pub(super) fn can_capture(&self) -> bool {
        self.marbles().any(|at| self.jumps(at).next().is_some())
    }

    /// Every capture, each gone on with as long as its marble can; whether the game is won then
    /// is looked at when the turn is over.
    pub(super) fn captures(&self) -> Vec<Action> {
        let mut found = Vec::new();
        for from in self.marbles() {
            let mut open = vec![(self.clone(), from, Vec::new())];
            while let Some((position, at, made)) = open.pop() {
                for (_, colour, to) in position.jumps(at) {
                    let mut next = position.clone();
                    let Some(over) = next.jump(at, to) else {
                        continue;
                    };
                    let jump = Jump {
                        over: Some(colour),
                        to,
                    };
                    debug_assert_eq!(over, colour);
                    let jumps = [made.as_slice(), &[jump]].concat();
                    match next.goes_on(to) {
                        true => open.push((next, to, jumps)),
                        false => found.push(Action::Capture { from, jumps }),
                    }
                }
            }
        }
        found
    }

    /// Whether a marble that has just jumped has to go on.
    fn goes_on(&self, at: Coord) -> bool {
        self.jumps(at).next().is_some()
    }

    /// Makes one jump and returns the colour that it captures; nothing if it is none.
    fn jump(&mut self, from: Coord, to: Coord) -> Option<Colour> {
        let (over, colour, _) = self.jumps(from).find(|(_, _, end)| *end == to)?;
        let jumper = self.marble(from)?;
        self.set(from, Ring::Vacant);
        // It is taken off at once, so that it can be jumped over only once.
        self.set(over, Ring::Vacant);
        self.set(to, Ring::Marble(jumper));
        self.mover.of_mut(&mut self.captured).add(colour);
        Some(colour)
    }

    /// Makes a whole capture; the canonical action and what happened.
    pub(super) fn capture(
        &mut self,
        from: Coord,
        jumps: &[Jump],
        facts: &mut Vec<Fact>,
    ) -> Result<Action, Illegal> {
        let before = self.clone();
        let mut at = from;
        let mut made: Vec<Jump> = Vec::new();
        for Jump { over, to } in jumps {
            if !made.is_empty() && !self.goes_on(at) {
                return Err(Illegal::new("zertz-ends-there").with("ring", at.to_string()));
            }
            let Some(colour) = self.jump(at, *to) else {
                return Err(self.no_jump(at, *to));
            };
            if let Some(said) = over.filter(|said| *said != colour) {
                return Err(Illegal::new("zertz-other-marble")
                    .with("from", at.to_string())
                    .with("to", to.to_string())
                    .with("colour", said.letter()));
            }
            made.push(Jump {
                over: Some(colour),
                to: *to,
            });
            at = *to;
        }
        if self.goes_on(at) {
            let on = |action: &Action| match action {
                Action::Capture {
                    from: begin,
                    jumps: all,
                } => *begin == from && all.starts_with(&made),
                Action::Place { .. } => false,
            };
            let captures = before.captures();
            let options: Vec<&Action> = captures.iter().filter(|action| on(action)).collect();
            return Err(Illegal::new("zertz-goes-on")
                .with("ring", at.to_string())
                .with("captures", listed(options.into_iter())));
        }
        let colours = made.iter().filter_map(|jump| jump.over);
        let colours: String = colours.map(Colour::letter).collect();
        facts.push(
            Fact::new("zertz-captured")
                .with("seat", self.mover)
                .with("from", from.to_string())
                .with("to", at.to_string())
                .with("marbles", colours)
                .with("count", made.len()),
        );
        Ok(Action::Capture { from, jumps: made })
    }

    /// Why a marble cannot jump from one ring to another.
    fn no_jump(&self, from: Coord, to: Coord) -> Illegal {
        for at in [from, to] {
            if let Err(refused) = self.check_ring(at) {
                return refused;
            }
        }
        let board = Board::zertz();
        let way = Direction::ALL.into_iter().find(|way| {
            let over = board.next(from, *way);
            over.and_then(|over| board.next(over, *way)) == Some(to)
        });
        let over = way.and_then(|way| board.next(from, way));
        let name = |code: &'static str, at: Coord| Illegal::new(code).with("ring", at.to_string());
        match over {
            _ if self.marble(from).is_none() => name("zertz-no-marble", from),
            None => Illegal::new("zertz-not-a-jump")
                .with("from", from.to_string())
                .with("to", to.to_string()),
            Some(over) if self.marble(over).is_none() => name("zertz-jump-over-nothing", over),
            Some(_) => name("zertz-not-vacant", to),
        }
    }
}

/// Actions beside each other.
pub(super) fn listed<'a>(actions: impl Iterator<Item = &'a Action>) -> String {
    let texts: Vec<String> = actions.map(|action| format!("`{action}`")).collect();
    texts.join(", ")
}
