//! Lessons: tables set up from a position text.

use crate::{
    look::english,
    room::{Chat, Place, ROOM},
};
use games::{Live, Seat};
use lobby::{
    message::Block,
    saved::SavedStage,
    terms::{End, Occasion},
};

/// A row that White has to take, on an otherwise empty board.
const ROW: &str = "gipf-basic w c2=b,c3=B,c4=B,c5=B,c6=B,e2=b B10 B12";

/// The prompt about that row.
const ROW_DUE: &str = "\n\ngipf-ask-row-of-gipf again=no count=1 example=xc2,c3,c4,c5,c6 \
                       listed=no loaded=no owed=yes player=alice 1 rows=c2-c6 seat=white stacks=no\n";

/// The end of prompts to Black.
const ASKED_OF_BLACK: &str = " player=alice 2 seat=black";

/// A compulsory capture of two jumps.
const CAPTURE: &str = "zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -";

/// A run with one structure, a breaker on it, and an open question about a roll.
const RUN: &str = "run m13=K1 k@m13,g@-,r@-,b@- k1 k4g5r5b5 0 \
                   K2,K3,K4,K5,G1,G2,G3,G4,G5,R1,R2,R3,R4,KF,R5,GF,B1,RF,B2,BF,B3,B4,B5 target=7";

#[track_caller]
pub fn check_start(said: &str, start: &str) {
    assert!(said.starts_with(start), "{said}");
}

#[test]
fn one_person_plays_all_sides_of_a_lesson() {
    let mut chat = Chat::new();
    let begun = chat.ask("alice", Place::Direct, &format!("setup {ROW}"));
    check_start(&begun, "lesson-begun game=gipf-basic\n");
    assert!(begun.contains(ROW_DUE), "{begun}");
    let moves = chat.ask("alice", Place::Direct, "moves");
    let listed = "\nanswer-choice action=xc2,c3,c4,c5,c6 number=1 ";
    assert!(moves.contains(listed), "{moves}");
    let refused = chat.ask("alice", Place::Direct, "b3");
    check_start(&refused, "gipf-row-first rows=c2-c6");
    chat.ask("alice", Place::Direct, "1");
    let blacks = chat.ask("alice", Place::Direct, "b3");
    assert!(blacks.ends_with(ASKED_OF_BLACK), "{blacks}");
    assert!(blacks.contains("\n\ngipf-ask-enter "), "{blacks}");
    let answer = chat.ask("alice", Place::Direct, "h3");
    let entered =
        "gipf-entered again=yes dot=i2 end=h3 piece=B player=alice 2 pushes=no seat=black\n";
    check_start(&answer, entered);
    let back = chat.ask("alice", Place::Direct, "undo");
    check_start(&back, "takeback-done actions=`h3`\n");
    assert!(back.ends_with(ASKED_OF_BLACK), "{back}");
    for (line, answered) in [
        ("draw", "draw-lesson"),
        ("rematch", "rematch-not-found"),
        ("hint", "hint-duel action=e1-e3 then=none\n"),
        ("odds", "odds-of-duel"),
        ("verify", "verify-no-dice"),
    ] {
        let answer = chat.ask("alice", Place::Direct, line);
        assert!(answer.starts_with(answered), "{line}: {answer}");
    }
    let record = chat.ask("alice", Place::Direct, "export");
    assert!(
        record.contains(&format!("position: {ROW}\n")) && record.contains("\n\nxc2,c3,c4,c5,c6;b3"),
        "{record}"
    );
}

