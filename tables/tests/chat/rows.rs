//! How rows are dealt with.

use crate::{
    newcomer::with_row,
    room::{Chat, Place},
};

#[test]
fn what_can_be_answered_about_a_row_is_listed_once_with_numbers() {
    let mut chat = Chat::new();
    let root = with_row(&mut chat);
    let listed = chat.ask("alice", Place::Thread(&root), "moves");
    assert!(listed.contains("`1` or `x"), "{listed}");
    let answers = listed
        .lines()
        .filter(|line| line.contains("` or `x"))
        .count();
    assert_eq!(listed.matches("takes back").count(), answers, "{listed}");
}

#[test]
fn of_several_rows_none_is_ordered_to_go() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c2=T,c3=Z,c4=D,c5=Y,d5=T,d6=D,e6=Z,f6=D,i3=g T3Z3D3Y3P6 \
        G2T6Z6D6Y6P6";
    let told = chat.ask("alice", Place::Direct, position);
    assert!(
        told.contains("Each goes as a whole: choose one, for example"),
        "{told}"
    );
}

#[test]
fn the_rule_about_gipf_pieces_in_a_row_is_told_at_the_first_row_that_holds_one() {
    let mut chat = Chat::new();
    let position = "setup gipf-standard w c2=B,c3=B,c4=B,c5=B,e2=B,e3=B,e4=B,e5=B,g2=BB,g3=B,g4=B,g5=B,\
        h2=bb B5 B16";
    chat.ask("alice", Place::Direct, position);
    // Rows without a GIPF piece teach nothing about them.
    for row in ["xc2,c3,c4,c5", "xe2,e3,e4,e5"] {
        chat.ask("alice", Place::Direct, row);
    }
    let told = chat.ask("alice", Place::Direct, "board");
    assert!(
        told.contains("GIPF pieces are taken or left as you like"),
        "{told}"
    );
}

#[test]
fn how_rows_are_dealt_with_is_told_until_it_is_known() {
    let mut chat = Chat::new();
    // Three rows of White beside each other.
    let position = "setup matrx w b5=G,c2=T,c3=Z,c4=D,c5=YY,e2=T,e3=Z,e4=D,e5=YY,g2=T,g3=Z,g4=D,g5=YY,\
        i3=g T3Z3D3P6 G2T6Z6D6Y6P6";
    let first = chat.ask("alice", Place::Direct, position);
    assert!(
        first.contains("you have rows to deal with before your move, one at a time"),
        "{first}"
    );
    let how = "Single pieces in it have to go";
    assert!(first.contains(how), "{first}");
    let second = chat.ask("alice", Place::Direct, "xc2,c3,c4,c5*");
    assert!(second.contains(how), "{second}");
    let third = chat.ask("alice", Place::Direct, "xe2,e3,e4,e5*");
    assert!(
        third.contains("you have a row to deal with before your move: g2-g5"),
        "{third}"
    );
    assert!(
        !third.contains(how) && third.contains("Type the spots to clear"),
        "{third}"
    );
}

#[test]
fn a_row_within_a_turn_makes_no_warning_new() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c3=T,c4=Z,c5=D,f6=zz,g5=g,h2=G T5Z5 T4";
    let warning = "can enter 2 times more";
    let told = chat.ask("alice", Place::Direct, position);
    assert!(told.contains(warning), "{told}");
    for line in ["Tc2", "xc3,c4,c5"] {
        chat.ask("alice", Place::Direct, line);
    }
    let told = chat.ask("alice", Place::Direct, "Zf6-h4");
    assert!(!told.contains(warning), "{told}");
}

#[test]
fn a_row_left_by_the_opponent_makes_no_warning_new() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c2=T,c3=T,c4=Z,c5=D,f6=zz,g5=g,h2=G T2Z5 T4";
    let warning = "can enter 2 times more";
    let told = chat.ask("alice", Place::Direct, position);
    assert!(told.contains(warning), "{told}");
    let told = chat.ask("alice", Place::Direct, "xc2,c3,c4,c5");
    assert!(!told.contains(warning), "{told}");
    // Black hears it for the first time.
    let told = chat.ask("alice", Place::Direct, "Td2");
    assert!(told.contains(warning), "{told}");
    let told = chat.ask("alice", Place::Direct, "Zf6-h4");
    assert!(!told.contains(warning), "{told}");
}

#[test]
fn an_extra_move_that_is_owed_makes_no_warning_new() {
    let mut chat = Chat::new();
    // A loaded TAMSK potential stands on e5 before White's turn.
    let position = "setup matrx w b5=G,e5=TT,f6=zz,g5=g,h2=G T4Z5 T4";
    let warning = "can enter 2 times more";
    let told = chat.ask("alice", Place::Direct, position);
    assert!(
        told.contains("you have an extra move before your turn"),
        "{told}"
    );
    assert!(told.contains(warning), "{told}");
    let told = chat.ask("alice", Place::Direct, "+a1-b2");
    assert!(
        told.starts_with("Extra move") && !told.contains(warning),
        "{told}"
    );
}
