//! Duels, from the challenge to the rematch.

use crate::room::{Chat, Place, person, settings};
use lobby::{
    Settings,
    saved::SavedStage,
    terms::{End, Pending},
    wording::Language,
};

#[test]
fn a_challenge_notifies_its_addressee_alone() {
    let mut chat = Chat::new();
    let answer = chat
        .say("alice", Place::Room, "!challenge @bob white")
        .unwrap();
    assert_eq!(answer.mentions, [person("bob").id]);
    assert_eq!(
        (answer.thread, answer.reply_to.as_deref()),
        (None, Some("$1"))
    );
    let refused = chat.ask("carol", Place::Room, "!accept");
    assert_eq!(refused, "challenge-to-another name=bob");
    let refused = chat.ask("alice", Place::Room, "!accept");
    assert_eq!(refused, "challenge-own");
}

#[test]
fn one_message_holds_news_board_and_question() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let answer = chat.say("alice", Place::Thread(&root), "Gb2").unwrap();
    assert_eq!(answer.thread, Some(root.clone()));
    assert_eq!(answer.mentions, [person("bob").id]);
    let text = answer.plain();
    let news = "gipf-entered again=no dot=a1 end=b2 piece=G player=alice pushes=no seat=white\n";
    assert!(text.starts_with(news), "{text}");
    assert!(text.contains("b2[G]"), "{text}");
    let question = "\ngipf-ask-gipf again=no count=3 example=Ge2 listed=no player=bob seat=black";
    assert!(text.ends_with(question), "{text}");
}

#[test]
fn only_the_seat_to_move_may_move() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let refused = chat.ask("bob", thread, "Gi2");
    assert_eq!(refused, "table-not-your-turn player=alice seat=white");
    let refused = chat.ask("carol", thread, "!m Gi2");
    assert_eq!(refused, "table-not-seated players=alice, bob");
    assert_eq!(chat.say("carol", thread, "Gi2"), None);
    chat.ask("alice", thread, "m g a1 b2");
    let refused = chat.ask("alice", thread, "Gc2");
    assert_eq!(refused, "table-not-your-turn player=bob seat=black");
}

#[test]
fn a_refused_move_is_explained_and_changes_nothing() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let before = chat.saved.clone();
    let refused = chat.ask("alice", Place::Thread(&root), "Tb3");
    // The question is not repeated.
    assert_eq!(
        refused,
        "gipf-gipf-first count=3 answer-for-example example=Ge8"
    );
    assert_eq!(chat.saved, before);
}

#[test]
fn talk_in_a_thread_gets_no_answer() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for talk in [
        "nice move!",
        "accept my thanks",
        "draw me a picture",
        "2",
        "!!!",
        "! what",
        "e",
        "ok",
    ] {
        assert_eq!(
            chat.say("alice", Place::Thread(&root), talk),
            None,
            "{talk}"
        );
    }
    assert_eq!(chat.say("alice", Place::Room, "Gb2"), None);
    assert_eq!(chat.say("alice", Place::Thread("$elsewhere"), "Gb2"), None);
    let refused = chat.ask("alice", Place::Room, "!accept please");
    assert_eq!(
        refused,
        "command-too-much extra=please form=accept prefix=!"
    );
    let refused = chat.ask("alice", Place::Room, "!dance");
    assert_eq!(refused, "command-unknown near=none prefix=! word=dance");
}

