//! The position text: `VARIANT SIDE BOARD WHITE BLACK`, for the tournament version of GIPF with
//! FLAGS behind it: `G` while White, `g` while Black may still enter GIPF pieces. Where jumps may
//! still be challenged, `neutralise=2/1,by=coin` stands at the end: two of Black's by White, one of
//! White's by Black.
//!
//! SIDE is `w` or `b`. BOARD lists `spot=pile` in the order of spot names, from bottom to top,
//! upper case White, lower case Black; WHITE and BLACK are the reserves; `-` stands for nothing.

use std::{fmt, str::FromStr};

use super::{
    code::Code,
    contest::Challenges,
    piece::{Kind, Piece, Pile},
    planes::Planes,
    position::Position,
    reserve::Reserve,
    variant::Variant,
};
use crate::{
    code::Common,
    fact::{Arg, Illegal},
    hex::Coord,
    seat::Seat,
};

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
        Ok(())
    }
}

impl FromStr for Position {
    type Err = Illegal;

    /// Reads a position at the start of a turn.
    ///
    /// # Errors
    /// `bad-position` with the part and the text that is wrong, `gipf-too-many` when a player
    /// would own more pieces than there are, `gipf-no-gipf` when both have lost all GIPF pieces.
    fn from_str(text: &str) -> Result<Position, Illegal> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (fields, challenges) = match fields.as_slice() {
            [fields @ .., last] if last.contains('=') && fields.len() > 4 => (fields, Some(*last)),
            fields => (fields, None),
        };
        let (fields, flags) = match fields {
            [fields @ .., flags] if fields.len() == 5 => (fields, Some(*flags)),
            fields => (fields, None),
        };
        let [variant, side, board, white, black] = fields else {
            return Err(bad("fields", text));
        };
        let variant = Variant::from_id(variant).ok_or_else(|| bad("game", variant))?;
        let mut position = Position::start(variant);
        if let Some(text) = challenges {
            let read = Challenges::read(text).filter(|_| !variant.potentials().is_empty());
            position.challenges = read.ok_or_else(|| bad("challenges", text))?;
        }
        position.planes = Planes::default();
        position.gipfs_enter = match (variant, flags) {
            (Variant::GipfTournament, Some("Gg")) => [true, true],
            (Variant::GipfTournament, Some("G")) => [true, false],
            (Variant::GipfTournament, Some("g")) => [false, true],
            (Variant::GipfTournament, Some("-")) => [false, false],
            (Variant::GipfTournament, flags) => {
                return Err(bad("flags", flags.unwrap_or_default()));
            }
            (_, Some(_)) => return Err(bad("fields", text)),
            (_, None) => [false, false],
        };
        position.mover = match *side {
            "w" => Seat::First,
            "b" => Seat::Second,
            side => return Err(bad("side", side)),
        };
        let reserve = |text| Reserve::from_text(text).ok_or_else(|| bad("reserve", text));
        position.reserves = [reserve(white)?, reserve(black)?];
        if *board != "-" {
            position.lay(board)?;
        }
        position.check_pieces()?;
        Ok(position.settled())
    }
}

impl Position {
    fn lay(&mut self, board: &str) -> Result<(), Illegal> {
        let mut last: Option<Coord> = None;
        for item in board.split(',') {
            let (spot, pile) = item.split_once('=').ok_or_else(|| bad("board", item))?;
            let spot: Coord = spot.parse().map_err(|_| bad("board", item))?;
            let pile = Pile::from_letters(pile).ok_or_else(|| bad("pile", item))?;
            let here = self.area().spot(spot).ok_or_else(|| bad("spot", item))?;
            let fits = |piece: &Piece| self.variant.plays_with(piece.kind);
            // The basic version has no GIPF pieces (1.B.4).
            let is_gipf = pile.is_stack() && !pile.is_loaded();
            let fits_all = pile.pieces().iter().all(fits);
            if !fits_all || (is_gipf && !self.variant.needs_gipf()) {
                return Err(bad("pile", item));
            }
            if last.is_some_and(|last| last >= spot) {
                return Err(bad("order", item));
            }
            last = Some(spot);
            self.planes.set(here, &pile);
        }
        Ok(())
    }

    fn check_pieces(&mut self) -> Result<(), Illegal> {
        for seat in Seat::BOTH {
            for kind in Kind::ALL {
                let owned = self.variant.owned(kind);
                let most = owned + self.variant.most_more(kind);
                let remaining = self.remaining(seat, kind);
                // How many potentials a game began with is not told by its position.
                self.owned[seat.index()].add(kind, remaining.min(most).saturating_sub(owned));
                if remaining > most {
                    return Err(Illegal::new(Code::TooMany)
                        .with("seat", seat)
                        .with("piece", kind.letter())
                        .with("count", most));
                }
            }
        }
        let lost = |seat| self.has_begun(seat) && !self.has_gipf(seat);
        if self.variant.needs_gipf() && Seat::BOTH.into_iter().all(lost) {
            return Err(Illegal::new(Code::NoGipf));
        }
        Ok(())
    }
}

fn bad(part: &'static str, text: &str) -> Illegal {
    Illegal::new(Common::BadPosition)
        .with("part", part)
        .with("text", Arg::quoted(text))
}
