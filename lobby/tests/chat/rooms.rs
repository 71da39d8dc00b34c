//! Rooms that the bot leaves because their state is too large.

use jiff::Timestamp;
use lobby::{Greeting, Incoming, JoinTime, Message, saved::SavedStage};

use crate::{
    clocks::MINUTE,
    room::{Chat, HOUR, Place, ROOM},
};

/// A duel in a room that has become too large, and the bot's messages about it.
fn too_large() -> (Chat, String, Vec<Message>) {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    let said = chat.happens(&Incoming::RoomTooLarge { room: ROOM.into() });
    chat.restart();
    (chat, root, said)
}

fn is_on(chat: &Chat) -> bool {
    matches!(chat.saved[&1].stage, SavedStage::Playing { .. })
}

#[test]
fn a_false_successor_is_not_greeted() {
    let mut chat = Chat::new();
    let said = chat.happens(&Incoming::Joined {
        room: ROOM.into(),
        greeting: None,
        at: JoinTime::default(),
    });
    assert!(said.is_empty(), "{said:?}");
    let (mut chat, ..) = too_large();
    let said = chat.happens(&Incoming::Joined {
        room: ROOM.into(),
        greeting: None,
        at: JoinTime::default(),
    });
    assert!(said.is_empty(), "{said:?}");
    chat.happens(&Incoming::Left { room: ROOM.into() });
    assert!(is_on(&chat), "games wait for the return");
    comes_back(&mut chat);
}

fn comes_back(chat: &mut Chat) -> String {
    let joined = Incoming::Joined {
        room: ROOM.into(),
        greeting: Some(Greeting::Room),
        at: JoinTime::default(),
    };
    let said = chat.happens(&joined);
    assert_eq!(said.len(), 1, "{said:?}");
    said[0].plain()
}

#[test]
fn messages_from_before_the_join_are_ignored() {
    let mut chat = Chat::new();
    let joined = chat.time;
    let back = Incoming::Joined {
        room: ROOM.into(),
        greeting: Some(Greeting::Room),
        at: JoinTime {
            requested: None,
            dated: Some(joined),
        },
    };
    chat.happens(&back);
    let root = chat.duel();
    chat.wait(MINUTE);
    let thread = Place::Thread(&root);
    // As other servers show old messages of a player as new ones.
    chat.sent = joined.checked_sub(HOUR).ok();
    for restarts in [false, true] {
        if restarts {
            chat.restart();
        }
        for line in ["a1-a2", "!resign", "!forget me", "!help"] {
            assert_eq!(chat.say("alice", thread, line), None, "{line}");
        }
    }
    // Clocks of homeservers may differ by a few minutes.
    chat.sent = joined.checked_sub(MINUTE).ok();
    assert!(chat.say("alice", thread, "!help").is_some());
    // Times of a room that the bot is no longer in are deleted.
    chat.happens(&Incoming::Left { room: ROOM.into() });
    chat.sent = joined.checked_sub(HOUR).ok();
    assert!(chat.say("alice", Place::Room, "!help").is_some());
}

/// The server through which the bot joins dates the join.
#[test]
fn falsely_dated_joins_mute_and_admit_nobody() {
    for dated in [Timestamp::UNIX_EPOCH, Timestamp::MAX] {
        let mut chat = Chat::new();
        chat.sync();
        let joined = chat.time;
        chat.happens(&Incoming::Joined {
            room: ROOM.into(),
            greeting: Some(Greeting::Room),
            at: JoinTime {
                requested: None,
                dated: Some(dated),
            },
        });
        for (sent, is_answered) in [(joined, true), (joined - HOUR, false)] {
            chat.sent = Some(sent);
            let answer = chat.say("alice", Place::Room, "!help");
            assert_eq!(answer.is_some(), is_answered, "{dated} {sent}");
        }
    }
}

#[test]
fn a_join_by_a_clock_ahead_silences_nobody() {
    let mut chat = Chat::new();
    let now = chat.time;
    chat.time = now + 2 * HOUR;
    chat.happens(&Incoming::Joined {
        room: ROOM.into(),
        greeting: Some(Greeting::Room),
        at: JoinTime::default(),
    });
    chat.time = now;
    for (sent, is_answered) in [(now, true), (now - HOUR, false)] {
        chat.sent = Some(sent);
        let answer = chat.say("alice", Place::Room, "!help");
        assert_eq!(answer.is_some(), is_answered, "{sent}");
    }
}

/// Homeservers show large rooms long after the join.
#[test]
fn messages_before_a_late_response_are_read() {
    let mut chat = Chat::new();
    let requested = chat.time;
    chat.wait(HOUR);
    chat.happens(&Incoming::Joined {
        room: ROOM.into(),
        greeting: Some(Greeting::Room),
        at: JoinTime {
            requested: Some(requested),
            dated: Some(chat.time),
        },
    });
    for (sent, is_answered) in [(requested, true), (requested - HOUR, false)] {
        chat.sent = Some(sent);
        let answer = chat.say("alice", Place::Room, "!help");
        assert_eq!(answer.is_some(), is_answered, "{sent}");
    }
}

#[test]
fn greetings_count_as_answers_to_one_user() {
    let mut chat = Chat::new();
    let greet = |chat: &mut Chat, room: &str| {
        let said = chat.happens(&Incoming::Joined {
            room: room.into(),
            greeting: Some(Greeting::Room),
            at: JoinTime::default(),
        });
        said[0].asked_by.clone()
    };
    let first = greet(&mut chat, "!first");
    assert!(first.is_some());
    assert_eq!(greet(&mut chat, "!second"), first);
}

#[test]
fn a_room_that_breaks_the_sync_keeps_its_games() {
    let mut chat = Chat::new();
    chat.duel();
    let said = chat.happens(&Incoming::RoomBreaksSync { room: ROOM.into() });
    assert_eq!(said[0].plain(), "limit-room-breaks-sync count=1");
    chat.happens(&Incoming::Left { room: ROOM.into() });
    assert!(is_on(&chat));
}

#[test]
fn games_go_on_when_the_bot_comes_back() {
    let (mut chat, root, said) = too_large();
    let [goodbye] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_eq!(goodbye.room, ROOM);
    assert_eq!(goodbye.plain(), "limit-room-too-large count=1");
    assert!(is_on(&chat));
    let back = comes_back(&mut chat);
    assert_eq!(back, "hello-again first=t1 prefix=! tables=t1");
    let step = chat.ask("bob", Place::Thread(&root), "Gi2");
    assert!(step.contains("\n\ngipf-ask-gipf "), "{step}");
    assert!(step.ends_with(" player=alice seat=white"), "{step}");
    // Removing the bot ends the game now.
    chat.happens(&Incoming::Left { room: ROOM.into() });
    assert!(!is_on(&chat));
}

#[test]
fn games_are_kept_for_a_week() {
    let (mut chat, ..) = too_large();
    for day in 1..=8 {
        chat.time += HOUR * 24;
        chat.restart();
        chat.happens(&Incoming::Woken { rooms: Vec::new() });
        assert_eq!(is_on(&chat), day <= 7, "day {day}");
    }
    assert_eq!(comes_back(&mut chat), "hello-room prefix=!");
}

#[test]
fn games_go_on_if_the_bot_cannot_leave() {
    let (mut chat, ..) = too_large();
    let room = ROOM.to_owned();
    chat.happens(&Incoming::RoomLeft { room, left: false });
    chat.happens(&Incoming::Left { room: ROOM.into() });
    assert!(!is_on(&chat), "somebody has removed the bot");
}
