//! Tests of the computer players: their information, their choices and their strength.

use proptest::prelude::*;

use super::{
    ends::{ALL_FORTS, forts},
    *,
};
use crate::{Entry, Live, Seed};

/// Rollouts for tests of advice that is easy to find.
const FEW: u32 = 300;

fn advice(position: &Position) -> crate::Advice {
    position.advise(FEW, Seed([3; 32]), &mut || true).unwrap()
}

/// Returns the number of wins of a player in a number of runs.
fn wins(name: &str, runs: u8, budget: u32) -> usize {
    let player = PLAYERS.iter().find(|player| player.name == name).unwrap();
    let won = (0..runs).filter(|run| {
        let last = player.play("-", budget, Seed([*run; 32])).unwrap();
        last.position.phase == Phase::Over(RunEnd::Won)
    });
    won.count()
}

#[test]
fn stronger_players_win_more_runs() {
    let (random, greedy) = (wins("random", 200, 0), wins("greedy", 200, 0));
    let reference = wins("reference", 100, 60);
    assert!(
        2 * reference > greedy + 30,
        "{reference} of 100, {greedy} of 200"
    );
    assert!(greedy > random + 10, "{greedy} and {random} of 200");
}

/// Returns the action of a player, by its name.
fn choice(name: &str, position: &Position, seed: Seed) -> Action {
    let player = PLAYERS.iter().find(|player| player.name == name).unwrap();
    (player.choose)(position, 0, seed).unwrap()
}

#[test]
fn a_worthwhile_ability_is_used_before_the_fort() {
    let before = |damage: u8| -> Position {
        let text = format!(
            "run b10=GF,b11=G4,b12=R2,b13=B1,c13=B4,d13=R5,e13=G5,f13=G2,g13=K4,h13=R3,i13=K1,j13=G3,k13=K3,\
            l13=K2,m10=BF,m13=B3,n10=KF,n11=K5,n12=R4,n13=B5,o11=G1,p11=B2,q11=R1,q12=RF \
            k6@-,g2@b10,r1@q12,b6@m10 k5g5r3b3 r2b2 {damage} - target=9"
        );
        text.parse().unwrap()
    };
    let quick = |damage| choice("quick", &before(damage), Seed([1; 32])).to_string();
    assert_eq!(quick(4), "use k");
    // With no damage to spare it steps to its fort.
    assert_eq!(quick(9), "k n10");
}

#[test]
fn the_quick_player_chooses_sensible_steps() {
    let quick = |board: &str| {
        let position = format!("run {board}").parse().unwrap();
        choice("quick", &position, Seed([1; 32])).to_string()
    };
    // The sixth black breaker has no strength of its own, so the first green one is the strongest.
    let begin = "- k6@-,g1@-,r5@-,b6@- - k5g5r5b5 0 G3,K4,G5,B5,B4,R4,G2,R2,B1,R3,K1,G1,G4,B3,R1,K2,BF,\
        B2,R5,KF,RF,K5,K3,GF -";
    assert_eq!(quick(begin), "g m13");
    // The green fort is installed, but better challenged with more tokens.
    let early = "b10=GF+,b11=K2,b12=G5,b13=R1,c13=K5,d13=G2,e13=K3,f13=B3,g13=G1,h13=R3,i13=G4,j13=G3,\
        k13=R2,l13=R5,m13=R4 k@b11,g@-,r@-,b@- k2g4r4b1 k3r1b4 3 B1,KF,B5,RF,B2,K1,B4,BF,K4 -";
    assert_eq!(quick(early), "k c11");
    // All forts are found: installing more would cost the remaining damage.
    let late = "b10=G4,b11=G1,b12=R3,b13=G3,c10=KF+,c13=B4,d13=B2,e13=B5,f13=K2,g13=G5,h13=R5,i13=G2,\
        j13=K1,k13=R2,l13=K3,m13=B3,n13=BF+,o13=GF,p12=RF,p13=K4 k@b10,g@-,r@p12,b@- k1g5r2b4 k3r3 8 \
        K5,B1,R1,R4 -";
    assert_eq!(quick(late), "k c10");
    // Black can't install next to itself and walks over ice to a space where it can.
    let shut_in = "a2=G1,b13=RF+,c12=G2,c13=K5,d13=R4,e6=R5,e13=B5,f13=B3,g13=K3,h13=R3,i13=K2,j13=R2,\
        k13=K1,l13=B2,m13=B1,q5=B4 k@c13,g@a2,r@e6,b@q5 k3g2r1b1 k2g3r3b4 3 K4,GF,G3,R1,KF,G4,G5,BF -";
    assert_eq!(quick(shut_in), "k c12");
}

#[test]
fn the_random_player_enters_near_installed_structures() {
    let mut table = Table {
        matrix: "m13=K3,m14=R2",
        breakers: "k@-,g@-,r@-,b@-",
        top: "B5,G5,K5",
        ..Table::default()
    };
    for damage in 0..9 {
        table.damage = damage;
        let position = table.set();
        for seed in 0..20 {
            let chosen = choice("random", &position, Seed([seed; 32])).to_string();
            let (_, space) = chosen.split_once(' ').unwrap();
            assert!(
                ["l13", "l14", "m12", "m13", "m14", "m15", "n13", "n14"].contains(&space),
                "{chosen}"
            );
        }
    }
}

