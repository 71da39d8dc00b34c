//! Clocks of players whose messages come late or not at all, and of players who try to gain from that.

use jiff::{SignedDuration, Timestamp};
use lobby::{
    Incoming, Limits, Message, RedactedMessage, UndecryptedFrom,
    access::Rate,
    clocks::{OutOfTime, RoomAccess},
};

use crate::{
    access::with_limits,
    clock_commands::{announced_jump, challenged_jump},
    clocks::{DAY, MINUTE, after, game},
    room::{Chat, HOUR, Place, ROOM, person},
};

#[test]
fn a_late_key_costs_no_time() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "10h+2h");
    chat.wait(HOUR * 3);
    let mut line = chat.line("alice", Place::Thread(&root), "e1-e2");
    line.received = Some(chat.time);
    chat.time += MINUTE * 9;
    let said = chat.happens(&Incoming::Line(line));
    let told = said[0].plain();
    assert!(told.contains("white-left=8h 59m"), "{told}");
}

#[test]
fn an_undecrypted_message_delays_the_flag_once() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE * 2);
    let event = |chat: &Chat, who: &str| UndecryptedFrom {
        room: ROOM.to_owned(),
        user: person(who).id,
        since: chat.time,
    };
    chat.undecrypted = vec![event(&chat, "alice"), event(&chat, "bob")];
    let said = chat.wait(MINUTE * 5);
    assert_eq!(said.len(), 1, "the bot's wait is announced once");
    assert_eq!(
        said[0].plain(),
        "clock-waits-for-key minutes=8 player=alice seat=white"
    );
    let newer = event(&chat, "alice");
    chat.undecrypted.push(newer);
    let said = after(&mut chat, MINUTE * 5);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn players_kept_out_of_the_room_do_not_lose() {
    for clock in ["1h", "2d"] {
        let mut chat = Chat::new();
        game(&mut chat, clock);
        chat.ask("alice", Place::Direct, "vacation auto off");
        chat.set_access("alice", RoomAccess::KeptOut);
        let said = chat.wait(DAY * 3);
        let end = said.last().expect("the end").plain();
        assert!(end.contains("end-abandoned"), "{end}");
        assert!(chat.duels.is_empty());
    }
}

#[test]
fn a_player_let_in_again_does_not_lose() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.set_access("alice", RoomAccess::KeptOut);
    chat.wait(MINUTE);
    chat.players.clear();
    let said = chat.wait(HOUR);
    assert!(said[0].plain().contains("end-abandoned"));
}

#[test]
fn being_kept_out_is_forgotten_after_a_turn() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.set_access("alice", RoomAccess::KeptOut);
    chat.wait(MINUTE);
    chat.players.clear();
    chat.set_access("alice", RoomAccess::CanWrite);
    chat.wait(MINUTE);
    chat.restart();
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.ask("bob", Place::Thread(&root), "e9-e8");
    let said = chat.wait(HOUR * 2);
    assert!(said[0].plain().contains("end-timed-out"));
}

#[test]
fn being_kept_out_lasts_beyond_a_turn() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.set_access("alice", RoomAccess::KeptOut);
    chat.wait(MINUTE);
    // The key of an earlier move arrives.
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.ask("bob", Place::Thread(&root), "e9-e8");
    chat.restart();
    chat.players.clear();
    chat.set_access("alice", RoomAccess::CanWrite);
    let said = chat.wait(HOUR * 2);
    assert!(said[0].plain().contains("end-abandoned"));
}

/// A game on a clock in a room with a low rate limit, and the root of its thread.
fn game_in_a_limited_room() -> (Chat, String) {
    let room = Rate {
        per_minute: 3,
        burst: 4,
    };
    let limits = Limits {
        room,
        ..Limits::UNLIMITED
    };
    let mut chat = with_limits(limits);
    let root = game(&mut chat, "1h");
    (chat, root)
}

/// Has carol use up the room's rate limit.
fn flood(chat: &mut Chat) {
    chat.wait(MINUTE * 10);
    for _ in 0..10 {
        chat.say("carol", Place::Room, "!games");
    }
}

