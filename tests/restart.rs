//! Restarts of the bot, after a kill or a stop.

use end_to_end::{Homeserver, Party};
use games::{Entry, Live};
use serde_json::json;

#[test]
fn a_kill_loses_and_repeats_nothing() {
    let mut party = Party::gather(Homeserver::shared(), "kill");
    let thread = party.start_duel();
    party.ask_in(&party.alice, &thread, "Gb2");
    party.ask_in(&party.bob, &thread, "Gi2");
    party.bot.kill();
    party.alice.send_in_thread(&party.room, &thread, "Gb3");
    party.bot.start_again();

    let answer = party.answer();
    answer
        .mentions_only(&[party.bob.user()])
        .stands_in(Some(&thread));
    assert_eq!(
        (answer.spot("b2"), answer.spot("b3"), answer.spot("i2")),
        ("G", "G", "g")
    );
    assert_eq!(party.ask_in(&party.bob, &thread, "Gi3").spot("i3"), "g");
    assert_eq!(party.answers(), 6);
}

#[test]
fn a_kill_after_a_move_keeps_one_answer() {
    let mut party = Party::gather(Homeserver::shared(), "race");
    let thread = party.start_duel();
    let matrx = Entry::find("matrx").expect("MATRX GIPF is in the catalog");
    let mut expected = Live::start(matrx, "-", None).expect("a duel starts from its usual start");
    let entries = ["b2", "i2", "b3", "i3", "f2", "e8"];
    for (number, spot) in entries.iter().enumerate() {
        let mover = if number % 2 == 0 {
            &party.alice
        } else {
            &party.bob
        };
        mover.send_in_thread(&party.room, &thread, &format!("G{spot}"));
        party.bot.kill();
        party.bot.start_again();
        let answer = party.answer();
        assert_eq!(answer.spot(spot).to_uppercase(), "G", "{answer}");
        expected
            .play(&format!("G{spot}"))
            .expect("the entries are legal");
    }
    let export = party.ask_in(&party.alice, &thread, "export");
    assert_eq!(export.game().as_ref(), Some(expected.record()), "{export}");
    assert_eq!(party.answers(), 2 + entries.len() + 1);
}

#[test]
fn a_long_pause_loses_and_repeats_no_turn() {
    // More than a sync response contains.
    const TALK: usize = 130;
    let mut party = Party::gather(Homeserver::shared(), "pause");
    let thread = party.start_duel();
    party.bot.kill();
    party.alice.send_in_thread(&party.room, &thread, "Gb2");
    for number in 0..TALK {
        party
            .bob
            .send(&party.room, &format!("still waiting, {number}"));
    }
    party.bob.send_in_thread(&party.room, &thread, "Gi2");
    party.bot.start_again();
    assert_eq!(party.answer().spot("b2"), "G");
    let answer = party.answer();
    assert_eq!((answer.spot("b2"), answer.spot("i2")), ("G", "g"));
    assert_eq!(party.ask_in(&party.alice, &thread, "Gb3").spot("b3"), "G");
    assert_eq!(party.answers(), 5);
}

/// As clients without threads write.
#[test]
fn replies_find_their_game_after_a_restart() {
    let mut party = Party::gather(Homeserver::shared(), "reply");
    let thread = party.start_duel();
    let board = party.ask_in(&party.alice, &thread, "Gb2");
    party.bot.kill();
    party.bot.start_again();
    let relation = json!({"m.in_reply_to": {"event_id": board.event}});
    let reply = json!({"msgtype": "m.text", "body": "Gi2", "m.relates_to": relation});
    party.bob.send_content(&party.room, reply);
    let answer = party.answer();
    answer.stands_in(Some(&thread));
    assert_eq!(answer.spot("i2"), "g");
}

#[test]
fn a_stop_signal_ends_the_bot_well() {
    let mut party = Party::gather_in(Homeserver::shared(), "stop", true);
    let thread = party.start_duel();
    party.bot.stop();
    party.alice.send_in_thread(&party.room, &thread, "Gb2");
    party.bot.start_again();
    let answer = party.answer();
    assert_eq!(answer.spot("b2"), "G");
    assert!(answer.encrypted);
    party.bot.stop();
    assert_eq!(party.answers(), 3);
}
