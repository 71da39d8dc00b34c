//! Lessons: tables set up from a position text.

use crate::room::{Chat, Place, ROOM};
use games::{Entry, Live, Seat};
use tables::{
    message::Block,
    saved::SavedStage,
    terms::{End, Occasion},
};

/// White has to deal with a row; the rest of the board is empty.
const ROW: &str = "gipf-basic w c2=b,c3=B,c4=B,c5=B,c6=B,e2=b B10 B12";

/// A capture in two jumps is compulsory.
const CAPTURE: &str = "zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -";

/// A run with one structure, a breaker on it, and a question about a roll.
const RUN: &str = "run m13=K1 k@m13,g@-,r@-,b@- k1 k4g5r5b5 0 \
                   K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,KF,R5,GF,B1,RF,B2,BF,B3,B4,B5 target=7";

#[test]
fn one_person_plays_all_sides_and_takes_back_at_once() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, &format!("setup {ROW}"));
    assert!(
        begun.starts_with("A lesson, GIPF, the basic version"),
        "{begun}"
    );
    assert!(begun.contains("alice 1 (White), you have a row"), "{begun}");
    let moves = chat.ask("alice", Place::Direct, "moves");
    assert!(moves.contains("xc2,c3,c4,c5,c6"), "{moves}");
    let refused = chat.ask("alice", Place::Direct, "b3");
    assert!(refused.contains("First the row"), "{refused}");
    chat.ask("alice", Place::Direct, "1");
    let blacks = chat.ask("alice", Place::Direct, "b3");
    assert!(blacks.contains("alice 2 (Black), your turn"), "{blacks}");
    let answer = chat.ask("alice", Place::Direct, "h3");
    assert!(answer.contains("alice 2 (Black) enters"), "{answer}");
    let back = chat.ask("alice", Place::Direct, "undo");
    assert!(back.contains("Taken back: `h3`") && back.contains("alice 2 (Black), your turn"));
    for (line, refusal) in [
        ("draw", "A lesson has no draw"),
        ("rematch", "no finished game"),
        ("hint", "Try `"),
        ("odds", "about runs"),
        ("verify", "no dice to check"),
    ] {
        let answer = chat.ask("alice", Place::Direct, line);
        assert!(answer.contains(refusal), "{line}: {answer}");
    }
    let record = chat.ask("alice", Place::Direct, "export");
    assert!(
        record.contains(&format!("position: {ROW}\n")) && record.contains("\n\nxc2,c3,c4,c5,c6;b3"),
        "{record}"
    );
}

#[test]
fn a_lesson_ends_at_once_and_leaves_nothing_but_its_record() {
    for word in ["quit", "resign", "m quit"] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, &format!("setup {CAPTURE}"));
        let ended = chat.ask("alice", Place::Direct, word);
        assert!(ended.contains("The lesson is over") && ended.contains("`setup POSITION`"));
        let saved = &chat.saved[&1];
        assert_eq!(saved.occasion, Occasion::Lesson);
        assert!(
            matches!(&saved.stage, SavedStage::Over { end: End::Abandoned, players, .. } if players.len() == 1)
        );
        chat.restart();
        let board = chat.ask("alice", Place::Direct, "board");
        assert!(board.contains("a lesson, ZÈRTZ, alice, over"), "{board}");
        assert!(chat.ask("alice", Place::Direct, "export").contains(CAPTURE));
        assert!(
            chat.ask("alice", Place::Direct, "rematch")
                .contains("another lesson")
        );
    }
}

