mod clocks;

use lobby::{Features, Job, Line, job::Direct};
use tempfile::TempDir;

use super::*;
use crate::{
    store::{MegolmIndex, OpenJob, Outgoing, UnfinishedWork},
    tests::{self, line},
};

const NOON: Timestamp = Timestamp::constant(1_795_262_400, 0);

/// Returns the response with a request for help in each of these events.
fn received(token: &str, events: &[&str]) -> Received {
    let lines = events.iter().map(|event| Line {
        direct: true,
        ..line(event, "!help")
    });
    tests::received(token, lines)
}

/// Returns an event processor with these tables.
fn processor_of(store: &Store, tables: LobbySnapshot) -> EventProcessor {
    let features = Features {
        fast_clocks: true,
        ..Features::default()
    };
    let settings = Settings {
        features,
        ..Settings::default()
    };
    EventProcessor::new(settings, store.clone(), tables, Metrics::default())
}

/// Returns an event processor without tables, with its store and the folder of that.
async fn new_processor() -> (TempDir, Store, EventProcessor) {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let processor = processor_of(&store, LobbySnapshot::default());
    (folder, store, processor)
}

/// Returns the work left after a kill: no search is running that changed games could cancel.
fn left_of(due: Due) -> UnfinishedWork {
    UnfinishedWork {
        messages: due.messages.iter().map(Outgoing::envelope).collect(),
        jobs: due.jobs,
    }
}

/// After a kill between commit and acknowledgement, the same events are received again.
#[tokio::test]
async fn an_event_is_acted_upon_once() {
    let (_folder, store, mut processor) = new_processor().await;
    let first = processor
        .process_sync(NOON, received("s1", &["$a", "$a"]))
        .await
        .unwrap()
        .0;
    assert_eq!(first.messages.len(), 1, "one command, one answer");

    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.waiting, left_of(first.clone()));
    let mut processor = processor_of(&store, snapshot.lobby);
    let second = processor
        .process_sync(NOON, received("s2", &["$a", "$b"]))
        .await
        .unwrap()
        .0;
    assert_eq!(second.messages.len(), 1);
    assert!(store.is_seen("$b").await.unwrap());
    assert_ne!(
        first.messages[0].transaction,
        second.messages[0].transaction
    );
    assert_eq!(token(&store).await, "s2");
}

/// A slice is sent before the rest of the response is handled, and a kill loses neither.
#[tokio::test]
async fn a_long_response_is_handled_in_slices() {
    let (_folder, store, mut processor) = new_processor().await;
    processor.slice = Duration::ZERO;
    let whole = received("s1", &["$a", "$b", "$b"]);
    let (due, rest) = processor.process_sync(NOON, whole).await.unwrap();
    assert_eq!(due.messages.len(), 1);
    assert_eq!(store.load().await.unwrap().token, None);
    assert!(store.is_seen("$a").await.unwrap() && !store.is_seen("$b").await.unwrap());
    let mut rest = rest;
    let mut messages = 0;
    while let Some(part) = rest {
        let (due, left) = processor.process_sync(NOON, part).await.unwrap();
        messages += due.messages.len();
        rest = left;
    }
    assert_eq!(messages, 1);
    assert_eq!(token(&store).await, "s1");
}

#[test]
fn rooms_take_turns() {
    let mut whole = received("s1", &["$a1", "$a2", "$a3", "$b1", "$b2"]);
    for (arrival, room) in whole.arrivals.iter_mut().zip(["a", "a", "a", "b", "b"]) {
        arrival.event.as_mut().unwrap().room = room.into();
    }
    let told = Arrival {
        event: None,
        incoming: Incoming::Left { room: "!c".into() },
    };
    whole.arrivals.insert(0, told.clone());
    whole.arrivals.push(told);
    whole.take_turns();
    let order = whole.arrivals.iter().map(|arrival| {
        let event = arrival.event.as_ref();
        event.map_or("-", |event| event.event.as_str())
    });
    let order: Vec<&str> = order.collect();
    assert_eq!(order, ["-", "$a1", "$b1", "$a2", "$b2", "$a3", "-"]);
}

