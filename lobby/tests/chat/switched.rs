//! Requests that another one replaces while its answer is on its way.

use jiff::SignedDuration;
use lobby::{Incoming, Message};

use crate::{
    clocks::game,
    contests::{announced, before_jump},
    room::{Chat, Place, person},
};

/// Accepts a request of alice as bob, in the room and without a number; returns the answer.
fn accept(chat: &mut Chat) -> String {
    chat.ask("bob", Place::Room, "!accept")
}

#[test]
fn a_replaced_challenge_is_accepted_by_number() {
    for (earlier, withdraw, later) in [
        (
            "!challenge @bob zertz-basic",
            "!withdraw",
            "!challenge @bob gipf-basic 1h",
        ),
        (
            "!challenge anyone",
            "!withdraw",
            "!challenge @bob gipf-basic 1h",
        ),
        (
            "!seek zertz-basic",
            "!unseek",
            "!challenge anyone gipf-basic 1h",
        ),
    ] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Room, earlier);
        chat.ask("alice", Place::Room, withdraw);
        chat.ask("alice", Place::Room, later);
        for answer in ["!accept", "!accept"] {
            let asked = chat.ask("bob", Place::Room, answer);
            assert!(asked.contains("-instead from=alice "), "{asked}");
            assert!(
                asked.ends_with("\nchallenge-clock control=1h strict=no"),
                "{asked}"
            );
        }
        let begun = chat.ask("bob", Place::Room, "!t2 accept");
        assert!(begun.contains("duel-begun"), "{begun}");
    }
}

#[test]
fn a_challenge_after_one_taken_by_another_needs_its_number() {
    for (earlier, expected) in [
        (
            "!challenge anyone zertz-basic",
            "challenge-made-instead from=alice ",
        ),
        ("!seek zertz-basic", "challenge-made-instead from=alice "),
        ("!challenge anyone gipf-basic 1h", "duel-begun"),
    ] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Room, earlier);
        chat.ask("carol", Place::Room, "!accept");
        chat.ask("alice", Place::Room, "!challenge @bob gipf-basic 1h");
        let answer = accept(&mut chat);
        assert!(answer.starts_with(expected), "{answer}");
    }
}

#[test]
fn the_next_challenge_to_the_same_opponent_needs_no_number() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone zertz-basic");
    accept(&mut chat);
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic 1h");
    let begun = accept(&mut chat);
    assert!(begun.starts_with("duel-begun"), "{begun}");
}

#[test]
fn a_challenge_closed_long_ago_is_forgotten() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob zertz-basic");
    chat.ask("alice", Place::Room, "!withdraw");
    chat.wait(SignedDuration::from_mins(10));
    chat.ask("alice", Place::Room, "!challenge @bob");
    let begun = accept(&mut chat);
    assert!(begun.contains("duel-begun"), "{begun}");
}

#[test]
fn challenges_of_others_need_a_number_for_two_minutes() {
    for (minutes, expected) in [(1, "challenge-made-instead from=alice "), (2, "duel-begun")] {
        let mut chat = Chat::new();
        chat.ask("carol", Place::Room, "!challenge @bob zertz-basic");
        chat.ask("carol", Place::Room, "!withdraw");
        chat.ask("alice", Place::Room, "!challenge @bob");
        chat.wait(SignedDuration::from_mins(minutes));
        let answer = accept(&mut chat);
        assert!(answer.starts_with(expected), "{answer}");
    }
}

#[test]
fn a_forgotten_challenge_is_accepted_as_no_other() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob zertz-basic");
    chat.ask("alice", Place::Direct, "forget me");
    chat.ask("alice", Place::Direct, "yes");
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic 1h");
    let asked = accept(&mut chat);
    let told = "challenge-made-instead from=alice ";
    assert!(asked.starts_with(told), "{asked}");
}

