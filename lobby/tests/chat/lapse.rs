//! Expiry of challenges, and their limits.

use jiff::SignedDuration;
use lobby::{Access, Effect, Incoming, Limits, Line, Settings, access::Pattern, saved::SavedStage};

use crate::room::{Chat, NOON, Place, ROOM, person, settings};

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The default settings without rate limits.
fn usual() -> Settings {
    Settings {
        limits: Limits {
            user: Limits::UNLIMITED.user,
            room: Limits::UNLIMITED.room,
            ..Limits::default()
        },
        ..settings()
    }
}

fn denying(user: &str) -> Settings {
    let mut settings = usual();
    settings.access.deny = vec![Pattern::user(user).unwrap()];
    settings
}

/// A chat of alice, bob, carol and some more people with the default limits.
fn chat() -> Chat {
    let mut chat = Chat::new();
    chat.people
        .extend(["dave", "erin", "frank", "mallory"].map(person));
    chat.restart_with(usual());
    chat
}

fn has_lapsed(chat: &Chat, table: u32) -> bool {
    matches!(chat.saved[&table].stage, SavedStage::Lapsed(_))
}

/// The open challenges of a room, by number.
fn waiting(chat: &Chat) -> Vec<u32> {
    let waiting = chat
        .saved
        .values()
        .filter(|saved| matches!(saved.stage, SavedStage::Challenge(_)));
    waiting.map(|saved| saved.id).collect()
}

/// Makes as many challenges as possible; returns the last reply.
fn spams(chat: &mut Chat, who: &str) -> String {
    let mut last = String::new();
    for _ in 0..12 {
        last = chat.ask(who, Place::Room, "!challenge anyone");
    }
    last
}

#[test]
fn challenges_of_one_user_block_no_room() {
    let mut chat = chat();
    let refused = spams(&mut chat, "mallory");
    assert_eq!(refused, "limit-own-challenges limit=3");
    assert_eq!(waiting(&chat), [1, 2, 3]);
    for who in ["alice", "bob", "carol"] {
        let asked = chat.ask(who, Place::Room, "!challenge anyone");
        let anyone = format!("challenge-made-anyone from={who} ");
        assert!(asked.starts_with(&anyone), "{asked}");
    }
    // After one is withdrawn, another is possible.
    chat.ask("mallory", Place::Room, "!t2 withdraw");
    let asked = chat.ask("mallory", Place::Room, "!challenge @bob");
    assert!(asked.starts_with("challenge-made from=mallory "), "{asked}");
    // Another room has its own count.
    let line = Line {
        room: "!other:example.org".into(),
        direct: false,
        may_change_room: false,
        event: "$other".into(),
        thread: None,
        sender: person("mallory"),
        people: chat.people.clone().into(),
        by_name: false,
        body: "!challenge anyone".into(),
        received: None,
        delivered: None,
        sent: None,
        seed: [7; 32],
    };
    let effects = chat.tables.handle(chat.time, &Incoming::Line(line));
    assert!(matches!(effects[0], Effect::Save(_)), "{effects:?}");
}

#[test]
fn a_full_room_has_room_for_first_challenges() {
    let mut chat = chat();
    for who in ["mallory", "erin", "frank", "dave"] {
        spams(&mut chat, who);
    }
    assert_eq!(waiting(&chat), (1..=10).collect::<Vec<_>>());
    let asked = chat.ask("alice", Place::Room, "!challenge anyone");
    assert!(
        asked.starts_with("challenge-made-anyone from=alice "),
        "{asked}"
    );
    assert!(has_lapsed(&chat, 1), "the oldest of who has most");
    assert_eq!(waiting(&chat), (2..=11).collect::<Vec<_>>());
    // Nobody's challenge is evicted for a second one, nor for one of the user who lost the oldest.
    for who in ["alice", "mallory"] {
        let refused = chat.ask(who, Place::Room, "!challenge anyone");
        assert_eq!(refused, "limit-challenges limit=10", "{who}");
    }
    chat.ask("bob", Place::Room, "!challenge anyone");
    assert!(has_lapsed(&chat, 4));
    // A user's only challenge is not evicted.
    assert!(waiting(&chat).contains(&10) && waiting(&chat).contains(&11));
    let before = chat.saved.clone();
    chat.restart_with(usual());
    let told = chat.ask("bob", Place::Room, "!t1 accept");
    let lapsed = "challenge-lapsed again=@mallory:example.org matrx from=mallory prefix=! table=t1";
    assert_eq!(told, lapsed);
    assert_eq!(chat.saved, before);
}

