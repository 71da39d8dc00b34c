//! The run of the day.

use end_to_end::{Bot, Client, Homeserver, Message, NewRoom, Party};

/// Opens an encrypted direct message with the bot.
fn direct_message(client: &Client, bot: &Bot) -> String {
    let room = client.create_room(NewRoom {
        invite: &[bot.user()],
        encrypted: true,
        direct: true,
        ..NewRoom::default()
    });
    client.wait_for_member(&room, bot.user());
    client.next_message(&room, bot.user());
    room
}

/// A player in an encrypted direct message with the bot.
struct Player {
    client: Client,
    room: String,
}

impl Player {
    fn meet(homeserver: &Homeserver, bot: &Bot, name: &str) -> Player {
        let client = Client::login(homeserver, name);
        let room = direct_message(&client, bot);
        Player { client, room }
    }

    #[track_caller]
    fn ask(&self, bot: &Bot, line: &str) -> Message {
        self.client.send(&self.room, line);
        self.client.next_message(&self.room, bot.user())
    }
}

#[test]
fn everybody_gets_the_same_deal_and_dice() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-day");
    let alice = Player::meet(homeserver, &bot, "alice-day");
    let bob = Player::meet(homeserver, &bot, "bob-day");
    let begun = alice.ask(&bot, "run day");
    begun.says(&["seed-of-day day=20"]);
    let steps = ["k m13", "g m14", "r m12"].map(|step| alice.ask(&bot, step).body);
    for _ in 0..2 {
        alice.ask(&bot, "quit");
    }
    bot.kill();
    bot.start_again();

    bob.ask(&bot, "run day").says(&["seed-of-day day=20"]);
    for (step, expected) in ["k m13", "g m14", "r m12"].iter().zip(&steps) {
        assert_eq!(bob.ask(&bot, step).body, *expected);
    }
    alice.ask(&bot, "run day").says(&["day-tried "]);
    let own = alice.ask(&bot, "me");
    // A run given up ends the streak.
    own.says(&["me-days best=0 now=0", "me-today-done damage="]);
    assert!(own.encrypted);
    let table = bob.ask(&bot, "day");
    table.says(&["1  day-end reason=jacked-out", "day-foot count=1"]);
}

/// Makes today yesterday, and yesterday the day before.
const A_DAY_LATER: &str = "
    UPDATE results SET data = json_set(replace(data, date('now'), date('now', '-1 day')),
        '$.time', json_extract(data, '$.time') - 86400);
    UPDATE key_values SET value = replace(value, date('now', '-1 day'), date('now', '-2 day'))
        WHERE key LIKE 'room/%';";

#[test]
fn a_room_gets_the_days_table_once() {
    let mut party = Party::gather_in(Homeserver::shared(), "day-over", true);
    party
        .ask(&party.bob, "!day on")
        .says(&["access-may-not-change-room"]);
    party.ask(&party.alice, "!day on").says(&["day-on"]);
    let direct = direct_message(&party.alice, &party.bot);
    for line in ["run day", "k m13", "quit", "quit"] {
        party.alice.send(&direct, line);
        party.alice.next_message(&direct, party.bot.user());
    }
    party.bot.stop();
    party.bot.change_database(A_DAY_LATER);
    party.bot.start_again();
    let table = party.answer();
    table.says(&["day-over ", "reason=jacked-out", "day-next"]);
    table.mentions_only(&[]).stands_in(None);
    assert!(table.encrypted);
    party.bot.kill();
    party.bot.start_again();
    let today = party.ask(&party.bob, "!day");
    today.says(&["day-nobody "]);
    assert_eq!(party.answers(), 4);
}
