//! What admins can do, and nobody else.

use tables::{
    Access, Effect, Incoming, Message, Tables,
    access::{Pattern, Trust},
    admin::{AdminReport, AdminTask, AnswerTimes, RoomInfo, Status},
    errand::Errand,
    saved::SavedStage,
    terms::End,
};

use crate::room::{Chat, Place, ROOM, person, settings};

/// A chat that carol administers.
fn chat() -> Chat {
    let mut chat = Chat::new();
    chat.tables = tables(Some(ROOM));
    chat
}

fn tables(admin_room: Option<&str>) -> Tables {
    Tables::new(tables::Settings {
        access: Access {
            admin: vec![Pattern::user("@carol:*").unwrap()],
            admin_room: admin_room.map(str::to_owned),
            ..Access::default()
        },
        ..settings()
    })
}

#[test]
fn nobody_but_admins_knows_the_commands_of_admins() {
    let mut chat = chat();
    for line in [
        "status",
        "rooms",
        "leave !x:y",
        "block @bob:x",
        "announce hi",
        "shutdown",
    ] {
        let answer = chat.ask("alice", Place::Direct, line);
        let quiet = answer.contains("I don't know") || answer.contains("I keep quiet");
        assert!(quiet, "{line}: {answer}");
        chat.ask("alice", Place::Direct, "help");
    }
    assert!(
        !chat
            .ask("alice", Place::Direct, "help")
            .contains("shutdown")
    );
    let help = chat.ask("carol", Place::Direct, "help");
    assert!(help.contains("As an admin you can do more here"), "{help}");
    let help = chat.ask("carol", Place::Direct, "help commands");
    assert!(help.contains("`shutdown` stops me"), "{help}");
    assert!(
        chat.ask("carol", Place::Direct, "help block")
            .contains("`block")
    );
}

#[test]
fn admins_are_listened_to_in_private_and_in_the_admin_room_only() {
    let mut chat = chat();
    chat.ask("carol", Place::Direct, "block");
    let here = chat.ask("carol", Place::Room, "!block");
    assert_eq!(here, "Nobody is blocked.");
    assert_eq!(chat.say("carol", Place::Room, "block"), None);
    chat.tables = tables(None);
    let elsewhere = chat.ask("carol", Place::Room, "!block");
    assert!(elsewhere.contains("I don't know"), "{elsewhere}");
    // In the thread of a table, people talk.
    chat.tables = tables(Some(ROOM));
    let root = chat.duel();
    assert_eq!(chat.say("carol", Place::Thread(&root), "block"), None);
}

#[test]
fn a_form_that_is_wrong_is_explained() {
    let mut chat = chat();
    let answer = chat.ask("carol", Place::Direct, "leave");
    assert!(answer.contains("`leave ROOM-ID`"), "{answer}");
    let answer = chat.ask("carol", Place::Room, "!status now");
    assert!(
        answer.contains("“now”") && answer.contains("`!status`"),
        "{answer}"
    );
    let answer = chat.ask("carol", Place::Direct, "leave #room:x");
    assert!(answer.contains("no room id"), "{answer}");
    let answer = chat.ask("carol", Place::Direct, "block bob");
    assert!(answer.contains("no user id"), "{answer}");
}

