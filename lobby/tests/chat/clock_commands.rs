//! Commands about clocks, and the time in which players settle a contest.

use lobby::UndecryptedFrom;

use crate::{
    clocks::{MINUTE, after, game},
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
