//! Permissions to invite and administer, with a real homeserver.

use std::sync::mpsc::channel;

use end_to_end::{Bot, Client, Fault, Homeserver, Message, NewRoom, PATIENCE, Party, Proxy};

/// alice administers and invites; the invitations of others are declined.
const CONFIG: &str =
    "[access]\ninvite = []\nrejected_invites = \"decline\"\nadmin = [\"@alice-access:*\"]\n";

#[test]
fn admins_list_rooms_leave_one_and_shut_down() {
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
    alice.next_message(&room, &bot_user).says(&["hello-"]);
    alice.send(&room, &format!("!challenge {}", bob.user()));
    alice
        .next_message(&room, &bot_user)
        .says(&["challenge-made "]);

    let direct = alice.create_room(NewRoom {
        invite,
        direct: true,
        ..NewRoom::default()
    });
    alice.next_message(&direct, &bot_user).says(&["hello-"]);
    let ask = |line: &str| -> Message {
        alice.send(&direct, line);
        alice.next_message(&direct, &bot_user)
    };
    ask("status").says(&["rooms=2"]);
    ask("rooms").says(&[&room, "name=The Club"]);
    ask(&format!("leave {room}")).says(&[&format!("admin-left-room room={room}")]);
    alice
        .next_message(&room, &bot_user)
        .says(&["admin-goodbye "]);
    ask("status").says(&["rooms=1"]);

    ask("shutdown").says(&["admin-shutting-down"]);
    bot.wait_for_end();
    bot.start_again();
    // The command that stopped the bot does not stop it again.
    ask("status").says(&["rooms=1"]);
    bot.stop();
}

#[test]
fn a_kill_while_leaving_reports_it_once() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let config = CONFIG
        .replace("access", "leaving")
        .replace("[leaving]", "[access]");
    let mut bot = Bot::start_behind(&proxy, homeserver, "bot-leaving", &config);
    let alice = Client::login(homeserver, "alice-leaving");
    let bot_user = bot.user().to_owned();
    let open = |direct| {
        let room = alice.create_room(NewRoom {
            invite: &[&bot_user],
            direct,
            ..NewRoom::default()
        });
        alice.next_message(&room, &bot_user).says(&["hello-"]);
        room
    };
    let direct = open(true);
    for is_left in [false, true] {
        let room = open(false);
        alice.send(&room, "run");
        alice.next_message(&room, &bot_user).says(&["run-step "]);
        let (reached, comes) = channel();
        let (go_on, waiting) = channel::<()>();
        let mut once = Some((reached, waiting));
        proxy.spoil(move |request| {
            if !request.path.contains("/leave") {
                return Fault::None;
            }
            let Some((reached, waiting)) = once.take() else {
                return Fault::None;
            };
            let wait = Box::new(move || {
                let _ = reached.send(());
                let _ = waiting.recv_timeout(PATIENCE);
            });
            match is_left {
                true => Fault::Between(wait),
                false => Fault::Before(wait),
            }
        });
        alice.send(&direct, &format!("leave {room}"));
        comes
            .recv_timeout(PATIENCE)
            .expect("the room is to be left");
        bot.kill();
        let _ = go_on.send(());
        proxy.pass();
        bot.start_again();
        alice
            .next_message(&direct, &bot_user)
            .says(&[&format!("admin-left-room room={room}")]);
        alice
            .next_message(&room, &bot_user)
            .says(&["admin-goodbye "]);
        assert_eq!(alice.messages(&room, &bot_user).len(), 3);
    }
    alice.send(&direct, "status");
    alice.next_message(&direct, &bot_user).says(&["rooms=1"]);
}

#[test]
fn games_end_when_the_bot_is_removed() {
    let party = Party::gather(Homeserver::shared(), "removed");
    let (alice, bot) = (&party.alice, party.bot.user());
    let root = party.start_duel();
    party.ask_in(alice, &root, "Gb2");
    let direct = alice.create_room(NewRoom {
        invite: &[bot],
        direct: true,
        ..NewRoom::default()
    });
    alice.next_message(&direct, bot).says(&["hello-"]);
    let ask = |line: &str| -> Message {
        alice.send(&direct, line);
        alice.next_message(&direct, bot)
    };
    ask("forget me").says(&["t1"]);
    alice.remove(&party.room, bot);
    let opened = party.bob.create_room(NewRoom {
        invite: &[bot],
        direct: true,
        ..NewRoom::default()
    });
    party.bob.next_message(&opened, bot).says(&["hello-"]);
    party.bob.send(&opened, "forget me");
    let sure = party.bob.next_message(&opened, bot);
    sure.says(&["forget-sure "]);
    assert!(!sure.body.contains("t1"), "{sure}");
}

#[test]
fn games_end_when_the_bot_is_invited_again() {
    let mut party = Party::gather(Homeserver::shared(), "again");
    party.start_duel();
    party.bot.stop();
    party.alice.remove(&party.room, party.bot.user());
    party.alice.invite(&party.room, party.bot.user());
    party.bot.start_again();
    party.answer().says(&["hello-"]);
    party.ask(&party.alice, "!tables").says(&["list-nothing "]);
}

#[test]
fn an_old_invitation_is_followed_once_allowed() {
    let homeserver = Homeserver::shared();
    let config = "[access]\ninvite = []\n";
    let mut bot = Bot::start_with(homeserver, "bot-ignoring", config);
    let bob = Client::login(homeserver, "bob-ignoring");
    let bot_user = bot.user().to_owned();
    let room = bob.create_room(NewRoom {
        invite: &[&bot_user],
        ..NewRoom::default()
    });
    bot.wait_to_log("invitation ignored");
    bot.stop();
    bot.change_config("invite = []", "invite = [\"@bob-*:*\"]");
    bot.start_again();
    bob.wait_for_member(&room, &bot_user);
    bob.next_message(&room, &bot_user).says(&["hello-"]);
}

#[test]
fn a_muted_bot_is_silent_until_unmuted() {
    let mut party = Party::gather(Homeserver::shared(), "muted");
    party.alice.set_power(&party.room, 50);
    party.alice.send(&party.room, "!games");
    party.bot.wait_to_log("message rejected: later rejections");
    party.alice.set_power(&party.room, 0);
    let asked = party.alice.send(&party.room, "!games");
    assert_eq!(party.answer().answered(), Some(asked.as_str()));
    party.bot.wait_to_log("messages accepted again");
}
