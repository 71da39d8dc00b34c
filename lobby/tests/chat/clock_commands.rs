//! Commands about clocks, and the time in which players settle a contest.

use games::Live;
use lobby::{clocks::RoomAccess, saved::SavedStage};

use crate::{
    clocks::{DAY, MINUTE, after, game},
    room::{Chat, HOUR, Place, person},
};

#[test]
fn a_refused_change_leaves_clocks_alone() {
    for line in ["weekends play", "vacation", "vacation auto on"] {
        let mut chat = Chat::new();
        game(&mut chat, "1h");
        chat.wait(HOUR - MINUTE * 2);
        // The fall of alice's flag waits once for a key.
        chat.misses_key("alice");
        chat.wait(MINUTE * 3);
        chat.ask("bob", Place::Direct, line);
        let said = after(&mut chat, MINUTE * 7);
        assert!(said.plain().contains("end-timed-out"), "{line}");
    }
}

#[test]
fn absences_of_the_opponent_shorten_no_wait() {
    let mut chat = Chat::new();
    game(&mut chat, "1d strict");
    chat.wait(DAY + HOUR - MINUTE * 2);
    chat.misses_key("alice");
    chat.wait(MINUTE * 3);
    let told = chat.ask("bob", Place::Direct, "weekends pause");
    assert!(told.contains("vacation-weekends skipped=yes"), "{told}");
    chat.restart();
    assert!(chat.wait(MINUTE * 5).is_empty());
    let said = after(&mut chat, MINUTE * 2);
    assert!(said.plain().contains("end-timed-out"), "{}", said.plain());
}

/// A game in which alice announces a jump; returns the thread.
pub fn announced_jump(chat: &mut Chat, by: &str, clock: &str) -> String {
    chat.sync();
    let game = "gipf-standard white zertz 3 neutralise 2";
    let wish = format!("!challenge @bob {game} by {by} {clock}");
    chat.ask("alice", Place::Room, &wish);
    let root = chat.last_event();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "accept");
    for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5", "Zc2-c4"] {
        let who = if action.contains('c') { "alice" } else { "bob" };
        chat.ask(who, thread, action);
    }
    root
}

/// A game in which bob challenges a jump, which is decided in a way; returns the thread and the answer.
pub fn challenged_jump(chat: &mut Chat, by: &str, clock: &str) -> (String, String) {
    let root = announced_jump(chat, by, clock);
    let answer = chat.ask("bob", Place::Thread(&root), "neutralise");
    (root, answer)
}

#[test]
fn the_turn_after_allow_has_its_own_time() {
    for (clock, time, [left, after_move]) in [
        ("2h", MINUTE * 110, ["2h", "2h"]),
        ("10h+2h", HOUR * 9, ["4h 59m", "5h 59m"]),
        ("3d", HOUR * 70, ["3d", "3d"]),
    ] {
        let mut chat = Chat::new();
        let root = announced_jump(&mut chat, "coin", clock);
        chat.ask("bob", Place::Direct, "notify off");
        chat.wait(time);
        let allowed = chat.ask("bob", Place::Thread(&root), "allow");
        let left = format!("black-left={left} ");
        assert!(allowed.contains(&left), "{clock}: {allowed}");
        chat.wait(HOUR);
        chat.restart();
        let moved = chat.ask("bob", Place::Thread(&root), "Zb3");
        let left = format!("black-left={after_move} ");
        assert!(moved.contains(&left), "{clock}: {moved}");
    }
}

#[test]
fn the_turn_after_allow_has_its_own_reminder() {
    let mut chat = Chat::new();
    let root = announced_jump(&mut chat, "coin", "3d");
    let said = after(&mut chat, HOUR * 54);
    assert!(said.plain().contains("clock-reminder"), "{}", said.plain());
    chat.ask("bob", Place::Thread(&root), "allow");
    let said = after(&mut chat, HOUR * 54);
    assert!(said.plain().contains("clock-reminder"), "{}", said.plain());
}

