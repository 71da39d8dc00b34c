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
        assert!(told.contains("it is your turn, alice"), "{told}");
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
    let refused = chat.ask("alice", Place::Direct, "yes");
    assert!(refused.contains("it is your turn"), "{refused}");
    // It was asked once.
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.contains("Try `"), "{hint}");
}

#[test]
fn to_be_forgotten_is_confirmed_where_it_was_asked_and_nowhere_else() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("bob", Place::Direct, "forget me");
    assert_eq!(chat.say("bob", Place::Thread(&root), "ok"), None);
    let refused = chat.ask("bob", Place::Room, "!yes");
    assert!(refused.contains("Nothing waits"), "{refused}");
    let gone = chat.ask("bob", Place::Direct, "ok");
    assert!(gone.starts_with("You are forgotten"), "{gone}");
}

#[test]
fn whoever_gives_up_while_a_draw_is_offered_is_asked_which_is_meant() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("bob", thread, "resign");
    let which = chat.ask("bob", thread, "yes");
    assert!(
        which.contains("`t1 accept`, `t1 decline`; `t1 resign`"),
        "{which}"
    );
}

#[test]
fn both_can_be_asked_at_a_time_whether_they_really_give_up() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "resign");
    chat.ask("bob", thread, "resign");
    let end = chat.ask("alice", thread, "yes");
    assert!(end.contains("alice resigns"), "{end}");
}

#[test]
fn a_move_closes_the_questions_about_its_price_and_about_hints() {
    let mut chat = Chat::new();
    chat.ask(
        "alice",
        Place::Room,
        "!challenge @bob gipf-standard white zertz 3",
    );
    let root = chat.last_event();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "accept");
    chat.ask("alice", thread, "c2");
    chat.ask("alice", thread, "Zb3");
    chat.ask("bob", thread, "Zg6");
    assert_eq!(chat.say("alice", thread, "yes"), None);
    chat.ask("carol", Place::Direct, "run");
    chat.ask("carol", Place::Direct, "hint");
    chat.ask("carol", Place::Direct, "k m13");
    let refused = chat.ask("carol", Place::Direct, "yes");
    assert!(!refused.contains("Try `"), "{refused}");
}

#[test]
fn an_answer_that_is_no_yes_or_no_is_not_picked_by_them() {
    let mut chat = Chat::new();
    let position = "setup zertz-basic 1 b2,c3=w,c4=g,d3,d4=b,d5,e2,e3=w,e4,f3 w3g5b7 - -";
    let asked = chat.ask("alice", Place::Direct, position);
    assert!(asked.contains("`2` or"), "{asked}");
    for word in ["yes", "ok", "no"] {
        let told = chat.ask("alice", Place::Direct, word);
        assert!(told.contains("the answer of alice 1: `x "), "{told}");
    }
}

#[test]
fn yes_may_be_polite() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert_eq!(chat.say("bob", thread, "yes please"), None, "talk");
    assert_eq!(chat.say("bob", thread, "no @alice"), None, "talk");
    chat.ask("alice", thread, "draw");
    let end = chat.ask("bob", thread, "yes please");
    assert!(end.contains("A draw"), "{end}");
}