#[test]
fn an_answer_from_before_a_challenge_is_for_another() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob zertz-basic");
    let mut again = chat.line("bob", Place::Room, "!accept");
    again.sent = Some(chat.time);
    accept(&mut chat);
    chat.time += SignedDuration::from_secs(5);
    chat.ask("carol", Place::Room, "!challenge @bob gipf-basic 1h");
    let said = chat.happens(&Incoming::Line(again));
    let asked = said[0].plain();
    let told = "challenge-made-instead from=carol ";
    assert!(asked.starts_with(told), "{asked}");
}

#[test]
fn two_challenges_of_one_user_need_a_number() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone zertz-basic");
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic 1h");
    let which = accept(&mut chat);
    assert_eq!(
        which,
        "table-which example=t1 prefix=! tables=t1, t2 text=accept"
    );
}

#[test]
fn a_draw_is_not_agreed_at_another_table() {
    let mut chat = Chat::new();
    let first = chat.duel();
    chat.ask("alice", Place::Room, "!challenge @bob");
    let begun = chat.say("bob", Place::Room, "!t2 accept").unwrap();
    let second = begun.thread.unwrap();
    chat.ask("alice", Place::Thread(&first), "draw");
    chat.ask("alice", Place::Thread(&first), "withdraw");
    chat.ask("alice", Place::Thread(&second), "draw");
    let asked = accept(&mut chat);
    let expected = "offer-number-required asker=alice prefix=! table=t2 what=draw";
    assert_eq!(asked, expected);
    // In the thread of the table, nothing else can be meant.
    let agreed = chat.ask("bob", Place::Thread(&second), "accept");
    assert!(agreed.contains("end-agreed"), "{agreed}");
}

#[test]
fn a_rematch_is_not_accepted_as_another_game() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    chat.ask("alice", thread, "rematch");
    chat.ask("alice", thread, "withdraw");
    chat.ask("alice", thread, "challenge @bob gipf-basic 1h");
    let asked = chat.ask("bob", thread, "accept");
    assert!(
        asked.starts_with("challenge-made-instead from=alice "),
        "{asked}"
    );
}

#[test]
fn a_rematch_is_not_accepted_as_a_draw() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("alice", thread, "resign");
    chat.ask("alice", thread, "resign");
    chat.ask("alice", thread, "rematch");
    let asked = chat.ask("bob", thread, "accept");
    let expected = "offer-number-required asker=alice prefix= table=t1 what=rematch";
    assert_eq!(asked, expected);
    let begun = chat.ask("bob", thread, "t1 accept");
    assert!(begun.contains("duel-begun"), "{begun}");
}

#[test]
fn a_rematch_after_an_agreed_draw_needs_no_number() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("bob", thread, "accept");
    chat.ask("alice", thread, "rematch");
    let begun = chat.ask("bob", thread, "accept");
    assert!(begun.contains("duel-begun"), "{begun}");
}

#[test]
fn a_takeback_closed_by_a_move_is_not_a_draw() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", Place::Room, "!challenge @bob");
    let begun = chat.say("bob", Place::Room, "!t2 accept").unwrap();
    let second = begun.thread.unwrap();
    for (user, line) in [
        ("alice", "Gb2"),
        ("bob", "Gi2"),
        ("alice", "takeback"),
        ("alice", "Gh2"),
    ] {
        chat.ask(user, thread, line);
    }
    chat.ask("alice", Place::Thread(&second), "draw");
    let asked = accept(&mut chat);
    let expected = "offer-number-required asker=alice prefix=! table=t2 what=draw";
    assert_eq!(asked, expected);
}

#[test]
fn a_draw_is_not_agreed_for_the_waiting_game() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("alice", thread, "draw");
    chat.ask("alice", thread, "withdraw");
    chat.ask("alice", thread, "t1 draw");
    let asked = chat.ask("bob", thread, "accept");
    assert!(
        asked.starts_with("offer-number-required asker=alice"),
        "{asked}"
    );
}

#[test]
fn a_declined_challenge_needs_no_number() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone zertz-basic");
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic");
    let declined = chat.ask("bob", Place::Room, "!decline");
    assert!(declined.starts_with("challenge-declined "), "{declined}");
}