#[test]
fn a_challenged_jump_is_decided_by_a_coin_and_taken_back_as_a_whole() {
    for by in ["coin", "die", "ourselves", "zertz-basic"] {
        let mut chat = Chat::new();
        let text = format!("gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3 neutralise=1/1,by={by}");
        chat.ask("alice", Place::Direct, &format!("setup {text}"));
        let asked = chat.ask("alice", Place::Direct, "Zc3-f5");
        assert!(
            asked.contains("alice 2 (Black), do you let that happen"),
            "{asked}"
        );
        let decided = chat.ask("alice", Place::Direct, "neutralise");
        assert!(
            decided.contains("The coin shows") || by == "die",
            "{decided}"
        );
        assert!(decided.contains("your turn"), "{decided}");
        let back = chat.ask("alice", Place::Direct, "undo");
        assert!(back.contains("Taken back: `neutralise`"), "{back}");
        assert!(
            back.contains("alice 2 (Black), do you let that happen"),
            "{back}"
        );
        assert_eq!(chat.saved.len(), 1);
    }
}

#[test]
fn a_lesson_goes_on_after_a_restart() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {CAPTURE}"));
    chat.restart();
    let refused = chat.ask("alice", Place::Direct, "Wd3,e4");
    assert!(refused.contains("You must capture"), "{refused}");
    let jumped = chat.ask("alice", Place::Direct, "d1-d3-d5");
    assert!(jumped.contains("alice 2 jumps 2 times"), "{jumped}");
    chat.restart();
    let back = chat.ask("alice", Place::Direct, "takeback");
    assert!(back.contains("you must capture"), "{back}");
    chat.restart();
    assert!(
        chat.ask("alice", Place::Direct, "tables")
            .contains("t1: a lesson")
    );
}

#[test]
fn a_run_in_a_lesson_shows_all_and_counts_nowhere() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {RUN}"));
    let step = chat.ask("alice", Place::Direct, "k n");
    assert!(step.contains("K2") && step.contains("rolls"), "{step}");
    let record = chat.ask("alice", Place::Direct, "export");
    assert!(record.contains("seed: ") && record.contains("position: run m13=K1"));
    // What a die has decided can be taken back here, and leads to the same again.
    let back = chat.ask("alice", Place::Direct, "undo");
    assert!(back.contains("Taken back: `k m14`"), "{back}");
    assert_eq!(chat.ask("alice", Place::Direct, "k n"), step);
    assert!(
        !chat
            .ask("alice", Place::Direct, "hint")
            .contains("no longer counts")
    );
    chat.play_on("alice", 1);
    assert!(chat.results.is_empty());
    let ended = chat.ask("alice", Place::Direct, "board");
    assert!(
        ended.contains("`setup POSITION`") && !ended.contains("seed"),
        "{ended}"
    );
}

#[test]
fn what_is_wrong_with_a_position_is_said_with_a_right_one() {
    let mut chat = Chat::new();
    for (line, wrong, example) in [
        ("setup chess w - -", "no game “chess”", "`setup matrx w - "),
        (
            "setup gipf-basic",
            "`help position`",
            "`setup gipf-basic w b2=b,",
        ),
        (
            "setup gipf-basic w b2=x B12 B12",
            "“b2=x” cannot lie there",
            "`setup gipf-basic w",
        ),
        (
            "setup zertz-basic 3 d4 w1 - -",
            "“3” is no side",
            "`setup zertz-basic 1 a1,",
        ),
        (
            "setup matrx gipf-basic w - B12 B12",
            "“gipf-basic” is not the game",
            "`setup matrx",
        ),
        (
            "setup gipf-basic b b2=B B4 -",
            "The game is over in that position",
            "`setup gipf-basic",
        ),
        (
            "setup run m13=X1 k@- - - 0 - -",
            "",
            "`setup run - k@-,g@-,r@-,b@-",
        ),
    ] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(
            refused.contains(wrong) && refused.contains(example),
            "{refused}"
        );
        let right = refused
            .split_once("`setup ")
            .unwrap()
            .1
            .split('`')
            .next()
            .unwrap();
        assert!(games::read_position(right).is_ok(), "{right}");
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn the_game_may_stand_in_front_and_in_any_case() {
    let mut chat = Chat::new();
    for line in [
        format!("setup GIPF-basic {ROW}"),
        format!("setup {}", ROW.replacen("gipf-basic", "Gipf-Basic", 1)),
        ROW.replacen("gipf-basic", "setup gipf-basic  gipf-basic", 1),
    ] {
        let begun = chat.ask("alice", Place::Direct, &line);
        assert!(begun.contains("you have a row"), "{begun}");
    }
}

#[test]
fn in_a_room_there_is_no_lesson() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Room, &format!("!setup {ROW}"));
    assert!(refused.contains("in a direct message with me"), "{refused}");
    let root = chat.duel();
    let talk = chat.say("alice", Place::Thread(&root), "setup is nearly done");
    assert_eq!(talk, None);
    assert!(
        chat.saved
            .values()
            .all(|saved| saved.room == ROOM && saved.occasion == Occasion::Free)
    );
}

