//! Puzzle generation from runs.

use games::{
    Entry, Live, Puzzle, Seed,
    puzzles::{Theme, Worth},
    run::{PLAYERS, Position},
    scene::Ground,
};

use crate::quota::Found;

/// Rollouts of the first test of a position: for the advice, and for the chance of each kind of
/// action.
const GLANCE: [u32; 2] = [300, 100];

/// Rollouts of the second test, which is made twice with different deals.
const DEEP: [u32; 2] = [3_000, 800];

/// Number of free spaces tried for each breaker.
const SPACES: usize = 3;

/// Least lead over all other actions, as a share of all runs.
const MARGIN: f64 = 0.05;

/// Chances to win that make a puzzle: neither hopeless nor nearly certain.
const LIKELY: std::ops::Range<f64> = 0.1..0.97;

/// Maximum number of puzzles from one run, and the least distance between two in actions.
const OF_A_RUN: usize = 3;
const APART: usize = 4;

/// Prints the wanted number of puzzles, of all themes or of one.
pub fn find(wanted: usize, seed: &str, theme: Option<Theme>) {
    // Each theme has two kinds.
    let of_ten = if theme.is_some() { 7 } else { 4 };
    let mut found = Found::none_of(wanted, of_ten, None);
    let about = theme.map_or("all themes", Theme::as_str);
    println!("# run puzzles, found with the seed {seed}: {about}.");
    for number in 0.. {
        if found.is_complete() {
            return;
        }
        let deal = Seed::from_word(&format!("run {seed} {number}"));
        search_run(deal, theme, &mut found);
        eprintln!("run {number}: {} left", found.left());
    }
}

/// Plays a run as the quick player does and collects its puzzles.
fn search_run(seed: Seed, theme: Option<Theme>, found: &mut Found) {
    let entry = Entry::find("run").expect("there are runs");
    let mut live = Live::start(entry, "-", Some(seed)).expect("the usual start");
    let (mut taken, mut last) = (0, APART);
    while live.outcome().is_none() {
        let text = live.position_text();
        let actions = live.actions();
        if taken < OF_A_RUN
            && actions >= last + APART
            && let Some((puzzle, kind)) = puzzle_at(&text, theme, found)
            && found.take(&puzzle, kind)
        {
            (taken, last) = (taken + 1, actions);
        }
        let Some(action) = choice("quick", &text) else {
            return;
        };
        live.play(&action).expect("a legal action");
    }
}

/// Returns the action of a player in a position.
fn choice(player: &str, text: &str) -> Option<String> {
    let position: Position = text.parse().expect("a position text");
    let player = PLAYERS.iter().find(|it| it.name == player);
    let choose = player.expect("a player").choose;
    choose(&position, 0, Seed([0; 32])).map(|action| action.to_string())
}

/// Returns the puzzle at a position and its kind, if any; the cheap test comes first.
fn puzzle_at(text: &str, wanted: Option<Theme>, found: &Found) -> Option<(Puzzle, &'static str)> {
    let live = Live::set_up(text, Some(Seed([0; 32]))).ok()?;
    let (glanced, ..) = best(&live, GLANCE, 1, MARGIN)?;
    let kind = match glanced.split_once(' ') {
        None if glanced == "boost" => "boost",
        None => "hold",
        Some((_, space)) if is_installed(&live, space) => "near",
        Some(_) => "new",
    };
    let theme = match kind {
        "boost" | "hold" => Theme::Boost,
        _ => Theme::Step,
    };
    if !found.wants(kind) || wanted.is_some_and(|wanted| wanted != theme) {
        return None;
    }
    let (action, wins, next) = best(&live, DEEP, 2, MARGIN)?;
    let (again, ..) = best(&live, DEEP, 3, MARGIN)?;
    let stable = alike(&live, &glanced, &action) && alike(&live, &again, &action);
    if !stable || !LIKELY.contains(&wins) {
        return None;
    }
    // The greedy player finds the plain ones.
    let is_plain = choice("greedy", text).as_ref() == Some(&action);
    let puzzle = Puzzle {
        position: text.to_owned(),
        turn: vec![action],
        theme,
        worth: Worth::Chance(percent(wins)),
        next: Worth::Chance(percent(next)),
        depth: if is_plain { 1 } else { 2 },
        line: Vec::new(),
        others: Vec::new(),
    };
    Some((puzzle, kind))
}

/// Returns the best action, its chance and that of the best action of another kind, if the lead
/// reaches the margin.
fn best(live: &Live, budget: [u32; 2], seed: u8, margin: f64) -> Option<(String, f64, f64)> {
    let [advised, compared] = budget;
    let seed = Seed([seed; 32]);
    let advice = live.position().advise(advised, seed, &mut || true)?;
    let best = advice.action;
    let runner_up = advice
        .runner_up
        .filter(|(next, _)| !alike(live, next, &best));
    if runner_up
        .as_ref()
        .is_some_and(|(_, wins)| advice.wins - wins < margin / 2.0)
    {
        return None;
    }
    let chance = |action: &str| {
        Some(
            live.position()
                .chance_with(action, compared, seed, &mut || true)?
                .0,
        )
    };
    let own = chance(&best)?;
    let mut next: f64 = 0.0;
    let first = runner_up.map(|(action, _)| action);
    for other in first.into_iter().chain(others(live, &best)) {
        next = next.max(chance(&other)?);
        if own - next < margin {
            return None;
        }
    }
    Some((best, own, next))
}

/// Returns the actions of other kinds; of those onto a new structure, a few for each breaker.
fn others(live: &Live, best: &str) -> Vec<String> {
    let scene = live.scene();
    let is_near = |action: &str| {
        let space = action.split(' ').nth(1);
        space.is_none_or(|space| scene.points.iter().any(|point| point.name == space))
    };
    let mut tried: Vec<(String, usize)> = Vec::new();
    let mut others = live.legal_actions();
    others.retain(|other| {
        if other == "quit" || alike(live, other, best) || !is_near(other) {
            return false;
        }
        let kind = kind(live, other);
        match tried.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => {
                *count += 1;
                *count <= SPACES
            }
            None => {
                tried.push((kind, 1));
                true
            }
        }
    });
    others
}

/// Returns whether two actions are of one kind: equal, or steps of the same breaker onto a new
/// structure.
fn alike(live: &Live, one: &str, other: &str) -> bool {
    kind(live, one) == kind(live, other)
}

/// Returns the kind of an action; all spaces for a new structure count as one.
fn kind(live: &Live, action: &str) -> String {
    match action.split_once(' ') {
        Some((breaker, space)) if !is_installed(live, space) => breaker.to_owned(),
        _ => action.to_owned(),
    }
}

fn is_installed(live: &Live, space: &str) -> bool {
    let scene = live.scene();
    let mut points = scene.points.iter();
    points.any(|point| point.name == space && matches!(point.ground, Ground::Tile { .. }))
}

/// Checks a stored puzzle.
///
/// # Errors
/// The reason why it does not hold.
pub fn check(puzzle: &Puzzle) -> Result<(), String> {
    let live = puzzle.set_up().map_err(|illegal| illegal.to_string())?;
    match best(&live, DEEP, 5, MARGIN / 2.0) {
        Some((action, ..)) if alike(&live, &action, &puzzle.turn[0]) => Ok(()),
        Some((action, ..)) => Err(format!("{action} is better")),
        None => Err("others are as good".to_owned()),
    }
}

fn percent(share: f64) -> u8 {
    (100.0 * share).round().clamp(0.0, 100.0) as u8
}
