//! Runs requested in a room.

use crate::room::{Chat, Place, ROOM, settings};
use lobby::{
    Incoming, Message,
    access::Pattern,
    command::Run,
    job::{Direct, NoDirect, RunElsewhere},
};

/// Sends a line in the room; returns the reply there and, unless that is a refusal, the one in the direct
/// message.
fn ask(chat: &mut Chat, who: &str, line: &str) -> (String, Option<String>) {
    let answer = chat.say(who, Place::Room, line).unwrap();
    assert_eq!((answer.room.as_str(), &answer.thread), (ROOM, &None));
    assert!(answer.reply_to.is_some() && answer.mentions.is_empty());
    let direct = chat.elsewhere.first();
    if let Some(board) = direct {
        assert_eq!(board.room, format!("!{who}:example.org"));
        assert_eq!((&board.thread, &board.reply_to), (&None, &None));
    }
    (answer.plain(), direct.map(lobby::Message::plain))
}

/// The refusal of a second run in alice's direct message.
const IS_ON: &str = "direct-run-is-on link=https://matrix.to/#/!alice:example.org member=joined";

/// The message that starts a run of alice with target 7 and `k2`.
#[track_caller]
fn with_wishes(begun: &str) {
    assert!(
        begun.starts_with("table-run-begun-target player=alice target=7\n"),
        "{begun}"
    );
    let breaker = "run-breaker-is again=no bonus=0 breaker=k custom=k2 ";
    assert!(begun.contains(breaker), "{begun}");
}

#[test]
fn a_run_begins_in_the_direct_message() {
    let mut chat = Chat::new();
    let (answer, board) = ask(&mut chat, "alice", "!run target 7 custom k=2");
    assert_eq!(
        answer,
        "direct-run-begun link=https://matrix.to/#/!alice:example.org member=joined"
    );
    with_wishes(&board.unwrap());
    let step = chat.ask("alice", Place::Direct, "k m13");
    let appears = "run-installed again=no colour=b kind=ice space=m13 ";
    assert!(step.starts_with(appears), "{step}");
    for id in ["direct-run-begun", "direct-run-is-on"] {
        let (answer, _) = ask(&mut chat, "carol", "!run");
        assert_eq!(
            answer,
            format!("{id} link=https://matrix.to/#/!carol:example.org member=invited")
        );
    }
}

#[test]
fn a_user_blocked_meanwhile_gets_no_run() {
    let mut chat = Chat::new();
    let mut settings = settings();
    settings.access.admin = vec![Pattern::user("@carol:*").unwrap()];
    chat.restart_with(settings);
    let request = RunElsewhere {
        line: chat.line("bob", Place::Room, "!run"),
        options: Run::default(),
        runs_in: Vec::new(),
    };
    chat.ask("carol", Place::Direct, "block @bob:example.org");
    let opened = Direct {
        room: "!bob:example.org".into(),
        joined: true,
        inaccessible_rooms: Vec::new(),
    };
    let said = chat.come_in(&Incoming::DirectOpened(request, Ok(opened)));
    assert_eq!(said, []);
    assert!(chat.saved.is_empty());
}

#[test]
fn a_second_run_from_a_room_is_refused() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    let (answer, board) = ask(&mut chat, "alice", "!run");
    assert_eq!(answer, IS_ON);
    assert_eq!((board, chat.saved.len()), (None, 1));
    // Runs of other players do not matter.
    assert!(ask(&mut chat, "bob", "!run").1.is_some());
}

#[test]
fn a_run_beside_a_computer_game_gets_a_thread() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "play gipf-basic level 1 white");
    let root = chat.last_event();
    let link = format!("https://matrix.to/#/!alice:example.org/{root}");
    let answer = chat.ask("alice", Place::Room, "!run");
    assert_eq!(
        answer,
        format!("direct-run-begun link={link} member=joined")
    );
    let board = chat.elsewhere.pop().unwrap();
    assert_eq!(board.room, "!alice:example.org");
    assert_eq!(board.thread.as_ref(), Some(&root));
    let thread = Place::DirectThread(&root);
    let step = chat.say("alice", thread, "k m13").unwrap();
    assert!(step.plain().starts_with("run-installed "));
    assert_eq!(step.thread.as_ref(), Some(&root));
    let second = chat.ask("alice", Place::Room, "!run");
    assert_eq!(
        second,
        format!("direct-run-is-on link={link} member=joined")
    );
    let game = chat.say("alice", Place::Direct, "board").unwrap();
    assert_eq!(game.thread, None, "the computer game stays");
}