/// An encrypted message that was processed is skipped under another event id.
#[tokio::test]
async fn an_encrypted_message_is_acted_upon_once() {
    let (_folder, store, mut processor) = new_processor().await;
    let encrypted = |sender: &str, events: &[&str], index| {
        let mut received = received("s1", events);
        for event in received
            .arrivals
            .iter_mut()
            .filter_map(|one| one.event.as_mut())
        {
            let session = "session".to_owned();
            let sender = sender.to_owned();
            event.megolm_index = Some(MegolmIndex {
                session,
                sender,
                index,
            });
        }
        received
    };
    let mut answers = async |sender: &str, events: &[&str], index| {
        let due = processor.process_sync(NOON, encrypted(sender, events, index));
        due.await.unwrap().0.messages.len()
    };
    assert_eq!(answers("@alice:x", &["$a", "$b"], 1).await, 1);
    assert_eq!(answers("@alice:x", &["$c"], 1).await, 0);
    assert_eq!(answers("@alice:x", &["$d"], 2).await, 1);
    // A copy by another sender does not use up the original.
    assert_eq!(answers("@mallory:x", &["$e"], 3).await, 1);
    assert_eq!(answers("@alice:x", &["$f"], 3).await, 1);
    assert!(!store.is_seen("$c").await.unwrap());
}

/// A notice that a room was left has no event id, so it is processed each time.
#[tokio::test]
async fn arrivals_without_an_event_are_processed() {
    let (_folder, store, mut processor) = new_processor().await;
    for token in ["s1", "s2"] {
        let mut received = received(token, &[token]);
        if let Incoming::Line(line) = &mut received.arrivals[0].incoming {
            line.direct = false;
            line.body = "!challenge anyone".into();
        }
        processor.process_sync(NOON, received).await.unwrap();
        assert_eq!(store.lobby().await.unwrap().saved.len(), 1);
        let left = Arrival {
            event: None,
            incoming: Incoming::Left {
                room: "!room".into(),
            },
        };
        let received = Received {
            token: token.into(),
            arrivals: vec![left],
            ..Received::default()
        };
        processor.process_sync(NOON, received).await.unwrap();
        assert_eq!(store.lobby().await.unwrap().saved, []);
    }
}

async fn token(store: &Store) -> String {
    store.load().await.unwrap().token.unwrap()
}

#[tokio::test]
async fn the_token_is_stored_on_events_and_regularly() {
    let (_folder, store, mut processor) = new_processor().await;
    processor
        .process_sync(NOON, received("s1", &[]))
        .await
        .unwrap();
    assert_eq!(token(&store).await, "s1", "the first one after a start");
    processor
        .process_sync(NOON, received("s2", &[]))
        .await
        .unwrap();
    assert_eq!(token(&store).await, "s1", "nothing has happened");
    processor
        .process_sync(NOON, received("s3", &["$a"]))
        .await
        .unwrap();
    assert_eq!(token(&store).await, "s3");
    processor
        .process_sync(NOON, received("s4", &["$a"]))
        .await
        .unwrap();
    assert_eq!(token(&store).await, "s3", "that was known");
    let settled = vec!["$late".to_owned()];
    processor
        .process_sync(
            NOON,
            Received {
                settled,
                ..received("s5", &[])
            },
        )
        .await
        .unwrap();
    assert_eq!(token(&store).await, "s5");
    processor.token_stored = Instant::now().checked_sub(MAX_TOKEN_AGE);
    processor
        .process_sync(NOON, received("s6", &[]))
        .await
        .unwrap();
    assert_eq!(token(&store).await, "s6", "a minute has passed");
}

