//! What newcomers want to know, in the words that they try.

use games::Live;
use tables::{Block, Effect, Errand, Incoming, saved::SavedStage};

use crate::{
    contests::announced,
    room::{Chat, Place, person},
};

/// A run in which the blue breaker can move its structure to any empty space, for any two power-ups.
pub const BABYLON: &str = "setup run l13=R5,m13=G3,m14=K2,m15=B4,n13=B1 k@-,g@-,r@-,b3@m15 k1g2r2 \
    k4g3r3b5 0 K1,K3,K4,K5,G1,G2,G4,G5,R1,R2,R3,R4,B2,B3,B5,KF,GF,RF,BF -";

/// White has made a row of three GIPF pieces and a stack, and has to deal with it; the root of the thread.
pub fn with_row(chat: &mut Chat) -> String {
    let root = chat.duel();
    for (white, black) in [("Gb2", "Gi2"), ("Gb5", "Gi3"), ("Gb3", "Gi4")] {
        chat.ask("alice", Place::Thread(&root), white);
        chat.ask("bob", Place::Thread(&root), black);
    }
    let row = chat.ask("alice", Place::Thread(&root), "Tb4");
    assert!(row.contains("you have a row to deal with"), "{row}");
    root
}

/// The run in alice's direct message, as it stands.
fn live(chat: &Chat, table: u32) -> Option<Live> {
    match &chat.saved[&table].stage {
        SavedStage::Playing { record, .. } => Live::replay(&record.parse().unwrap()).ok(),
        _ => None,
    }
}

/// An action beside what lies there, as people play.
fn near(live: &Live, number: usize) -> String {
    let mut actions = live.legal_actions();
    let seen: Vec<String> = live.scene().points.into_iter().map(|p| p.name).collect();
    let is_near = |action: &String| {
        action
            .split(' ')
            .any(|word| seen.iter().any(|it| it == word))
    };
    if actions.iter().any(is_near) {
        actions.retain(is_near);
    }
    actions[number * 7919 % actions.len()].clone()
}

#[test]
fn who_asks_how_an_ability_is_used_sees_its_shape_and_then_its_ways() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, BABYLON);
    for filter in ["use", "use b", ""] {
        let shape = chat.ask("alice", Place::Direct, &format!("moves {filter}"));
        assert!(shape.contains("`use b SPACE pay X Y`: "), "{shape}");
        assert!(shape.contains("`k g` `k r` `g g` `g r` `r r`"), "{shape}");
        assert!(shape.contains("for example `use b "), "{shape}");
        assert!(shape.lines().count() <= 25, "{shape}");
    }
    let ways = chat.ask("alice", Place::Direct, "moves use b n14");
    assert!(ways.contains("5 actions are possible"), "{ways}");
    assert!(ways.ends_with("`use b n14 pay r r`"), "{ways}");
}

#[test]
fn no_filter_of_moves_leads_to_hundreds_of_lines() {
    for setup in [
        BABYLON,
        "setup matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6",
        "setup matrx w b2=TT,c3=zz,d4=DD,e5=YY,f5=PP,g5=ZZ,h2=g,i3=G T2 T4",
        "setup zertz-basic 1 a1,a2,a3,a4,b1,b2,b3,b4,b5,c2,c3 w5g7b9 - -",
        "setup gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3",
    ] {
        let mut chat = Chat::new();
        chat.ask("alice", Place::Direct, setup);
        for filter in [
            "", " use", " b", " k", " Z", " W", " x", " c3", " enter", " e5",
        ] {
            let listed = chat.ask("alice", Place::Direct, &format!("moves{filter}"));
            assert!(listed.lines().count() < 40, "{filter}: {listed}");
            assert!(listed.matches('`').count() < 300, "{filter}: {listed}");
        }
    }
}

#[test]
fn who_asks_what_can_be_used_in_a_duel_is_told_by_the_word_of_the_question() {
    let mut chat = Chat::new();
    chat.ask(
        "alice",
        Place::Direct,
        "setup matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6",
    );
    let used = chat.ask("alice", Place::Direct, "moves use");
    assert!(used.contains("Slide with a YINSH potential ("), "{used}");
    assert!(!used.contains("Enter one of these"), "{used}");
    let entered = chat.ask("alice", Place::Direct, "moves enter");
    assert!(entered.contains("Enter one of these (5)"), "{entered}");
    assert!(!entered.contains("Slide"), "{entered}");
}

