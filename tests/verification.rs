//! Verification of the bot by its users, with emojis.

use end_to_end::{Bot, Client, Homeserver, NewRoom};

/// Makes alice an admin.
const CONFIG: &str = "[access]\nadmin = [\"@alice-*:*\"]\n";

/// Returns the emojis in the bot's log, without their names.
#[track_caller]
fn logged_emojis(bot: &Bot) -> Vec<String> {
    let log = bot.log();
    let emojis = log
        .split_once("emojis=")
        .and_then(|(_, rest)| rest.split_once(" numbers="));
    let (emojis, _) = emojis.expect("the bot logs emojis");
    emojis
        .split(", ")
        .map(|emoji| emoji.split(' ').next().map(plain).unwrap_or_default())
        .collect()
}

/// Removes the variation selector for colour from an emoji: some programs write it and others do not.
fn plain(emoji: &str) -> String {
    emoji.replace('\u{fe0f}', "")
}

/// Brings alice, bob and the bot into an encrypted room.
fn gather(name: &str) -> (Bot, Client, Client, String) {
    let homeserver = Homeserver::shared();
    let bot = Bot::start_with(homeserver, &format!("bot-{name}"), CONFIG);
    let alice = Client::login(homeserver, &format!("alice-{name}"));
    let bob = Client::login(homeserver, &format!("bob-{name}"));
    let room = alice.create_room(NewRoom {
        invite: &[bot.user(), bob.user()],
        encrypted: true,
        ..NewRoom::default()
    });
    bob.join(&room);
    for client in [&alice, &bob] {
        client.wait_for_member(&room, bot.user());
        client.wait_for_member(&room, bob.user());
    }
    // By then the bot knows the devices of all members.
    alice.next_message(&room, bot.user()).says(&["hello-"]);
    alice.send(&room, "!help");
    alice.next_message(&room, bot.user());
    (bot, alice, bob, room)
}

/// Checks that an admin is confirmed, and sees the emojis that the bot logs, while another member is refused.
#[track_caller]
fn admins_alone_are_confirmed(name: &str, in_room: bool) {
    let (mut bot, alice, bob, room) = gather(name);
    let place = in_room.then_some(room.as_str());
    assert_eq!(bob.verify(bot.user(), place), None, "bob is no admin");
    bot.wait_to_log("verification refused");
    let seen = alice.verify(bot.user(), place).expect("alice is an admin");
    let seen: Vec<String> = seen.iter().map(|emoji| plain(emoji)).collect();
    assert_eq!((seen.len(), seen), (7, logged_emojis(&bot)));
    bot.wait_to_log(&format!("verified user={:?}", alice.user()));
    // Verification events count as no line.
    alice.send(&room, "!games");
    alice.next_message(&room, bot.user()).says(&["list-game "]);
}

#[test]
fn an_admin_verifies_the_bot_by_device() {
    admins_alone_are_confirmed("emojis", false);
}

#[test]
fn an_admin_verifies_the_bot_in_a_room() {
    admins_alone_are_confirmed("room-emojis", true);
}
