//! Tests of prompts and their answers.

use super::{laid, play};
use crate::{
    fact::{Arg, Fact},
    gipf::{Position, Variant},
    hosted::HostedPosition,
};

/// Returns an argument of a fact as text.
fn arg(fact: &Fact, name: &str) -> String {
    let found = fact.args.iter().find(|(known, _)| *known == name);
    found.map_or_else(String::new, |(_, arg)| arg.to_string())
}

#[test]
fn a_winning_row_offers_at_most_two_ways() {
    // Clearing e6 takes Black's last GIPF piece, whatever else goes.
    let row = "e2 BB e3 B e4 BB e5 BB e6 bb e7 BB";
    let row = laid(Variant::GipfStandard, row, 'w', "B5 B5");
    let prompt = row.prompt().unwrap();
    assert_eq!(prompt.choices.len(), 2);
    for choice in &prompt.choices {
        assert_eq!(arg(&choice.what, "wins"), "yes", "{}", choice.action);
        assert_eq!(arg(&choice.what, "gipfs"), "1");
    }
    let ways = prompt
        .notes
        .iter()
        .find(|note| note.code == "gipf-row-ways");
    assert!(ways.is_some(), "{:?}", prompt.notes);
}

#[test]
fn captured_basic_pieces_count_as_no_gipf_piece() {
    let row = "e2 B e3 B e4 B e5 B e6 b h5 bb b5 BB";
    let row = laid(Variant::GipfStandard, row, 'w', "B5 B5");
    let choices = row.prompt().unwrap().choices;
    assert!(
        choices
            .iter()
            .all(|choice| arg(&choice.what, "gipfs") == "0")
    );
}

#[test]
fn the_mover_is_told_of_few_enemy_entries() {
    let told = |reserve: &str| -> Option<String> {
        let position = laid(Variant::GipfStandard, "b2 BB h5 bb", 'w', reserve);
        let warnings = HostedPosition::warnings(&position);
        let few = warnings
            .iter()
            .find(|it| it.code == "gipf-few-entries-other");
        few.map(|it| arg(it, "count"))
    };
    assert_eq!(told("B5 B3"), None);
    assert_eq!(told("B5 B2").unwrap(), "2");
    assert_eq!(told("B5 -").unwrap(), "0");
}

#[test]
fn freed_pieces_are_told_by_colour() {
    let row = "b2 G d2 g e3 YY e4 YY e5 ZZ e6 ZZ e7 DDd f4 G";
    let row = laid(Variant::Matrx, row, 'w', "T2 T2");
    let mut live = crate::Live::set_up(&row.to_string(), None).unwrap();
    let facts = live.play("xe3*,e4*,e5*,e6*,e7").unwrap();
    let freed = facts.iter().find(|fact| fact.code == "gipf-freed").unwrap();
    let white = ("white".into(), Arg::List(vec!["e7".into()]));
    assert!(freed.args.contains(&white), "{freed}");
    assert_eq!(arg(freed, "black"), "-");
    let after: Position = play(&row, "xe3*,e4*,e5*,e6*,e7");
    assert_eq!(after.rows(crate::Seat::First).count(), 0);
}
