//! Exhausted table numbers, as after the restore of a damaged database.

use lobby::Effect;

use crate::{
    contests::announced,
    room::{Chat, Place},
};

const REFUSAL: &str = "limit-table-numbers";

#[test]
fn no_table_opens_when_no_number_is_left() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "help");
    chat.tables.skip_id(u32::MAX);
    for (place, body) in [
        (Place::Room, "!challenge @bob"),
        (Place::Room, "!play gipf-basic 1"),
        (Place::Room, "!run here"),
        (Place::Room, "!puzzle"),
        (Place::Direct, "run"),
        (Place::Direct, "run day"),
        (Place::Direct, "puzzle"),
        (Place::Direct, "puzzle day"),
        (Place::Direct, "play gipf-basic 1"),
        (Place::Direct, "setup gipf-basic w b2=b,e2=B B12 B12"),
    ] {
        let effects = chat.effects("alice", place, body);
        assert!(
            matches!(effects[..], [Effect::SendMessage(_)]),
            "{body}: {effects:?}"
        );
        assert_eq!(chat.ask("alice", place, body), REFUSAL, "{body}");
    }
}

#[test]
fn a_refused_puzzle_leaves_the_lesson_open() {
    let mut chat = Chat::new();
    let lesson = "setup gipf-basic w b2=b,e2=B B12 B12";
    chat.ask("alice", Place::Direct, lesson);
    chat.tables.skip_id(u32::MAX);
    for body in ["puzzle", "run", lesson] {
        assert_eq!(chat.ask("alice", Place::Direct, body), REFUSAL, "{body}");
    }
    let moved = chat.ask("alice", Place::Direct, "b3");
    let question = "\ngipf-ask-enter again=no count=12 example=e8 gipf=no jumps=no listed=no \
        player=alice 2 seat=black";
    assert!(moved.ends_with(question), "{moved}");
}

#[test]
fn the_last_number_is_given_once() {
    let mut chat = Chat::new();
    chat.tables.skip_id(u32::MAX - 1);
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "resign");
    chat.ask("alice", thread, "resign");
    assert_eq!(chat.ask("bob", thread, "rematch"), REFUSAL);
    let board = chat.ask("bob", thread, &format!("t{} board", u32::MAX));
    let ended = "\nend-resigned loser=alice player=bob seat=black\n";
    assert!(board.contains(ended), "{board}");
}

#[test]
fn a_rematch_that_was_asked_stays_asked() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "resign");
    chat.ask("alice", thread, "resign");
    chat.ask("alice", thread, "rematch");
    chat.tables.skip_id(u32::MAX);
    for _ in 0..2 {
        assert_eq!(chat.ask("bob", thread, "rematch"), REFUSAL);
    }
}

#[test]
fn a_contest_without_number_keeps_the_move() {
    let mut chat = Chat::new();
    let root = announced(&mut chat, "zertz-basic");
    let thread = Place::Thread(&root);
    chat.tables.skip_id(u32::MAX);
    let effects = chat.effects("bob", thread, "neutralise");
    let [Effect::Save(_), Effect::SendMessage(message)] = &effects[..] else {
        panic!("{effects:?}");
    };
    let told = message.plain();
    let contested = "gipf-contested again=no count=1 player=bob seat=black spot=c2";
    assert!(
        told.starts_with(&format!("{contested}\n{REFUSAL}\n")),
        "{told}"
    );
    chat.carry_out(effects);
    chat.restart();
    chat.tables.skip_id(u32::MAX);
    assert_eq!(chat.ask("alice", thread, "b3"), REFUSAL);
    chat.ask("bob", thread, "resign");
    let over = chat.ask("bob", thread, "resign");
    let ended = "\nend-resigned loser=bob player=alice seat=white\n";
    assert!(over.contains(ended), "{over}");
}