#[test]
fn advice_ignores_the_hidden_stack_order() {
    let table = |top| {
        Table {
            matrix: "m13=K3,m14=R2",
            breakers: "k@m13,g@-,r@m14,b@-",
            hand: "k1r1",
            damage: 2,
            top,
            ..Table::default()
        }
        .set()
    };
    let (one, other) = (table("B5,G5,K5"), table("K1,G1,B1"));
    assert_ne!(one, other);
    assert_eq!(advice(&one), advice(&other));

    let mut imagined = [one, other];
    for position in &mut imagined {
        crate::search::Searchable::determinize(position, &mut Dice::from_seed(Seed([8; 32])));
    }
    let [one, other] = imagined;
    assert_eq!(one, other);
}

#[test]
fn an_imagined_stack_can_be_dealt() {
    for seed in 0..50 {
        let mut dice = Dice::from_seed(Seed([seed; 32]));
        let mut stack = Stack::deal(&mut dice);
        let mut lie = 0;
        while !stack.is_empty() {
            let mut imagined = stack.clone();
            imagined.determinize(&mut dice);
            assert!(imagined.can_be_dealt());
            let sorted = |stack: &Stack| {
                let mut names: Vec<String> = stack.downwards().map(|s| s.to_string()).collect();
                names.sort();
                names
            };
            assert_eq!(sorted(&imagined), sorted(&stack));
            lie += usize::from(imagined != stack);
            stack.draw();
        }
        assert!(lie > 15, "{lie}");
    }
}

#[test]
fn the_same_seed_leads_to_the_same_advice() {
    let start = start("-", &mut Dice::from_seed(Seed([1; 32]))).unwrap();
    assert_eq!(advice(&start), advice(&start));
    assert_ne!(
        advice(&start).wins,
        start.advise(FEW, Seed([4; 32]), &mut || true).unwrap().wins
    );
}

#[test]
fn a_stopped_search_needs_enough_deals_for_advice() {
    let start = start("-", &mut Dice::from_seed(Seed([1; 32]))).unwrap();
    let seed = Seed([3; 32]);
    let stopped_after = |deals: u32| {
        let mut asked = 0;
        let advice = start.advise(FEW, seed, &mut || {
            asked += 1;
            asked <= deals
        });
        // A stopped search does not ask again.
        assert!(asked <= deals + 1, "{asked} of {deals}");
        advice
    };
    assert_eq!(stopped_after(0), None);
    assert_eq!(stopped_after(2), None);
    let whole = start.advise(FEW, seed, &mut || true);
    assert_eq!(stopped_after(10 * FEW), whole);
    let early = stopped_after(50).unwrap();
    assert!(early.error > 0.0 && early.wins > 0.0, "{early:?}");
    assert!(
        start
            .legal_actions()
            .iter()
            .any(|action| action.to_string() == early.action)
    );

    let action = start.legal_actions().first().copied().unwrap();
    let chance = |deals: u32| {
        let mut left = deals;
        start.chance_with(&action, FEW, seed, &mut || {
            left = left.saturating_sub(1);
            left > 0
        })
    };
    assert_eq!(chance(20), None);
    let (some, all) = (chance(100).unwrap(), chance(FEW + 2).unwrap());
    assert!(some.1 > all.1, "{some:?} {all:?}");
}

#[test]
fn the_chance_of_remaining_fort_challenges_is_known() {
    use crate::search::Searchable;
    let known = |breakers: &str, damage| forts(breakers, damage, "-").known_chance();
    let chance = known("k@a2,g@a4,r@a6,b@-", 9).unwrap();
    assert!((chance - 1.0 / 6.0).abs() < 1e-4, "{chance}");
}

#[test]
fn the_winning_answer_is_chosen() {
    let text = format!("run {ALL_FORTS} k@a2,g@a4,r@a6,b@- b1 k5g5r5b4 9 - ask=b:a8:6");
    let asked: Position = text.parse().unwrap();
    assert_eq!(asked.legal_actions().len(), 2);
    let chosen = crate::search::choose(&asked, FEW, Seed([3; 32]));
    assert_eq!(chosen, Some(Action::Boost));
}

#[test]
fn a_step_that_can_win_is_taken() {
    let almost = forts("k@a2,g@a4,r@a6,b@-", 9, "-");
    let advice = advice(&almost);
    assert_eq!(advice.action, "b a8");
    // Only a six wins: +1 for its own colour, no tokens, no damage to spare.
    assert!((advice.wins - 1.0 / 6.0).abs() < 0.07, "{advice:?}");
    assert_eq!(advice.why[0].code, "run-hint-wins-run");
    assert_eq!(
        advice.why[1].to_string(),
        "run-hint-chance boosted=- breaker=b percent=17 space=a8 structure=BF"
    );
}

