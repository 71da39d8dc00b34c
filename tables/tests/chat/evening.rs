//! What a first evening needs to be told, and when.

use crate::room::{Chat, Place};

/// What is said when a lesson is opened in a position.
fn set_up(position: &str) -> (Chat, String) {
    let mut chat = Chat::new();
    let said = chat.ask("alice", Place::Direct, &format!("setup {position}"));
    (chat, said)
}

#[test]
fn a_move_that_would_be_read_as_another_one_is_refused_with_what_happens() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let refused = chat.ask("alice", Place::Thread(&root), "Gg7-g5");
    assert!(
        refused.starts_with("A piece from g7 comes to rest on g6, not on g5: type `Gg6`."),
        "{refused}"
    );
}

#[test]
fn going_on_to_single_pieces_is_asked_about_before_it_costs_the_potentials() {
    let mut chat = Chat::new();
    chat.ask(
        "alice",
        Place::Room,
        "!challenge @bob gipf-standard white zertz 3",
    );
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let thread = Place::Thread(&root);
    let price = chat.ask("alice", thread, "b3");
    assert!(
        price.contains("out of the game: 3Z. Do you mean that?") && price.contains("`b3`"),
        "{price}"
    );
    chat.restart();
    let done = chat.ask("alice", thread, "yes");
    assert!(done.contains("goes on to single pieces"), "{done}");
    // The other player is asked as well, once.
    let price = chat.ask("bob", thread, "c2");
    assert!(price.contains("Do you mean that?"), "{price}");
    let kept = chat.ask("bob", thread, "no");
    assert!(kept.contains("bob (Black), your turn"), "{kept}");
    let done = chat.ask("bob", thread, "c2");
    assert!(done.contains("goes on to single pieces"), "{done}");
}

#[test]
fn who_cannot_move_any_more_is_told_which_stacks_are_left_and_do_not_count() {
    let (mut chat, _) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T2 -");
    let end = chat.ask("alice", Place::Direct, "Ti2");
    assert!(
        end.contains("has nothing left to enter, and none of the stacks left can move: c4."),
        "{end}"
    );
}

#[test]
fn what_runs_out_is_said_before_it_does() {
    let (_, said) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T4 T4");
    assert!(said.contains("You can enter 2 times more."), "{said}");
    assert!(
        said.contains("alice 2 has one GIPF piece left, on the board."),
        "{said}"
    );
    let (_, said) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T2 T4");
    assert!(said.contains("Your last entry"), "{said}");
}

#[test]
fn who_has_been_warned_is_warned_again_when_it_has_got_worse() {
    let (mut chat, said) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T6 T4");
    let last = "alice 2 has one GIPF piece left, on the board.";
    assert!(said.contains(last), "{said}");
    let said = chat.ask("alice", Place::Direct, "board");
    assert!(said.contains(last), "the same question: {said}");
    // Each side hears it once.
    let said = chat.ask("alice", Place::Direct, "Tg2");
    assert!(said.contains(last), "{said}");
    let said = chat.ask("alice", Place::Direct, "Tf7");
    assert!(!said.contains(last), "{said}");
    assert!(said.contains("You can enter 2 times more."), "{said}");
    assert!(said.contains("alice 2 can enter once more."), "{said}");
    // White has heard of two entries, and now it is one.
    let said = chat.ask("alice", Place::Direct, "Td2");
    assert!(said.contains("Your last entry"), "{said}");
}

#[test]
fn an_answer_that_wins_says_so_first() {
    let (_, said) = set_up("matrx w b2=T,c3=T,d4=G,e5=Z,f5=g T4 T4");
    assert!(
        said.contains("`1` or `xb2,c3,d4,e5,f5`: wins the game: "),
        "{said}"
    );
}

#[test]
fn of_several_answers_the_one_that_wins_has_the_first_number() {
    let (_, said) = set_up("gipf-standard w c2=B,c3=B,c4=B,c5=B,c6=bb,e2=BB B12 B16");
    assert!(
        said.contains("`1` or `xc2,c3,c4,c5,c6*`: wins the game: "),
        "{said}"
    );
    assert!(said.contains("`2` or `xc2,c3,c4,c5`: "), "{said}");
}

#[test]
fn of_many_ways_to_deal_with_a_row_those_wanted_most_have_numbers() {
    let (_, said) = set_up("matrx w b2=TT,c3=zz,d4=DD,e5=YY,f5=PP,g5=ZZ,h2=g,i3=G T2 T4");
    let answers: Vec<&str> = said.lines().filter(|line| line.starts_with('`')).collect();
    assert!((3..=9).contains(&answers.len()), "{said}");
    assert!(
        answers.iter().any(|answer| answer.contains("captures 2Z")),
        "{said}"
    );
}

#[test]
fn crossing_rows_are_told_apart_and_what_breaks_is_said() {
    let (_, said) = set_up("matrx w b2=TT,b3=TT,b4=YY,b5=YY,c3=ZZ,d4=ZZ,e5=DD,h2=g,i3=G D2 T4");
    assert!(said.contains("row b2-b5: "), "{said}");
    assert!(said.contains("row b2-e5: "), "{said}");
    assert!(said.contains("; b2-e5 is no row then"), "{said}");
}

#[test]
fn what_lies_under_a_piece_is_said_in_words() {
    let (_, said) = set_up("matrx w b2=G,f6=DDd,h2=g T4 T4");
    assert!(said.contains("f6: black D on white DD"), "{said}");
}

#[test]
fn plain_gipf_never_speaks_of_loaded_pieces() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-standard white");
    let begun = chat.ask("bob", Place::Room, "!accept");
    assert!(!begun.contains("loaded"), "{begun}");
    let (_, row) = set_up("gipf-standard w b2=bb,e2=BB,e3=B,e4=B,e5=B B8 B8");
    assert!(
        row.contains("GIPF pieces are taken or left") && !row.contains("loaded"),
        "{row}"
    );
}

#[test]
fn one_entry_and_one_use_are_shown_where_both_are_possible() {
    let (_, said) = set_up("matrx w b5=G,c3=ZZ,c4=tt,e2=g T4 T4");
    assert!(said.contains("to enter one, or `Zc3-"), "{said}");
}
