//! Explanations and warnings during a first evening.

use crate::room::{Chat, Place};

/// Opens a lesson in a position; returns the chat and the reply.
fn set_up(position: &str) -> (Chat, String) {
    let mut chat = Chat::new();
    let said = chat.ask("alice", Place::Direct, &format!("setup {position}"));
    (chat, said)
}

/// The numbered answers of a message, without the id.
fn answers(said: &str) -> Vec<&str> {
    said.lines()
        .filter_map(|line| line.strip_prefix("answer-choice "))
        .collect()
}

#[test]
fn a_misread_move_is_refused_with_its_result() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let refused = chat.ask("alice", Place::Thread(&root), "Gg7-g5");
    assert_eq!(
        refused,
        "gipf-rests-elsewhere dot=g7 letter=G rest=g6 spot=g5 written=g6"
    );
}

#[test]
fn losing_potentials_to_single_pieces_needs_confirmation() {
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
    assert_eq!(
        price,
        "gipf-price-potentials action=b3 pieces=3Z player=alice seat=white"
    );
    chat.restart();
    let done = chat.ask("alice", thread, "yes");
    assert!(
        done.contains("gipf-potentials-lost again=no pieces=3Z player=alice"),
        "{done}"
    );
    // The other player is asked to confirm as well, once.
    let price = chat.ask("bob", thread, "c2");
    assert_eq!(
        price,
        "gipf-price-potentials action=c2 pieces=3Z player=bob seat=black"
    );
    let kept = chat.ask("bob", thread, "no");
    assert!(kept.contains("\ngipf-ask-loaded "), "{kept}");
    assert!(kept.ends_with(" player=bob seat=black"), "{kept}");
    let done = chat.ask("bob", thread, "c2");
    assert!(
        done.contains("gipf-potentials-lost again=yes pieces=3Z player=bob"),
        "{done}"
    );
}

#[test]
fn stacks_left_unable_to_move_are_named() {
    let (mut chat, _) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T2 -");
    let end = chat.ask("alice", Place::Direct, "Ti2");
    assert!(
        end.contains("gipf-no-piece loser=alice 2 pieces=none player=alice 1 seat=white stacks=c4"),
        "{end}"
    );
}

#[test]
fn last_entries_and_gipf_pieces_are_announced() {
    let (_, said) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T4 T4");
    let few = "gipf-few-entries count=2 jumps=no player=alice 1 ";
    assert!(said.contains(few), "{said}");
    let last = "gipf-last-gipf place=board player=alice 2 ";
    assert!(said.contains(last), "{said}");
    let (_, said) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T2 T4");
    let few = "gipf-few-entries count=1 jumps=no player=alice 1 ";
    assert!(said.contains(few), "{said}");
}

#[test]
fn a_warning_is_repeated_when_it_gets_worse() {
    let (mut chat, said) = set_up("matrx w b5=G,c4=tt,e2=g,h2=G T6 T4");
    let last = "gipf-last-gipf place=board player=alice 2 ";
    assert!(said.contains(last), "{said}");
    let said = chat.ask("alice", Place::Direct, "board");
    assert!(said.contains(last), "the same question: {said}");
    // Each side is warned once.
    let said = chat.ask("alice", Place::Direct, "Tg2");
    assert!(said.contains(last), "{said}");
    let said = chat.ask("alice", Place::Direct, "Tf7");
    assert!(!said.contains(last), "{said}");
    let own = "gipf-few-entries count=2 jumps=no player=alice 1 ";
    assert!(said.contains(own), "{said}");
    let other = "gipf-few-entries-other count=1 player=alice 2 ";
    assert!(said.contains(other), "{said}");
    // White was warned of two entries, and now there is one.
    let said = chat.ask("alice", Place::Direct, "Td2");
    let last = "gipf-few-entries count=1 jumps=no player=alice 2 ";
    assert!(said.contains(last), "{said}");
}

#[test]
fn an_answer_that_wins_says_so_first() {
    let (_, said) = set_up("matrx w b2=T,c3=T,d4=G,e5=Z,f5=g T4 T4");
    let answer = answers(&said)[0];
    assert!(
        answer.starts_with("action=xb2,c3,d4,e5,f5 number=1 what=gipf-choice-row "),
        "{said}"
    );
    assert!(answer.ends_with(" wins=yes"), "{said}");
}

#[test]
fn the_winning_answer_has_the_first_number() {
    let (_, said) = set_up("gipf-standard w c2=B,c3=B,c4=B,c5=B,c6=bb,e2=BB B12 B16");
    let answers = answers(&said);
    assert_eq!(answers.len(), 2, "{said}");
    assert!(
        answers[0].starts_with("action=xc2,c3,c4,c5,c6* number=1 what=gipf-choice-row "),
        "{said}"
    );
    assert!(answers[0].ends_with(" wins=yes"), "{said}");
    assert!(
        answers[1].starts_with("action=xc2,c3,c4,c5 number=2 "),
        "{said}"
    );
}

#[test]
fn of_many_answers_the_best_have_numbers() {
    let (_, said) = set_up("matrx w b2=TT,c3=zz,d4=DD,e5=YY,f5=PP,g5=ZZ,h2=g,i3=G T2 T4");
    let answers = answers(&said);
    assert!((3..=9).contains(&answers.len()), "{said}");
    assert!(
        answers
            .iter()
            .any(|answer| answer.contains(" captured=2Z ")),
        "{said}"
    );
}

#[test]
fn answers_to_crossing_rows_name_them() {
    let (_, said) = set_up("matrx w b2=TT,b3=TT,b4=YY,b5=YY,c3=ZZ,d4=ZZ,e5=DD,h2=g,i3=G D2 T4");
    assert!(said.contains(" row=b2-b5 "), "{said}");
    assert!(said.contains(" row=b2-e5 "), "{said}");
    let answers = answers(&said);
    let broken = |answer: &&str| answer.contains(" breaks=b2-e5 ");
    assert!(answers.iter().any(broken), "{said}");
}

#[test]
fn a_mixed_pile_is_told_in_words() {
    let (_, said) = set_up("matrx w b2=G,f6=DDd,h2=g T4 T4");
    let pile = "gipf-pile again=no below=white colour=black mixed=DD spot=f6 top=D under=DD\n";
    assert!(said.contains(pile), "{said}");
}

#[test]
fn plain_gipf_never_speaks_of_loaded_pieces() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-standard white");
    let begun = chat.ask("bob", Place::Room, "!accept");
    assert!(begun.contains("\ngipf-ask-enter "), "{begun}");
    assert!(
        begun.contains("gipf-legend boards=picture game=gipf-standard"),
        "{begun}"
    );
    let (_, row) = set_up("gipf-standard w b2=bb,e2=BB,e3=B,e4=B,e5=B B8 B8");
    assert!(
        row.contains("\ngipf-ask-row-of-gipf ") && row.contains(" loaded=no "),
        "{row}"
    );
}

#[test]
fn an_entry_and_a_use_are_both_shown() {
    let (_, said) = set_up("matrx w b5=G,c3=ZZ,c4=tt,e2=g T4 T4");
    let ask = "gipf-ask-move again=no example=Tf2 listed=no player=alice 1 seat=white use=Zc3-c5 way=both\n";
    assert!(said.contains(ask), "{said}");
}