#[test]
fn the_player_to_move_is_heard_in_a_busy_room() {
    let (mut chat, root) = game_in_a_limited_room();
    flood(&mut chat);
    // Bob's share of the limit is one command.
    assert!(chat.say("bob", Place::Thread(&root), "board").is_some());
    assert_eq!(chat.say("bob", Place::Thread(&root), "board"), None);
    let told = chat.ask("alice", Place::Thread(&root), "e1-e2");
    assert!(told.contains("gipf-"), "{told}");
}

#[test]
fn a_late_move_is_heard_in_a_busy_room() {
    let (mut chat, root) = game_in_a_limited_room();
    let turn = chat.time;
    after(&mut chat, HOUR);
    flood(&mut chat);
    chat.sent = Some(turn + MINUTE);
    let told = chat.ask("alice", Place::Thread(&root), "e1-e2");
    assert!(told.starts_with("clock-late-move"), "{told}");
}

#[test]
fn lines_of_players_and_late_moves_are_awaited() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    let turn = chat.time;
    let is_awaited = |chat: &mut Chat, who, sent| {
        chat.sent = Some(sent);
        let line = chat.line(who, Place::Room, "!board");
        chat.tables.is_awaited(chat.time, &line)
    };
    assert!(is_awaited(&mut chat, "alice", turn) && is_awaited(&mut chat, "bob", turn));
    assert!(!is_awaited(&mut chat, "carol", turn));
    after(&mut chat, HOUR);
    assert!(is_awaited(&mut chat, "alice", turn + MINUTE));
    assert!(!is_awaited(&mut chat, "bob", turn + MINUTE));
    assert!(!is_awaited(&mut chat, "alice", turn + HOUR * 2));
}

#[test]
fn a_confirmed_move_after_the_time_loses() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.ask("alice", Place::Direct, "confirm on");
    chat.wait(HOUR - MINUTE);
    chat.misses_key("alice");
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    let said = chat.wait(MINUTE + MINUTE / 2);
    assert!(said[0].plain().contains("clock-waits-for-key"));
    let told = chat.ask("alice", Place::Thread(&root), "yes");
    assert!(told.contains("end-timed-out"), "{told}");
}

#[test]
fn board_starts_a_clock_whose_board_was_refused() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.deliver();
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.undelivered.clear();
    assert!(chat.wait(HOUR * 2).is_empty());
    chat.ask("alice", Place::Room, "!t1 board");
    assert!(chat.wait(HOUR * 2).is_empty(), "not shown in the thread");
    chat.ask("alice", Place::Thread(&root), "board");
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn moves_after_a_wait_for_another_lose() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE);
    chat.misses_key("alice");
    let said = chat.wait(MINUTE * 3);
    assert!(said[0].plain().contains("clock-waits-for-key"));
    let lost = chat.ask("alice", Place::Thread(&root), "e1-e2");
    assert!(lost.contains("end-timed-out"), "{lost}");
}

#[test]
fn a_move_waited_for_counts_when_its_key_comes() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE);
    let mut line = chat.line("alice", Place::Thread(&root), "e1-e2");
    line.received = Some(chat.time);
    chat.misses_key("alice");
    let said = chat.wait(MINUTE * 3);
    assert!(said[0].plain().contains("clock-waits-for-key"));
    let said = chat.happens(&Incoming::Line(line));
    let told = said[0].plain();
    assert!(told.ends_with("white-left=1h"), "{told}");
}

/// As readable moves do before the flag is noticed.
#[test]
fn a_move_counts_that_the_flag_waits_for() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE / 2);
    chat.time += MINUTE;
    let mut line = chat.line("alice", Place::Thread(&root), "e1-e2");
    line.received = Some(chat.time);
    chat.misses_key("alice");
    let said = chat.sync();
    assert!(said[0].plain().contains("clock-waits-for-key"));
    chat.restart();
    let said = chat.happens(&Incoming::Line(line));
    let told = said[0].plain();
    assert!(told.ends_with("white-left=1h"), "{told}");
}