#[test]
fn parallel_tables_are_told_apart_by_number() {
    let mut chat = Chat::new();
    let first = chat.duel();
    let second = chat.duel();
    let asked = chat.ask("alice", Place::Room, "!m Gb2");
    let which = "table-which example=t1 prefix=! tables=t1, t2 text=";
    assert_eq!(asked, format!("{which}m Gb2"));
    let long = chat.ask("alice", Place::Room, "!m xc2,c3,c4,c5,c6,c7,d4,d5,d6");
    assert_eq!(long, format!("{which}board"));
    let answer = chat.say("alice", Place::Room, "!t2 Gb2").unwrap();
    assert_eq!(answer.thread, Some(second));
    chat.ask("alice", Place::Thread(&first), "Gc2");
    let list = chat.ask("carol", Place::Room, "!tables");
    let listed = "list-open\n\
        list-duel black=bob game=matrx mover=bob table=t1 white=alice\n\
        list-duel black=bob game=matrx mover=bob table=t2 white=alice";
    assert_eq!(list, listed);
    let unknown = chat.ask("alice", Place::Room, "!t9 board");
    assert_eq!(unknown, "table-unknown table=t9");
    let moved = chat.ask("alice", Place::Thread(&first), "challenge @carol");
    assert!(
        moved.ends_with("\nchallenge-moved owner=t1 prefix=!"),
        "{moved}"
    );
}

#[test]
fn a_draw_needs_both() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let offer = chat.say("alice", thread, "draw").unwrap();
    assert_eq!(offer.mentions, [person("bob").id]);
    assert_eq!(chat.ask("alice", thread, "draw"), "offer-asked-already");
    let declined = chat.ask("bob", thread, "decline");
    assert_eq!(declined, "draw-declined name=bob");
    chat.ask("bob", thread, "draw");
    let ended = chat.ask("alice", thread, "accept");
    assert!(ended.contains("\nend-agreed\n"), "{ended}");
    assert!(matches!(
        chat.saved[&1].stage,
        SavedStage::Over {
            end: End::Agreed,
            ..
        }
    ));
    let refused = chat.ask("alice", thread, "Gb2");
    assert_eq!(refused, "table-game-over prefix=! table=t1");
}

#[test]
fn open_questions_are_named_outside_the_thread_too() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    chat.ask("alice", Place::Thread(&root), "takeback");
    let refused = chat.ask("bob", Place::Room, "!t1 draw");
    assert_eq!(refused, "answer-takeback-first player=alice seat=white");
    chat.ask("bob", Place::Thread(&root), "decline");
    chat.ask("alice", Place::Thread(&root), "draw");
    let refused = chat.ask("bob", Place::Room, "!t1 takeback");
    assert_eq!(refused, "answer-draw-first player=alice seat=white");
}

#[test]
fn a_move_lets_an_offer_lapse() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "draw");
    chat.ask("alice", thread, "Gb2");
    let answer = chat.ask("alice", thread, "accept");
    assert_eq!(answer, "nothing-asked-move player=bob seat=black");
}

#[test]
fn takebacks_need_consent_and_reach_the_own_move() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    assert_eq!(chat.ask("alice", thread, "takeback"), "takeback-nothing");
    chat.ask("alice", thread, "Gb2");
    chat.ask("bob", thread, "Gi2");
    let asked = chat.ask("alice", thread, "takeback");
    let wish = "takeback-asked actions=`Gb2`, `Gi2` name=alice other=bob what=turn-and-more";
    assert_eq!(asked, wish);
    nobody_else_answers(&mut chat, &root, WHILE_PLAYING);
    let other = chat.ask("bob", thread, "takeback");
    assert_eq!(other, "answer-takeback-first player=alice seat=white");
    let SavedStage::Playing { notes, .. } = &chat.saved[&1].stage else {
        panic!()
    };
    assert_eq!(notes.pending, Some(Pending::Takeback(0)));
    let answer = chat.ask("bob", thread, "accept");
    let question = "\ngipf-ask-gipf again=no count=3 example=Ge8 listed=no player=alice seat=white";
    assert!(
        answer.starts_with("takeback-done actions=`Gb2`, `Gi2`\n") && answer.ends_with(question),
        "{answer}"
    );
    let SavedStage::Playing { record, .. } = &chat.saved[&1].stage else {
        panic!()
    };
    assert!(record.ends_with("options: -\n\n"), "{record}");
}

