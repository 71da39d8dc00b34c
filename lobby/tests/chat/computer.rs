//! Duels with the computer.

use games::Live;
use lobby::{
    Effect, Incoming, Job, Message, Settings,
    job::{JoinOutcome, Upgrade},
    saved::SavedStage,
    wording::Language,
};

use crate::room::{Chat, HOUR, Place, briefly, person, settings};

/// The stored game of a table.
pub(crate) fn stored(chat: &Chat, table: u32) -> Live {
    match &chat.saved[&table].stage {
        SavedStage::Playing { record, .. } | SavedStage::Over { record, .. } => {
            Live::replay(&record.parse().unwrap()).unwrap()
        }
        other => panic!("{other:?}"),
    }
}

/// The computer's name as an argument of messages.
const COMPUTER: &str = "computer-name level=1";

/// The computer's name as an argument of its news.
const BY_COMPUTER: &str = " player=computer-name level=1 ";

/// Starts a duel of alice as White against the computer; returns the root of their thread and the reply.
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
    let sides = format!("duel-begun black={COMPUTER} game=matrx table=t1 white=alice\n");
    let levels = "computer-begun highest=6 level=1\n";
    assert!(told.starts_with(&format!("{sides}{levels}")), "{told}");
    let answer = chat.say("alice", Place::Thread(&root), "Gb2").unwrap();
    assert!(answer.mentions.is_empty(), "alice has just written");
    let told = answer.plain();
    let alice = told.find("gipf-entered again=no dot=a1 end=b2 piece=G player=alice ");
    let computer = told.find(&format!(" piece=G player={COMPUTER} "));
    assert!(alice.unwrap() < computer.unwrap(), "{told}");
    let (_, question) = told
        .split_once("\ngipf-ask-gipf again=no count=2 ")
        .unwrap();
    assert!(question.ends_with(" player=alice seat=white"), "{told}");
    assert_eq!(stored(&chat, 1).actions(), 2);
}

#[test]
fn the_computer_begins_where_it_plays_white() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Room, "!play zertz level 1 black");
    let sides = format!("duel-begun black=alice game=zertz-basic table=t1 white={COMPUTER}\n");
    assert!(begun.contains(&sides), "{begun}");
    assert_eq!(stored(&chat, 1).actions(), 1);
}

#[test]
fn in_a_direct_message_nobody_else_is_needed() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, "play gipf-basic level 2 white");
    let sides = "duel-begun black=computer-name level=2 game=gipf-basic table=t1 white=alice\n";
    assert!(begun.starts_with(sides), "{begun}");
    let legal = stored(&chat, 1).legal_actions()[0].clone();
    let answer = chat.ask("alice", Place::Direct, &legal);
    let news = " player=computer-name level=2 pushes=yes seat=black\n";
    assert!(answer.contains(news), "{answer}");
    // One game against the computer at a time in a direct message, as with runs.
    let second = chat.ask("alice", Place::Direct, "play zertz");
    assert_eq!(second, "table-duel-is-on prefix= table=t1");
    chat.ask("alice", Place::Direct, "resign");
    let over = chat.ask("alice", Place::Direct, "yes");
    let lost = "\nend-resigned loser=alice player=computer-name level=2 seat=black\n";
    assert!(over.contains(lost), "{over}");
    let again = chat.ask("alice", Place::Direct, "rematch");
    let sides = "duel-begun black=alice game=gipf-basic table=t2 white=computer-name level=2\n";
    assert!(again.contains(sides), "{again}");
    assert!(chat.duels.is_empty(), "it counts nowhere");
}

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
        let end = last.lines().rev().nth(2).unwrap();
        let ids = [
            "gipf-captured ",
            "gipf-no-piece ",
            "gipf-no-move ",
            "zertz-",
        ];
        assert!(ids.iter().any(|id| end.starts_with(id)), "{last}");
        assert!(last.contains("\nlook-back-duel "), "{last}");
    }
}