#[test]
fn a_lesson_leaves_nothing_but_its_record() {
    for word in ["quit", "resign", "m quit"] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, &format!("setup {CAPTURE}"));
        let ended = chat.ask("alice", Place::Direct, word);
        let end = "\n\nlesson-ended\nagain-lesson prefix=";
        assert!(ended.ends_with(end), "{ended}");
        let saved = &chat.saved[&1];
        assert_eq!(saved.occasion, Occasion::Lesson);
        assert!(
            matches!(&saved.stage, SavedStage::Over { end: End::Abandoned, players, .. } if players.len() == 1)
        );
        chat.restart();
        let board = chat.ask("alice", Place::Direct, "board");
        let over = "list-lesson-over game=zertz-basic runner=alice table=t1\n";
        check_start(&board, over);
        assert!(chat.ask("alice", Place::Direct, "export").contains(CAPTURE));
        let rematch = chat.ask("alice", Place::Direct, "rematch");
        assert_eq!(rematch, "rematch-lesson");
    }
}

#[test]
fn a_challenged_jump_is_taken_back_whole() {
    for by in ["coin", "die", "ourselves", "zertz-basic"] {
        let mut chat = Chat::new();
        let text = format!("gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3 neutralise=1/1,by={by}");
        chat.ask("alice", Place::Direct, &format!("setup {text}"));
        let asked = chat.ask("alice", Place::Direct, "Zc3-f5");
        let question = format!("\n\ngipf-ask-jump again=no by={by} count=1 ");
        let of_black = " player=alice 2 seat=black to=f5\n";
        assert!(
            asked.contains(&question) && asked.contains(of_black),
            "{asked}"
        );
        let decided = chat.ask("alice", Place::Direct, "neutralise");
        let thrown = if by == "die" { "die" } else { "coin" };
        let contest = format!("\ncontest-{thrown} challenger=alice 2 ");
        assert!(decided.contains(&contest), "{decided}");
        assert!(decided.contains("\n\ngipf-ask-"), "{decided}");
        let back = chat.ask("alice", Place::Direct, "undo");
        check_start(&back, "takeback-done actions=`neutralise`\n");
        assert!(
            back.contains(&question) && back.contains(of_black),
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
    check_start(&refused, "zertz-capture-first captures=`x d1Gd3Bd5`");
    let jumped = chat.ask("alice", Place::Direct, "d1-d3-d5");
    let captured = "zertz-captured again=no count=2 from=d1 marbles=1G,1B player=alice 2 ";
    check_start(&jumped, captured);
    chat.restart();
    let back = chat.ask("alice", Place::Direct, "takeback");
    assert!(back.contains("\n\nzertz-ask-capture "), "{back}");
    chat.restart();
    assert_eq!(
        chat.ask("alice", Place::Direct, "tables"),
        "list-open\nlist-lesson game=zertz-basic runner=alice table=t1"
    );
}

#[test]
fn runs_in_lessons_show_dice_and_count_nowhere() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {RUN}"));
    let step = chat.ask("alice", Place::Direct, "k n");
    let installed = "run-installed again=no colour=k kind=ice space=m14 strength=2 structure=K2 ";
    assert!(
        step.starts_with(installed) && step.contains("\nrun-rolled "),
        "{step}"
    );
    let record = chat.ask("alice", Place::Direct, "export");
    assert!(record.contains("seed: ") && record.contains("position: run m13=K1"));
    // In a lesson, rolls can be taken back, and repeat.
    let back = chat.ask("alice", Place::Direct, "undo");
    check_start(&back, "takeback-done actions=`k m14`\n");
    assert_eq!(chat.ask("alice", Place::Direct, "k n"), step);
    let hint = chat.ask("alice", Place::Direct, "hint");
    check_start(&hint, "hint-run action=boost ");
    assert!(!hint.contains("hint-first"), "{hint}");
    chat.play_on("alice", 1);
    assert!(chat.results.is_empty());
    let ended = chat.ask("alice", Place::Direct, "board");
    assert!(
        ended.ends_with("\nagain-lesson prefix=") && !ended.contains("seed"),
        "{ended}"
    );
}

#[test]
fn a_refused_position_comes_with_a_right_one() {
    let mut chat = Chat::new();
    for row in [
        "chess w - - | matrx w - | common-unknown-game games=",
        "gipf-basic w | gipf-basic w b2=b, | common-bad-position part=fields",
        "gipf-basic w b2=x B12 B12 | gipf-basic w | common-bad-position part=pile text=b2=x",
        "zertz-basic 3 d4 w1 - - | zertz-basic 1 a1, | common-bad-position part=side text=3",
        "matrx gipf-basic w - B12 B12 | matrx | common-bad-position part=game text=gipf-basic",
        "gipf-basic b b2=B B4 - | gipf-basic | common-position-over",
        "run m13=X1 k@- - - 0 - - | run - k@-,g@-,r@-,b@- | run-position-unreadable part=matrix",
    ] {
        let [position, example, wrong] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let refused = chat.ask("alice", Place::Direct, &format!("setup {position}"));
        let refusal = refused.strip_prefix("lesson-refused example=").unwrap();
        let (right, why) = refusal.split_once(" why=").unwrap();
        check_start(right, example);
        check_start(why, wrong);
        assert!(games::read_position(right).is_ok(), "{right}");
    }
    assert!(chat.saved.is_empty());
}

#[test]
fn the_game_may_stand_first_in_any_case() {
    let mut chat = Chat::new();
    for line in [
        format!("setup GIPF-basic {ROW}"),
        format!("setup {}", ROW.replacen("gipf-basic", "Gipf-Basic", 1)),
        ROW.replacen("gipf-basic", "setup gipf-basic  gipf-basic", 1),
    ] {
        let begun = chat.ask("alice", Place::Direct, &line);
        assert!(begun.contains(ROW_DUE), "{begun}");
    }
}

#[test]
fn in_a_room_there_is_no_lesson() {
    let mut chat = Chat::new();
    let refused = chat.ask("alice", Place::Room, &format!("!setup {ROW}"));
    assert_eq!(refused, "lesson-needs-direct");
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
fn a_lesson_makes_way_for_another() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {ROW}"));
    chat.ask("alice", Place::Direct, &format!("setup {CAPTURE}"));
    assert!(matches!(chat.saved[&1].stage, SavedStage::Over { .. }));
    let board = chat.ask("alice", Place::Direct, "board");
    let lesson = "list-lesson game=zertz-basic runner=alice table=t2\n";
    check_start(&board, lesson);
    chat.ask("alice", Place::Direct, "setup chess");
    // A run begins beside it.
    let run = chat.say("alice", Place::Direct, "run").unwrap();
    let root = chat.last_event();
    assert_eq!(run.thread.as_deref(), Some(root.as_str()));
    let thread = Place::DirectThread(&root);
    let step = chat.ask("alice", thread, "k m13");
    check_start(&step, "run-installed ");
    assert!(step.contains(" space=m13 "), "{step}");
    let begun = chat.ask("alice", thread, &format!("setup {ROW}"));
    check_start(&begun, "lesson-begun game=gipf-basic\n");
    assert!(matches!(chat.saved[&2].stage, SavedStage::Over { .. }));
    chat.restart();
    let board = chat.ask("alice", Place::Direct, "board");
    check_start(
        &board,
        "list-lesson game=gipf-basic runner=alice table=t4\n",
    );
    let board = chat.ask("alice", thread, "board");
    assert!(
        board.contains("list-run game=run table=t3 white=alice\n"),
        "{board}"
    );
    let refused = chat.ask("alice", thread, "puzzle gipf");
    check_start(&refused, "table-direct-thread-taken owner=t3");
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
    chat.restart_with(english());
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
fn positions_in_the_help_can_be_set_up() {
    let mut chat = Chat::new();
    chat.restart_with(english());
    let help = chat.ask("alice", Place::Direct, "help position");
    chat.restart();
    let quoted = help.split('`').skip(1).step_by(2);
    let positions: Vec<&str> = quoted
        .filter(|text| text.contains(' ') && !text.starts_with("setup"))
        .collect();
    assert_eq!(positions.len(), 3, "{help}");
    for position in positions {
        let begun = chat.ask("alice", Place::Direct, &format!("setup {position}"));
        assert!(begun.starts_with("lesson-begun "), "{position}: {begun}");
    }
}

#[test]
fn several_actions_in_a_line_are_atomic() {
    let mut chat = Chat::new();
    let position = "setup gipf-basic w b2=b,e2=B,e3=B,e4=B B9 B12";
    chat.ask("alice", Place::Direct, position);
    for (line, why) in [
        ("e1-e5; xe2,e3", "gipf-single-must-go spot=e4"),
        ("e1-e5; xe2,e3,e4,e5; b3", "table-turn-too-much text=b3"),
        ("b3; e1-e6", "table-turn-too-much text=e1-e6"),
    ] {
        let refused = chat.ask("alice", Place::Direct, line);
        assert!(refused.starts_with(why), "{line}: {refused}");
        let board = chat.ask("alice", Place::Direct, "board");
        assert!(
            board.contains("\n\ngipf-ask-enter ") && board.ends_with(" seat=white"),
            "{line}: {board}"
        );
    }
    let played = chat.ask("alice", Place::Direct, "e1-e5; xe2,e3,e4,e5");
    assert!(played.contains("\ngipf-row-cleared "), "{played}");
    assert!(played.contains(" row=e2-e5 "), "{played}");
    assert!(played.contains("\n\ngipf-ask-enter "), "{played}");
    assert!(played.ends_with(" seat=black"), "{played}");
}

#[test]
fn turns_in_one_line_are_answered_every_time() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    for _ in 0..6 {
        let refused = chat.ask("alice", Place::Thread(&root), "b3;e1-e6");
        check_start(&refused, "table-turn-too-much text=e1-e6");
    }
    let position = "setup gipf-basic w b2=b,e2=B,e3=B,e4=B B9 B12";
    chat.ask("alice", Place::Direct, position);
    for _ in 0..6 {
        let refused = chat.ask("alice", Place::Direct, "e1-e5; xe2,e3");
        check_start(&refused, "gipf-single-must-go spot=e4");
    }
}

#[test]
fn prices_are_asked_anywhere_in_a_line() {
    let mut chat = Chat::new();
    let position = "setup gipf-standard w b2=bb,b5=BB,e2=B,e3=B,e4=B,e5=B B9Z3 B12";
    chat.ask("alice", Place::Direct, position);
    let turn = "xe2,e3,e4,e5; c2";
    let price = chat.ask("alice", Place::Direct, turn);
    assert_eq!(
        price,
        format!("gipf-price-potentials action={turn} pieces=3Z player=alice 1 seat=white")
    );
    let done = chat.ask("alice", Place::Direct, "yes");
    assert!(
        done.starts_with("gipf-row-cleared ") && done.contains("gipf-potentials-lost "),
        "{done}"
    );
}

/// The next action of an endless lesson: each side enters along a line of its own until a row of four is taken.
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
    while live.actions() < 500 {
        let action = endless(&live);
        live.play(&action).unwrap();
        // A row follows by itself.
        while live.is_in_turn() {
            live.play(&endless(&live)).unwrap();
        }
        let number = live.actions();
        let said = chat.ask("alice", Place::Direct, &action);
        let end = "\nlesson-full limit=500\nagain-lesson prefix=";
        assert_eq!(said.ends_with(end), number == 500, "{number}: {said}");
        assert_eq!(said.contains("lesson-full"), number == 500, "{said}");
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
    assert_eq!(refused, "table-nothing-on");
    chat.ask("alice", Place::Direct, "setup gipf-basic w - B15 B15");
    let entered = chat.ask("alice", Place::Direct, "b1-b2");
    check_start(&entered, "gipf-entered ");
}
