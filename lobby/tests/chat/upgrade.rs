//! Room upgrades.

use lobby::{
    Effect, Incoming, Lobby, Synced,
    access::{Access, Pattern},
    clocks::RoomAccess,
    job::{Job, JoinOutcome, Upgrade},
    saved::SavedStage,
    terms::End,
};

use crate::{
    access::with_access,
    clock_commands::challenged_jump,
    clocks::{DAY, MINUTE, game},
    room::{Chat, HOUR, Place, ROOM, settings},
};

const SUCCESSOR: &str = "!successor:example.org";

fn upgrade(chat: &mut Chat) -> Vec<lobby::Message> {
    let upgrade = Upgrade::new(ROOM, SUCCESSOR, "@alice:example.org");
    let said = chat.happens(&Incoming::Upgraded(upgrade));
    chat.restart();
    said
}

#[test]
fn games_go_on_in_the_successor() {
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
    assert_eq!(plain, "upgraded-moved first=t1 prefix=! tables=t1, t2");
    assert_eq!(moved.asked_by.as_deref(), Some("inviters"));
    assert_eq!(chat.saved[&1].room, SUCCESSOR);
    assert_ne!(chat.saved[&3].room, SUCCESSOR, "another room");

    let board = chat.say("bob", Place::OtherRoom(SUCCESSOR), "!t1 board");
    let board = board.unwrap().plain();
    assert!(board.contains("\n\ngipf-ask-gipf "), "{board}");
    assert!(board.ends_with(" player=bob seat=black"), "{board}");
    let step = chat
        .say("bob", Place::OtherRoom(SUCCESSOR), "!gi2")
        .unwrap();
    let thread = Some(chat.last_event());
    assert_eq!(step.thread, thread, "a thread of its own");
    assert_eq!(chat.saved[&1].thread, thread);
    let asked = step.plain();
    assert!(asked.contains("\n\ngipf-ask-gipf "), "{asked}");
    assert!(asked.ends_with(" player=alice seat=white"), "{asked}");
    let begun = chat.say("alice", Place::OtherRoom(SUCCESSOR), "!t2 accept");
    let begun = begun.unwrap().plain();
    assert!(begun.starts_with("duel-begun "), "{begun}");
    assert!(begun.contains("=carol "), "{begun}");
    assert_eq!(upgrade(&mut chat), [], "nothing is left behind");
}

#[test]
fn a_contest_keeps_its_thread_with_the_game() {
    let mut chat = Chat::new();
    challenged_jump(&mut chat, "gipf-basic", "1d");
    upgrade(&mut chat);
    for who in ["alice", "bob"] {
        chat.say(who, Place::OtherRoom(SUCCESSOR), "!t2 e1-e2");
    }
    let threads = [1, 2].map(|id| chat.saved[&id].thread.clone());
    assert!(
        threads[0].is_some() && threads[0] == threads[1],
        "{threads:?}"
    );
}

#[test]
fn idle_games_end_after_a_move_from_a_left_room() {
    for is_contested in [true, false] {
        let mut chat = Chat::new();
        if is_contested {
            challenged_jump(&mut chat, "ourselves", "1d");
        } else {
            game(&mut chat, "none");
        }
        chat.happens(&Incoming::RoomTooLarge { room: ROOM.into() });
        chat.wait(DAY);
        upgrade(&mut chat);
        let told = |said: Vec<lobby::Message>| said.first().map(lobby::Message::plain);
        let asked = told(chat.wait(DAY * 14)).expect("a question");
        assert!(!asked.contains("end-"), "{asked}");
        let ended = told(chat.wait(DAY * 14)).expect("the end");
        assert!(ended.contains("end-idle"), "{ended}");
    }
}

#[test]
fn a_flag_after_an_upgrade_makes_no_thread() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    upgrade(&mut chat);
    let said = chat.wait(HOUR);
    // It may have kept the player out for a while.
    assert!(said[0].plain().contains("end-abandoned"), "{said:?}");
    assert_eq!((said[0].room.as_str(), &said[0].thread), (SUCCESSOR, &None));
    assert_eq!(chat.saved[&1].thread, None);
}

#[test]
fn a_tombstone_excuses_nobody_after_a_turn_elsewhere() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.reject();
    chat.set_access("bob", RoomAccess::Closed);
    chat.sync();
    chat.players.clear();
    upgrade(&mut chat);
    let said = chat.wait(MINUTE);
    assert_eq!(said[0].room, SUCCESSOR);
    assert!(
        said[0].starts_clock.is_some(),
        "the board that was rejected"
    );
    chat.say("bob", Place::OtherRoom(SUCCESSOR), "!t1 i3-h3");
    chat.say("alice", Place::OtherRoom(SUCCESSOR), "!t1 a2-b3");
    chat.deliver();
    let said = chat.wait(HOUR);
    assert!(said[0].plain().contains("end-timed-out"), "{said:?}");
}

