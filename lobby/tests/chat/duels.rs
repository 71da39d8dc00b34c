//! Finished duels: results, statistics, summary and suggestions.

use lobby::{DuelResult, Settings, results::How, saved::SavedStage, wording::Language};

use crate::{
    contests::announced,
    room::{Chat, HOUR, Place, person, settings},
};

/// Plays one move each, and resigns for one player; returns the root of their thread.
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

/// Plays a table to its end; returns the last reply.
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
fn finished_resigned_and_drawn_duels_are_results() {
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
fn duels_ended_before_both_move_count_nowhere() {
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
    // Moves that were taken back do not count.
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
fn lessons_abandoned_games_and_contests_count_nowhere() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    let told = played_out(&mut chat, &root, 2);
    assert!(
        told.contains("\ncontest-boards table=t2 waiting=t1\n"),
        "{told}"
    );
    assert!(chat.duels.is_empty(), "{:?}", chat.duels);
    chat.people.retain(|person| person.name != "bob");
    chat.ask("alice", thread, "draw");
    chat.wait(HOUR * 24);
    let ended = chat.ask("alice", thread, "draw");
    assert!(ended.contains("\nend-abandoned\n"), "{ended}");
    chat.ask(
        "alice",
        Place::Direct,
        "setup zertz-basic 1 a1=w,a2,b2=g w3g5b9 - -",
    );
    chat.ask("alice", Place::Direct, "quit");
    assert!(chat.duels.is_empty(), "{:?}", chat.duels);
}

#[test]
fn forgetting_a_player_keeps_the_opponents_result() {
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
        let won = "\nme-duels best=1 count=1 drawn=0 lost=0 now=1 won=1\n";
        assert!(own.contains(won), "{own}");
        let other = chat.ask("bob", Place::Direct, "me");
        assert!(
            other.starts_with("me-runs ") && !other.contains("me-duels"),
            "{other}"
        );
        let list = chat.ask("carol", Place::Direct, "top");
        assert!(
            list.contains("  alice") && !list.contains("forget-somebody"),
            "{list}"
        );
    }
    forget(&mut chat, "alice");
    assert!(chat.duels.is_empty());
}

#[test]
fn own_figures_tell_duels_after_the_first() {
    let mut chat = Chat::new();
    let before = chat.ask("alice", Place::Direct, "me");
    let no_runs = "\nme-basic average= best=0 damage=0 now=0 runs=0 steps=0 won=0\n";
    assert!(
        before.contains(no_runs) && !before.contains("me-duels"),
        "{before}"
    );
    for loser in ["bob", "bob", "alice", "bob"] {
        given_up(&mut chat, loser);
    }
    chat.ask("alice", Place::Room, "!challenge @bob zertz white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let over = played_out(&mut chat, &root, 5);
    assert!(over.contains("\nzertz-won "), "{over}");
    let winner = chat.duels[&5].winner.unwrap();
    chat.restart();
    let own = chat.ask("alice", Place::Room, "!me");
    let (now, won) = if winner == 0 { (2, 1) } else { (0, 0) };
    let lost = 1 - won;
    let figures = format!(
        "\nme-duels best=2 count=5 drawn=0 lost={} now={now} won={}\n\
         me-duels-of best=2 count=4 drawn=0 game=matrx lost=1 now=1 won=3\n\
         me-duels-of best={won} count=1 drawn=0 game=zertz-basic lost={lost} now={won} won={won}\n",
        1 + lost,
        3 + won,
    );
    assert!(own.contains(&figures), "{own}");
    // Games without a finished duel are not listed.
    assert_eq!(own.matches("me-duels-of ").count(), 2, "{own}");
}

#[test]
fn a_long_list_ends_with_the_asker() {
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
    let of = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of(listed[19]),
        ["20", "11", "0", "0", "11/11", "player20"],
        "{top}"
    );
    assert_eq!(
        of(listed[20]),
        ["25", "6", "0", "0", "6/6", "player25"],
        "{top}"
    );
}