/// Refusals of `accept` and `decline` by others while bob is asked.
const WHILE_PLAYING: [&str; 2] = [
    "table-not-seated players=alice, bob",
    "nothing-asked-of-you player=bob seat=black",
];

/// Checks that only players can answer a request.
fn nobody_else_answers(chat: &mut Chat, root: &str, refusals: [&str; 2]) {
    let before = chat.saved.clone();
    for place in [Place::Thread(root), Place::Room] {
        let refused =
            ["accept", "decline"].map(|answer| chat.ask("carol", place, &format!("!t1 {answer}")));
        assert_eq!(refused, refusals);
        chat.ask("carol", place, "!t1 withdraw");
    }
    assert_eq!(chat.saved, before);
}

#[test]
fn requests_can_be_withdrawn() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    for wish in ["takeback", "draw"] {
        chat.ask("alice", thread, wish);
        nobody_else_answers(&mut chat, &root, WHILE_PLAYING);
        let refused = chat.ask("bob", thread, "withdraw");
        assert_eq!(refused, "nothing-to-withdraw");
        let withdrawn = chat.say("alice", thread, "withdraw").unwrap();
        assert_eq!(withdrawn.mentions, ["@bob:example.org"]);
        let told = format!("offer-withdrawn name=alice other=bob what={wish}");
        assert_eq!(withdrawn.plain(), told);
        let refused = chat.ask("bob", thread, "accept");
        assert_eq!(refused, "nothing-asked-own-move player=bob seat=black");
    }
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    chat.ask("alice", thread, "rematch");
    nobody_else_answers(&mut chat, &root, ["rematch-not-seated", "nothing-asked"]);
    let again = chat.ask("alice", thread, "rematch");
    assert_eq!(again, "rematch-asked-already");
    let withdrawn = chat.ask("alice", thread, "withdraw");
    assert_eq!(
        withdrawn,
        "offer-withdrawn name=alice other=bob what=rematch"
    );
    assert_eq!(chat.ask("bob", thread, "accept"), "nothing-asked-over");
}

#[test]
fn resigning_is_confirmed_and_a_rematch_swaps_sides() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let sure = "resign-sure again=resign game=matrx table=t1";
    assert_eq!(chat.ask("bob", thread, "resign"), sure);
    chat.ask("alice", thread, "Gb2");
    let asked = chat.ask("bob", thread, "resign");
    assert_eq!(asked, sure, "a move takes it back");
    let ended = chat.ask("bob", thread, "resign");
    let won = "\nend-resigned loser=bob player=alice seat=white\n";
    assert!(ended.contains(won), "{ended}");
    assert!(chat.ask("alice", thread, "!export").contains("\nGb2\n"));
    chat.ask("alice", thread, "rematch");
    let again = chat.say("bob", thread, "rematch").unwrap();
    assert_eq!(
        (again.thread, again.mentions),
        (Some(root.clone()), Vec::new()),
        "bob, who moves, has just written"
    );
    let moved = chat.ask("bob", thread, "Gb2");
    let news = "gipf-entered again=no dot=a1 end=b2 piece=G player=bob pushes=no seat=white\n";
    assert!(moved.starts_with(news), "{moved}");
}

#[test]
fn after_a_restart_every_table_goes_on() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    chat.ask("alice", Place::Room, "!challenge anyone matrx-classic");
    let board = chat.ask("bob", thread, "board");
    chat.restart();
    assert_eq!(chat.ask("bob", thread, "board"), board);
    assert!(chat.ask("bob", thread, "Gi2").contains("i2[g]"));
    let begun = chat.ask("carol", Place::Room, "!accept");
    assert!(
        begun.starts_with("duel-begun ") && begun.contains(" game=matrx-classic table=t2 "),
        "{begun}"
    );
}

