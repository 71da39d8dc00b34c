//! Refused and ignored lines, neither of which change anything.

use end_to_end::{Client, Homeserver, NewRoom, Party};
use serde_json::json;

#[test]
fn a_refused_line_says_why_and_changes_nothing() {
    let party = Party::gather(Homeserver::shared(), "refusals");
    let Party { alice, bob, .. } = &party;
    let challenge = alice.send(&party.room, &format!("!challenge {} white", bob.user()));
    party.answer();
    party.ask(bob, "!accept please").says(&["please"]);
    party.ask(bob, "!acept").says(&["acept"]);
    party.ask(alice, "!accept");
    party.ask(bob, "!accept").stands_in(Some(&challenge));
    party.ask_in(alice, &challenge, "Gb2");

    // The wrong seat, a piece that is not due yet, a spot that is taken, no spot at all.
    party
        .ask_in(alice, &challenge, "Gb3")
        .stands_in(Some(&challenge));
    party
        .ask_in(bob, &challenge, "Tb3")
        .stands_in(Some(&challenge));
    party
        .ask_in(bob, &challenge, "Gb2")
        .stands_in(Some(&challenge));
    party.ask_in(bob, &challenge, "m Gz9").says(&["z9"]);
    party.ask_in(bob, &challenge, "!resign now").says(&["now"]);

    let board = party.ask_in(bob, &challenge, "board");
    assert_eq!((board.spot("b2"), board.spot("b3")), ("G", ""));
    party
        .ask_in(bob, &challenge, "Gb3")
        .mentions_only(&[alice.user()]);
    assert_eq!(party.answers(), 13);
}

#[test]
fn talk_to_others_is_not_answered() {
    let party = Party::gather(Homeserver::shared(), "chatter");
    let Party { alice, bob, .. } = &party;
    let root = party.start_duel();
    let room = &party.room;
    for line in [
        "hello everybody",
        "what a game!",
        "!",
        "!!!",
        "https://example.org/!board",
    ] {
        alice.send(room, line);
    }
    for line in ["good luck", "hm, I think I will go to b2", "lol"] {
        bob.send_in_thread(room, &root, line);
    }
    alice.send_content(room, json!({"msgtype": "m.notice", "body": "!board"}));
    let line = alice.send(room, "nothing");
    alice.send_content(
        room,
        json!({
            "msgtype": "m.text",
            "body": "* !board",
            "m.new_content": {"msgtype": "m.text", "body": "!board"},
            "m.relates_to": {"rel_type": "m.replace", "event_id": line},
        }),
    );
    party
        .ask_in(alice, &root, "Gb2")
        .stands_in(Some(&root))
        .mentions_only(&[bob.user()]);
    assert_eq!(party.answers(), 3);
}

/// Two bots alone in a room would answer each other for ever.
#[test]
fn bots_do_not_answer_each_other() {
    let party = Party::gather(Homeserver::shared(), "echo");
    let Party { alice, bot, .. } = &party;
    let room = alice.create_room(NewRoom {
        invite: &[bot.user()],
        direct: true,
        ..NewRoom::default()
    });
    let greeting = alice.next_message(&room, bot.user());
    alice.send(&room, "nonsense");
    let refusal = alice.next_message(&room, bot.user());
    for said in [greeting, refusal] {
        alice.send_content(&room, said.content);
    }
    alice.send(&room, "games");
    alice.next_message(&room, bot.user()).says(&["list-game "]);
    assert_eq!(alice.messages(&room, bot.user()).len(), 3);
}

#[test]
fn malformed_and_huge_events_do_no_harm() {
    // Encrypted events reach the bot unchecked by the homeserver.
    let party = Party::gather_in(Homeserver::shared(), "malformed", true);
    let Party { alice, room, .. } = &party;
    let root = party.start_duel();
    for content in [
        json!({}),
        json!({"msgtype": "m.text"}),
        json!({"msgtype": "m.text", "body": 7}),
        json!({"msgtype": 7, "body": "!board"}),
        json!({"msgtype": "m.text", "body": "", "m.relates_to": "nonsense"}),
        json!({"msgtype": "m.text", "body": "\u{202e}\u{0}\u{fffd}", "m.mentions": [1]}),
    ] {
        alice.send_content(room, content);
    }
    alice.send(room, &"x".repeat(40_000));
    let long = format!("!challenge {}", "x".repeat(20_000));
    assert!(party.ask(alice, &long).body.len() < 4_000);
    let markup = party.ask(alice, "!challenge <img/src=x> <b>&amp;");
    let html = markup.html.unwrap_or_default();
    assert!(!html.contains("<img") && !html.contains("<b>"), "{html}");
    assert_eq!(party.ask_in(alice, &root, "Gb2").spot("b2"), "G");
}

#[test]
fn a_stranger_cannot_play_for_others() {
    let homeserver = Homeserver::shared();
    let party = Party::gather(homeserver, "stranger");
    let carol = Client::login(homeserver, "carol-stranger");
    party.alice.invite(&party.room, carol.user());
    carol.join(&party.room);
    let root = party.start_duel();
    for line in ["!m Gb2", "resign", "draw", "takeback"] {
        party.ask_in(&carol, &root, line).stands_in(Some(&root));
    }
    let board = party.ask_in(&carol, &root, "board");
    assert_eq!(board.spot("b2"), "");
    assert_eq!(party.ask_in(&party.alice, &root, "Gb2").spot("b2"), "G");
    assert_eq!(party.answers(), 8);
}

#[test]
fn commands_reach_no_table_of_another_room() {
    let party = Party::gather(Homeserver::shared(), "elsewhere");
    let Party { alice, bot, .. } = &party;
    party.start_duel();
    let invite = &[bot.user(), party.bob.user()];
    let other = alice.create_room(NewRoom {
        invite,
        ..NewRoom::default()
    });
    alice.wait_for_member(&other, bot.user());
    alice.next_message(&other, bot.user());
    alice.send(&other, "!t1 m Gb2");
    let refusal = alice.next_message(&other, bot.user());
    assert!(
        !refusal.body.contains("b2 G") && !refusal.body.contains("b2[G]"),
        "{refusal}"
    );
    assert_eq!(party.ask(alice, "!board").spot("b2"), "");
}
