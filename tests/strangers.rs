//! Bounds on the disk space that strangers can use up, and on the harm of malformed events.

use std::{
    fs,
    panic::{self, AssertUnwindSafe},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use end_to_end::{Bot, Client, Homeserver, NewRoom, Party};
use serde_json::json;

/// Opens a room with the bot.
fn room(client: &Client, bot: &Bot) -> String {
    let room = client.create_room(NewRoom {
        invite: &[bot.user()],
        ..NewRoom::default()
    });
    client.next_message(&room, bot.user());
    room
}

/// Returns the size of a folder with its subfolders, in bytes.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => size(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// Sends this many state events of a type, each with a key of its own and a name of this length.
fn fill(client: &Client, room: &str, kind: &str, events: u32, length: usize) {
    for key in 0..events {
        let content = json!({"name": "x".repeat(length)});
        client.set_state(room, kind, &key.to_string(), content);
    }
}

#[test]
fn rooms_of_strangers_do_not_fill_the_disk() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-strangers");
    let mallory = Client::login(homeserver, "mallory-strangers");
    let room_of_hers = room(&mallory, &bot);
    let before = size(&bot.state());
    fill(&mallory, &room_of_hers, "org.example.flood", 60, 60_000);
    mallory.send(&room_of_hers, "!games");
    mallory.next_message(&room_of_hers, bot.user());
    let grown = size(&bot.state()) - before;
    assert!(grown < 1 << 20, "{grown} bytes of 3.6 MB are kept");

    // State that the bot reads is bounded in another way: the bot leaves, and keeps the games.
    mallory.send(&room_of_hers, "!play gipf-basic white level 1");
    mallory.next_message(&room_of_hers, bot.user());
    fill(&mallory, &room_of_hers, "m.room.name", 20, 60_000);
    mallory
        .next_message(&room_of_hers, bot.user())
        .says(&["limit-room-too-large ", "limit-room-too-large "]);
    bot.wait_to_log("forgot left room");
    fill(&mallory, &room_of_hers, "m.room.name", 20, 1);
    bot.kill();
    bot.start_again();
    mallory.invite(&room_of_hers, bot.user());
    mallory
        .next_message(&room_of_hers, bot.user())
        .says(&["hello-again", "t1"]);
    mallory.send(&room_of_hers, "!t1 board");
    mallory
        .next_message(&room_of_hers, bot.user())
        .says(&["gipf-ask-"]);

    // The bot can be invited again, and plays elsewhere.
    let other = room(&mallory, &bot);
    mallory.send(&other, "!games");
    mallory.next_message(&other, bot.user()).says(&["matrx"]);
}

#[test]
fn nothing_is_kept_of_left_rooms() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-left-behind");
    let alice = Client::login(homeserver, "alice-left-behind");
    let left = room(&alice, &bot);
    alice.send(&left, "!challenge anyone");
    alice.next_message(&left, bot.user());
    alice.remove(&left, bot.user());
    bot.wait_to_log("forgot left room");
    alice.invite(&left, bot.user());
    alice.next_message(&left, bot.user()).says(&["hello-"]);
    alice.send(&left, "!tables");
    alice
        .next_message(&left, bot.user())
        .says(&["table-nothing-on"]);
}

#[test]
fn powerless_members_do_not_make_the_bot_leave() {
    let party = Party::gather(Homeserver::shared(), "padding");
    let Party { bob, bot, room, .. } = &party;
    let root = party.start_duel();
    let pad = "x".repeat(59_000);
    let server = bob.user().split_once(':').unwrap().1;
    for number in 0..20 {
        let own = json!({"membership": "join", "pad": pad, "number": number});
        bob.set_state(room, "m.room.member", bob.user(), own);
        let ghost = format!("@ghost{number}:{server}");
        let invited = json!({"membership": "invite", "pad": pad});
        bob.set_state(room, "m.room.member", &ghost, invited);
    }
    let step = party.ask_in(&party.alice, &root, "Gb2");
    step.says(&["seat=black"]);
    assert_eq!(party.alice.membership(room, bot.user()), "join");
}

#[test]
fn a_malformed_membership_silences_nobody() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-odd-member");
    let alice = Client::login(homeserver, "alice-odd-member");
    let mallory = Client::login(homeserver, "mallory-odd-member");
    let room_of_alice = room(&alice, &bot);
    alice.invite(&room_of_alice, mallory.user());
    mallory.join(&room_of_alice);
    for content in [
        json!({"membership": "join", "displayname": ["x"]}),
        json!({"membership": "join", "reason": 5}),
    ] {
        mallory.set_state(&room_of_alice, "m.room.member", mallory.user(), content);
        // Each of these once took a minute, in which no room had an answer.
        for _ in 0..3 {
            alice.send(&room_of_alice, "good morning");
        }
        alice.send(&room_of_alice, "!games");
        alice
            .next_message(&room_of_alice, bot.user())
            .says(&["matrx"]);
    }
    bot.kill();
    bot.start_again();
    alice.send(&room_of_alice, "!tables");
    alice
        .next_message(&room_of_alice, bot.user())
        .says(&["list-nothing"]);
}