#[test]
fn computer_duels_begin_by_several_commands() {
    for (line, game, begun) in [
        (
            "!play gipf standard",
            "gipf-standard",
            "first highest=6 level=2 prefix=!",
        ),
        (
            "!play zertz tournament level 3",
            "zertz-tournament",
            "begun highest=6 level=3",
        ),
        (
            "!challenge computer matrx classic",
            "matrx-classic",
            "first highest=6 level=2 prefix=!",
        ),
    ] {
        let mut chat = Chat::new();
        let told = chat.ask("alice", Place::Room, line);
        for part in [
            format!(" game={game} table=t1 "),
            "=computer-name level=".to_owned(),
            format!("\ncomputer-{begun}\n"),
        ] {
            assert!(told.contains(&part), "{told}");
        }
    }
    let mut chat = Chat::new();
    let told = chat.ask("alice", Place::Room, "!play @bob gipf basic");
    let made = "challenge-made from=alice game=gipf-basic prefix=! side=random table=t1 to=bob";
    assert_eq!(told, made);
    for line in ["!challenge @bob zertz level 3", "!challenge anyone level3"] {
        let refused = chat.ask("alice", Place::Room, line);
        assert_eq!(refused, "command-level-of-person prefix=!");
    }
    let refused = chat.ask("alice", Place::Room, "!play level 3 level 4");
    assert!(
        refused.starts_with("command-too-much extra=4 form=play "),
        "{refused}"
    );
    let nobody = chat.ask("alice", Place::Room, "!challenge @bot");
    assert_eq!(nobody, "person-unknown-name computer=yes name=@bot");
    let unknown = chat.ask("alice", Place::Room, "!puzle");
    assert_eq!(unknown, "command-unknown near=puzzle prefix=! word=puzle");
    // The prefix only shows in rendered sentences, not in ids.
    chat.restart_with(Settings {
        language: Language::English,
        ..settings()
    });
    let nobody = chat.ask("alice", Place::Room, "!challenge @bot");
    assert!(nobody.contains("`!challenge computer`"), "{nobody}");
}

#[test]
fn the_last_level_is_the_default() {
    let mut chat = Chat::new();
    let level_of = |chat: &mut Chat, line: &str| {
        let begun = chat.ask("alice", Place::Direct, line);
        chat.ask("alice", Place::Direct, "resign");
        chat.ask("alice", Place::Direct, "yes");
        let (_, level) = begun.split_once("=computer-name level=").unwrap();
        let (level, rest) = level.split_at(1);
        (level.to_owned(), rest.contains("\ncomputer-first "))
    };
    let told = |level: &str, is_first| (level.to_owned(), is_first);
    assert_eq!(level_of(&mut chat, "play"), told("2", true));
    assert_eq!(level_of(&mut chat, "play zertz hard"), told("4", false));
    chat.restart_with(settings());
    assert_eq!(level_of(&mut chat, "play gipf"), told("4", false));
}

#[test]
fn the_computer_settles_contests_by_coin() {
    let mut chat = Chat::new();
    let line = "!play gipf-standard zertz 3 neutralise 2 by ourselves";
    let told = chat.ask("alice", Place::Room, line);
    let opening = "\ngipf-opening-challenges by=coin count=2 game=coin\n";
    assert!(
        told.contains(opening) && !told.contains("ourselves"),
        "{told}"
    );
    assert!(stored(&chat, 1).record().options.contains("by=coin"));
}

#[test]
fn late_thoughts_are_not_played() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let place = Place::Thread(&root);
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", place, "Gb2"), None, "it thinks");
    let too_early = chat.ask("alice", place, "Gc3");
    let thinks = format!("computer-thinks player={COMPUTER} seat=black");
    assert_eq!(too_early, thinks);
    let board = chat.ask("alice", place, "board");
    assert!(board.ends_with(&thinks), "{board}");
    for line in ["hint", "moves", "moves b2"] {
        let told = chat.ask("alice", place, line);
        assert!(told.starts_with(&thinks), "{line}: {told}");
        assert!(!told.contains("gipf-ask-"), "{line}: {told}");
    }
    let back = chat.ask("alice", place, "takeback");
    assert!(back.starts_with("takeback-done actions=`Gb2`\n"), "{back}");
    assert_eq!(chat.say("alice", place, "Gc2"), None);
    // Only the turn for the current position is played.
    let said = chat.think();
    assert_eq!(said.len(), 1);
    let news = "gipf-entered again=no dot=b1 end=c2 piece=G player=alice ";
    assert!(said[0].plain().contains(news), "{}", said[0].plain());
    assert_eq!(stored(&chat, 1).actions(), 2);
    chat.thinking = Some(Vec::new());
    chat.say("alice", place, "Gf2");
    chat.ask("alice", place, "resign");
    chat.ask("alice", place, "yes");
    assert_eq!(chat.think(), []);
    assert_eq!(stored(&chat, 1).actions(), 3);
}

