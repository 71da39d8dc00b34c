//! Hints and odds of the computer player about runs.

use crate::{
    computer::stored,
    room::{Chat, HOUR, Place},
};
use lobby::{
    Incoming, Message,
    job::{Job, SearchError},
    saved::SavedStage,
};

fn is_hinted(chat: &Chat, table: u32) -> bool {
    match &chat.saved[&table].stage {
        SavedStage::Playing { notes, .. } => notes.hinted,
        other => panic!("{other:?}"),
    }
}

/// The suggested action of a hint.
fn advised(hint: &str) -> String {
    let (_, rest) = hint.split_once("hint-run action=").unwrap();
    let (action, _) = rest.split_once(" margin=").unwrap();
    action.to_owned()
}

#[test]
fn a_hint_names_an_action_chance_and_reasons() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom k=2");
    chat.ask("alice", Place::Direct, "hint");
    for _ in 0..8 {
        let hint = chat.say("alice", Place::Direct, "hint").unwrap();
        assert_eq!((&hint.thread, &hint.reply_to), (&None, &None));
        let hint = hint.plain();
        assert!(hint.starts_with("hint-run action="), "{hint}");
        let (advice, reasons) = hint.split_once('\n').unwrap();
        let (_, chance) = advice.split_once(" wins=").unwrap();
        assert!(chance.parse::<u8>().is_ok(), "{hint}");
        assert!(reasons.contains("run-hint-"), "no reason: {hint}");
        let step = chat.ask("alice", Place::Direct, &advised(&hint));
        assert!(step.contains("run-damage-now "), "{step}");
    }
}

#[test]
fn a_hint_names_no_chance_in_sure_wins() {
    let mut chat = Chat::new();
    // With five blue power-ups even a 1 breaks the last fort.
    let position = "run b10=BF,b11=B3,b12=G2,b13=B2,c10=R1,c13=B5,d10=B4,d13=G4,e10=RF,e13=R4,f10=K5,f13=K3,\
        g10=B1,g13=R2,h10=K2,h13=G3,i9=G1,i10=GF,i13=R3,j10=KF,j13=G5,k13=R5,l13=K4,m13=K1 \
        k@j10,g@i10,r@e10,b@- k2g2r1b5 k3g3r4 8 - -";
    chat.ask("alice", Place::Direct, &format!("setup {position}"));
    let hint = chat.ask("alice", Place::Direct, "hint");
    let sure = "hint-duel action=b b10 then=none\nsearch-sure actions=2\n";
    assert!(hint.contains(sure), "{hint}");
    assert!(!hint.contains(" wins="), "{hint}");
    assert_eq!(chat.ask("alice", Place::Direct, "odds"), "odds-sure");
    let position = "run b9=KF,b10=R1,b11=R5,b12=B2,b13=G2,c10=BF+,c13=K3,d13=R4,e13=G4,f13=K5,g13=K1,h13=B4,\
        i13=K2,j13=G3,k13=B1,l10=GF,l13=G5,m10=R2,m13=B3,n10=RF,n11=R3,n12=K4,n13=B5 k@b9,g@l10,r@n10,b@- \
        k4g1r3b4 k1g4r2 7 G1 ask=b:c10:6";
    chat.ask("alice", Place::Direct, &format!("setup {position}"));
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert_eq!(
        hint,
        "hint-duel action=boost then=none\nsearch-sure actions=1"
    );
}

