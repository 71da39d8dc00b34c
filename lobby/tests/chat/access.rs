//! Permission to play, rate limits, and conversations between two bots.

use games::Fact;
use jiff::SignedDuration;
use lobby::{
    Access, Effect, Greeting, Incoming, JoinTime, Limits, Line, Lobby, Person, Settings, Synced,
    access::{Pattern, Rate},
    wording::Wording,
};

use crate::room::{Chat, HOUR, NOON, Place, ROOM, person, settings};

fn users(patterns: &[&str]) -> Vec<Pattern> {
    let read = |pattern: &&str| Pattern::user(pattern).unwrap();
    patterns.iter().map(read).collect()
}

fn chat(settings: Settings) -> Chat {
    let mut chat = Chat::new();
    chat.tables = Lobby::new(settings);
    chat
}

/// A chat with the given access control.
pub fn with_access(access: Access) -> Chat {
    chat(Settings {
        access,
        ..settings()
    })
}

pub(crate) fn with_limits(limits: Limits) -> Chat {
    chat(Settings {
        limits,
        ..settings()
    })
}

#[test]
fn strangers_are_refused_once_a_day_in_private() {
    let mut chat = with_access(Access {
        play: users(&["@alice:*"]),
        ..Access::default()
    });
    for line in ["!help", "!challenge @alice", "!!"] {
        assert_eq!(chat.say("bob", Place::Room, line), None);
    }
    let told = chat.say("bob", Place::Direct, "help").unwrap();
    assert_eq!(told.plain(), "access-may-not-play");
    assert_eq!(chat.say("bob", Place::Direct, "run"), None);
    chat.time += HOUR * 24;
    assert!(chat.say("bob", Place::Direct, "run").is_some());
    assert!(chat.saved.is_empty());
    assert!(chat.say("alice", Place::Direct, "help").is_some());
}

#[test]
fn everybody_can_be_forgotten() {
    for access in [
        Access {
            play: users(&["@alice:*"]),
            ..Access::default()
        },
        Access {
            deny: users(&["@bob:*"]),
            ..Access::default()
        },
        Access {
            admin: users(&["@carol:*"]),
            ..Access::default()
        },
    ] {
        let mut chat = with_access(access);
        chat.say("carol", Place::Direct, "block @bob:example.org");
        assert_eq!(chat.say("bob", Place::Room, "!forget me"), None);
        let sure = chat.ask("bob", Place::Direct, "forget me");
        assert!(sure.starts_with("forget-sure"), "{sure}");
        let done = chat.ask("bob", Place::Direct, "forget me");
        assert_eq!(done, "forget-done");
    }
}

#[test]
fn strangers_cannot_be_challenged() {
    let mut chat = with_access(Access {
        play: users(&["@alice:*"]),
        ..Access::default()
    });
    let refusal = chat.say("alice", Place::Room, "!challenge @bob").unwrap();
    assert_eq!(refusal.plain(), "access-other-may-not-play name=bob");
    assert!(refusal.mentions.is_empty() && chat.saved.is_empty());
}

#[test]
fn denied_users_are_answered_nowhere() {
    let mut chat = with_access(Access {
        admin: users(&["@bob:*"]),
        deny: users(&["@bob:*"]),
        ..Access::default()
    });
    assert_eq!(chat.say("bob", Place::Direct, "help"), None);
    assert_eq!(chat.say("bob", Place::Room, "!help"), None);
    assert!(chat.say("alice", Place::Room, "!help").is_some());
    let refusal = chat.say("alice", Place::Room, "!challenge @bob").unwrap();
    assert_eq!(refusal.plain(), "access-other-may-not-play name=bob");
}

#[test]
fn denied_rooms_hear_no_word() {
    let mut chat = with_access(Access {
        deny_rooms: vec![Pattern::room("!room:*").unwrap()],
        ..Access::default()
    });
    let joined = Incoming::Joined {
        room: ROOM.into(),
        greeting: Some(Greeting::Room),
        at: JoinTime::default(),
    };
    assert!(chat.happens(&joined).is_empty());
    assert_eq!(chat.say("alice", Place::Room, "!help"), None);
    assert!(chat.say("alice", Place::Direct, "help").is_some());
    assert!(!chat.tables.may_invite("@alice:example.org", ROOM));
    assert!(chat.tables.may_invite("@alice:example.org", "!other"));
}

