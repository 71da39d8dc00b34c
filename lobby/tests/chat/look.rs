//! The look of boards, per room and per player.

use lobby::{Appearance, Boards, Incoming, Settings, Theme, message::Block, wording::Language};

use crate::room::{Chat, Place, settings};

/// English settings, for conversations whose layout is asserted.
pub fn english() -> Settings {
    Settings {
        language: Language::English,
        ..settings()
    }
}

/// The look of the reply to a line.
fn look(chat: &mut Chat, who: &str, place: Place, line: &str) -> Appearance {
    chat.say(who, place, line).expect("an answer").appearance
}

#[test]
fn boards_come_as_pictures_by_default() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let board = chat.say("alice", thread, "board").unwrap();
    assert_eq!(
        (board.appearance, board.pictured().len()),
        (Appearance::default(), 1)
    );
    assert!(!board.html().contains("<pre>"), "{}", board.html());
    assert_eq!(board.pictured()[0].table, Some(1));
    let said = chat.ask("bob", Place::Room, "!boards text");
    assert_eq!(
        said,
        "boards-told boards=text change=set prefix=! where=room"
    );
    assert_eq!(look(&mut chat, "alice", thread, "Gb2").boards, Boards::Text);
    assert_eq!(chat.settings.len(), 1, "{:?}", chat.settings);
    chat.restart();
    let told = chat.ask("carol", Place::Room, "!boards");
    assert_eq!(
        told,
        "boards-told boards=text change=none prefix=! where=room"
    );
    assert_eq!(look(&mut chat, "bob", thread, "Gi2").boards, Boards::Text);
    let said = chat.ask("alice", Place::Room, "!boards default");
    assert_eq!(
        said,
        "boards-told boards=picture change=reset prefix=! where=room"
    );
    assert!(chat.settings.is_empty(), "{:?}", chat.settings);
    assert_eq!(
        look(&mut chat, "bob", thread, "board"),
        Appearance::default()
    );
}

#[test]
fn setting_the_look_needs_power() {
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
        assert_eq!(refused, "access-may-not-change-room prefix=! what=look");
    }
    assert_eq!(chat.settings, settings);
    let told = chat.ask("bob", Place::Room, "!boards");
    assert_eq!(
        told,
        "boards-told boards=text change=none prefix=! where=room"
    );
    let own = chat.ask("bob", Place::Direct, "boards wide");
    assert_eq!(
        own,
        "boards-told boards=wide change=set prefix= where=direct"
    );
}

#[test]
fn everybody_sets_the_look_of_direct_messages() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "boards wide");
    let told = chat.ask("alice", Place::Direct, "theme DARK");
    assert_eq!(
        told,
        "boards-theme-told change=set prefix= theme=dark where=direct"
    );
    let own = Appearance {
        boards: Boards::Wide,
        theme: Theme::Dark,
    };
    assert_eq!(look(&mut chat, "alice", Place::Direct, "run"), own);
    assert_eq!(
        look(&mut chat, "bob", Place::Direct, "run"),
        Appearance::default()
    );
    assert_eq!(
        look(&mut chat, "alice", Place::Room, "!challenge anyone"),
        Appearance::default()
    );
    // Other settings leave it unchanged.
    chat.ask("alice", Place::Direct, "me off");
    chat.restart();
    assert_eq!(look(&mut chat, "alice", Place::Direct, "board"), own);
    chat.ask("alice", Place::Direct, "me on");
    chat.ask("alice", Place::Direct, "boards default");
    chat.ask("alice", Place::Direct, "theme default");
    assert_eq!(
        look(&mut chat, "alice", Place::Direct, "board"),
        Appearance::default()
    );
    let mut settings = chat.settings.keys();
    assert_eq!(settings.find(|key| key.starts_with("player/")), None);
}

#[test]
fn a_direct_thread_keeps_its_look_after_a_restart() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "boards wide");
    chat.ask("alice", Place::Direct, "run");
    chat.thinking = Some(Vec::new());
    let play = "play gipf-basic level 1 black";
    assert_eq!(chat.say("alice", Place::Direct, play), None);
    let root = chat.last_event();
    // The computer's turn is lost, as after a failure.
    chat.thinking = Some(Vec::new());
    chat.restart();
    chat.happens(&Incoming::Resumed {
        thinking: Vec::new(),
        asking: Vec::new(),
        seed: [7; 32],
    });
    let said = chat.think().pop().expect("the computer's turn");
    assert_eq!(said.thread, Some(root));
    assert_eq!(said.appearance.boards, Boards::Wide);
    assert_eq!(said.reply_to, None);
}

