//! Duels with the computer.

use games::Live;
use tables::{
    Effect, Errand, Incoming, Message,
    errand::{FollowOutcome, Upgrade},
    saved::SavedStage,
};

use crate::room::{Chat, HOUR, Place, person};

/// The game of a table as it is stored.
pub(crate) fn stored(chat: &Chat, table: u32) -> Live {
    match &chat.saved[&table].stage {
        SavedStage::Playing { record, .. } | SavedStage::Over { record, .. } => {
            Live::replay(&record.parse().unwrap()).unwrap()
        }
        other => panic!("{other:?}"),
    }
}

/// Alice plays White against the computer, which thinks as long as it is let; the root of their thread.
fn begun(chat: &mut Chat, game: &str) -> (String, Message) {
    let line = format!("!challenge computer {game} level 1 white");
    let begun = chat.say("alice", Place::Room, &line).unwrap();
    (chat.last_event(), begun)
}

#[test]
fn one_answer_holds_both_turns() {
    let mut chat = Chat::new();
    let (root, begun) = begun(&mut chat, "matrx");
    assert_eq!(begun.thread.as_deref(), Some(root.as_str()));
    assert_eq!(begun.mentions, [person("alice").id], "it goes elsewhere");
    let told = begun.plain();
    assert!(
        told.contains("alice plays White and begins, Computer 1 plays Black"),
        "{told}"
    );
    assert!(told.contains("level 1 of 6"), "{told}");
    let answer = chat.say("alice", Place::Thread(&root), "Gb2").unwrap();
    assert!(answer.mentions.is_empty(), "alice has just written");
    let told = answer.plain();
    let alice = told.find("alice (White) enters").unwrap();
    let computer = told.find("Computer 1 (Black) ").unwrap();
    assert!(alice < computer, "{told}");
    assert!(told.contains("alice (White), your turn"), "{told}");
    assert_eq!(stored(&chat, 1).actions(), 2);
}

#[test]
fn the_computer_begins_where_it_plays_white() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Room, "!play zertz level 1 black");
    assert!(
        begun.contains("Computer 1 begins, alice plays second"),
        "{begun}"
    );
    assert_eq!(stored(&chat, 1).actions(), 1);
}

#[test]
fn in_a_direct_message_nobody_else_is_needed() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "play gipf-basic level 2 white");
    assert!(begun.contains("Computer 2 plays Black"), "{begun}");
    let legal = stored(&chat, 1).legal_actions()[0].clone();
    let answer = chat.ask("alice", Place::Direct, &legal);
    assert!(answer.contains("Computer 2 (Black)"), "{answer}");
    // One game at a time, as with runs.
    let second = chat.ask("alice", Place::Direct, "play zertz");
    assert!(second.contains("a duel with the computer (t1)"), "{second}");
    let run = chat.ask("alice", Place::Room, "!run");
    assert!(run.contains("a duel with the computer in our"), "{run}");
    chat.ask("alice", Place::Direct, "resign");
    let over = chat.ask("alice", Place::Direct, "yes");
    assert!(over.contains("Computer 2 wins"), "{over}");
    let again = chat.ask("alice", Place::Direct, "rematch");
    assert!(
        again.contains("Computer 2 plays White and begins, alice plays Black"),
        "{again}"
    );
    assert!(chat.duels.is_empty(), "it counts nowhere");
}

/// Whoever plays some way goes through a whole game of each kind.
#[test]
fn every_duel_can_be_played_to_its_end() {
    for entry in games::CATALOG.iter().filter(|entry| entry.seats == 2) {
        let mut chat = Chat::new();
        let (root, _) = begun(&mut chat, entry.id);
        let mut last = String::new();
        for number in 0..400 {
            let live = stored(&chat, 1);
            if live.outcome().is_some() {
                break;
            }
            let legal = live.legal_actions();
            let action = &legal[number * 7 % legal.len()];
            last = chat.ask("alice", Place::Thread(&root), action);
        }
        assert!(stored(&chat, 1).outcome().is_some(), "{}", entry.id);
        assert!(last.contains("wins") || last.contains("draw"), "{last}");
    }
}