#[test]
fn a_turn_of_a_run_takes_at_most_twenty_lines_beside_the_board_once_it_is_known() {
    for (options, seeds) in [("", 0..8u8), (" custom all", 0..16)] {
        for seed in seeds {
            let mut chat = Chat::new();
            chat.seed = [seed; 32];
            chat.ask("alice", Place::Direct, &format!("run{options}"));
            for number in 0..60usize {
                let Some(live) = live(&chat, 1) else { break };
                let action = near(&live, number + usize::from(seed));
                let known = live.record().turns.len() >= 2;
                let said = chat.say("alice", Place::Direct, &action).unwrap();
                let is_on = matches!(chat.saved[&1].stage, SavedStage::Playing { .. });
                let beside = said.blocks.iter().map(|block| match block {
                    Block::Position(position) => position.margin.lines().count(),
                    Block::Figures(figures) => {
                        figures.wide.lines().filter(|it| !it.is_empty()).count()
                    }
                    Block::Text(text) | Block::Board(text) => text.lines().count(),
                    Block::Replay(_) => 0,
                });
                let lines: usize = beside.sum();
                assert!(
                    lines <= 20 || !known || !is_on,
                    "{lines} lines: {}",
                    said.plain()
                );
            }
        }
    }
}

#[test]
fn what_was_explained_in_a_run_is_said_in_short_afterwards() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed chiba");
    let first = chat.ask("alice", Place::Direct, "k m13");
    assert!(
        first.contains("Breakers outside (g r b) may start anywhere"),
        "{first}"
    );
    assert!(first.contains("A new structure appears at m13"), "{first}");
    chat.ask("alice", Place::Direct, "g m14");
    let third = chat.ask("alice", Place::Direct, "k n13");
    assert!(
        !third.contains("A new structure") && third.contains(" appears at n13"),
        "{third}"
    );
    assert!(!third.contains("may start anywhere"), "{third}");
    assert!(third.contains("Your step, for example `"), "{third}");
    // Whoever wants it again asks for it.
    let moves = chat.ask("alice", Place::Direct, "moves");
    assert!(moves.contains("may start anywhere"), "{moves}");
    chat.restart();
    let fourth = chat.ask("alice", Place::Direct, "b l13");
    assert!(!fourth.contains("A new structure"), "{fourth}");
}

#[test]
fn whoever_has_ended_a_run_is_told_what_it_came_to_and_what_it_needed() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom k=2");
    let end = chat.play_on("alice", 1);
    for part in [
        " challenges",
        " of 24 structures appeared. Brain damage ",
        "Custom breakers k2; abilities used: ",
        "Forts that had not appeared yet: ",
        "`run` for another run",
        "`replay` to see this one once more",
    ] {
        assert!(end.contains(part), "{part} in {end}");
    }
    let explained = "Where there is no structure yet";
    let again = chat.ask("alice", Place::Direct, "run");
    assert!(!again.contains(explained), "{again}");
    let other = chat.ask("bob", Place::Direct, "run");
    assert!(other.contains(explained), "{other}");
    chat.ask("alice", Place::Direct, "quit");
    let nothing = chat.ask("alice", Place::Direct, "yes");
    assert!(!nothing.contains("challenges"), "{nothing}");
}

#[test]
fn a_takeback_asks_for_the_whole_turn_and_says_so() {
    let mut chat = Chat::new();
    let root = with_row(&mut chat);
    let thread = Place::Thread(&root);
    let open = chat.ask("alice", thread, "takeback");
    assert!(
        open.contains("take back `Tb4`. That is alice's last action."),
        "{open}"
    );
    chat.ask("bob", thread, "decline");
    chat.ask("alice", thread, "1");
    let whole = chat.ask("alice", thread, "takeback");
    assert!(
        whole.contains("take back `Tb4`, `x") && whole.contains("alice's whole last turn."),
        "{whole}"
    );
    chat.ask("alice", thread, "withdraw");
    chat.ask("bob", thread, "te8");
    let followed = chat.ask("alice", thread, "takeback");
    assert!(
        followed.contains("`te8`.") || followed.contains("`Te8`."),
        "{followed}"
    );
    assert!(
        followed.contains("alice's whole last turn and what followed it."),
        "{followed}"
    );
    chat.restart();
    let back = chat.ask("bob", thread, "accept");
    assert!(back.contains("Taken back: `Tb4`, `x"), "{back}");
    assert!(!back.contains("row to deal with"), "{back}");
    assert_eq!(live(&chat, 1).unwrap().actions(), 6);
}

#[test]
fn after_a_coin_the_takeback_is_of_what_came_later() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let thread = Place::Thread(&root);
    let thrown = chat.ask("bob", thread, "neutralise");
    if thrown.contains("The challenge succeeds") {
        chat.ask("alice", thread, "Zb3");
        let asked = chat.ask("alice", thread, "takeback");
        assert!(
            asked.contains("take back `Zb3`. That is alice's last action."),
            "{asked}"
        );
    } else {
        let refused = chat.ask("alice", thread, "takeback");
        assert!(refused.contains("A coin has been thrown"), "{refused}");
    }
}

