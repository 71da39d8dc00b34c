//! Duels with the computer.

use end_to_end::{Homeserver, Party};
use games::{Entry, Live};

/// It thinks for so long that it can be interrupted, and no longer.
const ENGINE: &str = "[engine]\nseconds = 1\n\n[matrix]";

/// More turns than any game of ZÈRTZ has.
const LONGEST: usize = 60;

/// The game as its record tells it.
#[track_caller]
fn exported(party: &Party, thread: &str) -> Live {
    let export = party.ask_in(&party.alice, thread, "export");
    let record = export.game().expect("a record can be exported");
    Live::replay(&record).expect("a record leads through its game")
}

#[test]
fn a_whole_game_in_an_encrypted_room_with_a_kill_while_the_computer_thinks() {
    let mut party = Party::gather_in(Homeserver::shared(), "computer", true);
    party.bot.stop();
    party.bot.change_config("[matrix]", ENGINE);
    party.bot.start_again();
    let asked = "!challenge computer zertz-basic level 6 first";
    let thread = party.alice.send(&party.room, asked);
    let begun = party.answer();
    assert!(begun.encrypted);
    begun.says(&["Computer 6", "level 6 of 6"]);
    // alice has written in the room.
    begun
        .mentions_only(&[party.alice.user()])
        .stands_in(Some(&thread));
    let zertz = Entry::find("zertz-basic").expect("ZÈRTZ is in the catalog");
    let mut live = Live::start(zertz, "-", None).expect("a duel starts from its usual start");
    for turn in 0..LONGEST {
        let before = live.actions();
        let legal = live.legal_actions();
        let action = &legal[turn * 7 % legal.len()];
        party.alice.send_in_thread(&party.room, &thread, action);
        if turn == 1 {
            let thinking = "SELECT 1 FROM errands WHERE data LIKE '%\"move\"%'";
            party.bot.wait_until_stored(thinking);
            party.bot.kill();
            party.bot.start_again();
        }
        // Both turns are in one answer.
        let answer = party.answer();
        assert!(answer.encrypted);
        live = exported(&party, &thread);
        let played = live.record().turns.iter().flatten().nth(before);
        assert_eq!(played, Some(action), "{answer}");
        if live.outcome().is_some() {
            break;
        }
        assert_eq!(live.to_move(), Some(games::Seat::First), "{answer}");
        assert!(live.actions() > before + 1, "{answer}");
        answer.mentions_only(&[]);
    }
    assert!(live.outcome().is_some(), "the game has an end");
}