#[test]
fn a_full_room_keeps_each_users_only_challenge() {
    let mut chat = chat();
    let mut settings = usual();
    settings.limits.room_challenges = 2;
    chat.restart_with(settings);
    for who in ["alice", "bob"] {
        chat.ask(who, Place::Room, "!challenge anyone");
    }
    let second = chat.ask("alice", Place::Room, "!challenge anyone");
    assert_eq!(second, "limit-challenges limit=2");
    for who in ["carol", "dave"] {
        let asked = chat.ask(who, Place::Room, "!challenge anyone");
        assert!(asked.starts_with("challenge-made-anyone "), "{asked}");
    }
    let refused = chat.ask("erin", Place::Room, "!challenge anyone");
    assert_eq!(refused, "limit-challenges limit=4");
    assert_eq!(waiting(&chat), [1, 2, 3, 4]);
}

#[test]
fn a_late_answer_hears_that_the_challenge_lapsed() {
    let mut chat = chat();
    chat.ask(
        "alice",
        Place::Room,
        "!challenge @bob gipf-standard white zertz 3 tamsk 4",
    );
    let root = chat.last_event();
    let asked_at = chat.time;
    chat.time = asked_at + DAY * 7 - SignedDuration::from_secs(2);
    chat.restart_with(usual());
    let list = chat.ask("carol", Place::Room, "!tables");
    assert_eq!(
        list,
        "list-open\nlist-challenge from=alice game=gipf-standard options=zertz=3,tamsk=4 table=t1 to=bob"
    );
    // A second later it expires, on any line of anybody and without a message.
    assert_eq!(chat.say("carol", Place::Room, "good morning"), None);
    assert!(has_lapsed(&chat, 1));
    for _ in 0..2 {
        let list = chat.ask("carol", Place::Room, "!tables");
        assert_eq!(list, "list-nothing prefix=!");
        for (place, line) in [
            (Place::Room, "!accept"),
            (Place::Room, "!t1 accept"),
            (Place::Room, "!decline"),
            (Place::Thread(&root), "accept"),
        ] {
            let told = chat.ask("bob", place, line);
            assert_eq!(
                told,
                "challenge-lapsed again=@alice:example.org gipf-standard black zertz=3,tamsk=4 \
                 from=alice prefix=! table=t1"
            );
        }
        let told = chat.ask("alice", Place::Room, "!t1 accept");
        assert_eq!(
            told,
            "challenge-lapsed again=@bob:example.org gipf-standard white zertz=3,tamsk=4 \
             from=alice prefix=! table=t1"
        );
        let told = chat.ask("alice", Place::Room, "!t1 withdraw");
        assert_eq!(told, "nothing-to-withdraw");
        let told = chat.ask("carol", Place::Room, "!accept");
        assert_eq!(told, "table-not-found prefix=!");
        for line in ["board", "rematch", "b2", "resign"] {
            let told = chat.ask("bob", Place::Room, &format!("!t1 {line}"));
            assert_eq!(told, "table-not-begun", "{line}");
        }
        chat.restart_with(usual());
    }
    // The suggested command makes the same challenge.
    let anew = "!challenge @alice:example.org gipf-standard black zertz=3,tamsk=4";
    let asked = chat.say("bob", Place::Thread(&root), anew).unwrap();
    assert_eq!(asked.thread.as_ref(), Some(&root));
    let begun = chat.ask("alice", Place::Thread(&root), "accept");
    let told = "duel-begun black=bob game=gipf-standard table=t2 white=alice\n";
    assert!(begun.starts_with(told), "{begun}");
    // An expired challenge is not kept for ever.
    chat.time = asked_at + DAY * 14;
    assert_eq!(chat.tick(), []);
    assert_eq!(chat.saved[&1].stage, SavedStage::Dropped);
    let told = chat.ask("bob", Place::Room, "!t1 accept");
    assert_eq!(told, "table-unknown table=t1");
}

#[test]
fn a_challenge_lapses_at_midnight_where_nobody_writes() {
    let mut chat = chat();
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.ask("mallory", Place::Room, "!day on");
    chat.time += DAY * 3;
    assert_eq!(chat.tick(), []);
    assert_eq!(waiting(&chat), [1]);
    chat.time += DAY * 4;
    assert_eq!(chat.tick(), []);
    assert!(has_lapsed(&chat, 1));
    assert_eq!(chat.tables.tally().challenges, 0);
}

