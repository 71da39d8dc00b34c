//! Clocks: turns, reminders, flags, vacations, pauses, and the time that does not count.

use jiff::SignedDuration;
use lobby::{Incoming, Lobby, Message, Saved, access::Pattern, clocks::ClockStatistics};

use crate::room::{Chat, HOUR, Place, ROOM, person, settings};

pub(crate) const DAY: SignedDuration = SignedDuration::from_hours(24);
pub(crate) const MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// A game of alice (White) against bob with a clock, in which both have made their first turn; returns the thread.
pub(crate) fn game(chat: &mut Chat, clock: &str) -> String {
    chat.sync();
    chat.ask(
        "alice",
        Place::Room,
        &format!("!challenge @bob gipf-basic white {clock}"),
    );
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    chat.wait(HOUR);
    chat.ask("alice", Place::Thread(&root), "a2-b3");
    chat.wait(HOUR);
    chat.ask("bob", Place::Thread(&root), "a4-b4");
    chat.ask("alice", Place::Direct, "notify off");
    root
}

/// Lets so much time pass; returns the only message at the table, and checks that nothing is said in the minute before.
pub(crate) fn after(chat: &mut Chat, time: SignedDuration) -> Message {
    let early = chat.wait(time - MINUTE);
    assert!(early.is_empty(), "too early: {early:?}");
    let [said] = <[Message; 1]>::try_from(chat.wait(MINUTE * 2)).expect("one message");
    said
}

#[test]
fn the_next_clock_is_known() {
    let mut chat = Chat::new();
    assert_eq!(chat.tables.until_next_clock(chat.time), None);
    game(&mut chat, "1h");
    chat.wait(MINUTE * 10);
    let left = chat.tables.until_next_clock(chat.time);
    assert_eq!(left, Some(MINUTE * 50));
}

#[test]
fn a_fallen_flag_loses() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-timed-out"), "{}", said.plain());
    assert_eq!(said.thread.as_deref(), Some(root.as_str()));
    assert_eq!(said.mentions, [person("alice").id, person("bob").id]);
    assert_eq!(said.reply_to, None);
    let result = chat.duels.values().next().expect("a result");
    assert_eq!(result.winner, Some(1));
    let record = chat.ask("alice", Place::Thread(&root), "export");
    assert!(record.contains("termination: time"), "{record}");
    assert!(chat.wait(DAY).is_empty());
}

#[test]
fn a_clock_starts_with_the_delivered_board() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    let undelivered = std::mem::take(&mut chat.undelivered);
    assert!(chat.wait(DAY).is_empty());
    chat.undelivered = undelivered;
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-timed-out"));
}

/// Otherwise two players with many games would get ahead of others at the homeserver's rate limit.
#[test]
fn a_flag_answers_the_player_to_move() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    let said = after(&mut chat, HOUR);
    assert_eq!(said.asked_by, Some(person("alice").id));
}

#[test]
fn a_move_stops_the_clock_and_gains_time() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "10h+2h");
    assert!(chat.wait(HOUR * 3).is_empty());
    let told = chat.ask("alice", Place::Thread(&root), "e1-e2");
    assert!(
        told.contains("black-left=10h white=alice white-left=8h 59m"),
        "{told}"
    );
    assert!(chat.wait(HOUR).is_empty());
    let told = chat.ask("bob", Place::Thread(&root), "i2-h3");
    assert!(
        told.contains("black-left=10h 59m white=alice white-left=8h 59m"),
        "{told}"
    );
}

#[test]
fn clocks_stand_while_the_bot_is_down() {
    let mut chat = Chat::new();
    game(&mut chat, "2h");
    chat.wait(HOUR);
    chat.time += DAY * 3;
    chat.restart();
    assert!(chat.sync().is_empty());
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn a_flag_falls_only_after_a_newer_sync() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE);
    let requested = chat.time;
    chat.time += MINUTE + SignedDuration::from_secs(50);
    let stale = lobby::Synced {
        requested,
        deleted_boards: Vec::new(),
        incomplete_rooms: Vec::new(),
        undecrypted: Vec::new(),
        players: Vec::new(),
    };
    assert!(chat.happens(&Incoming::Synced(stale)).is_empty());
    assert!(chat.sync()[0].plain().contains("end-timed-out"));
}

