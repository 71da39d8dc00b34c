//! Tests of scenes beyond the pieces: changes of the last turn, marks, stocks beside the board, and
//! odds.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::{
    Diagram, Entry, Live, Seat, Seed,
    diagram::State,
    scene::{Beside, BoardChange, Holder, Mark, RollOdds},
};

/// Creates a game from its id or a position text, then plays actions, each after ` ; `.
fn live(game: &str) -> Live {
    let mut actions = game.split(" ; ");
    let start = actions.next().unwrap();
    let seed = Some(Seed([7; 32]));
    let mut live = match Entry::find(start) {
        Some(entry) => Live::start(entry, "-", seed).unwrap(),
        None => Live::set_up(start, seed).unwrap(),
    };
    for action in actions {
        live.play(action).unwrap();
    }
    live
}

/// Returns the changes of the last turn in short: `a1>b2>b3` entered and pushed, `c2-e2` moved,
/// `+d4` placed, `x` captured, `<` taken back, `/d1` ring removed.
fn changes(game: &str) -> String {
    let changes = live(game).scene().changes;
    let short = changes.iter().map(|deed| match deed {
        BoardChange::Enter { from, at, end } => format!("{from}>{at}>{end}"),
        BoardChange::Go { path } => path.join("-"),
        BoardChange::Place { at } => format!("+{at}"),
        BoardChange::Leave { at, captured, .. } => {
            format!("{}{at}", if *captured { "x" } else { "<" })
        }
        BoardChange::TakeOff { place } => format!("/{}", place.name),
    });
    short.collect::<Vec<_>>().join(" ")
}

const ROW: &str = "matrx ; Gb2 ; gi2 ; g b1 b2 ; Gi4 ; Gb5 ; Gd2 ; Tf2 ; Zc2 ; Tb4";

#[test]
fn an_entry_is_told_with_dot_and_push() {
    assert_eq!(changes("matrx"), "");
    assert_eq!(changes("matrx ; g a1 b2"), "a1>b2>b2");
    assert_eq!(changes("matrx ; Gb2 ; gi2 ; g b1 b2"), "b1>b2>b3");
}

#[test]
fn cleared_rows_are_told_with_the_move_before() {
    let taken = format!("{ROW} ; xb2,b3,b4*,b5");
    assert_eq!(changes(&taken), "a3>b4>b4 <b2 <b3 <b4 <b5");
}

#[test]
fn a_jump_is_told_from_where_to_where() {
    assert_eq!(changes(&format!("{ROW} ; xb2,b3,b4*,b5 ; Zc2-e2")), "c2-e2");
}

#[test]
fn each_of_several_rows_has_its_answer_numbers() {
    let [row] = live(ROW).scene().rows.try_into().unwrap();
    assert_eq!(row.spots, ["b2", "b3", "b4", "b5"]);
    assert!(row.answers.is_empty(), "all of them do");
    let two = "gipf-basic w b2=B,b3=B,b4=B,b5=B,d2=B,d3=B,d4=B,d5=B,h3=b B7 B14";
    let live = Live::set_up(two, None).unwrap();
    let rows = live.scene().rows;
    let numbers: Vec<&[usize]> = rows.iter().map(|row| row.answers.as_slice()).collect();
    assert_eq!(numbers, [[1], [2]]);
    let choices = live.prompt().unwrap().choices;
    assert_eq!(choices[0].action, "xb2,b3,b4,b5");
}

#[test]
fn reserves_show_entries_and_lives_show_gipf_pieces() {
    let beside = live("matrx ; Gb2").scene().beside;
    let white = beside.iter().find_map(|beside| match beside {
        Beside::Stock {
            holder: Holder::Reserve(Seat::First),
            items,
        } => Some(items.iter().map(|item| (item.pieces.len(), item.count))),
        _ => None,
    });
    // GIPF pieces one by one, potentials as stacks of two.
    let expected = [(1, 2), (2, 3), (2, 3), (2, 3), (2, 3), (2, 3)];
    assert_eq!(white.unwrap().collect::<Vec<_>>(), expected);
    let lives = beside.iter().find_map(|beside| match beside {
        Beside::Lives {
            seat: Seat::First,
            on_board,
            in_reserve,
        } => Some((*on_board, *in_reserve)),
        _ => None,
    });
    let (on_board, in_reserve) = lives.unwrap();
    assert_eq!((on_board, in_reserve), (1, 2));
}