#[test]
fn duels_are_listed_before_runs_and_by_game() {
    let mut chat = Chat::new();
    for loser in ["bob", "bob", "alice"] {
        given_up(&mut chat, loser);
    }
    chat.ask("alice", Place::Direct, "run");
    chat.play_on("alice", 4);
    let top = chat.ask("carol", Place::Room, "!top");
    let rows: Vec<_> = top.lines().filter(|line| line.starts_with(' ')).collect();
    let rows = rows.iter().map(|row| row.trim_start());
    let expected = [
        "1  2  0  1  0/2  alice",
        "2  1  0  2  1/1  bob",
        "1  -  0/1  0/0  -  alice",
    ];
    assert!(rows.eq(expected), "{top}");
    let (duels, runs) = top.split_once("top-runs kind=basic where=here\n").unwrap();
    assert!(
        duels.starts_with("top-duels where=here\n") && duels.contains("\ntop-duels-foot\n"),
        "{duels}"
    );
    assert!(runs.ends_with("\ntop-foot"), "{runs}");
    for (wish, shown) in [
        ("!top matrx", "top-duels-of game=matrx where=here\n"),
        ("!top matrx all", "top-duels-of game=matrx where=all\n"),
        ("!top run", "top-runs kind=basic where=here\n"),
        ("!top zertz", "top-empty-game game=zertz-basic where=here"),
        ("!top custom", "top-empty kind=custom where=here"),
    ] {
        let list = chat.ask("carol", Place::Room, wish);
        assert!(list.starts_with(shown), "{wish}: {list}");
        let of_duels = wish.contains("matrx");
        let has_duels = list.contains("top-duels-columns");
        assert_eq!(has_duels, of_duels, "{wish}: {list}");
        assert_eq!(list.contains("top-foot"), wish == "!top run");
    }
}

#[test]
fn columns_of_the_best_are_narrow_and_aligned() {
    let mut chat = Chat::new();
    for loser in ["bob", "bob", "alice"] {
        given_up(&mut chat, loser);
    }
    chat.restart_with(Settings {
        language: Language::English,
        ..settings()
    });
    let top = chat.ask("carol", Place::Room, "!top");
    // Numbers end below the end of their headings, names begin below the start of theirs.
    let edges = |line: &str| {
        let name = line.rfind(' ').unwrap() + 1;
        let cells = line[..name].split(' ').filter(|cell| !cell.is_empty());
        let ends = cells.map(|cell| cell.as_ptr().addr() + cell.len() - line.as_ptr().addr());
        (ends.collect::<Vec<_>>(), name)
    };
    let table: Vec<_> = top.lines().filter(|line| line.contains("  ")).collect();
    assert_eq!(table.len(), 3, "{top}");
    assert_eq!(edges(table[0]).0.len(), 5, "{top}");
    assert_eq!(edges(table[1]), edges(table[0]), "{top}");
    assert_eq!(edges(table[2]), edges(table[0]), "{top}");
    assert!(top.lines().take(4).all(|line| line.chars().count() <= 44));
}

#[test]
fn unlisted_and_absent_players_are_not_listed() {
    let mut chat = Chat::new();
    given_up(&mut chat, "bob");
    chat.ask("alice", Place::Direct, "me off");
    for (place, wish) in [(Place::Room, "!top"), (Place::Direct, "top matrx")] {
        let list = chat.ask("carol", place, wish);
        assert!(list.contains("  bob") && !list.contains("alice"), "{list}");
    }
    chat.people.retain(|person| person.name != "bob");
    let list = chat.ask("carol", Place::Room, "!top");
    assert_eq!(list, "top-empty-usual where=here");
    let list = chat.ask("carol", Place::Room, "!top all");
    assert!(list.contains("  bob"), "{list}");
}