#[test]
fn a_boost_is_advised_only_if_it_helps() {
    let check = |action: &str, why: &str, breakers, tokens, asked| {
        let text = format!("run {ALL_FORTS} {breakers} {tokens} 8 - {asked}");
        let advice = advice(&text.parse().unwrap());
        assert_eq!((advice.action.as_str(), advice.wins), (action, 1.0));
        assert_eq!(advice.why[0].code, why);
    };
    check(
        "boost",
        "search-sure",
        "k@a2,g@a4,r@a6,b@-",
        "b3 k5g5r5b2",
        "ask=b:a8:4",
    );
    // Red would only block blue and spend tokens that blue needs.
    check(
        "hold",
        "run-hint-hold",
        "k@a2,g@a4,r@-,b@-",
        "r5b5 k5g5",
        "ask=r:a8:6",
    );
}

/// Returns the installed ice onto which the search considers stepping with black.
fn considered_ice(breakers: &'static str) -> Vec<String> {
    use crate::search::Searchable;
    let matrix = "a2=G4,a4=R2,a6=B1,a8=K5,a10=R1,a12=B5";
    let table = Table {
        matrix,
        breakers,
        ..Table::default()
    };
    let tiles = matrix
        .split(',')
        .map(|tile| tile.split('=').next().unwrap());
    let candidates: Vec<String> = table
        .set()
        .candidates()
        .iter()
        .map(Action::to_string)
        .collect();
    let is_considered = |space: &&str| candidates.contains(&format!("k {space}"));
    tiles.filter(is_considered).map(str::to_owned).collect()
}

#[test]
fn only_custom_breakers_outside_consider_weak_ice() {
    assert_eq!(considered_ice("k6@-,g@-,r@-,b@-"), ["a4", "a6", "a10"]);
    assert_eq!(considered_ice("k@-,g@-,r@-,b@-"), Vec::<String>::new());
}

/// Returns the chance of a fort in percent, as the reason for installing a structure.
fn told_chance_of_fort(gone: usize) -> i64 {
    let table = Table {
        matrix: "a2=K1,a4=G1,a6=R1,a8=B1",
        gone,
        ..Table::default()
    };
    let why = table.set().why("k a3".parse().unwrap());
    let fort = why.iter().find_map(|hint| match hint {
        Hint::ChanceNew { fort, .. } => Some(*fort),
        _ => None,
    });
    fort.unwrap()
}

#[test]
fn the_chance_of_a_fort_is_its_share() {
    // 4 forts among the last 8 structures; none above the last 10.
    assert_eq!(told_chance_of_fort(12), 50);
    assert_eq!(told_chance_of_fort(0), 0);
}

#[test]
fn finished_runs_and_duels_get_no_advice() {
    let over = forts("k@a2,g@a4,r@a6,b@a8", 9, "won");
    assert_eq!(over.advise(FEW, Seed([0; 32]), &mut || true), None);
    let duel = Live::start(Entry::find("matrx").unwrap(), "-", None).unwrap();
    assert_eq!(
        duel.position().advise(FEW, Seed([0; 32]), &mut || true),
        None
    );
}

#[test]
fn every_reason_given_is_a_known_one() {
    for seed in 0..6 {
        let mut dice = Dice::from_seed(Seed([seed; 32]));
        let mut position = start("target=9,custom=kgrb", &mut dice).unwrap();
        while let Some(advice) = position.advise(40, Seed([seed; 32]), &mut || true) {
            for fact in &advice.why {
                assert!(fact.code.starts_with("run-hint-"), "{fact}");
            }
            assert!(!advice.why.is_empty(), "{position}");
            let action = advice.action.parse().unwrap();
            position = position.play(&action, &mut dice).unwrap().position;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn advice_is_always_legal(
        seed in any::<[u8; 32]>(),
        near in any::<bool>(),
        custom in prop::sample::select(vec!["-", "target=8", "custom=kgrb", "custom=k", "custom=gb,target=9"]),
        every in 1..6usize,
    ) {
        let mut dice = Dice::from_seed(Seed(seed));
        let mut position = start(custom, &mut dice).unwrap();
        let mut choose = seed[0] as usize;
        for moves in 0..150 {
            if moves % every == 0 {
                check_legal(&position, Seed(seed));
            }
            let Some(action) = random::pick(&position, near, &mut choose) else {
                break;
            };
            // High dice make runs last.
            dice.lay([6, 5, 6]);
            position = position.play(&action, &mut dice).unwrap().position;
        }
    }
}

/// Asserts that the advised actions are legal and the chance is between 0 and 1.
fn check_legal(position: &Position, seed: Seed) {
    let Some(advice) = position.advise(24, seed, &mut || true) else {
        assert!(position.to_move().is_none());
        return;
    };
    let next = advice.runner_up.iter().map(|(action, _)| action);
    for action in next.chain([&advice.action]) {
        let action = action.parse().unwrap();
        assert!(
            position.legal_actions().contains(&action),
            "{position} {action}"
        );
    }
    assert!((0.0..=1.0).contains(&advice.wins), "{advice:?}");
}
