//! Tests of the captured pieces against the stocks beside the board.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::{
    Entry, Live, Seat,
    scene::{Beside, Holder},
};

/// Returns the number of pieces of a holder.
fn held(live: &Live, wanted: Holder) -> usize {
    let scene = live.scene();
    let stocks = scene.beside.iter().filter_map(|beside| match beside {
        Beside::Stock { holder, items } if *holder == wanted => Some(items),
        _ => None,
    });
    stocks
        .flatten()
        .map(|item| item.pieces.len() * usize::from(item.count))
        .sum()
}

/// Plays a game to its end in several ways, with a check after every action; returns the total
/// number of captured pieces.
fn play_through(game: &str, check: impl Fn(&Live)) -> usize {
    let mut all = 0;
    for way in 0..4 {
        let mut live = Live::start(Entry::find(game).unwrap(), "-", None).unwrap();
        while live.outcome().is_none() && live.actions() < 300 {
            let actions = live.legal_actions();
            let action = &actions[(live.actions() * 7 + way) % actions.len()];
            live.play(action).unwrap();
            check(&live);
        }
        let replayed = Live::replay(live.record()).unwrap();
        assert_eq!(replayed.captured(), live.captured());
        all += live.captured().iter().sum::<usize>();
    }
    all
}

#[test]
fn zertz_players_own_only_captured_marbles() {
    for game in ["zertz-basic", "zertz-tournament"] {
        let all = play_through(game, |live| {
            let owned = Seat::BOTH.map(|seat| held(live, Holder::Captured(seat)));
            assert_eq!(live.captured(), owned, "{}", live.position_text());
        });
        assert!(all > 0, "{game}");
    }
}

#[test]
fn a_marble_isolated_by_its_placement_is_captured() {
    let position = "zertz-basic 1 d3,d4,d5,d6,d7 w5g5b5 - -";
    let mut live = Live::set_up(position, None).unwrap();
    live.play("Bd7,d6 x Bd7").unwrap();
    assert_eq!(live.captured(), [1, 0]);
    assert_eq!(held(&live, Holder::Captured(Seat::First)), 1);
}

#[test]
fn in_gipf_all_lost_pieces_count_as_captured() {
    for game in ["gipf-basic", "gipf-standard", "gipf-tournament"] {
        let all = play_through(game, |live| {
            let lost = Seat::BOTH.map(|seat| held(live, Holder::Lost(seat.other())));
            assert_eq!(live.captured(), lost, "{}", live.position_text());
        });
        assert!(all > 0, "{game}");
    }
}

#[test]
fn spent_potentials_of_matrx_are_not_captured() {
    let all = play_through("matrx", |live| {
        let lost = Seat::BOTH.map(|seat| held(live, Holder::Lost(seat.other())));
        let [white, black] = live.captured();
        assert!(white <= lost[0] && black <= lost[1], "{lost:?}");
    });
    assert!(all > 0);
}
