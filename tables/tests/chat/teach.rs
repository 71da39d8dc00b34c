//! How games are taught, and what can be played now.

use crate::room::{Chat, Place};
use tables::Block;

/// The blocks of the answer to a line in alice's direct message.
fn blocks(chat: &mut Chat, line: &str) -> Vec<Block> {
    chat.say("alice", Place::Direct, line).unwrap().blocks
}

fn boards(blocks: &[Block]) -> Vec<String> {
    let boards = blocks.iter().filter_map(|block| match block {
        Block::Board(board) => Some(board.clone()),
        Block::Position(position) => Some(position.wide()),
        _ => None,
    });
    boards.collect()
}

/// The same, as it is read.
fn texts(blocks: &[Block]) -> Vec<String> {
    let texts = blocks.iter().flat_map(|block| match block {
        Block::Text(text) => vec![text.clone()],
        block => boards(std::slice::from_ref(block)),
    });
    texts.collect()
}

#[test]
fn every_game_is_taught_in_steps_with_boards_that_fit_a_phone() {
    let mut chat = Chat::new();
    for entry in games::CATALOG {
        let overview = chat.ask("alice", Place::Direct, &format!("rules {}", entry.id));
        assert!(overview.lines().count() < 16, "{overview}");
        let mut shown = Vec::new();
        let topics = entry.teaching().topics;
        let usual = entry.teaching().usual().len();
        for number in 1..=topics.len() {
            // What has to be agreed on is not listed where it was not, but can be read.
            let is_listed = overview.contains(&format!("\n{number}. "));
            assert_eq!(is_listed, number <= usual, "{overview}");
            let step = blocks(&mut chat, &format!("rules {} {number}", entry.id));
            for board in boards(&step) {
                assert!(
                    board.is_ascii() && board.lines().all(|line| line.len() <= 40),
                    "{board}"
                );
            }
            let Block::Text(head) = &step[0] else {
                panic!("{step:?}");
            };
            let count = if number <= usual { usual } else { topics.len() };
            assert!(
                head.starts_with(&format!("Step {number} of {count}")),
                "{head}"
            );
            if number <= usual {
                shown.extend(step[..step.len() - 1].to_vec());
            }
        }
        let all = blocks(&mut chat, &format!("rules {} all", entry.id));
        assert_eq!(texts(&all[1..all.len() - 1]), texts(&shown), "{}", entry.id);
        let help = blocks(&mut chat, &format!("help {}", entry.id));
        assert_eq!(boards(&help).len(), 2, "{help:?}");
        assert!(matches!(help.last(), Some(Block::Text(next)) if next.starts_with("Now type")));
    }
}

#[test]
fn a_step_shows_the_board_what_is_typed_and_what_comes_of_it() {
    let mut chat = Chat::new();
    let step = chat.ask("alice", Place::Direct, "rules matrx 3");
    let row = "
     b4      d5      f5!y
.a3      c4      e5!D
     b3      d4!G    f4
.a2      c3!Z    e4
     b2!G    d3      f3
.a1      c2      e3
    .b1      d2      f2
";
    assert!(
        step.contains("Ann types `Ga1-e5`.") && step.contains(row),
        "{step}"
    );
    assert!(
        step.contains("Ann (White), you have a row to deal with"),
        "{step}"
    );
    assert!(
        step.contains("takes back 2G 1Z 1D and captures 1Y"),
        "{step}"
    );
    assert!(
        step.ends_with("`rules matrx 4` goes on: Stacks may stay in a row"),
        "{step}"
    );
    let last = chat.ask("alice", Place::Room, "!rules matrx 9");
    assert!(
        last.ends_with("`!help matrx` tells how to play it with me."),
        "{last}"
    );
}

#[test]
fn a_step_that_is_not_there_is_refused_with_those_that_are() {
    let mut chat = Chat::new();
    for number in ["0", "7", "99999999"] {
        let refused = chat.ask(
            "alice",
            Place::Room,
            &format!("!rules zertz-basic {number}"),
        );
        assert_eq!(
            refused,
            "The steps of ZÈRTZ go from 1 to 6, as in `!rules zertz-basic 1`."
        );
    }
    let refused = chat.ask("alice", Place::Room, "!rules zertz-basic three");
    assert!(refused.contains("`!rules [GAME] [STEP|all]`"), "{refused}");
}

