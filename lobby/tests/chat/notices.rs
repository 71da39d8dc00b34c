//! Notices of turns in direct messages: at most one every six hours, only where one exists, never unwanted.

use jiff::SignedDuration;
use lobby::{Message, Settings};

use crate::room::{Chat, Place, settings};

const DIRECT: &str = "!alice:example.org";

/// A duel with alice to move, who has a direct message.
fn duel_of_known() -> (Chat, String) {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Direct, "help");
    let root = chat.duel();
    (chat, root)
}

fn minutes(count: i64) -> SignedDuration {
    SignedDuration::from_mins(count)
}

fn hours(count: i64) -> SignedDuration {
    SignedDuration::from_hours(count)
}

/// Checks that the only message is a notice to alice that lists these tables.
fn check_notice(said: &[Message], tables: &[&str]) {
    let [notice] = said else {
        panic!("one notice: {said:?}");
    };
    assert_eq!(notice.room, DIRECT);
    assert_eq!(notice.private_to.as_deref(), Some("@alice:example.org"));
    let text = notice.plain();
    assert!(
        text.starts_with("**mine-notice-heading kind=turn")
            || text.starts_with("mine-notice-heading kind=turn"),
        "{text}"
    );
    let listed = text.lines().filter(|line| line.contains("table="));
    assert_eq!(listed.count(), tables.len(), "{text}");
    for table in tables {
        assert!(text.contains(&format!("table={table}")), "{text}");
    }
    assert!(text.ends_with("mine-notice-end kind=turn"), "{text}");
}

#[test]
fn a_turn_is_told_once_after_a_while() {
    let (mut chat, _) = duel_of_known();
    assert!(chat.wait(minutes(14)).is_empty());
    check_notice(&chat.wait(minutes(2)), &["t1"]);
    assert!(chat.wait(hours(20)).is_empty());
    chat.restart();
    assert!(chat.wait(hours(20)).is_empty());
}

#[test]
fn a_restart_loses_no_notice() {
    let (mut chat, _) = duel_of_known();
    chat.restart();
    chat.wait(minutes(5));
    chat.restart();
    check_notice(&chat.wait(minutes(15)), &["t1"]);
}

#[test]
fn quick_moves_need_no_notice() {
    let (mut chat, root) = duel_of_known();
    chat.wait(minutes(10));
    chat.ask("alice", Place::Thread(&root), "Gb2");
    assert!(chat.wait(hours(7)).is_empty());
}

#[test]
fn notices_are_at_most_every_six_hours() {
    let (mut chat, root) = duel_of_known();
    check_notice(&chat.wait(minutes(16)), &["t1"]);
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("bob", Place::Thread(&root), "Gi2");
    chat.ask("carol", Place::Room, "!challenge @alice black");
    chat.ask("alice", Place::Room, "!accept t2");
    assert!(chat.wait(minutes(340)).is_empty());
    check_notice(&chat.wait(minutes(30)), &["t1", "t2"]);
}

#[test]
fn an_answered_turn_brings_no_second_notice() {
    let (mut chat, _) = duel_of_known();
    check_notice(&chat.wait(minutes(16)), &["t1"]);
    chat.ask("carol", Place::Room, "!challenge @alice black");
    let root = chat.last_event();
    chat.ask("alice", Place::Room, "!accept t2");
    chat.wait(minutes(30));
    chat.ask("alice", Place::Thread(&root), "Gb2");
    // Only the game of the first notice still waits.
    assert!(chat.wait(hours(10)).is_empty());
}

#[test]
fn nobody_is_told_without_a_direct_message() {
    let mut chat = Chat::new();
    chat.sync();
    chat.duel();
    assert!(chat.wait(hours(10)).is_empty());
    // A later direct message does not bring back an old turn before the table changes.
    chat.ask("alice", Place::Direct, "help");
    assert!(chat.wait(hours(10)).is_empty());
}

#[test]
fn a_left_direct_message_gets_no_notice() {
    let (mut chat, _) = duel_of_known();
    chat.happens(&lobby::Incoming::Left {
        room: DIRECT.to_owned(),
    });
    chat.restart();
    assert!(chat.wait(hours(10)).is_empty());
}

#[test]
fn quiet_hours_put_notices_off() {
    let (mut chat, _) = duel_of_known();
    chat.ask("alice", Place::Direct, "set quiet 0:00-23:59");
    let said = chat.wait(hours(24));
    check_notice(&said, &["t1"]);
}

#[test]
fn players_switch_notices_off() {
    let (mut chat, _) = duel_of_known();
    let told = chat.ask("alice", Place::Direct, "notify off");
    assert!(told.contains("name=notify"), "{told}");
    assert!(chat.wait(hours(10)).is_empty());
}

#[test]
fn operators_switch_notices_off() {
    let (mut chat, _) = duel_of_known();
    let mut without: Settings = settings();
    without.features.reminders = false;
    chat.restart_with(without);
    assert!(chat.wait(hours(10)).is_empty());
    let refused = chat.ask("alice", Place::Direct, "notify on");
    assert_eq!(refused, "setting-switched-off name=notify");
}

#[test]
fn a_digest_tells_of_turns_as_well() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Direct, "digest daily");
    chat.wait(hours(20) + minutes(25));
    chat.duel();
    let said = chat.wait(hours(2));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].plain().contains("mine-notice-heading kind=digest"));
}

#[test]
fn vacations_put_notices_off() {
    let (mut chat, _) = duel_of_known();
    chat.ask("alice", Place::Direct, "vacation 2d");
    assert!(chat.wait(hours(47)).is_empty());
    check_notice(&chat.wait(hours(2)), &["t1"]);
}

#[test]
fn notices_come_after_a_vacation_ended_early() {
    let (mut chat, _) = duel_of_known();
    chat.ask("alice", Place::Direct, "vacation 20d");
    assert!(chat.wait(hours(1)).is_empty());
    chat.ask("alice", Place::Direct, "vacation 1d");
    assert!(chat.wait(hours(23)).is_empty());
    check_notice(&chat.wait(hours(2)), &["t1"]);
    let (mut chat, _) = duel_of_known();
    chat.ask("alice", Place::Direct, "vacation 20d");
    assert!(chat.wait(hours(1)).is_empty());
    chat.ask("alice", Place::Direct, "vacation end");
    check_notice(&chat.wait(minutes(10)), &["t1"]);
}

#[test]
fn forgotten_players_leave_no_direct_message() {
    let (mut chat, _) = duel_of_known();
    check_notice(&chat.wait(minutes(16)), &["t1"]);
    let stored = |chat: &Chat| {
        let keys = chat.settings.keys();
        keys.filter(|key| key.ends_with("/@alice:example.org"))
            .count()
    };
    assert_eq!(stored(&chat), 2);
    chat.ask("alice", Place::Direct, "forget me");
    chat.ask("alice", Place::Direct, "forget me");
    assert_eq!(stored(&chat), 0);
}
