//! Tests of the search for games for two: whole legal turns, determinism, stopping.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use std::ops::ControlFlow;

use games::{
    CATALOG, Dice, Entry, Level, Live, SearchLimits, SearchResult, Seat, Seed, Value,
    search::NODES_PER_REPORT,
};

fn duels() -> impl Iterator<Item = &'static Entry> {
    CATALOG.iter().filter(|entry| entry.seats == 2)
}

fn limits(level: u8, nodes: u64, seed: u8) -> SearchLimits {
    SearchLimits {
        nodes: Some(nodes),
        hash: 1 << 20,
        ..SearchLimits::new(Level::try_from(level).unwrap(), Seed([seed; 32]))
    }
}

fn think(game: &Live, limits: &SearchLimits) -> Option<SearchResult> {
    game.position()
        .think(limits, &mut |_| ControlFlow::Continue(()))
}

/// Plays a turn and asserts that it was whole.
fn play(game: &mut Live, thought: &SearchResult) {
    let seat = game.to_move();
    for action in &thought.turn {
        assert_eq!(game.to_move(), seat, "{:?}", thought.turn);
        game.play(action).unwrap();
    }
    let over = game.outcome().is_some() || game.position().contest().is_some();
    assert!(over || game.to_move() != seat, "{:?}", thought.turn);
}