#[test]
fn help_tells_how_to_play_a_game_here() {
    let mut chat = Chat::new();
    let help = chat.ask("alice", Place::Direct, "help gipf-tournament");
    for part in [
        "`!challenge @name gipf-tournament`",
        "`Gb3` enters a GIPF piece",
        "Ann types `Gb2`.",
        "b2[BB]",
    ] {
        assert!(help.contains(part), "{help}");
    }
    assert!(!help.contains("black+2"), "{help}");
    let all = chat.ask("alice", Place::Direct, "help commands");
    assert!(
        all.contains("every game: matrx, ") && all.contains("zertz-tournament"),
        "{all}"
    );
}

fn check(setup: &str, line: &str, starts: &str, parts: &[&str]) {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, &format!("setup {setup}"));
    let listed = chat.ask("alice", Place::Direct, line);
    assert!(listed.starts_with(starts), "{listed}");
    for part in parts {
        assert!(listed.contains(part), "{part} in {listed}");
    }
}

#[test]
fn moves_begin_with_what_has_to_be_done_now() {
    check(
        "gipf-basic w c2=b,c3=B,c4=B,c5=B,c6=B,e2=b B10 B12",
        "moves",
        "alice 1 (White), you have a row to deal with",
        &["The whole row goes: type `xc2,c3,c4,c5,c6`.\n`1` or `xc2,c3,c4,c5,c6`"],
    );
    check(
        "zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -",
        "moves",
        "alice 2, you must capture",
        &["there is one way. Type `x d1Gd3Bd5`"],
    );
    check(
        "matrx w b5=G,c3=YY,d4=zz,e5=TT T4Z6D6Y4P6 G2T6Z4D6Y6P6",
        "moves",
        "alice 1 (White), your TAMSK potential was pushed onto e5",
        &["Make the extra move, or give it up with `+x`"],
    );
}

#[test]
fn moves_are_grouped_by_kinds_and_each_kind_has_its_share() {
    let position = "matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6";
    check(
        position,
        "moves",
        "alice 1 (White), your turn: enter a stack or use one on the board. Type for example `",
        &[
            "Enter one of these (5):\n`T` `Z` `D` `Y` `P`\nat one of these places",
            "Slide with a YINSH potential (",
        ],
    );
    check(
        position,
        "moves Yc3",
        "alice 1 (White), your turn",
        &["Slide with a YINSH potential (", "Yc3-c4"],
    );
    check(
        "gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3",
        "moves Z",
        "alice 1 (White), your turn",
        &[
            "Enter a piece loaded with a ZÈRTZ potential (",
            "Jump with a ZÈRTZ potential (1):\n`Zc3-f5`",
        ],
    );
    // What fits is not cut off, however unequal the kinds are.
    let mut chat = Chat::new();
    let position = "gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3";
    chat.ask("alice", Place::Direct, &format!("setup {position}"));
    let listed = chat.ask("alice", Place::Direct, "moves Z");
    assert!(!listed.contains("more"), "{listed}");
}

#[test]
fn help_fits_one_screen_and_the_commands_are_a_topic() {
    let mut chat = Chat::new();
    for place in [Place::Room, Place::Direct] {
        let help = chat.ask("alice", place, "!help");
        assert!(help.lines().count() <= 15, "{help}");
        for part in ["challenge @name`", "run day`", "rules ", "help commands`"] {
            assert!(help.contains(part), "{part} in {help}");
        }
    }
    let all = chat.ask("alice", Place::Room, "!help commands");
    for form in tables::command::FORMS {
        assert!(all.contains(&format!("`!{}`", form.form)), "{all}");
    }
}

#[test]
fn help_about_a_command_tells_more_than_the_list_with_an_example() {
    let mut chat = Chat::new();
    let all = chat.ask("alice", Place::Direct, "help commands");
    for form in tables::command::FORMS {
        let help = chat.ask("alice", Place::Direct, &format!("help {}", form.name));
        if ["board", "move", "run", "play"].contains(&form.name) {
            continue; // Topics of that name tell far more.
        }
        let (first, more) = help.split_once('\n').unwrap_or_default();
        assert!(all.contains(first), "{help}");
        assert!(more.contains('`'), "no example: {help}");
    }
}

#[test]
fn rules_at_a_table_are_those_of_its_game() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob zertz");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let here = chat.ask("bob", Place::Thread(&root), "rules");
    assert_eq!(here, chat.ask("bob", Place::Thread(&root), "rules zertz"));
    let third = chat.ask("bob", Place::Thread(&root), "rules 3");
    assert!(third.starts_with("Step 3 of 6"), "{third}");
    let without = |text: &str| text.replace('!', "");
    assert_eq!(
        without(&chat.ask("bob", Place::Room, "!t1 rules 3")),
        without(&third)
    );
    let nowhere = chat.ask("bob", Place::Direct, "rules");
    assert!(nowhere.contains("`rules [GAME] [STEP|all]`"), "{nowhere}");
}

