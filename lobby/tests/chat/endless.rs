//! Games that the rules don't end.

use games::{Entry, Live};
use lobby::{saved::SavedStage, terms::End};

use crate::{
    contests,
    room::{Chat, Place},
};

/// The first actions of a game of `gipf-basic`.
const BEGINNING: &str = "\
    b4 f8-d7 a5-c5 c7-e7 a5-d5 c7-f6 a4-c4 d8-f7 a4-d4 f8-f5 h4 e9-e6 a5-e5 xb5,c5,d5,e5 d8-d6 d2 \
    f8-f4 xf4,f5,f6,f7 d1-d3 c6 c1-e3 d8-f7 d1-f2 c7-f6 c1-f3 g6 f1-f4 e1-e4 xb4,c4,d4,e4,f3 g1-c3 \
    xc3,d3,e3,f2 h6-d5 xd5,e6,f6,g6 i4-g4 e9-e6 i5-g5 d8-d5 d1-f2 c7-c5 xc5,d6,e7,f7 g6 b6-d6 \
    c1-e3 c7-e7 c1-f3 c7-c5 d1-g2 c7-c4 d1-d3 b5 xb5,c6,d7,e8 h1-e4 xd3,e4,f4,g4,h4 c6 f1-f4 d7 \
    e1-e4 b5 d1-d3 a5-e5 xb5,c5,d5,e5,f4 f1-f4 d8-d5 i1-g3 xe2,f2,g2,h2 c7-c5 f2 b5 e2";

/// Actions after them that lead to the same position again.
const CYCLE: &str = "\
    e8 xb5,c6,d7,e8 g2 c6 i5-f5 xf2,f3,f4,f5 d7 f2 b5 f1-f3 a1-c3 xc3,c4,c5,c6 f1-f4 a4-c6 d1-d4 \
    xd4,e4,f3,g2 c7-c5 e1-e4 c7-c4 f1-f3";

/// Plays a duel of `gipf-basic` to 1,000 actions, the last of which ends it with this message.
fn play_on(chat: &mut Chat, players: [&str; 2], root: &str, end: &str) {
    let mut live = Live::start(Entry::find("gipf-basic").unwrap(), "-", None).unwrap();
    let cycles = std::iter::repeat(CYCLE).flat_map(str::split_whitespace);
    let mut actions = BEGINNING.split_whitespace().chain(cycles);
    while live.actions() < 1_000 {
        let user = players[live.to_move().unwrap().index()];
        let action = actions.next().unwrap();
        live.play(action).unwrap();
        // Forced actions follow by themselves.
        while live.forced_answer().is_some() {
            live.play(actions.next().unwrap()).unwrap();
        }
        let number = live.actions();
        let said = chat.ask(user, Place::Thread(root), action);
        assert_eq!(said.contains(end), number >= 1_000, "{number}: {said}");
    }
    assert!(live.outcome().is_none());
}

#[track_caller]
fn check_abandoned(chat: &Chat, table: u32) {
    let end = &chat.saved[&table].stage;
    let SavedStage::Over {
        end: End::Abandoned,
        ..
    } = end
    else {
        panic!("{end:?}");
    };
}

#[test]
fn a_duel_ends_at_1_000_actions() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    chat.ask("bob", Place::Room, "!accept");
    play_on(
        &mut chat,
        ["alice", "bob"],
        &root,
        "\nend-full limit=1000\n",
    );
    check_abandoned(&chat, 1);
    let ranked = chat.ask("alice", Place::Room, "!stats");
    assert!(!ranked.contains("duel"), "{ranked}");
}

#[test]
fn an_endless_contest_ends_the_waiting_game() {
    let mut chat = Chat::new();
    let root = contests::announced(&mut chat, "gipf-basic");
    chat.ask("bob", Place::Thread(&root), "neutralise");
    let end = "\nend-full limit=1000\ncontest-void table=t2\n";
    play_on(&mut chat, ["bob", "alice"], &root, end);
    check_abandoned(&chat, 1);
    check_abandoned(&chat, 2);
}

/// The scout breaks both weak structures again and again without a die.
#[test]
fn an_endless_run_is_given_up() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run custom g=1 seed w2");
    chat.ask("alice", Place::Direct, "g m13");
    for number in 2..=1_000 {
        let way = if number % 2 == 0 { "g n" } else { "g s" };
        let said = chat.ask("alice", Place::Direct, way);
        for end in ["end-full-run limit=1000\n", "\nrun-jacked-out "] {
            assert_eq!(said.contains(end), number == 1_000, "{number}: {said}");
        }
    }
    let SavedStage::Over { end, .. } = &chat.saved[&1].stage else {
        panic!("{:?}", chat.saved[&1]);
    };
    assert_eq!(*end, End::Rules);
}
