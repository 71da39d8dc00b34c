//! Players on another homeserver than the bot's.

use std::{thread, time::Duration};

use end_to_end::{Bot, Client, Homeserver, NewRoom};

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
    let ours = Homeserver::start_federating();
    let theirs = Homeserver::start_federating();
    let bot = Bot::start(&ours, "bot");
    let alice = Client::login(&ours, "alice");
    let bob = Client::login(&theirs, "bob");
    let room = alice.create_room(NewRoom {
        invite: &[bob.user()],
        encrypted: true,
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
