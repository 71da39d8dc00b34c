use std::sync::{Arc, Mutex};

use tables::{Line, Person};
use tempfile::TempDir;

use super::*;
use crate::{
    host::Host,
    matrix::{Arrival, Received},
    metrics::Metrics,
    store::{Due, Store},
};

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;

fn alice() -> Person {
    Person {
        id: "@alice:x".into(),
        name: "Alice".into(),
    }
}

/// Alice is in every room of the list.
#[derive(Clone, Default)]
struct Known(Arc<Mutex<Vec<&'static str>>>);

impl Roster for Known {
    async fn members(&self, room: &str) -> Option<Members> {
        let known = self.0.lock().unwrap().contains(&room);
        known.then(|| vec![alice()].into())
    }
}

fn clock(time: u64, rooms: &[&str]) -> Report {
    let rooms = rooms
        .iter()
        .map(|room| ((*room).into(), vec![alice()].into()));
    Report {
        errand: None,
        incoming: Incoming::Clock {
            time,
            rooms: rooms.collect(),
        },
    }
}

async fn told(
    midnight: &mut Midnight<Known>,
    reported: &mut mpsc::Receiver<Report>,
) -> Option<Report> {
    if let Some(telling) = midnight.telling.take() {
        telling.await.unwrap();
    }
    reported.try_recv().ok()
}

#[tokio::test]
async fn the_time_is_told_once_a_day_and_while_rooms_wait() {
    let (reports, mut reported) = mpsc::channel(8);
    let roster = Known::default();
    let mut midnight = Midnight::new(roster.clone(), reports);
    let rooms = |rooms: &[&str]| {
        rooms
            .iter()
            .map(|room| (*room).into())
            .collect::<Vec<String>>()
    };
    midnight.tell(5, rooms(&[]));
    assert_eq!(
        told(&mut midnight, &mut reported).await,
        Some(clock(5, &[]))
    );
    midnight.tell(65, rooms(&[]));
    assert_eq!(told(&mut midnight, &mut reported).await, None);
    // Nobody knows yet who is in !b: it has its turn again.
    roster.0.lock().unwrap().push("!a");
    midnight.tell(DAY + 5, rooms(&["!a", "!b"]));
    let report = told(&mut midnight, &mut reported).await;
    assert_eq!(report, Some(clock(DAY + 5, &["!a"])));
    roster.0.lock().unwrap().push("!b");
    midnight.tell(DAY + 65, rooms(&["!b"]));
    let report = told(&mut midnight, &mut reported).await;
    assert_eq!(report, Some(clock(DAY + 65, &["!b"])));
    midnight.tell(DAY + 125, rooms(&[]));
    assert_eq!(told(&mut midnight, &mut reported).await, None);
}

fn says(event: &str, direct: bool, body: &str) -> Received {
    let line = Line {
        room: if direct { "!alice" } else { "!room" }.into(),
        direct,
        event: event.into(),
        thread: None,
        sender: alice(),
        may_change_room: true,
        people: vec![alice()].into(),
        body: body.into(),
        seed: [7; 32],
        time: 0,
    };
    let (event, room) = (line.event.clone(), line.room.clone());
    Received {
        token: event.clone(),
        arrivals: vec![Arrival {
            event,
            room,
            sealed: None,
            incoming: Incoming::Line(line),
        }],
        ..Received::default()
    }
}

async fn start(folder: &TempDir) -> (Host, Due) {
    let store = Store::open(folder.path()).await.unwrap();
    let snapshot = store.load().await.unwrap();
    (
        Host::new(
            tables::Settings::default(),
            store,
            snapshot.tables,
            Metrics::default(),
        ),
        snapshot.waiting,
    )
}

/// The hosts are dropped without being closed, as by a kill.
#[tokio::test]
async fn the_table_of_a_day_is_posted_once_whenever_the_program_is_killed() {
    let folder = TempDir::new().unwrap();
    let (mut host, _) = start(&folder).await;
    let lines = ["run day", "k m13", "quit", "quit"];
    for (line, event) in lines.into_iter().zip(["$1", "$2", "$3", "$4"]) {
        host.attend(says(event, true, line)).await.unwrap();
    }
    host.attend(says("$5", false, "!day on")).await.unwrap();
    assert_eq!(host.rooms_without_day_table(DAY - 1), [""; 0]);
    drop(host);

    let (mut host, before) = start(&folder).await;
    assert_eq!(host.rooms_without_day_table(DAY), ["!room"]);
    let posted = host.attend_report(clock(DAY, &["!room"])).await.unwrap();
    let [message] = posted.messages.as_slice() else {
        panic!("{posted:?}");
    };
    assert!(message.message.plain().contains("1970-01-01, is over"));
    let again = host.attend_report(clock(DAY, &["!room"])).await.unwrap();
    assert_eq!(again, Due::default());
    drop(host);

    let (mut host, waiting) = start(&folder).await;
    assert_eq!(waiting.messages.len(), before.messages.len() + 1);
    assert_eq!(host.rooms_without_day_table(DAY + 60), [""; 0]);
    let again = host.attend_report(clock(DAY, &["!room"])).await.unwrap();
    assert_eq!(again, Due::default());
}
