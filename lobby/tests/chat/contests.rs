//! Contests over challenged jumps: the decision, and both tables before and after it.

use games::Live;
use jiff::SignedDuration;
use lobby::{
    Limits,
    saved::SavedStage,
    terms::{End, Occasion},
};

use crate::{
    access::with_limits,
    computer::stored,
    room::{Chat, Place},
};

/// A game in which Alice as White can announce a jump that Bob may challenge, with the agreed means of decision.
pub fn before_jump(chat: &mut Chat, by: &str) -> String {
    let wish = format!("!challenge @bob gipf-standard white zertz 3 neutralise 2 by {by}");
    let asked = chat.ask("alice", Place::Room, &wish);
    let opening = format!("\ngipf-opening-challenges by={by} count=2 game={by}");
    assert!(asked.ends_with(&opening), "{asked}");
    let root = chat.last_event();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "accept");
    for action in ["Zc2", "Zg6", "Zc1-c3", "Zg7-g5"] {
        let who = if action.contains('c') { "alice" } else { "bob" };
        chat.ask(who, thread, action);
    }
    root
}

/// Alice announces that jump.
pub fn announced(chat: &mut Chat, by: &str) -> String {
    let root = before_jump(chat, by);
    let announced = chat.say("alice", Place::Thread(&root), "Zc2-c4").unwrap();
    assert_eq!(announced.mentions, ["@bob:example.org"]);
    let text = announced.plain();
    let news = "gipf-jump-announced again=no from=c2 player=alice seat=white to=c4\n";
    assert!(text.starts_with(news), "{text}");
    for choice in [
        "\nanswer-choice action=allow number=1 what=gipf-choice-allow ",
        "\nanswer-choice action=neutralise number=2 what=gipf-choice-neutralise ",
    ] {
        assert!(text.contains(choice), "{text}");
    }
    root
}

/// The news of a jump that was allowed.
const JUMPED: &str = "gipf-moved again=no from=c2 piece=Z player=alice seat=white to=c4\n";

#[test]
fn a_jump_that_is_allowed_happens() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let refused = chat.ask("alice", Place::Thread(&root), "b3");
    assert_eq!(refused, "table-not-your-turn player=bob seat=black");
    let allowed = chat.ask("bob", Place::Thread(&root), "1");
    assert!(allowed.starts_with(JUMPED), "{allowed}");
}

#[test]
fn coins_and_dice_neutralise_only_on_a_win() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..12 {
        for by in ["coin", "die"] {
            let mut chat = Chat::new();
            let root = announced(&mut chat, by);
            chat.seed = [seed; 32];
            let decided = chat.ask("bob", Place::Thread(&root), "neutralise");
            let contested = "gipf-contested again=no count=1 player=bob seat=black spot=c2\n";
            assert!(decided.starts_with(contested), "{decided}");
            let (wins, rolls) = match by {
                "coin" => {
                    let coin = |side| format!("\ncontest-coin challenger=bob side={side}\n");
                    let is_heads = decided.contains(&coin("heads"));
                    assert_ne!(is_heads, decided.contains(&coin("tails")), "{decided}");
                    (is_heads, None)
                }
                _ => {
                    let dice = "\ncontest-die challenger=bob jumper=alice other=";
                    let (_, dice) = decided.split_once(dice).unwrap();
                    let (alice, rest) = dice.split_once(" own=").unwrap();
                    let (bob, _) = rest.split_once('\n').unwrap();
                    let [bob, alice] = [bob, alice].map(|roll| roll.parse::<u8>().unwrap());
                    (bob > alice, Some((bob, alice)))
                }
            };
            if wins {
                won += 1;
                assert!(decided.contains("c2[B]"), "{decided}");
                let question = "\ngipf-ask-loaded again=no count=10 example=Zb3 gipf=no jumps=no listed=no \
                    pieces=1Z player=alice seat=white";
                assert!(decided.ends_with(question), "{decided}");
            } else {
                lost += 1;
                assert!(decided.contains("c4[Z]"), "{rolls:?} {decided}");
                let question = "\ngipf-ask-loaded again=no count=10 example=Zb3 gipf=no jumps=yes listed=no \
                    pieces=1Z player=bob seat=black";
                assert!(decided.ends_with(question), "{decided}");
            }
        }
    }
    assert!(won > 0 && lost > 0, "{won} {lost}");
}

