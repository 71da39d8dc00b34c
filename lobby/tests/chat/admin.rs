//! Admin commands.

use lobby::{
    Access, Effect, Incoming, Lobby, Message,
    access::{Pattern, Trust},
    admin::{AdminAction, AdminReport, AnswerTimes, RoomInfo, Status},
    job::Job,
    saved::SavedStage,
    terms::End,
};

use crate::room::{Chat, Place, ROOM, person, settings};

/// A chat with carol as admin.
fn chat() -> Chat {
    let mut chat = Chat::new();
    chat.tables = tables(Some(ROOM));
    chat
}

fn tables(admin_room: Option<&str>) -> Lobby {
    Lobby::new(lobby::Settings {
        access: Access {
            admin: vec![Pattern::user("@carol:*").unwrap()],
            admin_room: admin_room.map(str::to_owned),
            ..Access::default()
        },
        ..settings()
    })
}

#[test]
fn only_admins_have_the_commands_of_admins() {
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
        let word = line.split(' ').next().unwrap();
        let near = match word {
            "block" => "clock",
            "status" => "stats",
            _ => "none",
        };
        assert_eq!(
            answer,
            format!("command-unknown near={near} prefix= word={word}")
        );
        chat.ask("alice", Place::Direct, "help");
    }
    for line in ["help", "help commands"] {
        let help = chat.ask("alice", Place::Direct, line);
        assert!(!help.contains("shutdown"), "{help}");
        assert!(!help.contains("help-admin"), "{help}");
    }
    let help = chat.ask("carol", Place::Direct, "help");
    assert!(help.ends_with("\nhelp-admin-more"), "{help}");
    let help = chat.ask("carol", Place::Direct, "help commands");
    assert!(help.contains("`shutdown`"), "{help}");
    let help = chat.ask("carol", Place::Direct, "help block");
    let line = "help-line form=block [USER-ID] what=help-block\n";
    assert!(help.starts_with(line), "{help}");
}

#[test]
fn admins_command_in_private_and_the_admin_room() {
    let mut chat = chat();
    chat.ask("carol", Place::Direct, "block");
    let here = chat.ask("carol", Place::Room, "!block");
    assert_eq!(here, "admin-blocked-list count=0");
    assert_eq!(chat.say("carol", Place::Room, "block"), None);
    chat.tables = tables(None);
    let elsewhere = chat.ask("carol", Place::Room, "!block");
    assert_eq!(elsewhere, "command-unknown near=clock prefix=! word=block");
    // In the thread of a table, the same words are talk between people.
    chat.tables = tables(Some(ROOM));
    let root = chat.duel();
    assert_eq!(chat.say("carol", Place::Thread(&root), "block"), None);
}

#[test]
fn a_wrong_form_is_explained() {
    let mut chat = chat();
    let answer = chat.ask("carol", Place::Direct, "leave");
    assert_eq!(answer, "command-too-little form=leave ROOM-ID prefix=");
    let answer = chat.ask("carol", Place::Room, "!status now");
    assert_eq!(answer, "command-too-much extra=now form=status prefix=!");
    let answer = chat.ask("carol", Place::Direct, "leave #room:x");
    assert_eq!(answer, "admin-no-room-id room=#room:x");
    for user in ["bob", "@*:example.org"] {
        let answer = chat.ask("carol", Place::Direct, &format!("block {user}"));
        assert_eq!(answer, format!("admin-no-user-id user={user}"));
    }
}