#[test]
fn a_challenge_after_a_withdrawn_draw_reads_as_usual() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "draw");
    chat.ask("alice", Place::Thread(&root), "withdraw");
    let made = chat.ask("alice", Place::Room, "!challenge anyone gipf-basic");
    assert!(made.starts_with("challenge-made-anyone "), "{made}");
}

#[test]
fn yes_does_not_accept_a_replaced_challenge() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob zertz-basic");
    chat.ask("alice", Place::Room, "!withdraw");
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic 1h");
    let asked = chat.ask("bob", Place::Room, "!yes");
    let told = "challenge-made-instead from=alice ";
    assert!(asked.starts_with(told), "{asked}");
}

#[test]
fn yes_to_a_withdrawn_draw_resigns_no_game() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "resign");
    chat.ask("alice", thread, "draw");
    chat.ask("alice", thread, "withdraw");
    let asked = chat.ask("bob", thread, "yes");
    assert_eq!(asked, "answer-request-closed answers=`t1 resign`");
    // Once told, the player is not told again.
    let end = chat.ask("bob", thread, "yes");
    assert!(end.contains("end-resigned"), "{end}");
}

#[test]
fn yes_after_an_accepted_challenge_confirms_at_once() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "resign");
    let end = chat.ask("bob", thread, "yes");
    assert!(end.contains("end-resigned"), "{end}");
}

#[test]
fn a_withdrawn_draw_hides_no_earlier_challenge() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone");
    let begun = chat.say("carol", Place::Room, "!accept").unwrap();
    let thread = begun.thread.unwrap();
    chat.ask("alice", Place::Thread(&thread), "draw");
    chat.ask("alice", Place::Thread(&thread), "withdraw");
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic 1h");
    let asked = accept(&mut chat);
    let told = "challenge-made-instead from=alice ";
    assert!(asked.starts_with(told), "{asked}");
}

/// Returns the number of the request that a message announces.
fn number(message: &Option<Message>) -> u64 {
    let asks = message.as_ref().and_then(|message| message.asks);
    asks.expect("the number of a request")
}

/// Sends an answer of bob's now; returns the bot's.
fn answer_now(chat: &mut Chat, place: Place, text: &str) -> String {
    let mut line = chat.line("bob", place, text);
    line.sent = Some(chat.time);
    chat.happens(&Incoming::Line(line))[0].plain()
}

#[test]
fn an_unseen_challenge_takes_no_answer() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone zertz-basic");
    let challenge = chat.say("carol", Place::Room, "!challenge @bob gipf-basic 1h");
    chat.tables.note_announced(number(&challenge), None);
    let begun = answer_now(&mut chat, Place::Room, "!accept");
    assert!(begun.starts_with("duel-begun "), "{begun}");
    assert!(begun.contains("game=zertz-basic"), "{begun}");
}

#[test]
fn an_unseen_challenge_hides_no_seen_one() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for line in ["resign", "resign", "rematch"] {
        chat.ask("alice", Place::Thread(&root), line);
    }
    chat.ask("carol", Place::Room, "!challenge anyone zertz-basic");
    let newest = chat.say("carol", Place::Room, "!challenge anyone gipf-basic");
    chat.tables.note_announced(number(&newest), None);
    let which = answer_now(&mut chat, Place::Room, "!accept");
    assert!(which.starts_with("table-which "), "{which}");
    assert!(which.contains(" tables=t1, t2 "), "{which}");
}

#[test]
fn a_challenge_is_accepted_once_it_is_shown() {
    let mut chat = Chat::new();
    let challenge = chat.say("carol", Place::Room, "!challenge @bob gipf-basic 1h");
    chat.tables.note_announced(number(&challenge), None);
    let asked = answer_now(&mut chat, Place::Room, "!accept");
    let told = "challenge-made-instead from=carol ";
    assert!(asked.starts_with(told), "{asked}");
    chat.tables
        .note_announced(number(&challenge), Some(chat.time));
    let begun = answer_now(&mut chat, Place::Room, "!accept");
    assert!(begun.starts_with("duel-begun "), "{begun}");
}