#[test]
fn the_lifetime_of_challenges_is_configured() {
    let mut chat = chat();
    let mut settings = usual();
    settings.limits.challenge_days = 1;
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.time += DAY * 2;
    assert_eq!(chat.tick(), []);
    assert_eq!(waiting(&chat), [1]);
    chat.restart_with(settings);
    assert_eq!(chat.tick(), []);
    assert!(has_lapsed(&chat, 1));
}

#[test]
fn the_suggested_challenge_has_the_same_clock() {
    for (clock, suggested) in [("3d strict", "3d strict"), ("none", "none"), ("", "2d")] {
        let mut chat = chat();
        chat.ask("alice", Place::Room, "!clock 2d");
        chat.ask(
            "alice",
            Place::Room,
            format!("!challenge @bob {clock}").trim(),
        );
        chat.time += DAY * 8;
        let told = chat.ask("bob", Place::Room, "!accept");
        let again = format!("challenge-lapsed again=@alice:example.org matrx {suggested} from=");
        assert!(told.starts_with(&again), "{told}");
    }
}

#[test]
fn challenges_lapse_when_a_user_leaves() {
    for left in ["mallory", "bob"] {
        let mut chat = chat();
        chat.ask("mallory", Place::Room, "!challenge @bob");
        chat.ask("mallory", Place::Room, "!challenge anyone");
        chat.ask("alice", Place::Room, "!challenge anyone");
        let root = chat.last_event();
        chat.people.retain(|member| *member != person(left));
        // Only lines for the bot trigger the check.
        assert_eq!(chat.say("carol", Place::Room, "bye"), None);
        assert_eq!(waiting(&chat), [1, 2, 3]);
        let list = chat.ask("carol", Place::Room, "!tables");
        let own = "list-anyone from=alice game=matrx options=none table=t3";
        match left {
            "bob" => assert_eq!(
                list,
                format!(
                    "list-open\nlist-anyone from=mallory game=matrx options=none table=t2\n{own}"
                )
            ),
            _ => assert_eq!(list, format!("list-open\n{own}")),
        }
        // A user who returns has to make a new challenge.
        chat.people.push(person(left));
        chat.restart_with(usual());
        let told = chat.ask("bob", Place::Room, "!t1 accept");
        let lapsed =
            "challenge-lapsed again=@mallory:example.org matrx from=mallory prefix=! table=t1";
        assert_eq!(told, lapsed);
        let begun = chat.ask("bob", Place::Thread(&root), "accept");
        let told = "duel-begun black=alice game=matrx table=t3 white=bob\n";
        assert!(begun.starts_with(told), "{begun}");
    }
}

#[test]
fn challenges_lapse_when_a_user_is_blocked() {
    let mut chat = chat();
    let mut settings = usual();
    settings.access.admin = vec![Pattern::user("@carol:*").unwrap()];
    chat.restart_with(settings);
    spams(&mut chat, "mallory");
    chat.ask("alice", Place::Room, "!challenge @mallory");
    chat.ask("alice", Place::Room, "!challenge @bob");
    let answer = chat.ask("carol", Place::Direct, "block @mallory:example.org");
    assert_eq!(answer, "admin-blocked user=@mallory:example.org");
    assert_eq!(waiting(&chat), [5]);
    assert_eq!(chat.elsewhere, [], "nothing is said in rooms");
    let told = chat.ask("bob", Place::Room, "!t1 accept");
    assert_eq!(told, "access-other-may-not-play name=mallory");
    chat.ask("carol", Place::Direct, "unblock @mallory:example.org");
    assert_eq!(waiting(&chat), [5]);
    let told = chat.ask("bob", Place::Room, "!t1 accept");
    let lapsed = "challenge-lapsed again=@mallory:example.org matrx from=mallory prefix=! table=t1";
    assert_eq!(told, lapsed);
}

#[test]
fn challenges_of_denied_users_lapse_after_a_restart() {
    for told_by_clock in [true, false] {
        let mut chat = chat();
        spams(&mut chat, "mallory");
        chat.ask("alice", Place::Room, "!challenge @mallory");
        chat.ask("alice", Place::Room, "!challenge anyone");
        chat.restart_with(denying("@mallory:*"));
        if told_by_clock {
            assert_eq!(chat.tick(), []);
        } else {
            chat.ask("alice", Place::Direct, "help");
        }
        assert_eq!(waiting(&chat), [5]);
        assert!(has_lapsed(&chat, 1));
    }
}