#[test]
fn lessons_give_no_free_hints_about_open_runs() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "k m13");
    while stored(&chat, 1).actions() < 4 {
        let live = stored(&chat, 1);
        let action = live.position().example().unwrap();
        chat.ask("alice", Place::Direct, &action);
    }
    // The same position with a token on the board instead of in the bank, and with more brain damage.
    let text = stored(&chat, 1).position_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let with = |field: usize, value: &str| {
        let mut fields = fields.clone();
        fields[field] = value;
        fields.join(" ")
    };
    let damaged = with(5, "8");
    let (tile, _) = fields[1].split_once(',').unwrap();
    let colour = tile[4..5].to_lowercase();
    let in_bank = |count: u32| format!("{colour}{count}");
    let count = (1..=5)
        .find(|count| fields[4].contains(&in_bank(*count)))
        .unwrap();
    let fewer = if count > 1 {
        in_bank(count - 1)
    } else {
        String::new()
    };
    let bank = fields[4].replace(&in_bank(count), &fewer);
    let token = with(4, &bank).replacen(tile, &format!("{tile}+"), 1);
    assert!(!tile.contains('+') && token.contains(&format!("{tile}+,")));
    for text in [&text, &token, &damaged] {
        let set_up = chat.ask("bob", Place::Direct, &format!("setup {text}"));
        assert!(
            set_up.starts_with("lesson-begun game=run\n"),
            "{text}: {set_up}"
        );
        for question in ["hint", "odds"] {
            let refused = chat.ask("bob", Place::Direct, question);
            assert_eq!(refused, "hint-of-run-on", "{text}: {question}");
        }
        chat.ask("bob", Place::Direct, "quit");
    }
    chat.ask("bob", Place::Direct, &format!("setup {text}"));
    chat.ask("alice", Place::Direct, "hint");
    chat.ask("alice", Place::Direct, "hint");
    assert!(is_hinted(&chat, 1));
    let hint = chat.ask("bob", Place::Direct, "hint");
    assert!(hint.starts_with("hint-run action="), "{hint}");
}

#[test]
fn lessons_give_players_no_advice_about_their_game() {
    let mut chat = Chat::new();
    let lesson = |chat: &mut Chat, text: &str| {
        chat.ask("alice", Place::Direct, &format!("setup {text}"));
        let hint = chat.ask("alice", Place::Direct, "hint");
        chat.ask("alice", Place::Direct, "quit");
        hint
    };
    let run = "run - k@-,g@-,r@-,b@- - k5g5r5b5 0 \
        G2,K1,K2,K3,K4,K5,G1,G3,G4,G5,R1,R2,R3,R4,R5,KF,B1,GF,B2,RF,B3,BF,B4,B5 -";
    let duel = "gipf-basic w b2=b,b5=B,e2=B,e8=b,h2=b,h5=B B12 B12";
    chat.ask("alice", Place::Room, "!run here");
    let refused = lesson(&mut chat, run);
    assert_eq!(refused, "hint-own-game-on game=run table=t1");
    chat.ask("alice", Place::Room, "!hint");
    chat.ask("alice", Place::Room, "!yes");
    let hint = lesson(&mut chat, run);
    assert!(hint.starts_with("hint-run action="), "{hint}");
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let first = [
        ("alice", "b1-b3"),
        ("bob", "i5-g5"),
        ("alice", "e1-e3"),
        ("bob", "e9-e7"),
    ];
    for (who, action) in first {
        let hint = lesson(&mut chat, duel);
        assert!(hint.starts_with("hint-duel action="), "{hint}");
        chat.ask(who, Place::Thread(&root), action);
    }
    let refused = lesson(&mut chat, duel);
    assert_eq!(refused, "hint-own-game-on game=gipf-basic table=t4");
    let refused = lesson(&mut chat, "gipf-standard w b2=bb,b5=BB,e2=B B9 B12");
    assert_eq!(refused, "hint-own-game-on game=gipf-standard table=t4");
    let matrx = "matrx w b2=G,b5=G,e2=G,e8=g,h2=g,i3=g T6Z6D6Y6P6 T6Z6D6Y6P6";
    let hint = lesson(&mut chat, matrx);
    assert!(hint.starts_with("hint-duel action="), "{hint}");
}

/// A word can be searched for whose deal begins like that of another run.
#[test]
fn word_runs_give_no_advice_about_other_runs() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!run here");
    chat.ask("alice", Place::Direct, "run seed chiba");
    for question in ["hint", "odds"] {
        let refused = chat.ask("alice", Place::Direct, question);
        assert_eq!(refused, "hint-own-game-on game=run table=t1");
    }
}