#[test]
fn a_challenge_is_accepted_below_its_command() {
    let mut chat = Chat::new();
    let challenge = chat.say("carol", Place::Room, "!challenge @bob gipf-basic 1h");
    let root = chat.last_event();
    chat.tables.note_announced(number(&challenge), None);
    let begun = answer_now(&mut chat, Place::Thread(&root), "accept");
    assert!(begun.starts_with("duel-begun "), "{begun}");
}

#[test]
fn an_unseen_challenge_is_not_accepted_as_a_rematch() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    for _ in 0..2 {
        chat.ask("bob", thread, "resign");
    }
    let challenge = chat.say("alice", thread, "challenge @bob gipf-basic 1h");
    chat.tables.note_announced(number(&challenge), None);
    let asked = answer_now(&mut chat, thread, "accept");
    let told = "challenge-made-instead from=alice ";
    assert!(asked.starts_with(told), "{asked}");
}

#[test]
fn yes_agrees_to_no_unseen_draw() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let earlier = chat.say("alice", Place::Thread(&root), "draw");
    chat.ask("alice", Place::Thread(&root), "withdraw");
    let offer = chat.say("alice", Place::Thread(&root), "draw");
    chat.tables.note_announced(number(&offer), None);
    chat.tables
        .note_announced(number(&earlier), Some(chat.time));
    for answer in ["yes", "accept"] {
        let asked = answer_now(&mut chat, Place::Thread(&root), answer);
        let expected = "offer-number-required asker=alice prefix= table=t1 what=draw";
        assert_eq!(asked, expected);
    }
    chat.tables.note_announced(number(&offer), Some(chat.time));
    let agreed = answer_now(&mut chat, Place::Thread(&root), "yes");
    assert!(agreed.contains("end-agreed"), "{agreed}");
}

#[test]
fn an_unseen_draw_is_not_agreed_by_number() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "e1-e2");
    chat.ask("alice", thread, "takeback");
    answer_now(&mut chat, thread, "t1 accept");
    let offer = chat.say("alice", thread, "draw");
    chat.tables.note_announced(number(&offer), None);
    let asked = answer_now(&mut chat, thread, "t1 accept");
    assert!(asked.starts_with("offer-number-required "), "{asked}");
    let shown = chat.time + SignedDuration::from_mins(1);
    chat.tables.note_announced(number(&offer), Some(shown));
    let asked = answer_now(&mut chat, thread, "t1 accept");
    assert!(asked.starts_with("offer-number-required "), "{asked}");
}

#[test]
fn a_late_homeserver_clock_hinders_two_minutes() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let offer = chat.say("alice", thread, "draw");
    chat.tables.note_announced(number(&offer), Some(chat.time));
    chat.wait(SignedDuration::from_mins(3));
    let mut line = chat.line("bob", thread, "t1 accept");
    line.sent = Some(chat.time - SignedDuration::from_hours(1));
    let agreed = chat.happens(&Incoming::Line(line))[0].plain();
    assert!(agreed.contains("end-agreed"), "{agreed}");
}

#[test]
fn questions_prolong_no_late_homeserver_clock() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let offer = chat.say("alice", thread, "draw");
    let number = number(&offer);
    chat.tables.note_announced(number, Some(chat.time));
    for is_agreed in [false, false, false, true] {
        let mut line = chat.line("bob", thread, "t1 accept");
        line.sent = Some(chat.time - SignedDuration::from_hours(1));
        let answer = &chat.happens(&Incoming::Line(line))[0];
        assert_eq!(answer.plain().contains("end-agreed"), is_agreed);
        if let Some(asked) = answer.asks {
            chat.tables.note_announced(asked, Some(chat.time));
        }
        chat.wait(SignedDuration::from_secs(50));
    }
}

#[test]
fn yes_to_a_challenge_confirms_no_deletion() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!forget me");
    chat.ask("alice", Place::Room, "!challenge anyone");
    let asked = chat.ask("bob", Place::Room, "!yes");
    let answers = "answers=`!forget me`; `!t1 accept`";
    assert_eq!(asked, format!("answer-which {answers}"));
}