#[test]
fn a_late_key_gives_no_time() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.deliver();
    // Alice's next move waits for its key during bob's turn.
    let mut early = chat.line("alice", Place::Thread(&root), "f1-f2");
    early.received = Some(chat.time);
    chat.wait(MINUTE * 9);
    chat.ask("bob", Place::Thread(&root), "e9-e8");
    chat.deliver();
    let said = chat.happens(&Incoming::Line(early));
    let told = said[0].plain();
    assert!(
        told.ends_with("black-left=1h white=alice white-left=1h"),
        "{told}"
    );
}

#[test]
fn a_move_after_long_silence_has_no_result() {
    for (clock, silence) in [("1h", MINUTE * 3), ("2d", DAY * 4)] {
        let mut chat = Chat::new();
        let root = game(&mut chat, clock);
        chat.ask("alice", Place::Thread(&root), "e1-e2");
        chat.reject();
        chat.restart();
        chat.wait(silence);
        let told = chat.ask("bob", Place::Thread(&root), "e9-e8");
        assert!(told.contains("clock-boards-rejected"), "{told}");
        assert!(told.contains("end-abandoned"), "{told}");
        assert!(chat.duels.is_empty());
    }
}

#[test]
fn a_board_after_long_silence_ends_the_game() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.reject();
    chat.wait(HOUR);
    chat.ask("bob", Place::Thread(&root), "board");
    let board = chat.undelivered.last().expect("a board");
    let said = chat.happens(&Incoming::Delivered(board.clone()));
    assert!(
        said[0].plain().contains("clock-boards-rejected"),
        "{said:?}"
    );
}

#[test]
fn short_silences_cost_nothing_until_they_add_up() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    let moves = [("alice", "e1-e2"), ("bob", "e9-e8"), ("alice", "i5-h5")];
    for (who, turn) in moves {
        let told = chat.ask(who, Place::Thread(&root), turn);
        assert!(told.contains("white-left=1h"), "{told}");
        chat.reject();
        chat.time += MINUTE * 2 / 3;
        chat.sync();
    }
    let told = chat.ask("bob", Place::Thread(&root), "i1-h2");
    assert!(told.contains("clock-boards-rejected"), "{told}");
}

#[test]
fn absent_players_do_not_lose_unless_they_gave_up() {
    use RoomAccess::{Absent, CanWrite, Closed, GaveUp, KeptOut};
    for (seen, end) in [
        (&[Absent][..], "end-abandoned"),
        (&[Absent, CanWrite], "end-timed-out"),
        (&[GaveUp], "end-timed-out"),
        (&[GaveUp, Absent], "end-timed-out"),
        (&[GaveUp, CanWrite, Absent], "end-abandoned"),
        (&[GaveUp, KeptOut], "end-timed-out"),
        (&[Closed], "end-abandoned"),
        (&[Closed, CanWrite], "end-timed-out"),
    ] {
        let mut chat = Chat::new();
        game(&mut chat, "1h");
        for access in seen {
            chat.players.clear();
            chat.set_access("alice", *access);
            chat.wait(MINUTE);
            chat.restart();
        }
        let said = chat.wait(HOUR);
        assert!(said[0].plain().contains(end), "{seen:?}: {said:?}");
    }
}

#[test]
fn a_rejected_board_is_sent_again() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.reject();
    chat.restart();
    let [board] = &chat.wait(MINUTE)[..] else {
        panic!("one board");
    };
    assert_eq!(board.thread.as_deref(), Some(root.as_str()));
    assert_eq!(board.mentions, [person("bob").id]);
    let said = chat.wait(HOUR);
    assert!(said[0].plain().contains("end-timed-out"), "{said:?}");
    assert_eq!(said[0].asked_by, Some(person("bob").id));
}

#[test]
fn resent_boards_count_as_answers_to_one_user() {
    let mut chat = Chat::new();
    let roots = [game(&mut chat, "2d"), game(&mut chat, "2d")];
    for root in &roots {
        let board = chat.say("alice", Place::Thread(root), "e1-e2").unwrap();
        assert_eq!(board.asked_by, Some(person("alice").id));
    }
    chat.reject();
    let mut said = chat.wait(MINUTE);
    said.retain(|said| said.starts_clock.is_some());
    let [first, second] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert_ne!(first.table, second.table);
    assert!(first.asked_by.is_some());
    assert_eq!(first.asked_by, second.asked_by);
}