#[test]
fn games_end_without_access_to_the_successor() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.lost = vec![SUCCESSOR.to_owned()];
    let said = upgrade(&mut chat);
    let [ended] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_eq!(ended.room, ROOM);
    assert_eq!(ended.plain(), "upgraded-ended");
    let SavedStage::Over { end, .. } = &chat.saved[&1].stage else {
        panic!("{:?}", chat.saved[&1]);
    };
    assert_eq!(*end, End::Abandoned);
}

/// A room with a duel in which only alice may invite, and mallory is denied.
fn guarded() -> Chat {
    let user = |id| Pattern::user(id).unwrap();
    let mut chat = with_access(Access {
        invite: vec![user("@alice:example.org")],
        deny: vec![user("@mallory:example.org")],
        ..Access::default()
    });
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat
}

fn upgraded_by(chat: &mut Chat, sender: &str) -> Vec<String> {
    let upgrade = Upgrade::new(ROOM, SUCCESSOR, format!("@{sender}:example.org"));
    let said = chat.happens(&Incoming::Upgraded(upgrade));
    said.iter().map(|said| said.plain()).collect()
}

#[test]
fn tombstones_count_as_invitations_by_their_sender() {
    let mut chat = guarded();
    let said = upgraded_by(&mut chat, "bob");
    assert_eq!(said, ["upgraded-not-invited"]);
    assert_eq!(upgraded_by(&mut chat, "mallory"), [""; 0]);
    assert_eq!(chat.saved[&1].room, ROOM);
    assert!(matches!(chat.saved[&1].stage, SavedStage::Playing { .. }));
    assert_eq!(upgraded_by(&mut chat, "alice").len(), 1);
    assert_eq!(chat.saved[&1].room, SUCCESSOR);
}

#[test]
fn blocked_senders_move_no_games() {
    let mut chat = Chat::new();
    chat.duel();
    chat.tables = {
        let mut tables = Lobby::new(settings());
        tables.restore(chat.saved.values().cloned());
        let blocked = ("blocked/@bob:example.org".to_owned(), "true".to_owned());
        assert_eq!(tables.remember([], [], [blocked]), []);
        tables
    };
    assert_eq!(upgraded_by(&mut chat, "bob"), [""; 0]);
    assert_eq!(chat.saved[&1].room, ROOM);
}

#[test]
fn games_stay_if_the_successor_names_another_room() {
    let mut chat = guarded();
    let upgrade = Upgrade::new(ROOM, SUCCESSOR, "@alice:example.org");
    let joined = Incoming::SuccessorJoined(upgrade, JoinOutcome::NotSuccessor);
    let said = chat.happens(&joined);
    assert!(said.len() == 1 && said[0].room == ROOM, "{said:?}");
    assert_eq!(said[0].plain(), "upgraded-elsewhere");
    assert_eq!(chat.saved[&1].room, ROOM);
    assert!(matches!(chat.saved[&1].stage, SavedStage::Playing { .. }));
}

#[test]
fn games_stay_if_the_sender_may_not_invite() {
    let mut chat = guarded();
    chat.ask("alice", Place::Room, "!set prefix .");
    let upgrade = || Upgrade::new(ROOM, SUCCESSOR, "@alice:example.org");
    let refused = Incoming::SuccessorJoined(upgrade(), JoinOutcome::NotModerated);
    let said = chat.happens(&refused);
    assert!(said.len() == 1 && said[0].room == ROOM, "{said:?}");
    assert_eq!(said[0].plain(), "upgraded-not-moderated");
    assert_eq!(chat.saved[&1].room, ROOM);
    assert!(matches!(chat.saved[&1].stage, SavedStage::Playing { .. }));
    let unheard = chat.say("alice", Place::OtherRoom(SUCCESSOR), ".games");
    assert!(unheard.is_none(), "the prefix stays, too");
    let joined = Incoming::SuccessorJoined(upgrade(), JoinOutcome::Joined);
    chat.happens(&joined);
    chat.ask("alice", Place::OtherRoom(SUCCESSOR), ".games");
    let idle = chat.happens(&Incoming::SuccessorJoined(
        upgrade(),
        JoinOutcome::NotModerated,
    ));
    assert_eq!(idle, [], "no games are left to stay");
}