#[test]
fn a_deleted_board_excuses_its_player_alone() {
    for deleted in [vec![1], vec![2]] {
        let mut chat = Chat::new();
        game(&mut chat, "1h");
        chat.wait(HOUR - MINUTE);
        chat.time += MINUTE + SignedDuration::from_secs(50);
        let expected = if deleted == [1] {
            "end-abandoned"
        } else {
            "end-timed-out"
        };
        let synced = lobby::Synced {
            requested: chat.time,
            incomplete_rooms: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
            deleted_boards: deleted,
        };
        let said = chat.happens(&Incoming::Synced(synced));
        assert!(said[0].plain().contains(expected), "{said:?}");
    }
}

#[test]
fn flags_fall_where_rooms_are_read() {
    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE);
    chat.time += MINUTE;
    let said = chat.sync_without(&[ROOM]);
    assert!(said.is_empty(), "a move may be among the lines");
    assert!(chat.sync().is_empty(), "it is checked again later");
    chat.time += MINUTE;
    let said = chat.sync();
    assert!(said[0].plain().contains("clock-excused"), "{said:?}");

    let mut chat = Chat::new();
    game(&mut chat, "1h");
    chat.wait(HOUR - MINUTE);
    chat.time += MINUTE;
    let said = chat.sync_without(&["!elsewhere:example.org"]);
    assert!(said[0].plain().contains("end-timed-out"));
}

#[test]
fn a_first_turn_has_three_days() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white 7d");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    chat.deliver();
    let said = after(&mut chat, HOUR * 54);
    assert!(
        said.plain()
            .contains("clock-reminder-first left=18h player=alice"),
        "{}",
        said.plain()
    );
    let said = after(&mut chat, HOUR * 19 - MINUTE);
    assert!(said.plain().contains("end-not-begun"), "{}", said.plain());
    assert!(chat.duels.is_empty());
    let record = chat.ask("alice", Place::Thread(&root), "export");
    assert!(record.contains("termination: abandoned"), "{record}");
}

#[test]
fn a_reminder_comes_once_a_turn() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "4d");
    chat.ask("alice", Place::Direct, "vacation auto off");
    chat.deliver();
    let said = after(&mut chat, DAY * 3);
    assert!(
        said.plain().contains("clock-reminder left=1d player=alice"),
        "{}",
        said.plain()
    );
    assert_eq!(said.mentions, [person("alice").id]);
    assert_eq!(said.thread.as_deref(), Some(root.as_str()));
    chat.restart();
    let said = after(&mut chat, DAY + HOUR - MINUTE);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn flags_and_reminders_are_counted() {
    let mut chat = Chat::new();
    game(&mut chat, "4d");
    chat.ask("alice", Place::Direct, "vacation auto off");
    chat.wait(DAY * 4 + HOUR - MINUTE);
    let requested = chat.time;
    let stale = lobby::Synced {
        requested,
        deleted_boards: Vec::new(),
        incomplete_rooms: Vec::new(),
        undecrypted: Vec::new(),
        players: Vec::new(),
    };
    for _ in 0..7 {
        chat.time += MINUTE;
        assert!(chat.happens(&Incoming::Synced(stale.clone())).is_empty());
    }
    chat.sync();
    let counted = chat.tables.take_clock_statistics();
    let expected = ClockStatistics {
        flags: 1,
        reminders: 1,
        late: 1,
    };
    assert_eq!(counted, expected);
    let later = chat.tables.take_clock_statistics();
    assert_eq!(later, ClockStatistics::default());
}

