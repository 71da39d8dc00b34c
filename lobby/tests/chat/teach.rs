//! Teaching, help, and the lists of moves.

use crate::{
    look::english,
    room::{Chat, Place},
};
use lobby::Block;

/// The blocks of the reply to a line in alice's direct message.
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

/// The texts and boards as plain text.
fn texts(blocks: &[Block]) -> Vec<String> {
    let texts = blocks.iter().flat_map(|block| match block {
        Block::Text(text) => vec![text.clone()],
        block => boards(std::slice::from_ref(block)),
    });
    texts.collect()
}

#[test]
fn games_are_taught_with_boards_for_phones() {
    let mut chat = Chat::new();
    for entry in games::CATALOG {
        let line = format!("rules {}", entry.id);
        chat.restart_with(english());
        let overview = chat.ask("alice", Place::Direct, &line);
        assert!(overview.lines().count() < 16, "{overview}");
        chat.restart();
        let overview = chat.ask("alice", Place::Direct, &line);
        let mut shown = Vec::new();
        let topics = entry.teaching().topics;
        let usual = entry.teaching().usual().len();
        for number in 1..=topics.len() {
            // Steps about options are not listed by default, but can be read.
            let is_listed = overview.contains(&format!("\nteach-step number={number} "));
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
            let heading = format!("count={count} game={} number={number} ", entry.id);
            assert!(
                head.starts_with(&format!("teach-heading {heading}")),
                "{head}"
            );
            if number <= usual {
                shown.extend(step[..step.len() - 1].to_vec());
            }
        }
        let all = blocks(&mut chat, &format!("rules {} all", entry.id));
        assert_eq!(texts(&all[1..all.len() - 1]), texts(&shown), "{}", entry.id);
        // The heading of the list of steps belongs to the overview.
        assert!(matches!(&all[0], Block::Text(goal) if !goal.contains("teach-steps")));
        let help = blocks(&mut chat, &format!("help {}", entry.id));
        assert_eq!(boards(&help).len(), 2, "{help:?}");
        let next = format!("teach-play-next game={} prefix=", entry.id);
        assert!(matches!(help.last(), Some(Block::Text(text)) if *text == next));
    }
}

#[test]
fn a_step_shows_board_action_and_result() {
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
    let typed = "\nteach-typed action=Ga1-e5 player=teach-first seat=white\n";
    assert!(step.contains(typed) && step.contains(row), "{step}");
    let asked = "\ngipf-ask-row again=no count=1 example=xb2,c3,d4,e5,f5 listed=no loaded=no owed=no \
                 player=teach-first rows=b2-f5 seat=white stacks=no\n";
    assert!(step.contains(asked), "{step}");
    let dealt = "\ngipf-row-cleared captured=1Y gipfs=0 own-gipfs=0 player=teach-first \
                 regained=2G,1Z,1D row=b2-f5 seat=white ";
    assert!(step.contains(dealt), "{step}");
    let next = "\nteach-next game=matrx number=4 prefix= title=teach-matrx-stacks-title";
    assert!(step.ends_with(next), "{step}");
    let last = chat.ask("alice", Place::Room, "!rules matrx 9");
    let end = "\nteach-end first=none game=matrx last=9 prefix=!";
    assert!(last.ends_with(end), "{last}");
}

#[test]
fn an_unknown_step_is_refused() {
    let mut chat = Chat::new();
    for number in ["0", "7", "99999999"] {
        let refused = chat.ask(
            "alice",
            Place::Room,
            &format!("!rules zertz-basic {number}"),
        );
        assert_eq!(
            refused,
            "teach-no-such-step count=6 game=zertz-basic prefix=!"
        );
    }
    let refused = chat.ask("alice", Place::Room, "!rules zertz-basic three");
    assert_eq!(
        refused,
        "command-too-much extra=three form=rules [GAME] [STEP|all] prefix=!"
    );
}

