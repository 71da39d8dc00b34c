//! Challenging a jump: how it is decided, and how the two tables go on.

use tables::{
    saved::SavedStage,
    terms::{End, Occasion},
};

use crate::room::{Chat, Place};

/// Alice, who plays White, announces a jump that Bob may challenge in the agreed way.
pub fn announced(chat: &mut Chat, by: &str) -> String {
    let wish = format!("!challenge @bob gipf-standard white zertz 3 neutralise 2 by {by}");
    let asked = chat.ask("alice", Place::Room, &wish);
    assert!(asked.contains("may challenge 2 jumps"), "{asked}");
    let root = chat.last_event();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "accept");
    for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5"] {
        let who = if action.contains('c') { "alice" } else { "bob" };
        chat.ask(who, thread, action);
    }
    let announced = chat.say("alice", thread, "Zc2-c4").unwrap();
    assert_eq!(announced.mentions, ["@bob:example.org"]);
    let text = announced.plain();
    assert!(text.contains("wants to jump"), "{text}");
    assert!(
        text.contains("`1` or `allow`") && text.contains("`2` or `neutralise`"),
        "{text}"
    );
    root
}

#[test]
fn a_jump_that_is_allowed_happens() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let refused = chat.ask("alice", Place::Thread(&root), "b3");
    assert!(refused.contains("bob's turn"), "{refused}");
    let allowed = chat.ask("bob", Place::Thread(&root), "1");
    assert!(
        allowed.contains("jumps with the ZÈRTZ potential from c2 to c4"),
        "{allowed}"
    );
}

#[test]
fn a_coin_or_dice_decide_at_once_and_only_a_win_neutralises() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..12 {
        for by in ["coin", "die"] {
            let mut chat = Chat::new();
            let root = announced(&mut chat, by);
            chat.seed = [seed; 32];
            let decided = chat.ask("bob", Place::Thread(&root), "neutralise");
            assert!(decided.contains("one challenge is left"), "{decided}");
            let (wins, rolls) = match by {
                "coin" => (decided.contains("heads: bob wins"), None),
                _ => {
                    let after = |name: &str| {
                        let (_, rest) = decided.split_once(name).unwrap();
                        rest[..1].parse::<u8>().unwrap()
                    };
                    let (bob, alice) = (after("bob rolls "), after("alice rolls "));
                    (bob > alice, Some((bob, alice)))
                }
            };
            if wins {
                won += 1;
                assert!(decided.contains("c2[B]"), "{decided}");
                assert!(decided.contains("alice (White), your turn"), "{decided}");
            } else {
                lost += 1;
                assert!(decided.contains("c4[Z]"), "{rolls:?} {decided}");
                assert!(decided.contains("bob (Black), your turn"), "{decided}");
            }
        }
    }
    assert!(won > 0 && lost > 0, "{won} {lost}");
}

#[test]
fn a_game_decides_at_a_table_of_its_own_while_the_other_waits() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    let opened = chat.say("bob", thread, "neutralise").unwrap();
    assert_eq!(opened.thread.as_deref(), Some(root.as_str()));
    let text = opened.plain();
    assert!(
        text.contains("Table t1 waits. Table t2, ZÈRTZ, decides"),
        "{text}"
    );
    assert!(text.contains("bob (Black) challenges"), "{text}");
    assert_eq!(chat.saved[&2].occasion, Occasion::Contest(1));
    chat.restart();
    // What is typed in the thread or the room is meant for the game that is on.
    let first = if text.contains("bob begins") {
        "bob"
    } else {
        "alice"
    };
    assert!(
        chat.ask(first, thread, "Wd4,d1")
            .contains("places a white marble")
    );
    let list = chat.ask("carol", Place::Room, "!tables");
    assert!(
        list.contains("t1: GIPF") && list.contains("t2: ZÈRTZ"),
        "{list}"
    );
    for (who, command) in [("alice", "b3"), ("bob", "allow"), ("bob", "neutralised")] {
        let waits = chat.ask(who, Place::Room, &format!("!t1 {command}"));
        assert!(waits.contains("waits until t2 is over"), "{waits}");
    }
    for command in ["takeback", "moves", "won"] {
        let before = chat.saved.clone();
        chat.ask("alice", Place::Room, &format!("!t1 {command}"));
        assert_eq!(chat.saved, before, "{command}");
    }
    let board = chat.ask("carol", Place::Room, "!t1 board");
    assert!(
        board.contains("c2!BZ") && board.contains("game of ZÈRTZ"),
        "{board}"
    );
}