#[test]
fn a_contest_opens_a_table_while_another_waits() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    let opened = chat.say("bob", thread, "neutralise").unwrap();
    assert_eq!(opened.thread.as_deref(), Some(root.as_str()));
    let text = opened.plain();
    let contested = "gipf-contested again=no count=1 player=bob seat=black spot=c2\n";
    let begun = [("alice", "bob"), ("bob", "alice")].map(|(white, black)| {
        format!(
            "\ncontest-begun black={black} game=zertz-basic table=t2 waiting=t1 white={white}\n"
        )
    });
    assert!(text.contains(contested), "{text}");
    assert_eq!(chat.saved[&2].occasion, Occasion::Contest(1));
    chat.restart();
    // Lines in the thread or the room go to the contest.
    let is_begun = begun.map(|begun| text.contains(&begun));
    let (first, second) = match is_begun {
        [true, false] => ("alice", "bob"),
        [false, true] => ("bob", "alice"),
        _ => panic!("{text}"),
    };
    let placed = chat.ask(first, thread, "Wd4,d1");
    let news = format!("zertz-placed again=no colour=W off=d1 player={first} ring=d4 ");
    assert!(placed.starts_with(&news), "{placed}");
    let list = chat.ask("carol", Place::Room, "!tables");
    let waiting = "list-duel-waits black=bob game=gipf-standard table=t1 white=alice";
    let deciding =
        format!("list-duel black={second} game=zertz-basic mover={second} table=t2 white={first}");
    assert_eq!(list, format!("list-open\n{waiting}\n{deciding}"));
    for (who, command) in [("alice", "b3"), ("bob", "allow"), ("bob", "neutralised")] {
        let waits = chat.ask(who, Place::Room, &format!("!t1 {command}"));
        assert_eq!(waits, "contest-waits by=zertz-basic table=t2");
    }
    for command in ["takeback", "moves", "won"] {
        let before = chat.saved.clone();
        chat.ask("alice", Place::Room, &format!("!t1 {command}"));
        assert_eq!(chat.saved, before, "{command}");
    }
    let board = chat.ask("carol", Place::Room, "!t1 board");
    let question = "\ngipf-ask-contest again=no by=zertz-basic ";
    assert!(
        board.contains("c2!BZ") && board.contains(question),
        "{board}"
    );
}

#[test]
fn only_waiting_games_count_as_open_tables() {
    for by in ["zertz-basic", "ourselves"] {
        let mut chat = with_limits(Limits {
            user_tables: 2,
            ..Limits::UNLIMITED
        });
        let root = announced(&mut chat, by);
        chat.ask("bob", Place::Thread(&root), "neutralise");
        let run = chat.ask("alice", Place::Room, "!run here");
        assert!(run.starts_with("table-run-begun "), "{run}");
        let refused = chat.ask("alice", Place::Room, "!challenge anyone");
        assert_eq!(refused, "limit-own-tables limit=2");
    }
}

#[test]
fn a_challenger_winning_the_contest_neutralises_the_potential() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "matrx");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("alice", thread, "resign");
    let decided = chat.say("alice", thread, "resign").unwrap();
    assert!(decided.mentions.is_empty(), "alice has just written there");
    let text = decided.plain();
    let ended = "end-resigned loser=alice player=bob ";
    assert!(text.starts_with(ended), "{text}");
    let neutralised = "\ngipf-neutralised player=alice seat=white spot=c2\n";
    assert!(text.contains(neutralised), "{text}");
    assert!(text.contains("c2[B]"), "{text}");
    let refused = chat.ask("bob", Place::Room, "!t2 rematch");
    assert_eq!(refused, "rematch-contest");
    // Afterwards lines in the thread go to the waiting game again.
    chat.restart();
    let moved = chat.ask("alice", thread, "Zb3");
    let news = "gipf-entered again=yes dot=a2 end=b3 piece=BZ player=alice ";
    assert!(moved.starts_with(news), "{moved}");
}

