//! Room keys that come late or never, change, or are reused.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use end_to_end::{Bot, Client, Homeserver, NewRoom, Party};
use serde_json::json;

/// SQL that makes the bot's undecryptable events half a minute older.
const LATER: &str = "UPDATE undecrypted SET since = since - 31;";

/// Opens an encrypted direct message and waits for the greeting.
#[track_caller]
fn direct(alice: &Client, bot: &Bot) -> String {
    let room = alice.create_room(NewRoom {
        invite: &[bot.user()],
        encrypted: true,
        direct: true,
        ..NewRoom::default()
    });
    alice.wait_for_member(&room, bot.user());
    alice.next_message(&room, bot.user()).says(&["hello-"]);
    room
}

/// Kills the bot once it has stored an undecryptable event, and starts it half a minute later.
#[track_caller]
fn half_a_minute_later(bot: &mut Bot, event: &str) {
    bot.wait_until_stored(&format!(
        "SELECT 1 FROM undecrypted WHERE event = '{event}'"
    ));
    bot.kill();
    bot.change_database(LATER);
    bot.start_again();
}

#[test]
fn commands_are_answered_once_their_key_comes() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-late");
    let alice = Client::login(homeserver, "alice-late");
    let room = direct(&alice, &bot);
    alice.withhold_key(&room);
    let lost = alice.send(&room, "help");
    half_a_minute_later(&mut bot, &lost);
    let told = alice.next_message(&room, bot.user());
    told.says(&["access-unreadable"]);
    assert!(told.encrypted);

    // A second event and a restart: nothing is sent twice.
    let second = alice.send(&room, "run");
    half_a_minute_later(&mut bot, &second);
    alice.release_key();
    alice
        .next_message(&room, bot.user())
        .says(&["help-direct "]);
    alice
        .next_message(&room, bot.user())
        .says(&["seed-promised hash="]);
    assert_eq!(alice.messages(&room, bot.user()).len(), 4);
}

#[test]
fn only_unreadable_commands_get_a_notice_in_rooms() {
    let mut party = Party::gather_in(Homeserver::shared(), "unreadable", true);
    party.bob.withhold_key(&party.room);
    let chat = party.bob.send(&party.room, "hello everybody");
    half_a_minute_later(&mut party.bot, &chat);
    party
        .alice
        .send(&party.room, &format!("!challenge {}", party.bob.user()));
    party.answer().says(&["challenge-made "]);

    let root = party.alice.send(&party.room, "!challenge anyone");
    party.answer();
    let lost = party.bob.send_in_thread(&party.room, &root, "accept");
    half_a_minute_later(&mut party.bot, &lost);
    let told = party.answer();
    told.says(&["access-unreadable"]).stands_in(Some(&root));
    assert!(told.answers(&lost));
    party.bob.release_key();
    party.answer().stands_in(Some(&root)).says(&["gipf-ask-"]);
    assert_eq!(party.answers(), 4);
}

/// The homeserver adds the last reply in a thread to the event below which it is.
#[test]
fn deep_replies_hide_no_encrypted_command() {
    let mut party = Party::gather_in(Homeserver::shared(), "deep", true);
    party.bot.kill();
    let command = party.alice.send(&party.room, "!games");
    let deep = (0..122).fold(json!(1), |inner, _| json!([inner]));
    let reply = json!({
        "algorithm": "m.megolm.v1.aes-sha2",
        "x": deep,
        "m.relates_to": {"rel_type": "m.thread", "event_id": command},
    });
    party.bob.send_sealed(&party.room, reply);
    party.bot.start_again();
    party.answer().says(&["list-game "]);
}

#[test]
fn a_repeated_ciphertext_is_acted_upon_once() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-repeated");
    let alice = Client::login(homeserver, "alice-repeated");
    let room = direct(&alice, &bot);
    let help = alice.send(&room, "help");
    alice
        .next_message(&room, bot.user())
        .says(&["help-direct "]);
    let again = alice.send_again(&room, &help);
    bot.wait_to_log(&again);
    // The same after a restart, or when a copy comes before the original could be decrypted.
    bot.stop();
    alice.send_again(&room, &help);
    bot.start_again();
    alice.withhold_key(&room);
    let late = alice.send(&room, "games");
    alice.send_again(&room, &late);
    alice.release_key();
    alice.next_message(&room, bot.user()).says(&["list-game "]);
    // The same text sent again is another message.
    alice.send(&room, "help");
    alice
        .next_message(&room, bot.user())
        .says(&["help-direct "]);
    assert_eq!(alice.messages(&room, bot.user()).len(), 4);
}

