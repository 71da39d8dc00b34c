//! Who may invite and administer, with a real homeserver.

use end_to_end::{Bot, Client, Homeserver, Message, NewRoom};

/// alice administers and invites; the invitations of others are declined.
const CONFIG: &str = "[access]\ninvite = []\nothers = \"decline\"\nadmin = [\"@alice-access:*\"]\n";

#[test]
fn admins_see_the_rooms_have_one_left_and_shut_the_bot_down() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start_with(homeserver, "bot-access", CONFIG);
    let alice = Client::login(homeserver, "alice-access");
    let bob = Client::login(homeserver, "bob-access");
    let bot_user = bot.user().to_owned();
    let invite = &[bot_user.as_str()];
    bob.create_room(NewRoom {
        invite,
        ..NewRoom::default()
    });
    bot.wait_to_log("invitation declined");

    let room = alice.create_room(NewRoom {
        invite: &[&bot_user, bob.user()],
        name: Some("The Club"),
        ..NewRoom::default()
    });
    bob.join(&room);
    alice.wait_for_member(&room, bob.user());
    alice.wait_for_member(&room, &bot_user);
    alice.next_message(&room, &bot_user).says(&["Hello"]);
    alice.send(&room, &format!("!challenge {}", bob.user()));
    alice
        .next_message(&room, &bot_user)
        .says(&["challenges you"]);

    let direct = alice.create_room(NewRoom {
        invite,
        direct: true,
        ..NewRoom::default()
    });
    alice.next_message(&direct, &bot_user).says(&["Hello"]);
    let ask = |line: &str| -> Message {
        alice.send(&direct, line);
        alice.next_message(&direct, &bot_user)
    };
    ask("status").says(&["Rooms: 2. Games: 0. Open challenges: 1."]);
    ask("rooms").says(&[&room, "The Club, 3 members, one open table"]);
    ask(&format!("leave {room}")).says(&["I have left", &room]);
    alice.next_message(&room, &bot_user).says(&["Goodbye"]);
    ask("status").says(&["Rooms: 1. Games: 0. Open challenges: 0."]);

    ask("shutdown").says(&["I stop"]);
    bot.wait_for_end();
    bot.start_again();
    // The line that has stopped the bot does not stop it again.
    ask("status").says(&["Rooms: 1."]);
    bot.stop();
}
