//! Tests of the clocks of games.

use jiff::SignedDuration;
use lobby::{Line, Person, Synced, clocks::Clock, job::TimedBoard, saved::SavedStage};

use super::*;
use crate::store::Outgoing;

const SECOND: SignedDuration = SignedDuration::from_secs(1);
const MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Returns a response with lines of Alice (`a`) and Bob (`b`) in a room.
fn says(lines: &[(&str, &str)]) -> Received {
    let bob = Person {
        id: "@bob:x".into(),
        name: "Bob".into(),
    };
    let written = |(event, body): &(&str, &str)| {
        let mut said = line(&format!("${event}"), body);
        said.people = vec![tests::alice(), bob.clone()].into();
        if event.starts_with('b') {
            said.sender = bob.clone();
        }
        said
    };
    let lines: Vec<Line> = lines.iter().map(written).collect();
    tests::received("s", lines)
}

/// Returns a complete response without events.
fn idle(token: &str, requested: Timestamp) -> Received {
    Received {
        synced: Some(Synced {
            requested,
            deleted_boards: Vec::new(),
            incomplete_rooms: Vec::new(),
            undecrypted: Vec::new(),
            players: Vec::new(),
        }),
        ..received(token, &[])
    }
}

/// Handles a response and delivers the boards that follow from it, at once; returns the messages.
async fn play(processor: &mut EventProcessor, at: Timestamp, said: Received) -> Vec<Outgoing> {
    let (due, _) = processor.process_sync(at, said).await.unwrap();
    for board in &due.messages {
        if let Some(start) = TimedBoard::of(&board.message, at) {
            let delivered = InternalInput {
                job: None,
                incoming: Incoming::Delivered(start),
            };
            let handled = processor.process_internal_input(at, delivered).await;
            handled.unwrap();
        }
    }
    due.messages
}

/// Begins a game of Alice against Bob on a clock.
fn begin(clock: &str) -> Received {
    let challenge = format!("!challenge @bob:x gipf-basic white {clock}");
    says(&[("a1", &challenge), ("b1", "!accept")])
}

/// Returns a turn in the thread of the game.
fn turn(event: &str, body: &str) -> Received {
    let mut turn = says(&[(event, body)]);
    if let Incoming::Line(line) = &mut turn.arrivals[0].incoming {
        line.thread = Some("$a1".into());
    }
    turn
}

async fn stage(store: &Store) -> SavedStage {
    let mut saved = store.lobby().await.unwrap().saved;
    saved.pop().expect("a table").stage
}

async fn clock(store: &Store) -> Clock {
    match stage(store).await {
        SavedStage::Playing { notes, .. } => *notes.clock.expect("a clock"),
        other => panic!("{other:?}"),
    }
}

/// A kill between the delivery of a board and its handling.
#[tokio::test]
async fn a_delivered_board_starts_the_clock_once() {
    let (_folder, store, mut processor) = new_processor().await;
    let (due, _) = processor.process_sync(NOON, begin("1h")).await.unwrap();
    let mut boards = due.messages.iter();
    let delivered = boards.find_map(|board| {
        let start = TimedBoard::of(&board.message, NOON + MINUTE)?;
        Some((board.row, start))
    });
    let (row, start) = delivered.expect("a board that starts a clock");
    assert!(!clock(&store).await.is_running());
    store
        .replace_by_job(row, Job::StartClock(start.clone()))
        .await
        .unwrap();

    let snapshot = store.load().await.unwrap();
    let [OpenJob { row, job }] = &snapshot.waiting.jobs[..] else {
        panic!("{:?}", snapshot.waiting);
    };
    assert_eq!(*job, Job::StartClock(start.clone()));
    let report = InternalInput {
        job: Some(*row),
        incoming: Incoming::Delivered(start),
    };
    let mut processor = processor_of(&store, snapshot.lobby);
    let handled = processor.process_internal_input(NOON, report.clone()).await;
    handled.unwrap();
    let running = clock(&store).await;
    assert!(running.is_running());
    assert_eq!(store.load().await.unwrap().waiting.jobs, []);

    let again = processor.process_internal_input(NOON + MINUTE, report);
    assert_eq!(again.await.unwrap(), Due::default());
    assert_eq!(clock(&store).await, running);
}

#[tokio::test]
async fn a_late_key_costs_no_time() {
    let (_folder, store, mut processor) = new_processor().await;
    play(&mut processor, NOON, begin("10s")).await;
    play(&mut processor, NOON, turn("a2", "a2-b3")).await;
    play(&mut processor, NOON, turn("b2", "a4-b4")).await;
    let after = |seconds| NOON + SECOND * seconds;

    let mut decrypted = turn("a3", "e1-e2");
    if let Incoming::Line(line) = &mut decrypted.arrivals[0].incoming {
        line.received = Some(after(5));
    }
    decrypted.synced = idle("", after(19)).synced;
    let said = play(&mut processor, after(20), decrypted).await;
    assert_eq!(said.len(), 1);
    assert!(clock(&store).await.is_running());

    assert_eq!(
        play(&mut processor, after(31), idle("", after(29))).await,
        []
    );
    let said = play(&mut processor, after(50), idle("", after(45))).await;
    assert_eq!(said.len(), 1);
    assert!(matches!(stage(&store).await, SavedStage::Over { .. }));
}

/// Returns the seconds left after a move that is processed when this many have passed since its response.
async fn left_after_wait(seconds: u64) -> i64 {
    let (_folder, store, mut processor) = new_processor().await;
    play(&mut processor, NOON, begin("1h+10s/2h")).await;
    play(&mut processor, NOON, turn("a2", "a2-b3")).await;
    play(&mut processor, NOON, turn("b2", "a4-b4")).await;
    let mut moved = turn("a3", "e1-e2");
    moved.at = Instant::now().checked_sub(Duration::from_secs(seconds));
    let at = NOON + SECOND * 60;
    play(&mut processor, at, moved).await;
    let clock = serde_json::to_value(clock(&store).await).unwrap();
    let left: Vec<SignedDuration> = serde_json::from_value(clock["left"].clone()).unwrap();
    left[0].as_secs()
}

#[tokio::test]
async fn work_on_a_response_costs_no_time() {
    assert_eq!(left_after_wait(0).await, 59 * 60 + 10);
    assert_eq!(left_after_wait(40).await, 59 * 60 + 50);
}

#[tokio::test]
async fn clocks_are_judged_after_the_last_slice() {
    let (_folder, store, mut processor) = new_processor().await;
    processor.slice = Duration::ZERO;
    let mut whole = received("s1", &["$a", "$b"]);
    whole.synced = idle("s1", NOON).synced;
    let (_, rest) = processor.process_sync(NOON, whole).await.unwrap();
    let rest = rest.expect("the second event");
    let is_judged = async || {
        let settings = store.lobby().await.unwrap().values;
        settings.iter().any(|(key, _)| key == "uptime/all")
    };
    let (_, end) = processor.process_sync(NOON, rest).await.unwrap();
    let end = end.expect("the end of the response");
    assert!(end.arrivals.is_empty());
    assert!(!is_judged().await);
    processor.process_sync(NOON, end).await.unwrap();
    assert!(is_judged().await);
}

#[tokio::test]
async fn idle_responses_are_stored_once_a_minute() {
    let (_folder, store, mut processor) = new_processor().await;
    for second in 0..90 {
        let at = NOON + SECOND * second;
        let response = idle(&format!("s{second}"), at);
        processor.process_sync(at, response).await.unwrap();
        let stored = if second < 60 { "s0" } else { "s60" };
        assert_eq!(token(&store).await, stored);
    }
}
