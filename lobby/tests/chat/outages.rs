//! Clocks after an outage of the bot.

use jiff::SignedDuration;

use crate::room::{Chat, HOUR, Place};

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

#[test]
fn an_outage_in_a_vacation_delays_no_reminder() {
    let mut chat = Chat::new();
    chat.sync();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white 1d");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    chat.wait(MINUTE);
    chat.ask("alice", Place::Thread(&root), "a2-b3");
    chat.wait(MINUTE);
    chat.ask("alice", Place::Direct, "notify off");
    chat.ask("alice", Place::Direct, "vacation 1d");
    chat.ask("bob", Place::Thread(&root), "a4-b4");
    assert!(chat.wait(HOUR * 2).is_empty());
    // The vacation ends meanwhile.
    chat.time += HOUR * 40;
    assert!(chat.wait(HOUR * 18 - MINUTE).is_empty());
    let said = chat.wait(MINUTE * 3);
    assert_eq!(said.len(), 1, "{said:?}");
    let told = said[0].plain();
    assert!(told.contains("clock-reminder left=6h"), "{told}");
}
