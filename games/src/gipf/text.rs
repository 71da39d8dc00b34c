//! The position text: `VARIANT SIDE BOARD WHITE BLACK`. In the tournament version of GIPF, FLAGS follow:
//! `G` while White, `g` while Black may still enter GIPF pieces. While jumps may still be challenged,
//! `neutralise=2/1,by=coin` follows: two of Black's by White, one of White's by Black.
//!
//! A final `lost` marks a loss of the side to move that the rest does not imply: the position looks like
//! the start of a turn, but the game ended in the middle of one.
//!
//! SIDE is `w` or `b`. BOARD lists `spot=pile` in the order of spot names, from bottom to top, upper case
//! White, lower case Black; WHITE and BLACK are the reserves; `-` is an empty field.

use std::{fmt, str::FromStr};

use super::{
    challenges::Challenges,
    message::Message,
    piece::{Piece, PieceKind, Pile},
    planes::Planes,
    position::{GipfEnd, Lack, Phase, Position},
    reserve::Reserve,
    variant::Variant,
};
use crate::{common::PositionPart, fact::Illegal, hex::Coord, seat::Seat};

/// The suffix of a lost position that looks like the start of a turn.
const LOST_SUFFIX: &str = " lost";

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.mover {
            Seat::First => 'w',
            Seat::Second => 'b',
        };
        let board: Vec<String> = self
            .occupied()
            .map(|(spot, pile)| format!("{spot}={pile}"))
            .collect();
        let board = if board.is_empty() {
            "-".to_owned()
        } else {
            board.join(",")
        };
        let [white, black] = &self.reserves;
        write!(f, "{} {side} {board} {white} {black}", self.variant.id())?;
        if self.variant == Variant::GipfTournament {
            let flags = match self.gipfs_enter {
                [true, true] => "Gg",
                [true, false] => "G",
                [false, true] => "g",
                [false, false] => "-",
            };
            write!(f, " {flags}")?;
        }
        if self.challenges.left != [0; 2] {
            write!(f, " {}", self.challenges)?;
        }
        if matches!(self.phase, Phase::Over(_)) && self.settled().phase != self.phase {
            f.write_str(LOST_SUFFIX)?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = Illegal;

    /// Parses a position at the start of a turn, or at the end of a game.
    ///
    /// # Errors
    /// `common-bad-position` with the part and the text that is wrong, `gipf-too-many` if a player would own
    /// more pieces than there are, `gipf-no-gipf` if both have lost all GIPF pieces in MATRX GIPF, where own
    /// pieces return to the reserve.
    fn from_str(text: &str) -> Result<Position, Illegal> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (fields, lost) = match fields.as_slice() {
            [fields @ .., last] if *last == LOST_SUFFIX.trim_start() => (fields, true),
            fields => (fields, false),
        };
        let (fields, challenges) = match fields {
            [fields @ .., last] if last.contains('=') && fields.len() > 4 => (fields, Some(*last)),
            fields => (fields, None),
        };
        let (fields, flags) = match fields {
            [fields @ .., flags] if fields.len() == 5 => (fields, Some(*flags)),
            fields => (fields, None),
        };
        let [variant, side, board, white, black] = fields else {
            return Err(PositionPart::Fields.refuse(text));
        };
        let variant =
            Variant::from_id(variant).ok_or_else(|| PositionPart::Game.refuse(variant))?;
        let mut position = Position::start(variant);
        if let Some(text) = challenges {
            let read = Challenges::read(text).filter(|_| !variant.potentials().is_empty());
            position.challenges = read.ok_or_else(|| PositionPart::Challenges.refuse(text))?;
        }
        position.planes = Planes::default();
        position.gipfs_enter = match (variant, flags) {
            (Variant::GipfTournament, Some("Gg")) => [true, true],
            (Variant::GipfTournament, Some("G")) => [true, false],
            (Variant::GipfTournament, Some("g")) => [false, true],
            (Variant::GipfTournament, Some("-")) => [false, false],
            (Variant::GipfTournament, flags) => {
                return Err(PositionPart::Flags.refuse(flags.unwrap_or_default()));
            }
            (_, Some(_)) => return Err(PositionPart::Fields.refuse(text)),
            (_, None) => [false, false],
        };
        position.mover = match *side {
            "w" => Seat::First,
            "b" => Seat::Second,
            side => return Err(PositionPart::Side.refuse(side)),
        };
        let reserve =
            |text| Reserve::from_text(text).ok_or_else(|| PositionPart::Reserve.refuse(text));
        position.reserves = [reserve(white)?, reserve(black)?];
        if *board != "-" {
            position.lay(board)?;
        }
        position.check_pieces()?;
        let position = position.settled();
        if lost {
            return position
                .with_loss()
                .ok_or_else(|| PositionPart::Fields.refuse(text));
        }
        Ok(position)
    }
}