#[test]
fn people_are_found_by_id_or_name() {
    let mut chat = Chat::new();
    for (name, table) in ["@bob:example.org", "@bob", "bob", "@Bob"].iter().zip(1..) {
        let asked = chat.ask("alice", Place::Room, &format!("!challenge {name}"));
        let made = "challenge-made from=alice game=matrx prefix=! side=random";
        assert_eq!(asked, format!("{made} table=t{table} to=bob"), "{name}");
        let withdrawn = chat.ask("alice", Place::Room, "!withdraw");
        assert_eq!(withdrawn, format!("challenge-withdrawn table=t{table}"));
    }
    for (whom, refusal) in [
        ("@dora", "person-unknown-name computer=no name=@dora"),
        ("@alice", "challenge-yourself"),
        (
            "@bob chess",
            "common-unknown-game games=matrx, matrx-classic, gipf-basic, gipf-standard, \
             gipf-tournament, zertz-basic, zertz-tournament, run text=chess",
        ),
        ("@bob run", "challenge-not-a-duel game=run prefix=!"),
    ] {
        let refused = chat.ask("alice", Place::Room, &format!("!challenge {whom}"));
        assert_eq!(refused, refusal, "{whom}");
    }
}

#[test]
fn nothing_typed_is_too_long_or_too_strange() {
    let mut chat = Chat::new();
    let long = format!("!{}", "x".repeat(100_000));
    let refused = chat.ask("alice", Place::Room, &long);
    assert_eq!(refused, "limit-line-too-long limit=500");
    let answer = chat
        .say("alice", Place::Room, "!<b>@room</b>\u{202e}")
        .map(|m| m.html());
    assert_eq!(answer, None);
    let answer = chat.say("alice", Place::Room, "!x<b>@room").unwrap();
    assert!(answer.html().contains("x&lt;b&gt;@room") && answer.mentions.is_empty());
}

#[test]
fn refusals_outside_the_thread_name_players_too() {
    let mut chat = Chat::new();
    chat.duel();
    let refused = chat.ask("bob", Place::Room, "!Gb2");
    assert_eq!(refused, "table-not-your-turn player=alice seat=white");
    let refused = chat.ask("alice", Place::Room, "!m Tb3");
    assert_eq!(
        refused,
        "gipf-gipf-first count=3 answer-for-example example=Ge8"
    );
    let unknown = chat.ask("alice", Place::Room, "!t9 Gb2");
    assert_eq!(unknown, "table-unknown table=t9");
    let shown = chat.ask("carol", Place::Room, "!t1");
    let state = "list-duel black=bob game=matrx mover=alice table=t1 white=alice\n";
    assert!(shown.starts_with(state), "{shown}");
}

#[test]
fn moves_are_read_loosely_and_slips_are_answered() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    let refused = chat.ask("alice", thread, "Gb2 please");
    assert_eq!(refused, "table-turn-too-much text=please");
    let refused = chat.ask("alice", thread, "takeback please");
    assert_eq!(
        refused,
        "command-too-much extra=please form=takeback prefix="
    );
    let moved = chat.ask("alice", thread, "G.e1");
    let news = "gipf-entered again=no dot=e1 end=e2 piece=G player=alice ";
    assert!(moved.starts_with(news), "{moved}");
    for talk in [
        "help me",
        "moves like jagger",
        "challenge accepted!",
        "that was a nice move",
    ] {
        assert_eq!(chat.say("bob", thread, talk), None, "{talk}");
    }
    assert_eq!(chat.say("carol", thread, "move on"), None);
}

#[test]
fn open_challenges_are_for_anyone_to_accept() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge anyone");
    let refused = chat.ask("carol", Place::Room, "!decline");
    assert_eq!(refused, "challenge-decline-anyone");
    let refused = chat.ask("bob", Place::Room, "!withdraw");
    assert_eq!(refused, "challenge-of-another");
    let begun = chat.ask("carol", Place::Room, "!accept");
    assert!(
        begun.starts_with("duel-begun ") && begun.contains(" table=t1 "),
        "{begun}"
    );
}

