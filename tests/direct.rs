//! Runs that are asked for in a room: the bot finds or opens the direct message.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use end_to_end::{Bot, Client, Fault, Homeserver, Message, NewRoom, Party, Proxy};

/// Asks for a run in the room; returns the answer there, and the room of its link.
#[track_caller]
fn ask_for_run(party: &Party, who: &Client, line: &str) -> (Message, String) {
    let answer = party.ask(who, line);
    let link = answer.body.split_once("https://matrix.to/#/");
    let room = link.map(|(_, room)| room.split(' ').next().unwrap_or(room).to_owned());
    let room = room.unwrap_or_else(|| panic!("no link in {answer}"));
    (answer, room)
}

/// Joins the direct message after an invitation and returns the first message there.
#[track_caller]
fn accept(bot: &Bot, who: &Client, room: &str) -> Message {
    assert_eq!(who.wait_for_invitation(bot.user()), room);
    who.join(room);
    who.next_message(room, bot.user())
}

#[track_caller]
fn a_run_begins_from_a_room(name: &str, encrypted: bool) {
    let party = Party::gather_in(Homeserver::shared(), name, encrypted);
    let Party {
        bot, alice, bob, ..
    } = &party;
    let (answer, direct) = ask_for_run(&party, bob, "!run target 7");
    answer.says(&["direct-run-begun "]);
    assert_eq!(answer.encrypted, encrypted);

    let board = accept(bot, bob, &direct);
    board.says(&["table-run-begun-target ", "seed-promised hash="]);
    assert!(board.encrypted && board.thread.is_none());
    bob.send(&direct, "k m13");
    let step = bob.next_message(&direct, bot.user());
    step.says(&["m13", "@k"]);
    assert!(step.encrypted);

    let (answer, again) = ask_for_run(&party, bob, "!run");
    answer.says(&["direct-run-is-on "]);
    assert_eq!(again, direct, "a second direct message");
    // Each user has a run of their own.
    let (_, other) = ask_for_run(&party, alice, "!run");
    assert_ne!(other, direct);
    accept(bot, alice, &other).says(&["seed-promised hash="]);
    assert_eq!(bob.messages(&direct, bot.user()).len(), 2);
    assert_eq!(party.answers(), 3);
}

#[test]
fn a_run_begins_in_a_new_direct_message() {
    a_run_begins_from_a_room("direct", false);
}

#[test]
fn a_run_begins_in_an_encrypted_direct_message() {
    a_run_begins_from_a_room("direct-encrypted", true);
}

/// Opens a direct message with the bot.
fn direct_by(party: &Party, who: &Client, encrypted: bool) -> String {
    let room = who.create_room(NewRoom {
        invite: &[party.bot.user()],
        encrypted,
        direct: true,
        ..NewRoom::default()
    });
    who.wait_for_member(&room, party.bot.user());
    who.next_message(&room, party.bot.user());
    room
}

#[test]
fn an_encrypted_direct_message_is_used_again() {
    let party = Party::gather(Homeserver::shared(), "direct-known");
    let Party {
        bot, alice, bob, ..
    } = &party;
    let known = direct_by(&party, alice, true);
    let (answer, room) = ask_for_run(&party, alice, "!run");
    answer.says(&["direct-run-begun "]);
    assert_eq!(room, known);
    let board = alice.next_message(&known, bot.user());
    board.says(&["seed-promised hash="]);
    assert!(board.encrypted);
    assert!(alice.invitations().is_empty());

    let plain = direct_by(&party, bob, false);
    let (_, room) = ask_for_run(&party, bob, "!run");
    assert_ne!(room, plain);
    assert!(accept(bot, bob, &room).encrypted);
}

#[test]
fn the_time_zone_of_a_profile_is_read() {
    let party = Party::gather(Homeserver::shared(), "direct-zone");
    let Party { bot, alice, .. } = &party;
    alice.set_profile("m.tz", "Europe/Paris");
    let direct = direct_by(&party, alice, false);
    // The first line has the profile read in the background.
    let has_zone = || {
        alice.send(&direct, "zone");
        let answer = alice.next_message(&direct, bot.user());
        answer.body.contains("value=Europe/Paris")
    };
    assert!((0..20).any(|_| has_zone()));
}