#[test]
fn who_looks_for_moves_while_a_question_is_open_is_told_the_question_first() {
    let mut chat = Chat::new();
    let root = with_row(&mut chat);
    let thread = Place::Thread(&root);
    for filter in ["Tc2", "use", "zz"] {
        let row = chat.ask("alice", thread, &format!("moves {filter}"));
        assert!(
            row.starts_with("First this has to be answered:\nalice (White), you have a row"),
            "{row}"
        );
        assert!(row.contains("`1` or `x"), "{row}");
    }
    let rows = chat.ask("alice", thread, "moves x");
    assert!(
        rows.contains("`1` or `x") && !rows.contains("First this"),
        "{rows}"
    );

    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let jump = chat.ask("bob", Place::Thread(&root), "moves b3");
    assert!(jump.contains("do you let that happen?"), "{jump}");
    assert!(
        jump.contains("`1` or `allow`") && jump.contains("None of the 2"),
        "{jump}"
    );

    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed turing");
    for number in 0..300 {
        let live = live(&chat, 1).expect("no roll fell short");
        if live.legal_actions()[0] == "boost" {
            let boost = chat.ask("alice", Place::Direct, "moves k n");
            assert!(
                boost.starts_with("First this has to be answered:\nBoost? The "),
                "{boost}"
            );
            assert!(boost.contains("`2` or `hold`"), "{boost}");
            return;
        }
        chat.ask("alice", Place::Direct, &near(&live, number));
    }
    panic!("no roll fell short");
}

#[test]
fn pieces_are_counted_alike_wherever_they_are_told() {
    let mut chat = Chat::new();
    let setup = "setup matrx w b5=G,c4=tt,e2=g,h2=G T3D2 Z1P2";
    let board = chat.ask("alice", Place::Direct, setup);
    assert!(
        board.contains("WHITE has 1TT 1T 1DD\nblack has 1z 1pp"),
        "{board}"
    );
    let root = with_row(&mut chat);
    let row = chat.ask("alice", Place::Thread(&root), "board");
    assert!(row.contains("takes back 3G"), "{row}");
    chat.ask(
        "alice",
        Place::Direct,
        "setup zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -",
    );
    let captured = chat.ask("alice", Place::Direct, "1");
    assert!(captured.contains("captures 1G 1B."), "{captured}");
}

#[test]
fn who_asks_in_a_room_for_an_own_game_of_the_direct_message_is_told_where_it_is() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "k m13");
    let check = |chat: &mut Chat| {
        for line in ["!replay t1", "!export t1", "!t1 board", "!verify t1"] {
            let own = chat.ask("alice", Place::Room, line);
            assert_eq!(
                own, "Table t1 is in our direct message: ask there.",
                "{line}"
            );
            let other = chat.ask("bob", Place::Room, line);
            assert_eq!(other, "There is no table t1 in this room.", "{line}");
        }
    };
    check(&mut chat);
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "yes");
    check(&mut chat);
    // Also when it has to be looked for.
    chat.ask("alice", Place::Direct, "run");
    chat.restart();
    check(&mut chat);
    let there = "What you have played in our direct message is listed there";
    assert!(
        chat.ask("alice", Place::Room, "!tables over")
            .contains(there)
    );
    assert!(!chat.ask("bob", Place::Room, "!tables over").contains(there));
    assert!(
        !chat
            .ask("alice", Place::Direct, "tables over")
            .contains(there)
    );
}

#[test]
fn a_rematch_that_is_on_already_is_named() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    for _ in 0..2 {
        chat.ask("bob", thread, "resign");
    }
    chat.ask("bob", thread, "rematch");
    chat.ask("alice", thread, "accept");
    let refused = chat.ask("bob", Place::Room, "!t1 rematch");
    assert_eq!(
        refused,
        "There is a newer table in that thread already: t2."
    );
}

#[test]
fn a_search_that_fails_is_not_told_as_a_table_that_is_not_there() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&root), "resign");
    }
    chat.ask("bob", Place::Thread(&root), "rematch");
    chat.ask("alice", Place::Thread(&root), "accept");
    for (line, told) in [
        (
            "!t1 board",
            "Table t1 could not be looked up just now. Try again",
        ),
        (
            "!tables over",
            "The games that are over could not be looked up just now.",
        ),
    ] {
        let mut effects = chat.effects("alice", Place::Room, line);
        let Some(Effect::Errand(errand @ Errand::Recall(_))) = effects.pop() else {
            panic!("{line} is answered at once");
        };
        let failed = errand.failed();
        assert!(matches!(failed, Incoming::NotRecalled(_)));
        let said = chat.happens(&failed);
        assert_eq!(said.len(), 1);
        assert!(said[0].plain().starts_with(told), "{}", said[0].plain());
    }
}