#[test]
fn the_day_table_and_the_look_are_independent() {
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
        assert_eq!(
            (shown.appearance.boards, shown.plain()),
            (boards, usual.clone())
        );
    }
    let refused = chat.ask("alice", thread, "board pictures");
    assert_eq!(
        refused,
        "command-too-much extra=pictures form=board [picture|text|wide|words|TURN] prefix="
    );
}

/// Checks the lines of a position in words; returns the rest of the reply.
fn check_words(position: &str, expected: &str) -> String {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {position}"));
    let words = chat.ask("alice", Place::Direct, "board words");
    let parts: Vec<&str> = words.split("\n\n").collect();
    assert_eq!(parts[1], expected.trim_matches('\n'), "\n{words}");
    parts[2..].join("\n\n")
}

#[test]
fn piles_of_both_colours_are_told_narrowly() {
    let mut chat = Chat::new();
    let position = "matrx w b4=DDdDd,e4=TT,f2=G,f6=g G1T4Z4D2Y4P4 G2T4Z4D2Y4P4";
    let told = chat.ask("alice", Place::Direct, &format!("setup {position}"));
    let pile =
        "\ngipf-pile again=no below=mixed colour=black mixed=DDdD spot=b4 top=D under=DDDD\n";
    assert!(told.contains(pile), "{told}");
    chat.restart_with(english());
    let shown = chat.say("alice", Place::Direct, "board").unwrap();
    let boards = shown.blocks.iter().filter_map(|block| match block {
        Block::Position(position) => Some(position.wide()),
        _ => None,
    });
    let lines: Vec<String> = boards
        .flat_map(|board| board.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let told = |line: &String| line.starts_with("b4: ") && line.contains(" D on DDdD ");
    assert!(lines.iter().any(told), "{lines:?}");
    let widest = lines.iter().map(|line| line.chars().count()).max();
    assert!(widest <= Some(44), "{lines:?}");
}

#[test]
fn a_duel_is_told_in_words() {
    check_words(
        "matrx b b4=DDd,c3=zz,e5=TT,f2=G,f6=g,g3=y,i3=tt G1T4Z2D2 G2T2",
        "
words-pieces pile=G player=alice 1 seat=white spots=f2
words-pieces pile=TT player=alice 1 seat=white spots=e5
words-pieces pile=G player=alice 2 seat=black spots=f6
words-pieces pile=TT player=alice 2 seat=black spots=i3
words-pieces pile=Y player=alice 2 seat=black spots=g3
words-pieces pile=ZZ player=alice 2 seat=black spots=c3
words-pieces pile=over-D player=alice 2 seat=black spots=b4
words-under pieces=words-piece piece=D seat=white, words-piece piece=D seat=white, words-piece piece=D seat=black spot=b4
words-reserve items=words-item count=1 pile=G, words-item count=2 pile=TT, words-item count=1 pile=ZZ, words-item count=1 pile=DD player=alice 1 seat=white
words-lost items=words-item count=1 pile=G, words-item count=4 pile=Z, words-item count=2 pile=D, words-item count=6 pile=Y, words-item count=6 pile=P player=alice 1 seat=white
words-lives board=1 player=alice 1 reserve=1 seat=white
words-reserve items=words-item count=2 pile=G, words-item count=1 pile=TT player=alice 2 seat=black
words-lost items=words-item count=2 pile=T, words-item count=4 pile=Z, words-item count=5 pile=D, words-item count=5 pile=Y, words-item count=6 pile=P player=alice 2 seat=black
words-lives board=1 player=alice 2 reserve=2 seat=black
",
    );
}

#[test]
fn marbles_and_rings_are_told_in_words() {
    check_words(
        "zertz-basic 1 a1,b1,b2,c1,c2,c3=w,d1,d2,d3=g,d4,e3=b,f1,g4 w2g3b7 w1 w1g1",
        "
words-marbles colour=W spots=c3
words-marbles colour=G spots=d3
words-marbles colour=B spots=e3
words-rings count=13 spots=a1, b1, b2, c1, c2, d1, d2, d4, f1, g4
words-can-capture spots=e3
words-pool items=words-marble colour=W count=2, words-marble colour=G count=3, words-marble colour=B count=7
words-captured items=words-marble colour=W count=1 player=alice 1 seat=white
words-captured items=words-marble colour=W count=1, words-marble colour=G count=1 player=alice 2 seat=black
words-sets player=alice 1 seat=white sets=words-set marbles=words-marble colour=W count=2, words-marble colour=G count=2, words-marble colour=B count=2 missing=5; words-set marbles=words-marble colour=W count=3 missing=2; words-set marbles=words-marble colour=G count=4 missing=4; words-set marbles=words-marble colour=B count=5 missing=5
words-sets player=alice 2 seat=black sets=words-set marbles=words-marble colour=W count=2, words-marble colour=G count=2, words-marble colour=B count=2 missing=4; words-set marbles=words-marble colour=W count=3 missing=2; words-set marbles=words-marble colour=G count=4 missing=3; words-set marbles=words-marble colour=B count=5 missing=5
",
    );
}

#[test]
fn a_run_is_told_in_words() {
    let more = check_words(
        "run l12=G5+,l13=G1,m12=K1,m13=G2,m14=K5 k@l13,g@-,r@m14,b@m12 k2g2 k3g2r5b5 1 \
         B5,B3,K4,R1,K3,K2,R3,B4,R5,R2,KF,G4,BF,B2,R4,RF,G3,GF,B1 -",
        "
words-structure colour=g kind=ice next=words-odds breaker=k least=6 percent=17, words-odds breaker=b least=6 percent=17 on=none space=l12 strength=5 token=yes
words-structure colour=g kind=ice next=none on=k space=l13 strength=1 token=no
words-structure colour=k kind=ice next=none on=b space=m12 strength=1 token=no
words-structure colour=g kind=ice next=words-odds breaker=k least=3 percent=67, words-odds breaker=r least=3 percent=67, words-odds breaker=b least=3 percent=67 on=none space=m13 strength=2 token=no
words-structure colour=k kind=ice next=none on=r space=m14 strength=5 token=no
words-free spaces=k12; words-free-space next=words-odds breaker=k least=none percent=52 space=k13; l11; words-free-space next=words-odds breaker=k least=none percent=52, words-odds breaker=r least=none percent=54 space=l14; words-free-space next=words-odds breaker=b least=none percent=54 space=m11; words-free-space next=words-odds breaker=r least=none percent=54 space=m15; words-free-space next=words-odds breaker=b least=none percent=54 space=n12; words-free-space next=words-odds breaker=r least=none percent=54 space=n14
run-damage-now damage=1 limit=10 target=none
words-hand items=words-token colour=k count=2, words-token colour=g count=2
words-bank items=words-token colour=k count=3, words-token colour=g count=2, words-token colour=r count=5, words-token colour=b count=5
words-outside items=g
run-stack count=19
",
    );
    // The odds with power-ups, as they appear beside pictures.
    let odds = "\nrun-row-boosted\nbreaker=k word=none\n\
                run-head-way way=n\nrun-cell-chance need=0\npercent=62\n";
    assert!(more.contains(odds), "{more}");
}

#[test]
fn words_tell_the_last_turn_without_a_board() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Ge1-e2");
    let words = chat
        .say("carol", Place::Thread(&root), "board words")
        .unwrap();
    assert!(words.pictured().is_empty());
    let plain = words.plain();
    for line in [
        "\nwords-last action=Ge2 player=alice seat=white\n",
        "\nwords-pieces pile=G player=alice seat=white spots=e2\n",
        "\nwords-no-pieces player=bob seat=black\n",
    ] {
        assert!(plain.contains(line), "{plain}");
    }
}

#[test]
fn rules_and_lessons_show_pictures() {
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
fn talk_sets_no_look() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for talk in ["theme song", "boards are nice", "replay that"] {
        let answer = chat.say("alice", Place::Thread(&root), talk);
        assert_eq!(answer, None, "{talk}");
    }
    let refused = chat.ask("alice", Place::Room, "!theme blue");
    assert_eq!(
        refused,
        "command-too-much extra=blue form=theme [light|dark|default] prefix=!"
    );
}
