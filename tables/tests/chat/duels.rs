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

#[test]
fn own_figures_tell_duels_besides_runs_and_nothing_before_the_first() {
    let mut chat = Chat::new();
    let before = chat.ask("alice", Place::Direct, "me");
    assert!(
        before.contains("Basic runs: 0") && !before.contains("uel"),
        "{before}"
    );
    for loser in ["bob", "bob", "alice", "bob"] {
        given_up(&mut chat, loser);
    }
    chat.ask("alice", Place::Room, "!challenge @bob zertz white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let over = played_out(&mut chat, &root, 5);
    assert!(over.contains(" wins with a set of marbles: "), "{over}");
    let winner = chat.duels[&5].winner.unwrap();
    chat.restart();
    let own = chat.ask("alice", Place::Room, "!me");
    let (won, now, last) = match winner {
        0 => (
            4,
            2,
            "1 won, 0 drawn, 0 lost (1 won in a row now, 1 at best)",
        ),
        _ => (
            3,
            0,
            "0 won, 0 drawn, 1 lost (0 won in a row now, 0 at best)",
        ),
    };
    let all = format!(
        "5 duels finished: {won} won, 0 drawn, {} lost. Won in a row: {now} now, 2 at best.",
        5 - won
    );
    let matrx = "MATRX GIPF: 3 won, 0 drawn, 1 lost (1 won in a row now, 2 at best).";
    for line in [all.as_str(), matrx, &format!("ZÈRTZ: {last}.")] {
        assert!(own.contains(line), "{line}: {own}");
    }
    // Games of which nobody has finished a duel are not among them.
    assert_eq!(own.matches(" drawn, ").count(), 3, "{own}");
}

#[test]
fn a_long_list_of_duels_ends_and_still_shows_the_one_who_asks() {
    let mut chat = Chat::new();
    for number in 1..=30u32 {
        for table in 31 * number..31 * number + number {
            let result = DuelResult {
                table,
                players: [format!("player{}", 31 - number), format!("other{table}")]
                    .map(|name| person(&name)),
                game: "matrx".into(),
                winner: Some(0),
                how: How::Resigned,
                time: chat.time,
            };
            chat.duels.insert(table, result);
        }
    }
    chat.restart();
    let top = chat.ask("player25", Place::Direct, "top matrx");
    let listed: Vec<&str> = top.lines().filter(|line| line.contains("player")).collect();
    assert_eq!(listed.len(), 21, "{top}");
    assert!(
        listed[19].starts_with("20 ") && listed[20].starts_with("25 "),
        "{top}"
    );
    assert!(listed[20].ends_with(" player25"), "{top}");
}

#[test]
fn the_best_in_duels_are_listed_before_the_runs_and_by_game() {
    let mut chat = Chat::new();
    for loser in ["bob", "bob", "alice"] {
        given_up(&mut chat, loser);
    }
    chat.ask("alice", Place::Direct, "run");
    chat.play_on("alice", 4);
    let top = chat.ask("carol", Place::Room, "!top");
    let table = "\
#  won  drawn  lost  row  name
1    2      0     1  0/2  alice
2    1      0     2  1/1  bob
";
    assert!(top.starts_with("The best in duels of this room:"), "{top}");
    assert!(top.contains(table), "{top}");
    assert!(top.lines().take(4).all(|line| line.chars().count() <= 44));
    let (_, runs) = top.split_once("The best in basic runs").unwrap();
    assert!(runs.contains("  alice"), "{runs}");
    for (wish, shown) in [
        (
            "!top matrx",
            "The best in duels of MATRX GIPF of this room:",
        ),
        (
            "!top matrx all",
            "The best in duels of MATRX GIPF, everywhere:",
        ),
        ("!top run", "The best in basic runs of this room:"),
        (
            "!top zertz",
            "Nobody in this room has finished a duel of ZÈRTZ yet",
        ),
        (
            "!top custom",
            "Nobody in this room has finished a run with custom",
        ),
    ] {
        let list = chat.ask("carol", Place::Room, wish);
        assert!(list.starts_with(shown), "{wish}: {list}");
        let of_duels = wish.contains("matrx");
        assert_eq!(list.contains("drawn"), of_duels, "{wish}: {list}");
        assert_eq!(list.contains("steps of the best"), wish == "!top run");
    }
}

#[test]
fn who_does_not_want_it_or_is_not_in_the_room_is_not_among_the_best_in_duels() {
    let mut chat = Chat::new();
    given_up(&mut chat, "bob");
    chat.ask("alice", Place::Direct, "me off");
    for (place, wish) in [(Place::Room, "!top"), (Place::Direct, "top matrx")] {
        let list = chat.ask("carol", place, wish);
        assert!(list.contains("  bob") && !list.contains("alice"), "{list}");
    }
    chat.people.retain(|person| person.name != "bob");
    let list = chat.ask("carol", Place::Room, "!top");
    assert!(list.starts_with("Nobody in this room has finished a duel or a run"));
    let list = chat.ask("carol", Place::Room, "!top all");
    assert!(list.contains("  bob"), "{list}");
}

#[test]
fn whoever_has_finished_a_duel_is_told_how_it_went_and_what_can_be_done_now() {
    let mut chat = Chat::new();
    let root = given_up(&mut chat, "bob");
    let over = chat.ask("alice", Place::Thread(&root), "board");
    let told = "alice wins: bob resigns.\n\
        After 2 turns of both sides together. Pieces captured by alice: 0, by bob: 0.\n\
        Type `rematch` to play again with sides exchanged, `analyse` to see where it tipped, \
        `replay` to see the whole game, `export`";
    assert!(over.contains(told), "{over}");
    chat.ask("alice", Place::Room, "!challenge @bob zertz white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let over = played_out(&mut chat, &root, 2);
    let SavedStage::Over { record, .. } = &chat.saved[&2].stage else {
        panic!("{over}");
    };
    let live = games::Live::replay(&record.parse().unwrap()).unwrap();
    let turns = live.record().turns.len();
    let [first, second] = live.captured();
    assert!(first + second > 0, "{over}");
    let told = format!(
        "After {turns} turns of both sides together. Marbles captured by alice: {first}, by bob: {second}."
    );
    assert!(over.contains(&told), "{over}");
    let untouched = chat.duel();
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&untouched), "resign");
    }
    let over = chat.ask("bob", Place::Thread(&untouched), "board");
    assert!(!over.contains("captured:"), "{over}");
}

