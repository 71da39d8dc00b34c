//! What duels leave behind: results, figures, a look back, and what can be done afterwards.

use tables::{DuelResult, results::How, saved::SavedStage};

use crate::{
    contests::announced,
    room::{Chat, HOUR, Place, person},
};

/// Both have moved, and then somebody gives up; the thread.
fn given_up(chat: &mut Chat, loser: &str) -> String {
    let root = chat.duel();
    both_move(chat, &root);
    for _ in 0..2 {
        chat.ask(loser, Place::Thread(&root), "resign");
    }
    root
}

fn both_move(chat: &mut Chat, root: &str) {
    chat.ask("alice", Place::Thread(root), "Gb2");
    chat.ask("bob", Place::Thread(root), "Gi2");
}

/// Plays a table to its end, in some way; the last answer.
fn played_out(chat: &mut Chat, root: &str, table: u32) -> String {
    let mut last = String::new();
    while let SavedStage::Playing {
        record, players, ..
    } = &chat.saved[&table].stage
    {
        let live = games::Live::replay(&record.parse().unwrap()).unwrap();
        let who = players[live.to_move().unwrap().index()].name.clone();
        let actions = live.legal_actions();
        let action = &actions[live.actions() * 7 % actions.len()];
        last = chat.ask(&who, Place::Thread(root), action);
    }
    last
}

#[test]
fn a_duel_that_was_fought_out_given_up_or_drawn_is_a_result() {
    let mut chat = Chat::new();
    let root = given_up(&mut chat, "bob");
    let thread = Place::Thread(&root);
    let result = DuelResult {
        table: 1,
        players: ["alice", "bob"].map(person),
        game: "matrx".into(),
        winner: Some(0),
        how: How::Resigned,
        time: chat.time,
    };
    assert_eq!(chat.duels[&1], result);
    chat.ask("alice", thread, "rematch");
    chat.ask("bob", thread, "accept");
    chat.ask("bob", thread, "Gb2");
    chat.ask("alice", thread, "Gi2");
    chat.ask("bob", thread, "draw");
    chat.ask("alice", thread, "accept");
    let drawn = &chat.duels[&2];
    assert_eq!(drawn.players, ["bob", "alice"].map(person));
    assert_eq!((drawn.winner, &drawn.how), (None, &How::Agreed));
    chat.ask("alice", Place::Room, "!challenge @bob zertz white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    played_out(&mut chat, &root, 3);
    let fought_out = &chat.duels[&3];
    assert_eq!(fought_out.game, "zertz-basic");
    assert!(matches!(fought_out.how, How::Rules(_)), "{fought_out:?}");
    assert!(chat.results.is_empty());
}

#[test]
fn what_was_given_up_before_both_had_moved_counts_nowhere() {
    let mut chat = Chat::new();
    for end in ["resign", "draw"] {
        let root = chat.duel();
        let thread = Place::Thread(&root);
        chat.ask("alice", thread, "Gb2");
        let ends = match end {
            "draw" => [("bob", "draw"), ("alice", "accept")],
            _ => [("bob", "resign"), ("bob", "resign")],
        };
        for (who, words) in ends {
            chat.ask(who, thread, words);
        }
    }
    // Of what was moved and taken back, nothing is left.
    let root = chat.duel();
    let thread = Place::Thread(&root);
    both_move(&mut chat, &root);
    chat.ask("bob", thread, "takeback");
    chat.ask("alice", thread, "accept");
    chat.ask("alice", thread, "resign");
    chat.ask("alice", thread, "resign");
    assert!(chat.duels.is_empty(), "{:?}", chat.duels);
}

#[test]
fn lessons_abandoned_games_and_games_that_decide_a_jump_count_nowhere() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    let told = played_out(&mut chat, &root, 2);
    assert!(told.contains("First the last board of t2"), "{told}");
    assert!(chat.duels.is_empty(), "{:?}", chat.duels);
    chat.people.retain(|person| person.name != "bob");
    let ended = chat.ask("alice", thread, "draw");
    assert!(ended.contains("ended without a winner"), "{ended}");
    chat.ask(
        "alice",
        Place::Direct,
        "setup zertz-basic 1 a1=w,a2,b2=g w3g5b9 - -",
    );
    chat.ask("alice", Place::Direct, "quit");
    assert!(chat.duels.is_empty(), "{:?}", chat.duels);
}

#[test]
fn a_forgotten_player_is_in_no_duel_and_the_other_keeps_it() {
    let mut chat = Chat::new();
    given_up(&mut chat, "bob");
    let forget = |chat: &mut Chat, who: &str| {
        for _ in 0..2 {
            chat.ask(who, Place::Direct, "forget me");
        }
    };
    forget(&mut chat, "bob");
    let [winner, loser] = &chat.duels[&1].players;
    assert_eq!((winner, loser.id.as_str()), (&person("alice"), ""));
    assert!(!format!("{:?}", chat.duels).contains("bob"));
    for restarted in [false, true] {
        if restarted {
            chat.restart();
        }
        chat.time += HOUR;
        let own = chat.ask("alice", Place::Direct, "me");
        assert!(own.contains("One duel finished: 1 won"), "{own}");
        let other = chat.ask("bob", Place::Direct, "me");
        assert!(!other.contains("uel"), "{other}");
        let list = chat.ask("carol", Place::Direct, "top");
        assert!(list.contains("  alice") && !list.contains("left"), "{list}");
    }
    forget(&mut chat, "alice");
    assert!(chat.duels.is_empty());
}