#[test]
fn malformed_bans_and_invitations_do_not_stop_receiving() {
    let homeserver = Homeserver::shared();
    let bot = Bot::start(homeserver, "bot-malformed-ban");
    let alice = Client::login(homeserver, "alice-malformed-ban");
    let mallory = Client::login(homeserver, "mallory-malformed-ban");
    let room_of_alice = room(&alice, &bot);
    let room_of_hers = room(&mallory, &bot);
    for content in [
        json!({"membership": "ban", "reason": 7}),
        json!({"membership": "leave"}),
        json!({"membership": "invite", "reason": 7}),
    ] {
        mallory.set_state(&room_of_hers, "m.room.member", bot.user(), content);
        // Each of them is in a sync response of its own.
        alice.send(&room_of_alice, "!games");
        alice
            .next_message(&room_of_alice, bot.user())
            .says(&["matrx"]);
    }
}

/// Synapse 1.163 reads the text below this key as JSON.
const RAW_VALUE_KEY: &str = "$serde_json::private::RawValue";
/// It can't send an event that replaces state with this text.
const NO_JSON: &str = "x";
/// It never answers where it has to send this number.
const ENDLESS: &str = "1e999";

/// Has Synapse fail at all syncs of those whom a membership concerns.
fn break_sync(mallory: &Client, room: &str, user: &str, [first, second]: [&str; 2]) {
    break_sync_by(mallory, room, user, ([first, second], NO_JSON));
}

/// The same with a text below the key. Synapse refuses a key as the first one whose text is no JSON.
fn break_sync_by(
    mallory: &Client,
    room: &str,
    user: &str,
    ([first, second], text): ([&str; 2], &str),
) {
    for fields in [
        json!([
            ["membership", first],
            ["reason", "D"],
            [RAW_VALUE_KEY, text]
        ]),
        json!([["membership", second], ["reason", "E"]]),
    ] {
        mallory.set_state_in_order(room, "m.room.member", user, fields);
    }
}

/// Checks that the bot answers a question.
#[track_caller]
fn check_answer(client: &Client, room: &str, bot: &Bot, [question, answer]: [&str; 2]) {
    client.send(room, question);
    client.next_message(room, bot.user()).says(&[answer]);
}

#[test]
fn a_room_that_breaks_every_sync_is_left() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-broken-sync");
    let alice = Client::login(homeserver, "alice-broken-sync");
    let mallory = Client::login(homeserver, "mallory-broken-sync");
    let room_of_alice = room(&alice, &bot);
    let room_of_hers = room(&mallory, &bot);
    break_sync(&mallory, &room_of_hers, mallory.user(), ["join", "join"]);
    alice.send(&room_of_alice, "!games");
    bot.wait_to_log("left room");
    bot.kill();
    bot.start_again();
    alice
        .next_message(&room_of_alice, bot.user())
        .says(&["matrx"]);
    check_answer(
        &alice,
        &room_of_alice,
        &bot,
        ["!tables", "table-nothing-on"],
    );
    assert_eq!(alice.messages(&room_of_alice, bot.user()).len(), 3);
}

/// The bot is never in that room, and so it can't leave it.
#[test]
fn bans_that_break_every_sync_are_passed_over() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-broken-ban");
    let alice = Client::login(homeserver, "alice-broken-ban");
    let mallory = Client::login(homeserver, "mallory-broken-ban");
    let room_of_alice = room(&alice, &bot);
    let elsewhere = mallory.create_room(NewRoom::default());
    for words in [["!games", "matrx"], ["!tables", "table-nothing-on"]] {
        break_sync(&mallory, &elsewhere, bot.user(), ["ban", "leave"]);
        check_answer(&alice, &room_of_alice, &bot, words);
        bot.wait_to_log("homeserver fails at an event");
        bot.kill();
        bot.start_again();
    }
    assert_eq!(alice.messages(&room_of_alice, bot.user()).len(), 3);
}

/// Synapse can't send the whole state of the room either.
#[test]
fn a_room_with_a_broken_state_is_left() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-broken-state");
    let alice = Client::login(homeserver, "alice-broken-state");
    let mallory = Client::login(homeserver, "mallory-broken-state");
    let room_of_alice = room(&alice, &bot);
    let room_of_hers = room(&mallory, &bot);
    let digits = "1".repeat(5_000);
    let joins = (["join", "join"], digits.as_str());
    break_sync_by(&mallory, &room_of_hers, mallory.user(), joins);
    check_answer(&alice, &room_of_alice, &bot, ["!games", "matrx"]);
    bot.wait_to_log("left room");
}

