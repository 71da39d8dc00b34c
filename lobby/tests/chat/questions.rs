//! Questions, and their answers.

use jiff::SignedDuration;

use crate::{
    contests::announced,
    room::{Chat, Place},
};

/// The ending after alice has resigned a duel.
const RESIGNED: &str = "\nend-resigned loser=alice player=bob seat=black\n";

#[test]
fn accepting_a_jump_names_the_words_for_it() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let thread = Place::Thread(&root);
    for (who, word) in [("bob", "accept"), ("bob", "decline"), ("alice", "accept")] {
        let told = chat.ask(who, thread, word);
        assert_eq!(
            told, "nothing-asked-choice answers=`allow`, `neutralise` player=bob seat=black",
            "{word}"
        );
    }
    assert_eq!(chat.say("alice", thread, "yes"), None, "nobody asked her");
    let allowed = chat.ask("bob", thread, "yes");
    let jumped = "gipf-moved again=no from=c2 piece=Z player=alice seat=white to=c4\n";
    assert!(allowed.starts_with(jumped), "{allowed}");
}

#[test]
fn yes_and_no_answer_the_only_open_question() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for talk in ["yes", "no", "ok"] {
        assert_eq!(chat.say("alice", thread, talk), None, "{talk} is talk");
        let told = chat.ask("alice", thread, &format!("!{talk}"));
        assert_eq!(told, "nothing-asked-own-move player=alice seat=white");
    }
    chat.ask("alice", thread, "draw");
    assert_eq!(chat.say("alice", thread, "yes"), None);
    let told = chat.ask("alice", thread, "!yes");
    assert_eq!(told, "nothing-asked-of-you player=bob seat=black");
    let declined = chat.ask("bob", thread, "no");
    assert_eq!(declined, "draw-declined name=bob");
    chat.ask("alice", thread, "Gb2");
    chat.ask("alice", thread, "takeback");
    let back = chat.ask("bob", thread, "ok");
    assert!(back.starts_with("takeback-done actions=`Gb2`\n"), "{back}");
    chat.ask("bob", thread, "draw");
    let draw = chat.ask("alice", Place::Room, "!yes");
    assert!(draw.contains("\nend-agreed\n"), "{draw}");
    chat.ask("alice", thread, "rematch");
    let again = chat.ask("bob", thread, "OK");
    let rematch = "duel-begun black=alice game=matrx table=t2 white=bob\n";
    assert!(again.starts_with(rematch), "{again}");
    chat.ask("carol", Place::Room, "!challenge @bob zertz");
    let begun = chat.ask("bob", Place::Room, "!yes");
    assert!(begun.starts_with("duel-begun "), "{begun}");
    assert!(begun.contains(" table=t3 "), "{begun}");
}

#[test]
fn yes_to_several_open_questions_asks_which() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("carol", Place::Room, "!challenge @bob zertz");
    let which = chat.ask("bob", Place::Room, "!yes");
    assert_eq!(
        which,
        "answer-which answers=`!t1 accept`, `!t1 decline`; `!t2 accept`, `!t2 decline`"
    );
    let here = chat.ask("bob", thread, "no");
    assert_eq!(here, "draw-declined name=bob");
}

#[test]
fn giving_up_stays_open_while_one_looks() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let sure = chat.ask("alice", thread, "resign");
    assert_eq!(sure, "resign-sure again=resign game=matrx table=t1");
    for look in ["help", "board", "moves", "tables", "nonsense please"] {
        chat.say("alice", thread, look);
    }
    chat.restart();
    let end = chat.ask("alice", thread, "resign");
    assert!(end.contains(RESIGNED), "{end}");
}

#[test]
fn no_a_move_or_time_takes_resigning_back() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "resign");
    let stays = chat.ask("alice", thread, "no");
    assert_eq!(stays, "resign-off player=alice seat=white");
    chat.ask("alice", thread, "resign");
    let moved = chat.ask("alice", thread, "Gb2");
    assert!(
        moved.contains("\nresign-off player=alice seat=white\n"),
        "{moved}"
    );
    chat.ask("alice", thread, "resign");
    chat.time += SignedDuration::from_mins(2);
    assert_eq!(chat.say("alice", thread, "yes"), None, "too late");
    let sure = chat.ask("alice", thread, "resign");
    assert_eq!(sure, "resign-sure again=resign game=matrx table=t1");
    let end = chat.ask("alice", thread, "yes");
    assert!(end.contains(RESIGNED), "{end}");
}

