//! What boards look like, for a room and for a player.

use tables::{Boards, Look, Theme, message::Block};

use crate::room::{Chat, Place};

/// What the answer to a line looks like.
fn look(chat: &mut Chat, who: &str, place: Place, line: &str) -> Look {
    chat.say(who, place, line).expect("an answer").look
}

#[test]
fn boards_come_as_pictures_until_somebody_wants_something_else() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let board = chat.say("alice", thread, "board").unwrap();
    assert_eq!((board.look, board.pictured().len()), (Look::default(), 1));
    assert!(!board.html().contains("<pre>"), "{}", board.html());
    assert_eq!(board.pictured()[0].table, Some(1));
    let said = chat.ask("bob", Place::Room, "!boards text");
    assert!(said.starts_with("From now on, boards come as narrow text in this room."));
    assert_eq!(look(&mut chat, "alice", thread, "Gb2").boards, Boards::Text);
    assert_eq!(chat.settings.len(), 1, "{:?}", chat.settings);
    chat.restart();
    let told = chat.ask("carol", Place::Room, "!boards");
    assert!(
        told.starts_with("Boards come as narrow text in this room."),
        "{told}"
    );
    assert!(told.contains("`!boards picture`"), "{told}");
    assert_eq!(look(&mut chat, "bob", thread, "Gi2").boards, Boards::Text);
    let said = chat.ask("alice", Place::Room, "!boards default");
    assert!(
        said.starts_with("Boards come as pictures in this room."),
        "{said}"
    );
    assert!(chat.settings.is_empty(), "{:?}", chat.settings);
    assert_eq!(look(&mut chat, "bob", thread, "board"), Look::default());
}

#[test]
fn only_who_may_change_the_room_says_how_boards_come_to_it() {
    let mut chat = Chat::new();
    chat.powerless = vec!["bob".to_owned()];
    chat.ask("alice", Place::Room, "!boards text");
    let settings = chat.settings.clone();
    for line in [
        "!boards wide",
        "!boards default",
        "!theme dark",
        "!theme default",
    ] {
        let refused = chat.ask("bob", Place::Room, line);
        assert!(refused.contains("such as its moderators"), "{refused}");
        assert!(refused.contains("for yourself"), "{refused}");
    }
    assert_eq!(chat.settings, settings);
    let told = chat.ask("bob", Place::Room, "!boards");
    assert!(told.starts_with("Boards come as narrow text"), "{told}");
    let own = chat.ask("bob", Place::Direct, "boards wide");
    assert!(own.starts_with("From now on, boards come to you"), "{own}");
}

#[test]
fn in_direct_messages_everybody_has_a_wish_of_their_own() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "boards wide");
    let told = chat.ask("alice", Place::Direct, "theme DARK");
    assert!(told.contains("dark for you in direct messages"), "{told}");
    let own = Look {
        boards: Boards::Wide,
        theme: Theme::Dark,
    };
    assert_eq!(look(&mut chat, "alice", Place::Direct, "run"), own);
    assert_eq!(
        look(&mut chat, "bob", Place::Direct, "run"),
        Look::default()
    );
    assert_eq!(
        look(&mut chat, "alice", Place::Room, "!challenge anyone"),
        Look::default()
    );
    // Nothing of it is lost with another wish.
    chat.ask("alice", Place::Direct, "me off");
    chat.restart();
    assert_eq!(look(&mut chat, "alice", Place::Direct, "board"), own);
    chat.ask("alice", Place::Direct, "me on");
    chat.ask("alice", Place::Direct, "boards default");
    chat.ask("alice", Place::Direct, "theme default");
    assert_eq!(
        look(&mut chat, "alice", Place::Direct, "board"),
        Look::default()
    );
    let mut settings = chat.settings.keys();
    assert_eq!(settings.find(|key| key.starts_with("player/")), None);
}

#[test]
fn the_table_of_the_day_and_the_look_of_boards_are_set_apart() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!theme dark");
    chat.ask("alice", Place::Room, "!day on");
    chat.time += crate::room::HOUR * 24;
    chat.tick();
    chat.ask("alice", Place::Room, "!day off");
    chat.restart();
    let answer = look(&mut chat, "bob", Place::Room, "!rules matrx 2");
    assert_eq!(answer.theme, Theme::Dark);
}

#[test]
fn a_board_is_shown_once_as_something_else() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let usual = chat.ask("alice", thread, "board");
    for (line, boards) in [
        ("board text", Boards::Text),
        ("board wide", Boards::Wide),
        ("board picture", Boards::Picture),
        ("board", Boards::Picture),
    ] {
        let shown = chat.say("alice", thread, line).unwrap();
        assert_eq!((shown.look.boards, shown.plain()), (boards, usual.clone()));
    }
    let refused = chat.ask("alice", thread, "board pictures");
    assert!(
        refused.contains("`board [picture|text|wide|words]`"),
        "{refused}"
    );
}

/// The lines of a position that was set up, in words; returns what else is said.
fn check_words(position: &str, expected: &str) -> String {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {position}"));
    let words = chat.ask("alice", Place::Direct, "board words");
    let parts: Vec<&str> = words.split("\n\n").collect();
    assert_eq!(parts[1], expected.trim_matches('\n'), "\n{words}");
    parts[2..].join("\n\n")
}

