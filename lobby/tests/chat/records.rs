//! Exported records with players, date and result.

use games::{Live, Record, Seat, Tags, Termination, record::MAX_NAME_CHARS};
use lobby::{Incoming, saved::SavedStage};

use crate::room::{Chat, HOUR, Place, ROOM};

/// Exports a record and replays it.
fn exported(chat: &mut Chat, who: &str, place: Place, line: &str) -> Record {
    let shown = chat.ask(who, place, line);
    let start = shown.find("icebreaker-record").expect("a record");
    let record: Record = shown[start..]
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {shown}"));
    Live::replay(&record).unwrap_or_else(|error| panic!("{error}: {shown}"));
    record
}

/// The tags of a game that ended on the first day.
fn told(players: &[&str], ending: Termination) -> Tags {
    Tags {
        players: players.iter().map(|name| (*name).to_owned()).collect(),
        date: Some("2026-11-21".parse().unwrap()),
        ending: Some(ending),
    }
}

fn resign(chat: &mut Chat, who: &str, place: Place) {
    for _ in 0..2 {
        chat.ask(who, place, "resign");
    }
}

#[test]
fn records_of_resigned_games_name_the_loser() {
    for (loser, seat) in [("alice", Seat::First), ("bob", Seat::Second)] {
        let mut chat = Chat::new();
        let root = chat.duel();
        let thread = Place::Thread(&root);
        chat.ask("alice", thread, "Gb2");
        resign(&mut chat, loser, thread);
        let expected = told(&["alice", "bob"], Termination::Resigned(seat));
        // The date remains that of the end, days later and after a restart.
        for restarted in [false, true] {
            if restarted {
                chat.time += HOUR * 50;
                chat.restart();
            }
            let record = exported(&mut chat, "carol", thread, "export");
            assert_eq!(record.tags, expected);
            assert_eq!(record.turns, [["Gb2"]]);
        }
        let shown = chat.ask("bob", thread, "export");
        assert!(shown.contains("termination: resigned\n\nGb2"), "{shown}");
    }
}

#[test]
fn records_of_draws_tell_the_agreement() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "draw");
    chat.ask("bob", thread, "accept");
    let record = exported(&mut chat, "bob", thread, "export");
    assert_eq!(record.tags, told(&["alice", "bob"], Termination::Agreed));
}

#[test]
fn records_of_unfinished_games_have_no_date() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    let record = exported(&mut chat, "bob", Place::Room, "!t1 export");
    let expected = Tags {
        date: None,
        ..told(&["alice", "bob"], Termination::Unfinished)
    };
    assert_eq!(record.tags, expected);
}

#[test]
fn records_of_finished_games_name_the_winner() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Room, "!challenge @bob gipf-basic white");
    let root = chat.last_event();
    let thread = Place::Thread(&root);
    chat.ask("bob", thread, "accept");
    let winner = loop {
        let (SavedStage::Playing { record, .. } | SavedStage::Over { record, .. }) =
            &chat.saved[&1].stage
        else {
            panic!("{:?}", chat.saved[&1]);
        };
        let live = Live::replay(&record.parse().unwrap()).unwrap();
        let Some(mover) = live.to_move() else {
            break live.outcome().unwrap().winner;
        };
        let action = live.legal_actions().swap_remove(0);
        chat.ask(["alice", "bob"][mover.index()], thread, &action);
    };
    assert!(winner.is_some());
    let record = exported(&mut chat, "bob", thread, "export");
    assert_eq!(
        record.tags,
        told(&["alice", "bob"], Termination::Rules(winner))
    );
}

#[test]
fn run_records_name_a_runner_and_no_winner() {
    let mut chat = Chat::new();
    chat.ask("alice", Place::Direct, "run");
    chat.ask("alice", Place::Direct, "k m13");
    resign(&mut chat, "alice", Place::Direct);
    let record = exported(&mut chat, "alice", Place::Direct, "export");
    assert_eq!(record.tags, told(&["alice"], Termination::Rules(None)));
}

#[test]
fn records_of_abandoned_games_have_no_winner() {
    let mut chat = Chat::new();
    let root = chat.duel();
    chat.ask("alice", Place::Thread(&root), "Gb2");
    let room = ROOM.to_owned();
    assert_eq!(chat.happens(&Incoming::Left { room }), []);
    let record = exported(&mut chat, "alice", Place::Thread(&root), "export");
    assert_eq!(record.tags, told(&["alice", "bob"], Termination::Abandoned));
}

#[test]
fn records_of_lessons_name_one_player_twice() {
    let mut chat = Chat::new();
    let position = "setup gipf-basic w b2=b,e2=B B12 B12";
    chat.ask("alice", Place::Direct, position);
    chat.ask("alice", Place::Direct, "quit");
    let record = exported(&mut chat, "alice", Place::Direct, "export");
    assert_eq!(
        record.tags,
        told(&["alice", "alice"], Termination::Abandoned)
    );
}

#[test]
fn strange_names_stay_on_one_record_line() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    chat.ask("alice", thread, "Gb2");
    resign(&mut chat, "bob", thread);
    chat.people[0].name = "\"\nresult: second-won\\".into();
    chat.people[1].name = "\u{202e}שלום #1;".into();
    chat.ask("carol", thread, "board");
    let record = exported(&mut chat, "carol", thread, "export");
    let players = ["\" result: second-won\\", "שלום #1;"];
    assert_eq!(
        record.tags,
        told(&players, Termination::Resigned(Seat::Second))
    );
}

#[test]
fn overlong_stored_names_are_cut() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    resign(&mut chat, "alice", thread);
    chat.people.remove(1);
    let saved = chat.saved.get_mut(&1).unwrap();
    if let SavedStage::Over { players, .. } = &mut saved.stage {
        players[1].name = "ë".repeat(300);
    }
    chat.restart();
    let record = exported(&mut chat, "carol", thread, "export");
    let longest = "ë".repeat(MAX_NAME_CHARS);
    let players = ["alice", longest.as_str()];
    assert_eq!(
        record.tags,
        told(&players, Termination::Resigned(Seat::First))
    );
}

#[test]
fn records_do_not_name_forgotten_players() {
    let mut chat = Chat::new();
    let root = chat.duel();
    let thread = Place::Thread(&root);
    resign(&mut chat, "alice", thread);
    for _ in 0..2 {
        chat.ask("alice", Place::Direct, "forget me");
    }
    let record = exported(&mut chat, "bob", thread, "export");
    let players = ["forget-somebody", "bob"];
    assert_eq!(
        record.tags,
        told(&players, Termination::Resigned(Seat::First))
    );
}

#[test]
fn stored_records_have_no_tags() {
    let mut chat = Chat::new();
    let root = chat.duel();
    resign(&mut chat, "alice", Place::Thread(&root));
    let SavedStage::Over { record, .. } = &chat.saved[&1].stage else {
        panic!("{:?}", chat.saved[&1]);
    };
    let record: Record = record.parse().unwrap();
    assert_eq!(record.tags, Tags::default());
}