#[test]
fn help_tells_how_to_play_a_game_here() {
    let mut chat = Chat::new();
    let help = chat.ask("alice", Place::Direct, "help gipf-tournament");
    for part in [
        "teach-play-gipf game=gipf-tournament prefix=!\n",
        "\nteach-typed action=Gb2 player=teach-first seat=white\n",
        "b2[BB]",
    ] {
        assert!(help.contains(part), "{help}");
    }
    // Handicaps belong to other games.
    assert!(!help.contains("help-"), "{help}");
    let all = chat.ask("alice", Place::Direct, "help commands");
    let games = "help-topics games=matrx, matrx-classic, gipf-basic, gipf-standard, gipf-tournament, \
                 zertz-basic, zertz-tournament, run prefix= topics=commands, ";
    assert!(all.contains(games), "{all}");
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
fn moves_begin_with_the_question() {
    check(
        "gipf-basic w c2=b,c3=B,c4=B,c5=B,c6=B,e2=b B10 B12",
        "moves",
        "gipf-ask-row-of-gipf again=no count=1 example=xc2,c3,c4,c5,c6 ",
        &[" owed=yes player=alice 1 rows=c2-c6 seat=white stacks=no\n\
           answer-choice action=xc2,c3,c4,c5,c6 number=1 "],
    );
    check(
        "zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -",
        "moves",
        "zertz-ask-capture again=no count=1 example=x d1Gd3Bd5 ",
        &[" player=alice 2 seat=black\n"],
    );
    check(
        "matrx w b5=G,c3=YY,d4=zz,e5=TT T4Z6D6Y4P6 G2T6Z4D6Y6P6",
        "moves",
        "gipf-ask-extra-owed example=+e8 listed=yes player=alice 1 seat=white\n",
        &["\ngipf-moves-extra count=22 more=no\n"],
    );
}

#[test]
fn moves_are_grouped_by_kinds() {
    let position = "matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6";
    check(
        position,
        "moves",
        "gipf-ask-move example=Dg6 listed=yes player=alice 1 seat=white use=Yc3-c4 way=both\n",
        &[
            "\ngipf-moves-any-piece count=5\n`T` `Z` `D` `Y` `P`\ngipf-moves-any-place count=21\n",
            "\ngipf-moves-use count=9 more=no piece=Y\n",
        ],
    );
    check(
        position,
        "moves Yc3",
        "gipf-ask-move ",
        &[
            " player=alice 1 seat=white ",
            "\ngipf-moves-use count=9 more=no piece=Y\n`Yc3-c4` ",
        ],
    );
    check(
        "gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3",
        "moves Z",
        "gipf-ask-loaded count=8 example=Zb2 gipf=no jumps=yes listed=yes pieces=2Z \
         player=alice 1 seat=white\n",
        &[
            "\ngipf-moves-enter count=20 more=no piece=BZ\n",
            "\ngipf-moves-use count=1 more=no piece=Z\n`Zc3-f5`",
        ],
    );
    // Lists that fit are complete, however unequal the kinds are.
    let mut chat = Chat::new();
    let position = "gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3";
    chat.ask("alice", Place::Direct, &format!("setup {position}"));
    let listed = chat.ask("alice", Place::Direct, "moves Z");
    assert!(!listed.contains("moves-more"), "{listed}");
    assert!(!listed.contains("moves-many-more"), "{listed}");
    assert!(!listed.contains("more=yes"), "{listed}");
}

/// Returns the number of lines on a screen of 80 columns.
fn wrapped_lines(text: &str) -> usize {
    let lines = text.lines();
    let wrapped = lines.map(|line| line.chars().count().div_ceil(80).max(1));
    wrapped.sum()
}

#[test]
fn topics_of_help_are_short() {
    let mut chat = Chat::new();
    chat.restart_with(english());
    for topic in ["play", "levels", "options", "position", "notation"] {
        let help = chat.ask("alice", Place::Room, &format!("!help {topic}"));
        assert!(
            wrapped_lines(&help) <= 25,
            "{} {help}",
            wrapped_lines(&help)
        );
    }
}

#[test]
fn help_fits_one_screen() {
    let mut chat = Chat::new();
    chat.restart_with(english());
    for place in [Place::Room, Place::Direct] {
        let help = chat.ask("alice", place, "!help");
        let wrapped = help
            .lines()
            .map(|it| it.chars().count().div_ceil(80).max(1));
        assert!(wrapped.sum::<usize>() <= 20, "{help}");
        for part in ["challenge @name`", "run day`", "rules ", "help commands`"] {
            assert!(help.contains(part), "{part} in {help}");
        }
    }
    chat.restart();
    let all = chat.ask("alice", Place::Room, "!help commands");
    assert!(all.starts_with("help-commands\n"), "{all}");
    for form in lobby::command::FORMS {
        assert!(all.contains(&format!("`!{}`", form.name)), "{all}");
    }
}

#[test]
fn help_about_a_command_gives_an_example() {
    let mut chat = Chat::new();
    chat.restart_with(english());
    for form in lobby::command::FORMS {
        let help = chat.ask("alice", Place::Direct, &format!("help {}", form.name));
        if ["board", "move", "run", "play", "settings"].contains(&form.name) {
            continue; // Topics of that name contain far more.
        }
        let (first, more) = help.split_once('\n').unwrap_or_default();
        let line = format!("`{}`: ", form.syntax);
        assert!(first.starts_with(&line), "{help}");
        assert!(more.contains('`'), "no example: {help}");
    }
}

#[test]
fn rules_at_a_table_tell_of_its_game() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob zertz");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    let here = chat.ask("bob", Place::Thread(&root), "rules");
    assert_eq!(here, chat.ask("bob", Place::Thread(&root), "rules zertz"));
    let third = chat.ask("bob", Place::Thread(&root), "rules 3");
    let heading = "teach-heading count=6 game=zertz-basic number=3 ";
    assert!(third.starts_with(heading), "{third}");
    let without = |text: &str| text.replace('!', "");
    assert_eq!(
        without(&chat.ask("bob", Place::Room, "!t1 rules 3")),
        without(&third)
    );
    let nowhere = chat.ask("bob", Place::Direct, "rules");
    assert_eq!(
        nowhere,
        "command-too-little form=rules [GAME] [STEP|all] prefix="
    );
}

