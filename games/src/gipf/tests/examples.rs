//! Tests of examples for beginners, and of refusals and prices.

use super::*;
use crate::{
    fact::{Fact, Illegal},
    gipf::Message,
};

fn blunder(position: &Position, action: &str) -> u32 {
    let action: Action = action.parse().unwrap();
    position.blunder(position.read(&action).unwrap())
}

fn arg(fact: &Fact, name: &str) -> String {
    let found = fact.args.iter().find(|(known, _)| *known == name);
    found.unwrap().1.to_string()
}

/// Returns an entry of a single piece and one of a loaded piece.
fn first_entries(position: &Position) -> [String; 2] {
    let actions = position.legal_actions();
    let mut actions = actions.iter().map(ToString::to_string);
    let single = actions.find(|it| it.starts_with(char::is_lowercase));
    let loaded = actions.find(|it| it.starts_with('Z'));
    [single, loaded].map(Option::unwrap)
}

#[test]
fn greater_losses_make_worse_examples() {
    // Pushed from c1, the enemy's piece on c2 moves on; from g1 it is a GIPF piece.
    let position = laid(Variant::GipfStandard, "b5 BB c2 b g2 bb", 'w', "B10 B10");
    let calm = blunder(&position, "e2");
    let pushes = blunder(&position, "c1-c3");
    let saves = blunder(&position, "g1-g3");
    assert!(
        calm < pushes && pushes < 50 && saves >= 50,
        "{calm} {pushes} {saves}"
    );
    // A row for the enemy is worse.
    let row = laid(
        Variant::GipfStandard,
        "b5 BB c2 b c4 b c5 b c6 b h2 bb",
        'w',
        "B10 B10",
    );
    assert!(blunder(&row, "c1-c3") >= 100);
    // White's only GIPF piece goes with the row, or stays.
    let last = "c2 BB c3 B c4 B c5 B h2 bb";
    let last = laid(Variant::GipfStandard, last, 'w', "B10 B10");
    let [lost, kept] = ["xc2,c3,c4,c5", "xc3,c4,c5"].map(|row| blunder(&last, row));
    assert!(lost >= 1000 && kept < 1000, "{lost} {kept}");
    // Going on to single pieces wastes the potentials in reserve.
    let waiting = start(Variant::GipfBasic, "zertz=3").unwrap();
    let [thrown, kept] = first_entries(&waiting).map(|action| blunder(&waiting, &action));
    assert!((200..1000).contains(&thrown), "{thrown}");
    assert!(kept < 200, "{kept}");
}

#[test]
fn the_example_enters_a_piece_of_the_question() {
    for (options, kinds) in [("-", 'a'..='i'), ("zertz=3", 'Z'..='Z')] {
        let mut position = start(Variant::GipfTournament, options).unwrap();
        for action in ["Gb2", "Gh5"] {
            position = play(&position, action);
        }
        let example = position.example_move().unwrap();
        let example = position.write(example).to_string();
        assert!(
            example.starts_with(|kind| kinds.contains(&kind)),
            "{example}"
        );
    }
}

#[test]
fn new_ways_to_rows_count_from_the_move() {
    // Both rows of three can be extended before the move as well as after it.
    let text =
        "gipf-basic w b2=B,b3=B,b4=B,b5=B,d3=B,d4=B,d5=B,f3=B,f4=B,f5=B,h2=b,h3=b,h4=b B4 B13";
    let position: Position = text.parse().unwrap();
    let threatens = |line: &str| {
        let line: Vec<&str> = line.split(' ').collect();
        let (mut after, mut moves) = (position, Vec::new());
        for action in &line {
            let played = after.read(&action.parse().unwrap()).unwrap();
            after.make(played, &mut |_| {});
            moves.push(played);
        }
        let why = position.tell_why(&moves, moves.len());
        let is_threat = |reason: &Message| matches!(reason, Message::WhyThreatens { .. });
        why.iter().any(is_threat)
    };
    assert!(!threatens("xb2,b3,b4,b5 i2-g4"));
    assert!(!threatens("xb2,b3,b4,b5"));
}

