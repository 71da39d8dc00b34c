//! Questions of newcomers in their own words.

use games::Live;
use lobby::{Block, Effect, Incoming, Job, Lobby, Settings, saved::SavedStage, wording::Language};

use crate::{
    contests::announced,
    room::{Chat, Place, settings},
};

/// A run in which the blue breaker can move its structure to any empty space, for any two power-ups.
pub const BABYLON: &str = "setup run l13=R5,m13=G3,m14=K2,m15=B4,n13=B1 k@-,g@-,r@-,b3@m15 k1g2r2 \
    k4g3r3b5 0 K1,K3,K4,K5,G1,G2,G4,G5,R1,R2,R3,R4,B2,B3,B5,KF,GF,RF,BF -";

/// Plays until White has to take a row of three GIPF pieces and a pile; returns the root of the thread.
pub fn with_row(chat: &mut Chat) -> String {
    let root = chat.duel();
    for (white, black) in [("Gb2", "Gi2"), ("Gb5", "Gi3"), ("Gb3", "Gi4")] {
        chat.ask("alice", Place::Thread(&root), white);
        chat.ask("bob", Place::Thread(&root), black);
    }
    let row = chat.ask("alice", Place::Thread(&root), "Tb4");
    let ask = "\ngipf-ask-row again=no count=1 example=xb2,b3,b5 ";
    assert!(row.contains(ask), "{row}");
    root
}

/// A chat in English, for the length and layout of messages.
fn english() -> Chat {
    let mut chat = Chat::new();
    chat.tables = Lobby::new(Settings {
        language: Language::English,
        ..settings()
    });
    chat
}

/// The current run in alice's direct message.
fn live(chat: &Chat, table: u32) -> Option<Live> {
    match &chat.saved[&table].stage {
        SavedStage::Playing { record, .. } => Live::replay(&record.parse().unwrap()).ok(),
        _ => None,
    }
}

/// An action beside existing pieces, as people play.
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
fn moves_shows_the_shape_of_an_ability_first() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, BABYLON);
    for filter in ["use", "use b", ""] {
        let shape = chat.ask("alice", Place::Direct, &format!("moves {filter}"));
        assert!(
            shape.contains("\nrun-moves-any-use breaker=b count=619\n"),
            "{shape}"
        );
        assert!(shape.contains("`k g` `k r` `g g` `g r` `r r`"), "{shape}");
        let example = "\nmoves-any-example example=use b k13 pay k g";
        assert!(shape.contains(example), "{shape}");
        assert!(shape.lines().count() <= 25, "{shape}");
    }
    let ways = chat.ask("alice", Place::Direct, "moves use b n14");
    assert!(ways.contains("\nmoves-found count=5\n"), "{ways}");
    assert!(ways.ends_with("`use b n14 pay r r`"), "{ways}");
}

