//! The computer makes whole turns that are legal, the same for the same orders, and stops when told.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::ops::ControlFlow;

use games::{CATALOG, Entry, Level, Live, Orders, Seed, Thought, search::INTERVAL};

fn duels() -> impl Iterator<Item = &'static Entry> {
    CATALOG.iter().filter(|entry| entry.seats == 2)
}

fn orders(level: u8, nodes: u64, seed: u8) -> Orders {
    Orders {
        nodes: Some(nodes),
        hash: 1 << 20,
        ..Orders::new(Level::try_from(level).unwrap(), Seed([seed; 32]))
    }
}

fn think(game: &Live, orders: &Orders) -> Option<Thought> {
    game.think(orders, &mut |_| ControlFlow::Continue(()))
}

/// Plays a turn; it is over then, and no part of it was left out.
fn play(game: &mut Live, thought: &Thought) {
    let seat = game.to_move();
    for action in &thought.turn {
        assert_eq!(game.to_move(), seat, "{:?}", thought.turn);
        game.play(action).unwrap();
    }
    let over = game.outcome().is_some() || game.contest().is_some();
    assert!(over || game.to_move() != seat, "{:?}", thought.turn);
}

#[test]
fn every_duel_is_played_to_its_end_in_legal_turns() {
    for entry in duels() {
        for level in Level::ALL {
            let mut game = Live::start(entry, "-", None).unwrap();
            let orders = orders(level.number(), 60, level.number());
            while let Some(thought) = think(&game, &orders) {
                assert_eq!(thought.line[..thought.turn.len()], thought.turn[..]);
                play(&mut game, &thought);
                if game.actions() > 300 {
                    break;
                }
            }
            assert!(game.outcome().is_some() || game.actions() > 300);
        }
    }
}

#[test]
fn the_same_orders_lead_to_the_same_turn() {
    for entry in duels() {
        let game = Live::start(entry, "-", None).unwrap();
        let thoughts = [3, 3].map(|seed| think(&game, &orders(6, 5_000, seed)));
        assert_eq!(thoughts[0], thoughts[1]);
    }
}

#[test]
fn whoever_watches_can_stop_it_and_gets_the_best_so_far() {
    for entry in duels() {
        let game = Live::start(entry, "-", None).unwrap();
        for most in [1, INTERVAL, 10 * INTERVAL] {
            let mut seen = 0;
            let thought = game.think(&orders(6, u64::MAX, 1), &mut |thought| {
                assert!(!thought.turn.is_empty());
                seen = thought.nodes;
                match seen >= most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            assert!(seen < most + INTERVAL + 1);
            play(
                &mut Live::start(entry, "-", None).unwrap(),
                &thought.unwrap(),
            );
        }
    }
}

#[test]
fn a_table_of_no_bytes_is_enough() {
    for entry in duels() {
        for hash in [0, 1, 1_000] {
            let mut game = Live::start(entry, "-", None).unwrap();
            let orders = Orders {
                hash,
                ..orders(6, 3_000, 1)
            };
            let thought = think(&game, &orders).unwrap();
            play(&mut game, &thought);
        }
    }
}

#[test]
fn nobody_thinks_when_the_game_is_over_or_waits_or_has_chance() {
    let run = Live::start(Entry::find("run").unwrap(), "-", Some(Seed([1; 32]))).unwrap();
    assert_eq!(think(&run, &orders(1, 10, 1)), None);
}
