//! The run of the day.

use end_to_end::{Bot, Client, Homeserver, Message, NewRoom};

/// A player in an encrypted direct message with the bot.
struct Player {
    client: Client,
    room: String,
}

impl Player {
    fn meet(homeserver: &Homeserver, bot: &Bot, name: &str) -> Player {
        let client = Client::login(homeserver, name);
        let room = client.create_room(NewRoom {
            invite: &[bot.user()],
            encrypted: true,
            direct: true,
            ..NewRoom::default()
        });
        client.wait_for_member(&room, bot.user());
        client.next_message(&room, bot.user());
        Player { client, room }
    }

    #[track_caller]
    fn ask(&self, bot: &Bot, line: &str) -> Message {
        self.client.send(&self.room, line);
        self.client.next_message(&self.room, bot.user())
    }
}

#[test]
fn everybody_gets_the_same_deal_and_dice_also_after_a_kill() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-day");
    let alice = Player::meet(homeserver, &bot, "alice-day");
    let bob = Player::meet(homeserver, &bot, "bob-day");
    let begun = alice.ask(&bot, "run day");
    begun.says(&["the run of the day, 20"]);
    let steps = ["k m13", "g m14", "r m12"].map(|step| alice.ask(&bot, step).body);
    for _ in 0..2 {
        alice.client.send(&alice.room, "quit");
        alice.client.next_message(&alice.room, bot.user());
    }
    bot.kill();
    bot.start_again();

    bob.ask(&bot, "run day").says(&["the run of the day, 20"]);
    for (step, expected) in ["k m13", "g m14", "r m12"].iter().zip(&steps) {
        assert_eq!(bob.ask(&bot, step).body, *expected);
    }
    alice
        .ask(&bot, "run day")
        .says(&["You have made today's run"]);
    let own = alice.ask(&bot, "me");
    own.says(&["one day in a row now", "Today: given up, "]);
    assert!(own.encrypted);
    let table = bob.ask(&bot, "day");
    table.says(&["alice-day", "One run is still under way"]);
}