#[test]
fn a_lesson_makes_way_for_a_run_and_for_another_lesson_but_no_run_does() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {ROW}"));
    chat.ask("alice", Place::Direct, &format!("setup {CAPTURE}"));
    assert!(matches!(chat.saved[&1].stage, SavedStage::Over { .. }));
    assert!(
        chat.ask("alice", Place::Direct, "board")
            .contains("t2: a lesson, ZÈRTZ")
    );
    chat.ask("alice", Place::Direct, "setup chess");
    chat.ask("alice", Place::Direct, "run");
    assert!(matches!(chat.saved[&2].stage, SavedStage::Over { .. }));
    assert!(
        chat.ask("alice", Place::Direct, "k m13")
            .contains("appears at m13")
    );
    let refused = chat.ask("alice", Place::Direct, &format!("setup {ROW}"));
    assert!(refused.contains("in the middle of a run (t3)"), "{refused}");
    chat.restart();
    assert!(
        chat.ask("alice", Place::Direct, "board")
            .contains("t3: the Matrix run")
    );
}

#[test]
fn a_lesson_for_two_people_is_damaged() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {ROW}"));
    let mut saved = chat.saved[&1].clone();
    if let SavedStage::Playing { players, .. } = &mut saved.stage {
        players.push(crate::room::person("bob"));
    }
    let failed = chat.tables.restore([saved]);
    assert_eq!(failed[0].1, "2 players at a game for 1");
}

#[test]
fn the_longest_name_fits_beside_the_board() {
    let mut chat = Chat::new();
    let who = "wolfeschlegelsteinhausenbergerdorff";
    let line = "setup zertz-tournament 1 a1=w,a2,b2 w1 w2g4b5 w2g4b5";
    let message = chat.say(who, Place::Direct, line).unwrap();
    let boards = message.blocks.iter().filter_map(|block| match block {
        Block::Position(position) => Some(position.wide()),
        _ => None,
    });
    let boards: Vec<String> = boards.collect();
    let lines: Vec<&str> = boards.iter().flat_map(|board| board.lines()).collect();
    let beside = lines.iter().find(|line| line.contains("2W 4G 5B"));
    assert!(beside.is_some(), "{lines:?}");
    let widest = lines.iter().map(|line| line.chars().count()).max();
    assert!(widest <= Some(44), "{lines:?}");
}

#[test]
fn every_position_in_the_help_can_be_set_up() {
    let mut chat = Chat::new();
    let help = chat.ask("alice", Place::Direct, "help position");
    let quoted = help.split('`').skip(1).step_by(2);
    let positions: Vec<&str> = quoted
        .filter(|text| text.contains(' ') && !text.starts_with("setup"))
        .collect();
    assert_eq!(positions.len(), 3, "{help}");
    for position in positions {
        let begun = chat.ask("alice", Place::Direct, &format!("setup {position}"));
        assert!(begun.starts_with("A lesson"), "{position}: {begun}");
    }
}