#[test]
fn a_duel_without_turns_offers_no_analysis() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let place = Place::Thread(&root);
    chat.ask("alice", place, "resign");
    let over = chat.ask("alice", place, "resign");
    assert!(over.ends_with("\nagain-duel-unplayed prefix="), "{over}");
}

#[test]
fn a_kill_while_thinking_loses_nothing() {
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
        // The job runs again, as its completion was not recorded.
        chat.thinking = Some(waiting.clone());
        let said = chat.think();
        for one in &said {
            let told = one.plain();
            let news = "gipf-entered again=no dot=a1 end=c3 piece=B player=alice ";
            assert!(told.contains(news), "{told}");
            assert!(told.contains(BY_COMPUTER), "{told}");
            assert_eq!(one.mentions, [person("alice").id], "she has long waited");
        }
        answers += said.len();
    }
    assert_eq!(answers, 1, "it is told once");
    assert_eq!(stored(&chat, 1).actions(), 2);
}

#[test]
fn a_lost_request_is_repeated_after_a_start() {
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
    // The job is still queued, so none is added.
    chat.restart();
    assert_eq!(chat.happens(&resumed(&[1])), []);
    assert_eq!(chat.thinking.as_ref().map(Vec::len), Some(1));
    // The job is lost, as after a failure.
    chat.thinking = Some(Vec::new());
    chat.restart();
    assert_eq!(chat.happens(&resumed(&[])), []);
    let said = chat.think();
    assert_eq!(said.len(), 1);
    assert!(said[0].plain().starts_with("gipf-entered "));
    assert!(said[0].plain().contains(BY_COMPUTER));
    assert_eq!(said[0].mentions, [person("alice").id]);
    assert_eq!(stored(&chat, 1).actions(), 2);
    // Alice is to move, so no job is queued.
    chat.thinking = Some(Vec::new());
    chat.restart();
    assert_eq!(chat.happens(&resumed(&[])), []);
    assert_eq!(chat.thinking, Some(Vec::new()));
}

#[test]
fn a_failing_computer_resigns() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "zertz");
    let effects = chat.effects("alice", Place::Thread(&root), "Wd4,d1");
    let Some(Effect::Job(Job::Move(turn))) = effects.last() else {
        panic!("{effects:?}");
    };
    let failed = Job::Move(turn.clone()).failed();
    assert!(matches!(failed, Incoming::Moved(_, None)));
    let said = chat.happens(&failed);
    assert!(
        said[0].plain().contains(&format!(
            "\nend-resigned loser={COMPUTER} player=alice seat=white\n"
        )),
        "{}",
        said[0].plain()
    );
}

#[test]
fn the_computer_declines_draws_and_allows_takebacks() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let place = Place::Thread(&root);
    let draw = chat.ask("alice", place, "draw");
    assert_eq!(draw, "draw-computer");
    chat.ask("alice", place, "Gb2");
    let back = chat.ask("alice", place, "takeback");
    assert!(back.starts_with("takeback-done actions=`Gb2`, `"), "{back}");
    assert_eq!(stored(&chat, 1).actions(), 0);
}

#[test]
fn hints_are_for_computer_duels_and_lessons() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    let hint = chat.ask("alice", Place::Thread(&root), "hint");
    let (action, _) = hint
        .strip_prefix("hint-duel action=")
        .and_then(|rest| rest.split_once(' '))
        .unwrap();
    assert!(
        stored(&chat, 1)
            .legal_actions()
            .contains(&action.to_owned()),
        "{hint}"
    );
    let odds = chat.ask("alice", Place::Thread(&root), "odds");
    assert_eq!(odds, "odds-of-duel");
    chat.ask("alice", Place::Room, "!challenge @bob white");
    let other = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let refused = chat.ask("alice", Place::Thread(&other), "hint");
    assert_eq!(refused, "hint-between-people prefix=!");
    let lesson = chat.ask("bob", Place::Direct, "setup gipf-basic w b2=b,e2=B B12 B12");
    assert!(lesson.contains(" player=bob 1 seat=white"), "{lesson}");
    let hint = chat.ask("bob", Place::Direct, "hint");
    assert!(hint.starts_with("hint-duel action="), "{hint}");
}