#[test]
fn yes_to_a_taken_challenge_confirms_no_deletion() {
    let mut chat = Chat::new();
    chat.people.push(person("dave"));
    chat.ask("bob", Place::Room, "!forget me");
    chat.ask("alice", Place::Room, "!challenge anyone zertz");
    chat.ask("carol", Place::Room, "!accept");
    // Dave's answer doesn't count as one of bob's.
    chat.ask("dave", Place::Room, "!yes");
    let asked = chat.ask("bob", Place::Room, "!yes");
    assert_eq!(asked, "answer-request-closed answers=`!forget me`");
    // Bob has been told, and the others know.
    for user in ["alice", "carol", "bob"] {
        if user != "bob" {
            chat.ask(user, Place::Room, "!forget me");
        }
        let gone = chat.ask(user, Place::Room, "!yes");
        assert!(gone.contains("forget-done"), "{user}: {gone}");
    }
}

#[test]
fn yes_to_a_taken_challenge_resigns_no_game() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for (age, is_asked) in [(1, true), (3, false)] {
        chat.ask("bob", Place::Room, "!challenge anyone zertz");
        chat.ask("carol", Place::Room, "!accept");
        chat.time += SignedDuration::from_mins(age);
        chat.ask("alice", Place::Thread(&root), "resign");
        let answer = chat.ask("alice", Place::Room, "!yes");
        let asked = "answer-request-closed answers=`!t1 resign`";
        assert_eq!(answer == asked, is_asked, "{answer}");
        chat.say("alice", Place::Thread(&root), "no");
    }
}

#[test]
fn no_to_a_taken_challenge_cancels_a_deletion() {
    let mut chat = Chat::new();
    chat.ask("bob", Place::Room, "!forget me");
    chat.ask("alice", Place::Room, "!challenge anyone zertz");
    chat.ask("carol", Place::Room, "!accept");
    let kept = chat.ask("bob", Place::Room, "!no");
    assert_eq!(kept, "forget-off");
}

/// Starts a game in which alice was asked 130 s ago to confirm an action; returns its root.
fn late_to_confirm(chat: &mut Chat, action: &str) -> String {
    let root = game(chat, "3h");
    chat.ask("alice", Place::Direct, "confirm on");
    chat.ask("alice", Place::Thread(&root), action);
    chat.time += SignedDuration::from_secs(130);
    root
}

#[test]
fn a_late_yes_agrees_to_no_request() {
    for action in ["e1-e2", "resign"] {
        for request in ["draw", "pause", "takeback"] {
            let mut chat = Chat::new();
            let root = late_to_confirm(&mut chat, action);
            let thread = Place::Thread(&root);
            chat.ask("bob", thread, request);
            chat.restart();
            for yes in ["yes", "t1 yes"] {
                let asked = chat.ask("alice", thread, yes);
                let expected =
                    format!("offer-number-required asker=bob prefix= table=t1 what={request}");
                assert_eq!(asked, expected);
            }
            let agreed = chat.ask("alice", thread, "accept");
            assert!(!agreed.contains("offer-"), "{agreed}");
        }
    }
}

#[test]
fn a_late_yes_to_a_price_agrees_to_nothing() {
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
    chat.time += SignedDuration::from_secs(130);
    chat.ask("bob", thread, "draw");
    let asked = chat.ask("alice", thread, "yes");
    assert!(asked.starts_with("offer-number-required "), "{asked}");
}

#[test]
fn a_yes_long_after_a_question_agrees() {
    let mut chat = Chat::new();
    let root = late_to_confirm(&mut chat, "e1-e2");
    chat.time += SignedDuration::from_mins(10);
    chat.ask("bob", Place::Thread(&root), "draw");
    let agreed = chat.ask("alice", Place::Thread(&root), "yes");
    assert!(agreed.contains("end-agreed"), "{agreed}");
}

