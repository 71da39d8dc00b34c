//! What players agree on in a challenge besides the game.

use crate::room::{Chat, Place};

#[test]
fn a_challenge_tells_what_is_agreed_on_and_the_game_begins_with_it() {
    let mut chat = Chat::new();
    let asked = chat
        .say(
            "alice",
            Place::Room,
            "!challenge @bob gipf-standard zertz 4 white",
        )
        .unwrap();
    assert!(asked.plain().contains("4 ZÈRTZ potentials"), "{asked:?}");
    let begun = chat.ask("bob", Place::Room, "!accept");
    assert!(begun.contains("WHITE has 12B 4Z"), "{begun}");
}

#[test]
fn what_cannot_be_agreed_on_is_refused_with_what_can() {
    let mut chat = Chat::new();
    for (words, reason) in [
        ("gipf-standard zertz 2", "3 to 6"),
        ("gipf-standard black+2", "`gipf-basic`"),
        ("gipf-basic black+4", "from 1 to 3"),
        ("matrx zertz 3", "GIPF only"),
        ("zertz-basic zertz 3", "`!help options`"),
        ("zertz 3", "GIPF only"),
        ("gipf zertz", "`!help options`"),
        ("gipf zertz3", "`!help options`"),
        ("gipf black+1", "`gipf-basic`"),
        ("gipf-basic black+1 white+1", "for one side"),
        ("gipf zertz 3 zertz 4", "once only"),
    ] {
        let refused = chat.ask("alice", Place::Room, &format!("!challenge @bob {words}"));
        assert!(refused.contains(reason), "{words}: {refused}");
    }
}

#[test]
fn a_game_can_be_named_without_its_version() {
    let mut chat = Chat::new();
    for (name, meant) in [
        ("gipf", "to GIPF ("),
        ("ZÈRTZ", "to ZÈRTZ ("),
        ("Matrx", "to MATRX GIPF ("),
    ] {
        let asked = chat.ask("alice", Place::Room, &format!("!challenge @bob {name}"));
        assert!(asked.contains(meant), "{asked}");
        let rules = chat.ask("alice", Place::Room, &format!("!rules {name} 1"));
        assert!(rules.contains("goes on"), "{rules}");
    }
}

#[test]
fn a_handicap_stays_with_its_player_in_a_rematch() {
    let mut chat = Chat::new();
    chat.ask(
        "alice",
        Place::Room,
        "!challenge @bob gipf-basic white black+2",
    );
    let begun = chat.ask("bob", Place::Room, "!accept");
    assert!(begun.contains("black has 14b"), "{begun}");
    chat.ask("alice", Place::Room, "!resign");
    chat.ask("alice", Place::Room, "!resign");
    chat.ask("alice", Place::Room, "!rematch");
    let again = chat.ask("bob", Place::Room, "!accept");
    assert!(again.contains("bob plays White"), "{again}");
    assert!(again.contains("WHITE has 14B"), "{again}");
}
