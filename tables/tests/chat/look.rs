//! What boards look like, for a room and for a player.

use tables::{Boards, Look, Theme};

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
    chat.time += 24 * crate::room::HOUR;
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
    let refused = chat.ask("alice", thread, "board games");
    assert!(
        refused.contains("`board [picture|text|wide|words]`"),
        "{refused}"
    );
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
