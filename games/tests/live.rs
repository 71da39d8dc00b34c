//! Tests of games in progress.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that finds something amiss fails"
)]

use games::{CATALOG, Entry, Live, Record, Revealed, Seat, Seed, puzzles::Family, scene::Ground};
use rand::{SeedableRng, rngs::ChaCha20Rng, seq::IndexedRandom};

/// White has two rows to deal with before its move: a turn of three actions.
const ROWS: &str = "gipf-standard w b5=BB,c2=B,c3=B,c4=B,c5=B,e2=B,e3=B,e4=B,e5=B,h2=bb B6 B16";

/// A run with everything on the table and one breaker outside its last fort.
const BEFORE_THE_END: &str = "run a2=KF,a4=GF,a6=RF,a8=BF,c1=K1,c3=K2,c5=K3,c7=K4,c9=K5,e1=G1,e3=G2,\
    e5=G3,e7=G4,e9=G5,g1=R1,g3=R2,g5=R3,g7=R4,g9=R5,i1=B1,i3=B2,i5=B3,i7=B4,i9=B5 \
    k@a2,g@a4,r@a6,b@- - k5g5r5b5 9 - -";

#[test]
fn actions_since_a_seat_acted_are_counted() {
    let mut live = Live::start(Entry::find("matrx").unwrap(), "-", None).unwrap();
    let since = |live: &Live| Seat::BOTH.map(|seat| live.actions_since(seat));
    assert_eq!(since(&live), [None, None]);
    live.play("Gb2").unwrap();
    assert_eq!(since(&live), [Some(1), None]);
    live.play("Gi2").unwrap();
    assert_eq!(since(&live), [Some(2), Some(1)]);
    live.play("Gc2").unwrap();
    assert_eq!(since(&live), [Some(1), Some(2)]);
}

#[test]
fn actions_since_a_turn_began_are_counted() {
    let mut live = Live::set_up(ROWS, None).unwrap();
    let since = |live: &Live| Seat::BOTH.map(|seat| live.actions_since_turn(seat));
    let mut play = |action: &str| {
        live.play(action).unwrap();
        since(&live)
    };
    // White's turn lasts until it has entered a piece.
    assert_eq!(play("xc2,c3,c4,c5"), [None, None]);
    assert_eq!(play("xe2,e3,e4,e5"), [None, None]);
    assert_eq!(play("g2"), [Some(3), None]);
    assert_eq!(play("f2"), [Some(4), Some(1)]);
    assert_eq!(play("b2"), [Some(1), Some(2)]);
    assert_eq!(play("d2"), [Some(2), Some(1)]);
}

#[test]
fn a_challenged_jump_waits_for_a_contest() {
    let entry = Entry::find("gipf-standard").unwrap();
    let mut live = Live::start(entry, "zertz=3,neutralise=2,by=coin", None).unwrap();
    for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5", "Zc2-c4", "neutralise"] {
        assert_eq!(live.position().contest(), None, "before {action}");
        live.play(action).unwrap();
    }
    let contest = live.position().contest().unwrap();
    assert_eq!(contest.challenger, Seat::Second);

    assert_eq!(live.contests(), 1);
}

#[test]
fn refusals_are_explained_where_no_dice_decide() {
    let live = Live::start(Entry::find("matrx").unwrap(), "-", None).unwrap();
    assert_eq!(live.refusal("Gb2"), None);
    assert!(live.refusal("Ge5").is_some());
    let run = Live::start(Entry::find("run").unwrap(), "-", Some(Seed([1; 32]))).unwrap();
    assert_eq!(run.refusal("boost"), None, "it is not tried");
}

#[test]
fn only_a_records_last_turn_may_be_open() {
    let mut live = Live::set_up(ROWS, None).unwrap();
    for action in ["xc2,c3,c4,c5", "xe2,e3,e4,e5"] {
        live.play(action).unwrap();
        let again = Live::replay(live.record()).unwrap();
        assert_eq!(again.position_text(), live.position_text());
        assert_eq!(again.actions(), live.actions());
    }
    let open = live.record().to_string();
    for _ in 0..2 {
        let action = live.legal_actions().swap_remove(0);
        live.play(&action).unwrap();
    }
    // The end of White's turn is missing, with Black's turn below it.
    let whole = live.record().to_string();
    let torn = format!("{open}{}\n", whole.lines().last().unwrap());
    assert!(Live::replay(&whole.parse::<Record>().unwrap()).is_ok());
    assert!(Live::replay(&torn.parse::<Record>().unwrap()).is_err());
}