#[test]
fn a_turn_of_several_actions_can_be_typed_in_one_line_and_is_played_whole_or_not_at_all() {
    let mut chat = Chat::new();
    let position = "setup gipf-basic w b2=b,e2=B,e3=B,e4=B B9 B12";
    chat.ask("alice", Place::Direct, position);
    for (line, why) in [
        ("e1-e5; xe2,e3", "The piece on e4 has to go as well"),
        ("e1-e5; xe2,e3,e4,e5; b3", "“b3” is too much"),
        ("b3; e1-e6", "“e1-e6” is too much"),
    ] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(refused.starts_with(why), "{line}: {refused}");
        let board = chat.ask("alice", Place::Direct, "board");
        assert!(
            board.contains("(White), your turn: enter"),
            "{line}: {board}"
        );
    }
    let played = chat.ask("alice", Place::Direct, "e1-e5; xe2,e3,e4,e5");
    assert!(
        played.contains("deals with the row e2-e5") && played.contains("(Black), your turn"),
        "{played}"
    );
}

#[test]
fn a_turn_in_one_line_is_meant_for_the_bot_in_a_thread_and_as_often_as_it_is_tried() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    for _ in 0..6 {
        let refused = chat.ask("alice", Place::Thread(&root), "b3;e1-e6");
        assert!(refused.contains("“e1-e6” is too much"), "{refused}");
    }
    let position = "setup gipf-basic w b2=b,e2=B,e3=B,e4=B B9 B12";
    chat.ask("alice", Place::Direct, position);
    for _ in 0..6 {
        let refused = chat.ask("alice", Place::Direct, "e1-e5; xe2,e3");
        assert!(refused.contains("has to go as well"), "{refused}");
    }
}

#[test]
fn a_price_is_asked_wherever_in_a_line_it_would_be_paid() {
    let mut chat = Chat::new();
    let position = "setup gipf-standard w b2=bb,b5=BB,e2=B,e3=B,e4=B,e5=B B9Z3 B12";
    chat.ask("alice", Place::Direct, position);
    let turn = "xe2,e3,e4,e5; c2";
    let price = chat.ask("alice", Place::Direct, turn);
    assert!(
        price.contains("Do you mean that?") && price.contains(turn),
        "{price}"
    );
    let done = chat.ask("alice", Place::Direct, "yes");
    assert!(
        done.contains("deals with the row") && done.contains("goes on to single"),
        "{done}"
    );
}

#[test]
fn nobody_is_helped_in_a_lesson_from_a_duel_that_two_people_play() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let mut duel = Live::start(Entry::find("matrx").unwrap(), "-", None).unwrap();
    let mut play = |chat: &mut Chat, who: &str, action: &str| {
        chat.ask(who, Place::Thread(&root), action);
        duel.play(action).unwrap();
        duel.position_text()
    };
    let copied = |chat: &mut Chat, who: &str, position: &str| {
        chat.ask(who, Place::Direct, &format!("setup {position}"));
        let hint = chat.ask(who, Place::Direct, "hint");
        chat.ask(who, Place::Direct, "quit");
        hint
    };
    let analysed = |chat: &mut Chat, who: &str, position: &str| {
        for line in [&format!("setup {position}"), "Gh5", "quit"] {
            chat.ask(who, Place::Direct, line);
        }
        chat.ask(who, Place::Direct, "analyse")
    };
    play(&mut chat, "alice", "Gb2");
    play(&mut chat, "bob", "Gi2");
    let early = play(&mut chat, "alice", "Ge2");
    // Whoever begins a game can come to that by themselves.
    let hint = copied(&mut chat, "carol", &early);
    assert!(hint.starts_with("Try `"), "{hint}");
    let position = play(&mut chat, "bob", "Gf2");
    for who in ["alice", "carol"] {
        let refused = copied(&mut chat, who, &position);
        assert!(refused.contains("I help neither of them"), "{refused}");
        let refused = analysed(&mut chat, who, &position);
        assert!(refused.contains("I help neither of them"), "{refused}");
    }
    // Nor one turn further, or in a lesson that has begun before it.
    for lines in [vec![&position, "Gh5"], vec![&early, "Gf2", "Gh5"]] {
        let (position, actions) = lines.split_first().unwrap();
        chat.ask("carol", Place::Direct, &format!("setup {position}"));
        for action in actions {
            chat.ask("carol", Place::Direct, action);
        }
        let refused = chat.ask("carol", Place::Direct, "hint");
        assert!(refused.contains("I help neither of them"), "{refused}");
        chat.ask("carol", Place::Direct, "quit");
        let refused = chat.ask("carol", Place::Direct, "analyse");
        assert!(refused.contains("I help neither of them"), "{refused}");
    }
    for line in ["resign", "yes"] {
        chat.ask("alice", Place::Thread(&root), line);
    }
    let hint = copied(&mut chat, "carol", &position);
    assert!(hint.starts_with("Try `"), "{hint}");
}