#[test]
fn a_duel_with_the_computer_is_begun_however_it_is_put() {
    for (line, begun) in [
        ("!play gipf standard", "GIPF:"),
        ("!play zertz tournament level 2", "level 2 of 6"),
        ("!challenge computer matrx classic", "level 3 of 6"),
    ] {
        let mut chat = Chat::new();
        let told = chat.ask("alice", Place::Room, line);
        assert!(told.contains(begun) && told.contains("Computer"), "{told}");
    }
    let mut chat = Chat::new();
    let told = chat.ask("alice", Place::Room, "!play @bob gipf basic");
    assert!(told.contains("bob") && told.contains("accept"), "{told}");
    for line in ["!challenge @bob zertz level 3", "!challenge anyone level3"] {
        let refused = chat.ask("alice", Place::Room, line);
        assert!(refused.contains("Only the computer"), "{refused}");
    }
    let refused = chat.ask("alice", Place::Room, "!play level 3 level 4");
    assert!(refused.contains("is too much"), "{refused}");
    let nobody = chat.ask("alice", Place::Room, "!challenge @bot");
    assert!(nobody.contains("`!challenge computer`"), "{nobody}");
    let unknown = chat.ask("alice", Place::Room, "!puzle");
    assert!(unknown.contains("Do you mean `!puzzle`?"), "{unknown}");
}

#[test]
fn what_only_two_people_can_settle_is_left_to_a_coin_with_the_computer() {
    let mut chat = Chat::new();
    let line = "!play gipf-standard zertz 3 neutralise 2 by ourselves";
    let told = chat.ask("alice", Place::Room, line);
    assert!(
        told.contains("coin") && !told.contains("yourselves"),
        "{told}"
    );
    assert!(stored(&chat, 1).record().options.contains("by=coin"));
}

#[test]
fn what_the_computer_finds_too_late_is_not_played() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let place = Place::Thread(&root);
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", place, "Gb2"), None, "it thinks");
    let too_early = chat.ask("alice", place, "Gc3");
    let thinks = "Computer 1 is thinking about its turn, which comes by itself.";
    assert!(too_early.contains(thinks), "{too_early}");
    let board = chat.ask("alice", place, "board");
    assert!(board.contains(thinks), "{board}");
    for line in ["hint", "moves", "moves b2"] {
        let told = chat.ask("alice", place, line);
        assert!(told.contains(thinks), "{line}: {told}");
        assert!(!told.contains("your turn"), "{line}: {told}");
    }
    let back = chat.ask("alice", place, "takeback");
    assert!(back.contains("`Gb2`"), "{back}");
    assert_eq!(chat.say("alice", place, "Gc2"), None);
    // Of both thoughts only the one about the game as it stands counts.
    let said = chat.think();
    assert_eq!(said.len(), 1);
    assert!(said[0].plain().contains("c2"), "{}", said[0].plain());
    assert_eq!(stored(&chat, 1).actions(), 2);
    chat.thinking = Some(Vec::new());
    chat.say("alice", place, "Gf2");
    chat.ask("alice", place, "resign");
    chat.ask("alice", place, "yes");
    assert_eq!(chat.think(), []);
    assert_eq!(stored(&chat, 1).actions(), 3);
}

#[test]
fn a_duel_that_ended_without_a_turn_offers_nothing_to_look_at() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let place = Place::Thread(&root);
    chat.ask("alice", place, "resign");
    let over = chat.ask("alice", place, "resign");
    assert!(over.contains("`rematch`"), "{over}");
    assert!(!over.contains("`analyse`"), "{over}");
}

#[test]
fn a_kill_while_it_thinks_loses_nothing_and_plays_once() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "gipf-basic");
    chat.thinking = Some(Vec::new());
    let place = Place::Thread(&root);
    let action = stored(&chat, 1).legal_actions()[0].clone();
    assert_eq!(chat.say("alice", place, &action), None);
    let waiting = chat.thinking.take().unwrap();
    chat.time += HOUR;
    chat.restart();
    let mut answers = 0;
    for _ in 0..2 {
        // The errand is carried out once more, because nobody knows that it was.
        chat.thinking = Some(waiting.clone());
        let said = chat.think();
        for one in &said {
            let told = one.plain();
            assert!(told.contains("alice (White)"), "{told}");
            assert!(told.contains("Computer 1 (Black)"), "{told}");
            assert_eq!(one.mentions, [person("alice").id], "she has long waited");
        }
        answers += said.len();
    }
    assert_eq!(answers, 1, "it is told once");
    assert_eq!(stored(&chat, 1).actions(), 2);
}

