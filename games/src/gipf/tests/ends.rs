//! Tests of the end of a game, and its position text.

use super::*;

/// Returns the winner and the reason of a finished game.
fn end(position: &Position) -> (Option<Seat>, Reason) {
    let outcome = position.outcome().unwrap();
    (outcome.winner, outcome.reason)
}

/// Checks that a finished position parsed from its text has the same end.
fn check_text(position: &Position) {
    let text = position.to_string();
    let read: Position = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(read.to_string(), text);
    assert_eq!(end(&read), end(position), "{text}");
    assert_eq!(read.phase(), position.phase(), "{text}");
    assert_eq!(read.mover(), position.mover(), "{text}");
}

#[test]
fn taking_both_last_gipf_pieces_wins() {
    let white = "e2 BB e3 B e4 B e5 B e6 bb";
    let loaded = "e2 BB e3 BZ e4 B e5 B e6 bb";
    let tamsk = "e2 BB e3 BT e4 B e5 B e6 bb";
    let black = "e2 bb e3 b e4 b e5 b e6 BB";
    let (all, star) = ("xe2*,e3,e4,e5,e6*", "xe2*,e3*,e4,e5,e6*");
    let (first, second) = (Seat::First, Seat::Second);
    for (variant, picture, side, rest, row, winner) in [
        (Variant::GipfStandard, white, 'w', "B5 B5", all, first),
        (Variant::GipfStandard, black, 'b', "B5 B5", all, second),
        (Variant::GipfStandard, loaded, 'w', "B5 B5Z1", star, first),
        (
            Variant::GipfStandard,
            tamsk,
            'w',
            "B5 B5Z2 neutralise=2/1,by=coin",
            star,
            first,
        ),
        (Variant::GipfTournament, white, 'w', "B5 B5 Gg", all, first),
        (Variant::GipfTournament, black, 'b', "B5 B5 -", all, second),
        (Variant::GipfTournament, loaded, 'w', "B5 B5 g", star, first),
    ] {
        let taken = play(&laid(variant, picture, side, rest), row);
        assert_eq!(end(&taken), (Some(winner), Reason::GipfCaptured), "{taken}");
        check_text(&taken);
    }
}

#[test]
fn taking_both_last_gipf_pieces_after_moving_wins() {
    let position = laid(
        Variant::GipfStandard,
        "e2 BB e3 B e4 B e5 bb h3 b",
        'w',
        "B5 B5",
    );
    let taken = play(&position, "e1-e6;xe2,e3*,e4,e5,e6*");
    assert_eq!(end(&taken), (Some(Seat::First), Reason::GipfCaptured));
    check_text(&taken);
}

#[test]
fn matrx_returns_own_gipf_pieces_to_the_reserve() {
    for variant in [Variant::Matrx, Variant::MatrxClassic] {
        let both = laid(variant, "e2 G e3 T e4 T e5 T e6 g", 'w', "T2 T2");
        let taken = play(&both, "xe2,e3,e4,e5,e6");
        assert_eq!(end(&taken), (Some(Seat::First), Reason::GipfCaptured));
        assert_eq!(taken.reserve(Seat::First).to_string(), "G1T5");
        check_text(&taken);
        // The own row alone costs nothing but a move.
        let own = laid(variant, "e2 G e3 T e4 T e5 T h2 g", 'w', "T2 T2");
        assert_eq!(play(&own, "xe2,e3,e4,e5").outcome(), None);
        let none = format!("{} w e2=T T2 T2", variant.id());
        assert_eq!(none.parse::<Position>().unwrap_err().code(), "gipf-no-gipf");
    }
}

#[test]
fn the_game_that_took_both_is_read_again() {
    let begun = "gipf-tournament w - B18T3Z3 B18T3Z3 Gg".parse().unwrap();
    let over = play(
        &begun,
        "Gd7;Gh5;Zc2;Zh4;Zi4-g4;Zh6-h3;h6-h2;Zi2-f5;d8-d6;Ti2-e6;xd6*,f5*,h3*",
    );
    assert_eq!(
        over.to_string(),
        "gipf-tournament b c2=BZ,d7=B,e6=bz,g4=bz,h2=BZ,h4=bz,h5=B B12 B15T2 -"
    );
    assert_eq!(end(&over), (Some(Seat::Second), Reason::GipfCaptured));
    check_text(&over);
}

#[test]
fn a_side_with_everything_in_reserve_has_lost() {
    let row = laid(
        Variant::GipfTournament,
        "e2 BB e3 BB e4 BB e5 BB h5 bb",
        'w',
        "B10 B16 Gg",
    );
    let lost = play(&row, "xe2*,e3*,e4*,e5*");
    assert_eq!(end(&lost), (Some(Seat::Second), Reason::GipfCaptured));
    assert_eq!(lost.to_string(), "gipf-tournament w h5=bb B18 B16 Gg lost");
    check_text(&lost);
    // Without a GIPF piece that may still enter, the text implies the loss.
    let row = laid(
        Variant::GipfTournament,
        "e2 BB e3 B e4 B e5 B h5 bb",
        'w',
        "B13 B13 -",
    );
    let lost = play(&row, "xe2*,e3,e4,e5");
    assert_eq!(end(&lost), (Some(Seat::Second), Reason::GipfCaptured));
    assert_eq!(lost.to_string(), "gipf-tournament w h5=bb B18 B13 -");
    check_text(&lost);
    // The same holds for a text in which they never entered.
    let never = laid(Variant::GipfTournament, "", 'w', "B18 B18 G");
    check_text(&play(&never, "Gb2"));
}

#[test]
fn a_loss_beside_a_row_is_read_again() {
    for (variant, picture, rest, reason) in [
        (
            Variant::GipfStandard,
            "e3 B e4 B e5 BT h2 BB h5 bb",
            "- B5",
            Reason::GipfNoPiece,
        ),
        (
            Variant::Matrx,
            "e3 Y e4 Y e5 TT h2 G h5 g",
            "Z1 T2",
            Reason::GipfNoMove,
        ),
    ] {
        let owed = laid(variant, picture, 'w', rest);
        assert_eq!(owed.phase(), Phase::Extra(Half::Before));
        let lost = play(&owed, "Te1-e2");
        assert_eq!(end(&lost), (Some(Seat::Second), reason), "{lost}");
        assert!(lost.to_string().ends_with(" lost"), "{lost}");
        check_text(&lost);
    }
}

#[test]
fn only_a_lost_turn_is_read_as_lost() {
    for text in [
        "gipf-standard w h2=BB,h5=bb B5 B5 lost",
        "gipf-standard w h2=b,h5=bb B5 B5 lost",
        "gipf-tournament w - B18 B18 Gg lost",
        "gipf-standard w h2=BB,h5=bb - B5 lost",
        "gipf-standard w h2=BB,h5=bb B5 B5 lost lost",
        "matrx w lost",
    ] {
        assert_eq!(
            text.parse::<Position>().unwrap_err().code(),
            "common-bad-position",
            "{text}"
        );
    }
}
