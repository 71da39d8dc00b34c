//! Players who leave the room or change their name.

use jiff::SignedDuration;
use lobby::{Incoming, saved::SavedStage, terms::End};

use crate::room::{Chat, Place, ROOM, person};

/// Removes somebody from the room.
fn without(chat: &mut Chat, name: &str) {
    let left = person(name);
    chat.people.retain(|person| *person != left);
}

#[test]
fn accepting_a_challenge_of_a_leaver_drops_it() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob");
    without(&mut chat, "alice");
    let answer = chat.ask("bob", Place::Room, "!accept");
    assert_eq!(
        answer,
        "challenge-gone again=@alice:example.org matrx from=alice prefix=! table=t1"
    );
    assert!(matches!(chat.saved[&1].stage, SavedStage::Lapsed(_)));
    let list = chat.ask("bob", Place::Room, "!tables");
    assert_eq!(list, "list-nothing prefix=!");
}

#[test]
fn a_game_without_an_opponent_can_be_ended() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    without(&mut chat, "bob");
    let answer = chat.ask("alice", Place::Thread(&root), "takeback");
    assert_eq!(answer, "offer-opponent-left other=bob");
    let asked = chat.say("alice", Place::Thread(&root), "draw").unwrap();
    let told = asked.plain();
    assert!(told.starts_with("draw-absent other=bob until="), "{told}");
    assert_eq!(asked.mentions, [person("bob").id]);
    chat.wait(SignedDuration::from_hours(23));
    chat.restart();
    without(&mut chat, "bob");
    let asked = chat.ask("alice", Place::Thread(&root), "draw");
    assert_eq!(asked, told);
    chat.wait(SignedDuration::from_hours(1));
    let ended = chat.ask("alice", Place::Thread(&root), "draw");
    assert!(ended.contains("\nend-abandoned\n"), "{ended}");
    let SavedStage::Over { end, .. } = &chat.saved[&1].stage else {
        panic!("{:?}", chat.saved[&1]);
    };
    assert_eq!(*end, End::Abandoned);
    chat.restart();
    let board = chat.ask("alice", Place::Thread(&root), "board");
    assert!(board.contains("\nend-abandoned\n"), "{board}");
    let again = chat.ask("alice", Place::Thread(&root), "rematch");
    assert_eq!(again, "rematch-left");
}

#[test]
fn no_rematch_begins_without_its_asker() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for line in ["resign", "yes", "rematch"] {
        chat.ask("alice", Place::Thread(&root), line);
    }
    without(&mut chat, "alice");
    let refused = chat.ask("bob", Place::Thread(&root), "accept");
    assert_eq!(refused, "rematch-left");
}

#[test]
fn a_room_without_bot_has_no_open_tables() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.ask("alice", Place::Direct, "run");
    let refused = chat.ask("bob", Place::Direct, "forget me");
    assert_eq!(refused, "forget-sure prefix= tables=t1");
    // Such events may come twice, and also for rooms with a mere invitation.
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
    assert_eq!(sure, "forget-sure prefix= tables=none");
    // The bot was invited again.
    let board = chat.ask("alice", Place::Thread(&root), "board");
    assert!(board.contains("\nend-abandoned\n"), "{board}");
}

#[test]
fn a_player_who_comes_back_plays_on() {
    let mut chat = Chat::new();
    let root = chat.duel();
    without(&mut chat, "bob");
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.people.push(person("bob"));
    let board = chat.ask("bob", Place::Thread(&root), "Gb3");
    assert!(board.contains("\ngipf-ask-gipf "), "{board}");
    assert!(board.ends_with(" player=alice seat=white"), "{board}");
}

#[test]
fn tables_show_the_names_that_players_have_now() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for person in &mut chat.people {
        if person.name == "bob" {
            person.name = "\u{202e}Bobby <Lobby>`".into();
        }
    }
    let board = chat.say("alice", Place::Thread(&root), "Gb2").unwrap();
    let plain = board.plain();
    assert!(
        plain.ends_with(" player=Bobby <Lobby> seat=black"),
        "{plain}"
    );
    let html = board.html();
    assert!(
        html.contains("player=Bobby &lt;Lobby&gt; seat=black"),
        "{html}"
    );
}

#[test]
fn an_opponent_who_returns_is_asked_for_a_draw() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let people = chat.people.clone();
    without(&mut chat, "bob");
    chat.ask("alice", thread, "draw");
    let present = std::mem::replace(&mut chat.people, people.clone());
    assert_eq!(chat.say("bob", Place::Room, "I'm back"), None);
    chat.people.clone_from(&present);
    chat.wait(SignedDuration::from_hours(25));
    let asked = chat.ask("alice", thread, "draw");
    assert!(asked.starts_with("draw-absent "), "{asked}");
    chat.people = people;
    chat.wait(SignedDuration::from_hours(25));
    let offered = chat.ask("alice", thread, "draw");
    assert!(offered.starts_with("draw-offered "), "{offered}");
    // An open offer does not end the absence.
    chat.people = present;
    chat.ask("alice", thread, "Gb2");
    let asked = chat.ask("alice", thread, "draw");
    assert!(asked.starts_with("draw-absent "), "{asked}");
    chat.wait(SignedDuration::from_hours(24));
    let ended = chat.ask("alice", thread, "draw");
    assert!(ended.contains("\nend-abandoned\n"), "{ended}");
}

#[test]
fn duels_with_blocked_players_can_be_ended() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    let blocked = "blocked/@bob:example.org".to_owned();
    chat.settings.insert(blocked, "true".to_owned());
    chat.restart();
    let answer = chat.ask("alice", Place::Thread(&root), "takeback");
    assert_eq!(answer, "offer-opponent-left other=bob");
    let ended = chat.ask("alice", Place::Thread(&root), "draw");
    assert!(ended.contains("\nend-abandoned\n"), "{ended}");
}