#[test]
fn challenges_lapse_without_permission_to_play() {
    let mut chat = chat();
    chat.ask("mallory", Place::Room, "!challenge anyone");
    chat.restart_with(Settings {
        access: Access {
            play: ["@alice:*", "@bob:*"]
                .map(|user| Pattern::user(user).unwrap())
                .to_vec(),
            ..Access::default()
        },
        ..usual()
    });
    assert_eq!(chat.tick(), []);
    assert!(has_lapsed(&chat, 1));
}

#[test]
fn a_lapsed_challenge_is_in_nobodys_way() {
    let mut chat = chat();
    let root = chat.duel();
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&root), "resign");
    }
    chat.ask("alice", Place::Thread(&root), "challenge @bob");
    chat.time += DAY * 7;
    let board = chat.ask("bob", Place::Thread(&root), "board");
    assert!(
        board.starts_with("list-duel-over black=bob game=matrx table=t1 white=alice\n"),
        "{board}"
    );
    chat.ask("alice", Place::Thread(&root), "rematch");
    let again = chat.ask("bob", Place::Thread(&root), "accept");
    let told = "duel-begun black=alice game=matrx table=t3 white=bob\n";
    assert!(again.starts_with(told), "{again}");
}

/// A chat in which alice has resigned and asks for a rematch, and the thread of the game.
fn asked_for_a_rematch() -> (Chat, String) {
    let mut chat = chat();
    let root = chat.duel();
    for line in ["resign", "resign", "rematch"] {
        chat.ask("alice", Place::Thread(&root), line);
    }
    (chat, root)
}

#[test]
fn requests_for_rematches_lapse_like_challenges() {
    let (mut chat, root) = asked_for_a_rematch();
    chat.time += DAY * 6;
    assert_eq!(chat.tick(), []);
    chat.restart_with(usual());
    let asked = chat.ask("bob", Place::Room, "!tables");
    assert!(asked.contains("list-rematch from=alice "), "{asked}");
    chat.time += DAY;
    assert_eq!(chat.tick(), []);
    assert_eq!(
        chat.ask("bob", Place::Thread(&root), "accept"),
        "nothing-asked-over"
    );
    // It is gone, and the other player can make one.
    let asked = chat.ask("bob", Place::Thread(&root), "rematch");
    assert!(asked.starts_with("rematch-asked "), "{asked}");
}

#[test]
fn requests_for_rematches_of_version_1_lapse() {
    let (mut chat, _) = asked_for_a_rematch();
    let SavedStage::Over { rematch, .. } = &mut chat.saved.get_mut(&1).unwrap().stage else {
        panic!("the game isn't over");
    };
    *rematch = serde_json::from_str("0").unwrap();
    chat.restart_with(usual());
    chat.time += DAY * 6;
    assert_eq!(chat.tick(), []);
    let asked = chat.ask("bob", Place::Room, "!tables");
    assert!(asked.contains("list-rematch from=alice "), "{asked}");
    chat.time += DAY;
    assert_eq!(chat.tick(), []);
    let asked = chat.ask("bob", Place::Room, "!tables");
    assert!(!asked.contains("list-rematch"), "{asked}");
}

#[test]
fn forgotten_users_vanish_from_lapsed_challenges() {
    for who in ["alice", "bob"] {
        let mut chat = chat();
        chat.ask("alice", Place::Room, "!challenge @bob");
        chat.time += DAY * 7;
        for _ in 0..2 {
            chat.ask(who, Place::Direct, "forget me");
        }
        assert_eq!(chat.saved[&1].stage, SavedStage::Dropped);
        let stored = serde_json::to_string(&chat.saved).unwrap();
        assert!(
            !stored.contains("alice:") && !stored.contains("bob:"),
            "{stored}"
        );
    }
}

#[test]
fn nothing_lapses_where_nobody_has_to_be_protected() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone");
    chat.time = NOON + DAY * 3650;
    chat.restart();
    assert_eq!(chat.tick(), []);
    let begun = chat.say("bob", Place::Room, "!accept").unwrap();
    assert_eq!(begun.room, ROOM);
    let told = "duel-begun black=alice game=matrx table=t1 white=bob\n";
    assert!(begun.plain().starts_with(told), "{begun:?}");
}
