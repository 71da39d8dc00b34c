//! Clocks of games, and kills of the bot while they run.

use std::{
    thread,
    time::{Duration, Instant},
};

use end_to_end::{Fault, Homeserver, Message, PATIENCE, Party, Proxy, Request};
use serde_json::json;

/// The section of the configuration that allows clocks of seconds.
const FAST: &str = "[games]\nfast = true\n";

/// Starts a game of alice (White) against bob on a clock, in which both have made their first turn. Returns the
/// thread's root.
fn start_game(party: &Party, clock: &str) -> String {
    let Party {
        alice, bob, room, ..
    } = party;
    let challenge = format!("!challenge {} gipf-basic white {clock}", bob.user());
    let thread = alice.send(room, &challenge);
    party.answer().says(&["challenge-made "]);
    party.ask_in(bob, &thread, "accept");
    party.ask_in(alice, &thread, "a2-b3");
    party.ask_in(bob, &thread, "a4-b4");
    thread
}

/// Talks in the room until the bot has tried to send a message, as each response to a sync request brings another
/// one.
fn wait_for_message(party: &Party, proxy: &Proxy) {
    let before = proxy.log().len();
    let deadline = Instant::now() + PATIENCE;
    while !proxy.log()[before..]
        .iter()
        .any(|exchange| is_message(&exchange.request))
    {
        assert!(Instant::now() < deadline, "the bot says nothing");
        thread::sleep(Duration::from_secs(2));
        party.bob.send(&party.room, "no hurry");
    }
}

fn is_message(request: &Request) -> bool {
    request.transaction().is_some()
}

#[test]
fn a_flag_that_falls_at_a_kill_falls_once() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_configured(&proxy, homeserver, "flag", FAST);
    let thread = start_game(&party, "10s");
    proxy.spoil(|request| {
        if is_message(request) {
            Fault::BadGateway
        } else {
            Fault::None
        }
    });
    wait_for_message(&party, &proxy);
    party.bot.kill();
    proxy.pass();
    party.bot.start_again();
    let end = party.answer();
    end.says(&["end-timed-out"])
        .mentions_only(&[party.alice.user(), party.bob.user()])
        .stands_in(Some(&thread));
    let refused = party.ask_in(&party.alice, &thread, "e1-e2");
    assert!(!refused.body.contains("end-timed-out"), "{refused}");
    assert_eq!(party.answers(), 6);
}

/// The board of alice's turn reaches the homeserver, but the bot is killed before it knows.
#[test]
fn a_clock_starts_after_a_kill_at_its_board() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_configured(&proxy, homeserver, "board", FAST);
    let thread = start_game(&party, "20s");
    let seen = party.ask_in(&party.alice, &thread, "e1-e2");
    seen.mentions_only(&[party.bob.user()]);
    proxy.spoil(|request| {
        if is_message(request) {
            Fault::CutAfter
        } else {
            Fault::None
        }
    });
    let seen = party.ask_in(&party.bob, &thread, "i3-h3");
    seen.mentions_only(&[party.alice.user()]);
    party.bot.kill();
    proxy.pass();
    party.bot.start_again();
    wait_for_message(&party, &proxy);
    let end = party.answer();
    end.says(&["end-timed-out"]).stands_in(Some(&thread));
    assert_eq!(party.answers(), 7);
}

/// Starts a game on a clock of 20 s in which it is bob's turn, and passes it to `act`: the game has no result.
fn check_nobody_wins(name: &str, act: impl FnOnce(&Party)) {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_configured(&proxy, homeserver, name, FAST);
    let thread = start_game(&party, "20s");
    let seen = party.ask_in(&party.alice, &thread, "e1-e2");
    seen.mentions_only(&[party.bob.user()]);
    act(&party);
    let end = party.answer();
    end.says(&["end-abandoned"]).stands_in(Some(&thread));
}

#[test]
fn nobody_wins_by_removing_the_opponent() {
    check_nobody_wins("flag-removed", |party| {
        party.alice.remove(&party.room, party.bob.user());
    });
}

#[test]
fn nobody_wins_by_inviting_the_opponent_again() {
    check_nobody_wins("flag-invited", |party| {
        party.alice.remove(&party.room, party.bob.user());
        party.alice.invite(&party.room, party.bob.user());
    });
}