#[test]
fn one_offer_is_answered_before_another_is_made() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    chat.ask("alice", thread, "draw");
    let refused = chat.ask("bob", thread, "takeback");
    assert_eq!(refused, "answer-draw-first player=alice seat=white");
    let refused = chat.ask("alice", thread, "takeback");
    assert_eq!(refused, "offer-asked-already");
    // The confirmation of a resignation leaves the offer open.
    chat.ask("bob", thread, "resign");
    let ended = chat.ask("bob", thread, "accept");
    assert!(ended.contains("\nend-agreed\n"), "{ended}");
    assert_eq!(chat.ask("alice", thread, "accept"), "nothing-asked-over");
    let board = chat.ask("carol", thread, "board");
    let over = "list-duel-over black=bob game=matrx table=t1 white=alice\n";
    assert!(board.starts_with(over), "{board}");
    let refused = chat.ask("carol", thread, "moves");
    assert_eq!(refused, "table-game-over prefix=! table=t1");
}

#[test]
fn an_offer_lapses_with_the_opponents_move_alone() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("alice", thread, "Gb2");
    let moved = chat.ask("bob", thread, "Gi2");
    assert!(moved.contains("\ndraw-lapsed\n"), "{moved}");
    let refused = chat.ask("bob", thread, "accept");
    assert_eq!(refused, "nothing-asked-move player=alice seat=white");
}

/// Compares every reply with that of a bot restarted before each line, in English, which would also reveal
/// unresolved placeables.
#[test]
fn a_restart_changes_no_answer() {
    let lines = [
        ("alice", "!challenge @bob"),
        ("bob", "!decline"),
        ("alice", "!challenge @bob white"),
        ("bob", "!accept"),
        ("alice", "!Gb2"),
        ("bob", "!draw"),
        ("alice", "!decline"),
        ("bob", "!resign"),
        ("alice", "!board"),
        ("bob", "!resign"),
        ("alice", "!rematch"),
        ("carol", "!tables"),
        ("bob", "!accept"),
        ("bob", "!Gc2"),
        ("bob", "!takeback"),
        ("carol", "!t2 board"),
        ("carol", "!t3 board"),
        ("alice", "!accept"),
        ("alice", "!moves"),
        ("bob", "!challenge anyone black"),
        ("bob", "!withdraw"),
        ("alice", "!export"),
    ];
    let english = Settings {
        language: Language::English,
        ..settings()
    };
    let mut steady = Chat::new();
    steady.restart_with(english.clone());
    let mut restarted = Chat::new();
    for (who, line) in lines {
        restarted.restart_with(english.clone());
        let answer = steady.ask(who, Place::Room, line);
        assert_eq!(answer, restarted.ask(who, Place::Room, line), "{line}");
        assert_eq!(steady.saved, restarted.saved);
        assert!(
            !answer.contains("{$") && !answer.contains("{ $"),
            "{answer}"
        );
    }
}

#[test]
fn a_replaced_request_is_asked_about_again() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    chat.ask("alice", thread, "takeback");
    chat.ask("alice", thread, "withdraw");
    chat.ask("alice", thread, "draw");
    chat.restart();
    let asked = chat.ask("bob", thread, "accept");
    assert_eq!(asked, "offer-replaced player=alice seat=white what=draw");
    chat.restart();
    let agreed = chat.ask("bob", thread, "accept");
    assert!(agreed.contains("end-agreed"), "{agreed}");
}

#[test]
fn an_earlier_request_is_forgotten_after_a_move() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("alice", thread, "withdraw");
    chat.ask("alice", thread, "Gb2");
    chat.ask("bob", thread, "Gi2");
    chat.ask("alice", thread, "draw");
    let agreed = chat.ask("bob", thread, "accept");
    assert!(agreed.contains("end-agreed"), "{agreed}");
}