#[test]
fn settings_of_the_successor_outlive_an_upgrade() {
    let mut chat = Chat::new();
    chat.duel();
    let there = Place::OtherRoom(SUCCESSOR);
    chat.ask("alice", there, "!set boards wide");
    chat.ask("alice", Place::Room, "!set boards text");
    chat.ask("alice", Place::Room, "!set prefix .");
    let said = upgrade(&mut chat);
    assert_eq!(
        said[0].plain(),
        "upgraded-moved first=t1 prefix=! tables=t1"
    );
    let list = chat.ask("alice", there, "!settings");
    let boards = list.lines().find(|line| line.contains(" name=boards "));
    assert!(boards.unwrap().ends_with(" value=wide"), "{list}");
    // The old room keeps its own.
    chat.ask("alice", Place::Room, ".settings");
}

#[test]
fn ten_upgrades_an_hour_are_admitted() {
    let mut chat = guarded();
    let is_admitted = |chat: &mut Chat, room: &str, sender: &str| {
        let upgrade = Upgrade::new(room, SUCCESSOR, sender);
        let effects = chat.tables.handle(chat.time, &Incoming::Upgraded(upgrade));
        !effects.is_empty()
    };
    for _ in 0..10 {
        assert!(is_admitted(&mut chat, ROOM, "@alice:example.org"));
    }
    assert!(!is_admitted(&mut chat, ROOM, "@alice:example.org"));
    assert!(
        !is_admitted(&mut chat, ROOM, "@bob:example.org"),
        "the room counts"
    );
    chat.time += HOUR;
    assert!(is_admitted(&mut chat, ROOM, "@alice:example.org"));
}

#[test]
fn upgrades_beyond_the_quota_are_followed_later() {
    let mut chat = guarded();
    let upgrade = Upgrade::new(ROOM, SUCCESSOR, "@alice:example.org");
    let upgraded = Incoming::Upgraded(upgrade);
    let mut followed = 0;
    for _ in 0..20 {
        followed += chat.tables.handle(chat.time, &upgraded).len();
    }
    assert_eq!(followed, 10);
    let synced = |chat: &Chat| {
        Incoming::Synced(Synced {
            requested: chat.time,
            deleted_boards: Vec::new(),
            incomplete_rooms: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
        })
    };
    let joins = |chat: &mut Chat| {
        let effects = chat.tables.handle(chat.time, &synced(chat));
        let is_join = |effect: &&Effect| matches!(effect, Effect::Job(Job::JoinSuccessor(_)));
        effects.iter().filter(is_join).count()
    };
    assert_eq!(joins(&mut chat), 0);
    chat.time += HOUR;
    assert_eq!(joins(&mut chat), 1, "the newest of the room");
    assert_eq!(joins(&mut chat), 0);
}

#[test]
fn games_that_moved_have_threads_of_their_own() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("carol", Place::Room, "!play gipf-basic white level 1");
    upgrade(&mut chat);
    let there = Place::OtherRoom(SUCCESSOR);
    chat.say("bob", there, "!t1 Gi2").unwrap();
    let thread = chat.saved[&1].thread.clone();
    assert_eq!(thread, Some(chat.last_event()));
    let mut line = chat.line("carol", there, "!t2 e1-e3");
    line.thread.clone_from(&thread);
    chat.happens(&Incoming::Line(line));
    assert_eq!(chat.saved[&2].thread, None, "bob's thread is not taken");
    assert_eq!(chat.saved[&1].thread, thread);
}

#[test]
fn challenges_wait_a_day_for_their_people() {
    let mut chat = Chat::new();
    chat.ask("carol", Place::Room, "!challenge anyone");
    upgrade(&mut chat);
    let people = chat.people.clone();
    chat.people.retain(|person| person.name != "carol");
    let there = Place::OtherRoom(SUCCESSOR);
    let accept = |chat: &mut Chat| chat.say("alice", there, "!t1 accept").unwrap().plain();
    assert_eq!(accept(&mut chat), "challenge-not-followed from=carol");
    chat.wait(HOUR * 23);
    assert_eq!(accept(&mut chat), "challenge-not-followed from=carol");
    let mut followed = chat;
    followed.people = people;
    let begun = accept(&mut followed);
    assert!(begun.starts_with("duel-begun "), "{begun}");
}

#[test]
fn challenges_expire_a_day_after_an_upgrade() {
    let mut chat = Chat::new();
    chat.ask("carol", Place::Room, "!challenge anyone");
    upgrade(&mut chat);
    chat.people.retain(|person| person.name != "carol");
    chat.wait(HOUR * 24);
    let told = chat.say("alice", Place::OtherRoom(SUCCESSOR), "!t1 accept");
    let told = told.unwrap().plain();
    assert!(told.starts_with("challenge-gone "), "{told}");
}