#[test]
fn an_entry_off_its_line_names_the_lines() {
    let position = start(Variant::Matrx, "-").unwrap();
    let refused = position.play(&"Gb1-c5".parse().unwrap(), &mut Dice::none());
    let refused = refused.unwrap_err();
    assert_eq!(refused.code(), "gipf-not-on-line");
    let lines = arg(&refused.0, "lines");
    let mut lines: Vec<&str> = lines.split(", ").collect();
    lines.sort_unstable();
    assert_eq!(lines, ["b2 b3 b4 b5", "c2 d3 e4 f4 g4 h4 i4"]);
}

#[test]
fn entering_singles_costs_the_waiting_potentials() {
    let waiting = start(Variant::GipfBasic, "zertz=3").unwrap();
    let price = |action: &str| crate::Hosted::price(&waiting, &action.parse().unwrap());
    let [single, loaded] = first_entries(&waiting);
    let told = price(&single).unwrap();
    assert_eq!(told.code, "gipf-price-potentials");
    assert_eq!(arg(&told, "pieces"), "3Z");
    assert_eq!(price(&loaded), None);
}

#[test]
fn a_game_for_one_is_refused_as_decider() {
    let refused = start(Variant::GipfBasic, "zertz=3,by=run").unwrap_err();
    let refused = Illegal::from(refused);
    let games = arg(&refused.0, "games");
    assert!(
        games.contains("matrx") && games.contains("zertz-basic"),
        "{games}"
    );
    assert!(!games.split(", ").any(|game| game == "run"), "{games}");
}

#[test]
fn a_full_board_loses_for_the_mover() {
    // No four of a colour in line, and nothing but single pieces, which cannot be used.
    let mut spots: Vec<String> = Vec::new();
    let area = start(Variant::MatrxClassic, "-").unwrap().area().spots;
    let (mut white, mut black) = (
        "GTTTZZZDDDYYYPPP".chars(),
        "gtttzzzdddyyypppttzzddyy".chars(),
    );
    for spot in area.iter() {
        let coord = super::super::spot::name(spot).to_string();
        let column = coord.as_bytes()[0] - b'a';
        let row: u8 = coord[1..].parse().unwrap();
        let along = column + 2 * (row + column.saturating_sub(4));
        let piece = match along / 2 % 2 {
            0 => white.next().or_else(|| black.next()),
            _ => black.next().or_else(|| white.next()),
        };
        spots.push(format!("{coord}={}", piece.unwrap()));
    }
    let text = format!("matrx-classic w {} T3Z3 T1", spots.join(","));
    let full: Position = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(full.legal_actions(), [], "{text}");
    let outcome = full.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Seat::Second), "{text}");
}

#[test]
fn a_refusal_is_followed_by_an_example_that_fits() {
    let after = |position: &str, typed: &str| {
        let position: Position = position.parse().unwrap();
        let refused = position.read(&typed.parse().unwrap()).unwrap_err();
        Hosted::example_after(&position, &refused.0).map(|action| action.to_string())
    };
    let stack = "matrx w b5=G,c3=ZZ,c4=t,g5=g,h2=G T4Z4 T4Z4";
    assert_eq!(after(stack, "Zc4-c6").as_deref(), Some("Zc3-c5"));
    let entry = after(stack, "Gb2").unwrap();
    assert!(
        entry.starts_with(['T', 'Z']) && entry != "Zc3-c5",
        "{entry}"
    );
    let row = "gipf-basic w b2=B,b3=B,b4=B,b5=B,h2=b B12 B12";
    assert_eq!(after(row, "c2").as_deref(), Some("xb2,b3,b4,b5"));
    // This refusal names an entry itself.
    assert_eq!(after("gipf-basic w b2=B,h2=b B12 B12", "e5"), None);
}