/// With several lines, their Megolm places are requested together.
#[test]
fn encrypted_lines_act_in_order_and_once() {
    let mut party = Party::gather_in(Homeserver::shared(), "several", true);
    party.ask(&party.alice, "!games");
    party.bot.stop();
    let Party {
        alice, bob, room, ..
    } = &party;
    let help = alice.send(room, "!help");
    alice.send_again(room, &help);
    alice.send(room, "hello everybody");
    let tables = bob.send(room, "!tables");
    party.bot.start_again();
    let answer = party.answer();
    assert!(answer.answers(&help), "{answer:?}");
    let answer = party.answer();
    assert!(answer.answers(&tables), "{answer:?}");
    party.ask(&party.bob, "!games");
    assert_eq!(party.answers(), 4);
}

#[test]
fn a_game_survives_encryption_and_new_members() {
    let homeserver = Homeserver::shared();
    let party = Party::gather(homeserver, "changes");
    let (room, bot) = (&party.room, party.bot.user());
    let root = party.start_duel();
    assert!(!party.ask_in(&party.alice, &root, "Gb2").encrypted);

    party.alice.encrypt_room(room, 1);
    for client in [&party.alice, &party.bob] {
        client.wait_for_encryption(room);
    }
    let mut sessions = BTreeSet::new();
    for (who, spot) in [(&party.bob, "i2"), (&party.alice, "b3"), (&party.bob, "i3")] {
        who.change_key(room);
        let answer = party.ask_in(who, &root, &format!("G{spot}"));
        assert!(answer.encrypted);
        assert_eq!(answer.spot(spot).to_uppercase(), "G");
        sessions.insert(party.alice.session(room, &answer.event));
    }
    assert_eq!(
        sessions.len(),
        3,
        "the bot changes keys as the room wants it"
    );

    let carol = Client::login(homeserver, "carol-changes");
    party.alice.invite(room, carol.user());
    carol.join(room);
    carol.wait_for_member(room, bot);
    carol.wait_for_encryption(room);
    // Her very first line there.
    let line = carol.send_in_thread(room, &root, "board");
    let board = loop {
        // Before it come the messages from before she joined, which she can read.
        let message = carol.next_message(room, bot);
        if message.answers(&line) {
            break message;
        }
    };
    board.stands_in(Some(&root));
    assert_eq!((board.encrypted, board.spot("i3")), (true, "g"));
    party.answer();
    party
        .ask_in(&party.alice, &root, "Gf2")
        .mentions_only(&[party.bob.user()]);
    assert_eq!(carol.next_message(room, bot).spot("f2"), "G");
    assert_eq!(party.answers(), 8);
}

#[test]
fn encrypted_content_is_no_state_of_the_room() {
    let homeserver = Homeserver::shared();
    let bot = Bot::start(homeserver, "bot-state");
    let alice = Client::login(homeserver, "alice-state");
    let room = direct(&alice, &bot);
    alice.send(&room, "help");
    alice
        .next_message(&room, bot.user())
        .says(&["help-direct "]);
    let join = json!({
        "type": "m.room.member", "state_key": bot.user(), "content": {"membership": "join"},
    });
    alice.send_sealed(&room, alice.seal(&room, join));
    // An edit, whose relation is outside the ciphertext only.
    let help = alice.send(&room, "games");
    alice.next_message(&room, bot.user()).says(&["list-game "]);
    let mut edit = alice.seal(
        &room,
        json!({
            "type": "m.room.message",
            "content": {"msgtype": "m.text", "body": "help", "m.relates_to": {}},
        }),
    );
    edit["m.relates_to"] = json!({"rel_type": "m.replace", "event_id": help});
    alice.send_sealed(&room, edit);
    alice.send(&room, "tables");
    alice
        .next_message(&room, bot.user())
        .says(&["table-nothing-on"]);
    assert_eq!(
        alice.messages(&room, bot.user()).len(),
        4,
        "greeted once, the edit unread"
    );
}

/// Otherwise the answer would reveal the message of another user to a sender without the key, and the copy
/// would use up its message index before the original arrives.
#[test]
fn anothers_ciphertext_is_not_acted_upon() {
    let mut party = Party::gather_in(Homeserver::shared(), "borrowed", true);
    party.ask(&party.alice, "!games");
    let help = json!({
        "type": "m.room.message", "content": {"msgtype": "m.text", "body": "!help"},
    });
    let help = party.alice.seal(&party.room, help);
    let copy = party.bob.send_sealed(&party.room, help.clone());
    half_a_minute_later(&mut party.bot, &copy);
    let Party {
        alice, bob, room, ..
    } = &party;
    let told = party.answer();
    told.says(&["access-unreadable"]);
    assert!(told.answers(&copy));
    let own = alice.send_sealed(room, help.clone());
    assert!(party.answer().answers(&own));
    bob.send_sealed(room, help);
    party.ask(bob, "!tables").says(&["list-nothing "]);
    assert_eq!(party.answers(), 4);
}

