//! A player's games in all rooms, and the games of others.

use jiff::SignedDuration;
use lobby::Message;

use crate::room::{Chat, HOUR, Place};

const OTHER: &str = "!other";

/// Starts a game of alice (White) and bob in a room whose id names no server.
fn duel_in_other_room(chat: &mut Chat) -> String {
    let other = Place::OtherRoom(OTHER);
    chat.ask("alice", other, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.say("bob", other, "!accept").unwrap();
    root
}

/// The lines of a list, without headings.
fn items(text: &str) -> Vec<&str> {
    let is_item = |line: &&str| line.contains(" table=t");
    text.lines().filter(is_item).collect()
}

/// The numbers of the listed tables.
fn tables(text: &str) -> Vec<&str> {
    let lines = items(text).into_iter();
    let tables = lines.filter_map(|line| line.split(" table=").nth(1));
    tables.filter_map(|rest| rest.split(' ').next()).collect()
}

#[test]
fn games_are_listed_in_the_direct_message() {
    let mut chat = Chat::new();
    let root = duel_in_other_room(&mut chat);
    let refused = chat.ask("alice", Place::Room, "!mine");
    assert_eq!(refused, "mine-no-direct");
    chat.ask("alice", Place::Direct, "help");
    assert_eq!(chat.say("alice", Place::Room, "!mine"), None);
    let [Message { room, thread, .. }] = chat.elsewhere.as_slice() else {
        panic!("{:?}", chat.elsewhere);
    };
    assert_eq!((room.as_str(), thread), ("!alice:example.org", &None));
    let list = chat.elsewhere[0].plain();
    let link = format!("link=https://matrix.to/#/!other/{root}?via=example.org");
    assert!(list.contains(&link), "{list}");
    let list = chat.ask("bob", Place::Direct, "mine");
    assert!(list.starts_with("mine-others\n"), "{list}");
}

#[test]
fn a_direct_message_of_others_is_forgotten() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "help");
    let room = "!alice:example.org".to_owned();
    chat.happens(&lobby::Incoming::NotDirect { room });
    chat.restart();
    let refused = chat.ask("alice", Place::Room, "!mine");
    assert_eq!(refused, "mine-no-direct");
}

#[test]
fn the_longest_turn_comes_first() {
    let mut chat = Chat::new();
    chat.duel();
    chat.time += HOUR;
    let root = duel_in_other_room(&mut chat);
    chat.ask("alice", Place::Direct, "run");
    chat.time += HOUR;
    let mine = |chat: &mut Chat| chat.ask("alice", Place::Direct, "mine");
    let list = mine(&mut chat);
    assert_eq!(tables(&list), ["t1", "t2", "t3"], "{list}");
    assert!(list.contains(" table=t1 time=2h turns=0"), "{list}");
    // The turn that alice has now begins with bob's move.
    chat.restart();
    chat.ask("alice", Place::Room, "!t1 Gb2");
    let list = mine(&mut chat);
    assert_eq!(tables(&list), ["t2", "t3", "t1"], "{list}");
    chat.time += HOUR * 50;
    chat.ask("bob", Place::Room, "!t1 Gi2");
    let list = mine(&mut chat);
    assert_eq!(tables(&list), ["t2", "t1", "t3"], "{list}");
    assert!(list.contains(" time=2d "), "{list}");
    let next = chat.say("alice", Place::Direct, "mine next").unwrap();
    let text = next.plain();
    assert!(
        text.starts_with("mine-next game=gipf-basic opponent=bob table=t2\n"),
        "{text}"
    );
    assert!(text.contains("mine-play-there"), "{text}");
    let other = Place::OtherRoom(OTHER);
    chat.say("alice", other, "!t2 resign").unwrap();
    chat.say("alice", other, "!t2 resign").unwrap();
    assert_eq!(tables(&mine(&mut chat)), ["t1", "t3"], "{root} is over");
}