#[test]
fn a_yes_after_a_move_agrees() {
    let mut chat = Chat::new();
    let root = late_to_confirm(&mut chat, "resign");
    let thread = Place::Thread(&root);
    for line in ["e1-e2", "yes"] {
        chat.ask("alice", thread, line);
    }
    chat.ask("bob", thread, "draw");
    let agreed = chat.ask("alice", thread, "yes");
    assert!(agreed.contains("end-agreed"), "{agreed}");
}

/// The refusal of an answer that was sent before alice's jump was announced.
const TOO_EARLY: &str = "answer-too-early answers=`t1 allow`, `t1 neutralise`";

/// Plays a game in which alice announces a jump; returns its root and the number of the question.
fn jump(chat: &mut Chat) -> (String, u64) {
    let root = before_jump(chat, "coin");
    let announced = chat.say("alice", Place::Thread(&root), "Zc2-c4");
    let question = number(&announced);
    chat.tables.note_announced(question, None);
    (root, question)
}

#[test]
fn an_unseen_jump_is_allowed_by_its_word_only() {
    let mut chat = Chat::new();
    let (root, question) = jump(&mut chat);
    for answer in ["yes", "no", "1", "t1 yes", "t1 2"] {
        let refused = answer_now(&mut chat, Place::Thread(&root), answer);
        assert_eq!(refused, TOO_EARLY, "{answer}");
    }
    chat.tables.note_announced(question, Some(chat.time));
    let allowed = answer_now(&mut chat, Place::Thread(&root), "yes");
    assert!(allowed.starts_with("gipf-moved "), "{allowed}");
}

#[test]
fn a_request_does_not_hide_a_jump() {
    let mut chat = Chat::new();
    let (root, question) = jump(&mut chat);
    chat.tables.note_announced(question, Some(chat.time));
    chat.ask("bob", Place::Thread(&root), "draw");
    let allowed = answer_now(&mut chat, Place::Thread(&root), "yes");
    assert!(allowed.starts_with("gipf-moved "), "{allowed}");
}

#[test]
fn yes_to_a_withdrawn_draw_allows_no_jump() {
    let mut chat = Chat::new();
    let root = before_jump(&mut chat, "coin");
    let thread = Place::Thread(&root);
    for action in ["draw", "withdraw", "Zc2-c4"] {
        chat.ask("alice", thread, action);
    }
    let asked = chat.ask("bob", Place::Room, "!t1 yes");
    let answers = "`!t1 allow`, `!t1 neutralise`";
    assert_eq!(asked, format!("answer-request-closed answers={answers}"));
    let allowed = chat.ask("bob", Place::Room, "!t1 yes");
    assert!(allowed.starts_with("gipf-moved "), "{allowed}");
}

#[test]
fn yes_to_a_challenge_allows_no_jump() {
    let mut chat = Chat::new();
    announced(&mut chat, "coin");
    chat.ask("carol", Place::Room, "!challenge anyone");
    let asked = chat.ask("bob", Place::Room, "!yes");
    let answers = "answers=`!t1 allow`, `!t1 neutralise`; `!t2 accept`";
    assert_eq!(asked, format!("answer-which {answers}"));
}

#[test]
fn accept_after_a_jump_agrees_to_no_draw() {
    for restarts in [false, true] {
        let mut chat = Chat::new();
        let root = before_jump(&mut chat, "coin");
        let thread = Place::Thread(&root);
        chat.ask("alice", thread, "draw");
        chat.ask("alice", thread, "Zc2-c4");
        if restarts {
            chat.restart();
        }
        let asked = chat.ask("bob", thread, "accept");
        let answers = "`t1 accept`, `t1 decline`; `t1 allow`, `t1 neutralise`";
        assert_eq!(asked, format!("answer-which answers={answers}"));
        let agreed = chat.ask("bob", thread, "t1 accept");
        assert!(agreed.contains("end-agreed"), "{agreed}");
    }
}

#[test]
fn accept_after_a_draw_agrees_to_it() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    chat.ask("alice", Place::Thread(&root), "draw");
    let agreed = chat.ask("bob", Place::Thread(&root), "accept");
    assert!(agreed.contains("end-agreed"), "{agreed}");
}