#[test]
fn short_clocks_have_no_reminders() {
    let mut chat = Chat::new();
    game(&mut chat, "23h");
    chat.deliver();
    let said = after(&mut chat, HOUR * 23);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn a_day_of_vacation_begins_by_itself() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1d");
    chat.deliver();
    let said = after(&mut chat, HOUR * 18);
    assert!(said.plain().contains("clock-reminder"));
    let said = after(&mut chat, HOUR * 7 - MINUTE);
    assert!(
        said.plain()
            .contains("clock-automatic-vacation days-left=29 player=alice"),
        "{}",
        said.plain()
    );
    let board = chat.ask("bob", Place::Thread(&root), "board");
    assert!(board.contains("away=vacation"), "{board}");
    assert!(chat.wait(HOUR * 20).is_empty());
    chat.ask("alice", Place::Thread(&root), "e1-e2");
}

#[test]
fn a_restart_prolongs_no_vacation_ended_early() {
    for restarts in [false, true] {
        let mut chat = Chat::new();
        let root = game(&mut chat, "3d");
        chat.deliver();
        chat.ask("alice", Place::Direct, "vacation auto off");
        chat.ask("alice", Place::Direct, "vacation 30d");
        chat.wait(HOUR);
        chat.ask("bob", Place::Thread(&root), "draw");
        chat.ask("alice", Place::Direct, "vacation end");
        if restarts {
            chat.restart();
        }
        let said = chat.wait(DAY * 4);
        let last = said.last().expect("the end").plain();
        assert!(last.contains("end-timed-out"), "{restarts}: {last}");
    }
}

#[test]
fn a_strict_game_knows_no_vacation() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1d strict");
    chat.ask("alice", Place::Thread(&root), "vacation 10d");
    chat.deliver();
    after(&mut chat, HOUR * 18);
    let said = after(&mut chat, HOUR * 7 - MINUTE);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn automatic_vacations_can_be_turned_off() {
    let mut chat = Chat::new();
    game(&mut chat, "1d");
    let told = chat.ask("alice", Place::Direct, "vacation auto off");
    assert!(told.contains("vacation-automatic on=no"), "{told}");
    chat.deliver();
    after(&mut chat, HOUR * 18);
    let said = after(&mut chat, HOUR * 7 - MINUTE);
    assert!(said.plain().contains("end-timed-out"));
}

#[test]
fn a_vacation_stops_day_clocks_only() {
    let mut chat = Chat::new();
    let slow = game(&mut chat, "2d");
    chat.ask("alice", Place::Direct, "vacation 10d");
    chat.ask("alice", Place::Direct, "vacation auto off");
    assert!(chat.wait(DAY * 9).is_empty());
    let told = chat.ask("alice", Place::Direct, "vacation");
    assert!(told.contains("vacation-on"), "{told}");
    chat.ask("alice", Place::Direct, "vacation end");
    let told = chat.ask("alice", Place::Direct, "vacation");
    assert!(
        told.contains("vacation-off automatic=no days-left=20"),
        "{told}"
    );
    let board = chat.ask("bob", Place::Thread(&slow), "board");
    assert!(board.contains("white-left=1d 23h"), "{board}");
    assert!(
        chat.ask("alice", Place::Direct, "vacation 30d")
            .contains("vacation-too-long")
    );
    let said = chat.wait(DAY * 3);
    let said: Vec<String> = said.iter().map(Message::plain).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("clock-reminder") && said[1].contains("end-timed-out"));
}

#[test]
fn weekends_do_not_count_from_next_week() {
    let mut chat = Chat::new();
    // The conversation begins on a Saturday.
    let told = chat.ask("alice", Place::Direct, "weekends pause");
    assert!(told.contains("vacation-weekends skipped=yes"), "{told}");
    chat.ask("alice", Place::Direct, "vacation auto off");
    chat.wait(DAY * 4);
    let root = game(&mut chat, "4d");
    // From Wednesday 14:00: two days and ten hours until the weekend.
    chat.wait(DAY * 4);
    let board = chat.ask("bob", Place::Thread(&root), "board");
    assert!(board.contains("white-left=1d 14h"), "{board}");
    chat.restart();
    let again = chat.ask("alice", Place::Direct, "weekends pause");
    assert!(again.contains("vacation-weekends-already"), "{again}");
    let told = chat.ask("alice", Place::Direct, "weekends play");
    assert!(told.contains("vacation-weekends skipped=no"), "{told}");
}