#[test]
fn the_shortest_time_left_comes_first() {
    let mut chat = Chat::new();
    chat.duel();
    chat.time += HOUR;
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white 3d");
    chat.ask("bob", Place::Room, "!accept");
    let list = chat.ask("alice", Place::Direct, "mine");
    assert_eq!(tables(&list), ["t2", "t1"], "{list}");
    assert!(list.contains("mine-game clock=left "), "{list}");
    assert!(list.contains(" time=3d "), "{list}");
}

#[test]
fn long_lists_end_with_a_count() {
    let mut chat = Chat::new();
    for _ in 0..23 {
        chat.ask("alice", Place::Room, "!play gipf-basic beginner white");
    }
    let list = chat.ask("alice", Place::Direct, "mine");
    assert_eq!(items(&list).len(), 20);
    assert!(list.ends_with("\nlist-more count=3"), "{list}");
    let list = chat.ask("bob", Place::Room, "!games @alice");
    assert!(list.ends_with("\nlist-more count=3"), "{list}");
}

#[test]
fn games_of_other_rooms_are_not_told() {
    let mut chat = Chat::new();
    duel_in_other_room(&mut chat);
    let ask = |chat: &mut Chat, who, place, line| chat.ask(who, place, line);
    let told = ask(&mut chat, "carol", Place::Room, "!games @alice");
    assert_eq!(told, "user-no-games name=alice");
    let told = ask(&mut chat, "bob", Place::Direct, "games @alice");
    assert!(
        told.starts_with("user-games-with-you name=alice\n"),
        "{told}"
    );
    let told = ask(&mut chat, "carol", Place::Direct, "games @alice");
    assert_eq!(told, "user-no-games-with-you name=alice prefix=!");
    // Nor who is private.
    ask(&mut chat, "alice", Place::Direct, "me off");
    for line in ["games @alice", "stats @alice"] {
        let told = ask(&mut chat, "bob", Place::Direct, line);
        assert_eq!(told, "user-private name=alice");
    }
    let told = ask(&mut chat, "alice", Place::OtherRoom(OTHER), "!games @alice");
    assert!(told.starts_with("user-games name=alice\n"), "{told}");
    chat.people.retain(|person| person.name != "alice");
    let told = ask(&mut chat, "bob", Place::OtherRoom(OTHER), "!games @alice");
    assert!(told.starts_with("person-unknown-name "), "{told}");
}

#[test]
fn requests_wait_for_their_answer() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "draw");
    let list = chat.ask("bob", Place::Direct, "mine");
    assert!(
        list.starts_with("mine-waiting\nmine-requested game=matrx "),
        "{list}"
    );
    assert!(list.contains(" request=draw "), "{list}");
    chat.ask("bob", Place::Thread(&root), "accept");
    chat.ask("bob", Place::Thread(&root), "rematch");
    let list = chat.ask("alice", Place::Direct, "mine");
    assert!(list.contains(" request=rematch "), "{list}");
    chat.ask("carol", Place::Room, "!challenge @alice zertz");
    let list = chat.ask("alice", Place::Direct, "mine");
    assert!(
        list.contains("\nmine-challenged game=zertz-basic "),
        "{list}"
    );
    assert_eq!(
        chat.ask("carol", Place::Direct, "mine"),
        "mine-nothing prefix=!"
    );
}

#[test]
fn a_game_stored_without_its_turn_is_listed() {
    let mut chat = Chat::new();
    chat.duel();
    let stored = serde_json::to_value(&chat.saved[&1]).unwrap();
    let mut old = stored.clone();
    old["stage"]["playing"]
        .as_object_mut()
        .unwrap()
        .remove("turn_start");
    assert_ne!(old, stored);
    chat.saved.insert(1, serde_json::from_value(old).unwrap());
    chat.restart();
    chat.time += SignedDuration::from_hours(5);
    let list = chat.ask("alice", Place::Direct, "mine");
    assert!(list.contains("clock=unknown"), "{list}");
}
