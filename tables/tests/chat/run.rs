//! Runs in a direct message.

use crate::room::{Chat, Place};
use tables::saved::SavedStage;

#[test]
fn a_run_is_made_in_a_direct_message_without_a_prefix() {
    let mut chat = Chat::new();
    assert!(
        chat.ask("alice", Place::Room, "!run")
            .contains("direct message")
    );
    let begun = chat.say("alice", Place::Direct, "run target 7").unwrap();
    assert_eq!((&begun.thread, &begun.reply_to), (&None, &None));
    assert!(begun.plain().contains("SHA-256") && begun.plain().contains("target 7"));
    let answer = chat.ask("alice", Place::Direct, "k m13");
    assert!(
        answer.contains("appears at m13") && answer.contains("rolls"),
        "{answer}"
    );
    assert!(
        chat.ask("alice", Place::Direct, "run")
            .contains("in the middle")
    );
    assert!(
        chat.ask("alice", Place::Direct, "hello")
            .contains("cannot read")
    );
    assert!(
        chat.ask("alice", Place::Direct, "takeback")
            .contains("can be taken back")
    );
    assert!(chat.ask("alice", Place::Direct, "draw").contains("no draw"));
    assert!(
        chat.ask("alice", Place::Direct, "export")
            .contains("when the run is over")
    );
}

#[test]
fn a_roll_can_be_answered_by_number_and_the_run_goes_on_after_a_restart() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    let mut asked = false;
    for _ in 0..300 {
        let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
            break;
        };
        let live = games::Live::replay(&record.parse().unwrap()).unwrap();
        chat.restart();
        let answer = if live
            .prompt()
            .is_some_and(|prompt| prompt.choices.len() == 2)
        {
            asked = true;
            assert!(
                chat.ask("alice", Place::Direct, "3")
                    .contains("from 1 to 2")
            );
            assert!(
                chat.ask("alice", Place::Direct, "k n")
                    .contains("First answer the roll")
            );
            chat.ask("alice", Place::Direct, "1")
        } else {
            let actions = live.legal_actions();
            chat.ask(
                "alice",
                Place::Direct,
                &actions[live.actions() * 7 % actions.len()],
            )
        };
        assert!(answer.contains("brain damage"), "{answer}");
    }
    assert!(asked, "no roll fell short");
    assert!(matches!(chat.saved[&1].stage, SavedStage::Over { .. }));
}

#[test]
fn quitting_is_asked_for_twice_and_shows_the_seed() {
    for word in ["quit", "m quit", "resign"] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, "run");
        assert!(chat.ask("alice", Place::Direct, word).contains("once more"));
        let ended = chat.ask("alice", Place::Direct, word);
        assert!(
            ended.contains("jacked out") && ended.contains(&"07".repeat(32)),
            "{ended}"
        );
        assert!(
            chat.ask("alice", Place::Direct, "export")
                .contains("game: run")
        );
        assert!(
            chat.ask("alice", Place::Direct, "run")
                .contains("A new run")
        );
    }
}