#[test]
fn the_challenger_who_wins_the_other_game_neutralises_the_potential() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "matrx");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("alice", thread, "resign");
    let decided = chat.say("alice", thread, "resign").unwrap();
    assert!(decided.mentions.is_empty(), "alice has just written there");
    let text = decided.plain();
    assert!(text.contains("alice resigns"), "{text}");
    assert!(
        text.contains("potential on c2 is out of the game"),
        "{text}"
    );
    assert!(text.contains("c2[B]"), "{text}");
    assert!(
        chat.ask("bob", Place::Room, "!t2 rematch")
            .contains("no rematch")
    );
    // The thread is the waiting game's again.
    chat.restart();
    assert!(chat.ask("alice", thread, "Zb3").contains("on b3"));
}

#[test]
fn a_game_that_cannot_be_taken_up_while_another_waits_for_it_is_begun_anew() {
    for line in ["b3", "moves", "takeback"] {
        let mut chat = Chat::new();
        let root = announced(&mut chat, "zertz-basic");
        let thread = Place::Thread(&root);
        chat.ask("bob", thread, "neutralise");
        let contest = chat.saved.get_mut(&2).unwrap();
        let SavedStage::Playing { record, .. } = &mut contest.stage else {
            panic!("{contest:?}");
        };
        *record = record.replace("zertz-basic", "zertz-lost");
        assert_eq!(chat.restart_with_losses(), [2]);
        let anew = chat.ask("alice", thread, line);
        assert!(
            anew.contains("cannot be taken up any more")
                && anew.contains("Table t1 waits. Table t3, ZÈRTZ, decides"),
            "{line}: {anew}"
        );
        chat.saved.remove(&2);
        chat.restart();
        let waits = chat.ask("alice", Place::Room, "!t1 b3");
        assert!(waits.contains("waits until t3 is over"), "{waits}");
    }
}

#[test]
fn the_board_of_a_contest_is_explained_once() {
    for restarts in [false, true] {
        let mut chat = Chat::new();
        let root = announced(&mut chat, "zertz-basic");
        let thread = Place::Thread(&root);
        let first = chat.ask("bob", thread, "neutralise");
        assert!(first.contains("marbles belong to both of you"), "{first}");
        chat.ask("bob", thread, "resign");
        chat.ask("bob", thread, "resign");
        if restarts {
            chat.restart();
        }
        chat.ask("bob", thread, "Zg6-g4");
        let second = chat.ask("alice", thread, "neutralise");
        assert!(second.contains("decides"), "{second}");
        assert!(
            !second.contains("marbles belong to both of you"),
            "{second}"
        );
    }
}

#[test]
fn a_tie_in_the_other_game_is_not_enough() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "gipf-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("alice", thread, "draw");
    let decided = chat.ask("bob", thread, "accept");
    assert!(decided.contains("The challenge fails"), "{decided}");
    assert!(decided.contains("c4[Z]"), "{decided}");
}

#[test]
fn what_the_players_settle_themselves_both_have_to_report() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "ourselves");
    let thread = Place::Thread(&root);
    let asked = chat.ask("bob", thread, "neutralise");
    assert!(asked.contains("`won`, `lost` or `tied`"), "{asked}");
    assert!(
        chat.ask("alice", thread, "b3")
            .contains("until you two have settled")
    );
    let one = chat.say("alice", thread, "won").unwrap();
    assert_eq!(one.mentions, ["@bob:example.org"]);
    assert!(one.plain().contains("type `lost` if that is so"), "{one:?}");
    assert!(chat.ask("bob", thread, "won").contains("do not agree"));
    chat.ask("bob", thread, "tied");
    let settled = chat.ask("alice", thread, "tied");
    assert!(settled.contains("c4[Z]"), "a tie is not enough: {settled}");
    assert_eq!(chat.say("bob", thread, "won"), None, "talk again");
}

#[test]
fn giving_up_the_waiting_game_ends_the_other_one() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("bob", Place::Room, "!t1 resign");
    let ended = chat.ask("bob", Place::Room, "!t1 resign");
    assert!(ended.contains("table t2 ends as well"), "{ended}");
    assert!(
        chat.ask("carol", Place::Room, "!t2 board")
            .contains("without")
    );
    let SavedStage::Over { end, .. } = &chat.saved[&2].stage else {
        panic!("{:?}", chat.saved[&2]);
    };
    assert_eq!(*end, End::Abandoned);
    // A rematch in this thread is one of the game it is about.
    chat.ask("alice", thread, "rematch");
    assert!(chat.ask("bob", thread, "accept").contains("GIPF"));
}

