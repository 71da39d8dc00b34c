//! People who watch a game, and threads that are left to the players.

use lobby::{Block, Message, saved::SavedStage};

use crate::room::{Chat, Place, ROOM, person};

/// Starts a duel that carol and dave watch; returns its thread.
fn watched_duel(chat: &mut Chat) -> String {
    chat.people.push(person("dave"));
    let root = chat.duel();
    for who in ["carol", "dave"] {
        let told = chat.ask(who, Place::Room, "!watch t1");
        assert_eq!(told, "watch-on table=t1");
    }
    chat.restart();
    root
}

/// Ends a duel; returns the message about it.
fn resign(chat: &mut Chat, root: &str) -> Message {
    chat.ask("alice", Place::Thread(root), "resign");
    chat.say("alice", Place::Thread(root), "resign").unwrap()
}

#[test]
fn watchers_are_mentioned_at_the_end() {
    let mut chat = Chat::new();
    let root = watched_duel(&mut chat);
    let turn = chat.say("alice", Place::Thread(&root), "Gb2").unwrap();
    assert_eq!(turn.mentions, [person("bob").id]);
    let end = resign(&mut chat, &root);
    assert_eq!(end.mentions, [person("carol").id, person("dave").id]);
    assert_eq!(
        (end.room.as_str(), end.thread.as_deref()),
        (ROOM, Some(root.as_str()))
    );
    let text = end.plain();
    assert!(text.ends_with("\n\nwatch-over names=carol, dave"), "{text}");
    // Nobody is mentioned twice.
    chat.ask("alice", Place::Thread(&root), "rematch");
    let begun = chat.say("bob", Place::Thread(&root), "accept").unwrap();
    assert!(!begun.mentions.contains(&person("carol").id), "{begun:?}");
    let end = resign(&mut chat, &root);
    assert_eq!(end.mentions, [] as [&str; 0]);
}

#[test]
fn those_who_left_are_not_mentioned() {
    let mut chat = Chat::new();
    let root = watched_duel(&mut chat);
    chat.people.retain(|person| person.name != "dave");
    chat.ask("carol", Place::Room, "!forget me");
    chat.ask("carol", Place::Room, "!forget me");
    let stored = serde_json::to_string(&chat.saved[&1]).unwrap();
    assert!(
        !stored.contains("carol") && stored.contains("dave"),
        "{stored}"
    );
    let end = resign(&mut chat, &root);
    assert_eq!(end.mentions, [] as [&str; 0]);
    assert!(!end.plain().contains("watch-over"));
}

#[test]
fn watchers_learn_of_a_forgotten_player() {
    let mut chat = Chat::new();
    let root = watched_duel(&mut chat);
    chat.ask("bob", Place::Direct, "forget me");
    chat.ask("bob", Place::Direct, "forget me");
    let [left] = chat.elsewhere.as_slice() else {
        panic!("{:?}", chat.elsewhere);
    };
    assert_eq!(left.thread, Some(root));
    assert_eq!(left.mentions, [person("carol").id, person("dave").id]);
    assert!(
        left.plain().starts_with("forget-left table=t1\n"),
        "{left:?}"
    );
}

#[test]
fn twenty_people_can_watch() {
    let mut chat = Chat::new();
    chat.duel();
    let names: Vec<String> = (1..=21).map(|number| format!("user{number}")).collect();
    chat.people.extend(names.iter().map(|name| person(name)));
    let told: Vec<String> = names
        .iter()
        .map(|name| chat.ask(name, Place::Room, "!watch t1"))
        .collect();
    assert_eq!(told[19], "watch-on table=t1");
    assert_eq!(told[20], "watch-full limit=20");
}

/// A newer board takes the place of such an answer.
#[test]
fn a_board_in_the_thread_has_no_news() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let mut answer = |place, line| chat.say("carol", place, line).unwrap();
    let board = answer(Place::Thread(&root), "board");
    assert_eq!(board.table, Some(1));
    assert!(matches!(board.blocks[0], Block::Position(_)));
    for (place, line) in [
        (Place::Room, "!t1 board"),
        (Place::Thread(&root), "board words"),
    ] {
        assert_eq!(answer(place, line).table, None, "{line}");
    }
}

#[test]
fn a_quiet_thread_hears_only_its_players() {
    let mut chat = Chat::new();
    chat.powerless = vec!["carol".to_owned()];
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let told = chat.ask("carol", Place::Room, "!t1 quiet on");
    assert!(told.starts_with("table-not-seated "), "{told}");
    chat.ask("alice", thread, "quiet on");
    chat.restart();
    for line in ["board", "!board", "!play", "!quiet off", "!watch"] {
        assert_eq!(chat.say("carol", thread, line), None, "{line}");
    }
    assert_eq!(chat.say_unreadable("carol", thread), None);
    assert!(chat.say("carol", Place::Room, "!t1 board").is_some());
    assert!(chat.say("bob", thread, "board").is_some());
    let SavedStage::Playing { notes, .. } = &chat.saved[&1].stage else {
        panic!("the game is on");
    };
    assert!(notes.audience.quiet);
    resign(&mut chat, &root);
    assert!(chat.say("carol", thread, "board").is_some());
}

#[test]
fn moderators_end_the_quiet_of_a_thread() {
    let mut chat = Chat::new();
    chat.powerless = vec!["alice".to_owned(), "bob".to_owned()];
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "quiet on");
    let told = chat.ask("carol", thread, "quiet off");
    assert_eq!(told, "quiet-off table=t1");
    chat.powerless.push("carol".to_owned());
    assert!(chat.say("carol", thread, "board").is_some());
}
