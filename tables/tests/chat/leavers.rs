//! Who leaves the room, and who takes another name.

use jiff::SignedDuration;
use tables::{Incoming, saved::SavedStage, terms::End};

use crate::room::{Chat, Place, ROOM, person};

/// A chat that somebody leaves.
fn without(chat: &mut Chat, name: &str) {
    let left = person(name);
    chat.people.retain(|person| *person != left);
}

#[test]
fn a_challenge_of_somebody_who_has_left_is_dropped_when_it_is_accepted() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob");
    without(&mut chat, "alice");
    let answer = chat.ask("bob", Place::Room, "!accept");
    assert!(answer.starts_with("alice has left this room"), "{answer}");
    assert!(matches!(chat.saved[&1].stage, SavedStage::Lapsed(_)));
    assert!(
        chat.ask("bob", Place::Room, "!tables")
            .starts_with("No game")
    );
}

#[test]
fn who_waits_for_an_opponent_who_has_left_can_end_the_game() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    without(&mut chat, "bob");
    let answer = chat.ask("alice", Place::Thread(&root), "takeback");
    assert!(answer.contains("bob can't answer"), "{answer}");
    let ended = chat.ask("alice", Place::Thread(&root), "draw");
    assert!(ended.contains("ended without a winner"), "{ended}");
    let SavedStage::Over { end, .. } = &chat.saved[&1].stage else {
        panic!("{:?}", chat.saved[&1]);
    };
    assert_eq!(*end, End::Abandoned);
    chat.restart();
    let board = chat.ask("alice", Place::Thread(&root), "board");
    assert!(board.contains("ended without a winner"), "{board}");
    let again = chat.ask("alice", Place::Thread(&root), "rematch");
    assert!(again.contains("can't be asked"), "{again}");
}

#[test]
fn a_room_without_the_bot_has_no_open_tables() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.ask("alice", Place::Direct, "run");
    let refused = chat.ask("bob", Place::Direct, "forget me");
    assert!(refused.contains("t1"), "{refused}");
    // It may be told twice, and also of rooms that it was only invited to.
    for room in [ROOM, "!elsewhere:example.org", ROOM] {
        let room = room.to_owned();
        assert_eq!(chat.happens(&Incoming::Left { room }), []);
    }
    let SavedStage::Over { end, .. } = &chat.saved[&1].stage else {
        panic!("{:?}", chat.saved[&1]);
    };
    assert_eq!(*end, End::Abandoned);
    assert!(matches!(chat.saved[&2].stage, SavedStage::Dropped));
    assert!(matches!(chat.saved[&3].stage, SavedStage::Playing { .. }));
    chat.time += SignedDuration::from_mins(11);
    let sure = chat.ask("bob", Place::Direct, "forget me");
    assert!(sure.contains("once more") && !sure.contains("t1"), "{sure}");
    // It has been let in again.
    let board = chat.ask("alice", Place::Thread(&root), "board");
    assert!(board.contains("ended without a winner"), "{board}");
}

#[test]
fn a_player_who_comes_back_plays_on() {
    let mut chat = Chat::new();
    let root = chat.duel();
    without(&mut chat, "bob");
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.people.push(person("bob"));
    let board = chat.ask("bob", Place::Thread(&root), "Gb3");
    assert!(board.contains("alice (White), your turn"), "{board}");
}

#[test]
fn tables_show_the_names_that_players_have_now() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for person in &mut chat.people {
        if person.name == "bob" {
            person.name = "\u{202e}Bobby <Tables>`".into();
        }
    }
    let board = chat.say("alice", Place::Thread(&root), "Gb2").unwrap();
    let plain = board.plain();
    assert!(
        plain.contains("Bobby <Tables> (Black), your turn"),
        "{plain}"
    );
    assert!(board.html().contains("Bobby &lt;Tables&gt; (Black)"));
}

#[test]
fn a_duel_with_a_blocked_player_can_be_ended() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    let blocked = "blocked/@bob:example.org".to_owned();
    chat.settings.insert(blocked, "true".to_owned());
    chat.restart();
    let answer = chat.ask("alice", Place::Thread(&root), "takeback");
    assert!(answer.contains("bob can't answer"), "{answer}");
    let ended = chat.ask("alice", Place::Thread(&root), "draw");
    assert!(ended.contains("ended without a winner"), "{ended}");
}