#[test]
fn the_number_of_a_table_can_stand_behind_a_command() {
    let mut chat = Chat::new();
    for _ in 0..2 {
        chat.ask("alice", Place::Room, "!challenge @bob");
    }
    let begun = chat.ask("bob", Place::Room, "!accept t2");
    assert!(begun.contains("Table t2"), "{begun}");
    let begun = chat.ask("bob", Place::Room, "!t1 accept");
    assert!(begun.contains("Table t1"), "{begun}");
    for [before, behind] in [
        ["!t2 board", "!board t2"],
        ["!t2 board words", "!board t2 words"],
        ["!t1 export", "!export t1"],
        ["!t1 moves", "!moves t1"],
        ["!t2 resign", "!resign t2"],
    ] {
        let first = chat.ask("alice", Place::Room, before);
        let second = chat.ask("alice", Place::Room, behind);
        if before.ends_with("resign") {
            assert!(second.contains("bob wins"), "{second}");
        } else {
            assert_eq!(first, second, "{behind}");
        }
    }
}

#[test]
fn moves_that_are_alike_are_listed_once() {
    let listed = |line: &str| {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, line);
        chat.ask("alice", Place::Direct, "moves")
    };
    let zertz = listed("setup zertz-basic 1 a1,a2,a3,a4,b1,b2,b3,b4,b5,c2,c3 w5g7b9 - -");
    assert!(
        zertz.contains("Place one of these marbles (3):\n`W` `G` `B`"),
        "{zertz}"
    );
    assert!(zertz.contains("on one of these rings (11):"), "{zertz}");
    assert!(
        zertz.contains("and take off another one of these ("),
        "{zertz}"
    );
    assert!(zertz.lines().count() < 12, "{zertz}");
    let run = listed("run");
    assert!(run.contains("to any space ("), "{run}");
    assert!(
        run.contains("all are alike") && run.lines().count() < 12,
        "{run}"
    );
}

#[test]
fn a_filter_that_is_an_impossible_move_says_why() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let told = chat.ask("alice", Place::Thread(&root), "moves Ge5");
    assert!(told.contains("None of the"), "{told}");
    assert!(told.contains("No dot is next to e5"), "{told}");
}

/// 96,420 ways to capture, all of them with the marble on d3 but a few.
pub const CROWDED: &str = "zertz-tournament 1 a1,a2,a3,a4,b1,b2=b,b3,b4=b,b5,c1=b,c2=b,c3=b,c4=b,c5=b,c6=b,\
    d1,d2=b,d3=b,d4=g,d5,d6=g,d7,e1=g,e2=g,e3=g,e4=g,e5=g,e6=g,f1,f2=w,f3,f4=w,f5,g1,g2,g3,g4 w4 - -";

#[test]
fn too_many_moves_are_counted_to_a_limit() {
    let mut chat = Chat::new();
    let mut ask = |line: &str| {
        let answer = chat.ask("alice", Place::Direct, line);
        assert!(answer.len() < 8_000, "{line}: {answer}");
        answer
    };
    let begun = ask(&format!("setup {CROWDED}"));
    assert!(begun.contains("there are more than 10000 ways"), "{begun}");
    for (line, parts) in [
        (
            "moves",
            &[
                "More than 10000 actions are possible",
                "Capture (the first 10000):",
                "many more. Narrow it down with the beginning of an action, as in `moves x c`",
            ][..],
        ),
        ("moves capture", &["More than 10000 actions"]),
        ("moves W", &["of the first 10000 possible actions fit:"]),
        (
            "moves zzz",
            &[
                "None of the first 10000 possible actions contains",
                "as in `moves x",
            ],
        ),
        // Found by their beginning, however many come before them.
        (
            "moves x d3Bd1Gf1Gd3",
            &["3702 actions are possible:", "`x d3Bd1Gf1Gd3Bb3Bb1Bd1`"],
        ),
        ("d3-d1", &["From d1 the marble has to jump on"]),
        ("d3-d1 d3-d1", &["d1"]),
    ] {
        let answer = ask(line);
        for part in parts {
            assert!(answer.contains(part), "{part} in {line}: {answer}");
        }
    }
    let played = ask("x d3Bd1Gf1");
    assert!(played.contains("has to jump on"), "{played}");
}
