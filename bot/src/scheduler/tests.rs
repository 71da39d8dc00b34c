use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use lobby::{Line, Members};
use tempfile::TempDir;

use super::*;
use crate::{
    event_processor::EventProcessor,
    matrix::Received,
    monitoring::metrics::Metrics,
    store::{Due, Store, UnfinishedWork},
    tests::{alice, line, received},
};

const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);
const MIDNIGHT: Timestamp = Timestamp::constant(1_795_305_600, 0);

/// A lookup that finds Alice in every room of the list.
#[derive(Clone, Default)]
struct Known(Arc<Mutex<Vec<&'static str>>>);

impl MemberLookup for Known {
    async fn members(&self, room: &str) -> Option<Members> {
        let known = self.0.lock().unwrap().contains(&room);
        known.then(|| vec![alice()].into())
    }
}

fn woken(rooms: &[&str]) -> InternalInput {
    let rooms = rooms
        .iter()
        .map(|room| ((*room).into(), vec![alice()].into()));
    InternalInput {
        job: None,
        incoming: Incoming::Woken {
            rooms: rooms.collect(),
        },
    }
}

#[tokio::test]
async fn failed_member_lookups_repeat_at_the_next_wake() {
    let (reports, mut reported) = mpsc::channel(8);
    let member_lookup = Known::default();
    let mut scheduler = Scheduler::new(member_lookup.clone(), reports);
    assert!(!scheduler.is_busy());
    scheduler.wake(Vec::new());
    assert_eq!(reported.recv().await, Some(woken(&[])));
    // The lookup of !b fails, so it is repeated with the next wake-up.
    member_lookup.0.lock().unwrap().push("!a");
    scheduler.wake(vec!["!a".into(), "!b".into()]);
    assert!(scheduler.is_busy());
    assert_eq!(reported.recv().await, Some(woken(&["!a"])));
    member_lookup.0.lock().unwrap().push("!b");
    scheduler.wake(vec!["!b".into()]);
    assert_eq!(reported.recv().await, Some(woken(&["!b"])));
}

/// A lookup that finds many members in every room.
#[derive(Clone)]
struct Crowds;

impl MemberLookup for Crowds {
    async fn members(&self, _: &str) -> Option<Members> {
        Some(vec![alice(); 20_000].into())
    }
}

#[tokio::test]
async fn a_wake_up_carries_few_members() {
    let (reports, mut reported) = mpsc::channel(8);
    let mut scheduler = Scheduler::new(Crowds, reports);
    let waiting: Vec<String> = (0..10).map(|room| format!("!{room}")).collect();
    let mut seen = BTreeSet::new();
    // Each room has its turn, although none is posted in.
    while seen.len() < waiting.len() {
        scheduler.wake(waiting.clone());
        let Some(Incoming::Woken { rooms }) = reported.recv().await.map(|it| it.incoming) else {
            panic!("not woken");
        };
        assert_eq!(rooms.len(), 3);
        seen.extend(rooms.into_iter().map(|(room, _)| room));
    }
}

fn says(event: &str, direct: bool, body: &str) -> Received {
    let line = Line {
        room: if direct { "!alice" } else { "!room" }.into(),
        direct,
        ..line(event, body)
    };
    received(event, [line])
}

async fn start(folder: &TempDir) -> (EventProcessor, UnfinishedWork) {
    let store = Store::open(folder.path()).await.unwrap();
    let snapshot = store.load().await.unwrap();
    (
        EventProcessor::new(
            lobby::Settings::default(),
            store,
            snapshot.lobby,
            Metrics::default(),
        ),
        snapshot.waiting,
    )
}

/// The hosts are dropped without being closed, as by a kill.
#[tokio::test]
async fn the_day_leaderboard_is_posted_once_despite_kills() {
    let folder = TempDir::new().unwrap();
    let (mut processor, _) = start(&folder).await;
    let lines = ["run day", "k m13", "quit", "quit"];
    for (line, event) in lines.into_iter().zip(["$1", "$2", "$3", "$4"]) {
        processor
            .process_sync(NOON, says(event, true, line))
            .await
            .unwrap();
    }
    processor
        .process_sync(NOON, says("$5", false, "!day on"))
        .await
        .unwrap();
    assert_eq!(
        processor.lobby().rooms_without_day_leaderboard(NOON),
        [""; 0]
    );
    drop(processor);

    let (mut processor, before) = start(&folder).await;
    assert_eq!(
        processor.lobby().rooms_without_day_leaderboard(MIDNIGHT),
        ["!room"]
    );
    let posted = processor
        .process_internal_input(MIDNIGHT, woken(&["!room"]))
        .await
        .unwrap();
    let [message] = posted.messages.as_slice() else {
        panic!("{posted:?}");
    };
    assert!(message.message.plain().contains("2026-11-21"));
    let again = processor
        .process_internal_input(MIDNIGHT, woken(&["!room"]))
        .await
        .unwrap();
    assert_eq!(again, Due::default());
    drop(processor);

    let (mut processor, waiting) = start(&folder).await;
    assert_eq!(waiting.messages.len(), before.messages.len() + 1);
    assert_eq!(
        processor.lobby().rooms_without_day_leaderboard(MIDNIGHT),
        [""; 0]
    );
    let again = processor
        .process_internal_input(MIDNIGHT, woken(&["!room"]))
        .await
        .unwrap();
    assert_eq!(again, Due::default());
}
