//! Options of a game: `black+2,zertz=3,tamsk=3`.

use super::{
    challenges::{Challenges, Decider},
    message::Message,
    piece::PieceKind,
    position::Position,
    reserve::Reserve,
    variant::{MAX_POTENTIALS, MIN_POTENTIALS, Variant},
};
use crate::{catalog::CATALOG, common::StartError, seat::Seat};

/// Returns the start of a game with the players' options, `-` for none:
///
/// | option | effect |
/// | --- | --- |
/// | `white+2`, `black+2` | 1 to 3 more basic pieces for one side, in `gipf-basic` (GIPF, 1.B.2) |
/// | `zertz=3`, `tamsk=3` | number of potentials of the kind for each side, 3 to 6, in GIPF |
/// | `neutralise=1` | number of the other side's jumps that each may challenge, 1 to the number of `zertz` |
/// | `by=zertz-basic` | method that decides a challenged jump (this one by default): see [`crate::Means`] |
///
/// # Errors
/// The reason why the options are refused.
pub fn start(variant: Variant, options: &str) -> Result<Position, StartError> {
    let mut more = [Reserve::default(); 2];
    let (mut neutralise, mut by) = (None, None);
    for part in options.split(',').filter(|part| *part != "-") {
        let unknown = || StartError::UnknownOption { text: part.into() };
        let twice = || {
            let text = part.into();
            StartError::from(Message::AgreedTwice { text })
        };
        if let Some((side, count)) = part.split_once('+') {
            let seat = match side {
                "white" => Seat::First,
                "black" => Seat::Second,
                _ => return Err(unknown()),
            };
            let others = more.iter().any(|more| more.count(PieceKind::Basic) > 0);
            if others {
                return Err(twice());
            }
            more[seat.index()].add(PieceKind::Basic, handicap(variant, count)?);
            continue;
        }
        let (key, value) = part.split_once('=').ok_or_else(unknown)?;
        let kind = match key {
            "zertz" => PieceKind::Zertz,
            "tamsk" => PieceKind::Tamsk,
            "neutralise" if neutralise.is_none() => {
                neutralise = Some(value);
                continue;
            }
            "by" if by.is_none() => {
                by = Some(value);
                continue;
            }
            "neutralise" | "by" => return Err(twice()),
            _ => return Err(unknown()),
        };
        if more[0].count(kind) > 0 {
            return Err(twice());
        }
        let count = potentials(variant, value)?;
        more.iter_mut().for_each(|more| more.add(kind, count));
    }
    let mut position = Position::start_with(variant, more);
    if neutralise.is_some() || by.is_some() {
        if variant.potentials().is_empty() {
            let game = variant.id();
            return Err(Message::NoPotentials { game }.into());
        }
        position.challenges = challenges(more[0].count(PieceKind::Zertz), neutralise, by)?;
    }
    Ok(position)
}

/// Parses the options of challenging jumps (with potentials, C.1, C.3).
fn challenges(
    potentials: u8,
    neutralise: Option<&str>,
    by: Option<&str>,
) -> Result<Challenges, Message> {
    if potentials == 0 {
        return Err(Message::NothingToChallenge);
    }
    let text = neutralise.unwrap_or("1");
    let count = text.parse().ok();
    let count = count.filter(|count| (1..=potentials).contains(count));
    let count = count.ok_or_else(|| Message::ChallengesRange {
        text: text.into(),
        most: potentials,
    })?;
    let text = by.unwrap_or("zertz-basic");
    let by = Decider::from_text(text).ok_or_else(|| {
        let duels = CATALOG.iter().filter(|entry| entry.seats == 2);
        let games: Vec<&str> = duels.map(|entry| entry.id).collect();
        Message::ChallengesBy {
            text: text.into(),
            games: games.join(", "),
        }
    })?;
    Ok(Challenges {
        left: [count; 2],
        by,
    })
}

/// Returns the options for a game with exchanged sides: a handicap stays with its player.
pub(super) fn exchanged(options: &str) -> String {
    let exchanged = |part: &str| match part.split_once('+') {
        Some(("white", count)) => format!("black+{count}"),
        Some(("black", count)) => format!("white+{count}"),
        _ => part.to_owned(),
    };
    let parts: Vec<String> = options.split(',').map(exchanged).collect();
    parts.join(",")
}

impl Position {
    /// Returns the messages about the options: pieces beyond those of the rules, and challenges of jumps.
    pub(super) fn agreed(&self) -> Vec<Message> {
        let more = |seat, kind| {
            self.owned(seat, kind)
                .saturating_sub(self.variant.owned(kind))
        };
        let handicaps = Seat::BOTH.into_iter().filter_map(|seat| {
            let count = more(seat, PieceKind::Basic);
            (count > 0).then_some(Message::OpeningHandicap { seat, count })
        });
        let potentials = self.variant.potentials().iter().filter_map(|piece| {
            let (piece, count) = (*piece, more(Seat::First, *piece));
            (count > 0).then_some(Message::OpeningPotentials { piece, count })
        });
        let count = self.challenges_left(Seat::First);
        let challenges = (count > 0).then_some(Message::OpeningChallenges {
            count,
            decider: self.challenges.by.arguments(),
        });
        handicaps.chain(potentials).chain(challenges).collect()
    }
}