#[test]
fn a_move_held_up_on_its_way_ends_without_result() {
    for (sent, late, is_late_key, excused) in [
        (HOUR - MINUTE, MINUTE * 50, false, true),
        (HOUR - MINUTE, MINUTE * 50, true, true),
        (HOUR + MINUTE, MINUTE * 50, false, false),
        (HOUR - MINUTE, HOUR * 2, false, false),
        (-MINUTE, MINUTE * 50, false, false),
    ] {
        let mut chat = Chat::new();
        let root = game(&mut chat, "1h");
        let turn = chat.time;
        let said = after(&mut chat, HOUR);
        assert!(said.plain().contains("end-timed-out"), "{}", said.plain());
        chat.wait(late);
        chat.restart();
        let mut line = chat.line("alice", Place::Thread(&root), "e1-e2");
        line.sent = Some(turn + sent);
        // Its room key can come later still.
        line.received = is_late_key.then_some(chat.time);
        let told = chat.happens(&Incoming::Line(line))[0].plain();
        let case = format!("{sent} {late}: {told}");
        assert_eq!(
            told == "clock-late-move player=alice seat=white",
            excused,
            "{case}"
        );
        assert_eq!(chat.duels.is_empty(), excused, "{case}");
        chat.restart();
        let board = chat.ask("bob", Place::Thread(&root), "board");
        assert_eq!(board.contains("end-abandoned"), excused, "{board}");
    }
}

#[test]
fn only_a_late_move_of_the_loser_excuses() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.sent = Some(chat.time + MINUTE);
    chat.wait(HOUR * 2 - MINUTE);
    for (who, body) in [
        ("bob", "e1-e2"),
        ("alice", "e5-e6"),
        ("alice", "well played"),
        ("alice", "1"),
    ] {
        chat.say(who, Place::Thread(&root), body);
        assert!(!chat.duels.is_empty(), "{who}: {body}");
    }
    // The key of an encrypted move came late.
    let mut line = chat.line("alice", Place::Thread(&root), "e1-e2");
    line.received = Some(chat.time - HOUR);
    chat.happens(&Incoming::Line(line));
    assert!(!chat.duels.is_empty());
    // A challenge in the thread changes nothing.
    chat.ask("bob", Place::Thread(&root), "challenge @alice");
    let told = chat.ask("alice", Place::Thread(&root), "move e1-e2");
    assert!(told.starts_with("clock-late-move"), "{told}");
}

#[test]
fn late_moves_count_in_the_room() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.sent = Some(chat.time + MINUTE);
    chat.wait(HOUR * 2 - MINUTE);
    let told = chat.ask("alice", Place::Room, "!e1-e2");
    assert!(told.starts_with("clock-late-move"), "{told}");
}

#[test]
fn a_late_yes_allows_a_jump() {
    let mut chat = Chat::new();
    let root = announced_jump(&mut chat, "zertz-basic", "2h");
    chat.sent = Some(chat.time + MINUTE);
    let said = after(&mut chat, HOUR * 2);
    assert!(said.plain().contains("end-timed-out"), "{}", said.plain());
    let told = chat.ask("bob", Place::Thread(&root), "yes");
    assert!(told.starts_with("clock-late-move"), "{told}");
}

/// Each line replays the game.
#[test]
fn a_hundred_lines_are_tried_as_late_moves() {
    for (talk, excused) in [(99, true), (100, false)] {
        let mut chat = Chat::new();
        let root = game(&mut chat, "1h");
        chat.sent = Some(chat.time + MINUTE);
        chat.wait(HOUR + MINUTE * 10);
        for _ in 0..talk {
            chat.say("alice", Place::Thread(&root), "well played");
        }
        let said = chat.say("alice", Place::Thread(&root), "e1-e2");
        assert_eq!(chat.duels.is_empty(), excused, "{talk} {said:?}");
    }
}