#[test]
fn direct_messages_need_no_listed_room() {
    let access = Access {
        rooms: vec![Pattern::room("!elsewhere").unwrap()],
        ..Access::default()
    };
    let mut chat = with_access(access.clone());
    assert_eq!(chat.say("alice", Place::Room, "!help"), None);
    assert!(chat.say("alice", Place::Direct, "help").is_some());
    let mut chat = with_access(Access {
        deny_rooms: vec![Pattern::room("*").unwrap()],
        ..access
    });
    assert_eq!(chat.say("alice", Place::Direct, "help"), None);
}

fn slow() -> Limits {
    let rate = Rate {
        per_minute: 6,
        burst: 4,
    };
    Limits {
        user: rate,
        ..Limits::UNLIMITED
    }
}

#[test]
fn users_over_the_limit_get_one_notice() {
    let mut chat = with_limits(slow());
    for _ in 0..4 {
        assert!(chat.say("alice", Place::Room, "!games").is_some());
    }
    let notice = chat.say("alice", Place::Room, "!games").unwrap();
    assert_eq!(notice.plain(), "limit-too-fast seconds=16");
    for _ in 0..10 {
        assert_eq!(chat.say("alice", Place::Room, "!resign"), None);
    }
    assert!(
        chat.say("bob", Place::Room, "!games").is_some(),
        "bob is not"
    );
    chat.time += SignedDuration::from_secs(20);
    let answer = chat.say("alice", Place::Room, "!games").unwrap();
    assert!(
        answer
            .plain()
            .starts_with("list-games\nlist-game game=matrx\n"),
        "{answer:?}"
    );
}

#[test]
fn commands_missed_in_an_outage_are_answered() {
    let mut chat = with_limits(slow());
    chat.sync();
    chat.time += SignedDuration::from_mins(5);
    let answers = |chat: &mut Chat| {
        let answers = (0..80).map(|_| chat.say("alice", Place::Room, "!games").is_some());
        answers.filter(|is_answered| *is_answered).count()
    };
    let after_outage = answers(&mut chat);
    chat.sync();
    chat.time += SignedDuration::from_mins(1);
    chat.sync();
    // Three bursts of four, and a warning more.
    assert_eq!(after_outage - answers(&mut chat), 3 * 4 + 1);
}

/// Handling a response may take until an outage ends.
#[test]
fn an_outage_begins_at_the_last_response() {
    let answers = |handling: i64| {
        let mut chat = with_limits(slow());
        chat.sync();
        chat.time += SignedDuration::from_mins(5);
        let synced = Incoming::Synced(Synced {
            requested: chat.time,
            deleted_boards: Vec::new(),
            incomplete_rooms: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
        });
        let arrived = chat.time - SignedDuration::from_secs(handling);
        chat.tables.handle_arrived(chat.time, arrived, &synced);
        let answers = (0..16).map(|_| chat.say("alice", Place::Room, "!games").is_some());
        answers.filter(|is_answered| *is_answered).count()
    };
    // A burst and a warning, or three bursts more.
    assert_eq!([answers(0), answers(240)], [4 + 1, 4 + 3 * 4]);
}

#[test]
fn a_film_counts_as_five_commands() {
    let rate = Rate {
        per_minute: 6,
        burst: 10,
    };
    for (limits, told) in [
        (
            Limits {
                user: rate,
                ..Limits::UNLIMITED
            },
            "limit-too-fast seconds=48",
        ),
        (
            Limits {
                room: rate,
                ..Limits::UNLIMITED
            },
            "limit-room-too-fast seconds=48",
        ),
    ] {
        let mut chat = with_limits(limits);
        let root = chat.duel();
        chat.time += SignedDuration::from_mins(10);
        let thread = Place::Thread(&root);
        for line in ["replay", "!t1 replay page"] {
            let film = chat.say("alice", thread, line).unwrap();
            assert!(film.replay().is_some(), "{film:?}");
        }
        let notice = chat.say("alice", thread, "board").unwrap().plain();
        assert_eq!(notice, told);
    }
}