#[test]
fn a_reply_taken_back_takes_its_own_time() {
    let mut chat = Chat::new();
    let root = announced_jump(&mut chat, "coin", "10h+2h");
    let thread = Place::Thread(&root);
    chat.wait(HOUR * 3);
    chat.ask("bob", thread, "allow");
    chat.wait(HOUR);
    chat.ask("bob", thread, "takeback");
    let back = chat.ask("alice", thread, "accept");
    assert!(back.contains("gipf-ask-jump "), "{back}");
    chat.wait(HOUR);
    let allowed = chat.ask("bob", thread, "allow");
    assert!(allowed.contains("black-left=10h 59m "), "{allowed}");
}

#[test]
fn the_turn_after_a_skipped_player_has_its_own_time() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Room, "!challenge @bob zertz-basic white 1h");
    let root = chat.last_event();
    chat.ask("bob", Place::Thread(&root), "accept");
    let SavedStage::Playing { record, .. } = &mut chat.saved.get_mut(&1).unwrap().stage else {
        panic!("the game is on");
    };
    let last_rings = Live::set_up("zertz-basic 1 a1,a2,b1,b2 - w1b2 -", None).unwrap();
    *record = last_rings.record().to_string();
    chat.restart();
    chat.wait(HOUR * 2);
    let skipped = chat.ask("alice", Place::Thread(&root), "Ba1,b2");
    assert!(skipped.contains("zertz-passed "), "{skipped}");
    assert!(skipped.contains("white-left=1h"), "{skipped}");
    let said = after(&mut chat, HOUR);
    assert!(said.plain().contains("end-timed-out"), "{}", said.plain());
}

#[test]
fn players_kept_out_do_not_lose_a_contest() {
    for (access, expected) in [
        (RoomAccess::KeptOut, "end-abandoned"),
        (RoomAccess::CanWrite, "contest-"),
    ] {
        let mut chat = Chat::new();
        let root = announced_jump(&mut chat, "zertz-basic", "1h");
        for who in ["alice", "bob"] {
            chat.set_access(who, access);
        }
        chat.wait(MINUTE);
        chat.players.clear();
        chat.ask("bob", Place::Thread(&root), "neutralise");
        for who in ["alice", "bob"] {
            chat.set_access(who, RoomAccess::CanWrite);
        }
        let said = chat.wait(HOUR * 2);
        let end = said.first().expect("the end").plain();
        assert!(end.contains(expected), "{end}");
    }
}

/// A game in which alice and bob settle a jump by themselves; returns the thread.
fn settling(chat: &mut Chat, clock: &str) -> String {
    let (root, asked) = challenged_jump(chat, "ourselves", clock);
    assert!(asked.contains("gipf-ask-contest "), "{asked}");
    root
}

#[test]
fn a_contest_that_nobody_settles_ends() {
    for clock in ["none", "2h", "2d"] {
        let mut chat = Chat::new();
        settling(&mut chat, clock);
        let both = [person("alice").id, person("bob").id];
        let said = after(&mut chat, DAY * 14);
        let asked = "clock-idle-contest days=14 left=14 table=t1";
        assert_eq!(
            (said.plain().as_str(), &said.mentions[..]),
            (asked, &both[..])
        );
        chat.restart();
        let said = after(&mut chat, DAY * 14 - MINUTE);
        assert!(said.plain().contains("end-idle"), "{}", said.plain());
        assert_eq!(said.mentions, both);
        assert!(chat.duels.is_empty());
    }
}

#[test]
fn the_end_of_a_pause_names_a_contest() {
    let mut chat = Chat::new();
    let root = settling(&mut chat, "2d");
    chat.ask("alice", Place::Thread(&root), "pause");
    chat.ask("bob", Place::Thread(&root), "pause");
    let said = after(&mut chat, DAY * 30);
    assert_eq!(said.plain(), "clock-pause-ending-contest left=1d");
    let said = after(&mut chat, DAY - MINUTE);
    assert_eq!(said.plain(), "clock-pause-ended-contest");
}