#[test]
fn both_agree_on_a_pause() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    chat.wait(HOUR);
    let thread = Place::Thread(&root);
    assert!(chat.ask("bob", thread, "pause").contains("pause-asked"));
    assert!(
        chat.ask("alice", thread, "accept")
            .contains("pause-begun days=30")
    );
    assert!(chat.ask("alice", thread, "pause").contains("pause-already"));
    assert!(chat.wait(DAY * 20).is_empty());
    chat.restart();
    let board = chat.ask("bob", thread, "board");
    assert!(
        board.contains("white-left=59m") && board.contains("away=pause"),
        "{board}"
    );
    assert!(chat.ask("alice", thread, "resume").contains("pause-ending"));
    assert!(chat.ask("bob", thread, "resume").contains("pause-ended"));
    assert!(
        chat.ask("bob", thread, "resume")
            .contains("pause-not-paused")
    );
    let said = chat.wait(HOUR);
    assert!(said[0].plain().contains("end-timed-out"));
}

#[test]
fn one_player_ends_a_pause_with_notice() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "pause");
    chat.ask("alice", thread, "accept");
    chat.wait(DAY);
    let ending = chat.ask("bob", thread, "resume");
    assert_eq!(ending, "pause-ending left=1d name=bob other=alice");
    assert!(chat.wait(HOUR * 23).is_empty());
    let again = chat.ask("bob", thread, "resume");
    assert_eq!(again, "pause-ending left=59m name=bob other=alice");
    chat.restart();
    let said = chat.wait(HOUR);
    assert!(said[0].plain().contains("clock-pause-ended"));
    let said = chat.wait(HOUR * 2);
    assert!(said[0].plain().contains("end-timed-out"));
}

/// A game in a pause, in which bob can answer a jump of alice.
fn paused_at_a_jump(chat: &mut Chat) -> String {
    let offer = "!challenge @bob gipf-standard white zertz 3 neutralise 1 by coin 2d";
    paused_at_a_jump_of(chat, offer)
}

/// Such a game that this challenge has begun.
fn paused_at_a_jump_of(chat: &mut Chat, offer: &str) -> String {
    chat.ask("alice", Place::Room, offer);
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    for (who, line) in [
        ("alice", "Ze1-e3"),
        ("bob", "Zh1-h3"),
        ("alice", "b3"),
        ("bob", "b4"),
        ("alice", "Ze2-e4"),
        ("bob", "pause"),
        ("alice", "accept"),
    ] {
        chat.ask(who, Place::Thread(&root), line);
    }
    root
}

/// Lets the day of a notice pass; returns the first message after it.
fn after_notice(chat: &mut Chat) -> String {
    assert!(chat.wait(HOUR * 23).is_empty());
    chat.wait(HOUR)[0].plain()
}

#[test]
fn a_decided_jump_in_a_pause_gives_notice() {
    for reply in ["neutralise", "allow"] {
        let mut chat = Chat::new();
        let root = paused_at_a_jump(&mut chat);
        chat.ask("bob", Place::Thread(&root), reply);
        let board = chat.ask("alice", Place::Thread(&root), "board");
        assert!(board.contains("away=pause"), "{board}");
        assert!(after_notice(&mut chat).contains("clock-pause-ended"));
    }
}

#[test]
fn a_contest_in_a_pause_is_paused() {
    let mut chat = Chat::new();
    let offer = "!challenge @bob gipf-standard white zertz 3 neutralise 1 by zertz-basic 2h";
    let root = paused_at_a_jump_of(&mut chat, offer);
    chat.ask("bob", Place::Thread(&root), "neutralise");
    let board = chat.ask("alice", Place::Thread(&root), "board");
    assert!(board.contains("away=pause"), "{board}");
    assert!(chat.wait(HOUR * 23).is_empty());
}