fn handicap(variant: Variant, text: &str) -> Result<u8, Message> {
    let most = variant.max_added(PieceKind::Basic);
    if most == 0 {
        let game = variant.id();
        return Err(Message::NoHandicap { game });
    }
    let count = text.parse().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| Message::HandicapRange {
        text: text.into(),
        most,
    })
}

fn potentials(variant: Variant, text: &str) -> Result<u8, Message> {
    if variant.potentials().is_empty() {
        let game = variant.id();
        return Err(Message::NoPotentials { game });
    }
    let range = MIN_POTENTIALS..=MAX_POTENTIALS;
    let count = text.parse().ok().filter(|count| range.contains(count));
    count.ok_or_else(|| Message::PotentialsRange {
        text: text.into(),
        fewest: MIN_POTENTIALS,
        most: MAX_POTENTIALS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::Illegal;

    fn check(variant: Variant, options: &str, text: &str) {
        assert_eq!(start(variant, options).unwrap().to_string(), text);
    }

    fn refused(variant: Variant, options: &str, code: &str) {
        let refused = Illegal::from(start(variant, options).unwrap_err());
        assert_eq!(refused.code(), code, "{options}");
    }

    const BASIC: &str = "b2=b,b5=B,e2=B,e8=b,h2=b,h5=B";
    const STANDARD: &str = "b2=bb,b5=BB,e2=BB,e8=bb,h2=bb,h5=BB";

    #[test]
    fn the_three_versions_start_as_their_rules_say() {
        check(
            Variant::GipfBasic,
            "-",
            &format!("gipf-basic w {BASIC} B12 B12"),
        );
        let standard = format!("gipf-standard w {STANDARD} B12 B12");
        check(Variant::GipfStandard, "-", &standard);
        check(
            Variant::GipfTournament,
            "-",
            "gipf-tournament w - B18 B18 Gg",
        );
    }

    #[test]
    fn a_basic_handicap_is_one_to_three_pieces() {
        for (options, reserves) in [
            ("white+1", "B13 B12"),
            ("black+3", "B12 B15"),
            ("black+2,zertz=3", "B12Z3 B14Z3"),
        ] {
            let text = format!("gipf-basic w {BASIC} {reserves}");
            check(Variant::GipfBasic, options, &text);
        }
        for options in ["white+0", "white+4", "white+", "black+-1"] {
            refused(Variant::GipfBasic, options, "gipf-handicap-range");
        }
        refused(Variant::GipfBasic, "white+1,black+1", "gipf-agreed-twice");
        refused(Variant::GipfStandard, "white+1", "gipf-no-handicap");
        refused(Variant::Matrx, "white+1", "gipf-no-handicap");
    }

    #[test]
    fn exchanging_sides_keeps_a_handicap_with_its_player() {
        assert_eq!(exchanged("-"), "-");
        assert_eq!(exchanged("black+2,zertz=3"), "white+2,zertz=3");
    }

    #[test]
    fn three_to_six_potentials_can_be_agreed_on() {
        let both = format!("gipf-standard w {STANDARD} B12T3Z4 B12T3Z4");
        check(Variant::GipfStandard, "zertz=4,tamsk=3", &both);
        for options in ["zertz=2", "tamsk=7", "zertz=x"] {
            refused(Variant::GipfTournament, options, "gipf-potentials-range");
        }
        refused(
            Variant::GipfTournament,
            "zertz=3,zertz=3",
            "gipf-agreed-twice",
        );
        refused(Variant::GipfTournament, "yinsh=3", "common-unknown-option");
        refused(Variant::GipfTournament, "", "common-unknown-option");
        refused(Variant::Matrx, "zertz=3", "gipf-no-potentials");
    }

    #[test]
    fn options_set_the_number_and_means_of_challenges() {
        let counts = |options: &str| {
            let start = start(Variant::GipfBasic, options).unwrap();
            (start.challenges.left, start.challenges.by.text())
        };
        assert_eq!(counts("zertz=3"), ([0; 2], "ourselves"));
        assert_eq!(counts("zertz=3,neutralise=2"), ([2; 2], "zertz-basic"));
        assert_eq!(counts("zertz=3,by=coin"), ([1; 2], "coin"));
        let with = |rest: &str, code| {
            refused(Variant::GipfBasic, &format!("zertz=3,{rest}"), code);
        };
        with("neutralise=4", "gipf-challenges-range");
        with("neutralise=0", "gipf-challenges-range");
        with("by=run", "gipf-challenges-by");
        with("by=chess", "gipf-challenges-by");
        with("by=coin,by=die", "gipf-agreed-twice");
        with("neutralise=1,neutralise=2", "gipf-agreed-twice");
        let nothing = "gipf-nothing-to-challenge";
        refused(Variant::GipfBasic, "tamsk=3,neutralise=1", nothing);
    }
}