impl Position {
    /// Returns the position as lost by the side to move in the middle of its turn; `None` if that is impossible,
    /// or if the game is over without it.
    fn with_loss(mut self) -> Option<Position> {
        let (loser, other) = (self.mover, self.mover.other());
        let lack = if matches!(self.phase, Phase::Over(_)) {
            return None;
        } else if self.variant.needs_gipf() && !self.has_gipf(loser) && self.has_begun(other) {
            // GIPF, 2.C: the last pieces have all returned to the reserve, as if none had entered.
            Lack::Gipf
        } else {
            // A row, which can only be dealt with at the start of a turn, hides that no move is possible.
            self.lack_of_move()?
        };
        self.phase = Phase::Over(GipfEnd { loser, lack });
        Some(self)
    }

    fn lay(&mut self, board: &str) -> Result<(), Illegal> {
        let mut last: Option<Coord> = None;
        for item in board.split(',') {
            let (spot, pile) = item
                .split_once('=')
                .ok_or_else(|| PositionPart::Board.refuse(item))?;
            let spot: Coord = spot.parse().map_err(|_| PositionPart::Board.refuse(item))?;
            let pile = Pile::from_letters(pile).ok_or_else(|| PositionPart::Pile.refuse(item))?;
            let here = self
                .area()
                .spot(spot)
                .ok_or_else(|| PositionPart::Spot.refuse(item))?;
            let fits = |piece: &Piece| self.variant.plays_with(piece.kind);
            // The basic version has no GIPF pieces (1.B.4).
            let is_gipf = pile.is_stack() && !pile.is_loaded();
            let fits_all = pile.pieces().iter().all(fits);
            if !fits_all || (is_gipf && !self.variant.needs_gipf()) {
                return Err(PositionPart::Pile.refuse(item));
            }
            if last.is_some_and(|last| last >= spot) {
                return Err(PositionPart::Order.refuse(item));
            }
            last = Some(spot);
            self.planes.set(here, &pile);
        }
        Ok(())
    }

    fn check_pieces(&mut self) -> Result<(), Illegal> {
        for seat in Seat::BOTH {
            for kind in PieceKind::ALL {
                let owned = self.variant.owned(kind);
                let most = owned + self.variant.max_added(kind);
                let remaining = self.remaining(seat, kind);
                // The position does not imply how many potentials the game started with.
                self.owned[seat.index()].add(kind, remaining.min(most).saturating_sub(owned));
                if remaining > most {
                    return Err(Message::TooMany {
                        seat,
                        piece: kind,
                        count: most,
                    }
                    .into());
                }
            }
        }
        let lost = |seat| self.has_begun(seat) && !self.has_gipf(seat);
        // In GIPF one row can take the last ones of both sides (2.C; see `deal_with_row`).
        if self.variant.is_matrx() && Seat::BOTH.into_iter().all(lost) {
            return Err(Message::NoGipf.into());
        }
        Ok(())
    }
}