#[test]
fn marbles_placed_and_rings_removed_are_told() {
    let game = live("zertz-basic");
    let first = game.legal_actions().into_iter().next().unwrap();
    let told = changes(&format!("zertz-basic ; {first}"));
    assert!(
        told.starts_with('+') && told.contains(" /"),
        "{first}: {told}"
    );
    let sets = game.scene().beside;
    let missing: Vec<u8> = sets
        .iter()
        .filter_map(|beside| match beside {
            Beside::Set {
                seat: Seat::First,
                missing,
                needed,
            } => {
                let needed: u8 = needed.iter().map(|(_, count)| count).sum();
                assert_eq!(needed, *missing, "nothing is captured yet");
                Some(*missing)
            }
            _ => None,
        })
        .collect();
    assert_eq!(missing.len(), 4);
}

#[test]
fn odds_are_those_of_the_figures() {
    let run = live(
        "run l13=R5,l14=B4,l15=K3,l16=G3,m12=K1,m13=B1,m14=R4,m15=G5,n15=K5 k4@-,g5@-,r2@l16,b@- \
         k2g2r2b1 k3g3r3b4 8 G1,R2,G4,R1,G2,BF,GF,R3,K4,KF,B3,B2,B5,K2,RF -",
    );
    let all = |scene: &games::Scene, is: fn(&games::scene::Next) -> bool| {
        scene.points.iter().all(|point| point.next.iter().all(is))
    };
    assert!(all(&run.scene(), |next| next.odds.is_none()));
    let weighed = run.weighed_scene();
    assert!(all(&weighed, |next| next.odds.is_some()));
    let blue = |space: &str| {
        let mut next = weighed.point(space).unwrap().next.iter();
        next.find(|next| next.piece.letter == 'B').copied().unwrap()
    };
    // Only a 6 exceeds 5; against ice of its own colour the breaker has one more.
    for (space, least, percent) in [("l13", 6, 17), ("l14", 4, 50)] {
        let odds = RollOdds {
            least: Some(least),
            percent,
        };
        assert_eq!((blue(space).inside, blue(space).odds), (false, Some(odds)));
    }
}

#[test]
fn a_diagram_shows_the_mover_and_last_action() {
    let names = ["alice".to_owned(), "bob".to_owned()];
    let start = Diagram::of(&live("matrx"), Some(7), &names);
    assert_eq!(
        (start.state, start.last),
        (State::ToMove(Seat::First), None)
    );
    let row = Diagram::of(&live(ROW), None, &names);
    assert_eq!(row.state, State::ToMove(Seat::First), "the row is hers");
    let last = row.last.unwrap();
    assert_eq!(
        (last.seat, last.number, last.text.as_str()),
        (Seat::First, 9, "Tb4")
    );
}

#[test]
fn an_entry_replacing_an_equal_piece_is_marked() {
    let scene = live("gipf-basic w b2=B B14 B15 ; a1-c3").scene();
    let points = scene.points.iter();
    let marked = points.filter(|point| point.mark == Mark::Last);
    let marked: Vec<&str> = marked.map(|point| point.name.as_str()).collect();
    assert_eq!(marked, ["b2", "c3"]);
}

#[test]
fn a_step_of_a_run_changes_the_scene() {
    let mut run = live("run");
    let step = run.legal_actions().swap_remove(0);
    run.play(&step).unwrap();
    assert_ne!(run.scene().changes, []);
}

#[test]
fn a_run_shows_damage_and_breakers_outside() {
    let beside = live("run").scene().beside;
    let damage = |part: &Beside| {
        matches!(
            part,
            Beside::Damage {
                now: 0,
                limit: 10,
                ..
            }
        )
    };
    assert!(beside.iter().any(damage));
    let outside = beside.iter().find_map(|part| match part {
        Beside::Stock { holder, items } if *holder == Holder::Outside => Some(items.len()),
        _ => None,
    });
    assert_eq!(outside, Some(4));
}

#[test]
fn a_stock_lists_only_colours_in_it() {
    let beside = live("run").scene().beside;
    let in_hand = beside.iter().find_map(|part| match part {
        Beside::Stock { holder, items } if *holder == Holder::Hand => Some(items.len()),
        _ => None,
    });
    assert_eq!(in_hand, Some(0));
}

#[test]
fn every_listed_action_has_a_kind() {
    for game in ["matrx", "zertz-basic", "run"] {
        let live = live(game);
        let actions = live.legal_actions();
        assert!(
            actions
                .iter()
                .all(|action| live.position().kind(action).is_some())
        );
        assert_eq!(live.position().kind("nonsense"), None);
    }
}