#[test]
fn a_contest_that_was_lost_begins_anew() {
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
            anew.starts_with("table-told told=contest-anew\ncontest-begun ")
                && anew.contains(" game=zertz-basic table=t3 waiting=t1 "),
            "{line}: {anew}"
        );
        chat.saved.remove(&2);
        chat.restart();
        let waits = chat.ask("alice", Place::Room, "!t1 b3");
        assert_eq!(waits, "contest-waits by=zertz-basic table=t3");
    }
}

#[test]
fn the_board_of_a_contest_is_explained_once() {
    for restarts in [false, true] {
        let mut chat = Chat::new();
        let root = announced(&mut chat, "zertz-basic");
        let thread = Place::Thread(&root);
        let first = chat.ask("bob", thread, "neutralise");
        assert!(first.contains("\nzertz-legend "), "{first}");
        chat.ask("bob", thread, "resign");
        chat.ask("bob", thread, "resign");
        if restarts {
            chat.restart();
        }
        chat.ask("bob", thread, "Zg6-g4");
        let second = chat.ask("alice", thread, "neutralise");
        assert!(second.contains("\ncontest-begun "), "{second}");
        assert!(!second.contains("-legend "), "{second}");
    }
}

#[test]
fn a_tied_contest_is_not_enough() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "gipf-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("alice", thread, "draw");
    let decided = chat.ask("bob", thread, "accept");
    let upheld = "end-agreed\n\ngipf-upheld player=alice seat=white\n";
    assert!(decided.starts_with(upheld), "{decided}");
    assert!(decided.contains("c4[Z]"), "{decided}");
}

#[test]
fn both_players_report_what_they_settle_themselves() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "ourselves");
    let thread = Place::Thread(&root);
    let asked = chat.ask("bob", thread, "neutralise");
    let question = "\ngipf-ask-contest again=no by=ourselves ";
    assert!(asked.contains(question), "{asked}");
    let refused = chat.ask("alice", thread, "b3");
    assert_eq!(refused, "contest-waits by=ourselves table=none");
    let one = chat.say("alice", thread, "won").unwrap();
    assert_eq!(one.mentions, ["@bob:example.org"]);
    let reported = "contest-reported answer=lost name=alice other=bob said=won";
    assert_eq!(one.plain(), reported);
    let other = chat.ask("bob", thread, "won");
    assert_eq!(other, "contest-disagreed name=bob other=alice");
    chat.ask("bob", thread, "tied");
    let settled = chat.ask("alice", thread, "tied");
    assert!(settled.contains("c4[Z]"), "a tie is not enough: {settled}");
    assert_eq!(chat.say("bob", thread, "won"), None, "talk again");
}

#[test]
fn resigning_the_waiting_game_ends_the_contest() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("bob", Place::Room, "!t1 resign");
    let ended = chat.ask("bob", Place::Room, "!t1 resign");
    assert!(ended.starts_with("contest-void table=t2\n"), "{ended}");
    let board = chat.ask("carol", Place::Room, "!t2 board");
    assert!(board.contains("\nend-abandoned\n"), "{board}");
    let SavedStage::Over { end, .. } = &chat.saved[&2].stage else {
        panic!("{:?}", chat.saved[&2]);
    };
    assert_eq!(*end, End::Abandoned);
    // A rematch in this thread is one of the waiting game, not of the contest.
    chat.ask("alice", thread, "rematch");
    let again = chat.ask("bob", thread, "accept");
    let begun = "duel-begun black=alice game=gipf-standard table=t3 white=bob\n";
    assert!(again.starts_with(begun), "{again}");
}