#[test]
fn a_turn_that_nobody_was_asked_for_any_more_is_asked_for_after_a_start() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "gipf-basic");
    chat.thinking = Some(Vec::new());
    let action = stored(&chat, 1).legal_actions()[0].clone();
    assert_eq!(chat.say("alice", Place::Thread(&root), &action), None);
    let resumed = |thinking: &[u32]| Incoming::Resumed {
        thinking: thinking.to_vec(),
        asking: Vec::new(),
        seed: [7; 32],
    };
    // What it was asked with is left: nothing else is asked.
    chat.restart();
    assert_eq!(chat.happens(&resumed(&[1])), []);
    assert_eq!(chat.thinking.as_ref().map(Vec::len), Some(1));
    // It is lost, as after a failure.
    chat.thinking = Some(Vec::new());
    chat.restart();
    assert_eq!(chat.happens(&resumed(&[])), []);
    let said = chat.think();
    assert_eq!(said.len(), 1);
    assert!(said[0].plain().contains("Computer 1 (Black)"));
    assert_eq!(said[0].mentions, [person("alice").id]);
    assert_eq!(stored(&chat, 1).actions(), 2);
    // It is alice's turn: nobody is asked for one.
    chat.thinking = Some(Vec::new());
    chat.restart();
    assert_eq!(chat.happens(&resumed(&[])), []);
    assert_eq!(chat.thinking, Some(Vec::new()));
}

#[test]
fn where_the_computer_fails_it_gives_up() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "zertz");
    let effects = chat.effects("alice", Place::Thread(&root), "Wd4,d1");
    let Some(Effect::Errand(Errand::Move(turn))) = effects.last() else {
        panic!("{effects:?}");
    };
    let failed = Errand::Move(turn.clone()).failed();
    assert!(matches!(failed, Incoming::Moved(_, None)));
    let said = chat.happens(&failed);
    assert!(
        said[0].plain().contains("alice wins: Computer 1 resigns"),
        "{}",
        said[0].plain()
    );
}

/// An action that leads to a jump, or to having it challenged, where there is one.
fn towards_a_contest(live: &Live, number: usize) -> String {
    let legal = live.legal_actions();
    let is_jump =
        |action: &&String| action.starts_with('Z') && action.contains('-') && action.len() > 4;
    let wanted = legal.iter().find(|action| *action == "neutralise");
    let wanted = wanted.or_else(|| legal.iter().find(is_jump));
    wanted.unwrap_or(&legal[number * 5 % legal.len()]).clone()
}

#[test]
fn the_computer_decides_a_jump_by_playing_the_other_game() {
    let mut chat = Chat::new();
    let line =
        "!challenge computer gipf-standard level 1 white zertz 3 neutralise 2 by zertz-basic";
    let begun = chat.ask("alice", Place::Room, line);
    assert!(begun.contains("Computer 1"), "{begun}");
    let root = chat.last_event();
    let mut contests = 0;
    for number in 0..600 {
        // The newest table on is the one that is played.
        let on = chat
            .saved
            .iter()
            .rev()
            .find(|(_, saved)| matches!(saved.stage, SavedStage::Playing { .. }));
        let Some((&table, _)) = on else { break };
        contests = contests.max(table - 1);
        let live = stored(&chat, table);
        let mover = live.to_move();
        assert!(mover.is_some() || live.contest().is_some());
        let action = &towards_a_contest(&live, number);
        chat.ask("alice", Place::Thread(&root), action);
    }
    assert!(contests > 0, "a jump was challenged");
}

#[test]
fn what_is_asked_in_a_direct_message_while_another_game_decides_is_about_that_game() {
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
    for (line, told) in [("board", "t2: ZÈRTZ"), ("moves", "possible")] {
        let answer = chat.ask("alice", Place::Direct, line);
        assert!(answer.contains(told), "{line}: {answer}");
    }
    // What waits for it can still be named.
    let board = chat.ask("alice", Place::Direct, "t1 board");
    assert!(board.contains("t1: GIPF"), "{board}");
}

#[test]
fn it_takes_no_draw_and_gives_takebacks() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let place = Place::Thread(&root);
    let draw = chat.ask("alice", place, "draw");
    assert!(draw.contains("agrees to no draw"), "{draw}");
    chat.ask("alice", place, "Gb2");
    let back = chat.ask("alice", place, "takeback");
    assert!(back.contains("`Gb2`"), "{back}");
    assert_eq!(stored(&chat, 1).actions(), 0);
}

