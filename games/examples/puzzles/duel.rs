//! Puzzle generation from games for two.

use games::{
    Dice, Entry, Live, Puzzle, SearchResult, Seat, Seed, Value,
    puzzles::{Family, Theme, Worth},
    search::MaterialGain,
};

use crate::{limits, quota::Found, second_best_value, think};

/// Node limit for each turn of the generated games: low, as strong play leaves few puzzles.
const PLAYED: u64 = 600;

/// Node limit of the first test of a position.
const GLANCE: u64 = 10_000;

/// Node limit of the second test.
const DEEP: u64 = 300_000;

/// Node limit of the final test.
const SURE: u64 = 2_000_000;

/// Node limit when the depth of a puzzle is measured.
const SHALLOW: u64 = 50_000;

/// Number of random turns at the start of a game.
const RANDOM_TURNS: usize = 4;

/// Maximum number of turns of a game.
const LONGEST: usize = 120;

/// Maximum number of puzzles from one game, and the least distance between two in turns.
const OF_A_GAME: usize = 6;
const APART: usize = 4;

/// Maximum number of own turns to a win that a person can find.
const LATEST: u32 = 4;

/// Thresholds for a puzzle, in hundredths of a piece.
#[derive(Clone, Copy)]
struct Bounds {
    /// Least lead over the second-best turn.
    margin: i32,
    /// Limit of the score: further behind the game is lost anyway, further ahead it is won anyway.
    lopsided: i32,
    /// Least number of legal actions for a real choice.
    fewest: usize,
}

impl Bounds {
    /// Returns the thresholds of a game. In MATRX GIPF captures are small and much is in play; in
    /// ZÈRTZ one marble is much.
    fn of(live: &Live) -> Bounds {
        let (margin, lopsided, fewest) = match Family::of(live.entry()) {
            Some(Family::Matrx) => (100, 2_000, 3),
            Some(Family::Zertz) => (80, 900, 4),
            _ => (150, 900, 3),
        };
        Bounds {
            margin,
            lopsided,
            fewest,
        }
    }

    /// Returns looser thresholds, for checking a stored puzzle again.
    fn looser(self) -> Bounds {
        Bounds {
            margin: self.margin * 2 / 3,
            lopsided: self.lopsided * 3 / 2,
            ..self
        }
    }
}

/// Maximum number of stored actions of the continuation.
const KEPT: usize = 8;

/// Prints the wanted number of puzzles, with a theme only those about it.
pub fn find(family: Family, wanted: usize, seed: &str, only: Option<Theme>) {
    let games = games_of(family);
    let of_ten = match family {
        _ if only.is_some() => 10,
        // A player who can force captures there mostly wins by them.
        Family::Zertz => 8,
        _ => 4,
    };
    let mut found = Found::none_of(wanted, of_ten, only.map(Theme::as_str));
    let about = only.map_or("all themes", Theme::as_str);
    println!(
        "# {} puzzles, found with the seed {seed}: {about}.",
        family.id()
    );
    for number in 0.. {
        if found.is_complete() {
            return;
        }
        let entry = Entry::find(games[number % games.len()]).expect("a game of the catalog");
        let word = format!("{} {seed} {number}", family.id());
        search_game(entry, Seed::from_word(&word), &mut found);
        eprintln!("game {number}: {} left", found.left());
    }
}

/// Returns the games of a family, repeated by weight.
fn games_of(family: Family) -> &'static [&'static str] {
    match family {
        Family::Gipf => &[
            "gipf-standard",
            "gipf-basic",
            "gipf-standard",
            "gipf-tournament",
        ],
        Family::Matrx => &["matrx", "matrx", "matrx-classic"],
        Family::Zertz => &["zertz-basic", "zertz-basic", "zertz-tournament"],
        Family::Run => &["run"],
    }
}

/// Plays a game from its start and collects its puzzles.
fn search_game(entry: &'static Entry, seed: Seed, found: &mut Found) {
    let mut live = Live::start(entry, "-", None).expect("the usual start");
    let mut random = Dice::from_seed(seed);
    while live.record().turns.len() < RANDOM_TURNS && live.outcome().is_none() {
        let mut legal = live.legal_actions();
        random.shuffle(&mut legal);
        live.play(&legal[0]).expect("a legal action");
    }
    let (mut taken, mut last) = (0, 0);
    while live.record().turns.len() < LONGEST {
        let turns = live.record().turns.len();
        if !live.is_in_turn() && taken < OF_A_GAME && turns >= last + APART {
            let position = live.position_text();
            if let Some(puzzle) = puzzle_at(&position, found)
                && found.take(&puzzle, puzzle.theme.as_str())
            {
                (taken, last) = (taken + 1, turns);
            }
        }
        let Some(thought) = think(&live, &limits(PLAYED, None)) else {
            return;
        };
        for action in &thought.turn {
            live.play(action).expect("a legal action");
        }
    }
}