#[test]
fn lessons_give_no_advice_about_the_days_run() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run day");
    chat.ask("alice", Place::Direct, "k m13");
    while stored(&chat, 1).position_text().matches('=').count() < 2 {
        let live = stored(&chat, 1);
        let action = live.position().example().unwrap();
        chat.ask("alice", Place::Direct, &action);
    }
    let setup = format!("setup {}", stored(&chat, 1).position_text());
    chat.ask("bob", Place::Direct, &setup);
    let refused = |chat: &mut Chat| {
        for line in ["hint", "odds"] {
            assert_eq!(chat.ask("bob", Place::Direct, line), "hint-of-day");
        }
    };
    refused(&mut chat);
    // The same after its end, as others can still play it.
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "yes");
    assert!(stored(&chat, 1).outcome().is_some());
    refused(&mut chat);
    chat.time += HOUR * 24;
    let hint = chat.ask("bob", Place::Direct, "hint");
    assert!(hint.starts_with("hint-run action="), "{hint}");
}

#[test]
fn the_price_of_a_hint_is_asked_once() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "k m13");
    let odds = chat.ask("alice", Place::Direct, "odds");
    assert!(odds.starts_with("odds-run margin="), "{odds}");
    assert!(!is_hinted(&chat, 1), "the chances are no hint");
    assert_eq!(chat.ask("alice", Place::Direct, "hint"), "hint-price");
    assert!(!is_hinted(&chat, 1));
    chat.restart();
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.ends_with("\nhint-first"), "{hint}");
    assert!(is_hinted(&chat, 1));
    chat.restart();
    let again = chat.ask("alice", Place::Direct, "hint");
    assert!(again.starts_with("hint-run "), "{again}");
    assert!(!again.contains("hint-first"), "{again}");
    assert_eq!(advised(&again), advised(&hint));
    chat.play_on("alice", 1);
    assert!(chat.results[&1].hinted);
}

#[test]
fn taking_back_after_odds_counts_as_a_hint() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom k=2");
    chat.ask("alice", Place::Direct, "odds");
    chat.ask("alice", Place::Direct, "use k");
    let undone = chat.ask("alice", Place::Direct, "undo");
    assert!(
        undone.starts_with("takeback-done actions=`use k`\n")
            && !undone.contains("undo-after-odds")
            && !is_hinted(&chat, 1),
        "{undone}"
    );
    chat.ask("alice", Place::Direct, "use k");
    chat.ask("alice", Place::Direct, "odds");
    chat.restart();
    let undone = chat.ask("alice", Place::Direct, "undo");
    assert!(
        undone.starts_with("takeback-done actions=`use k`\nundo-after-odds\n"),
        "{undone}"
    );
    assert!(is_hinted(&chat, 1));
}

#[test]
fn odds_of_a_spectator_are_told_before_a_takeback() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!run here custom k=2");
    let root = chat.last_event();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "use k");
    chat.ask("bob", Place::Room, "!t1 odds");
    let asked = chat.ask("alice", thread, "takeback");
    assert_eq!(asked, "undo-odds-of-other actions=`use k`");
    assert!(!is_hinted(&chat, 1));
    chat.restart();
    let undone = chat.ask("alice", thread, "takeback");
    assert!(undone.contains("\nundo-after-odds\n"), "{undone}");
    assert!(is_hinted(&chat, 1));
}

#[test]
fn a_hint_is_free_in_an_uncounted_run() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed turing");
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(
        hint.starts_with("hint-run action=") && !hint.contains("hint-first"),
        "{hint}"
    );
}

#[test]
fn spectators_may_ask_for_odds_but_no_hint() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!run here");
    let root = chat.last_event();
    let refused = chat.ask("bob", Place::Thread(&root), "hint");
    assert_eq!(refused, "table-not-seated players=alice");
    let odds = chat.say("bob", Place::Thread(&root), "odds").unwrap();
    assert!(odds.plain().starts_with("odds-run margin="), "{odds:?}");
    assert_eq!(odds.thread.as_deref(), Some(root.as_str()));
    assert_eq!(odds.reply_to.as_deref(), Some(chat.last_event().as_str()));
    chat.ask("alice", Place::Room, "!hint");
    let hint = chat.ask("alice", Place::Room, "!yes");
    assert!(hint.starts_with("hint-run action="), "{hint}");
}