#[test]
fn a_late_move_excuses_after_a_vacation() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2d");
    chat.ask("alice", Place::Direct, "vacation auto off");
    chat.ask("alice", Place::Direct, "vacation 3d");
    let turn = chat.time;
    let said = chat.wait(DAY * 5 + HOUR * 2);
    let end = said.last().expect("the end").plain();
    assert!(end.contains("end-timed-out"), "{end}");
    chat.sent = Some(turn + DAY * 5);
    let told = chat.ask("alice", Place::Thread(&root), "e1-e2");
    assert!(told.starts_with("clock-late-move"), "{told}");
}

#[test]
fn a_move_sent_in_time_does_not_lose_after_a_wait() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.sent = Some(chat.time + MINUTE);
    chat.wait(HOUR - MINUTE);
    chat.misses_key("alice");
    chat.wait(MINUTE * 2);
    let told = chat.ask("alice", Place::Thread(&root), "e1-e2");
    assert!(told.contains("clock-sent-in-time player=alice"), "{told}");
    assert!(told.contains("end-abandoned") && chat.duels.is_empty());
}

#[test]
fn a_chosen_key_excuses_no_late_move() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE);
    chat.misses_key("alice");
    let mut line = chat.line("alice", Place::Thread(&root), "e1-e2");
    (line.sent, line.delivered) = (Some(chat.time), Some(chat.time));
    chat.wait(MINUTE * 2);
    line.received = Some(chat.time);
    let told = chat.happens(&Incoming::Line(line));
    let told: String = told.iter().map(Message::plain).collect();
    assert!(told.contains("end-timed-out loser=alice"), "{told}");
}

#[test]
fn no_agreement_escapes_a_flag_that_waits() {
    for (asked, answer) in [
        ("draw", "accept"),
        ("draw", "draw"),
        ("takeback", "accept"),
        ("pause", "pause"),
    ] {
        let mut chat = Chat::new();
        let root = game(&mut chat, "1h");
        let thread = Place::Thread(&root);
        chat.ask("alice", thread, "e1-e2");
        chat.ask("alice", thread, asked);
        chat.wait(HOUR - MINUTE);
        chat.misses_key("bob");
        chat.wait(MINUTE * 2);
        let told = chat.ask("bob", thread, answer);
        assert!(told.contains("end-timed-out loser=bob"), "{told}");
    }
}

#[test]
fn accepting_an_own_offer_loses_nothing() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "e1-e2");
    chat.ask("bob", thread, "draw");
    chat.wait(HOUR - MINUTE);
    chat.misses_key("bob");
    chat.wait(MINUTE * 2);
    let told = chat.ask("bob", thread, "accept");
    assert!(!told.contains("end-timed-out"), "{told}");
}

#[test]
fn no_agreement_escapes_a_contest_that_waits() {
    for answer in ["t1 accept", "t1 draw"] {
        let mut chat = Chat::new();
        let (root, begun) = challenged_jump(&mut chat, "gipf-basic", "1h");
        let thread = Place::Thread(&root);
        let is_alice = begun.contains("listed=no player=alice");
        let [mover, other] = if is_alice {
            ["alice", "bob"]
        } else {
            ["bob", "alice"]
        };
        chat.ask(other, thread, "t1 draw");
        chat.wait(HOUR - MINUTE);
        chat.misses_key(mover);
        chat.wait(MINUTE * 2);
        let told = chat.ask(mover, thread, answer);
        assert!(
            told.contains(&format!("end-timed-out loser={mover}")),
            "{told}"
        );
    }
}

#[test]
fn time_before_a_takeback_is_charged() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h+1m");
    chat.wait(MINUTE * 40);
    chat.ask("alice", Place::Thread(&root), "takeback");
    chat.ask("bob", Place::Thread(&root), "accept");
    chat.ask("alice", Place::Thread(&root), "a2-b3");
    let board = chat.ask("bob", Place::Thread(&root), "board");
    assert!(board.contains("white-left=20m"), "{board}");
}