#[test]
fn a_run_is_given_up_with_yes() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    let stays = chat.ask("alice", Place::Direct, "no");
    assert_eq!(stays, "resign-off player=alice seat=white");
    chat.ask("alice", Place::Direct, "move quit");
    let end = chat.ask("alice", Place::Direct, "yes");
    assert!(end.contains("\nrun-jacked-out "), "{end}");
    assert!(end.contains("\nagain-run prefix=\n"), "{end}");
}

#[test]
fn being_forgotten_needs_a_yes() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "forget me");
    let kept = chat.ask("alice", Place::Direct, "no");
    assert_eq!(kept, "forget-off");
    chat.ask("alice", Place::Direct, "forget me");
    let gone = chat.ask("alice", Place::Direct, "yes");
    assert_eq!(gone, "forget-done");
}

#[test]
fn a_declined_hint_costs_nothing() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "hint");
    let kept = chat.ask("alice", Place::Direct, "no");
    assert_eq!(kept, "hint-declined");
    let refused = chat.ask("alice", Place::Direct, "yes");
    assert_eq!(refused, "nothing-asked-own-move player=alice seat=white");
    // The confirmation was requested once, so the hint comes at once.
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.starts_with("hint-run action=k m13 "), "{hint}");
}

#[test]
fn being_forgotten_is_confirmed_where_asked() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("bob", Place::Direct, "forget me");
    assert_eq!(chat.say("bob", Place::Thread(&root), "ok"), None);
    let refused = chat.ask("bob", Place::Room, "!yes");
    assert_eq!(refused, "nothing-asked-move player=alice seat=white");
    let gone = chat.ask("bob", Place::Direct, "ok");
    assert_eq!(gone, "forget-done");
}

#[test]
fn yes_to_a_draw_or_resigning_asks_which() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("bob", thread, "resign");
    let which = chat.ask("bob", thread, "yes");
    assert_eq!(
        which,
        "answer-which answers=`t1 accept`, `t1 decline`; `t1 resign`"
    );
}

#[test]
fn no_cancels_all_confirmations_at_once() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("bob", thread, "resign");
    let cancelled = chat.ask("bob", thread, "no");
    assert_eq!(
        cancelled,
        "answer-cancelled-except answers=`t1 accept`, `t1 decline`"
    );
    for (place, first, second) in [
        (thread, "decline", "resign"),
        (Place::Direct, "run", "forget me"),
    ] {
        chat.ask("bob", place, first);
        chat.ask("bob", place, second);
    }
    chat.ask("bob", Place::Direct, "k m13");
    chat.ask("bob", Place::Direct, "quit");
    assert_eq!(chat.ask("bob", Place::Direct, "no"), "answer-cancelled");
    let none = chat.ask("bob", Place::Direct, "yes");
    assert!(none.starts_with("nothing-asked"), "{none}");
}

#[test]
fn both_players_can_be_asked_about_resigning() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "resign");
    chat.ask("bob", thread, "resign");
    let end = chat.ask("alice", thread, "yes");
    assert!(end.contains(RESIGNED), "{end}");
}

#[test]
fn a_move_closes_questions_about_prices_and_hints() {
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
    assert_eq!(refused, "nothing-asked-own-move player=carol seat=white");
}

#[test]
fn yes_and_no_pick_no_other_answer() {
    let mut chat = Chat::new();
    let position = "setup zertz-basic 1 b2,c3=w,c4=g,d3,d4=b,d5,e2,e3=w,e4,f3 w3g5b7 - -";
    let asked = chat.ask("alice", Place::Direct, position);
    assert!(
        asked.contains("\nanswer-choice action=x d4Wb2 number=2 "),
        "{asked}"
    );
    for word in ["yes", "ok", "no"] {
        let told = chat.ask("alice", Place::Direct, word);
        let answers = "answers=`x c3Be4We2`, `x d4Wb2`";
        assert_eq!(
            told,
            format!("nothing-asked-choice {answers} player=alice 1 seat=white")
        );
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
    assert!(end.contains("\nend-agreed\n"), "{end}");
}