#[test]
fn a_pause_ends_for_the_game_that_waits() {
    let mut chat = Chat::new();
    let offer = "!challenge @bob gipf-standard white zertz 3 neutralise 1 by zertz-basic 2h";
    let root = paused_at_a_jump_of(&mut chat, offer);
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.restart();
    chat.ask("alice", thread, "resume");
    chat.ask("alice", thread, "resign");
    chat.ask("alice", thread, "yes");
    let board = chat.ask("alice", thread, "t1 board");
    assert!(board.contains("away=runs"), "{board}");
    // Without that, the pause goes on in the game that waited.
    let mut chat = Chat::new();
    let root = paused_at_a_jump_of(&mut chat, offer);
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "yes");
    let board = chat.ask("alice", thread, "t1 board");
    assert!(board.contains("away=pause"), "{board}");
}

#[test]
fn an_action_within_a_turn_gives_notice() {
    let mut chat = Chat::new();
    let root = paused_at_a_jump(&mut chat);
    let thread = Place::Thread(&root);
    let board = chat.ask("bob", thread, "board");
    assert!(board.contains("away=pause"), "{board}");
    chat.restart();
    let allowed = chat.ask("bob", thread, "allow");
    assert!(allowed.contains("away=pause"), "{allowed}");
    chat.ask("alice", thread, "resume");
    let board = chat.ask("bob", thread, "board");
    assert!(board.contains("away=runs"), "{board}");
}

#[test]
fn an_answered_jump_belongs_to_its_mover() {
    let mut chat = Chat::new();
    let root = paused_at_a_jump(&mut chat);
    chat.ask("bob", Place::Thread(&root), "allow");
    let shown = chat.ask("bob", Place::Thread(&root), "show 3");
    assert!(shown.contains("player=alice"), "{shown}");
}

#[test]
fn a_move_in_a_pause_gives_notice() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "pause");
    chat.ask("alice", thread, "accept");
    chat.wait(DAY);
    let board = chat.ask("alice", thread, "a2-b3");
    assert!(board.contains("away=pause"), "{board}");
    chat.restart();
    let board = chat.ask("bob", thread, "a4-b4");
    assert!(board.contains("away=runs"), "{board}");
    chat.ask("bob", thread, "pause");
    chat.ask("alice", thread, "accept");
    chat.ask("bob", thread, "resume");
    let board = chat.ask("alice", thread, "a2-b3");
    assert!(board.contains("away=runs"), "{board}");
    chat.ask("bob", thread, "pause");
    chat.ask("alice", thread, "accept");
    chat.ask("bob", thread, "a4-b4");
    assert!(after_notice(&mut chat).contains("clock-pause-ended player=alice"));
}

#[test]
fn a_return_late_in_a_pause_gives_notice() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "pause");
    chat.ask("alice", thread, "accept");
    chat.wait(DAY * 30 - MINUTE);
    let ending = chat.ask("bob", thread, "resume");
    assert_eq!(ending, "pause-ending left=1d name=bob other=alice");
    assert!(chat.wait(HOUR * 23).is_empty());
}

#[test]
fn a_pause_ends_after_30_days() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    chat.ask("bob", Place::Thread(&root), "pause");
    chat.ask("alice", Place::Thread(&root), "pause");
    let said = after(&mut chat, DAY * 30);
    assert!(
        said.plain()
            .contains("clock-pause-ending left=1d player=alice"),
        "{}",
        said.plain()
    );
    let board = chat.ask("alice", Place::Thread(&root), "a2-b3");
    assert!(board.contains("away=pause"), "{board}");
    assert!(after_notice(&mut chat).contains("clock-pause-ended player=bob"));
    let said = chat.wait(HOUR * 2);
    assert!(said[0].plain().contains("end-timed-out"));
}

#[test]
fn a_declined_pause_changes_nothing() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "2h");
    chat.ask("bob", Place::Thread(&root), "pause");
    assert!(
        chat.ask("alice", Place::Thread(&root), "decline")
            .contains("pause-declined")
    );
    let said = chat.wait(HOUR * 3);
    assert!(said[0].plain().contains("end-timed-out"));
    assert!(
        chat.ask("alice", Place::Thread(&root), "pause")
            .contains("table-")
    );
}

