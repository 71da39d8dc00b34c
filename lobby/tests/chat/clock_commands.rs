//! Commands about clocks, and the time in which players settle a contest.

use lobby::UndecryptedFrom;

use crate::{
    clocks::{DAY, MINUTE, after, game},
    room::{Chat, HOUR, Place, ROOM, person},
};

#[test]
fn a_refused_change_leaves_clocks_alone() {
    for line in ["weekends play", "vacation", "vacation auto on"] {
        let mut chat = Chat::new();
        game(&mut chat, "1h");
        chat.wait(HOUR - MINUTE * 2);
        // The fall of alice's flag waits once for a key.
        chat.undecrypted = vec![UndecryptedFrom {
            room: ROOM.to_owned(),
            user: person("alice").id,
            since: chat.time,
        }];
        chat.wait(MINUTE * 3);
        chat.ask("bob", Place::Direct, line);
        let said = after(&mut chat, MINUTE * 7);
        assert!(said.plain().contains("end-timed-out"), "{line}");
    }
}

/// A game in which alice and bob settle a jump by themselves; returns the thread.
fn settling(chat: &mut Chat, clock: &str) -> String {
    chat.sync();
    let wish = "!challenge @bob gipf-standard white zertz 3 neutralise 2 by ourselves";
    chat.ask("alice", Place::Room, &format!("{wish} {clock}"));
    let root = chat.last_event();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "accept");
    for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5", "Zc2-c4"] {
        let who = if action.contains('c') { "alice" } else { "bob" };
        chat.ask(who, thread, action);
    }
    let asked = chat.ask("bob", thread, "neutralise");
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
fn a_report_begins_the_wait_anew() {
    let mut chat = Chat::new();
    let root = settling(&mut chat, "2d");
    let thread = Place::Thread(&root);
    assert!(chat.wait(DAY * 13).is_empty());
    chat.ask("alice", thread, "won");
    assert!(chat.wait(DAY * 13).is_empty());
    chat.ask("bob", thread, "lost");
    // A player's clock runs again.
    let said = chat.wait(DAY * 2);
    assert!(said[0].plain().contains("clock-reminder"), "{said:?}");
}