#[test]
fn a_contest_ends_no_pause_of_the_other() {
    let mut chat = Chat::new();
    let root = settling(&mut chat, "2h");
    let thread = Place::Thread(&root);
    for (player, line) in [("bob", "lost"), ("bob", "pause"), ("alice", "accept")] {
        chat.ask(player, thread, line);
    }
    chat.wait(DAY * 2);
    let back = chat.ask("alice", thread, "resume");
    assert_eq!(back, "pause-ending left=1d name=alice other=bob");
    let board = chat.ask("alice", thread, "won");
    assert!(board.contains("away=pause"), "{board}");
    assert!(chat.wait(HOUR * 20).is_empty());
}

#[test]
fn contrary_reports_do_not_prolong_the_wait() {
    let mut chat = Chat::new();
    let root = settling(&mut chat, "2d");
    let thread = Place::Thread(&root);
    assert!(chat.wait(DAY * 13).is_empty());
    chat.ask("alice", thread, "won");
    let said = after(&mut chat, DAY).plain();
    assert!(said.contains("clock-idle-contest "), "{said}");
    let contrary = chat.ask("bob", thread, "won");
    assert!(contrary.contains("contest-disagreed "), "{contrary}");
    let said = after(&mut chat, DAY * 14 - MINUTE).plain();
    assert!(said.contains("end-idle"), "{said}");
}

#[test]
fn matching_reports_end_the_wait() {
    let mut chat = Chat::new();
    let root = settling(&mut chat, "2d");
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "won");
    assert!(chat.wait(DAY * 13).is_empty());
    chat.ask("bob", thread, "lost");
    // A player's clock runs again.
    let said = chat.wait(DAY * 2);
    assert!(said[0].plain().contains("clock-reminder"), "{said:?}");
}

#[test]
fn clock_shows_that_of_the_game_in_its_thread() {
    for (clock, terms) in [
        ("3d", "bank=3d cap=3d increment=3d kind=turn strict=no"),
        ("10h+2h", "bank=10h cap= increment=2h kind=bonus strict=no"),
        (
            "2d+1d/4d strict",
            "bank=2d cap=4d increment=1d kind=capped strict=yes",
        ),
    ] {
        let mut chat = Chat::new();
        let root = game(&mut chat, clock);
        chat.wait(HOUR);
        let told = chat.ask("carol", Place::Thread(&root), "clock");
        let left = format!("clock-terms {terms}\nclock-left away=runs black=bob black-left=");
        assert!(told.starts_with(&left), "{told}");
        let by_number = chat.ask("bob", Place::Room, "!clock t1");
        assert_eq!(by_number, told);
        let usual = "setting-told change=none form=";
        for line in ["set clock", "clock 1d", "set clock none"] {
            let told = chat.ask("bob", Place::Thread(&root), line);
            assert!(told.starts_with("setting-told "), "{line}: {told}");
        }
        let told = chat.ask("bob", Place::Room, "!clock");
        assert!(told.starts_with(usual), "{told}");
    }
}

#[test]
fn clock_knows_first_turns_and_contests() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white 2h");
    let root = chat.last_event();
    chat.ask("bob", Place::Thread(&root), "accept");
    let told = chat.ask("bob", Place::Thread(&root), "clock");
    assert!(
        told.ends_with("\nclock-first-turn away=runs left=3d player=alice seat=white"),
        "{told}"
    );
    let mut chat = Chat::new();
    let root = settling(&mut chat, "2h");
    let told = chat.ask("bob", Place::Thread(&root), "clock");
    assert!(told.contains("\nclock-left away=contest "), "{told}");
}

