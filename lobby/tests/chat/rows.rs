//! Rows: prompts, explanations and warnings.

use crate::{
    newcomer::with_row,
    room::{Chat, Place},
};

/// The start of both warnings about a low number of entries.
const WARNING: &str = "\ngipf-few-entries";

/// The warning to White, alice 1, about Black.
const OF_BLACK: &str = "\ngipf-few-entries-other count=2 player=alice 2 seat=black\n";

#[test]
fn answers_about_a_row_are_listed_once() {
    let mut chat = Chat::new();
    let root = with_row(&mut chat);
    let listed = chat.ask("alice", Place::Thread(&root), "moves");
    for (number, action) in [(1, "xb2,b3,b5"), (2, "xb2,b3,b4*,b5")] {
        let answer =
            format!("\nanswer-choice action={action} number={number} what=gipf-choice-row ");
        assert_eq!(listed.matches(&answer).count(), 1, "{listed}");
    }
    assert_eq!(listed.matches(" regained=").count(), 2, "{listed}");
}

#[test]
fn agreement_between_people_picks_no_answer() {
    let mut chat = Chat::new();
    let root = with_row(&mut chat);
    assert_eq!(chat.say("alice", Place::Thread(&root), "+1"), None);
    let taken = chat.ask("alice", Place::Thread(&root), "1");
    assert!(taken.contains("spots=b2,b3,b5"), "{taken}");
}

#[test]
fn of_several_rows_none_is_ordered_to_go() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c2=T,c3=Z,c4=D,c5=Y,d5=T,d6=D,e6=Z,f6=D,i3=g T3Z3D3Y3P6 \
        G2T6Z6D6Y6P6";
    let told = chat.ask("alice", Place::Direct, position);
    let question = "\ngipf-ask-row again=no count=2 example=xc2,c3,c4,c5 listed=no loaded=no owed=yes \
        player=alice 1 rows=c2-c5,c4-f6 seat=white stacks=no\n";
    assert!(told.contains(question), "{told}");
}

#[test]
fn leaving_a_row_of_gipf_pieces_is_a_move() {
    for line in ["leave", "Leave", "t1 leave"] {
        let mut chat = Chat::new();
        chat.ask(
            "alice",
            Place::Room,
            "!challenge @bob gipf-tournament white",
        );
        let root = chat.last_event();
        chat.ask("bob", Place::Room, "!accept");
        let thread = Place::Thread(&root);
        for (white, black) in [("Gh2", "Gb2"), ("Gh3", "Gb3"), ("Gh4", "Gc2")] {
            chat.ask("alice", thread, white);
            chat.ask("bob", thread, black);
        }
        let asked = chat.ask("alice", thread, "Gh5");
        assert!(asked.contains("gipf-ask-leave"), "{asked}");
        // Between people, it is talk otherwise, and so is another word for it.
        assert_eq!(chat.say("alice", thread, "exit"), None);
        assert_eq!(chat.say("bob", thread, line), None);
        let left = chat.ask("alice", thread, line);
        assert!(left.contains("gipf-rows-left"), "{left}");
        assert_eq!(chat.say("alice", thread, line), None);
    }
}

#[test]
fn the_gipf_rule_comes_with_its_first_row() {
    let mut chat = Chat::new();
    let position = "setup gipf-standard w c2=B,c3=B,c4=B,c5=B,e2=B,e3=B,e4=B,e5=B,g2=BB,g3=B,g4=B,g5=B,\
        h2=bb B5 B16";
    chat.ask("alice", Place::Direct, position);
    // Rows without a GIPF piece do not explain them.
    for row in ["xc2,c3,c4,c5", "xe2,e3,e4,e5"] {
        chat.ask("alice", Place::Direct, row);
    }
    let told = chat.ask("alice", Place::Direct, "board");
    let question = "\ngipf-ask-row-of-gipf again=no count=1 example=xg3,g4,g5 listed=no loaded=no owed=yes \
        player=alice 1 rows=g2-g5 seat=white stacks=yes\n";
    assert!(told.contains(question), "{told}");
}

#[test]
fn rows_are_explained_until_they_are_known() {
    let mut chat = Chat::new();
    // Three adjacent rows of White.
    let position = "setup matrx w b5=G,c2=T,c3=Z,c4=D,c5=YY,e2=T,e3=Z,e4=D,e5=YY,g2=T,g3=Z,g4=D,g5=YY,\
        i3=g T3Z3D3P6 G2T6Z6D6Y6P6";
    let first = chat.ask("alice", Place::Direct, position);
    let second = chat.ask("alice", Place::Direct, "xc2,c3,c4,c5*");
    let third = chat.ask("alice", Place::Direct, "xe2,e3,e4,e5*");
    for (told, again, count, example, rows) in [
        (first, "no", 3, "xc2,c3,c4", "c2-c5,e2-e5,g2-g5"),
        (second, "no", 2, "xe2,e3,e4", "e2-e5,g2-g5"),
        (third, "yes", 1, "xg2,g3,g4", "g2-g5"),
    ] {
        let question = format!(
            "\ngipf-ask-row again={again} count={count} example={example} listed=no loaded=no \
             owed=yes player=alice 1 rows={rows} seat=white stacks=yes\n"
        );
        assert!(told.contains(&question), "{told}");
    }
}

#[test]
fn an_own_row_makes_no_warning_new() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c3=T,c4=Z,c5=D,f6=zz,g5=g,h2=G T5Z5 T4";
    let told = chat.ask("alice", Place::Direct, position);
    assert!(told.contains(OF_BLACK), "{told}");
    for line in ["Tc2", "xc3,c4,c5"] {
        chat.ask("alice", Place::Direct, line);
    }
    let told = chat.ask("alice", Place::Direct, "Zf6-h4");
    assert!(!told.contains(WARNING), "{told}");
}

#[test]
fn the_opponents_row_makes_no_warning_new() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c2=T,c3=T,c4=Z,c5=D,f6=zz,g5=g,h2=G T2Z5 T4";
    let told = chat.ask("alice", Place::Direct, position);
    assert!(told.contains(OF_BLACK), "{told}");
    let told = chat.ask("alice", Place::Direct, "xc2,c3,c4,c5");
    assert!(!told.contains(WARNING), "{told}");
    // Black is warned for the first time.
    let told = chat.ask("alice", Place::Direct, "Td2");
    let own = "\ngipf-few-entries count=2 jumps=no player=alice 2 seat=black\n";
    assert!(told.contains(own), "{told}");
    let told = chat.ask("alice", Place::Direct, "Zf6-h4");
    assert!(!told.contains(WARNING), "{told}");
}

#[test]
fn an_owed_extra_move_makes_no_warning_new() {
    let mut chat = Chat::new();
    // A loaded TAMSK potential is on e5 before White's turn.
    let position = "setup matrx w b5=G,e5=TT,f6=zz,g5=g,h2=G T4Z5 T4";
    let told = chat.ask("alice", Place::Direct, position);
    let question =
        "\ngipf-ask-extra-owed again=no example=+e8 listed=no player=alice 1 seat=white\n";
    assert!(told.contains(question), "{told}");
    assert!(told.contains(OF_BLACK), "{told}");
    let told = chat.ask("alice", Place::Direct, "+a1-b2");
    assert!(
        told.starts_with("gipf-extra again=no dot=a1 end=b2 player=alice 1 ")
            && !told.contains(WARNING),
        "{told}"
    );
}
