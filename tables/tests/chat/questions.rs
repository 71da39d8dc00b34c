//! What is asked, and what answers it.

use jiff::SignedDuration;

use crate::{
    contests::announced,
    room::{Chat, Place},
};

#[test]
fn whoever_wants_to_accept_a_jump_is_told_the_words_for_it() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let thread = Place::Thread(&root);
    for (who, word) in [("bob", "accept"), ("bob", "decline"), ("alice", "accept")] {
        let told = chat.ask(who, thread, word);
        assert!(
            told.contains("the answer of bob: `allow`, `neutralise`"),
            "{word}: {told}"
        );
    }
    assert_eq!(chat.say("alice", thread, "yes"), None, "nobody asked her");
    let allowed = chat.ask("bob", thread, "yes");
    assert!(
        allowed.contains("jumps with the ZÈRTZ potential"),
        "{allowed}"
    );
}

#[test]
fn yes_and_no_answer_the_one_question_that_is_open() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for talk in ["yes", "no", "ok"] {
        assert_eq!(chat.say("alice", thread, talk), None, "{talk} is talk");
        let told = chat.ask("alice", thread, &format!("!{talk}"));
        assert!(told.contains("alice is to move"), "{told}");
    }
    chat.ask("alice", thread, "draw");
    assert_eq!(chat.say("alice", thread, "yes"), None);
    let told = chat.ask("alice", thread, "!yes");
    assert!(told.contains("it is bob who has been asked"), "{told}");
    let declined = chat.ask("bob", thread, "no");
    assert!(declined.contains("bob declines the draw"), "{declined}");
    chat.ask("alice", thread, "Gb2");
    chat.ask("alice", thread, "takeback");
    let back = chat.ask("bob", thread, "ok");
    assert!(back.contains("Taken back"), "{back}");
    chat.ask("bob", thread, "draw");
    let draw = chat.ask("alice", Place::Room, "!yes");
    assert!(draw.contains("A draw, agreed by both"), "{draw}");
    chat.ask("alice", thread, "rematch");
    let again = chat.ask("bob", thread, "OK");
    assert!(again.contains("t2"), "{again}");
    chat.ask("carol", Place::Room, "!challenge @bob zertz");
    let begun = chat.ask("bob", Place::Room, "!yes");
    assert!(begun.contains("Table t3"), "{begun}");
}

#[test]
fn where_several_questions_are_open_yes_asks_which() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("carol", Place::Room, "!challenge @bob zertz");
    let which = chat.ask("bob", Place::Room, "!yes");
    assert!(
        which.contains("`t1 accept`, `t1 decline`; `t2 accept`, `t2 decline`"),
        "{which}"
    );
    let here = chat.ask("bob", thread, "no");
    assert!(here.contains("declines the draw"), "{here}");
}

#[test]
fn whoever_gives_up_can_look_at_everything_before_it_is_confirmed() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let sure = chat.ask("alice", thread, "resign");
    assert!(sure.contains("once more within two minutes"), "{sure}");
    for look in ["help", "board", "moves", "tables", "nonsense please"] {
        chat.say("alice", thread, look);
    }
    chat.restart();
    let end = chat.ask("alice", thread, "resign");
    assert!(end.contains("alice resigns"), "{end}");
}

#[test]
fn giving_up_is_confirmed_with_yes_and_taken_back_with_no_a_move_or_time() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "resign");
    let stays = chat.ask("alice", thread, "no");
    assert_eq!(stays, "alice does not give up.");
    chat.ask("alice", thread, "resign");
    let moved = chat.ask("alice", thread, "Gb2");
    assert!(moved.contains("alice does not give up."), "{moved}");
    chat.ask("alice", thread, "resign");
    chat.time += SignedDuration::from_mins(2);
    assert_eq!(chat.say("alice", thread, "yes"), None, "too late");
    let sure = chat.ask("alice", thread, "resign");
    assert!(sure.contains("once more"), "{sure}");
    let end = chat.ask("alice", thread, "yes");
    assert!(end.contains("alice resigns"), "{end}");
}

#[test]
fn a_run_is_given_up_with_yes_and_no_goes_on_with_it() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    let stays = chat.ask("alice", Place::Direct, "no");
    assert_eq!(stays, "alice does not give up.");
    chat.ask("alice", Place::Direct, "move quit");
    let end = chat.ask("alice", Place::Direct, "yes");
    assert!(end.contains("`run`"), "{end}");
}

#[test]
fn being_forgotten_is_confirmed_with_yes_and_called_off_with_no() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "forget me");
    let kept = chat.ask("alice", Place::Direct, "no");
    assert_eq!(kept, "Nothing is deleted; you stay.");
    chat.ask("alice", Place::Direct, "forget me");
    let gone = chat.ask("alice", Place::Direct, "yes");
    assert!(gone.starts_with("You are forgotten"), "{gone}");
}

#[test]
fn a_hint_that_is_not_wanted_at_its_price_costs_nothing() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "hint");
    let kept = chat.ask("alice", Place::Direct, "no");
    assert_eq!(kept, "No hint, then: the run counts for `top`.");
    let price = chat.ask("alice", Place::Direct, "hint");
    assert!(price.contains("Do you want one?"), "{price}");
    let hint = chat.ask("alice", Place::Direct, "yes");
    assert!(hint.contains("Try `"), "{hint}");
}
