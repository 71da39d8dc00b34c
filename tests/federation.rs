//! Players on another homeserver than the bot's.

use std::{thread, time::Duration};

use end_to_end::{Bot, Client, Homeserver, NewRoom};
use serde_json::{Value, json};

const MAX_ATTEMPTS: usize = 20;
const ATTEMPT_INTERVAL: Duration = Duration::from_secs(5);

/// An encrypted room of the bot, of alice on its homeserver, and of bob on another one.
#[derive(Debug)]
struct Rooms {
    theirs: Homeserver,
    bot: Bot,
    alice: Client,
    bob: Client,
    room: String,
    // Dropped last.
    _ours: Homeserver,
}

fn gather() -> Rooms {
    gather_in(true)
}

/// Gathers the players in a room that is encrypted or not.
fn gather_in(encrypted: bool) -> Rooms {
    gather_with(Homeserver::start_federating(), encrypted)
}

fn gather_with(theirs: Homeserver, encrypted: bool) -> Rooms {
    let ours = Homeserver::start_federating();
    let bot = Bot::start_with(&ours, "bot", "[games]\nfast = true\n");
    let alice = Client::login(&ours, "alice");
    let bob = Client::login(&theirs, "bob");
    let room = alice.create_room(NewRoom {
        invite: &[bob.user()],
        encrypted,
        ..NewRoom::default()
    });
    bob.join(&room);
    alice.wait_for_member(&room, bob.user());
    // It greets both.
    alice.invite(&room, bot.user());
    for user in [bot.user(), bob.user()] {
        alice.wait_for_member(&room, user);
        bob.wait_for_member(&room, user);
    }
    Rooms {
        theirs,
        bot,
        alice,
        bob,
        room,
        _ours: ours,
    }
}

#[test]
fn players_of_two_servers_read_every_board() {
    let Rooms {
        theirs: _theirs,
        bot,
        alice,
        bob,
        room,
        _ours,
    } = gather();
    let read = |says: &str| {
        for client in [&alice, &bob] {
            let message = client.next_message(&room, bot.user());
            message.says(&[says]);
            assert!(message.encrypted);
        }
    };
    read("hello-");
    let root = alice.send(&room, &format!("!challenge {} white", bob.user()));
    read("challenge-made ");
    bob.send_in_thread(&room, &root, "accept");
    read("gipf-ask-");
    alice.send_in_thread(&room, &root, "Gb2");
    read("gipf-ask-");
    bob.send_in_thread(&room, &root, "Gb3");
    read("gipf-ask-");
}

#[test]
fn a_frozen_server_holds_up_nobody_else() {
    let Rooms {
        theirs,
        bot,
        alice,
        bob,
        room,
        _ours,
    } = gather();
    alice.next_message(&room, bot.user());
    bob.next_message(&room, bot.user());
    let carol = Client::login(&theirs, "carol");
    alice.invite(&room, carol.user());
    carol.join(&room);
    alice.wait_for_member(&room, carol.user());
    theirs.freeze();
    let ask = || {
        alice.send(&room, "!games");
        alice.next_message(&room, bot.user()).says(&["list-game "]);
    };
    ask();
    ask();
    theirs.thaw();
    // Synapse tries a server again once it has heard from it.
    carol.send(&room, "hello");
    for client in [&bob, &carol] {
        let has_read = || !client.messages(&room, bot.user()).is_empty();
        // The bot asks the server for keys again after a while.
        for _ in 0..MAX_ATTEMPTS {
            if has_read() {
                break;
            }
            thread::sleep(ATTEMPT_INTERVAL);
            ask();
        }
        assert!(has_read(), "{}", client.user());
    }
}

#[test]
fn nobody_wins_by_shutting_out_a_server() {
    let Rooms {
        theirs: _theirs,
        bot,
        alice,
        bob,
        room,
        _ours,
    } = gather_in(false);
    let read = || alice.next_message(&room, bot.user());
    read();
    let challenge = format!("!challenge {} gipf-basic white 20s", bob.user());
    let root = alice.send(&room, &challenge);
    read().says(&["challenge-made "]);
    for (player, line) in [
        (&bob, "accept"),
        (&alice, "a2-b3"),
        (&bob, "a4-b4"),
        (&alice, "e1-e2"),
    ] {
        player.send_in_thread(&room, &root, line);
        read().says(&["gipf-ask-"]);
    }
    // Both homeservers are named by their addresses; the own one of the bot does not apply this to itself.
    let rules = json!({ "allow": ["*"], "allow_ip_literals": false });
    alice.set_state(&room, "m.room.server_acl", "", rules);
    let end = read();
    end.says(&["end-abandoned"]).stands_in(Some(&root));
}

#[test]
fn a_forked_history_makes_nobody_absent() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let theirs = Homeserver::start_federating_kept(folder.path());
    let Rooms {
        mut theirs,
        bot,
        alice,
        bob,
        room,
        _ours: ours,
    } = gather_with(theirs.expect("the homeserver starts"), false);
    let read = || alice.next_message(&room, bot.user());
    read();
    let carol = Client::login(&ours, "carol");
    let enter = || {
        alice.invite(&room, carol.user());
        carol.join(&room);
        alice.wait_for_member(&room, carol.user());
    };
    enter();
    bob.wait_for_member(&room, carol.user());
    let root = bob.send(&room, &format!("!challenge {} zertz-basic", carol.user()));
    read().says(&["challenge-made "]);
    carol.send_in_thread(&room, &root, "accept");
    read().says(&["zertz-ask-"]);
    carol.leave(&room);
    let has_left = || {
        thread::sleep(Duration::from_millis(250));
        bob.membership(&room, carol.user()) == "leave"
    };
    assert!((0..MAX_ATTEMPTS).any(|_| has_left()));
    // The other homeserver misses her return.
    theirs.end("TERM");
    enter();
    let token = bot.access_token();
    let sync = |query: &str| {
        let path = format!("/_matrix/client/v3/sync?timeout=0{query}");
        ours.get(&path, &token)
    };
    let before = sync("");
    let before = before["next_batch"].as_str().expect("a token");
    theirs.start_again();
    bob.send_in_thread(&room, &root, "draw");
    let answer = read();
    let response = sync(&format!("&since={before}"));
    let state = &response["rooms"]["join"][&room]["state"]["events"];
    let is_old = |event: &Value| {
        event["state_key"] == carol.user() && event["content"]["membership"] == "leave"
    };
    let state = state.as_array().map(Vec::as_slice).unwrap_or_default();
    assert!(state.iter().any(is_old), "no fork: {response}");
    answer.says(&["draw-offered "]);
}