#[test]
fn a_run_needs_a_line_for_its_thread() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "play gipf-basic level 1 white");
    chat.restart();
    let refused = chat.ask("alice", Place::Room, "!run");
    assert!(refused.starts_with("direct-duel-is-on link="), "{refused}");
    chat.ask("alice", Place::Direct, "board");
    let begun = chat.ask("alice", Place::Room, "!run");
    assert!(begun.starts_with("direct-run-begun link="), "{begun}");
}

#[test]
fn unknown_options_of_runs_are_refused() {
    let mut chat = Chat::new();
    for (line, refusal) in [
        ("!run custom k=9", "run-custom-unreadable text=k9"),
        ("!run fast", "command-too-much extra=fast form=run "),
        ("!run target 10", "run-target-range text=10"),
    ] {
        let (answer, board) = ask(&mut chat, "alice", line);
        assert!(answer.starts_with(refusal) && board.is_none(), "{answer}");
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn runs_without_a_direct_message_are_refused() {
    let mut chat = Chat::new();
    for (why, reason) in [
        (NoDirect::Refused, "direct-failed why=refused"),
        (NoDirect::Unreachable, "direct-failed why=unreachable"),
        (NoDirect::Invited, "direct-failed why=invited"),
        (NoDirect::Limited, "direct-failed why=limited"),
    ] {
        chat.no_direct = Some(why);
        let (answer, board) = ask(&mut chat, "alice", "!run");
        assert_eq!((answer.as_str(), board), (reason, None));
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn answers_stay_in_the_thread() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let answer = chat.say("alice", Place::Thread(&root), "run").unwrap();
    assert_eq!(answer.thread.as_deref(), Some(root.as_str()));
    assert_eq!(chat.elsewhere[0].thread, None);
}

#[test]
fn a_room_offers_the_daily_run_once() {
    let mut chat = Chat::new();
    let (_, board) = ask(&mut chat, "alice", "!run day");
    let of_day = "\nseed-of-day day=2026-11-21 ";
    assert!(board.unwrap().contains(of_day));
    let (answer, board) = ask(&mut chat, "alice", "!run day");
    assert_eq!((answer.as_str(), board), (IS_ON, None));
    chat.play_on("alice", 1);
    chat.no_direct = Some(NoDirect::Refused);
    let (answer, _) = ask(&mut chat, "alice", "!run day");
    assert!(
        answer.starts_with("day-tried damage=10 hours=12 minutes=0 "),
        "{answer}"
    );
}

#[test]
fn a_public_run_opens_a_thread() {
    let mut chat = Chat::new();
    let begun = chat
        .say("alice", Place::Room, "!run here target 7 custom k=2")
        .unwrap();
    let root = begun.thread.clone().unwrap();
    assert_eq!(root, chat.last_event());
    assert_eq!((begun.room.as_str(), &chat.elsewhere), (ROOM, &Vec::new()));
    with_wishes(&begun.plain());
    let step = chat.say("alice", Place::Thread(&root), "k m13").unwrap();
    let appears = "run-installed again=no colour=b kind=ice space=m13 ";
    assert!(step.plain().starts_with(appears));
    assert_eq!(step.thread.as_deref(), Some(root.as_str()));
    assert_eq!(step.reply_to.as_deref(), Some(chat.last_event().as_str()));
    chat.restart();
    let step = chat.ask("alice", Place::Room, "!m g m14");
    let appears = "run-installed again=yes colour=r kind=ice space=m14 ";
    assert!(step.starts_with(appears), "{step}");
}

#[test]
fn a_legend_precedes_first_and_watched_runs() {
    let mut chat = Chat::new();
    let told = "\nrun-legend ";
    assert!(chat.ask("alice", Place::Direct, "run").contains(told));
    chat.play_on("alice", 1);
    let second = chat.ask("alice", Place::Direct, "run");
    assert!(!second.contains(told), "{second}");
    assert!(chat.ask("alice", Place::Room, "!run here").contains(told));
    chat.ask("alice", Place::Room, "!quit");
    chat.ask("alice", Place::Room, "!quit");
    let third = chat.ask("alice", Place::Room, "!run here");
    assert!(
        third.starts_with("table-run-begun player=alice\n"),
        "{third}"
    );
    assert!(!third.contains(told), "{third}");
    assert!(chat.ask("bob", Place::Room, "!run here").contains(told));
}

#[test]
fn spectators_of_a_run_look_without_moving() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!run here");
    let root = chat.last_event();
    let before = chat.saved[&1].clone();
    for line in ["m k m13", "!k m13", "!quit", "!takeback", "!t1 m k m13"] {
        let refused = chat.ask("bob", Place::Thread(&root), line);
        assert_eq!(refused, "table-not-seated players=alice", "{line}");
    }
    assert_eq!(chat.say("bob", Place::Thread(&root), "k m13"), None, "talk");
    assert_eq!(chat.saved[&1], before);
    for (line, expected) in [
        (
            "board",
            "\nrun-damage-now again=no damage=0 limit=10 target=none\n",
        ),
        ("moves k", "\nmoves-found count=625\n"),
        ("export", "export-run-on"),
    ] {
        let shown = chat.ask("bob", Place::Thread(&root), line);
        assert!(shown.contains(expected), "{shown}");
    }
}

#[test]
fn a_room_has_one_public_run_per_player() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!run here");
    let alices = chat.last_event();
    let refused = chat.ask("alice", Place::Room, "!run here");
    assert_eq!(refused, "table-run-is-on-here prefix=! table=t1");
    let taken = chat.ask("bob", Place::Thread(&alices), "run here");
    assert_eq!(taken, "table-thread-taken owner=t1 prefix=!");
    let begun = chat.ask("bob", Place::Room, "!run here");
    assert!(begun.starts_with("table-run-begun player=bob\n"), "{begun}");
    // Neither a duel nor a run in the direct message prevents it.
    let anew = "table-run-begun player=alice\n";
    let direct = chat.ask("alice", Place::Direct, "run here");
    assert!(direct.starts_with(anew), "{direct}");
    chat.duel();
    for _ in 0..2 {
        chat.ask("alice", Place::Thread(&alices), "quit");
    }
    let ended = chat.ask("alice", Place::Thread(&alices), "board");
    assert!(ended.contains("\nagain-run-here prefix="), "{ended}");
    let again = chat
        .say("alice", Place::Thread(&alices), "run here")
        .unwrap();
    assert!(again.plain().starts_with(anew));
    assert_eq!(again.thread, Some(alices));
}

#[test]
fn a_public_run_in_private_is_a_run() {
    let mut chat = Chat::new();
    let begun = chat.say("alice", Place::Direct, "run here").unwrap();
    assert_eq!((&begun.thread, &begun.reply_to), (&None, &None));
    let refused = chat.ask("alice", Place::Direct, "run here");
    assert_eq!(refused, "table-run-is-on prefix= table=t1");
}

/// Checks that a run of alice was moved; returns the message in its new room.
#[track_caller]
fn moved(chat: &mut Chat, answer: &Message, to: &str) -> String {
    let board = chat.elsewhere.first().unwrap_or(answer);
    assert_eq!(board.room, to);
    assert!(
        board
            .plain()
            .starts_with("direct-run-goes-on player=alice\n")
    );
    assert_eq!(chat.saved[&1].room, to, "it is stored");
    board.plain()
}

#[test]
fn runs_in_lost_rooms_go_on_elsewhere() {
    for line in ["run day", "run target 5"] {
        let mut chat = Chat::new();
        // In a room from which she and the bot are banned.
        chat.ask("alice", Place::OtherDirect("!trap:example.org"), line);
        let step = chat.ask("alice", Place::OtherDirect("!trap:example.org"), "k m13");
        let asked = format!("!{line}");
        let (_, second) = ask(&mut chat, "alice", "!run target 3");
        assert!(second.is_some(), "while she is in there, it is another run");
        for _ in 0..2 {
            chat.ask("alice", Place::Direct, "quit");
        }
        let room = "!trap:example.org".to_owned();
        assert_eq!(chat.happens(&Incoming::Left { room }), []);
        chat.restart();
        chat.lost = vec!["!trap:example.org".to_owned()];
        let answer = chat.say("alice", Place::Room, &asked).unwrap();
        assert_eq!(answer.plain(), IS_ON);
        let board = moved(&mut chat, &answer, "!alice:example.org");
        let drawn = step.split("\n\n").find(|part| part.contains("@k"));
        assert!(board.contains(drawn.unwrap()), "{board}");
        let next = chat.ask("alice", Place::Direct, "g n13");
        let appears = "run-installed again=yes colour=r kind=ice space=n13 ";
        assert!(next.starts_with(appears), "{next}");
    }
}