#[test]
fn filtered_moves_fit_into_forty_lines() {
    for setup in [
        BABYLON,
        "setup matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6",
        "setup matrx w b2=TT,c3=zz,d4=DD,e5=YY,f5=PP,g5=ZZ,h2=g,i3=G T2 T4",
        "setup zertz-basic 1 a1,a2,a3,a4,b1,b2,b3,b4,b5,c2,c3 w5g7b9 - -",
        "setup gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3",
    ] {
        let mut chat = english();
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
fn moves_use_and_moves_enter_list_different_actions() {
    let mut chat = Chat::new();
    chat.ask(
        "alice",
        Place::Direct,
        "setup matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6",
    );
    let used = chat.ask("alice", Place::Direct, "moves use");
    let slides = "\ngipf-moves-use count=9 more=no piece=Y\n";
    assert!(used.contains(slides), "{used}");
    assert!(!used.contains("gipf-moves-any-piece"), "{used}");
    let entered = chat.ask("alice", Place::Direct, "moves enter");
    assert!(
        entered.contains("\ngipf-moves-any-piece count=5\n"),
        "{entered}"
    );
    assert!(!entered.contains("gipf-moves-use"), "{entered}");
}

#[test]
fn a_known_run_takes_at_most_twenty_lines() {
    for (options, seeds) in [("", 0..8u8), (" custom all", 0..16)] {
        for seed in seeds {
            let mut chat = english();
            chat.seed = [seed; 32];
            chat.ask("alice", Place::Direct, &format!("run{options}"));
            for number in 0..60usize {
                let Some(live) = live(&chat, 1) else { break };
                let action = near(&live, number + usize::from(seed));
                let known = live.record().turns.len() >= 2;
                let said = chat.say("alice", Place::Direct, &action).unwrap();
                let is_on = matches!(chat.saved[&1].stage, SavedStage::Playing { .. });
                let beside = said.blocks.iter().map(|block| match block {
                    Block::Position(position) => position.side_panel.lines().count(),
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
fn explanations_in_a_run_are_short_later() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed chiba");
    let first = chat.ask("alice", Place::Direct, "k m13");
    assert!(
        first.starts_with("run-installed again=no colour=k kind=ice space=m13 "),
        "{first}"
    );
    let (_, step) = first.rsplit_once('\n').unwrap();
    assert!(step.starts_with("run-step again=no "), "{first}");
    assert!(step.contains(" outside=g,r,b "), "{first}");
    chat.ask("alice", Place::Direct, "g m14");
    let third = chat.ask("alice", Place::Direct, "k n13");
    assert!(
        third.starts_with("run-installed again=yes colour=r kind=ice space=n13 "),
        "{third}"
    );
    assert!(!third.contains("run-installed again=no"), "{third}");
    assert!(!third.contains("run-step again=no"), "{third}");
    let short = "\nrun-step again=yes damage=2 example=";
    assert!(third.contains(short), "{third}");
    // `moves` explains its prompt at length.
    let moves = chat.ask("alice", Place::Direct, "moves");
    assert!(moves.starts_with("run-step damage=2 example="), "{moves}");
    chat.restart();
    let fourth = chat.ask("alice", Place::Direct, "b l13");
    assert!(fourth.starts_with("run-installed again=yes "), "{fourth}");
    assert!(!fourth.contains("run-installed again=no"), "{fourth}");
}

#[test]
fn the_end_of_a_run_sums_it_up() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom k=2");
    let end = chat.play_on("alice", 1);
    for part in [
        "\nrun-look-back boosts=0 custom=k2 damage=10 limit=10 steps=13 structures=10 ",
        " target=none total=24 tried=13 uses=1 won=4\n",
        "\nrun-look-back-forts home=none seen=none steps=13 unseen=k,g,r,b\n",
        "\nagain-run prefix=",
    ] {
        assert!(end.contains(part), "{part} in {end}");
    }
    let explained = "\nrun-legend ";
    let again = chat.ask("alice", Place::Direct, "run");
    assert!(!again.contains(explained), "{again}");
    let other = chat.ask("bob", Place::Direct, "run");
    assert!(other.contains(explained), "{other}");
    chat.ask("alice", Place::Direct, "quit");
    let nothing = chat.ask("alice", Place::Direct, "yes");
    assert!(nothing.contains("\nrun-jacked-out "), "{nothing}");
    assert!(!nothing.contains("run-look-back"), "{nothing}");
}

#[test]
fn a_takeback_asks_for_the_whole_turn() {
    let mut chat = Chat::new();
    let root = with_row(&mut chat);
    let thread = Place::Thread(&root);
    let open = chat.ask("alice", thread, "takeback");
    assert_eq!(
        open,
        "takeback-asked actions=`Tb4` name=alice other=bob what=action"
    );
    chat.ask("bob", thread, "decline");
    chat.ask("alice", thread, "1");
    let whole = chat.ask("alice", thread, "takeback");
    assert_eq!(
        whole,
        "takeback-asked actions=`Tb4`, `xb2,b3,b5` name=alice other=bob what=turn"
    );
    chat.ask("alice", thread, "withdraw");
    chat.ask("bob", thread, "te8");
    let followed = chat.ask("alice", thread, "takeback");
    let actions = "`Tb4`, `xb2,b3,b5`, `Te8`";
    assert_eq!(
        followed,
        format!("takeback-asked actions={actions} name=alice other=bob what=turn-and-more")
    );
    chat.restart();
    let back = chat.ask("bob", thread, "accept");
    let taken = format!("takeback-done actions={actions}\n");
    assert!(back.starts_with(&taken), "{back}");
    assert!(!back.contains("gipf-ask-row"), "{back}");
    assert_eq!(live(&chat, 1).unwrap().actions(), 6);
}

#[test]
fn a_takeback_stops_at_a_thrown_coin() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let thread = Place::Thread(&root);
    let thrown = chat.ask("bob", thread, "neutralise");
    if thrown.contains("gipf-neutralised ") {
        chat.ask("alice", thread, "Zb3");
        let asked = chat.ask("alice", thread, "takeback");
        assert_eq!(
            asked,
            "takeback-asked actions=`Zb3` name=alice other=bob what=action"
        );
    } else {
        let refused = chat.ask("alice", thread, "takeback");
        assert!(thrown.contains("\ngipf-upheld "), "{thrown}");
        assert_eq!(refused, "takeback-coin");
    }
}

#[test]
fn moves_repeats_an_open_question_first() {
    let mut chat = Chat::new();
    let root = with_row(&mut chat);
    let thread = Place::Thread(&root);
    let first = "\nanswer-choice action=xb2,b3,b5 number=1 ";
    for filter in ["Tc2", "use", "zz"] {
        let row = chat.ask("alice", thread, &format!("moves {filter}"));
        assert!(
            row.starts_with("moves-answer-first\ngipf-ask-row again=no count=1 "),
            "{row}"
        );
        assert!(
            row.contains(" player=alice rows=b2-b5 seat=white "),
            "{row}"
        );
        assert!(row.contains(first), "{row}");
    }
    let rows = chat.ask("alice", thread, "moves x");
    assert!(
        rows.contains(first) && !rows.contains("moves-answer-first"),
        "{rows}"
    );

    let mut chat = Chat::new();
    let root = announced(&mut chat, "coin");
    let jump = chat.ask("bob", Place::Thread(&root), "moves b3");
    assert!(
        jump.starts_with("moves-answer-first\ngipf-ask-jump "),
        "{jump}"
    );
    let first = "\nanswer-choice action=allow number=1 ";
    assert!(jump.contains(first), "{jump}");
    assert!(
        jump.ends_with("\nmoves-none-like count=2 filter=b3"),
        "{jump}"
    );

    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run seed turing");
    for number in 0..300 {
        let live = live(&chat, 1).expect("no roll fell short");
        if live.legal_actions()[0] == "boost" {
            let boost = chat.ask("alice", Place::Direct, "moves k n");
            assert!(boost.starts_with("moves-answer-first\nrun-ask "), "{boost}");
            let second = "\nanswer-choice action=hold number=2 ";
            assert!(boost.contains(second), "{boost}");
            return;
        }
        chat.ask("alice", Place::Direct, &near(&live, number));
    }
    panic!("no roll fell short");
}

#[test]
fn pieces_are_counted_alike_everywhere() {
    let mut chat = Chat::new();
    let setup = "setup matrx w b5=G,c4=tt,e2=g,h2=G T3D2 Z1P2";
    let board = chat.ask("alice", Place::Direct, setup);
    assert!(
        board.contains(
            "\ngipf-reserve again=no pieces=1TT,1T,1DD player=alice 1 seat=white\
             \ngipf-reserve again=no pieces=1z,1pp player=alice 2 seat=black\n"
        ),
        "{board}"
    );
    let root = with_row(&mut chat);
    let row = chat.ask("alice", Place::Thread(&root), "board");
    assert!(row.contains(" regained=3G "), "{row}");
    chat.ask(
        "alice",
        Place::Direct,
        "setup zertz-basic 2 d1=w,d2=g,d3,d4=b,d5,e4 w3g3b3 - -",
    );
    let captured = chat.ask("alice", Place::Direct, "1");
    assert!(
        captured.starts_with("zertz-captured again=no count=2 from=d1 marbles=1G,1B "),
        "{captured}"
    );
}

#[test]
fn rooms_point_to_own_games_of_direct_messages() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "k m13");
    let check = |chat: &mut Chat| {
        for line in ["!replay t1", "!export t1", "!t1 board", "!verify t1"] {
            let own = chat.ask("alice", Place::Room, line);
            assert_eq!(own, "table-elsewhere place=direct table=t1", "{line}");
            let other = chat.ask("bob", Place::Room, line);
            assert_eq!(other, "table-unknown table=t1", "{line}");
        }
    };
    check(&mut chat);
    chat.ask("alice", Place::Direct, "quit");
    chat.ask("alice", Place::Direct, "yes");
    check(&mut chat);
    // Also when it has to be loaded from the store.
    chat.ask("alice", Place::Direct, "run");
    chat.restart();
    check(&mut chat);
    let there = "list-games-over-direct";
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
fn a_failed_search_is_no_missing_table() {
    let mut chat = Chat::new();
    let root = chat.duel();
    for _ in 0..2 {
        chat.ask("bob", Place::Thread(&root), "resign");
    }
    chat.ask("bob", Place::Thread(&root), "rematch");
    chat.ask("alice", Place::Thread(&root), "accept");
    for (line, told) in [
        ("!t1 board", "table-recall-failed table=t1"),
        ("!tables over", "table-recall-failed table=none"),
    ] {
        let mut effects = chat.effects("alice", Place::Room, line);
        let Some(Effect::Job(job @ Job::LoadFinished(_))) = effects.pop() else {
            panic!("{line} is answered at once");
        };
        let failed = job.failed();
        assert!(matches!(failed, Incoming::FinishedNotLoaded(_)));
        let said = chat.happens(&failed);
        assert_eq!(said.len(), 1);
        assert_eq!(said[0].plain(), told);
    }
}

#[test]
fn commands_are_named_with_their_prefix() {
    let mut chat = english();
    for topic in [
        "help matrx",
        "help play",
        "help zertz",
        "help lines",
        "help spot",
        "help breaker",
        "help nothing",
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
    let told = Chat::new().ask("alice", Place::Room, "!help rules");
    assert_eq!(
        told,
        "help-line form=!rules [GAME] [STEP|all] what=help-rules\nhelp-rules-more prefix=!"
    );
}

#[test]
fn a_capital_filters_moves_by_piece() {
    let mut chat = Chat::new();
    let position = "setup matrx w b5=G,c3=YY,d4=zz T6Z6D6Y4P6 G2T6Z4D6Y6P6";
    chat.ask("alice", Place::Direct, position);
    let told = chat.ask("alice", Place::Direct, "moves D");
    let enter = "\ngipf-moves-enter count=21 more=no piece=D\n";
    assert!(told.contains(enter), "{told}");
    assert!(!told.contains("d4") && !told.contains("piece=Y"), "{told}");
    let told = chat.ask("alice", Place::Direct, "moves Y");
    assert!(
        told.contains("`Yc3-c4`") && !told.contains("piece=T"),
        "{told}"
    );
    let position = "setup gipf-basic w c3=BZ,d4=b,e5=B,h2=B B8Z2 B10Z3";
    chat.ask("bob", Place::Direct, position);
    let told = chat.ask("bob", Place::Direct, "moves B");
    let enter = "\ngipf-moves-enter count=20 more=no piece=B\n";
    assert!(told.contains(enter), "{told}");
    assert!(!told.contains("piece=BZ"), "{told}");
}

#[test]
fn capitals_mean_pieces_where_the_game_has_them() {
    let mut chat = Chat::new();
    let mut moves = |position: &str, letter: &str| {
        let set_up = chat.ask("alice", Place::Direct, &format!("setup {position}"));
        assert!(set_up.starts_with("lesson-begun game="), "{set_up}");
        chat.ask("alice", Place::Direct, &format!("moves {letter}"))
    };
    // A compulsory capture prevents placing, but a grey marble can be jumped over.
    let rings = "a1,a2,a3,b1,b2,b3,c1,c2,c3,c4,d1,d2,d3=w,d4=g,d5";
    let told = moves(&format!("zertz-basic 1 {rings} w4g6b9 - -"), "G");
    assert!(told.contains("`x d3Gd5`"), "{told}");
    // Rings are named b1 to b3, and dots g2 to g6.
    let rings = "a1,a2,b1,b2,b3,c1,c2,c3,c4,d1,d2,d3,d4";
    let told = moves(&format!("zertz-basic 1 {rings} w5g3 - -"), "B");
    assert!(
        told.ends_with("\nmoves-none-like count=240 filter=B"),
        "{told}"
    );
    for position in [
        "gipf-standard w b2=bb,b5=BB B16 B16",
        "matrx w b5=G,c3=TT,d4=zz Y4P6 G2T6Z4D6Y6P6",
    ] {
        let told = moves(position, "G");
        assert!(told.contains("\nmoves-none-like count="), "{told}");
        assert!(told.ends_with(" filter=G"), "{told}");
    }
    // No piece of these games has this letter; a spot or a dot does.
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