#[test]
fn every_duel_is_played_out_in_legal_turns() {
    for entry in duels() {
        for level in Level::ALL {
            let mut game = Live::start(entry, "-", None).unwrap();
            let limits = limits(level.number(), 60, level.number());
            while let Some(thought) = think(&game, &limits) {
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
        let thoughts = [3, 3].map(|seed| think(&game, &limits(6, 5_000, seed)));
        assert_eq!(thoughts[0], thoughts[1]);
    }
}

#[test]
fn a_stopped_search_returns_its_best_so_far() {
    for entry in duels() {
        let game = Live::start(entry, "-", None).unwrap();
        for most in [1, NODES_PER_REPORT, 10 * NODES_PER_REPORT] {
            let mut seen = 0;
            let thought = game
                .position()
                .think(&limits(6, u64::MAX, 1), &mut |thought| {
                    assert!(!thought.turn.is_empty());
                    seen = thought.nodes;
                    if seen >= most {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
            assert!(seen < most + NODES_PER_REPORT + 1);
            play(
                &mut Live::start(entry, "-", None).unwrap(),
                &thought.unwrap(),
            );
        }
    }
}

#[test]
fn several_threads_search_and_one_reports() {
    for (entry, threads) in duels().zip([2, 3, 9].into_iter().cycle()) {
        let mut game = Live::start(entry, "-", None).unwrap();
        let most = 40_000;
        let together = SearchLimits {
            threads,
            ..limits(6, most, 1)
        };
        let thought = think(&game, &together).unwrap();
        assert!(
            thought.nodes < most + NODES_PER_REPORT * threads as u64,
            "{thought:?}"
        );
        play(&mut game, &thought);
        // Stopping the main thread stops all helpers.
        let endless = SearchLimits {
            nodes: Some(u64::MAX),
            ..together
        };
        let mut asked = 0;
        let stopped = game.position().think(&endless, &mut |_| {
            asked += 1;
            match asked {
                ..5 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        assert_eq!(asked, 5);
        play(&mut game, &stopped.unwrap());
    }
    let won = "gipf-basic b b4=b,c5=B,d6=B,d7=B,e6=B,e7=B,e8=B,f6=b,f7=b,g5=b,h4=b - B6";
    let game = Live::set_up(won, None).unwrap();
    let together = SearchLimits {
        threads: 4,
        ..limits(6, 20_000, 1)
    };
    assert_eq!(think(&game, &together).unwrap().value, Value::Wins(1));
}

#[test]
fn a_table_of_no_bytes_is_enough() {
    for entry in duels() {
        for (hash, threads) in [(0, 1), (1, 1), (1_000, 1), (0, 2), (1_000, 2)] {
            let mut game = Live::start(entry, "-", None).unwrap();
            let limits = SearchLimits {
                hash,
                threads,
                ..limits(6, 3_000, 1)
            };
            let thought = think(&game, &limits).unwrap();
            play(&mut game, &thought);
        }
    }
}

/// A small pseudo-random generator, so that failures are reproducible.
struct Picker(u64);

impl Picker {
    fn pick(&mut self, from: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % from
    }
}

/// Every duel, and GIPF with options.
const GAMES: [(&str, &str); 10] = [
    ("matrx", "-"),
    ("matrx-classic", "-"),
    ("gipf-basic", "-"),
    ("gipf-basic", "black+2,zertz=3,tamsk=3"),
    ("gipf-standard", "-"),
    ("gipf-standard", "zertz=3,neutralise=2,by=coin"),
    ("gipf-tournament", "-"),
    ("gipf-tournament", "tamsk=4,zertz=4,by=zertz-basic"),
    ("zertz-basic", "-"),
    ("zertz-tournament", "-"),
];

/// Number of positions searched for each game.
const POSITIONS: usize = 1_000;

#[test]
fn ten_thousand_random_positions_get_legal_turns() {
    let mut picker = Picker(1);
    for (id, options) in GAMES {
        let start = || {
            Entry::find(id)
                .unwrap()
                .start(options, &mut Dice::none())
                .unwrap()
        };
        let mut position = start();
        let mut thoughts = 0;
        while thoughts < POSITIONS {
            let actions = position.legal_actions();
            if actions.is_empty() {
                position = start();
                continue;
            }
            // One in ten gets a larger node limit, so that all parts of the search are used.
            let is_deep = thoughts % 10 == 0;
            let (nodes, hash) = if is_deep {
                (5_000, 1 << 18)
            } else {
                (20, 1 << 14)
            };
            let limits = limits(1 + picker.pick(6) as u8, nodes, picker.pick(256) as u8);
            let limits = SearchLimits { hash, ..limits };
            let thought = position.think(&limits, &mut |_| ControlFlow::Continue(()));
            assert_eq!(thought.is_none(), position.contest().is_some());
            if let Some(thought) = thought {
                let seat = position.to_move();
                let mut after = position.copy();
                for action in &thought.turn {
                    assert_eq!(after.to_move(), seat);
                    after = after.play(action, &mut Dice::none()).unwrap().position;
                }
                assert!(!thought.turn.is_empty() && !thought.why.is_empty());
                // The balance is no reason.
                let is_told = !matches!(thought.value, Value::Score(_)) || thought.why.len() > 1;
                assert!(is_told || thought.depth < 2, "{}", position.text());
                thoughts += 1;
            }
            let action = &actions[picker.pick(actions.len())];
            position = position.play(action, &mut Dice::none()).unwrap().position;
        }
    }
}

/// Returns the wins of one level against another in a number of games, with alternating sides.
fn wins(id: &str, games: u8, strong: u8, weak: u8) -> usize {
    let mut won = 0;
    for number in 0..games {
        let mut picker = Picker(u64::from(number / 2) + 7);
        let strong_seat = Seat::BOTH[usize::from(number % 2)];
        let mut game = Live::start(Entry::find(id).unwrap(), "-", None).unwrap();
        for _ in 0..4 {
            let actions = game.legal_actions();
            game.play(&actions[picker.pick(actions.len())]).unwrap();
        }
        while let Some(seat) = game.to_move()
            && game.actions() < 300
        {
            let level = if seat == strong_seat { strong } else { weak };
            let limits = SearchLimits::new(Level::try_from(level).unwrap(), Seed([number; 32]));
            let thought = think(&game, &limits).unwrap();
            play(&mut game, &thought);
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        won += usize::from(winner == Some(strong_seat));
    }
    won
}

#[test]
fn level_2_beats_level_1() {
    for entry in CATALOG.iter().filter(|entry| entry.seats == 2) {
        let won = wins(entry.id, 20, 2, 1);
        assert!(won >= 14, "{}: {won} of 20", entry.id);
    }
}

#[test]
fn chance_contests_are_weighed_and_never_certain() {
    let worth = |by: &str| -> i32 {
        let text = format!(
            "gipf-standard w c4=B,d3=BZ,d4=b,e6=B,f6=B,g2=BB,g6=bb B8 B8 neutralise=1/1,by={by}"
        );
        let mut live = Live::set_up(&text, None).unwrap();
        live.play("Zd3-d5").unwrap();
        let thought = think(&live, &limits(6, 20_000, 1)).unwrap();
        assert_eq!(thought.turn, ["neutralise"], "{by}");
        match thought.value {
            Value::Score(score) => score,
            certain => panic!("{by}: {certain:?}"),
        }
    };
    let (coin, die) = (worth("coin"), worth("die"));
    // The challenger wins less often with dice: 15 times in 36.
    assert!(-3_000 < die && die < coin && coin < 0, "{die} and {coin}");
}

#[test]
fn games_of_chance_are_not_searched() {
    let run = Live::start(Entry::find("run").unwrap(), "-", Some(Seed([1; 32]))).unwrap();
    assert_eq!(think(&run, &limits(1, 10, 1)), None);
}

/// Returns the number of nodes of a search to a depth.
fn positions(text: &str, depth: u32) -> u64 {
    let live = Live::set_up(text, None).unwrap();
    let limits = SearchLimits {
        depth: Some(depth),
        ..limits(6, u64::MAX, 1)
    };
    think(&live, &limits).unwrap().nodes
}

#[test]
fn good_move_ordering_keeps_node_counts_low() {
    let gipf = "gipf-standard w b4=BB,c5=b,c6=B,d2=b,d6=BB,e3=b,e4=BB,e7=B,f5=bb,f7=b,g3=b,g4=b,h3=b B10 B9";
    let matrx = "matrx w b2=G,b4=DD,c2=g,c4=yy,c5=g,d4=tt,e4=ZZ,e6=G,f3=dd,f5=YY,g4=G,h3=g T4Z4D4Y4P6 T4Z6D4Y4P6";
    let zertz = "zertz-basic 1 a1,a2,a3,b1,b2=b,b3,b4,c1,c2,c3,c4,c5,c6=g,d2,d3,d4,d5=b,d6,e1=g,e2,e3,e4,\
        f1,f2=w,f3,f4,g2,g3=g w2g3b7 w1 w1g1";
    for (text, depth, most) in [(gipf, 7, 34_500), (matrx, 3, 8_400), (zertz, 2, 7_400)] {
        let positions = positions(text, depth);
        // Bounds: the counts when this was written plus a tenth.
        assert!(positions <= most, "{positions} positions of {text}");
    }
}

#[test]
fn a_turn_is_told_with_its_reasons() {
    let why = |text: &str| -> Vec<String> {
        let live = Live::set_up(text, None).unwrap();
        let thought = think(&live, &limits(6, 3_000, 1)).unwrap();
        thought
            .why
            .iter()
            .map(|reason| reason.fact.code.to_string())
            .collect()
    };
    // The only capture, and a placement that gives nothing away.
    let rings = "a1,a2,a3,b1,b2,b3,c1,c2,c3,c4,d1,d3=w,d4=g,d5";
    let forced = why(&format!("zertz-basic 1 {rings} w4g6b9 - -"));
    assert_eq!(
        forced[..2],
        ["search-only-turn", "zertz-why-captures"],
        "{forced:?}"
    );
    let calm =
        why("zertz-basic 1 a1,a2,a3,a4,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5 w5g7b9 - -");
    assert!(
        calm.contains(&"zertz-why-gives-nothing".to_owned()),
        "{calm:?}"
    );
    assert!(!calm.contains(&"search-only-turn".to_owned()), "{calm:?}");
}

#[test]
fn levels_search_their_stated_number_of_positions() {
    let live = Live::start(Entry::find("gipf-standard").unwrap(), "-", None).unwrap();
    let looked_at = [1, 2, 3, 4, 5].map(|level| {
        let limits = SearchLimits {
            nodes: None,
            ..limits(level, 0, 1)
        };
        think(&live, &limits).unwrap().nodes
    });
    // Levels 1 and 2 finish their depth of one turn before.
    let most = [15_000, 15_000, 4_500, 45_000, 600_000];
    for (level, (looked_at, most)) in looked_at.into_iter().zip(most).enumerate() {
        let least = if level < 2 { 10 } else { most * 9 / 10 };
        assert!((least..=most).contains(&looked_at), "{level}: {looked_at}");
    }
}
