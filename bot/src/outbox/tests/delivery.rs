//! Tests of boards that start a player's time.

use lobby::Incoming;

use super::*;

/// Returns the boards of two turns, of which the second starts a clock.
async fn boards(scene: &Scene) -> Vec<Outgoing> {
    let mut boards = ["!a one|board", "!b two|board"].map(read);
    boards[1].starts_clock = Some(4);
    scene.stored(boards).await
}

#[tokio::test]
async fn a_delivered_board_starts_the_clock_once() {
    let mut scene = Scene::new(&[]).await;
    scene.outbox.push(boards(&scene).await, None);
    scene.drained().await;
    let InternalInput { job, incoming } = scene.reported.try_recv().unwrap();
    let Incoming::Delivered(start) = incoming else {
        panic!("{incoming:?}");
    };
    assert_eq!((&*start.room, start.table, start.actions), ("!b", 7, 4));
    assert!(scene.reported.try_recv().is_err());
    let waiting = scene.store.load().await.unwrap().waiting;
    assert_eq!(waiting.messages, []);
    let jobs: Vec<_> = waiting.jobs.iter().map(|job| Some(job.row)).collect();
    assert_eq!(jobs, [job]);
}

/// Returns the outbox's announcements of requests.
async fn announced(scene: &Scene, texts: &[&str]) -> Vec<(u64, Option<jiff::Timestamp>)> {
    let messages = (1..).zip(texts).map(|(number, text)| Message {
        asks: Some(number),
        ..read(text)
    });
    scene.outbox.push(scene.stored(messages).await, None);
    let mut waiting = scene.outbox.take_announced();
    waiting.sort_unstable();
    let expected: Vec<_> = (1..).zip(texts).map(|(number, _)| (number, None)).collect();
    assert_eq!(waiting, expected);
    scene.drained().await;
    let mut taken = scene.outbox.take_announced();
    taken.sort_unstable();
    assert_eq!(scene.outbox.take_announced(), []);
    taken
}

#[tokio::test]
async fn announcements_are_told_when_they_are_sent() {
    let scene = Scene::new(&[]).await;
    let begin = crate::clock::now();
    let taken = announced(&scene, &["!a a challenge", "!b refuse"]).await;
    let [(1, Some(sent)), (2, None)] = taken.as_slice() else {
        panic!("{taken:?}");
    };
    assert!(*sent >= begin);
}

#[tokio::test]
async fn a_board_is_delivered_while_the_program_ends() {
    let mut scene = Scene::new(&[]).await;
    scene.reported.close();
    scene.outbox.push(boards(&scene).await, None);
    scene.drained().await;
    assert_eq!(scene.store.load().await.unwrap().waiting.jobs.len(), 1);
}

#[tokio::test]
async fn a_rejected_board_is_reported_once() {
    let mut scene = Scene::new(&[]).await;
    let mut refused = ["!a refuse", "!b refuse"].map(read);
    refused[1].table = Some(7);
    refused[1].starts_clock = Some(4);
    scene.outbox.push(scene.stored(refused).await, None);
    scene.drained().await;
    let InternalInput { job, incoming } = scene.reported.try_recv().unwrap();
    let Incoming::Rejected(board) = incoming else {
        panic!("{incoming:?}");
    };
    assert_eq!((&*board.room, board.table, board.actions), ("!b", 7, 4));
    assert!(scene.reported.try_recv().is_err());
    let jobs = scene.store.load().await.unwrap().waiting.jobs;
    let rows: Vec<_> = jobs.iter().map(|job| Some(job.row)).collect();
    assert_eq!(rows, [job]);
}

#[tokio::test]
async fn a_board_that_fails_for_good_is_reported() {
    let mut scene = Scene::new(&[]).await;
    let failing = Message {
        table: Some(7),
        starts_clock: Some(4),
        ..read("!a fail")
    };
    scene.outbox.push(scene.stored([failing]).await, None);
    scene.drained().await;
    let InternalInput { incoming, .. } = scene.reported.try_recv().unwrap();
    assert!(matches!(incoming, Incoming::Rejected(_)), "{incoming:?}");
}
