//! Runs that are asked for in a room.

use crate::room::{Chat, Place, ROOM};
use tables::{Incoming, Message, errand::NoDirect};

/// What is said in the room and, unless that is a refusal, in the direct message.
fn ask(chat: &mut Chat, who: &str, line: &str) -> (String, Option<String>) {
    let answer = chat.say(who, Place::Room, line).unwrap();
    assert_eq!((answer.room.as_str(), &answer.thread), (ROOM, &None));
    assert!(answer.reply_to.is_some() && answer.mentions.is_empty());
    let direct = chat.elsewhere.first();
    if let Some(board) = direct {
        assert_eq!(board.room, format!("!{who}:example.org"));
        assert_eq!((&board.thread, &board.reply_to), (&None, &None));
    }
    (answer.plain(), direct.map(tables::Message::plain))
}

#[test]
fn a_run_asked_for_in_a_room_begins_in_the_direct_message() {
    let mut chat = Chat::new();
    let (answer, board) = ask(&mut chat, "alice", "!run target 7 custom k=2");
    assert!(
        answer.ends_with("in our direct message: https://matrix.to/#/!alice:example.org"),
        "{answer}"
    );
    let board = board.unwrap();
    assert!(board.contains("target 7") && board.contains("k is Ankara"));
    let step = chat.ask("alice", Place::Direct, "k m13");
    assert!(step.contains("appears at m13"), "{step}");
    let (answer, _) = ask(&mut chat, "carol", "!run");
    assert!(answer.contains("I have invited you: https"), "{answer}");
    let (answer, _) = ask(&mut chat, "carol", "!run");
    assert!(
        answer.contains("in the middle of a run in a direct message, to which I have invited you"),
        "{answer}"
    );
}

#[test]
fn a_run_that_is_on_is_not_begun_again_from_a_room() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    let (answer, board) = ask(&mut chat, "alice", "!run");
    assert!(
        answer.contains("in the middle of a run") && answer.contains("matrix.to"),
        "{answer}"
    );
    assert_eq!((board, chat.saved.len()), (None, 1));
    // Somebody else's is none of hers.
    assert!(ask(&mut chat, "bob", "!run").1.is_some());
}

