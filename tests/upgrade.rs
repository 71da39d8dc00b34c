//! Room upgrades.

use end_to_end::{Bot, Client, Homeserver, Message, NewRoom, Party};
use serde_json::json;

#[test]
fn a_duel_goes_on_in_the_successor_room() {
    let mut party = Party::gather(Homeserver::shared(), "upgrade");
    let root = party
        .alice
        .send(&party.room, "!challenge @bob-upgrade white");
    party.answer().says(&["challenge-made "]);
    party
        .ask_in(&party.bob, &root, "accept")
        .says(&["gipf-ask-"]);
    party
        .ask_in(&party.alice, &root, "Gb2")
        .says(&["seat=black"]);

    let old = party.room.clone();
    let new = party.alice.upgrade(&old);
    party.alice.invite(&new, party.bot.user());
    party.alice.invite(&new, party.bob.user());
    party.bob.join(&new);
    // The bot greets the room as well.
    let mut said = [(); 2].map(|()| party.bob.next_message(&new, party.bot.user()));
    said.sort_by_key(|said| said.body.starts_with("hello-"));
    said[0].says(&["upgraded-moved "]);
    said[1].says(&["hello-"]);
    party.bot.kill();
    party.bot.start_again();
    party.bob.send(&new, "!t1 Gi2");
    let step = party.bob.next_message(&new, party.bot.user());
    step.says(&["seat=white"]);
    assert!(step.thread.is_some(), "{step}");
}

#[test]
fn a_duel_follows_two_upgrades() {
    let mut party = Party::gather(Homeserver::shared(), "upgrades");
    let root = party
        .alice
        .send(&party.room, "!challenge @bob-upgrades white");
    party.answer().says(&["challenge-made "]);
    party
        .ask_in(&party.bob, &root, "accept")
        .says(&["gipf-ask-"]);
    party.bot.kill();
    let rooms = [(); 2].map(|()| {
        let room = party.alice.upgrade(&party.room);
        party.alice.invite(&room, party.bot.user());
        party.alice.invite(&room, party.bob.user());
        party.bob.join(&room);
        party.room.clone_from(&room);
        room
    });
    party.bot.start_again();
    let mut said = [(); 2].map(|()| party.bob.next_message(&rooms[1], party.bot.user()));
    said.sort_by_key(|said| said.body.starts_with("hello-"));
    said[0].says(&["upgraded-moved "]);
    party.alice.send(&rooms[1], "!t1 Gb2");
    let step = party.bob.next_message(&rooms[1], party.bot.user());
    step.says(&["seat=black"]);
}

#[test]
fn tombstones_do_not_go_round_invite() {
    let homeserver = Homeserver::shared();
    let config = "[access]\ninvite = [\"@alice-tombstone:*\"]\n";
    let bot = Bot::start_with(homeserver, "bot-tombstone", config);
    let [alice, mallory] =
        ["alice-tombstone", "mallory-tombstone"].map(|name| Client::login(homeserver, name));
    let room = alice.create_room(NewRoom {
        invite: &[bot.user(), mallory.user()],
        ..NewRoom::default()
    });
    mallory.join(&room);
    let say = |who: &Client, line: &str| -> Message {
        who.send(&room, line);
        alice.next_message(&room, bot.user())
    };
    alice.next_message(&room, bot.user()).says(&["hello-"]);
    say(&alice, "!play gipf-basic white level 1").says(&["gipf-ask-"]);
    let power = json!({"users": {mallory.user(): 100}, "events": {"m.room.tombstone": 50}});
    alice.set_state(&room, "m.room.power_levels", "", power);

    // A public room of hers.
    let lair = mallory.create_room(NewRoom::default());
    mallory.open_door(&lair);
    let tombstone = json!({"replacement_room": lair, "body": ""});
    mallory.set_state(&room, "m.room.tombstone", "", tombstone.clone());
    let refused = alice.next_message(&room, bot.user());
    refused.says(&["upgraded-not-invited"]);
    // The same by a user who may invite: the rooms do not name each other.
    alice.set_state(&room, "m.room.tombstone", "", tombstone.clone());
    let left = alice.next_message(&room, bot.user());
    left.says(&["upgraded-elsewhere"]);
    assert_eq!(mallory.membership(&lair, bot.user()), "leave");
    say(&alice, "!t1 board").says(&["gipf-ask-"]);

    // She has no power in the direct message that the bot creates for her either.
    say(&mallory, "!run").says(&["direct-run-begun "]);
    let direct = mallory.wait_for_invitation(bot.user());
    mallory.join(&direct);
    mallory.next_message(&direct, bot.user());
    let power = json!({"users": {mallory.user(): 100}});
    for (kind, content) in [
        ("m.room.tombstone", tombstone),
        ("m.room.power_levels", power),
        ("m.room.join_rules", json!({"join_rule": "public"})),
    ] {
        assert!(!mallory.may_set_state(&direct, kind, "", content), "{kind}");
    }
    mallory.send(&direct, "k m13");
    mallory.next_message(&direct, bot.user()).says(&["m13"]);
}