#[test]
fn unknown_levels_and_taken_threads_are_refused() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Room, "!play zertz level 9");
    assert_eq!(refused, "search-no-such-level highest=6 lowest=1 text=9");
    let run = chat.ask("alice", Place::Room, "!play run");
    assert_eq!(run, "challenge-not-a-duel game=run prefix=!");
    let root = chat.duel();
    let taken = chat.ask("bob", Place::Thread(&root), "!play zertz");
    assert_eq!(taken, "computer-thread-taken owner=t1 prefix=!");
    // Talk between people starts no game.
    assert_eq!(chat.say("bob", Place::Thread(&root), "play well"), None);
    assert_eq!(chat.say("bob", Place::Thread(&root), "play"), None);
}

#[test]
fn a_finished_duel_can_be_analysed() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let place = Place::Thread(&root);
    let early = chat.ask("alice", place, "analyse");
    assert_eq!(early, "analyse-while-on");
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
    assert!(over.ends_with("\nagain-duel prefix="), "{over}");
    let told = chat.ask("bob", place, "analyse");
    let heading = "analysis-heading all=4 black=bob table=t1 turns=4 white=alice whole=yes\n";
    assert!(told.starts_with(heading), "{told}");
    // One sign for each turn.
    let bar = told.lines().find(|line| line.starts_with("  1 ")).unwrap();
    assert_eq!(bar.chars().count(), "  1 ".len() + 4, "{told}");
    assert!(told.ends_with("analysis-even"), "{told}");
    // The last picture has the chart below it, and the text does not repeat it.
    let shown = chat.say("bob", place, "analyse").unwrap();
    let course = shown.pictured()[0].course.as_ref().expect("a strip");
    assert_eq!(course.balances.len(), 4);
    assert!(!shown.html().contains(bar), "{}", shown.html());
    chat.ask("alice", Place::Room, "!boards text");
    let text = chat.say("bob", place, "analyse").unwrap();
    assert_eq!(text.pictured(), Vec::<&games::Diagram>::new());
    assert!(text.html().contains("analysis-even"), "{}", text.html());
    // A number names the game even if a newer one is in the thread.
    chat.ask("alice", place, "rematch");
    chat.ask("bob", place, "accept");
    let again = chat.ask("carol", Place::Room, "!analyse t1");
    assert!(again.starts_with(heading), "{again}");
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "yes");
    let run = chat.ask("alice", Place::Direct, "analyse");
    assert_eq!(run, "analyse-run");
}

#[test]
fn an_analysis_names_doubtful_turns() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let place = Place::Thread(&root);
    for (who, line) in [
        ("alice", "Gb2"),
        ("bob", "Gi2"),
        ("alice", "resign"),
        ("alice", "yes"),
    ] {
        chat.ask(who, place, line);
    }
    let effects = chat.effects("bob", place, "analyse");
    let mut wishes = effects.into_iter().filter_map(|effect| match effect {
        Effect::Job(Job::Analyse(wish)) => Some(wish),
        _ => None,
    });
    let wish = wishes.next().unwrap();
    let mut judged = briefly(1_000, |thinking| wish.think(thinking)).unwrap();
    for turn in &mut judged {
        turn.is_doubtful = true;
    }
    let said = chat.happens(&Incoming::Analysed(wish, Ok(judged)));
    let doubtful = "\nanalysis-doubtful count=2 turns=1, 2";
    assert!(said[0].plain().ends_with(doubtful), "{}", said[0].plain());
}

#[test]
fn a_repeated_move_is_thought_about_anew() {
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
fn an_upgraded_room_hears_the_computers_turn() {
    let mut chat = Chat::new();
    let (root, _) = begun(&mut chat, "matrx");
    chat.thinking = Some(Vec::new());
    assert_eq!(chat.say("alice", Place::Thread(&root), "Gb2"), None);
    let upgrade = Upgrade::new(crate::room::ROOM, "!new:example.org", "@alice:example.org");
    chat.happens(&Incoming::SuccessorJoined(upgrade, JoinOutcome::Joined));
    let said = chat.think();
    assert_eq!(said.len(), 1);
    let told = &said[0];
    assert_eq!(
        (told.room.as_str(), &told.thread, &told.reply_to),
        ("!new:example.org", &None, &None)
    );
    assert!(told.plain().contains(BY_COMPUTER));
}