#[test]
fn idle_games_end_after_28_days() {
    let mut chat = Chat::new();
    chat.sync();
    let root = chat.duel();
    let said = after(&mut chat, DAY * 14);
    assert!(
        said.plain().contains("clock-idle days=14 left=14 table=t1"),
        "{}",
        said.plain()
    );
    assert_eq!(said.mentions, [person("alice").id, person("bob").id]);
    chat.restart();
    let said = after(&mut chat, DAY * 14 - MINUTE);
    assert!(said.plain().contains("end-idle"), "{}", said.plain());
    assert!(chat.duels.is_empty());
    assert!(
        chat.ask("alice", Place::Thread(&root), "rematch")
            .contains("rematch-asked")
    );
}

#[test]
fn a_rematch_keeps_the_clock() {
    let mut chat = Chat::new();
    let root = game(&mut chat, "1h");
    chat.wait(HOUR * 2);
    chat.restart();
    chat.ask("alice", Place::Thread(&root), "rematch");
    let begun = chat.ask("bob", Place::Thread(&root), "accept");
    assert!(
        begun.contains("clock-first-turn away=runs left=3d player=bob"),
        "{begun}"
    );
}

#[test]
fn games_with_the_computer_have_no_clock() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Direct, "play gipf-basic easy");
    assert!(chat.wait(DAY * 30).is_empty());
}

#[test]
fn an_admin_adds_time_for_everyone() {
    let mut chat = Chat::new();
    let mut with_admin = settings();
    with_admin.access.admin = vec![Pattern::user("@carol:example.org").unwrap()];
    chat.restart_with(with_admin);
    game(&mut chat, "1h");
    chat.deliver();
    let added = chat.ask("carol", Place::Direct, "add time 1d");
    assert!(added.contains("clock-added time=1d"), "{added}");
    assert!(chat.wait(DAY).is_empty());
    let said = chat.wait(HOUR * 2);
    assert!(said[0].plain().contains("end-timed-out"));
    let refused = chat.ask("carol", Place::Direct, "add time 8d");
    assert!(refused.contains("clock-cannot-add most=7"), "{refused}");
}

#[test]
fn a_game_whose_board_never_arrives_ends() {
    let mut chat = Chat::new();
    game(&mut chat, "2d");
    chat.undelivered.clear();
    let said = after(&mut chat, DAY * 28);
    assert!(said.plain().contains("end-idle"), "{}", said.plain());
}

#[test]
fn a_vacation_ends_in_the_zone_of_the_player() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "zone Europe/Paris");
    let told = chat.ask("alice", Place::Direct, "vacation 10d");
    assert!(told.contains("end=2026-12-01 13:00 CET"), "{told}");
}

#[test]
fn absences_leave_games_without_a_clock_alone() {
    let mut chat = Chat::new();
    game(&mut chat, "none");
    chat.wait(DAY * 3);
    chat.ask("alice", Place::Direct, "weekends pause");
    chat.wait(HOUR);
    let left = chat.tables.until_next_clock(chat.time);
    assert!(left.is_some_and(|left| left > DAY * 10), "{left:?}");
}

#[test]
fn stored_clocks_of_impossible_times_are_refused() {
    let mut chat = Chat::new();
    game(&mut chat, "2d");
    let saved = chat.saved[&1].clone();
    let mut stored = serde_json::to_value(&saved).unwrap();
    let times = stored.pointer_mut("/stage/playing/clock/left").unwrap();
    assert!(times.is_array());
    *times = serde_json::json!(["PT9223372036854775807S", "-PT9223372036854775807S"]);
    let hostile: Saved = serde_json::from_value(stored).unwrap();
    let table = Lobby::new(settings()).restore([hostile]);
    assert!(table[0].1.contains("a hundred years"), "{table:?}");
    assert_eq!(Lobby::new(settings()).restore([saved]), []);
}