#[test]
fn a_blocked_user_stays_unanswered_after_a_restart() {
    let mut chat = chat();
    let bob = person("bob").id;
    let answer = chat.ask("carol", Place::Direct, &format!("block {bob}"));
    assert_eq!(answer, format!("admin-blocked user={bob}"));
    chat.restart();
    assert_eq!(chat.say("bob", Place::Direct, "help"), None);
    assert_eq!(chat.say("bob", Place::Room, "!help"), None);
    assert!(!chat.tables.may_invite(&bob, "!other"));
    assert_eq!(chat.tables.trust(&bob), Trust::Ignored);
    let refusal = chat.ask("alice", Place::Room, "!challenge @bob");
    assert_eq!(refusal, "access-other-may-not-play name=bob");

    chat.tables = tables(None);
    let failed = chat.tables.remember([], [], chat.settings.clone());
    assert_eq!(failed, []);
    let list = chat.ask("carol", Place::Direct, "block");
    assert_eq!(list, format!("admin-blocked-list count=1\n{bob}"));
    let again = chat.ask("carol", Place::Direct, &format!("block {bob}"));
    assert_eq!(again, format!("admin-blocked-already user={bob}"));
    chat.ask("carol", Place::Direct, &format!("unblock {bob}"));
    assert!(!chat.settings.keys().any(|key| key.starts_with("blocked/")));
    assert_eq!(chat.tables.trust(&bob), Trust::Refused);
    assert_eq!(chat.tables.trust(&person("carol").id), Trust::Confirmed);
    assert!(chat.say("bob", Place::Direct, "help").is_some());
    let admin = chat.ask("carol", Place::Direct, "block @carol:example.org");
    assert_eq!(admin, "admin-block-admin user=@carol:example.org");
}

#[test]
fn an_announcement_reaches_rooms_with_open_tables() {
    let mut chat = chat();
    chat.duel();
    chat.ask("alice", Place::Direct, "run");
    let answer = chat.ask("carol", Place::Direct, "announce Down at <b>nine</b>.");
    assert_eq!(answer, "admin-announced count=2");
    let rooms: Vec<&str> = chat
        .elsewhere
        .iter()
        .map(|said| said.room.as_str())
        .collect();
    assert_eq!(rooms, ["!alice:example.org", ROOM]);
    // They don't count as answers to the admin.
    let mut announced = chat.elsewhere.iter();
    assert!(announced.all(|said| said.asked_by.as_deref() == Some("announcements")));
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
    assert_eq!(nothing, "command-too-little form=announce TEXT prefix=");
}

#[test]
fn a_room_without_tables_is_left_silently() {
    let mut chat = chat();
    chat.ask("bob", Place::Room, "!day on");
    chat.ask("carol", Place::Direct, "help");
    let effects = chat.effects("carol", Place::Direct, &format!("leave {ROOM}"));
    let is_said = |effect: &Effect| matches!(effect, Effect::SendMessage(_));
    assert!(!effects.iter().any(is_said), "{effects:?}");
    assert_eq!(effects.len(), 2, "the setting and the leave: {effects:?}");
}