#[test]
fn a_hint_is_given_to_whoever_plays_the_computer_and_to_nobody_between_people() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let hint = chat.ask("alice", Place::Thread(&root), "hint");
    let action = hint.split('`').nth(1).unwrap();
    assert!(
        stored(&chat, 1)
            .legal_actions()
            .contains(&action.to_owned()),
        "{hint}"
    );
    let odds = chat.ask("alice", Place::Thread(&root), "odds");
    assert!(odds.contains("about runs"), "{odds}");
    chat.ask("alice", Place::Room, "!challenge @bob white");
    let other = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let refused = chat.ask("alice", Place::Thread(&other), "hint");
    assert!(refused.contains("between people"), "{refused}");
    let lesson = chat.ask("bob", Place::Direct, "setup gipf-basic w b2=b,e2=B B12 B12");
    assert!(lesson.contains("bob"), "{lesson}");
    let hint = chat.ask("bob", Place::Direct, "hint");
    assert!(hint.starts_with("Try `"), "{hint}");
}

#[test]
fn a_level_that_is_none_and_a_thread_that_is_taken_are_refused() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Room, "!play zertz level 9");
    assert!(
        refused.contains("from 1") && refused.contains("to 6"),
        "{refused}"
    );
    let run = chat.ask("alice", Place::Room, "!play run");
    assert!(run.contains("alone"), "{run}");
    let root = chat.duel();
    let taken = chat.ask("bob", Place::Thread(&root), "!play zertz");
    assert!(taken.contains("t1"), "{taken}");
    // What people say to each other starts no game.
    assert_eq!(chat.say("bob", Place::Thread(&root), "play well"), None);
    assert_eq!(chat.say("bob", Place::Thread(&root), "play"), None);
}

#[test]
fn a_finished_duel_can_be_gone_through() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let place = Place::Thread(&root);
    let early = chat.ask("alice", place, "analyse");
    assert!(early.contains("still on"), "{early}");
    for (who, action) in [
        ("alice", "Gb2"),
        ("bob", "Gi2"),
        ("alice", "Gb3"),
        ("bob", "Gi3"),
    ] {
        chat.ask(who, place, action);
    }
    chat.ask("alice", place, "resign");
    let over = chat.ask("alice", place, "yes");
    assert!(over.contains("`analyse`"), "{over}");
    let told = chat.ask("bob", place, "analyse");
    assert!(
        told.contains("Table t1") && told.contains("better for alice"),
        "{told}"
    );
    // A sign for each turn.
    let bar = told.lines().find(|line| line.starts_with("  1 ")).unwrap();
    assert_eq!(bar.chars().count(), "  1 ".len() + 4, "{told}");
    assert!(told.contains("tipped it"), "{told}");
    // Where boards are pictures, the last one has the bars below it, and they are not repeated.
    let shown = chat.say("bob", place, "analyse").unwrap();
    let course = shown.pictured()[0].course.as_ref().expect("a strip");
    assert_eq!(course.balances.len(), 4);
    assert!(!shown.html().contains(bar), "{}", shown.html());
    chat.ask("alice", Place::Room, "!boards text");
    let text = chat.say("bob", place, "analyse").unwrap();
    assert_eq!(text.pictured(), Vec::<&games::Diagram>::new());
    assert!(text.html().contains("tipped it"), "{}", text.html());
    // It can be asked for by number, too, also when another game is at hand.
    chat.ask("alice", place, "rematch");
    chat.ask("bob", place, "accept");
    let again = chat.ask("carol", Place::Room, "!analyse t1");
    assert!(again.contains("Table t1"), "{again}");
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "yes");
    let run = chat.ask("alice", Place::Direct, "analyse");
    assert!(run.contains("games for two"), "{run}");
}

#[test]
fn a_move_that_is_taken_back_and_made_again_is_thought_about_anew() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let place = Place::Thread(&root);
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", place, "Gb2"), None);
    chat.ask("alice", place, "takeback");
    assert_eq!(chat.say("alice", place, "Gb2"), None);
    let again = chat.last_event();
    let said = chat.think();
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].reply_to.as_ref(), Some(&again));
    assert_eq!(stored(&chat, 1).actions(), 2);
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
            assert!(told.contains("coin"), "{told}");
            let refused = chat.ask("alice", Place::Thread(&root), "takeback");
            assert!(refused.contains("stands"), "{refused}");
            return;
        }
    }
    panic!("no jump was announced");
}

#[test]
fn after_an_upgrade_the_turn_is_told_in_the_new_room() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", Place::Thread(&root), "Gb2"), None);
    let upgrade = Upgrade::new(crate::room::ROOM, "!new:example.org", "@alice:example.org");
    chat.happens(&Incoming::Followed(upgrade, FollowOutcome::Joined));
    let said = chat.think();
    assert_eq!(said.len(), 1);
    let told = &said[0];
    assert_eq!(
        (told.room.as_str(), &told.thread, &told.reply_to),
        ("!new:example.org", &None, &None)
    );
    assert!(told.plain().contains("Computer 1 (Black)"));
}