#[test]
fn a_list_cut_short_counts_as_five_commands() {
    let setup = format!("setup {}", crate::teach::CROWDED);
    for (lines, is_crowded) in [(["moves", "moves zz"], true), (["board", "board"], false)] {
        let mut chat = with_limits(Limits {
            user: Rate {
                per_minute: 6,
                burst: 10,
            },
            ..Limits::UNLIMITED
        });
        chat.ask("alice", Place::Direct, &setup);
        chat.time += SignedDuration::from_mins(10);
        for line in lines {
            chat.ask("alice", Place::Direct, line);
        }
        let next = chat.ask("alice", Place::Direct, "board");
        assert_eq!(next == "limit-too-fast seconds=48", is_crowded, "{next}");
    }
}

#[test]
fn talk_beside_the_bot_counts_for_nothing() {
    let mut chat = with_limits(slow());
    let root = chat.duel();
    for _ in 0..50 {
        assert_eq!(chat.say("alice", Place::Room, "hello"), None);
        let lol = chat.say("alice", Place::Thread(&root), "I think so too");
        assert_eq!(lol, None);
    }
    assert!(chat.say("alice", Place::Thread(&root), "Gb2").is_some());
}

#[test]
fn few_users_use_up_no_room() {
    let mut chat = with_limits(Limits::default());
    let mut told = 0;
    for second in 0..600 {
        chat.time += SignedDuration::from_secs(1);
        for who in ["mallory", "erin", "frank", "dave", "bob", "carol"] {
            if second % 5 == 0 {
                let answer = chat.say(who, Place::Room, "!replay");
                let answer = answer.map(|answer| answer.plain()).unwrap_or_default();
                told += u32::from(answer.starts_with("limit-room-too-fast "));
            }
        }
        if second % 10 == 0 {
            let answer = chat.ask("alice", Place::Room, "!games");
            assert!(answer.starts_with("list-games\n"), "{answer}");
        }
    }
    assert!(told > 0, "the room is never over its limit");
}

#[test]
fn a_room_has_a_limit_of_its_own() {
    let mut chat = with_limits(Limits {
        room: slow().user,
        ..Limits::UNLIMITED
    });
    for who in ["alice", "bob", "carol", "alice"] {
        assert!(chat.say(who, Place::Room, "!games").is_some());
    }
    let notice = chat.say("bob", Place::Room, "!games").unwrap();
    assert_eq!(notice.plain(), "limit-room-too-fast seconds=16");
    assert_eq!(chat.say("carol", Place::Room, "!games"), None);
    assert!(chat.say("carol", Place::Direct, "games").is_some());
}

/// One move per player every two seconds, for an hour.
#[test]
fn a_fast_duel_meets_no_limit() {
    let mut chat = with_limits(Limits::default());
    let root = chat.duel();
    for _ in 0..900 {
        for who in ["alice", "bob"] {
            let answer = chat.say(who, Place::Thread(&root), "board").unwrap();
            assert!(answer.plain().contains("list-duel "), "{answer:?}");
        }
    }
}

#[test]
fn open_tables_and_challenges_are_limited() {
    let mut chat = with_limits(Limits {
        user_tables: 2,
        room_tables: 4,
        room_challenges: 3,
        ..Limits::UNLIMITED
    });
    let mut ask = |who: &str, line: &str, expected: &str| {
        let answer = chat.say(who, Place::Room, line).unwrap().plain();
        assert!(answer.starts_with(expected), "{who} {line}: {answer}");
    };
    ask("alice", "!challenge @bob", "challenge-made from=alice ");
    let anyone = "challenge-made-anyone from=alice ";
    ask("alice", "!challenge anyone", anyone);
    ask("alice", "!challenge anyone", "limit-own-tables limit=2");
    ask("alice", "!run here", "limit-own-tables limit=2");
    // Challenges by others do not count towards a user's tables.
    ask(
        "bob",
        "!challenge anyone",
        "challenge-made-anyone from=bob ",
    );
    ask("bob", "!challenge anyone", "limit-challenges limit=3");
    ask("carol", "!run here", "table-run-begun player=carol\n");
    ask("bob", "!run here", "limit-tables-here limit=4");
    ask(
        "bob",
        "!t1 decline",
        "challenge-declined from=alice name=bob ",
    );
    ask("bob", "!challenge @carol", "challenge-made from=bob ");
}