#[test]
fn a_rematch_that_is_asked_for_is_listed_and_keeps_its_accept() {
    let mut chat = Chat::new();
    let root = given_up(&mut chat, "bob");
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "rematch");
    let list = chat.ask("carol", Place::Room, "!tables");
    assert_eq!(list, "t1: MATRX GIPF, over; alice asks bob for a rematch");
    chat.ask("carol", Place::Room, "!challenge @bob zertz");
    // In that very thread, another challenge would stand in the way of the rematch.
    let moved = chat.say("alice", thread, "challenge @bob zertz").unwrap();
    assert_eq!(moved.thread, None);
    let text = moved.plain();
    assert!(text.contains("`accept` there means that"), "{text}");
    chat.restart();
    let list = chat.ask("carol", Place::Room, "!tables");
    assert_eq!(list.lines().count(), 3, "{list}");
    let which = chat.ask("bob", Place::Room, "!accept");
    assert!(
        which.contains("Which table do you mean: t1, t2, t3?"),
        "{which}"
    );
    let refused = chat.ask("bob", thread, "t3 accept");
    assert!(refused.contains("`!t3 accept` in the room"), "{refused}");
    let again = chat.say("bob", thread, "accept").unwrap();
    assert!(again.plain().contains("Table t4, MATRX GIPF"), "{again:?}");
    assert_eq!(again.thread.as_deref(), Some(root.as_str()));
    let begun = chat.say("bob", Place::Room, "!t3 accept").unwrap();
    assert!(begun.plain().contains("Table t3, ZÈRTZ"), "{begun:?}");
    assert_ne!(begun.thread.as_deref(), Some(root.as_str()));
}

#[test]
fn whoever_has_finished_a_run_is_told_of_the_run_of_the_day_until_it_is_made() {
    let mut chat = Chat::new();
    let told = "Today's run of the day is still to be made: `run day`";
    chat.ask("alice", Place::Direct, "run");
    let over = chat.play_on("alice", 1);
    assert!(over.contains(told), "{over}");
    assert!(over.contains("In 12 h 0 min it is over."), "{over}");
    chat.ask("alice", Place::Room, "!run here");
    let root = chat.last_event();
    chat.ask("alice", Place::Thread(&root), "quit");
    let over = chat.ask("alice", Place::Thread(&root), "quit");
    assert!(over.contains(told), "{over}");
    chat.ask("alice", Place::Direct, "run day");
    let over = chat.play_on("alice", 3);
    assert!(!over.contains("still to be made"), "{over}");
    chat.ask("alice", Place::Direct, "run");
    let over = chat.play_on("alice", 4);
    assert!(!over.contains("still to be made"), "{over}");
}

#[test]
fn whoever_looks_back_at_a_duel_is_told_in_which_turn_most_was_captured() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob zertz white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let place = Place::Thread(&root);
    let (mut most, mut before, mut is_equalled) = ((0, String::new(), 0), [0, 0], false);
    loop {
        let SavedStage::Playing {
            record, players, ..
        } = &chat.saved[&1].stage
        else {
            panic!("nothing was captured");
        };
        let live = games::Live::replay(&record.parse().unwrap()).unwrap();
        let captured = live.captured();
        for (seat, player) in players.iter().enumerate() {
            let count = captured[seat] - before[seat];
            if count > most.0 {
                most = (count, player.name.clone(), live.record().turns.len());
            } else if count > 0 && count == most.0 {
                // As much was captured before: that turn is named.
                is_equalled = true;
            }
        }
        if is_equalled {
            break;
        }
        before = captured;
        let who = players[live.to_move().unwrap().index()].name.clone();
        let actions = live.legal_actions();
        let action = &actions[live.actions() * 37 % actions.len()];
        chat.ask(&who, place, action);
    }
    let (count, taker, turn) = most;
    chat.ask("alice", place, "resign");
    let over = chat.ask("alice", place, "yes");
    let told = format!("Most at once: {count}, by {taker} in turn {turn}.");
    assert!(over.contains(&told), "{told} {over}");
}