#[test]
fn unfair_advice_is_refused() {
    let check = |chat: &mut Chat, place, expected: &str| {
        for line in ["hint", "odds"] {
            assert_eq!(chat.ask("alice", place, line), expected, "{line}");
        }
    };
    let mut chat = Chat::new();
    check(&mut chat, Place::Direct, "table-nothing-on");
    let root = chat.duel();
    let refused = chat.ask("alice", Place::Thread(&root), "hint");
    assert_eq!(refused, "hint-between-people prefix=!");
    let refused = chat.ask("alice", Place::Thread(&root), "odds");
    assert_eq!(refused, "odds-of-duel");
    chat.ask("alice", Place::Direct, "run day");
    check(&mut chat, Place::Direct, "hint-of-day");
    chat.ask("alice", Place::Direct, "k m13");
    for _ in 0..2 {
        chat.ask("alice", Place::Direct, "quit");
    }
    let over = chat.ask("alice", Place::Direct, "odds");
    assert!(
        over.starts_with("table-game-over ") && over.ends_with(" table=t2"),
        "{over}"
    );
}

#[test]
fn thoughts_about_earlier_positions_are_no_hints() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "hint");
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", Place::Direct, "hint"), None);
    let busy = chat.ask("alice", Place::Direct, "odds");
    assert_eq!(busy, "thinking-already");
    chat.ask("alice", Place::Direct, "k m13");
    let said = chat.think();
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].plain(), "thinking-too-late");
    // The same reply to a question that was stopped by the move.
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", Place::Direct, "hint"), None);
    let waiting = chat.thinking.take().unwrap();
    chat.ask("alice", Place::Direct, "g m14");
    let [stopped] = waiting.try_into().unwrap();
    let said = chat.come_in(&Job::failed(stopped));
    assert_eq!(said[0].plain(), "thinking-too-late");
    assert!(!is_hinted(&chat, 1));
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.starts_with("hint-run action="), "{hint}");
}

#[test]
fn a_refused_question_is_answered_and_changes_nothing() {
    for (reason, told) in [
        (SearchError::Busy, "thinking-busy"),
        (
            SearchError::OverBudget { seconds: 7 },
            "thinking-over-budget seconds=7",
        ),
    ] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, "run");
        chat.ask("alice", Place::Direct, "hint");
        chat.thinking = Some(Vec::new());
        assert_eq!(chat.say("alice", Place::Direct, "hint"), None);
        let Some(Job::Think(question)) = chat.thinking.take().unwrap().pop() else {
            panic!("no question");
        };
        let before = chat.saved.clone();
        let said = chat.come_in(&Incoming::SearchResult(question, Err(reason)));
        assert_eq!(said.iter().map(Message::plain).collect::<Vec<_>>(), [told]);
        assert_eq!(chat.saved, before, "it is no hint");
        let hint = chat.ask("alice", Place::Direct, "hint");
        assert!(hint.starts_with("hint-run action="), "{hint}");
    }
}

#[test]
fn a_question_still_waits_after_a_restart() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "hint");
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", Place::Direct, "hint"), None);
    chat.restart();
    let resumed = Incoming::Resumed {
        thinking: Vec::new(),
        asking: vec!["@alice:example.org".into()],
        seed: [7; 32],
    };
    assert_eq!(chat.come_in(&resumed), []);
    let busy = chat.ask("alice", Place::Direct, "hint");
    assert_eq!(busy, "thinking-already");
    let hint = chat.think()[0].plain();
    assert!(hint.starts_with("hint-run action="), "{hint}");
    let hint = chat.ask("alice", Place::Direct, "hint");
    assert!(hint.starts_with("hint-run action="), "{hint}");
}