#[test]
fn a_blocked_user_is_not_answered_also_after_a_restart() {
    let mut chat = chat();
    let bob = person("bob").id;
    let answer = chat.ask("carol", Place::Direct, &format!("block {bob}"));
    assert!(answer.starts_with("I do not answer @bob"), "{answer}");
    chat.restart();
    assert_eq!(chat.say("bob", Place::Direct, "help"), None);
    assert_eq!(chat.say("bob", Place::Room, "!help"), None);
    assert!(!chat.tables.may_invite(&bob, "!other"));
    assert_eq!(chat.tables.trust(&bob), Trust::Ignored);
    let refusal = chat.ask("alice", Place::Room, "!challenge @bob");
    assert!(refusal.starts_with("bob cannot play here"), "{refusal}");

    chat.tables = tables(None);
    let failed = chat.tables.remember([], [], chat.settings.clone());
    assert_eq!(failed, []);
    let list = chat.ask("carol", Place::Direct, "block");
    assert_eq!(list, format!("One user is blocked:\n{bob}"));
    let again = chat.ask("carol", Place::Direct, &format!("block {bob}"));
    assert!(again.contains("blocked already"), "{again}");
    chat.ask("carol", Place::Direct, &format!("unblock {bob}"));
    assert!(chat.settings.is_empty());
    assert_eq!(chat.tables.trust(&bob), Trust::Refused);
    assert_eq!(chat.tables.trust(&person("carol").id), Trust::Confirmed);
    assert!(chat.say("bob", Place::Direct, "help").is_some());
    let admin = chat.ask("carol", Place::Direct, "block @carol:example.org");
    assert!(admin.contains("is an admin"), "{admin}");
}

#[test]
fn an_announcement_reaches_rooms_with_open_tables() {
    let mut chat = chat();
    chat.duel();
    chat.ask("alice", Place::Direct, "run");
    let answer = chat.ask("carol", Place::Direct, "announce Down at <b>nine</b>.");
    assert_eq!(answer, "It is said in 2 rooms.");
    let rooms: Vec<&str> = chat
        .elsewhere
        .iter()
        .map(|said| said.room.as_str())
        .collect();
    assert_eq!(rooms, ["!alice:example.org", ROOM]);
    let html = chat.elsewhere[1].html();
    assert!(html.contains("Down at &lt;b&gt;nine&lt;/b&gt;."), "{html}");
}

#[test]
fn an_announcement_turns_and_hides_nothing() {
    let mut chat = chat();
    chat.duel();
    let marked = "announce \u{202e}Down\u{200b} at\u{0} nine\u{2069}\n\u{feff}for an hour.";
    chat.ask("carol", Place::Direct, marked);
    let said = chat.elsewhere[0].plain();
    assert!(said.contains("Down at nine\nfor an hour."), "{said:?}");
    let odd =
        |c: char| c != '\n' && (c.is_control() || "\u{202e}\u{200b}\u{2069}\u{feff}".contains(c));
    assert!(!said.contains(odd), "{said:?}");
    let nothing = chat.ask("carol", Place::Direct, "announce \u{202e}");
    assert!(nothing.contains("Something is missing"), "{nothing}");
}