#[test]
fn wishes_that_no_run_has_are_refused_in_the_room() {
    let mut chat = Chat::new();
    for (line, refusal) in [
        ("!run custom k=9", "does not name custom breakers"),
        ("!run fast", "“fast” is too much"),
        ("!run target 10", "from 0 to 9"),
    ] {
        let (answer, board) = ask(&mut chat, "alice", line);
        assert!(answer.contains(refusal) && board.is_none(), "{answer}");
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn without_a_direct_message_there_is_a_way_out() {
    let mut chat = Chat::new();
    for (why, reason) in [
        (NoDirect::Refused, "does not allow it"),
        (NoDirect::Unreachable, "could not be reached"),
        (NoDirect::Invited, "three times within an hour"),
    ] {
        chat.no_direct = Some(why);
        let (answer, board) = ask(&mut chat, "alice", "!run");
        assert!(
            answer.contains(reason) && answer.contains("Open one with me yourself"),
            "{answer}"
        );
        assert_eq!(board, None);
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn the_answer_to_a_line_in_a_thread_stays_there() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let answer = chat.say("alice", Place::Thread(&root), "run").unwrap();
    assert_eq!(answer.thread.as_deref(), Some(root.as_str()));
    assert_eq!(chat.elsewhere[0].thread, None);
}

#[test]
fn the_run_of_the_day_can_be_asked_for_in_a_room_until_it_is_over() {
    let mut chat = Chat::new();
    let (_, board) = ask(&mut chat, "alice", "!run day");
    assert!(board.unwrap().contains("run of the day"));
    let (answer, board) = ask(&mut chat, "alice", "!run day");
    assert!(answer.contains("in the middle of a run"), "{answer}");
    assert_eq!(board, None);
    chat.play_on("alice", 1);
    chat.no_direct = Some(NoDirect::Refused);
    let (answer, _) = ask(&mut chat, "alice", "!run day");
    assert!(!answer.contains("direct message"), "{answer}");
}

#[test]
fn a_public_run_stands_in_a_thread_below_the_command() {
    let mut chat = Chat::new();
    let begun = chat
        .say("alice", Place::Room, "!run here target 7 custom k=2")
        .unwrap();
    let root = begun.thread.clone().unwrap();
    assert_eq!(root, chat.last_event());
    assert_eq!((begun.room.as_str(), &chat.elsewhere), (ROOM, &Vec::new()));
    let text = begun.plain();
    assert!(
        text.contains("target 7") && text.contains("k is Ankara"),
        "{text}"
    );
    let step = chat.say("alice", Place::Thread(&root), "k m13").unwrap();
    assert!(step.plain().contains("appears at m13"));
    assert_eq!(step.thread.as_deref(), Some(root.as_str()));
    assert_eq!(step.reply_to.as_deref(), Some(chat.last_event().as_str()));
    chat.restart();
    let step = chat.ask("alice", Place::Room, "!m g m14");
    assert!(step.contains("appears at m14"), "{step}");
}

#[test]
fn what_a_structure_is_is_told_before_a_first_run_and_to_those_who_watch_one() {
    let mut chat = Chat::new();
    let told = "the next one of the stack appears first";
    assert!(chat.ask("alice", Place::Direct, "run").contains(told));
    chat.play_on("alice", 1);
    let second = chat.ask("alice", Place::Direct, "run");
    assert!(!second.contains(told), "{second}");
    assert!(chat.ask("alice", Place::Room, "!run here").contains(told));
    chat.ask("alice", Place::Room, "!quit");
    chat.ask("alice", Place::Room, "!quit");
    let third = chat.ask("alice", Place::Room, "!run here");
    assert!(third.contains("A new run"), "{third}");
    assert!(!third.contains(told), "{third}");
    assert!(chat.ask("bob", Place::Room, "!run here").contains(told));
}

#[test]
fn who_watches_a_public_run_can_look_but_not_move() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!run here");
    let root = chat.last_event();
    let before = chat.saved[&1].clone();
    for line in ["m k m13", "!k m13", "!quit", "!takeback", "!t1 m k m13"] {
        let refused = chat.ask("bob", Place::Thread(&root), line);
        assert_eq!(
            refused, "Only the players may do that here: alice.",
            "{line}"
        );
    }
    assert_eq!(chat.say("bob", Place::Thread(&root), "k m13"), None, "talk");
    assert_eq!(chat.saved[&1], before);
    for (line, expected) in [
        ("board", "brain damage 0 of 10"),
        ("moves k", "actions are possible"),
        ("export", "when the run is over"),
    ] {
        let shown = chat.ask("bob", Place::Thread(&root), line);
        assert!(shown.contains(expected), "{shown}");
    }
}

#[test]
fn everybody_has_one_public_run_at_a_time_in_a_room() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!run here");
    let alices = chat.last_event();
    let refused = chat.ask("alice", Place::Room, "!run here");
    assert!(
        refused.contains("a run in this room (t1)") && refused.contains("`!t1`"),
        "{refused}"
    );
    let taken = chat.ask("bob", Place::Thread(&alices), "run here");
    assert!(
        taken.contains("belongs to table t1") && taken.contains("`!run here`"),
        "{taken}"
    );
    let begun = chat.ask("bob", Place::Room, "!run here");
    assert!(begun.contains("A new run, bob"), "{begun}");
    // Neither a duel nor a run in the direct message is in the way.
    assert!(
        chat.ask("alice", Place::Direct, "run here")
            .contains("A new run")
    );
    chat.duel();
    for _ in 0..2 {
        chat.ask("alice", Place::Thread(&alices), "quit");
    }
    let ended = chat.ask("alice", Place::Thread(&alices), "board");
    assert!(ended.contains("`run here` for another run"), "{ended}");
    let again = chat
        .say("alice", Place::Thread(&alices), "run here")
        .unwrap();
    assert!(again.plain().contains("A new run"));
    assert_eq!(again.thread, Some(alices));
}

#[test]
fn a_public_run_in_a_direct_message_is_a_run() {
    let mut chat = Chat::new();
    let begun = chat.say("alice", Place::Direct, "run here").unwrap();
    assert_eq!((&begun.thread, &begun.reply_to), (&None, &None));
    let refused = chat.ask("alice", Place::Direct, "run here");
    assert!(refused.contains("(t1)"), "{refused}");
}

/// A run of alice's that was moved: to where, and what is said there.
#[track_caller]
fn moved(chat: &mut Chat, answer: &Message, to: &str) -> String {
    let board = chat.elsewhere.first().unwrap_or(answer);
    assert_eq!(board.room, to);
    assert!(board.plain().starts_with("Your run goes on here, alice"));
    assert_eq!(chat.saved[&1].room, to, "it is stored");
    board.plain()
}

#[test]
fn a_run_whose_room_its_player_has_lost_goes_on_in_another_as_it_stands() {
    for line in ["run day", "run target 5"] {
        let mut chat = Chat::new();
        // In a room from which she is banned, and the bot as well.
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
        assert!(
            answer
                .plain()
                .contains("in the middle of a run in our direct")
        );
        let board = moved(&mut chat, &answer, "!alice:example.org");
        let drawn = step
            .split("\n\n")
            .find(|part| part.contains("m13 m"))
            .unwrap_or("@k");
        assert!(board.contains(drawn) && board.contains("@k"), "{board}");
        let next = chat.ask("alice", Place::Direct, "g n13");
        assert!(next.contains("n13"), "{next}");
    }
}