#[test]
fn rematches_count_towards_open_tables() {
    let mut chat = with_limits(Limits {
        user_tables: 1,
        ..Limits::UNLIMITED
    });
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for line in ["resign", "resign", "rematch"] {
        chat.ask("alice", thread, line);
    }
    chat.ask("bob", Place::Room, "!run here");
    let refused = chat.ask("bob", thread, "accept");
    assert_eq!(refused, "limit-own-tables limit=1");
    chat.ask("alice", thread, "withdraw");
    let refused = chat.ask("bob", thread, "rematch");
    assert_eq!(refused, "limit-own-tables limit=1");
}

#[test]
fn a_full_room_has_places_for_newcomers() {
    let mut chat = with_limits(Limits {
        room_tables: 2,
        ..Limits::UNLIMITED
    });
    for game in ["gipf-basic", "zertz-basic"] {
        chat.ask("bob", Place::Room, &format!("!play {game} easy"));
    }
    let refused = chat.ask("bob", Place::Room, "!run here");
    assert_eq!(refused, "limit-tables-here limit=2");
    let made = chat.ask("alice", Place::Room, "!challenge anyone");
    assert!(made.starts_with("challenge-made-anyone "), "{made}");
    let refused = chat.ask("alice", Place::Room, "!run here");
    assert_eq!(refused, "limit-tables-here limit=2");
}

#[test]
fn no_server_fills_a_room_for_others() {
    let mut chat = with_limits(Limits {
        room_tables: 5,
        ..Limits::UNLIMITED
    });
    let mut begin = |id: &str| {
        let user = Person {
            id: id.to_owned(),
            name: id.to_owned(),
        };
        chat.people.push(user.clone());
        let mut line = chat.line("bob", Place::Room, "!play gipf-basic easy");
        line.sender = user;
        line.people = chat.people.clone().into();
        let effects = chat.tables.handle(chat.time, &Incoming::Line(line));
        let said = chat.carry_out(effects);
        said.first().unwrap().plain()
    };
    for number in 0..3 {
        begin(&format!("@{number}:example.org"));
    }
    for number in 0..10 {
        begin(&format!("@{number}:far.example"));
    }
    let full = "limit-tables-here limit=10";
    assert_eq!(begin("@11:far.example"), full);
    for number in 3..5 {
        let begun = begin(&format!("@{number}:example.org"));
        assert!(begun.starts_with("table-"), "{begun}");
    }
    assert_eq!(begin("@5:example.org"), full);
}

#[test]
fn games_of_users_who_left_or_are_blocked_fill_no_room() {
    for blocked in [true, false] {
        let mut chat = Chat::new();
        let mut settings = settings();
        settings.limits.room_tables = 1;
        settings.access.admin = vec![Pattern::user("@carol:*").unwrap()];
        chat.restart_with(settings);
        for who in ["bob", "carol"] {
            chat.ask(who, Place::Room, "!play gipf-basic easy");
        }
        // Users without a table may open one up to twice the limit.
        let refused = chat.ask("alice", Place::Room, "!challenge anyone");
        assert_eq!(refused, "limit-tables-here limit=2");
        if blocked {
            chat.ask("carol", Place::Direct, "block @bob:example.org");
        } else {
            chat.people.retain(|member| *member != person("bob"));
        }
        let made = chat.ask("alice", Place::Room, "!challenge anyone");
        assert!(made.starts_with("challenge-made-anyone "), "{made}");
    }
}

#[test]
fn a_line_as_long_as_configured_is_read() {
    let mut chat = with_limits(Limits {
        max_line_bytes: 100,
        ..Limits::UNLIMITED
    });
    let mut check = |length: usize, expected: &str| {
        let line = format!("!{}", "x".repeat(length));
        let answer = chat.say("alice", Place::Room, &line).unwrap().plain();
        assert!(answer.starts_with(expected), "{answer}");
    };
    check(100, "command-unknown near=none prefix=! word=xxx");
    check(101, "limit-line-too-long limit=100");
}