#[test]
fn commands_are_named_in_a_room_as_they_are_typed_there() {
    let mut chat = Chat::new();
    for topic in [
        "help matrx",
        "help play",
        "help zertz",
        "help lines",
        "rules matrx",
    ] {
        let told = chat.ask("alice", Place::Room, &format!("!{topic}"));
        for command in ["`rules ", "`help ", "`games`", "`play ", "`challenge "] {
            assert!(
                !told.contains(command),
                "{command} without the prefix in {told}"
            );
        }
    }
    let told = chat.ask("alice", Place::Room, "!help matrx");
    assert!(told.contains("`!rules matrx`"), "{told}");
    let told = chat.ask("alice", Place::Direct, "help matrx");
    assert!(told.contains("`rules matrx`"), "{told}");
    // What is written elsewhere is not named as if it were written here.
    let told = chat.ask("alice", Place::Room, "!help rules");
    assert!(
        told.contains("In a table's thread, and in our direct message, its game is meant"),
        "{told}"
    );
}

#[test]
fn a_capital_alone_asks_for_what_a_piece_can_do() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6";
    chat.ask("alice", Place::Direct, position);
    let told = chat.ask("alice", Place::Direct, "moves D");
    assert!(told.contains("Enter a DVONN stack"), "{told}");
    assert!(!told.contains("d4") && !told.contains("YINSH"), "{told}");
    let told = chat.ask("alice", Place::Direct, "moves Y");
    assert!(
        told.contains("`Yc3-c4`") && !told.contains("TAMSK"),
        "{told}"
    );
    let position = "setup gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3";
    chat.ask("bob", Place::Direct, position);
    let told = chat.ask("bob", Place::Direct, "moves B");
    assert!(told.contains("Enter a basic piece"), "{told}");
    assert!(!told.contains("Enter a piece loaded"), "{told}");
}

#[test]
fn a_capital_is_a_piece_as_long_as_any_is_called_so() {
    let mut chat = Chat::new();
    let mut moves = |position: &str, letter: &str| {
        let set_up = chat.ask("alice", Place::Direct, &format!("setup {position}"));
        assert!(set_up.contains("A lesson"), "{set_up}");
        chat.ask("alice", Place::Direct, &format!("moves {letter}"))
    };
    // A capture is due, so nothing can be placed, but a grey marble be jumped over.
    let rings = "a1,a2,a3,b1,b2,b3,c1,c2,c3,c4,d1,d2,d3=w,d4=g,d5";
    let told = moves(&format!("zertz-basic 1 {rings} w4g6b9 - -"), "G");
    assert!(told.contains("`x d3Gd5`"), "{told}");
    // Rings are called b1 to b3, and dots g2 to g6.
    let rings = "a1,a2,b1,b2,b3,c1,c2,c3,c4,d1,d2,d3,d4";
    let told = moves(&format!("zertz-basic 1 {rings} w5g3 - -"), "B");
    assert!(told.contains("None of the"), "{told}");
    for position in [
        "gipf-standard w b2=bb,b5=BB B16 B16",
        "matrx w b5=G,c3=TT,d4=zz Y4P6 G2T6Z4D6Y6P6",
    ] {
        let told = moves(position, "G");
        assert!(told.contains("None of the"), "{told}");
    }
    // No piece of these games is called so; a spot or a dot is.
    for (position, letter, action) in [
        ("gipf-basic w c3=B,d4=b B14 B17", "C", "`c2`"),
        ("gipf-basic w c3=B,d4=b B14 B17", "D", "`d2`"),
        ("gipf-basic w c3=B,d4=b B14 B17", "G", "`g2`"),
        (
            "matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6",
            "B",
            "`Yc3-b2`",
        ),
    ] {
        let told = moves(position, letter);
        assert!(told.contains(action), "{letter}: {told}");
    }
}

#[test]
fn who_writes_in_the_room_to_a_table_in_a_thread_is_called_there() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let asked = chat.say("alice", Place::Room, "!t1 resign").unwrap();
    assert_eq!(asked.thread.as_ref(), Some(&root));
    assert_eq!(asked.mentions, [person("alice").id]);
    let asked = chat.say("alice", Place::Thread(&root), "resign").unwrap();
    assert!(asked.mentions.is_empty(), "{asked:?}");
}

#[test]
fn who_writes_in_the_room_is_called_beside_whoever_is_waited_for() {
    let mut chat = Chat::new();
    chat.duel();
    for line in ["!t1 Gb2", "!t1 draw"] {
        let said = chat.say("alice", Place::Room, line).unwrap();
        assert_eq!(said.mentions, [person("bob").id, person("alice").id]);
    }
}