#[test]
fn nobody_is_helped_within_a_turn_of_a_duel_or_with_another_reserve() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.say("bob", Place::Room, "!accept").unwrap();
    let mut duel = Live::start(Entry::find("gipf-basic").unwrap(), "-", None).unwrap();
    let actions = "e1-e3 a5-c5 e1-e4 a5-d5 g2 a5-e5 xe2,e3,e4,e5";
    for (number, action) in actions.split(' ').enumerate() {
        let who = ["alice", "bob"][number % 2];
        chat.ask(who, Place::Thread(&root), action);
        duel.play(action).unwrap();
    }
    assert!(duel.is_in_turn());
    let text = duel.board_text();
    let shown = text.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let hint = |chat: &mut Chat, lines: &[&str]| {
        for line in lines {
            chat.ask("carol", Place::Direct, line);
        }
        let hint = chat.ask("carol", Place::Direct, "hint");
        chat.ask("carol", Place::Direct, "quit");
        hint
    };
    for reserves in ["B13 B9", "B12 B9"] {
        let hint = hint(&mut chat, &[&format!("setup {shown} {reserves}")]);
        assert!(hint.contains("I help neither of them"), "{hint}");
    }
    let before = duel.without_last(1).unwrap().position_text();
    for lines in [vec![], vec!["xe2,e3,e4,e5"], vec!["xe2,e3,e4,e5", "h1-h3"]] {
        let set_up = format!("setup {before}");
        let lines: Vec<&str> = [&*set_up].into_iter().chain(lines).collect();
        let hint = hint(&mut chat, &lines);
        assert!(hint.contains("I help neither of them"), "{hint}");
    }
    // Another board is another matter.
    let other = hint(&mut chat, &["setup gipf-basic w b2=b,e2=B,h2=b B13 B9"]);
    assert!(other.starts_with("Try `"), "{other}");
}

/// The next action of a lesson that goes on for ever: each side enters along a line of its own until a row
/// of four is taken off.
fn endless(live: &Live) -> String {
    let legal = live.legal_actions();
    let taken = legal.iter().find(|action| action.starts_with('x'));
    let entered = match live.to_move() {
        Some(Seat::First) => "b1-b2",
        _ => "h1-h2",
    };
    taken.map_or(entered, String::as_str).to_owned()
}

#[test]
fn a_lesson_ends_at_500_actions() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "setup gipf-basic w - B15 B15");
    let mut live = Live::set_up("gipf-basic w - B15 B15", None).unwrap();
    for number in 1..=500 {
        let action = endless(&live);
        live.play(&action).unwrap();
        let said = chat.ask("alice", Place::Direct, &action);
        let is_over = said.contains("The lesson is over: it has 500 actions");
        assert_eq!(is_over, number == 500, "{number}: {said}");
        if is_over {
            assert!(
                said.contains("`setup POSITION` opens another one"),
                "{said}"
            );
        }
    }
    assert!(live.outcome().is_none());
    let end = &chat.saved[&1].stage;
    let SavedStage::Over {
        end: End::Abandoned,
        ..
    } = end
    else {
        panic!("{end:?}");
    };
    let refused = chat.ask("alice", Place::Direct, &endless(&live));
    assert!(refused.contains("Nothing is on here"), "{refused}");
    chat.ask("alice", Place::Direct, "setup gipf-basic w - B15 B15");
    assert!(chat.ask("alice", Place::Direct, "b1-b2").contains("enters"));
}