#[test]
fn leaving_a_room_ends_its_tables_after_goodbye() {
    let mut chat = chat();
    let root = chat.duel();
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.ask("carol", Place::Direct, "help");
    let effects = chat.effects("carol", Place::Direct, &format!("leave {ROOM}"));
    let [
        first,
        second,
        Effect::SendMessage(goodbye),
        Effect::Job(job),
    ] = effects.as_slice()
    else {
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
    assert_eq!(goodbye.plain(), "admin-goodbye count=2 runs=0");
    let Job::Administer(request) = job else {
        panic!("{job:?}");
    };
    assert_eq!(request.task, AdminAction::Leave(ROOM.into()));
    let done = Incoming::Administered(request.clone(), AdminReport::Left);
    assert_eq!(
        told(chat.tables.handle(chat.time, &done)),
        format!("admin-left-room room={ROOM}")
    );
    let board = chat.ask("alice", Place::Thread(&root), "board");
    assert!(board.contains("\nend-abandoned\n"), "{board}");
    let own = chat.ask("carol", Place::Direct, "leave !carol:example.org");
    assert_eq!(own, "admin-leave-here");
}

fn told(effects: Vec<Effect>) -> String {
    let [Effect::SendMessage(message)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    Message::plain(message)
}

#[test]
fn status_and_rooms_report_the_findings() {
    let mut chat = chat();
    chat.duel();
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.ask("carol", Place::Direct, "help");
    let mut find_out = |line: &str, report: AdminReport| {
        let effects = chat.effects("carol", Place::Direct, line);
        let [Effect::Job(Job::Administer(request))] = effects.as_slice() else {
            panic!("{effects:?}");
        };
        let done = Incoming::Administered(request.clone(), report);
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
        "admin-status blocked=0 challenges=1 commands=345 days=1 games=1 hours=2 late=7 median=89 \
         minutes=3 outgoing=5 rooms=4 slow=210 syncage=12 syncdays=0 synchours=0 syncminutes=1 \
         timed=1 undecrypted=6 version=1.2.3"
    );
    let fresh = find_out("status", AdminReport::Status(Status::default()));
    assert!(fresh.contains(" timed=0 "), "{fresh}");
    let info = |id: &str, name: &str| RoomInfo {
        id: id.into(),
        name: name.into(),
        members: 3,
    };
    let rooms = vec![info(ROOM, "The \u{202e}Club"), info("!b:x", "Empty")];
    assert_eq!(
        find_out("rooms", AdminReport::Rooms(rooms)),
        format!(
            "admin-rooms count=2\nadmin-room-line members=3 name=The Club room={ROOM} tables=2\n\
             admin-room-line members=3 name=Empty room=!b:x tables=0"
        )
    );
    let many = (0..60).map(|n| info(&format!("!{n}"), "x"));
    let many = many.chain([info(ROOM, "Club")]).collect();
    let rooms = find_out("rooms", AdminReport::Rooms(many));
    assert!(rooms.ends_with("\nadmin-and-more count=11"), "{rooms}");
    let first = rooms.lines().nth(1).unwrap();
    assert!(first.ends_with(" tables=2"), "{first}");
    let failed = find_out("status", AdminReport::Failed);
    assert_eq!(failed, "admin-failed");
}

#[test]
fn a_shutdown_is_answered_before_it_comes() {
    let mut chat = chat();
    chat.ask("carol", Place::Direct, "help");
    let effects = chat.effects("carol", Place::Direct, "shutdown");
    let [Effect::SendMessage(said), Effect::Stop] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(said.plain(), "admin-shutting-down");
}

#[test]
fn an_admin_moves_games_of_a_lost_room() {
    let mut chat = chat();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("carol", Place::Direct, "help");
    let line = format!("move-games {ROOM} !new:example.org");
    for report in [AdminReport::NotThere, AdminReport::There] {
        let effects = chat.effects("carol", Place::Direct, &line);
        let [Effect::Job(Job::Administer(request))] = effects.as_slice() else {
            panic!("{effects:?}");
        };
        let done = Incoming::Administered(request.clone(), report.clone());
        let said = chat.happens(&done);
        let is_moved = report == AdminReport::There;
        assert_eq!(chat.saved[&1].room != ROOM, is_moved);
        assert_eq!(said.len(), if is_moved { 2 } else { 1 }, "{said:?}");
    }
    let none = chat.ask("carol", Place::Direct, &line);
    assert_eq!(none, format!("admin-no-games-to-move room={ROOM}"));
    let step = chat.say("bob", Place::OtherRoom("!new:example.org"), "!t1 Gi2");
    let step = step.unwrap().plain();
    assert!(step.contains("\ngipf-ask-gipf "), "{step}");
    assert!(step.ends_with(" player=alice seat=white"), "{step}");
}

#[test]
fn games_stay_in_direct_messages() {
    let mut chat = chat();
    chat.duel();
    for user in ["carol", "dave"] {
        chat.ask(user, Place::Direct, "help");
    }
    chat.ask("dave", Place::Direct, "run");
    let (carol, dave) = ("!carol:example.org", "!dave:example.org");
    for (from, to, expected) in [
        (
            ROOM,
            dave,
            format!("admin-games-not-moved-to-direct room={ROOM} to={dave}"),
        ),
        (
            dave,
            carol,
            format!("admin-games-not-moved-to-direct room={dave} to={carol}"),
        ),
        (
            dave,
            ROOM,
            format!("admin-direct-games-not-moved room={dave}"),
        ),
    ] {
        let line = format!("move-games {from} {to}");
        let refused = chat.ask("carol", Place::Direct, &line);
        assert_eq!(refused, expected);
    }
    // Dave writes in a new direct message, and his run follows.
    let new = "!new:example.org";
    chat.ask("dave", Place::OtherDirect(new), "help");
    let line = format!("move-games {dave} {new}");
    let effects = chat.effects("carol", Place::Direct, &line);
    assert!(
        matches!(effects.as_slice(), [Effect::Job(_)]),
        "{effects:?}"
    );
}