/// Runs two bots against each other in a direct message until one is silent, and returns the lines; each reply
/// comes ten seconds after the line.
fn conversation(mut bots: [Lobby; 2], begin: &str) -> Vec<String> {
    let mut said = vec![begin.to_owned()];
    while said.len() < 1000 {
        let turn = said.len();
        let sender = person(["one", "two"][(turn + 1) % 2]);
        let line = Line {
            room: "!direct:example.org".into(),
            direct: true,
            event: format!("${turn}"),
            thread: None,
            people: vec![sender.clone()].into(),
            sender,
            may_change_room: true,
            by_name: false,
            body: said[turn - 1].clone(),
            received: None,
            delivered: None,
            sent: None,
            seed: [7; 32],
        };
        let at = NOON + SignedDuration::from_secs(10) * turn as i32;
        let effects = bots[turn % 2].handle(at, &Incoming::Line(line));
        let answer = effects.into_iter().find_map(|effect| match effect {
            Effect::SendMessage(message) => Some(message.plain()),
            _ => None,
        });
        match answer {
            Some(answer) => said.push(answer),
            None => return said,
        }
    }
    said
}

#[test]
fn two_bots_do_not_talk_for_ever() {
    // In English, as the bots read each other's sentences.
    let bot = || Lobby::new(Settings::default());
    let quiet = Fact::new("limit-quiet-until-command");
    let quiet = Wording::english().say(&quiet, &[]);
    let playing = || {
        let mut tables = bot();
        let sender = Person {
            id: "@two:example.org".into(),
            ..person("two")
        };
        tables.handle(
            NOON,
            &Incoming::Line(Line {
                room: "!direct:example.org".into(),
                direct: true,
                event: "$0".into(),
                thread: None,
                people: vec![sender.clone()].into(),
                sender,
                may_change_room: true,
                by_name: false,
                body: "run".into(),
                received: None,
                delivered: None,
                sent: None,
                seed: [7; 32],
            }),
        );
        tables
    };
    for begin in [
        "Hello!",
        "help",
        "run",
        "board",
        "help play",
        "rules run",
        "moves",
    ] {
        for bots in [[bot(), bot()], [playing(), playing()], [playing(), bot()]] {
            let said = conversation(bots, begin);
            assert!(said.len() < 20, "{begin}: {said:#?}");
            assert!(said.contains(&quiet), "{begin}: {said:#?}");
        }
    }
}

#[test]
fn friendly_talk_is_always_answered() {
    let mut chat = Chat::new();
    for _ in 0..30 {
        for line in ["hi", "how do I play?", "What now?", "thanks"] {
            assert!(chat.say("alice", Place::Direct, line).is_some(), "{line}");
        }
        chat.time += HOUR * 24;
    }
    for line in ["hi", "hello there", "how do I play?", "tell me", "thanks!"] {
        assert!(chat.say("alice", Place::Direct, line).is_some(), "{line}");
    }
}

#[test]
fn a_bot_with_small_talk_is_silenced() {
    let mut chat = Chat::new();
    let lines = ["Hi!", "thanks", "hello", "hi", "Thanks!!", "HELLO"];
    let talk = lines.iter().cycle().take(100);
    let answers = talk.filter_map(|line| chat.say("alice", Place::Direct, line));
    let answers: Vec<String> = answers.map(|answer| answer.plain()).collect();
    assert_eq!(answers.len(), 7, "{answers:#?}");
    assert_eq!(answers[6], "limit-quiet-until-command");
    assert!(chat.say("alice", Place::Direct, "help").is_some());
    assert!(chat.say("alice", Place::Direct, "hi").is_some());
}

#[test]
fn help_answers_after_lines_not_understood() {
    let mut chat = Chat::new();
    for _ in 0..3 {
        let answer = chat.say("alice", Place::Direct, "hello there").unwrap();
        assert_eq!(
            answer.plain(),
            "command-unknown near=help prefix= word=hello"
        );
    }
    let notice = chat.say("alice", Place::Direct, "hello there").unwrap();
    assert_eq!(notice.plain(), "limit-quiet-until-command");
    assert_eq!(chat.say("alice", Place::Direct, "hello there"), None);
    assert!(chat.say("alice", Place::Direct, "help").is_some());
    assert!(chat.say("alice", Place::Direct, "hello there").is_some());
    // A possible move is answered even without a game.
    for _ in 0..10 {
        assert!(chat.say("alice", Place::Direct, "Gb2").is_some());
    }
    // In a room every line with the prefix is answered; the loop detection is for direct messages.
    for _ in 0..10 {
        assert!(chat.say("alice", Place::Room, "!hello").is_some());
    }
}