#[test]
fn clock_without_one_says_so() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let none = chat.ask("alice", Place::Thread(&root), "clock");
    assert_eq!(none, "pause-no-clock");
    chat.ask("alice", Place::Thread(&root), "resign");
    chat.ask("alice", Place::Thread(&root), "resign");
    let usual = chat.ask("alice", Place::Thread(&root), "clock");
    assert!(usual.starts_with("setting-told "), "{usual}");
    let over = chat.ask("alice", Place::Room, "!t1 clock");
    assert_eq!(over, "table-game-over prefix=! table=t1");
    chat.ask("alice", Place::Direct, "run");
    let usual = chat.ask("alice", Place::Direct, "clock");
    assert!(usual.starts_with("setting-told "), "{usual}");
}

#[test]
fn a_contest_has_a_clock_of_its_own() {
    let mut chat = Chat::new();
    let (root, begun) = challenged_jump(&mut chat, "gipf-basic", "2h");
    assert!(begun.contains("contest-begun"), "{begun}");
    chat.deliver();
    let said = after(&mut chat, HOUR * 2);
    assert!(said.plain().contains("end-timed-out"), "{}", said.plain());
    let board = chat.ask("alice", Place::Thread(&root), "t1 board");
    assert!(board.contains("clock-left away=runs"), "{board}");
    let said = chat.wait(HOUR * 3);
    assert!(said[0].plain().contains("end-timed-out"));
    let result = chat.duels.values().next().expect("a result");
    assert_eq!(result.table, 1);
}

#[test]
fn an_idle_contest_decides_nothing() {
    let mut chat = Chat::new();
    let (root, begun) = challenged_jump(&mut chat, "gipf-basic", "none");
    assert!(begun.contains("contest-begun"), "{begun}");
    after(&mut chat, DAY * 14);
    let said = after(&mut chat, DAY * 14 - MINUTE);
    assert_eq!(said.thread.as_deref(), Some(root.as_str()));
    assert!(said.plain().contains("end-idle"), "{}", said.plain());
    let list = chat.ask("alice", Place::Room, "!tables");
    assert_eq!(list, "list-nothing prefix=!");
    assert!(chat.duels.is_empty());
}

#[test]
fn nobody_wins_a_contest_by_keeping_the_other_out() {
    let mut chat = Chat::new();
    let (root, begun) = challenged_jump(&mut chat, "gipf-basic", "2h");
    assert!(begun.contains("contest-begun"), "{begun}");
    for who in ["alice", "bob"] {
        chat.set_access(who, RoomAccess::KeptOut);
    }
    let said = after(&mut chat, HOUR * 2);
    assert_eq!(said.thread.as_deref(), Some(root.as_str()));
    assert!(said.plain().contains("end-abandoned"), "{}", said.plain());
    let (_, mover) = begun.rsplit_once("player=").unwrap();
    let (mover, _) = mover.split_once(' ').unwrap();
    let why = format!("clock-excused player={mover}");
    assert!(said.plain().contains(&why), "{why}: {}", said.plain());
    let list = chat.ask("alice", Place::Room, "!tables");
    assert!(
        !list.contains("table=t1") && !list.contains("table=t2"),
        "{list}"
    );
    assert!(chat.duels.is_empty());
    chat.restart();
    assert!(chat.wait(DAY).is_empty());
}

#[test]
fn pauses_are_asked_for_at_the_contest() {
    let mut chat = Chat::new();
    let (root, _) = challenged_jump(&mut chat, "zertz-basic", "2h");
    let thread = Place::Thread(&root);
    let asked = chat.ask("alice", thread, "t1 pause");
    assert!(
        asked.contains("pause-at-contest command=pause table=t2"),
        "{asked}"
    );
    chat.ask("alice", thread, "t1 draw");
    let asked = chat.ask("alice", thread, "t2 pause");
    assert!(asked.contains("pause-asked"), "{asked}");
    let begun = chat.ask("bob", thread, "t2 accept");
    assert!(begun.contains("pause-begun"), "{begun}");
    assert!(chat.wait(DAY).is_empty());
    let board = chat.ask("alice", thread, "t2 board");
    assert!(board.contains("away=pause"), "{board}");
    let back = chat.ask("alice", thread, "t1 resume");
    assert!(back.contains("pause-at-contest command=resume"), "{back}");
}