#[test]
fn only_the_runner_moves_in_a_public_run() {
    let party = Party::gather_in(Homeserver::shared(), "here", true);
    let Party { alice, bob, .. } = &party;
    let root = alice.send(&party.room, "!run here target 7");
    let begun = party.answer();
    begun
        .says(&["table-run-begun-target ", "seed-promised hash="])
        .stands_in(Some(&root))
        .mentions_only(&[alice.user()]);
    party
        .ask_in(bob, &root, "m k m13")
        .says(&["table-not-seated "])
        .stands_in(Some(&root));
    let step = party.ask_in(alice, &root, "k m13");
    step.says(&["m13", "@k"]).stands_in(Some(&root));
    party.ask_in(bob, &root, "board").says(&["@k"]);
    party
        .ask(alice, "!run here")
        .says(&["table-run-is-on-here "]);
    for word in ["quit", "quit"] {
        party.ask_in(alice, &root, word);
    }
    party
        .ask_in(bob, &root, "verify")
        .says(&["verify-done "])
        .stands_in(Some(&root));
    assert!(alice.invitations().is_empty());
    assert_eq!(party.answers(), 8);
}

#[test]
fn several_wishes_at_once_open_one_direct_message() {
    let party = Party::gather(Homeserver::shared(), "direct-hasty");
    let Party { bot, bob, room, .. } = &party;
    for _ in 0..3 {
        bob.send(room, "!run");
    }
    let answers = [party.answer(), party.answer(), party.answer()];
    let links = answers.map(|answer| answer.body.split_once("https").map(|(_, l)| l.to_owned()));
    assert!(links[0].is_some() && links[0] == links[1] && links[1] == links[2]);
    let direct = bob.wait_for_invitation(bot.user());
    assert_eq!(bob.invitations(), std::slice::from_ref(&direct));
    accept(bot, bob, &direct).says(&["seed-promised hash="]);
    bob.send(&direct, "board");
    bob.next_message(&direct, bot.user());
    assert_eq!(
        bob.messages(&direct, bot.user()).len(),
        2,
        "one start, one board"
    );
}

#[test]
fn users_without_invitations_are_told_a_way_out() {
    let party = Party::gather(Homeserver::shared(), "direct-blocked");
    let Party { bot, bob, .. } = &party;
    bob.block_invitations();
    for _ in 0..2 {
        party.ask(bob, "!run").says(&["direct-failed "]);
    }
    let own = direct_by(&party, bob, true);
    let (_, room) = ask_for_run(&party, bob, "!run");
    assert_eq!(room, own);
    bob.next_message(&own, bot.user())
        .says(&["seed-promised hash="]);
}

#[test]
fn a_refused_invitation_costs_one_room() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "direct-refused");
    let Party { bot, bob, .. } = &party;
    bob.block_invitations();
    let created = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&created);
    proxy.spoil(move |request| {
        if request.path.contains("/createRoom") {
            counted.fetch_add(1, Ordering::SeqCst);
        }
        Fault::None
    });
    for _ in 0..3 {
        party.ask(bob, "!run").says(&["direct-failed why=refused"]);
    }
    assert_eq!(created.load(Ordering::SeqCst), 1);
    assert_eq!(joined_rooms(homeserver, bot), 1);
}

#[test]
fn a_limited_invitation_leaves_no_room_behind() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_behind(&proxy, homeserver, "direct-limited");
    let Party { bot, bob, .. } = &party;
    bob.block_invitations();
    proxy.spoil(|request| {
        if request.path.contains("/invite") {
            Fault::Limit(60_000)
        } else {
            Fault::None
        }
    });
    party.ask(bob, "!run").says(&["direct-failed why=limited"]);
    assert_eq!(joined_rooms(homeserver, bot), 1);
}

/// Returns the number of rooms that the bot is in.
#[track_caller]
fn joined_rooms(homeserver: &Homeserver, bot: &Bot) -> usize {
    let answer = homeserver.get("/_matrix/client/v3/joined_rooms", &bot.access_token());
    answer["joined_rooms"].as_array().expect("a list").len()
}

/// Kills the bot at different moments after the command.
#[test]
fn a_kill_opens_one_room_and_one_run() {
    let mut party = Party::gather(Homeserver::shared(), "direct-kill");
    let mut left: Option<String> = None;
    for pause in [0, 50, 150] {
        party.bob.send(&party.room, "!run");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        party.bot.kill();
        party.bot.start_again();
        let answer = party.answer();
        let Party { bot, bob, .. } = &party;
        let link = answer.body.split_once("https://matrix.to/#/");
        let (_, direct) = link.unwrap_or_else(|| panic!("no link in {answer}"));
        let direct = direct.split(' ').next().unwrap_or(direct);
        // A user who has left is invited to the same room again.
        left.as_deref().inspect(|left| assert_eq!(*left, direct));
        let first = bob.messages(direct, bot.user()).len();
        accept(bot, bob, direct).says(&["seed-promised hash="]);
        for word in ["quit", "quit"] {
            bob.send(direct, word);
            bob.next_message(direct, bot.user());
        }
        let said = bob.messages(direct, bot.user()).len() - first;
        assert_eq!(said, 3, "one start, two answers");
        bob.leave(direct);
        left = Some(direct.to_owned());
    }
    assert_eq!(party.answers(), 3);
    assert!(party.bob.invitations().is_empty());
}