#[tokio::test]
async fn old_data_is_forgotten_once_a_day() {
    let (_folder, store, mut processor) = new_processor().await;
    processor
        .process_sync(NOON, received("s1", &["$a"]))
        .await
        .unwrap();
    store.age().await;
    processor
        .process_sync(NOON, received("s2", &["$b"]))
        .await
        .unwrap();
    assert!(store.is_seen("$a").await.unwrap(), "a day has not passed");
    processor.last_cleanup = NOON - CLEANUP_INTERVAL;
    processor
        .process_sync(NOON, received("s3", &["$c"]))
        .await
        .unwrap();
    let seen = [
        store.is_seen("$a").await.unwrap(),
        store.is_seen("$b").await.unwrap(),
    ];
    assert_eq!(seen, [false, true]);
}

/// A new challenge gets the number after the highest one ever used.
#[tokio::test]
async fn numbers_are_not_used_again() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).await.unwrap();
    let stored = LobbySnapshot {
        last_id: 41,
        ..LobbySnapshot::default()
    };
    let mut processor = processor_of(&store, stored);
    let mut run = received("s1", &["$a"]);
    if let Incoming::Line(line) = &mut run.arrivals[0].incoming {
        line.body = "!run".into();
    }
    processor.process_sync(NOON, run).await.unwrap();
    assert_eq!(store.lobby().await.unwrap().saved[0].id, 42);
}

/// Writes `!run` in a room; returns the job that follows.
async fn asked_for_a_run(processor: &mut EventProcessor) -> OpenJob {
    let mut run = received("s1", &["$a"]);
    if let Incoming::Line(line) = &mut run.arrivals[0].incoming {
        line.direct = false;
        line.body = "!run".into();
    }
    let (due, _) = processor.process_sync(NOON, run).await.unwrap();
    assert_eq!((due.messages.len(), due.jobs.len()), (0, 1));
    due.jobs[0].clone()
}

fn report(OpenJob { row, job }: OpenJob) -> InternalInput {
    let Job::OpenDirect(asked) = job else {
        panic!("{job:?}");
    };
    let found = Direct {
        room: "!direct".into(),
        joined: true,
        inaccessible_rooms: Vec::new(),
    };
    InternalInput {
        job: Some(row),
        incoming: Incoming::DirectOpened(asked, Ok(found)),
    }
}

#[tokio::test]
async fn a_job_reported_twice_is_processed_once() {
    let (_folder, store, mut processor) = new_processor().await;
    let job = asked_for_a_run(&mut processor).await;
    let report = report(job);
    let due = processor
        .process_internal_input(NOON, report.clone())
        .await
        .unwrap();
    let rooms: Vec<_> = due
        .messages
        .iter()
        .map(|m| m.message.room.as_str())
        .collect();
    assert_eq!(rooms, ["!direct", "!room"], "the board, then where it is");
    let again = processor
        .process_internal_input(NOON, report)
        .await
        .unwrap();
    assert_eq!(again, Due::default());
    assert_eq!(store.load().await.unwrap().waiting, left_of(due));
}

/// A job interrupted by a kill, before or after it is carried out: its result counts once.
#[tokio::test]
async fn a_job_goes_on_after_a_kill() {
    let (_folder, store, mut processor) = new_processor().await;
    let job = asked_for_a_run(&mut processor).await;

    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.waiting.jobs, std::slice::from_ref(&job));
    let mut processor = processor_of(&store, snapshot.lobby);
    let due = processor
        .process_internal_input(NOON, report(job.clone()))
        .await
        .unwrap();
    assert_eq!(due.messages.len(), 2);

    let snapshot = store.load().await.unwrap();
    assert_eq!(snapshot.waiting, left_of(due));
    assert_eq!(snapshot.lobby.saved[0].room, "!direct");
    let mut processor = processor_of(&store, snapshot.lobby);
    let again = processor
        .process_internal_input(NOON, report(job))
        .await
        .unwrap();
    assert_eq!(again, Due::default());
}
