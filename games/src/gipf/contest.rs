//! Challenges of jumps before they happen (GIPF with potentials, C).

use std::fmt;

use super::{
    challenges::{Challenges, Decider},
    event::Event,
    message::DeciderArguments,
    piece::PieceKind,
    position::{Half, Phase, Position},
    row::RowState,
    variant::MAX_POTENTIALS,
};
use crate::{
    catalog::{CATALOG, Entry},
    contest::{Contest, Means},
    seat::Seat,
    spots::Spot,
};

/// The methods that are no game; the numbers after them are the indexes of the CATALOG.
const WITHOUT_GAME: [Means; 3] = [Means::Ourselves, Means::Coin, Means::Die];

impl Decider {
    /// Returns the number of a method; `None` if its game is not in the CATALOG.
    fn of(means: Means) -> Option<Decider> {
        let mut all = WITHOUT_GAME
            .into_iter()
            .chain(CATALOG.iter().map(|entry| Means::Game(entry.id)));
        let number = all.position(|one| one == means)?;
        u8::try_from(number).ok().map(Decider::new)
    }

    /// Parses `coin`, `die`, `ourselves`, or the name of a game for two.
    pub(super) fn from_text(text: &str) -> Option<Decider> {
        let without = WITHOUT_GAME.into_iter().find(|means| means.text() == text);
        let game = || {
            let entry = Entry::named(text).filter(|entry| entry.seats == 2);
            entry.map(|entry| Means::Game(entry.id))
        };
        without.or_else(game).and_then(Decider::of)
    }

    /// Returns the method.
    pub(super) fn means(self) -> Means {
        let number = usize::from(self.number());
        let game = || CATALOG.get(number - WITHOUT_GAME.len());
        match WITHOUT_GAME.get(number) {
            Some(means) => *means,
            None => game().map_or(Means::Ourselves, |entry| Means::Game(entry.id)),
        }
    }

    /// Returns the notation of the method in options.
    pub(super) fn text(self) -> &'static str {
        self.means().text()
    }

    /// Returns the method as arguments of a message.
    pub(super) fn arguments(self) -> DeciderArguments {
        DeciderArguments {
            by: self.text(),
            game: self.text(),
        }
    }
}

impl Challenges {
    /// Parses `neutralise=2/1,by=coin`.
    pub(super) fn read(text: &str) -> Option<Challenges> {
        let (left, by) = text.strip_prefix("neutralise=")?.split_once(",by=")?;
        let (white, black) = left.split_once('/')?;
        let count = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0').filter(|count| *count <= MAX_POTENTIALS),
            _ => None,
        };
        let left = [count(white)?, count(black)?];
        let by = Decider::from_text(by)?;
        (left != [0; 2]).then_some(Challenges { left, by })
    }
}

impl fmt::Display for Challenges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.left;
        write!(f, "neutralise={white}/{black},by={}", self.by.text())
    }
}

impl Position {
    /// Returns whether the opponent is asked before the mover jumps.
    pub(super) fn can_be_challenged(&self, kind: PieceKind) -> bool {
        kind == PieceKind::Zertz && self.challenges_left(self.mover.other()) > 0
    }

    /// Returns the number of jumps that a player may still challenge.
    pub fn challenges_left(&self, seat: Seat) -> u8 {
        self.challenges.left[seat.index()]
    }

    /// Returns the contest for which the game waits.
    pub(super) fn open_contest(&self) -> Option<Contest> {
        match self.phase {
            Phase::Contested { .. } => Some(Contest {
                challenger: self.mover.other(),
                by: self.challenges.by.means(),
                won: "neutralised",
                lost: "upheld",
            }),
            _ => None,
        }
    }

    /// Announces a jump before it happens.
    pub(super) fn announce(&mut self, from: Spot, to: Spot, listener: &mut impl FnMut(Event)) {
        self.phase = Phase::Announced { from, to };
        listener(Event::JumpAnnounced {
            seat: self.mover,
            from,
            to,
        });
    }

    /// Challenges the announced jump.
    pub(super) fn challenge(&mut self, listener: &mut impl FnMut(Event)) {
        let Phase::Announced { from, to } = self.phase else {
            return;
        };
        let challenger = self.mover.other();
        let left = &mut self.challenges.left[challenger.index()];
        *left = left.saturating_sub(1);
        listener(Event::Contested {
            seat: challenger,
            spot: from,
            count: *left,
        });
        self.phase = Phase::Contested { from, to };
    }

    /// Removes the potential from the game, as the challenger has won.
    pub(super) fn neutralise(&mut self, listener: &mut impl FnMut(Event)) {
        let Phase::Contested { from, .. } = self.phase else {
            return;
        };
        self.planes.take_tops(from.into());
        listener(Event::Neutralised {
            seat: self.mover,
            spot: from,
        });
        // The move is still to be made, and may even be another jump (C.2).
        if self.standing.has_moved() {
            // Nothing is removed between the moves of one turn (H.1.3).
            self.touch(from.into());
            self.phase = Phase::Move;
            return;
        }
        // The player can now deal with a row that was passed over for this jump.
        self.standing = RowState::default();
        self.phase = Phase::Rows(Half::Before);
    }

    /// Marks that the owed extra move has been made or given up: rows now wait for the end of the turn. Only
    /// needed where a jump can fail, the one case that could lead back to rows.
    pub(super) fn leave_rows_behind(&mut self) {
        if self.challenges_left(self.mover.other()) > 0 {
            self.standing.set_moved();
        }
    }

    /// Executes the jump that waits for an answer.
    pub(super) fn jump_off(&mut self, listener: &mut impl FnMut(Event)) {
        if let Phase::Announced { from, to } | Phase::Contested { from, to } = self.phase {
            self.move_potential(from, to, listener);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_means_of_the_options_has_a_number() {
        let games = CATALOG.iter().filter(|entry| entry.seats == 2);
        let games = games.map(|entry| (entry.id, Means::Game(entry.id)));
        let others = [
            ("coin", Means::Coin),
            ("die", Means::Die),
            ("ourselves", Means::Ourselves),
        ];
        for (text, means) in others.into_iter().chain(games) {
            let decider = Decider::from_text(text).unwrap();
            assert_eq!(decider.text(), text);
            assert_eq!(decider.means(), means);
        }
        assert_eq!(Decider::from_text("run"), None);
        assert_eq!(Challenges::NONE.by.means(), Means::Ourselves);
    }
}