#[test]
fn a_leaving_user_is_invited_three_times_hourly() {
    let party = Party::gather(Homeserver::shared(), "direct-nuisance");
    let Party {
        bot, alice, bob, ..
    } = &party;
    // A sync response can contain a line of a user before their leave from a room. Then the answer points
    // them to the room that they have left, and they ask again.
    let invited = || {
        let mut answers = Vec::new();
        for _ in 0..10 {
            let (answer, direct) = ask_for_run(&party, bob, "!run");
            if answer.body.contains("member=invited") {
                return direct;
            }
            answers.push(answer.body);
        }
        panic!("no invitation: {answers:?}");
    };
    for _ in 0..3 {
        let direct = invited();
        assert_eq!(bob.wait_for_invitation(bot.user()), direct);
        bob.join(&direct);
        bob.leave(&direct);
        // By the answer to a later line, the bot mostly knows that he has left.
        party.ask(alice, "!tables");
    }
    for _ in 0..2 {
        let told = party.ask(bob, "!run");
        told.says(&["direct-failed "]);
    }
    assert!(bob.invitations().is_empty());
    let (answer, _) = ask_for_run(&party, alice, "!run");
    answer.says(&["direct-run-begun "]);
    let own = direct_by(&party, bob, true);
    let (_, room) = ask_for_run(&party, bob, "!run");
    assert_eq!(room, own);
}

#[test]
fn a_room_of_others_is_no_direct_message() {
    let party = Party::gather(Homeserver::shared(), "direct-trap");
    let Party { bot, bob, .. } = &party;
    let mallory = Client::login(Homeserver::shared(), "mallory-direct-trap");
    let trap = mallory.create_room(NewRoom {
        invite: &[bot.user(), bob.user()],
        encrypted: true,
        direct: true,
        ..NewRoom::default()
    });
    mallory.open_door(&trap);
    bob.join(&trap);
    bob.next_message(&trap, bot.user()).says(&["hello-room "]);
    mallory.leave(&trap);
    let (answer, direct) = ask_for_run(&party, bob, "!run day");
    answer.says(&["direct-run-begun "]);
    assert_ne!(direct, trap);
    accept(bot, bob, &direct).says(&["seed-of-day "]);
    // A room that is no direct message needs the prefix.
    let seen = bob.messages(&trap, bot.user()).len();
    bob.send(&trap, "help");
    bob.send(&trap, "!day");
    let answer = bob.next_message(&trap, bot.user());
    answer.says(&["day-nobody "]);
    assert_eq!(bob.messages(&trap, bot.user()).len(), seen + 1);
}

#[test]
fn private_answers_stay_out_of_rooms_of_three() {
    let party = Party::gather(Homeserver::shared(), "private");
    let Party {
        bot,
        alice,
        bob,
        room,
        ..
    } = &party;
    let direct = direct_by(&party, alice, false);
    alice.send(&direct, "help");
    alice.next_message(&direct, bot.user());
    alice.send(room, "!mine");
    let own = alice.next_message(&direct, bot.user());
    own.says(&["mine-nothing "]);
    alice.invite(&direct, bob.user());
    bob.wait_for_invitation(alice.user());
    bob.join(&direct);
    alice.wait_for_member(&direct, bob.user());
    alice.send(room, "!mine");
    // Messages to a room are sent in their order.
    party.ask(alice, "!help").says(&["help-"]);
    alice.send(&direct, "!games");
    alice
        .next_message(&direct, bot.user())
        .says(&["zertz-basic"]);
    // Bob may have prepared a way back, so the prefix is still needed.
    bob.leave(&direct);
    let seen = alice.messages(&direct, bot.user()).len();
    alice.send(&direct, "help");
    alice.send(&direct, "!day");
    alice
        .next_message(&direct, bot.user())
        .says(&["day-nobody "]);
    assert_eq!(alice.messages(&direct, bot.user()).len(), seen + 1);
}

#[test]
fn a_run_of_a_lost_room_goes_on() {
    let mut party = Party::gather(Homeserver::shared(), "direct-lost");
    let room = direct_by(&party, &party.alice, true);
    for line in ["run day", "k m13"] {
        party.alice.send(&room, line);
        party.alice.next_message(&room, party.bot.user());
    }
    party.alice.leave(&room);
    party.bot.kill();
    party.bot.start_again();
    let (answer, other) = ask_for_run(&party, &party.alice, "!run day");
    answer.says(&["direct-run-is-on "]);
    assert_ne!(other, room);
    let board = accept(&party.bot, &party.alice, &other);
    board.says(&["direct-run-goes-on", "@k"]);
    party.alice.send(&other, "g m14");
    let step = party.alice.next_message(&other, party.bot.user());
    step.says(&["m14"]);
}