#[test]
fn finished_duels_show_a_summary_and_next_steps() {
    let mut chat = Chat::new();
    let root = given_up(&mut chat, "bob");
    let over = chat.ask("alice", Place::Thread(&root), "board");
    let told = "\nend-resigned loser=bob player=alice seat=white\n\
        look-back-duel black=bob by-black=0 by-white=0 game=matrx lead=never leader=alice \
        led=0 most=0 taker=alice tipped=0 turns=2 white=alice\n\
        again-duel prefix=";
    assert!(over.ends_with(told), "{over}");
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
    let captured =
        format!("\nlook-back-duel black=bob by-black={second} by-white={first} game=zertz-basic ");
    let length = format!(" turns={turns} white=alice\n");
    assert!(over.contains(&captured) && over.contains(&length), "{over}");
    let untouched = chat.duel();
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&untouched), "resign");
    }
    let over = chat.ask("bob", Place::Thread(&untouched), "board");
    assert!(
        over.ends_with("\nagain-duel-unplayed prefix=") && !over.contains("look-back-duel"),
        "{over}"
    );
}

#[test]
fn a_requested_rematch_is_listed_and_keeps_accept() {
    let mut chat = Chat::new();
    let root = given_up(&mut chat, "bob");
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "rematch");
    let list = chat.ask("carol", Place::Room, "!tables");
    assert_eq!(
        list,
        "list-open\nlist-rematch from=alice game=matrx table=t1 to=bob"
    );
    chat.ask("carol", Place::Room, "!challenge @bob zertz");
    // Another challenge in that thread would be ambiguous with the rematch.
    let moved = chat.say("alice", thread, "challenge @bob zertz").unwrap();
    assert_eq!(moved.thread, None);
    let text = moved.plain();
    assert!(
        text.ends_with("\nchallenge-beside-rematch owner=t1 prefix=!"),
        "{text}"
    );
    chat.restart();
    let list = chat.ask("carol", Place::Room, "!tables");
    assert_eq!(list.lines().count(), 4, "{list}");
    let which = chat.ask("bob", Place::Room, "!accept");
    assert_eq!(
        which,
        "table-which example=t1 prefix=! tables=t1, t2, t3 text=accept"
    );
    let refused = chat.ask("bob", thread, "t3 accept");
    let in_room = "challenge-accept-beside-rematch owner=t1 prefix=! table=t3";
    assert_eq!(refused, in_room);
    let again = chat.say("bob", thread, "accept").unwrap();
    let begun = "duel-begun black=alice game=matrx table=t4 white=bob\n";
    assert!(again.plain().starts_with(begun), "{again:?}");
    assert_eq!(again.thread.as_deref(), Some(root.as_str()));
    let begun = chat.say("bob", Place::Room, "!t3 accept").unwrap();
    let text = begun.plain();
    assert!(
        text.starts_with("duel-begun ") && text.contains(" game=zertz-basic table=t3 "),
        "{text}"
    );
    assert_ne!(begun.thread.as_deref(), Some(root.as_str()));
}

#[test]
fn finished_runs_mention_the_unplayed_daily_run() {
    let mut chat = Chat::new();
    let told = "\nday-still-free hours=12 minutes=0 prefix=";
    chat.ask("alice", Place::Direct, "run");
    let over = chat.play_on("alice", 1);
    assert!(over.ends_with(told), "{over}");
    chat.ask("alice", Place::Room, "!run here");
    let root = chat.last_event();
    chat.ask("alice", Place::Thread(&root), "quit");
    let over = chat.ask("alice", Place::Thread(&root), "quit");
    assert!(over.ends_with(told), "{over}");
    chat.ask("alice", Place::Direct, "run day");
    let over = chat.play_on("alice", 3);
    assert!(!over.contains("day-still-free"), "{over}");
    chat.ask("alice", Place::Direct, "run");
    let over = chat.play_on("alice", 4);
    assert!(!over.contains("day-still-free"), "{over}");
}

#[test]
fn a_look_back_names_the_largest_capture() {
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
                // On a tie the earlier turn is named.
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
    let told = format!(" most={count} taker={taker} tipped={turn} turns=");
    assert!(over.contains("\nlook-back-duel "), "{over}");
    assert!(over.contains(&told), "{told} {over}");
}