#[test]
fn a_decided_contest_is_taken_back_as_a_whole() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "matrx");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    // Who has jumped takes the jump back, and the rest with it.
    let asked = chat.ask("alice", thread, "takeback");
    assert!(
        asked.contains("take back `Zc2-c4`, `neutralise`.") && !asked.contains("decided"),
        "{asked}"
    );
    chat.ask("bob", thread, "decline");
    let asked = chat.ask("bob", thread, "takeback");
    assert!(
        asked.contains("take back `neutralise`. With that, it would have to be decided anew"),
        "{asked}"
    );
    let back = chat.ask("alice", thread, "accept");
    assert!(back.contains("do you let that happen"), "{back}");
    assert!(back.contains("2 times more"), "{back}");
}

#[test]
fn what_is_asked_at_the_waiting_game_is_answered_there() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    let sure = chat.ask("bob", thread, "t1 resign");
    assert!(
        sure.contains("GIPF (table t1)") && sure.contains("`t1 resign`"),
        "{sure}"
    );
    let sure = chat.ask("bob", thread, "resign");
    assert!(
        sure.contains("ZÈRTZ (table t2)") && sure.contains("`resign`"),
        "{sure}"
    );
    let offered = chat.ask("bob", thread, "t1 draw");
    assert!(
        offered.contains("type `t1 accept` or `t1 decline`"),
        "{offered}"
    );
    assert!(chat.ask("bob", thread, "withdraw").contains("It goes on"));
    chat.ask("bob", thread, "t1 draw");
    let agreed = chat.ask("alice", thread, "t1 accept");
    assert!(
        agreed.contains("draw") && agreed.contains("table t2 ends as well"),
        "{agreed}"
    );
}

#[test]
fn what_a_coin_or_dice_have_decided_is_not_thrown_again() {
    for (by, thrown) in [
        ("coin", "A coin has been thrown"),
        ("die", "Dice have been rolled"),
    ] {
        let mut chat = Chat::new();
        let root = announced(&mut chat, by);
        let thread = Place::Thread(&root);
        let asked = chat.ask("bob", thread, "board");
        assert!(
            asked.contains(match by {
                "coin" => "with heads there is no jump",
                _ => "if yours is higher there is no jump",
            }),
            "{asked}"
        );
        chat.ask("bob", thread, "neutralise");
        for who in ["alice", "bob"] {
            let refused = chat.ask(who, thread, "takeback");
            assert!(refused.contains(thrown), "{who}: {refused}");
        }
    }
}

#[test]
fn nobody_answers_or_decides_for_the_other_in_one_line() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let place = Place::Thread(&root);
    let answers = ["neutralise; neutralised", "allow; b3", "allow; allow"];
    for line in answers {
        let refused = chat.ask("bob", place, line);
        assert!(
            refused.contains("is too much: your turn is over"),
            "{line}: {refused}"
        );
    }
    // Whose turn it is not, hears so of a whole line as well.
    let refused = chat.ask("alice", place, "b3; e1-e6");
    assert!(refused.contains("bob's turn"), "{refused}");
    let allowed = chat.ask("bob", place, "allow");
    assert!(allowed.contains("from c2 to c4"), "{allowed}");
    // Nor does whoever jumps.
    let jump = "setup gipf-standard w b2=bb,c2=BZ,c3=b,h2=BB B10 B10 neutralise=2/2,by=coin";
    chat.ask("alice", Place::Direct, jump);
    let refused = chat.ask("alice", Place::Direct, "Zc2-c4; allow");
    assert!(refused.contains("“allow” is too much"), "{refused}");
}

#[test]
fn an_abandoned_contest_decides_nothing() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    chat.ask("bob", Place::Thread(&root), "neutralise");
    chat.people.retain(|person| person.name != "bob");
    let ended = chat.ask("alice", Place::Thread(&root), "draw");
    assert!(ended.contains("without a winner"), "{ended}");
    for table in [1, 2] {
        let SavedStage::Over { end, .. } = &chat.saved[&table].stage else {
            panic!("{:?}", chat.saved[&table]);
        };
        assert_eq!(*end, End::Abandoned, "t{table}");
    }
    assert!(chat.duels.is_empty());
}
