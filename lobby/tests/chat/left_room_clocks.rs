//! Clocks of rooms that the bot leaves and comes back to.

use lobby::{Greeting, Incoming, JoinTime, Message};

use crate::{
    clocks::{DAY, after, game},
    room::{Chat, HOUR, Place, ROOM, person},
};

#[test]
fn clocks_stand_in_a_room_left() {
    let mut chat = Chat::new();
    game(&mut chat, "2h");
    chat.wait(HOUR);
    leave(&mut chat);
    assert!(chat.wait(DAY).is_empty());
    chat.restart();
    come_back(&mut chat);
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-abandoned"));
}

fn leave(chat: &mut Chat) {
    chat.happens(&Incoming::RoomTooLarge {
        room: ROOM.to_owned(),
    });
}

fn come_back(chat: &mut Chat) -> Vec<Message> {
    chat.happens(&Incoming::Joined {
        room: ROOM.to_owned(),
        greeting: Some(Greeting::Room),
        at: JoinTime::default(),
    })
}

#[test]
fn a_return_shows_the_board_of_the_turn() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    leave(&mut chat);
    let said = come_back(&mut chat);
    let [hello, board] = &said[..] else {
        panic!("{said:?}");
    };
    assert!(hello.plain().contains("hello-again"));
    assert_eq!(board.thread.as_ref(), Some(&root));
    assert_eq!(board.mentions, [person("alice").id]);
    assert!(board.starts_clock.is_some());
}

#[test]
fn a_return_at_a_bad_time_loses_nothing() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    let thread = Place::Thread(&root);
    leave(&mut chat);
    chat.wait(DAY);
    come_back(&mut chat);
    chat.ask("alice", thread, "a2-b3");
    let said = after(&mut chat, HOUR * 2);
    assert!(said.plain().contains("end-abandoned"));
    // Also if they have moved before the bot was gone.
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    leave(&mut chat);
    for (player, line) in [("alice", "a2-b3"), ("bob", "a4-b4")] {
        chat.ask(player, Place::Thread(&root), line);
    }
    chat.happens(&Incoming::RoomLeft {
        room: ROOM.to_owned(),
        left: true,
    });
    chat.wait(DAY);
    come_back(&mut chat);
    let said = after(&mut chat, HOUR * 2);
    assert!(said.plain().contains("end-abandoned"));
    // Also after a pause whose end was announced.
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    let thread = Place::Thread(&root);
    for (player, line) in [("alice", "pause"), ("bob", "accept"), ("bob", "resume")] {
        chat.ask(player, thread, line);
    }
    leave(&mut chat);
    chat.wait(DAY * 2);
    come_back(&mut chat);
    chat.wait(HOUR);
    let said = chat.wait(HOUR * 3);
    let end = said.last().map(Message::plain).unwrap_or_default();
    assert!(end.contains("end-abandoned"), "{end}");
}

#[test]
fn the_end_of_a_pause_shows_the_board() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    for (player, line) in [("bob", "pause"), ("alice", "accept"), ("alice", "resume")] {
        chat.ask(player, Place::Thread(&root), line);
    }
    let ended = chat.say("bob", Place::Thread(&root), "resume").unwrap();
    assert!(ended.plain().contains("pause-ended"));
    assert_eq!(ended.mentions, [person("alice").id]);
    assert!(ended.starts_clock.is_some());
}

#[test]
fn a_pause_goes_on_after_a_return() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    chat.ask("alice", Place::Thread(&root), "pause");
    chat.ask("bob", Place::Thread(&root), "accept");
    leave(&mut chat);
    chat.wait(HOUR);
    come_back(&mut chat);
    assert!(chat.wait(DAY).is_empty());
    for player in ["alice", "bob"] {
        chat.ask(player, Place::Thread(&root), "resume");
    }
    let said = after(&mut chat, HOUR * 2);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn boards_delivered_on_leaving_start_no_clock() {
    let mut chat = Chat::new();
    game(&mut chat, "2h");
    leave(&mut chat);
    assert!(chat.wait(DAY).is_empty());
    come_back(&mut chat);
    let said = after(&mut chat, HOUR * 2);
    assert!(said.plain().contains("end-abandoned"));
}

#[test]
fn clocks_go_on_in_a_room_not_left() {
    let mut chat = Chat::new();
    game(&mut chat, "2h");
    chat.wait(HOUR);
    leave(&mut chat);
    chat.wait(HOUR);
    chat.happens(&Incoming::RoomLeft {
        room: ROOM.to_owned(),
        left: false,
    });
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-abandoned"));
}

#[test]
fn no_pause_ends_in_a_room_left() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    chat.ask("alice", Place::Thread(&root), "pause");
    chat.ask("bob", Place::Thread(&root), "accept");
    chat.wait(DAY * 28);
    leave(&mut chat);
    assert!(chat.wait(DAY * 4).is_empty());
    come_back(&mut chat);
    let said = chat.wait(HOUR);
    assert!(said[0].plain().contains("clock-pause-ending"));
    let said = chat.wait(DAY);
    assert!(said[0].plain().contains("clock-pause-ended"));
    let said = chat.wait(HOUR * 2);
    assert!(said[0].plain().contains("end-timed-out"));
}