#[test]
fn only_what_lay_face_down_was_hidden() {
    let entry = Entry::find("run").unwrap();
    let mut run = Live::start(entry, "-", Some(Seed([1; 32]))).unwrap();
    run.play("k m13").unwrap();
    assert_eq!(run.revealed_by_last(1), Revealed::Hidden);
    let set_up = "run m13=K1,m14=G5 k@-,g@-,r@-,b@- - k5g5r5b5 0 \
        K2,K3,K4,K5,G1,G2,G3,G4,R1,R2,R3,R4,R5,KF,B1,GF,B2,RF,B3,BF,B4,B5 -";
    let mut run = Live::set_up(set_up, Some(Seed([1; 32]))).unwrap();
    run.play("k m13").unwrap();
    assert_eq!(run.revealed_by_last(1), Revealed::Die);
}

#[test]
fn the_chance_of_a_step_matches_its_roll() {
    let run = Live::set_up(BEFORE_THE_END, Some(Seed([1; 32]))).unwrap();
    // Only a six plus 1 for the own colour exceeds a fort; any other roll is brain death.
    let (chance, error) = run
        .position()
        .chance_with("b a8", 3_000, Seed([2; 32]), &mut || true)
        .unwrap();
    assert!(
        (chance - 1.0 / 6.0).abs() < 4.0 * error && error > 0.0 && error < 0.02,
        "{chance} {error}"
    );
}

#[test]
fn a_puzzle_is_solved_only_by_its_turn() {
    for family in Family::ALL {
        let puzzles = family.puzzles();
        assert!(puzzles.len() >= 100, "{family:?}");
        let duels = puzzles
            .iter()
            .filter(|it| !it.set_up().unwrap().entry().chance);
        for puzzle in duels.take(20) {
            assert!(!puzzle.is_solved_by(&puzzle.set_up().unwrap()));
            assert!(puzzle.is_solved_by(&puzzle.solved().unwrap()));
        }
    }
    for puzzle in Family::Run.puzzles() {
        let tried = |action: &str| {
            let mut run = Live::set_up(&puzzle.position, Some(Seed([1; 32]))).unwrap();
            run.play(action).unwrap();
            puzzle.is_solved_by(&run)
        };
        assert!(tried(&puzzle.turn[0]) && !tried("quit"), "{puzzle:?}");
        // A step onto a new structure: the structure is unknown, so all such spaces count as the
        // same.
        let scene = puzzle.set_up().unwrap().scene();
        let parts = |action: &str| -> (String, Option<bool>) {
            let (breaker, space) = action.split_once(' ').unwrap_or((action, ""));
            let mut points = scene.points.iter();
            let tile = points.find(|point| point.name == space);
            let is_new = tile.is_none_or(|it| !matches!(it.ground, Ground::Tile { .. }));
            (
                breaker.to_owned(),
                Some(is_new).filter(|_| !space.is_empty()),
            )
        };
        let actions = puzzle.set_up().unwrap().legal_actions();
        for action in actions.iter().step_by(1 + actions.len() / 30) {
            let is_same = *action == puzzle.turn[0];
            let both_new = parts(action) == parts(&puzzle.turn[0]) && parts(action).1 == Some(true);
            assert_eq!(tried(action), is_same || both_new, "{action} {puzzle:?}");
        }
    }
}

#[test]
fn a_clone_goes_on_as_a_replay() {
    let mut random = ChaCha20Rng::seed_from_u64(1);
    let mut ends = 0;
    for entry in CATALOG {
        let seed = entry.chance.then_some(Seed([7; 32]));
        let mut live = Live::start(entry, "-", seed).unwrap();
        for _ in 0..120 {
            let legal = live.legal_actions();
            let Some(action) = legal.choose(&mut random) else {
                ends += 1;
                break;
            };
            let [mut clone, mut replay] = [live.clone(), live.without_last(0).unwrap()];
            assert_eq!(clone.legal_actions(), replay.legal_actions());
            assert_eq!(clone.play(action), replay.play(action));
            // The addresses of an entry's functions may differ.
            let [left, right] = [&clone, &replay].map(|live| format!("{live:?}"));
            let played = |text: &str| text.split_once("record:").unwrap().1.to_owned();
            assert_eq!(played(&left), played(&right));
            assert_eq!(clone.position_text(), replay.position_text());
            // The game itself is unchanged.
            assert_ne!(live.record(), clone.record());
            live = clone;
        }
    }
    assert!(ends > 0);
}