/// The bot's own join replaces the invitation.
#[test]
fn an_invitation_that_hangs_every_sync_is_passed_over() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-hanging-sync");
    let alice = Client::login(homeserver, "alice-hanging-sync");
    let mallory = Client::login(homeserver, "mallory-hanging-sync");
    let room_of_alice = room(&alice, &bot);
    let elsewhere = mallory.create_room(NewRoom::default());
    let invitation = json!([["membership", "invite"], [RAW_VALUE_KEY, ENDLESS]]);
    mallory.set_state_in_order(&elsewhere, "m.room.member", bot.user(), invitation);
    check_answer(&alice, &room_of_alice, &bot, ["!games", "matrx"]);
    bot.wait_to_log("left room");
    // Mallory's own syncs have no answer any more.
    let eve = Client::login(homeserver, "eve-hanging-sync");
    let third = eve.create_room(NewRoom::default());
    break_sync_by(&eve, &third, bot.user(), (["ban", "leave"], ENDLESS));
    check_answer(
        &alice,
        &room_of_alice,
        &bot,
        ["!tables", "table-nothing-on"],
    );
    assert_eq!(alice.messages(&room_of_alice, bot.user()).len(), 3);
}

/// Both come with syncs, to which there is no answer.
#[test]
fn invitations_and_keys_come_while_every_sync_hangs() {
    let homeserver = Homeserver::shared();
    let party = Party::gather_in(homeserver, "hanging-keys", true);
    let mallory = Client::login(homeserver, "mallory-hanging-keys");
    let elsewhere = mallory.create_room(NewRoom::default());
    let break_sync = || {
        let texts = (["ban", "leave"], ENDLESS);
        break_sync_by(&mallory, &elsewhere, party.bot.user(), texts);
    };
    break_sync();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                break_sync();
            }
        });
        let answers = panic::catch_unwind(AssertUnwindSafe(|| {
            room(&party.bob, &party.bot);
            party.alice.change_key(&party.room);
            party.ask(&party.alice, "!games")
        }));
        is_over.store(true, Ordering::Relaxed);
        answers.unwrap().says(&["matrx"]);
    });
}

/// Nothing can be read of the room, neither settings nor messages.
#[test]
fn settings_named_as_messages_are_passed_over() {
    let homeserver = Homeserver::shared();
    let mut bot = Bot::start(homeserver, "bot-message-state");
    let alice = Client::login(homeserver, "alice-message-state");
    let mallory = Client::login(homeserver, "mallory-message-state");
    let room_of_alice = room(&alice, &bot);
    let room_of_hers = room(&mallory, &bot);
    // Before it, the key with another text.
    let set = |number: u32| {
        let text = if number == 1 { NO_JSON } else { ENDLESS };
        let fields = json!([
            ["msgtype", "m.text"],
            ["body", number.to_string()],
            [RAW_VALUE_KEY, text]
        ]);
        mallory.set_state_in_order(&room_of_hers, "m.room.message", "", fields);
    };
    (0..2).for_each(set);
    check_answer(&alice, &room_of_alice, &bot, ["!games", "matrx"]);
    thread::scope(|scope| {
        // The bot goes on while others are being written.
        scope.spawn(|| {
            for number in 2..12 {
                set(number);
                thread::sleep(Duration::from_secs(2));
            }
        });
        for words in [["!tables", "table-nothing-on"], ["!games", "matrx"]] {
            check_answer(&alice, &room_of_alice, &bot, words);
        }
    });
    bot.wait_to_log("left room");
}

#[test]
fn a_bot_without_rooms_starts_behind_broken_events() {
    let homeserver = Homeserver::shared();
    let name = "bot-broken-start";
    let mut bot = Bot::start(homeserver, name);
    let alice = Client::login(homeserver, "alice-broken-start");
    let mallory = Client::login(homeserver, "mallory-broken-start");
    let elsewhere = mallory.create_room(NewRoom::default());
    break_sync(&mallory, &elsewhere, bot.user(), ["ban", "leave"]);
    bot.wait_to_log("homeserver fails at an event");
    let room_of_alice = room(&alice, &bot);
    bot.stop();
    // Without a state folder, there is no token.
    break_sync(&mallory, &elsewhere, bot.user(), ["ban", "leave"]);
    let mut second = Bot::on_same_account(homeserver, name);
    second.start_again();
    check_answer(&alice, &room_of_alice, &bot, ["!games", "matrx"]);
}