#[test]
fn decided_contests_are_taken_back_as_a_whole() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "matrx");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    chat.ask("bob", thread, "resign");
    chat.ask("bob", thread, "resign");
    // A takeback of the jump includes the challenge.
    let asked = chat.ask("alice", thread, "takeback");
    assert_eq!(
        asked,
        "takeback-asked actions=`Zc2-c4`, `neutralise` name=alice other=bob what=turn-and-more"
    );
    chat.ask("bob", thread, "decline");
    let asked = chat.ask("bob", thread, "takeback");
    assert_eq!(
        asked,
        "takeback-asked-challenge actions=`neutralise` name=bob other=alice"
    );
    let back = chat.ask("alice", thread, "accept");
    let question = "\ngipf-ask-jump again=no by=matrx count=2 ";
    assert!(back.contains(question), "{back}");
}

#[test]
fn questions_at_the_waiting_game_are_answered_there() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "neutralise");
    let sure = chat.ask("bob", thread, "t1 resign");
    assert_eq!(
        sure,
        "resign-sure again=t1 resign game=gipf-standard table=t1"
    );
    let sure = chat.ask("bob", thread, "resign");
    assert_eq!(sure, "resign-sure again=resign game=zertz-basic table=t2");
    let offered = chat.ask("bob", thread, "t1 draw");
    assert_eq!(
        offered,
        "draw-offered-waiting name=bob other=alice table=t1"
    );
    let withdrawn = chat.ask("bob", thread, "withdraw");
    assert_eq!(withdrawn, "offer-withdrawn name=bob other=alice what=draw");
    chat.ask("bob", thread, "t1 draw");
    let agreed = chat.ask("alice", thread, "t1 accept");
    assert!(
        agreed.starts_with("contest-void table=t2\n") && agreed.contains("\nend-agreed\n"),
        "{agreed}"
    );
}

#[test]
fn coins_and_dice_are_not_thrown_again() {
    for (by, thrown) in [("coin", "takeback-coin"), ("die", "takeback-die")] {
        let mut chat = Chat::new();
        let root = announced(&mut chat, by);
        let thread = Place::Thread(&root);
        let asked = chat.ask("bob", thread, "board");
        let choice = format!(
            "\nanswer-choice action=neutralise number=2 what=gipf-choice-neutralise by={by} "
        );
        assert!(asked.contains(&choice), "{asked}");
        chat.ask("bob", thread, "neutralise");
        for who in ["alice", "bob"] {
            let refused = chat.ask(who, thread, "takeback");
            assert_eq!(refused, thrown, "{who}");
        }
    }
}

#[test]
fn a_line_cannot_answer_for_the_opponent() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let place = Place::Thread(&root);
    for (answer, extra) in [
        ("neutralise", "neutralised"),
        ("allow", "b3"),
        ("allow", "allow"),
    ] {
        let refused = chat.ask("bob", place, &format!("{answer}; {extra}"));
        assert_eq!(refused, format!("table-turn-too-much text={extra}"));
    }
    // A line of several actions out of turn is refused like a single one.
    let refused = chat.ask("alice", place, "b3; e1-e6");
    assert_eq!(refused, "table-not-your-turn player=bob seat=black");
    let allowed = chat.ask("bob", place, "allow");
    assert!(allowed.starts_with(JUMPED), "{allowed}");
    // A line of the jumping side cannot include the reply of the other side.
    let jump = "setup gipf-standard w b2=bb,c2=BZ,c3=b,h2=BB B10 B10 neutralise=2/2,by=coin";
    chat.ask("alice", Place::Direct, jump);
    let refused = chat.ask("alice", Place::Direct, "Zc2-c4; allow");
    assert_eq!(refused, "table-turn-too-much text=allow");
}

#[test]
fn an_abandoned_contest_decides_nothing() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    chat.ask("bob", Place::Thread(&root), "neutralise");
    chat.people.retain(|person| person.name != "bob");
    chat.ask("alice", Place::Thread(&root), "draw");
    chat.wait(SignedDuration::from_hours(24));
    let ended = chat.ask("alice", Place::Thread(&root), "draw");
    assert!(ended.starts_with("contest-void table=t2\n"), "{ended}");
    assert!(ended.contains("\nend-abandoned\n"), "{ended}");
    for table in [1, 2] {
        let SavedStage::Over { end, .. } = &chat.saved[&table].stage else {
            panic!("{:?}", chat.saved[&table]);
        };
        assert_eq!(*end, End::Abandoned, "t{table}");
    }
    assert!(chat.duels.is_empty());
}