#[test]
fn the_board_after_a_takeback_starts_the_time() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.undelivered.clear();
    chat.ask("alice", Place::Thread(&root), "takeback");
    chat.undelivered.clear();
    chat.ask("bob", Place::Thread(&root), "accept");
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-timed-out"), "{}", said.plain());
}

#[test]
fn retries_of_a_first_board_become_rare() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white 1h");
    let root = chat.last_event();
    chat.ask("bob", Place::Thread(&root), "accept");
    chat.reject();
    let mut boards = 0;
    for _ in 0..24 * 60 {
        boards += chat.wait(MINUTE).len();
        chat.reject();
    }
    assert!((10..30).contains(&boards), "{boards}");
}

#[test]
fn a_late_move_of_a_player_kept_out_does_not_lose() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.set_access("alice", RoomAccess::KeptOut);
    chat.wait(HOUR - MINUTE);
    chat.misses_key("alice");
    chat.wait(MINUTE * 2);
    let told = chat.ask("alice", Place::Thread(&root), "e1-e2");
    assert!(told.contains("end-abandoned"), "{told}");
}

#[test]
fn a_mute_of_a_minute_ends_no_game() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.ask("alice", Place::Thread(&root), "e1-e2");
    chat.reject();
    chat.time += SignedDuration::from_secs(65);
    chat.sync();
    chat.deliver();
    let told = chat.ask("bob", Place::Thread(&root), "e9-e8");
    assert!(told.contains("gipf-ask-enter"), "{told}");
}

/// Has somebody delete a message of a user before it arrives; returns what is said.
fn delete(chat: &mut Chat, who: &str, sent: Timestamp) -> String {
    let message = RedactedMessage {
        room: ROOM.to_owned(),
        sender: person(who).id,
        sent: Some(sent),
    };
    let said = chat.happens(&Incoming::Redacted(message));
    said.iter().map(Message::plain).collect()
}

#[test]
fn nobody_wins_by_deleting_the_opponents_move() {
    for (who, end) in [("alice", "end-abandoned"), ("bob", "end-timed-out")] {
        let mut chat = Chat::new();
        game(&mut chat, "1h");
        let now = chat.time;
        assert_eq!(delete(&mut chat, who, now), "");
        chat.restart();
        let said = chat.wait(HOUR * 2);
        assert!(said[0].plain().contains(end), "{who}: {said:?}");
    }
}

#[test]
fn a_deleted_message_counts_for_one_turn() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    let now = chat.time;
    delete(&mut chat, "alice", now);
    for (who, turn) in [("alice", "e1-e2"), ("bob", "i3-h3")] {
        chat.ask(who, Place::Thread(&root), turn);
    }
    let said = chat.wait(HOUR * 2);
    assert!(said[0].plain().contains("end-timed-out"), "{said:?}");
}

#[test]
fn a_deleted_move_held_up_ends_without_result() {
    for (who, sent, excused) in [
        ("alice", HOUR - MINUTE, true),
        ("alice", HOUR + MINUTE, false),
        ("bob", HOUR - MINUTE, false),
    ] {
        let mut chat = Chat::new();
        game(&mut chat, "1h");
        let turn = chat.time;
        after(&mut chat, HOUR);
        let said = delete(&mut chat, who, turn + sent);
        let told = "clock-deleted-move player=alice seat=white";
        assert_eq!(said, if excused { told } else { "" }, "{who} {sent}");
        assert_eq!(chat.duels.is_empty(), excused, "{who} {sent}");
    }
}

#[test]
fn who_comes_back_to_a_policed_room_is_excused() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.set_access("alice", RoomAccess::GaveUp);
    chat.set_access("alice", RoomAccess::Unverifiable);
    let told = after(&mut chat, HOUR).plain();
    for part in ["clock-excused player=alice", "end-abandoned"] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn players_are_out_of_time_at_the_flag() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE);
    let alice = OutOfTime {
        table: 1,
        room: ROOM.to_owned(),
        user: person("alice").id,
        board: Some("$board".to_owned()),
    };
    for (more, expected) in [(59, vec![]), (60, vec![alice])] {
        let at = chat.time + SignedDuration::from_secs(more);
        assert_eq!(chat.tables.players_out_of_time(at), expected);
    }
}