#[test]
fn leaving_a_room_ends_its_tables_and_says_goodbye_first() {
    let mut chat = chat();
    let root = chat.duel();
    chat.ask("alice", Place::Room, "!challenge anyone");
    let effects = chat.effects("carol", Place::Direct, &format!("leave {ROOM}"));
    let [first, second, Effect::Say(goodbye), Effect::Errand(errand)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    for (effect, is_over) in [(first, true), (second, false)] {
        let Effect::Save(saved) = effect else {
            panic!("{effect:?}");
        };
        let abandoned = matches!(
            saved.stage,
            SavedStage::Over {
                end: End::Abandoned,
                ..
            }
        );
        assert_eq!(abandoned, is_over, "{saved:?}");
    }
    assert_eq!(goodbye.room, ROOM);
    assert!(goodbye.plain().contains("2 tables"), "{goodbye:?}");
    let Errand::Administer(wish) = errand else {
        panic!("{errand:?}");
    };
    assert_eq!(wish.task, AdminTask::Leave(ROOM.into()));
    let done = Incoming::Administered(wish.clone(), AdminReport::Left);
    assert_eq!(
        told(chat.tables.handle(chat.time, &done)),
        format!("I have left {ROOM}.")
    );
    let board = chat.ask("alice", Place::Thread(&root), "board");
    assert!(board.contains("ended without a winner"), "{board}");
    let own = chat.ask("carol", Place::Direct, "leave !carol:example.org");
    assert!(own.contains("That is this room"), "{own}");
}

fn told(effects: Vec<Effect>) -> String {
    let [Effect::Say(message)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    Message::plain(message)
}

#[test]
fn status_and_rooms_tell_what_is_found_out() {
    let mut chat = chat();
    chat.duel();
    chat.ask("alice", Place::Room, "!challenge anyone");
    let mut find_out = |line: &str, report: AdminReport| {
        let effects = chat.effects("carol", Place::Direct, line);
        let [Effect::Errand(Errand::Administer(wish))] = effects.as_slice() else {
            panic!("{effects:?}");
        };
        let done = Incoming::Administered(wish.clone(), report);
        told(chat.tables.handle(chat.time, &done))
    };
    let status = find_out(
        "status",
        AdminReport::Status(Status {
            version: "1.2.3".into(),
            uptime: 93_784,
            synced: 61,
            sync_age: Some(12),
            rooms: 4,
            commands: 345,
            answers: Some(AnswerTimes {
                median: 89,
                slow: 210,
            }),
            outgoing: 5,
            undecrypted: 6,
            decrypt_failures: 7,
        }),
    );
    assert_eq!(
        status,
        "Icebreaker 1.2.3, running for 1 d 2 h 3 min; the homeserver has been answering for 0 d 0 h \
         1 min.\nRooms: 4. Games: 1. Open challenges: 1. Blocked users: 0.\nCommands answered since \
         the start: 345. Of the newest answers, half were there within 89 ms, 99 of 100 within 210 \
         ms.\nLast heard of the homeserver 12 s ago. Messages to be sent: 5.\nEvents waiting for \
         keys: 6; whose key was late since the start: 7."
    );
    let fresh = find_out("status", AdminReport::Status(Status::default()));
    assert!(fresh.contains("No answer has been timed yet."), "{fresh}");
    let info = |id: &str, name: &str| RoomInfo {
        id: id.into(),
        name: name.into(),
        members: 3,
    };
    let rooms = vec![info(ROOM, "The \u{202e}Club"), info("!b:x", "Empty")];
    assert_eq!(
        find_out("rooms", AdminReport::Rooms(rooms)),
        format!(
            "I am in 2 rooms:\n`{ROOM}` The Club, 3 members, 2 open tables\n`!b:x` Empty, 3 members, \
             no open table"
        )
    );
    let many = (0..60).map(|n| info(&format!("!{n}"), "x")).collect();
    let rooms = find_out("rooms", AdminReport::Rooms(many));
    assert!(rooms.ends_with("… and 10 more."), "{rooms}");
    let failed = find_out("status", AdminReport::Failed);
    assert!(failed.contains("The log says more"), "{failed}");
}

#[test]
fn a_shutdown_is_answered_before_it_comes() {
    let mut chat = chat();
    let effects = chat.effects("carol", Place::Direct, "shutdown");
    let [Effect::Say(said), Effect::Stop] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert!(said.plain().starts_with("I stop"), "{said:?}");
}

#[test]
fn an_admin_moves_the_games_of_a_lost_room() {
    let mut chat = chat();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    let line = format!("move-games {ROOM} !new:example.org");
    for report in [AdminReport::NotThere, AdminReport::There] {
        let effects = chat.effects("carol", Place::Direct, &line);
        let [Effect::Errand(Errand::Administer(wish))] = effects.as_slice() else {
            panic!("{effects:?}");
        };
        let done = Incoming::Administered(wish.clone(), report.clone());
        let said = chat.happens(&done);
        let is_moved = report == AdminReport::There;
        assert_eq!(chat.saved[&1].room != ROOM, is_moved);
        assert_eq!(said.len(), if is_moved { 2 } else { 1 }, "{said:?}");
    }
    let none = chat.ask("carol", Place::Direct, &line);
    assert!(none.contains("No games are open"), "{none}");
    let step = chat.say("bob", Place::OtherRoom("!new:example.org"), "!t1 Gi2");
    assert!(step.unwrap().plain().contains("alice (White), your turn"));
}