/// Chooses an action that leads to a jump or its challenge, if there is one.
fn towards_a_contest(live: &Live, number: usize) -> String {
    let legal = live.legal_actions();
    let is_jump =
        |action: &&String| action.starts_with('Z') && action.contains('-') && action.len() > 4;
    let wanted = legal.iter().find(|action| *action == "neutralise");
    let wanted = wanted.or_else(|| legal.iter().find(is_jump));
    wanted.unwrap_or(&legal[number * 5 % legal.len()]).clone()
}

#[test]
fn the_computer_plays_contests_about_jumps() {
    let mut chat = Chat::new();
    let line =
        "!challenge computer gipf-standard level 1 white zertz 3 neutralise 2 by zertz-basic";
    let begun = chat.ask("alice", Place::Room, line);
    let sides = "duel-begun black=computer-name level=1 game=gipf-standard table=t1 white=alice\n";
    assert!(begun.starts_with(sides), "{begun}");
    let root = chat.last_event();
    let mut contests = 0;
    for number in 0..600 {
        // The newest open table is played.
        let on = chat
            .saved
            .iter()
            .rev()
            .find(|(_, saved)| matches!(saved.stage, SavedStage::Playing { .. }));
        let Some((&table, _)) = on else { break };
        contests = contests.max(table - 1);
        let live = stored(&chat, table);
        let mover = live.to_move();
        assert!(mover.is_some() || live.position().contest().is_some());
        let action = &towards_a_contest(&live, number);
        chat.ask("alice", Place::Thread(&root), action);
    }
    assert!(contests > 0, "a jump was challenged");
}

#[test]
fn direct_messages_mean_the_contest_while_it_lasts() {
    let mut chat = Chat::new();
    let line = "play gipf-standard level 1 white zertz 3 neutralise 2 by zertz-basic";
    chat.ask("alice", Place::Direct, line);
    for number in 0..200 {
        if chat.saved.len() > 1 {
            break;
        }
        let action = towards_a_contest(&stored(&chat, 1), number);
        chat.ask("alice", Place::Direct, &action);
    }
    assert_eq!(chat.saved.len(), 2, "a jump was challenged");
    let board = chat.ask("alice", Place::Direct, "board");
    assert!(
        board.starts_with("list-duel ")
            && board.contains(" game=zertz-basic mover=alice table=t2 "),
        "{board}"
    );
    let moves = chat.ask("alice", Place::Direct, "moves");
    assert!(
        moves.starts_with("zertz-ask-place ") && moves.contains("\nmoves-found count="),
        "{moves}"
    );
    // The waiting game can be named by number.
    let board = chat.ask("alice", Place::Direct, "t1 board");
    let waiting =
        "list-duel-waits black=computer-name level=1 game=gipf-standard table=t1 white=alice\n";
    assert!(board.starts_with(waiting), "{board}");
}

#[test]
fn a_coin_against_the_computer_is_thrown_once() {
    let mut chat = Chat::new();
    let line = "!play gipf-standard level 1 white zertz 3 neutralise 2 by ourselves";
    chat.ask("alice", Place::Room, line);
    let root = chat.last_event();
    for number in 0..400 {
        let live = stored(&chat, 1);
        assert!(live.outcome().is_none(), "no jump was challenged");
        let action = towards_a_contest(&live, number);
        let told = chat.ask("alice", Place::Thread(&root), &action);
        if stored(&chat, 1).contests() > live.contests() {
            assert!(told.contains("contest-coin challenger="), "{told}");
            let refused = chat.ask("alice", Place::Thread(&root), "takeback");
            assert_eq!(refused, "takeback-coin");
            return;
        }
    }
    panic!("no jump was announced");
}