#[test]
fn table_numbers_can_stand_behind_commands() {
    let mut chat = Chat::new();
    for _ in 0..2 {
        chat.ask("alice", Place::Room, "!challenge @bob");
    }
    let begun = chat.ask("bob", Place::Room, "!accept t2");
    assert!(begun.starts_with("duel-begun "), "{begun}");
    assert!(begun.contains(" table=t2 "), "{begun}");
    let begun = chat.ask("bob", Place::Room, "!t1 accept");
    assert!(begun.starts_with("duel-begun "), "{begun}");
    assert!(begun.contains(" table=t1 "), "{begun}");
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
            let resigned = "\nend-resigned loser=alice player=bob ";
            assert!(second.contains(resigned), "{second}");
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
    for part in [
        "\nzertz-moves-any-marble count=3\n`W` `G` `B`\n",
        "\nzertz-moves-any-ring count=11\n",
        "\nzertz-moves-any-off count=9\n",
    ] {
        assert!(zertz.contains(part), "{zertz}");
    }
    assert!(zertz.lines().count() < 12, "{zertz}");
    let run = listed("run");
    assert!(run.contains("\nrun-moves-any-space count=625\n"), "{run}");
    assert!(run.lines().count() < 12, "{run}");
}

#[test]
fn filters_explain_impossible_moves() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let told = chat.ask("alice", Place::Thread(&root), "moves Ge5");
    let none = "\nmoves-none-like count=19 filter=Ge5\n\
                gipf-no-dot-beside example=Gb2 pushing=none spot=e5";
    assert!(told.ends_with(none), "{told}");
}

/// A position with 96,420 captures, all but a few of them with the marble on d3.
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
    let asked = "\nzertz-ask-capture-many again=no count=10000 example=x d3";
    assert!(begun.contains(asked), "{begun}");
    for (line, parts) in [
        (
            "moves",
            &[
                "\nmoves-found-many count=10000\n",
                "\nzertz-moves-capture count=10000 more=yes\n",
                "\nmoves-many-more example=x c",
            ][..],
        ),
        ("moves capture", &["\nmoves-found-many count=10000\n"]),
        ("moves W", &["\nmoves-found-among count=8556 seen=10000\n"]),
        (
            "moves zzz",
            &["\nmoves-none-like-many count=10000 example=x c filter=zzz"],
        ),
        // Found by their prefix, however many come before them.
        (
            "moves x d3Bd1Gf1Gd3",
            &["\nmoves-found count=3702\n", "`x d3Bd1Gf1Gd3Bb3Bb1Bd1`"],
        ),
        ("d3-d1", &["zertz-goes-on captures=", " ring=d1"]),
        ("d3-d1 d3-d1", &["zertz-jump-over-nothing ring=d2"]),
    ] {
        let answer = ask(line);
        for part in parts {
            assert!(answer.contains(part), "{part} in {line}: {answer}");
        }
    }
    let played = ask("x d3Bd1Gf1");
    assert!(played.starts_with("zertz-goes-on "), "{played}");
    assert!(played.ends_with(" ring=f1"), "{played}");
}