/// Returns the puzzle at a position, if any; the cheap tests come first.
fn puzzle_at(position: &str, found: &Found) -> Option<Puzzle> {
    let live = Live::set_up(position, None).ok()?;
    if live.legal_actions().len() < Bounds::of(&live).fewest {
        return None;
    }
    let glance = think(&live, &limits(GLANCE, None))?;
    let next = second_best_value(&live, &glance.turn, &limits(GLANCE, None))?;
    let theme = theme(&live, &glance, next, Bounds::of(&live))?;
    if !found.wants(theme.as_str()) {
        return None;
    }
    let deep = think(&live, &limits(DEEP, None))?;
    if !leads_to_the_same(&live, &deep.turn, &glance.turn) {
        return None;
    }
    let next = second_best_value(&live, &deep.turn, &limits(DEEP, None))?;
    let theme = self::theme(&live, &deep, next, Bounds::of(&live))?;
    let rest = deep.line.iter().skip(deep.turn.len());
    let puzzle = Puzzle {
        position: position.to_owned(),
        theme,
        worth: Worth::Value(deep.value),
        next: Worth::Value(next),
        depth: depth_of(&live, &deep),
        line: rest.take(KEPT).cloned().collect(),
        others: Vec::new(),
        turn: deep.turn,
    };
    check(&puzzle, SURE).is_ok().then_some(puzzle)
}

/// Checks a stored puzzle with a node limit for each search.
///
/// # Errors
/// The reason why it does not hold.
pub fn check(puzzle: &Puzzle, nodes: u64) -> Result<(), String> {
    let live = puzzle.set_up().map_err(|illegal| illegal.to_string())?;
    let mut line = puzzle.solved().map_err(|illegal| illegal.to_string())?;
    for action in &puzzle.line {
        line.play(action).map_err(|illegal| illegal.to_string())?;
    }
    let thought = think(&live, &limits(nodes, None)).ok_or("nothing to think about")?;
    if !leads_to_the_same(&live, &thought.turn, &puzzle.turn) {
        return Err(format!("{:?} is better", thought.turn));
    }
    let next =
        second_best_value(&live, &puzzle.turn, &limits(nodes, None)).ok_or("nothing else")?;
    // Both turns win, so the question is which wins sooner.
    let is_sooner =
        matches!((thought.value, next), (Value::Wins(one), Value::Wins(other)) if one < other);
    match theme(&live, &thought, next, Bounds::of(&live).looser()) {
        Some(_) => Ok(()),
        None if is_sooner => Ok(()),
        None => Err(format!("{:?} is not far above {next:?}", thought.value)),
    }
}

/// Returns the theme of a turn that is far better than all others; `None` if it is not, or if there
/// is no clear reason.
fn theme(live: &Live, best: &SearchResult, next: Value, bounds: Bounds) -> Option<Theme> {
    let Bounds {
        margin, lopsided, ..
    } = bounds;
    match (best.value, next) {
        (Value::Wins(turns), Value::Score(score)) => {
            (turns <= LATEST && score < lopsided).then_some(Theme::Win)
        }
        (Value::Wins(turns), Value::Loses(_)) => (turns <= LATEST).then_some(Theme::Win),
        (Value::Score(score), Value::Loses(turns)) => {
            (score > -lopsided && turns <= LATEST).then_some(Theme::Escape)
        }
        (Value::Score(score), Value::Score(next)) => {
            let counts = score - next >= margin && score > -lopsided && next < lopsided;
            counts.then(|| gained(live, best)).flatten()
        }
        _ => None,
    }
}

/// Returns the theme by the gain of a turn.
fn gained(live: &Live, best: &SearchResult) -> Option<Theme> {
    let gained = best.why.iter().filter_map(|reason| reason.gain).min();
    let told = gained.map(|gain| match gain {
        MaterialGain::Gipf => Theme::Gipf,
        MaterialGain::Pieces => Theme::Capture,
        MaterialGain::Saved => Theme::Save,
        MaterialGain::Marbles => Theme::Marbles,
        MaterialGain::Forced => Theme::Sacrifice,
    });
    let is_zertz = live.entry().id.starts_with("zertz");
    told.or_else(|| (!is_zertz && captures_later(live, best)).then_some(Theme::Prepare))
}

/// Returns whether the expected continuation captures more than it loses.
fn captures_later(live: &Live, best: &SearchResult) -> bool {
    let Some(own) = live.to_move() else {
        return false;
    };
    let mut after = again(live);
    let played = best.line.iter().all(|action| after.play(action).is_ok());
    let [first, second] = after.captured();
    let (own, other) = match own {
        Seat::First => (first, second),
        Seat::Second => (second, first),
    };
    played && own > other
}

/// Returns the least search depth that finds a turn.
fn depth_of(live: &Live, best: &SearchResult) -> u32 {
    let finds = |depth: &u32| {
        let thought = think(live, &limits(SHALLOW, Some(*depth)));
        thought.is_some_and(|it| leads_to_the_same(live, &it.turn, &best.turn))
    };
    (1..best.depth).find(finds).unwrap_or(best.depth).max(1)
}

/// Returns whether two turns lead to the same position.
fn leads_to_the_same(live: &Live, one: &[String], other: &[String]) -> bool {
    let after = |turn: &[String]| {
        let mut after = again(live);
        let played = turn.iter().all(|action| after.play(action).is_ok());
        played.then(|| after.position_text())
    };
    one == other || (after(one).is_some() && after(one) == after(other))
}

/// Returns a copy of the game, set up from its position.
fn again(live: &Live) -> Live {
    Live::set_up(&live.position_text(), None).expect("a position that goes on")
}