#[test]
fn a_pile_of_both_colours_is_told_beside_the_board_without_making_it_wider() {
    let mut chat = Chat::new();
    let position = "matrx w b4=DDdDd,e4=TT,f2=G,f6=g G1T4Z4D2Y4P4 G2T4Z4D2Y4P4";
    let shown = chat.say("alice", Place::Direct, &format!("setup {position}"));
    let shown = shown.unwrap();
    let boards = shown.blocks.iter().filter_map(|block| match block {
        Block::Position(position) => Some(position.wide()),
        _ => None,
    });
    let lines: Vec<String> = boards
        .flat_map(|board| board.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    assert!(
        lines.contains(&"b4: black D on DDdD (bottom first)".to_owned()),
        "{lines:?}"
    );
    let widest = lines.iter().map(|line| line.chars().count()).max();
    assert!(widest <= Some(44), "{lines:?}");
}

#[test]
fn a_duel_is_told_in_words() {
    check_words(
        "matrx b b4=DDd,c3=zz,e5=TT,f2=G,f6=g,g3=y,i3=tt G1T4Z2D2 G2T2",
        "
White: GIPF pieces on f2
White: TAMSK stacks on e5
Black: GIPF pieces on f6
Black: TAMSK stacks on i3
Black: single YINSH potentials on g3
Black: ZÈRTZ stacks on c3
Black: DVONN potentials on other pieces on b4
On b4, from the bottom up: white DVONN potential, white DVONN potential, black DVONN potential
White's reserve: GIPF pieces 1, TAMSK stacks 2, ZÈRTZ stacks 1, DVONN stacks 1
White has lost GIPF pieces 1, single ZÈRTZ potentials 4, single DVONN potentials 2, single YINSH potentials 6, single PÜNCT potentials 6
White's GIPF pieces: 1 on the board, 1 in reserve
Black's reserve: GIPF pieces 2, TAMSK stacks 1
Black has lost single TAMSK potentials 2, single ZÈRTZ potentials 4, single DVONN potentials 5, single YINSH potentials 5, single PÜNCT potentials 6
Black's GIPF pieces: 1 on the board, 2 in reserve
",
    );
}

#[test]
fn marbles_and_rings_are_told_in_words() {
    check_words(
        "zertz-basic 1 a1,b1,b2,c1,c2,c3=w,d1,d2,d3=g,d4,e3=b,f1,g4 w2g3b7 w1 w1g1",
        "
White marbles on c3
Grey marbles on d3
Black marbles on e3
13 rings are left. Vacant: a1, b1, b2, c1, c2, d1, d2, d4, f1, g4
Marbles that can capture are on e3
Pool: white 2, grey 3, black 7
alice 1 has captured white 1
alice 2 has captured white 1, grey 1
Sets with which alice 1 wins: white 2, grey 2, black 2 (5 missing); white 3 (2 missing); grey 4 (4 missing); black 5 (5 missing)
Sets with which alice 2 wins: white 2, grey 2, black 2 (4 missing); white 3 (2 missing); grey 4 (3 missing); black 5 (5 missing)
",
    );
}

#[test]
fn a_run_is_told_in_words() {
    let more = check_words(
        "run l12=G5+,l13=G1,m12=K1,m13=G2,m14=K5 k@l13,g@-,r@m14,b@m12 k2g2 k3g2r5b5 1 \
         B5,B3,K4,R1,K3,K2,R3,B4,R5,R2,KF,G4,BF,B2,R4,RF,G3,GF,B1 -",
        "
l12: green ice, strength 5, with a token; next to k (6+, 17 %), b (6+, 17 %)
l13: green ice, strength 1; k stands there
m12: black ice, strength 1; b stands there
m13: green ice, strength 2; next to k (3+, 67 %), r (3+, 67 %), b (3+, 67 %)
m14: black ice, strength 5; r stands there
Empty spaces where a structure can appear: k12; k13, next to k (52 %); l11; l14, next to k (52 %), r (54 %); m11, next to b (54 %); m15, next to r (54 %); n12, next to b (54 %); n14, next to r (54 %)
brain damage 1 of 10
Power-ups in hand: k 2, g 2
Power-ups in the bank: k 3, g 2, r 5, b 5
Breakers outside: g (start anywhere)
structures to come 19
",
    );
    // The odds with power-ups, as they stand beside pictures.
    assert!(more.contains("k+ n 62%"), "{more}");
}

#[test]
fn words_tell_the_last_turn_and_come_without_a_board() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Ge1-e2");
    let words = chat
        .say("carol", Place::Thread(&root), "board words")
        .unwrap();
    assert!(words.pictured().is_empty());
    let plain = words.plain();
    for line in [
        "Last turn, alice: Ge2",
        "White: GIPF pieces on e2",
        "Black has nothing on the board",
    ] {
        assert!(plain.contains(line), "{plain}");
    }
}

#[test]
fn rules_and_lessons_show_pictures_and_a_whole_course_shows_text() {
    let mut chat = Chat::new();
    let step = chat.say("alice", Place::Direct, "rules matrx 3").unwrap();
    assert!(step.pictured().len() > 1, "{step:?}");
    assert_eq!(step.pictured()[0].game, "matrx");
    let all = chat.say("alice", Place::Direct, "rules matrx all").unwrap();
    assert!(all.pictured().is_empty());
    assert!(all.html().contains("<pre>"));
    let lesson = "setup gipf-basic w b2=b,e2=B B12 B12";
    let lesson = chat.say("alice", Place::Direct, lesson).unwrap();
    assert_eq!(lesson.pictured()[0].players, ["alice 1", "alice 2"]);
}

#[test]
fn what_people_say_to_each_other_is_no_wish() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for talk in ["theme song", "boards are nice", "replay that"] {
        let answer = chat.say("alice", Place::Thread(&root), talk);
        assert_eq!(answer, None, "{talk}");
    }
    let refused = chat.ask("alice", Place::Room, "!theme blue");
    assert!(
        refused.contains("`!theme [light|dark|default]`"),
        "{refused}"
    );
}
