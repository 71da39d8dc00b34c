//! A room whose place another one takes.

use tables::{Incoming, errand::Upgrade, saved::SavedStage, terms::End};

use crate::room::{Chat, Place, ROOM};

const SUCCESSOR: &str = "!successor:example.org";

fn upgrade(chat: &mut Chat) -> Vec<tables::Message> {
    let upgrade = Upgrade {
        room: ROOM.to_owned(),
        successor: SUCCESSOR.to_owned(),
    };
    let said = chat.happens(&Incoming::Upgraded(upgrade));
    chat.restart();
    said
}

#[test]
fn the_games_of_a_room_that_is_upgraded_go_on_in_the_successor() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("carol", Place::Room, "!challenge anyone");
    chat.ask("alice", Place::Direct, "run");
    let said = upgrade(&mut chat);
    let [moved] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_eq!((moved.room.as_str(), &moved.thread), (SUCCESSOR, &None));
    let plain = moved.plain();
    assert!(
        plain.contains("t1, t2.") && plain.contains("`!t1`"),
        "{plain}"
    );
    assert_eq!(chat.saved[&1].room, SUCCESSOR);
    assert_ne!(chat.saved[&3].room, SUCCESSOR, "another room");

    let board = chat.say("bob", Place::OtherRoom(SUCCESSOR), "!t1 board");
    let board = board.unwrap().plain();
    assert!(board.contains("bob (Black), your turn"), "{board}");
    let step = chat
        .say("bob", Place::OtherRoom(SUCCESSOR), "!gi2")
        .unwrap();
    let thread = Some(chat.last_event());
    assert_eq!(step.thread, thread, "a thread of its own");
    assert_eq!(chat.saved[&1].thread, thread);
    assert!(step.plain().contains("alice (White), your turn"));
    let begun = chat.say("alice", Place::OtherRoom(SUCCESSOR), "!t2 accept");
    assert!(begun.unwrap().plain().contains("carol"));
    assert_eq!(upgrade(&mut chat), [], "nothing is left behind");
}

#[test]
fn where_the_bot_is_not_let_in_the_games_end_and_that_is_said() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.lost = vec![SUCCESSOR.to_owned()];
    let said = upgrade(&mut chat);
    let [ended] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_eq!(ended.room, ROOM);
    assert!(ended.plain().contains("ended without a winner"));
    let SavedStage::Over { end, .. } = &chat.saved[&1].stage else {
        panic!("{:?}", chat.saved[&1]);
    };
    assert_eq!(*end, End::Abandoned);
}