#[test]
fn an_encrypted_event_without_type_hides_no_others() {
    let homeserver = Homeserver::shared();
    let bot = Bot::start(homeserver, "bot-untyped");
    let [alice, mallory] =
        ["alice-untyped", "mallory-untyped"].map(|name| Client::login(homeserver, name));
    let room = direct(&alice, &bot);
    let room_of_hers = direct(&mallory, &bot);
    mallory.send(&room_of_hers, "games");
    mallory.next_message(&room_of_hers, bot.user());
    for kind in [json!(null), json!(7), json!(["m.room.message"])] {
        let payload = json!({"type": kind, "content": {}, "room_id": room_of_hers});
        let sealed = mallory.seal(&room_of_hers, payload);
        for _ in 0..3 {
            mallory.send_sealed(&room_of_hers, sealed.clone());
            alice.send(&room, "games");
            mallory.send_sealed(&room_of_hers, sealed.clone());
            alice.next_message(&room, bot.user()).says(&["matrx"]);
        }
    }
}

#[test]
fn an_overlong_key_id_stops_nobody() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-overlong");
    let [alice, mallory] =
        ["alice-overlong", "mallory-overlong"].map(|name| Client::login(homeserver, name));
    let room = direct(&alice, &bot);
    let room_of_hers = direct(&mallory, &bot);
    // The colon comes after 257 bytes, and the cut would fall into a letter of two bytes.
    mallory.add_device(&format!("a{}:x", "é".repeat(128)));
    mallory.send(&room_of_hers, "games");
    for again in [false, true] {
        if again {
            bot.kill();
            bot.start_again();
        }
        alice.send(&room, "games");
        alice.next_message(&room, bot.user()).says(&["matrx"]);
    }
}

/// A message counts once its sender has sent the key of its session, whoever was first.
#[test]
fn a_stolen_room_key_is_reported() {
    let homeserver = Homeserver::shared();
    let alice = Client::login(homeserver, "alice-stolen");
    let mallory = Client::login(homeserver, "mallory-stolen");
    let room = alice.create_room(NewRoom {
        invite: &[mallory.user()],
        encrypted: true,
        ..NewRoom::default()
    });
    mallory.join(&room);
    alice.wait_for_member(&room, mallory.user());
    mallory.wait_for_encryption(&room);
    let hello = alice.send(&room, "hello");
    mallory.next_message(&room, alice.user());
    let session = alice.session(&room, &hello);
    alice.keep_key(&room);

    let mut bot = Bot::start(homeserver, "bot-stolen");
    alice.invite(&room, bot.user());
    alice.next_message(&room, bot.user());
    mallory.share_key(&room, &session, bot.user());
    // Hers is stored once it answers her.
    direct(&mallory, &bot);
    let line = alice.send(&room, "!games");
    assert_eq!(alice.session(&room, &line), session);
    half_a_minute_later(&mut bot, &line);
    let told = alice.next_message(&room, bot.user());
    told.says(&["access-unreadable"]);
    assert!(told.answers(&line));

    // The key from herself counts as well, though the bot has it.
    alice.share_key(&room, &session, bot.user());
    let told = alice.next_message(&room, bot.user());
    told.says(&["list-game "]);
    assert!(told.answers(&line));
    let line = alice.send(&room, "!games");
    assert_eq!(alice.session(&room, &line), session);
    let told = alice.next_message(&room, bot.user());
    told.says(&["list-game "]);
    assert!(told.answers(&line));
    assert_eq!(alice.messages(&room, bot.user()).len(), 4);
}

#[test]
fn a_malformed_signing_key_silences_nobody() {
    let homeserver = Homeserver::shared();
    let party = Party::gather_in(homeserver, "malformed-key", true);
    let Party {
        alice, bot, room, ..
    } = &party;
    let [mallory, carol] = ["mallory-malformed-key", "carol-malformed-key"]
        .map(|name| Client::login(homeserver, name));
    mallory.publish_malformed_key();
    party.ask(alice, "!games");
    // Other clients can't query keys once Mallory is in the room.
    let lines = [(); 4].map(|()| {
        let content = json!({"msgtype": "m.text", "body": "!games"});
        alice.seal(room, json!({"type": "m.room.message", "content": content}))
    });
    for (number, line) in lines.into_iter().enumerate() {
        match number {
            0 => alice.invite(room, mallory.user()),
            1 => mallory.join(room),
            2 => alice.invite(room, carol.user()),
            _ => carol.join(room),
        }
        let asked = Instant::now();
        alice.send_sealed(room, line);
        party.answer().says(&["list-game "]);
        assert!(asked.elapsed() < Duration::from_secs(5));
    }
    carol.next_message(room, bot.user()).says(&["list-game "]);
}