#[test]
fn nobody_wins_by_muting_the_opponent_for_a_while() {
    check_nobody_wins("flag-muted", |party| {
        let speak = |power: u32| {
            let users = json!({ (party.bot.user()): 50 });
            let content = json!({ "users": users, "events_default": power });
            party
                .alice
                .set_state(&party.room, "m.room.power_levels", "", content);
        };
        speak(50);
        thread::sleep(Duration::from_secs(12));
        speak(0);
    });
}

/// Alice deletes bob's move while the bot is away.
#[test]
fn nobody_wins_by_deleting_the_opponents_move() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_configured(&proxy, homeserver, "flag-deleted", FAST);
    let thread = start_game(&party, "20s");
    let seen = party.ask_in(&party.alice, &thread, "e1-e2");
    seen.mentions_only(&[party.bob.user()]);
    party.bot.kill();
    let moved = party.bob.send_in_thread(&party.room, &thread, "i3-h3");
    party.alice.redact(&party.room, &moved);
    party.bot.start_again();
    let end = party.answer();
    end.says(&["end-abandoned"]).stands_in(Some(&thread));
}

#[test]
fn nobody_wins_by_a_tombstone() {
    check_nobody_wins("flag-tombstone", |party| {
        let content = json!({ "replacement_room": "!nowhere:localhost", "body": "" });
        party
            .alice
            .set_state(&party.room, "m.room.tombstone", "", content);
    });
}

/// Alice upgrades the room in bob's turn and invites the bot; returns the end of the game after what follows.
fn upgrade_in_turn(name: &str, act: impl FnOnce(&Party, &str)) -> Message {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_configured(&proxy, homeserver, name, FAST);
    let thread = start_game(&party, "40s");
    let seen = party.ask_in(&party.alice, &thread, "e1-e2");
    seen.mentions_only(&[party.bob.user()]);
    let new = party.alice.upgrade(&party.room);
    party.alice.invite(&new, party.bot.user());
    act(&party, &new);
    let mut said = (0..10).map(|_| party.alice.next_message(&new, party.bot.user()));
    let end = said.find(|message| message.body.contains("end-"));
    end.expect("the game ends")
}

#[test]
fn nobody_wins_by_upgrading_without_the_opponent() {
    upgrade_in_turn("flag-upgraded", |_, _| ()).says(&["end-abandoned"]);
}

#[test]
fn a_player_who_follows_an_upgrade_can_lose() {
    let end = upgrade_in_turn("flag-followed", |party, new| {
        let Party {
            alice, bob, bot, ..
        } = party;
        alice.invite(new, bob.user());
        bob.join(new);
        // The bot also greets the room, before or after that.
        let said = [(); 2].map(|()| bob.next_message(new, bot.user()));
        assert!(said.iter().any(|said| said.body.contains("upgraded-moved")));
        let thread = bob.send(new, "!t1 i3-h3");
        bob.next_message(new, bot.user()).says(&["gipf-entered"]);
        alice.send_in_thread(new, &thread, "a3-b4");
    });
    end.says(&["end-timed-out"]);
}

/// Bob's move is answered while alice has muted the bot, and she moves two minutes later, when it may write again.
#[test]
fn nobody_gains_time_by_muting_the_bot() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let party = Party::gather_configured(&proxy, homeserver, "silenced", FAST);
    let thread = start_game(&party, "20s");
    let seen = party.ask_in(&party.alice, &thread, "e1-e2");
    seen.mentions_only(&[party.bob.user()]);
    let speak = |power: u32| {
        let users = json!({ (party.bob.user()): 50 });
        let content = json!({ "users": users, "events_default": power });
        party
            .alice
            .set_state(&party.room, "m.room.power_levels", "", content);
    };
    speak(50);
    party.bob.send_in_thread(&party.room, &thread, "i3-h3");
    thread::sleep(Duration::from_secs(125));
    speak(0);
    let end = party.ask_in(&party.alice, &thread, "a3-b4");
    end.says(&["clock-boards-rejected", "end-abandoned"])
        .stands_in(Some(&thread));
}
